"""What a seat may know, as plain JSON. [SSE-13.1, SSE-13.2]"""

from __future__ import annotations

from typing import Any

from engine.contract import OPEN, Seat, View
from engine.small_samurai_empires.box import KINDS, NEUTRALS, NOTHING, RESOURCES
from engine.small_samurai_empires.rules.control import control, in_supply
from engine.small_samurai_empires.rules.era import named_cards, score
from engine.small_samurai_empires.state import KIND, OWNER, State, unpacked


def colours(view: View) -> list[str]:
    """By seat: orders, spots and talk call players by them. [SSE-1.1]"""
    found: list[str] = view["colours"]
    return found


def view(state: State, seat: Seat | None) -> View:
    """The table from one side of the screen; None is a spectator. [SSE-13.2]"""
    setup, board = state.setup, state.setup.board
    seats = range(setup.seats)
    food, bushido = in_supply(state)
    resolving = state.phase == "resolution"
    you = None if seat == OPEN else seat
    return {
        "game": "small_samurai_empires",
        "you": you,
        "edition": setup.edition.id,
        "variants": setup.variants,
        "board": board.id,
        "seats": setup.seats,
        "era": state.era,
        "round": state.round,
        "phase": state.phase,
        "point": state.point,
        "active": None if state.seat == NOTHING else state.seat,
        "slot": board.slots[state.slot] if resolving else None,
        "turn_track": list(state.track),
        "colours": list(board.colours[: setup.seats]),
        "provinces": provinces_seen(state),
        "slots": slots_seen(state, seat),
        "hand": None if you is None else hand_seen(state, you),
        "hands": [hand_seen(state, of) for of in seats] if seat == OPEN else None,
        "hand_counts": [sum(unpacked(hand, len(KINDS))) for hand in state.hands],
        "to_place": list(state.todo),
        "food": totals_seen(state, state.food, seat),
        "bushido": totals_seen(state, state.bushido, seat),
        "supply": {
            "armies": list(state.reserve),
            "castles": [board.castles - mask.bit_count() for mask in state.castles],
            "food": food,
            "bushido": bushido,
        },
        "destiny": destiny_seen(state, seat),
        "influence": [influence_of(state, of) for of in seats],
        "score": list(state.scores),
        "agenda": agenda_seen(state),
        "mountains": mountains_seen(state),
        "action": action_seen(state),
        "left": sorted(state.left),
        "over": state.over,
        "standings": standings_seen(state, seat),
    }


def provinces_seen(state: State) -> dict[str, Any]:
    """Everything on the board is public. [SSE-13.2]"""
    board, seats, layout = state.setup.board, state.setup.seats, state.layout
    owners = control(state)
    found = {}
    for number, name in enumerate(board.provinces):
        seed, shrine = (
            layout.seeds[number],
            "plain" if number in board.shrines else None,
        )
        found[name] = {
            "armies": state.armies[number * seats : (number + 1) * seats],
            "castles": [mask >> number & 1 for mask in state.castles],
            "seed": None if seed == NOTHING else RESOURCES[seed],
            "shrine": (layout.shrines[number] or None) if layout.shrines else shrine,
            "control": None if owners[number] == NOTHING else owners[number],
        }
    return found


def is_up(state: State, slot: int, layer: int) -> bool:
    """Turned up in its round's resolution, and so from then on. [SSE-4.4.1, 4.4.3]"""
    if state.phase == "over" or layer < state.round:
        return True
    if state.phase != "resolution":
        return False
    return slot <= state.slot if state.round == 1 else slot >= state.slot


def slots_seen(state: State, seat: Seat | None) -> dict[str, Any]:
    """Own kinds are seen by their owner, face-down ones by nobody else. [SSE-4.3.3]"""
    found = {}
    for slot, name in enumerate(state.setup.board.slots):
        tokens = []
        for layer, token in ((1, state.first[slot]), (2, state.second[slot])):
            if token:
                owner, up = OWNER[token], is_up(state, slot, layer)
                kind = KINDS[KIND[token]] if up or seat in (owner, OPEN) else None
                tokens.append({"seat": owner, "kind": kind, "up": up})
        neutral = NEUTRALS[state.layout.neutral[slot]]
        found[name] = {"neutral": neutral, "tokens": tokens}
    return found


def hand_seen(state: State, seat: Seat) -> dict[str, int]:
    counts = unpacked(state.hands[seat], len(KINDS))
    return dict(zip(KINDS, counts, strict=True))


def totals_seen(
    state: State, totals: tuple[int, ...], seat: Seat | None
) -> list[int | None]:
    """Behind the screens only one's own, if the match says so. [SSE-13.1]"""
    hidden = state.setup.screens and not state.over
    return [
        None if hidden and seat not in (of, OPEN) else total
        for of, total in enumerate(totals)
    ]


def destiny_seen(state: State, seat: Seat | None) -> dict[str, Any]:
    """Others see how many cards, and that a choice was made. [SSE-4.2.1, SSE-12.24]"""
    regions = state.setup.board.regions
    choices = [None if of == NOTHING else regions[of] for of in state.chosen]
    hands = [named_cards(hand, regions) for hand in state.cards]
    is_open, you = seat == OPEN, None if seat == OPEN else seat
    return {
        "shown": dict(zip(regions, state.shown, strict=True)),
        "hand": None if you is None else hands[you],
        "hand_counts": [len(hand) for hand in hands],
        "hands": hands if state.over or is_open else None,  # shown after the end
        "chosen": [region != NOTHING for region in state.chosen],
        "choice": None if you is None else choices[you],
        "choices": choices if is_open else None,
        "deck": len(state.deck),
    }


def influence_of(state: State, seat: Seat) -> list[int]:
    count = len(state.setup.board.regions)
    return list(state.influence[seat * count : (seat + 1) * count])


def agenda_seen(state: State) -> dict[str, Any] | None:
    if not state.setup.agenda:
        return None
    seats = state.setup.seats
    return {
        region: {
            "tile": state.layout.tiles[number] or None,
            "done": [s for s in range(seats) if state.agenda >> seats * number + s & 1],
        }
        for number, region in enumerate(state.setup.board.regions)
    }


def mountains_seen(state: State) -> dict[str, str] | None:
    """Nobody knows a face-down token. [SSE-10.2.1]"""
    if not state.setup.mountain:
        return None
    mountains = zip(state.setup.board.mountains, state.mountains, strict=True)
    return {name: "gone" if token == NOTHING else "down" for name, token in mountains}


def action_seen(state: State) -> dict[str, Any] | None:
    """What the open action has done so far, and which armies it may move."""
    if state.slot == NOTHING:
        return None
    board, names = state.setup.board, state.setup.board.provinces
    climb = None
    if state.climb:
        origin, mountain, province = state.climb
        climb = [names[origin], board.mountains[mountain], names[province]]
    return {
        "slot": board.slots[state.slot],
        "steps": state.step,
        "movers": {names[p]: state.movers.count(p) for p in sorted({*state.movers})},
        "target": None if state.target == NOTHING else names[state.target],
        "expedition": climb,
    }


def standings_seen(state: State, seat: Seat | None) -> list[dict[str, int]]:
    """Resources break ties; behind screens nothing tells of them. [SSE-13.1]"""
    standings = score(state)
    if not state.setup.screens or state.over or seat == OPEN:
        return [
            {"seat": s.seat, "place": s.place, "points": s.points, **s.detail}
            for s in standings
        ]
    points = [standing.points for standing in standings]
    return [
        {
            "seat": s.seat,
            "place": 1 + sum(other > s.points for other in points),
            "points": s.points,
            **{key: n for key, n in s.detail.items() if key != "resources"},
        }
        for s in standings
    ]

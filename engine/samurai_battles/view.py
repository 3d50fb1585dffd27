"""What a seat may know, as plain JSON. [SB-3.2, SB-17.2]

Everything but cards in hands and decks is public. A view has:

    you         the reader's seat; None for spectators and where all cards are open
    scenario    id, slug, year, banners (to win), lines, special (as in the file);
                by language: title, armies (by seat), leaders (names by id)
    terrain     by hex, but for plain; camps: the seat by hex
    units       by hex: id, type, seat, figures, wavering, state; who wavers has the
                seat in whose colours it stands; state is `ordered`, `done` or ""
    leaders     by hex: id, type, seat, wavering, state
    lost        ids of units and leaders that are gone
    turn        its number; turn_of: whose; active: who decides next; phase; card,
                copied, mirrored; in_play: Dragon cards; strikes: First strikes by seat
    roll        the dice that lie on the table: seat, what, origin, target, faces
    marks       what happened in the turn, until the next card is played: kind (move,
                melee, fire, advance, retreat, fallen), seat, path, count
    hand        command, dragon and drawn cards of the reader; hands: of both seats,
                if all cards are open; hand_counts: by seat
    decks, discards, tokens, pool, banners
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from engine.contract import OPEN, Seat, View
from engine.samurai_battles.box import ARMIES
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.rules.ending import banners_of, score
from engine.samurai_battles.rules.sequence import decisions
from engine.samurai_battles.scenario import NO_HEX, Scenario
from engine.samurai_battles.state import LEADER, WAVERING, Piece, State
from engine.samurai_battles.terrain import PLAIN, TERRAINS
from engine.samurai_battles.units import LEADERS, UNITS

GAME = "samurai_battles"
PHASES = ("", "card", "order", "move", "battle", "end")  # SB-4.1


def colours(view: View) -> Sequence[str]:
    """By seat: red is the top army, yellow the bottom army. [SB-3.6]"""
    found: list[str] = view["colours"]
    return found


def view(state: State, seat: Seat | None) -> View:
    """The battle as one side sees it; None is a spectator. [SB-3.2]"""
    you = None if seat == OPEN else seat
    return {
        "game": GAME,
        "you": you,
        "seats": len(ARMIES),
        "colours": list(ARMIES),
        "scenario": scenario_seen(state.setup.scenario),
        "turn_cap": state.setup.turn_cap,
        "terrain": terrain_seen(state),
        "camps": {NAMES[h]: s for s, h in enumerate(state.camps) if h != NO_HEX},
        "units": dict(units_seen(state)),
        "leaders": dict(leaders_seen(state)),
        "lost": lost_seen(state),
        "turn": state.turn,
        "turn_of": state.active,
        "active": waited_for(state),
        "phase": "over" if state.over else PHASES[state.phase],
        "card": state.card or None,
        "copied": copied(state),
        "mirrored": state.mirrored,
        "in_play": [card._asdict() for card in state.in_play],
        "strikes": list(state.strikes),
        "roll": roll_seen(state),
        "marks": [*moves_seen(state), *battles_seen(state), *traces_seen(state)],
        "hand": None if you is None else hand_seen(state, you),
        "hands": [hand_seen(state, s) for s in (0, 1)] if seat == OPEN else None,
        "hand_counts": [
            {
                "command": len(state.command_hands[s]) + drawn_count(state, s),
                "dragon": len(state.dragon_hands[s]),
            }
            for s in (0, 1)
        ],
        "decks": {
            "command": len(state.command_deck),
            "dragon": len(state.dragon_deck),
        },
        "discards": {
            "command": dict(sorted(Counter(state.command_discard).items())),
            "dragon": dict(sorted(Counter(state.dragon_discard).items())),
        },
        "tokens": list(state.tokens),
        "pool": state.pool,
        "banners": [banners_of(state, s) for s in (0, 1)],
        "left": sorted(state.left),
        "over": state.over,
        "standings": [
            {"seat": s.seat, "place": s.place, "points": s.points, **s.detail}
            for s in score(state)
        ],
    }


def waited_for(state: State) -> Seat | None:
    """Who decides next; where nobody is waited for, who goes on. [SB-17.2]"""
    due = decisions(state)
    waiting = [one.seat for one in due if one.waits]
    return next(iter([*waiting, *(one.seat for one in due[-1:])]), None)


def scenario_seen(of: Scenario) -> dict[str, Any]:
    """All that is fixed before the first turn. [SB-15.8]"""
    return {
        "id": of.id,
        "slug": of.slug,
        "title": dict(of.title),
        "year": of.year,
        "banners": of.banners,
        "lines": list(of.lines),
        "armies": [dict(army.name) for army in of.armies],
        "leaders": {
            one.id: dict(one.name) for army in of.armies for one in army.leaders
        },
        "special": special_seen(of),
    }


def special_seen(of: Scenario) -> dict[str, Any]:
    """The switches as the file has them. [SB-15.9]"""
    return dict(of.data.get("special", {}))


def terrain_seen(state: State) -> dict[str, str]:
    """As printed; a camp that has fallen is plain. [SB-13.4]"""
    scenario = state.setup.scenario
    fallen = {army.camp for army in scenario.armies} - {*state.camps}
    return {
        NAMES[hex]: TERRAINS[kind].id
        for hex, kind in enumerate(scenario.terrain)
        if kind != PLAIN and hex not in fallen
    }


# --------------------------------------------------------------------------- pieces


def units_seen(state: State) -> Iterator[tuple[str, dict[str, Any]]]:
    for unit, hex in enumerate(state.unit_hex):
        if hex == NO_HEX:
            continue
        seat, placed = state.unit_seat[unit], state.setup.units[unit]
        yield (
            NAMES[hex],
            {
                "id": placed.id,
                "type": UNITS[placed.kind].id,
                "seat": state.setup.unit_owners[unit] if seat == WAVERING else seat,
                "figures": state.figures[unit],
                "wavering": seat == WAVERING,
                "state": order_seen(state, unit),
            },
        )


def leaders_seen(state: State) -> Iterator[tuple[str, dict[str, Any]]]:
    for leader, hex in enumerate(state.leader_hex):
        if hex == NO_HEX:
            continue
        seat, placed = state.leader_seat[leader], state.setup.leaders[leader]
        yield (
            NAMES[hex],
            {
                "id": placed.id,
                "type": LEADERS[placed.kind].id,
                "seat": state.setup.leader_owners[leader] if seat == WAVERING else seat,
                "wavering": seat == WAVERING,
                "state": order_seen(state, leader + LEADER),
            },
        )


def order_seen(state: State, piece: Piece) -> str:
    """Whether it has an order this turn, and has used it in battle. [SB-4.4, SB-4.6]"""
    if piece not in state.orders or state.phase == 5:
        return ""
    return "done" if piece in state.battled else "ordered"


def lost_seen(state: State) -> dict[str, list[str]]:
    """Those who stand nowhere any more. [SB-14.1]"""
    return {
        "units": [
            unit.id
            for unit, hex in zip(state.setup.units, state.unit_hex, strict=True)
            if hex == NO_HEX
        ],
        "leaders": [
            leader.id
            for leader, hex in zip(state.setup.leaders, state.leader_hex, strict=True)
            if hex == NO_HEX
        ],
    }


# ------------------------------------------------------------------- cards and dice


def hand_seen(state: State, seat: Seat) -> dict[str, list[str]]:
    """Hands are secret. [SB-3.2]"""
    return {
        "command": list(state.command_hands[seat]),
        "dragon": list(state.dragon_hands[seat]),
        "drawn": list(state.drawn) if seat == state.active else [],
    }


def drawn_count(state: State, seat: Seat) -> int:
    return len(state.drawn) if seat == state.active else 0


def copied(state: State) -> str | None:
    """What a counter-attack stands for. [SB-5.8]"""
    return state.effect if state.effect and state.effect != state.card else None


def roll_seen(state: State) -> dict[str, Any] | None:
    """The last battle roll, or the roll of Shogun, as the dice lie. [SB-17.11]"""
    roll = state.last_roll
    if roll is not None:
        return {
            "seat": state.unit_seat[roll.roller],
            "what": roll.kind,
            "origin": NAMES[roll.roller_hex],
            "target": NAMES[roll.target_hex],
            "faces": list(roll.faces),
        }
    if state.faces:
        shogun = {"seat": state.active, "what": "shogun", "origin": None}
        return {**shogun, "target": None, "faces": list(state.faces)}
    return None


# -------------------------------------------------------------------- what happened


def moves_seen(state: State) -> Iterator[dict[str, Any]]:
    for move in state.moves:
        piece = move.piece
        seats = state.leader_seat if piece >= LEADER else state.unit_seat
        seat = seats[piece - LEADER if piece >= LEADER else piece]
        yield mark("move", seat, move.path, len(move.path) - 1)


def battles_seen(state: State) -> Iterator[dict[str, Any]]:
    """Those that are over, and the one that is being fought."""
    fight = state.fight
    for battle in state.battles:
        kind, path = battle.kind, (battle.origin, battle.target)
        yield mark(attack(kind), state.active, path, battle.hits)
    if fight is not None:
        path = (fight.attacker_hex, fight.target_hex)
        yield mark(attack(fight.kind), state.active, path, fight.hits)


def attack(kind: str) -> str:
    """A bonus melee is a melee. [SB-8.11]"""
    return "fire" if kind == "fire" else "melee"


def traces_seen(state: State) -> Iterator[dict[str, Any]]:
    for trace in state.traces:
        yield mark(trace.kind, trace.seat, trace.path, len(trace.path) - 1)


def mark(kind: str, seat: Seat, path: Sequence[int], count: int) -> dict[str, Any]:
    names = [NAMES[hex] for hex in path]
    return {"kind": kind, "seat": seat, "path": names, "count": count}

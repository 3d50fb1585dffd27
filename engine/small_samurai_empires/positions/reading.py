"""Reads positions, also partial ones that people write by hand."""

from __future__ import annotations

from itertools import chain
from typing import Any

from engine.contract import Position
from engine.errors import PositionImpossible
from engine.flat import changed
from engine.positions import Fields, shown
from engine.small_samurai_empires.board import Board
from engine.small_samurai_empires.box import (
    KINDS,
    MOUNTAIN_TOKENS,
    N_MOVE,
    NOTHING,
)
from engine.small_samurai_empires.positions.layout import read_layout, read_setup
from engine.small_samurai_empires.positions.words import (
    MANY,
    check_numbers,
    key_of,
    numbers_of,
    refuse_if,
    word_of,
)
from engine.small_samurai_empires.positions.writing import GAME
from engine.small_samurai_empires.rules.invariants import POINTS_OF, faults
from engine.small_samurai_empires.rules.listing import POINTS, kind_at
from engine.small_samurai_empires.rules.sequence import movers_in
from engine.small_samurai_empires.rules.setup import place_armies
from engine.small_samurai_empires.state import (
    BITS,
    KIND,
    OWNER,
    State,
    token_of,
)


def from_position(position: Position) -> State:
    """What is not said is as the sheet has it at the start. [SSE-3]"""
    fields = Fields(position, GAME)
    setup = read_setup(fields)
    state = State(setup, read_layout(fields, setup))
    read_time(fields, state)
    read_pieces(fields, state)
    read_slots(fields, state)
    read_destiny(fields, state)
    read_variants(fields, state)
    read_turn(fields, state)
    read_action(fields, state)
    fields.finish()
    if found := faults(state):
        raise PositionImpossible(f"This position cannot be: {'; '.join(found)}.")
    return state


def read_time(fields: Fields, state: State) -> None:
    """Era, round and phase; who has left. [SSE-4.1]"""
    seats = state.setup.seats
    state.era = fields.number("era", 1, 1, state.setup.board.eras)
    state.round = fields.number("round", 1, 1, 2)
    state.phase = fields.word("phase", "destiny", POINTS_OF)
    points = [point for points in POINTS_OF.values() for point in points]
    state.point = fields.word("point", POINTS_OF[state.phase][0], points)
    over = "points" if state.phase == "over" else ""
    state.over = fields.word("over", over, ("", "points"))
    track = fields.list("turn_track") or list(range(seats))
    state.track = tuple(
        fields.check_number("turn_track", seat, 0, seats - 1) for seat in track
    )
    state.left = frozenset(fields.numbers("left", 0, seats - 1))


def read_pieces(fields: Fields, state: State) -> None:
    """Armies and castles as written; nothing written: as set up. [SSE-3.4]"""
    setup, board, seats = state.setup, state.setup.board, state.setup.seats
    none = [0] * seats
    provinces = fields.table("provinces")
    if not provinces:
        place_armies(state)
    castles = list(none)
    for name, pieces in provinces.items():
        province, where = key_of("provinces", name, board.index), f"provinces.{name}"
        if not isinstance(pieces, dict) or pieces.keys() - {"armies", "castles"}:
            raise PositionImpossible(f"“{where}” has armies and castles.")
        given = pieces.get("armies", none)
        armies = check_numbers(fields, where, given, none, board.armies)
        state.armies[province * seats : (province + 1) * seats] = armies
        given = pieces.get("castles", none)
        for seat, has in enumerate(check_numbers(fields, where, given, none, 1)):
            castles[seat] |= has << province
    state.castles = tuple(castles)
    state.food = numbers_of(fields, "food", [board.start[0]] * seats, board.tokens[0])
    state.bushido = numbers_of(
        fields, "bushido", [board.start[1]] * seats, board.tokens[1]
    )
    state.scores = numbers_of(fields, "score", none, MANY)
    rows = fields.list("influence") or [[0] * len(board.regions)] * setup.seats
    refuse_if(len(rows) != seats, f"“influence” is a list of {seats} lists.")
    zero = [0] * len(board.regions)
    state.influence = tuple(
        n for row in rows for n in check_numbers(fields, "influence", row, zero, MANY)
    )


def read_slots(fields: Fields, state: State) -> None:
    """Tokens in slots; all others are in hand. [SSE-1.6, SSE-7.1]"""
    board, seats = state.setup.board, state.setup.seats
    for name, tokens in fields.table("slots").items():
        slot = key_of("slots", name, board.slot_index)
        refuse_if(
            not isinstance(tokens, list) or len(tokens) > 2,
            f"“slots.{name}” is a list of one or two tokens.",
        )
        for number, token in enumerate(tokens):
            layer, code = read_token(fields, f"slots.{name}", token, number + 1, seats)
            laid = state.first if layer == 1 else state.second
            refuse_if(bool(laid[slot]), f"{name} has two tokens of round {layer}.")
            if layer == 1:
                state.first = changed(state.first, slot, code)
            else:
                state.second = changed(state.second, slot, code)
            seat, kind = OWNER[code], KIND[code]
            state.hands = changed(state.hands, seat, -(1 << BITS * kind))
            held = [OWNER[t] == seat and KIND[t] == kind for t in laid_tokens(state)]
            refuse_if(
                sum(held) > board.kinds[kind],
                f"seat {seat} has only {board.kinds[kind]} tokens {KINDS[kind]}.",
            )
    for top, under in zip(state.second, state.first, strict=True):
        if top and under and OWNER[top] != OWNER[under]:
            state.covers |= 1 << seats * OWNER[top] + OWNER[under]


def laid_tokens(state: State) -> list[int]:
    return [token for token in (*state.first, *state.second) if token]


def read_token(
    fields: Fields, where: str, token: Any, number: int, seats: int
) -> tuple[int, int]:
    match token:
        case {"seat": seat, "kind": kind, **rest} if not rest.keys() - {"round"}:
            seat = fields.check_number(where, seat, 0, seats - 1)
            layer = fields.check_number(where, rest.get("round", number), 1, 2)
            return layer, token_of(seat, word_of(where, kind, KINDS))
    raise PositionImpossible(
        f'“{where}” has tokens such as {{"seat": 0, "kind": "attack"}}; '
        f"{shown(token)} is not."
    )


def read_destiny(fields: Fields, state: State) -> None:
    """Cards not spoken of fill the hands, then the deck. [SSE-3.2]"""
    board, seats = state.setup.board, state.setup.seats
    given = fields.table("destiny")
    unknown = given.keys() - {"hands", "chosen", "shown", "deck"}
    refuse_if(bool(unknown), "“destiny” has hands, chosen, shown and deck.")
    shown_cards = given.get("shown", {})
    refuse_if(not isinstance(shown_cards, dict), "“destiny.shown” is an object.")
    counts = [0] * len(board.regions)
    for name, count in shown_cards.items():
        region = key_of("destiny.shown", name, board.region_index)
        counts[region] = fields.check_number("destiny.shown", count, 0, MANY)
    state.shown = tuple(counts)
    chosen = card_list(given.get("chosen") or [None] * seats, "destiny.chosen", board)
    refuse_if(len(chosen) != seats, f"“destiny.chosen” has {seats} entries.")
    state.chosen = tuple(chosen)
    pool = [n - counts[r] - chosen.count(r) for r, n in enumerate(board.destiny)]
    hands = read_hands(given.get("hands"), state, pool)
    state.cards = tuple(sum(1 << BITS * card for card in hand) for hand in hands)
    rest = [region for region, n in enumerate(pool) for _ in range(n)]
    deck = given.get("deck")
    cards = rest if deck is None else card_list(deck, "destiny.deck", board)
    refuse_if(NOTHING in cards, "“destiny.deck” has a card of no region.")
    state.deck = tuple(cards)


def card_list(given: Any, where: str, board: Board) -> list[int]:
    refuse_if(not isinstance(given, list), f"“{where}” is a list of regions.")
    return [
        NOTHING if name is None else key_of(where, name, board.region_index)
        for name in given
    ]


def read_hands(given: Any, state: State, pool: list[int]) -> list[list[int]]:
    """As written, else dealt from the cards left, a region after the other."""
    board, seats = state.setup.board, state.setup.seats
    if given is not None:
        right = isinstance(given, list) and len(given) == seats
        refuse_if(not right, f"“destiny.hands” is a list of {seats} hands.")
        hands = [card_list(hand, "destiny.hands", board) for hand in given]
        for card in chain.from_iterable(hands):
            refuse_if(card == NOTHING, "“destiny.hands” has a card of no region.")
            pool[card] -= 1
        return hands
    hands = []
    for seat in range(seats):
        played = state.phase != "destiny" or state.chosen[seat] != NOTHING
        hand: list[int] = []
        while len(hand) < board.destiny_hand - played and max(pool) > 0:
            card = pool.index(max(pool))
            pool[card] -= 1
            hand.append(card)
        hands.append(hand)
    return hands


def read_variants(fields: Fields, state: State) -> None:
    """Agendas scored, mountain tokens still there. [SSE-10.1.2, SSE-10.2.1]"""
    setup, board, seats = state.setup, state.setup.board, state.setup.seats
    for name, done in fields.table("agenda_done").items():
        region = key_of("agenda_done", name, board.region_index)
        refuse_if(not isinstance(done, list), "“agenda_done” has lists of seats.")
        for seat in done:
            seat = fields.check_number("agenda_done", seat, 0, seats - 1)
            state.agenda |= 1 << seats * region + seat
    given = fields.table("mountains")
    if not setup.mountain:
        refuse_if(bool(given), "“mountains” needs the variant mountain.")
        return
    tokens = [NOTHING] * len(board.mountains)
    left = list(board.mountain_tokens)
    for name, kind in given.items():
        mountain = key_of("mountains", name, board.mountain_index)
        if kind is not None:
            tokens[mountain] = word_of(f"mountains.{name}", kind, MOUNTAIN_TOKENS)
            left[tokens[mountain]] -= 1
    for mountain, name in enumerate(board.mountains):
        if name not in given:
            tokens[mountain] = left.index(max(left))
            left[tokens[mountain]] -= 1
    state.mountains = tuple(tokens)


def read_turn(fields: Fields, state: State) -> None:
    """Not said: what is left to place, the first to place, the first to act."""
    board, seats = state.setup.board, state.setup.seats
    placing = state.phase == "placement"
    layer = state.first if state.round == 1 else state.second
    most = board.placements[state.round - 1][seats]
    todo = [
        most - sum(OWNER[token] == seat for token in layer if token)
        if placing and seat not in state.left
        else 0
        for seat in range(seats)
    ]
    state.todo = numbers_of(fields, "to_place", todo, most)
    slot = fields.word("slot", "", ("", *board.slots), none_is="")
    state.slot = board.slot_index[slot] if slot else NOTHING
    if state.phase == "resolution" and not slot:
        state.slot = first_to_act(state)
    state.seat = default_active(state)
    state.seat = fields.number("active", state.seat, NOTHING, seats - 1)


def first_to_act(state: State) -> int:
    slots = [s for s in range(len(state.first)) if state.first[s] or state.second[s]]
    if not slots:
        return NOTHING
    return slots[0] if state.round == 1 else slots[-1]


def default_active(state: State) -> int:
    """The owner of the token that acts, else who is next on the turn track."""
    if state.phase in ("destiny", "over"):
        return NOTHING
    if state.slot != NOTHING:
        layer = state.first if state.round == 1 else state.second
        return OWNER[layer[state.slot] or state.first[state.slot]]
    waiting = [seat for seat in state.track if state.todo[seat]]
    return max(waiting, key=lambda seat: state.todo[seat]) if waiting else NOTHING


def read_action(fields: Fields, state: State) -> None:
    """What the open action has done so far; not said: nothing yet. [SSE-5.3.2]"""
    board, seats, given = state.setup.board, state.setup.seats, fields.table("action")
    known = {"steps", "movers", "target", "explored", "expedition"}
    unknown = given.keys() - known
    refuse_if(bool(unknown), f"“action” has {', '.join(sorted(known))}.")
    state.step = fields.check_number("action.steps", given.get("steps", 0), 0, 9)
    if (target := given.get("target")) is not None:
        state.target = key_of("action.target", target, board.index)
    explored = given.get("explored", False)
    refuse_if(not isinstance(explored, bool), "“action.explored” is true or false.")
    state.explored = explored
    if (climb := given.get("expedition")) is not None:
        state.climb = read_climb(climb, board)
    movers = given.get("movers")
    if movers is None:
        state.movers = default_movers(state)
    else:
        refuse_if(not isinstance(movers, list), "“action.movers” is a list.")
        found = [key_of("action.movers", name, board.index) for name in movers]
        state.movers = tuple(sorted(found))
    state.reserve = tuple(
        board.armies
        - sum(state.armies[seat::seats])
        - (bool(state.climb) and seat == state.seat)
        for seat in range(seats)
    )


def read_climb(climb: Any, board: Board) -> tuple[int, ...]:
    match climb:
        case [origin, mountain, province]:
            return (
                key_of("action.expedition", origin, board.index),
                key_of("action.expedition", mountain, board.mountain_index),
                key_of("action.expedition", province, board.index),
            )
    raise PositionImpossible("“action.expedition” is [province, mountain, province].")


def default_movers(state: State) -> tuple[int, ...]:
    """The seat's armies in the region of the slot, if it is a move. [SSE-5.3.2]"""
    slot, board = state.slot, state.setup.board
    if slot == NOTHING or state.seat == NOTHING or state.climb:
        return ()
    moving = state.point == "neutral" and state.layout.neutral[slot] == N_MOVE
    if state.point == "resolution":
        moving = kind_at(state) in POINTS
    return movers_in(state, board.slot_region[slot]) if moving else ()

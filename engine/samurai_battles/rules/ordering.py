"""Command cards, and who may be ordered by them. [SB-5]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.contract import Order, Seat
from engine.errors import OrderIllegal
from engine.samurai_battles.box import FACES
from engine.samurai_battles.cards import COMMAND, DRAGON, Command
from engine.samurai_battles.hexes import (
    INDEX,
    NAMES,
    NEIGHBOUR_MASK,
    Hex,
    sections,
)
from engine.samurai_battles.rules.ending import command_size
from engine.samurai_battles.rules.frames import Battlefield, pop, throw
from engine.samurai_battles.rules.pieces import (
    hex_of,
    is_lone,
    is_near_enemy,
    kind_of,
    leader_kind,
    leaders_of,
    lone_leaders_of,
    named,
    symbol_of,
    units_of,
)
from engine.samurai_battles.rules.tokens import gain
from engine.samurai_battles.state import LEADER, NOBODY, Piece, State

FALSE_ORDERS = DRAGON["false-orders"]
DONE = Order("done")
ORDER_UNIT = tuple(Order("order", (name,)) for name in NAMES)
ORDER_LEADER = tuple(Order("order", ("leader", name)) for name in NAMES)
SUBSETS = tuple(range(1, 8))  # of three sections


def card_of(state: State) -> Command | None:
    """The card whose text holds: what a counter-attack copies. [SB-5.8]"""
    return COMMAND[state.effect] if state.effect else None


def order_step(state: State, piece: Piece) -> Order:
    steps = ORDER_LEADER if piece >= LEADER else ORDER_UNIT
    return steps[hex_of(state, piece)]


def by_card(state: State) -> list[Piece]:
    """Those whom the Command card has ordered so far. [SB-5.15]"""
    return [piece for piece in state.orders if piece != state.messenger]


# --------------------------------------------------------------- how many [SB-5.4]


def orders_given(state: State) -> int:
    """How many orders the card gives; line-order has no limit. [SB-12.13]"""
    card, size = card_of(state), command_size(state, state.active)
    if card is None or card.orders_nobody:
        return 0
    if card.orders:
        return sum(size if one.per_card else one.number for one in card.orders)
    if card.dice_per_card:
        return size * card.dice_per_card
    if card.per_card:
        return size
    return card.most or len(NAMES)


def most_orders(state: State, card: Command) -> int:
    """With false-orders one fewer. [SB-12.13]"""
    most = orders_given(state)
    if not state.fewer:
        return most
    if card.leader_hex:
        return 1 + (FALSE_ORDERS.leadership_adjacent or 0)
    if not card.most and not card.per_card and not card.orders:
        return FALSE_ORDERS.line_order_most or 0
    return most - FALSE_ORDERS.orders_fewer


# ------------------------------------------------------------------- who can be ordered


def can_order(state: State) -> Iterator[Piece]:
    """Every piece that the next order may go to. [SB-5.2 to SB-5.15]"""
    card = card_of(state)
    if card is None or card.orders_nobody:
        return
    if is_fallback(state, card):
        yield from fallback(state)
    elif card.orders:
        yield from in_sections(state, card)
    elif card.dice_per_card:
        yield from by_faces(state, card)
    elif card.leader_hex:
        yield from around_leader(state, card)
    else:
        yield from by_tactic(state, card)


def unordered_units(state: State) -> list[int]:
    orders = state.orders
    return [unit for unit in units_of(state, state.active) if unit not in orders]


def unordered_leaders(state: State, detaching: bool) -> list[int]:
    """Lone ones; attached ones only with the helmet. [SB-5.3]"""
    orders = state.orders
    return [
        leader
        for leader in leaders_of(state, state.active)
        if leader + LEADER not in orders and (detaching or is_lone(state, leader))
    ]


def in_sections(state: State, card: Command) -> Iterator[Piece]:
    """A unit on a line is ordered from either section. [SB-5.2, SB-12.13]"""
    size = command_size(state, state.active)
    room = [0, 0, 0]
    for one in card.orders:
        section = 2 - one.section if state.mirrored else one.section
        room[section] += size if one.per_card else one.number
    where = sections(state.setup.scenario.lines)[state.active]
    given = [where[hex_of(state, piece)] for piece in by_card(state)]
    if len(given) >= most_orders(state, card):
        return
    fits = fitting(tuple(sorted(given)), tuple(room))
    for unit in unordered_units(state):
        if where[state.unit_hex[unit]] in fits:
            yield unit
    for leader in unordered_leaders(state, card.helmet == "yes"):
        if where[state.leader_hex[leader]] in fits:
            yield leader + LEADER


@lru_cache(maxsize=4096)
def fitting(given: tuple[int, ...], room: tuple[int, ...]) -> frozenset[int]:
    """Sections, as bits, of which one more can be ordered beside those given."""
    return frozenset(bits for bits in SUBSETS if can_match([*given, bits], room))


def can_match(given: list[int], room: tuple[int, ...]) -> bool:
    """Every one has an order of a section it stands in, each used once. [SB-5.2]"""
    for subset in SUBSETS:
        inside = sum(1 for bits in given if not bits & ~subset)
        if inside > sum(room[s] for s in range(3) if subset >> s & 1):
            return False
    return True


def by_faces(state: State, card: Command) -> Iterator[Piece]:
    """Each to a face of its own, C, T and S before F; a leader takes an F. [SB-5.14]"""
    rolled = {face: state.faces.count(face) for face in FACES}
    wild = sum(rolled[face] for face in card.any_orders)
    for piece in by_card(state):
        symbol = "" if piece >= LEADER else symbol_of(state, piece)
        if rolled.get(symbol, 0) and symbol in card.symbol_orders:
            rolled[symbol] -= 1
        else:
            wild -= 1
    for unit in unordered_units(state):
        if wild or rolled[symbol_of(state, unit)]:
            yield unit
    if wild:
        for leader in unordered_leaders(state, card.helmet in ("yes", "flag")):
            yield leader + LEADER


def around_leader(state: State, card: Command) -> Iterator[Piece]:
    """The leader's hex first, then hexes adjacent to it. [SB-5.12, SB-5.15]"""
    given = by_card(state)
    if not given:
        for leader in leaders_of(state, state.active):
            unit = state.unit_at[state.leader_hex[leader]]
            piece = leader + LEADER if unit == NOBODY else unit
            if piece not in state.orders:
                yield piece
        return
    if len(given) >= most_orders(state, card):
        return
    near = NEIGHBOUR_MASK[hex_of(state, given[0])]
    for piece in (*unordered_units(state), *lone_pieces(state)):
        if near >> hex_of(state, piece) & 1:
            yield piece


def lone_pieces(state: State) -> list[Piece]:
    return [leader + LEADER for leader in unordered_leaders(state, detaching=False)]


def by_tactic(state: State, card: Command) -> Iterator[Piece]:
    """Units of a kind, perhaps in one connected group. [SB-5.7 to SB-5.13, SB-5.15]"""
    given = by_card(state)
    if len(given) >= most_orders(state, card):
        return
    touching = -1
    if card.connected and given:
        touching = 0
        for piece in given:
            touching |= NEIGHBOUR_MASK[hex_of(state, piece)]
    for piece in of_kind(state, card):
        hex = hex_of(state, piece)
        if piece in state.orders or not touching >> hex & 1:
            continue
        if not (card.not_adjacent and is_near_enemy(state, hex, state.active)):
            yield piece


def of_kind(state: State, card: Command) -> Iterator[Piece]:
    """Units with the symbol or class; lone leaders whom the card may order."""
    for unit in units_of(state, state.active):
        kind = kind_of(state, unit)
        if card.symbols and kind.symbol not in card.symbols:
            continue
        if not card.classes or kind.classes & {*card.classes}:
            yield unit
    if card.lone_leaders:
        for leader in lone_leaders_of(state, state.active):
            if leader_kind(state, leader).id in card.lone_leaders:
                yield leader + LEADER


def is_fallback(state: State, card: Command) -> bool:
    """The player has nobody of the wanted kind on the board. [SB-5.5]"""
    return card.fallback and next(of_kind(state, card), None) is None


def fallback(state: State) -> Iterable[Piece]:
    """One unit or lone leader of choice. [SB-5.5]"""
    if by_card(state):
        return []
    return [*unordered_units(state), *lone_pieces(state)]


# ---------------------------------------------------------------------- D-03 and D-05


def active_seat(state: State, *_: int) -> Seat:
    return state.active


def roll_shogun(table: Battlefield) -> None:
    """Each H gives a token; the other faces give orders. [SB-5.14]"""
    state = table.state
    pop(state)
    card = COMMAND[state.effect]
    dice = command_size(state, state.active) * card.dice_per_card
    if state.fewer:
        dice -= FALSE_ORDERS.shogun_dice_fewer
    state.faces = throw(table, "shogun", state.active, dice)
    keep_faces(state, state.active, state.faces)
    tokens = sum(state.faces.count(face) for face in card.token_faces)
    gain(table, state.active, tokens * card.tokens_per_face, "shogun")


def keep_faces(state: State, seat: Seat, faces: tuple[str, ...]) -> None:
    """The dice of a player's last own roll, for conditions of plans. [SB-17.15]"""
    red, yellow = state.last_faces
    state.last_faces = (faces, yellow) if seat == 0 else (red, faces)


def orders_options(state: State) -> list[Order]:
    return [*(order_step(state, piece) for piece in can_order(state)), DONE]


def read_piece(state: State, words: tuple[str, ...]) -> Piece:
    """The unit on a hex, or the leader there alone. Raises OrderIllegal."""
    name = words[-1]
    hex: Hex = INDEX[name]
    if words[0] == "leader":
        found = state.leader_at[hex]
        piece = found if found == NOBODY else found + LEADER
    else:
        piece = found = state.unit_at[hex]
    if found == NOBODY:
        raise OrderIllegal("SB-5.1", "E_NOBODY_THERE", hex=name)
    return piece


def order(table: Battlefield, *words: str) -> None:
    """One order. [SB-4.4, SB-5.3]"""
    state = table.state
    piece = read_piece(state, words)
    check_order(state, piece)
    card = card_of(state)
    if card is not None and is_fallback(state, card):
        state.plain = state.plain | {piece}
    give_order(table, piece)


def check_order(state: State, piece: Piece) -> None:
    """Raises OrderIllegal with the rule that forbids it."""
    hex = NAMES[hex_of(state, piece)]
    owner = (
        state.leader_seat[piece - LEADER] if piece >= LEADER else state.unit_seat[piece]
    )
    if owner != state.active:
        raise OrderIllegal("SB-5.1", "E_NOT_YOURS", hex=hex)
    if piece in state.orders:
        raise OrderIllegal("SB-4.4", "E_ORDERED", hex=hex)
    legal = list(can_order(state))
    if piece in legal:
        return
    steps = [order_step(state, other).text for other in legal]
    rule, code = why_not(state, piece)
    raise OrderIllegal(
        rule, code, hex=hex, card=state.effect, legal=steps, legal_kind="order"
    )


def why_not(state: State, piece: Piece) -> tuple[str, str]:
    card = card_of(state)
    if card is None or card.orders_nobody:
        return "SB-4.3", "E_NO_ORDERS"
    is_attached = piece >= LEADER and not is_lone(state, piece - LEADER)
    if is_attached and card.helmet == "no":
        return "SB-5.3", "E_NO_HELMET"
    if len(by_card(state)) >= most_orders(state, card):
        return "SB-5.1", "E_NO_MORE_ORDERS"
    if card.orders:
        return "SB-5.2", "E_SECTION"
    if card.dice_per_card:
        return "SB-5.14", "E_NO_FACE"
    if card.leader_hex:
        return "SB-5.12", "E_NOT_NEAR_LEADER"
    if piece in of_kind(state, card) and card.connected:
        return "SB-5.15", "E_NOT_CONNECTED"
    if piece in of_kind(state, card) and card.not_adjacent:
        return "SB-5.10", "E_ENEMY_NEAR"
    return "SB-5.6", "E_WRONG_KIND"


def give_order(table: Battlefield, piece: Piece) -> None:
    state = table.state
    state.orders = (*state.orders, piece)
    what = "leader_ordered" if piece >= LEADER else "unit_ordered"
    hex = NAMES[hex_of(state, piece)]
    table.tell(what, seat=state.active, **named(state, piece), hex=hex)


def end_orders(table: Battlefield) -> None:
    state = table.state
    pop(state)
    given = "given" if state.orders else "none"
    table.tell("orders_ended", seat=state.active, reason=given)


# ----------------------------------------------------------------- counter-attack


def copied(state: State) -> tuple[str, bool]:
    """The effective card of the opponent's last turn. [SB-5.8, SB-16.18]"""
    other = 1 - state.active
    return state.last_effects[other], not state.last_mirrored[other]

"""Phase 3: units and leaders move. [SB-6]"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.contract import Order
from engine.errors import OrderIllegal
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.hexes import (
    COUNT,
    DISTANCE,
    EXITS,
    INDEX,
    NAMES,
    NEIGHBOURS,
    Hex,
)
from engine.samurai_battles.rules.frames import Battlefield, pop, push
from engine.samurai_battles.rules.leaders import go, may_end, may_enter
from engine.samurai_battles.rules.ordering import card_of, read_piece
from engine.samurai_battles.rules.pieces import (
    hex_of,
    is_lone,
    kind_of,
    leader_class,
    leader_kind,
    leader_with,
    may_lead,
    named,
    names_of,
    occupied,
    put_leader,
    put_together,
    put_unit,
    seat_of,
    unit_class,
)
from engine.samurai_battles.rules.retreat import tell_joined
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import LEADER, NOBODY, Move, Piece, State
from engine.samurai_battles.terrain import IMPASSABLE, STOPS

Path = tuple[Hex, ...]
FARTHEST = 6  # hexes that any move can have
FORCED = DRAGON["forced-march"].march_add
# NEAR[reach][hex]: the hexes within reach, as bits.
NEAR: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        sum(1 << there for there in range(COUNT) if DISTANCE[here][there] <= reach)
        for here in range(COUNT)
    )
    for reach in range(FARTHEST + 1)
)
AROUND: tuple[tuple[tuple[Hex, ...], ...], ...] = tuple(  # the same as lists
    tuple(
        tuple(h for h in range(COUNT) if 0 < DISTANCE[here][h] <= reach)
        for here in range(COUNT)
    )
    for reach in range(FARTHEST + 1)
)
MANY = 50_000  # journeys that are remembered


class March(NamedTuple):
    """How far a piece may go, and how far to battle afterwards. [SB-1.2, SB-6.11]"""

    battle: int
    most: int


def march_of(state: State, piece: Piece) -> March:
    """The figures of the piece, those of the card in their place, one more if forced.

    [SB-5.7, SB-5.10, SB-5.11, SB-5.13, SB-6.11]
    """
    card = None if piece in state.plain else card_of(state)
    if piece >= LEADER:
        battle = most = leader_kind(state, piece - LEADER).move
    else:
        kind = kind_of(state, piece)
        battle, most = kind.move_battle, kind.move
        by_card = card.march if card else None
        if (
            by_card
            and kind.symbol in by_card.symbols
            and kind.class_ in by_card.classes
        ):
            battle, most = by_card.battle, by_card.most
    if card is not None and card.march_cap is not None:
        battle, most = min(battle, card.march_cap), min(most, card.march_cap)
    forced = FORCED if state.marching == piece else 0
    return March(battle + forced, most + forced)


def may_move(state: State, piece: Piece) -> bool:
    """Ordered, still there, and neither moved nor settled. [SB-4.4, SB-6.1, SB-6.6]"""
    return (
        piece in state.orders
        and piece not in state.moved
        and piece not in state.settled
        and hex_of(state, piece) != NO_HEX
        and seat_of(state, piece) == state.active
    )


# --------------------------------------------------------------------------- journeys


class Journeys(NamedTuple):
    """Every legal move of a piece. [SB-6.13]"""

    paths: tuple[Path, ...]  # with the hex where it begins
    exits: tuple[Path, ...]  # and then off the field
    steps: tuple[Order, ...]
    known: frozenset[tuple[str, ...]]  # the words of these steps


def shortest(
    start: Hex, reach: int, enters: Callable[[Hex], bool], stops: Callable[[Hex], bool]
) -> dict[Hex, list[Path]]:
    """All shortest paths to every hex in reach, and the stay at the start. [SB-6.13]"""
    found: dict[Hex, list[Path]] = {start: [(start,)]}
    layer = [start]
    for _ in range(reach):
        ahead: dict[Hex, list[Path]] = {}
        for here in layer:
            for hex in NEIGHBOURS[here]:
                if hex not in found and enters(hex):
                    paths = ahead.setdefault(hex, [])
                    paths += [(*path, hex) for path in found[here]]
        found |= ahead
        layer = [hex for hex in ahead if not stops(hex)]
    return found


def unit_journeys(state: State, unit: int) -> Journeys:
    """A unit never enters a hex with a unit; a lone leader may be joined. [SB-6.2]"""
    reach = march_of(state, unit).most
    start = state.unit_hex[unit]
    near = NEAR[reach][start]
    joins = joinable(state, unit) & near
    blocked = occupied(state) & near & ~joins
    kind = unit_class(state, unit)
    key = (state.camps, kind, start, reach, blocked, joins)
    memo = state.setup.journeys
    if (found := memo.get(key)) is None:
        ground, stop = state.ground, STOPS[kind]
        reached = shortest(
            start,
            reach,
            lambda hex: not (blocked >> hex & 1 or IMPASSABLE[ground[hex]]),
            lambda hex: stop[ground[hex]] or bool(joins >> hex & 1),  # SB-6.3, SB-6.4
        )
        paths = [path for hex in sorted(reached) for path in reached[hex]]
        found = remember(memo, key, "unit", [p for p in paths if len(p) > 1], [])
    return found


def joinable(state: State, unit: int) -> int:
    """Hexes of friendly lone leaders whom the unit may join. [SB-6.4]"""
    if leader_with(state, unit) != NOBODY and not leaves_leader(state, unit):
        return 0
    bits = 0
    for leader, seat in enumerate(state.leader_seat):
        is_friend = seat == state.unit_seat[unit] and is_lone(state, leader)
        if is_friend and may_lead(state, leader, unit):
            bits |= 1 << state.leader_hex[leader]
    return bits


def leaves_leader(state: State, unit: int) -> bool:
    """Ordered separately, each moves by himself. [SB-5.3, SB-6.10]"""
    leader = leader_with(state, unit)
    return leader != NOBODY and leader + LEADER in state.orders


def leader_journeys(state: State, leader: int) -> Journeys:
    """By himself, through friends; perhaps off the field. [SB-6.5, SB-6.7]"""
    reach = march_of(state, leader + LEADER).most
    start, seat = state.leader_hex[leader], state.leader_seat[leader]
    blocked = ends = 0
    for hex in AROUND[reach][start]:
        unit, other = state.unit_at[hex], state.leader_at[hex]
        is_strange = (unit != NOBODY and state.unit_seat[unit] != seat) or (
            other != NOBODY and state.leader_seat[other] != seat
        )
        if is_strange or not may_enter(state, leader, hex):
            blocked |= 1 << hex
        elif may_end(state, leader, hex):
            ends |= 1 << hex
    kind = leader_class(state, leader)
    key = (state.camps, kind + 2 * (1 + seat), start, reach, blocked, ends)
    memo = state.setup.journeys
    if (found := memo.get(key)) is None:
        ground, stop = state.ground, STOPS[kind]
        reached = shortest(
            start,
            reach,
            lambda hex: not blocked >> hex & 1,
            lambda hex: stop[ground[hex]],
        )
        paths = [path for hex in sorted(reached) for path in reached[hex]]
        ways = [path for path in paths if ends >> path[-1] & 1]
        exits = exit_paths(paths, seat, reach, lambda hex: stop[ground[hex]])
        found = remember(memo, key, "leader", ways, exits)
    return found


def exit_paths(
    paths: list[Path], seat: int, reach: int, stops: Callable[[Hex], bool]
) -> list[Path]:
    """The shortest ways to the home row with one hex of movement left. [SB-6.7]"""
    ways = [
        path
        for path in paths
        if EXITS[seat][path[-1]]
        and len(path) <= reach
        and (len(path) == 1 or not stops(path[-1]))
    ]
    least = min(map(len, ways), default=0)
    return [path for path in ways if len(path) == least]


def remember(
    memo: dict[tuple[object, ...], Journeys],
    key: tuple[object, ...],
    what: str,
    paths: list[Path],
    exits: list[Path],
) -> Journeys:
    if len(memo) > MANY:
        memo.clear()
    first = () if what == "unit" else ("leader",)
    words = [(*first, *names_of(path)) for path in paths]
    words += [(*first, *names_of(path), "exit") for path in exits]
    steps = tuple(Order("move", said) for said in words)
    found = Journeys(tuple(paths), tuple(exits), steps, frozenset(words))
    memo[key] = found
    return found


def journeys(state: State, piece: Piece) -> Journeys:
    if piece >= LEADER:
        return leader_journeys(state, piece - LEADER)
    return unit_journeys(state, piece)


# ------------------------------------------------------------------------------ D-06


def move_options(state: State) -> list[Order]:
    found: list[Order] = []
    for piece in state.orders:
        if may_move(state, piece):
            found += journeys(state, piece).steps
    return found


def move(table: Battlefield, *words: str) -> None:
    """Along the whole path. [SB-4.5, SB-6.1, SB-17.1]"""
    state = table.state
    start = words[:2] if words[0] == "leader" else words[:1]
    piece = read_piece(state, start)
    check_move(state, piece, words)
    exit = words[-1] == "exit"
    names = words[len(start) - 1 : len(words) - exit]
    path = tuple(INDEX[name] for name in names)
    if piece >= LEADER:
        move_leader(table, piece - LEADER, path, exit)
    else:
        move_unit(table, piece, path)
    state.moved[piece] = len(path) - 1 + exit
    state.moves = (*state.moves, Move(piece, path, exit))
    push(state, "trap", piece)


def check_move(state: State, piece: Piece, words: tuple[str, ...]) -> None:
    """Raises OrderIllegal with the rule that forbids it."""
    hex = NAMES[hex_of(state, piece)]
    if seat_of(state, piece) != state.active:
        raise OrderIllegal("SB-5.1", "E_NOT_YOURS", hex=hex)
    if piece not in state.orders:
        raise OrderIllegal("SB-4.5", "E_NO_ORDER", hex=hex)
    if not may_move(state, piece):
        raise OrderIllegal("SB-6.1", "E_HAS_MOVED", hex=hex)
    found = journeys(state, piece)
    if words in found.known:
        return
    goal = words[-1]
    ways = [step.text for step in found.steps if step.args[-1] == goal]
    if ways:
        raise OrderIllegal(
            "SB-6.13", "E_LONGER_PATH", hex=hex, legal=ways, legal_kind="order"
        )
    raise OrderIllegal("SB-6.2", "E_NO_WAY", hex=hex, goal=goal)


def move_unit(table: Battlefield, unit: int, path: Path) -> None:
    """With its leader, unless he is ordered by himself. [SB-6.4, SB-6.10]"""
    state = table.state
    joined = state.leader_at[path[-1]]
    table.tell(
        "unit_moved",
        seat=state.active,
        **named(state, unit),
        hex=NAMES[path[0]],
        goal=NAMES[path[-1]],
        hexes=len(path) - 1,
    )
    if leaves_leader(state, unit):
        put_unit(state, unit, path[-1])
    else:
        put_together(state, unit, path[-1])
    if joined != NOBODY:
        join(table, joined, unit)


def move_leader(table: Battlefield, leader: int, path: Path, exit: bool) -> None:
    """SB-6.5, SB-6.7"""
    state = table.state
    if exit:
        go(table, leader, path, exit)
        return
    table.tell(
        "leader_moved",
        seat=state.active,
        **named(state, leader + LEADER),
        hex=NAMES[path[0]],
        goal=NAMES[path[-1]],
        hexes=len(path) - 1,
    )
    put_leader(state, leader, path[-1])
    unit = state.unit_at[path[-1]]
    if unit != NOBODY:
        join(table, leader, unit)


def join(table: Battlefield, leader: int, unit: int) -> None:
    """Neither of them moves again this turn. [SB-6.4, SB-6.6]"""
    state = table.state
    state.settled = state.settled | {unit, leader + LEADER}
    tell_joined(table, leader, unit)


def end_movement(table: Battlefield) -> None:
    """One window for ordered units that stay. [SB-6.9]"""
    state = table.state
    pop(state)
    state.phase = 4
    table.tell("movement_ended", seat=state.active)
    push(state, "battles")
    push(state, "trap", NOBODY)


def stayers(state: State) -> list[int]:
    """Ordered units that did not move. [SB-6.9]"""
    return [
        piece
        for piece in state.orders
        if piece < LEADER
        and not state.moved.get(piece)
        and state.unit_hex[piece] != NO_HEX
        and state.unit_seat[piece] == state.active
    ]


# ------------------------------------------------------------------ mired [SB-6.12]


def set_back(table: Battlefield, piece: Piece) -> None:
    """To the first hex of its path, or to its start if it may not stop there."""
    state = table.state
    path, here = state.moves[-1].path, hex_of(state, piece)
    has_joined = piece in state.settled
    if has_joined:  # that is undone
        there = {state.unit_at[here], state.leader_at[here] + LEADER}
        state.settled = state.settled - there
    may_stop = piece < LEADER or may_end(state, piece - LEADER, path[1])
    goal = path[may_stop]
    what = "leader_mired" if piece >= LEADER else "unit_mired"
    table.tell(what, seat=state.active, **named(state, piece), hex=NAMES[goal])
    state.moves = (*state.moves[:-1], Move(piece, path[: 1 + may_stop]))
    if may_stop:
        state.moved[piece] = DRAGON["mired"].hexes_left
    else:  # it counts as not having moved, but it has had its move
        del state.moved[piece]
        state.settled = state.settled | {piece}
    if piece >= LEADER:
        put_leader(state, piece - LEADER, goal)
        if may_stop and state.unit_at[goal] != NOBODY:
            join(table, piece - LEADER, state.unit_at[goal])
    elif has_joined:
        put_unit(state, piece, goal)
    else:
        put_together(state, piece, goal)

"""Flags, and the retreat of units. [SB-9.1 to SB-9.9]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.samurai_battles.hexes import HOMEWARD, INDEX, NAMES, NEIGHBOUR_MASK, Hex, X
from engine.samurai_battles.rules.ending import look_at_camps
from engine.samurai_battles.rules.frames import Battlefield, leave_trace, pop, push
from engine.samurai_battles.rules.honor import lose_honor, test_honor
from engine.samurai_battles.rules.losses import remove_figures
from engine.samurai_battles.rules.pieces import (
    leader_with,
    mask_of,
    may_lead,
    named,
    names_of,
    put_together,
    supporters,
    symbol_of,
)
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import NOBODY, State
from engine.samurai_battles.terrain import FLAGS, IMPASSABLE

SUPPORTERS = 2  # SB-9.6
MOST_IGNORED = 2  # SB-9.3
PRIDE = "S"  # its units ignore a flag, and pay more for a retreat [SB-9.2, SB-9.9]
HEX_COST = {"C": 1, "T": 1, "S": 2}  # SB-9.9
LEADER_COST = 1

Path = tuple[Hex, ...]

# --------------------------------------------------------------------------- flags


def sources(state: State, unit: int) -> int:
    """How many flags the unit may ignore, one for each source. [SB-9.2]"""
    hex, seat = state.unit_hex[unit], state.unit_seat[unit]
    found = FLAGS[state.ground[hex]] + (symbol_of(state, unit) == PRIDE)
    found += leader_with(state, unit) != NOBODY  # SB-10.2
    return found + (supporters(state, hex, seat) >= SUPPORTERS)  # SB-16.22


def most_ignored(state: State, unit: int, flags: int) -> int:
    """At most two, but for iron-resolve. [SB-9.3, SB-16.2]"""
    if state.roll is not None and state.roll.resolute:
        return flags
    return min(flags, sources(state, unit), MOST_IGNORED)


def unit_seat(state: State, unit: int, *_: int) -> Seat:
    return state.unit_seat[unit]


def flags_options(state: State, unit: int, flags: int) -> list[Order]:
    most = most_ignored(state, unit, flags)
    return [Order("ignore", (str(number),)) for number in range(most + 1)]


def flags_default(state: State, unit: int, flags: int) -> Order:
    """As many as possible. [D-14]"""
    return Order("ignore", (str(most_ignored(state, unit, flags)),))


def ignore(table: Battlefield, number: str) -> None:
    """One hex for each flag that is not ignored. [SB-9.1, SB-9.3]"""
    state = table.state
    _, (unit, flags) = state.stack[-1]
    pop(state)
    ignored = int(number)
    if ignored:
        seat = state.unit_seat[unit]
        told = {**named(state, unit), "hex": NAMES[state.unit_hex[unit]]}
        table.tell("flags_ignored", seat=seat, **told, flags=ignored)
    if flags > ignored:
        push(state, "retreat", unit, flags - ignored)


# -------------------------------------------------------------------------- retreat


def retreat_paths(state: State, unit: int, hexes: int) -> list[Path]:
    """All paths of the greatest possible length. [SB-9.4, SB-9.7, SB-16.11]"""
    found: list[tuple[int, Path]] = []
    walk(state, unit, hexes, (), state.unit_hex[unit], found)
    most = max(length for length, _ in found)
    return [path for length, path in found if length == most]


def walk(
    state: State,
    unit: int,
    hexes: int,
    path: Path,
    here: Hex,
    found: list[tuple[int, Path]],
) -> None:
    """Depth first, the lower column first; each way is taken to its end."""
    if len(path) == hexes:
        found.append((hexes, path))
        return
    is_end = True
    ground = state.ground
    for hex in HOMEWARD[state.unit_seat[unit]][here]:
        if state.unit_at[hex] != NOBODY or IMPASSABLE[ground[hex]]:
            continue
        leader = state.leader_at[hex]
        if leader == NOBODY:
            is_end = False
            walk(state, unit, hexes, (*path, hex), hex, found)
        elif may_join(state, unit, leader):
            is_end = False
            found.append((hexes, (*path, hex)))  # the rest is forgiven [SB-9.5]
    if is_end:
        found.append((len(path), path))


def may_join(state: State, unit: int, leader: int) -> bool:
    """A unit without leader, a friendly leader who may lead it. [SB-9.5]"""
    return (
        leader_with(state, unit) == NOBODY
        and state.leader_seat[leader] == state.unit_seat[unit]
        and may_lead(state, leader, unit)
    )


def retreat_options(state: State, unit: int, hexes: int) -> list[Order]:
    return [
        Order("retreat", names_of(path)) for path in retreat_paths(state, unit, hexes)
    ]


def retreat_default(state: State, unit: int, hexes: int) -> Order:
    """Join, then supporters, then few enemies, then low columns. [SB-17.6]"""
    paths = retreat_paths(state, unit, hexes)
    best = min(paths, key=lambda path: rank(state, unit, path))
    return Order("retreat", names_of(best))


def rank(state: State, unit: int, path: Path) -> tuple[object, ...]:
    seat = state.unit_seat[unit]
    return (*rank_end(state, seat, state.unit_hex[unit], path), columns(path))


def rank_end(state: State, seat: Seat, origin: Hex, path: Path) -> tuple[int, int, int]:
    """How good it is to end there, the best first. [SB-17.6]"""
    end = path[-1] if path else origin
    own = mask_of(state, seat) & ~(1 << origin)  # it is not its own supporter
    joins = state.leader_at[end] != NOBODY and end != origin
    friends = (NEIGHBOUR_MASK[end] & own).bit_count()
    enemies = (NEIGHBOUR_MASK[end] & mask_of(state, 1 - seat)).bit_count()
    return -joins, -friends, enemies


def columns(path: Path) -> tuple[int, ...]:
    return tuple((X[hex] + 1) // 2 for hex in path)


def retreat(table: Battlefield, *names: str) -> None:
    """Hex by hex; what is blocked costs figures, what is made costs honor. [SB-9.7]

    The leader goes along, and stays alone if the unit is lost. [SB-9.8]
    """
    state = table.state
    _, (unit, hexes) = state.stack[-1]
    pop(state)
    path = tuple(INDEX[name] for name in names)
    seat, leader = state.unit_seat[unit], leader_with(state, unit)
    price = HEX_COST[symbol_of(state, unit)] + LEADER_COST * (leader != NOBODY)
    stop = path[-1] if path else state.unit_hex[unit]
    joined = state.leader_at[stop] if path else NOBODY
    if path:
        tell_retreat(table, unit, path)
        put_together(state, unit, stop)
    if joined != NOBODY:
        tell_joined(table, joined, unit)
    look_at_camps(table)
    if joined == NOBODY:
        remove_figures(table, unit, hexes - len(path), "blocked")
    if path and lose_honor(table, seat, price * len(path)):  # SB-9.9
        still = unit if state.unit_hex[unit] != NO_HEX else NOBODY
        test_honor(table, seat, still, NOBODY, stop)


def tell_retreat(table: Battlefield, unit: int, path: Path) -> None:
    state = table.state
    seat = state.unit_seat[unit]
    leave_trace(state, "retreat", seat, (state.unit_hex[unit], *path))
    table.tell(
        "unit_retreated",
        seat=seat,
        **named(state, unit),
        hex=NAMES[state.unit_hex[unit]],
        goal=NAMES[path[-1]],
        hexes=len(path),
    )


def tell_joined(table: Battlefield, leader: int, unit: int) -> None:
    state = table.state
    table.tell(
        "leader_joined",
        seat=state.leader_seat[leader],
        leader=state.setup.leaders[leader].id,
        **named(state, unit),
        hex=NAMES[state.unit_hex[unit]],
    )

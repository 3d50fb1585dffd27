"""Units and leaders on the field: who stands where, and who is near. [SB-0.5, SB-10.1]

What is asked often goes by bits: a set of hexes is a number with one bit for each.
"""

from __future__ import annotations

from typing import Any

from engine.contract import Seat
from engine.samurai_battles.hexes import NAMES, NEIGHBOUR_MASK, Hex
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import (
    LEADER,
    NOBODY,
    ON_FIELD,
    Piece,
    State,
)
from engine.samurai_battles.units import (
    LEADER_CLASS,
    LEADERS,
    MAY_LEAD,
    UNIT_CLASS,
    UNIT_SYMBOL,
    UNITS,
    Leader,
    Unit,
)

# ------------------------------------------------------------------- what they are


def kind_of(state: State, unit: int) -> Unit:
    return UNITS[state.setup.unit_kinds[unit]]


def leader_kind(state: State, leader: int) -> Leader:
    return LEADERS[state.setup.leader_kinds[leader]]


def symbol_of(state: State, unit: int) -> str:
    return UNIT_SYMBOL[state.setup.unit_kinds[unit]]


def unit_class(state: State, unit: int) -> int:
    return UNIT_CLASS[state.setup.unit_kinds[unit]]


def leader_class(state: State, leader: int) -> int:
    """Whose rules he follows when he is alone. [SB-1.3]"""
    return LEADER_CLASS[state.setup.leader_kinds[leader]]


def may_lead(state: State, leader: int, unit: int) -> bool:
    """SB-1.3"""
    return MAY_LEAD[state.setup.leader_kinds[leader]][state.setup.unit_kinds[unit]]


def hex_of(state: State, piece: Piece) -> Hex:
    if piece >= LEADER:
        return state.leader_hex[piece - LEADER]
    return state.unit_hex[piece]


def seat_of(state: State, piece: Piece) -> Seat:
    if piece >= LEADER:
        return state.leader_seat[piece - LEADER]
    return state.unit_seat[piece]


def named(state: State, piece: Piece) -> dict[str, Any]:
    """The field of an event that names a piece: a unit by its kind, a leader by id."""
    if piece >= LEADER:
        return {"leader": state.setup.leaders[piece - LEADER].id}
    return {"unit": kind_of(state, piece).id}


# ------------------------------------------------------------------- who is where


def leader_with(state: State, unit: int) -> int:
    """The leader attached to the unit, or NOBODY. [SB-10.1]"""
    return state.leader_at[state.unit_hex[unit]]


def is_lone(state: State, leader: int) -> bool:
    """On the field without a unit. [SB-0.5]"""
    hex = state.leader_hex[leader]
    return hex != NO_HEX and state.unit_at[hex] == NOBODY


def piece_on(state: State, hex: Hex) -> Piece:
    """The unit there, with its leader, or a lone leader; or NOBODY."""
    unit = state.unit_at[hex]
    if unit != NOBODY:
        return unit
    leader = state.leader_at[hex]
    return leader if leader == NOBODY else leader + LEADER


def is_empty(state: State, hex: Hex) -> bool:
    return state.unit_at[hex] == NOBODY and state.leader_at[hex] == NOBODY


def units_of(state: State, seat: Seat) -> list[int]:
    places = state.unit_hex
    return [
        unit
        for unit, master in enumerate(state.unit_seat)
        if master == seat and places[unit] != NO_HEX
    ]


def leaders_of(state: State, seat: Seat) -> list[int]:
    places = state.leader_hex
    return [
        leader
        for leader, master in enumerate(state.leader_seat)
        if master == seat and places[leader] != NO_HEX
    ]


def lone_leaders_of(state: State, seat: Seat) -> list[int]:
    return [leader for leader in leaders_of(state, seat) if is_lone(state, leader)]


def enemies_of(state: State, seat: Seat) -> list[Hex]:
    """Where they stand, lone leaders among them. [SB-0.5]"""
    units = [state.unit_hex[unit] for unit in units_of(state, 1 - seat)]
    return units + [state.leader_hex[one] for one in leaders_of(state, 1 - seat)]


def mask_of(state: State, seat: Seat) -> int:
    """The hexes on which units or leaders of a seat stand."""
    bits = 0
    for master, hex in zip(state.unit_seat, state.unit_hex, strict=True):
        if master == seat and hex != NO_HEX:
            bits |= 1 << hex
    for master, hex in zip(state.leader_seat, state.leader_hex, strict=True):
        if master == seat and hex != NO_HEX:
            bits |= 1 << hex
    return bits


def occupied(state: State) -> int:
    """All hexes with anybody on them."""
    bits = 0
    for hex in state.unit_hex:
        if hex != NO_HEX:
            bits |= 1 << hex
    for hex in state.leader_hex:
        if hex != NO_HEX:
            bits |= 1 << hex
    return bits


def is_near_enemy(state: State, hex: Hex, seat: Seat) -> bool:
    """Whether an enemy unit or lone leader is adjacent. [SB-7.2]"""
    return bool(NEIGHBOUR_MASK[hex] & mask_of(state, 1 - seat))


def supporters(state: State, hex: Hex, seat: Seat) -> int:
    """Friends on adjacent hexes; a lone leader counts as a unit. [SB-9.6]"""
    return (NEIGHBOUR_MASK[hex] & mask_of(state, seat)).bit_count()


# ------------------------------------------------------------------------- placing


def lift_unit(state: State, unit: int) -> None:
    state.unit_at[state.unit_hex[unit]] = NOBODY
    state.unit_hex[unit] = NO_HEX


def put_unit(state: State, unit: int, hex: Hex) -> None:
    """Move the figures, and nobody else."""
    if state.unit_hex[unit] != NO_HEX:
        state.unit_at[state.unit_hex[unit]] = NOBODY
    state.unit_hex[unit] = hex
    state.unit_at[hex] = unit


def lift_leader(state: State, leader: int, fate: str) -> None:
    if state.leader_hex[leader] != NO_HEX:
        state.leader_at[state.leader_hex[leader]] = NOBODY
    state.leader_hex[leader] = NO_HEX
    state.fates = (*state.fates[:leader], fate, *state.fates[leader + 1 :])


def put_leader(state: State, leader: int, hex: Hex) -> None:
    if state.leader_hex[leader] != NO_HEX:
        state.leader_at[state.leader_hex[leader]] = NOBODY
    elif state.fates[leader] != ON_FIELD:  # mired brings him back [SB-6.12]
        state.fates = (*state.fates[:leader], ON_FIELD, *state.fates[leader + 1 :])
    state.leader_hex[leader] = hex
    state.leader_at[hex] = leader


def put_together(state: State, unit: int, hex: Hex) -> None:
    """Move a unit with its leader. [SB-10.1]"""
    leader = leader_with(state, unit)
    put_unit(state, unit, hex)
    if leader != NOBODY:
        put_leader(state, leader, hex)


def names_of(path: tuple[Hex, ...]) -> tuple[str, ...]:
    return tuple([NAMES[hex] for hex in path])

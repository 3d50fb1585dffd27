"""A group that obeys nobody until it joins. [SB-15.5]"""

from __future__ import annotations

from engine.contract import Seat
from engine.samurai_battles.rules.frames import Battlefield, throw
from engine.samurai_battles.state import WAVERING, State


def set_wavering(state: State) -> None:
    """Units and leaders on the hexes of the group at setup."""
    group = state.setup.scenario.special.wavering_group
    if group is None:
        return
    for unit, hex in enumerate(state.unit_hex):
        if hex in group.hexes and state.unit_seat[unit] == group.owner:
            state.unit_seat[unit] = WAVERING
    for leader, hex in enumerate(state.leader_hex):
        if hex in group.hexes and state.leader_seat[leader] == group.owner:
            state.leader_seat[leader] = WAVERING


def is_wavering(state: State) -> bool:
    return WAVERING in state.unit_seat or WAVERING in state.leader_seat


def roll_for_group(table: Battlefield) -> None:
    """At the start of a player's own turn, from the given one on. [SB-15.5]"""
    state = table.state
    group, seat = state.setup.scenario.special.wavering_group, state.active
    if group is None or not is_wavering(state):
        return
    if state.own_turns[seat] < group.from_own_turn or not group.dice[seat]:
        return
    faces = throw(table, "wavering group", seat, group.dice[seat])
    if group.face in faces:
        join(table, seat)


def joined_by_attack(table: Battlefield) -> None:
    """The side that does not attack, before the roll. [SB-15.5]"""
    join(table, 1 - table.state.active)


def join(table: Battlefield, seat: Seat) -> None:
    """For good: ordinary units of their master from now on."""
    state = table.state
    state.unit_seat = [seat if one == WAVERING else one for one in state.unit_seat]
    state.leader_seat = [seat if one == WAVERING else one for one in state.leader_seat]
    table.tell("group_joined", seat=seat)

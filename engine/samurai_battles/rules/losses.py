"""Figures, units and leaders that are lost. [SB-1.5, SB-10.3, SB-12.5]"""

from __future__ import annotations

from engine.samurai_battles.box import SWORDS
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.rules.ending import win_banners
from engine.samurai_battles.rules.frames import Battlefield, leave_trace, throw
from engine.samurai_battles.rules.pieces import lift_leader, lift_unit, named
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import KILLED, LEADER


def remove_figures(table: Battlefield, unit: int, count: int, reason: str) -> int:
    """Surplus hits are lost; the last figure is the bearer. [SB-1.5]"""
    state = table.state
    lost = min(count, state.figures[unit])
    if not lost:
        return 0
    state.figures[unit] -= lost
    table.tell(
        "figures_lost",
        seat=state.unit_seat[unit],
        **named(state, unit),
        hex=NAMES[state.unit_hex[unit]],
        figures=lost,
        reason=reason,
    )
    if not state.figures[unit]:
        destroy(table, unit)
    return lost


def destroy(table: Battlefield, unit: int) -> None:
    """A banner for the opponent; a leader stays on the hex. [SB-14.1, SB-16.17]"""
    state = table.state
    seat, hex = state.unit_seat[unit], state.unit_hex[unit]
    lift_unit(state, unit)
    leave_trace(state, "fallen", seat, (hex,))
    count_kill(table, seat)
    table.tell("unit_destroyed", seat=seat, **named(state, unit), hex=NAMES[hex])
    win_banners(table, 1 - seat, "unit")


def kill_leader(table: Battlefield, leader: int, reason: str) -> None:
    """Also a leader who has just left the field. [SB-9.13, SB-14.1]"""
    state = table.state
    seat, hex = state.leader_seat[leader], state.leader_hex[leader]
    if hex != NO_HEX:
        leave_trace(state, "fallen", seat, (hex,))
    lift_leader(state, leader, KILLED)
    count_kill(table, seat)
    told = named(state, leader + LEADER)
    table.tell("leader_killed", seat=seat, **told, reason=reason)
    win_banners(table, 1 - seat, "leader")


def count_kill(table: Battlefield, seat: int) -> None:
    """What trophy-heads looks at. [SB-12.12]"""
    state = table.state
    if state.fight is not None and seat != state.active:
        state.fight = state.fight._replace(kills=state.fight.kills + 1)


# Dice of the casualty check, all of which must show swords. [SB-10.3]
CHECK_DICE = 1
CHECK_DICE_SHOT = 2  # ranged fire that leaves figures


def check_leader(table: Battlefield, leader: int, dice: int) -> bool:
    """Rolled by the opponent; whether the leader lives. [SB-10.3]"""
    state = table.state
    seat = state.leader_seat[leader]
    faces = throw(table, "leader check", 1 - seat, dice)
    if all(face == SWORDS for face in faces):
        kill_leader(table, leader, "check")
        return False
    return True

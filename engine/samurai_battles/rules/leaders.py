"""Lone leaders: their retreat, seppuku, and what an attack does to them. [SB-10]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.samurai_battles.hexes import EXITS, HOMEWARD, INDEX, NAMES, Hex, Y
from engine.samurai_battles.rules.ending import (
    command_size,
    look_at_camps,
    lose_command_card,
    with_hand,
    without,
)
from engine.samurai_battles.rules.frames import Battlefield, leave_trace, pop
from engine.samurai_battles.rules.honor import lose_honor, off_field, test_honor
from engine.samurai_battles.rules.pieces import (
    is_empty,
    leader_kind,
    lift_leader,
    may_lead,
    named,
    names_of,
    put_leader,
    seat_of,
)
from engine.samurai_battles.rules.retreat import columns, rank_end, tell_joined
from engine.samurai_battles.rules.tokens import gain
from engine.samurai_battles.state import GONE, LEADER, NOBODY, SEPPUKU, State
from engine.samurai_battles.terrain import IMPASSABLE
from engine.samurai_battles.units import COMMANDER

FLIGHT_COST = 3  # SB-9.10
FLIGHT_HEXES = 3  # SB-10.5
SEPPUKU_TOKENS = 5  # SB-10.6
SAFE_SIZE = 4  # SB-17.7

Path = tuple[Hex, ...]
SEPPUKU_STEP = Order("seppuku")


def may_enter(state: State, leader: int, hex: Hex) -> bool:
    """Passable ground; a commander may enter his own camp again. [SB-10.8]"""
    if not IMPASSABLE[state.ground[hex]]:
        return True
    is_commander = leader_kind(state, leader).id == COMMANDER
    return is_commander and hex == state.camps[state.leader_seat[leader]]


def may_pass(state: State, leader: int, hex: Hex) -> bool:
    """Through friends, never through others. [SB-6.5, SB-10.5]"""
    seat = state.leader_seat[leader]
    for piece in on_hex(state, hex):
        if seat_of(state, piece) != seat:
            return False
    return may_enter(state, leader, hex)


def on_hex(state: State, hex: Hex) -> list[int]:
    unit, other = state.unit_at[hex], state.leader_at[hex]
    found = [] if unit == NOBODY else [unit]
    return found if other == NOBODY else [*found, other + LEADER]


def may_end(state: State, leader: int, hex: Hex) -> bool:
    """On an empty hex, or on a fitting unit without leader. [SB-6.5, SB-10.5]"""
    unit, other = state.unit_at[hex], state.leader_at[hex]
    if other not in (NOBODY, leader):
        return False
    return unit == NOBODY or may_lead(state, leader, unit)


# ------------------------------------------------------------------ flight [SB-10.5]


def flights(state: State, leader: int) -> list[tuple[Path, int]]:
    """Every way to flee: hexes, and the X of the start line or 0."""
    found: list[tuple[Path, int]] = []
    walk(state, leader, (), state.leader_hex[leader], found)
    return found


def walk(
    state: State, leader: int, path: Path, here: Hex, found: list[tuple[Path, int]]
) -> None:
    seat = state.leader_seat[leader]
    found += [(path, x) for x in EXITS[seat][here]]
    for hex in HOMEWARD[seat][here]:
        if not may_pass(state, leader, hex):
            continue
        way = (*path, hex)
        if may_end(state, leader, hex):
            found.append((way, 0))
        if len(way) < FLIGHT_HEXES:
            walk(state, leader, way, hex, found)


def flight_step(state: State, leader: int, path: Path, exit: int) -> Order:
    """`exit` names the X only where several are possible. [SB-17.1]"""
    if not exit:
        return Order("flee", names_of(path))
    last = path[-1] if path else state.leader_hex[leader]
    several = len(EXITS[state.leader_seat[leader]][last]) > 1
    return Order("flee", (*names_of(path), "exit", *([str(exit)] if several else [])))


def fate_seat(state: State, leader: int) -> Seat:
    return state.leader_seat[leader]


def fate_options(state: State, leader: int) -> list[Order]:
    """Without a legal retreat seppuku is compulsory. [SB-10.5]"""
    ways = flights(state, leader)
    return [*(flight_step(state, leader, *way) for way in ways), SEPPUKU_STEP]


def fate_default(state: State, leader: int) -> Order:
    """SB-17.7"""
    seat, ways = state.leader_seat[leader], flights(state, leader)
    poor = state.tokens[seat] < FLIGHT_COST
    if not ways or (poor and command_size(state, seat) >= SAFE_SIZE):
        return SEPPUKU_STEP
    best = min(ways, key=lambda way: flight_rank(state, leader, *way))
    return flight_step(state, leader, *best)


def flight_rank(
    state: State, leader: int, path: Path, exit: int
) -> tuple[int, int, tuple[int, ...], tuple[int, ...], int]:
    """Join the unit nearest to home; else the farthest empty hex; else off it."""
    seat, origin = state.leader_seat[leader], state.leader_hex[leader]
    if exit:
        return 3, len(path), (), columns(path), exit
    end = path[-1]
    ties = rank_end(state, seat, origin, path)
    if not is_empty(state, end):
        home = Y[end] if seat == 0 else -Y[end]
        return 1, home, ties, columns(path), 0
    return 2, -len(path), ties, columns(path), 0


def flee(table: Battlefield, *names: str) -> None:
    """Pay first, then move; then the test, if it was too little. [SB-9.10, SB-10.5]"""
    state = table.state
    _, (leader,) = state.stack[-1]
    pop(state)
    path, exit = read_flight(state, leader, names)
    seat = state.leader_seat[leader]
    is_short = lose_honor(table, seat, FLIGHT_COST)
    place = off_field(exit) if exit else path[-1]
    go(table, leader, path, bool(exit))
    look_at_camps(table)
    if is_short:
        test_honor(table, seat, NOBODY, leader, place)


def read_flight(state: State, leader: int, names: tuple[str, ...]) -> tuple[Path, int]:
    """The hexes, and the X of the start line or 0."""
    if "exit" not in names:
        return tuple(INDEX[name] for name in names), 0
    at = names.index("exit")
    path = tuple(INDEX[name] for name in names[:at])
    if len(names) > at + 1:
        return path, int(names[at + 1])
    last = path[-1] if path else state.leader_hex[leader]
    return path, EXITS[state.leader_seat[leader]][last][0]


def go(table: Battlefield, leader: int, path: Path, exit: bool) -> None:
    """Off the field he is out of the game, and no banner for anybody. [SB-6.7]"""
    state = table.state
    seat, told = state.leader_seat[leader], named(state, leader + LEADER)
    hex = NAMES[state.leader_hex[leader]]
    if exit:
        lift_leader(state, leader, GONE)
        table.tell("leader_left", seat=seat, **told, hex=hex)
        return
    leave_trace(state, "retreat", seat, (state.leader_hex[leader], *path))
    put_leader(state, leader, path[-1])
    table.tell("leader_fled", seat=seat, **told, hex=hex, goal=NAMES[path[-1]])
    if state.unit_at[path[-1]] != NOBODY:
        tell_joined(table, leader, state.unit_at[path[-1]])


# ---------------------------------------------------------------- seppuku [SB-10.6]


def seppuku(table: Battlefield) -> None:
    """Five tokens; a Dragon card and a Command card are lost. [SB-10.6, SB-16.5]"""
    state = table.state
    _, (leader,) = state.stack[-1]
    pop(state)
    seat = state.leader_seat[leader]
    lift_leader(state, leader, SEPPUKU)
    table.tell("seppuku_committed", seat=seat, **named(state, leader + LEADER))
    gain(table, seat, SEPPUKU_TOKENS, "seppuku")
    give_dragon(table, seat, "seppuku")
    look_at_camps(table)  # its banners count before a surrender [SB-14.5]
    lose_command_card(table, seat, "seppuku")


def give_dragon(table: Battlefield, seat: Seat, reason: str) -> None:
    """A random Dragon card goes to the opponent; both know which. [SB-10.6]"""
    state = table.state
    hand, other = state.dragon_hands[seat], 1 - seat
    if not hand:
        return
    state.rolls += 1
    card = table.chance.pick(f"turn {state.turn} dragon card given {state.rolls}", hand)
    hands = without(state.dragon_hands, seat, card)
    more = tuple(sorted((*hands[other], card)))
    state.dragon_hands = with_hand(hands, other, more)
    table.tell("dragon_given", seat=seat, other_seat=other, reason=reason)
    told = {"seat": seat, "other_seat": other, "card": card}
    table.tell("dragon_seen", to=[0, 1], **told)

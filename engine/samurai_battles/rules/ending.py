"""Banners, surrender, and how a battle ends. [SB-14]"""

from __future__ import annotations

from engine.contract import Seat, Standing
from engine.flat import changed
from engine.samurai_battles.box import WORTH
from engine.samurai_battles.hexes import Hex
from engine.samurai_battles.rules.frames import Battlefield
from engine.samurai_battles.rules.pieces import mask_of
from engine.samurai_battles.scenario import VictoryHexes
from engine.samurai_battles.state import NOBODY, State


class BattleOver(Exception):
    """The match has ended in the middle of a step; nothing more is done. [SB-14.2]"""


def end(table: Battlefield, reason: str, winner: Seat) -> None:
    """Raises BattleOver. Nobody is the winner where the first place is shared."""
    state = table.state
    state.over, state.winner = reason, winner
    state.stack = ()
    winners = [0, 1] if winner == NOBODY else [winner]
    points = " : ".join(str(banners_of(state, seat)) for seat in (0, 1))
    table.tell("match_ended", how=reason, winners=winners, points=points)
    raise BattleOver


# ------------------------------------------------------------------------- banners


def win_banners(table: Battlefield, seat: Seat, what: str) -> None:
    """For a unit, a leader, a camp, or by the scenario. [SB-14.1]"""
    add_banners(table, seat, what, WORTH[what])


def add_banners(table: Battlefield, seat: Seat, what: str, count: int) -> None:
    state = table.state
    red, yellow = changed(state.banners, seat, count)
    state.banners = (red, yellow)
    table.tell("banners_won", seat=seat, reason=what, banners=count)
    check_banners(table)


def check_banners(table: Battlefield) -> None:
    """The very moment a player has the number needed. [SB-14.2]"""
    state = table.state
    for seat in (0, 1):
        if banners_of(state, seat) >= state.setup.scenario.banners:
            end(table, "banners", seat)


def banners_of(state: State, seat: Seat) -> int:
    """Those won for good, and those for hexes that are held now. [SB-14.3]"""
    total = state.banners[seat]
    if state.setup.scenario.special.victory_hexes:
        total += sum(
            group.banners
            for group in state.setup.scenario.special.victory_hexes
            if not group.keep and holds(state, seat, group)
        )
    return total


def holds(state: State, seat: Seat, group: VictoryHexes) -> bool:
    """An army holds a hex while a unit or leader of its own stands on it. [SB-15.11]"""
    if seat not in group.armies:
        return False
    own = mask_of(state, seat)
    return sum(own >> hex & 1 for hex in group.hexes) >= group.need


def look_at_hexes(table: Battlefield) -> None:
    """Banners for hexes count at once; with `keep` once and for good. [SB-15.11]"""
    state = table.state
    for number, group in enumerate(state.setup.scenario.special.victory_hexes):
        for seat in group.armies:
            kept = (number, seat) in state.kept
            if group.keep and not kept and holds(state, seat, group):
                state.kept = state.kept | {(number, seat)}
                add_banners(table, seat, "scenario", group.banners)
    check_banners(table)


# --------------------------------------------------------- command size [SB-14.5]


def command_size(state: State, seat: Seat) -> int:
    """Cards in hand and those in play that will be replaced. [SB-14.5, SB-16.12]"""
    size = len(state.command_hands[seat]) + state.strikes[seat]
    if seat == state.active and (state.card or state.drawn):
        size += 1
    return size


def lose_command_card(table: Battlefield, seat: Seat, reason: str) -> None:
    """One random Command card; then perhaps surrender. [SB-14.5, SB-17.12]"""
    state = table.state
    hand = state.command_hands[seat]
    if hand:
        state.rolls += 1
        name = f"turn {state.turn} command card lost {state.rolls}"
        card = table.chance.pick(name, hand)
        state.command_hands = without(state.command_hands, seat, card)
        state.command_discard = (*state.command_discard, card)
        table.tell("command_lost", seat=seat, card=card, reason=reason)
    if command_size(state, seat) <= 1:
        end(table, "surrender", 1 - seat)


def without(
    hands: tuple[tuple[str, ...], ...], seat: Seat, card: str
) -> tuple[tuple[str, ...], ...]:
    hand = list(hands[seat])
    hand.remove(card)
    return with_hand(hands, seat, tuple(hand))


def with_hand(
    hands: tuple[tuple[str, ...], ...], seat: Seat, hand: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    return (hand, hands[1]) if seat == 0 else (hands[0], hand)


# ----------------------------------------------------------------------------- camp


def look_at_camps(table: Battlefield) -> None:
    """A camp falls as soon as nobody of its army is on it. [SB-13.4, SB-16.15]"""
    state = table.state
    for seat, hex in enumerate(state.camps):
        if hex >= 0 and not is_held(state, seat, hex):
            fall(table, seat)


def is_held(state: State, seat: Seat, hex: Hex) -> bool:
    unit, leader = state.unit_at[hex], state.leader_at[hex]
    return (unit != NOBODY and state.unit_seat[unit] == seat) or (
        leader != NOBODY and state.leader_seat[leader] == seat
    )


def fall(table: Battlefield, seat: Seat) -> None:
    """The hex becomes plain; three banners and a Command card. [SB-13.4, SB-16.14]"""
    state = table.state
    table.tell("camp_fallen", seat=seat)
    red, yellow = state.camps
    state.camps = (-1, yellow) if seat == 0 else (red, -1)
    win_banners(table, 1 - seat, "camp")
    lose_command_card(table, seat, "camp")


# --------------------------------------------------------------------- end of turn


def check_end_of_turn(table: Battlefield) -> None:
    """An empty field, or the turn cap. [SB-14.4, SB-14.6]"""
    state = table.state
    there = [bool(mask_of(state, seat)) for seat in (0, 1)]
    if not any(there):
        end(table, "empty", leading(state))
    for seat in (0, 1):
        if not there[seat]:
            end(table, "empty", 1 - seat)
    if 0 < state.setup.turn_cap <= state.turn:
        end(table, "cap", leading(state))


def leading(state: State) -> Seat:
    """The player with more banners; nobody where they have as many. [SB-14.6]"""
    red, yellow = (banners_of(state, seat) for seat in (0, 1))
    return NOBODY if red == yellow else int(yellow > red)


def score(state: State) -> list[Standing]:
    """The points of a seat are its banners, by army. [SB-14.7, SB-15.6]"""
    first = state.winner if state.over else leading(state)
    return [
        Standing(seat, 1 if first in (seat, NOBODY) else 2, banners_of(state, seat))
        for seat in (0, 1)
    ]

"""Issue challenge: a duel of leaders before a melee. [SB-12.9]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.rules.ending import command_size, lose_command_card
from engine.samurai_battles.rules.fighting import fought
from engine.samurai_battles.rules.frames import Battlefield, pop, throw
from engine.samurai_battles.rules.pieces import leader_kind, lift_leader, named
from engine.samurai_battles.rules.tokens import gain
from engine.samurai_battles.state import DUELLED, LEADER, State

CARD = DRAGON["issue-challenge"]
DUEL = Order("duel")


def duel_options(state: State, *_: int) -> list[Order]:
    return [DUEL]


def duel_default(state: State, *_: int) -> Order:
    return DUEL


def duel(table: Battlefield) -> None:
    """The duel the active player has asked for. [SB-8.3, step 2]"""
    pop(table.state)
    fight_duel(table)


def duelists(state: State) -> tuple[int, int]:
    """The leaders, by seat."""
    fight = fought(state)
    here = state.leader_at[fight.attacker_hex]
    there = state.leader_at[fight.target_hex]
    return (here, there) if state.active == 0 else (there, here)


def duel_dice(state: State) -> list[int]:
    """By seat; equal tokens or status: nobody adds. [SB-12.9, SB-16.21]"""
    dice = [command_size(state, seat) * CARD.dice_per_card for seat in (0, 1)]
    for seat in fought(state).challengers:
        dice[seat] += CARD.player_dice  # SB-16.19
    status = [leader_kind(state, leader).status for leader in duelists(state)]
    for numbers, bonus in (
        (list(state.tokens), CARD.more_tokens_dice),
        (status, CARD.higher_status_dice),
    ):
        if numbers[0] != numbers[1]:
            dice[numbers.index(max(numbers))] += bonus
    return dice


def fight_duel(table: Battlefield) -> None:
    """Fewer swords lose; a tie harms nobody. [SB-12.9]"""
    state = table.state
    dice, swords = duel_dice(state), [0, 0]
    for seat in (state.active, 1 - state.active):
        faces = throw(table, "duel", seat, dice[seat])
        swords[seat] = faces.count(CARD.win_face)
        tokens = sum(faces.count(face) for face in CARD.token_faces)
        gain(table, seat, tokens * CARD.tokens_per_face, "duel")
    for seat in (0, 1):
        if swords[seat] + CARD.win_by <= swords[1 - seat]:
            lose_duel(table, seat)
            return
    table.tell("duel_tied")


def lose_duel(table: Battlefield, seat: Seat) -> None:
    """He leaves the battle without a banner; a Command card is lost. [SB-12.9]"""
    state = table.state
    leader = duelists(state)[seat]
    lift_leader(state, leader, DUELLED)
    table.tell("duel_lost", seat=seat, **named(state, leader + LEADER))
    for _ in range(CARD.cards_lost):
        lose_command_card(table, seat, "duel")

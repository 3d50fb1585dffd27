"""Hands and decks: playing and drawing cards. [SB-3.2, SB-4.8, SB-12.1, SB-12.2]"""

from __future__ import annotations

from typing import Any

from engine.contract import Seat
from engine.samurai_battles.cards import DRAGON, Dragon
from engine.samurai_battles.rules.ending import with_hand, without
from engine.samurai_battles.rules.frames import Battlefield
from engine.samurai_battles.rules.tokens import take
from engine.samurai_battles.state import InPlay, State


def may_play(state: State, seat: Seat, card: Dragon) -> bool:
    """Held, covered by tokens, and the first of the seat in this turn. [SB-12.1]"""
    return (
        not state.has_played[seat]
        and card.cost <= state.tokens[seat]
        and card.id in state.dragon_hands[seat]
    )


def play_dragon(table: Battlefield, seat: Seat, card: str, hex: str = "") -> None:
    """Pay first; the tokens lie on the card. [SB-12.2]"""
    state = table.state
    cost = DRAGON[card].cost
    take(table, seat, cost)
    state.dragon_hands = without(state.dragon_hands, seat, card)
    red, yellow = state.has_played
    state.has_played = (True, yellow) if seat == 0 else (red, True)
    told: dict[str, Any] = {"seat": seat, "card": card, "tokens": cost}
    told |= {"hex": hex, "reason": "on"} if hex else {"reason": "plain"}
    table.tell("dragon_played", **told)
    if state.phase < 5:
        state.in_play = (*state.in_play, InPlay(seat, card, cost))
    else:  # a window that is still open when the turn ends: straight on [SB-4.7]
        state.pool += cost
        state.dragon_discard = (*state.dragon_discard, card)


# ------------------------------------------------------------------------- drawing


def draw_name(state: State, what: str) -> str:
    state.rolls += 1
    return f"turn {state.turn} {what} {state.rolls}"


def form_command_deck(table: Battlefield, cards: tuple[str, ...]) -> None:
    """Discards are listed by id before they are shuffled. [SB-17.12]"""
    state = table.state
    name = draw_name(state, "command deck")
    state.command_deck = table.chance.shuffle(name, sorted(cards))
    state.command_discard = ()
    table.tell("deck_shuffled", reason="command")


def form_dragon_deck(table: Battlefield, cards: tuple[str, ...]) -> None:
    state = table.state
    name = draw_name(state, "dragon deck")
    state.dragon_deck = table.chance.shuffle(name, sorted(cards))
    state.dragon_discard = ()
    table.tell("deck_shuffled", reason="dragon")


def next_command(table: Battlefield) -> str:
    """The top card; an empty deck is formed anew; "" if there is none. [SB-4.8]"""
    state = table.state
    if not state.command_deck:
        if not state.command_discard:
            return ""
        form_command_deck(table, state.command_discard)
    card, *rest = state.command_deck
    state.command_deck = tuple(rest)
    return card


def next_dragon(table: Battlefield) -> str:
    state = table.state
    if not state.dragon_deck:
        if not state.dragon_discard:
            return ""
        form_dragon_deck(table, state.dragon_discard)
    card, *rest = state.dragon_deck
    state.dragon_deck = tuple(rest)
    return card


def take_command(table: Battlefield, seat: Seat, card: str) -> None:
    """Into the hand, which is kept by id."""
    state = table.state
    hand = tuple(sorted((*state.command_hands[seat], card)))
    state.command_hands = with_hand(state.command_hands, seat, hand)


def draw_command(table: Battlefield, seat: Seat) -> None:
    """Everybody sees that; only the player sees what. [SB-3.2]"""
    card = next_command(table)
    if card:
        take_command(table, seat, card)
        table.tell("command_taken", seat=seat)
        table.tell("command_drawn", to=[seat], seat=seat, card=card)


def draw_dragon(table: Battlefield, seat: Seat) -> None:
    state = table.state
    card = next_dragon(table)
    hand = tuple(sorted((*state.dragon_hands[seat], card)))
    state.dragon_hands = with_hand(state.dragon_hands, seat, hand)
    table.tell("dragon_taken", seat=seat)
    table.tell("dragon_drawn", to=[seat], seat=seat, card=card)

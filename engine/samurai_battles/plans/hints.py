"""A few good orders that are legal now, best first; then lines for later. [SB-17.13]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract import Hint, Order, Seat
from engine.samurai_battles.plans.advice import Advice, point_of, turns
from engine.samurai_battles.plans.tree import Card
from engine.samurai_battles.plans.vocabulary import GAME
from engine.samurai_battles.plans.writing import as_written, in_language
from engine.samurai_battles.rules import options
from engine.samurai_battles.state import State
from engine.words import words

FEW = 5  # steps shown
WHOLE = 2  # turns shown
# A line to prepare for each card in hand that is played as a reaction. [SB-17.16]
PREPARED = {
    "first-strike": "react attacked any: strike",
    "ambush": "react attacked any: dragon ambush",
    "dust-cloud": "react threatened any dice >= 4: dragon dust-cloud",
    "iron-resolve": "react struck any flags >= 2: dragon iron-resolve",
    "loyal-retainer": "react struck any hits >= 2: dragon loyal-retainer",
    "take-cover": "react shot any hits >= 1: dragon take-cover",
    "false-orders": "react card any: dragon false-orders",
    "insult": "react card any: dragon insult",
    "pit-of-spears": "react advanced any: dragon pit-of-spears",
    "hidden-traps": "react moved any near any: dragon hidden-traps",
    "mired": "react moved any near any: dragon mired",
    "desperate-courage": "react countering any: dragon desperate-courage",
}


def hints(state: State, seat: Seat, language: str = "en") -> list[Hint]:
    return [
        hint._replace(text=in_language(hint.text, language))
        for hint in canonical_hints(state, seat, language)
    ]


def canonical_hints(state: State, seat: Seat, language: str = "en") -> list[Hint]:
    """The same, with orders as they are kept."""
    if state.over:
        return []
    said = words(GAME, language)["hints"]
    found = [*hints_now(state, seat), *hints_later(state, seat)]
    return [
        Hint(text, said[key], plays_on=key in ("card_on", "close"))
        for text, key in found
    ]


def hints_now(state: State, seat: Seat) -> Iterator[tuple[str, str]]:
    """A whole turn first; then single steps; then what plays on. [SB-17.13]"""
    legal = options(state, seat)
    if not legal:
        return
    point = point_of(state, seat)
    advised = turns(state, seat)
    for advice in advised[:WHOLE]:
        yield advice.text, "whole" if point == "D-01" else "rest"
    wanted = [Order("play", (card,)) for card in cards_of(advised)]
    for order in spread([*wanted, *legal]):
        yield as_written(order.text), KEYS.get(order.verb, "step")
    if point == "D-01" and advised:
        yield f"card {cards_of(advised)[0]}", "card_on"
    elif point in ("D-05", "D-06", "D-08"):
        yield "draw tokens", "close"


def cards_of(advised: Sequence[Advice]) -> list[str]:
    """The Command card of the best turn, if one is to be played."""
    acts = [advice.lines[0].act for advice in advised]
    return [act.card for act in acts if isinstance(act, Card)][:1]


# Notes for steps; all others are told as one step.
KEYS = {
    "done": "done",
    "pass": "pass",
    "proceed": "proceed",
    "ready": "ready",
    "advance": "advance",
    "remain": "remain",
    "refrain": "refrain",
    "stand": "stand",
    "strike": "strike",
    "dragon": "dragon",
    "seppuku": "seppuku",
}


def spread(legal: Sequence[Order]) -> list[Order]:
    """A few from the whole list: one of each kind first, and the last one."""
    unique = list(dict.fromkeys(legal))
    first = {order.verb: order for order in reversed(unique)}
    kinds = [order for order in unique if first[order.verb] == order]
    few = [*kinds, *unique[:: max(1, len(unique) // FEW)]]
    return list(dict.fromkeys([*few[:FEW], unique[-1]]))


def hints_later(state: State, seat: Seat) -> Iterator[tuple[str, str]]:
    """A standing line for a card in hand that is played as a reaction. [SB-17.16]"""
    held = {*state.dragon_hands[seat], *state.command_hands[seat]}
    lines = [line for card, line in PREPARED.items() if card in held]
    yield from ((line, "react") for line in lines[:WHOLE])
    yield "prefer retreat left", "prefer"

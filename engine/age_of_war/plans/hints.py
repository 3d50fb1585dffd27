"""What a letter says besides the board: good orders with their odds. [AOW-10.12]"""

from __future__ import annotations

from itertools import chain
from typing import TypeAlias

from engine.age_of_war.board import SLOTS
from engine.age_of_war.odds import (
    after_fill,
    after_reroll,
    default_weight,
    expected,
    percent,
)
from engine.age_of_war.plans.writing import in_language
from engine.age_of_war.rules.cards import (
    attackable,
    fewest,
    is_rolled,
    points_of,
    required_lines,
    unfilled,
)
from engine.age_of_war.state import NO_TARGET, State
from engine.contract import Hint, Seat
from engine.words import fill as fill_words
from engine.words import words


def hints(state: State, seat: Seat, language: str = "en") -> list[Hint]:
    """All legal fills with dice and odds; those that lose the card last. [AOW-10.12]"""
    return [
        hint._replace(text=in_language(hint.text, language, state.setup.set))
        for hint in canonical_hints(state, seat, language)
    ]


def canonical_hints(state: State, seat: Seat, language: str = "en") -> list[Hint]:
    """The same, with orders as they are kept."""
    if state.over or seat != state.seat or not is_rolled(state):
        return []
    said = words("age_of_war", language)["hints"]
    good, lost = fills(state)
    pairs = [fill_hints(state, card, line, language) for card, line in good]
    best, others = pairs[:BEST], pairs[BEST:]
    always = [
        Hint("step reroll", reroll_note(state, language)),
        Hint("auto any", said["auto"], plays_on=True),
        Hint("pass", said["pass"]),
    ]
    last = [fill_hints(state, card, line, language)[0] for card, line in lost]
    return [*chain(*best), *always, *chain(*others), *last]


def fill_hints(state: State, card: int, line: int, language: str) -> list[Hint]:
    """The fill alone, and beside it the order that goes on with the turn. [AOW-10.5]

    The last line of a card ends the turn: there both are the same.
    """
    said = words("age_of_war", language)["hints"]
    code = required_lines(state, card)[line - 1]
    note = fill_note(state, card, line, language)
    chosen = f"take {SLOTS[card]} via" if state.target == NO_TARGET else "fill"
    text = f"{chosen} {code}"
    if len(unfilled(state, card)) == 1:
        return [Hint(f"step {text}", note)]
    return [
        Hint(f"step {text}", f"{note}; {said['step']}"),
        Hint(text, f"{note}; {said['plays_on']}", plays_on=True),
    ]


def fill_note(state: State, card: int, line: int, language: str) -> str:
    values = {
        "dice": str(len(fewest(state, card, line))),
        "points": str(gain_of(state, card)),
        "odds": percent(after_fill(state, card, line), language),
    }
    note = words("age_of_war", language)["hints"]["fill"]
    return fill_words(note, values, language)


BEST = 2  # fills shown before what can always be done
Fills: TypeAlias = list[tuple[int, int]]


def fills(state: State) -> tuple[Fills, Fills]:
    """Card and line: by odds times worth, and those that lose the card. [AOW-10.7]"""
    if state.target != NO_TARGET:
        cards = {state.target: 1.0}
    else:
        cards = {
            card: default_weight(state, card)
            for card, _ in attackable(state.holder, state.seat)
        }
    found = [
        (-weight * after_fill(state, card, line), card, line)
        for card, weight in cards.items()
        for line in distinct_lines(state, card)
        if fewest(state, card, line)
    ]
    good = [(card, line) for worth, card, line in sorted(found) if worth < 0]
    return good, [(card, line) for worth, card, line in sorted(found) if not worth]


def gain_of(state: State, card: int) -> int:
    """What the conquest would add to the score, a province subdued included."""
    then = (*state.holder[:card], state.seat, *state.holder[card + 1 :])
    return points_of(then, state.seat) - points_of(state.holder, state.seat)


def distinct_lines(state: State, card: int) -> list[int]:
    """One line of each code: equal lines are equally good."""
    lines: dict[str, int] = {}
    for line, code in unfilled(state, card).items():
        lines.setdefault(code, line)
    return list(lines.values())


def reroll_note(state: State, language: str) -> str:
    said = words("age_of_war", language)["hints"]
    if state.target != NO_TARGET:
        values = {"odds": percent(after_reroll(state), language)}
        return fill_words(said["reroll"], values, language)
    cards = [card for card, _ in attackable(state.holder, state.seat)]
    goals = tuple((1.0, required_lines(state, card)) for card in cards)
    values = {"odds": percent(expected(len(state.hand) - 1, goals), language)}
    return fill_words(said["reroll_open"], values, language)

"""Text and step agree: what an option does is what its text does, in any game.

An option can be given as a step, as the log writes it, or in the words of any language
in which a page shows it. All of them lead to the same table, and nothing is played on.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.chance import Seeded
from engine.contract import Game, Order, Seat
from engine.errors import Refused
from engine.registry import game as game_of
from engine.registry import games
from engine.run import Advance, advance
from tests.engine.test_contract import NAMES, Moment, every_game, random_match

MOST_TEXTS = 12  # options of one moment that are compared


def outcome(
    game: Game[Any], state: Any, seat: Seat, plan: str, chance: Seeded
) -> tuple[Any, list[Order], list[tuple[Seat, str]]]:
    """The table as the seat finds it then, the steps taken and who is asked."""
    done = advance(game, state, {seat: plan}, chance)
    return (
        game.position(done.private.get(seat, done.state)),
        [step.order for step in done.steps],
        asked_of(done, seat),
    )


def asked_of(done: Advance, seat: Seat) -> list[tuple[Seat, str]]:
    return [(asked.seat, asked.point) for asked in done.asked]


def stepped(
    game: Game[Any], moment: Moment, order: Order
) -> tuple[Any, list[Order], list[tuple[Seat, str]]]:
    """The step itself, and then nobody has written anything."""
    state, _ = game.apply(moment.state, moment.seat, order, moment.chance.again())
    if is_sealed(game, moment) and any(d.sealed for d in game.decisions(state)):
        return game.position(state), [], []
    position, steps, asked = outcome(game, state, moment.seat, "", moment.chance)
    return position, [order, *steps], asked


def is_sealed(game: Game[Any], moment: Moment) -> bool:
    """Whether the step waits for more: then the table does not move yet."""
    open = game.decisions(moment.state)
    return any(d.sealed for d in open if d.seat == moment.seat)


def texts_of(game: Game[Any], name: str, moment: Moment, order: Order) -> list[str]:
    view = game.view(moment.state, moment.seat)
    languages = games()[name].languages
    shown = [game.label(view, "order", order.text, language) for language in languages]
    mailed = [f"{order.text}.", f"  {order.text.upper()}", f"> old\n{order.text}\n\n"]
    return list(dict.fromkeys([order.text, *shown, *mailed]))


@every_game
def test_the_text_of_an_option_does_what_the_step_does(name: str) -> None:
    game, dice = game_of(name), Random(name)
    for moment in random_match(name, limit=25, rounds=10):
        options = game.options(moment.state, moment.seat)
        for order in dice.sample(options, min(MOST_TEXTS, len(options))):
            wanted = stepped(game, moment, order)
            for text in texts_of(game, name, moment, order):
                try:
                    plan = game.parse(moment.state, moment.seat, text, "", NAMES)
                except Refused as refused:
                    pytest.fail(f"“{text}” for “{order.text}”: {refused}")
                found = outcome(game, moment.state, moment.seat, plan, moment.chance)
                if is_sealed(game, moment):
                    assert found[0] == wanted[0], (text, order.text)
                else:
                    assert found == wanted, (text, order.text)


# ------------------------------------------------------------------------- hints


def decided(game: Game[Any], moment: Moment, text: str) -> list[Order]:
    """The steps that a text decides for its writer, beside a written-off plan."""
    plan = game.parse(moment.state, moment.seat, text, "", NAMES)
    done = advance(game, moment.state, {moment.seat: plan}, moment.chance)
    span = {d.span for d in game.decisions(moment.state) if d.seat == moment.seat}
    taken, state = [], moment.state
    for step in done.steps:
        spans = {d.span for d in game.decisions(state) if d.seat == step.seat}
        if step.seat == moment.seat and spans & span and not step.by:
            taken.append(step.order)
        state = step.state
    return taken


@every_game
def test_a_hint_that_plays_on_says_so_and_has_a_step_beside_it(name: str) -> None:
    game, languages = game_of(name), games()[name].languages
    dice, seen = Random(name), 0
    for moment in random_match(name, limit=30, rounds=8):
        language = dice.choice(languages)
        hints = game.hints(moment.state, moment.seat, language)
        firsts = []
        for hint in hints:
            plan = game.parse(moment.state, moment.seat, hint.text, "", NAMES)
            rest = game.afterwards(moment.state, moment.seat, plan, language)
            order = game.answer(moment.state, moment.seat, plan).order
            if not hint.plays_on:
                firsts.append(order)
                assert is_named(hint.text, rest), (hint, rest)
                continue
            seen += 1
            if not rest:  # by chance its first step ends the turn
                assert without_rolls(decided(game, moment, hint.text)) == [order], hint
            if order is not None:
                assert is_option_alone(game, moment, order, firsts), hint
    assert seen or name == "toy"


def is_named(text: str, rest: list[str]) -> bool:
    """What follows stands in the order itself, as a neutral action does."""
    return all(line in text for line in rest)


def is_option_alone(
    game: Game[Any], moment: Moment, order: Order, firsts: list[Order | None]
) -> bool:
    """Whether a single step leads to the same, or one like it stands in the list."""
    same = [first for first in firsts if first and first.verb == order.verb]
    return bool(same) or order.verb == "roll"


@every_game
def test_what_has_no_afterwards_is_one_step(name: str) -> None:
    """`afterwards` is what a page says before sending: it must not be silent."""
    game = game_of(name)
    for moment in random_match(name, limit=30, rounds=8):
        if is_sealed(game, moment):
            continue
        for hint in game.hints(moment.state, moment.seat)[:8]:
            plan = game.parse(moment.state, moment.seat, hint.text, "", NAMES)
            answer = game.answer(moment.state, moment.seat, plan)
            if answer.order is None or answer.order.verb == "roll":
                continue
            if not game.afterwards(moment.state, moment.seat, plan):
                taken = without_rolls(decided(game, moment, hint.text))
                assert taken == [answer.order], hint


def without_rolls(orders: list[Order]) -> list[Order]:
    return [order for order in orders if order.verb != "roll"]  # nobody decides them

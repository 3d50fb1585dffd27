"""Plays nonsense and sense at random, and watches that nothing ever breaks.

Every action is a random legal order, a line of garbage, or a random plan. After each,
the invariants of the sheet must hold; each finished match must verify.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from engine.chance import Seeded
from engine.contract import Order, Seat
from engine.errors import ChoiceRefused, OrderError, Refused
from engine.match import Match
from engine.registry import About, games
from engine.replay import verify
from engine.rulebook import sheet
from engine.words import refusal

LETTERS = (
    " \t;,:.*<>=%+-#/|@()[]{}\"'0123456789aczACZäß→…іїҐАСЯ日\u0301\u200b\x00\U0001f409"
)


class Fault(Exception):
    """Something that must never happen, with the seed that shows it."""


class Fuzzer:
    def __init__(self, name: str, seed: int) -> None:
        self.about: About = games()[name]
        self.dice = Random(seed)
        self.seed = seed
        self.actions = 0
        self.matches = 0
        self.vocabulary = vocabulary(name)
        self.begin()

    def run(self, actions: int, progress: Callable[[int], None] | None = None) -> None:
        """So many actions; raises Fault at the first thing that breaks."""
        while self.actions < actions:
            try:
                self.act()
            except Exception as error:
                log = self.match.text()
                raise Fault(
                    f"seed {self.seed}, action {self.actions}: {error!r}\n{log}"
                ) from error
            self.actions += 1
            if progress and self.actions % 10_000 == 0:
                progress(self.actions)

    def begin(self) -> None:
        """A new match with random seats and choices."""
        self.matches += 1
        while True:
            seats = self.dice.randint(*self.about.seats)
            choices = {
                name: self.dice.choice(choice.values)
                for name, choice in self.about.choices.items()
                if choice.values
            }
            try:
                self.match = Match(
                    self.about.name,
                    [f"P{seat}" for seat in range(seats)],
                    choices,
                    seed=self.dice.randbytes(32).hex(),
                    words=[self.garbage()],
                    people=False,
                    tempo=self.dice.choice(("each", "each", "phase")),
                )
                return
            except ChoiceRefused:  # a choice that does not fit the number of seats
                continue

    def act(self) -> None:
        if self.match.over:
            self.finish()
            return
        kind = self.dice.random()
        if kind < 0.7:
            self.order()
        elif kind < 0.82:
            self.write(self.garbage())
        elif kind < 0.97:
            self.write(self.plan())
        elif kind < 0.98:
            asked = [question.seat for question in self.match.asked]
            self.match.ring(self.dice.sample(asked, self.dice.randint(1, len(asked))))
        elif kind < 0.985:
            self.organise()
        else:
            self.look()
        self.check()

    def organise(self) -> None:
        """Seats change hands, are given up; the match is taken back."""
        seat = self.dice.randrange(len(self.match.names))
        what = self.dice.random()
        if what < 0.1:
            self.resign(seat)
        elif what < 0.5:
            self.match.take_back(self.dice.randrange(len(self.match.states)))
        else:
            self.match.change_hands(seat, self.garbage())

    def resign(self, seat: Seat) -> None:
        try:
            self.match.resign(seat)
        except OrderError:  # it had left already
            self.match.ring([seat])

    def finish(self) -> None:
        """The log of a finished match proves itself."""
        verify(self.match.text())
        self.begin()

    def check(self) -> None:
        match = self.match
        if found := match.game.faults(match.state):
            raise AssertionError(f"broken: {found}")
        for question in match.asked:
            if not match.game.ahead(match.state_for(question.seat), question.seat):
                raise AssertionError("a seat is asked that has nothing to decide")

    def order(self) -> None:
        """One of the options, as the log writes it."""
        question = self.dice.choice(self.match.asked)
        state = self.match.state_for(question.seat)
        options = self.match.game.options(state, question.seat)
        if not options:  # asked ahead of its turn, at tempo phase
            self.match.ring([question.seat])
            return
        self.match.write(question.seat, self.dice.choice(options).text)

    def write(self, text: str) -> None:
        """Any text by any seat: taken, or refused and nothing changed."""
        seat = self.dice.randrange(len(self.match.names))
        before, plans = self.match.state, dict(self.match.plans)
        try:
            self.match.write(seat, text)
        except Refused as refused:
            if not refused.errors:
                raise AssertionError("refused without a reason") from refused
            if self.match.state is not before or self.match.plans != plans:
                raise AssertionError("refused, but something was kept") from refused
            self.explain(refused, seat)

    def explain(self, refused: Refused, seat: Seat) -> None:
        """Every refusal can be said in every language of the game."""
        match = self.match
        view = match.game.view(match.state, seat)
        language = self.dice.choice(self.about.languages)
        for error in refused.errors:
            if not refusal(error, view, language, match.names):
                raise AssertionError("a refusal without words")

    def garbage(self) -> str:
        size = self.dice.choice((1, 5, 20, 80, 900))
        return "".join(self.dice.choice(LETTERS) for _ in range(size))

    def plan(self) -> str:
        """Words of the sheet in any order, or a good order slightly spoilt."""
        if self.dice.random() < 0.5:
            count = self.dice.choice((1, 2, 3, 5, 8, 8, 150))
            words = self.dice.choices(self.vocabulary, k=count)
            return " ".join(words)
        return self.spoil(self.dice.choice(self.vocabulary))

    def spoil(self, text: str) -> str:
        for _ in range(self.dice.randrange(3)):
            at = self.dice.randrange(len(text) + 1)
            text = text[:at] + self.dice.choice(LETTERS) + text[at + 1 :]
        return text

    def look(self) -> None:
        """Views, pictures and positions of whatever state it is."""
        game, state = self.match.game, self.match.state
        seat = self.dice.choice([None, *range(len(self.match.names))])
        language = self.dice.choice(self.about.languages)
        game.render(game.view(state, seat), language, self.match.names)
        if game.from_position(game.position(state)) != state:
            raise AssertionError("a position does not give its state back")
        check_unlisted(self)


def check_unlisted(fuzzer: Fuzzer) -> None:
    """An order that is not listed is not legal either."""
    match, dice = fuzzer.match, fuzzer.dice
    for decision in match.game.decisions(match.state):
        options = match.game.options(match.state, decision.seat)
        order = mutate(dice.choice(options), dice)
        if order not in options and applies(match, decision.seat, order):
            raise AssertionError(f"unlisted but legal: {order.text}")


def mutate(order: Order, dice: Random) -> Order:
    args = list(order.args) or [""]
    at = dice.randrange(len(args))
    args[at] = dice.choice(["", "A", "1", "2", "9", "D1", "333", args[at] * 2])
    return Order(order.verb, tuple(args))


def applies(match: Match, seat: Seat, order: Order) -> bool:
    try:
        match.game.apply(match.state, seat, order, Seeded(match.seed))
    except OrderError:
        return False
    return True


def vocabulary(name: str) -> list[str]:
    """Everything the rule sheet writes as code: words, codes and whole examples."""
    spans: list[Any] = re.findall(r"`([^`\n]{1,120})`", sheet(name))
    blocks = re.findall(r"```\n(.*?)```", sheet(name), re.S)
    words = [word for block in blocks for word in block.split()]
    return sorted({*spans, *words})

"""A match in memory: what the service does with rows, here with one object.

>>> match = Match("age_of_war", ["Aki", "Botan"])
>>> match.write(match.asked[0].seat, "take dalian; auto any")
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.chance import Seeded, commitment, new_seed
from engine.contract import Event, Picture, Plan, Seat, Standing
from engine.errors import ReplayBroken
from engine.log import Entry, Log, log_text
from engine.registry import game, games
from engine.replay import replay, result_text, state_hash
from engine.run import Question, advance


class Match:
    """Plays by the same path as the service: parse, keep, advance, append."""

    def __init__(
        self,
        name: str,
        players: Sequence[str],
        choices: Mapping[str, str] | None = None,
        seed: str = "",
        words: Sequence[str] = (),
        people: bool = True,
    ) -> None:
        self.about = games()[name]
        self.game = game(name)
        self.names = list(players)
        self.seed = seed or new_seed()
        complete = self.about.complete(len(players), choices or {}, people)
        self.log = Log(
            game=name,
            version=self.about.version,
            choices=complete,
            seats=len(players),
            commitment=commitment(self.seed),
            words=list(words),
            players=list(enumerate(players)),
        )
        self.chance = Seeded(self.seed, words)
        self.plans: dict[Seat, Plan] = {}
        self.asked: list[Question] = []
        self.skipped: dict[Seat, list[str]] = {}
        self.events: list[Event] = []  # since the last call that moved the match
        chance = self.chance.again()
        self.state, self.events = self.game.setup(len(players), complete, chance)
        self.states: list[Any] = [self.state]
        self.log.entries.append(Entry("setup", draws=tuple(chance.drawn)))
        self._play_on(self.events)

    @property
    def over(self) -> bool:
        return not self.game.decisions(self.state)

    @property
    def standings(self) -> list[Standing]:
        return self.game.score(self.state)

    def write(self, seat: Seat, text: str, by: str = "") -> None:
        """Take what a player wrote and play on; Refused, and nothing is kept."""
        kept = self.plans.get(seat, "")
        self.plans[seat] = self.game.parse(self.state, seat, text, kept, self.names)
        self._play_on([], by={seat: by} if by else {})

    def ring(self, seats: Collection[Seat]) -> None:
        """The clock has rung for these seats."""
        self._play_on([], late=seats)

    def resign(self, seat: Seat) -> None:
        self.state, events = self.game.resign(self.state, seat)
        self._append(Entry("resigns", seat=seat))
        self._play_on(events)

    def change_hands(self, seat: Seat, name: str) -> None:
        self.names[seat] = name
        self.log.players.append((seat, name))
        self._append(Entry("changes hands", seat=seat))

    def take_back(self, number: int) -> None:
        """Take up again the state after an entry; the dice to come are fresh ones."""
        if not 0 <= number < len(self.states):
            raise ReplayBroken(f"there is no entry {number} to go back to")
        self.state = self.states[number]
        self._append(Entry("back", back_to=number))
        branch = sum(entry.kind == "back" for entry in self.log.entries)
        self.chance = Seeded(self.seed, self.log.words, branch)
        self.plans = {}
        self._play_on([])

    def picture(self, seat: Seat | None = None, language: str = "en") -> Picture:
        return self.game.render(self.game.view(self.state, seat), language, self.names)

    def text(self) -> str:
        """The log as a file; with the seed as soon as the match is over."""
        self.log.state = state_hash(self.game, self.state)
        if self.over:
            self.log.seed = self.seed
            self.log.result = result_text(self.standings)
        return log_text(self.log)

    def _append(self, entry: Entry) -> None:
        self.log.entries.append(entry)
        self.states.append(self.state)

    def _play_on(
        self,
        events: list[Event],
        late: Collection[Seat] = (),
        by: Mapping[Seat, str] | None = None,
    ) -> None:
        told = list(events)
        done = advance(self.game, self.state, self.plans, self.chance, late)
        for step in done.steps:
            self.state = step.state
            who = step.by or (by or {}).get(step.seat, "")
            self._append(Entry("order", step.seat, step.order, who, draws=step.draws))
            told += step.events
        self.events = told
        self.plans, self.asked, self.skipped = done.plans, done.asked, done.skipped


def open_log(log: Log) -> Match:
    """A match taken up from its log; the seed is needed to play on."""
    match = Match.__new__(Match)
    match.about, match.game = games()[log.game], game(log.game)
    match.names, match.seed, match.log = log.names(), log.seed, log
    match.states = [frame.state for frame in replay(log)]
    match.state = match.states[-1]
    match.plans, match.asked, match.skipped, match.events = {}, [], {}, []
    branch = sum(entry.kind == "back" for entry in log.entries)
    if log.seed:
        match.chance = Seeded(log.seed, log.words, branch)
        match._play_on([])
    return match

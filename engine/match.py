"""A match in memory: what the service does with rows, here with one object.

>>> match = Match("age_of_war", ["Aki", "Botan"])
>>> match.write(match.asked[0].seat, "take dalian; auto any")
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.asking import hands_in
from engine.chance import Seeded, commitment, new_seed
from engine.contract import Event, Picture, Plan, Position, Seat, Standing
from engine.ending import (
    final_standings,
    is_over,
    last_seat,
    resigned_seats,
    winner_by_resignation,
)
from engine.errors import ChoiceRefused, ReplayBroken
from engine.log import CONCEDED, Entry, Log, log_text, one_line
from engine.registry import game, games
from engine.replay import happening, lay_out, replay, result_text, state_hash
from engine.run import Alone, Question, advance
from engine.start import Start, check_seats, start_from


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
        tempo: str = "each",
        prompt: Collection[Seat] = (),
        position: Position | None = None,
    ) -> None:
        self.about = games()[name]
        self.game = game(name)
        self.names = list(players)
        self.seed = check_seed(seed or new_seed())
        self.tempo = tempo
        self.prompt = frozenset(prompt)  # seats that answer at once, at any tempo
        words = [one_line(word) for word in words]  # as the log will write them
        start = self._agreed(choices or {}, people, position)
        self.log = Log(
            game=name,
            version=self.about.version,
            choices=start.choices,
            seats=len(players),
            commitment=commitment(self.seed),
            words=words,
            players=list(enumerate(players)),
            position=start.position or None,
        )
        self.chance = Seeded(self.seed, words)
        self.plans: dict[Seat, Plan] = {}
        self.writers: dict[Seat, str] = {}  # who wrote a plan, if not the player
        self.late: set[tuple[Seat, str]] = set()  # for whom the clock has rung
        self.handed: set[tuple[Seat, str]] = set()  # not asked again, by span
        self.asked: list[Question] = []
        self.skipped: dict[Seat, list[str]] = {}
        self.private: dict[Seat, Any] = {}
        self.sealed: dict[Seat, Alone] = {}  # played already, while nothing changes
        self.events: list[Event] = []  # since the last call that moved the match
        chance = self.chance.again()
        self.state, self.events = lay_out(self.game, self.log, chance)
        self.states: list[Any] = []
        self.drawn: set[str] = set()  # names of draws, in the present branch
        self._append(Entry("setup", draws=tuple(chance.drawn)))
        self._play_on(self.events)

    def _agreed(
        self, choices: Mapping[str, str], people: bool, position: Position | None
    ) -> Start:
        """What the match begins with: as the rules lay the table, or as it was found.

        Without a position there is nothing in its place.
        """
        seats = len(self.names)
        if position is None:
            return Start({}, seats, self.about.complete(seats, choices, people))
        start = start_from(self.about.name, position, choices, people)
        check_seats(start, seats)
        return start

    @property
    def over(self) -> bool:
        return is_over(self.game, self.state, self.log.entries)

    @property
    def standings(self) -> list[Standing]:
        return final_standings(self.game, self.state, self.log.entries)

    def write(self, seat: Seat, text: str, by: str = "") -> None:
        """Take what a player wrote and play on; Refused, and nothing is kept."""
        if not BY.fullmatch(by):
            raise ValueError(f"“{by}” cannot stand in a log")
        self._check_goes_on()
        kept = self.plans.get(seat, "")
        plan = self.game.parse(self.state, seat, text, kept, self.names)
        self.writers[seat] = by
        if hands_in(self.game, text):
            others = {pair for pair in self.handed if pair[0] != seat}
            own = {(seat, d.span) for d in self.game.decisions(self.state)}
            self.handed = others | own  # what it covers besides is looked at anew
        self._play_on([], {**self.plans, seat: plan})

    def ring(self, seats: Collection[Seat]) -> None:
        """The clock has rung for these seats."""
        self.late |= {(q.seat, q.span) for q in self.asked if q.seat in seats}
        self._play_on([])

    def state_for(self, seat: Seat) -> Any:
        """The table with the seat's own sealed steps on it, which others do not see."""
        return self.private.get(seat, self.state)

    def resign(self, seat: Seat) -> None:
        """The seat is given up for good; where one is left, that one has won."""
        self._check_goes_on()
        self.state, events = self.game.resign(self.state, seat)
        self._append(Entry("resigns", seat=seat))
        left = last_seat(self.log.seats, resigned_seats(self.log.entries))
        if left is None or self.over:
            return self._play_on(events, {**self.plans, seat: ""})
        end = Entry(CONCEDED, seat=left)
        self._append(end)
        return self._stop([*events, happening(end)])

    def _check_goes_on(self) -> None:
        if winner_by_resignation(self.log.entries) is not None:
            raise ReplayBroken("conceded_before", len(self.log.entries))

    def _stop(self, events: list[Event]) -> None:
        """Nobody is asked any more."""
        self.events, self.plans, self.late, self.asked = events, {}, set(), []
        self.skipped, self.private = {}, {}

    def change_hands(self, seat: Seat, name: str) -> None:
        """Somebody else takes the seat; the former player's plans stay their secret."""
        self.names[seat] = name
        self.log.players.append((seat, name))
        self._append(Entry("changes hands", seat=seat))
        self.handed = {pair for pair in self.handed if pair[0] != seat}
        event = Event("seat_changed", {"seat": seat})
        self._play_on([event], {**self.plans, seat: ""})

    def take_back(self, number: int) -> None:
        """Take up again the state after an entry; the dice to come are fresh ones.

        Not when the match is over: then its seed is public.
        """
        if self.over or not 0 <= number < len(self.states):
            raise ReplayBroken("not_past", number=number)
        self.state = self.states[number]
        self._append(Entry("back", back_to=number))
        branch = branch_now(self.log)
        self.chance = Seeded(self.seed, self.log.words, branch)
        self.late, self.handed, plans = set(), set(), self.plans
        self._play_on([Event("taken_back", {"entry": number})], {})
        for seat, plan in plans.items():  # written for what has not happened now
            self.skipped.setdefault(seat, []).extend(plan.splitlines())

    def picture(self, seat: Seat | None = None, language: str = "en") -> Picture:
        state = self.state if seat is None else self.state_for(seat)
        return self.game.render(self.game.view(state, seat), language, self.names)

    def text(self) -> str:
        """The log as a file; with the seed as soon as the match is over."""
        log = replace(self.log, state=state_hash(self.game, self.state))
        if self.over:
            log = replace(log, seed=self.seed, result=result_text(self.standings))
        return log_text(log)

    def _append(self, entry: Entry) -> None:
        for draw in entry.draws:
            if draw.name in self.drawn:
                raise ReplayBroken("draw_twice", name=draw.name)
            self.drawn.add(draw.name)
        if entry.kind == "back":
            self.drawn.clear()
        self.log.entries.append(entry)
        self.states.append(self.state)

    def _play_on(
        self, events: list[Event], plans: Mapping[Seat, Plan] | None = None
    ) -> None:
        """Advance, and only then keep anything: what raises changes nothing."""
        done = advance(
            self.game,
            self.state,
            self.plans if plans is None else plans,
            self.chance,
            self.late,
            self.tempo,
            self.handed,
            self.prompt,
            self.sealed,
        )
        told = list(events)
        for step in done.steps:
            self.state = step.state
            who = step.by or self.writers.get(step.seat, "")
            self._append(Entry("order", step.seat, step.order, who, draws=step.draws))
            told += step.events
        self.events, self.plans = told, done.plans
        self.late, self.handed = done.late, done.handed
        self.asked, self.skipped, self.private = done.asked, done.skipped, done.private


BY = re.compile(r"[\w .-]*")


def check_seed(seed: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", seed):
        raise ChoiceRefused("A seed is 64 hexadecimal digits, 0–9 and a–f.")
    return seed


def branch_now(log: Log) -> int:
    """Whose dice come next: a match taken back gets others."""
    return log.branch + sum(entry.kind == "back" for entry in log.entries)


def open_log(log: Log, seed: str) -> Match:
    """A match taken up from its log; the seed is what the log does not tell."""
    match = Match.__new__(Match)
    match.about, match.game = games()[log.game], game(log.game)
    match.names, match.seed, match.log = log.names(), seed, log
    match.states = [frame.state for frame in replay(log)]
    match.state = match.states[-1]
    match.plans, match.writers, match.tempo = {}, {}, "each"
    match.prompt, match.sealed = frozenset(), {}
    match.late, match.handed, match.drawn = set(), set(), set()
    match.chance = Seeded(seed, log.words, branch_now(log))
    for entry in log.entries:
        names = {draw.name for draw in entry.draws}
        match.drawn = set() if entry.kind == "back" else match.drawn | names
    if winner_by_resignation(log.entries) is None:
        match._play_on([])
    else:
        match._stop([])
    return match

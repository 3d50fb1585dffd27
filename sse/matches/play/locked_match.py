"""A match, locked, while something happens to it.

Everything that changes a match locks it; what was done is written in one transaction
at its end: entries, questions with their deadlines, notices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from engine.chance import Seeded
from engine.contract import Event, Plan
from engine.contract import Seat as Number
from engine.ending import conceded_to, last_seat
from engine.log import CONCEDED, next_link
from engine.log import Entry as Line
from engine.replay import happening, state_hash
from engine.run import Question, advance
from sse.accounts.models import Player
from sse.matches import states, tasks
from sse.matches.clock.arithmetic import Clock
from sse.matches.clock.seat_clock import (
    hold_clock,
    release_clock,
    start_clock,
    stop_clock,
)
from sse.matches.happened import Happened, match_changed
from sse.matches.models import Entry, Match, Seat
from sse.matches.play.notices import Notices
from sse.matches.positions import position_name
from sse.matches.table import Asked, table_of
from sse.platform import rows, wake
from sse.platform.notices import notify

NEVER_READ = (
    *("password", "last_login", "is_superuser", "is_staff", "is_active"),
    *("letters", "deadlines_by_calendar", "boards_as_prose", "subjects_tell"),
    *("calendar_key", "joined_at", "erased_at"),
)
LOCKED = rows.Select(
    lambda pk: Match.objects.select_for_update(no_key=True).filter(pk=pk), int
)
SEATS = rows.Select(
    lambda match: (
        Seat.objects.filter(match=match)
        .select_related("player")
        .defer("word", "token_epoch", *(f"player__{name}" for name in NEVER_READ))
        .order_by("number")
    ),
    int,
)


@contextmanager
def locked_match(match_id: int, now: datetime | None = None) -> Iterator[LockedMatch]:
    """Lock the match, and write what was done; a failure leaves no trace."""
    with transaction.atomic():
        found = LOCKED(match_id)
        if not found:
            raise Match.DoesNotExist(f"There is no match {match_id}.")
        table = LockedMatch(found[0], now or timezone.now())
        yield table
        table.save()


class LockedMatch:
    def __init__(self, match: Match, now: datetime) -> None:
        self.match = match
        self.now = now
        self.received_at = now  # what is being done; it may have waited
        self.clock = Clock.from_data(match.clock)
        self.seats = SEATS(match.pk)
        self.table = table_of(match.table)
        self.notices = Notices(self)
        self.events: list[Event] = []  # since the match was locked
        self.lines: list[Entry] = []  # not yet written
        self.first = match.head  # entry since then
        self.is_idle = False  # nothing was to be done after all
        self.had_ended = match.has_ended
        self._state: Any = None
        self._before = [dict(row.__dict__) for row in (match, *self.seats)]

    @property
    def state(self) -> Any:
        if self._state is None:
            self._state = states.state_now(self.match)
        return self._state

    @property
    def names(self) -> list[str]:
        return names_of(self.seats)

    @property
    def chance(self) -> Seeded:
        match = self.match
        return dice_of(match.seed, tuple(match.words), match.branch).again()

    def position(self, seat: Number) -> str:
        """Name what the seat has before it now."""
        programs = [each.number for each in self.seats if each.program]
        return position_name(self.match, self.state, self.table, programs, seat)

    def seat_of(self, player: Player) -> Number | None:
        mine = (seat.number for seat in self.seats if seat.player_id == player.pk)
        return next(mine, None)

    # ------------------------------------------------------------------ entries

    def append(self, line: Line, state: Any, events: list[Event]) -> None:
        """One more entry. Nothing else changes a match."""
        match = self.match
        match.chain = next_link(match.chain, match.head, line)
        self.lines.append(
            Entry(
                match=match,
                number=match.head,
                text=line.text,
                chain=match.chain,
                at=self.now,
            )
        )
        match.head += 1
        self._state = state
        self.events += events

    def happen(self, kind: str, seat: Number = -1) -> None:
        """An entry that leaves the board as it is, whatever rules are here."""
        line = Line(kind, seat)
        state = self.state if self.match.is_current else None
        self.append(line, state, [happening(line)])

    # --------------------------------------------------------------------- play

    def play_on(self, plans: Mapping[Number, Plan] | None = None) -> None:
        """Let plans decide until somebody has to be asked, or the match is over."""
        table, match = self.table, self.match
        states.check_rules(match)
        if self.concede():
            return
        done = advance(
            match.game,
            self.state,
            table.plans if plans is None else plans,
            self.chance,
            table.late,
            match.tempo,
            table.handed,
            [seat.number for seat in self.seats if seat.program],
        )
        for step in done.steps:
            by = step.by or table.writers.get(step.seat, "")
            line = Line("order", step.seat, step.order, by, draws=step.draws)
            self.append(line, step.state, step.events)
        table.plans, table.late = done.plans, done.late
        open_now = {decision.span for decision in match.game.decisions(self.state)}
        over = open_now - {question.span for question in done.asked}
        table.handed = {pair for pair in done.handed if pair[1] not in over}
        moved = {step.seat for step in done.steps}
        table.moved |= dict.fromkeys(moved, match.head)
        self.settle(moved)
        self.notices.skipped(done.skipped)
        self.ask(done.asked, moved)
        if not match.game.decisions(self.state):
            self.finish()

    def settle(self, moved: set[Number]) -> None:
        """An order sent twice must not become a plan for the next turn.

        At tempo `phase` what is not used yet may be replaced until the phase is over,
        and that is told by letter.
        """
        table, match = self.table, self.match
        if match.tempo != match.Tempo.PHASE:
            asked = {asked.seat for asked in (*table.asked, *table.answered)}
            table.settled |= dict.fromkeys(moved & asked, match.head)

    def ask(self, questions: list[Question], moved: set[Number]) -> None:
        """New questions start clocks and cause letters; the others go on."""
        table = self.table
        before = {asked.seat: asked for asked in (*table.asked, *table.answered)}
        table.asked, table.answered = [], []
        for question in questions:
            new = Asked(*question, since=self.match.head)
            old, seat = before.pop(question.seat, None), self.seats[question.seat]
            if old and old.is_about(new) and question.seat not in moved:
                table.asked.append(old._replace(reason=question.reason))
                release_clock(self, seat)  # a stand-in may have gone
                continue
            table.asked.append(new)
            if old and old.span == new.span and not moved:  # the rest of an answer
                release_clock(self, seat)
            else:
                stop_clock(self, seat)
                start_clock(self, seat)
            self.notices.turn(new)
        self.lay_aside(before.values(), bool(moved))
        asked = [self.seats[asked.seat] for asked in table.asked]
        self.match.bots_due = any(seat.program for seat in asked)

    def lay_aside(self, answered: Collection[Asked], is_used: bool) -> None:
        """Hold answered questions: withdrawing an answer gains no time."""
        open_now = self.match.game.decisions(self.state) if answered else []
        spans = {decision.span for decision in open_now}
        for asked in answered:
            if is_used or asked.span not in spans:
                stop_clock(self, self.seats[asked.seat])
            else:
                hold_clock(self, self.seats[asked.seat])
                self.table.answered.append(asked)

    def concede(self) -> bool:
        """End the match where one seat is left: that one has won. Whether it is so."""
        resigned = {seat.number for seat in self.seats if seat.has_resigned}
        winner = last_seat(len(self.seats), resigned)
        if winner is None or not self.match.game.decisions(self.state):
            return False
        self.happen(CONCEDED, winner)
        self.stop_asking()
        self.finish(winner)
        return True

    def stop_asking(self) -> None:
        """Nobody has to decide anything any more."""
        self.table.asked, self.table.answered = [], []
        self.table.late, self.table.handed = set(), set()
        self.match.bots_due = False
        for seat in self.seats:
            stop_clock(self, seat)

    def finish(self, winner: Number | None = None) -> None:
        """The result stands, and the seed is everybody's.

        The winner is named where all others have resigned.
        """
        match = self.match
        match.status = match.Status.FINISHED
        match.ended_at = self.now
        match.result = [
            {**standing._asdict(), "detail": dict(standing.detail)}
            for standing in conceded_to(match.game.score(self.state), winner)
        ]
        match.last_state = state_hash(match.game, self.state)
        self.table.plans, self.table.back_to, self.table.back_by = {}, None, None
        self.notices.to_all("ended")

    # --------------------------------------------------------------------- save

    def save(self) -> None:
        if self.is_idle:
            return
        match = self.match
        if self.lines:
            self.notices.phase()
            rows.insert(self.lines)
        if self.lines and match.is_current:
            state, first = self.state, self.first
            if states.snapshot_due(first, match.head):
                rows.insert([states.snapshot_of(match, match.head - 1, state)])
            states.keep_near(match, state)
        match.table, match.changed_at = self.table.data, self.now
        for row, before in zip([match, *self.seats], self._before, strict=True):
            if names := changed(row, before):
                rows.update(row, names)
        notify(self.notices.collected)
        match_changed(self.happened())
        if match.bots_due:
            wake.ring(tasks.play_bots, match.pk)

    def happened(self) -> Happened:
        """Return the plain facts that the layers above are told."""
        match = self.match
        playing = [(seat.number, seat.player_id) for seat in self.seats]
        return Happened(
            match,
            tuple((number, player) for number, player in playing if player),
            self.now,
            is_phase_over=self.notices.is_phase_over,
            has_ended=match.has_ended and not self.had_ended,
        )


@lru_cache(maxsize=256)
def dice_of(seed: str, words: tuple[str, ...], branch: int) -> Seeded:
    return Seeded(seed, words, branch)


def changed(row: Model, before: dict[str, Any]) -> list[str]:
    """The names of what a row did not hold before: values are replaced, not altered."""
    now = row.__dict__
    return [name for name, value in before.items() if now[name] != value]


def names_of(seats: list[Seat]) -> list[str]:
    """Names by seat that can be told apart: two of the same bot get numbers.

    A free seat has no name.
    """
    held = [seat.holder for seat in seats]
    return [
        f"{name} {held[: number + 1].count(name)}"
        if name and held.count(name) > 1
        else name
        for number, name in enumerate(held)
    ]

"""A match as one reader sees it: what the match page and the steps are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils import timezone, translation

from engine.contract import Hint, Picture
from engine.summary import Record, Summary, summary
from engine.words import reason_text
from sse.accounts.models import Player
from sse.accounts.permissions import has_staff_power
from sse.matches import states
from sse.matches.access import Person, seat_in
from sse.matches.models import Entry, Match, Seat, Submission
from sse.matches.play.locked_match import names_of
from sse.matches.positions import position_name, waiting_name
from sse.matches.presentation import language_in, page_of, picture, records_of
from sse.matches.selectors import (
    asked_about_back,
    is_conceded,
    is_open_still,
    seat_state,
    standing_wish,
    undone_entries,
)
from sse.matches.table import Asked, Table, table_of

MOST_READ = 60  # entries
FEWEST_READ = 8
MOST_LINES = 24  # then details are folded
FIRST_HINTS = 6


@dataclass
class Place:
    """A seat in the list of seats."""

    seat: Seat
    name: str
    link: str
    is_mine: bool
    is_asked: bool
    has_deadline: bool  # that this reader may know of
    agrees: bool  # to take the match back


@dataclass
class Reading:
    """A match as one person sees it."""

    match: Match
    person: Person
    table: Table = field(init=False)
    seat: Seat | None = field(init=False)
    seats: list[Seat] = field(init=False)
    names: list[str] = field(init=False)
    language: str = field(init=False)

    def __post_init__(self) -> None:
        self.seats = list(self.match.seats.all())
        self.names = names_of(self.seats)
        self.seat = seat_in(self.match, self.person)
        self.table = table_of(self.match.table)
        self.language = language_in(self.match, translation.get_language())

    @property
    def number(self) -> int | None:
        return self.seat.number if self.seat else None

    @property
    def is_behind(self) -> bool:
        """Whether orders were taken after the match was read, and before they were.

        Either they were carried out, or as long as nothing is, what is kept tells.
        """
        answer = self.submission.answer if self.submission else {}
        entry, head = answer.get("entry", 0), self.match.head
        is_kept = answer.get("kept", self.plan) == self.plan
        return bool(entry > head or (entry == head and not is_kept))

    @property
    def is_organiser(self) -> bool:
        person = self.person
        return isinstance(person, Player) and (
            self.match.organiser_id == person.pk or has_staff_power(person)
        )

    @cached_property
    def state(self) -> Any:
        """With the reader's own sealed steps; otherwise what lies on the table."""
        if self.seat is None or self.match.has_ended:
            return states.state_now(self.match)
        return seat_state(self.match, self.seat.number)

    @cached_property
    def board(self) -> Picture:
        return picture(self.match, self.state, self.number, self.language, self.names)

    # ---------------------------------------------------------------- questions

    @property
    def plays(self) -> bool:
        """Whether the reader has a seat here that may still be ordered about."""
        is_kept = self.seat is not None and not self.seat.has_resigned
        return is_kept and not self.match.has_ended

    @property
    def has_resigned(self) -> bool:
        return self.seat is not None and self.seat.has_resigned

    @property
    def is_last_but_one(self) -> bool:
        """Whether the match ends if the reader resigns."""
        return sum(not seat.has_resigned for seat in self.seats) == 2

    @cached_property
    def is_conceded(self) -> bool:
        return is_conceded(self.match)

    @property
    def asked(self) -> Asked | None:
        """What the reader's seat is asked."""
        return self.table.asks(self.seat.number) if self.seat else None

    @property
    def is_asked(self) -> bool:
        return self.asked is not None and not self.match.has_ended

    @property
    def is_asked_for_phase(self) -> bool:
        """Whether the reader is asked once, for everything in the present phase."""
        is_plan = self.asked is not None and self.asked.point == "plan"
        return is_plan and self.is_asked and self.match.tempo == Match.Tempo.PHASE

    @property
    def why(self) -> str:
        """Why the reader's plan did not answer, in words."""
        if self.asked is None or not self.asked.reason:
            return ""
        return reason_text(self.match.game_name, self.asked.reason, self.language)

    @property
    def is_late(self) -> bool:
        due = self.seat.due_at if self.seat else None
        return bool(due and due <= timezone.now())

    @property
    def hints(self) -> list[Hint]:
        if not self.is_asked or self.seat is None or self.match.old_rules:
            return []
        game = self.match.game
        return game.hints(self.state, self.seat.number, self.language)

    @property
    def position(self) -> str:
        """The name of what the reader's seat has before it, if it can play."""
        sent = self.submission
        if sent and sent.status == Submission.Status.WAITING and self._settled_position:
            return self._position_after(sent)
        return self._settled_position

    def is_position(self, shown: str) -> bool:
        """Whether what a page shows may still be what the seat has before it.

        While a text of the reader waits, that is known only when it was looked at.
        """
        if not self._settled_position or self.submission is None:
            return shown == self._settled_position
        names = (self._settled_position, self._position_after(self.submission))
        return shown in names

    @cached_property
    def _settled_position(self) -> str:
        match = self.match
        if self.seat is None or match.old_rules or not match.head or match.has_ended:
            return ""
        programs = [seat.number for seat in self.seats if seat.program]
        state = states.state_now(match)
        return position_name(match, state, self.table, programs, self.seat.number)

    def _position_after(self, sent: Submission) -> str:
        """The name on a page that was shown while the reader's own text waited."""
        state = states.state_now(self.match)
        return waiting_name(self.match, state, self.table, sent.seat, sent.pk)

    @property
    def plan(self) -> str:
        """The orders of the reader that were not used yet."""
        return self.table.plans.get(self.seat.number, "") if self.seat else ""

    @property
    def plan_lines(self) -> list[str]:
        """The same as the reader would say it; what nobody needs to see is left out."""
        if self.match.old_rules:
            return self.plan.splitlines()
        game, view = self.match.game, self.match.game.view(self.state, self.number)
        said = [(view, "plan", line, self.language) for line in self.plan.splitlines()]
        return [label for each in said if (label := game.label(*each))]

    # ------------------------------------------------------------------ more time

    @property
    def may_ask_for_time(self) -> bool:
        """Whether the reader has a deadline, and another is the organiser."""
        has_deadline = self.is_asked and self.seat is not None and self.seat.due_at
        return bool(has_deadline and self.match.organiser) and not self.is_host

    @property
    def is_host(self) -> bool:
        return self.match.organiser_id == self.person.pk

    @cached_property
    def time_wishes(self) -> dict[int, int]:
        """The hours that seats ask for: the reader's own, and all for the organiser."""
        match, is_running = self.match, self.match.status == Match.Status.RUNNING
        if not (self.table.time_wishes and is_running) or match.old_rules:
            return {}
        state = states.state_now(match)
        found = {
            seat: standing_wish(match, state, self.table, seat)
            for seat in self.table.time_wishes
            if self.is_organiser or seat == self.number
        }
        return {seat: wish.seconds // 3600 for seat, wish in found.items() if wish}

    @property
    def own_time_wish(self) -> int | None:
        return self.time_wishes.get(self.number) if self.number is not None else None

    @property
    def wishes_to_grant(self) -> list[tuple[int, str, int]]:
        """Seat, name and hours of each wish that the reader can grant."""
        if not self.is_organiser:
            return []
        return [
            (seat, self.names[seat], hours)
            for seat, hours in self.time_wishes.items()
            if seat != self.number
        ]

    # ---------------------------------------------------- taking the match back

    @property
    def is_own_proposal(self) -> bool:
        """Whether the reader proposed to take the match back."""
        return self.table.is_proposal_of(self.number, self.is_host)

    @property
    def proposer(self) -> str:
        """The name of the player who proposed to take the match back, if it is known.

        It is not for operators, nor for proposals from before it was noted.
        """
        by, organiser = self.table.back_by, self.match.organiser
        if by is not None:
            return self.names[by]
        return organiser.name if organiser and self.table.back_by_host else ""

    @cached_property
    def _yet_to_agree(self) -> set[int]:
        to = self.table.back_to
        asked = set() if to is None else asked_about_back(self.match, self.seats, to)
        return asked - self.table.consents

    @property
    def has_to_agree(self) -> bool:
        """Whether the reader is asked about the proposal and has not answered it."""
        return self.number in self._yet_to_agree

    @property
    def has_agreed(self) -> bool:
        return self.number in self.table.consents

    @property
    def yet_to_agree(self) -> list[str]:
        """The names of the players who have not answered the proposal."""
        return [self.names[number] for number in sorted(self._yet_to_agree)]

    @property
    def may_talk(self) -> bool:
        """Whether the reader is a player or the organiser, and not alone."""
        is_there = self.seat is not None or self.is_host
        others = [s.player_id for s in self.seats if s.player_id != self.person.pk]
        return is_there and self.person.pk is not None and any(others)

    @property
    def may_play_again(self) -> bool:
        """Whether the reader played a whole match against bots alone."""
        match, others = self.match, [s for s in self.seats if s is not self.seat]
        is_whole = not (match.is_from_position or match.old_rules)
        is_over = match.status == Match.Status.FINISHED and is_whole
        return is_over and self.seat is not None and all(s.bot for s in others)

    @property
    def may_note(self) -> bool:
        return self.seat is not None and not self.match.has_ended

    @property
    def has_open_seat(self) -> bool:
        return any(seat.is_open for seat in self.seats) and not self.match.has_ended

    @property
    def has_people(self) -> bool:
        return any(seat.player_id for seat in self.seats)

    @property
    def places(self) -> list[Place]:
        asked, is_secret = self._asked_openly()
        return [
            Place(
                seat=seat,
                name=name if seat.is_taken or seat.name else "",
                link=page_of(seat.player_id, self.match.game_name, seat.bot),
                is_mine=seat is self.seat,
                is_asked=seat.number in asked,
                has_deadline=bool(seat.due_at) and (not is_secret or seat is self.seat),
                agrees=seat.number in self.table.consents,
            )
            for seat, name in zip(self.seats, self.names, strict=True)
        ]

    @property
    def waited_for(self) -> list[str]:
        return [place.name for place in self.places if place.is_asked]

    def _asked_openly(self) -> tuple[set[int], bool]:
        """The seats that decide now, and whether that is secret.

        In a sealed round readers learn only of their own seat whether it has decided.
        """
        match = self.match
        if match.has_ended or not match.has_begun:
            return set(), False
        if match.old_rules:  # which alone know whether the round is sealed
            return set(), True
        decisions = match.game.decisions(states.state_now(match))
        if any(decision.sealed for decision in decisions):
            deciding = {decision.seat for decision in decisions if decision.waits}
            return deciding if self.is_asked else deciding - {self.number}, True
        return {asked.seat for asked in self.table.asked}, False

    # -------------------------------------------------------------- what happened

    @cached_property
    def undone(self) -> list[range]:
        """The entries that were taken back."""
        return undone_entries(self.match)

    @cached_property
    def own_turn(self) -> range:
        """The entries of the reader's own last orders, one right after another."""
        if self.seat is None:
            return range(0)
        own = self.match.entries.filter(text__startswith=f"{self.seat.number} ")
        for undone in self.undone:
            own = own.exclude(number__range=(undone.start, undone.stop - 1))
        newest = own.order_by("-number").values_list("number", flat=True)
        numbers = list(newest[:MOST_READ])
        row = [n for at, n in enumerate(numbers) if n == numbers[0] - at]
        return range(row[-1], row[0] + 1) if row else range(0)

    @property
    def has_gone_on(self) -> bool:
        """Whether something happened after the reader's own last order."""
        is_over, own = self.match.has_ended, self.own_turn
        return bool(own) and own.stop < self.match.head and not is_over

    @property
    def first_new(self) -> int:
        """The first entry of the news: not too few entries, and not too many."""
        head, own = self.match.head, self.own_turn
        if self.has_gone_on:
            return max(own.stop, head - MOST_READ)
        return min(max(own.start, head - MOST_READ), max(0, head - FEWEST_READ))

    @property
    def is_since_own_turn(self) -> bool:
        """Whether what is told begins right after the reader's own last order."""
        return self.has_gone_on and self.first_new == self.own_turn.stop

    @cached_property
    def news(self) -> Summary:
        """The newest entries, without those that were taken back."""
        return self._summary(self.first_new, self.match.head - 1)

    @cached_property
    def own_news(self) -> Summary:
        """How the reader's own last turn went, where others have moved since."""
        own = self.own_turn
        if not self.has_gone_on:
            return Summary([])
        return self._summary(own.start, own.stop - 1)

    def _summary(self, first: int, last: int) -> Summary:
        """From the newest entries, which are read once for both."""
        records = [
            record
            for record in self._newest_records + self._own_records
            if first <= record.number <= last
            and not any(record.number in undone for undone in self.undone)
        ]
        return summary(records, MOST_LINES)

    @cached_property
    def _newest_records(self) -> list[Record]:
        """With the reader's own last turn, unless much has happened since."""
        first = self.own_turn.start if self.is_since_own_turn else self.first_new
        return self._records(first, self.match.head - 1)

    @cached_property
    def _own_records(self) -> list[Record]:
        own, is_read = self.own_turn, self.is_since_own_turn or not self.has_gone_on
        return [] if is_read else self._records(own.start, own.stop - 1)

    def _records(self, first: int, last: int) -> list[Record]:
        return records_of(
            self.match,
            first=first,
            last=last,
            seat=self.number,
            language=self.language,
            names=self.names,
        )

    @property
    def entries(self) -> list[Entry]:
        """The log as it stands; while a match runs it holds secrets."""
        if not self.match.has_ended:
            return []
        return list(self.match.entries.order_by("number"))

    @cached_property
    def submission(self) -> Submission | None:
        """The reader's last text, and what became of it."""
        if self.seat is None or not isinstance(self.person, Player):
            return None
        own = Submission.objects.filter(match=self.match, player=self.person)
        return own.filter(seat=self.seat.number).order_by("-pk").first()

    @cached_property
    def has_text_to_mend(self) -> bool:
        """Whether the reader's last text did nothing, and its moment is not over.

        A page offers it again only then, and only if it was written on a page.
        """
        sent, undone = self.submission, ("refused", "stale")
        if sent is None or sent.status not in undone or sent.source != "web":
            return False
        return bool(sent.text) and is_open_still(self.match, sent)

    @property
    def results(self) -> list[dict[str, Any]]:
        rows = sorted(self.match.result or [], key=lambda row: int(row["place"]))
        return [{**row, "name": self.names[row["seat"]]} for row in rows]

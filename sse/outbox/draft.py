"""What is looked up for an email, once."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from engine.contract import Picture
from engine.languages import LANGUAGES
from engine.summary import Summary, summary
from sse.accounts.models import Player, Ticket
from sse.accounts.selectors import player_at
from sse.matches import states
from sse.matches.models import Invitation, Match, Seat
from sse.matches.play.locked_match import names_of
from sse.matches.presentation import language_in, picture, records_of
from sse.matches.selectors import seat_state
from sse.matches.table import Table, table_of
from sse.outbox.letters import Kind, kind_of
from sse.outbox.models import Letter
from sse.platform import rows

LONGEST_SUBJECT = 59
SEATS = rows.Select(
    lambda match: (
        Seat.objects.filter(match=match).select_related("player").order_by("number")
    ),
    int,
)


class Draft:
    """A letter about to be written; each fact is looked up when it is first used."""

    def __init__(self, letter: Letter) -> None:
        self.letter, self.data = letter, letter.data
        self.now = timezone.now()
        self.kind: Kind = kind_of(letter.kind)

    # ------------------------------------------------------------------- reader

    @cached_property
    def reader(self) -> Player | None:
        """The player who reads it, also where it goes to an address only."""
        return self.letter.player or player_at(self.letter.email)

    @cached_property
    def language(self) -> str:
        """The reader's; for a stranger that of the player who caused the email."""
        asked_by = (self.ticket.player or self.ticket) if self.ticket else None
        said = self.reader or asked_by or (self.invitation and self.invited_by)
        usual = self.data.get("language", settings.LANGUAGE_CODE)
        language = said.language if said else usual
        return language if language in LANGUAGES else settings.LANGUAGE_CODE

    @cached_property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.reader.time_zone if self.reader else "UTC")

    @cached_property
    def ticket(self) -> Ticket | None:
        if "ticket" not in self.data:
            return None
        return Ticket.objects.select_related("player").get(pk=self.data["ticket"])

    @cached_property
    def invitation(self) -> Invitation | None:
        if "invitation" not in self.data:
            return None
        wanted = Invitation.objects.select_related("match", "invited_by")
        return wanted.get(pk=self.data["invitation"])

    @property
    def invited_by(self) -> Player:
        assert self.invitation is not None
        return self.invitation.invited_by

    # -------------------------------------------------------------------- match

    @cached_property
    def has_match(self) -> bool:
        return bool(self.letter.match_id or self.invitation)

    @cached_property
    def match(self) -> Match:
        if self.letter.match:
            return self.letter.match
        assert self.invitation is not None
        return self.invitation.match

    @cached_property
    def seats(self) -> list[Seat]:
        return SEATS(self.match.pk)

    @cached_property
    def names(self) -> list[str]:
        return names_of(self.seats)

    @cached_property
    def seat(self) -> Seat | None:
        """The reader's seat, while it is theirs."""
        letter = self.letter
        if letter.match_id is None or letter.seat is None:
            return None
        found = self.seats[letter.seat]
        return found if found.player_id == letter.player_id else None

    @cached_property
    def table(self) -> Table:
        return table_of(self.match.table)

    @property
    def url(self) -> str:
        return f"{settings.SITE}/matches/{self.match.pk}/"

    @property
    def game_title(self) -> str:
        about = self.match.about
        return about.titles.get(self.language, about.title)

    @property
    def match_name(self) -> str:
        return self.match.title or f"{self.game_title} {self.match.pk}"

    @property
    def thread_name(self) -> str:
        """The subject for a whole match: Gmail makes one thread of equal subjects."""
        title = self.match.title
        head = f"[{settings.SITE_NAME} {self.match.pk}] {self.game_title}"
        return shortened(f"{head}: {title}" if title else head)

    @cached_property
    def due_at(self) -> datetime | None:
        """The deadline of now while the question is open; else that of the notice."""
        said = self.data.get("due_at")
        if self.kind.is_question and self.seat and self.seat.due_at:
            return self.seat.due_at
        return datetime.fromisoformat(said) if said else None

    @cached_property
    def late_at(self) -> datetime | None:
        """Until when an answer still counts, if that is later than the deadline."""
        said = self.data.get("late_at")
        if self.kind.is_question and self.seat and self.seat.due_at:
            rings_at = self.seat.rings_at
            return rings_at if rings_at != self.seat.due_at else None
        return datetime.fromisoformat(said) if said else None

    # -------------------------------------------------------------------- board

    @cached_property
    def spoken(self) -> str:
        """The reader's language, if the game speaks it."""
        return language_in(self.match, self.language)

    @cached_property
    def own_state(self) -> Any:
        """The table of now, with the reader's own sealed steps: only of their seat."""
        return seat_state(self.match, self.seat.number) if self.seat else None

    @cached_property
    def state(self) -> Any:
        """The state of now for a question; else that of when the letter was written."""
        letter, match = self.letter, self.match
        if self.is_about_now and self.seat:
            return self.own_state
        if letter.entry >= match.head:
            return states.state_now(match)
        return states.state_at(match, letter.entry - 1)

    @property
    def is_about_now(self) -> bool:
        return self.kind.is_question or self.letter.kind == "stale"

    @cached_property
    def board(self) -> Picture:
        """The board as the letter's seat sees it, and nobody else."""
        seat = self.letter.seat
        return picture(self.match, self.state, seat, self.spoken, self.names)

    def summary(self, first: int, budget: int) -> Summary:
        """Summarise the entries from `first` up to the letter, for its seat."""
        records = records_of(
            self.match,
            first=max(first, 0),
            last=self.letter.entry - 1,
            seat=self.letter.seat,
            language=self.spoken,
            names=self.names,
        )
        return summary(records, budget)


def shortened(subject: str) -> str:
    """Return one line that phones show whole."""
    subject = " ".join(subject.split())
    if len(subject) <= LONGEST_SUBJECT:
        return subject
    return f"{subject[: LONGEST_SUBJECT - 1].rstrip()}…"

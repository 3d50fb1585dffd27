"""Notices to the people of a match. The outbox writes the emails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from engine.contract import Seat as Number
from engine.contract import skipped_data
from sse.accounts.models import Player
from sse.matches.models import Match, Seat, Submission
from sse.matches.table import Asked
from sse.platform.notices import Notice, notify

if TYPE_CHECKING:
    from sse.matches.play.locked_match import LockedMatch

FOR_PLAYING = (  # nothing to a player who has resigned
    *("turn", "reminder", "phase", "out_of_time", "more_time"),
    *("paused", "resumed", "seat_changed", "resigned"),
)
OUTCOMES = {"applied": "receipt", "refused": "refusal", "stale": "stale"}


class Notices:
    """Collects what is told while a match is locked; `LockedMatch.save` hands it on."""

    def __init__(self, table: LockedMatch) -> None:
        self.locked = table
        self.collected: list[Notice] = []
        self.asked: set[Number] = set()
        self.spans = {asked.span for asked in table.table.asked}
        self.is_phase_over = False

    def to_seat(self, seat: Seat, kind: str, key: str = "", **data: Any) -> None:
        """Tell the player of a seat, if one sits there; practice needs no emails."""
        match = self.locked.match
        if seat.player is None or match.is_practice:
            return
        if seat.has_resigned and kind in FOR_PLAYING:
            return
        data["since"] = self.locked.table.told.get(seat.number, 0)
        key = f"{seat.number}:{key or match.head}"
        self.add(kind, key, seat.player, seat.number, data)

    def to_all(self, kind: str, key: str = "", **data: Any) -> None:
        """Tell every player of the match and, if it is somebody else, its organiser."""
        for seat in self.locked.seats:
            self.to_seat(seat, kind, key, **data)
        self.to_organiser(kind, key, **data)

    def to_organiser(self, kind: str, key: str = "", **data: Any) -> None:
        """Tell the organiser, unless they play and are told as a player."""
        match = self.locked.match
        playing = {seat.player_id for seat in self.locked.seats}
        if match.organiser is not None and match.organiser_id not in playing:
            key = f"organiser:{key or match.head}"
            self.add(kind, key, match.organiser, None, data)

    def add(
        self,
        kind: str,
        key: str,
        player: Player,
        seat: Number | None,
        data: dict[str, Any],
    ) -> None:
        match = self.locked.match
        self.collected.append(
            Notice(
                kind=kind,
                key=f"{kind}:{match.pk}:{key}",
                player=player.pk,
                match=match.pk,
                seat=seat,
                entry=match.head,
                data=data,
                at=self.locked.now,
            )
        )

    def turn(self, asked: Asked) -> None:
        """Say what is wanted of a seat. Bots need no emails."""
        seat = self.locked.seats[asked.seat]
        if seat.stand_in or seat.player is None:
            return
        self.asked.add(asked.seat)
        data = {"point": asked.point, "span": asked.span, "reason": asked.reason}
        skipped = self.locked.table.lapsed.pop(asked.seat, [])
        due = self.deadline(seat)
        self.to_seat(seat, "turn", asked.key, **data, **due, skipped=skipped)
        self.locked.table.told[asked.seat] = asked.since

    def deadline(self, seat: Seat) -> dict[str, str | None]:
        """Return by when an answer is wanted, and until when it still counts."""
        has_grace = seat.rings_at != seat.due_at
        late_at = as_text(seat.rings_at) if has_grace else None
        return {"due_at": as_text(seat.due_at), "late_at": late_at}

    def outcome(self, submission: Submission, beside: Mapping[str, Any]) -> None:
        """Tell a writer what became of a text; they may have lost the seat."""
        seat, kind = self.locked.seats[submission.seat], OUTCOMES[submission.status]
        if seat.player_id == submission.player_id:
            told = {**beside, "submission": submission.pk, "first": self.locked.first}
            self.to_seat(seat, kind, submission.key, **told)

    def skipped(self, lines: Mapping[Number, Sequence[str]]) -> None:
        """Keep lines of plans that could not be used for the next email."""
        for seat, skipped in lines.items():
            if not self.locked.seats[seat].program:
                lapsed = self.locked.table.lapsed.setdefault(seat, [])
                lapsed += map(skipped_data, skipped)

    def phase(self) -> None:
        """A phase is complete: tell the players who are not asked anyway.

        At tempo `each` the next question tells it: a span there may be one turn.
        """
        table, match = self.locked.table, self.locked.match
        if match.has_ended or not self.spans:
            return
        if self.spans & {asked.span for asked in table.asked}:
            return
        self.is_phase_over = True
        if match.tempo != match.Tempo.PHASE:
            return
        for seat in self.locked.seats:
            if seat.number not in self.asked and not seat.stand_in:
                lapsed = table.lapsed.pop(seat.number, [])
                self.to_seat(seat, "phase", skipped=lapsed)
                table.told[seat.number] = match.head


def as_text(instant: datetime | None) -> str | None:
    return instant.isoformat() if instant else None


# ------------------------------------------------------------ without a locked match


def seat_notice(*, seat: Seat, kind: str, key: str, **data: Any) -> Notice:
    """A notice to the player of a seat, when nothing happened at the table."""
    match = seat.match
    about = Notice(kind, key, seat.player_id, match=match.pk, data=data)
    return replace(about, seat=seat.number, entry=match.head)


def match_notice(
    *, match: Match, player: Player, kind: str, key: str, **data: Any
) -> Notice:
    """A notice about a match to somebody who has no seat in it, or is not meant so."""
    about = Notice(kind, key, player.pk, match=match.pk, data=data)
    return replace(about, entry=match.head)


def organiser_notices(
    *, match: Match, kind: str, key: str, **data: Any
) -> list[Notice]:
    """A notice to the organiser of the match, if there is one.

    An organiser who has a seat is written to as its player: the answer may be an order.
    """
    if match.organiser is None:
        return []
    seats = match.seats.select_related("match", "player")
    if seat := seats.filter(player=match.organiser).first():
        return [seat_notice(seat=seat, kind=kind, key=key, **data)]
    organiser = match.organiser
    return [match_notice(match=match, player=organiser, kind=kind, key=key, **data)]


def tell_organiser(*, match: Match, kind: str, who: Player | None, **data: Any) -> None:
    """Tell the organiser what somebody else did with a seat before the start."""
    if who and match.organiser_id == who.pk:
        return
    number = who.pk if who else None
    key = f"{kind}:{match.pk}:{number}:{timezone.now():%Y%m%d%H%M%S%f}"
    notify(organiser_notices(match=match, kind=kind, key=key, who=number, **data))

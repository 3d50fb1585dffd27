"""Which happening makes which letter, to whom. Rows only; sending comes later.

A letter's key names its happening, so that no happening makes two. What a letter says
is made when it is sent, from the match as it was after `entry` entries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from engine.contract import Seat as Number
from engine.contract import skipped_data
from sse import bell, rows
from sse.accounts.models import Player
from sse.api.hooks import events
from sse.outbox import tasks
from sse.outbox.models import Letter

if TYPE_CHECKING:
    from sse.matches.models import Match, Seat, Submission
    from sse.matches.sitting import Sitting
    from sse.matches.table import Asked

FOR_PLAYING = (  # nothing to a player who has resigned
    *("turn", "reminder", "phase", "out_of_time", "more_time"),
    *("paused", "resumed", "seat_changed", "resigned"),
)
OUTCOMES = {"applied": "receipt", "refused": "refusal", "stale": "stale"}


class Post:
    """Collects the letters of a sitting and writes them at its end."""

    def __init__(self, table: Sitting) -> None:
        self.sitting = table
        self.letters: list[Letter] = []
        self.asked: set[Number] = set()
        self.spans = {asked.span for asked in table.table.asked}
        self.is_phase_over = False

    def letter(self, seat: Seat, kind: str, key: str = "", **data: Any) -> None:
        """To the player of a seat, if one sits there; practice needs no letters."""
        match = self.sitting.match
        if seat.player is None or match.is_practice:
            return
        if seat.has_resigned and kind in FOR_PLAYING:
            return
        self.letters.append(
            Letter(
                kind=kind,
                key=f"{kind}:{match.pk}:{seat.number}:{key or match.head}",
                player=seat.player,
                match=match,
                seat=seat.number,
                entry=match.head,
                data={**data, "since": self.sitting.table.told.get(seat.number, 0)},
                created_at=self.sitting.now,
                not_before=self.sitting.now,
            )
        )

    def to_all(self, kind: str, key: str = "", **data: Any) -> None:
        """To every player of the match and, if it is somebody else, its organiser."""
        for seat in self.sitting.seats:
            self.letter(seat, kind, key, **data)
        self.organiser(kind, key, **data)

    def organiser(self, kind: str, key: str = "", **data: Any) -> None:
        match = self.sitting.match
        playing = {seat.player_id for seat in self.sitting.seats}
        if match.organiser is None or match.organiser_id in playing:
            return
        self.letters.append(
            Letter(
                kind=kind,
                key=f"{kind}:{match.pk}:organiser:{key or match.head}",
                player=match.organiser,
                match=match,
                entry=match.head,
                data=data,
                created_at=self.sitting.now,
                not_before=self.sitting.now,
            )
        )

    def turn(self, asked: Asked) -> None:
        """What is wanted of a seat. Programs need no letters."""
        seat = self.sitting.seats[asked.seat]
        if seat.stand_in or seat.player is None:
            return
        self.asked.add(asked.seat)
        self.letter(
            seat,
            "turn",
            f"{asked.since}:{asked.point}",
            point=asked.point,
            span=asked.span,
            reason=asked.reason,
            **self.deadline(seat),
            skipped=self.sitting.table.lapsed.pop(asked.seat, []),
        )
        self.sitting.table.told[asked.seat] = asked.since

    def deadline(self, seat: Seat) -> dict[str, str | None]:
        """By when an answer is wanted, and until when it still counts."""
        has_grace = seat.rings_at != seat.due_at
        late_at = said(seat.rings_at) if has_grace else None
        return {"due_at": said(seat.due_at), "late_at": late_at}

    def outcome(self, submission: Submission, beside: Mapping[str, Any]) -> None:
        """What became of a text, to its writer, who may have lost the seat."""
        seat, kind = self.sitting.seats[submission.seat], OUTCOMES[submission.status]
        if seat.player_id == submission.player_id:
            self.letter(
                seat,
                kind,
                submission.key,
                submission=submission.pk,
                first=self.sitting.first,
                **beside,
            )

    def skipped(self, lines: Mapping[Number, Sequence[str]]) -> None:
        """Lines of plans that could not be used are told with the next letter."""
        for seat, told in lines.items():
            if not self.sitting.seats[seat].program:
                lapsed = self.sitting.table.lapsed.setdefault(seat, [])
                lapsed += map(skipped_data, told)

    def phase(self) -> None:
        """A phase is complete: who is not asked anyway is told what happened.

        At tempo `each` the next question tells it: a span there may be one turn.
        """
        table, match = self.sitting.table, self.sitting.match
        if match.has_ended or not self.spans:
            return
        if self.spans & {asked.span for asked in table.asked}:
            return
        self.is_phase_over = True
        if match.tempo != match.Tempo.PHASE:
            return
        for seat in self.sitting.seats:
            if seat.number not in self.asked and not seat.stand_in:
                lapsed = table.lapsed.pop(seat.number, [])
                self.letter(seat, "phase", skipped=lapsed)
                table.told[seat.number] = self.sitting.match.head

    def write(self) -> None:
        """In the transaction of what happened; a letter there already stays one."""
        if self.letters:
            rows.insert(self.letters, unless="key")
            bell.ring_once(tasks.send_letters)
        events.hooks_tell([*events.of_letters(self.letters), *self.phases()])

    def phases(self) -> list[events.Happening]:
        """That a phase is complete, for the programs of all who play."""
        match, now = self.sitting.match, self.sitting.now
        if not self.is_phase_over or match.is_practice:
            return []
        return [
            events.Happening(
                events.PHASE,
                seat.player_id,
                f"phase:{match.pk}:{match.head}",
                now,
                events.about(match.pk, match.head, seat.number),
            )
            for seat in self.sitting.seats
            if seat.player_id
        ]


def letter_to(
    *,
    player: Player | None,
    kind: str,
    key: str,
    email: str = "",
    expires_at: datetime | None = None,
    **data: Any,
) -> Letter:
    """A letter that belongs to no sitting: log-in links, invitations."""
    fields = {"kind": kind, "player": player, "data": data}
    return keep(key, email=email, expires_at=expires_at, **fields)


def letter_to_organiser(
    *, match: Match, kind: str, who: Player | None, **data: Any
) -> Letter | None:
    """What somebody else did with a seat that is not played at yet."""
    if who and match.organiser_id == who.pk:
        return None
    number = who.pk if who else None
    key = f"{kind}:{match.pk}:{number}:{timezone.now():%Y%m%d%H%M%S%f}"
    return letter_to_host(match=match, kind=kind, key=key, who=number, **data)


def letter_about(*, seat: Seat, kind: str, key: str, **data: Any) -> Letter:
    """A letter to the player of a seat, when nothing happened at the table."""
    match = seat.match
    fields = {"match": match, "seat": seat.number, "entry": match.head, "data": data}
    return keep(key, kind=kind, player=seat.player, **fields)


def letter_beside(
    *, match: Match, player: Player, kind: str, key: str, **data: Any
) -> Letter:
    """A letter about a match to who has no seat in it, or is not meant as one."""
    fields = {"match": match, "entry": match.head, "data": data}
    return keep(key, kind=kind, player=player, **fields)


def letter_to_host(*, match: Match, kind: str, key: str, **data: Any) -> Letter | None:
    """The same to who organises the match, if anybody does.

    Who has a seat there is written to as its player: the answer may be an order.
    """
    if match.organiser is None:
        return None
    seats = match.seats.select_related("match", "player")
    if seat := seats.filter(player=match.organiser).first():
        return letter_about(seat=seat, kind=kind, key=key, **data)
    return letter_beside(
        match=match, player=match.organiser, kind=kind, key=key, **data
    )


def keep(key: str, **fields: Any) -> Letter:
    letter, is_new = Letter.objects.get_or_create(key=key, defaults=fields)
    bell.ring_once(tasks.send_letters)
    if is_new:
        events.hooks_tell(events.of_letters([letter]))
    return letter


def said(instant: datetime | None) -> str | None:
    return instant.isoformat() if instant else None

"""What people at a table say to each other, and what they write into their diaries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Note, Seat, Talk

LONGEST = 4000  # letters of one speech, or one note
MOST_SAID = ((30, timedelta(hours=1)), (100, timedelta(days=1)))  # by one, in a match
MOST_NOTES = 1000  # of one player, in a match


@transaction.atomic
def talk_say(
    *, match_id: int, by: Player, to: Sequence[int] | None, text: str, key: str
) -> Talk:
    """Said to some seats, or to all. The same key says it once. [MatchRefused]"""
    before = Talk.objects.filter(key=key).first()
    if before:
        return before
    match = Match.objects.get(pk=match_id)
    seats = list(match.seats.order_by("number"))
    own = next((seat.number for seat in seats if seat.player_id == by.pk), None)
    if own is None and match.organiser_id != by.pk:
        raise MatchRefused("no_seat", _("You have no seat at this match."))
    check_few(match, by)
    check_heard(seats, by, to)
    return Talk.objects.create(
        match=match,
        seat=own,
        player=by,
        to=sorted(set(to)) if to is not None else None,
        text=checked(text),
        entry=match.head,
        key=key,
    )


def check_heard(seats: list[Seat], by: Player, to: Sequence[int] | None) -> None:
    meant = [seat for seat in seats if to is None or seat.number in to]
    if not any(seat.player_id not in (None, by.pk) for seat in meant):
        raise MatchRefused("nobody", _("Nobody who could hear it reads letters here."))


def check_few(match: Match, by: Player) -> None:
    said = Talk.objects.filter(match=match, player=by)
    for most, within in MOST_SAID:
        if said.filter(at__gt=timezone.now() - within).count() >= most:
            raise MatchRefused(
                "often", _("You have said a lot already. Let the others answer first.")
            )


def checked(text: str) -> str:
    text = text.replace("\0", "").strip()
    if not text:
        raise MatchRefused("empty", _("Nothing is said there."))
    if len(text) > LONGEST:
        raise MatchRefused(
            "too_long", _("That is more than {number} letters.").format(number=LONGEST)
        )
    return text


@transaction.atomic
def note_keep(*, match_id: int, by: Player, text: str, key: str) -> Note:
    """A page of a player's diary, sealed until the match has ended. [MatchRefused]"""
    before = Note.objects.filter(key=key).first()
    if before:
        return before
    seats = Seat.objects.select_related("match")
    seat = seats.filter(match=match_id, player=by).first()
    if seat is None:
        raise MatchRefused("no_seat", _("You have no seat at this match."))
    if seat.match.has_ended:
        raise MatchRefused("over", _("The match is over, and its diaries are closed."))
    if Note.objects.filter(match=match_id, player=by).count() >= MOST_NOTES:
        raise MatchRefused("full", _("Your diary of this match is full."))
    return Note.objects.create(
        match=seat.match,
        seat=seat.number,
        player=by,
        text=checked(text),
        entry=seat.match.head,
        key=key,
    )

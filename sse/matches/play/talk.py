"""Talk between the people of a match, and notes in their diaries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Note, Seat, Talk
from sse.matches.play.locked_match import names_of
from sse.matches.play.notices import organiser_notices, seat_notice
from sse.matches.play.seat_holders import no_seat
from sse.platform.mail_addresses import office, without_addresses
from sse.platform.notices import notify
from sse.platform.stored_text import as_kept

LONGEST = 4000  # letters of one speech, or one note
MOST_SAID = ((30, timedelta(hours=1)), (100, timedelta(days=1)))  # by one, in a match
MOST_NOTES = 1000  # of one player, in a match


@transaction.atomic
def talk_say(
    *, match_id: int, by: Player, to: Sequence[int] | None, text: str, key: str
) -> Talk:
    """Said to some seats, or to all, and relayed by letters that show no address.

    The same key says it once. Nothing said is an order. [MatchRefused]
    """
    match = Match.objects.select_related("organiser").get(pk=match_id)
    seats = list(match.seats.select_related("player").order_by("number"))
    return speech_relay(match, seats, by, to, text, key)


def speech_relay(
    match: Match,
    seats: list[Seat],
    by: Player,
    to: Sequence[int] | None,
    text: str,
    key: str,
) -> Talk:
    """The same for a match that is in hand, perhaps locked."""
    before = Talk.objects.filter(key=key).first()
    if before:
        return before
    said = check_speech(match, seats, by, to, text)
    own = next((seat.number for seat in seats if seat.player_id == by.pk), None)
    hearers = hearers_of(seats, by, to)
    talk = Talk.objects.create(
        match=match,
        seat=own,
        player=by,
        to=sorted(set(to)) if to is not None else None,
        text=said,
        entry=match.head,
        key=key,
    )
    relay(talk, match, seats, hearers, hears_as_host(match, seats, by, to))
    return talk


def check_speech(
    match: Match,
    seats: Sequence[Seat],
    by: Player,
    to: Sequence[int] | None,
    text: str,
    before: int = 0,
) -> str:
    """Return what would be relayed; `before` were said in the same text. [MatchRefused]

    A preview asks this too.
    """
    has_seat = any(seat.player_id == by.pk for seat in seats)
    if not has_seat and match.organiser_id != by.pk:
        raise no_seat()
    check_few(match, by, before)
    if not hearers_of(seats, by, to) and not hears_as_host(match, seats, by, to):
        raise MatchRefused("nobody", _("No one would receive this message."))
    return checked(text)


def hears_as_host(
    match: Match, seats: Sequence[Seat], by: Player, to: Sequence[int] | None
) -> bool:
    """Whether it goes to an organiser who has no seat."""
    others = (*(seat.player_id for seat in seats), by.pk, None)
    return to is None and match.organiser_id not in others


def hearers_of(
    seats: Sequence[Seat], by: Player, to: Sequence[int] | None
) -> list[Seat]:
    meant = [seat for seat in seats if to is None or seat.number in to]
    return [seat for seat in meant if seat.player_id and seat.player_id != by.pk]


def relay(
    talk: Talk, match: Match, seats: list[Seat], hearers: list[Seat], to_host: bool
) -> None:
    names = names_of(seats)
    speaker = names[talk.seat] if talk.seat is not None else str(talk.player)
    to = None if talk.to is None else [names[number] for number in talk.to]
    key, data = f"talk:{talk.pk}", {"speaker": speaker, "text": talk.text, "to": to}
    notices = []
    for seat in hearers:
        seat.match = match  # as it is now, perhaps not yet written
        own_key = f"{key}:{seat.number}"
        notices.append(seat_notice(seat=seat, kind="talk", key=own_key, **data))
    if to_host:
        own_key = f"{key}:organiser"
        notices += organiser_notices(match=match, kind="talk", key=own_key, **data)
    notify(notices)


def check_few(match: Match, by: Player, before: int = 0) -> None:
    said = Talk.objects.filter(match=match, player=by)
    for most, within in MOST_SAID:
        if said.filter(at__gt=timezone.now() - within).count() + before >= most:
            sentence = _("You have said a lot already. Let the others answer first.")
            raise MatchRefused("often", sentence)


def checked(text: str) -> str:
    """Return the text without reply addresses, which others must not see."""
    text = without_addresses(office(), as_kept(text)).strip()
    if not text:
        raise MatchRefused("empty", _("The text is empty."))
    if len(text) > LONGEST:
        sentence = _("That is more than {number} characters.")
        raise MatchRefused("too_long", sentence, number=LONGEST)
    return text


@transaction.atomic
def note_keep(*, match_id: int, by: Player, text: str, key: str) -> Note:
    """A page of a player's diary, sealed until the match has ended. [MatchRefused]"""
    seats = Seat.objects.select_related("match")
    seat = seats.filter(match=match_id, player=by).first()
    if seat is None:
        raise no_seat()
    return note_write(seat.match, seat.number, by, text, key)


def note_write(match: Match, seat: int, by: Player, text: str, key: str) -> Note:
    """The same for a match that is in hand, perhaps locked."""
    before = Note.objects.filter(key=key).first()
    if before:
        return before
    return Note.objects.create(
        match=match,
        seat=seat,
        player=by,
        text=check_note(match, by, text),
        entry=match.head,
        key=key,
    )


def check_note(match: Match, by: Player, text: str, before: int = 0) -> str:
    """Return what would be kept; `before` are in the same text. [MatchRefused]"""
    if match.has_ended:
        raise MatchRefused("over", _("The match is over, and its diaries are closed."))
    if Note.objects.filter(match=match, player=by).count() + before >= MOST_NOTES:
        raise MatchRefused("full", _("Your diary of this match is full."))
    return checked(text)

"""Whether a letter is still wanted when it is about to leave."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone

from sse.accounts.models import Address
from sse.matches.models import Seat
from sse.matches.table import table_of
from sse.outbox.kinds import kind_of
from sse.outbox.models import Bounce, Letter, Silence
from sse.platform import rows

Status = Letter.Status
ON_THE_WAY = (Status.QUEUED, Status.SENDING, Status.SENT)
REMEMBERED = timedelta(days=30)  # that an address of a stranger does not exist
SILENCE = rows.Select(
    lambda player, match: Silence.objects.filter(player=player, match=match),
    *(int, int),
)
THEIR_SEAT = rows.Select(
    lambda match, number, player: Seat.objects.filter(
        match=match, number=number, player=player
    ).only("pk"),
    *(int, int, int),
)


class End(NamedTuple):
    """Why a letter does not leave; the word is told in full on the letters page."""

    status: str
    why: str = ""


def end_without_sending(letter: Letter, email: str) -> End | None:
    if letter.expires_at and letter.expires_at <= timezone.now():
        return End(Status.EXPIRED)
    if silence := silence_of(letter):
        why = "silence" if silence.is_wish else "began without"
        return End(Status.SUPPRESSED, why)
    if not email:
        return End(Status.SUPPRESSED, "no address")
    if letter.kind == "invitation" and (why := closed(email)):
        return End(Status.SUPPRESSED, why)
    if is_needless(letter):
        return End(Status.SUPERSEDED)
    return None


def silence_of(letter: Letter) -> Silence | None:
    """No letters of this match go to the player; answers to mails come all the same."""
    if not letter.match_id or not letter.player_id or kind_of(letter.kind).is_answer:
        return None
    return next(iter(SILENCE(letter.player_id, letter.match_id)), None)


def closed(email: str) -> str:
    """Whether somebody there said no, or there was no such address lately."""
    came_back = Bounce.objects.filter(email=email)
    if came_back.filter(kind=Bounce.Kind.COMPLAINT).exists():
        return "closed"
    lately = timezone.now() - REMEMBERED
    hard = came_back.filter(kind=Bounce.Kind.HARD, at__gt=lately)
    return "came back" if hard.exists() and not is_read(email) else ""


def is_read(email: str) -> bool:
    """A player's, who was not silenced: one report in words is not enough for that."""
    theirs = Address.objects.filter(email=email, confirmed_at__isnull=False)
    return theirs.filter(suspended_at=None).exists()


def is_needless(letter: Letter) -> bool:
    """Answered, or another letter says more."""
    if kind_of(letter.kind).is_question:
        return not is_asked(letter)
    if letter.kind == "more_time":
        return not has_question(letter)
    if letter.kind == "phase":
        return is_overtaken(letter)
    if letter.kind == "digest":
        return all(map(is_needless, gathered(letter)))
    return False


def is_asked(letter: Letter) -> bool:
    """Whether this very question is still open, and to this player."""
    match, seat = letter.match, letter.seat
    if match is None or seat is None:
        return False
    asked = table_of(match.table).asks(seat)
    if asked is None:
        return False
    key = f"{letter.kind}:{match.pk}:{seat}:{asked.since}:{asked.point}"
    return letter.key.startswith(key) and is_theirs(letter)


def has_question(letter: Letter) -> bool:
    """Whether any is open to this player."""
    if letter.match is None or letter.seat is None:
        return False
    return bool(table_of(letter.match.table).asks(letter.seat)) and is_theirs(letter)


def is_theirs(letter: Letter) -> bool:
    assert letter.match is not None
    assert letter.seat is not None
    return bool(THEIR_SEAT(letter.match.pk, letter.seat, letter.player_id))


def is_overtaken(letter: Letter) -> bool:
    """A turn letter tells all of it, and asks besides."""
    later = Letter.objects.filter(
        match=letter.match_id,
        seat=letter.seat,
        player=letter.player_id,
        kind="turn",
        pk__gt=letter.pk,
    )
    return later.filter(status__in=ON_THE_WAY).exists()


def gathered(digest: Letter) -> list[Letter]:
    """The letters that stand in a digest, the oldest first."""
    rows = Letter.objects.select_related("player", "match")
    return list(rows.filter(pk__in=digest.data["letters"]).order_by("pk"))


def address_among(letter: Letter) -> Address | None:
    """Where the letter goes, from the addresses that were read with its player."""
    if letter.player is None:
        return None
    own = sorted(letter.player.addresses.all(), key=lambda one: one.pk)
    if letter.email:
        return next((one for one in own if one.email == letter.email), None)
    good = [one for one in own if one.confirmed_at and not one.suspended_at]
    return max(good, key=lambda one: one.is_first, default=None)

"""Whether a letter is still wanted when it is about to be sent."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone

from sse.accounts.models import Address
from sse.matches.models import Seat
from sse.matches.table import table_of
from sse.outbox.letters import kind_of
from sse.outbox.models import Bounce, Letter, Silence

Status = Letter.Status
SENT_OR_WAITING = (Status.QUEUED, Status.SENDING, Status.SENT)
HARD_BOUNCE_COUNTS_FOR = timedelta(days=30)  # for addresses of strangers


class End(NamedTuple):
    """How a letter ended; `selectors.py` has a sentence for each reason."""

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
    if letter.kind == "invitation" and (why := refusal_of(email)):
        return End(Status.SUPPRESSED, why)
    if is_superseded(letter):
        return End(Status.SUPERSEDED)
    return None


def silence_of(letter: Letter) -> Silence | None:
    """Return why the player gets no emails about the match; answers are always sent."""
    if not letter.match_id or not letter.player_id or kind_of(letter.kind).is_answer:
        return None
    silent = Silence.objects.filter(player=letter.player_id, match=letter.match_id)
    return silent.first()


def refusal_of(email: str) -> str:
    """Return why a stranger's address is not written to, if so."""
    came_back = Bounce.objects.filter(email=email)
    if came_back.filter(kind=Bounce.Kind.COMPLAINT).exists():
        return "closed"
    since = timezone.now() - HARD_BOUNCE_COUNTS_FOR
    hard = came_back.filter(kind=Bounce.Kind.HARD, at__gt=since)
    return "came back" if hard.exists() and not is_working(email) else ""


def is_working(email: str) -> bool:
    """Return whether a player has the address and it was not suspended."""
    theirs = Address.objects.filter(email=email, confirmed_at__isnull=False)
    return theirs.filter(suspended_at=None).exists()


def is_superseded(letter: Letter) -> bool:
    """Return whether it was answered, or another letter says more."""
    if kind_of(letter.kind).is_question:
        return not is_asked(letter)
    if letter.kind == "more_time":
        return not has_question(letter)
    if letter.kind == "phase":
        return is_overtaken(letter)
    if letter.kind == "digest":
        return all(map(is_superseded, gathered_letters(letter)))
    return False


def is_asked(letter: Letter) -> bool:
    """Return whether this very question is still open, and to this player."""
    match, seat = letter.match, letter.seat
    if match is None or seat is None:
        return False
    asked = table_of(match.table).asks(seat)
    if asked is None:
        return False
    key = f"{letter.kind}:{match.pk}:{seat}:{asked.since}:{asked.point}"
    return letter.key.startswith(key) and holds_seat(letter)


def has_question(letter: Letter) -> bool:
    """Return whether any question is open to this player."""
    if letter.match is None or letter.seat is None:
        return False
    return bool(table_of(letter.match.table).asks(letter.seat)) and holds_seat(letter)


def holds_seat(letter: Letter) -> bool:
    assert letter.seat is not None
    held = Seat.objects.filter(match=letter.match, number=letter.seat)
    return held.filter(player=letter.player_id).exists()


def is_overtaken(letter: Letter) -> bool:
    """Return whether a later turn email tells all of it, and asks besides."""
    later = letter.same_seat().filter(kind="turn", pk__gt=letter.pk)
    return later.filter(status__in=SENT_OR_WAITING).exists()


def gathered_letters(digest: Letter) -> list[Letter]:
    """Return the letters of a digest, the oldest first."""
    rows = Letter.objects.select_related("player", "match")
    return list(rows.filter(pk__in=digest.data["letters"]).order_by("pk"))


def address_among(letter: Letter) -> Address | None:
    """Return where the letter goes, of the addresses prefetched with its player."""
    if letter.player is None:
        return None
    own = sorted(letter.player.addresses.all(), key=lambda one: one.pk)
    if letter.email:
        return next((one for one in own if one.email == letter.email), None)
    good = [one for one in own if one.confirmed_at and not one.suspended_at]
    return max(good, key=lambda one: one.is_first, default=None)

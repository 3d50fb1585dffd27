"""Which notices become emails, how each kind is sent, and whether it is still wanted.

A letter is a row, written in the transaction of its cause and sent later. Its key
names the cause, so that no cause makes two. What a letter says is made when it is
sent, from the match as it was after `entry` entries: templates/mail/<kind>.*
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.utils import timezone

from sse.accounts.models import Address, Player
from sse.matches.models import Seat
from sse.matches.table import table_of
from sse.outbox import tasks
from sse.outbox.models import Bounce, Letter, Silence
from sse.platform import wake
from sse.platform.notices import Notice, notify
from sse.platform.receivers import Receivers

File = tuple[str, str | bytes, str]  # name, content, media type

# What higher layers add to letters of their own kinds; `operations/wiring.py` connects
# them.
facts_of_kind: dict[str, Callable[[Letter], dict[str, Any]]] = {}
files_of_letters: Receivers[[Letter], list[File]] = Receivers()


class Kind(NamedTuple):
    has_board: bool = False  # as a picture too
    is_answer: bool = False  # to a mail: sent at once, never unsubscribed from
    is_question: bool = False  # superfluous once it is answered
    is_urgent: bool = False  # waits neither for a digest nor for the morning
    is_alone: bool = False  # in no digest, but it waits for the morning


KINDS = {
    # from strangers to players
    "log_in": Kind(is_urgent=True),
    "confirm": Kind(is_urgent=True),
    "prove": Kind(is_urgent=True),
    "account": Kind(is_urgent=True),
    "test": Kind(is_urgent=True),
    "invitation": Kind(is_urgent=True),
    # before a match, to its organiser
    "joined": Kind(),
    "left": Kind(),
    "declined": Kind(),
    # at the table
    "started": Kind(has_board=True),
    "turn": Kind(has_board=True, is_question=True),
    "reminder": Kind(has_board=True, is_question=True, is_alone=True),
    "phase": Kind(has_board=True),
    "talk": Kind(),
    "ended": Kind(has_board=True),
    "abandoned": Kind(),
    # clocks
    "out_of_time": Kind(),
    "paused": Kind(),
    "resumed": Kind(),
    "more_time": Kind(),
    "time_asked": Kind(),
    "time_declined": Kind(),
    # seats, and what all agree on
    "seat_changed": Kind(),
    "resigned": Kind(),
    "seat_lost": Kind(),
    "seat_open": Kind(),
    "back_asked": Kind(),
    "back_refused": Kind(),
    "taken_back": Kind(),
    # answers to mails
    "receipt": Kind(is_answer=True, is_urgent=True),
    "refusal": Kind(is_answer=True, is_urgent=True),
    "stale": Kind(has_board=True, is_answer=True, is_urgent=True),
    "held": Kind(is_answer=True, is_urgent=True),
    "answer": Kind(is_answer=True, is_urgent=True),
    "booklet": Kind(is_answer=True, is_urgent=True),
    # about letters
    "digest": Kind(is_alone=True),
    "bounced": Kind(is_alone=True),
}
Status = Letter.Status
SENT_OR_WAITING = (Status.QUEUED, Status.SENDING, Status.SENT)
HARD_BOUNCE_COUNTS_FOR = timedelta(days=30)  # for addresses of strangers
URGENT = [name for name, kind in KINDS.items() if kind.is_urgent]


def kind_of(name: str) -> Kind:
    """Return how a kind is sent; one that is not listed is sent as most are."""
    return KINDS.get(name, Kind())


def letters_write(notices: Sequence[Notice]) -> None:
    """Write a letter for each notice, unless there is one with its key."""
    if notices:
        new = [letter_of(notice) for notice in notices]
        Letter.objects.bulk_create(new, ignore_conflicts=True)
        wake.ring_once(tasks.send_letters)


def letter_of(notice: Notice) -> Letter:
    return Letter(
        kind=notice.kind,
        key=notice.key,
        player_id=notice.player,
        email=notice.email,
        match_id=notice.match,
        seat=notice.seat,
        entry=notice.entry,
        data=notice.data,
        created_at=notice.at,
        not_before=notice.at,
        expires_at=notice.expires_at,
    )


# ------------------------------------------------------------- letters of higher layers


def letter_to(
    *, player: Player | None, kind: str, key: str, email: str = "", **data: Any
) -> Letter:
    """Write a letter that is about no match."""
    number = player.pk if player else None
    return write_letter(
        Notice(kind=kind, key=key, player=number, email=email, data=data)
    )


def write_letter(notice: Notice) -> Letter:
    notify([notice])
    return Letter.objects.get(key=notice.key)


# --------------------------------------------------------------------- still wanted


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

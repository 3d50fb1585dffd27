"""The relay: takes letters that are due, writes them out and hands them over.

A row is claimed for some minutes before anything leaves. A worker that dies leaves a
claim behind that runs out, and another one sends the letter.
"""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPException

import structlog
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from sse import bell
from sse.accounts.selectors import address_for
from sse.logs import hidden, sentence
from sse.matches.table import table_of
from sse.outbox import tasks
from sse.outbox.models import Letter
from sse.outbox.writing import message_of

log = structlog.get_logger()
LEASE = timedelta(minutes=5)
DELAYS = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)]
PATIENCE = timedelta(days=3)  # then a letter has failed
QUESTIONS = ("turn", "reminder")  # letters that are void once answered
Status = Letter.Status


def letters_send(*, limit: int = 100) -> int:
    """Whatever is due, through one door. How many were taken up."""
    letters = letters_claim(limit)
    if not letters:
        return 0
    door, fates = get_connection(), Fates()
    try:
        for letter in letters:
            fates.note(letter, letter_send(letter, door))
    finally:
        fates.write()
        door.close()
    if len(letters) == limit:
        bell.ring_now(tasks.send_letters)
    return len(letters)


@transaction.atomic
def letters_claim(limit: int) -> list[Letter]:
    """The oldest that are due, for us alone, until the lease ends."""
    now = timezone.now()
    due = Letter.objects.filter(
        Q(status=Status.QUEUED, not_before__lte=now)
        | Q(status=Status.SENDING, lease_until__lte=now)
    )
    free = due.select_for_update(skip_locked=True).order_by("not_before", "pk")
    found = list(free[:limit])
    for letter in found:
        letter.lease_until = now + LEASE
    those = Letter.objects.filter(pk__in=[letter.pk for letter in found])
    those.update(status=Status.SENDING, lease_until=now + LEASE)
    return found


class Fates:
    """What became of letters, noted in the database a few at a time.

    Who is killed in between leaves a few that are sent again, with the same name: mail
    programs show them once.
    """

    FEW, SOON = 10, timedelta(seconds=10)

    def __init__(self) -> None:
        self.noted: dict[str, list[int]] = {}
        self.written_at = timezone.now()

    def note(self, letter: Letter, status: str) -> None:
        if status:
            self.noted.setdefault(status, []).append(letter.pk)
        is_old = timezone.now() - self.written_at > self.SOON
        if is_old or sum(map(len, self.noted.values())) >= self.FEW:
            self.write()

    def write(self) -> None:
        now = timezone.now()
        for status, keys in self.noted.items():
            Letter.objects.filter(pk__in=keys).update(
                status=status,
                lease_until=None,
                sent_at=now if status == Status.SENT else None,
                trouble="",
            )
        self.noted.clear()
        self.written_at = now


def letter_send(letter: Letter, door: BaseEmailBackend) -> str:
    """One letter: its new status, or nothing if it was put off or taken over."""
    if not is_ours(letter):
        return ""
    try:
        email = letter.email or first_address(letter)
        if end := end_without_sending(letter, email):
            return end
        door.open()
        door.send_messages([message_of(letter, email)])
    except (SMTPException, OSError) as error:
        door.close()
        put_off(letter, str(error))
    except Exception as error:  # our fault: told to the operator, tried again
        log.exception("letter broken", letter=letter.pk)
        put_off(letter, f"It could not be written: {sentence(error)}")
    else:
        return Status.SENT
    return ""


def is_ours(letter: Letter) -> bool:
    """Still, or again: a lease that soon ends is made longer, unless it was taken."""
    now = timezone.now()
    if letter.lease_until and letter.lease_until - now > LEASE / 2:
        return True
    ours = Letter.objects.filter(
        pk=letter.pk, status=Status.SENDING, lease_until=letter.lease_until
    )
    letter.lease_until = now + LEASE
    return bool(ours.update(lease_until=letter.lease_until))


def first_address(letter: Letter) -> str:
    address = address_for(letter.player) if letter.player else None
    return address.email if address else ""


def end_without_sending(letter: Letter, email: str) -> str:
    """Why the letter is not wanted any more, if so."""
    if letter.expires_at and letter.expires_at <= timezone.now():
        return Status.EXPIRED
    if not email:
        return Status.SUPPRESSED
    if letter.kind in QUESTIONS and not is_asked(letter):
        return Status.SUPERSEDED
    return ""


def is_asked(letter: Letter) -> bool:
    """Whether this very question is still open, and to this player."""
    match, seat = letter.match, letter.seat
    if match is None or seat is None:
        return False
    asked = table_of(match.table).asks(seat)
    if asked is None:
        return False
    key = f"{letter.kind}:{match.pk}:{seat}:{asked.since}:{asked.point}"
    theirs = match.seats.filter(number=seat, player=letter.player_id)
    return letter.key.startswith(key) and theirs.exists()


def put_off(letter: Letter, words: str) -> None:
    """Later again, with growing patience; after some days never."""
    now = timezone.now()
    attempts = letter.attempts + 1
    is_hopeless = now - letter.created_at > PATIENCE
    Letter.objects.filter(pk=letter.pk).update(
        status=Status.FAILED if is_hopeless else Status.QUEUED,
        lease_until=None,
        attempts=attempts,
        not_before=now + DELAYS[min(attempts, len(DELAYS)) - 1],
        trouble=str(hidden(" ".join(words.split())))[:300],
    )

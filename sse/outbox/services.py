"""Send the emails that are due.

A row is claimed before anything is sent, and the claim is renewed meanwhile. A worker
that dies leaves a claim behind that runs out, and another one sends the letter.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import (
    BooleanField,
    ExpressionWrapper,
    Q,
    QuerySet,
    prefetch_related_objects,
)
from django.utils import timezone

from sse.accounts.models import Address
from sse.matches.models import Match
from sse.outbox import tasks
from sse.outbox.bounces import (
    SmtpError,
    When,
    backend_errors,
    bounce_note,
    redacted_reason,
    smtp_error,
)
from sse.outbox.digests import digests_make, sending_time
from sse.outbox.letters import URGENT, End, address_among, end_without_sending, kind_of
from sse.outbox.models import Bounce, Letter
from sse.outbox.rendering import message_of
from sse.outbox.reply_addresses import ABOUT_ITSELF
from sse.platform import leases, rates, rows, wake
from sse.platform.logs import error_summary

log = structlog.get_logger()
BATCH = 20  # so few that an urgent letter does not wait for many with boards
DELAYS = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)]
GIVEN_UP_AFTER = timedelta(hours=48)
OUTAGE_DELAY = timedelta(minutes=1)  # for letters behind one that did not get through
NOTED_AT_ONCE, NOTED_AFTER = 10, timedelta(seconds=10)
Status = Letter.Status
MATCH = rows.Select(lambda pk: Match.objects.filter(pk=pk), int)


class MailServerAway(Exception):
    """No letter gets through now."""


def letters_send(*, limit: int = BATCH) -> int:
    """Send what is due over one connection; return how many were claimed."""
    letters = letters_claim(limit)
    if not letters:
        return 0
    prefetch_related_objects(letters, "player__addresses")
    backend, ends = get_connection(), Ends()
    try:
        with leases.held(leases.lease_of(*letters)):
            send_all(digests_make(due_now(letters)), backend, ends)
    finally:
        ends.write()
        backend.close()
    if len(letters) == limit:
        wake.ring_now(tasks.send_letters)
    return len(letters)


def letters_claim(limit: int) -> list[Letter]:
    """Claim the oldest that are due.

    Those come first for which somebody waits just now: answers, and links to log in.
    """
    due = leases.due(Letter, timezone.now())
    is_urgent = ExpressionWrapper(Q(kind__in=URGENT), BooleanField())
    return leases.claim(due.order_by(is_urgent.desc(), "not_before", "pk")[:limit])


def due_now(letters: Iterable[Letter]) -> list[Letter]:
    """Return those that wait neither for the morning nor for a digest."""
    now, found = timezone.now(), []
    for letter in letters:
        at = sending_time(letter, now)
        if at > now:
            leases.give_back(letter, at=at)
        else:
            found.append(letter)
    return found


def send_all(letters: list[Letter], backend: BaseEmailBackend, ends: Ends) -> None:
    """Send letters one by one; stop where the mail server is away."""
    for number, letter in enumerate(letters):
        try:
            send_in_turn([*questions_before(letter), letter], backend, ends)
        except MailServerAway:
            at = timezone.now() + OUTAGE_DELAY
            return leases.give_back(*letters[number + 1 :], at=at)
    return None


def send_in_turn(letters: list[Letter], backend: BaseEmailBackend, ends: Ends) -> None:
    """Send each after the one before it; none overtakes one that has to wait.

    [MailServerAway]
    """
    for number, letter in enumerate(letters):
        behind = letters[number + 1 :]
        try:
            with leases.held(leases.lease_of(letter)):  # a digest was made since
                end = letter_send(letter, backend)
        except MailServerAway:
            leases.give_back(*behind, at=timezone.now() + OUTAGE_DELAY)
            raise
        ends.note(letter, end)
        if end is None and behind and (at := next_attempt_at(letter)):
            return leases.give_back(*behind, at=at)
    return None


def next_attempt_at(letter: Letter) -> datetime | None:
    """Return when a letter that was not sent is due again, if it waits."""
    waiting = Letter.objects.filter(pk=letter.pk, status=Status.QUEUED)
    return waiting.values_list("not_before", flat=True).first()


class Ends:
    """What became of letters, written to the database a few at a time.

    A worker that is killed in between leaves a few that are sent again, with the same
    Message-ID: mail programs show them once.
    """

    def __init__(self) -> None:
        self.noted: dict[End, list[Letter]] = {}
        self.written_at = timezone.now()

    def note(self, letter: Letter, end: End | None) -> None:
        if end:
            self.noted.setdefault(end, []).append(letter)
        is_superseded = end is not None and end.status == Status.SUPERSEDED
        is_old = timezone.now() - self.written_at > NOTED_AFTER
        is_much = sum(map(len, self.noted.values())) >= NOTED_AT_ONCE
        if is_superseded or is_old or is_much:  # the next letter tells what this did
            self.write()

    def write(self) -> None:
        now = timezone.now()
        for end, letters in self.noted.items():
            sent_at = now if end.status == Status.SENT else None
            leases.finish(*letters, status=end.status, sent_at=sent_at, trouble=end.why)
        self.noted.clear()
        self.written_at = now


# ---------------------------------------------------------------------- one letter


def letter_send(letter: Letter, backend: BaseEmailBackend) -> End | None:
    """Send a letter; return its end, or nothing if it was put off or taken over.

    [MailServerAway]
    """
    if not leases.still_ours(letter):
        return None
    try:
        if letter.match_id:
            (letter.match,) = MATCH(letter.match_id)  # as it is now
        address = address_among(letter)
        email = letter.email or (address.email if address else "")
        if end := end_without_sending(letter, email):
            return end
        letter.newest_turn = newest_turn(letter)
        if wait := wait_for(email):
            leases.give_back(letter, at=timezone.now() + wait)
            return None
        return hand_over(letter, email, address, backend)
    except MailServerAway:
        raise
    except Exception as error:  # our fault: logged for the operator, tried again
        log.exception("letter broken", letter=letter.pk)
        letter_put_off(letter, f"It could not be written: {error_summary(error)}")
        return None


def wait_for(email: str) -> timedelta:
    """Return how long a letter to this address has to wait; if not, it is counted."""
    domain = email.rpartition("@")[2].lower()
    return rates.bucket_wait(
        {"all": settings.MAIL_RATE_ALL, domain: settings.MAIL_RATE_DOMAIN}
    )


def newest_turn(letter: Letter) -> int:
    """Return the turn of the newest question that was sent before this answer.

    So a player who answers the email that came last never answers an old one.
    """
    if letter.seat is None or not kind_of(letter.kind).is_answer:
        return 0
    asked = later_questions(letter).filter(status__in=(Status.SENDING, Status.SENT))
    return max(asked.values_list("entry", flat=True), default=0)


def questions_before(letter: Letter) -> list[Letter]:
    """Claim newer questions that wait for the morning, to send them before an answer.

    The reader is awake, and would answer a question that is over.
    """
    if letter.seat is None or not kind_of(letter.kind).is_answer:
        return []
    waiting = later_questions(letter).filter(status=Status.QUEUED)
    return leases.claim(waiting.order_by("pk"))


def later_questions(letter: Letter) -> QuerySet[Letter]:
    return letter.same_seat().filter(kind="turn", entry__gt=letter.entry)


def hand_over(
    letter: Letter, email: str, address: Address | None, backend: BaseEmailBackend
) -> End | None:
    """Give the email to the mail server; try once more if the line was cut."""
    message = message_of(letter, email, address)
    if letter.seat is not None and letter.kind not in ABOUT_ITSELF:
        # Answers quote it. Emails with links and codes are stored nowhere.
        letter.text = str(message.body)
        letter.save(update_fields=["text"])
    for is_second in (False, True):
        try:
            backend.open()
            backend.send_messages([message])
            return End(Status.SENT)
        except backend_errors() as error:
            backend.close()
            found = smtp_error(error)
            if found.when != When.NOW or is_second:
                return handle_error(letter, email, found)
    return None


def handle_error(letter: Letter, email: str, error: SmtpError) -> End | None:
    words = redacted_reason(error.words)
    if error.when == When.NEVER:
        bounce_note(
            letter=letter,
            email=email,
            kind=Bounce.Kind.HARD if error.is_hard else Bounce.Kind.SOFT,
            why=words,
            key=f"letter:{letter.pk}:{letter.attempts}",
            is_certain=error.is_coded,
            is_final=True,
        )
        return End(Status.FAILED, words)
    letter_put_off(letter, words)
    if error.is_outage:
        raise MailServerAway
    return None


def letter_put_off(letter: Letter, words: str) -> None:
    """Try again later, or fail after two days."""
    is_hopeless = timezone.now() - letter.created_at > GIVEN_UP_AFTER
    leases.put_off(
        letter,
        DELAYS,
        status=Status.FAILED if is_hopeless else Status.QUEUED,
        attempts=letter.attempts + 1,
        trouble=redacted_reason(words),
    )


def texts_forget(*, now: datetime | None = None) -> int:
    """Delete the texts of old letters: nobody answers them any more."""
    limit = (now or timezone.now()) - timedelta(days=settings.MAIL_DAYS)
    return Letter.objects.filter(sent_at__lte=limit).exclude(text="").update(text="")

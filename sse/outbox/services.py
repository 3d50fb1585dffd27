"""The relay: takes letters that are due, writes them out and hands them over.

A row is claimed before anything leaves, and the claim is renewed while we send. A
worker that dies leaves a claim behind that runs out, and another one sends the letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import (
    BooleanField,
    ExpressionWrapper,
    Q,
    prefetch_related_objects,
)
from django.utils import timezone

from sse.accounts.models import Address
from sse.matches.models import Match
from sse.outbox import tasks
from sse.outbox.bounces import letter_refused
from sse.outbox.digests import gather
from sse.outbox.kinds import URGENT, kind_of
from sse.outbox.models import Letter
from sse.outbox.rates import wait_for
from sse.outbox.relevance import End, address_among, end_without_sending
from sse.outbox.rendering import message_of
from sse.outbox.reply_addresses import ABOUT_ITSELF
from sse.outbox.schedule import leaves_at
from sse.outbox.smtp_errors import Trouble, When, doors, trouble_of
from sse.platform import leases, rows, wake
from sse.platform.logs import hidden, sentence

log = structlog.get_logger()
LEASE = leases.LEASE
BATCH = 20  # so few that an urgent letter does not stand behind many with boards
DELAYS = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)]
PATIENCE = timedelta(hours=48)  # then a letter has failed
DOOR_DELAY = timedelta(minutes=1)  # for letters behind one that did not get through
Status = Letter.Status
MATCH = rows.Select(lambda pk: Match.objects.filter(pk=pk), int)


def letters_send(*, limit: int = BATCH) -> int:
    """Whatever is due, through one door. How many were taken up."""
    letters = letters_claim(limit)
    if not letters:
        return 0
    prefetch_related_objects(letters, "player__addresses")
    door, fates = get_connection(), Fates()
    try:
        with leases.held(leases.lease_of(*letters)):
            send_all(gather(leaving(letters)), door, fates)
    finally:
        fates.write()
        door.close()
    if len(letters) == limit:
        wake.ring_now(tasks.send_letters)
    return len(letters)


@transaction.atomic
def letters_claim(limit: int) -> list[Letter]:
    """The oldest that are due, for us alone, until the lease ends.

    Those come first for which somebody waits just now: answers, and links to log in.
    """
    now = timezone.now()
    due = Letter.objects.filter(
        Q(status=Status.QUEUED, not_before__lte=now)
        | Q(status=Status.SENDING, lease_until__lte=now)
    )
    is_urgent = ExpressionWrapper(Q(kind__in=URGENT), BooleanField())
    free = due.select_for_update(skip_locked=True)
    found = list(free.order_by(is_urgent.desc(), "not_before", "pk")[:limit])
    claim = leases.new_claim(now)
    for letter in found:
        letter.lease_until, letter.lease_by = claim["lease_until"], claim["lease_by"]
    those = Letter.objects.filter(pk__in=[letter.pk for letter in found])
    those.update(status=Status.SENDING, **claim)
    return found


def leaving(letters: Iterable[Letter]) -> list[Letter]:
    """Those that do not wait for the morning, nor for a digest."""
    now, found = timezone.now(), []
    for letter in letters:
        at = leaves_at(letter, now)
        if at > now:
            give_back([letter], at)
        else:
            found.append(letter)
    return found


def send_all(letters: list[Letter], door: BaseEmailBackend, fates: Fates) -> None:
    """One by one; where nobody gets through, those behind are not kept waiting here."""
    for number, letter in enumerate(letters):
        try:
            send_in_turn([*questions_before(letter), letter], door, fates)
        except DoorShut:
            return wait_all(letters[number + 1 :], timezone.now() + DOOR_DELAY)
    return None


def send_in_turn(letters: list[Letter], door: BaseEmailBackend, fates: Fates) -> None:
    """Send each after the one before it; none overtakes one that has to wait.

    [DoorShut]
    """
    for number, letter in enumerate(letters):
        behind = letters[number + 1 :]
        try:
            with leases.held(leases.lease_of(letter)):  # a digest was made since
                end = letter_send(letter, door)
        except DoorShut:
            wait_all(behind, timezone.now() + DOOR_DELAY)
            raise
        fates.note(letter, end)
        if end is None and behind and (at := waits_until(letter)):
            return wait_all(behind, at)
    return None


def waits_until(letter: Letter) -> datetime | None:
    """Return when a letter that did not leave is due again, if it waits."""
    waiting = Letter.objects.filter(pk=letter.pk, status=Status.QUEUED)
    return waiting.values_list("not_before", flat=True).first()


def wait_all(letters: Sequence[Letter], at: datetime) -> None:
    """Give back letters that may have been claimed one after another."""
    for letter in letters:
        give_back([letter], at)


class DoorShut(Exception):
    """Nobody gets through now."""


class Fates:
    """What became of letters, noted in the database a few at a time.

    Who is killed in between leaves a few that are sent again, with the same name: mail
    programs show them once.
    """

    FEW, SOON = 10, timedelta(seconds=10)

    def __init__(self) -> None:
        self.noted: dict[End, list[Letter]] = {}
        self.written_at = timezone.now()

    def note(self, letter: Letter, end: End | None) -> None:
        if end:
            self.noted.setdefault(end, []).append(letter)
        is_news = end is not None and end.status == Status.SUPERSEDED  # for the next
        is_old = timezone.now() - self.written_at > self.SOON
        if is_news or is_old or sum(map(len, self.noted.values())) >= self.FEW:
            self.write()

    def write(self) -> None:
        now = timezone.now()
        for end, letters in self.noted.items():
            leases.ours(*letters).update(
                status=end.status,
                **leases.FREE,
                sent_at=now if end.status == Status.SENT else None,
                trouble=end.why,
            )
        self.noted.clear()
        self.written_at = now


# ---------------------------------------------------------------------- one letter


def letter_send(letter: Letter, door: BaseEmailBackend) -> End | None:
    """One letter: its end, or nothing if it was put off or taken over. [DoorShut]"""
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
            give_back([letter], timezone.now() + wait)
            return None
        return hand_over(letter, email, address, door)
    except DoorShut:
        raise
    except Exception as error:  # our fault: told to the operator, tried again
        log.exception("letter broken", letter=letter.pk)
        put_off(letter, f"It could not be written: {sentence(error)}")
        return None


def newest_turn(letter: Letter) -> int:
    """The turn of the newest question that left before this answer to a mail.

    So whoever answers the letter that came last never answers an old one.
    """
    if letter.seat is None or not kind_of(letter.kind).is_answer:
        return 0
    asked = Letter.objects.filter(
        match=letter.match_id,
        seat=letter.seat,
        player=letter.player_id,
        kind="turn",
        entry__gt=letter.entry,
        status__in=(Status.SENDING, Status.SENT),
    )
    return max(asked.values_list("entry", flat=True), default=0)


def questions_before(letter: Letter) -> list[Letter]:
    """Claim the questions that wait for the morning though this answer is older.

    Its reader is awake, and would answer what is over.
    """
    if letter.seat is None or not kind_of(letter.kind).is_answer:
        return []
    waiting = Letter.objects.filter(
        match=letter.match_id,
        seat=letter.seat,
        player=letter.player_id,
        kind="turn",
        entry__gt=letter.entry,
        status=Status.QUEUED,
    )
    claim, claimed = leases.new_claim(timezone.now()), []
    for question in waiting.order_by("pk"):
        mine = Letter.objects.filter(pk=question.pk, status=Status.QUEUED)
        if mine.update(status=Status.SENDING, **claim):
            question.lease_until = claim["lease_until"]
            question.lease_by = claim["lease_by"]
            claimed.append(question)
    return claimed


def hand_over(
    letter: Letter, email: str, address: Address | None, door: BaseEmailBackend
) -> End | None:
    """To the door; a line that was cut is tried once more at once."""
    message = message_of(letter, email, address)
    if is_for_orders(letter):  # a mail that answers it will quote it
        letter.text = str(message.body)
        rows.update(letter, ["text"])
    for is_second in (False, True):
        try:
            door.open()
            door.send_messages([message])
            return End(Status.SENT)
        except doors() as error:
            door.close()
            trouble = trouble_of(error)
            if trouble.when != When.NOW or is_second:
                return meet(letter, email, trouble)
    return None


def is_for_orders(letter: Letter) -> bool:
    """Not those with links and codes: these are kept nowhere as they were sent."""
    return letter.seat is not None and letter.kind not in ABOUT_ITSELF


def meet(letter: Letter, email: str, trouble: Trouble) -> End | None:
    words = told(trouble.words)
    if trouble.when == When.NEVER:
        letter_refused(
            letter=letter,
            email=email,
            why=words,
            is_hard=trouble.is_hard,
            is_coded=trouble.is_coded,
        )
        return End(Status.FAILED, words)
    put_off(letter, words)
    if trouble.is_door:
        raise DoorShut
    return None


def give_back(letters: Sequence[Letter], at: datetime) -> None:
    """Nothing is wrong with them: they are due again then."""
    if letters:
        ours = leases.ours(*letters).filter(status=Status.SENDING)
        ours.update(status=Status.QUEUED, **leases.FREE, not_before=at)


def put_off(letter: Letter, words: str) -> None:
    """Later again, with growing patience; after two days never."""
    now = timezone.now()
    attempts = letter.attempts + 1
    is_hopeless = now - letter.created_at > PATIENCE
    leases.ours(letter).update(
        status=Status.FAILED if is_hopeless else Status.QUEUED,
        **leases.FREE,
        attempts=attempts,
        not_before=now + DELAYS[min(attempts, len(DELAYS)) - 1],
        trouble=told(words),
    )


def texts_forget() -> int:
    """Nobody answers a letter after so long; what it told stands in the match."""
    limit = timezone.now() - timedelta(days=settings.MAIL_DAYS)
    return Letter.objects.filter(sent_at__lte=limit).exclude(text="").update(text="")


def told(words: str) -> str:
    """Without addresses, in one line."""
    return str(hidden(" ".join(words.split())))[:300]

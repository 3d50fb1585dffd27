"""A mail on its way through the house, by processes that are killed at every step.

`python -m tests.support.crashes` prints, as JSON, what became of one mail for each
point at which a worker was killed: without a warning, by SIGKILL. A fork of this
process is the worker; others come with every beat of the clock, on a clock that we set,
until the leases of the first have ended. It is counted how many of them come.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import django
import time_machine

django.setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from engine.registry import register  # noqa: E402
from engine.replay import verify  # noqa: E402
from sse.inbox.models import Answer, RawMail  # noqa: E402
from sse.inbox.services import OVER  # noqa: E402
from sse.matches import play  # noqa: E402
from sse.matches.models import Match, Submission, Talk  # noqa: E402
from sse.matches.selectors import log_file  # noqa: E402
from sse.outbox.models import Letter  # noqa: E402
from sse.platform import wake  # noqa: E402
from sse.platform.mail_addresses import address_make, office  # noqa: E402
from tests.support.people import new_player  # noqa: E402

register(Path(__file__).parent.parent, "tests")  # the toy: its letters are short
SEED = sha256(b"dying").hexdigest()


class Point(NamedTuple):
    """Where a worker dies: just before or after a function is done."""

    where: str  # module, and class if it is a method
    name: str
    when: str

    def __str__(self) -> str:
        return f"{self.when} {self.where.rpartition('.')[2]}.{self.name}"


KEEPING, READING = "sse.inbox.services", "sse.inbox.ingest"
PLAYING, TABLE = (
    "sse.matches.play.submissions",
    "sse.matches.play.locked_match.LockedMatch",
)
SENDING = "sse.outbox.services"
POINTS = [
    Point(KEEPING, "insert_all", "before"),
    Point(KEEPING, "insert_all", "after"),
    Point(KEEPING, "mails_keep", "after"),
    Point(READING, "mail_claim", "before"),
    Point(READING, "mail_claim", "after"),
    Point(READING, "read_stored_mail", "after"),
    Point(READING, "case_of", "after"),
    Point("sse.inbox.commands.dispatch", "submit_text", "before"),
    Point("sse.inbox.commands.dispatch", "may_answer", "after"),
    Point("sse.inbox.commands.dispatch", "plan_submit", "after"),
    Point(READING, "mail_settle", "before"),
    Point(READING, "mail_settle", "after"),
    Point(READING, "mail_process", "after"),
    Point(PLAYING, "first_waiting", "after"),
    Point(PLAYING, "understand", "after"),
    Point(PLAYING, "keep_speech", "after"),
    Point(PLAYING, "apply_submission", "after"),
    Point(TABLE, "save", "before"),
    Point(TABLE, "save", "after"),
    Point(PLAYING, "apply_next", "after"),
    Point(SENDING, "letters_claim", "after"),
    Point("django.core.mail.backends.smtp.EmailBackend", "send_messages", "before"),
    Point("django.core.mail.backends.smtp.EmailBackend", "send_messages", "after"),
    Point(SENDING, "letters_send", "after"),
]


def owner_of(where: str) -> Any:
    try:
        return importlib.import_module(where)
    except ModuleNotFoundError:
        module, _, name = where.rpartition(".")
        return getattr(importlib.import_module(module), name)


def make_deadly(point: Point) -> None:
    owner = owner_of(point.where)
    whole = getattr(owner, point.name)

    def deadly(*arguments: Any, **named: Any) -> Any:
        if point.when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        done = whole(*arguments, **named)
        os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(owner, point.name, deadly)


# --------------------------------------------------------------------------- one mail


class Mail(NamedTuple):
    match: int
    to: str
    sender: str
    raw: bytes


def new_mail(number: int) -> Mail:
    """Botan's, to a table that is laid alike each time."""
    aki, botan = (new_player(f"{name}{number}") for name in ("Aki", "Botan"))
    match = play.match_open(organiser=aki, game="toy", seats=2, seed=SEED)
    play.seat_join(match_id=match.pk, player=botan)
    play.match_start(match_id=match.pk)
    play.plan_submit(
        match_id=match.pk, player=aki, text="pick 1", source="web", key=f"aki {number}"
    )
    play.submissions_apply(match_id=match.pk)
    seat = match.seats.get(player=botan)
    entry = Letter.objects.filter(match=match, player=botan).latest("pk").entry
    to = address_make(office(), "o", seat.pk, entry, seat.token_epoch)
    sender = f"botan{number}@example.org"
    raw = (
        f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{number}@example.org>\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\n"
        "pick 3\r\ntake gold\r\n\r\nsay to all: there you are\r\n"
    )
    return Mail(match.pk, to, sender, raw.encode())


def all_the_way(mail: Mail) -> None:
    """From the door to the last letter; whoever sent the mail tries again."""
    keep, process, send = (
        getattr(importlib.import_module(m), n)
        for m, n in (
            (KEEPING, "mail_keep"),
            (READING, "mails_process"),
            (SENDING, "letters_send"),
        )
    )
    with wake.muffled():
        keep(raw=mail.raw, envelope_from=mail.sender, recipients=[mail.to], door="smtp")
        while process():
            pass
        play.submissions_apply(match_id=mail.match)
        while send():
            pass


def in_a_worker(act: Callable[[], None]) -> int:
    """In a process of its own: the signal that ended it, or how it went."""
    connection.close()
    worker = os.fork()
    if not worker:
        try:
            act()
            os._exit(0)
        except BaseException as error:
            print(repr(error), flush=True)
            os._exit(1)
    _, status = os.waitpid(worker, 0)
    return os.waitstatus_to_exitcode(status)


BEAT = timedelta(seconds=10)  # as in the settings
MOST_BEATS = 30


def is_settled(mail: Mail) -> bool:
    """Whether nobody waits for anything any more."""
    kept = RawMail.objects.filter(recipient=mail.to)
    is_read = kept.exists() and not kept.exclude(status__in=OVER).exists()
    waiting = Letter.objects.filter(match=mail.match, status__in=["queued", "sending"])
    texts = Submission.objects.filter(match=mail.match, status="waiting")
    return is_read and not waiting.exists() and not texts.exists()


def recover(mail: Mail) -> tuple[int, int]:
    """Let a worker come with every beat: how it went, and how many came."""
    beats, went, begin = 0, 0, timezone.now()
    while not went and not is_settled(mail) and beats < MOST_BEATS:
        beats += 1
        went = in_a_worker(partial(all_the_way_at, begin + beats * BEAT, mail))
    return went, beats


def all_the_way_at(instant: datetime, mail: Mail) -> None:
    with time_machine.travel(instant):
        all_the_way(mail)


def outcome(
    point: str, died: int, recovery: tuple[int, int], mail: Mail
) -> dict[str, Any]:
    match = Match.objects.get(pk=mail.match)
    letters = Letter.objects.filter(match=match)
    kept = RawMail.objects.filter(recipient=mail.to)
    return {
        "point": point,
        "died": died,
        "then": recovery[0],
        "beats": recovery[1],
        "mails": sorted(kept.values_list("status", flat=True)),
        "texts": sorted(match.submissions.values_list("status", flat=True)),
        "talk": Talk.objects.filter(match=match).count(),
        "answers": Answer.objects.filter(mail__in=kept).count(),
        "letters": sorted(letters.values_list("kind", "status")),
        "log": list(match.entries.values_list("text", flat=True)),
        "verdict": verify(log_file(match)),
        "people": [f"{name}@example.org" for name in names_at(match)],
    }


def names_at(match: Match) -> list[str]:
    return [seat.holder.lower() for seat in match.seats.order_by("number")]


def die_everywhere() -> list[dict[str, Any]]:
    """First undisturbed, then at each point."""
    with wake.muffled():
        all_the_way(new_mail(-1))  # so that no worker has to load everything anew
    found = []
    for number, point in enumerate([None, *POINTS]):
        with wake.muffled():
            mail = new_mail(number)

        def act(point: Point | None = point, mail: Mail = mail) -> None:
            if point:
                make_deadly(point)
            all_the_way(mail)

        died = in_a_worker(act)
        found.append(outcome(str(point), died, recover(mail), mail))
    return found


def two_workers(rounds: int) -> list[dict[str, Any]]:
    """The same mail by several workers at once, each of which keeps it first."""
    found = []
    for number in range(rounds):
        with wake.muffled():
            mail = new_mail(1000 + number)
        connection.close()
        workers = [start_worker(mail) for _ in range(3)]
        codes = [os.waitstatus_to_exitcode(os.waitpid(w, 0)[1]) for w in workers]
        found.append(outcome(f"together {codes}", max(codes), recover(mail), mail))
    return found


def start_worker(mail: Mail) -> int:
    worker = os.fork()
    if not worker:
        try:
            all_the_way(mail)
            os._exit(0)
        except BaseException as error:
            print(repr(error), flush=True)
            os._exit(1)
    return worker


if __name__ == "__main__":
    print(json.dumps({"points": die_everywhere(), "together": two_workers(5)}))

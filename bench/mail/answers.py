"""What passes between a mail at the door and its answer at SMTP."""

from __future__ import annotations

import re
import smtplib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from itertools import count
from typing import Any

from bench import service
from bench.mail.programs import DOOR, running, worker

RATE, SECONDS, WARM = 20, 20, 5  # mails a second, for so long, after so long
MATCHES = 100
NAMES = count(1)


class Receiver:
    """The mail server of all players: it knows when each answer came."""

    def __init__(self) -> None:
        self.came: dict[str, float] = {}  # by the name of the mail that is answered
        self.letters = self.boards = self.octets = 0

    async def handle_DATA(  # noqa: N802
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        raw = envelope.original_content
        self.letters, self.octets = self.letters + 1, self.octets + len(raw)
        self.boards += b"Content-Type: image/png" in raw
        if told := re.search(rb"\nIn-Reply-To:\s*<(\d+)@bench>", raw):
            self.came[told[1].decode()] = time.perf_counter()
        return "250 taken"


@contextmanager
def receiving(port: int) -> Iterator[Receiver]:
    from aiosmtpd.controller import Controller

    found = Receiver()
    server = Controller(found, hostname="127.0.0.1", port=port, ready_timeout=30)
    server.start()
    try:
        yield found
    finally:
        server.stop()


class Table:
    """One match, and how far its four have written."""

    def __init__(self, script: service.Script, people: list[Any]) -> None:
        self.lines, self.people = iter(script.lines[service.BEGUN :]), people
        self.match, self.last = service.begun(script, people), ""

    def next_mail(self) -> tuple[str, str, bytes]:
        """Who writes where, and what."""
        from sse.matches.models import Seat
        from sse.outbox.models import Letter

        number, order = next(self.lines)
        seat = Seat.objects.get(match=self.match, number=number)
        mine = Letter.objects.filter(match=self.match, seat=number)
        to = address(seat, mine.order_by("pk").reverse()[0].entry)
        sender, self.last = email_of(self.people[number]), str(next(NAMES))
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: Your turn"
        mail["Message-ID"] = f"<{self.last}@bench>"
        order = "none" if order == "decline" else order  # by mail that is a command
        mail.set_content(f"{order}\n\n> and what was quoted\n" + "> of it\n" * 40)
        return sender, to, mail.as_bytes()


def address(seat: Any, turn: int) -> str:
    from sse.inbox.addresses import address_make
    from sse.inbox.selectors import office

    return address_make(office(), "o", seat.pk, turn, seat.token_epoch)


def email_of(player: Any) -> str:
    return f"{player.pk}@example.org"


def tables() -> list[Table]:
    """Each with its own people: nobody is answered without end."""
    from sse.outbox.models import Letter

    with service.no_bells():
        found = [
            Table(script, [new_player(f"P{number} {seat}") for seat in range(4)])
            for number, script in enumerate(service.scripts(MATCHES))
        ]
    Letter.objects.update(status=Letter.Status.SENT)
    return found


def new_player(name: str) -> Any:
    from django.utils import timezone

    from sse.accounts.models import Address, Player

    player = Player.objects.create(name=name)
    Address.objects.create(
        player=player,
        email=email_of(player),
        confirmed_at=timezone.now(),
        is_first=True,
    )
    return player


def answers(kind: str, port: int) -> None:
    """Nobody writes before the last one at the same table was answered."""
    waiting = tables()
    with (
        receiving(port) as receiver,
        running(*DOOR) as door,
        worker("celery", 2),
        worker("letters", 1),
    ):
        time.sleep(WARM)
        write(door, waiting, receiver, WARM)
        receiver.letters = receiver.boards = receiver.octets = 0
        begin = time.perf_counter()
        waits = sorted(write(door, waiting, receiver, SECONDS))
    rate = len(waits) / (time.perf_counter() - begin)
    refused = refusals()
    p50, p95 = waits[len(waits) // 2], waits[int(0.95 * len(waits))]
    print(
        f"{kind}: {RATE} mails/s for {SECONDS} s, from the door to the answer:", end=""
    )
    print(
        f" (all answered at {rate:.1f}/s) p50 {p50:.2f} s, p95 {p95:.2f} s (goal 2);",
        end=" ",
    )
    print(f"{receiver.letters} letters, {receiver.boards} with a board,", end=" ")
    print(f"{receiver.octets / receiver.letters / 1000:.0f} kB each;", end=" ")
    print(f"{refused} orders were refused (none should be)", flush=True)


def refusals() -> int:
    from sse.matches.models import Submission

    return Submission.objects.exclude(status=Submission.Status.APPLIED).count()


def free(waiting: list[Table], receiver: Receiver) -> Table:
    """The next table that was answered; if there is none, mails wait."""
    while True:
        for table in waiting:
            if not table.last or table.last in receiver.came:
                return table
        time.sleep(0.01)


def write(
    door: int, waiting: list[Table], receiver: Receiver, seconds: int
) -> list[float]:
    """Seconds that each mail waited for its answer."""
    sent: dict[str, float] = {}
    with smtplib.SMTP("127.0.0.1", door) as line:
        begin = time.perf_counter()
        for number in range(RATE * seconds):
            time.sleep(max(0.0, begin + number / RATE - time.perf_counter()))
            table = free(waiting, receiver)
            waiting.remove(table)
            waiting.append(table)
            sender, to, raw = table.next_mail()
            sent[table.last] = time.perf_counter()
            line.sendmail(sender, [to], raw)
    end = time.perf_counter() + 120
    while not sent.keys() <= receiver.came.keys():
        if time.perf_counter() > end:
            raise AssertionError(
                f"{len(sent.keys() - receiver.came.keys())} unanswered"
            )
        time.sleep(0.05)
    return [receiver.came[name] - at for name, at in sent.items()]

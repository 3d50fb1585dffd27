"""What passes between a mail at the door and its answer at SMTP."""

from __future__ import annotations

import asyncio
import re
import smtplib
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from itertools import count
from threading import Thread
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
        self.boards: list[tuple[int, float]] = []  # of which match, and when
        self.letters = self.octets = 0

    def take(self, raw: bytes) -> None:
        self.letters, self.octets = self.letters + 1, self.octets + len(raw)
        if b"Content-Type: image/png" in raw:
            match = re.search(rb"\nList-Id: Match (\d+) ", raw)
            assert match
            self.boards.append((int(match[1]), time.perf_counter()))
        if told := re.search(rb"\nIn-Reply-To:\s*<(\d+)@bench>", raw):
            self.came[told[1].decode()] = time.perf_counter()

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """As little of SMTP as will do, so that it takes little of the machine."""
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            if line.upper().startswith(b"DATA"):
                writer.write(b"354 go on\r\n")
                self.take(await reader.readuntil(b"\r\n.\r\n"))
            writer.write(b"250 taken\r\n")
        writer.close()


@contextmanager
def receiving(port: int) -> Iterator[Receiver]:
    found, loop = Receiver(), asyncio.new_event_loop()
    serving = asyncio.start_server(found.serve, "127.0.0.1", port, limit=2**22)
    loop.run_until_complete(serving)
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


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
    from sse.platform.mail_addresses import address_make, office

    return address_make(office(), "o", seat.pk, turn, seat.token_epoch)


def email_of(player: Any) -> str:
    return f"{player.pk}@example.org"


def tables(count: int = MATCHES) -> list[Table]:
    """Each with its own people: nobody is answered without end."""
    from sse.outbox.models import Letter

    with service.no_bells():
        found = [
            Table(script, [new_player(f"P{number} {seat}") for seat in range(4)])
            for number, script in enumerate(service.scripts(count))
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
    """Nobody writes before the others at the table have their letters."""
    waiting = tables()
    with (
        receiving(port) as receiver,
        running(*DOOR) as door,
        worker("celery", 2),
        worker("letters", 2),
    ):
        time.sleep(WARM)
        write(door, waiting, receiver, WARM)
        receiver.letters = receiver.octets = 0
        receiver.boards.clear()
        begin = time.perf_counter()
        to_answer, to_board = write(door, waiting, receiver, SECONDS)
        took = time.perf_counter() - begin
    print(f"{kind}: {RATE} mails/s for {SECONDS} s; all letters left in {took:.1f} s;")
    print(f"  from the door to the answer: {spread(to_answer)} (goal 2)")
    print(f"  from the door to a board for the next: {spread(to_board)}")
    print(f"  {receiver.letters} letters, {len(to_board)} with a board,", end=" ")
    print(f"{receiver.octets / receiver.letters / 1000:.0f} kB each;", end=" ")
    print(f"{refusals()} orders were refused (none should be)", flush=True)


def spread(waits: list[float]) -> str:
    waits = sorted(waits)
    p50, p95 = waits[len(waits) // 2], waits[int(0.95 * len(waits))]
    return f"p50 {p50:.2f} s, p95 {p95:.2f} s"


def refusals() -> int:
    from sse.matches.models import Submission

    return Submission.objects.exclude(status=Submission.Status.APPLIED).count()


def free(waiting: list[Table], receiver: Receiver) -> Table:
    """The next table where no letter is on its way; if there is none, mails wait."""
    while True:
        busy = to_send()
        for table in waiting:
            is_answered = not table.last or table.last in receiver.came
            if is_answered and table.match not in busy:
                return table
        time.sleep(0.01)


def to_send() -> set[int | None]:
    """Matches with letters that have not left yet."""
    from sse.outbox.models import Letter

    those = Letter.objects.filter(status__in=["queued", "sending"])
    return set(those.values_list("match_id", flat=True))


def write(
    door: int, waiting: list[Table], receiver: Receiver, seconds: int
) -> tuple[list[float], list[float]]:
    """Seconds from each mail to its answer, and to each board it caused."""
    sent: dict[str, float] = {}
    caused: dict[int, list[float]] = {}  # by match
    with smtplib.SMTP("127.0.0.1", door) as line:
        begin = time.perf_counter()
        for number in range(RATE * seconds):
            time.sleep(max(0.0, begin + number / RATE - time.perf_counter()))
            table = free(waiting, receiver)
            waiting.remove(table)
            waiting.append(table)
            sender, to, raw = table.next_mail()
            sent[table.last] = time.perf_counter()
            caused.setdefault(table.match, []).append(sent[table.last])
            line.sendmail(sender, [to], raw)
    end = time.perf_counter() + 120
    while not sent.keys() <= receiver.came.keys() or to_send():
        if time.perf_counter() > end:
            raise AssertionError(
                f"{len(sent.keys() - receiver.came.keys())} unanswered"
            )
        time.sleep(0.05)
    boards = [
        at - max(mail for mail in caused[match] if mail < at)
        for match, at in receiver.boards
        if match in caused
    ]
    return [receiver.came[name] - at for name, at in sent.items()], boards

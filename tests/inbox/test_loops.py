"""Machines wired to each other by real SMTP fall silent.

Two instances, each a player of the other, and an autoresponder. The post between them
is as bad as it can be: it may take off every header that tells a machine.
"""

from __future__ import annotations

import smtplib
import time
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parseaddr
from threading import Thread
from typing import Any, NamedTuple

import pytest
from aiosmtpd.smtp import Envelope

from tests.support.mail_doors import Entrance
from tests.support.mail_receiver import receiver, text_of
from tests.support.servers import Servers
from tests.support.service import House, result_of

pytestmark = pytest.mark.heavy(2)

TELLING = (
    *("X-Hikyaku-Loop", "Auto-Submitted", "X-Auto-Response-Suppress", "List-Id"),
    *("Precedence", "Feedback-ID", "List-Unsubscribe", "List-Unsubscribe-Post"),
)
QUIET, LONGEST = 6.0, 300.0  # seconds
MOST = 14  # answers of all: five to one text, and one of each other kind
AWAY = "I am on holiday and will read your message when I am back."


class Instance:
    """A house with its door and somebody who works in it."""

    def __init__(self, servers: Servers, domain: str, post: str) -> None:
        self.house, self.domain = House(servers), domain
        own = {"MAIL_DOMAIN": domain, "MAIL_FROM": f"Hikyaku <hikyaku@{domain}>"}
        self.house.env |= {"EMAIL_URL": post, **own, "SECRET_KEY": f"of {domain}"}
        command = ("manage.py", "receive_smtp", "--listen", "127.0.0.1:0")
        settings = {"MAIL_MOST_BYTES": "1000000"} | self.house.env  # boards come too
        self.door = Entrance(self.house, *command, **settings)

    def begin(self, *friends: str) -> Any:
        """Matches; one player of each reads mail at the friend's."""
        return self.house.begin("matches_with", *friends)

    def work(self) -> Any:
        return self.house.begin("work_until_quiet", QUIET, LONGEST)


class Post:
    """Carries letters from house to house, and counts them."""

    def __init__(self) -> None:
        self.doors: dict[str, int] = {}
        self.strips = False
        self.carried: list[tuple[str, str]] = []

    def carry(self, message: EmailMessage, envelope: Envelope) -> None:
        to = envelope.rcpt_tos[0]
        self.carried.append((str(envelope.mail_from), to))
        if to.startswith("robot"):
            raw, sender = self.holiday(message), to
            to = parseaddr(str(message["Reply-To"]))[1]
        else:
            raw, sender = self.stripped(message), str(envelope.mail_from)
        Thread(target=self.deliver, args=(raw, sender, to), daemon=True).start()

    def stripped(self, message: EmailMessage) -> bytes:
        for name in TELLING if self.strips else ():
            del message[name]
        del message["X-Envelope-From"], message["X-Envelope-To"]
        return message.as_bytes(policy=SMTP)

    def holiday(self, message: EmailMessage) -> bytes:
        """An autoresponder; one that knows no manners, if the post strips."""
        made = EmailMessage()
        made["From"], made["To"] = "robot@example.net", str(message["Reply-To"])
        made["Subject"] = f"Re: {message['Subject']}"
        made["Message-ID"] = f"<{time.time_ns()}@example.net>"
        made["In-Reply-To"] = str(message["Message-ID"])
        if not self.strips:
            made["Auto-Submitted"] = "auto-replied"
        quoted = "\n".join(f"> {line}" for line in text_of(message).split("\n"))
        made.set_content(f"{AWAY}\n\n{quoted}\n")
        return made.as_bytes(policy=SMTP)

    def deliver(self, raw: bytes, sender: str, to: str) -> None:
        port = self.doors.get(to.rpartition("@")[2])
        if port is None:
            return
        with smtplib.SMTP("127.0.0.1", port, timeout=60) as line:
            line.sendmail(sender, [to], raw)


class World(NamedTuple):
    post: Post
    houses: list[Instance]

    def run(self) -> list[dict[str, int]]:
        """Both work at once, until it is quiet; what each has done."""
        return [result_of(process) for process in [h.work() for h in self.houses]]

    def begin(self) -> None:
        """New matches, whose players are machines."""
        one, two = self.houses
        begun = one.begin(f"hikyaku@{two.domain}", "robot@example.net")
        for process in (begun, two.begin(f"hikyaku@{one.domain}")):
            result_of(process)


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    servers, post = Servers(), Post()
    with receiver() as (inbox, url):
        inbox.on_mail = post.carry
        houses = [Instance(servers, f"{name}.example", url) for name in ("one", "two")]
        post.doors = {house.domain: house.door.port for house in houses}
        try:
            yield World(post, houses)
        finally:
            for house in houses:
                house.door.close()
            servers.stop()


def test_polite_machines_do_not_even_begin(world: World) -> None:
    world.begin()
    done = world.run()
    assert sum(house["mails"] for house in done) >= 3
    assert [house["answers"] for house in done] == [0, 0]


def test_rude_machines_fall_silent(world: World) -> None:
    """Nothing tells them from people: yet it ends, and stays ended."""
    world.post.strips = True
    world.begin()
    done = world.run()
    before = len(world.post.carried)
    assert all(house["waiting"] == 0 for house in done)
    assert 0 < sum(house["answers"] for house in done) <= MOST, done
    world.run()
    assert len(world.post.carried) == before

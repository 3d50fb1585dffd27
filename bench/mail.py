"""Mail, in and out, under load: `python -m bench.mail`.

The door beside an aiosmtpd that keeps nothing; what a mail takes from the door to the
answer's SMTP; and the reader of mails with long and hostile ones. Nothing is a test.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers import Servers

DOMAIN = "play.example.org"
CONNECTIONS = 16
MESSAGES = 3000
ROUNDS = 3
SINK = """
import asyncio
from aiosmtpd.smtp import SMTP

class Sink:
    async def handle_DATA(self, server, session, envelope):
        return "250 kept"

async def main():
    loop = asyncio.get_running_loop()
    def guest():
        return SMTP(Sink(), hostname="sink", loop=loop, command_call_limit=10**9)
    server = await loop.create_server(guest, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    print(f"Mail comes in at 127.0.0.1:{port}.", flush=True)
    await server.serve_forever()

asyncio.run(main())
"""


# ---------------------------------------------------------------------------- doors


@contextmanager
def served(*command: str) -> Iterator[int]:
    """A server in a process of its own; its port."""
    process = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout
        told = re.search(r":(\d+)\.$", process.stdout.readline())
        assert told
        yield int(told[1])
    finally:
        process.terminate()
        process.wait(30)


def raw_mail(number: int, to: str) -> bytes:
    return (
        f"From: Aki <aki@example.org>\r\nTo: {to}\r\nSubject: Re: Your turn\r\n"
        f"Message-ID: <{time.time_ns()}.{number}@example.org>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
        "place attack at orange-2\r\nresolve orange-2: attack owari blue\r\n\r\n"
        + "> what was quoted of the letter, some lines of it\r\n"
        * 40
    ).encode()


async def bring_all(port: int, addresses: list[str], count: int) -> float:
    """Messages a second, over connections that stay."""
    todo = iter(range(count))
    begin = time.perf_counter()
    await asyncio.gather(
        *(bring(port, addresses, todo) for _ in range(CONNECTIONS)),
    )
    return count / (time.perf_counter() - begin)


async def bring(port: int, addresses: list[str], todo: Iterator[int]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def say(words: bytes, code: bytes) -> None:
        writer.write(words)
        line = await reader.readline()
        while line[3:4] == b"-":
            line = await reader.readline()
        if not line.startswith(code):
            raise AssertionError(line)

    await say(b"", b"220")
    await say(b"EHLO bench\r\n", b"250")
    for number in todo:
        to = addresses[number % len(addresses)]
        await say(b"MAIL FROM:<aki@example.org>\r\n", b"250")
        await say(f"RCPT TO:<{to}>\r\n".encode(), b"250")
        await say(b"DATA\r\n", b"354")
        await say(raw_mail(number, to) + b".\r\n", b"250")
    writer.close()


def doors(kind: str) -> None:
    """Ours, with a commit before each 250, beside one that keeps nothing."""
    from sse.inbox.addresses import address_make
    from sse.inbox.selectors import office

    addresses = [address_make(office(), "o", number, 1) for number in range(1, 2000)]
    best = {"ours": 0.0, "sink": 0.0}
    command = ("manage.py", "receive_smtp", "--listen", "127.0.0.1:0")
    with served("-c", SINK) as sink, served(*command) as ours:
        for _ in range(ROUNDS):
            for name, port in (("sink", sink), ("ours", ours)):
                rate = asyncio.run(bring_all(port, addresses, MESSAGES))
                best[name] = max(best[name], rate)
    ratio = best["ours"] / best["sink"]
    print(f"{kind}: the door takes {best['ours']:.0f} mails/s (goal 200),", end=" ")
    print(f"a sink {best['sink']:.0f}: {ratio:.2f} (goal 0.5)", flush=True)


# ----------------------------------------------------------------------------- main


def set_up(database: str, broker: str, folder: Path) -> None:
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "sse.settings",
        "HIKYAKU_DATA": str(folder),
        "REDIS_URL": broker,
        "DATABASE_URL": database,
        "SECRET_KEY": "only for the bench",
        "MAIL_DOMAIN": DOMAIN,
        "MAIL_FROM": f"Hikyaku <hikyaku@{DOMAIN}>",
        "MAIL_RATE_SEAT": "1000000/hour",
        "MAIL_RATE_SENDER": "1000000/hour",
        "MAIL_MOST_ANSWERS": "1000000",
    }
    import logging

    import django
    from django.core.management import call_command

    django.setup()
    logging.disable(logging.WARNING)
    call_command("migrate", verbosity=0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.mail")
    parser.add_argument("kind", nargs="?", choices=["sqlite", "postgresql"])
    options = parser.parse_args()
    if options.kind is None:
        for kind in ("sqlite", "postgresql"):
            subprocess.run([sys.executable, "-m", "bench.mail", kind], check=True)
        return
    folder = Path(tempfile.mkdtemp(prefix="hikyaku-bench-"))
    servers = Servers()
    try:
        if options.kind == "sqlite":
            url = f"sqlite:///{folder / 'bench.sqlite3'}"
            set_up(url, servers.embedded_broker(), folder)
        else:
            url = f"{servers.postgresql(durable=True)}postgres"
            set_up(url, servers.redis(), folder)
        doors(options.kind)
    finally:
        servers.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

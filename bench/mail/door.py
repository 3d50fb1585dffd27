"""Our door, with a commit before each 250, beside one that keeps nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from bench.mail.programs import DOOR, running

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
    from sse.platform.mail_addresses import address_make, office

    addresses = [address_make(office(), "o", number, 1) for number in range(1, 2000)]
    best = {"ours": 0.0, "sink": 0.0}
    with running("-c", SINK) as sink, running(*DOOR) as ours:
        for _ in range(ROUNDS):
            for name, port in (("sink", sink), ("ours", ours)):
                rate = asyncio.run(bring_all(port, addresses, MESSAGES))
                best[name] = max(best[name], rate)
    ratio = best["ours"] / best["sink"]
    print(f"{kind}: the door takes {best['ours']:.0f} mails/s (goal 200),", end=" ")
    print(f"a sink {best['sink']:.0f}: {ratio:.2f} (goal 0.5)", flush=True)

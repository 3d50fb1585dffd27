"""Fetch mail from an IMAP mailbox, for a machine that no mail can reach.

A message leaves the mailbox only after it is stored. Whoever stops us in between lets
us find it again, and then it is known already.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError, close_old_connections
from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import IMAPClientError  # type: ignore[import-untyped]

from sse.inbox.environment import Imap
from sse.inbox.errors import MailRefused
from sse.inbox.services import check_size, mail_keep
from sse.platform.mail_addresses import office, recipients_in, return_path

log = structlog.get_logger()
MAILBOX_AWAY = (IMAPClientError, OSError)
DATABASE_AWAY = (OperationalError, InterfaceError)
NOT_OURS = "$HikyakuNotOurs"  # stays where it is, and is not looked at again
ANSWER_SECONDS = 60  # seconds for one answer
CHECK_SECONDS = 1  # how long at most until we notice that we are told to stop
LONGEST_PAUSE_SECONDS = 300  # seconds between two tries


def run_imap(box: Imap, every: int, is_over: Callable[[], bool]) -> None:
    """Fetch until stopped; reconnect if the server goes away."""
    pause = 1
    while not is_over():
        try:
            with connect(box) as client:
                pause = 1
                fetch_until_over(client, box, every, is_over)
        except (*MAILBOX_AWAY, *DATABASE_AWAY) as error:
            log.warning("mailbox or database away", exc_info=error, again_in=pause)
            sleep(pause, is_over)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def fetch_until_over(
    client: Any, box: Imap, every: int, is_over: Callable[[], bool]
) -> None:
    """Fetch again and again, resting only when nothing was there.

    What comes while we are looking is told only once, and in an answer to us.
    """
    while not is_over():
        if mails_fetch(client, box):
            continue
        if client.has_capability("IDLE"):
            wait_idle(client, every, is_over)
        else:
            sleep(every, is_over)
            client.noop()


def connect(box: Imap) -> Any:
    context = ssl.create_default_context() if box.is_secure else None
    client = IMAPClient(
        box.host,
        port=box.port,
        ssl=box.is_secure,
        ssl_context=context,
        timeout=ANSWER_SECONDS,
    )
    client.login(box.user, box.password)
    client.select_folder(box.folder)
    if box.done and not client.folder_exists(box.done):
        client.create_folder(box.done)
    return client


def mails_fetch(client: Any, box: Imap) -> int:
    """Fetch all mails that are there; return how many were stored."""
    numbers = client.search(["UNDELETED", "UNKEYWORD", NOT_OURS])
    kept = 0
    for number in numbers:
        if mail_fetch(client, number):
            remove_from_mailbox(client, number, box.done)
            kept += 1
    return kept


def mail_fetch(client: Any, number: int) -> bool:
    """Store one mail and say whether that worked; if not, leave it there."""
    try:
        size = client.fetch([number], ["RFC822.SIZE"])[number][b"RFC822.SIZE"]
        check_size(size)
        raw = client.fetch([number], ["BODY.PEEK[]"])[number][b"BODY[]"]
    except KeyError:
        return False  # somebody else removed it meanwhile
    except MailRefused as refused:
        return leave_in_mailbox(client, number, refused)
    return raw_keep(client, number, raw)


def raw_keep(client: Any, number: int, raw: bytes) -> bool:
    close_old_connections()
    try:
        mail_keep(
            raw=raw,
            envelope_from=return_path(raw),
            recipients=recipients_in(office(), raw),
            door="imap",
        )
    except MailRefused as refused:
        return leave_in_mailbox(client, number, refused)
    except DATABASE_AWAY:
        raise  # later, and all of them
    except Exception:  # our fault: it stays, and keeps nobody else waiting
        log.exception("not stored", message=number)
        return False
    return True


def leave_in_mailbox(client: Any, number: int, refused: MailRefused) -> bool:
    log.info("left in mailbox", why=refused.code)
    client.add_flags([number], [NOT_OURS], silent=True)
    return False


def remove_from_mailbox(client: Any, number: int, done: str) -> None:
    if done and client.has_capability("MOVE"):
        client.move([number], done)
        return
    if done:
        client.copy([number], done)
    client.delete_messages([number], silent=True)
    if client.has_capability("UIDPLUS"):
        client.uid_expunge([number])
    else:
        client.expunge()


def wait_idle(client: Any, every: int, is_over: Callable[[], bool]) -> None:
    """Wait until something comes, or until it is time to look anyway."""
    end = time.monotonic() + every
    client.idle()
    try:
        while not is_over() and time.monotonic() < end:
            if client.idle_check(timeout=CHECK_SECONDS):
                return
    finally:
        with suppress(*MAILBOX_AWAY):
            client.idle_done()


def sleep(seconds: int, is_over: Callable[[], bool]) -> None:
    """Wait in short rests: what is told by a signal may not wait on a lock."""
    end = time.monotonic() + seconds
    while not is_over() and time.monotonic() < end:
        time.sleep(min(CHECK_SECONDS, max(0, end - time.monotonic())))

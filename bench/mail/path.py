"""The path of one order, from the SMTP server to the sent email, in one process.

Prints the modules of the service that it passes through, and the processor time of
each stage. Modules that hold only tables count too, if a function of theirs runs.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from bench import service
from bench.mail.answers import MATCHES, Table, tables

SERVICE = str(Path(__file__).parents[2] / "sse") + "/"
WARM, MEASURED = 8, 60  # orders


def path() -> None:
    with service.no_bells():
        waiting = tables(MATCHES // 10)
        for number in range(WARM):
            carry(waiting[number % len(waiting)])
        took: dict[str, float] = {}
        for number in range(MEASURED):
            carry(waiting[number % len(waiting)], took)
        seen = traced_modules(lambda: carry(waiting[0]))
    for name, seconds in took.items():
        print(f"path: {name}: {1000 * seconds / MEASURED:.1f} ms of processor time")
    print(f"path: one order passes through {len(seen)} modules (goal 35):")
    print("\n".join(f"  {name}" for name in sorted(seen)), flush=True)


def carry(table: Table, took: dict[str, float] | None = None) -> None:
    """Take one mail through every stage, and add up how long each takes."""
    from sse.inbox.doors.smtp import store_mails
    from sse.inbox.ingest import mails_process
    from sse.inbox.services import IncomingMail
    from sse.matches.play import submissions_apply
    from sse.outbox.models import Letter
    from sse.outbox.services import letters_send

    sender, to, raw = table.next_mail()
    mail = IncomingMail(raw, sender, [to], "smtp")
    stages: dict[str, Callable[[], Any]] = {
        "stored": lambda: store_mails([mail]),
        "read": mails_process,
        "applied": lambda: submissions_apply(match_id=table.match),
        "sent": letters_send,
    }
    for name, stage in stages.items():
        begin = time.process_time()
        stage()
        if took is not None:
            took[name] = took.get(name, 0.0) + time.process_time() - begin
    waiting = Letter.objects.exclude(status=Letter.Status.SENT)
    assert not waiting.exists(), list(waiting.values_list("status", "trouble"))


def traced_modules(action: Callable[[], Any]) -> set[str]:
    """Return the modules of the service whose functions run meanwhile."""
    seen: set[str] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        name = frame.f_code.co_filename
        if name.startswith(SERVICE) and frame.f_code.co_name != "<module>":
            seen.add(name.removeprefix(SERVICE))

    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
    return seen

"""End what a supervisor leaves behind when it is killed.

The supervisor writes `begin PID` and `end PID` to our standard input for each process
group that it starts and stops. When it dies, however it dies, the input ends: then we
ask all groups that are left to stop, and kill those that do not. We keep its lock open
until they are gone, so nothing is started twice.

This imports nothing but the standard library: it has to be small, and to be there soon.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable

GRACE_SECONDS = 5.0
GLANCE_SECONDS = 0.05


def watch_input(lines: Iterable[str]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # only the end of the input counts
    end_all(groups_left(lines))


def groups_left(lines: Iterable[str]) -> set[int]:
    """Read the input to its end; return the groups that were begun and not ended."""
    groups: set[int] = set()
    for line in lines:
        verb, _, number = line.strip().partition(" ")
        if verb == "begin":
            groups.add(int(number))
        elif verb == "end":
            groups.discard(int(number))
    return groups


def end_all(groups: set[int]) -> None:
    for group in groups:
        is_alive_after(group, signal.SIGTERM)
    end = time.monotonic() + GRACE_SECONDS
    while groups and time.monotonic() < end:
        groups = {group for group in groups if is_alive_after(group, 0)}
        time.sleep(GLANCE_SECONDS)
    while groups:  # killed ones may take a moment to go
        groups = {group for group in groups if is_alive_after(group, signal.SIGKILL)}
        time.sleep(GLANCE_SECONDS)


def is_alive_after(group: int, number: int) -> bool:
    """Send a signal to a process group; return whether there was a process in it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


if __name__ == "__main__":
    watch_input(sys.stdin)

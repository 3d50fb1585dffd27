"""How the time of a call grows with its input, told by a ratio and not by a clock.

Something linear takes eight times as long for eight times as much, something quadratic
sixty-four times. Only the CPU time of this thread counts, the best of several tries,
so a busy machine changes little.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

TIMES = 8
MOST = 24  # between 8 and 64, nearer to 8 on a logarithmic scale
LEAST_SECONDS = 0.002  # below that, noise decides
LARGEST = 1 << 17
TRIES = 4


def is_linear(act: Callable[[Any], object], made: Callable[[int], Any]) -> bool:
    """Whether `act(made(n))` grows by much less than the square of n."""
    size = 256
    while size < LARGEST and seconds(act, made(size)) < LEAST_SECONDS:
        size *= 2
    small, large = made(size), made(size * TIMES)
    for _ in range(TRIES):
        before = min(seconds(act, small) for _ in range(5))
        if best(act, large, 3) <= MOST * max(before, LEAST_SECONDS / TIMES):
            return True
    return False


def best(act: Callable[[Any], object], value: Any, tries: int) -> float:
    return min(seconds(act, value) for _ in range(tries))


def seconds(act: Callable[[Any], object], value: Any) -> float:
    begin = time.thread_time()
    act(value)
    return time.thread_time() - begin

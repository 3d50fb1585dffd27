"""What a process used last is shared by its threads, and is never too much."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from sse.platform.recent import Recent


def test_what_was_kept_longest_ago_is_forgotten() -> None:
    recent: Recent[int, str] = Recent(2)
    for number in (1, 2, 1, 3):
        recent.keep(number, str(number))
    assert dict(recent) == {1: "1", 3: "3"}


def test_threads_may_keep_at_once() -> None:
    recent: Recent[int, int] = Recent(3)

    def keep_many(first: int) -> None:
        for number in range(2_000):
            recent.keep((first + number) % 7, number)
            recent.get(number % 7)

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(keep_many, first) for first in range(8)]:
            done.result()
    assert len(recent) == 3

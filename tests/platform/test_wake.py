"""A ring may be lost; what was to be done is not, and nobody is told off for it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError
from kombu.exceptions import OperationalError as BrokerAway
from redis.exceptions import ConnectionError as RedisAway

from sse.accounts.models import Player
from sse.matches import play
from sse.matches.models import Match, Submission
from sse.matches.play import submissions
from sse.platform import wake

# before the tests' own take their place
from sse.platform.wake import ring_again, ring_now, ring_once
from tests.support.fixtures import Rings


class Task:
    """Rings like one of Celery's."""

    name = "task"

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.rung = 0

    def apply_async(self, **_: Any) -> None:
        self.rung += 1
        if self.error:
            raise self.error


@pytest.mark.parametrize("error", [BrokerAway(), RedisAway(), ConnectionResetError()])
def test_a_ring_without_a_broker_is_only_lost(error: Exception) -> None:
    task = Task(error)
    ring_now(task, 1)
    assert task.rung == 1


def test_a_sweep_rings_once_until_its_ring_is_void(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wake, "ring_now", ring_now)
    first, second = Task(), Task()
    for number in (1, 1, 2):
        ring_again(first, number)
    assert first.rung == 2
    cache.clear()  # Redis was flushed
    ring_again(second, 1)
    assert second.rung == 1


def test_who_works_alone_rings_nobody() -> None:
    task = Task()
    with wake.muffled():
        ring_now(task, 1)
    ring_now(task, 1)
    assert task.rung == 1


@pytest.mark.django_db
def test_a_text_outlives_an_absent_database(
    aki: Player, rings: Rings, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play.match_open(
        organiser=aki, game="age_of_war", seats=2, bot_seats=["auto"]
    )
    match = play.match_start(match_id=match.pk)
    Submission.objects.create(match=match, seat=0, player=aki, source="web", key="1")

    def fail(*_: Any) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(submissions, "apply_submission", fail)
    with pytest.raises(OperationalError):
        play.submissions_apply(match_id=match.pk)
    waiting = Submission.objects.get(key="1")
    assert waiting.status == Submission.Status.WAITING
    assert Match.objects.get(pk=match.pk).head == match.head


@pytest.mark.django_db
def test_one_ring_is_enough_until_somebody_comes(
    rings: Rings, django_capture_on_commit_callbacks: Any
) -> None:
    task = Task()
    wake.heard(task)
    for _ in range(3):
        with django_capture_on_commit_callbacks(execute=True):
            ring_once(task)
        assert len(rings) == 1
    wake.heard(task)
    with django_capture_on_commit_callbacks(execute=True):
        ring_once(task)
    assert len(rings) == 2


@pytest.mark.django_db
def test_a_letter_that_rings_for_nobody_is_seen_by_who_heard_before(
    rings: Rings,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A ring is spared only while whoever hears the last one has not looked yet."""
    now, task = 100.0, Task()
    naps: list[float] = []
    monkeypatch.setattr(wake, "LINGER", 0.2)
    monkeypatch.setattr("sse.platform.wake.time.monotonic", lambda: now)
    monkeypatch.setattr("sse.platform.wake.time.sleep", naps.append)
    wake.asked_at.clear()

    def write() -> int:
        with django_capture_on_commit_callbacks(execute=True):
            ring_once(task)
        return len(rings)

    wake.heard(task)
    assert naps == [0.2]  # then it looks
    assert write() == 1
    wake.heard(task)  # and looks at 100.2 at the earliest
    now = 100.19
    assert write() == 1
    now = 100.21
    assert write() == 2

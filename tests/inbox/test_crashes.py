"""Whoever is killed, and wherever: one mail has one effect and one answer."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.mail_receiver import Receiver, receiver, text_of
from tests.support.servers import Servers
from tests.support.service import ROOT, House

pytestmark = pytest.mark.heavy(4)

Outcome = dict[str, Any]
MOST_BEATS = 5  # the sixth comes after a minute


@pytest.fixture(scope="module")
def post() -> Iterator[tuple[Receiver, str]]:
    with receiver() as found:
        yield found


@pytest.fixture(scope="module")
def outcomes(post: tuple[Receiver, str]) -> Iterator[dict[str, list[Outcome]]]:
    servers = Servers()
    try:
        house = House(servers)
        house.env |= {"EMAIL_URL": post[1], "MAIL_DOMAIN": "play.example.org"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.support.crashes"],
            cwd=ROOT,
            env=house.env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        yield json.loads(done.stdout.splitlines()[-1])
    finally:
        servers.stop()


def same(outcome: Outcome, calm: Outcome) -> None:
    for name in ("mails", "texts", "talk", "answers", "log", "verdict"):
        assert outcome[name] == calm[name], (outcome["point"], name)
    assert kinds_of(outcome) == kinds_of(calm), outcome["point"]


def kinds_of(outcome: Outcome) -> list[str]:
    """A letter may have left before it was superseded."""
    return [kind for kind, _ in outcome["letters"]]


def test_undisturbed_it_acts_once(outcomes: dict[str, list[Outcome]]) -> None:
    calm = outcomes["points"][0]
    assert (calm["died"], calm["then"]) == (0, 0)
    assert calm["mails"] == ["done"]
    assert calm["texts"] == ["applied", "applied"]
    assert (calm["talk"], calm["answers"]) == (1, 1)
    kinds = Counter(kind for kind, _ in calm["letters"])
    assert (kinds["receipt"], kinds["talk"]) == (1, 1)
    assert {status for _, status in calm["letters"]} <= {"sent", "superseded"}


def test_wherever_a_worker_dies_it_acts_once(
    outcomes: dict[str, list[Outcome]],
) -> None:
    calm, *others = outcomes["points"]
    assert len(others) > 20
    for outcome in others:
        assert (outcome["died"], outcome["then"]) == (-9, 0), outcome["point"]
        same(outcome, calm)


def test_what_a_dead_worker_held_is_soon_free(
    outcomes: dict[str, list[Outcome]],
) -> None:
    """In less than a minute, told by the beats of ten seconds that it takes."""
    calm, *others = outcomes["points"]
    assert calm["beats"] == 0
    assert {outcome["point"]: outcome["beats"] for outcome in others} == {
        outcome["point"]: min(outcome["beats"], MOST_BEATS) for outcome in others
    }
    assert max(outcome["beats"] for outcome in others) > 1  # some died holding it


def test_several_workers_on_one_mail_act_once(
    outcomes: dict[str, list[Outcome]],
) -> None:
    calm = outcomes["points"][0]
    for outcome in outcomes["together"]:
        assert (outcome["died"], outcome["then"]) == (0, 0), outcome["point"]
        same(outcome, calm)


def test_what_leaves_twice_is_the_same_letter(
    outcomes: dict[str, list[Outcome]], post: tuple[Receiver, str]
) -> None:
    """A mail program shows what has the same Message-ID once."""
    for outcome in [*outcomes["points"], *outcomes["together"]]:
        rows = sum(status == "sent" for _, status in outcome["letters"])
        came = [m for person in outcome["people"] for m in post[0].to(person)]
        assert len({m["Message-ID"] for m in came}) == rows, outcome["point"]
        alike: dict[str, set[str]] = {}
        for message in came:
            alike.setdefault(message["Message-ID"], set()).add(text_of(message))
        assert all(len(bodies) == 1 for bodies in alike.values())

"""Workers die and the broker forgets, at any moment: the matches are the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.support.servers import Servers
from tests.support.service import IS_SQLITE, House, kill_one, result_of

pytestmark = [pytest.mark.each_database, pytest.mark.heavy(2)]

MATCHES = 8 if IS_SQLITE else 16  # 16: every setting; longer than the troubles
LONGEST = 900  # seconds; a match that has not ended by then never will
SEED = 2026
ALL_FALL = ["-n workers@", "-n bots@", "beat"]
TROUBLES = ["worker"] * 6 + ["bot"] * 4 + ["forget"] * 6 + ALL_FALL


@pytest.fixture
def servers() -> Iterator[Servers]:
    servers = Servers()
    yield servers
    servers.stop()


def test_nothing_is_lost_and_nothing_doubled(servers: Servers) -> None:
    quiet, house = House(servers, on_sqlite=True), House(servers)
    alone = quiet.begin("play_alone", MATCHES)
    house.open()
    try:
        house.do("open_all", MATCHES)
        playing = house.begin("play_with_workers", MATCHES, LONGEST)
        make_trouble(house, playing.poll)
        assert result_of(playing) == 0, house.log.read_text()[-5000:]
    finally:
        house.close()
    result_of(alone)
    expected, found = quiet.do("records"), house.do("records")
    for undisturbed, disturbed in zip(expected, found, strict=True):
        assert disturbed["log"] == undisturbed["log"]
        assert disturbed["letters"] == undisturbed["letters"]
        assert disturbed["verdict"] == undisturbed["verdict"]
        assert set(disturbed["fates"]) <= {"applied", "stale"}
    assert "submission broken" not in house.log.read_text()


def make_trouble(house: House, is_over: Callable[[], object]) -> None:
    """Something happens every other second, in an order that is always the same."""
    dice = Random(SEED)
    troubles = TROUBLES[:]
    dice.shuffle(troubles)
    for trouble in troubles:
        time.sleep(dice.uniform(0.3, 2.0))
        if is_over() is not None:
            return
        befall(house, trouble, dice)


def befall(house: House, trouble: str, dice: Random) -> None:
    if trouble == "forget":
        house.broker().flushall()
    elif trouble in ("worker", "bot"):  # one of the processes that do the work
        family = house.processes("-n workers@" if trouble == "worker" else "-n bots@")
        kill_one(family[1:], dice)
    else:  # with all its children
        kill_one(house.processes(trouble)[:1], dice)

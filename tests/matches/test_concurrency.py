"""Several at the same instant: each has one effect, whatever the database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.servers import Servers
from tests.support.service import House

pytestmark = [pytest.mark.each_database, pytest.mark.heavy(4)]

ROUNDS = 5


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    servers = Servers()
    try:
        house = House(servers)
        yield house
    finally:
        servers.stop()


def test_the_same_key_thrice_acts_once(house: House) -> None:
    for done in house.do("several", "same_key_thrice", ROUNDS):
        assert done["wrong"] == []
        assert done["fates"] == ["applied"]
        assert len(done["entries"]) == 2


def test_two_people_at_once_are_both_heard(house: House) -> None:
    for done in house.do("several", "two_people_at_once", ROUNDS):
        assert done["wrong"] == []
        assert done["fates"] == ["applied", "applied"]


def test_two_texts_of_one_player_are_taken_in_turn(house: House) -> None:
    for done in house.do("several", "two_texts_at_once", ROUNDS):
        assert done["wrong"] == []
        assert len(done["fates"]) == 2
        assert "applied" in done["fates"]
        assert set(done["fates"]) <= {"applied", "refused"}


def test_copies_of_a_mail_act_once_whoever_reads_them(house: House) -> None:
    for done in house.do("several", "copies_at_once", ROUNDS):
        assert done["wrong"] == []
        assert done["fates"] == ["done", "ignored"]
        assert (done["said"], done["answers"]) == (1, 1)


def test_a_clock_rings_once_whoever_writes_meanwhile(house: House) -> None:
    for done in house.do("several", "written_as_the_clock_rings", ROUNDS):
        assert done["wrong"] == []
        assert sum("out of time" in entry for entry in done["entries"]) == 1
        assert done["late letters"] == 1
        assert set(done["fates"]) <= {"applied", "refused"}

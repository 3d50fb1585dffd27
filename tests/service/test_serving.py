"""One command runs everything, keeps it running and stops it."""

from __future__ import annotations

import signal
import smtplib
import socket
from collections.abc import Iterator
from random import Random

import pytest

from sse import environment as env
from sse.serve import door_at, site_at
from tests.servers import Servers
from tests.service.house import IS_SQLITE, House, is_running, kill_one, wait_until

LONGEST = 300  # seconds for a match of half a minute
PROGRAMS = ["gunicorn", "receive_smtp", "-n workers@", "-n bots@", "beat"]


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    servers = Servers()
    try:
        house = House(servers, is_new=True)
        house.open()
        yield house
        assert all(house.processes(words) for words in PROGRAMS)
        house.end(signal.SIGINT)  # every other house closes by SIGTERM
    finally:
        servers.stop()


def test_pages_are_there(house: House) -> None:
    assert house.status("/operator/login/") in (200, 302)
    wait_until(lambda: house.status("/healthz") in (200, 404), house.log)


def test_screen_and_letters_name_one_place(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cookies are of a name: who came by another would not be logged in there."""
    assert house.address.startswith("localhost:")
    monkeypatch.delenv("HIKYAKU_SITE", raising=False)
    assert env.site() == "http://localhost:8000"
    for place in ("127.0.0.1:0", "0.0.0.0:0"):
        with door_at(place, "HIKYAKU_BIND") as door:
            port = door.getsockname()[1]
            assert site_at(door) == f"http://localhost:{port}"


def test_workers_play_a_bot_match_to_its_end(house: House) -> None:
    match = house.do("bot_match")
    assert house.do("verdict", match, LONGEST).endswith("and the match is finished.")


def test_the_mail_door_is_open(house: House) -> None:
    wait_until(lambda: house.mail_address[1], house.log)
    with smtplib.SMTP(*house.mail_address, timeout=30) as line:
        assert line.ehlo()[0] == 250
        assert line.mail("aki@example.org")[0] == 250
        assert line.rcpt("nobody@elsewhere.example")[0] == 550


@pytest.mark.parametrize("words", PROGRAMS)
def test_who_is_killed_is_started_again(house: House, words: str) -> None:
    before = house.processes(words)
    kill_one(before[:1], Random(1))
    wait_until(lambda: not any(map(is_running, before)), house.log)
    wait_until(lambda: len(house.processes(words)) == len(before), house.log)


@pytest.mark.skipif(not IS_SQLITE, reason="Redis is not ours to start")
def test_a_broker_that_is_killed_is_started_again(house: House) -> None:
    before = house.processes("valkey")
    assert len(before) == 1
    kill_one(before, Random(1))
    wait_until(lambda: house.processes("valkey") not in (before, []), house.log)
    test_workers_play_a_bot_match_to_its_end(house)


def test_a_second_start_is_refused(house: House) -> None:
    done = house.python("-m", "sse.serve")
    assert done.returncode == 1
    assert "already runs on" in done.stderr


def test_a_place_that_is_taken_is_told(house: House) -> None:
    servers = Servers()
    try:
        other = House(servers, on_sqlite=True, is_new=True)
        other.env["HIKYAKU_BIND"] = house.address
        done = other.python("-m", "sse.serve")
    finally:
        servers.stop()
    assert done.returncode == 1
    assert "Address already in use" in done.stderr
    assert "HIKYAKU_BIND" in done.stderr


def test_a_mail_door_that_is_taken_is_told() -> None:
    servers = Servers()
    with socket.create_server(("127.0.0.1", 0)) as other:
        try:
            house = House(servers, on_sqlite=True, is_new=True)
            port = other.getsockname()[1]
            house.env |= {"HIKYAKU_BIND": "127.0.0.1:0"}
            house.env |= {"HIKYAKU_SMTP": f"127.0.0.1:{port}"}
            done = house.python("-m", "sse.serve")
        finally:
            servers.stop()
    assert done.returncode == 1
    assert "Address already in use" in done.stderr
    assert "HIKYAKU_SMTP" in done.stderr


def test_nobody_is_left_behind() -> None:
    servers = Servers()
    try:
        house = House(servers)
        house.open()
        assert all(house.processes(words) for words in PROGRAMS)
        house.end(signal.SIGKILL)
    finally:
        servers.stop()

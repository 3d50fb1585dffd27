"""One command runs everything, keeps it running and stops it."""

from __future__ import annotations

import os
import signal
import smtplib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sse.operations import process_logs, watchdog
from sse.operations.serve import listening_socket, procfile_commands, site_at
from sse.platform import environment as env
from sse.platform.file_privacy import is_ours
from tests.support.servers import Servers
from tests.support.service import IS_SQLITE, House, is_running, kill_one, wait_until

pytestmark = pytest.mark.heavy(3)

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


@pytest.mark.each_database
def test_pages_are_there(house: House) -> None:
    assert house.status("/operator/login/") in (200, 302)
    wait_until(lambda: house.status("/healthz") in (200, 404), house.log)


@pytest.mark.each_database
def test_screen_and_letters_name_one_place(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cookies are of a name: who came by another would not be logged in there."""
    assert house.address.startswith("localhost:")
    monkeypatch.delenv("HIKYAKU_SITE", raising=False)
    assert env.site() == "http://localhost:8000"
    for place in ("127.0.0.1:0", "0.0.0.0:0"):
        with listening_socket(place, "HIKYAKU_BIND") as door:
            port = door.getsockname()[1]
            assert site_at(door) == f"http://localhost:{port}"


@pytest.mark.each_database
def test_workers_play_a_bot_match_to_its_end(house: House) -> None:
    match = house.do("bot_match")
    assert house.do("verdict", match, LONGEST).endswith("and the match is finished.")


@pytest.mark.each_database
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
@pytest.mark.each_database
def test_a_broker_that_is_killed_is_started_again(house: House) -> None:
    before = house.processes("valkey")
    assert len(before) == 1
    kill_one(before, Random(1))
    wait_until(lambda: house.processes("valkey") not in (before, []), house.log)
    test_workers_play_a_bot_match_to_its_end(house)


def test_a_second_start_is_refused(house: House) -> None:
    done = house.python("-m", "sse", "serve")
    assert done.returncode == 1
    assert "already runs on" in done.stderr


def test_a_place_that_is_taken_is_told(house: House) -> None:
    servers = Servers()
    try:
        other = House(servers, on_sqlite=True, is_new=True)
        other.env["HIKYAKU_BIND"] = house.address
        done = other.python("-m", "sse", "serve")
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
            done = house.python("-m", "sse", "serve")
        finally:
            servers.stop()
    assert done.returncode == 1
    assert "Address already in use" in done.stderr
    assert "HIKYAKU_SMTP" in done.stderr


@pytest.mark.each_database
def test_nobody_is_left_behind_and_nobody_starts_twice() -> None:
    """Not even one that hears no signal; a new start waits until all have gone."""
    servers = Servers()
    try:
        house = House(servers)
        house.open()
        assert all(house.processes(words) for words in PROGRAMS)
        before = house.processes()
        deaf = [*house.processes("-n workers@"), *house.processes("gunicorn")]
        for pid in deaf:
            os.kill(pid, signal.SIGSTOP)
        served, house.served = house.served, None
        assert served
        served.kill()
        served.wait()
        house.open()
        assert not any(map(is_running, before))
        assert all(house.processes(words) for words in PROGRAMS)
        house.end(signal.SIGKILL)
    finally:
        servers.stop()


@pytest.mark.each_database
def test_a_watchdog_that_is_killed_is_followed_by_another(house: House) -> None:
    (before,) = house.processes("sse.operations.watchdog")
    os.kill(before, signal.SIGKILL)
    wait_until(
        lambda: house.processes("sse.operations.watchdog") not in ([], [before]),
        house.log,
    )


@pytest.mark.each_database
def test_a_watchdog_knows_what_was_begun_and_not_ended() -> None:
    lines = ["begin 7\n", "begin 8\n", "end 7\n", "begin 9\n", "nonsense\n"]
    assert watchdog.groups_left(lines) == {8, 9}


@pytest.mark.each_database
def test_one_who_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "GRACE_SECONDS", 0.2)
    code = (
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "print('deaf', flush=True); signal.pause()"
    )
    deaf = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True
    )
    assert deaf.stdout
    assert deaf.stdout.readline() == b"deaf\n"
    threading.Thread(target=deaf.wait).start()  # as init would
    watchdog.end_all({deaf.pid})
    assert deaf.wait() == -signal.SIGKILL
    deaf.stdout.close()


@pytest.mark.each_database
def test_a_start_is_short_and_its_logs_are_files() -> None:
    servers = Servers()
    try:
        house = House(servers, is_new=True)
        house.env |= {"HIKYAKU_LETTER_BOX": "yes", "HIKYAKU_LOGS": "files"}
        house.open()
        assert house.status("/") == 200
        site = f"http://{house.address}"
        house.close()
        said = house.log.read_text()
        pages = (house.data / "logs" / "web.log").read_text()
        strange = [file for file in house.data.iterdir() if not is_ours(file.name)]
    finally:
        servers.stop()
    assert f"{site}/log-in/" in said
    assert f"{site}/letter-box/" in said
    assert "Ctrl+C stops it." in said
    assert str(house.data) in said
    assert said.endswith("Everything has stopped.\n")
    assert len(said.splitlines()) <= 12
    assert "{" not in said
    assert "arning" not in said
    assert '"path": "/"' in pages
    assert strange == []


@pytest.mark.each_database
def test_what_hinders_a_start_is_told_on_the_screen() -> None:
    servers = Servers()
    try:
        house = House(servers, on_sqlite=True, is_new=True)
        house.env |= {"HIKYAKU_BIND": "127.0.0.1:0", "HIKYAKU_LOGS": "files"}
        house.env["DATABASE_URL"] = "postgres://nobody@127.0.0.1:1/nothing"
        done = house.python("-m", "sse", "serve")
    finally:
        servers.stop()
    assert done.returncode == 1
    assert "127.0.0.1" in done.stderr
    assert "Hikyaku does not start." in done.stderr


@pytest.mark.each_database
def test_the_procfile_is_the_list_of_processes(tmp_path: Path) -> None:
    file = tmp_path / "Procfile"
    file.write_text(
        "release: python -m sse manage migrate && true\n"
        "web: gunicorn sse.wsgi --bind ${BIND:-here:1}\n"
        "mail: python -m sse --listen ${LISTEN:-} --data ${FOLDER:-var/data}/beat\n"
    )
    variables = {"BIND": "fd://7", "FOLDER": "/with a blank"}
    python = sys.executable
    assert procfile_commands(file, variables) == {
        "web": [python, *("-m", "gunicorn", "sse.wsgi", "--bind", "fd://7")],
        "mail": [
            *(python, "-m", "sse", "--listen", ""),
            *("--data", "/with a blank/beat"),
        ],
    }
    real = procfile_commands(env.RESOURCES / "Procfile", {})
    assert {"web", "mail", "worker", "beat"} <= set(real)


@pytest.mark.each_database
def test_logs_do_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_logs, "MOST_BYTES", 100)
    monkeypatch.setattr(process_logs, "LOOK_SECONDS", 0)
    logs = process_logs.ProcessLogs(tmp_path / "logs")
    file = logs.file_of("web")
    assert file
    with file.open("ab", buffering=0) as writer:  # as a process does
        writer.write(b"a" * 101)
        logs.keep_short()
        assert file.stat().st_size == 0
        writer.write(b"b")
    assert file.read_bytes() == b"b"
    assert file.with_suffix(".log.1").read_bytes() == b"a" * 101

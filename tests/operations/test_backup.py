"""A copy of the database is worth something only if it can be used."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

ROOT = Path(__file__).parent.parent.parent
PLAY = """
from sse.accounts.models import Player
from sse.matches.models import Match, Submission
from sse.matches.play import bots_play, match_open, match_start, submissions_apply
aki = Player.objects.create(name="Aki")
match = match_open(organiser=aki, game="age_of_war", seats=2, plays=False,
                   bot_seats=["auto", "auto"], title="For ever")
match_start(match_id=match.pk, by=aki)
for _ in range(2):
    bots_play(match_id=match.pk)
    submissions_apply(match_id=match.pk)
match.refresh_from_db()
print(match.head, match.chain)
"""
VERIFY = """
from engine.replay import verify
from sse.matches.models import Match
from sse.matches.selectors import log_file
match = Match.objects.get(title="For ever")
print(match.head, match.chain)
print(verify(log_file(match)))
"""


def run(data: Path, *words: str, code: str = "") -> str:
    """As an operator would, on a SQLite of its own and without a broker."""
    begin = "import django; django.setup(); from sse.platform import wake;"
    begin += "wake.ring_now = lambda *_: None\n"
    command = [sys.executable, *(["-c", begin + code] if code else words)]
    environment = {**os.environ, "HIKYAKU_DATA": str(data), "DATABASE_URL": ""}
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_copy_is_restored_and_its_log_holds(tmp_path: Path) -> None:
    old, new, copy = tmp_path / "old", tmp_path / "new", tmp_path / "copy.sqlite3"
    run(old, "manage.py", "migrate", "--verbosity", "0")
    played = run(old, code=PLAY)
    said = run(old, "manage.py", "backup", str(copy))
    assert said.startswith(f"{copy}: ")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.sqlite3", "old"]

    new.mkdir()
    copy.rename(new / "hikyaku.sqlite3")  # to restore is to put it there
    chain, sentence = run(new, code=VERIFY).splitlines()
    assert chain == played.strip()
    assert "every order is legal" in sentence
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        sqlite3.connect(new / "hikyaku.sqlite3").execute("delete from matches_entry")


@pytest.mark.django_db
@pytest.mark.each_database
def test_nothing_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    file.write_text("precious")
    with pytest.raises(CommandError):
        call_command("backup", str(file))
    assert file.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.django_db
@pytest.mark.each_database
def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite is copied")
    with pytest.raises(CommandError, match="cannot be written: No such file"):
        call_command("backup", str(tmp_path / "nowhere" / "copy.sqlite3"))


def test_postgresql_has_a_tool_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sse.operations import backup

    class Elsewhere:
        vendor = "postgresql"

    monkeypatch.setattr(backup, "connection", Elsewhere())
    with pytest.raises(CommandError, match="pg_dump --format=custom --file="):
        call_command("backup", str(tmp_path / "copy"))
    assert list(tmp_path.iterdir()) == []

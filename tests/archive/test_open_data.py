"""Open data: counts for everybody, in which no match of the archive can be found."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import zipfile
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from sse.accounts.models import Player
from sse.archive.index.records import archive_enter
from sse.archive.open_data import (
    ROUND,
    open_data_keep,
    open_data_publish,
    open_data_write,
    published_files,
)
from sse.matches.models import Match
from sse.matches.selectors import log_of
from tests.support.golden_matches import SIEGE, archived, golden

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]


def played(count: int, *players: Player, **fields: Any) -> list[Match]:
    made = [archived(None, players, **fields) for _ in range(count)]
    for match in made:
        archive_enter(match=match)
    return made


def opened(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(BytesIO(data)) as bundle:
        return {name: bundle.read(name).decode() for name in bundle.namelist()}


def written(folder: Path) -> dict[str, str]:
    file = folder / "data.zip"
    open_data_write(file=file)
    data = file.read_bytes()
    file.unlink()
    return opened(data)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_nothing_of_one_match_is_in_it(
    aki: Player, botan: Player, tmp_path: Path
) -> None:
    made = played(ROUND, aki, botan, title="The match of the year")
    texts = written(tmp_path)
    whole = "\n".join(text for name, text in texts.items() if name.endswith(".csv"))
    assert rows_of(texts["orders.csv"])
    for match in made:
        log = log_of(match)
        secret = [match.seed, match.commitment, match.chain, match.title, "Aki"]
        secret += [row.chain for row in match.entries.all()]
        secret += [draw.text for entry in log.entries for draw in entry.draws]
        secret += [f"{match.ended_at:%Y-%m-%d}", *(word for word in log.words)]
        assert [text for text in secret if text in whole] == []
    assert not re.search("[0-9a-f]{12}", whole)


def test_what_few_matches_share_is_not_told(aki: Player, tmp_path: Path) -> None:
    played(ROUND, aki)
    archive_enter(match=archived(golden(SIEGE)))  # the only one of its game
    texts = written(tmp_path)
    tables = [rows_of(text) for name, text in texts.items() if name.endswith(".csv")]
    assert {row["game"] for rows in tables for row in rows} == {"small_samurai_empires"}
    assert {row["matches"] for rows in tables for row in rows} == {str(ROUND)}


def test_one_match_more_does_not_show(aki: Player, tmp_path: Path) -> None:
    played(ROUND, aki)
    before = written(tmp_path)
    played(1, aki)
    assert written(tmp_path) == before
    played(ROUND - 1, aki)
    assert written(tmp_path) != before


def test_private_matches_are_not_in_it(aki: Player, tmp_path: Path) -> None:
    played(ROUND, aki, privacy=Match.Privacy.PRIVATE)
    assert rows_of(written(tmp_path)["facts.csv"]) == []


def test_it_has_a_readme_a_licence_and_an_index(aki: Player, tmp_path: Path) -> None:
    played(ROUND, aki)
    texts = written(tmp_path)
    assert "Why there are no whole matches" in texts["README.md"]
    assert "CC0" in texts["LICENSE.txt"]
    index = json.loads(texts["index.json"])
    listed = {file["name"] for file in index["files"]}
    assert listed == {name for name in texts if name.endswith(".csv")}
    for file in index["files"]:
        text = texts[file["name"]]
        assert file["sha256"] == hashlib.sha256(text.encode()).hexdigest()
        assert file["rows"] == len(rows_of(text))
        assert file["columns"] == text.partition("\r\n")[0].split(",")
        assert file["name"] in texts["README.md"]


def test_the_newest_is_there_by_its_address(aki: Player) -> None:
    client = Client()
    assert client.get("/archive/open-data.zip").status_code == 404
    assert "still being created" in client.get("/archive/open-data/").content.decode()
    played(ROUND, aki)
    assert open_data_keep()
    (file,) = published_files()
    answer = client.get("/archive/open-data.zip")
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == f'attachment; filename="{file.name}"'
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert rows_of(opened(answer.getvalue())["facts.csv"])
    assert file.name in client.get("/archive/open-data/").content.decode()
    assert "/archive/open-data/" in client.get("/archive/").content.decode()


def test_it_is_made_anew_when_it_is_old_and_by_one_worker() -> None:
    now = timezone.now()
    assert open_data_keep(now=now)
    assert not open_data_keep(now=now + timedelta(days=6))
    later = now + timedelta(days=7)
    assert open_data_keep(now=later)
    assert [one.day for one in published_files()] == [later.date()]


def test_only_one_worker_makes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    others: list[bool] = []

    def while_it_is_made(**_: object) -> None:
        others.append(open_data_keep())

    monkeypatch.setattr("sse.archive.open_data.open_data_publish", while_it_is_made)
    assert open_data_keep()
    assert others == [False]


def test_the_operator_publishes_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    open_data_publish(now=timezone.now() - timedelta(days=1))
    call_command("archive_dump")
    assert "is published" in capsys.readouterr().out
    assert [one.day for one in published_files()] == [timezone.now().date()]

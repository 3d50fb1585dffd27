"""Files have names that a person understands and every file system takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from sse.accounts.models import Player
from sse.matches.file_names import ascii_only, disposition, match_file
from sse.matches.models import Match, Seat, Tenure
from sse.platform import environment as env
from tests.support.booklets import DICE, imported_from, match_from
from tests.support.golden_matches import archived
from tests.support.tables import running

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
DAY = r"\d{4}-\d\d-\d\d"
STEM = rf"age-of-war-aki-botan-chie-doi-{DAY}"


def called(match: Match, *names: str) -> Match:
    for number, name in enumerate(names):
        Tenure.objects.filter(seat__match=match, seat__number=number).update(name=name)
        Seat.objects.filter(match=match, number=number).update(name=name)
    return match


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/matches/{}/log", rf"{STEM}\.log"),
        ("/matches/{}/export.json", rf"{STEM}\.json"),
        ("/matches/{}/scores.csv", rf"{STEM}-scores\.csv"),
        (
            "/matches/{}/steps/7.svg",
            r"age-of-war-aki-botan-chie-daisuke-.*-step-7\.svg",
        ),
        (
            "/matches/{}/steps/7.png",
            r"age-of-war-aki-botan-chie-daisuke-.*-step-7\.png",
        ),
        ("/api/v1/matches/{}/log", rf"{STEM}\.log"),
        ("/api/v1/matches/{}/export.json", rf"{STEM}\.json"),
        ("/api/v1/matches/{}/scores.csv", rf"{STEM}\.csv"),
    ],
)
def test_what_is_downloaded_tells_what_it_is(path: str, name: str) -> None:
    match = match_from(DICE)
    answer = Client().get(path.format(match.pk))
    assert answer.status_code == 200
    found = re.fullmatch(
        r'(?:attachment|inline); filename="(.*)"', answer["Content-Disposition"]
    )
    assert found
    assert re.fullmatch(name, found[1]), found[1]


def test_an_imported_match_says_so_in_its_file_names() -> None:
    name = match_file(imported_from(DICE), "log")
    assert name.startswith("age-of-war-imported-aki-botan-chie-doi-")


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        'a"; filename="evil.exe',
        "CON",
        "x" * 32,
        "a/b\\c:d*e?f<g>h|i",
        "\r\nSet-Cookie: a=b",
        "名" * 32,
        "…",
        ". .",
        "Ünïcödé Ґанна",
    ],
)
def test_every_file_system_takes_them(name: str) -> None:
    match = called(archived(), name, name)
    found = match_file(match, "pdf", "uk")
    assert re.fullmatch(r"[^\W_A-Z]+(-[^\W_A-Z]+)*\.pdf", found)
    assert len(found.encode()) < 255
    assert found.isprintable()
    header = disposition(found)
    header.encode("ascii")
    assert re.fullmatch(
        r"""attachment; filename="[\w.-]+"(; filename\*=UTF-8''[\w.%-]+)?""", header
    )


def test_other_letters_have_both_spellings() -> None:
    match = called(archived(), "Ґанна", "Jürgen")
    said = Client().get(f"/matches/{match.pk}/log")["Content-Disposition"]
    assert 'filename="small-samurai-empires-jurgen-2026-03-01.log"' in said
    assert "filename*=UTF-8''small-samurai-empires-%D2%91" in said
    assert ascii_only("ґанна.log") == ".log"  # never alone: the game comes first


def test_a_running_match_tells_nothing_by_its_file_names(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    before = match_file(match, "pdf")
    Match.objects.filter(pk=match.pk).update(title="Aki leads", head=match.head + 5)
    match.refresh_from_db()
    assert match_file(match, "pdf") == before
    assert before.startswith("toy-aki-botan-")


def test_commands_know_where_the_service_was_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HIKYAKU_DATA", str(tmp_path))
    monkeypatch.setenv("HIKYAKU_SITE", "https://play.example.org")
    env.site_keep(tmp_path)
    assert (tmp_path / "site").stat().st_mode & 0o777 == 0o600
    monkeypatch.delenv("HIKYAKU_SITE")  # another shell
    assert env.site() == "https://play.example.org"
    monkeypatch.setenv("HIKYAKU_SITE", "http://localhost:9000")
    assert env.site() == "http://localhost:9000"
    (tmp_path / "site").unlink()
    monkeypatch.delenv("HIKYAKU_SITE")
    assert env.site() == "http://localhost:8000"

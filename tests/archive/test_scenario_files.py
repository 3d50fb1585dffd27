"""A scenario of Samurai Battles written by hand: by mail, web and API. [SB-15.7]"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from engine.replay import verify
from sse.accounts.models import Player
from sse.archive.pdf.booklet import Wanted, booklet_pdf
from sse.archive.starting_positions import read_beginning
from sse.matches.models import Match
from sse.matches.play import match_open, match_start
from sse.matches.selectors import log_file
from tests.inbox.test_organiser_commands import US, answer
from tests.inbox.test_organiser_commands import told as mailed
from tests.support import booklets
from tests.support.api_clients import Program, told
from tests.web.test_new_match import form

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
GAME = "samurai_battles"
FILE = Path(__file__).parents[2] / "docs" / "scenarios" / "two-bridges.toml"
TEXT = FILE.read_text("utf-8")
SOON_OVER = TEXT.replace("banners = 4", "banners = 1", 1)
MOST_SUBMISSIONS = 200


@pytest.fixture(autouse=True)
def here(settings: Settings) -> None:
    settings.MAIL_DOMAIN = "play.example.org"
    settings.MAIL_MAILBOX = "hikyaku"
    settings.MAIL_AUTHSERV_ID = "mx.example.org"


def check(match: Match) -> None:
    assert match.position
    assert match.position["turn"] == 0
    assert match.position["scenario"]["slug"] == "two-bridges"
    assert match.choices["scenario"] == "own"


def test_by_mail(aki: Player) -> None:
    answer(f"create samurai battles, a bot, position\n\n{TEXT}\nend\n", aki, US)
    check(Match.objects.get())
    wrong = TEXT.replace('"H8" }', '"H12" }')
    said = mailed(f"create samurai battles, a bot, position\n{wrong}", aki, US)
    assert "H12 is no hex of the board." in " ".join(said.split())


def test_by_web(aki: Player) -> None:
    client = Client()
    client.force_login(aki)
    chosen = {"choice_scenario": "first-skirmish", "choice_turn_cap": "0"}
    client.post(f"/open/{GAME}/", form(position=TEXT, **chosen))
    check(Match.objects.get())


def test_by_api(aki: Player) -> None:
    body: dict[str, Any] = {"game": GAME, "seats": ["me", "greedy"], "position": TEXT}
    opened = told(Program(aki).post("/matches", body), 201)
    check(Match.objects.get(pk=opened["id"]))


def test_programs_play_it_to_its_booklet(aki: Player, work: Callable[[], int]) -> None:
    about = Match(game_name=GAME).about
    match = match_open(
        organiser=aki,
        game=GAME,
        seats=2,
        plays=False,
        bot_seats=["tactician", "tactician"],
        beginning=read_beginning(about, SOON_OVER, {}, aki),
    )
    check(match)
    match = match_start(match_id=match.pk, by=aki)
    work()
    match.refresh_from_db()
    assert match.has_ended
    assert "taken up from a position" in verify(log_file(match))
    client = Client()
    client.force_login(aki)
    for step in ("steps/0", "steps/5"):
        page = client.get(f"/matches/{match.pk}/{step}").content.decode()
        assert "Two bridges" in page or "Started from a file" in page
    assert "Started from a file" in booklets.text(booklet_pdf(Wanted(match)))


def test_a_program_plays_it_to_its_end_by_api(
    aki: Player, work: Callable[[], int]
) -> None:
    """Each time the first whole turn of the hints is sent; else the first option."""
    program = Program(aki)
    body: dict[str, Any] = {
        "game": GAME,
        "seats": ["me", "greedy"],
        "position": SOON_OVER,
        "clock": "none",
    }
    url = f"/matches/{told(program.post('/matches', body), 201)['id']}"
    work()
    for _ in range(MOST_SUBMISSIONS):
        table = told(program.get(f"{url}/decisions"))
        if table["status"] != "running":
            break
        assert table["is_asked"]
        texts = [option["text"] for option in table["hints"] or table["options"]]
        told(program.post(f"{url}/submissions", {"text": texts[0]}), 202)
        work()
    match = Match.objects.get()
    assert match.has_ended
    assert {row["place"] for row in told(program.get(url))["result"]} == {1, 2}
    assert match.submissions.filter(source="api", status="applied").exists()
    assert not match.submissions.exclude(status="applied").exists()
    verify(log_file(match))

"""A new house has something to look at and a seat to take."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from engine.bots import bots
from engine.registry import games
from engine.replay import verify
from sse.accounts.models import Player
from sse.archive import demo
from sse.matches.models import Match
from sse.matches.selectors import log_file
from sse.matches.services import seat_take

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short demo: the others are played as this one is."""
    monkeypatch.setattr(demo, "SHOWS", demo.SHOWS[:1])
    call_command("demo", verbosity=0)


def test_bots_have_played_for_the_archive(made: None) -> None:
    match = Match.objects.get(title=demo.SHOWS[0].title)
    assert match.status == Match.Status.FINISHED
    assert verify(log_file(match)).endswith("and the match is finished.")


def test_the_demo_is_made_once(made: None) -> None:
    assert demo.demo_make() == 0
    assert Match.objects.count() == 2


def test_a_newcomer_can_sit_down_and_is_asked(made: None, doi: Player) -> None:
    match = Match.objects.get(title=demo.SEAT_FREE.title)
    seat_take(match_id=match.pk, player=doi, seat=0)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.letters.filter(player=doi).exists()


@pytest.mark.parametrize("show", demo.SHOWS, ids=lambda show: show.title)
def test_every_match_of_the_demo_can_be_opened(show: demo.Show) -> None:
    games()[show.game].complete(len(show.bots), show.choices, people=True)
    assert set(show.bots) <= set(bots(show.game))


def test_the_demo_shows_both_games() -> None:
    assert {show.game for show in demo.SHOWS} == {"age_of_war", "small_samurai_empires"}

"""A new house has something to look at and a seat to take."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from engine.bots import bots
from engine.registry import games
from engine.replay import verify
from sse.accounts.models import Player
from sse.matches.models import Match
from sse.matches.play import seat_take
from sse.matches.selectors import log_file
from sse.operations import demo

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short demo: the others are played as this one is."""
    found = demo.shows()
    free = next(show for show in found if show.demo.is_free)
    monkeypatch.setattr(demo, "shows", lambda: [found[0], free])
    call_command("demo", verbosity=0)


def test_bots_have_played_for_the_archive(made: None) -> None:
    match = Match.objects.get(title=demo.shows()[0].demo.title)
    assert match.status == Match.Status.FINISHED
    assert verify(log_file(match)).endswith("and the match is finished.")


def test_the_demo_is_made_once(made: None) -> None:
    assert demo.demo_make() == 0
    assert Match.objects.count() == 2


def test_a_newcomer_can_sit_down_and_is_asked(made: None, doi: Player) -> None:
    match = Match.objects.get(title=demo.shows()[1].demo.title)
    seat_take(match_id=match.pk, player=doi, seat=0)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.letters.filter(player=doi).exists()


@pytest.mark.parametrize("show", demo.shows(), ids=lambda show: show.demo.title)
def test_every_match_of_the_demo_can_be_opened(show: demo.Show) -> None:
    played, about = show.demo, games()[show.game]
    about.complete(len(played.bots) + played.is_free, played.choices, people=True)
    assert set(played.bots) <= set(bots(show.game))


def test_the_demo_shows_every_game_and_offers_a_seat() -> None:
    assert {show.game for show in demo.shows()} == set(games())
    assert any(show.demo.is_free for show in demo.shows())

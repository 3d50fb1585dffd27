"""More time can be asked for on the page and by a program, and is answered."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sse.accounts.models import Player
from sse.matches.models import Match
from sse.matches.play import seat_open, seat_take
from tests.support.api_clients import Program, refused, told
from tests.support.clients import browser, page
from tests.support.tables import beside, letters, log, running, write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return running(aki, botan, clock={"each": 86_400})


def do(player: Player, match: Match, what: str, **data: str) -> str:
    path = f"/matches/{match.pk}/do/{what}/"
    return browser(player).post(path, data, follow=True).content.decode()


def table(player: Player, match: Match) -> str:
    return page(browser(player), f"/matches/{match.pk}/")


def test_a_player_asks_on_the_page_and_the_organiser_grants_it(
    match: Match, aki: Player, botan: Player
) -> None:
    due = match.seats.get(player=botan).due_at
    assert due
    assert "Ask for more time" in table(botan, match)
    assert "Ask for more time" not in table(aki, match)  # the organiser gives it
    shown = do(botan, match, "ask-time", hours="30")
    assert "You have asked Aki for 30 more hours" in shown
    assert letters(match, aki)[-1] == "time_asked"
    assert "Botan asks you for 30 more hours" in table(aki, match)
    do(aki, match, "give-time", seat="1", hours="30")
    assert match.seats.get(player=botan).due_at == due + timedelta(hours=30)
    assert letters(match, botan)[-1] == "more_time"
    assert "asks you for" not in table(aki, match)
    assert "You have asked" not in table(botan, match)


def test_the_organiser_says_no_and_the_player_is_told(
    match: Match, aki: Player, botan: Player
) -> None:
    due = match.seats.get(player=botan).due_at
    do(botan, match, "ask-time", hours="30")
    do(aki, match, "decline-time", seat="1")
    assert match.seats.get(player=botan).due_at == due
    assert letters(match, botan)[-1] == "time_declined"
    assert "asks you for" not in table(aki, match)
    assert "not asking for more time" in do(aki, match, "decline-time", seat="1")


def test_others_do_not_see_the_wish(aki: Player, botan: Player, chie: Player) -> None:
    match = running(aki, botan, chie, clock={"each": 86_400})
    before = table(chie, match)
    do(botan, match, "ask-time", hours="30")
    assert table(chie, match) == before


def test_a_wish_does_not_tell_who_has_decided(
    match: Match, aki: Player, botan: Player
) -> None:
    """In a sealed round it stands until all have decided."""
    do(botan, match, "ask-time", hours="30")
    before = table(aki, match)
    write(match, botan, "pick 2")
    assert table(aki, match) == before
    write(match, aki, "pick 3")
    assert len(log(match)) > 1
    assert "asks you for" not in table(aki, match)


def test_a_wish_goes_with_the_player_who_had_it(
    match: Match, aki: Player, botan: Player, chie: Player
) -> None:
    do(botan, match, "ask-time", hours="30")
    seat_open(match_id=match.pk, by=aki, seat=1)
    seat_take(match_id=match.pk, player=chie, seat=1)
    assert beside(match).time_wishes == {}
    assert "asks you for" not in table(aki, match)
    assert "You have asked" not in table(chie, match)


def test_a_program_asks_for_time(match: Match, aki: Player, botan: Player) -> None:
    here = f"/matches/{match.pk}"
    refused(Program(botan).post(f"{here}/ask-time", {"hours": 0}), 400, "invalid")
    told(Program(botan).post(f"{here}/ask-time", {"hours": 5}))
    assert letters(match, aki)[-1] == "time_asked"
    told(Program(aki).post(f"{here}/decline-time", {"seat": 1}))
    assert letters(match, botan)[-1] == "time_declined"


def test_without_a_clock_nothing_can_be_asked_for(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    assert "Ask for more time" not in table(botan, match)
    assert "No clock is running for you" in do(botan, match, "ask-time", hours="5")

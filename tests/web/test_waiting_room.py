"""Before a match begins, its page says who is missing and what it waits for."""

from __future__ import annotations

import re

import pytest

from sse.accounts.models import Player
from sse.matches.models import Match
from sse.matches.play import (
    invitation_decline,
    invitation_revoke,
    match_open,
    seat_fill,
    seat_invite,
    seat_join,
)
from tests.support.clients import browser, page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]


@pytest.fixture
def match(aki: Player) -> Match:
    return match_open(organiser=aki, game="toy", seats=3)


def text(player: Player | None, match: Match) -> str:
    return page(browser(player), f"/matches/{match.pk}/")


def status(player: Player | None, match: Match) -> str:
    """The line below the title, without its tags."""
    shown = text(player, match).partition('id="status"')[2].partition("</p>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", shown.partition(">")[2]).split())


def test_free_seats_are_counted(match: Match, aki: Player, botan: Player) -> None:
    assert status(aki, match) == status(None, match) == "2 seats are free."
    seat_join(match_id=match.pk, player=botan)
    assert status(aki, match) == "1 seat is free."
    shown = text(aki, match)
    assert "Start the match" not in shown
    assert "every seat has a player or a bot" in shown


def test_a_full_table_says_what_it_waits_for(
    match: Match, aki: Player, botan: Player
) -> None:
    seat_join(match_id=match.pk, player=botan)
    seat_fill(match_id=match.pk, by=aki, bot="random")
    assert status(aki, match) == "All seats are taken. You can start the match."
    begins = "All seats are taken. The match begins when Aki starts it."
    assert status(botan, match) == status(None, match) == begins
    shown = text(aki, match)
    assert "Start the match" in shown
    assert "Invite by email" not in shown
    assert "Fill a seat with a bot" not in shown


def test_kept_seats_are_told_without_the_address(
    match: Match, aki: Player, botan: Player
) -> None:
    seat_invite(match_id=match.pk, by=aki, email="botan@example.org")
    said = "1 seat is free. 1 seat is reserved for an invited player"
    assert status(None, match).startswith(said)
    assert "botan@example.org" not in text(None, match)
    assert "You are invited." in text(botan, match)
    assert "botan@example.org" in text(aki, match)


def test_a_seat_that_was_declined_or_taken_back_is_free(
    match: Match, aki: Player, botan: Player
) -> None:
    invitation = seat_invite(match_id=match.pk, by=aki, email="botan@example.org")
    invitation_decline(invitation_id=invitation.pk, player=botan)
    assert status(aki, match) == "2 seats are free."
    assert re.search(r"Declined:.*botan@example\.org", text(aki, match))
    assert "Declined" not in text(botan, match)
    other = seat_invite(match_id=match.pk, by=aki, email="chie@example.org")
    invitation_revoke(match_id=match.pk, by=aki, invitation_id=other.pk)
    assert status(aki, match) == "2 seats are free."


def test_who_is_not_invited_learns_why_there_is_no_button(
    aki: Player, botan: Player
) -> None:
    """The operator sees a private match, and is not one of its people."""
    match = match_open(organiser=aki, game="toy", seats=2, privacy="private")
    Player.objects.filter(pk=botan.pk).update(is_staff=True)
    botan.refresh_from_db()
    shown = text(botan, match)
    assert "Only invited players can take a seat here." in shown
    assert "Take a seat" not in shown

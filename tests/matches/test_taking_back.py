"""Taking a match back: who proposes it, who is asked, and what then never happened."""

from __future__ import annotations

import pytest
from django.test import Client

from sse.accounts.models import Player
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Submission
from sse.matches.play import (
    back_consent,
    back_propose,
    back_refuse,
    seat_open,
    seat_take,
)
from sse.matches.reader_view import Reading
from tests.support.clients import browser, page
from tests.support.tables import beside, letters, running, write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]


@pytest.fixture
def match(aki: Player, botan: Player, chie: Player) -> Match:
    """One round was played."""
    match = running(aki, botan, chie)
    for player in (aki, botan, chie):
        write(match, player, "pick 2")
    return match


def card(client: Client, match: Match) -> str:
    """What the page says about the proposal."""
    text = page(client, f"/matches/{match.pk}/")
    return text.partition("Take it back?")[2].partition("</section>")[0]


def test_the_page_names_the_proposer_and_does_not_ask_them(
    match: Match, aki: Player, botan: Player, chie: Player
) -> None:
    back_propose(match_id=match.pk, by=botan, entry=0)
    asked = card(browser(aki), match)
    assert "Botan proposes" in asked
    assert "I agree" in asked
    own = card(browser(botan), match)
    assert "You propose" in own
    assert "I agree" not in own
    assert "Still to answer: Aki, Chie." in own
    back_consent(match_id=match.pk, player=aki)
    agreed = card(browser(aki), match)
    assert "I agree" not in agreed
    assert "Still to answer: Chie." in agreed


def proposed_by_host(aki: Player, botan: Player) -> tuple[Match, Player]:
    """The organiser has no seat, and proposes to begin anew."""
    match = running(aki, botan)
    for player in (aki, botan):
        write(match, player, "pick 2")
    host = Player.objects.create(name="Doi")
    Match.objects.filter(pk=match.pk).update(organiser=host)
    back_propose(match_id=match.pk, by=host, entry=0)
    return match, host


def test_an_organiser_without_a_seat_is_named(aki: Player, botan: Player) -> None:
    match, host = proposed_by_host(aki, botan)
    assert "Doi proposes" in card(browser(aki), match)
    assert "You propose" in card(browser(host), match)


def test_a_proposal_is_withdrawn_by_the_player_who_made_it(
    match: Match, aki: Player, botan: Player
) -> None:
    back_propose(match_id=match.pk, by=aki, entry=0)
    assert "Withdraw the proposal" in card(browser(aki), match)
    back_refuse(match_id=match.pk, player=aki)
    assert beside(match).back_to is None
    assert letters(match, botan)[-1] == "back_refused"
    back_propose(match_id=match.pk, by=aki, entry=0)  # nobody has said no


def test_an_answer_is_to_the_proposal_that_the_page_showed(
    match: Match, aki: Player, botan: Player
) -> None:
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_propose(match_id=match.pk, by=aki, entry=1)
    with pytest.raises(MatchRefused):
        back_consent(match_id=match.pk, player=botan, entry=0)
    assert beside(match).consents == {0}


def test_undone_steps_are_not_the_last_turn(aki: Player, botan: Player) -> None:
    match = running(aki, botan, game="age_of_war", choices={"first_player": "0"})
    write(match, aki, "step reroll drop 1")
    assert 1 in Reading(match, aki).own_turn
    write(match, aki, "step reroll drop 1")
    back_propose(match_id=match.pk, by=aki, entry=1)
    back_consent(match_id=match.pk, player=botan)
    match.refresh_from_db()
    reading = Reading(match, aki)
    assert list(reading.own_turn) == [1]
    told = [*reading.news.lines, *reading.own_news.lines]
    assert 1 in [line.number for line in told]
    assert 2 not in [line.number for line in told]
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_consent(match_id=match.pk, player=botan)
    match.refresh_from_db()
    assert not Reading(match, aki).own_turn
    assert "Your last turn" not in page(browser(aki), f"/matches/{match.pk}/")


def test_alone_among_programs_it_is_taken_back_at_once(aki: Player) -> None:
    first = {"first_player": "0"}
    match = running(aki, bots=1, game="age_of_war", choices=first)
    write(match, aki, "step reroll drop 1")
    path = f"/matches/{match.pk}/do/propose-back/"
    answer = browser(aki).post(path, {"entry": "0"}, follow=True)
    assert "The match has been taken back." in answer.content.decode()


def test_a_proposal_goes_with_the_player_who_made_it(
    match: Match, aki: Player, botan: Player, chie: Player
) -> None:
    doi = Player.objects.create(name="Doi")
    back_propose(match_id=match.pk, by=botan, entry=0)
    seat_open(match_id=match.pk, by=aki, seat=1)
    seat_take(match_id=match.pk, player=doi, seat=1)
    table = beside(match)
    assert (table.back_to, table.back_by, table.consents) == (None, None, set())


def test_a_proposal_of_another_stays_when_a_seat_changes_hands(
    match: Match, aki: Player, chie: Player
) -> None:
    doi = Player.objects.create(name="Doi")
    back_propose(match_id=match.pk, by=chie, entry=0)
    seat_open(match_id=match.pk, by=aki, seat=1)
    seat_take(match_id=match.pk, player=doi, seat=1)
    assert (beside(match).back_to, beside(match).back_by) == (0, 2)


# ------------------------------------------------------------------ what was undone


def test_nothing_goes_back_into_what_was_taken_back(
    match: Match, aki: Player, botan: Player, chie: Player
) -> None:
    """A step that never happened is not the way to anywhere; a resignation stands."""
    write(match, chie, "", kind=Submission.Kind.RESIGN)
    gone = match.head - 1
    write(match, aki, "pick 3")
    write(match, botan, "pick 4")
    back_propose(match_id=match.pk, by=aki, entry=1)
    back_consent(match_id=match.pk, player=botan)
    back_consent(match_id=match.pk, player=chie)
    match.refresh_from_db()
    assert not match.seats.get(number=2).has_resigned
    head = match.head
    for entry in (gone, gone + 1):
        with pytest.raises(MatchRefused, check=lambda e: e.code == "undone"):
            back_propose(match_id=match.pk, by=aki, entry=entry)
    assert beside(match).back_to is None
    back_propose(match_id=match.pk, by=aki, entry=1)  # what stands
    assert match.head == head


# ----------------------------------------------------------------------- who is asked


def test_only_those_who_are_asked_are_named_and_may_answer(
    match: Match, aki: Player, botan: Player, chie: Player
) -> None:
    doi = Player.objects.create(name="Doi")
    match = running(aki, botan, chie, doi)
    for player in (aki, botan, chie, doi):
        write(match, player, "pick 2")
    write(match, chie, "", kind=Submission.Kind.RESIGN)
    entry = match.head - 1
    for player in (aki, botan, doi):
        write(match, player, "pick 3")
    Player.objects.filter(pk=doi.pk).update(is_active=False)
    back_propose(match_id=match.pk, by=aki, entry=entry)
    assert "back_asked" in letters(match, botan)
    assert "back_asked" not in letters(match, chie) + letters(match, doi)
    assert "Still to answer: Botan." in card(browser(aki), match)
    shown = card(browser(chie), match)
    assert "Aki proposes" in shown
    assert "I agree" not in shown
    assert "You have agreed" not in shown
    for answer in (back_refuse, back_consent):
        with pytest.raises(MatchRefused, check=lambda e: e.code == "not_asked"):
            answer(match_id=match.pk, player=chie)
    assert beside(match).back_to == entry
    back_consent(match_id=match.pk, player=botan)
    assert beside(match).back_to is None


def test_a_proposal_of_nobody_known_names_nobody(
    match: Match, aki: Player, botan: Player
) -> None:
    """The operator proposed it, or it is from before proposers were noted."""
    operator = Player.objects.create(name="Ops", is_staff=True)
    operator.is_verified = lambda: True  # type: ignore[attr-defined]  # by django-otp
    back_propose(match_id=match.pk, by=operator, entry=0)
    shown = card(browser(botan), match)
    assert "There is a proposal to take the match back" in shown
    assert "Aki proposes" not in shown
    assert "You propose" not in card(browser(aki), match)
    assert "I agree" in card(browser(aki), match)


def test_an_organiser_without_a_seat_withdraws_the_own_proposal(
    aki: Player, botan: Player
) -> None:
    match, host = proposed_by_host(aki, botan)
    assert "Withdraw the proposal" in card(browser(host), match)
    back_refuse(match_id=match.pk, player=host)
    assert beside(match).back_to is None
    back_propose(match_id=match.pk, by=host, entry=0)  # nobody has said no

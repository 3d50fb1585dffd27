"""Who resigns is gone for good, and the last seat left has won."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from engine.replay import verdict_on
from sse.accounts.models import Player
from sse.archive.index.models import RatingStep, Record
from sse.archive.ratings import ratings_go_on
from sse.archive.statistics.counts import figures, records_count
from sse.archive.verification import replay_fault
from sse.matches.access import matches_of
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat, Submission
from sse.matches.play import (
    back_consent,
    back_propose,
    bots_play,
    plan_submit,
)
from sse.matches.play import submissions_apply as apply
from sse.matches.play.locked_match import LockedMatch
from sse.matches.play.submissions import submissions_sweep
from sse.matches.selectors import is_conceded, log_file, seat_state
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from tests.support.clients import browser, page
from tests.support.tables import asked, beside, letters, log, running, write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
GAMES = ("toy", "age_of_war", "small_samurai_empires")


def resign(match: Match, player: Player) -> Submission:
    return write(match, player, "", kind=Submission.Kind.RESIGN)


def places(match: Match) -> dict[int, int]:
    return {row["seat"]: row["place"] for row in match.result or []}


# ------------------------------------------------------------------ one seat is left


@pytest.mark.parametrize("tempo", ["each", "phase"])
@pytest.mark.parametrize("game", GAMES)
def test_resigning_ends_a_match_of_two(
    game: str, tempo: str, aki: Player, botan: Player
) -> None:
    match = running(aki, botan, game=game, tempo=tempo)
    resign(match, aki)
    assert match.status == Match.Status.FINISHED
    assert places(match) == {0: 2, 1: 1}
    assert log(match)[-2:] == ["seat 0 resigns", "seat 1 wins by resignation"]
    assert is_conceded(match)
    assert beside(match).asked == []
    for player in (aki, botan):
        assert letters(match, player)[-1] == "ended"
        assert matches_of(player) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_log_proves_how_it_ended(game: str, aki: Player, botan: Player) -> None:
    match = running(aki, botan, game=game)
    resign(match, botan)
    assert verdict_on(log_file(match)).end == "finished"
    rows = list(match.entries.order_by("number").values_list("text", "chain"))
    assert replay_fault(match, rows) == ""


def test_the_last_of_several_wins(aki: Player, botan: Player, chie: Player) -> None:
    match = running(aki, botan, chie)
    resign(match, botan)
    assert match.status == Match.Status.RUNNING
    resign(match, aki)
    assert match.status == Match.Status.FINISHED
    assert places(match)[2] == 1
    assert letters(match, botan)[-1] == "ended"


def test_a_program_may_be_what_is_left(aki: Player) -> None:
    match = running(aki, bots=1, game="age_of_war")
    resign(match, aki)
    assert match.status == Match.Status.FINISHED
    assert places(match) == {0: 2, 1: 1}
    assert not match.bots_due


def test_several_programs_play_to_the_end(aki: Player) -> None:
    match = running(aki, bots=2)
    resign(match, aki)
    for _ in range(20):
        bots_play(match_id=match.pk)
        apply(match_id=match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert not is_conceded(match)


def test_what_waited_in_the_queue_is_not_taken(aki: Player, botan: Player) -> None:
    """It was sent in time, but stands behind the resignation."""
    match = running(aki, botan)
    resign(match, aki)
    with pytest.raises(MatchRefused, check=lambda error: error.code == "over"):
        write(match, botan, "pick 5")


def test_a_match_of_before_ends_when_it_is_next_played(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    resign(match, botan)
    Seat.objects.filter(match=match, number=2).update(has_resigned=True)
    write(match, aki, "pick 5")
    assert log(match)[-1] == "seat 0 wins by resignation"


# ---------------------------------------------------------------- more seats are left


@pytest.mark.parametrize("tempo", ["each", "phase"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_asked_of_who_resigned(
    game: str, tempo: str, aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie, game=game, tempo=tempo)
    resign(match, aki)
    before = len(letters(match, aki))
    for _ in range(40):
        for seat, _point in asked(match):
            assert seat != 0
            player = (aki, botan, chie)[seat]
            state = seat_state(match, seat)
            write(match, player, match.game.hints(state, seat)[0].text)
    assert letters(match, aki)[before:] in ([], ["ended"])
    assert Seat.objects.get(match=match, number=0).due_at is None


def test_the_others_are_told_by_letter_and_who_resigned_is_not(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    resign(match, botan)
    assert letters(match, aki).count("resigned") == 1
    assert letters(match, chie).count("resigned") == 1
    assert "resigned" not in letters(match, botan)
    assert matches_of(botan) == []
    assert [one.match for one in matches_of(chie)] == [match]


def test_nothing_is_taken_from_who_resigned(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    resign(match, botan)
    for kind in ("orders", "withdraw"):
        with pytest.raises(MatchRefused, check=lambda error: error.code == "resigned"):
            write(match, botan, "pick 5", kind=kind)


def test_what_was_sent_just_before_comes_too_late(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    fields: Any = {"match_id": match.pk, "player": botan, "source": "web"}
    plan_submit(text="", key="first", kind=Submission.Kind.RESIGN, **fields)
    late = plan_submit(text="pick 5", key="second", **fields)
    apply(match_id=match.pk)
    late.refresh_from_db()
    assert late.status == "refused"
    assert late.answer["faults"][0]["code"] == "resigned"
    assert beside(match).plans.get(1, "") == ""


def test_who_resigned_is_asked_before_they_are_brought_back(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    resign(match, botan)
    write(match, aki, "pick 5")
    write(match, chie, "pick 4")
    back_propose(match_id=match.pk, by=aki, entry=1)  # they stay away
    assert "back_asked" not in letters(match, botan)
    back_consent(match_id=match.pk, player=chie)
    assert log(match)[-1] == "back to 1"
    back_propose(match_id=match.pk, by=aki, entry=0)
    assert "back_asked" in letters(match, botan)
    back_consent(match_id=match.pk, player=chie)
    assert log(match)[-1] == "back to 1"
    back_consent(match_id=match.pk, player=botan)
    assert log(match)[-1] == "back to 0"
    assert not Seat.objects.get(match=match, number=1).has_resigned
    assert (1, "pick") in asked(match)


# ------------------------------------------------------------------------- the doors


def test_the_page_has_no_order_box_for_who_resigned(
    aki: Player, botan: Player, chie: Player, client: Client
) -> None:
    match = running(aki, botan, chie)
    client.force_login(botan)
    page = f"/matches/{match.pk}/"
    assert 'id="orders"' in client.get(page).content.decode()
    resign(match, botan)
    text = client.get(page).content.decode()
    assert 'id="orders"' not in text
    assert "You have resigned." in text
    assert f"{page}resign/" not in text
    assert str(match) not in client.get("/").content.decode()


def test_the_page_of_a_match_given_up_says_so(
    aki: Player, botan: Player, client: Client
) -> None:
    match = running(aki, botan)
    resign(match, botan)
    for player in (aki, botan):
        client.force_login(player)
        text = client.get(f"/matches/{match.pk}/").content.decode()
        assert "wins: everyone else has resigned." in text
        assert 'id="orders"' not in text


def test_the_api_takes_nothing_from_who_resigned(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    resign(match, botan)
    api = APIClient()
    api.force_authenticate(botan)
    here = f"/api/v1/matches/{match.pk}"
    seen = api.get(f"{here}/decisions").json()
    assert (seen["is_asked"], seen["options"], seen["hints"]) == (False, [], [])
    for path in ("submissions", "preview"):
        answer = api.post(f"{here}/{path}", {"text": "pick 5"}, format="json")
        assert answer.status_code == 409, answer.content
        assert "resigned" in answer.json()["type"]
    told = api.get(here).json()
    assert [seat["has_resigned"] for seat in told["seats"]] == [False, True, False]


# ----------------------------------------------------------------------- the archive


def test_the_archive_knows_how_it_ended(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 5; take gold")
    write(match, botan, "pick 4")
    resign(match, aki)
    record = Record.objects.get(match=match)
    assert record.is_conceded
    assert record.margin is None
    counted = {figure.name for figure in figures(record)}
    assert "seat" in counted
    assert not {"points", "margin"} & counted
    parts = {part.seat: part for part in record.parts.all()}
    assert parts[0].has_resigned
    assert (parts[0].has_won, parts[1].has_won) == (False, True)
    records_count()
    ratings_go_on()
    rated = RatingStep.objects.filter(record=record).select_related("career")
    steps = {step.career.player_id: step.mu for step in rated}
    assert steps[botan.pk] > steps[aki.pk]


def test_an_ended_letter_says_why(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    resign(match, botan)
    for player in (aki, botan):  # it is true for both
        letter = Letter.objects.get(match=match, player=player, kind="ended")
        text = message_of(letter, "somebody@example.org").body
        assert "Aki wins: everyone else has resigned." in text
    shown = page(browser(botan), f"/matches/{match.pk}/")
    assert "Aki wins: everyone else has resigned." in shown


# ---------------------------------------------------------- matches of before


def left_alone(aki: Player, botan: Player, chie: Player) -> Match:
    """A match of before: one seat is left, and it goes on."""
    match = running(aki, botan, chie)
    resign(match, botan)
    Seat.objects.filter(match=match, number=2).update(has_resigned=True)
    return match


def test_the_sweep_ends_a_match_of_before(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = left_alone(aki, botan, chie)
    other = running(aki, botan, chie)
    resign(other, botan)
    submissions_sweep()
    match.refresh_from_db()
    other.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert log(match)[-1] == "seat 0 wins by resignation"
    assert letters(match, aki)[-1] == "ended"
    assert other.status == Match.Status.RUNNING
    head = match.head
    submissions_sweep()
    match.refresh_from_db()
    assert match.head == head


def test_one_match_that_cannot_end_keeps_no_other(
    aki: Player, botan: Player, chie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = left_alone(aki, botan, chie), left_alone(aki, botan, chie)
    concede = LockedMatch.concede

    def conceded(table: LockedMatch) -> bool:
        assert table.match.pk != broken.pk
        return concede(table)

    monkeypatch.setattr(LockedMatch, "concede", conceded)
    submissions_sweep()
    broken.refresh_from_db()
    other.refresh_from_db()
    assert broken.status == Match.Status.RUNNING
    assert other.status == Match.Status.FINISHED


def test_an_order_that_meets_the_end_is_told_so(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = left_alone(aki, botan, chie)
    sent = write(match, aki, "pick 5", source="mail", knowing={"letter": {}})
    assert (sent.status, sent.answer) == ("refused", {"code": "over"})
    assert match.status == Match.Status.FINISHED
    assert "receipt" not in letters(match, aki)
    assert "ended" in letters(match, aki)

"""A match that others gave up ends at once, with a result that its log proves."""

from __future__ import annotations

import json

import pytest

from engine.ending import resigned_seats
from engine.errors import LogBroken, ReplayBroken
from engine.log import Entry, log_read, log_text
from engine.log_json import log_from_json, log_json
from engine.match import Match, open_log
from engine.registry import games
from engine.replay import verdict_on
from engine.words import sentence

SEED = "05" * 32
PEOPLE = ["Aki", "Botan", "Chie"]


def started(game: str, seats: int = 2) -> Match:
    return Match(game, PEOPLE[:seats], seed=SEED)


FOR_TWO = [name for name, about in sorted(games().items()) if about.seats[0] == 2]


@pytest.mark.parametrize("game", FOR_TWO)
def test_who_is_left_of_two_wins_and_the_log_proves_it(game: str) -> None:
    match = started(game)
    match.resign(0)
    assert match.over
    assert not match.asked
    assert {s.seat: s.place for s in match.standings} == {1: 1, 0: 2}
    last, told = match.log.entries[-1].text, match.events[-1].kind
    by_kit, by_game = "seat 1 wins by resignation", "seat 0 resigns"
    assert (last, told) in {(by_kit, "match_conceded"), (by_game, "match_ended")}
    text = match.text()
    assert "result: seat 0 place 2" in text
    assert f"seed: {SEED}" in text
    assert verdict_on(text).end == "finished"


@pytest.mark.parametrize(
    "game", [n for n in sorted(games()) if games()[n].seats[1] > 2]
)
def test_where_more_seats_are_left_the_match_goes_on(game: str) -> None:
    match = started(game, 3)
    match.resign(1)
    assert not match.over
    assert 1 not in {question.seat for question in match.asked}
    match.resign(2)
    assert match.over
    assert match.standings[0].place == 1


def test_the_others_stand_behind_the_winner_by_their_points() -> None:
    match = started("toy", 3)
    match.write(0, "pick 5; take gold")
    match.write(1, "pick 4")
    match.write(2, "pick 3")
    match.resign(0)
    match.resign(1)
    places = {s.seat: (s.place, s.points > 0) for s in match.standings}
    assert places == {2: (1, False), 0: (2, True), 1: (3, False)}


def test_nothing_follows_the_end() -> None:
    match = started("toy")
    match.resign(0)
    with pytest.raises(ReplayBroken):
        match.write(1, "pick 5")
    with pytest.raises(ReplayBroken):
        match.resign(1)
    with pytest.raises(ReplayBroken):
        match.take_back(0)


def test_a_match_given_up_is_read_again_as_it_ended() -> None:
    match = started("age_of_war")
    match.resign(1)
    again = open_log(log_read(match.text()), SEED)
    assert again.over
    assert not again.asked
    assert again.text() == match.text()


def test_the_json_of_it_says_the_same() -> None:
    match = started("age_of_war")
    match.resign(1)
    log = log_read(match.text())
    text = log_json(log)
    data = json.loads(text)
    assert data["entries"][-1]["kind"] == "wins by resignation"
    assert data["entries"][-1]["seat"] == 0
    assert log_text(log_from_json(text)) == match.text()


def test_who_claims_a_victory_that_is_none_is_found_out() -> None:
    match = started("toy", 3)
    match.resign(0)
    log = log_read(match.text())
    log.entries.append(Entry("wins by resignation", seat=1))
    with pytest.raises(LogBroken) as broken:
        verdict_on(log_text(log))
    assert broken.value.code == "conceded_wrong"


def test_a_log_of_before_may_go_on_with_one_seat() -> None:
    """Released logs replay as they did: nothing ends a match but its entry."""
    match = started("toy")
    match.resign(0)
    log = log_read(match.text())
    log.entries = log.entries[:-1]
    log.result = ""
    assert verdict_on(log_text(log)).end == "still running"


def test_a_resignation_taken_back_counts_no_more() -> None:
    entries = [Entry("setup"), Entry("resigns", seat=0), Entry("back", back_to=0)]
    assert resigned_seats(entries) == set()
    assert resigned_seats(entries[:2]) == {0}


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
def test_it_is_told_in_every_language(language: str) -> None:
    match = started("age_of_war")
    match.resign(0)
    view = match.game.view(match.state, None)
    said = sentence(match.events[-1], view, language, match.names)
    assert "Botan" in said

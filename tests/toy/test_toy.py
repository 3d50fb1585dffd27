"""The toy shows that the contract carries sealed picks and reactions out of turn."""

from __future__ import annotations

import pytest

import tests.toy as toy
from engine.contract import Game
from engine.errors import Refused
from engine.match import Match
from engine.replay import verify
from engine.run import advance

game: Game[toy.State] = toy  # mypy checks that the module is a game


def lanterns(players: int = 3) -> Match:
    return Match("toy", ["Aki", "Botan", "Chie"][:players], seed="05" * 32)


def test_nothing_is_in_the_log_before_the_last_seat_has_picked() -> None:  # TOY-3
    match = lanterns()
    match.write(0, "pick 5")
    match.write(2, "pick 3")
    assert len(match.log.entries) == 1
    assert [question.seat for question in match.asked] == [1]
    match.write(1, "pick 4")
    assert [e.order.text for e in match.log.entries[1:4] if e.order] == [
        "pick 5",
        "pick 4",
        "pick 3",
    ]


def test_a_pick_can_be_replaced_until_all_have_picked() -> None:  # TOY-3
    match = lanterns(2)
    match.write(0, "pick 5")
    match.write(0, "pick 1")
    match.write(1, "pick 2")
    assert match.log.entries[1].text == "0 pick 1"


def test_the_clock_picks_for_the_silent() -> None:  # TOY-7
    match = lanterns(2)
    match.write(0, "pick 5")
    match.ring([1])
    assert [entry.text for entry in match.log.entries[1:3]] == [
        "0 pick 5",
        "1 pick 1 (clock)",
    ]


def test_nobody_waits_for_an_objection() -> None:  # TOY-5
    match = lanterns(2)
    match.write(1, "pick 1")
    match.write(0, "pick 5")
    assert [question.seat for question in match.asked] == [0]
    match.write(0, "take gold")
    assert match.state.points[0] == int(prize_of(match))


def prize_of(match: Match) -> str:
    return match.log.entries[0].draws[0].values[0]


def test_an_objection_out_of_turn_halves_the_prize() -> None:  # TOY-5
    match = lanterns(2)
    match.write(1, "pick 1")
    match.write(0, "pick 5")
    match.write(1, "object")
    assert [question.seat for question in match.asked] == [0]
    match.write(0, "take gold")
    assert match.state.points[0] == int(prize_of(match)) // 2


def test_an_objection_planned_ahead_comes_before_the_prize_is_taken() -> None:  # TOY-5
    match = lanterns(2)
    match.write(1, "pick 1; object")
    match.write(0, "pick 5; take gold")
    orders = [entry.text for entry in match.log.entries[1:]]
    assert orders == ["0 pick 5", "1 pick 1", "1 object", "0 take gold"]


def test_alternatives_are_tried_and_what_is_skipped_is_told() -> None:  # TOY-3
    match = lanterns(2)
    match.write(0, "pick 5; take gold; pick 5; pick 5 or 4")
    match.write(1, "pick 1; pick 2")
    assert match.state.picks == ("4", "2")
    assert match.skipped == {0: ["pick 5"]}
    assert [e.text for e in match.log.entries if "pick 4" in e.text] == ["0 pick 4"]


def test_one_bad_line_and_nothing_is_kept() -> None:
    match = lanterns(2)
    with pytest.raises(Refused) as refused:
        match.write(0, "pick 5\nsing\ndance")
    assert [error.line for error in refused.value.errors] == [2, 3]
    assert match.plans.get(0, "") == ""


def test_a_seat_given_up_plays_on_in_silence() -> None:  # TOY-8
    match = lanterns(2)
    match.resign(1)
    match.write(0, "pick 5")
    assert "1 pick 1 (default)" in [entry.text for entry in match.log.entries]
    assert [question.seat for question in match.asked] == [0]


def test_at_tempo_phase_every_seat_is_asked_once_a_round() -> None:
    match = lanterns(2)
    state, chance = match.state, match.chance
    first = advance(game, state, {}, chance, tempo="phase")
    assert {question.seat for question in first.asked} == {0, 1}
    handed = {(0, "round 1")}
    second = advance(game, state, {0: "pick 5"}, chance, (), "phase", handed)
    assert [question.seat for question in second.asked] == [1]
    assert second.steps == []
    third = advance(
        game,
        state,
        {0: "pick 5", 1: "pick 1"},
        chance,
        tempo="phase",
        handed={(0, "round 1"), (1, "round 1")},
    )
    assert [step.order.text for step in third.steps] == [
        "pick 5",
        "pick 1",
        "hold",  # no word on these: defaults, nobody is asked in mid-phase
        "take gold",
    ]
    assert {question.span for question in third.asked} == {"round 2"}


def test_a_match_taken_back_goes_on_with_fresh_chance_and_verifies() -> None:
    match = lanterns(2)
    match.write(0, "pick 5; take gold")
    match.write(1, "pick 1")
    match.take_back(0)
    assert match.state == match.states[0]
    while not match.over:
        match.ring([0, 1])
    assert "finished" in verify(match.text())


def test_a_seat_that_changes_hands_is_in_the_log() -> None:
    match = lanterns(2)
    match.change_hands(1, "Doi")
    while not match.over:
        match.ring([0, 1])
    assert match.log.names() == ["Aki", "Doi"]
    assert "finished" in verify(match.text())

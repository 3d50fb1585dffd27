"""The toy shows that the contract carries sealed picks and reactions out of turn."""

from __future__ import annotations

import pytest

import tests.toy as toy
from engine.chance import CERTAIN, Strict
from engine.contract import Game, Order
from engine.errors import Refused
from engine.log import log_read, log_text
from engine.match import Match
from engine.replay import verify
from engine.run import advance
from tests.toy.matches import windy_match

game: Game[toy.State] = toy  # mypy checks that the module is a game


def lanterns(players: int = 3, wishes: str = "no") -> Match:
    names = ["Aki", "Botan", "Chie"][:players]
    return Match("toy", names, {"wishes": wishes}, seed="05" * 32)


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
    match = lanterns(3)
    match.resign(1)
    match.write(2, "pick 1")
    match.write(0, "pick 5")
    assert "1 pick 1 (default)" in [entry.text for entry in match.log.entries]
    assert [question.seat for question in match.asked] == [0]


def test_who_has_not_finished_is_asked_at_once_whatever_others_do() -> None:  # TOY-9
    """Nobody can tell from being asked whether another has handed in."""
    match = lanterns(2, wishes="yes")
    match.write(0, "wish odd")
    assert [(q.seat, q.point) for q in match.asked] == [(0, "pick"), (1, "wish")]
    match.write(1, "wish even; pick 2")
    assert [(q.seat, q.point) for q in match.asked] == [(0, "pick")]
    assert len(match.log.entries) == 1
    match.write(0, "pick 5")
    assert [entry.text for entry in match.log.entries[1:5]] == [
        "0 wish odd",
        "0 pick 5",
        "1 wish even",
        "1 pick 2",
    ]


def test_a_seat_sees_its_own_sealed_steps_and_the_next_one() -> None:  # TOY-9
    match = lanterns(2, wishes="yes")
    match.write(0, "wish odd")
    mine, theirs = match.state_for(0), match.state_for(1)
    assert {order.verb for order in game.options(mine, 0)} == {"pick"}
    assert game.view(mine, 0)["wish"] == "odd"
    assert game.view(theirs, 1) == game.view(match.state, 1)


def test_the_clock_keeps_what_was_written_and_decides_the_rest() -> None:  # TOY-7
    match = lanterns(2, wishes="yes")
    match.write(0, "wish odd")
    match.write(1, "wish even; pick 2")
    match.ring([0])
    assert [entry.text for entry in match.log.entries[1:5]] == [
        "0 wish odd",
        "0 pick 1 (clock)",
        "1 wish even",
        "1 pick 2",
    ]


def test_who_is_late_is_not_asked_again_while_others_think() -> None:  # TOY-7
    match = lanterns(2)
    match.ring([0])
    assert [question.seat for question in match.asked] == [1]
    match.write(1, "pick 4")
    assert [entry.text for entry in match.log.entries[1:3]] == [
        "0 pick 1 (clock)",
        "1 pick 4",
    ]


def test_the_clock_uses_a_plan_that_is_there() -> None:
    match = lanterns(2)
    match.write(0, "pick 5")
    match.ring([0, 1])
    assert match.log.entries[1].text == "0 pick 5"


def test_what_is_skipped_in_a_sealed_round_is_told_at_once() -> None:  # TOY-3
    match = lanterns(3)
    for seat in range(3):
        match.write(seat, "pick 5")
    match.write(0, "pick 5")
    assert match.skipped == {0: ["pick 5"]}
    assert match.plans[0] == ""


def test_plans_go_with_the_player() -> None:  # TOY-8
    match = lanterns(3)
    match.write(0, "pick 5")
    match.change_hands(0, "Doi")
    assert match.plans[0] == ""
    match.write(0, "pick 4")
    match.resign(0)
    match.write(1, "pick 2")
    match.write(2, "pick 2")
    assert match.log.entries[-1].text != "0 pick 4"
    assert "0 pick 1 (default)" in [entry.text for entry in match.log.entries]


def test_a_plan_that_cannot_be_carried_out_is_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fault of ours must not lose a match: nothing changes at all."""
    match = lanterns(2)
    match.write(0, "pick 5")
    monkeypatch.setattr(toy, "answer", lambda *values: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        match.write(1, "pick 2")
    assert match.plans == {0: "pick 5", 1: ""}
    assert len(match.log.entries) == 1


def test_at_tempo_phase_a_match_asks_each_seat_once_a_round() -> None:
    match = Match("toy", ["Aki", "Botan"], seed="05" * 32, tempo="phase")
    letters = 0
    while not match.over:
        asked = [question.seat for question in match.asked]
        letters += len(asked)
        for seat in asked:
            match.write(seat, "pick 5 or 4 or 3 or 2 or 1")
    assert letters == 6


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
        "take gold",  # no word on it: the default, nobody is asked in mid-phase
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


# ------------------------------------------------------------------------- wind


def windy() -> toy.State:
    """Seat 0 has 6 points and may take a prize of 7."""
    position = {
        "hands": ["1234", "2345"],
        "picks": ["5", "1"],
        "wishes": ["", ""],
        "points": [6, 0],
        "prize": "7",
        "taker": 0,
        "deck": ["3", "4"],
        "wind": True,
    }
    return toy.from_position(position)


def test_the_wind_blows_points_away() -> None:  # TOY-13
    chance = Strict({"round 1 wind": "3 1"})
    state, events = toy.apply(windy(), 0, Order("take", ("gold",)), chance)
    assert state.points == (9, 0)
    chances = f"3/7<{CERTAIN // 3} 1/6<{CERTAIN // 10}"
    assert chance.drawn[0].text == f"round 1 wind: {chances}"
    assert ("points_blown", {"seat": 0, "points": 4}) in [e[:2] for e in events]


def test_the_wind_finds_no_former_points_below_nothing() -> None:  # TOY-13
    state = windy()
    state.points = (-1, 0)
    chance = Strict({"round 1 wind": "3 0"})
    state, _ = toy.apply(state, 0, Order("take", ("gold",)), chance)
    assert state.points == (3, 0)


def test_there_is_no_wind_over_rice_or_in_a_match_without_it() -> None:  # TOY-13
    toy.apply(windy(), 0, Order("take", ("rice",)), Strict({}))
    calm = windy()
    calm.wind = False
    toy.apply(calm, 0, Order("take", ("gold",)), Strict({}))


def test_a_log_with_tallies_proves_itself() -> None:  # TOY-13
    text = windy_match().text()
    assert text.count(" wind: ") == 2
    assert verify(text)
    assert log_text(log_read(text)) == text


def test_a_log_of_before_the_wind_means_a_match_without_it() -> None:  # TOY-13
    match = lanterns(2)
    log = match.log
    del log.choices["wind"]
    assert "wind" not in match.text()
    assert verify(match.text())


# ---------------------------------------------------------------------- covered spans

WHOLE = "; ".join(f"pick {n} or {n - 1}; take gold" for n in (5, 4, 3))


def by_phase() -> Match:
    return Match("toy", ["Aki", "Botan"], seed="05" * 32, tempo="phase")


def test_a_plan_that_covers_several_spans_is_asked_for_in_none() -> None:
    match = by_phase()
    match.write(0, WHOLE)
    assert [question.seat for question in match.asked] == [1]
    for _ in range(3):
        match.write(1, "pick 2 or 1 or 3")
        assert all(question.seat == 1 for question in match.asked)
    assert match.over


def test_one_letter_to_each_is_enough_for_a_whole_match() -> None:
    match = by_phase()
    assert [question.seat for question in match.asked] == [0, 1]
    match.write(0, WHOLE)
    match.write(1, WHOLE)
    assert match.over


def test_what_was_covered_stays_so_when_its_lines_are_spoilt() -> None:
    """All three rounds want the one lantern 5: nobody is asked, the default picks."""
    match = by_phase()
    match.write(0, "pick 5; pick 5; pick 5; take gold; take gold; take gold")
    for _ in range(3):
        assert [question.seat for question in match.asked] == [1]
        match.write(1, "pick 2 or 1 or 3")
    assert match.over
    picks = [e.text for e in match.log.entries if e.text.startswith("0 pick")]
    assert picks == ["0 pick 5", "0 pick 1 (default)", "0 pick 2 (default)"]


def test_other_words_are_looked_at_anew() -> None:
    """Who takes lines back is asked again where they are missing."""
    match = by_phase()
    match.write(0, WHOLE)
    match.write(0, "pick 5; take gold")
    match.write(1, WHOLE)
    assert [(q.seat, q.span) for q in match.asked] == [(0, "round 2")]


def test_who_wants_to_be_asked_covers_nothing_that_it_leaves_open() -> None:  # TOY-12
    match = by_phase()
    match.write(0, "ask objections; pick 5; take gold; pick 4; take gold")
    match.write(1, "pick 1; take gold; pick 2; take gold; hold")
    assert [(q.seat, q.span) for q in match.asked] == [(0, "round 2")]

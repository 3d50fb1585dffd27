"""The rulings of AOW-9, one test each at least, in the order of the sheet."""

from __future__ import annotations

from typing import Any

import pytest

from engine.age_of_war import (
    answer,
    apply,
    decisions,
    default,
    options,
    parse,
    resign,
    score,
    setup,
    view,
)
from engine.age_of_war.board import INDEX, SLOTS
from engine.age_of_war.state import State
from engine.chance import Scripted, Seeded
from engine.contract import Event, Order
from engine.errors import ChoiceRefused, OrderIllegal, Refused
from engine.match import Match
from engine.registry import games
from tests.engine.age_of_war.table import at, kinds, play, told

AKI, BOTAN, CHIE = 0, 1, 2
OPENING = "3 3 2 A C G 1"
SEED = "5e" * 32


def code(state: State, seat: int, order: str) -> str:
    with pytest.raises(OrderIllegal) as caught:
        play(state, seat, order)
    return caught.value.code


def texts(state: State) -> list[str]:
    return [order.text for order in options(state, state.seat)]


def leave(state: State, *seats: int) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for seat in seats:
        state, told_now = resign(state, seat)
        events += told_now
    return state, events


def test_two_to_six_play_and_the_refusal_says_so() -> None:  # AOW-9.1
    about = games()["age_of_war"]
    for seats in (1, 7):
        with pytest.raises(ChoiceRefused, match="2 to 6"):
            about.complete(seats, {})
    assert len(score(setup(6, about.complete(6, {}), Seeded(SEED))[0])) == 6


def test_a_card_is_chosen_by_filling_its_first_line() -> None:  # AOW-9.2
    state = at(OPENING)
    plan = parse(state, AKI, "take handan")  # named, yet nothing binds
    assert answer(state, AKI, plan).order == Order("reroll", ("3",))
    assert {"fill D1 2", "fill A4 1"} <= set(texts(state))
    after, _ = play(state, AKI, "fill D1 2", {"turn 1 roll 2": "G A C 1"})
    assert code(after, AKI, "fill A4 1") == "E_COMMITTED"


def test_one_need_not_fill_a_line() -> None:  # AOW-9.3
    state = at("G 1", target="D1", placed=[(2, "332")])  # the conquest lies there
    outcome = play(state, AKI, "reroll G", {"turn 1 roll 3": "1"})
    assert "card_conquered" not in kinds(outcome)


def test_the_only_die_may_be_lost() -> None:  # AOW-9.4
    state = at("G", target="D1", placed=[(2, "332")])
    outcome = play(state, AKI, "reroll G")
    assert kinds(outcome)[:2] == ["die_lost", "turn_ended"]
    assert told(outcome, "turn_ended")["reason"] == "dice"


def test_the_last_dice_conquer_only_if_no_line_remains() -> None:  # AOW-9.5
    state = at("1 1 1 1", target="E1", placed=[(2, "31")])
    outcome = play(state, AKI, "fill E1 3")
    assert told(outcome, "turn_ended")["reason"] == "dice"
    state = at("1 1 1 1", target="E1", placed=[(1, "G"), (2, "31")])
    outcome = play(state, AKI, "fill E1 3")
    assert told(outcome, "turn_ended")["reason"] == "conquest"


def test_dice_left_over_after_a_conquest_are_ignored() -> None:  # AOW-9.6
    chance = Scripted({})
    state = at("G 3 3", target="D1", placed=[(2, "332")])
    apply(state, AKI, Order.read("fill D1 1"), chance)
    assert [draw.name for draw in chance.drawn] == ["turn 2 roll 1"]


def test_no_dice_are_set_aside() -> None:  # AOW-9.7
    outcome = play(at(OPENING), AKI, "reroll 1")
    assert len(told(outcome, "dice_rolled")["dice"].split()) == 6
    for order in ("reroll 1 3 3", "keep 3", "set 3 3 2", "reroll 1A"):
        assert code(at(OPENING), AKI, order) in ("E_NO_SUCH_ACTION", "E_NOT_IN_ROLL")


def test_the_choice_of_the_lost_die_does_not_matter() -> None:  # AOW-9.8
    state = at("A A C 1", target="D1", placed=[(2, "332")])
    hands = {play(state, AKI, f"reroll {face}")[0].hand for face in "AC1"}
    assert len(hands) == 1


def test_more_infantry_is_allowed_but_not_more_dice() -> None:  # AOW-9.9
    state = at("3 3 3 1 A C G")
    outcome = play(state, AKI, "fill D1 2")
    assert told(outcome, "line_filled")["dice"] == "3 3 3"
    assert code(state, AKI, "fill D1 2 1333") == "E_SUPERFLUOUS"


def test_to_pass_is_short_for_losing_all_dice() -> None:  # AOW-9.10
    for state in (at(OPENING), at("G", target="D1", placed=[(2, "332")])):
        assert texts(state)[-1] == "pass"
        outcome = play(state, AKI, "pass")
        assert told(outcome, "turn_ended")["reason"] == "pass"
        assert outcome[0].seat == BOTAN


def test_the_special_line_is_of_no_use_in_the_centre() -> None:  # AOW-9.11
    state = at("G A A 1", target="D1", placed=[(2, "332")])
    assert code(state, AKI, "fill D1 3") == "E_NO_SUCH_LINE"
    with pytest.raises(Refused) as caught:
        parse(state, AKI, "step fill S")
    assert [error.code for error in caught.value.errors] == ["E_NO_SUCH_LINE"]


def test_ones_own_card_is_no_target() -> None:  # AOW-9.12
    state = at(OPENING, {"D1": AKI})
    assert code(state, AKI, "fill D1 2") == "E_OWN_CARD"
    assert not any(text.startswith("fill D1") for text in texts(state))


def before_the_last_card(mine: list[str], **fields: Any) -> State:
    """One general and D1, the last card of the centre, is Aki's."""
    cards = {slot: AKI if slot in mine else BOTAN for slot in SLOTS if slot != "D1"}
    return at("G", cards, "D1", [(2, "332")], **fields)


def test_the_round_is_not_finished() -> None:  # AOW-9.13
    outcome = play(before_the_last_card([], seats=3), AKI, "fill D1 1")
    assert kinds(outcome)[-2:] == ["turn_ended", "match_ended"]
    assert decisions(outcome[0]) == []


def test_the_last_card_may_also_complete_a_province() -> None:  # AOW-9.14
    outcome = play(before_the_last_card(["D2"]), AKI, "fill D1 1")
    order = kinds(outcome)
    assert order.index("province_subdued") < order.index("match_ended")
    assert score(outcome[0])[AKI].points == 5


def test_face_down_cities_count_when_points_are_equal() -> None:  # AOW-9.15
    state = at(holder={"C1": AKI, "E1": BOTAN, "E2": BOTAN})
    assert [(s.points, s.detail["cards"]) for s in score(state)] == [(4, 1), (4, 2)]
    assert [s.place for s in score(state)] == [2, 1]


def test_a_theft_that_completes_a_province_turns_it_at_once() -> None:  # AOW-9.16
    state = at("C", {"E1": AKI, "E2": BOTAN}, "E2", [(1, "GG"), (3, "G")])
    outcome = play(state, AKI, "fill E2 2", {"turn 2 roll 1": "G G C A 1 1 1"})
    assert told(outcome, "province_subdued") == {
        "seat": AKI,
        "province": "E",
        "points": 4,
    }
    assert code(outcome[0], BOTAN, "fill E2 1") == "E_FACE_DOWN"


def test_the_engine_ends_a_turn_that_cannot_succeed() -> None:  # AOW-9.17
    state = at("G 1", {"D1": BOTAN}, "D1", [(2, "332")])
    outcome = play(state, AKI, "reroll 1", {"turn 1 roll 3": "G"})
    assert told(outcome, "turn_ended")["reason"] == "hopeless"


def test_a_fill_that_spoils_the_siege_is_legal() -> None:  # AOW-9.18
    state = at("2 1 1 1 1 1", target="D2", placed=[(3, "2")])
    assert {"fill D2 2 1112", "fill D2 2 11111"} <= set(texts(state))
    outcome = play(state, AKI, "fill D2 2 11111")
    assert kinds(outcome)[:2] == ["line_filled", "turn_ended"]
    assert told(outcome, "turn_ended")["reason"] == "hopeless"


def test_a_policy_never_spoils_the_siege() -> None:  # AOW-9.18, AOW-10.7
    state = at("1 1 1 1 1 A", target="D2", placed=[(3, "2")])  # CC needs two of one
    assert "fill D2 2" in texts(state)
    plan = parse(state, AKI, "fill I5")
    order = answer(state, AKI, plan).order
    assert order is not None
    assert order.verb == "reroll"


# ----------------------------------------------------------- a player leaves, AOW-9.19


def test_the_cards_of_a_player_who_left_stay_and_can_be_attacked() -> None:  # AOW-9.19
    state = at(OPENING, {"D1": BOTAN, "C1": BOTAN, "F1": BOTAN})
    after, events = leave(state, BOTAN)
    assert events == [Event("seat_left", {"seat": BOTAN})]
    assert after.holder == state.holder
    assert (after.hand, after.seat, after.turn) == (state.hand, AKI, 1)
    assert "fill D1 2" in texts(after)
    assert code(after, AKI, "fill F1 1") == "E_FACE_DOWN"
    assert [s.points for s in score(after)] == [0, 9]


@pytest.mark.parametrize("dropout", ["auto", "pass"])
def test_nobody_waits_for_a_player_who_left(dropout: str) -> None:  # AOW-9.19
    state, _ = leave(at(OPENING, dropout=dropout, seats=3), BOTAN)
    (decision,) = decisions(state)
    assert (decision.seat, decision.waits) == (AKI, True)
    state, _ = play(state, AKI, "pass", {"turn 2 roll 1": OPENING})
    (decision,) = decisions(state)
    assert (decision.seat, decision.waits) == (BOTAN, False)
    expected = Order("pass") if dropout == "pass" else default(at(OPENING), AKI)
    assert default(state, BOTAN) == expected
    assert default(state, BOTAN) in options(state, BOTAN)


def test_auto_is_the_default_for_a_seat_that_was_left() -> None:  # AOW-9.19
    choice = games()["age_of_war"].choices["dropout"]
    assert (choice.default, set(choice.values)) == ("auto", {"auto", "pass"})


def test_leaving_in_ones_own_turn_the_turn_is_played_on() -> None:  # AOW-9.19
    state, _ = leave(at("G A A 1", target="D1", placed=[(2, "332")]), AKI)
    (decision,) = decisions(state)
    assert (decision.seat, decision.point, decision.waits) == (AKI, "siege", False)
    assert default(state, AKI) == Order.read("fill D1 1")
    state.setup = state.setup._replace(dropout="pass")
    assert default(state, AKI) == Order("pass")


def test_a_player_who_stays_is_still_asked_whatever_dropout_is() -> None:  # AOW-9.19
    state, _ = leave(at(OPENING, dropout="pass"), BOTAN)
    assert default(state, AKI) == default(at(OPENING), AKI) != Order("pass")


@pytest.mark.parametrize("dropout", ["auto", "pass"])
def test_a_match_goes_on_without_the_one_who_left(dropout: str) -> None:  # AOW-9.19
    choices = {"dropout": dropout, "first_player": "0"}
    match = Match("age_of_war", ["Aki", "Botan", "Chie"], choices, seed=SEED)
    match.resign(BOTAN)
    assert [question.seat for question in match.asked] == [AKI]
    match.write(AKI, "pass")
    assert [question.seat for question in match.asked] == [CHIE]
    ended = [e.data for e in match.events if e.kind == "turn_ended"]
    assert [data["seat"] for data in ended] == [AKI, BOTAN]
    assert (ended[1]["reason"] == "pass") == (dropout == "pass")


def test_one_leaves_only_once_and_writes_no_more() -> None:  # AOW-9.19
    state, _ = leave(at(OPENING), AKI)
    with pytest.raises(OrderIllegal) as caught:
        resign(state, AKI)
    assert caught.value.rule == "AOW-9.19"
    with pytest.raises(Refused) as refused:
        parse(state, AKI, "take dalian")
    assert [error.rule for error in refused.value.errors] == ["AOW-9.19"]


def test_the_match_ends_when_everybody_has_left() -> None:  # AOW-9.19, AOW-9.20
    state, events = leave(at(OPENING, {"C1": BOTAN, "D1": AKI}), AKI, BOTAN)
    assert [event.kind for event in events] == ["seat_left", "seat_left", "match_ended"]
    assert events[-1].data == {"how": "adjudicated", "winners": [BOTAN]}
    assert (state.over, decisions(state)) == ("adjudicated", [])
    for seat in (AKI, BOTAN):
        with pytest.raises(OrderIllegal) as caught:
            resign(state, seat)
        assert caught.value.code == "E_GAME_OVER"


@pytest.mark.parametrize("stranger", [2, 9, -1])
def test_a_stranger_has_no_seat_to_leave(stranger: int) -> None:  # AOW-9.19
    with pytest.raises(OrderIllegal):  # else Doi and one player end the match of two
        resign(at(OPENING), stranger)


# ------------------------------------------------------------------ turn cap, AOW-9.20


def test_no_turn_cap_is_set_but_where_no_people_play() -> None:  # AOW-9.20
    about = games()["age_of_war"]
    assert about.complete(2, {})["turn_cap"] == "0"
    assert about.complete(2, {}, people=False)["turn_cap"] == "400"
    for word in ("-1", "many", "1.5", ""):
        with pytest.raises(ChoiceRefused, match="turn_cap"):
            about.complete(2, {"turn_cap": word})


@pytest.mark.parametrize("cap", [1, 2, 3, 7])
def test_the_match_ends_when_so_many_turns_are_complete(cap: int) -> None:  # AOW-9.20
    choices = {"turn_cap": str(cap), "first_player": "1"}
    complete = games()["age_of_war"].complete(3, choices)
    state, _ = setup(3, complete, Seeded(SEED))
    for turn in range(1, cap + 1):
        assert (state.turn, state.over) == (turn, "")
        outcome = play(state, state.seat, "pass")
        state = outcome[0]
    assert kinds(outcome) == ["turn_ended", "match_ended"]
    assert told(outcome, "match_ended")["how"] == state.over == "adjudicated"
    assert decisions(state) == []


@pytest.mark.parametrize(
    ("order", "rolls", "reason"),
    [
        ("pass", {}, "pass"),
        ("fill D1 1", {}, "conquest"),
        ("reroll G", {}, "dice"),
    ],
)
def test_every_way_to_end_the_last_turn_is_scored_as_it_stands(
    order: str, rolls: dict[str, str], reason: str
) -> None:  # AOW-9.20
    cards = {"A1": AKI, "C1": BOTAN}
    state = at("G", cards, "D1", [(2, "332")], turn=5, turn_cap=5)
    outcome = play(state, AKI, order, rolls)
    assert kinds(outcome)[-2:] == ["turn_ended", "match_ended"]
    assert told(outcome, "turn_ended")["reason"] == reason
    assert told(outcome, "match_ended")["how"] == "adjudicated"
    winner = AKI if reason == "conquest" else BOTAN  # 5 against 4, else 3 against 4
    assert told(outcome, "match_ended")["winners"] == [winner]
    assert (outcome[0].holder[INDEX["D1"]] == AKI) == (reason == "conquest")


def test_a_hopeless_last_turn_ends_the_match_too() -> None:  # AOW-9.20, AOW-4.9
    state = at("3 3 2", target="D1", placed=[(1, "G")], turn_cap=1)
    outcome = play(state, AKI, "reroll 2", {f"turn 1 roll {state.rolls + 1}": "A A"})
    assert told(outcome, "turn_ended")["reason"] == "hopeless"
    assert told(outcome, "match_ended")["how"] == "adjudicated"


def test_emptying_the_centre_in_the_last_turn_is_no_adjudication() -> None:  # AOW-9.20
    state = before_the_last_card([], turn=9, turn_cap=9)
    outcome = play(state, AKI, "fill D1 1")
    assert told(outcome, "match_ended")["how"] == outcome[0].over == "conquest"


def test_an_adjudicated_match_leaves_no_siege_behind() -> None:  # AOW-9.20, AOW-4.6
    state = at("G", target="D1", placed=[(2, "332")], turn_cap=1)
    after, _ = play(state, AKI, "pass")
    assert after.over == "adjudicated"
    assert (view(after, None)["target"], view(after, None)["placed"]) == (None, [])

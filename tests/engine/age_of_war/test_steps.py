"""A step: one decision, then the player is asked again. [AOW-10.2, 10.3, 10.10]"""

from __future__ import annotations

import pytest

import engine.age_of_war as game
from engine.age_of_war import answer, options, parse
from engine.age_of_war.board import SLOTS
from engine.age_of_war.state import State
from engine.chance import Scripted
from engine.errors import OrderError, Refused
from engine.match import Match
from engine.run import Advance, advance
from tests.engine.age_of_war.table import at

PEOPLE = ("Aki", "Botan")
SAMPLE = "3 3 2 A C G 1"


def step(state: State, text: str, seat: int = 0) -> str:
    """The order a step becomes."""
    found = answer(state, seat, parse(state, seat, text, "", PEOPLE))
    assert found.order is not None
    assert found.order in options(state, seat)
    return found.order.text


def refused(state: State, text: str, seat: int = 0) -> OrderError:
    with pytest.raises(Refused) as caught:
        parse(state, seat, text, "", PEOPLE)
    (error,) = caught.value.errors
    return error


def carried_out(state: State, text: str, rolls: dict[str, str]) -> Advance:
    plan = parse(state, 0, text, "", PEOPLE)
    return advance(game, state, {0: plan}, Scripted(rolls))


# ----------------------------------------------------------------------- forms


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("step take dalian via 8", "fill D1 2"),
        ("step take dalian via I8", "fill D1 2"),
        ("step take dalian via L2", "fill D1 2"),
        ("step take D1 via 8 infantry", "fill D1 2"),
        ("step take dalian from centre via G", "fill D1 1"),
        ("step take dalian via 8 with 3 3 2", "fill D1 2"),
        ("step take dalian via 8 with 2,3,3", "fill D1 2"),
        ("step take dalian via G with G", "fill D1 1"),
        ("step take dalian via генерал", "fill D1 1"),
        ("крок взяти далянь через 8 кубиками 3 3 2", "fill D1 2"),
        ("step reroll", "reroll 3"),
        ("step reroll drop A", "reroll A"),
        ("крок перекинути відкласти G", "reroll G"),
        ("step pass", "pass"),
        ("step pass; end; and so on", "pass"),
        ("крок пас", "pass"),
    ],
)
def test_every_form_of_a_step(text: str, order: str) -> None:  # AOW-10.2, AOW-10.3
    assert step(at(hand=SAMPLE), text) == order


def test_in_siege_the_target_needs_no_name() -> None:  # AOW-10.3
    state = at(hand="G A C 1", target="D1", placed=[(2, "332")])
    assert step(state, "step fill G") == "fill D1 1"
    assert step(state, "step fill L1 with G") == "fill D1 1"
    assert step(state, "step take dalian via G") == "fill D1 1"
    assert step(state, "step take dalian from centre via G with G") == "fill D1 1"


def test_a_code_is_the_lowest_unfilled_line_of_the_target() -> None:  # AOW-10.3
    state = at(hand="A C 3 1 1", target="B1", placed=[(1, "AC")])
    assert step(state, "step fill AC") == "fill B1 2"
    assert step(state, "step fill CA") == "fill B1 2"
    full = at(hand="A C 3", target="B1", placed=[(1, "AC"), (2, "CA")])
    assert refused(full, "step fill AC").code == "E_LINE_FILLED"


def test_the_special_line_of_an_opponents_card() -> None:  # AOW-6.3
    state = at(hand=SAMPLE, holder={"D1": 1})
    assert step(state, "step take dalian via S") == "fill D1 3"
    assert step(state, "step take dalian from botan via L3") == "fill D1 3"
    assert step(state, "крок взяти далянь через особлива") == "fill D1 3"


def test_every_option_is_a_step_as_the_log_writes_it() -> None:  # AOW-10.2
    siege = at(hand="3 3 2 2 1", holder={"A1": 1}, target="A1", placed=[(2, "CC")])
    for state in (at(hand=SAMPLE), at(hand="1 1 2 2 3 3 G", holder={"D1": 1}), siege):
        for order in options(state, 0):
            assert step(state, order.text) == order.text
            assert step(state, f"step {order.text}") == order.text


# ------------------------------------------------------------------ named dice


def test_named_dice_are_the_dice_placed() -> None:  # AOW-5.4
    state = at(hand="3 2 3 3 2 2 1")
    assert step(state, "step take dalian via 8 with 3 3 2") == "fill D1 2 233"
    assert step(state, "step take dalian via 8 with 3 3 3") == "fill D1 2 333"
    assert step(state, "step take dalian via 8 with 3 2 2 1") == "fill D1 2 1223"


def test_without_names_the_fewest_dice_of_the_smallest_total() -> None:  # AOW-5.4
    state = at(hand="3 2 3 3 2 2 1")
    assert step(state, "step take dalian via 8") == "fill D1 2 233"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("step take dalian via 8 with 3 3 3", "E_NOT_IN_ROLL"),
        ("step take dalian via 8 with 3 3 2 2", "E_NOT_IN_ROLL"),
        ("step take handan via AA with A A", "E_NOT_IN_ROLL"),
        ("step take dalian via 8 with 3 3", "E_NO_MATCH"),
        ("step take dalian via 8 with 3 3 2 A", "E_NO_MATCH"),
        ("step take dalian via G with A", "E_NO_MATCH"),
        ("step take linzi via AC with A", "E_NO_MATCH"),
        ("step take dalian via 8 with 3 3 2 1", "E_SUPERFLUOUS"),
        ("step take linzi via 3 with 2 3", "E_SUPERFLUOUS"),
        ("step take handan via AA", "E_NO_MATCH"),
        ("step take chen via 10", "E_NO_MATCH"),
    ],
)
def test_dice_that_do_not_fit(text: str, code: str) -> None:  # AOW-5.2 to AOW-5.4
    assert refused(at(hand=SAMPLE), text).code == code


def test_a_symbol_line_takes_no_die_more() -> None:  # AOW-5.2: more dice, E_NO_MATCH
    error = refused(at(hand=SAMPLE), "step take dalian via G with G 1")
    assert error.code == "E_NO_MATCH"  # which AOW-10.10 has before E_SUPERFLUOUS


def test_a_die_that_was_not_rolled_cannot_be_lost() -> None:  # AOW-10.10
    error = refused(at(hand="3 3 2 C G 1"), "step reroll drop A")
    assert error.code == "E_NOT_IN_ROLL"


# ------------------------------------------------------------- refused as illegal


def test_a_step_needs_a_target_before_fill() -> None:  # AOW-10.3
    error = refused(at(hand=SAMPLE), "step fill G")
    assert (error.code, error.kind, error.rule) == (
        "E_NO_SUCH_LINE",
        "illegal",
        "AOW-10.3",
    )


@pytest.mark.parametrize("holder", [{}, {"D1": 0}])
def test_a_step_needs_the_card_where_it_says(holder: dict[str, int]) -> None:
    state = at(hand=SAMPLE, holder=holder)
    error = refused(state, "step take dalian from botan via G")
    assert (error.code, error.rule) == ("E_UNKNOWN_CARD", "AOW-10.3")
    opposed = at(hand=SAMPLE, holder={"D1": 1})
    error = refused(opposed, "step take dalian from centre via G")
    assert error.code == "E_UNKNOWN_CARD"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("step take handan via AA", "E_COMMITTED"),
        ("step take dalian via AA", "E_NO_SUCH_LINE"),
        ("step fill S", "E_NO_SUCH_LINE"),
        ("step fill L3", "E_NO_SUCH_LINE"),
        ("step fill L9", "E_NO_SUCH_LINE"),
        ("step fill 8", "E_LINE_FILLED"),
        ("step fill L2", "E_LINE_FILLED"),
    ],
)
def test_what_a_siege_does_not_allow(text: str, code: str) -> None:  # AOW-10.10
    state = at(hand="G A A 1", target="D1", placed=[(2, "332")])
    error = refused(state, text)
    assert (error.code, error.kind, error.line) == (code, "illegal", 1)


@pytest.mark.parametrize(
    ("holder", "code"),
    [
        ({"D1": 0}, "E_OWN_CARD"),
        ({"D1": 1, "D2": 1}, "E_FACE_DOWN"),
        ({"D1": 0, "D2": 0}, "E_FACE_DOWN"),
    ],
)
def test_cards_nobody_may_attack(holder: dict[str, int], code: str) -> None:  # AOW-5.1
    state = at(hand=SAMPLE, holder=holder)
    assert refused(state, "step take dalian via G").code == code


def test_an_illegal_step_is_answered_with_what_is_legal() -> None:  # AOW-10.12
    state = at(hand=SAMPLE)
    for text in ("step take handan via AA", "step fill G", "step reroll drop AA"):
        legal = refused(state, text).legal
        assert legal
        for order in legal:
            assert parse(state, 0, order, "", PEOPLE)


def test_a_fill_that_loses_the_card_is_legal_as_a_step() -> None:  # AOW-9.18
    state = at(hand="1 1 1 2", target="A1", placed=[(2, "CC")])
    done = carried_out(state, "step fill 5", {"turn 2 roll 1": "1 1 1 1 1 1 1"})
    kinds = [event.kind for event in done.steps[0].events]
    assert kinds[:2] == ["line_filled", "turn_ended"]


# --------------------------------------------------- the order of checks, AOW-10.10

OVER = dict.fromkeys(SLOTS, 0)


def test_game_over_comes_before_everything() -> None:  # AOW-10.10
    state = at(holder=OVER, over="conquest")
    for seat in (0, 1):
        for text in ("???", "step take nowhere via G", "step pass", "auto any", ""):
            assert refused(state, text, seat).code == "E_GAME_OVER"


def test_a_step_out_of_turn() -> None:  # AOW-10.10, AOW-10.13
    for text in ("step pass", "step reroll", "step take dalian via G", "step fill G"):
        error = refused(at(hand=SAMPLE), text, seat=1)
        assert (error.code, error.kind) == ("E_NOT_YOUR_TURN", "illegal")


@pytest.mark.parametrize(
    "text", ["step take nowhere via G", "step take цзі via G", "step take dalian"]
)
def test_not_your_turn_comes_before_parse_and_names(text: str) -> None:  # AOW-10.10
    assert refused(at(hand=SAMPLE), text, seat=1).code == "E_NOT_YOUR_TURN"


@pytest.mark.parametrize("text", ["step take dalian via", "step take", "step hello"])
def test_parse_comes_before_dice_not_yet_rolled(text: str) -> None:  # AOW-10.10
    assert refused(at(), text).code == "E_PARSE"


@pytest.mark.parametrize(
    "text", ["step take dalian via G", "step reroll", "step fill G"]
)
def test_dice_are_rolled_before_a_line_is_filled(text: str) -> None:  # AOW-5.5
    assert refused(at(), text).code == "E_ONE_LINE"


@pytest.mark.parametrize("name", ["nowhere", "цзі", "han"])
def test_dice_not_yet_rolled_comes_before_the_card_name(name: str) -> None:
    # AOW-10.10
    assert refused(at(), f"step take {name} via G").code == "E_ONE_LINE"


@pytest.mark.parametrize(
    ("state", "text", "code"),
    [
        (
            at(hand="G A", target="D1", placed=[(2, "332")]),
            "step take nowhere via G",
            "E_UNKNOWN_CARD",
        ),
        (
            at(hand="G A", target="D1", placed=[(2, "332")]),
            "step take handan from botan via AA",
            "E_UNKNOWN_CARD",
        ),
        (
            at(
                hand="G A",
                holder={"C1": 1, "C2": 1},
                target="D1",
                placed=[(2, "332")],
            ),
            "step take handan via AA",
            "E_COMMITTED",
        ),
        (
            at(hand="G A", holder={"C1": 0}, target="D1", placed=[(2, "332")]),
            "step take handan via GG",
            "E_COMMITTED",
        ),
        (
            at(hand=SAMPLE, holder={"C1": 0, "C2": 0}),
            "step take handan via GG",
            "E_FACE_DOWN",
        ),
        (at(hand=SAMPLE, holder={"C1": 0}), "step take handan via GG", "E_OWN_CARD"),
        (at(hand=SAMPLE), "step take handan via GG with G G", "E_NO_SUCH_LINE"),
        (
            at(hand="1 A 2 3", target="D1", placed=[(1, "G")]),
            "step fill G with G",
            "E_LINE_FILLED",
        ),
        (at(hand=SAMPLE), "step take dalian via 8 with A A", "E_NOT_IN_ROLL"),
        (at(hand=SAMPLE), "step take dalian via 8 with 3 3 2 A", "E_NO_MATCH"),
    ],
)
def test_of_two_faults_the_earlier_check_is_told(
    state: State, text: str, code: str
) -> None:  # AOW-10.10
    assert refused(state, text).code == code


# ------------------------------------------------------------- and after the step


def test_after_a_step_the_player_is_asked_again() -> None:  # AOW-10.2
    rolls = {"turn 1 roll 2": "A A C 1"}
    done = carried_out(at(hand=SAMPLE), "step take dalian via 8", rolls)
    assert [step.order.text for step in done.steps] == ["fill D1 2"]
    assert [(asked.seat, asked.point) for asked in done.asked] == [(0, "siege")]
    assert done.state.hand == "AAC1"


def test_a_turn_in_steps() -> None:  # AOW-10.2, AOW-10.12
    match = Match("age_of_war", PEOPLE, {"first_player": "0"}, seed="11" * 32)
    match.write(0, "step reroll")
    match.write(0, "step reroll drop " + match.state.hand[-1])
    assert [asked.seat for asked in match.asked] == [0]
    assert match.state.lost == 2
    match.write(0, "step pass")
    assert [asked.seat for asked in match.asked] == [1]


def test_a_policy_may_follow_a_step_in_the_same_turn() -> None:  # AOW-10.12
    match = Match("age_of_war", PEOPLE, {"first_player": "0"}, seed="11" * 32)
    match.write(0, "step reroll")
    match.write(0, "auto any")
    assert match.state.turn == 2


def test_a_step_is_used_once() -> None:  # AOW-10.2
    match = Match("age_of_war", PEOPLE, {"first_player": "0"}, seed="11" * 32)
    match.write(0, "step reroll")
    match.write(1, "auto any")
    assert match.state.turn == 1
    assert match.state.lost == 1

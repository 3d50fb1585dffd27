"""What a policy does at a decision, statement by statement. [AOW-10.5 to AOW-10.9a]"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import engine.age_of_war as game
from engine.age_of_war import answer, parse
from engine.age_of_war.board import SLOTS
from engine.age_of_war.odds import after_fill, best
from engine.age_of_war.state import State
from engine.chance import Scripted
from engine.run import Advance, advance
from tests.engine.age_of_war.table import at

PEOPLE = ("Aki", "Botan")
SAMPLE = "3 3 2 A C G 1"  # AOW-11.5


def wants(state: State, text: str) -> str:
    """The order without its dice, or “?” and the reason to ask."""
    plan = parse(state, state.seat, text, "", PEOPLE)
    found = answer(state, state.seat, plan)
    if found.order is None:
        return f"? {found.reason}"
    return " ".join(found.order.text.split()[:3])


def run(state: State, text: str, rolls: Mapping[str, str]) -> Advance:
    """Aki's turn as far as the policy plays it; Botan has none."""
    plan = parse(state, 0, text, "", PEOPLE)
    return advance(game, state, {0: plan}, Scripted(rolls))


def orders(done: Advance) -> list[str]:
    return [" ".join(step.order.text.split()[:3]) for step in done.steps]


def besieging(hand: str, *placed: tuple[int, str], card: str = "D1") -> State:
    return at(hand=hand, target=card, placed=placed)


# --------------------------------------------------------------- AOW-10.5 loop


def test_the_first_applicable_statement_acts() -> None:  # AOW-10.5
    state = at(hand="3 3 2 A A G 1")
    assert wants(state, "take dalian via G; take handan via AA") == "fill D1 1"
    assert wants(state, "take handan via AA; take dalian via G") == "fill C1 1"
    assert wants(state, "take handan via CC; take dalian via G") == "fill D1 1"


def test_after_every_roll_the_loop_begins_again() -> None:  # AOW-10.5
    rolls = {"turn 1 roll 2": "3 1 A A", "turn 1 roll 3": "G 1 1"}
    done = run(at(hand=SAMPLE), "fill G; reroll if siege; take dalian via 8", rolls)
    assert orders(done) == ["fill D1 2", "reroll 3", "fill D1 1"]


def test_limit_and_strict_hold_wherever_they_stand() -> None:  # AOW-10.5
    state = at(hand=SAMPLE)
    for text in (
        "limit 8<=2; take dalian via 8, G",
        "take dalian via 8, G; limit 8<=2",
    ):
        assert wants(state, text) == "fill D1 1"
    for text in ("strict; take handan via AA", "take handan via AA; strict"):
        assert wants(state, text) == "? strict"


def test_strict_and_limit_are_never_tried() -> None:  # AOW-10.5
    assert wants(at(hand=SAMPLE), "strict; limit *<=1; pass") == "pass"


@pytest.mark.parametrize(
    "text",
    [
        "take dalian",
        "take dalian; pass",
        "take dalian via G; ask",
        "auto dalian",
        "auto dalian*3; reroll",
        "take dalian from centre; strict",
        "pass; take dalian",
    ],
)
@pytest.mark.parametrize(
    "holder",
    [{"D1": 0}, {"D1": 1, "D2": 1}, {"D1": 0, "D2": 0}],
    ids=["his own", "face down", "his own stack"],
)
def test_when_all_named_cards_are_gone_nothing_is_done(
    holder: dict[str, int], text: str
) -> None:  # AOW-10.5
    assert wants(at(hand=SAMPLE, holder=holder), text) == "? targets-gone"


@pytest.mark.parametrize("text", ["take dalian; auto any", "take dalian; auto"])
def test_auto_any_goes_on_without_the_named_cards(text: str) -> None:  # AOW-10.5
    assert wants(at(hand=SAMPLE, holder={"D1": 0}), text).startswith("fill ")


def test_one_named_card_left_is_enough() -> None:  # AOW-10.5
    state = at(hand=SAMPLE, holder={"D1": 0})
    assert wants(state, "take dalian; take jimo via G") == "fill B2 1"
    assert wants(state, "take dalian; auto jimo") == wants(state, "auto jimo")


def test_without_named_cards_no_target_can_be_gone() -> None:  # AOW-10.5
    assert wants(at(hand=SAMPLE, holder={"D1": 0}), "reroll") == "reroll 3"


def test_a_card_that_lies_elsewhere_is_gone() -> None:  # AOW-10.5, AOW-10.6
    state = at(hand=SAMPLE, holder={"D1": 1})
    assert wants(state, "take dalian from centre; pass") == "? targets-gone"
    assert wants(state, "take dalian from botan") == "fill D1 2"
    assert wants(at(hand=SAMPLE), "take dalian from botan; pass") == "? targets-gone"


def test_in_siege_the_target_is_not_gone() -> None:  # AOW-10.5
    state = at(hand="G 1 A", holder={"C1": 0}, target="D1", placed=[(2, "332")])
    assert wants(state, "take handan; take dalian; pass") == "pass"
    assert wants(state, "take handan; take dalian") == "fill D1 1"


# --------------------------------------------------------- AOW-10.6 statements


def test_take_via_fills_the_first_listed_line_that_fits() -> None:  # AOW-10.6
    state = at(hand=SAMPLE)
    assert wants(state, "take dalian via G, 8") == "fill D1 1"
    assert wants(state, "take dalian via 8, G") == "fill D1 2"
    assert wants(state, "take anyi via CC, 2, 5") == "fill D2 3"


def test_take_alone_fills_the_line_of_the_best_odds() -> None:  # AOW-10.6, AOW-11.5
    assert wants(at(hand=SAMPLE), "take dalian") == "fill D1 2"
    state = at(hand="G A C 3 1 1 1")
    lines = range(1, 5)
    chance = {line: after_fill(state, SLOTS.index("B2"), line) for line in lines}
    top = max(chance.values())
    first = min(line for line in lines if chance[line] > top - 1e-9)
    assert wants(state, "take jimo") == f"fill B2 {first}"


def test_of_equal_odds_the_lower_line_is_filled() -> None:  # AOW-10.6
    assert wants(at(hand="A A C 1 1 1 C"), "take shouchun") == "fill A2 1"
    assert wants(at(hand="2 2 C C A A 1"), "take jicheng") == "fill E1 2"
    assert wants(at(hand="G A C 1 1 1 1"), "take pengcheng") == "fill A4 1"


def test_take_is_for_the_open_situation_alone() -> None:  # AOW-10.6
    state = besieging("G 1 A", (2, "332"))
    assert wants(state, "take dalian via G; pass") == "pass"


def test_take_from_is_for_that_place_alone() -> None:  # AOW-10.6
    state = at(hand=SAMPLE, holder={"D1": 1})
    assert wants(state, "take dalian from centre via G; take jimo via A") == "fill B2 2"
    assert wants(state, "take dalian from botan via S; take jimo via A") == "fill D1 3"
    assert wants(at(hand=SAMPLE), "take dalian from centre via 8") == "fill D1 2"


def test_the_special_line_is_no_candidate_in_the_centre() -> None:  # AOW-6.1, 10.7
    assert wants(at(hand=SAMPLE), "take dalian via S; pass") == "pass"
    assert wants(at(hand=SAMPLE), "take dalian via L3; pass") == "pass"
    opposed = at(hand=SAMPLE, holder={"D1": 1})
    assert wants(opposed, "take dalian via L3") == "fill D1 3"


def test_a_code_is_its_lowest_unfilled_line() -> None:  # AOW-10.3
    assert wants(at(hand="A A C 1 1 1 C"), "take shouchun via A") == "fill A2 1"
    state = besieging("A 3 3 1 C C", (1, "A"), card="A2")
    assert wants(state, "fill A") == "fill A2 2"
    assert wants(state, "fill L1; fill L2") == "fill A2 2"


@pytest.mark.parametrize("verb", ["fill", "prefer", "prefer:"])
def test_fill_takes_the_first_listed_candidate_of_the_target(
    verb: str,
) -> None:  # AOW-10.6
    state = besieging("A C 3 1 C C", (1, "G"), card="B2")
    assert wants(state, f"{verb} C, A") == "fill B2 3"
    assert wants(state, f"{verb} GG, A, C") == "fill B2 2"
    assert wants(state, f"{verb} 3, A, C") == "fill B2 4"
    assert wants(state, f"{verb} *") == "fill B2 2"  # one die each: all are equal


def test_fill_star_takes_the_best_odds_though_a_reroll_were_better() -> (
    None
):  # AOW-10.6, AOW-11.3
    state = besieging("1 1 1 2 C", (2, "CC"), card="A1")
    assert wants(state, "fill *") == "fill A1 3"
    assert wants(state, "auto") == "reroll 1"


def test_fill_waits_for_the_siege() -> None:  # AOW-10.6
    assert wants(at(hand=SAMPLE), "fill G, 8; pass") == "pass"


def test_reroll_in_siege_needs_a_die_to_spare() -> None:  # AOW-10.6
    assert wants(besieging("A G", (2, "332")), "reroll; fill G") == "reroll A"
    assert wants(besieging("G", (2, "332")), "reroll; fill G") == "fill D1 1"


def test_reroll_in_the_open_needs_a_named_card_in_reach() -> None:  # AOW-10.6
    assert wants(at(hand=SAMPLE), "reroll") == "reroll 3"
    assert wants(at(hand="1 1 2 G"), "reroll") == "reroll 1"  # it names no card
    assert wants(at(hand="1 1 2 G"), "take handan; reroll; pass") == "pass"
    assert wants(at(hand="1 1 2 G A"), "take handan; reroll; pass") == "reroll 1"
    assert wants(at(hand="1 1 2 G"), "auto handan if siege; reroll; pass") == "pass"


def test_an_opponents_card_is_in_reach_with_one_die_more() -> None:  # AOW-10.6, 6.2
    state = at(hand="1 1 2 G A", holder={"C1": 1})
    assert wants(state, "take handan via AA; reroll; pass") == "pass"
    state = at(hand="1 1 2 G A C", holder={"C1": 1})
    assert wants(state, "take handan via AA; reroll; pass") == "reroll 1"


def test_a_card_named_elsewhere_is_no_reason_to_reroll() -> None:  # AOW-10.6
    state = at(hand="1 1 2 G")
    named = "take pengcheng from botan; take handan; reroll; pass"
    assert wants(state, named) == "pass"
    assert wants(state, named.replace("botan", "centre via A")) == "reroll 1"


@pytest.mark.parametrize(
    ("drop", "lost"),
    [
        ("", "3"),
        (" drop A", "A"),
        (" drop G A", "G"),
        (" drop 2, G, A", "2"),
        (" drop стрільці", "A"),
    ],
)
def test_drop_chooses_the_face_shown_as_lost(drop: str, lost: str) -> None:  # AOW-10.6
    assert wants(at(hand=SAMPLE), f"reroll{drop}") == f"reroll {lost}"


def test_a_face_not_rolled_is_not_dropped() -> None:  # AOW-10.6, AOW-4.4
    state = at(hand="C C 3 1 1 1 1")
    assert wants(state, "reroll drop A G 1 C") == "reroll 1"
    assert wants(state, "reroll drop A G") == "reroll C"


def test_ask_and_pass_are_always_applicable() -> None:  # AOW-10.6
    for state in (at(hand=SAMPLE), besieging("G", (2, "332"))):
        assert wants(state, "ask; pass") == "? ask"
        assert wants(state, "pass; ask") == "pass"


def test_auto_needs_a_goal_before_the_siege() -> None:  # AOW-10.6
    state = at(hand=SAMPLE, holder={"D1": 0})
    assert wants(state, "auto dalian; take handan via AA; pass") == "pass"
    assert wants(state, "auto dalian, jimo; pass").startswith("fill B2")
    in_siege = besieging("G A", (2, "332"))
    assert wants(in_siege, "auto handan, dalian; pass") == "fill D1 1"


# ---------------------------------------------------------- AOW-10.7 candidates


def test_a_line_reference_limits_the_dice() -> None:  # AOW-10.7
    four = at(hand="2 2 2 2 G A C")
    assert wants(four, "take dalian via 8<=3, G") == "fill D1 1"
    assert wants(four, "take dalian via 8<=4, G") == "fill D1 2"
    assert wants(at(hand=SAMPLE), "take dalian via 8<=3, G") == "fill D1 2"
    assert wants(four, "take dalian via *<=3") == "fill D1 1"
    assert wants(four, "take dalian via L2<=3, G") == "fill D1 1"


def test_the_engine_counts_the_fewest_dice() -> None:  # AOW-10.7, AOW-5.4
    state = at(hand="1 1 2 2 3 3 G")
    plan = parse(state, 0, "take dalian via 8<=3", "", PEOPLE)
    order = answer(state, 0, plan).order
    assert order is not None
    assert order.args == ("D1", "2", "233")


@pytest.mark.parametrize("limit", ["8<=3", "I8<=2", "L2<=3", "*<=3", "G<=1, 8<=3"])
def test_a_limit_holds_for_code_number_or_all(limit: str) -> None:  # AOW-10.7
    state = at(hand="2 2 2 2 G A C")
    assert wants(state, "take dalian via 8, G") == "fill D1 2"
    assert wants(state, f"take dalian via 8, G; limit {limit}") == "fill D1 1"


def test_a_limit_by_code_holds_on_whichever_card() -> None:  # AOW-10.7
    state = at(hand="1 1 1 2 C C G")
    text = "take ying via 5; take anyi via 5; pass"
    assert wants(state, text) == "fill A1 3"
    assert wants(state, f"{text}; limit 5<=3") == "pass"
    assert wants(state, f"{text}; limit L3<=3; limit L2<=4") == "fill D2 2"
    assert wants(state, f"{text}; limit 4<=1, L1<=1") == "fill A1 3"


def test_the_tightest_of_several_limits_holds() -> None:  # AOW-10.7
    state = at(hand="2 2 2 2 G A C")
    assert wants(state, "limit 8<=4; limit 8<=3; take dalian via 8, G") == "fill D1 1"
    assert wants(state, "limit 8<=3; limit 8<=4; take dalian via 8, G") == "fill D1 1"
    assert wants(state, "limit 8<=4; take dalian via 8<=3, G") == "fill D1 1"


def test_a_policy_never_puts_the_card_out_of_reach() -> None:  # AOW-10.7, AOW-9.18
    assert wants(at(hand="1 1 1 2 C C G"), "take ying via 5; pass") == "fill A1 3"
    assert wants(at(hand="1 1 1 2 C C"), "take ying via 5; pass") == "pass"
    assert wants(at(hand="1 1 1 2 C C"), "take ying via 5, CC; pass") == "fill A1 2"


def test_the_special_line_counts_for_the_reach() -> None:  # AOW-10.7, AOW-6.2
    for hand, wanted in (("3 3 2 G", "pass"), ("3 3 2 G A", "fill D1 2")):
        state = at(hand=hand, holder={"D1": 1})
        assert wants(state, "take dalian via 8; pass") == wanted
    assert wants(at(hand="3 3 2 G"), "take dalian via 8; pass") == "fill D1 2"


def test_in_siege_too_no_fill_loses_the_card() -> None:  # AOW-10.7
    state = besieging("1 1 1 2", (2, "CC"), card="A1")
    assert wants(state, "fill 5; fill *; pass") == "pass"


# ---------------------------------------------------------------- AOW-10.8 tail


def test_the_tail_of_a_strict_policy_asks() -> None:  # AOW-10.8
    assert wants(at(hand=SAMPLE), "take handan via AA; strict") == "? strict"
    assert wants(besieging("G A", (2, "332")), "strict; fill AA") == "? strict"


def test_in_siege_the_tail_fills_by_best_odds() -> None:  # AOW-10.8
    assert wants(besieging("G A", (2, "332")), "take dalian") == "fill D1 1"
    state = besieging("1 1 1 2 C", (2, "CC"), card="A1")
    assert wants(state, "take handan; take ying") == "fill A1 3"


def test_in_siege_the_tail_rerolls_when_nothing_fits() -> None:  # AOW-10.8
    assert wants(besieging("A C", (2, "332")), "take dalian") == "reroll A"


def test_limits_hold_in_the_tail() -> None:  # AOW-10.8
    state = besieging("3 3 2 A A A", (1, "G"))
    assert wants(state, "take dalian") == "fill D1 2"
    assert wants(state, "take dalian; limit 8<=2") == "reroll 3"
    state = besieging("3 3 2", (1, "G"))
    assert wants(state, "take dalian; limit 8<=2") == "? uncovered"


def test_in_the_open_the_tail_rerolls_for_a_named_card() -> None:  # AOW-10.8
    assert wants(at(hand="1 1 2 G A"), "take handan") == "reroll 1"
    assert wants(at(hand="1 1 2 G"), "take handan") == "? uncovered"
    assert wants(at(hand="1 1 2 G"), "take handan; auto dalian if siege") == (
        "? uncovered"
    )
    assert wants(at(hand="1 1 2 1"), "take handan; take wuyang") == "reroll 1"


def test_in_the_open_without_named_cards_the_tail_asks() -> None:  # AOW-10.8
    for text in ("fill G", "limit 8<=3", "auto any if siege", "ask if siege"):
        assert wants(at(hand=SAMPLE), text) == "? uncovered"


# ---------------------------------------------------------------- AOW-10.9 auto


def test_auto_in_siege_plays_for_the_target() -> None:  # AOW-10.9, AOW-11.3
    state = besieging("1 1 1 2 C", (2, "CC"), card="A1")
    for text in ("auto", "auto any", "auto dalian, ying", "auto ying*0"):
        assert wants(state, text) == "reroll 1"


def test_auto_in_the_open_plays_the_worked_decision() -> None:  # AOW-10.9, AOW-11.5
    assert wants(at(hand=SAMPLE), "auto dalian") == "fill D1 2"


def test_weights_tell_auto_what_to_go_for() -> None:  # AOW-10.9
    state = at(hand="A A C C G 3 3")
    assert wants(state, "auto handan*100, pengcheng*1").startswith("fill C1")
    assert wants(state, "auto handan*1, pengcheng*100").startswith("fill A4")
    assert wants(state, "auto handan*0.5, pengcheng").startswith("fill A4")


def test_goals_without_a_number_have_their_default_weight() -> None:  # AOW-10.9
    state = at(hand="A A C C G 3 3", holder={"A1": 0, "A2": 0, "A3": 0, "B1": 1})
    same = "auto handan*5, pengcheng*5, linzi*3"  # 4 + 1; 10 - 6 + 1; 3
    assert wants(state, "auto handan, pengcheng, linzi") == wants(state, same)


def test_goals_of_weight_nothing_are_dropped() -> None:  # AOW-10.9
    state = at(hand="A A C C G 3 3")
    assert wants(state, "auto handan*0, dalian*1").startswith(("fill D1", "reroll"))
    assert wants(state, "auto handan*0") == "pass"
    assert wants(state, "auto handan*0, dalian*0; ask") == "pass"


def test_auto_does_not_end_the_match_as_a_loser() -> None:  # AOW-10.9
    botans = {slot: 1 for slot in SLOTS if slot != "F1"}
    state = at(hand="G G A C 3 1 1", holder=botans)
    assert wants(state, "auto any") == "pass"
    assert wants(state, "auto xinzheng*1") == "fill F1 1"
    mine = {slot: 0 for slot in SLOTS if slot != "F1"}
    winner = at(hand="G G A C 3 1 1", holder=mine)
    assert wants(winner, "auto any") == "fill F1 1"


def test_auto_ignores_limits() -> None:  # AOW-10.9
    assert wants(at(hand=SAMPLE), "limit *<=1; auto dalian") == "fill D1 2"


def test_auto_rerolls_when_that_is_better() -> None:  # AOW-10.9
    assert wants(at(hand="1 1 1 1 1 1 1"), "auto handan") == "reroll 1"


# ----------------------------------------------------------- AOW-10.9a conditions


@pytest.mark.parametrize(
    ("condition", "does_hold"),
    [
        ("dice = 5", True),
        ("dice < 5", False),
        ("dice <= 5", True),
        ("dice > 4", True),
        ("dice >= 6", False),
        ("lost = 2", True),
        ("lost > 2", False),
        ("roll = 3", True),
        ("roll <= 2", False),
        ("A = 2", True),
        ("a >= 3", False),
        ("C = 0", True),
        ("G = 1", True),
        ("inf = 5", True),
        ("inf >= 6", False),
        ("inf > 4.5", True),
        ("open", True),
        ("siege", False),
        ("open and dice = 5", True),
        ("open and dice = 4", False),
        ("siege and dice = 5", False),
        ("dice = 5 and lost = 2 and roll = 3 and A = 2 and G = 1 and inf = 5", True),
        ("стрільці = 2 і піхоти = 5", True),
        ("кавалерія > 0", False),
    ],
)
def test_conditions_are_tested_on_the_roll_as_it_lies(
    condition: str, does_hold: bool
) -> None:  # AOW-10.9a
    state = at(hand="3 2 A A G")  # two dice are lost: the third roll
    wanted = "? ask" if does_hold else "pass"
    assert wants(state, f"ask if {condition}; pass") == wanted


def test_the_opening_roll_is_roll_one() -> None:  # AOW-10.9a
    assert wants(at(hand=SAMPLE), "ask if roll = 1 and lost = 0; pass") == "? ask"


def test_in_siege_dice_in_hand_are_counted_alone() -> None:  # AOW-10.9a
    state = besieging("G A", (2, "332"))  # three on the card, two lost
    assert wants(state, "ask if siege and dice = 2 and lost = 2; pass") == "? ask"
    assert wants(state, "ask if inf = 0 and roll = 4; pass") == "? ask"


@pytest.mark.parametrize(
    "statement",
    ["take dalian via 8", "reroll", "auto any", "pass", "ask"],
)
def test_a_condition_that_fails_makes_any_statement_inapplicable(
    statement: str,
) -> None:  # AOW-10.6
    state = at(hand=SAMPLE)
    text = f"{statement} if dice < 7; take jimo via A"
    assert wants(state, text) == "fill B2 2"
    in_siege = besieging("G A", (2, "332"))
    assert wants(in_siege, "fill G if dice > 2; reroll") == "reroll G"


def test_odds_are_tested_for_each_candidate() -> None:  # AOW-10.9a, AOW-11.5
    state = at(hand=SAMPLE)  # I8 gives 0.838, G gives 0.468
    assert wants(state, "take dalian via G, 8 if odds >= 40%") == "fill D1 1"
    assert wants(state, "take dalian via G, 8 if odds >= 50%") == "fill D1 2"
    assert wants(state, "take dalian via G, 8 if odds >= 0.5") == "fill D1 2"
    assert wants(state, "take dalian via G, 8 if odds < 50%") == "fill D1 1"
    assert wants(state, "take dalian via G, 8 if odds > 84%; pass") == "pass"
    assert wants(state, "take dalian if odds < 50%; pass") == "fill D1 1"


def test_odds_of_a_fill_are_those_after_it() -> None:  # AOW-10.9a
    state = besieging("G A", (2, "332"))
    assert wants(state, "fill G if odds = 100%; pass") == "fill D1 1"
    assert wants(state, "fill G if odds < 100%; pass") == "pass"


def test_other_statements_have_the_odds_of_best_play() -> None:  # AOW-10.9a
    state = besieging("1 1 1 2 C", (2, "CC"), card="A1")
    assert best(state) == pytest.approx(0.27658048, abs=1e-7)  # AOW-11.3: reroll
    for statement, done in (("ask", "? ask"), ("pass", "pass"), ("auto", "reroll 1")):
        assert wants(state, f"{statement} if odds > 27%; reroll drop 2") == done
        assert wants(state, f"{statement} if odds > 28%; reroll drop 2") == "reroll 2"
    assert wants(state, "reroll if odds > 28%; pass") == "pass"


@pytest.mark.parametrize("statement", ["ask", "reroll", "auto any", "auto dalian"])
def test_in_the_open_odds_make_other_statements_inapplicable(
    statement: str,
) -> None:  # AOW-10.9a
    for condition in ("odds >= 0%", "odds <= 100%", "open and odds >= 0"):
        assert wants(at(hand=SAMPLE), f"{statement} if {condition}; pass") == "pass"

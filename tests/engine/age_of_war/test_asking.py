"""When the table waits, orders in advance, and the dice. [AOW-10.11 to AOW-10.16]"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import engine.age_of_war as game
from engine.age_of_war import answer, hints, label, parse, remarks, view
from engine.age_of_war.board import SLOTS
from engine.age_of_war.state import State
from engine.chance import Scripted
from engine.contract import Order
from engine.errors import Refused
from engine.languages import LANGUAGES
from engine.match import Match
from engine.run import Advance, advance
from tests.engine.age_of_war.table import at

PEOPLE = ("Aki", "Botan")
THREE = ("Aki", "Botan", "Chie")
SAMPLE = "3 3 2 A C G 1"


def new_match(
    players: tuple[str, ...] = PEOPLE, seed: str = "2a" * 32, turn_cap: int = 0
) -> Match:
    """Aki begins; nobody has written anything."""
    choices = {"first_player": "0", "turn_cap": str(turn_cap)}
    return Match("age_of_war", players, choices, seed=seed)


def played(match: Match) -> list[tuple[int, str]]:
    return [
        (entry.seat, entry.order.text) for entry in match.log.entries if entry.order
    ]


def rolls(match: Match) -> dict[str, tuple[str, ...]]:
    return {draw.name: draw.values for e in match.log.entries for draw in e.draws}


def run(
    state: State, text: str, script: Mapping[str, str], names: tuple[str, ...] = PEOPLE
) -> Advance:
    plan = parse(state, state.seat, text, "", names)
    return advance(game, state, {state.seat: plan}, Scripted(script))


def reason(state: State, text: str) -> str:
    done = run(state, text, {})
    (asked,) = done.asked
    assert done.steps == []
    assert asked.seat == state.seat
    return asked.reason


# ---------------------------------------------------------------------- reasons


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ask", "ask"),
        ("ask if dice = 7; auto any", "ask"),
        ("strict", "strict"),
        ("take handan via AA; strict", "strict"),
        ("take jimo; pass", "targets-gone"),
        ("auto jimo*3", "targets-gone"),
        ("fill G", "uncovered"),
        ("auto any if siege", "uncovered"),
    ],
)
def test_the_question_says_why(text: str, why: str) -> None:  # AOW-10.12
    assert reason(at(hand=SAMPLE, holder={"B2": 0}), text) == why


def test_the_question_of_a_siege_says_why() -> None:  # AOW-10.12
    state = at(hand="3 3 2", target="D1", placed=[(1, "G")])
    assert reason(state, "limit 8<=2") == "uncovered"
    assert reason(state, "fill G; strict") == "strict"
    assert reason(state, "ask if siege and odds >= 0%") == "ask"


def test_a_policy_may_play_and_then_ask() -> None:  # AOW-10.12
    script = {"turn 1 roll 2": "A A C 1"}
    done = run(at(hand=SAMPLE), "take dalian via 8; ask", script)
    assert [step.order.text for step in done.steps] == ["fill D1 2"]
    (asked,) = done.asked
    assert (asked.seat, asked.point, asked.reason) == (0, "siege", "ask")
    assert done.state.hand == "AAC1"  # suspended with its roll


def test_every_turn_begins_with_a_question_unless_there_is_an_order() -> (
    None
):  # AOW-10.1
    match = new_match()
    (asked,) = match.asked
    assert (asked.seat, asked.point, asked.span) == (0, "open", "turn 1")
    assert len(match.state.hand) == 7
    assert "?" not in match.state.hand


def test_nobody_else_can_act_while_one_is_asked() -> None:  # AOW-10.12
    match = new_match(THREE)
    match.write(0, "ask")
    before, log = match.state, len(match.log.entries)
    match.write(1, "auto any")
    match.write(2, "pass")
    with pytest.raises(Refused) as refused:
        match.write(1, "step reroll")
    assert [error.code for error in refused.value.errors] == ["E_NOT_YOUR_TURN"]
    assert (match.state, len(match.log.entries)) == (before, log)
    assert [asked.seat for asked in match.asked] == [0]


def test_the_question_shows_fills_with_dice_and_odds() -> None:  # AOW-10.12, AOW-11.5
    shown = {hint.text: hint.note for hint in hints(at(hand=SAMPLE), 0)}
    assert "3 dice" in shown["take Dalian via I8"]
    assert "83.8 %" in shown["take Dalian via I8"]
    assert "1 die," in shown["take Dalian via G"]
    assert "46.8 %" in shown["take Dalian via G"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("set_key", ["qin-2024", "sengoku-2014"])
def test_every_hint_can_be_sent_back_as_it_is(
    set_key: str, language: str
) -> None:  # AOW-10.12
    siege = at(hand="G A 3 1", set=set_key, target="D1", placed=[(2, "332")])
    held = at(hand="G A A C C 3 3", set=set_key, holder={"D1": 1, "C1": 1})
    for state in (at(hand=SAMPLE, set=set_key), siege, held):
        for hint in hints(state, 0, language):
            plan = parse(state, 0, hint.text, "", PEOPLE)
            assert answer(state, 0, plan).order is not None


# ---------------------------------------------------------------------- deadline


@pytest.mark.parametrize("seed", ["01" * 32, "02" * 32, "03" * 32, "04" * 32])
def test_without_an_order_in_time_the_turn_is_played_as_auto_any(
    seed: str,
) -> None:  # AOW-10.12
    late, ordered = new_match(seed=seed), new_match(seed=seed)
    late.ring([0])
    ordered.write(0, "auto any")
    assert late.state == ordered.state
    assert late.state.turn == 2
    assert played(late) == played(ordered)
    assert {entry.by for entry in late.log.entries if entry.order} == {"clock"}
    assert [asked.seat for asked in late.asked] == [1]


@pytest.mark.parametrize("seed", ["05" * 32, "06" * 32, "07" * 32, "08" * 32])
@pytest.mark.parametrize("text", ["ask if roll = 2; reroll", "step reroll"])
def test_the_rest_of_a_suspended_turn_is_played_as_auto_any(
    seed: str, text: str
) -> None:  # AOW-10.12
    late, ordered = new_match(seed=seed), new_match(seed=seed)
    for match in (late, ordered):
        match.write(0, text)
        assert match.state.lost == 1
    late.ring([0])
    ordered.write(0, "auto any")
    assert late.state == ordered.state
    assert late.state.turn == 2
    assert played(late) == played(ordered)


def test_the_clock_ends_with_the_turn() -> None:  # AOW-10.12
    match = new_match()
    match.ring([0, 1])
    assert match.state.turn == 2
    assert [asked.seat for asked in match.asked] == [1]


def test_the_clock_does_not_ring_for_who_is_not_asked() -> None:  # AOW-10.12
    match = new_match()
    match.ring([1])
    assert match.state.turn == 1
    assert played(match) == []


# ------------------------------------------------------------- orders in advance


def test_an_order_in_advance_is_played_without_a_question() -> None:  # AOW-10.13, 10.1
    match = new_match(THREE)
    match.write(1, "pass")
    assert match.state.turn == 1
    match.write(0, "pass")
    assert played(match) == [(0, "pass"), (1, "pass")]
    assert [asked.seat for asked in match.asked] == [2]


def test_the_latest_order_in_advance_is_used() -> None:  # AOW-10.13
    match = new_match()
    match.write(1, "pass")
    match.write(1, "ask")
    match.write(0, "pass")
    (asked,) = match.asked
    assert (asked.seat, asked.reason) == (1, "ask")
    match = new_match()
    match.write(1, "ask")
    match.write(1, "pass")
    match.write(0, "pass")
    assert played(match) == [(0, "pass"), (1, "pass")]


def test_an_order_in_advance_is_for_one_turn() -> None:  # AOW-10.13
    match = new_match()
    match.write(1, "pass")
    match.write(0, "pass")  # turns 1 and 2
    match.write(0, "pass")
    assert match.state.turn == 4
    assert [asked.seat for asked in match.asked] == [1]


def test_a_standing_order_is_kept_for_all_later_turns() -> None:  # AOW-10.13
    match = new_match()
    match.write(1, "standing; pass")
    for _ in range(4):
        match.write(0, "pass")
    assert match.state.turn == 9
    assert [seat for seat, _ in played(match)] == [0, 1] * 4


def test_a_standing_order_given_in_ones_own_turn_begins_at_once() -> None:  # AOW-10.13
    match = new_match()
    match.write(0, "standing; pass")
    assert match.state.turn == 2
    match.write(1, "pass")
    assert played(match) == [(0, "pass"), (1, "pass"), (0, "pass")]


def test_a_standing_order_is_kept_until_replaced() -> None:  # AOW-10.13
    match = new_match()
    match.write(1, "standing; pass")
    match.write(0, "pass")
    match.write(1, "standing; ask")
    match.write(0, "pass")
    (asked,) = match.asked
    assert (asked.seat, asked.reason) == (1, "ask")


def test_a_standing_order_outlives_its_question_a_step_and_the_clock() -> (
    None
):  # AOW-10.13
    match = new_match()
    match.write(0, "standing; ask")
    match.write(0, "step reroll")
    match.ring([0])
    assert match.state.turn == 2
    match.write(1, "pass")
    (asked,) = match.asked
    assert (asked.seat, asked.span, asked.reason) == (0, "turn 3", "ask")


@pytest.mark.parametrize("text", ["step pass", "step reroll", "крок взяти D1 через G"])
def test_a_step_is_neither_standing_nor_in_advance(text: str) -> None:  # AOW-10.13
    match = new_match()
    for seat, order, code in (
        (0, f"standing; {text}", "E_PARSE"),
        (1, f"standing; {text}", "E_PARSE"),
        (1, text, "E_NOT_YOUR_TURN"),
    ):
        with pytest.raises(Refused) as refused:
            match.write(seat, order)
        assert [error.code for error in refused.value.errors] == [code]
    assert not match.plans.get(1)
    assert played(match) == []


def test_a_standing_order_finds_its_targets_gone_in_its_turn() -> None:  # AOW-10.5
    state = at(hand=SAMPLE, holder={"D1": 0}, seat=0)
    plan = parse(at(hand=SAMPLE), 0, "standing; take dalian", "", PEOPLE)
    assert answer(state, 0, plan).reason == "targets-gone"


# ------------------------------------------------- an order for another position


@pytest.mark.parametrize(
    "text",
    [
        "take jimo via A",
        "take jimo; take handan",
        "take jimo; fill G; reroll",
        "take jimo; pass",
        "take jimo; ask if dice <= 3",
        "auto jimo*3, handan",
    ],
)
def test_an_order_for_other_cards_is_refused_in_a_siege(text: str) -> None:
    """AOW-5.8, AOW-10.11: it was written before the step that began the siege."""
    state = at(hand="G A A 1", target="D1", placed=[(2, "332")])
    with pytest.raises(Refused) as refused:
        parse(state, 0, text, "turn 1: step", PEOPLE)
    (error,) = refused.value.errors
    told = (error.code, error.rule, error.kind, error.line)
    assert told == ("E_COMMITTED", "AOW-5.8", "illegal", 1)
    assert "step fill G" in error.legal


@pytest.mark.parametrize(
    "text",
    ["take jimo; take dalian", "take jimo; auto any", "auto jimo, dalian", "fill G"],
)
def test_an_order_that_has_an_answer_to_the_siege_is_taken(text: str) -> None:
    state = at(hand="G A A 1", target="D1", placed=[(2, "332")])  # AOW-10.11
    done = run(state, text, {})
    assert done.steps[0].order.text == "fill D1 1"


def test_an_order_for_ones_next_turn_minds_nobodys_siege() -> None:  # AOW-10.11
    state = at(hand="G A A 1", target="D1", placed=[(2, "332")])
    assert parse(state, 1, "take jimo", "", PEOPLE) == "turn 2: take B2"


def test_a_standing_order_for_other_cards_waits_for_the_next_turn() -> None:
    state = at(hand="G A A 1", target="D1", placed=[(2, "332")])  # AOW-10.11
    done = run(state, "standing; take jimo", {})
    assert done.steps == []
    assert [(asked.seat, asked.reason) for asked in done.asked] == [(0, "step")]
    plan = done.plans[0]
    later = at(hand="G A A 1 1 2 3", turn=3)
    assert answer(later, 0, plan).order == Order("fill", ("B2", "1"))


class Patience(Scripted):
    """Dice for so many orders and no more."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        super().__init__({})
        self.left = left

    def again(self) -> Scripted:
        self.left -= 1
        assert self.left, "the table is never given back"
        return super().again()


@pytest.mark.parametrize("text", ["standing; pass", "standing; reroll"])
def test_standing_orders_alone_do_not_play_for_ever(
    text: str,
) -> None:  # AOW-10.13, AOW-9.20: without a turn cap only a conquest ends the match
    state = at(hand=SAMPLE)
    plans = {seat: parse(state, seat, text, "", PEOPLE) for seat in (0, 1)}
    done = advance(game, state, plans, Patience(20_000))
    assert done.steps


# --------------------------------------------------------------------- warnings


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("ask; take dalian", ["take D1"]),
        ("pass; take dalian; auto any", ["take D1", "auto any"]),
        ("auto any; pass", ["pass"]),
        ("auto; fill G", ["fill G"]),
        ("take handan; ask; reroll", ["reroll"]),
        ("standing; auto any; ask if dice < 3", ["ask if dice < 3"]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_statements_never_reached_give_a_warning_only(
    text: str, lost: list[str], language: str
) -> None:  # AOW-10.11
    state = at(hand=SAMPLE)
    said = remarks(state, 0, parse(state, 0, text, "", PEOPLE), language)
    assert len(said) == len(lost)
    for sentence, statement in zip(said, lost, strict=True):
        assert label(view(state, 0), "order", statement, language) in sentence


@pytest.mark.parametrize(
    "text",
    [
        "take dalian; auto any",
        "ask if dice < 3; take dalian",
        "pass if lost > 3; auto any if siege; take dalian",
        "auto dalian; take handan",
        "auto any; limit 8<=3; strict",
        "reroll; take dalian",
    ],
)
def test_what_can_be_reached_gives_no_warning(text: str) -> None:  # AOW-10.11
    state = at(hand=SAMPLE)
    assert remarks(state, 0, parse(state, 0, text, "", PEOPLE)) == []


# ------------------------------------------------------------------------- dice


def test_dice_do_not_depend_on_the_orders() -> None:  # AOW-10.14
    texts = [
        "standing; auto any",
        "standing; reroll drop A",
        "standing; take dalian; auto any",
        "standing; reroll if roll < 4; auto any",
        "standing; take pengcheng; take jimo; auto any if roll > 2; reroll",
        "standing; pass if roll = 2; reroll",
    ]
    seen: dict[str, tuple[str, ...]] = {}
    compared = 0
    for text in texts:
        match = new_match(seed="ab" * 32, turn_cap=12)
        match.write(1, text)
        match.write(0, text)
        while not match.over:
            match.ring([match.asked[0].seat])
        for name, faces in rolls(match).items():
            known = seen.get(name, faces)
            count = min(len(known), len(faces))
            assert known[:count] == faces[:count], name
            compared += name in seen
            seen[name] = max(known, faces, key=len)
    assert compared > 60


def test_which_die_is_lost_changes_no_dice() -> None:  # AOW-10.14, AOW-4.4
    hands = set()
    for face in dict.fromkeys(new_match().state.hand):
        match = new_match()
        match.write(0, f"step reroll drop {face}")
        hands.add(match.state.hand)
    assert len(hands) == 1


def test_fewer_dice_are_the_first_of_the_more() -> None:  # AOW-10.14
    script = {"turn 1 roll 1": SAMPLE}
    after = {}
    for text in ("step reroll", "step take dalian via G", "step take dalian via 8"):
        state = at(hand=SAMPLE)
        plan = parse(state, 0, text, "", PEOPLE)
        done = advance(game, state, {0: plan}, Scripted(script, seed="5c" * 32))
        after[len(done.state.hand)] = done.state.hand
    assert after.keys() == {6, 4}
    assert after[6][:4] == after[4]


def test_dice_are_drawn_only_when_rolled() -> None:  # AOW-10.14, AOW-4.7
    match = new_match()
    assert [name for name in rolls(match) if "roll" in name] == ["turn 1 roll 1"]
    match.write(0, "pass")
    assert [name for name in rolls(match) if "roll" in name] == [
        "turn 1 roll 1",
        "turn 2 roll 1",
    ]


def test_every_roll_of_the_table_stands_in_the_log() -> None:  # AOW-10.14
    match = new_match()
    told = list(match.events)
    for seat in (0, 1, 0, 1, 0):
        match.ring([seat])
        told += match.events
    dice = [e.data["dice"] for e in told if e.kind == "dice_rolled"]
    logged = [" ".join(f) for name, f in rolls(match).items() if "roll" in name]
    assert dice == logged


# ---------------------------------------------------------------- canonical text


@pytest.mark.parametrize(
    "text",
    [
        "take dalian from botan via 8<=3, G, S<=1, L2, * if dice >= 4 and open",
        "standing; prefer: AC, 8 infantry, *<=2 if siege and odds >= 12.5%; auto any",
        "auto handan*2.5, jimo, dalian*0 if lost < 3 and inf > 4",
        "reroll drop A, C 1 if roll = 2 and A >= 1 and C < 2 and G <= 3",
        "limit I8<=3, L1<=1, *<=4; strict; pass if odds < 0.333",
        "ask; pass; auto; reroll; fill *; take D1 from centre",
    ],
)
def test_what_is_kept_reads_as_itself(text: str) -> None:  # AOW-10.2
    state = at(hand=SAMPLE)
    kept = parse(state, 0, text, "", PEOPLE)
    head, _, policy = kept.partition(": ")
    again = f"standing; {policy}" if head == "standing" else policy
    assert parse(state, 0, again, "", PEOPLE) == kept
    assert answer(state, 0, kept).plan.replace(" used:", ":") == kept


def test_a_place_is_kept_by_seat_whatever_the_name_becomes() -> None:  # AOW-10.2
    state = at(hand=SAMPLE, holder={"D1": 1})
    kept = parse(state, 0, "take dalian from botan", "", PEOPLE)
    assert "otan" not in kept
    order = answer(state, 0, kept).order
    assert order is not None
    assert order.args[:2] == ("D1", "2")


# ------------------------------------------------------------- AOW-10.16, examples


def orders_of(done: Advance) -> list[str]:
    return [" ".join(step.order.text.split()[:3]) for step in done.steps]


def test_example_take_dalian() -> None:  # AOW-10.16
    script = {
        "turn 1 roll 2": "3 3 2 A C 1",
        "turn 1 roll 3": "A C 1",
        "turn 1 roll 4": "G C",
    }
    done = run(at(hand="1 1 1 A A C C"), "take dalian", script)
    assert orders_of(done) == ["reroll 1", "fill D1 2", "reroll A", "fill D1 1"]
    assert done.state.holder[SLOTS.index("D1")] == 0


def test_example_opportunistic_opening() -> None:  # AOW-10.16
    text = "take handan via AA, CC; take linzi via AC if dice >= 6; auto any"
    assert orders_of(run(at(hand="C C A A 1 1 G"), text, {}))[0] == "fill C1 1"
    assert orders_of(run(at(hand="C C A 1 1 1 G"), text, {}))[0] == "fill C1 2"
    assert orders_of(run(at(hand="C A 1 1 1 1 G"), text, {}))[0] == "fill B1 1"
    five = at(hand="C A 1 1 G")
    alone = orders_of(run(five, "auto any", {}))
    done = run(five, text, {})
    assert orders_of(done)[0] == alone[0]
    assert [asked.seat for asked in done.asked] == [1]  # the server plays the rest


def test_example_do_not_waste_dice() -> None:  # AOW-10.16
    text = "take dalian via 8<=3, G; limit 8<=3; ask if dice <= 3"
    four = at(hand="2 2 2 2 A C C")
    assert orders_of(run(four, text, {}))[0] == "reroll 2"
    assert orders_of(run(at(hand="2 2 2 2 G C C"), text, {}))[0] == "fill D1 1"
    done = run(at(hand="3 3 2 A C C"), text, {"turn 1 roll 3": "G A C"})
    assert orders_of(done) == ["fill D1 2"]
    assert [asked.reason for asked in done.asked] == ["ask"]


def test_example_prefer_in_the_other_set() -> None:  # AOW-10.16
    text = "take edo; prefer: AC, 3; reroll drop A"
    open_hand = at(hand="A C 3 1 1 1 G", set="sengoku-2014")
    assert orders_of(run(open_hand, text, {}))[0].startswith("fill B1")
    siege = at(hand="A C 3 1", set="sengoku-2014", target="B1", placed=[(1, "AC")])
    assert orders_of(run(siege, text, {}))[0] == "fill B1 2"
    siege = at(hand="G A 1 1", set="sengoku-2014", target="B1", placed=[(1, "AC")])
    assert orders_of(run(siege, text, {}))[0] == "reroll A"
    with pytest.raises(Refused):
        parse(at(hand=SAMPLE), 0, text, "", PEOPLE)  # no Edo in the other set


def test_example_auto_with_values() -> None:  # AOW-10.16
    text = "auto jimo*3, dalian*2"
    first = orders_of(run(at(hand=SAMPLE), text, {}))[0]
    assert first.startswith(("fill B2", "fill D1"))
    done = run(at(hand=SAMPLE), text, {})
    assert [asked.seat for asked in done.asked] == [1]


def test_example_holiday_order() -> None:  # AOW-10.16
    match = new_match()
    match.write(1, "standing; auto any")
    for _ in range(3):
        match.write(0, "pass")
    assert match.state.turn == 7


def test_example_step_with_named_dice() -> None:  # AOW-10.16
    text = "step take dalian via 8 with 3 3 2"
    done = run(at(hand=SAMPLE), text, {"turn 1 roll 2": "A A C 1"})
    (filled,) = [e for e in done.steps[0].events if e.kind == "line_filled"]
    assert filled.data["dice"] == "3 3 2"
    assert [asked.seat for asked in done.asked] == [0]
    assert len(done.steps) == 1

"""Lines of an own turn: what is refused, what is played, what is told. [SB-17.9]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import OrderError, Refused
from engine.registry import game as game_of
from engine.run import advance
from engine.samurai_battles.state import State
from tests.engine.samurai_battles.orders import (
    GAME,
    RED,
    YELLOW,
    Dice,
    battle,
    mailed,
    parse,
    record,
    table,
    told,
)

RED_ARMY = {"D5": "SN", "D6": "AB", "C6": "AY", "C7": "AY", "A1": "AY"}
YELLOW_ARMY = {"F6": "AB", "G7": "AY", "F8": "AB", "K1": "AY"}


def skirmish(**more: Any) -> State:
    hand = ["order-3-center", "order-2-center", "shogun", "line-order", "leadership"]
    given = {"commands": {RED: hand}, **more}
    return table(RED_ARMY, YELLOW_ARMY, **given)


def refused(state: State, text: str, seat: int = RED, kept: str = "") -> OrderError:
    faults = all_refused(state, text, seat, kept)
    assert len(faults) == 1, faults
    return faults[0]


def all_refused(
    state: State, text: str, seat: int = RED, kept: str = ""
) -> list[OrderError]:
    with pytest.raises(Refused) as found:
        parse(state, seat, text, kept)
    return found.value.errors


WHOLE = """
CARD order-3-center
ORDER D5 D6 C6
MOVE D5-E6
MOVE C6-D5
ATTACK E6 X F6 THEN ADVANCE BONUS G7, G6
FIRE D6 > F8, F7
DRAW TOKENS
"""


def test_one_mail_plays_a_whole_turn_and_nobody_else_is_asked() -> None:  # SB-17.13
    done = mailed(skirmish(), {RED: WHOLE}, "T H H H", "H H", "H H")
    assert record(done) == [
        *("play order-3-center", "proceed", "order D5", "order D6", "order C6"),
        *("done", "move D5 E6", "move C6 D5", "done", "declare E6 F6", "ready"),
        *("roll", "stand", "*ready", "*roll", "*stand"),
        *("aim D6 F8", "ready", "roll", "stand", "done", "draw tokens"),
    ]
    assert [(asked.seat, asked.point) for asked in done.asked] == [(YELLOW, "D-01")]
    assert told(done, RED) == []
    assert not done.plans[RED]


def test_without_draw_the_writer_is_asked() -> None:  # SB-17.13
    done = mailed(skirmish(), {RED: "CARD order-3-center; ORDER D5; MOVE D5-E6"})
    assert [(asked.seat, asked.point) for asked in done.asked] == [(RED, "D-06")]


def test_draw_leaves_undone_what_is_not_written() -> None:  # SB-17.13
    done = mailed(skirmish(), {RED: "CARD order-3-center; DRAW TOKENS"})
    assert record(done)[:4] == ["play order-3-center", "proceed", "done", "draw tokens"]


def test_a_mail_is_taken_whole_or_not_at_all() -> None:  # SB-17.9
    text = "CARD order-3-center\nORDER D5\nMOVE D5-H5\nHOLD D6\nDRAW TOKENS"
    faults = all_refused(skirmish(), text)
    assert 3 in [fault.line for fault in faults]


@pytest.mark.parametrize(
    ("text", "line", "rule"),
    [
        ("CARD flying-geese; DRAW TOKENS", 1, "SB-4.2"),
        ("ORDER D5", 1, "SB-4.2"),
        ("CARD order-2-center\nORDER D5, D6, C6", 2, "SB-5.1"),
        ("CARD order-3-center\nORDER D5, A1", 2, "SB-5.2"),
        ("CARD order-3-center\nORDER E5", 2, "SB-5.1"),
        ("CARD order-3-center\nORDER D5\nMOVE D6-E6", 3, "SB-4.5"),
        ("CARD order-3-center\nORDER D5\nMOVE D5-F6", 3, "SB-6.2"),
        ("CARD order-3-center\nORDER C7\nMOVE C7-D7-E7\nATTACK E7 X F6", 4, "SB-6.1"),
        ("CARD order-3-center\nORDER D5\nATTACK D5 X F6", 3, "SB-8.1"),
        ("CARD order-3-center\nORDER D6\nFIRE D6 > G7", 3, "SB-2.8"),
        ("CARD order-3-center\nORDER D6\nFIRE D6 > K1", 3, "SB-7.1"),
        ("CARD order-3-center WITH tea-ceremony", 1, "SB-12.2"),
        ("CARD order-3-center WITH war-cry", 1, "SB-12.4"),
        ("CARD order-3-center\nDRAW TOKENS SELL insult", 2, "SB-12.2"),
        ("CARD order-3-center\nORDER D5\nHOLD D5\nMOVE D5-E6", 3, "SB-17.13"),
        ("CARD order-3-center\nORDER D5\nHOLD D6", 3, "SB-17.13"),
        ("CARD order-3-center\nMOVE D5-E6\nORDER D5", 3, "SB-17.13"),
        ("DRAW TOKENS\nCARD order-3-center", 2, "SB-17.13"),
    ],
)
def test_what_is_certainly_illegal_is_refused(
    text: str, line: int, rule: str
) -> None:  # SB-17.9
    faults = all_refused(skirmish(), text)
    assert (line, rule) in [(fault.line, fault.rule) for fault in faults]
    assert all(fault.legal for fault in faults)


def test_a_unit_without_order_never_battles_behind_the_first_dice() -> None:  # SB-17.9
    text = (
        "CARD order-3-center\nORDER D5\nMOVE D5-E6\nATTACK E6 X F6\nFIRE D6 > F8\n"
        "IF WON: FIRE D6 > F8"
    )
    faults = all_refused(skirmish(), text)
    assert [(fault.line, fault.rule) for fault in faults] == [
        (5, "SB-8.1"),
        (6, "SB-8.1"),
    ]


def test_what_dice_decide_is_not_refused() -> None:  # SB-17.9
    text = (
        "CARD order-3-center\nORDER D5, D6, C6\nMOVE D5-E6; MOVE C6-C5\n"
        "ATTACK E6 X F6\nIF ENEMY F7: FIRE D6 > F7"
    )
    assert "fire D6 > F7" in parse(skirmish(), RED, text)


def test_orders_of_shogun_are_cut_by_its_dice() -> None:  # SB-17.10, SB-5.14
    text = "CARD shogun; ORDER D5, D6, C6; MOVE C6-C5; DRAW TOKENS"
    done = mailed(skirmish(), {RED: text}, "S C X X X")
    assert [one for one in record(done) if one.startswith("order")] == [
        *("order D5", "order D6")
    ]
    assert told(done, RED) == [("order C6", "SB-5.14"), ("move C6-C5", "SB-4.5")]


def test_tests_of_the_shogun_roll() -> None:  # SB-17.15
    text = (
        "CARD shogun; IF ROLLED S: ORDER D5; IF ROLLED T >= 2: ORDER C6;"
        "IF NOT ROLLED F: ORDER D6; DRAW TOKENS"
    )
    done = mailed(skirmish(), {RED: text}, "S C T X X")
    assert [one for one in record(done) if one.startswith("order")] == [
        *("order D5", "order D6")
    ]
    assert told(done, RED) == [("if rolled T >= 2: order C6", "SB-17.15")]


def test_a_group_may_be_named_in_any_order() -> None:  # SB-5.15
    text = "CARD line-order; ORDER D5, C6; ORDER D6; DRAW TOKENS"
    done = mailed(skirmish(), {RED: text})
    ordered = [one for one in record(done) if one.startswith("order")]
    assert sorted(ordered) == ["order C6", "order D5", "order D6"]
    fault = refused(skirmish(), "CARD line-order; ORDER D5, A1")
    assert fault.rule == "SB-5.15"


def test_leadership_finds_the_leader_whom_all_fit() -> None:  # SB-5.15, SB-5.12
    army = {"D5": "SN", "D6": "AB+FL", "C6": "AY", "A1": "AY+FL"}
    state = table(army, YELLOW_ARMY, commands={RED: ["leadership"] * 5})
    done = mailed(state, {RED: "CARD leadership; ORDER D5, C6; DRAW TOKENS"})
    assert record(done)[2:5] == ["order D6", "order D5", "order C6"]


def test_a_lone_leader_need_not_be_called_one() -> None:  # SB-17.1
    army = {"D5": "FL", "D6": "AB", "A1": "AY"}
    state = table(army, YELLOW_ARMY, commands={RED: ["order-3-center"] * 5})
    text = "CARD order-3-center; ORDER D5; MOVE D5-D6; DRAW TOKENS"
    done = mailed(state, {RED: text})
    assert record(done)[2:5] == ["order leader D5", "done", "move leader D5 D6"]


def test_the_leader_of_one_unit_goes_over_to_another() -> None:  # SB-17.13
    army = {"C10": "AY", "B10": "AB+FL", "A1": "AY"}
    state = table(
        army,
        YELLOW_ARMY,
        commands={RED: ["order-2-left"] * 5},
        dragons={RED: ["tea-ceremony"]},
    )
    text = (
        "CARD order-2-left WITH tea-ceremony\nORDER C10, LEADER B10\n"
        "MOVE LEADER B10-C10\nHOLD C10\nDRAW DRAGON"
    )
    done = mailed(state, {RED: text})
    assert record(done)[:7] == [
        *("play order-2-left", "dragon tea-ceremony", "order C10", "order leader B10"),
        *("done", "move leader B10 C10", "done"),
    ]
    assert told(done, RED) == []


def test_a_path_is_the_first_of_the_shortest() -> None:  # SB-6.13
    army = {"D5": "MSY", "A1": "AY"}
    state = table(army, {"K1": "AY"}, commands={RED: ["order-3-center"] * 5})
    start = "CARD order-3-center; ORDER D5;"
    assert "move D5 E5 F5" in record(mailed(state, {RED: f"{start} MOVE D5-F5"}))
    written = f"{start} MOVE D5-E6-F5"
    assert "move D5 E6 F5" in record(mailed(state, {RED: written}))
    fault = refused(state, f"{start} MOVE D5-D6-E6")
    assert fault.rule == "SB-6.13"


def test_a_forced_march_goes_with_a_move() -> None:  # SB-17.13, SB-6.11
    state = skirmish(dragons={RED: ["forced-march"]})
    text = "CARD order-3-center; ORDER D5; MOVE D5-F5 WITH forced-march; DRAW TOKENS"
    done = mailed(state, {RED: text})
    assert record(done)[4:6] == ["dragon forced-march D5", "move D5 E5 F5"]


# -------------------------------------------------------------------------- battles


def melee(**more: Any) -> State:
    red = {"E6": "SN+FL", "D6": "AB", "D5": "MSY", "A1": "AY"}
    yellow = {"F6": "AB", "G7": "AY", "F8": "AB", "K1": "AY"}
    return battle(red, yellow, ["E6", "D6", "D5"], **more)


def test_extras_that_cannot_be_had_now_are_refused() -> None:  # SB-17.9, SB-17.14
    assert refused(melee(tokens=(0, 5)), "ATTACK E6 X F6 INSPIRE").rule == "SB-8.5"
    assert refused(melee(), "ATTACK E6 X F6 CHALLENGE").rule == "SB-12.2"
    assert refused(melee(), "ATTACK E6 X F6 WITH war-cry").rule == "SB-12.2"


def test_cards_of_an_attack() -> None:  # SB-17.14
    state = melee(dragons={RED: ["war-cry", "trophy-heads"]})
    text = "ATTACK E6 X F6 INSPIRE WITH war-cry THEN ADVANCE WITH trophy-heads"
    done = mailed(state, {RED: text}, "C C C C C H H")
    assert record(done)[:5] == [
        *("declare E6 F6", "ready inspire war-cry", "roll", "stand", "advance")
    ]
    assert told(done, RED) == [("with trophy-heads", "SB-12.1")]


def test_a_card_after_a_success() -> None:  # SB-17.14, W12
    state = melee(dragons={RED: ["trophy-heads"]})
    text = "ATTACK E6 X F6 THEN ADVANCE WITH trophy-heads"
    done = mailed(state, {RED: text}, "C C C C")
    assert record(done)[4:] == ["dragon trophy-heads", "advance"]


def test_dice_are_thrown_again() -> None:  # SB-17.14, W9
    state = melee(dragons={RED: ["fortunes-smile"]})
    text = "ATTACK E6 X F6 WITH fortunes-smile"
    done = mailed(state, {RED: text}, "C T H H", "C C C", "H H")
    assert "dragon fortunes-smile T H H" in record(done)
    text = "ATTACK E6 X F6 WITH fortunes-smile DICE H, F"
    done = mailed(state, {RED: text}, "C T H H", "C C", "H H")
    assert "dragon fortunes-smile H H" in record(done)
    text = "ATTACK E6 X F6 WITH fortunes-smile DICE F"
    done = mailed(state, {RED: text}, "C T H H", "H H")
    assert not [one for one in record(done) if one.startswith("dragon")]


def test_a_bonus_melee_against_the_first_that_is_left() -> None:  # SB-17.14
    text = "ATTACK E6 X F6 THEN ADVANCE BONUS G6, G7 INSPIRE THEN ADVANCE"
    done = mailed(melee(), {RED: text}, "C C C C", "T T T T H")
    assert record(done)[4:] == [
        *("advance", "declare F6 G7", "ready inspire", "roll", "stand", "advance")
    ]


def test_no_bonus_target_is_told() -> None:  # SB-17.14
    text = "ATTACK E6 X F6 THEN ADVANCE BONUS G6, E7"
    done = mailed(melee(), {RED: text}, "C C C C")
    assert told(done, RED) == [("bonus G6, E7", "SB-8.11")]


def test_then_wait_asks_and_proceed_goes_on() -> None:  # SB-17.14, SB-17.18
    text = "ATTACK E6 X F6 THEN WAIT\nFIRE D6 > F8\nDRAW TOKENS"
    done = mailed(melee(), {RED: text}, "C C C C")
    assert [(q.seat, q.point, q.reason) for q in done.asked] == [(RED, "D-17", "then")]
    plan = parse(done.state, RED, "proceed", done.plans[RED])
    more = advance(game_of(GAME), done.state, {RED: plan}, Dice("H H"))
    assert record(more)[:2] == ["remain", "aim D6 F8"]
    step = parse(done.state, RED, "advance", done.plans[RED])
    more = advance(game_of(GAME), done.state, {RED: step}, Dice())
    assert record(more) == ["advance"]


def test_fire_at_the_first_legal_target() -> None:  # SB-17.14
    done = mailed(melee(), {RED: "FIRE D6 > G6, F8"}, "H H")
    assert record(done)[0] == "aim D6 F8"


def test_the_second_shot_of_stand_and_fire() -> None:  # SB-17.14, SB-5.10
    state = table(
        {"D6": "AB", "A1": "AY"},
        {"F8": "AB", "K1": "AY"},
        commands={RED: ["stand-and-fire"] * 5},
    )
    text = "CARD stand-and-fire; ORDER D6; FIRE D6 > F8 AND > F7, F8; DRAW TOKENS"
    done = mailed(state, {RED: text}, "H H", "H H")
    assert record(done).count("aim D6 F8") == 2
    done = mailed(melee(), {RED: "FIRE D6 > F8 AND > F8"}, "H H")
    assert told(done, RED) == [("and > F8", "SB-5.10")]


def test_a_line_that_became_illegal_is_skipped_and_told() -> None:  # SB-17.19
    text = "ATTACK E6 X F6; ATTACK D5 X E6; DRAW TOKENS"
    done = mailed(melee(), {RED: text}, "C C C C")
    assert told(done, RED) == [("attack D5 x E6", "SB-8.1")]
    assert done.asked[0].seat == YELLOW


def test_if_won() -> None:  # SB-17.15
    lines = "ATTACK E6 X F6; IF NOT WON E6: FIRE D6 > F8; IF WON: DRAW DRAGON"
    done = mailed(melee(), {RED: lines}, "C C C C")
    assert told(done, RED) == [("if not won E6: fire D6 > F8", "SB-17.15")]
    assert "draw dragon" in record(done)
    never = "IF NOT WON D5: ATTACK E6 X F6; DRAW TOKENS"
    done = mailed(melee(), {RED: never})
    assert told(done, RED) == [("if not won D5: attack E6 x F6", "SB-17.15")]


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("ENEMY F6", True),
        ("ENEMY F6 <= 3", False),
        ("ENEMY F6 = 4", True),
        ("ENEMY E6", False),
        ("OWN E6 >= 4", True),
        ("NOT OWN E7", True),
        ("EMPTY E7", True),
        ("EMPTY E6", False),
        ("TOKENS >= 5", True),
        ("TOKENS <= 4", False),
        ("ROLLED H", False),
        ("NOT ROLLED H", False),
        ("WON", False),
        ("NOT WON", False),
        ("ENEMY F6 AND OWN E6", True),
        ("ENEMY F6 AND OWN E7", False),
    ],
)
def test_each_test_of_if(test: str, holds: bool) -> None:  # SB-17.15
    done = mailed(melee(), {RED: f"IF {test}: WAIT; DRAW TOKENS"})
    assert (done.asked[0].reason == "wait") == holds


# ------------------------------------------------------------------------------ WAIT


def test_wait_shows_what_is_kept_and_proceed_goes_on() -> None:  # SB-17.18
    state = skirmish()
    text = (
        "CARD order-3-center; ORDER D5; MOVE D5-E6; WAIT; ATTACK E6 X F6; DRAW TOKENS"
    )
    done = mailed(state, {RED: text})
    assert [(q.seat, q.point, q.reason) for q in done.asked] == [(RED, "D-06", "wait")]
    kept = done.plans[RED]
    assert "attack E6 x F6" in kept
    plan = parse(done.state, RED, "PROCEED", kept)
    more = advance(game_of(GAME), done.state, {RED: plan}, Dice("H H H H", "H H"))
    assert record(more)[:2] == ["done", "declare E6 F6"]
    new = parse(done.state, RED, "DRAW DRAGON", kept)
    assert new.splitlines()[0] == "turn 7: draw dragon"
    assert "attack" not in new


def test_proceed_without_a_wait_is_refused() -> None:  # SB-17.18
    assert refused(melee(), "PROCEED").rule == "SB-17.18"


def test_a_phase_that_was_left_is_over() -> None:  # SB-17.18
    assert refused(melee(), "MOVE E6-E7; DRAW TOKENS").rule == "SB-17.13"


# -------------------------------------------------- steps, later turns, time is up


def test_a_step_is_that_step_and_no_more() -> None:  # SB-17.13
    done = mailed(skirmish(), {RED: "play order-3-center"})
    assert record(done) == ["play order-3-center"]
    done = mailed(skirmish(), {RED: "play order-3-center; proceed; order D5; done"})
    assert record(done)[-1] == "done"
    assert done.asked[0].point == "D-06"


def test_lines_for_the_next_turn_are_kept() -> None:  # SB-17.9
    state = skirmish(active=YELLOW)
    plan = parse(state, RED, "CARD shogun; ORDER A5; DRAW TOKENS")
    assert plan.splitlines()[0] == "turn 8: card shogun"
    other = parse(state, RED, "CARD line-order; DRAW TOKENS", plan)
    assert other == "turn 8: card line-order\nturn 8: draw tokens"


def test_a_lost_card_makes_the_whole_plan_lapse() -> None:  # SB-17.19
    state = skirmish(active=YELLOW)
    text = "CARD flying-geese; ORDER D5; DRAW TOKENS"
    yellow = "CARD order-1-left; DRAW TOKENS"
    done = mailed(state, {YELLOW: yellow, RED: text})
    step = done.steps[-1].state
    if done.asked[0].seat == YELLOW:  # two cards were drawn
        plan = parse(done.state, YELLOW, game_of(GAME).options(step, YELLOW)[0].text)
        plans = {**done.plans, YELLOW: plan}
        done = advance(game_of(GAME), done.state, plans, Dice())
        plan = parse(done.state, YELLOW, "DRAW TOKENS; done")
        done = advance(game_of(GAME), done.state, {**done.plans, YELLOW: plan}, Dice())
    assert (done.asked[0].seat, done.asked[0].reason) == (RED, "lapsed")
    assert {rule for _, rule in told(done, RED)} == {"SB-17.19"}


def test_time_is_up() -> None:  # SB-17.20
    done = mailed(skirmish(), {RED: "CARD order-3-center; ORDER D5; WAIT"}, late=[RED])
    assert record(done)[:4] == ["play order-3-center", "proceed", "order D5", "done"]
    assert "draw dragon" in record(done)
    assert done.asked[0].seat == YELLOW
    done = mailed(skirmish(), {}, late=[RED])
    assert record(done)[:3] == ["play leadership", "proceed", "draw dragon"]


def test_what_is_left_when_the_turn_ends_lapses_and_is_told() -> None:  # SB-17.13
    text = "CARD order-3-center; DRAW TOKENS; WAIT; sell insult"
    state = skirmish(dragons={RED: ["insult", "ambush"]})
    done = mailed(state, {RED: text})
    assert ("sell insult", "SB-17.13") in told(done, RED)


def test_a_unit_set_back_by_mired_fights_from_where_it_is() -> None:  # SB-17.10
    state = table(
        {"C6": "MSY", "A1": "AY"},
        {"F6": "AB", "E7": "AB", "K1": "AY"},
        commands={RED: ["order-3-center"] * 5},
        dragons={YELLOW: ["mired"]},
    )
    text = "CARD order-3-center; ORDER C6; MOVE C6-D6-E6; ATTACK E6 X E7; DRAW TOKENS"
    react = "REACT MOVED cavalry NEAR F6: DRAGON mired"
    done = mailed(state, {RED: text, YELLOW: react}, "H H H H", "H H")
    assert "declare D6 E7" in record(done)


@pytest.mark.parametrize("top", ["insult", "mired"])
def test_a_refusal_tells_nothing_of_the_decks(top: str) -> None:  # SB-17.2
    state = skirmish()
    done = mailed(state, {RED: "CARD order-3-center; done"})
    ended = done.state.copy()
    ended.dragon_deck = (top, "ambush")
    assert "sell insult" in parse(ended, RED, "draw dragon; sell insult")
    state.command_deck = ("shogun", "crane-wing") if top == "mired" else ("shogun",) * 2
    state.command_hands = (("order-1-left",) * 5, state.command_hands[YELLOW])
    text = "CARD order-1-left; keep crane-wing; DRAW TOKENS; sell insult"
    assert "keep crane-wing" in parse(state, RED, text)

"""The record of a match: one event per line. [AOW-10.15]"""

from __future__ import annotations

import re
from pathlib import Path

import engine.age_of_war as game
from engine.age_of_war import parse, resign
from engine.age_of_war.board import SLOTS
from engine.age_of_war.record import asked, record
from engine.age_of_war.state import State
from engine.chance import Scripted
from engine.contract import Event
from engine.match import Match
from engine.run import advance
from tests.engine.age_of_war.table import at, play

PEOPLE = ("Aki", "Botan no Kami")
SHEET = (Path(game.__file__).parent / "RULES.md").read_text("utf-8")
EXAMPLE = SHEET.split("**AOW-10.15")[1].split("```")[1].split("\n")[1:-1]


def told(state: State, order: str, rolls: dict[str, str] | None = None) -> list[str]:
    return record(play(state, state.seat, order, rolls)[1], PEOPLE)


def test_the_sample_turn_of_the_sheet() -> None:  # AOW-10.15
    names = ("katya", "botan")
    before = at(seats=2, first=1, turn=11, seat=1, hand="1 1 1 1 1 1 1")
    script = {
        "turn 12 roll 1": "3 3 2 A C G 1",
        "turn 12 roll 2": "A A C 1",
        "turn 12 roll 3": "G 2 A",
    }
    chance = Scripted(script)
    plans = {1: parse(before, 1, "pass", "", names)}
    plans[0] = parse(before, 0, "take dalian; fill G; reroll drop A", "", names)
    done = advance(game, before, plans, chance)
    lines = record([event for step in done.steps for event in step.events], names)
    assert lines[0] == "end pass"
    assert lines[1:10] == EXAMPLE
    assert lines[10:] == ["turn 13 botan", f"roll {' '.join(done.state.hand)}"]


def test_a_whole_match_has_lines_of_these_forms_alone() -> None:  # AOW-10.15
    match = Match("age_of_war", ["Aki", "Botan"], seed="33" * 32)
    lines = record(match.events, match.names)
    while not match.over:
        match.ring([match.asked[0].seat])
        lines += record(match.events, match.names)
    card, faces = r"[A-F][1-4]", r"[123ACG]( [123ACG]){0,6}"
    form = re.compile(
        rf"turn \d+ (aki|botan)|roll {faces}|lose [123ACG]"
        rf"|fill {card} ([ACG]+|I\d+|S) using {faces}"
        rf"|conquer {card} from (-|aki|botan)|subdue [A-F]"
        r"|end (conquest|dice|hopeless|pass)|game over"
    )
    assert [line for line in lines if not form.fullmatch(line)] == []
    assert lines[0].startswith("turn 1 ")
    assert lines[-2:] == ["end conquest", "game over"]
    assert lines.count("game over") == 1


def test_dice_placed_are_in_roll_order() -> None:  # AOW-10.15
    state = at(hand="1 2 3 A 3 2 G")
    assert told(state, "fill D1 2 233")[0] == "fill D1 I8 using 2 3 3"
    state = at(hand="G C 3 A 3 2 G")
    assert told(state, "fill B1 1")[0] == "fill B1 AC using C A"


def test_a_card_taken_names_the_former_holder() -> None:  # AOW-10.15
    state = at(hand="G", holder={"D1": 1}, target="D1", placed=[(1, "G"), (2, "332")])
    assert told(state, "fill D1 3")[:3] == [
        "fill D1 S using G",
        "conquer D1 from botan-no-kami",
        "end conquest",
    ]


def test_a_province_is_subdued_right_after_the_conquest() -> None:  # AOW-10.15
    state = at(hand="G A", holder={"D2": 0}, target="D1", placed=[(2, "332")])
    assert told(state, "fill D1 1")[1:4] == [
        "conquer D1 from -",
        "subdue D",
        "end conquest",
    ]


def test_the_ends_of_a_turn() -> None:  # AOW-10.15
    assert told(at(hand="3 3 2 A C G 1"), "pass")[0] == "end pass"
    last = at(hand="G", target="D1", placed=[(2, "332")])
    assert told(last, "reroll G")[:2] == ["lose G", "end dice"]
    wasted = at(hand="1 1 1 2 A", target="C2", placed=[(1, "G")])
    assert "end hopeless" in told(wasted, "reroll A", {"turn 1 roll 4": "1 1 1 1"})


def test_a_turn_names_its_player_in_one_word() -> None:  # AOW-10.15
    lines = told(at(hand="3 3 2 A C G 1"), "pass", {"turn 2 roll 1": "1 1 2 3 A C G"})
    assert lines == ["end pass", "turn 2 botan-no-kami", "roll 1 1 2 3 A C G"]


def test_game_over_is_the_very_last_line() -> None:  # AOW-10.15, AOW-8.1
    holder = {slot: 0 for slot in SLOTS if slot != "F1"}
    state = at(
        hand="A", holder=holder, target="F1", placed=[(1, "GG"), (3, "C"), (4, "31")]
    )
    assert told(state, "fill F1 2") == [
        "fill F1 A using A",
        "conquer F1 from -",
        "subdue F",
        "end conquest",
        "game over",
    ]


def test_an_adjudicated_match_says_so() -> None:  # AOW-10.15, AOW-9.20
    state = at(hand="3 3 2 A C G 1", turn_cap=1)
    assert told(state, "pass") == ["end pass", "game over adjudicated"]


def test_a_seat_that_leaves_has_no_line() -> None:  # AOW-10.15, AOW-9.19
    _, events = resign(at(hand="3 3 2 A C G 1"), 1)
    assert [event.kind for event in events] == ["seat_left"]
    assert record(events, PEOPLE) == []


def test_a_question_has_its_reason() -> None:  # AOW-10.15, AOW-10.12
    reasons = ("ask", "strict", "targets-gone", "uncovered")
    assert [asked(reason) for reason in reasons] == [f"ask {r}" for r in reasons]


def test_a_seat_without_a_name_still_has_a_word() -> None:  # AOW-10.15
    event = Event("turn_begun", {"turn": 3, "seat": 2})
    assert record([event], PEOPLE) == ["turn 3 seat-2"]

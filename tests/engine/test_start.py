"""Matches that begin from a position: found, composed, completed, refused."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.contract import Position
from engine.errors import ChoiceRefused, ReplayBroken, StartRefused
from engine.log import log_read, log_text
from engine.log_json import log_json, text_from_json
from engine.match import Match, open_log
from engine.registry import game as game_of
from engine.registry import games
from engine.replay import replay, verify
from engine.start import LONGEST, read_position, start_from
from tests.engine.test_contract import every_game, random_match
from tests.engine.test_log_json import SCHEMA, alone, faults
from tests.engine.test_taken_up import SEED, play_out

NAMES = ["Aki", "Botan"]


def people(name: str) -> list[str]:
    """As few as can play the game."""
    return [*NAMES, "Chie"][: games()[name].seats[0]]


LATE = {"cards": {"D1": 1, "D2": 0, "A1": 0}, "hand": "332ACG1", "seat": 1}


def begun(name: str, position: Position, **fields: Any) -> Match:
    return Match(name, people(name), seed=SEED, position=position, **fields)


@every_game
def test_a_match_begins_from_where_another_was(name: str) -> None:
    game = game_of(name)
    other = Match(name, people(name), seed="3c" * 32)
    for _ in range(3):
        seat = other.asked[0].seat
        other.write(seat, game.default(other.state_for(seat), seat).text)
    match = begun(name, game.position(other.state), choices=other.log.choices)
    assert match.states[0] == other.state
    assert match.log.entries[0].text == "setup"
    play_out(match)
    text = match.text()
    assert "taken up from a position" in verify(text)
    assert log_text(log_read(text)) == text
    assert text_from_json(log_json(log_read(text))) == text
    assert list(faults(json.loads(log_json(log_read(text))), SCHEMA)) == []


@every_game
def test_an_empty_position_is_a_match_at_its_beginning(name: str) -> None:
    match = begun(name, {})
    assert match.log.position == game_of(name).position(match.states[0])
    play_out(match)
    assert verify(match.text())


@every_game
def test_a_state_tells_what_it_was_agreed_by(name: str) -> None:
    """In every moment, and nothing that the game does not let one choose."""
    game = game_of(name)
    told = None
    for moment in random_match(name, limit=40):
        agreed = game.agreed(moment.state)
        start = start_from(name, game.position(moment.state))
        assert agreed.items() <= start.choices.items()
        told = told or agreed
    assert told


@every_game
def test_what_was_agreed_is_what_was_chosen(name: str) -> None:
    match = Match(name, people(name), seed=SEED)
    assert game_of(name).agreed(match.state).items() <= match.log.choices.items()


@every_game
def test_nobody_resigns_twice(name: str) -> None:
    """By this the kit knows that a seat has been given up."""
    if games()[name].seats[1] < 3:
        pytest.skip("where one of two resigns, the match is over")
    match = Match(name, [*NAMES, "Chie"], seed=SEED)
    match.resign(2)
    with pytest.raises(StartRefused, match="seat 2 has been given up"):
        start_from(name, match.game.position(match.state))


@every_game
def test_nothing_begins_where_it_is_over(name: str) -> None:
    match = Match(name, people(name), seed=SEED)
    play_out(match)
    with pytest.raises(StartRefused, match="the match is over"):
        start_from(name, match.game.position(match.state))


def test_a_composed_position_is_completed_in_the_log() -> None:
    match = begun("age_of_war", LATE)
    position = match.log.position
    assert position is not None
    assert position["turn_cap"] == 0
    assert position["cards"] == {"A1": 0, "D1": 1, "D2": 0}
    assert f"from: 0 {json.dumps(position, sort_keys=True)[:9]}" in match.text()
    again = open_log(log_read(match.text()), SEED)
    assert again.state == match.state
    assert again.asked == match.asked


def test_the_verifier_alone_reads_a_match_from_a_position(tmp_path: Path) -> None:
    match = begun("age_of_war", LATE)
    play_out(match)
    code, said = alone(match.text(), tmp_path)
    assert code == 0, said


def test_choices_are_those_of_the_position() -> None:
    match = begun("age_of_war", {"set": "sengoku-2014", "turn_cap": 12})
    assert match.log.choices["set"] == "sengoku-2014"
    assert match.log.choices["turn_cap"] == "12"
    shrines = {"variants": ["shrines"], "edition": "crowd-games", "screens": True}
    choices = begun("small_samurai_empires", shrines).log.choices
    assert (choices["shrines"], choices["agenda"]) == ("yes", "no")
    assert (choices["edition"], choices["screens"]) == ("crowd-games", "yes")


def test_what_contradicts_the_position_is_refused() -> None:
    with pytest.raises(StartRefused, match="set=qin-2024, not sengoku-2014"):
        begun("age_of_war", LATE, choices={"set": "sengoku-2014"})
    with pytest.raises(StartRefused, match="for 3 players, not 2"):
        begun("age_of_war", {"seats": 3})
    with pytest.raises(ChoiceRefused, match="no choice"):
        begun("age_of_war", LATE, choices={"colour": "red"})


def test_a_log_whose_choices_contradict_its_position_is_refused() -> None:
    log = begun("age_of_war", LATE).log
    wrong = replace(log, choices={**log.choices, "set": "sengoku-2014"})
    with pytest.raises(ReplayBroken, match=r"entry 0: the position has set=qin-2024"):
        list(replay(wrong))


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ({"seats": 9}, "“seats” is a number from 2 to 6; 9 is not"),
        ({"hands": 1}, "no field “hands”"),
        ({"cards": {"D1": 7}}, "a number from 0 to 1"),
        ({"game": "chess"}, "one of age_of_war"),
        ([], "written as JSON"),
        ("{}", "written as JSON"),
        (None, "written as JSON"),
        ({"a": [[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]}, "written as JSON"),
    ],
)
def test_an_impossible_position_is_refused_with_its_reason(
    position: Any, why: str
) -> None:
    with pytest.raises(StartRefused, match=why):
        start_from("age_of_war", position)


ODD = [None, True, -1, 10**30, 0.5, "x", "", [], [1], ["x"], [None], {}, {"x": 1}]


@every_game
def test_no_odd_value_breaks_the_reading(name: str) -> None:
    """Whatever stands in a field: it is read, or refused with a sentence."""
    match = Match(name, people(name), seed=SEED)
    whole = match.game.position(match.state)
    for field in (*whole, "wind"):
        for value in ODD:
            for position in ({**whole, field: value}, {field: value}):
                with suppress(StartRefused, ChoiceRefused):
                    start_from(name, position)


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", "1", "{", '{"a":' * 5000, "9" * (LONGEST + 1)]
)
def test_what_is_no_json_is_told(text: str) -> None:
    with pytest.raises(StartRefused, match="written as JSON"):
        read_position(text)


def test_what_mail_programs_do_to_quotation_marks_is_undone() -> None:
    assert read_position("{“cards”: {„D1“: 1}}".replace("“:", "”:")) == {
        "cards": {"D1": 1}
    }


def test_a_match_in_the_terminal_begins_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "late.json"
    file.write_text(json.dumps(LATE), encoding="utf-8")
    command = ["match", "age_of_war", "--bots", "auto", "auto", "--position"]
    assert main([*command, str(file)]) == 0
    assert "\nfrom: 0 {" in capsys.readouterr().out
    file.write_text("{nonsense", encoding="utf-8")
    assert main([*command, str(file)]) == 2
    assert "written as JSON" in capsys.readouterr().err
    assert main([*command, str(tmp_path / "none")]) == 2

"""Matches that begin from a scenario written by hand. [SB-15.7]"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.__main__ import main
from engine.bots import bots
from engine.contract import visible
from engine.errors import ChoiceRefused, StartRefused
from engine.languages import LANGUAGES
from engine.log import log_read
from engine.match import Match
from engine.registry import game, games
from engine.replay import replay, verify
from engine.samurai_battles.cards import COMMAND_DECK
from engine.samurai_battles.scenario import FILE
from engine.start import is_undealt, read_position
from engine.words import sentence
from tests.engine.test_taken_up import SEED

NAME = "samurai_battles"
TWO_BRIDGES = Path(__file__).parents[3] / "docs" / "scenarios" / "two-bridges.toml"
TEXT = TWO_BRIDGES.read_text("utf-8")


def begun(seed: str = SEED) -> Match:
    position = read_position(TEXT, NAME)
    return Match(NAME, ["Aki", "Botan"], seed=seed, position=position)


def test_the_example_has_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "check", str(TWO_BRIDGES)]) == 0
    assert capsys.readouterr().out.endswith("X01 Two bridges: good.\n")


def test_faults_are_told_with_line_help_and_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # SB-15.10
    file = tmp_path / "wrong.toml"
    wrong = TEXT.replace("banners = 4", "baners = 4").replace('"H8" }', '"H12" }')
    file.write_text(wrong, "utf-8")
    assert main(["scenario", "check", str(file)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "line 6: Scenario X01: the field banners is missing. [E_MISSING]",
        "line 14: Scenario X01: there is no field baners. Did you mean banners? "
        "[E_UNKNOWN]",
        "line 62: Scenario X01: H12 is no hex of the board. The rows A C E G I K have "
        "columns 1 to 12, rows B D F H J 1 to 11. [E_HEX]",
    ]


def test_cards_are_dealt_when_the_match_begins() -> None:  # SB-3.2, SB-15.7
    match = begun()
    assert match.log.position is not None
    assert match.log.position["turn"] == 0
    assert is_undealt(NAME, match.log.position)
    assert "prov" not in match.log.position["scenario"]
    state = match.state
    hands = [card for hand in state.command_hands for card in hand]
    assert sorted([*hands, *state.command_deck]) == sorted(COMMAND_DECK)
    assert begun("77" * 32).state.command_deck != state.command_deck
    assert state.active == 1, "yellow plays first"


def test_such_a_match_is_played_shown_and_verified() -> None:  # SB-15.7, SB-17.11
    match = begun()
    dice, bot = Random(1), bots(NAME)["tactician"]
    while not match.over:
        seat = match.asked[0].seat
        match.write(seat, bot(match.game, match.state_for(seat), seat, dice))
    assert "taken up from a position" in verify(match.text())
    assert match.log.choices["scenario"] == "own"
    log = log_read(match.text())
    for frame in replay(log, SEED):
        view = game(NAME).view(frame.state, None)
        for event in visible(frame.events, None):
            assert sentence(event, view, "en", match.names)
    for language in games()[NAME].languages:
        assert game(NAME).render(view, language, match.names).prose


def test_a_file_with_several_scenarios_is_no_beginning() -> None:
    own = (
        FILE.read_text("utf-8").replace('"S0', '"T0').replace('slug = "', 'slug = "t-')
    )
    for language in LANGUAGES:
        own = own.replace(f'title_{language} = "', f'title_{language} = "T ')
    with pytest.raises(StartRefused, match="holds 9 scenarios"):
        read_position(own, NAME)


def test_ours_are_chosen_not_copied() -> None:  # SB-15.8
    with pytest.raises(StartRefused, match="is used twice"):
        read_position(TEXT.replace('"two-bridges"', '"first-skirmish"'), NAME)


def test_nobody_chooses_a_scenario_that_is_not_there() -> None:  # SB-3.5
    with pytest.raises(ChoiceRefused, match="given as a file"):
        Match(NAME, ["Aki", "Botan"], {"scenario": "own"})

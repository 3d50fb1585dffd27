"""Files of a game's own: checked, read into positions, dealt when a match begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.__main__ import main
from engine.errors import StartRefused
from engine.files import files_of, kinds
from engine.log import log_read
from engine.match import Match, open_log
from engine.replay import replay, verify
from engine.start import is_undealt, read_position, start_from
from tests.engine.test_taken_up import SEED, play_out

FEAST = 'name = "Obon"\nguests = 3\nrounds = 2\n'
NAMES = ["Aki", "Botan", "Chie"]


def begun(seed: str = SEED) -> Match:
    return Match("toy", NAMES, seed=seed, position=read_position(FEAST, "toy"))


def test_a_kind_of_file_is_found_by_the_module_of_its_game() -> None:
    assert kinds()["feast"] == ("toy",)
    assert files_of("age_of_war") is None


def test_what_a_file_leaves_open_is_drawn_when_the_match_begins() -> None:
    match = begun()
    assert match.log.position is not None
    assert match.log.position["deck"] == []
    assert match.log.entries[0].text.startswith("setup | prizes: ")
    assert is_undealt("toy", match.log.position)
    others = {begun(f"{n:064x}").log.entries[0].text for n in range(9)}
    assert len(others) > 1, "each match has prizes of its own"
    assert [event.kind for event in match.events] == ["round_begun"]


def test_such_a_match_is_played_verified_and_taken_up_again() -> None:
    match = begun()
    again = open_log(log_read(match.text()), SEED)
    assert again.state == match.state
    play_out(match)
    assert "taken up from a position" in verify(match.text())
    frames = list(replay(log_read(match.text()), SEED))
    assert frames[-1].state == match.state
    assert frames[0].events


def test_a_position_that_leaves_nothing_open_is_taken_as_it_is() -> None:
    assert not is_undealt("toy", start_from("toy", {}).position)
    assert Match("toy", NAMES[:2], position={}).log.entries[0].text == "setup"


def test_a_file_with_faults_is_refused_with_all_of_them() -> None:
    with pytest.raises(StartRefused) as refused:
        read_position("guests = 9\nrounds = 9", "toy")
    assert str(refused.value) == (
        "guests must be a number from 2 to 4; it is 9. "
        "rounds must be a number from 1 to 5; it is 9."
    )
    with pytest.raises(StartRefused, match="between braces"):
        read_position("guests = 3", "age_of_war")


def test_a_file_is_checked_in_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "obon.toml"
    file.write_text(FEAST, "utf-8")
    assert main(["feast", "check", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: Obon: good.\n"
    file.write_text("guests = 1\nrounds = 2", "utf-8")
    assert main(["feast", "check", str(file)]) == 1
    said = capsys.readouterr()
    assert said.err == "guests must be a number from 2 to 4; it is 1.\n"
    assert said.out == "The feast has no name.\n"


def test_a_match_begins_from_a_file_in_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "obon.toml"
    file.write_text(FEAST, "utf-8")
    bots = ["--bots", "random", "random", "random"]
    assert main(["match", "toy", *bots, "--position", str(file)]) == 0
    assert "taken up from a position" in verify(capsys.readouterr().out)

"""Corrected board files: what is taken can be played, the rest not. [SSE-2.12]"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.chance import Seeded
from engine.errors import ChoiceRefused
from engine.match import Match
from engine.registry import games
from engine.replay import verify
from engine.small_samurai_empires.board import (
    BOARD,
    BOARDS,
    FIRST,
    BoardRefused,
    first_board,
    read_board,
    read_boards,
)
from engine.small_samurai_empires.positions import from_position, position
from engine.small_samurai_empires.rules import setup
from engine.small_samurai_empires.view import view
from tests.engine.small_samurai_empires.boards import (
    FILE,
    OTHER,
    TEXT,
    added,
    corrected,
)

GAME = "small_samurai_empires"
ENGINE = FILE.parent.parent.parent
REPLAYS = Path(__file__).parent.parent.parent / "replays"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("grey = 5\n", "grey = 4\n", "19 destiny cards"),
        ("eras                   = 3", "eras = 4", "destiny cards"),
        ("start_food             = 2", "start_food = 8", "food"),
        ("start_bushido          = 2", "start_bushido = 8", "bushido"),
        ("start_armies_per_capital = 2", "start_armies_per_capital = 5", "armies"),
        ("players_min            = 2", "players_min = 1", "1 players"),
        ("game_end_steps        = 4", "game_end_steps = 8", "game_end_steps"),
        ("game_end_steps        = 5", "game_end_steps = 6", "game_end_steps"),
        ('id = "1b"', 'id = "1a"', "1a"),
        ("power_castle           = 2", "power_castle = -2", "power_castle"),
        (
            "leftover_resources_per_point = 3",
            "leftover_resources_per_point = 0",
            "left",
        ),
    ],
)
def test_a_box_that_cannot_be_played_is_refused(
    old: str, new: str, said: str
) -> None:  # SSE-2.12, SSE-3.2, SSE-8.7
    with pytest.raises(BoardRefused, match=said):
        read_board(corrected((old, new)))


def test_one_side_of_a_tile_is_not_enough() -> None:  # SSE-10.1.1
    one_side = re.sub(r'\[\[agenda\]\]\nid = "3b"\n(?:.+\n)+', "", TEXT)
    assert one_side != TEXT
    with pytest.raises(BoardRefused, match="3"):
        read_board(one_side)


def test_every_board_can_be_chosen_and_is_kept() -> None:  # SSE-2.12, SSE-3.7
    about = games()["small_samurai_empires"]
    choice = about.choices["board"]
    assert set(choice.values) == set(BOARDS)
    assert choice.unsaid == BOARD.id == FIRST
    assert about.complete(2, {})["board"] == choice.default
    more = choice._replace(values=(*choice.values, "other"))
    about = about._replace(choices={**about.choices, "board": more})
    assert about.complete(2, {"board": "other"})["board"] == "other"


def test_the_log_of_a_new_match_names_its_board() -> None:  # SSE-2.12
    text = Match("small_samurai_empires", ["Aki", "Botan"], seed="0c" * 32).text()
    assert f"choices: agenda=no, board={BOARD.id}, " in text
    verify(text)


def test_an_older_log_that_names_no_board_means_the_first() -> None:  # SSE-2.12
    about = games()["small_samurai_empires"]
    other = about.choices["board"]._replace(default="other", values=(FIRST, "other"))
    newer = about._replace(choices={**about.choices, "board": other})
    assert newer.complete(2, {})["board"] == "other"
    assert newer.meant({"agenda": "no"})["board"] == FIRST


@pytest.mark.parametrize("name", ["board-0.toml", "board-z.toml", "board2.toml"])
def test_a_corrected_board_changes_no_match_that_was_played(
    name: str, tmp_path: Path
) -> None:
    """SSE-2.12: the first file by name was the default, and logs did not say which."""
    shutil.copytree(ENGINE, tmp_path / "engine")
    data = tmp_path / "engine" / "small_samurai_empires" / "data"
    (data / name).write_text(OTHER, encoding="utf-8")
    new = tmp_path / "new.log"
    new.write_text(Match(GAME, ["Aki", "Botan"], seed="0c" * 32).text())
    for log in (sorted((REPLAYS / GAME).glob("*.log"))[0], new):
        command = [sys.executable, "-m", "engine", "verify", str(log)]
        told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (told.returncode, told.stderr) == (0, "")


def test_the_first_board_cannot_be_taken_away(tmp_path: Path) -> None:  # SSE-2.12
    (tmp_path / "board.toml").write_text(OTHER, encoding="utf-8")
    with pytest.raises(BoardRefused, match=FIRST):
        first_board(read_boards(tmp_path))


def test_a_board_that_is_gone_is_named() -> None:  # SSE-2.12
    with pytest.raises(ChoiceRefused, match="nowhere"):
        setup(2, {"board": "nowhere"}, Seeded("00" * 32))


def test_a_position_names_its_board() -> None:  # SSE-2.12
    with added(OTHER) as board:
        state, _ = setup(3, {"board": board.id}, Seeded("00" * 32))
        again = from_position(position(state))
        assert again == state
        assert again.setup.board is board
        assert "kagoshima" in view(state, 0)["provinces"]

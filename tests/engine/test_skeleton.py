"""`python -m engine new`: what it writes is a whole game, and what it refuses."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.chance import Seeded
from engine.registry import game
from engine.rulebook import rules
from engine.skeleton import NotWritten, write_game
from tests.engine import test_contract as contract
from tests.examples import registered
from tests.test_boundaries import cited, cites

NAME = "bean_counters"
TESTS = [
    test for name, test in sorted(vars(contract).items()) if name.startswith("test_")
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    parent = tmp_path_factory.mktemp("fresh") / "fresh_games"
    assert main(["new", NAME, str(parent)]) == 0
    (parent / "__init__.py").touch()
    sys.path.insert(0, str(parent.parent))
    with registered(parent, "fresh_games"):
        yield parent / NAME
    sys.path.remove(str(parent.parent))


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
def test_it_passes_the_contract_tests(
    folder: Path, test: Callable[[str], None]
) -> None:
    test(NAME)


def test_its_own_tests_pass_and_cite_every_rule(folder: Path) -> None:
    own = importlib.import_module(f"fresh_games.{NAME}.test_rules")
    for name in vars(own):
        if name.startswith("test_"):
            getattr(own, name)()
    assert list(rules(NAME)) == [f"BC-{number}" for number in range(1, 6)]
    assert all(cites(cited(folder), rule) for rule in rules(NAME))


def test_it_is_played_in_a_terminal(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", NAME, "--bots", "random", "random", "--watch"]) == 0
    told = capsys.readouterr().out
    assert "21 beans lie on the table." in told
    assert "takes the last bean and wins." in told
    assert "0 points" not in told


@pytest.mark.parametrize("name", ["Go!", "My-Game", "", "1st", "a__b"])
def test_a_name_must_be_a_module(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", name, str(tmp_path)]) == 2
    assert "is called like a Python module" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "pea_counters", str(tmp_path)]) == 0
    rules = tmp_path / "pea_counters" / "rules.py"
    rules.write_text("mine")
    assert main(["new", "pea_counters", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert rules.read_text() == "mine"


@pytest.mark.parametrize("folder", ["games", "tests"])
def test_no_module_is_hidden_by_a_game(folder: str, tmp_path: Path) -> None:
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "asking.py").touch()
    with pytest.raises(NotWritten, match=r"asking\.py is there already"):
        write_game("asking", tmp_path / "games", tmp_path / "tests" / "asking")
    assert [file.name for file in tmp_path.rglob("*.*")] == ["asking.py"]


def test_a_known_game_is_not_written_again(tmp_path: Path) -> None:
    with pytest.raises(NotWritten, match="“toy” is there already"):
        write_game("toy", tmp_path, tmp_path / "toy")


def test_its_picture_is_called_by_its_title(folder: Path) -> None:
    state, _ = game(NAME).setup(2, {"beans": "21"}, Seeded("00" * 32))
    picture = game(NAME).render(game(NAME).view(state, 0))
    assert "Bean Counters" in picture.svg
    assert NAME not in " ".join(map(str, picture))

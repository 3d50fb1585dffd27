"""docs/adding-a-game.md says what is so: files, keys and functions."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path

import pytest

from engine import defaults
from engine.registry import FILES, games, read_about
from engine.skeleton import write_game

GUIDE = Path(__file__).parents[2] / "docs/adding-a-game.md"
ROW = re.compile(r"^\| `([^`]+)` \|(?:.*\|)? ([^|]+) \|$", re.MULTILINE)
LEAST = {  # keys of a game.toml that has no others
    "name": "least",
    "title": "Least",
    "code": "LST",
    "version": 1,
    "seats": [2, 2],
    "languages": ["en"],
    "hidden": False,
}


def table_below(heading: str) -> dict[str, str]:
    """The last cell of each row of the first table there, by the name in the first."""
    part = GUIDE.read_text(encoding="utf-8").partition(f"## {heading}")[2]
    return dict(ROW.findall(part.partition("\n## ")[0]))


def written(keys: dict[str, object], file: Path) -> Path:
    lines = [f"{key} = {toml(value)}" for key, value in keys.items()]
    file.write_text("\n".join(lines))
    return file


def toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def test_its_files_are_those_the_registry_knows() -> None:
    told = {name: may == "no" for name, may in table_below("The files").items()}
    assert told == FILES


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_has_the_files_that_it_must_have(name: str) -> None:
    about = games()[name]
    for file, is_needed in FILES.items():
        assert not is_needed or (about.folder / file).exists()
    for language in about.languages:
        assert (about.folder / f"words.{language}.toml").exists()
    assert "en" in about.languages


def test_what_may_be_left_out_is_left_out_by_a_game_that_works() -> None:
    """The contract tests and the service play the toy; others have no `files.py`."""
    assert not (games()["age_of_war"].folder / "files.py").exists()
    there = {file for file in FILES if (games()["toy"].folder / file).exists()}
    needed = {file for file, is_needed in FILES.items() if is_needed}
    assert there == needed | {"files.py"}


def test_its_keys_are_those_that_are_read(tmp_path: Path) -> None:
    told = table_below("`game.toml`")
    assert {key for key, may in told.items() if may == "no"} == set(LEAST)
    assert read_about(written(LEAST, tmp_path / "game.toml")).title == "Least"
    known = set(told) | {f"title_{code}" for code in ("de", "it", "ru", "uk")}
    for about in games().values():
        text = (about.folder / "game.toml").read_text(encoding="utf-8")
        assert set(tomllib.loads(text)) <= known


@pytest.mark.parametrize("key", LEAST)
def test_a_key_that_is_needed_is_missed(key: str, tmp_path: Path) -> None:
    less = {name: value for name, value in LEAST.items() if name != key}
    with pytest.raises(KeyError):
        read_about(written(less, tmp_path / "game.toml"))


def test_its_functions_are_the_defaults_that_there_are() -> None:
    own = inspect.getmembers(defaults, inspect.isfunction)
    assert set(table_below("The functions")) == {name for name, _ in own}


def test_the_skeleton_has_what_it_must_have(tmp_path: Path) -> None:
    files = {file.name for file in write_game("my_game", tmp_path, tmp_path / "tests")}
    assert {file for file, is_needed in FILES.items() if is_needed} <= files

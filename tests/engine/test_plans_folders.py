"""The same thing has the same name in every game's `plans/`, and the kit is used."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import pytest

from engine.registry import games

FOLDERS = [
    about.folder / "plans"
    for about in games().values()
    if (about.folder / "plans").is_dir()
]
every_folder = pytest.mark.parametrize(
    "folder", FOLDERS, ids=[folder.parent.name for folder in FOLDERS]
)
# What each module has, and the arguments with which it begins.
NAMES: dict[str, dict[str, tuple[str, ...]]] = {
    "vocabulary": {"WORDS": (), "PARTS": ()},
    "tree": {"Statement": ()},
    "grammar": {"Parser": ()},
    "reading": {"read_mail": ("text", "names"), "read_again": ("text",)},
    "kept": {"Kept": (), "read_kept": ("plan",)},
    "deciding": {"answer": ("state", "seat", "plan", "mode")},
    "coverage": {"coverage": ("state", "seat", "plan")},
    "hints": {"hints": ("state", "seat", "language")},
    "remarks": {
        "remarks": ("state", "seat", "plan", "language"),
        "afterwards": ("state", "seat", "plan", "language"),
    },
    "writing": {"in_language": ("text", "language"), "as_written": ("text",)},
}
KIT = (
    *("engine.kept", "engine.reading.lexicon", "engine.reading.lines"),
    *("engine.reading.lookalikes", "engine.reading.misses", "engine.reading.players"),
    *("engine.reading.text", "engine.reading.tokens"),
)

PLAYERS = "engine.reading.players"


def names_players(name: str) -> bool:
    """Where only two can play nobody has to say which opponent is meant."""
    return games()[name].seats[1] > 2


@every_folder
def test_the_same_thing_has_the_same_name(folder: Path) -> None:
    for module, names in NAMES.items():
        found = import_module(f"engine.{folder.parent.name}.plans.{module}")
        for name, wanted in names.items():
            assert hasattr(found, name), f"{module}.{name}"
            if wanted:
                parameters = inspect.signature(getattr(found, name)).parameters
                assert tuple(parameters)[: len(wanted)] == wanted, f"{module}.{name}"


@every_folder
def test_the_kit_is_used_and_nothing_of_it_written_again(folder: Path) -> None:
    sources = "".join(file.read_text("utf-8") for file in folder.glob("*.py"))
    for module in KIT:
        is_needed = module != PLAYERS or names_players(folder.parent.name)
        assert not is_needed or f"from {module} import" in sources, module
    for own in ("difflib", "unicodedata", "maketrans", "keywords.toml"):
        assert own not in sources, own

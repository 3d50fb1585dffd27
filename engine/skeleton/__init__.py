"""Writes the folder of a new game: a tiny one that can be played, to be changed."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template

from engine.registry import games

HERE = Path(__file__).parent
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
TESTS = "test_rules.py"


class NotWritten(Exception):
    """Why there is no new folder, in a sentence."""


def write_game(name: str, parent: Path, tests: Path) -> list[Path]:
    """Write a game into a folder of its own, and its tests. Raises NotWritten."""
    if not NAME.fullmatch(name):
        raise NotWritten(f"A game is called like a Python module; “{name}” is not.")
    if name in games():
        raise NotWritten(f"A game “{name}” is there already.")
    folder = parent / name
    for there in (folder, folder.with_suffix(".py"), tests, tests.with_suffix(".py")):
        if there.exists():
            raise NotWritten(f"{there} is there already.")
    facts = {
        "name": name,
        "title": name.replace("_", " ").title(),
        "code": code_of(name),
    }
    tests.mkdir(parents=True, exist_ok=True)
    (tests / "__init__.py").touch()
    return [
        write_file(file, tests if file.stem == TESTS else folder, facts)
        for file in sorted(HERE.glob("*.txt"))
    ]


def code_of(name: str) -> str:
    """`MG` of `my_game`, `NIM` of `nim`."""
    words = name.split("_")
    code = "".join(word[0] for word in words) if len(words) > 1 else name[:3]
    return code.upper()


def write_file(template: Path, folder: Path, facts: dict[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / template.stem
    text = Template(template.read_text(encoding="utf-8")).substitute(facts)
    file.write_text(text, encoding="utf-8")
    return file

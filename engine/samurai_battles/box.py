"""The cards file, read once: pieces, terrain, cards and words as they stand in it.

Where each number comes from is said beside it. [SB-0.1, SB-0.2] Names are those of the
sheet. [SB-18.3]
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from engine.languages import LANGUAGES

DATA: Mapping[str, Any] = tomllib.loads(
    (Path(__file__).parent / "data" / "cards.toml").read_text(encoding="utf-8")
)
FIGURES: int = DATA["box"]["figures"]  # SB-1.1
BANNERS: int = DATA["box"]["banners"]
TERRAIN_HEXES: int = DATA["box"]["terrain_hexes"]
COMMAND_CARDS: int = DATA["box"]["command_cards"]
DRAGON_CARDS: int = DATA["box"]["dragon_cards"]
TOKENS: int = DATA["box"]["tokens"]
FACES: tuple[str, ...] = tuple(face["id"] for face in DATA["face"])
SYMBOLS: tuple[str, ...] = tuple(face["id"] for face in DATA["face"] if face["symbol"])
FLAG, SWORDS, HONOR = "F", "X", "H"  # SB-0.5
ARMIES: tuple[str, ...] = tuple(army["id"] for army in DATA["army"])  # by seat
WORTH: Mapping[str, int] = {b["id"]: b["banners"] for b in DATA["banner"]}  # SB-14.1
# Fields that explain; no rule reads them.
PROSE = {"prov", "prov_name", "prov_effect", "prov_cost", "prov_count", "effect", "who"}

T = TypeVar("T")


def names(data: Mapping[str, Any], key: str = "name") -> Mapping[str, str]:
    """A name by language. [SB-18.2]"""
    return {language: data[f"{key}_{language}"] for language in LANGUAGES}


def names_of(kind: str) -> Mapping[str, Mapping[str, str]]:
    """The names of faces, classes, sections, armies or banners, by id. [SB-18.2]"""
    return {entry["id"]: names(entry) for entry in DATA[kind]}


def frozen(value: Any) -> Any:
    return tuple(frozen(one) for one in value) if isinstance(value, list) else value


def read(cls: type[T], data: Mapping[str, Any], **made: Any) -> T:
    """One table of the file as a dataclass; a field too many or too few is a fault."""
    known = {field.name for field in fields(cls)}  # type: ignore[arg-type]
    plain = {
        {"class": "class_"}.get(key, key): frozen(value)
        for key, value in data.items()
        if key not in PROSE and not key.startswith("name_")
    }
    given = {"name": names(data)} | plain | made
    if stray := given.keys() - known:
        raise ValueError(f"{data['id']}: no field {', '.join(sorted(stray))}")
    return cls(**given)


assert ARMIES == ("red", "yellow"), "SB-3.6: seat 0 is red, seat 1 yellow"
assert len(FACES) == 6, "SB-1.1: six faces"

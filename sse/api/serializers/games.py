"""Games, as programs have to know them."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import get_language

from engine.bots import bots
from engine.registry import About

SUFFIXES = {".toml": "application/toml", ".json": "application/json"}


class ChoiceShape(TypedDict):
    """Something to agree on before a match begins: one of `values`, or a number."""

    name: str
    title: Annotated[str, lambda choice: choice.title(language())]
    note: Annotated[str, lambda choice: choice.note(language())]
    default: str
    values: list[str]
    lowest: Annotated[int | None, lambda one: None if one.values else one.lowest]
    highest: Annotated[int | None, lambda one: None if one.values else one.highest]


class GameRow(TypedDict):
    name: str
    title: Annotated[str, lambda about: about.title_in(language())]
    url: Annotated[str, url_of]
    code: str
    version: int
    fewest_seats: Annotated[int, lambda about: about.seats[0]]
    most_seats: Annotated[int, lambda about: about.seats[1]]
    hides: Annotated[bool, "hidden"]
    languages: list[str]


class GameShape(GameRow):
    """A game: what can be chosen, who can play it, and where its rules are."""

    blurb: Annotated[str, lambda about: about.blurb(language())]
    choices: Annotated[list[ChoiceShape], lambda about: about.choices.values()]
    programs: Annotated[list[str], lambda about: sorted(bots(about.name))]
    rules: Annotated[str, lambda about: f"{url_of(about)}/rules"]
    data: Annotated[list[str], data_addresses]


class RuleShape(TypedDict):
    id: str
    text: str


class RulesShape(TypedDict):
    """The rule sheet: whole, and by its rules; Markdown."""

    game: str
    text: str
    rules: list[RuleShape]


def language() -> str:
    return get_language() or "en"


def url_of(about: About) -> str:
    return f"/api/v1/games/{about.name}"


def data_files(about: About) -> list[str]:
    folder = about.folder / "data"
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(file.name for file in found if file.suffix in SUFFIXES)


def data_addresses(about: About) -> list[str]:
    return [f"{url_of(about)}/data/{name}" for name in data_files(about)]

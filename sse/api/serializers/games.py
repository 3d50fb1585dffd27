"""Games, as programs have to know them."""

from __future__ import annotations

from typing import Annotated, TypedDict

from engine.bots import bots
from engine.registry import About, Choice
from engine.rulebook import rules, sheet
from sse.api.serializers import shape_from

SUFFIXES = {".toml": "application/toml", ".json": "application/json"}


class ChoiceShape(TypedDict):
    """Something to agree on before a match begins: one of `values`, or a number."""

    name: str
    title: str
    note: str
    default: str
    values: list[str]
    lowest: int | None
    highest: int | None


class GameRow(TypedDict):
    name: str
    title: str
    url: str
    code: str
    version: int
    fewest_seats: Annotated[int, lambda about: about.seats[0]]
    most_seats: Annotated[int, lambda about: about.seats[1]]
    hides: Annotated[bool, "hidden"]
    languages: list[str]


class GameShape(GameRow):
    """A game: what can be chosen, who can play it, and where its rules are."""

    blurb: str
    choices: list[ChoiceShape]
    programs: list[str]
    rules: str
    data: list[str]


class RuleShape(TypedDict):
    id: str
    text: str


class RulesShape(TypedDict):
    """The rule sheet: whole, and by its rules; Markdown."""

    game: str
    text: str
    rules: list[RuleShape]


def game_row(about: About, language: str) -> GameRow:
    return shape_from(
        GameRow,
        about,
        title=about.title_in(language),
        url=f"/api/v1/games/{about.name}",
    )


def game_shape(about: About, language: str) -> GameShape:
    row = game_row(about, language)
    return GameShape(
        **row,
        blurb=about.blurb(language),
        choices=[choice_shape(choice, language) for choice in about.choices.values()],
        programs=sorted(bots(about.name)),
        rules=f"{row['url']}/rules",
        data=[f"{row['url']}/data/{name}" for name in data_files(about)],
    )


def choice_shape(choice: Choice, language: str) -> ChoiceShape:
    is_number = not choice.values
    return shape_from(
        ChoiceShape,
        choice,
        title=choice.title(language),
        note=choice.note(language),
        lowest=choice.lowest if is_number else None,
        highest=choice.highest if is_number else None,
    )


def data_files(about: About) -> list[str]:
    """The files of a game's board and cards."""
    folder = about.folder / "data"
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(file.name for file in found if file.suffix in SUFFIXES)


def rules_shape(name: str) -> RulesShape:
    found = [RuleShape(id=rule, text=text) for rule, text in rules(name).items()]
    return RulesShape(game=name, text=sheet(name), rules=found)

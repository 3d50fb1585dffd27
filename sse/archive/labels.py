"""What happenings in games are called, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from django.utils.translation import gettext

from engine.chance import Seeded
from engine.contract import View
from engine.errors import ChoiceRefused
from engine.registry import About, game, games
from engine.words import pattern
from sse.archive.index.story import read_term
from sse.matches.presentation import language_for

Chosen = tuple[tuple[str, str], ...]


# ---------------------------------------------------------------------- happenings


def phrase(name: str, term: str, chosen: Mapping[str, str] | None = None) -> str:
    """“X conquers Dalian”. Where editions differ, the names of all that are meant."""
    about = games()[name]
    key = tuple(sorted((chosen or {}).items()))
    return phrase_in(name, term, key, language_for(about))


@lru_cache(maxsize=20_000)
def phrase_in(name: str, term: str, chosen: Chosen, language: str) -> str:
    happening, value = read_term(term)
    given = {happening.field: value} if happening.field else {}
    views = list(views_of(games()[name], dict(chosen)))
    said = pattern(happening.kind, given, views[0], language)
    called = value_names(name, happening.field, value, views, language)
    whole = said.replace(called[0], " / ".join(called)) if called else said
    return whole.rstrip(".")


def value_text(name: str, field: str, value: str, chosen: Mapping[str, str]) -> str:
    """What a value is called, in all editions that are meant."""
    about = games()[name]
    views = list(views_of(about, dict(chosen)))
    called = value_names(name, field, value, views, language_for(about))
    return " / ".join(called) if called else gettext("yes")


def value_names(
    name: str, field: str, value: str, views: list[View], language: str
) -> list[str]:
    if not field:
        return []
    said = (game(name).label(view, field, value, language) for view in views)
    return list(dict.fromkeys(said))


def views_of(about: About, chosen: dict[str, str]) -> Iterator[View]:
    """The table as chosen; then with each other choice that is still open."""
    yield view_of(about.name, tuple(sorted(chosen.items())))
    for choice in about.choices.values():
        if choice.name not in chosen:
            for value in choice.values:
                other = {**chosen, choice.name: value}
                yield view_of(about.name, tuple(sorted(other.items())))


@lru_cache(maxsize=500)
def view_of(name: str, chosen: Chosen) -> View:
    """A table that nobody plays at, for the names of what lies on it."""
    about, rules = games()[name], game(name)
    seats = about.seats[0]
    try:
        choices = about.complete(seats, dict(chosen))
        state, _ = rules.setup(seats, choices, Seeded("00" * 32))
    except ChoiceRefused:  # such a choice wants another one with it
        return view_of(name, ())
    return rules.view(state, None)

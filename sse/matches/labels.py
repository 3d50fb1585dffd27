"""What games and their choices are called, in the reader's language."""

from __future__ import annotations

from django.utils.translation import get_language, gettext

from engine.registry import About, Choice, games


def language_of(about: About) -> str:
    """The reader's, if the game speaks it."""
    wanted = get_language() or "en"
    return wanted if wanted in about.languages else "en"


def game_title(name: str) -> str:
    about = games().get(name)
    if about is None:  # a game may be gone; what was played stays
        return name
    return about.titles.get(get_language() or "en", about.title)


# ------------------------------------------------------------------------- choices


def choice_name(about: About, choice: Choice) -> str:
    """As the table calls it."""
    return choice.title(language_of(about))


def choice_value(about: About, choice: Choice, value: str) -> str:
    if value in ("yes", "no"):
        return gettext("yes") if value == "yes" else gettext("no")
    return choice.word(value, language_of(about))

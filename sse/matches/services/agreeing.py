"""What a game lets one choose, before its match is opened."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.chance import Seeded
from engine.errors import ChoiceRefused
from engine.registry import About
from engine.registry import game as rules_of
from sse.matches.errors import MatchRefused

TRIAL = "00" * 32  # a seed of no match: the table is only laid to see whether it can be


def complete(
    about: About, seats: int, choices: Mapping[str, str], people: bool
) -> dict[str, str]:
    """All that is agreed, and the table can be laid with it. [MatchRefused]"""
    fewest, most = about.seats
    if not fewest <= seats <= most:
        sentence = _("{game} is for {fewest} to {most} players, not {seats}.")
        facts = {"fewest": fewest, "most": most, "seats": seats}
        raise MatchRefused("choice", sentence.format(game=called(about), **facts))
    try:
        found = about.complete(seats, choices, people)
    except ChoiceRefused as error:  # no form and no mail can say such a thing
        raise MatchRefused("choice", str(error)) from error
    try:
        rules_of(about.name).setup(seats, found, Seeded(TRIAL))
    except ChoiceRefused as error:
        raise MatchRefused("choice", misfit(about, seats, choices)) from error
    return found


def misfit(about: About, seats: int, choices: Mapping[str, str]) -> str:
    """What does not go together, as the reader calls it."""
    language = get_language() or "en"
    chosen = [
        f"{choice.title(language)}: {choice.word(choices[name], language)}"
        for name, choice in about.choices.items()
        if choices.get(name, choice.default) != choice.default
    ]
    sentence = _("{game} cannot be set up like this.").format(game=called(about))
    return f"{sentence} ({'; '.join([_('Seats') + f': {seats}', *chosen])})"


def called(about: About) -> str:
    return about.title_in(get_language() or "en")

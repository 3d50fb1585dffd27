"""The choices and the position of a match, checked before it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.chance import Seeded
from engine.errors import ChoiceRefused, StartRefused
from engine.registry import About
from engine.registry import game as rules_of
from engine.start import Start, check_seats, start_from
from sse.matches.errors import MatchRefused
from sse.matches.log_faults import fault_reason
from sse.matches.models import Match

TRIAL = "00" * 32  # a seed of no match: the table is only laid to see whether it can be


def complete(
    about: About, seats: int, choices: Mapping[str, str], people: bool
) -> dict[str, str]:
    """Return all choices, after checking that the game can be set up. [MatchRefused]"""
    fewest, most = about.seats
    if not fewest <= seats <= most:
        sentence = _("{game} is for {fewest} to {most} players, not {seats}.")
        facts = {"fewest": fewest, "most": most, "seats": seats}
        raise MatchRefused("choice", sentence, game=called(about), **facts)
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
    """Say what does not go together, in the reader's language."""
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


# ---------------------------------------------------------------------- a position


class Beginning(NamedTuple):
    """The position a match begins from, and the step of a match where it was found."""

    start: Start
    origin: Match | None = None
    step: int | None = None


def start_of(about: About, position: object, choices: Mapping[str, str]) -> Start:
    """The position, completed, and all that is agreed with it. [MatchRefused]"""
    try:
        return start_from(about.name, position, choices)
    except StartRefused as error:
        raise not_from_here(error) from error
    except ChoiceRefused as error:
        raise MatchRefused("choice", str(error)) from error


def start_dealt(about: About, beginning: Beginning, seed: str) -> Start:
    """Deal anew what was hidden at the step: everybody can look it up there."""
    start = beginning.start
    if beginning.origin is None or not about.hidden:
        return start
    rules = rules_of(about.name)
    state = rules.from_position(start.position)
    dealt = rules.imagine(state, None, Random(f"{seed} beginning"))
    return start_of(about, rules.position(dealt), start.choices)


def check_seats_of(start: Start, seats: int) -> None:
    try:
        check_seats(start, seats)
    except StartRefused as error:
        raise not_from_here(error) from error


def not_from_here(error: StartRefused) -> MatchRefused:
    """Build the refusal; the rules of a game say their reason in English."""
    why = str(error.facts.get("why") or fault_reason(error)).rstrip(".")
    sentence = _("No match can begin from this position: {why}.")
    return MatchRefused("position", sentence, why=why)

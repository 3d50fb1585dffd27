"""The agreement of a match in words: choices, clock, emails, who may see it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.registry import Choice
from engine.start import is_undealt
from sse.matches.clock.arithmetic import Clock
from sse.matches.models import Match
from sse.matches.presentation import choice_name, choice_value

ENDS = {
    "default": gettext_lazy("The default order is played"),
    "stand-in": gettext_lazy("A bot plays until the player writes again"),
    "open": gettext_lazy("The seat is open to others"),
    "pause": gettext_lazy("The match waits"),
}
TEMPOS = {
    "each": gettext_lazy("Each decision is asked for as it comes up"),
    "phase": gettext_lazy(
        "One email for each phase; plans and defaults decide the rest"
    ),
}
PRIVACIES = {
    "listed": gettext_lazy("Anyone may watch and join"),
    "listed when finished": gettext_lazy("Only its players, until it is finished"),
    "private": gettext_lazy("Only its players, for ever"),
}
TALK = {
    "players": gettext_lazy("Only the people it was said to, for ever"),
    "ended": gettext_lazy("Everyone who may see the match, once it has ended"),
}
SOME_DAY = datetime(2000, 1, 1, tzinfo=UTC)  # any day will do


class Agreed(NamedTuple):
    """One thing that holds for all at the table."""

    name: str
    words: str


def agreement(match: Match) -> list[Agreed]:
    """Return all of it in the reader's language."""
    return [
        *clock_agreed(Clock.from_data(match.clock)),
        Agreed(_("Emails"), str(TEMPOS[match.tempo])),
        *choices_agreed(match),
        *(Agreed(_("Starting point"), said) for said in [origin_text(match)] if said),
        Agreed(_("Who may see it"), str(PRIVACIES[match.privacy])),
        Agreed(
            _("Who may read what is said at the table"), str(TALK[match.talk_shown])
        ),
    ]


def origin_text(match: Match) -> str:
    """Where a match was taken up that did not begin at its beginning."""
    if not match.is_from_position:
        return ""
    of = {"step": match.forked_step, "match": match.forked_from_id}
    if match.is_practice and match.forked_from_id is None:
        return _("A practice variation, started from a position.")
    if match.is_practice:
        said = _("A practice variation, started from step %(step)s of match %(match)s.")
        return said % of
    counts = _("The match does not count for ratings or statistics.")
    if match.forked_from_id is not None:
        said = _("Started from step %(step)s of match %(match)s.")
        dealt = (
            _("What was hidden there was dealt again.") if match.about.hidden else ""
        )
        return " ".join(filter(None, (said % of, dealt, counts)))
    return f"{position_told(match)} {counts}"


def position_told(match: Match) -> str:
    """A position that somebody wrote, or a file that leaves the dealing to us."""
    if match.position and is_undealt(match.game_name, match.position):
        return _("Started from a file. What is hidden was dealt when the match began.")
    return _(
        "Started from a position. The player who chose it knows what is hidden in it."
    )


def choices_agreed(match: Match) -> Iterator[Agreed]:
    about = match.about
    for name, value in match.choices.items():
        choice = about.choices.get(name)
        if choice and is_worth_saying(choice, value):
            yield Agreed(choice_name(about, choice), choice_value(about, choice, value))


def is_worth_saying(choice: Choice, value: str) -> bool:
    """Not what is switched off, nor a number that nobody chose."""
    if choice.is_switch:
        return value == "yes"
    return bool(choice.values) or value != choice.default


def clock_agreed(clock: Clock) -> Iterator[Agreed]:
    """How much time there is, what stops it, and what follows when it is up."""
    if not clock.has_deadline:
        yield Agreed(_("Time"), _("No time limit."))
        return
    each = time_in_words(clock.each) if clock.each else _("What is in the bank")
    yield Agreed(_("Time for each decision"), each)
    yield from bank_agreed(clock)
    if clock.grace:
        yield Agreed(_("Grace period"), time_in_words(clock.grace))
    yield Agreed(_("Quiet hours"), rests_in_words(clock))
    yield Agreed(_("When time is up"), str(ENDS[clock.at_end]))


def bank_agreed(clock: Clock) -> Iterator[Agreed]:
    for name, seconds in (
        (_("Time bank for the whole match"), clock.bank),
        (_("Added to the bank for each decision"), clock.increment),
        (_("Most that the bank can hold"), clock.bank_most),
    ):
        if seconds:
            yield Agreed(name, time_in_words(seconds))


def rests_in_words(clock: Clock) -> str:
    if not clock.rest:
        return _("The clock runs day and night.")
    said = _("Each player’s quiet hours and weekends stop the clock.")
    if not clock.holidays:
        return said
    days = ngettext(
        "Up to {number} day of holiday stops it too.",
        "Up to {number} days of holiday stop it too.",
        clock.holidays,
    )
    return f"{said} {days.format(number=clock.holidays)}"


def time_in_words(seconds: int) -> str:
    """`1 day, 12 hours`"""
    until = SOME_DAY + timedelta(seconds=seconds)
    return timeuntil(until, SOME_DAY).replace("\xa0", " ")

"""A match in words and pictures, for one reader: a seat's own eyes, or a spectator's.

Pages and letters are made of this. It shows `view` and `visible`, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import get_language_info
from django.utils.translation import gettext as _

from engine.contract import Game, Picture, visible
from engine.contract import Seat as Number
from engine.log import read_entry
from engine.registry import About
from engine.summary import Record
from engine.words import entry_telling
from sse.matches import states
from sse.matches.models import Match, Tenure


def language_in(match: Match, language: str | None) -> str:
    """The reader's language, if the game speaks it."""
    return language if language in match.about.languages else "en"


def language_note(about: About, language: str | None) -> str:
    """What readers should know whose language the game does not speak; else nothing."""
    if language in about.languages:
        return ""
    infos = map(get_language_info, about.languages)
    known = ", ".join(str(info["name_translated"]) for info in infos)
    said = _(
        "{game} has no words in your language yet: it is told in English here, and"
        " reads orders in these languages: {languages}."
    )
    return said.format(game=about.title_in(language or "en"), languages=known)


def picture(
    match: Match,
    state: Any,
    seat: Number | None,
    language: str,
    names: Sequence[str],
) -> Picture:
    """The board as this reader may see it."""
    return match.game.render(match.game.view(state, seat), language, names)


def records_of(
    match: Match,
    *,
    first: int,
    last: int,
    seat: Number | None,
    language: str,
    names: Sequence[str],
) -> list[Record]:
    """What the entries from `first` to `last` tell, for a summary."""
    entries, state = states.entries_of(match, max(first - 1, 0), last), None
    if first and entries:
        before, *entries = entries
        state = states.state_past(match, before)
    found, game = [], match.game
    span = span_of(game, state) if first and entries else ""
    for row in entries:
        line = read_entry(row.text)
        state, events = states.state_after(match, state, line)
        states.keep_past(match, row, state)
        seen = visible(events, seat)
        view = game.view(state, seat) if seen else {}
        telling = entry_telling(line, seen, view, language, names, seat)
        found.append(Record(row.number, span, telling))
        span = span_of(game, state)
    return found


def span_of(game: Game[Any], state: Any) -> str:
    """What is being decided now; nothing when the match is over."""
    decisions = game.decisions(state)
    return decisions[0].span if decisions else ""


def names_at(match: Match, number: int) -> list[str]:
    """Who sat where after an entry."""
    names = [_("Seat %(n)s") % {"n": seat + 1} for seat in range(match.seats_wanted)]
    held = Tenure.objects.filter(seat__match=match, entry__lte=number)
    for seat, name in held.order_by("entry", "pk").values_list("seat__number", "name"):
        names[seat] = name
    return names

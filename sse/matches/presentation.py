"""Words and pictures of a match for one reader: names, boards, records.

Pages and letters are made of this. It shows `view` and `visible`, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _

from engine.contract import Game, Picture, visible
from engine.contract import Seat as Number
from engine.log import read_entry
from engine.registry import About, Choice, games
from engine.summary import Record
from engine.words import entry_telling
from sse.matches import states
from sse.matches.models import Match, Tenure


def language_in(match: Match, language: str | None) -> str:
    """Return the language, if the game speaks it; else English."""
    return language if language in match.about.languages else "en"


def language_for(about: About) -> str:
    """Return the reader's language, if the game speaks it; else English."""
    wanted = get_language() or "en"
    return wanted if wanted in about.languages else "en"


def game_title(name: str) -> str:
    about = games().get(name)
    if about is None:  # a game may be gone; what was played stays
        return name
    return about.titles.get(get_language() or "en", about.title)


def choice_name(about: About, choice: Choice) -> str:
    return choice.title(language_for(about))


def choice_value(about: About, choice: Choice, value: str) -> str:
    if value in ("yes", "no"):
        return _("yes") if value == "yes" else _("no")
    return choice.word(value, language_for(about))


def language_note(about: About, language: str | None) -> str:
    """Return a note for readers whose language the game does not speak."""
    if language in about.languages:
        return ""
    infos = map(get_language_info, about.languages)
    known = ", ".join(str(info["name_translated"]) for info in infos)
    said = _(
        "{game} is not available in your language yet: it is shown in English "
        "here, and understands orders in these languages: {languages}."
    )
    return said.format(game=about.title_in(language or "en"), languages=known)


def picture(
    match: Match,
    state: Any,
    seat: Number | None,
    language: str,
    names: Sequence[str],
) -> Picture:
    """Draw the board as this reader may see it."""
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
    """Return what the entries from `first` to `last` tell, for a summary."""
    entries, state = states.entries_of(match, max(first - 1, 0), last), None
    if first and entries:
        before, *entries = entries
        state = states.state_past(match, before)
    found, game = [], match.game
    span = span_now(game, state) if first and entries else ""
    for row in entries:
        line = read_entry(row.text)
        state, events = states.state_after(match, state, line)
        states.keep_past(row, state)
        seen = visible(events, seat)
        view = game.view(state, seat) if seen else {}
        telling = entry_telling(line, seen, view, language, names, seat)
        found.append(Record(row.number, span, telling))
        span = span_now(game, state)
    return found


def span_now(game: Game[Any], state: Any) -> str:
    """Return the span that is being decided; nothing when the match is over."""
    decisions = game.decisions(state)
    return decisions[0].span if decisions else ""


def names_at(match: Match, number: int) -> list[str]:
    """Return the names of those who sat there after an entry, by seat."""
    names = [_("Seat %(n)s") % {"n": seat + 1} for seat in range(match.seats_wanted)]
    held = Tenure.objects.filter(seat__match=match, entry__lte=number)
    for seat, name in held.order_by("entry", "pk").values_list("seat__number", "name"):
        names[seat] = name
    return names


@dataclass(frozen=True)
class ListedPerson:
    """Somebody at a match, as a list names them."""

    name: str
    link: str = ""
    is_program: bool = False
    has_left: bool = False
    place: int | None = None
    points: int | None = None


def page_of(player_id: int | None, game: str, bot: str) -> str:
    """Return the page of a player or a bot; names of imports have none."""
    if player_id:
        return reverse("player", args=[player_id])
    return reverse("program", args=[game, bot]) if bot else ""

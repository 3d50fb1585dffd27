"""What can be looked for, in words, with how many matches each would give.

The counts are those of the statistics: exact for one wish alone, and a little late.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Q, Sum
from django.utils.translation import gettext, pgettext

from engine.registry import About, games
from sse.archive.index.facts import MARGINS, span
from sse.archive.index.models import Tally
from sse.archive.index.story import read_term
from sse.archive.labels import phrase
from sse.archive.search.names import LABELS, texts
from sse.archive.search.pages import Person, running_counts
from sse.archive.search.query import CHOICE, MOST_HAPPENED, Wanted
from sse.archive.statistics.counts import HAPPENED, MATCHES
from sse.matches.presentation import choice_name, choice_value, game_title

FIGURES = {"length": "entries"}  # whose name is another here
KEPT = (MATCHES, "tempo", "clock", "entries", "days", "margin", HAPPENED)


class Option(NamedTuple):
    value: str
    text: str
    is_chosen: bool = False


class Group(NamedTuple):
    """Options that belong together; without a name they stand by themselves."""

    name: str
    options: list[Option]


class Select(NamedTuple):
    name: str
    label: str
    groups: list[Group]
    number: int = 0  # of several with the same name

    @property
    def key(self) -> str:
        return f"{self.name}-{self.number}" if self.number else self.name


@dataclass
class Counts:
    """How many matches, by what they are counted by: `("tempo", "each")`."""

    matches: dict[str, int | None] = field(default_factory=dict)  # by game
    figures: Counter[tuple[str, str]] = field(default_factory=Counter)
    parts: Counter[str] = field(default_factory=Counter)  # `edition=crowd-games`
    seats: Counter[str] = field(default_factory=Counter)
    is_known: bool = False  # for a game; for all games together nobody counts
    is_told: bool = True

    def of(self, name: str, value: str) -> int | None:
        """How many there are; nothing where nobody counts."""
        if not self.is_known or name == "result":
            return None
        if name == "seats":
            return self.seats[value]
        if name == "players":
            return self.parts[f"players={value}"]
        return self.figures[FIGURES.get(name, name), value]

    def beside(self, text: str, n: int | None) -> str:
        return with_count(text, n) if self.is_told else text


def option_counts(wanted: Wanted, person: Person) -> Counts:
    """Statistics know what is finished; what goes on is counted by game alone."""
    if wanted.state == "running":
        return Counts(matches=dict(running_counts(person)))
    counts = counts_for(wanted.game)
    if wanted.state == "abandoned":
        counts.matches = dict.fromkeys(games())
        counts.is_told = False
    return counts


def counts_for(game: str) -> Counts:
    counts = Counts()
    matches = Tally.objects.filter(part="", figure=MATCHES)
    for name, n in matches.values_list("game_name").annotate(Sum("n")):
        counts.matches[name] = n
    if not game:
        return counts
    counts.is_known = True
    mine = Tally.objects.filter(game_name=game, n__gt=0)
    mine = mine.filter(Q(part="", figure__in=KEPT) | Q(figure=MATCHES))
    rows = mine.values_list("part", "figure", "value", "seats", "n")
    for part, figure, value, seats, n in rows:
        if part:
            counts.parts[part] += n
        elif figure == MATCHES:
            counts.seats[str(seats)] = n
        else:
            value = span(MARGINS, int(value)) if figure == "margin" else value
            counts.figures[figure, value] += n
    return counts


def with_count(text: str, n: int | None) -> str:
    if n is None:
        return text
    grouped = f"{n:,}".replace(",", "\u202f")  # by thin blanks, as in any language
    return f"{text} ({grouped})"


# --------------------------------------------------------------------------- fields


def game_select(wanted: Wanted, counts: Counts) -> Select:
    known = [(name, game_title(name)) for name in games() if name in counts.matches]
    if wanted.game and wanted.game not in counts.matches:
        known.append((wanted.game, game_title(wanted.game)))
    options = [
        Option(name, counts.beside(text, counts.matches.get(name)), name == wanted.game)
        for name, text in sorted(known, key=lambda pair: pair[1])
    ]
    return one_group("game", gettext("Game"), gettext("any game"), options)


def one_group(name: str, label: str, nothing: str, options: list[Option]) -> Select:
    return Select(name, label, [Group("", [Option("", nothing), *options])])


def picked_select(wanted: Wanted, counts: Counts, name: str) -> Select:
    """A field of a few values; those that no match has are not offered."""
    chosen = wanted.picked.get(name, "")
    options = [
        Option(value, counts.beside(text, n), value == chosen)
        for value, text in texts(name, wanted.game)
        if (n := counts.of(name, value)) != 0 or value == chosen
    ]
    return one_group(name, str(LABELS[name]), pgettext("filter", "any"), options)


def choice_selects(wanted: Wanted, counts: Counts, about: About) -> Iterator[Select]:
    for choice in about.choices.values():
        chosen = wanted.choices.get(choice.name)
        numbers = {
            value: counts.parts[f"{choice.name}={value}"] for value in choice.values
        }
        options = [
            Option(
                value,
                counts.beside(choice_value(about, choice, value), n),
                value == chosen,
            )
            for value, n in numbers.items()
            if n or value == chosen
        ]
        if len(options) > 1 or chosen is not None:  # else there is nothing to choose
            name, label = CHOICE + choice.name, choice_name(about, choice)
            yield one_group(name, label, pgettext("filter", "any"), options)


def happened_selects(wanted: Wanted, counts: Counts, about: About) -> list[Select]:
    """One for each wish, and one for another."""
    wishes = [*wanted.happened, ""][:MOST_HAPPENED]
    is_counted = any(figure == HAPPENED for figure, _ in counts.figures)
    if not (is_counted or wanted.happened):
        return []
    found, nothing = [], Group("", [Option("", gettext("anything"))])
    for number, wish in enumerate(wishes):
        label = gettext("and also") if number else gettext("What happened")
        groups = [nothing, *happening_groups(about, wanted, counts, wish)]
        found.append(Select("happened", label, groups, number))
    return found


def happening_groups(
    about: About, wanted: Wanted, counts: Counts, wish: str
) -> Iterator[Group]:
    """A group for each kind of event: first at all, then by where or which."""
    found: dict[str, list[str]] = {}
    for figure, term in counts.figures:
        if figure == HAPPENED:
            found.setdefault(read_term(term)[0].kind, []).append(term)
    if wish:
        mine = found.setdefault(read_term(wish)[0].kind, [])
        mine += [wish] if wish not in mine else []
    declared = {h.kind: None for group in about.annals.happenings for h in group}
    for kind in declared:
        told = []
        for term in sorted(found.get(kind, ())):
            if text := phrase(about.name, term, wanted.choices):
                text = counts.beside(text, counts.figures.get((HAPPENED, term)))
                told.append(Option(term, text, term == wish))
        if told:
            name = phrase(about.name, kind, wanted.choices)
            yield Group(name or kind.replace("_", " ").capitalize(), told)

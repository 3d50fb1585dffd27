"""Matches in lists: what a row of the archive shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from engine.registry import games
from sse.archive.index.models import Record, Story, Tag, Tagging
from sse.archive.labels import phrase
from sse.archive.search.names import LABELS, text_of
from sse.archive.search.pages import Held
from sse.archive.search.query import CHOICE, Wanted
from sse.matches.models import Match, Seat
from sse.matches.presentation import (
    ListedPerson,
    choice_name,
    choice_value,
    game_title,
    page_of,
)

RESULTS = "results"  # the cookie of readers who want to see them in lists


def shows_results(request: HttpRequest) -> bool:
    return request.COOKIES.get(RESULTS) == "yes"


@dataclass(frozen=True)
class Happened:
    """Where something that was searched for happened in a match."""

    text: str
    step: int
    times: int


@dataclass
class Row:
    match_id: int
    title: str
    game: str
    people: list[ListedPerson]
    at: datetime | None  # when it ended, or began
    steps: int
    days: int | None = None
    is_known: bool = True  # its rules are here, so that it can be stepped through
    is_private: bool = False
    is_paused: bool = False
    is_imported: bool = False
    tags: list[Tag] = field(default_factory=list)
    happened: list[Happened] = field(default_factory=list)

    @property
    def by_place(self) -> list[ListedPerson]:
        placed = [who for who in self.people if who.place is not None]
        return sorted(placed, key=lambda who: who.place or 0)


# ------------------------------------------------------------------------------ rows


def record_rows(records: list[Record], wanted: Wanted | None = None) -> list[Row]:
    rows = with_tags([record_row(record) for record in records])
    if wanted and wanted.happened:
        ids = [record.pk for record in records]
        stories = Story.objects.in_bulk(ids)
        for record, row in zip(records, rows, strict=True):
            row.happened = happenings(wanted, stories[record.pk])
    return rows


def record_row(record: Record) -> Row:
    parts: list[Held] = record.held  # type: ignore[attr-defined]
    return Row(
        match_id=record.match_id,
        title=str(record),
        game=game_title(record.game_name),
        people=[participant(part) for part in parts],
        at=record.ended_at,
        steps=record.entries,
        days=record.days,
        is_known=bool(record.about and record.about.version == record.version),
        is_private=not record.is_public,
        is_imported=record.is_imported,
    )


def participant(part: Held) -> ListedPerson:
    link = page_of(part.player_id, part.game_name, part.bot)
    return ListedPerson(
        part.name, link, bool(part.bot), not part.is_last, part.place, part.points
    )


def running_rows(matches: list[Match]) -> list[Row]:
    return with_tags([running_row(match) for match in matches])


def running_row(match: Match) -> Row:
    seats: list[Seat] = match.held  # type: ignore[attr-defined]
    return Row(
        match_id=match.pk,
        title=str(match),
        game=game_title(match.game_name),
        people=[
            ListedPerson(
                seat.holder,
                page_of(seat.player_id, match.game_name, seat.bot),
                bool(seat.bot),
            )
            for seat in seats
            if seat.holder
        ],
        at=match.started_at,
        steps=match.head,
        is_known=match.is_current,
        is_private=match.privacy != Match.Privacy.LISTED,
        is_paused=match.status == Match.Status.PAUSED,
    )


def with_tags(rows: list[Row]) -> list[Row]:
    """Add the tags to all rows of a page with one query."""
    by_match = {row.match_id: row for row in rows}
    taggings = Tagging.objects.filter(match__in=by_match).select_related("tag")
    for tagging in taggings.order_by("tag__key"):
        by_match[tagging.match_id].tags.append(tagging.tag)
    return rows


def happenings(wanted: Wanted, story: Story) -> list[Happened]:
    found = []
    for term in wanted.happened:
        times, step, _ = story.happened[term]
        if wanted.when != "happened":
            times, step = 1, getattr(story, wanted.when)[term]
        found.append(Happened(phrase(wanted.game, term, wanted.choices), step, times))
    return found


# ----------------------------------------------------------------------------- chips


@dataclass(frozen=True)
class Chip:
    """A search condition, and a link to the list without it."""

    text: str
    link: str


def chips(wanted: Wanted) -> list[Chip]:
    pairs = wanted.pairs
    return [
        Chip(chip_text(wanted, *pair), link_without(pairs, pair))
        for pair in pairs
        if pair[0] not in ("state", "when", "outcome")
    ]


def link_without(pairs: list[tuple[str, str]], gone: tuple[str, str]) -> str:
    """Return the search without a condition; without a game, its own choices go too."""
    left = [pair for pair in pairs if pair != gone]
    if gone[0] == "game":
        left = [p for p in left if p[0] != "happened" and not p[0].startswith(CHOICE)]
    return f"{reverse('archive')}?{urlencode(left)}"


def chip_text(wanted: Wanted, name: str, value: str) -> str:
    if name == "game":
        return game_title(value)
    if name == "happened":
        said = phrase(wanted.game, value, wanted.choices)
        when = text_of("when", wanted.when)
        return said if wanted.when == "happened" else f"{said} ({when})"
    if name == "player" and wanted.outcome:
        return f"{value} {text_of('outcome', wanted.outcome)}"
    if name.startswith(CHOICE):
        about = games()[wanted.game]
        choice = about.choices[name.removeprefix(CHOICE)]
        return f"{choice_name(about, choice)}: {choice_value(about, choice, value)}"
    if name in LABELS:
        return f"{LABELS[name]}: {text_of(name, value, wanted.game)}"
    return PLAIN[name]() % {"value": value} if name in PLAIN else value


PLAIN = {
    "words": lambda: gettext("“%(value)s”"),
    "from": lambda: gettext("from %(value)s on"),
    "to": lambda: gettext("until %(value)s"),
    "tag": lambda: gettext("tag %(value)s"),
}

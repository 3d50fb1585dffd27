"""Pages of matches. A page is named by where it begins; nothing is skipped over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Count, Prefetch, Q, QuerySet

from sse.accounts.models import Player
from sse.accounts.permissions import has_staff_power
from sse.archive.index.facts import PRIVATE
from sse.archive.index.models import Part, Record
from sse.archive.index.terms import question
from sse.archive.search import nearest
from sse.archive.search.nearest import LARGEST, Number, between
from sse.archive.search.query import Wanted
from sse.matches.models import IS_ALIVE, Match, Seat

Person = Player | AnonymousUser
PAGE = 20
MANY = 200  # more are not counted
CHUNK = 500  # private matches of one person that are looked through at once
GOES_ON = (Match.Status.RUNNING, Match.Status.PAUSED)


@dataclass(frozen=True)
class Place:
    """Where a page begins: before an id, that is with older ones, or after it."""

    before: int | None = None
    after: int | None = None
    size: int = PAGE  # rows

    @property
    def is_first(self) -> bool:
        return self.before is None and self.after is None

    def within(self, rows: QuerySet[Any], key: str) -> QuerySet[Any]:
        """The rows of the page and those beyond it, the nearest first."""
        if self.after is not None:
            return rows.filter(**{f"{key}__gt": self.after}).order_by(key)
        if self.before is not None:
            rows = rows.filter(**{f"{key}__lt": self.before})
        return rows.order_by(f"-{key}")


def place_of(before: str, after: str) -> Place:
    """The first page where the texts make no sense."""
    return Place(number(before), number(after))


def number(text: str) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) < 20
    return min(int(text), LARGEST) if is_number else None


@dataclass(frozen=True)
class Page:
    rows: list[Any]
    newer: int | None  # after which the page before this one begins
    older: int | None
    listed: Number | None = None  # how many are for all to see, if that is known


def page(found: list[Any], place: Place) -> Page:
    """From the nearest rows, one more than a page has if there are more."""
    shown, more = found[: place.size], len(found) > place.size
    if place.after is not None:
        shown = shown[::-1]
    if not shown:
        return Page([], None, None)
    has_newer = more if place.after is not None else place.before is not None
    has_older = more or place.after is not None
    first, last = shown[0].pk, shown[-1].pk
    return Page(shown, first if has_newer else None, last if has_older else None)


# ---------------------------------------------------------------- what has ended


def find_records(wanted: Wanted, person: Person, place: Place) -> Page:
    """What this person may see of what is wanted."""
    most, seen = place.size + 1, listed_records(wanted, person)
    found, number = nearest_with_number(seen, wanted, place, most)
    if isinstance(person, Player) and not has_staff_power(person):
        found += islice(own_private(wanted, person, place), most)
        found.sort(key=lambda row: row.pk, reverse=place.after is None)
    whole = replace(page(found[:most], place), listed=number)
    with_parts(whole.rows)
    return whole


class Seen(NamedTuple):
    """Records that somebody may see, and a fact that none of them has."""

    rows: QuerySet[Record]
    never: str = ""


def listed_records(wanted: Wanted, person: Person) -> Seen:
    """For all to see; staff see all."""
    rows = Record.objects.defer("choices")
    rows = rows.filter(is_finished=wanted.state == "finished")
    sees_all = has_staff_power(person)
    return Seen(rows) if sees_all else Seen(rows.filter(is_public=True), PRIVATE)


def nearest_with_number(
    seen: Seen, wanted: Wanted, place: Place, most: int
) -> tuple[list[Record], Number | None]:
    """Among as many as there are.

    SQLite's index goes from the newest on; PostgreSQL's knows no order.
    """
    needs_a_plan = connection.vendor == "postgresql" and is_by_terms(wanted)
    if needs_a_plan and not wanted.is_impossible:
        is_rare = any(named.key.isdigit() for named in wanted.named)  # not so programs
        asked = nearest.Sought(question_of(wanted, seen), is_rare, *wanted.ids)
        return nearest.nearest_records(seen.rows, asked, place, most)
    return nearest_fitting(seen, wanted, place, most), None


def nearest_fitting(
    seen: Seen, wanted: Wanted, place: Place, most: int
) -> list[Record]:
    if wanted.is_impossible:
        return []
    rows, key = fitting_records(seen, wanted)
    return list(place.within(rows, key)[:most])


def is_by_terms(wanted: Wanted) -> bool:
    return bool(wanted.facts or wanted.either or wanted.words)


def question_of(wanted: Wanted, seen: Seen) -> str:
    return question(wanted.facts, wanted.words, wanted.either, seen.never)


def fitting_records(seen: Seen, wanted: Wanted) -> tuple[QuerySet[Record], str]:
    """What fits, and the key of its order: that of the index, if it is used."""
    rows, key = seen.rows, "pk"
    if is_by_terms(wanted):
        key = "terms__pk"
        rows = rows.filter(terms__terms__matches=question_of(wanted, seen))
    return between(rows, key, *wanted.ids), key


def own_private(wanted: Wanted, player: Player, place: Place) -> Iterator[Record]:
    """Those for their people only, of whom this is one; they are few."""
    for seen, there in private_of(wanted, player, place):
        yield from nearest_fitting(seen, wanted, there, CHUNK)


def private_of(
    wanted: Wanted, player: Player, place: Place
) -> Iterator[tuple[Seen, Place]]:
    mine = Part.objects.filter(player=player, is_public=False)
    while True:
        rows = place.within(mine, "record")
        ids = list(rows.values_list("record", flat=True)[:CHUNK])
        private = Record.objects.filter(pk__in=ids, is_public=False)
        if ids:
            yield Seen(private.filter(is_finished=wanted.state == "finished")), place
        if len(ids) < CHUNK:
            return
        last = ids[-1]
        place = Place(after=last) if place.after is not None else Place(before=last)


class Held(NamedTuple):
    """What a list tells of a part; a page has many of them."""

    game_name: str
    seat: int
    player_id: int | None
    bot: str
    name: str
    place: int | None
    points: int | None
    is_last: bool


def with_parts(rows: list[Record]) -> None:
    """Who played, for the whole page at once."""
    held: dict[int, list[Held]] = {row.pk: [] for row in rows}
    parts = Part.objects.filter(record__in=held, seat__isnull=False)
    named = parts.order_by("seat", "pk").values_list("record_id", *Held._fields)
    for record, *who in named:
        held[record].append(Held(*who))
    for row in rows:
        row.held = held[row.pk]  # type: ignore[attr-defined]


def count_records(wanted: Wanted, person: Person, first: Page) -> Number:
    """How many `records` finds on this first page and all others."""
    if first.older is None:  # it is all there is
        return Number(len(first.rows))
    found = first.listed or count_fitting(listed_records(wanted, person), wanted)
    if isinstance(person, Player) and not has_staff_power(person):
        own = private_of(wanted, person, Place())
        mine = sum(count_fitting(seen, wanted).n for seen, _ in own)
        found = found._replace(n=found.n + mine)
    return found


def count_fitting(seen: Seen, wanted: Wanted) -> Number:
    fitting, _ = fitting_records(seen, wanted)
    n = fitting.order_by()[: MANY + 1].count()
    return Number(min(n, MANY), n > MANY)


# ------------------------------------------------------------------ what goes on


def find_running(wanted: Wanted, person: Person, place: Place) -> Page:
    """Listed matches that go on, and one's own; found by less than what has ended."""
    found, most = list[Match](), 0 if wanted.is_impossible else place.size + 1
    for status in GOES_ON:
        rows = with_seats(Match.objects.filter(running_filter(wanted), status=status))
        found += place.within(rows.filter(visible_filter(person)), "pk")[:most]
    found.sort(key=lambda row: row.pk, reverse=place.after is None)
    return page(found[:most], place)


def with_seats(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Each with its seats, as `held`."""
    seats = Seat.objects.select_related("player").order_by("number")
    return rows.prefetch_related(Prefetch("seats", seats, to_attr="held"))


def running_counts(person: Person) -> QuerySet[Match, tuple[str, int]]:
    """How many of each game this person may see."""
    rows = Match.objects.filter(IS_ALIVE, visible_filter(person)).exclude(status="open")
    return rows.order_by().values_list("game_name").annotate(Count("pk"))


def visible_filter(person: Person) -> Q:
    listed = Q(privacy=Match.Privacy.LISTED)
    if not isinstance(person, Player):
        return listed
    if has_staff_power(person):
        return Q()
    mine = Seat.objects.filter(player=person).values("match")
    return listed | Q(organiser=person) | Q(pk__in=mine)


def running_filter(wanted: Wanted) -> Q:
    """Game, seats, tempo, players and words of the title."""
    found = Q(game_name=wanted.game) if wanted.game else Q()
    if seats := wanted.picked.get("seats"):
        found &= Q(seats_wanted=int(seats))
    if tempo := wanted.picked.get("tempo"):
        found &= Q(tempo=tempo)
    for named in wanted.named:
        who = Q(player=named.key) if named.key.isdigit() else Q(bot=named.key)
        found &= Q(pk__in=Seat.objects.filter(who).values("match"))
    if wanted.tag:
        found &= Q(taggings__tag__key=wanted.tag)
    for word in wanted.words.split():
        found &= Q(title__icontains=word)
    return found

"""Players as others may see them: careers, ratings, what they played. No address."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from engine.bots import bots
from engine.registry import games
from sse.accounts.models import Player
from sse.accounts.permissions import has_staff_power
from sse.archive.index.models import Career, Part, RatingStep, Record
from sse.archive.search.pages import (
    GOES_ON,
    PAGE,
    Page,
    Person,
    Place,
    page,
    visible_filter,
    with_parts,
    with_seats,
)
from sse.archive.search.people import player_by_name
from sse.archive.statistics.intervals import Share
from sse.matches.models import Match, Seat, Tenure

BEST = 50
STEPS = 100  # of a rating's curve


# -------------------------------------------------------------------------- may I?


def player_at(who: str, person: Person) -> Player | None:
    """By number or name; whom this reader cannot know of is not there."""
    found = Player.objects.filter(pk=int(who)) if is_number(who) else None
    player = (found and found.first()) or player_by_name(who)
    return player if player and known_players([player.pk], person) else None


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def known_players(players: Iterable[int], person: Person) -> set[int]:
    """Who plays for all to see is known to all; others to whom they met."""
    wanted = set(players)
    if has_staff_power(person):
        return wanted
    found = wanted & {person.pk} if isinstance(person, Player) else set()
    found |= player_ids(Career.objects.filter(player__in=wanted - found))
    listed = Seat.objects.filter(match__privacy=Match.Privacy.LISTED)
    found |= player_ids(listed.filter(player__in=wanted - found))
    if isinstance(person, Player):
        found |= fellow_players(wanted - found, person)
    return found


def fellow_players(players: set[int], person: Player) -> set[int]:
    """They sit or sat at a table of this person's, who may just organise it."""
    tables = Q(seats__player=person) | Q(organiser=person)
    emails = person.addresses.filter(confirmed_at__isnull=False).values("email")
    tables |= Q(invitations__email__in=emails, invitations__answer="")
    tables |= Q(seats__tenures__player=person)
    mine = Match.objects.filter(tables).values("pk")
    sat = Tenure.objects.filter(player__in=players, seat__match__in=mine)
    sits = Seat.objects.filter(player__in=players, match__in=mine)
    return player_ids(sat) | player_ids(sits)


def player_ids(rows: QuerySet[Any]) -> set[int]:
    return set(rows.values_list("player_id", flat=True).distinct())


# ------------------------------------------------------------------------- careers


def careers_of(player: Player) -> list[Career]:
    rows = player.careers.filter(game_name__in=games(), played__gt=0)
    return list(rows.order_by("-played"))


def program_career(game: str, bot: str) -> Career | None:
    if game not in games() or bot not in bots(game):
        return None
    row = Career.objects.filter(game_name=game, player=None, bot=bot).first()
    return row or Career(game_name=game, bot=bot)


def best_careers(game: str) -> list[Career]:
    """Ranked by what they can do at least."""
    here = Q(player__is_active=True) | Q(player=None)
    rows = Career.objects.filter(here, game_name=game, rating__isnull=False)
    return list(rows.select_related("player").order_by("-rating", "pk")[:BEST])


@dataclass(frozen=True)
class Reliability:
    played: int
    finished: int
    kept: Share


def reliability_of(careers: list[Career]) -> Reliability:
    names = ("played", "left", "answers", "missed")
    sums = (sum(getattr(career, name) for career in careers) for name in names)
    played, left, answers, missed = sums
    return Reliability(played, played - left, Share(answers, answers + missed))


def rating_curve(career: Career) -> list[RatingStep]:
    """The last steps of a rating, the oldest first."""
    if career.pk is None:
        return []
    return list(career.steps.order_by("-record")[:STEPS])[::-1]


# ------------------------------------------------------------------------- history


def player_history(player: Player, person: Person, place: Place) -> Page:
    """What the reader may see of what they have played."""
    mine = Part.objects.filter(player=player, seat__isnull=False)
    if not (person == player or has_staff_power(person)):
        seen = Q(is_public=True)
        if isinstance(person, Player):
            shared = Part.objects.filter(player=person, is_public=False)
            seen |= Q(record__in=shared.values("record"))
        mine = mine.filter(seen)
    return records_page(mine, place)


def program_history(game: str, bot: str, place: Place) -> Page:
    parts = Part.objects.filter(game_name=game, bot=bot, is_public=True)
    return records_page(parts, place)


def records_page(parts: QuerySet[Part], place: Place) -> Page:
    near = place.within(parts, "record").values_list("record", flat=True)
    ids = list(near.distinct()[: place.size + 1])
    rows = Record.objects.in_bulk(ids)
    whole = page([rows[pk] for pk in ids], place)
    with_parts(whole.rows)
    return whole


def running_of(player: Player, person: Person) -> list[Match]:
    """Matches in which they sit now, if the reader may know of them."""
    playing = {"seats__player": player, "seats__has_resigned": False}
    mine = Match.objects.filter(status__in=GOES_ON, **playing)
    if person != player:
        mine = mine.filter(visible_filter(person))
    return list(with_seats(mine.order_by("-pk"))[:PAGE])

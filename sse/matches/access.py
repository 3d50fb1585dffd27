"""Which matches a reader may see, and in which order."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from engine.registry import games
from sse.accounts.models import Player
from sse.accounts.permissions import has_staff_power
from sse.matches.models import IS_ALIVE, IS_FINISHED, Invitation, Match, Seat, Tenure
from sse.matches.play.seat_holders import invitation_of
from sse.matches.table import Asked, table_of

Person = Player | AnonymousUser
MOST = 20  # on a page


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Read what a page shows of matches, if their game is installed."""
    seats = Seat.objects.select_related("player").order_by("number")
    known = matches.filter(game_name__in=games())
    waiting = Invitation.objects.filter(answer="")
    wanted = known.select_related("organiser").annotate(
        promised=count_by_match(waiting)
    )
    return wanted.prefetch_related(Prefetch("seats", seats))


def count_by_match(rows: QuerySet[Any]) -> Coalesce:
    """How many of them each match has."""
    counted = rows.filter(match=OuterRef("pk")).order_by().values("match")
    return Coalesce(Subquery(counted.annotate(n=Count("pk")).values("n")), 0)


def match_at(match_id: int, person: Person) -> Match | None:
    """The match, if this person may know of it."""
    match = with_seats(Match.objects.filter(pk=match_id)).first()
    return match if match and may_see(match, person) else None


def may_see(match: Match, person: Person) -> bool:
    if match.privacy == Match.Privacy.LISTED:
        return True
    if match.privacy == Match.Privacy.LATER and match.status == Match.Status.FINISHED:
        return True
    return isinstance(person, Player) and is_one_of(match, person)


def is_one_of(match: Match, player: Player) -> bool:
    """Tell whether a player has to do with a match, now or before, or is operator."""
    if has_staff_power(player) or match.organiser_id == player.pk:
        return True
    if any(seat.player_id == player.pk for seat in match.seats.all()):
        return True
    invited = invitations_to(player).filter(match=match)
    sat = Tenure.objects.filter(seat__match=match, player=player)
    brought = player.imports.filter(match=match)
    return sat.exists() or invited.exists() or brought.exists()


def is_newcomer(person: Person, game: str) -> bool:
    """Tell whether a player has never finished a match of this game."""
    if not isinstance(person, Player):
        return False
    played = Seat.objects.filter(player=person, match__game_name=game)
    return not played.filter(match__status=Match.Status.FINISHED).exists()


def invitations_to(player: Player) -> QuerySet[Invitation]:
    """Those that wait for an answer."""
    emails = player.addresses.filter(confirmed_at__isnull=False).values("email")
    alive = Invitation.objects.filter(answer="", email__in=emails)
    alive = alive.filter(match__game_name__in=games())
    alive = alive.exclude(match__status__in=["finished", "abandoned"])
    return alive.select_related("match", "invited_by").order_by("-pk")


# ------------------------------------------------------------------------ lists


class Mine(NamedTuple):
    """A match of mine, and what it wants of me."""

    match: Match
    seat: Seat | None
    asked: Asked | None

    @property
    def waits(self) -> bool:
        return self.asked is not None and self.match.status == Match.Status.RUNNING

    @property
    def order(self) -> tuple[bool, bool, datetime, int]:
        due = self.seat.due_at if self.seat else None
        return not self.waits, due is None, due or timezone.now(), -self.match.pk


def matches_of(player: Player) -> list[Mine]:
    """Return the player's matches, the most urgent first."""
    playing = Seat.objects.filter(player=player, has_resigned=False)
    seats = playing.values("match_id")
    mine = Match.objects.filter(IS_ALIVE).filter(Q(organiser=player) | Q(pk__in=seats))
    found = []
    for match in with_seats(mine.order_by("-pk")):
        seat = seat_in(match, player)
        asked = table_of(match.table).asks(seat.number) if seat else None
        found.append(Mine(match, seat, asked))
    return sorted(found, key=lambda one: one.order)


def seat_in(match: Match, person: Person) -> Seat | None:
    """The person's seat, from the seats that were read with the match."""
    if not isinstance(person, Player):
        return None
    mine = (seat for seat in match.seats.all() if seat.player_id == person.pk)
    return next(mine, None)


def matches_to_join(person: Person) -> list[Match]:
    """Listed ones with a free seat, before the start or later; the newest first."""
    listed = Match.objects.filter(IS_ALIVE, privacy="listed")
    free = Seat.objects.filter(player=None, bot="")
    given_up = Seat.objects.filter(is_open=True).values("match_id")
    found = with_seats(listed).alias(free=count_by_match(free))
    found = found.filter(
        Q(status=Match.Status.OPEN, free__gt=F("promised"))
        | Q(status=Match.Status.RUNNING, pk__in=given_up)
    )
    if isinstance(person, Player):
        mine = Seat.objects.filter(player=person).values("match_id")
        found = found.exclude(pk__in=mine).exclude(organiser=person)
    return list(found.order_by("-pk")[:MOST])


def kept_seats(match: Match) -> set[int]:
    """Return the free seats that are promised to invited people."""
    return set(free_seats(match)[: promised_in(match)])


def free_seats(match: Match) -> list[int]:
    return [seat.number for seat in match.seats.all() if not seat.is_taken]


def promised_in(match: Match) -> int:
    if match.has_begun:
        return 0
    read: int | None = getattr(match, "promised", None)
    return match.invitations.filter(answer="").count() if read is None else read


def has_room(match: Match) -> bool:
    """Whether anybody may sit down before the start."""
    is_open = match.status == Match.Status.OPEN
    return is_open and len(free_seats(match)) > promised_in(match)


def may_join(match: Match, person: Person) -> bool:
    """Whether a seat would be given to this person, as `seat_join` does."""
    if match.has_begun or not isinstance(person, Player) or not free_seats(match):
        return False
    is_asked = match.privacy == Match.Privacy.LISTED or match.organiser_id == person.pk
    return (is_asked and has_room(match)) or invitation_of(match, person) is not None


def finished() -> QuerySet[Match]:
    """Return the matches everybody may read, the last to end first."""
    ended = Match.objects.filter(IS_FINISHED, is_imported=False)
    return ended.exclude(privacy="private").order_by("-ended_at", "-pk")

"""A seat changes hands while its match goes on."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.accounts.permissions import has_staff_power
from sse.matches.clock.seat_clock import stop_clock
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation, Match, Seat, Tenure
from sse.matches.play.locked_match import LockedMatch, locked_match
from sse.matches.table import Table


def check_goes_on(match: Match) -> None:
    if match.has_ended:
        raise MatchRefused("over", _("The match is over."))
    if not match.has_begun:
        raise MatchRefused("not_begun", _("The match has not begun yet."))


def check_kept(seat: Seat) -> None:
    """[MatchRefused]"""
    if seat.has_resigned:
        raise MatchRefused("resigned", given_up())


def twice() -> MatchRefused:
    return MatchRefused("twice", _("You already have a seat in this match."))


def given_up() -> str:
    return _("You have resigned from this match: you can give no more orders.")


def check_organiser(match: Match, player: Player) -> None:
    if match.organiser_id != player.pk and not has_staff_power(player):
        raise MatchRefused("not_yours", _("Only the organiser of a match can do this."))


def check_listed(match: Match, player: Player) -> None:
    if match.privacy != Match.Privacy.LISTED and match.organiser_id != player.pk:
        raise MatchRefused("private", _("This match is by invitation only."))


def invitation_of(match: Match, player: Player) -> Invitation | None:
    """One that waits for the player's answer."""
    confirmed = player.addresses.filter(confirmed_at__isnull=False)
    waiting = match.invitations.filter(answer="")
    return waiting.filter(email__in=confirmed.values("email")).first()


def seat_at(table: LockedMatch, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise MatchRefused("no_seat", _("There is no such seat."))
    return table.seats[number]


def own_seat(table: LockedMatch, player: Player) -> Seat:
    """Return the player's own seat. [MatchRefused]"""
    number = table.seat_of(player)
    if number is None:
        raise no_seat()
    return table.seats[number]


def no_seat() -> MatchRefused:
    return MatchRefused("no_seat", _("You have no seat in this match."))


def hand_on(
    match_id: int, number: int, player: Player, only_open: bool = False
) -> Seat:
    """The seat changes hands; the former player's plans stay their secret."""
    with locked_match(match_id) as table:
        check_goes_on(table.match)
        place = seat_at(table, number)
        if only_open and not place.is_open:
            raise MatchRefused("not_open", _("Somebody else was faster."))
        if table.seat_of(player) is not None:
            raise twice()
        if place.has_resigned:
            raise MatchRefused("resigned", _("This seat was given up for good."))
        table.notices.to_seat(place, "seat_lost")
        place.player, place.bot, place.stand_in = player, "", ""
        place.is_open, place.missed = False, 0
        Tenure.objects.create(
            seat=place, player=player, name=player.name, entry=table.match.head
        )
        waiting = table.match.invitations.filter(seat=place, answer="")
        waiting.update(answer="revoked")  # a late guest displaces nobody
        table.happen("changes hands", number)
        forget_seat(table.table, number)
        stop_clock(table, place)
        place.bank = timedelta(seconds=table.clock.bank)
        table.play_on({**table.table.plans, number: ""})
        table.notices.to_all("seat_changed", changed=number)
    return place


def forget_seat(beside: Table, number: int) -> None:
    """Forget what the former player wrote, let pass and agreed to."""
    beside.handed = {pair for pair in beside.handed if pair[0] != number}
    beside.late = {pair for pair in beside.late if pair[0] != number}
    beside.asked = [asked for asked in beside.asked if asked.seat != number]
    beside.answered = [asked for asked in beside.answered if asked.seat != number]
    beside.told[number] = 0
    beside.settled.pop(number, None)
    beside.lapsed.pop(number, None)
    beside.consents.discard(number)
    beside.given.pop(number, None)
    beside.time_wishes.pop(number, None)
    if beside.back_by == number:
        beside.forget_proposal()

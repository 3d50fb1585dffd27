"""What the organiser does with a match, and what all its people agree on."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from engine.contract import Event
from engine.log import Entry as Line
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.errors import MatchRefused
from sse.matches.hourglass import hurries, run_clock, stop_clock
from sse.matches.models import Match, Seat
from sse.matches.services.hands import (
    check_goes_on,
    check_organiser,
    hand_on,
    seat_at,
)
from sse.matches.services.ringing import pause, resume
from sse.matches.sitting import Sitting, sitting

MOST_TIME = timedelta(days=60)


def match_pause(*, match_id: int, by: Player) -> None:
    with sitting(match_id) as table:
        check_organiser(table.match, by)
        if table.match.status != Match.Status.RUNNING:
            raise MatchRefused("not_running", _("Only a running match can be paused."))
        pause(table, "organiser")


def match_resume(*, match_id: int, by: Player) -> None:
    with sitting(match_id) as table:
        check_organiser(table.match, by)
        if table.match.status != Match.Status.PAUSED:
            raise MatchRefused("not_paused", _("The match is not paused."))
        resume(table)


def time_give(*, match_id: int, by: Player, seat: int, more: timedelta) -> None:
    """A seat that is asked gets more time for the present question."""
    if not timedelta() < more <= MOST_TIME:
        raise MatchRefused(
            "time", _("More time is up to {days} days.").format(days=MOST_TIME.days)
        )
    with sitting(match_id) as table:
        check_organiser(table.match, by)
        check_goes_on(table.match)
        place = seat_at(table, seat)
        if place.due_at is None and not has_secretly_decided(table, place):
            raise MatchRefused("no_deadline", _("No clock is running for this seat."))
        table.happen("gets more time", seat)
        if place.budget is not None:
            place.budget += more
        if place.due_at:
            run_clock(table, place)
            table.post.letter(place, "more_time", due_at=place.due_at.isoformat())


def has_secretly_decided(table: Sitting, place: Seat) -> bool:
    """In a sealed round nobody is told by a refusal who has done so already."""
    return hurries(table, place) and any(
        decision.sealed
        and decision.seat == place.number
        and (decision.seat, decision.span) not in table.table.late
        for decision in table.match.game.decisions(table.state)
    )


def match_abandon(*, match_id: int, by: Player) -> None:
    """The match ends without a result. Who never began is simply gone."""
    with sitting(match_id) as table:
        match = table.match
        check_organiser(match, by)
        if match.has_ended:
            raise MatchRefused("over", _("The match is over."))
        if match.has_begun:
            table.happen("abandoned")
        match.status, match.ended_at = Match.Status.ABANDONED, table.now
        match.bots_due = False
        table.table.asked, table.table.plans = [], {}
        for seat in table.seats:
            stop_clock(table, seat)
        table.post.to_all("abandoned")


# -------------------------------------------------------------- another player


def seat_open(*, match_id: int, by: Player, seat: int) -> None:
    """Anybody may take the seat; until then its player may go on."""
    with sitting(match_id) as table:
        check_organiser(table.match, by)
        check_goes_on(table.match)
        place = seat_at(table, seat)
        if place.is_open:
            raise MatchRefused("is_open", _("This seat is open already."))
        place.is_open = True
        table.happen("is open", seat)
        stop_clock(table, place)
        table.post.letter(place, "seat_open")


def seat_take(*, match_id: int, player: Player, seat: int) -> Seat:
    """Somebody takes over an open seat."""
    match = Match.objects.get(pk=match_id)
    check_goes_on(match)
    place = match.seats.filter(number=seat).first()
    if place is None or not place.is_open:
        raise MatchRefused("not_open", _("This seat is not open."))
    return hand_on(match_id, seat, player, only_open=True)


# ------------------------------------------------------------------- take back


def back_propose(*, match_id: int, by: Player, entry: int) -> None:
    """Take the match back to the state after an entry, if every player agrees."""
    with sitting(match_id) as table:
        match = table.match
        check_goes_on(match)
        mine = [seat.number for seat in table.seats if seat.player_id == by.pk]
        if not mine:
            check_organiser(match, by)
        if not 0 <= entry < match.head - 1:
            raise MatchRefused(
                "no_entry",
                _("There is no entry {entry} to go back to.").format(entry=entry),
            )
        table.table.back_to, table.table.consents = entry, set(mine)
        table.post.to_all("back_asked", to=entry, by=by.name)
        go_back_if_agreed(table)


def back_consent(*, match_id: int, player: Player) -> None:
    with sitting(match_id) as table:
        seat = asked_to_agree(table, player)
        table.table.consents.add(seat)
        go_back_if_agreed(table)


def back_refuse(*, match_id: int, player: Player) -> None:
    with sitting(match_id) as table:
        asked_to_agree(table, player)
        table.post.to_all("back_refused", to=table.table.back_to, by=player.name)
        table.table.back_to, table.table.consents = None, set()


def asked_to_agree(table: Sitting, player: Player) -> int:
    mine = [seat.number for seat in table.seats if seat.player_id == player.pk]
    if table.table.back_to is None or table.match.has_ended:
        raise MatchRefused("no_proposal", _("Nobody proposes to take the match back."))
    if not mine:
        raise MatchRefused("no_seat", _("You have no seat at this match."))
    return mine[0]


def go_back_if_agreed(table: Sitting) -> None:
    people = {seat.number for seat in table.seats if seat.player_id}
    entry = table.table.back_to
    if entry is None or not people <= table.table.consents:
        return
    match, beside = table.match, table.table
    for seat, plan in beside.plans.items():  # written for what has not happened now
        table.post.skipped({seat: plan.splitlines()})
    state = states.state_at(match, entry)
    event = Event("taken_back", {"entry": entry})
    table.append(Line("back", back_to=entry), state, [event])
    match.branch += 1
    beside.back_to, beside.consents = None, set()
    beside.late, beside.handed = set(), set()
    beside.asked, beside.answered = [], []
    for place in table.seats:
        stop_clock(table, place)
    table.play_on({})
    table.post.to_all("taken_back", to=entry)

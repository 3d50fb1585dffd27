"""Services of the organiser, and taking a match back by agreement."""

from __future__ import annotations

from datetime import timedelta
from math import ceil

from django.utils.translation import gettext as _

from engine.contract import Event
from engine.log import Entry as Line
from engine.replay import state_hash
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.clock.deadlines import pause, resume
from sse.matches.clock.seat_clock import has_to_hurry, run_clock, stop_clock
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat
from sse.matches.play.locked_match import LockedMatch, locked_match
from sse.matches.play.seat_holders import (
    check_goes_on,
    check_listed,
    check_organiser,
    hand_on,
    invitation_of,
    own_seat,
    seat_at,
)
from sse.matches.selectors import asked_about_back, resigned, undone_entries
from sse.matches.table import Given

HOUR, DAY = 3600, 24 * 3600  # seconds
MOST_HERE = 30 * DAY  # that a seat can be given for what it is asked now
MOST_EVER = 90 * DAY  # and in the whole match


def match_pause(*, match_id: int, by: Player) -> None:
    with locked_match(match_id) as table:
        check_organiser(table.match, by)
        if table.match.status != Match.Status.RUNNING:
            raise MatchRefused("not_running", _("Only a running match can be paused."))
        pause(table, "organiser")


def match_resume(*, match_id: int, by: Player) -> None:
    with locked_match(match_id) as table:
        check_organiser(table.match, by)
        if table.match.status != Match.Status.PAUSED:
            raise MatchRefused("not_paused", _("The match is not paused."))
        resume(table)


def time_give(*, match_id: int, by: Player, seat: int, more: timedelta) -> None:
    """A seat that is asked gets more time for the present question."""
    if more <= timedelta():
        raise MatchRefused("time", _("The extra time must be more than nothing."))
    with locked_match(match_id) as table:
        check_organiser(table.match, by)
        check_goes_on(table.match)
        place = seat_at(table, seat)
        if place.due_at is None and not has_secretly_decided(table, place):
            raise MatchRefused("no_deadline", _("No clock is running for this seat."))
        table.table.given[seat] = given_with(table, seat, more)
        table.table.time_wishes.pop(seat, None)
        table.happen("gets more time", seat)
        if place.budget is not None:
            place.budget += more
        if place.due_at:
            run_clock(table, place)
            due = table.notices.deadline(place)
            table.notices.to_seat(place, "more_time", "", **due)


def given_with(table: LockedMatch, seat: int, more: timedelta) -> Given:
    """Return the time the seat was given, within the limits. [MatchRefused]"""
    span = span_of(table, seat)
    before = table.table.given.get(seat, Given(span, 0, 0))
    here = before.here if before.span == span else 0
    seconds = ceil(more.total_seconds())
    left = min(MOST_HERE - here, MOST_EVER - before.ever)
    if seconds > left:
        sentence = _(
            "A seat can be given up to {here} more days for its current decision,"
            " and up to {ever} days in a match; hours that this seat can still be"
            " given: {left}."
        )
        facts = {"here": MOST_HERE // DAY, "ever": MOST_EVER // DAY}
        raise MatchRefused("time", sentence, left=left // HOUR, **facts)
    return Given(span, here + seconds, before.ever + seconds)


def span_of(table: LockedMatch, seat: int) -> str:
    """Return the span of the seat's decision, secretly made already or not."""
    asked = table.table.asks(seat)
    if asked:
        return asked.span
    decisions = table.match.game.decisions(table.state)
    return next(each.span for each in decisions if each.seat == seat)


def has_secretly_decided(table: LockedMatch, place: Seat) -> bool:
    """In a sealed round nobody is told by a refusal who has done so already."""
    return has_to_hurry(table, place) and any(
        decision.sealed
        and decision.seat == place.number
        and (decision.seat, decision.span) not in table.table.late
        for decision in table.match.game.decisions(table.state)
    )


def match_abandon(*, match_id: int, by: Player) -> None:
    """End the match without a result."""
    with locked_match(match_id) as table:
        match = table.match
        check_organiser(match, by)
        if match.has_ended:
            raise MatchRefused("over", _("The match is over."))
        if match.has_begun:
            table.happen("abandoned")
        if match.has_begun and match.is_current:
            match.last_state = state_hash(match.game, table.state)
        match.status, match.ended_at = Match.Status.ABANDONED, table.now
        table.table.plans = {}
        table.stop_asking()
        table.notices.to_all("abandoned")


# -------------------------------------------------------------- another player


def seat_open(*, match_id: int, by: Player, seat: int) -> None:
    """Anybody may take the seat; until then its player may go on."""
    with locked_match(match_id) as table:
        check_organiser(table.match, by)
        check_goes_on(table.match)
        place = seat_at(table, seat)
        if place.is_open:
            raise MatchRefused("is_open", _("This seat is already open."))
        if place.has_resigned:
            raise MatchRefused("resigned", _("This seat was given up for good."))
        place.is_open = True
        table.happen("is open", seat)
        stop_clock(table, place)
        table.notices.to_seat(place, "seat_open")


def seat_take(*, match_id: int, player: Player, seat: int) -> Seat:
    """Take over an open seat; in a private match, if invited."""
    match = Match.objects.get(pk=match_id)
    check_goes_on(match)
    if invitation_of(match, player) is None:
        check_listed(match, player)
    place = match.seats.filter(number=seat).first()
    if place is None or not place.is_open:
        raise MatchRefused("not_open", _("This seat is not open."))
    return hand_on(match_id, seat, player, only_open=True)


# ------------------------------------------------------------------- take back


def back_propose(*, match_id: int, by: Player, entry: int) -> None:
    """Take the match back to the state after an entry, if every player agrees."""
    with locked_match(match_id) as table:
        match = table.match
        check_goes_on(match)
        states.check_rules(match)
        mine = table.seat_of(by)
        if mine is None:
            check_organiser(match, by)
        if not 0 <= entry < match.head - 1:
            sentence = _("There is no entry {entry} to go back to.")
            raise MatchRefused("no_entry", sentence, entry=entry)
        if any(entry in undone for undone in undone_entries(match)):
            sentence = _(
                "Step {entry} was itself taken back, so you cannot go back to it."
                " Choose another one."
            )
            raise MatchRefused("undone", sentence, entry=entry)
        if table.table.said_no == (entry, match.head):
            raise MatchRefused("said_no", _("Somebody has already declined this."))
        own = set() if mine is None else {mine}
        if table.table.back_to == entry:  # proposed already: a player agrees by this
            table.table.consents |= own
        else:
            table.table.back_to, table.table.consents = entry, own
            table.table.back_by = mine
            table.table.back_by_host = mine is None and match.organiser_id == by.pk
            key = f"{entry}:{table.now:%Y%m%d%H%M%S%f}"  # it is no entry of the log
            ask_others(table, by, key, entry)
        go_back_if_agreed(table)


def ask_others(table: LockedMatch, by: Player, key: str, entry: int) -> None:
    """Ask everybody but the player who proposes it."""
    asked = asked_about_back(table.match, table.seats, entry)
    for seat in table.seats:
        if seat.player_id != by.pk and seat.number in asked:
            table.notices.to_seat(seat, "back_asked", key, to=entry, by=by.name)
    if table.match.organiser_id != by.pk:
        table.notices.to_organiser("back_asked", key, to=entry, by=by.name)


def back_consent(*, match_id: int, player: Player, entry: int | None = None) -> None:
    """Agree to the proposal; to the one to go back to `entry`, if that is said."""
    with locked_match(match_id) as table:
        check_proposal(table, entry)
        table.table.consents.add(asked_seat(table, player))
        go_back_if_agreed(table)


def back_refuse(*, match_id: int, player: Player, entry: int | None = None) -> None:
    """Say no for everybody. The player who proposed it thereby withdraws it."""
    with locked_match(match_id) as table:
        to, beside = check_proposal(table, entry), table.table
        is_host = table.match.organiser_id == player.pk
        is_withdrawn = beside.is_proposal_of(table.seat_of(player), is_host)
        if not is_withdrawn:
            asked_seat(table, player)
            beside.said_no = (to, table.match.head)
        key = f"{to}:{table.now:%Y%m%d%H%M%S%f}"
        told = {"to": to, "by": player.name, "is_withdrawn": is_withdrawn}
        table.notices.to_all("back_refused", key, **told)
        beside.forget_proposal()


def check_proposal(table: LockedMatch, entry: int | None) -> int:
    """Return the entry to go back to; the same as `entry`, if said. [MatchRefused]"""
    to = table.table.back_to
    if to is None or table.match.has_ended:
        sentence = _("Nobody has proposed to take the match back.")
        raise MatchRefused("no_proposal", sentence)
    if entry not in (None, to):
        raise MatchRefused("no_proposal", _("This proposal is no longer open."))
    return to


def asked_seat(table: LockedMatch, player: Player) -> int:
    """Return the player's seat, if it has a say in the proposal. [MatchRefused]"""
    mine, to = own_seat(table, player).number, table.table.back_to
    assert to is not None
    if mine not in asked_about_back(table.match, table.seats, to):
        sentence = _(
            "You had resigned by that step, so only the others can agree on this."
        )
        raise MatchRefused("not_asked", sentence)
    return mine


def go_back_if_agreed(table: LockedMatch) -> None:
    entry = table.table.back_to
    if entry is None:
        return
    if asked_about_back(table.match, table.seats, entry) - table.table.consents:
        return
    gone = resigned(table.match, by=entry)  # and stay so
    match, beside = table.match, table.table
    for seat in beside.plans:  # written for what has not happened now
        table.notices.skipped({seat: unused_lines(table, seat)})
    state = states.state_at(match, entry)
    event = Event("taken_back", {"entry": entry})
    table.append(Line("back", back_to=entry), state, [event])
    match.branch += 1
    beside.forget_proposal()
    table.stop_asking()
    for place in table.seats:
        place.has_resigned = place.number in gone
    table.play_on({})
    table.notices.to_all("taken_back", to=entry)


def unused_lines(table: LockedMatch, seat: int) -> list[str]:
    """Of a plan; a line may stay in it although its turn is over."""
    game, plan = table.match.game, table.table.plans[seat]
    view = game.view(table.state, seat)
    return [line for line in plan.splitlines() if game.label(view, "plan", line)]

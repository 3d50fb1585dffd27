"""Who decides, who is waited for, and who still has something ahead. [SHO-18.8]

A span is one round of letters. [SHO-18.10]
"""

from __future__ import annotations

from functools import cache

from engine.contract import Decision, Seat
from engine.shogun.board import BOARD
from engine.shogun.draft import span_number
from engine.shogun.rules.dajokan import chooser
from engine.shogun.rules.generals import goals, posts_this_season
from engine.shogun.rules.hand import owned
from engine.shogun.rules.samurai import is_honoured
from engine.shogun.rules.steps import REACTIONS
from engine.shogun.rules.winter import shortage
from engine.shogun.state import MOVING, NOTHING, State

SEASONS = (*BOARD.seasons, BOARD.winter)


@cache
def decision(
    seat: Seat, point: str, when: tuple[int, int], phase: str, waits: bool
) -> Decision:
    """Spans have names that are unique in a match. [SHO-18.8]

    A plan that leaves slots open is kept and waited for at each tempo. [SHO-18.13]
    """
    year, number = when
    if phase == "draft":
        span = f"draft {number}"
    elif phase == "winter":
        span = f"Y{year} winter"
    else:
        span = f"Y{year} {SEASONS[number]} {phase}"
    is_plan = point == "plan"
    return Decision(seat, point, span, waits, sealed=is_plan, asked=is_plan and waits)


def decisions(state: State) -> list[Decision]:
    """All at once in the planning, else one seat at a time. [SHO-18.8]"""
    point, phase = state.point, state.phase
    when = (state.year, state.season)
    if point == "plan":
        left, ready = state.left, state.ready
        return [
            decision(seat, point, when, phase, seat not in left)
            for seat in range(state.setup.seats)
            if seat not in ready
        ]
    if not point:
        return []
    seat = state.seat
    if phase == "draft":
        when = (state.year, span_number(state, seat))
    return [decision(seat, point, when, phase, is_waited_for(state, seat))]


def is_waited_for(state: State, seat: Seat) -> bool:
    """Not a seat that left or is covered; at reactions only one that asked.

    [SHO-11.4, SHO-18.8, SHO-18.9, SHO-18.22]
    """
    if seat in state.left or (seat, state.phase) in state.covers:
        return False
    return state.point not in REACTIONS or (seat, state.point) in state.asked


# ---------------------------------------------------------------------------- ahead


def ahead(state: State, seat: Seat) -> list[str]:
    """The points the seat may come to decide in the present span. [SHO-18.8]"""
    if not state.point or not 0 <= seat < state.setup.seats:
        return []
    if state.point == "plan":
        return [] if seat in state.ready else ["plan"]
    now = [state.point] if seat == state.seat else []
    if seat not in state.left and (seat, state.phase) not in state.covers:
        now += AHEAD[state.phase](state, seat)
    return list(dict.fromkeys(now))


def draft_ahead(state: State, seat: Seat) -> list[str]:
    """Turns left in this part of the draft."""
    to_come = bool(state.groups[seat]) and span_number(state, seat) == span_number(
        state, state.seat
    )
    if not to_come and seat != state.seat:
        return []
    posts = ["post"] if state.setup.generals and state.generals[seat] == NOTHING else []
    return (["draft", "group"] if to_come else []) + posts


def choices_ahead(state: State, seat: Seat) -> list[str]:
    """By what all can see: nobody looks at a card that lies hidden."""
    step, found = state.step, []
    if step == "special" and state.special_of[seat] == NOTHING:
        found.append("special")
    if posts_ahead(state, seat):
        found.append("post")
    to_come = step in ("special", "post") or (step == "samurai" and seat in state.queue)
    if state.setup.samurai and to_come and is_honoured(state, seat):
        found.append("samurai")
    if state.setup.court and favour_ahead(state, seat):
        found.append("favour")
    return found


def posts_ahead(state: State, seat: Seat) -> bool:
    """SHO-14.2"""
    return (
        posts_this_season(state)
        and state.step in ("special", "post")
        and state.generals[seat] == NOTHING
        and bool(owned(state, seat))
    )


def favour_ahead(state: State, seat: Seat) -> bool:
    """Before the palace everybody may yet send officials. [SHO-12.5, SHO-12.8]"""
    if state.step != "favour":
        return True
    costs = [
        cost
        for favour, cost in zip(state.favours, BOARD.hall_costs, strict=True)
        if favour
    ]
    can_pay = bool(costs) and state.waiting[seat] >= min(costs)
    return seat in state.queue and can_pay


def actions_ahead(state: State, seat: Seat) -> list[str]:
    """Whatever lies in the slots, so that no letter betrays a card. [SHO-18.8]

    In the order of the board, so that it tells nothing of the cards face down [1.5].
    """
    later = state.actions[state.action + 1 :]
    if seat in state.queue:
        later = state.actions[state.action :]
    return [BOARD.slots[slot] for slot in MOVING if slot in later]


def end_ahead(state: State, seat: Seat) -> list[str]:
    """SHO-15.4, SHO-14.5"""
    found = []
    regions = state.queue if state.step == "office" else ()
    if any(chooser(state, region) == seat for region in regions):
        found.append("office")
    to_come = state.step == "office" or seat in state.queue
    if state.setup.generals and to_come and state.generals[seat] != NOTHING:
        found += ["general"] if goals(state, seat) else []
    return found


def winter_ahead(state: State, seat: Seat) -> list[str]:
    """SHO-10.6, SHO-14.8"""
    found = []
    revolts = revolts_to_come(state, seat)
    if revolts > 1:
        found.append("revolts")
    if state.setup.generals and state.year < BOARD.years:
        to_come = state.step != "back" or seat in state.queue
        if to_come and (state.generals[seat] == NOTHING or revolts):
            found.append("post")
    return found


def revolts_to_come(state: State, seat: Seat) -> int:
    """How many the seat has still before it in this winter."""
    if state.step not in ("shortage", "revolts"):
        return 0
    if seat in state.queue:
        provinces = len(owned(state, seat))
        return min(shortage(state.missing[seat]).revolts, provinces)
    return len(state.revolts) if seat == state.seat else 0


AHEAD = {
    "draft": draft_ahead,
    "choices": choices_ahead,
    "actions": actions_ahead,
    "end": end_ahead,
    "winter": winter_ahead,
}

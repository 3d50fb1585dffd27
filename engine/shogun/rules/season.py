"""How the steps of a match follow each other, from decision to decision. [SHO-4]

Every step does its work and names the next one, or opens a decision; `proceed` runs
them until somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.contract import Seat
from engine.shogun.board import BOARD
from engine.shogun.draft import go_to_station
from engine.shogun.rules.actions import carry_out
from engine.shogun.rules.auction import draw_event, open_bids, set_turn_order
from engine.shogun.rules.battle import go_on_with_battle
from engine.shogun.rules.court import (
    close_palace,
    court_order,
    enter_hall,
    exchange_all,
    open_favours,
    payable,
)
from engine.shogun.rules.dajokan import chooser, close_offices, draw_tiles
from engine.shogun.rules.generals import goals, posts_this_season
from engine.shogun.rules.hand import owned
from engine.shogun.rules.materials import lay_materials
from engine.shogun.rules.points import ask
from engine.shogun.rules.samurai import advance_stage, is_honoured, reset_stages
from engine.shogun.rules.score import end_match, score_end, score_winter
from engine.shogun.rules.winter import (
    count_missing,
    draw_revolts,
    end_year,
    lose_rice,
)
from engine.shogun.state import NOTHING, UNLAID, State
from engine.table import Table

WINTER = len(BOARD.seasons)


def proceed(table: Table[State]) -> None:
    """On to the next decision, or to the end. [SHO-18.8]"""
    state = table.state
    while not state.point and state.phase != "over":
        STEPS[state.step](table)


def next_in_queue(state: State) -> Seat:
    """The seat, or the region, whose turn it is."""
    first, state.queue = state.queue[0], state.queue[1:]
    return first


def begin(state: State, step: str, queue: tuple[int, ...] = ()) -> None:
    state.step, state.queue = step, queue


# ----------------------------------------------------------------- before the actions


def draft_turn(table: Table[State]) -> None:
    ask(table, "draft", table.state.seat)


def group_turn(table: Table[State]) -> None:
    ask(table, "group", table.state.seat)


def begin_season(table: Table[State]) -> None:
    """Steps 0 to 3. [SHO-4.1, SHO-4.2, SHO-4.3, SHO-1.7]"""
    state = table.state
    state.phase, state.step, state.point, state.seat = "planning", "", "plan", NOTHING
    state.order, state.throws, state.action = (), 0, 0
    state.covers = state.asked = frozenset()
    table.tell("season_begun", year=state.year, season=state.season_name)
    if state.setup.dajokan:
        draw_tiles(table)
    lay_actions(table)
    lay_specials(table)
    if state.setup.court:
        open_favours(table)


def lay_actions(table: Table[State]) -> None:
    """Five open, five face down. [SHO-4.1]"""
    state = table.state
    drawn = table.chance.shuffle(f"{state.when} actions", sorted(BOARD.actions))
    state.actions = tuple(BOARD.slot_index[action] for action in drawn)
    table.tell("actions_laid", actions=list(drawn[: BOARD.open_actions]))


def lay_specials(table: Table[State]) -> None:
    """All five, however many play. [SHO-4.2]"""
    state = table.state
    drawn = table.chance.shuffle(f"{state.when} specials", sorted(BOARD.specials))
    state.specials = tuple(BOARD.special_index[special] for special in drawn)
    table.tell("specials_laid", specials=list(drawn))


def event_and_bids(table: Table[State]) -> None:
    """Steps 4 and 5. [SHO-4.4, SHO-4.5]"""
    draw_event(table)
    open_bids(table)
    table.state.step = "special"


def special_turn(table: Table[State]) -> None:
    """SHO-6.4"""
    state = table.state
    if state.queue:
        ask(table, "special", next_in_queue(state))
        return
    set_turn_order(table)
    begin(state, "post", state.order if posts_this_season(state) else ())


def post_turn(table: Table[State]) -> None:
    """Step 5a. [SHO-14.2]"""
    state = table.state
    if not state.queue:
        begin(state, "samurai", state.order if state.setup.samurai else ())
        return
    seat = next_in_queue(state)
    if owned(state, seat) and state.generals[seat] == NOTHING:
        ask(table, "post", seat)


def samurai_turn(table: Table[State]) -> None:
    """Step 5b, before the palace. [SHO-13.3, SHO-13.6]"""
    state = table.state
    if not state.queue:
        begin(state, "palace" if state.setup.court else "actions")
        return
    seat = next_in_queue(state)
    if is_honoured(state, seat):
        advance_stage(table, seat)
        ask(table, "samurai", seat)


def palace(table: Table[State]) -> None:
    """Step 5c. [SHO-12.5, SHO-12.7]"""
    exchange_all(table)
    begin(table.state, "favour", court_order(table.state))


def favour_turn(table: Table[State]) -> None:
    """SHO-12.7, SHO-12.8"""
    state = table.state
    if not state.queue:
        close_palace(table)
        begin(state, "actions")
        return
    seat = next_in_queue(state)
    enter_hall(table, seat)
    if payable(state, seat):
        ask(table, "favour", seat)


# ------------------------------------------------------------------------ the actions


def begin_actions(table: Table[State]) -> None:
    """Step 6. [SHO-4.6]"""
    state = table.state
    state.phase = "actions"
    begin(state, "action", state.order)
    tell_action(table)


def tell_action(table: Table[State]) -> None:
    state = table.state
    action = BOARD.slots[state.actions[state.action]]
    table.tell("action_begun", place=state.action + 1, action=action)


def action_turn(table: Table[State]) -> None:
    """One seat completely before the next. [SHO-4.6]"""
    state = table.state
    if state.queue:
        carry_out(table, next_in_queue(state), state.actions[state.action])
    elif state.action + 1 < len(state.actions):
        next_action(table)
    else:
        state.phase = "end"
        begin(state, "office", state.tokens)


def next_action(table: Table[State]) -> None:
    """The left-most face-down card is opened, then the next action comes. [SHO-4.6]"""
    state = table.state
    opened = state.opened
    state.action += 1
    state.queue = state.order
    if state.opened > opened:
        action = BOARD.slots[state.actions[opened]]
        table.tell("action_opened", place=opened + 1, action=action)
    tell_action(table)


# ---------------------------------------------------------------------- end of season


def office_turn(table: Table[State]) -> None:
    """Step 7: offices come before generals. [SHO-4.8, SHO-15.4, SHO-17.48]"""
    state = table.state
    if not state.queue:
        if state.setup.dajokan:
            close_offices(table)
        begin(state, "general", state.order if state.setup.generals else ())
        return
    region = next_in_queue(state)
    seat = chooser(state, region)
    if seat != NOTHING:
        table.tell("region_won", seat=seat, region=BOARD.regions[region])
        ask(table, "office", seat)


def general_turn(table: Table[State]) -> None:
    """SHO-14.5"""
    state = table.state
    if not state.queue:
        begin(state, "closing")
        return
    seat = next_in_queue(state)
    if state.generals[seat] != NOTHING and goals(state, seat):
        ask(table, "general", seat)


def close_season(table: Table[State]) -> None:
    """Cards go back; after autumn the turn order is kept. [SHO-4.8, SHO-17.60]"""
    state = table.state
    seats = state.setup.seats
    state.boards = ((UNLAID,) * len(state.setup.slots),) * seats
    state.shown, state.won = (0,) * seats, frozenset()
    state.specials, state.special_of = (), (NOTHING,) * seats
    state.actions, state.action = (), 0
    state.event, state.cancelled = NOTHING, False
    if state.setup.court:
        state.protected = (0,) * seats  # SHO-12.13
    state.season += 1
    table.tell("season_ended", year=state.year, season=BOARD.seasons[state.season - 1])
    begin(state, "winter" if state.season == WINTER else "season")


# ----------------------------------------------------------------------------- winter


def begin_winter(table: Table[State]) -> None:
    """SHO-10.1, SHO-10.2, SHO-10.3"""
    state = table.state
    state.phase, state.throws = "winter", 0
    lose_rice(table)
    count_missing(table)
    hungry = tuple(seat for seat in state.order if state.missing[seat])
    begin(state, "shortage", hungry)


def shortage_turn(table: Table[State]) -> None:
    """One player completely before the next. [SHO-10.3]"""
    state = table.state
    if not state.queue:
        begin(state, "scoring")
        return
    state.seat = next_in_queue(state)
    draw_revolts(table, state.seat)
    state.step = "revolts"


def revolts_turn(table: Table[State]) -> None:
    """SHO-10.6"""
    state = table.state
    if state.revolts:
        ask(table, "revolts", state.seat)
    else:
        state.step = "shortage"


def score_year(table: Table[State]) -> None:
    """SHO-10.7, SHO-10.8, SHO-11.1"""
    state = table.state
    state.missing = ()
    score_winter(table)
    if state.year == BOARD.years:
        score_end(table)
        end_match(table)
        return
    end_year(table)
    if state.setup.samurai:
        reset_stages(table)
    begin(state, "back", state.order if state.setup.generals else ())


def back_turn(table: Table[State]) -> None:
    """Generals that were lost; then spring. [SHO-14.8, SHO-17.44]"""
    state = table.state
    if not state.queue:
        state.year, state.season = state.year + 1, 0
        begin(state, "season")
        return
    seat = next_in_queue(state)
    if state.generals[seat] == NOTHING and owned(state, seat):
        ask(table, "post", seat)


STEPS: dict[str, Callable[[Table[State]], None]] = {
    "draft": draft_turn,
    "group": group_turn,
    "station": go_to_station,
    "materials": lay_materials,
    "season": begin_season,
    "event": event_and_bids,
    "special": special_turn,
    "post": post_turn,
    "samurai": samurai_turn,
    "palace": palace,
    "favour": favour_turn,
    "actions": begin_actions,
    "action": action_turn,
    "battle": go_on_with_battle,
    "office": office_turn,
    "general": general_turn,
    "closing": close_season,
    "winter": begin_winter,
    "shortage": shortage_turn,
    "revolts": revolts_turn,
    "scoring": score_year,
    "back": back_turn,
}

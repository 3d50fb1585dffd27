"""The rules: how a match begins, what is open, and what an order does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.chance import Chance
from engine.contract import Decision, Event, Order, Seat
from engine.errors import OrderError, OrderIllegal
from engine.flat import changed
from engine.small_samurai_empires.board import Board
from engine.small_samurai_empires.box import HARVEST, NOTHING
from engine.small_samurai_empires.rules.actions import (
    attack,
    castle,
    check_where,
    decline,
    done,
    harvest,
    harvest_at,
    pass_action,
    recruit,
    region_for,
    reinforce,
)
from engine.small_samurai_empires.rules.era import score
from engine.small_samurai_empires.rules.invariants import faults
from engine.small_samurai_empires.rules.listing import (
    journey_steps,
    kind_at,
    neutral_steps,
    token_steps,
    tribe_steps,
)
from engine.small_samurai_empires.rules.movement import expedition, move, ship
from engine.small_samurai_empires.rules.placing import (
    has_free_slot,
    kinds_in,
    placements,
)
from engine.small_samurai_empires.rules.planning import (
    cover,
    destiny,
    pass_placement,
    place,
    place_any,
)
from engine.small_samurai_empires.rules.sequence import (
    arrive,
    end_action,
    next_placer,
)
from engine.small_samurai_empires.rules.setup import setup
from engine.small_samurai_empires.rules.steps import (
    DECLINE,
    DONE,
    PASS,
    PLACE_ANY,
    steps_of,
)
from engine.small_samurai_empires.rules.steps import HARVEST as HARVEST_STEP
from engine.small_samurai_empires.state import BITS, ONES, OWNER, State
from engine.table import Table

__all__ = [
    "ahead",
    "apply",
    "decisions",
    "default",
    "faults",
    "options",
    "resign",
    "score",
    "setup",
]


# ----------------------------------------------------------------------- decisions


@cache
def decision(
    seat: Seat, point: str, era: int, round: int, phase: str, waits: bool
) -> Decision:
    span = f"era {era} round {round} {phase}"
    return Decision(seat, point, span, waits, sealed=point == "destiny")


def decisions(state: State) -> list[Decision]:
    """Destiny all at once and sealed, everything else one by one. [SSE-4.2.1, 4.3.1]

    Nobody waits for a seat that was given up. [SSE-13.7]
    """
    point, era, round, phase = state.point, state.era, state.round, state.phase
    if point == "destiny":
        left = state.left
        return [
            decision(seat, point, era, round, phase, seat not in left)
            for seat, region in enumerate(state.chosen)
            if region == NOTHING
        ]
    if not point:
        return []
    return [decision(state.seat, point, era, round, phase, True)]


def ahead(state: State, seat: Seat) -> list[str]:
    """The points the seat may come to in this phase. [SSE-13.7]

    One letter a round for destiny, one for placing, one for resolving.
    """
    if not 0 <= seat < state.setup.seats or not state.point:
        return []
    if state.point == "destiny":
        return ["destiny"] if state.chosen[seat] == NOTHING else []
    if seat in state.left:
        return []
    if state.phase == "placement":
        return placement_ahead(state, seat)
    return resolution_ahead(state, seat)


def placement_ahead(state: State, seat: Seat) -> list[str]:
    now = [state.point] if seat == state.seat else []
    if state.todo[seat]:
        now += ["placement", "neutral"]
    return list(dict.fromkeys(now))


def resolution_ahead(state: State, seat: Seat) -> list[str]:
    """Own tokens that are still to act. [SSE-4.4.1]"""
    now = [state.point] if seat == state.seat else []
    slots = range(len(state.first))
    later = slots[state.slot + 1 :] if state.round == 1 else slots[: state.slot]
    if any(OWNER[state.second[s] or state.first[s]] == seat for s in later):
        now.append("resolution")
    return list(dict.fromkeys(now))


# ------------------------------------------------------------------------- options


def destinies(state: State, seat: Seat) -> list[Order]:
    """A card of each region in hand. [SSE-4.2.1]"""
    if not 0 <= seat < state.setup.seats or state.chosen[seat] != NOTHING:
        return []
    step = steps_of(state.setup.board).destiny
    return [step[region] for region in kinds_in(state.cards[seat])]


LISTS: dict[str, Callable[[State, Seat], list[Order]]] = {
    "placement": placements,
    "neutral": neutral_steps,
    "resolution": token_steps,
    "tribe": tribe_steps,
    "journey": journey_steps,
}


def options(state: State, seat: Seat) -> list[Order]:
    """Every step the seat may take now. [SSE-5.1.3]"""
    if state.point == "destiny":
        return destinies(state, seat)
    if seat != state.seat or not state.point:
        return []
    return LISTS[state.point](state, seat)


def default(state: State, seat: Seat) -> Order:
    """The clock's answer. [SSE-13.7]"""
    if state.point == "destiny":
        return default_destiny(state, seat)
    if state.point == "placement":
        free = state.hands[seat] and has_free_slot(state, seat)
        return PLACE_ANY if free else PASS
    if state.point != "resolution":
        return DECLINE
    if state.step:
        return DONE
    return HARVEST_STEP if kind_at(state) == HARVEST else PASS


def default_destiny(state: State, seat: Seat) -> Order:
    """The region of which the hand has most, the southernmost if equal."""
    cards, regions = state.cards[seat], range(len(state.shown))
    most = max(regions, key=lambda region: (cards >> BITS * region & ONES, -region))
    return steps_of(state.setup.board).destiny[most]


# --------------------------------------------------------------------------- apply


def stop(table: Table[State]) -> None:
    """`pass`: a placement that nobody must make, or a token. [SSE-4.3.5, SSE-4.4.5]"""
    if table.state.point == "placement":
        pass_placement(table)
    elif table.state.point == "resolution":
        pass_action(table)
    else:
        raise OrderIllegal("SSE-4.3.4", "E_NO_SUCH_ACTION")


PLACING: dict[str, Callable[..., None]] = {
    "place": place,
    "cover": cover,
    "place any": place_any,
    "pass": stop,
}
ACTING: dict[str, Callable[..., None]] = {
    "recruit": recruit,
    "move": move,
    "expedition": expedition,
    "ship": ship,
    "attack": attack,
    "harvest": harvest,
    "castle": castle,
    "reinforce": reinforce,
    "pass": stop,
    "done": done,
    "decline": decline,
}


def apply(
    state: State, seat: Seat, order: Order, chance: Chance
) -> tuple[State, list[Event]]:
    """One step, checked as a whole; if it is illegal nothing changes. [SSE-5.1.4]"""
    check_turn(state, seat)
    known = steps_of(state.setup.board).known.get(order)
    if known is None:
        raise unknown(state, order)
    verb, numbers = known
    table = Table(state.copy(), chance)
    if state.point == "destiny":
        if verb != "destiny":
            raise OrderIllegal("SSE-4.2.1", "E_NO_SUCH_ACTION")
        destiny(table, seat, *numbers)
        return table.state, table.events
    carry_out = (PLACING if state.point == "placement" else ACTING).get(verb)
    if carry_out is None:
        raise OrderIllegal("SSE-4.3.1", "E_NO_SUCH_ACTION")
    if verb == "harvest" and numbers:
        carry_out = harvest_at
    carry_out(table, *numbers)
    return table.state, table.events


def check_turn(state: State, seat: Seat) -> None:
    if not state.point:
        raise OrderIllegal("SSE-9.1", "E_GAME_OVER")
    if state.point == "destiny":
        if not 0 <= seat < state.setup.seats:
            raise OrderIllegal("SSE-3.1", "E_NO_SEAT")
        if state.chosen[seat] != NOTHING:
            raise OrderIllegal("SSE-4.2.1", "E_CHOSEN")
    elif seat != state.seat:
        raise OrderIllegal("SSE-4.3.1", "E_NOT_YOUR_TURN")


def unknown(state: State, order: Order) -> OrderError:
    """An order no board position allows; where it can be said, why. [SSE-13.9]"""
    board = state.setup.board
    match order:
        case Order("move", (origin, province)) if {origin, province} <= {*board.index}:
            near = [board.provinces[p] for p in board.adjacent[board.index[origin]]]
            return OrderIllegal(
                "SSE-5.3.3",
                "E_NOT_ADJACENT",
                legal=near,
                legal_kind="province",
                origin=origin,
                province=province,
            )
        case Order("expedition", (_, mountain, _)) if mountain in board.mountain_index:
            ends = board.roads[board.mountain_index[mountain]]
            one, two = (board.provinces[end] for end in ends)
            return OrderIllegal(
                "SSE-10.2.2", "E_NO_ROAD", mountain=mountain, origin=one, province=two
            )
        case Order("ship", (_, origin, goal)) if {origin, goal} <= {*board.index}:
            return no_voyage(board, origin, goal)
        case Order("harvest", (province,)) if province in board.index:
            return no_neutral_harvest(state, province)
    return OrderIllegal("SSE-5.1.4", "E_NO_SUCH_ACTION")


def no_voyage(board: Board, origin: str, goal: str) -> OrderIllegal:
    """From port to another port, with one army or two. [SSE-5.5.2]"""
    for province in (origin, goal):
        if not board.coastal[board.index[province]]:
            return OrderIllegal("SSE-5.5.2", "E_NO_PORT", province=province)
    if origin == goal:
        return OrderIllegal("SSE-5.5.2", "E_SAME_PORT")
    return OrderIllegal("SSE-5.5.2", "E_SHIP_COUNT")


def no_neutral_harvest(state: State, province: str) -> OrderError:
    """No resource province: said only where a neutral harvest is possible at all."""
    try:
        region = region_for(state, "harvest")
        check_where(state, region, state.setup.board.index[province], "SSE-6.5")
    except OrderIllegal as fault:
        return fault
    return OrderIllegal("SSE-6.5", "E_NO_RESOURCE", province=province)


# ------------------------------------------------------------------------- leaving


def resign(state: State, seat: Seat) -> tuple[State, list[Event]]:
    """Placements are skipped, tokens pass, pieces stay, the score counts. [SSE-13.7]

    Destiny cards go on by default: a seat that left has no other decisions.
    """
    if not state.point:
        raise OrderIllegal("SSE-9.1", "E_GAME_OVER")
    if not 0 <= seat < state.setup.seats:
        raise OrderIllegal("SSE-3.1", "E_NO_SEAT")
    if seat in state.left:
        raise OrderIllegal("SSE-13.7", "E_GONE")
    table = Table(state.copy(), Chance())
    table.state.left = state.left | {seat}
    table.state.todo = changed(state.todo, seat, -state.todo[seat])
    table.tell("seat_left", seat=seat)
    if seat == state.seat:
        drop_decision(table)
    return table.state, table.events


def drop_decision(table: Table[State]) -> None:
    """What the seat was about to decide is declined."""
    state = table.state
    if state.climb:
        arrive(table)
    elif state.point == "placement":
        next_placer(table)
    else:
        end_action(table)

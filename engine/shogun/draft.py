"""The draft of provinces before the first spring. [SHO-3.4, SHO-3.5, SHO-17.4]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.shogun.board import BOARD
from engine.shogun.rules.battle import stand
from engine.shogun.rules.generals import post
from engine.shogun.rules.steps import (
    BLIND,
    DRAFT,
    GROUP,
    POST_HERE,
    POST_LATER,
    REFRESH,
)
from engine.shogun.state import NOTHING, State
from engine.table import Table

OFFERED = 2  # cards that lie open [SHO-3.4]
FIRST_TURNS = 4  # of each player make the first span [SHO-18.8]


def begin_draft(table: Table[State]) -> None:
    """Seat 1 of the sheet starts. [SHO-3.4, SHO-17.3]"""
    state = table.state
    seats, codes = state.setup.seats, [BOARD.codes[p] for p in state.setup.used]
    deck = table.chance.shuffle("provinces", codes)
    state.deck = tuple(BOARD.index[code] for code in deck)
    state.groups = (BOARD.groups[seats],) * seats
    state.offered = tuple(draw(state) for _ in range(OFFERED))
    state.phase, state.step, state.seat = "draft", "draft", 0
    table.tell("draft_begun", provinces=[BOARD.codes[p] for p in state.offered])


def draw(state: State) -> int:
    """The top card of the deck."""
    card, state.deck = state.deck[0], state.deck[1:]
    state.known = min(state.known, len(state.deck))
    return card


def turn_number(state: State, seat: Seat) -> int:
    """Which draft turn of the seat it is or will be, from 1."""
    placed = len(BOARD.groups[state.setup.seats]) - len(state.groups[seat])
    is_over = state.step == "station" and seat == state.seat
    return placed if is_over else placed + 1


def span_number(state: State, seat: Seat) -> int:
    """`draft 1` has each player's first four turns. [SHO-18.8]"""
    return 1 if turn_number(state, seat) <= FIRST_TURNS else 2


# -------------------------------------------------------------------------- options


def draft_steps(state: State, seat: Seat) -> list[Order]:
    """Refresh if allowed, an open card, or the top one unseen. [SHO-3.4, SHO-3.5]"""
    refresh = [REFRESH] if state.was_blind and not state.refreshed else []
    return [*refresh, *(DRAFT[p] for p in state.offered), BLIND]


def group_steps(state: State, seat: Seat) -> list[Order]:
    """Every size that is left, the largest first. [SHO-3.3]"""
    return [GROUP[size] for size in dict.fromkeys(state.groups[seat])]


def station_steps(state: State, seat: Seat) -> list[Order]:
    """SHO-14.3"""
    return [POST_HERE, POST_LATER]


# ---------------------------------------------------------------------------- verbs


def refresh(table: Table[State], seat: Seat) -> None:
    """The open cards go under the deck, the left one first. [SHO-3.5]"""
    state = table.state
    state.deck += state.offered
    state.known = min(state.known + OFFERED, len(state.deck))
    state.offered = tuple(draw(state) for _ in range(OFFERED))
    state.refreshed = True
    provinces = [BOARD.codes[p] for p in state.offered]
    table.tell("cards_refreshed", seat=seat, provinces=provinces)


def take_open(table: Table[State], seat: Seat, province: int) -> None:
    """SHO-3.4"""
    state = table.state
    state.taken, state.is_blind = province, False
    state.offered = tuple(NOTHING if p == province else p for p in state.offered)
    state.step = "group"
    table.tell("card_taken", seat=seat, province=BOARD.codes[province])


def take_blind(table: Table[State], seat: Seat) -> None:
    """Others see the card when its group stands. [SHO-3.4]"""
    state = table.state
    state.taken, state.is_blind = draw(state), True
    state.step = "group"
    table.tell("card_drawn", seat=seat)
    table.tell("card_seen", to=[seat], seat=seat, province=BOARD.codes[state.taken])


def group(table: Table[State], seat: Seat, size: int) -> None:
    """A whole group into the province that was taken. [SHO-3.4, SHO-3.3]"""
    state = table.state
    left = list(state.groups[seat])
    left.remove(size)
    state.groups = (*state.groups[:seat], tuple(left), *state.groups[seat + 1 :])
    state.owner[state.taken] = seat
    stand(state, seat, state.taken, size)
    table.tell(
        "group_placed", seat=seat, province=BOARD.codes[state.taken], armies=size
    )
    state.step = "station"


def station(table: Table[State], seat: Seat, here: int) -> None:
    """The general goes with this group, or with a later one. [SHO-14.3]"""
    if here:
        post(table, seat, table.state.taken)
    else:
        table.tell("general_waits", seat=seat)
    end_turn(table)


# ------------------------------------------------------------------------- sequence


def needs_general(state: State, seat: Seat) -> bool:
    return state.setup.generals and state.generals[seat] == NOTHING


def go_to_station(table: Table[State]) -> None:
    """Ask for the general, or send it with the last group. [SHO-14.3]"""
    state = table.state
    seat = state.seat
    if needs_general(state, seat) and state.groups[seat]:
        state.point = "post"
        return
    if needs_general(state, seat):
        post(table, seat, state.taken)
    end_turn(table)


def end_turn(table: Table[State]) -> None:
    """Open a card in place of the one that was taken; the next seat. [SHO-3.4]"""
    state = table.state
    state.was_blind, state.is_blind, state.refreshed = state.is_blind, False, False
    state.taken, state.step = NOTHING, "draft"
    state.seat = (state.seat + 1) % state.setup.seats
    if not any(state.groups):
        end_draft(table)
    elif NOTHING in state.offered:
        new = draw(state)
        state.offered = tuple(new if p == NOTHING else p for p in state.offered)
        table.tell("card_offered", province=BOARD.codes[new])


def end_draft(table: Table[State]) -> None:
    """Cards that nobody took: their provinces are neutral. [SHO-3.6]"""
    state = table.state
    cards = sorted(p for p in (*state.offered, *state.deck) if p != NOTHING)
    state.deck = state.offered = ()
    state.known, state.was_blind = 0, False
    state.groups = ()
    state.step, state.seat = "materials", NOTHING
    table.tell("draft_ended", provinces=[BOARD.codes[p] for p in cards])

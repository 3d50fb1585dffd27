"""A plan that is missing or not finished when time is up. [SHO-18.6, SHO-17.63]

What a player has laid stands; `fill_step` says what comes next. Plans that are kept lay
their own cards first, so of what they name only the bid has to take care.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Order, Seat
from engine.shogun.board import BOARD
from engine.shogun.rules.hand import (
    intrigue_left,
    officials_left,
    open_slots,
    provinces_left,
)
from engine.shogun.rules.steps import BIDS, LAY, READY
from engine.shogun.state import (
    BID,
    BLUFF,
    COURT,
    INTRIGUE,
    NOTHING,
    OFFICIAL,
    UNLAID,
    State,
)

SLOT = BOARD.slot_index
RICE, TAX = SLOT["rice"], SLOT["tax"]
DEAR = tuple(SLOT[name] for name in ("castle", "temple", "recruit5", "recruit3"))
CHEAP = tuple(SLOT[name] for name in ("theatre", "recruit1", "battle-a", "battle-b"))
LAST = tuple(
    SLOT[name]
    for name in (
        *("castle", "temple", "recruit5", "recruit3", "battle-b", "battle-a"),
        *("recruit1", "theatre", "court3", "court2", "court1", "tax", "rice"),
    )
)


def fill_step(state: State, seat: Seat) -> Order:
    """The next step of a plan that nobody goes on with. [SHO-18.6]"""
    if state.boards[seat][BID] == UNLAID:
        return fill_bid(state, seat)
    slots = open_slots(state, seat)
    if not slots:
        return READY
    slot, card = next_card(state, seat, slots)
    return LAY[slot][card]


def fill_bid(
    state: State,
    seat: Seat,
    kept: Sequence[int] = (),
    dashes: int = 0,
    at_court: int = 0,
) -> Order:
    """Intrigue 0, unless a kept line needs it. [SHO-18.6]

    `kept` are the cards that kept lines name, a digit as INTRIGUE and its value;
    `dashes` are lines that want any intrigue card, or else an official one, `at_court`
    those that want an intrigue card.
    """
    others = [v for v in BOARD.intrigue if v and INTRIGUE + v not in kept]
    officials = officials_left(state, seat) - kept.count(OFFICIAL)
    wanted, is_named = dashes + at_court, INTRIGUE in kept
    is_wanted = at_court > len(others) or wanted > len(others) + officials
    if not (is_named or is_wanted):
        return BIDS[INTRIGUE]
    intrigue = len(others) + (not is_named)  # for the dashes, with the 0
    if officials > max(0, wanted - intrigue):
        return BIDS[OFFICIAL]
    free = [p for p in provinces_left(state, seat) if p not in kept]
    if free:
        return BIDS[min(free, key=state.armies.__getitem__)]
    payable = [value for value in others if value <= state.chests[seat]]
    is_left = intrigue + officials > wanted
    return BIDS[INTRIGUE + (payable[0] if payable and is_left else 0)]


def next_card(state: State, seat: Seat, slots: Sequence[int]) -> tuple[int, int]:
    """Which slot gets which card next, in the order of the sheet. [SHO-18.6]"""
    provinces = provinces_left(state, seat)
    intrigue, officials = intrigue_left(state, seat), officials_left(state, seat)
    for slot, printed in ((RICE, BOARD.rice), (TAX, BOARD.tax)):
        if slot in slots and provinces:
            return slot, best(state, provinces, printed)
    if intrigue and (slot := first_of(DEAR, slots)) != NOTHING:
        return slot, BLUFF
    if provinces and (slot := first_of(CHEAP, slots)) != NOTHING:
        return slot, provinces[0]
    if officials and (slot := first_of(COURT, slots)) != NOTHING:
        return slot, OFFICIAL
    card = BLUFF if intrigue else OFFICIAL if officials else provinces[0]
    return first_of(LAST, slots), card


def first_of(wanted: Sequence[int], slots: Sequence[int]) -> int:
    return next((slot for slot in wanted if slot in slots), NOTHING)


def best(state: State, provinces: Sequence[int], printed: Sequence[int]) -> int:
    """Most printed where there is no unrest; if there is everywhere, most armies."""
    calm = [p for p in provinces if not state.unrest[p]]
    if calm:
        return max(calm, key=printed.__getitem__)
    return max(provinces, key=state.armies.__getitem__)

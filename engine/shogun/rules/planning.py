"""The planning: every seat lays its cards in secret, the bid first. [SHO-4.3, 18.12]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.errors import OrderIllegal
from engine.shogun.board import BOARD
from engine.shogun.rules.hand import (
    cards_left,
    has_cards,
    intrigue_left,
    officials_left,
    open_slots,
    provinces_left,
    set_card,
)
from engine.shogun.rules.steps import (
    ASK,
    BIDS,
    COVER,
    LAY,
    REACTIONS,
    READY,
    SPANS,
)
from engine.shogun.state import (
    BID,
    BLUFF,
    EMPTY,
    INTRIGUE,
    OFFICIAL,
    UNLAID,
    State,
    card_name,
)
from engine.table import Table

AUTUMN = len(BOARD.seasons) - 1

# ------------------------------------------------------------------------- options


def plan_steps(state: State, seat: Seat) -> list[Order]:
    """The bid first, then the other slots in any order, then the rest. [SHO-18.12]"""
    if not 0 <= seat < state.setup.seats or seat in state.ready:
        return []
    board = state.boards[seat]
    if board[BID] == UNLAID:
        return bid_steps(state, seat)
    if UNLAID in board:
        return lay_steps(state, seat)
    return [*ask_steps(state, seat), *cover_steps(state, seat), READY]


def bid_steps(state: State, seat: Seat) -> list[Order]:
    """What the chests cover; intrigue 0 is always there. [SHO-17.6]

    So a seat without provinces goes on as well. [SHO-11.3, SHO-17.34]
    """
    chests = state.chests[seat]
    cards = [INTRIGUE + value for value in BOARD.intrigue if value <= chests]
    provinces = provinces_left(state, seat)
    cards += provinces
    if state.setup.court:
        cards.append(OFFICIAL)
    if len(state.setup.slots) > cards_left(state, seat):
        cards.append(EMPTY)
    return [BIDS[card] for card in cards]


def lay_steps(state: State, seat: Seat) -> list[Order]:
    """Every card for every open slot. [SHO-18.12, SHO-12.4]"""
    provinces = provinces_left(state, seat)
    intrigue, officials = intrigue_left(state, seat), officials_left(state, seat)
    slots = open_slots(state, seat)
    rest = [BLUFF] if intrigue else []
    rest += [OFFICIAL] if officials else []
    if len(slots) > len(provinces) + intrigue + officials:
        rest.append(EMPTY)
    cards = provinces + rest
    acting = [BLUFF, *cards] if officials and not intrigue else cards  # SHO-18.16
    found: list[Order] = []
    for slot in slots:
        orders = LAY[slot]
        found += [orders[card] for card in (acting if slot < BID else cards)]
    return found


def reactions_in_play(state: State) -> tuple[str, ...]:
    """Reactions that can come up in this match. [SHO-18.12]"""
    return REACTIONS if state.setup.court else REACTIONS[:2]


def spans_in_play(state: State) -> list[str]:
    """Spans of this season that a plan can cover. [SHO-18.9]"""
    has_end = state.setup.generals or state.setup.dajokan
    there = {"end": has_end, "winter": state.season == AUTUMN}
    return [span for span in SPANS if there.get(span, True)]


def ask_steps(state: State, seat: Seat) -> list[Order]:
    """SHO-18.22"""
    return [
        ASK[REACTIONS.index(kind)]
        for kind in reactions_in_play(state)
        if (seat, kind) not in state.asked
    ]


def cover_steps(state: State, seat: Seat) -> list[Order]:
    """SHO-18.9"""
    return [
        COVER[SPANS.index(span)]
        for span in spans_in_play(state)
        if (seat, span) not in state.covers
    ]


# -------------------------------------------------------------------------- checks


def check_bid(state: State, seat: Seat, card: int) -> None:
    if state.boards[seat][BID] != UNLAID:
        raise OrderIllegal("SHO-18.12", "E_BID_LAID")
    if card >= INTRIGUE and card - INTRIGUE > state.chests[seat]:
        raise OrderIllegal("SHO-17.6", "E_BID_TOO_HIGH", chests=state.chests[seat])
    if card < INTRIGUE:
        check_in_hand(state, seat, BID, card)


def check_lay(state: State, seat: Seat, slot: int, card: int) -> None:
    if state.boards[seat][BID] == UNLAID:
        raise OrderIllegal("SHO-18.12", "E_BID_FIRST")
    if slot >= len(state.setup.slots):
        raise OrderIllegal("SHO-12.4", "E_NO_SLOT", slot=BOARD.slots[slot])
    if state.boards[seat][slot] != UNLAID:
        raise OrderIllegal("SHO-4.3", "E_SLOT_LAID", slot=BOARD.slots[slot])
    check_in_hand(state, seat, slot, card)


def check_in_hand(state: State, seat: Seat, slot: int, card: int) -> None:
    """SHO-4.3, SHO-17.5"""
    if card >= 0:
        check_province(state, seat, card)
    elif card == BLUFF:
        officials = officials_left(state, seat) if slot < BID else 0
        if not intrigue_left(state, seat) and not officials:
            raise OrderIllegal("SHO-18.16", "E_NO_INTRIGUE")
    elif card == OFFICIAL:
        if not officials_left(state, seat):
            raise OrderIllegal("SHO-12.4", "E_NO_OFFICIAL")
    elif len(open_slots(state, seat)) <= cards_left(state, seat):
        raise OrderIllegal("SHO-4.3", "E_NOT_EMPTY")


def check_province(state: State, seat: Seat, province: int) -> None:
    """An own province that lies nowhere yet. [SHO-4.3]"""
    code = BOARD.codes[province]
    if state.owner[province] != seat:
        raise OrderIllegal("SHO-4.3", "E_NOT_YOURS", province=code)
    if province in state.boards[seat]:
        raise OrderIllegal("SHO-4.3", "E_CARD_USED", province=code)


def check_filled(state: State, seat: Seat) -> None:
    """Only a full board can be sealed. [SHO-18.12]"""
    if UNLAID in state.boards[seat]:
        slots = [BOARD.slots[slot] for slot in open_slots(state, seat)]
        raise OrderIllegal(
            "SHO-4.3", "E_SLOTS_OPEN", legal=slots, legal_kind="slot", near=False
        )


# --------------------------------------------------------------------------- verbs


def bid(table: Table[State], seat: Seat, card: int) -> None:
    check_bid(table.state, seat, card)
    put(table, seat, BID, card)
    fill_empty(table, seat)


def lay(table: Table[State], seat: Seat, slot: int, card: int) -> None:
    check_lay(table.state, seat, slot, card)
    put(table, seat, slot, card)
    fill_empty(table, seat)


def put(table: Table[State], seat: Seat, slot: int, card: int) -> None:
    """Nobody else is told. [SHO-1.5]"""
    state = table.state
    if card == BLUFF and not intrigue_left(state, seat):
        card = OFFICIAL  # SHO-18.16
    set_card(state, seat, slot, card)
    table.tell(
        "card_laid", to=[seat], seat=seat, slot=BOARD.slots[slot], card=card_name(card)
    )


def fill_empty(table: Table[State], seat: Seat) -> None:
    """Slots for which there is no card. [SHO-18.12]

    A last slot with one kind of card left is a step like any other: everybody counts
    the entries of a log, and their number must tell nothing of what lies hidden.
    """
    state = table.state
    if not has_cards(state, seat):
        for slot in open_slots(state, seat):
            put(table, seat, slot, EMPTY)


def ask(table: Table[State], seat: Seat, number: int) -> None:
    """The table is to wait for this seat at a reaction. [SHO-18.22]"""
    check_filled(table.state, seat)
    if ASK[number] not in ask_steps(table.state, seat):
        raise OrderIllegal("SHO-18.12", "E_NO_SUCH_ACTION")
    table.state.asked |= {(seat, REACTIONS[number])}
    table.tell("ask_noted", to=[seat], seat=seat, reaction=REACTIONS[number])


def cover(table: Table[State], seat: Seat, number: int) -> None:
    """Nobody waits for this seat in a span to come. [SHO-18.9]"""
    check_filled(table.state, seat)
    if COVER[number] not in cover_steps(table.state, seat):
        raise OrderIllegal("SHO-18.12", "E_NO_SUCH_ACTION")
    table.state.covers |= {(seat, SPANS[number])}
    table.tell("cover_noted", to=[seat], seat=seat, covered=SPANS[number])


def ready(table: Table[State], seat: Seat) -> None:
    """Seal the plan; with the last one all are locked. [SHO-18.12]"""
    state = table.state
    check_filled(state, seat)
    state.ready |= {seat}
    table.tell("plan_sealed", to=[seat], seat=seat)
    if len(state.ready) == state.setup.seats:
        lock(table)


def lock(table: Table[State]) -> None:
    """From now on it is public who wants to be asked, and who is covered.

    [SHO-4.3, SHO-18.9, SHO-18.22]
    """
    state = table.state
    table.tell("plans_locked")
    for seat in range(state.setup.seats):
        covered = [span for span in SPANS if (seat, span) in state.covers]
        if covered:
            table.tell("spans_covered", seat=seat, spans=covered)
        asked = [kind for kind in REACTIONS if (seat, kind) in state.asked]
        if asked:
            table.tell("reactions_asked", seat=seat, reactions=asked)
    state.ready = frozenset()
    state.phase, state.step, state.point = "choices", "event", ""

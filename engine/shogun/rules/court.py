"""Expansion 1: Tenno's Court. Winter is unchanged, officials score nothing.

[SHO-12, SHO-12.18]
"""

from __future__ import annotations

from typing import Any

from engine.contract import Order, Seat
from engine.flat import changed
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.rules.actions import erect, obstacle, remove_token
from engine.shogun.rules.battle import conquer, set_bit, stand
from engine.shogun.rules.hand import officials_in_supply, owned
from engine.shogun.rules.steps import (
    FAVOUR,
    FAVOUR_AT,
    FAVOUR_KEEP,
    FAVOUR_NONE,
    KEEP,
)
from engine.shogun.state import (
    COURT,
    NOTHING,
    OFFICIAL,
    State,
    card_name,
)
from engine.table import Table

SHIELDS = {"protect-a": 1, "protect-b": 2, "protect-ab": 3}  # SHO-12.13, SHO-17.37


def seat_officials(table: Table[State]) -> None:
    """As many wait as armies of the colour lie in the tray. [SHO-12.2, SHO-12.1]"""
    state = table.state
    state.waiting = state.tray[:-1]
    for seat, officials in enumerate(state.waiting):
        if officials:
            table.tell("officials_waiting", seat=seat, officials=officials)


def open_favours(table: Table[State]) -> None:
    """The highest number on the dearest place. [SHO-12.3]"""
    state = table.state
    count = len(BOARD.hall_costs)
    state.favours = tuple(sorted(state.favour_deck[:count], reverse=True))
    state.favour_deck = state.favour_deck[count:]
    for favour, cost in zip(state.favours, BOARD.hall_costs, strict=True):
        table.tell("favour_opened", favour=favour, officials=cost)


# ---------------------------------------------------------------------------- part 1


def exchange_all(table: Table[State]) -> None:
    """Each seat in turn order: court3, court2, court1. [SHO-12.5]"""
    state = table.state
    for seat in state.order:
        for slot, value in zip(COURT, BOARD.court_values, strict=True):
            card = state.boards[seat][slot]
            state.shown = set_bit(state.shown, seat, slot)
            name = BOARD.slots[slot]
            table.tell("card_revealed", seat=seat, slot=name, card=card_name(card))
            if card >= 0 or card == OFFICIAL:
                exchange(table, seat, slot, card, value)


def exchange(table: Table[State], seat: Seat, slot: int, card: int, value: int) -> None:
    """Armies for officials, all or nothing, if it is possible. [SHO-12.6, SHO-17.42]"""
    state = table.state
    armies = state.tray[seat] if card == OFFICIAL else state.armies[card] - 1
    if armies < value or officials_in_supply(state, seat) < value:
        why = "armies" if armies < value else "officials"
        table.tell(
            "exchange_void",
            seat=seat,
            slot=BOARD.slots[slot],
            card=card_name(card),
            reason=why,
        )
        return
    if card == OFFICIAL:
        state.tray = changed(state.tray, seat, -value)
    else:
        state.armies[card] -= value
    state.supply = changed(state.supply, seat, value)
    state.waiting = changed(state.waiting, seat, value)
    how = "tray" if card == OFFICIAL else "province"
    facts: dict[str, Any] = {} if card == OFFICIAL else {"province": BOARD.codes[card]}
    table.tell("officials_sent", seat=seat, officials=value, how=how, **facts)


# ---------------------------------------------------------------------------- part 2


def court_order(state: State) -> tuple[Seat, ...]:
    """Most officials first, ties in turn order; fixed now. [SHO-12.7, SHO-17.41]"""
    waiting = [seat for seat in state.order if state.waiting[seat]]
    return tuple(sorted(waiting, key=lambda seat: -state.waiting[seat]))


def enter_hall(table: Table[State], seat: Seat) -> None:
    """All officials of the seat go into the audience hall. [SHO-12.7]"""
    state = table.state
    officials = state.waiting[seat]
    state.waiting = changed(state.waiting, seat, -officials)
    state.audience = changed(state.audience, seat, officials)
    table.tell("audience_granted", seat=seat, officials=officials)


def payable(state: State, seat: Seat) -> list[int]:
    """Open favours that the seat's officials in the audience hall pay. [SHO-12.8]"""
    return [
        favour
        for favour, cost in zip(state.favours, BOARD.hall_costs, strict=True)
        if favour and cost <= state.audience[seat]
    ]


def favour_steps(state: State, seat: Seat) -> list[Order]:
    """One card, or none. [SHO-12.8, SHO-17.61]"""
    found = [FAVOUR_NONE]
    for favour in payable(state, seat):
        found += uses(state, seat, favour)
    return found


def uses(state: State, seat: Seat, favour: int) -> list[Order]:
    """What can be done with a card; it may be taken in vain. [SHO-12.17, SHO-17.39]"""
    kind = BOARD.favours[favour].kind
    if kind == "cancel-event":  # SHO-12.10, SHO-17.35
        return [FAVOUR[favour], FAVOUR_KEEP[favour]]
    if kind == "calm":
        troubled = [p for p in owned(state, seat) if state.unrest[p]]
        return [FAVOUR_AT[favour][p] for p in troubled] or [FAVOUR_KEEP[favour]]
    if kind in BUILDINGS:
        sites = [p for p in owned(state, seat) if not obstacle(state, seat, p, kind, 0)]
        return [FAVOUR_AT[favour][p] for p in sites] or [FAVOUR[favour]]
    if kind == "free-armies" and state.supply[seat]:
        places = [p for p in state.setup.used if state.owner[p] in (seat, NOTHING)]
        return [FAVOUR_AT[favour][p] for p in places] or [FAVOUR[favour]]
    return [FAVOUR[favour]]


def decline_favour(table: Table[State], seat: Seat) -> None:
    table.tell("favour_declined", seat=seat)


def favour(table: Table[State], seat: Seat, number: int, province: int) -> None:
    """Return the officials, use the card, and it leaves the game. [SHO-12.8]"""
    state = table.state
    place = state.favours.index(number)
    cost = BOARD.hall_costs[place]
    state.audience = changed(state.audience, seat, -cost)
    state.favours = changed(state.favours, place, -number)
    table.tell("favour_taken", seat=seat, favour=number, officials=cost)
    card = BOARD.favours[number]
    if card.kind == "cancel-event":
        cancel_event(table, seat, province)
    elif card.kind == "calm":
        use_calm(table, seat, province)
    elif card.kind in SHIELDS:
        protect(table, seat, SHIELDS[card.kind])
    elif card.kind in BUILDINGS:
        if province != NOTHING:
            erect(table, seat, province, card.kind, 0)  # SHO-12.16
    elif card.kind == "free-armies":
        if province != NOTHING:
            free_armies(table, seat, province, card.amount)
    else:
        gain(table, seat, card.kind, card.amount)


def cancel_event(table: Table[State], seat: Seat, choice: int) -> None:
    """No effect for the rest of the season; winter's card is another. [SHO-12.10]"""
    if choice != KEEP:
        table.state.cancelled = True
        event = BOARD.events[table.state.event]
        table.tell("event_cancelled", seat=seat, event=event.id)


def use_calm(table: Table[State], seat: Seat, province: int) -> None:
    """Remove a token now, or keep the card for a later one. [SHO-12.11]"""
    if province >= 0:
        remove_token(table, seat, province)
    else:
        table.state.calmer = seat
        table.tell("favour_kept", seat=seat)


def free_armies(table: Table[State], seat: Seat, province: int, amount: int) -> None:
    """A neutral province is the seat's without a battle. [SHO-12.12, SHO-17.38]"""
    state = table.state
    armies = min(amount, state.supply[seat])
    if state.owner[province] == NOTHING:
        conquer(table, seat, province, armies, "SHO-12.12")
        return
    stand(state, seat, province, armies)
    code = BOARD.codes[province]
    table.tell("armies_given", seat=seat, province=code, armies=armies)


def protect(table: Table[State], seat: Seat, shield: int) -> None:
    """Until the end of the season. [SHO-12.13]"""
    held = table.state.protected
    new = held[seat] | shield
    table.state.protected = (*held[:seat], new, *held[seat + 1 :])


def gain(table: Table[State], seat: Seat, kind: str, amount: int) -> None:
    """Chests, rice and points at once, armies into the tray. [SHO-12.14, SHO-12.15]

    The Samurai give the same. [SHO-13.2]
    """
    state = table.state
    if kind == "chests":
        state.chests = changed(state.chests, seat, amount)
        table.tell("chests_gained", seat=seat, chests=amount)
    elif kind == "rice":
        state.rice = changed(state.rice, seat, amount)
        table.tell("rice_gained", seat=seat, rice=amount)
    elif kind == "vp":
        state.points = changed(state.points, seat, amount)
        table.tell("points_gained", seat=seat, points=amount)
    elif armies := min(amount, state.supply[seat]):
        state.supply = changed(state.supply, seat, -armies)
        state.tray = changed(state.tray, seat, armies)
        table.tell("armies_sent", seat=seat, armies=armies)


def close_palace(table: Table[State]) -> None:
    """Officials go back to wait, cards that nobody took leave the game. [SHO-12.9]"""
    state = table.state
    pairs = zip(state.waiting, state.audience, strict=True)
    state.waiting = tuple(one + two for one, two in pairs)
    state.audience = (0,) * state.setup.seats
    state.favours = ()
    table.tell("palace_closed")

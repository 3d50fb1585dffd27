"""Cards of the year, the season, the planning boards and the draft."""

from __future__ import annotations

from typing import Any

from engine.positions import Fields, unfit
from engine.shogun.board import BOARD
from engine.shogun.positions.words import (
    key_in,
    keys_in,
    pairs_in,
    province_in,
    province_or_none,
    refuse_if,
)
from engine.shogun.rules.steps import REACTIONS, SPANS
from engine.shogun.state import (
    BID,
    CARD_NAMES,
    INTRIGUE,
    NOTHING,
    UNLAID,
    State,
)

EVENTS = tuple(card.id for card in BOARD.events)
CODES = {name: card for card, name in CARD_NAMES.items() if name}
IN_SEASON = ("planning", "choices", "actions", "end")


def read_season(fields: Fields, state: State) -> None:
    """Cards that are not told lie in the order of the file. [SHO-4.1, SHO-4.2]"""
    in_season = state.phase in IN_SEASON
    actions = keys_in("actions", fields.list("actions"), BOARD.actions)
    specials = keys_in("specials", fields.list("specials"), BOARD.specials)
    state.actions = tuple(
        BOARD.slot_index[name]
        for name in actions or (BOARD.actions if in_season else ())
    )
    state.specials = tuple(
        BOARD.special_index[name]
        for name in specials or (BOARD.specials if in_season else ())
    )
    state.action = fields.number("action", 0, 0, len(BOARD.actions) - 1)
    held = fields.list("special_of") or [""] * state.setup.seats
    refuse_if(
        len(held) != state.setup.seats, "“special_of” has one card for each seat."
    )
    index = {"": NOTHING, **BOARD.special_index}
    state.special_of = tuple(key_in("special_of", card, index) for card in held)
    state.order = tuple(fields.numbers("order", 0, state.setup.seats - 1))
    read_events(fields, state)


def read_events(fields: Fields, state: State) -> None:
    """SHO-4.4, SHO-7.5"""
    now = fields.word("event", "", ("", *EVENTS))
    state.event = NOTHING if not now else EVENTS.index(now)
    state.cancelled = fields.flag("cancelled")
    told = keys_in("events", fields.list("events"), EVENTS)
    deck = keys_in("event_deck", fields.list("event_deck"), EVENTS)
    if state.phase not in ("draft", "over") and not told:
        free = [event for event in EVENTS if event != now and event not in deck]
        told = free[: cards_open(state)]
        used = {*told, now}
        if state.year == 1 and not deck:
            deck = [event for event in EVENTS if event not in used][-8:]
    state.events = tuple(sorted(EVENTS.index(event) for event in told))
    state.event_deck = tuple(EVENTS.index(event) for event in deck)


def cards_open(state: State) -> int:
    """How many of the year's cards lie open at this moment. [SHO-4.4]"""
    drawn = state.season + (state.event != NOTHING)
    return BOARD.events_a_year - min(drawn, BOARD.events_a_year - 1)


# ------------------------------------------------------------------ planning boards


def read_plans(fields: Fields, state: State) -> None:
    """SHO-4.3"""
    seats = state.setup.seats
    boards = fields.list("boards") or [{}] * seats
    refuse_if(len(boards) != seats, "“boards” has one object for each seat.")
    state.boards = tuple(board_in(state, board) for board in boards)
    shown = fields.list("shown") or [[]] * seats
    refuse_if(len(shown) != seats, "“shown” has one list for each seat.")
    state.shown = tuple(slots_in(state, slots) for slots in shown)
    state.won = frozenset(province_in("won", code) for code in fields.list("won"))
    state.ready = frozenset(fields.numbers("ready", 0, seats - 1))
    state.covers = pairs_in(fields, "covers", seats, SPANS)
    state.asked = pairs_in(fields, "asked", seats, REACTIONS)


def board_in(state: State, told: Any) -> tuple[int, ...]:
    if not isinstance(told, dict):
        raise unfit("boards", "a list of objects", told)
    board = [UNLAID] * len(state.setup.slots)
    for name, card in told.items():
        slot = key_in("boards", name, BOARD.slot_index)
        refuse_if(slot >= len(board), "“boards” names a slot that is not in play.")
        board[slot] = card_in(slot, card)
    return tuple(board)


def card_in(slot: int, card: Any) -> int:
    """A bid is told by its value; other intrigue cards are bluffs. [SHO-17.64]"""
    values = {str(value): INTRIGUE + value for value in BOARD.intrigue}
    known = {**BOARD.index, **CODES, **(values if slot == BID else {})}
    if slot == BID:
        del known["bluff"]
    return key_in("boards", card, known)


def slots_in(state: State, told: Any) -> int:
    if not isinstance(told, list):
        raise unfit("shown", "a list of lists of slots", told)
    names = [BOARD.slots[slot] for slot in state.setup.slots]
    return sum(1 << BOARD.slot_index[slot] for slot in keys_in("shown", told, names))


# ------------------------------------------------------------------------ the draft


def read_draft(fields: Fields, state: State) -> None:
    """SHO-3.4"""
    told = fields.table("draft")
    if state.phase != "draft":
        refuse_if(bool(told), "“draft” is for the draft only.")
        return
    draft, seats = Fields(told, "shogun"), state.setup.seats
    state.deck = provinces_in("deck", draft.list("deck"))
    state.offered = tuple(province_or_none("offered", c) for c in draft.list("offered"))
    groups = draft.list("groups") or [[]] * seats
    refuse_if(len(groups) != seats, "“groups” has one list for each seat.")
    state.groups = tuple(groups_in(draft, state, row) for row in groups)
    state.taken = province_or_none("taken", draft.text("taken", ""))
    state.known = draft.number("known", 0, 0, len(state.deck))
    state.is_blind = draft.flag("is_blind")
    state.was_blind = draft.flag("was_blind")
    state.refreshed = draft.flag("refreshed")
    draft.finish()


def provinces_in(name: str, told: list[Any]) -> tuple[int, ...]:
    return tuple(province_in(name, code) for code in told)


def groups_in(draft: Fields, state: State, told: Any) -> tuple[int, ...]:
    if not isinstance(told, list):
        raise unfit("groups", "a list of lists", told)
    sizes = BOARD.groups[state.setup.seats]
    row = [draft.check_number("groups", n, min(sizes), max(sizes)) for n in told]
    refuse_if(row != sorted(row, reverse=True), "“groups” begin with the largest.")
    return tuple(row)

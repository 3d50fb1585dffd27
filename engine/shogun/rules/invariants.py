"""What must hold after every step. [SHO-1.8]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.rules.generals import statues_of
from engine.shogun.rules.hand import officials_in_supply
from engine.shogun.rules.sequence_faults import sequence_faults
from engine.shogun.state import (
    BLUFF,
    INTRIGUE,
    NOTHING,
    OFFICIAL,
    UNLAID,
    State,
)


def faults(state: State) -> list[str]:
    """Sentences for what no legal match can show. [SHO-1.8]"""
    return [
        *cube_faults(state),
        *map_faults(state),
        *purse_faults(state),
        *board_faults(state),
        *season_faults(state),
        *court_faults(state),
        *general_faults(state),
        *office_faults(state),
        *sequence_faults(state),
    ]


def cube_faults(state: State) -> Iterator[str]:
    """Every army and every farmer is somewhere. [SHO-1.8, SHO-16.9]"""
    standing = [0] * (state.setup.seats + 1)  # farmers never stand in a province
    for owner, armies in zip(state.owner, state.armies, strict=True):
        if owner != NOTHING:
            standing[owner] += armies
    for colour, there in enumerate(standing):
        parts = (state.supply[colour], state.inside[colour], state.tray[colour], there)
        whole = BOARD.farmers if colour == state.setup.seats else BOARD.armies
        who = "farmers" if colour == state.setup.seats else f"armies of seat {colour}"
        if min(parts) < 0 or sum(parts) != whole:
            yield f"there are {sum(parts)} {who} instead of {whole}"


def map_faults(state: State) -> Iterator[str]:
    """Owners have armies, buildings have sites, unused provinces have nothing."""
    used = set(state.setup.used)
    for p, code in enumerate(BOARD.codes):
        owner, armies, here = state.owner[p], state.armies[p], state.buildings[p]
        if (owner != NOTHING) != (armies > 0):
            yield f"{code} has an owner without armies, or armies without an owner"
        if here.bit_count() > BOARD.sites[p]:
            yield f"{code} has more buildings than sites"
        if owner == NOTHING and (here or state.unrest[p]):
            yield f"{code} is neutral and has a building or unrest"
        if p not in used and (owner != NOTHING or armies):
            yield f"{code} is not in the game"
    for number, building in enumerate(BUILDINGS):
        count = sum(here >> number & 1 for here in state.buildings)
        if count > BOARD.buildings[number]:
            yield f"there are {count} of the building {building}"


def purse_faults(state: State) -> Iterator[str]:
    for name in ("chests", "rice", "points"):
        if min(getattr(state, name)) < 0:
            yield f"a seat has less than no {name}"
    if min(state.unrest) < 0:
        yield "a province has less than no unrest"


def board_faults(state: State) -> Iterator[str]:
    """Cards lie once, and only those of own provinces. [SHO-4.3, SHO-4.7]"""
    for seat, board in enumerate(state.boards):
        provinces = [card for card in board if 0 <= card < INTRIGUE]
        if len(provinces) != len({*provinces}):
            yield f"seat {seat} has laid a card twice"
        if any(state.owner[p] != seat for p in provinces):
            yield f"seat {seat} has laid the card of a province it does not own"
        intrigue = sum(card == BLUFF or card >= INTRIGUE for card in board)
        if intrigue > len(BOARD.intrigue):
            yield f"seat {seat} has laid more intrigue cards than there are"
        officials = BOARD.official_cards if state.setup.court else 0
        if board.count(OFFICIAL) > officials:
            yield f"seat {seat} has laid more official cards than there are"
        if state.point != "plan" and is_half_laid(board):
            yield f"the plan of seat {seat} is not complete"
        if seat in state.ready and UNLAID in board:
            yield f"seat {seat} is ready with a slot open"


def is_half_laid(board: tuple[int, ...]) -> bool:
    return UNLAID in board and any(card != UNLAID for card in board)


def season_faults(state: State) -> Iterator[str]:
    """Decks and orders hold every card once. [SHO-4.1, SHO-4.2, SHO-7.5]"""
    cards = (*state.events, *state.event_deck, *filter(is_there, [state.event]))
    if len(cards) != len({*cards}):
        yield "an event card is there twice"
    if state.actions and sorted(state.actions) != list(range(len(BOARD.actions))):
        yield "the action cards are not ten different ones"
    if state.specials and sorted(state.specials) != list(range(len(BOARD.specials))):
        yield "the special cards are not five different ones"
    held = [*filter(is_there, state.special_of)]
    if len(held) != len({*held}) or not {*held} <= {*state.specials}:
        yield "a special card is held by two, or by nobody's choice"
    if state.order and sorted(state.order) != list(range(state.setup.seats)):
        yield "the turn order does not name every seat once"


def is_there(card: int) -> bool:
    return card != NOTHING


def court_faults(state: State) -> Iterator[str]:
    """Officials in supply, waiting hall and audience hall. [SHO-1.8, SHO-1.6]"""
    if not state.setup.court:
        return
    for seat in range(state.setup.seats):
        parts = (
            officials_in_supply(state, seat),
            state.waiting[seat],
            state.audience[seat],
        )
        if min(parts) < 0:
            yield f"seat {seat} has more than {BOARD.officials} officials"
    cards = [*filter(None, state.favours), *state.favour_deck]
    if len(cards) != len({*cards}):
        yield "a favour card is there twice"


def general_faults(state: State) -> Iterator[str]:
    """Generals stand in own provinces; no statue is lost. [SHO-14.8, SHO-1.6]"""
    if not state.setup.generals:
        return
    seats = range(state.setup.seats)
    for seat in seats:
        province = state.generals[seat]
        if province != NOTHING and state.owner[province] != seat:
            yield f"the general of seat {seat} is not in an own province"
        if not 0 <= state.statues_left[seat] <= BOARD.statues - statues_of(state, seat):
            yield f"seat {seat} has more than {BOARD.statues} statues"
    statues = sum(state.statues) + sum(state.statues_left) + sum(state.trophies)
    if statues != BOARD.statues * len(seats):
        yield f"there are {statues} statues"


def office_faults(state: State) -> Iterator[str]:
    """SHO-15.1, SHO-1.6"""
    if not state.setup.dajokan:
        return
    for seat in range(state.setup.seats):
        if state.offices.count(seat) > BOARD.markers:
            yield f"seat {seat} has more than {BOARD.markers} markers"
    if state.tokens and sorted(state.tokens) != list(range(len(BOARD.regions))):
        yield "the region tokens are not five different ones"

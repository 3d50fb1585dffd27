"""Positions to look at: by seats, sides and expansions, early and late."""

from __future__ import annotations

from random import Random

from engine.contract import Seat, View
from engine.shogun.board import BOARD
from engine.shogun.state import (
    BID,
    BLUFF,
    COURT,
    EXPANSIONS,
    FACE_DOWN,
    INTRIGUE,
    NOTHING,
    OFFICIAL,
    TILE,
    UNLAID,
    State,
    setup_of,
)
from engine.shogun.view import view


def bare(seats: int = 4, side: str = "sun", full: bool = False) -> State:
    """The recommended setup as it stands before the first planning. [SHO-3.7]"""
    setup = setup_of(seats, side, "recommended", *(full for _ in EXPANSIONS))
    state = State(setup)
    for seat, start in enumerate(BOARD.starts[seats]):
        for province, armies in start:
            if province not in setup.used:
                continue  # the setup of the sun side, on the moon side
            state.owner[province], state.armies[province] = seat, armies
    place(state)
    state.phase, state.point = "planning", "plan"
    state.actions, state.specials = (7, 3, 0, 8, 5, 1, 9, 2, 4, 6), (2, 0, 4, 1, 3)
    state.events, state.event_deck = (0, 4, 6, 9), (1, 2, 3, 5, 7, 8, 10, 11)
    state.inside = (*(3, 4, 2, 1, 3)[:seats], 4)
    if full:
        expanded(state, seats)
    return state


def place(state: State) -> None:
    for seat in range(state.setup.seats):
        owned = [p for p, of in enumerate(state.owner) if of == seat]
        out = sum(state.armies[p] for p in owned)
        supply = list(state.supply)
        supply[seat] = max(0, BOARD.armies - out - 3)
        state.supply = tuple(supply)


def expanded(state: State, seats: int) -> None:
    state.waiting, state.favours = (3, 2, 4, 1, 2)[:seats], (21, 12, 2)
    state.favour_deck = tuple(range(3, 12))
    state.tokens = (1, 0, 2, 3, 4)
    offices = list(state.offices)
    for office in (0, 8, 14, 22, 27, 35):
        offices[office] = TILE
    state.offices = tuple(offices)


def planned(state: State) -> State:
    """Seat 0 has laid most of its cards. [SHO-18.12]"""
    owned = [p for p, of in enumerate(state.owner) if of == 0]
    slots = len(state.setup.slots)
    cards = [UNLAID] * slots
    for slot, card in zip((0, 2, 3, 4, 5, 7), owned, strict=False):
        cards[slot] = card
    cards[1] = cards[6] = BLUFF
    cards[BID] = INTRIGUE + 2
    if state.setup.court:
        cards[COURT[1]] = OFFICIAL
    state.boards = (tuple(cards), *state.boards[1:])
    return state


def late(seats: int = 4, side: str = "sun", full: bool = False) -> State:
    """Autumn of the second year, in the sixth action."""
    dice = Random(seats * 7 + full)
    state = bare(seats, side, full)
    state.year, state.season, state.phase = 2, 2, "actions"
    state.point, state.action = "battle-b", 6
    state.order = tuple(dice.sample(range(seats), seats))
    state.seat = state.order[1]
    for province in state.setup.used:
        state.owner[province] = dice.choice([*range(seats), *range(seats), NOTHING])
        if state.owner[province] == NOTHING:
            state.armies[province] = 0
            continue
        state.armies[province] = dice.choice((1, 1, 2, 2, 3, 4, 5, 6, 12))
        bits = dice.sample((1, 2, 4), dice.randint(0, BOARD.sites[province]))
        state.buildings[province] = sum(bits)
        state.unrest[province] = dice.choice((0, 0, 0, 1, 1, 2))
    place(state)
    state.chests, state.rice = (4, 11, 0, 7, 23)[:seats], (6, 3, 9, 0, 4)[:seats]
    state.points = (21, 34, 19, 27, 30)[:seats]
    state.tray = (*(0, 2, 1, 0, 3)[:seats], 2)
    state.special_of = (2, 0, 4, 1, 3)[:seats]
    state.events, state.event, state.event_deck = (2, 11), 5, (0, 7)
    boards = []
    for seat in range(seats):
        owned = [p for p, of in enumerate(state.owner) if of == seat]
        cards = [owned[at] if at < len(owned) else BLUFF for at in range(10)]
        cards += [INTRIGUE + seat % 5, BLUFF, OFFICIAL, OFFICIAL]
        boards.append(tuple(cards[: len(state.setup.slots)]))
    state.boards = tuple(boards)
    shown = sum(1 << slot for slot in (*state.actions[:6], BID))
    state.shown = (shown,) * seats
    if full:
        late_expanded(state, dice)
    return state


def late_expanded(state: State, dice: Random) -> None:
    seats = state.setup.seats
    state.stages = (1, 3, 0, 2, 1)[:seats]
    state.protected, state.calmer = (0, 1, 0, 3, 0)[:seats], 2
    owned = [[p for p, of in enumerate(state.owner) if of == s] for s in range(seats)]
    state.generals = tuple(dice.choice(of) for of in owned)
    statues = list(state.statues)
    for _ in range(9):
        statues[dice.choice(state.setup.used) * seats + dice.randrange(seats)] += 1
    state.statues = tuple(statues)
    state.statues_left, state.trophies = (
        (3, 4, 2, 5, 3)[:seats],
        (1, 0, 2, 0, 1)[:seats],
    )
    state.favours = (0, 18, 5)
    marks = [*range(seats), FACE_DOWN, FACE_DOWN]
    offices = [dice.choice(marks) for _ in BOARD.offices]
    for office in (2, 9, 16, 20, 29, 33):
        offices[office] = TILE
    state.offices = tuple(offices)


def drafting(seats: int = 5, side: str = "moon") -> State:
    """In the middle of a draft with Generals. [SHO-3.4, SHO-14.3]"""
    setup = setup_of(seats, side, "draft", False, False, True, False)
    state = State(setup)
    dice = Random(seats)
    cards = dice.sample(setup.used, len(setup.used))
    groups = [list(BOARD.groups[seats]) for _ in range(seats)]
    for turn in range(seats * 2 + 1):
        province, seat = cards.pop(), turn % seats
        state.owner[province], state.armies[province] = seat, groups[seat].pop(0)
    place(state)
    state.phase, state.point, state.seat = "draft", "group", 1
    state.offered, state.deck = tuple(cards[:2]), tuple(cards[3:])
    state.taken, state.is_blind, state.known = cards[2], True, 2
    state.groups = tuple(map(tuple, groups))
    return state


def over(seats: int = 5) -> State:
    state = late(seats, "sun", True)
    state.phase, state.point, state.seat = "over", "", NOTHING
    state.season = 3
    return state


def views(seat: Seat | None = 0) -> dict[str, View]:
    """All of them, by name."""
    found = {
        f"{name} {seats} {side}{' full' * full}": make(seats, side, full)
        for name, make in (("early", bare), ("late", late))
        for seats in (3, 4, 5)
        for side in ("sun", "moon")
        for full in (False, True)
    }
    found["planned 5 full"] = planned(bare(5, "sun", True))
    found["planned 3"] = planned(bare(3))
    found["draft 5"] = drafting(5)
    found["draft 3"] = drafting(3, "sun")
    found["over"] = over()
    return {name: view(state, seat) for name, state in found.items()}

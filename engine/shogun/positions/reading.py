"""Reads positions, also partial ones that people write by hand."""

from __future__ import annotations

from engine.contract import Position
from engine.errors import PositionImpossible
from engine.positions import Fields
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.positions.cards import read_draft, read_plans, read_season
from engine.shogun.positions.expansions import read_expansions
from engine.shogun.positions.words import (
    MANY,
    keys_in,
    numbers_in,
    province_in,
    province_or_none,
    refuse_if,
)
from engine.shogun.positions.writing import GAME
from engine.shogun.rules.invariants import faults
from engine.shogun.rules.season import WINTER
from engine.shogun.rules.sequence_faults import STEPS_OF
from engine.shogun.state import EXPANSIONS, NOTHING, Setup, State, setup_of

SEASONS = (*BOARD.seasons, BOARD.winter)


def from_position(position: Position) -> State:
    """What is not said is as when a season's planning begins. [SHO-3, SHO-4.3]"""
    fields = Fields(position, GAME)
    state = State(read_setup(fields))
    read_time(fields, state)
    read_map(fields, state)
    read_season(fields, state)
    read_plans(fields, state)
    read_expansions(fields, state)
    read_draft(fields, state)
    read_under_way(fields, state)
    read_cubes(fields, state)
    fields.finish()
    if found := faults(state):
        raise PositionImpossible(f"This position cannot be: {'; '.join(found)}.")
    return state


def read_setup(fields: Fields) -> Setup:
    """SHO-3.1"""
    fewest, most = BOARD.seats
    seats = fields.number("seats", fewest, fewest, most)
    side = fields.word("side", "sun", tuple(BOARD.sides))
    mode = fields.word("mode", "recommended", ("draft", "recommended"))
    named = keys_in("expansions", fields.list("expansions"), EXPANSIONS)
    refuse_if(
        mode == "recommended" and side != "sun",
        "The recommended setup is for the sun side.",
    )
    return setup_of(seats, side, mode, *(name in named for name in EXPANSIONS))


def read_time(fields: Fields, state: State) -> None:
    """When it is, and what is open. [SHO-1.7, SHO-18.8]"""
    seats = state.setup.seats
    state.year = fields.number("year", 1, 1, BOARD.years)
    state.season = SEASONS.index(fields.word("season", SEASONS[0], SEASONS))
    phase = "winter" if state.season == WINTER else "planning"
    state.phase = fields.word("phase", phase, tuple(STEPS_OF))
    state.step = fields.text("step", "")
    state.point = fields.text("point", "plan" if state.phase == "planning" else "")
    state.seat = fields.number("active", NOTHING, NOTHING, seats - 1)
    state.left = frozenset(fields.numbers("left", 0, seats - 1))


def read_map(fields: Fields, state: State) -> None:
    """Provinces as written; nothing written: as the recommended setup has them."""
    provinces = fields.table("provinces")
    if not provinces and state.phase != "draft":
        place_start(state)
    for code, told in provinces.items():
        province = province_in("provinces", code)
        one = Fields(told, GAME)
        seats = state.setup.seats
        state.owner[province] = one.number("owner", NOTHING, NOTHING, seats - 1)
        state.armies[province] = one.number("armies", 0, 0, BOARD.armies)
        state.unrest[province] = one.number("unrest", 0, 0, MANY)
        names = keys_in("buildings", one.list("buildings"), BUILDINGS)
        state.buildings[province] = sum(1 << BUILDINGS.index(name) for name in names)
        one.finish()


def place_start(state: State) -> None:
    """SHO-3.7"""
    for seat, placed in enumerate(BOARD.starts[state.setup.seats]):
        for province, armies in placed:
            if province in state.setup.used:
                state.owner[province], state.armies[province] = seat, armies


def read_under_way(fields: Fields, state: State) -> None:
    """What a reaction is about, and what winter brings. [SHO-18.8, SHO-10.2]"""
    seats = state.setup.seats
    state.battle = battle_in(fields)
    state.missing = tuple(fields.numbers("missing", 0, MANY))
    state.token = province_or_none("token", fields.text("token", ""))
    revolts = fields.list("revolts")
    state.revolts = tuple(province_in("revolts", code) for code in revolts)
    most = max(seats, len(BOARD.regions)) - 1
    state.queue = tuple(fields.numbers("queue", 0, most))
    state.throws = fields.number("throws", 0, 0, MANY)


def battle_in(fields: Fields) -> tuple[int, ...]:
    """From where, whereto, how many, and what the abilities add."""
    told = fields.list("battle")
    if not told:
        return ()
    refuse_if(len(told) != 5, "“battle” has two provinces and three numbers.")
    provinces = [province_in("battle", code) for code in told[:2]]
    armies = fields.check_number("battle", told[2], 1, BOARD.armies)
    answers = [fields.check_number("battle", said, -1, 1) for said in told[3:]]
    return (*provinces, armies, *answers)


def read_cubes(fields: Fields, state: State) -> None:
    """A supply that is not told has what is nowhere else. [SHO-1.8]"""
    colours = state.setup.seats + 1
    none = (0,) * colours
    state.inside = numbers_in(fields, "inside", none, MANY)
    state.tray = numbers_in(fields, "tray", none, MANY)
    whole = (*(BOARD.armies,) * state.setup.seats, BOARD.farmers)
    rest = [
        max(0, whole[c] - state.inside[c] - state.tray[c] - standing(state, c))
        for c in range(colours)
    ]
    state.supply = numbers_in(fields, "supply", tuple(rest), MANY)
    seats = state.setup.seats
    purse = (BOARD.chests[seats],) * seats
    state.chests = numbers_in(fields, "chests", purse, MANY)
    state.rice = numbers_in(fields, "rice", (0,) * seats, MANY)
    state.points = numbers_in(fields, "points", (0,) * seats, MANY)


def standing(state: State, colour: int) -> int:
    """Armies in provinces; of the farmers there are none."""
    return sum(
        armies
        for owner, armies in zip(state.owner, state.armies, strict=True)
        if owner == colour
    )

"""What the expansions add to a position. [SHO-12, SHO-13, SHO-14, SHO-15]"""

from __future__ import annotations

from engine.positions import Fields, unfit
from engine.shogun.board import BOARD
from engine.shogun.positions.words import (
    key_in,
    keys_in,
    numbers_in,
    province_in,
    province_or_none,
    refuse_if,
)
from engine.shogun.positions.writing import GAME, OFFICE_WORDS
from engine.shogun.state import NOTHING, State


def read_expansions(fields: Fields, state: State) -> None:
    """Nothing is read of an expansion that is not played: it would be left over."""
    if state.setup.court:
        read_court(Fields(fields.table("court"), GAME), state)
    if state.setup.samurai:
        none = (0,) * state.setup.seats
        state.stages = numbers_in(fields, "stages", none, len(BOARD.stages) - 1)
    if state.setup.generals:
        read_generals(Fields(fields.table("generals"), GAME), state)
    if state.setup.dajokan:
        read_dajokan(Fields(fields.table("dajokan"), GAME), state)


def read_court(court: Fields, state: State) -> None:
    """SHO-12.1"""
    none, most = (0,) * state.setup.seats, BOARD.officials
    state.waiting = numbers_in(court, "waiting", none, most)
    state.audience = numbers_in(court, "audience", none, most)
    state.protected = numbers_in(court, "protected", none, 3)
    state.calmer = court.number("calmer", NOTHING, NOTHING, state.setup.seats - 1)
    favours = court.numbers("favours", 0, max(BOARD.favours))
    refuse_if(
        len(favours) not in (0, len(BOARD.hall_costs)),
        f"“favours” has {len(BOARD.hall_costs)} places.",
    )
    state.favours = tuple(favours)
    state.favour_deck = tuple(court.numbers("favour_deck", 1, max(BOARD.favours)))
    if not state.favour_deck and not favours:
        open_favours(state)
    court.finish()


def open_favours(state: State) -> None:
    """Cards that are not told lie in the order of their numbers. [SHO-12.3]"""
    count = len(BOARD.hall_costs)
    numbers = tuple(sorted(BOARD.favours))
    if state.phase in ("planning", "choices"):
        state.favours, numbers = numbers[:count][::-1], numbers[count:]
    if state.phase != "draft":
        state.favour_deck = numbers


def read_generals(generals: Fields, state: State) -> None:
    """SHO-14.1"""
    seats = state.setup.seats
    at = generals.list("at") or [""] * seats
    refuse_if(len(at) != seats, "“at” has one province for each seat.")
    state.generals = tuple(province_or_none("at", code) for code in at)
    statues = list(state.statues)
    for code, row in generals.table("statues").items():
        province = province_in("statues", code)
        if not isinstance(row, list) or len(row) != seats:
            raise unfit("statues", f"a list of {seats} numbers", row)
        for seat, count in enumerate(row):
            number = generals.check_number("statues", count, 0, BOARD.statues)
            statues[province * seats + seat] = number
    state.statues = tuple(statues)
    left = tuple(max(0, BOARD.statues - sum(statues[s::seats])) for s in range(seats))
    state.statues_left = numbers_in(generals, "statues_left", left, BOARD.statues)
    most = BOARD.statues * seats
    state.trophies = numbers_in(generals, "trophies", (0,) * seats, most)
    generals.finish()


def read_dajokan(dajokan: Fields, state: State) -> None:
    """SHO-15.1"""
    told = keys_in("regions", dajokan.list("regions"), BOARD.regions)
    if state.phase != "draft":
        told = told or list(BOARD.regions)
    state.tokens = tuple(BOARD.region_index[region] for region in told)
    words = {word: held for held, word in OFFICE_WORDS.items()}
    offices = list(state.offices)
    for name, held in dajokan.table("offices").items():
        number = key_in("offices", name, BOARD.office_index)
        if isinstance(held, str):
            offices[number] = key_in("offices", held, words)
        else:
            most = state.setup.seats - 1
            offices[number] = dajokan.check_number("offices", held, 0, most)
    state.offices = tuple(offices)
    dajokan.finish()

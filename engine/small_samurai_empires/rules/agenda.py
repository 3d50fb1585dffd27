"""Region agenda tiles. [SSE-10.1]"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.contract import Seat
from engine.flat import changed
from engine.small_samurai_empires.rules.control import castle_in, controls
from engine.small_samurai_empires.state import State
from engine.table import Table


def counts_in(state: State, region: int, seat: Seat) -> list[int]:
    """The seat's armies in each province of the region; mountains are none of them."""
    armies, seats = state.armies, state.setup.seats
    return [armies[p * seats + seat] for p in state.setup.board.provinces_of[region]]


def controlled(state: State, provinces: Iterable[int], seat: Seat) -> int:
    return sum([controls(state, province, seat) for province in provinces])


def strategical_control(state: State, region: int, seat: Seat) -> bool:
    board, seats = state.setup.board, state.setup.seats
    strong = [
        province
        for province in board.provinces_of[region]
        if state.armies[province * seats + seat] >= 2
    ]
    return len(strong) >= 2 and controlled(state, strong, seat) >= 2


def stability_factor(state: State, region: int, seat: Seat) -> bool:
    return controlled(state, state.setup.board.provinces_of[region], seat) >= 4


def strength_in_numbers(state: State, region: int, seat: Seat) -> bool:
    return sum(counts_in(state, region, seat)) >= 7


def spread_to_survive(state: State, region: int, seat: Seat) -> bool:
    return sum(count >= 1 for count in counts_in(state, region, seat)) >= 4


def shock_tactics(state: State, region: int, seat: Seat) -> bool:
    return sum(count >= 3 for count in counts_in(state, region, seat)) >= 3


def guardian_of_the_castle(state: State, region: int, seat: Seat) -> bool:
    """`crowd-games` also asks for control of the castle's province. [SSE-11.2]"""
    castle = castle_in(state, seat, region)
    if castle < 0 or sum(c >= 2 for c in counts_in(state, region, seat)) < 2:
        return False
    wanted = state.setup.edition.agenda_3b_control
    return not wanted or controls(state, castle, seat)


def land_and_spirit(state: State, region: int, seat: Seat) -> bool:
    board = state.setup.board
    return (
        controlled(state, board.resources_of[region], seat) >= 2
        and controlled(state, board.shrines_of[region], seat) >= 1
    )


def land_and_people(state: State, region: int, seat: Seat) -> bool:
    board = state.setup.board
    if not controls(state, board.capitals[region], seat):
        return False
    return controlled(state, board.resources_of[region], seat) >= 2


AGENDAS: dict[str, Callable[[State, int, Seat], bool]] = {  # SSE-10.1.5
    "1a": strategical_control,
    "1b": stability_factor,
    "2a": strength_in_numbers,
    "2b": spread_to_survive,
    "3a": shock_tactics,
    "3b": guardian_of_the_castle,
    "4a": land_and_spirit,
    "4b": land_and_people,
}


def after_step(table: Table[State]) -> None:
    """For all, or only for whose turn it is. [SSE-10.1.3, SSE-12.18]

    A step that only passes through a fulfilling position counts. [SSE-10.1.4]
    """
    if table.state.layout.tiles:
        any_time = table.state.setup.edition.agenda_any_time
        everybody = range(table.state.setup.seats)
        mark_agendas(table, everybody if any_time else (table.state.seat,))


def at_turn_start(table: Table[State]) -> None:
    """What others' deeds have brought about counts in one's own turn. [SSE-10.1.3]"""
    state = table.state
    if state.layout.tiles and not state.setup.edition.agenda_any_time:
        mark_agendas(table, (state.seat,))


def mark_agendas(table: Table[State], everybody: Iterable[Seat]) -> None:
    """Each player scores each tile once, at once and of necessity. [SSE-10.1.2]"""
    state = table.state
    board, seats = state.setup.board, state.setup.seats
    for region, tile in enumerate(state.layout.tiles):
        for seat in everybody:
            mark = 1 << seats * region + seat
            if state.agenda & mark or not tile:
                continue
            if AGENDAS[tile](state, region, seat):
                state.agenda |= mark
                points = board.tiles[tile].points
                state.scores = changed(state.scores, seat, points)
                table.tell(
                    "agenda_scored",
                    seat=seat,
                    region=board.regions[region],
                    tile=tile,
                    points=points,
                )

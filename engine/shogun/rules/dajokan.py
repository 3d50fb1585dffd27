"""Expansion 4: Dajokan. [SHO-15]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.contract import Order, Seat
from engine.shogun.board import BOARD
from engine.shogun.rules.steps import OFFICE, OFFICE_NONE
from engine.shogun.state import FACE_DOWN, IN_BAG, NOTHING, TILE, State
from engine.table import Table


def lay_tokens(table: Table[State]) -> None:
    """The regions in a row. [SHO-15.1, SHO-15.2]"""
    drawn = table.chance.shuffle("regions", sorted(BOARD.regions))
    table.state.tokens = tuple(BOARD.region_index[region] for region in drawn)
    table.tell("regions_laid", regions=list(drawn))


def draw_tiles(table: Table[State]) -> None:
    """Six more offices lie open; six seasons need all 36. [SHO-15.3, SHO-17.50]"""
    state = table.state
    bag = [BOARD.offices[n] for n, held in enumerate(state.offices) if held == IN_BAG]
    count = min(BOARD.tiles_a_season, len(bag))
    drawn = table.chance.shuffle(f"{state.when} offices", bag, count)
    offices = list(state.offices)
    for office in drawn:
        offices[BOARD.office_index[office]] = TILE
    state.offices = tuple(offices)
    table.tell("offices_opened", offices=sorted(drawn))


def open_offices(state: State) -> list[int]:
    return [number for number, held in enumerate(state.offices) if held == TILE]


def markers_left(state: State, seat: Seat) -> int:
    """SHO-1.6, SHO-17.51"""
    return BOARD.markers - state.offices.count(seat)


def region_winner(state: State, region: int) -> Seat:
    """Most provinces there; in a tie the earlier in the turn order. [SHO-15.4]"""
    counts = [0] * state.setup.seats
    region_of = state.setup.region_of
    for province, owner in enumerate(state.owner):
        if owner != NOTHING and region_of[province] == region:
            counts[owner] += 1
    if not any(counts):
        return NOTHING
    return max(state.order, key=counts.__getitem__)  # the first of equals


def chooser(state: State, region: int) -> Seat:
    """The seat that may take an office for this region. [SHO-15.4]"""
    winner = region_winner(state, region)
    if winner == NOTHING or not markers_left(state, winner) or not open_offices(state):
        return NOTHING
    return winner


def office_steps(state: State, seat: Seat) -> list[Order]:
    return [*(OFFICE[number] for number in open_offices(state)), OFFICE_NONE]


def office(table: Table[State], seat: Seat, number: int) -> None:
    """A marker instead of the tile. [SHO-15.4]"""
    state = table.state
    if number == NOTHING:
        table.tell("office_declined", seat=seat)
        return
    held = state.offices
    state.offices = (*held[:number], seat, *held[number + 1 :])
    table.tell("office_taken", seat=seat, office=BOARD.offices[number])


def close_offices(table: Table[State]) -> None:
    """What is left is the neutral player's; the first token goes last. [SHO-15.5]"""
    state = table.state
    left = [BOARD.offices[number] for number in open_offices(state)]
    state.offices = tuple(FACE_DOWN if one == TILE else one for one in state.offices)
    state.tokens = (*state.tokens[1:], state.tokens[0])
    table.tell("offices_closed", offices=left)


# -------------------------------------------------------------------------- scoring


class LineScore(NamedTuple):
    """Points of a row or a column. [SHO-15.6]"""

    kind: str  # "row" or "column"
    number: int  # from 1
    seat: Seat
    points: int

    @property
    def name(self) -> str:
        """Rows have numbers, columns have letters. [SHO-15.1]"""
        letters = BOARD.file["dajokan"]["columns"]
        return str(self.number if self.kind == "row" else letters[self.number - 1])


def line_scores(state: State) -> Iterator[LineScore]:
    """Every row, then every column. [SHO-15.6, SHO-15.7, SHO-17.53]"""
    for kind, place, values in (
        ("row", BOARD.row_of, BOARD.row_points),
        ("column", BOARD.column_of, BOARD.column_points),
    ):
        for line, value in enumerate(values):
            held = [state.offices[n] for n in range(len(place)) if place[n] == line]
            for seat, points in shares(held, state.setup.seats, value):
                yield LineScore(kind, line + 1, seat, points)


def shares(held: Sequence[int], seats: int, value: int) -> Iterator[tuple[Seat, int]]:
    """The neutral player takes part, and gets nothing. [SHO-15.6, SHO-17.52]"""
    counts = {seat: held.count(seat) for seat in (*range(seats), FACE_DOWN)}
    most = max(counts.values())
    best = [seat for seat, count in counts.items() if count == most]
    points = value if len(best) == 1 else value - BOARD.office_tie_malus
    for seat in best:
        if seat != FACE_DOWN and most and points > 0:
            yield seat, points

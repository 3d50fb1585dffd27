"""Points: every winter, and at the end of the match. [SHO-10.7, SHO-11]"""

from __future__ import annotations

from engine.contract import Seat, Standing
from engine.flat import changed
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.rules.dajokan import line_scores
from engine.shogun.rules.generals import statues_of
from engine.shogun.state import NOTHING, State
from engine.table import Table


def score_winter(table: Table[State]) -> None:
    """Provinces and buildings, then majorities in the regions. [SHO-10.7]"""
    state = table.state
    provinces, buildings = holdings(state)
    for seat in range(state.setup.seats):
        points = (
            provinces[seat] * BOARD.province_points
            + buildings[seat] * BOARD.building_points
        )
        state.points = changed(state.points, seat, points)
        table.tell(
            "realm_scored",
            seat=seat,
            provinces=provinces[seat],
            buildings=buildings[seat],
            points=points,
        )
    for region, building, seats, points in majorities(state):
        for seat in seats:
            state.points = changed(state.points, seat, points)
            table.tell(
                "majority_scored",
                seat=seat,
                region=BOARD.regions[region],
                building=BUILDINGS[building],
                points=points,
            )


def holdings(state: State) -> tuple[list[int], list[int]]:
    """Provinces and buildings, by seat."""
    provinces, buildings = ([0] * state.setup.seats for _ in range(2))
    for province, owner in enumerate(state.owner):
        if owner != NOTHING:
            provinces[owner] += 1
            buildings[owner] += state.buildings[province].bit_count()
    return provinces, buildings


def counts_in(state: State) -> list[list[list[int]]]:
    """By region, by type, by seat: how many buildings. [SHO-10.7]"""
    seats, region_of = state.setup.seats, state.setup.region_of
    counts = [[[0] * seats for _ in BUILDINGS] for _ in BOARD.regions]
    for province, owner in enumerate(state.owner):
        here = state.buildings[province]
        if owner == NOTHING or not here:
            continue
        for building in range(len(BUILDINGS)):
            counts[region_of[province]][building][owner] += here >> building & 1
    return counts


def majorities(state: State) -> list[tuple[int, int, list[Seat], int]]:
    """Region, type, the seats with most, and what each gets. [SHO-10.7, SHO-17.32]"""
    found = []
    for region, types in enumerate(counts_in(state)):
        for building, counts in enumerate(types):
            most = max(counts)
            seats = [seat for seat, count in enumerate(counts) if count == most]
            value = BOARD.majority[building]
            points = value if len(seats) == 1 else value - BOARD.tie_malus
            if most and points:
                found.append((region, building, seats, points))
    return found


def score_end(table: Table[State]) -> None:
    """Statues and trophies, then the offices. [SHO-11.1, SHO-14.10, SHO-15.6]"""
    state = table.state
    if state.setup.generals:
        for seat in range(state.setup.seats):
            score_statues(table, seat)
    if state.setup.dajokan:
        for line in list(line_scores(state)):
            state.points = changed(state.points, line.seat, line.points)
            table.tell(
                "line_scored",
                seat=line.seat,
                how=line.kind,
                line=line.name,
                points=line.points,
            )


def score_statues(table: Table[State], seat: Seat) -> None:
    """SHO-14.10"""
    state = table.state
    statues, trophies = statues_of(state, seat), state.trophies[seat]
    points = (statues + trophies) * BOARD.statue_points
    if points:
        state.points = changed(state.points, seat, points)
        table.tell(
            "statues_scored",
            seat=seat,
            statues=statues,
            trophies=trophies,
            points=points,
        )


def end_match(table: Table[State], how: str = "points") -> None:
    """Most points, then most chests, then a shared victory. [SHO-11.2]

    `how` is "points" after the last winter, "left" when all gave up. [SHO-11.4]
    """
    state = table.state
    state.phase, state.step, state.point, state.seat = "over", "", "", NOTHING
    state.queue = ()
    winners = [standing.seat for standing in score(state) if standing.place == 1]
    table.tell("match_ended", how=how, winners=winners)


def score(state: State) -> list[Standing]:
    """By seat; a seat that was given up counts as any. [SHO-17.33, SHO-17.62]"""
    ranked = list(zip(state.points, state.chests, strict=True))
    return [
        Standing(
            seat,
            1 + sum(other > own for other in ranked),
            own[0],
            {"chests": own[1]},
        )
        for seat, own in enumerate(ranked)
    ]

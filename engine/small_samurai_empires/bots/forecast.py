"""How the match may end when an era ends as sketched. [SSE-8, SSE-9]"""

from __future__ import annotations

from engine.small_samurai_empires.bots.sketch import Sketch
from engine.small_samurai_empires.bots.worth import value_at, ways_of
from engine.small_samurai_empires.rules.agenda import AGENDAS
from engine.small_samurai_empires.rules.era import bonus_ranks


def margin(sketch: Sketch) -> float:
    """Points the sketch's seat may end up ahead of the others."""
    points = forecast(sketch)
    mine = points.pop(sketch.seat)
    return mine - (max(points) + sum(points) / len(points)) / 2


def forecast(sketch: Sketch) -> list[float]:
    """Points of each seat at the end of the match, as far as one can tell."""
    if sketch.state.over:
        return [float(score) for score in sketch.state.scores]
    owners = [sketch.owner(p) for p in range(len(sketch.board.provinces))]
    points = [float(score) for score in sketch.state.scores]
    for region in range(len(sketch.board.regions)):
        add_region(sketch, region, owners, points)
    add_shrines(sketch, owners, points)
    add_resources(sketch, owners, points)
    if sketch.state.layout.tiles:
        add_agendas(sketch, points)
    return points


def eras_left(sketch: Sketch) -> int:
    return sketch.board.eras - sketch.era


def add_region(
    sketch: Sketch, region: int, owners: list[int], points: list[float]
) -> None:
    """Region bonus and influence, now and in the eras to come. [SSE-8.3, 8.4, 9.2]"""
    board, seats, left = sketch.board, sketch.seats, eras_left(sketch)
    provinces, bonus = board.provinces_of[region], board.bonus[region]
    held = [owners[p] for p in provinces]
    counts = [0 if sketch.scored else held.count(seat) for seat in range(seats)]
    for seat, rank in bonus_ranks(counts):
        points[seat] += bonus[rank - 1]
    kept = kept_provinces(sketch, region) if left else [0.0] * seats
    values, rows = ways_of(board).values, len(board.regions)
    cards = sketch.cards[region] if left else sketch.shown[region]
    total = sum(kept) + 1.0
    for seat in range(seats):
        castle = (sketch.castles[seat] & board.region_mask[region]).bit_count()
        influence = sketch.state.influence[seat * rows + region] + counts[seat]
        later = left * (castle + kept[seat]) + castle * (not sketch.scored)
        points[seat] += value_at(values, influence + later) * cards
        points[seat] += left * bonus[0] * 1.3 * kept[seat] / total
        points[seat] += left * sketch.weights.castle * castle


def kept_provinces(sketch: Sketch, region: int) -> list[float]:
    """By seat: provinces it may control an era later."""
    keep, seats = sketch.weights.keep, sketch.seats
    kept, power = [0.0] * seats, sketch.power
    for province in sketch.board.provinces_of[region]:
        for seat in range(seats):
            if power[province * seats + seat]:
                lead = sketch.lead(province, seat)
                if lead >= 0:
                    kept[seat] += keep[min(lead, len(keep) - 1)]
    return kept


def add_shrines(sketch: Sketch, owners: list[int], points: list[float]) -> None:
    """A point each, or by colour; less in later eras. [SSE-8.5, SSE-10.3.2]"""
    board, shrines = sketch.board, sketch.state.layout.shrines
    eras = (not sketch.scored) + sketch.weights.later * eras_left(sketch)
    for seat in range(sketch.seats):
        mine = [p for p in board.shrines if owners[p] == seat]
        if shrines:
            colours = [shrines[p] for p in mine]
            scale = board.shrine_scale
            scored = sum(scale[colours.count(colour)] for colour in {*colours})
        else:
            scored = len(mine) * board.shrine_points
        points[seat] += scored * eras


def add_resources(sketch: Sketch, owners: list[int], points: list[float]) -> None:
    """Full harvest, leftovers, and armies that are there already. [SSE-8.2, SSE-9.3]"""
    board, weights, left = sketch.board, sketch.weights, eras_left(sketch)
    for seat in range(sketch.seats):
        tokens = sketch.food[seat] + sketch.bushido[seat]
        if not sketch.scored:
            tokens += sum(owners[p] == seat for p in board.resources)
        if left:
            points[seat] += tokens * weights.token + min(tokens, 8) * weights.use
            points[seat] -= left * weights.army * sketch.reserve[seat]
        else:
            points[seat] += tokens // board.leftover


def add_agendas(sketch: Sketch, points: list[float]) -> None:
    """Tiles that are met at the end of the era. [SSE-10.1.2]"""
    state, seats = sketch.state.copy(), sketch.seats
    state.armies, state.castles = sketch.armies, tuple(sketch.castles)
    for region, tile in enumerate(state.layout.tiles):
        for seat in range(seats) if tile else ():
            done = state.agenda >> seats * region + seat & 1
            if not done and AGENDAS[tile](state, region, seat):
                points[seat] += sketch.board.tiles[tile].points

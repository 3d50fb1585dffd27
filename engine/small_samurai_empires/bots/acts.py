"""Whole actions on a sketch, each done as its owner would like it best. [SSE-5, 6]"""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract import Seat
from engine.small_samurai_empires.bots.sketch import Sketch
from engine.small_samurai_empires.box import (
    ATTACK,
    FOOD,
    HARVEST,
    MOVE_2_OR_3,
    MOVE_2_OR_SHIP,
    N_ATTACK,
    N_MOVE,
    N_RECRUIT,
    RECRUIT,
)
from engine.small_samurai_empires.rules.listing import POINTS

LEAST = 0.05  # below this nothing is done
FAVOUR = 0.2  # what it takes to pay for more


def act(sketch: Sketch, seat: Seat, kind: int, region: int) -> None:
    """What a token does. [SSE-4.4.1]"""
    if kind in POINTS:
        movers = movers_in(sketch, seat, region)
        if kind == MOVE_2_OR_SHIP and sail(sketch, seat, region, movers):
            return
        march(sketch, seat, movers, POINTS[kind])
        if kind == MOVE_2_OR_3:
            march_on(sketch, seat, region, movers)
    elif kind == RECRUIT:
        recruit(sketch, seat, region)
        recruit_more(sketch, seat, region)
    elif kind == ATTACK:
        province = attack(sketch, seat, sketch.board.provinces_of[region])
        attack_more(sketch, seat, region, province)
    elif kind == HARVEST:
        harvest(sketch, seat, region)
    else:
        build(sketch, seat, region)


def act_neutral(sketch: Sketch, seat: Seat, kind: int, region: int) -> None:
    """What a slot gives to the player who just placed there. [SSE-6]"""
    if kind == N_MOVE:
        march(sketch, seat, movers_in(sketch, seat, region), 1)
    elif kind == N_ATTACK:
        attack(sketch, seat, sketch.board.provinces_of[region])
    elif kind == N_RECRUIT:
        recruit(sketch, seat, region)
    else:
        harvest(sketch, seat, region, 1)


# -------------------------------------------------------------------------- moving


def movers_in(sketch: Sketch, seat: Seat, region: int) -> list[int]:
    armies, seats = sketch.armies, sketch.seats
    found: list[int] = []
    for province in sketch.board.provinces_of[region]:
        if count := armies[province * seats + seat]:
            found += [province] * count
    return found


def march(sketch: Sketch, seat: Seat, movers: list[int], points: int) -> int:
    """The best way for each point, until none pays; how many are left. [SSE-5.3]"""
    while points and movers:
        best, origin, goal, cost = best_way(sketch, seat, movers, points)
        if best < LEAST:
            break
        movers.remove(origin)  # an army that has arrived stays there
        sketch.put(origin, seat, -1)
        sketch.put(goal, seat)
        points -= cost
    return points


def best_way(
    sketch: Sketch, seat: Seat, movers: Iterable[int], points: int
) -> tuple[float, int, int, int]:
    """Worth for a point, from, to, points."""
    best, share, origin, goal = 0.0, 1.0, 0, 0
    gains, reach = sketch.gains(seat), sketch.reach[points]
    for start in {*movers}:
        loss = sketch.loss(start, seat)
        for province, ease in reach[start]:
            rate = (gains[province] - loss) * ease
            if rate > best:
                best, share, origin, goal = rate, ease, start, province
    return best, origin, goal, round(1 / share)


def march_on(sketch: Sketch, seat: Seat, region: int, movers: list[int]) -> None:
    """One more point for food. [SSE-5.4.2]"""
    free = sketch.free(region, "move_2_or_3_third")
    if not movers or not (free or sketch.food[seat]):
        return
    best, origin, goal, _ = best_way(sketch, seat, movers, 1)
    if best > FAVOUR:
        sketch.put(origin, seat, -1)
        sketch.put(goal, seat)
        sketch.food[seat] -= not free


def sail(sketch: Sketch, seat: Seat, region: int, movers: list[int]) -> bool:
    """One army far away, if that beats two steps. [SSE-5.5.2]"""
    free, board = sketch.free(region, "ship"), sketch.board
    if not movers or not (free or sketch.food[seat]):
        return False
    starts = [p for p in {*movers} if board.coastal[p]]
    if not starts or sketch.dice.random() < 0.5:  # seldom the best; saves time
        return False
    gains = sketch.gains(seat)
    origin = min(starts, key=lambda p: sketch.loss(p, seat))
    goal = max(board.ports, key=gains.__getitem__)
    gain = gains[goal] - sketch.loss(origin, seat)
    if goal == origin or gain < 2 * best_way(sketch, seat, movers, 2)[0] + FAVOUR:
        return False
    sketch.put(origin, seat, -1)
    sketch.put(goal, seat)
    sketch.food[seat] -= not free
    return True


# ------------------------------------------------------------------------- recruit


def recruit(sketch: Sketch, seat: Seat, region: int) -> None:
    """Into the capital or the own castle. [SSE-5.2.1]"""
    if not sketch.reserve[seat]:
        return
    place, castle = sketch.board.capitals[region], sketch.castle(seat, region)
    if castle >= 0 and castle != place:
        better = sketch.gain(castle, seat) > sketch.gain(place, seat)
        place = castle if better else place
    sketch.reserve[seat] -= 1
    sketch.put(place, seat)


def recruit_more(sketch: Sketch, seat: Seat, region: int) -> None:
    """A second one for food. [SSE-5.2.2]"""
    if sketch.free(region, "recruit_second"):
        recruit(sketch, seat, region)
    elif sketch.food[seat] and sketch.reserve[seat]:
        sketch.food[seat] -= 1
        recruit(sketch, seat, region)


# -------------------------------------------------------------------------- attack


def attack(sketch: Sketch, seat: Seat, provinces: Iterable[int]) -> int:
    """The army whose loss helps most; where, or -1. [SSE-5.6.1]"""
    best, found = 0.0, (-1, 0)
    armies, seats = sketch.armies, sketch.seats
    for province in provinces:
        base = province * seats
        if not armies[base + seat]:
            continue
        for of in range(seats):
            if of != seat and armies[base + of]:
                gain = LEAST + loss_of(sketch, province, of, seat)
                if gain > best:
                    best, found = gain, (province, of)
    province, of = found
    if province >= 0:
        sketch.put(province, of, -1)
        sketch.reserve[of] += 1
    return province


def loss_of(sketch: Sketch, province: int, of: Seat, seat: Seat) -> float:
    """What it is worth to the seat that somebody loses an army there."""
    if sketch.seats == 2:
        return sketch.gain(province, seat)
    gain = sketch.loss(province, of)
    if sketch.lead(province, seat) in (0, -1):
        gain += sketch.gain(province, seat) / 2
    return gain


def attack_more(sketch: Sketch, seat: Seat, region: int, province: int) -> None:
    """A second one in the same province, for bushido. [SSE-5.6.2]"""
    if province < 0:
        return
    free = sketch.free(region, "attack_second")
    if free or sketch.bushido[seat]:
        paid = attack(sketch, seat, (province,)) >= 0 and not free
        sketch.bushido[seat] -= paid


# --------------------------------------------------------------- harvest and castle


def harvest(sketch: Sketch, seat: Seat, region: int, most: int = 99) -> None:
    """Of resource provinces with an own army. [SSE-5.7.1, SSE-6.5]"""
    armies, seats, seeds = sketch.armies, sketch.seats, sketch.state.layout.seeds
    for province in sketch.board.resources_of[region]:
        if armies[province * seats + seat] and most:
            gain(sketch, seat, seeds[province])
            most -= 1


def gain(sketch: Sketch, seat: Seat, resource: int) -> None:
    """While the supply lasts. [SSE-12.6]"""
    totals = sketch.food if resource == FOOD else sketch.bushido
    if sum(totals) < sketch.board.tokens[resource]:
        totals[seat] += 1


def build(sketch: Sketch, seat: Seat, region: int) -> None:
    """A castle where it is worth most, or an army into the one there. [SSE-5.8]"""
    castle = sketch.castle(seat, region)
    if castle >= 0:
        if sketch.reserve[seat]:
            sketch.reserve[seat] -= 1
            sketch.put(castle, seat)
        return
    if sites := castle_sites(sketch, seat, region):
        province = max(sites, key=sketch.worth.__getitem__)
        sketch.put(province, seat, -2)
        sketch.reserve[seat] += 2
        sketch.castles[seat] |= 1 << province
        sketch.power[province * sketch.seats + seat] += sketch.board.power_castle


def castle_sites(sketch: Sketch, seat: Seat, region: int) -> list[int]:
    """What the edition allows. [SSE-5.8.1, SSE-5.8.3, SSE-5.8.4]"""
    board, edition, seats = sketch.board, sketch.state.setup.edition, sketch.seats
    if sketch.castles[seat].bit_count() >= board.castles:
        return []
    shut = 0 if edition.castle_in_capital else 1 << board.capitals[region]
    if edition.one_castle:
        for castles in sketch.castles:
            shut |= castles
    return [
        province
        for province in board.provinces_of[region]
        if sketch.armies[province * seats + seat] >= 2 and not shut >> province & 1
    ]

"""Terrain: what a hex does to those who enter it, stand on it or attack it. [SB-13]

A kind of terrain is a number in hot code: its place in TERRAINS, the order of the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.samurai_battles.box import DATA, read
from engine.samurai_battles.units import CLASSES

NO_CAP = 99  # more dice than anybody has


@dataclass(frozen=True, slots=True)
class Terrain:
    """One line of the terrain table. [SB-13.1]"""

    id: str
    name: Mapping[str, str]
    enter: str  # free, stop or no
    stop_class: tuple[str, ...]  # classes that stop where the others go on
    melee_out: tuple[int, int]  # caps by class of the roller; 0 is no cap
    melee_in: tuple[int, int]
    melee_in_free: tuple[str, ...]  # a roller on one of these is not capped
    ranged_out: int
    ranged_in: int
    flags: int  # that a unit here may ignore
    battle_on_entry: bool
    inspiration: bool
    sight: str  # clear, blocks or hill


TERRAINS: tuple[Terrain, ...] = tuple(read(Terrain, data) for data in DATA["terrain"])
TERRAIN_INDEX: dict[str, int] = {one.id: kind for kind, one in enumerate(TERRAINS)}
PLAIN, RIVER, FORD, CAMP = (
    TERRAIN_INDEX[id] for id in ("plain", "river", "ford", "camp")
)


def ruled_as(kind: int, river_fordable: bool) -> int:
    """The terrain whose line holds on a hex of this kind. [SB-13.3, SB-15.2]"""
    if not river_fordable:
        return kind
    return {RIVER: FORD, FORD: PLAIN}.get(kind, kind)


IMPASSABLE: tuple[bool, ...] = tuple(one.enter == "no" for one in TERRAINS)
# STOPS[class][terrain]: entering ends the move. [SB-6.3]
STOPS: tuple[tuple[bool, ...], ...] = tuple(
    tuple(one.enter == "stop" or name in one.stop_class for one in TERRAINS)
    for name in CLASSES
)
FLAGS: tuple[int, ...] = tuple(one.flags for one in TERRAINS)  # SB-9.2
BATTLE_ON_ENTRY: tuple[bool, ...] = tuple(one.battle_on_entry for one in TERRAINS)
INSPIRATION: tuple[bool, ...] = tuple(one.inspiration for one in TERRAINS)  # SB-8.5


def melee_cap(roller: int, own: Terrain, target: Terrain) -> int:
    """Base dice at most for a roller of this class; the lower cap holds. [SB-13.1]"""
    into = 0 if own.id in target.melee_in_free else target.melee_in[roller]
    return min(own.melee_out[roller] or NO_CAP, into or NO_CAP)


# MELEE_CAP[class of the roller][his terrain][terrain of the target] [SB-8.4]
MELEE_CAP: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(
        tuple(melee_cap(roller, own, target) for target in TERRAINS) for own in TERRAINS
    )
    for roller in range(len(CLASSES))
)
# RANGED_CAP[terrain of the shooter][terrain of the target] [SB-7.3]
RANGED_CAP: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        min(own.ranged_out or NO_CAP, target.ranged_in or NO_CAP) for target in TERRAINS
    )
    for own in TERRAINS
)

assert len(TERRAIN_INDEX) == len(TERRAINS)
assert TERRAINS[PLAIN].enter == "free", "SB-13.1: unnamed hexes are plain"
assert {one.enter for one in TERRAINS} == {"free", "stop", "no"}
assert {one.sight for one in TERRAINS} == {"clear", "blocks", "hill"}

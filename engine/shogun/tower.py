"""The cube tower: what is dropped, what sticks, what falls out. [SHO-16, SHO-17.55]

A throw moves cubes between the hands that threw, the tower and the tray; nothing else
ever moves one, so none falls out by accident. [SHO-16.9, SHO-17.56]

Values come from a named draw of the kit's chance, which is sealed before the match and
told after it [SHO-16.7, SHO-16.8]; its results stand in the log and may be given
[SHO-16.10]. Tests hold the model to the sheet's vectors [SHO-16.11] and odds
[SHO-16.12].
"""

from __future__ import annotations

from functools import cache
from operator import add, sub
from typing import NamedTuple, TypeAlias

from engine.chance import CERTAIN, Chance
from engine.shogun.board import BOARD
from engine.shogun.state import State
from engine.table import Table

Cubes: TypeAlias = tuple[int, ...]  # by seat, the farmers last


class CubesLost(Exception):
    """A throw that does not keep every cube: the match must stop. [SHO-16.9]"""


class Throw(NamedTuple):
    """What a throw did: `fallen` is the new tray. [SHO-16.2]"""

    dropped: Cubes
    inside: Cubes
    fallen: Cubes


@cache
def loose_below(dropped: int) -> int:
    """Below this a number knocks a cube loose when so many come down. [SHO-16.5]

    One dropped cube leaves a cube inside alone with 19/20. [SHO-16.3, SHO-16.4]
    """
    kept, of = BOARD.keep
    threshold: int = CERTAIN - CERTAIN * kept**dropped // of**dropped
    return threshold


def throw(chance: Chance, name: str, inside: Cubes, dropped: Cubes) -> Throw:
    """Knock loose what was inside, then let stick what is dropped. [SHO-16.6]

    A cube that sticks is not knocked loose by the same throw. [SHO-16.3]
    """
    loose_limit = loose_below(sum(dropped))
    groups = [(count, loose_limit) for count in inside]
    groups += [(count, BOARD.stick) for count in dropped]
    hits = chance.tally(name, groups)
    colours = len(inside)
    loose, stuck = hits[:colours], hits[colours:]
    fallen = tuple(map(sub, map(add, loose, dropped), stuck))
    after = tuple(map(add, map(sub, inside, loose), stuck))
    check_kept(inside, dropped, after, fallen)
    return Throw(dropped, after, fallen)


def check_kept(inside: Cubes, dropped: Cubes, after: Cubes, fallen: Cubes) -> None:
    """Every colour keeps its number. [SHO-16.9]"""
    if tuple(map(add, inside, dropped)) != tuple(map(add, after, fallen)):
        raise CubesLost(f"{inside} and {dropped} became {after} and {fallen}")


def throw_into(table: Table[State], name: str, thrown: Cubes) -> Cubes:
    """Throw these and all that lies in the tray, which then holds what falls.

    [SHO-9.3]
    """
    state = table.state
    dropped = tuple(map(add, thrown, state.tray))
    done = throw(table.chance, name, state.inside, dropped)
    state.inside, state.tray = done.inside, done.fallen
    table.tell(
        "cubes_thrown",
        dropped=list(dropped),
        inside=list(done.inside),
        fallen=list(done.fallen),
    )
    return done.fallen

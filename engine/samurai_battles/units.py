"""Kinds of units and leaders, and what follows from their numbers. [SB-1.2, SB-1.3]

A kind is a number in hot code: its place in UNITS or LEADERS, the order of the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.samurai_battles.box import DATA, SYMBOLS, read

INFANTRY, CAVALRY = 0, 1  # classes; "ranged" is a property of infantry
CLASSES = ("infantry", "cavalry")


@dataclass(frozen=True, slots=True)
class Unit:
    """A kind of unit. [SB-1.2]"""

    id: str
    name: Mapping[str, str]  # by language
    class_: str
    ranged: bool
    symbol: str
    figures: int
    move_battle: int  # hexes after which it may still battle
    move: int  # hexes at most
    melee: int
    ranges: Mapping[int, int]  # dice by range
    moved: Mapping[int, int]  # the same if the unit has moved this turn
    swords_hit: bool  # X hits in ranged fire [SB-7.5]
    fire_tokens: bool  # H gives tokens in ranged fire

    @property
    def kind(self) -> int:
        """INFANTRY or CAVALRY."""
        return CLASSES.index(self.class_)

    @property
    def classes(self) -> frozenset[str]:
        """A ranged unit is of the class ranged too."""
        return frozenset({self.class_} | ({"ranged"} if self.ranged else set()))


@dataclass(frozen=True, slots=True)
class Leader:
    """A kind of leader. [SB-1.3]"""

    id: str
    name: Mapping[str, str]
    class_: str  # whose rules he follows when he is alone
    move: int
    leads: tuple[str, ...]  # classes
    inspires: int  # hexes from his own
    status: int

    @property
    def kind(self) -> int:
        return CLASSES.index(self.class_)


def by_range(dice: Mapping[str, int]) -> dict[int, int]:
    return {int(range): number for range, number in dice.items()}


UNITS: tuple[Unit, ...] = tuple(
    read(Unit, data, ranges=by_range(data["ranges"]), moved=by_range(data["moved"]))
    for data in DATA["unit"]
)
LEADERS: tuple[Leader, ...] = tuple(read(Leader, data) for data in DATA["leader"])
UNIT_INDEX: dict[str, int] = {unit.id: kind for kind, unit in enumerate(UNITS)}
LEADER_INDEX: dict[str, int] = {one.id: kind for kind, one in enumerate(LEADERS)}
BODYGUARD, COMMANDER = "CU", "AC"  # the commander's unit [SB-1.4]
LONGEST_RANGE = max(max(unit.ranges, default=0) for unit in UNITS)

# Hot tables by number of the kind.
UNIT_CLASS: tuple[int, ...] = tuple(unit.kind for unit in UNITS)
UNIT_SYMBOL: tuple[str, ...] = tuple(unit.symbol for unit in UNITS)
LEADER_CLASS: tuple[int, ...] = tuple(leader.kind for leader in LEADERS)
# MAY_LEAD[leader][unit] [SB-1.3]
MAY_LEAD: tuple[tuple[bool, ...], ...] = tuple(
    tuple(unit.class_ in leader.leads for unit in UNITS) for leader in LEADERS
)


def swords_ignored(roller: Unit, target: Unit) -> int:
    """Swords that the target ignores in melee; the lines add up. [SB-8.7]"""
    return sum(
        line["ignored"]
        for line in DATA["swords_ignored"]
        if line.get("roller_class", roller.class_) == roller.class_
        and line.get("target_class", target.class_) == target.class_
        and line.get("roller_symbol", roller.symbol) == roller.symbol
        and line.get("target_symbol", target.symbol) == target.symbol
    )


# SWORDS_IGNORED[roller][target]; a lone leader ignores none. [SB-8.7]
SWORDS_IGNORED: tuple[tuple[int, ...], ...] = tuple(
    tuple(swords_ignored(roller, target) for target in UNITS) for roller in UNITS
)

assert len(UNIT_INDEX) == len(UNITS)
assert len(LEADER_INDEX) == len(LEADERS)
assert all(unit.symbol in SYMBOLS for unit in UNITS), "SB-1.2: C, T or S"
assert all(bool(unit.ranges) == unit.ranged for unit in UNITS), "SB-7.1"
assert BODYGUARD in UNIT_INDEX, "SB-1.4"
assert COMMANDER in LEADER_INDEX, "SB-1.4"

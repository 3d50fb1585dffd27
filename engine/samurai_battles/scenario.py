"""Scenarios: who stands where, on which ground, and what else holds. [SB-3.1, SB-15]

Every hex and kind is a number here; names are those of the file. A scenario carries the
table it was read from, so that a match can keep it when the file changes. [SB-15.7]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.languages import LANGUAGES
from engine.samurai_battles.box import ARMIES
from engine.samurai_battles.hexes import COUNT, INDEX, LINES, Army, Hex
from engine.samurai_battles.terrain import CAMP, PLAIN, TERRAIN_INDEX, ruled_as
from engine.samurai_battles.units import LEADER_INDEX, UNIT_INDEX, UNITS

BOTH = "both"
NO_HEX: Hex = -1
FILE = Path(__file__).parent / "data" / "scenarios.toml"


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A unit at the start. [SB-15.8]"""

    id: str
    kind: int  # its place in UNITS
    hex: Hex
    figures: int


@dataclass(frozen=True, slots=True)
class PlacedLeader:
    """A leader at the start; on the hex of a unit of his army he is attached to it."""

    id: str
    kind: int  # his place in LEADERS
    hex: Hex
    name: Mapping[str, str]  # by language


@dataclass(frozen=True, slots=True)
class ArmyList:
    """One army. [SB-15.8]"""

    name: Mapping[str, str]
    command_cards: int
    dragon_cards: int
    honor: int
    units: tuple[PlacedUnit, ...]
    leaders: tuple[PlacedLeader, ...]
    camp: Hex  # NO_HEX where it has none


@dataclass(frozen=True, slots=True)
class HandGrowth:
    """SB-15.3"""

    army: Army
    extra_draw_per_own_turn: int
    until_command_size: int
    from_own_turn: int


@dataclass(frozen=True, slots=True)
class BannerForOrderOne:
    """SB-15.4"""

    army: Army
    cards: tuple[str, ...]
    not_final: bool


@dataclass(frozen=True, slots=True)
class WaveringGroup:
    """SB-15.5"""

    owner: Army
    hexes: tuple[Hex, ...]
    from_own_turn: int
    dice: tuple[int, int]  # by army
    face: str


@dataclass(frozen=True, slots=True)
class VictoryHexes:
    """SB-15.11"""

    armies: tuple[Army, ...]
    hexes: tuple[Hex, ...]
    need: int
    banners: int
    keep: bool


@dataclass(frozen=True, slots=True)
class Special:
    """The switches of a scenario. [SB-15.9]"""

    river_fordable: bool = False
    hand_growth: HandGrowth | None = None
    banner_for_order_one: BannerForOrderOne | None = None
    wavering_group: WaveringGroup | None = None
    victory_hexes: tuple[VictoryHexes, ...] = ()


@dataclass(frozen=True)
class Scenario:
    """All that is fixed before the first turn. [SB-3.1]"""

    id: str
    slug: str
    title: Mapping[str, str]
    year: int  # 0 for none
    banners: int  # needed to win
    first: Army
    lines: tuple[int, int]  # X of the section lines [SB-2.6]
    terrain: tuple[int, ...]  # as printed, by hex
    special: Special
    armies: tuple[ArmyList, ArmyList]  # red, yellow
    data: Mapping[str, Any] = field(repr=False)  # the table of the file, plain JSON

    @cached_property
    def ground(self) -> tuple[int, ...]:
        """The terrain whose rules hold, by hex. [SB-13.3]"""
        fordable = self.special.river_fordable
        return tuple(ruled_as(kind, fordable) for kind in self.terrain)

    def __deepcopy__(self, memo: object) -> Scenario:
        return self  # shared by all states of all matches


# ------------------------------------------------------------------------ reading


def in_languages(data: Mapping[str, Any], key: str, english: str) -> dict[str, str]:
    """A missing language is shown in English. [SB-15.8]"""
    return {
        language: data.get(f"{key}_{language}", data[english]) for language in LANGUAGES
    }


def hexes_of(names: list[str]) -> tuple[Hex, ...]:
    return tuple(INDEX[name] for name in names)


def read_terrain(data: Mapping[str, Any]) -> tuple[int, ...]:
    """Unnamed hexes are plain. [SB-3.1]"""
    ground = [PLAIN] * COUNT
    for terrain, names in data.items():
        if terrain == "camp":
            for name in names.values():
                ground[INDEX[name]] = CAMP
            continue
        for hex in hexes_of(names):
            ground[hex] = TERRAIN_INDEX[terrain]
    return tuple(ground)


def read_unit(data: Mapping[str, Any]) -> PlacedUnit:
    kind = UNIT_INDEX[data["type"]]
    figures = data.get("figures", UNITS[kind].figures)
    return PlacedUnit(data["id"], kind, INDEX[data["hex"]], figures)


def read_leader(data: Mapping[str, Any]) -> PlacedLeader:
    kind, hex = LEADER_INDEX[data["type"]], INDEX[data["hex"]]
    return PlacedLeader(data["id"], kind, hex, in_languages(data, "name", "name"))


def read_army(data: Mapping[str, Any], camp: str) -> ArmyList:
    return ArmyList(
        name=in_languages(data, "name", "name_en"),
        command_cards=data["command_cards"],
        dragon_cards=data["dragon_cards"],
        honor=data["honor"],
        units=tuple(read_unit(unit) for unit in data["units"]),
        leaders=tuple(read_leader(leader) for leader in data.get("leaders", ())),
        camp=INDEX.get(camp, NO_HEX),
    )


def read_hand_growth(data: Mapping[str, Any]) -> HandGrowth:
    return HandGrowth(**{**data, "army": ARMIES.index(data["army"])})


def read_banner_for_order_one(data: Mapping[str, Any]) -> BannerForOrderOne:
    return BannerForOrderOne(
        ARMIES.index(data["army"]), tuple(data["cards"]), data["not_final"]
    )


def read_wavering_group(data: Mapping[str, Any]) -> WaveringGroup:
    return WaveringGroup(
        owner=ARMIES.index(data["owner"]),
        hexes=hexes_of(data["hexes"]),
        from_own_turn=data["from_own_turn"],
        dice=(data["dice"]["red"], data["dice"]["yellow"]),
        face=data["face"],
    )


def read_victory_hexes(data: Mapping[str, Any]) -> VictoryHexes:
    named = data["army"]
    armies = tuple(range(len(ARMIES))) if named == BOTH else (ARMIES.index(named),)
    hexes = hexes_of(data["hexes"])
    need = data.get("need", len(hexes))
    return VictoryHexes(armies, hexes, need, data["banners"], data["keep"])


SWITCHES: Mapping[str, Any] = {  # SB-15.9
    "river_fordable": bool,
    "hand_growth": read_hand_growth,
    "banner_for_order_one": read_banner_for_order_one,
    "wavering_group": read_wavering_group,
    "victory_hexes": lambda listed: tuple(map(read_victory_hexes, listed)),
}


def scenario_of(data: Mapping[str, Any]) -> Scenario:
    """The scenario of a table that has no fault. [SB-15.8]"""
    terrain = data.get("terrain", {})
    camps, armies = terrain.get("camp", {}), data["army"]
    special = data.get("special", {})
    low, high = data.get("lines", LINES)
    return Scenario(
        id=data["id"],
        slug=data["slug"],
        title=in_languages(data, "title", "title_en"),
        year=data.get("year", 0),
        banners=data["banners"],
        first=ARMIES.index(data["first"]),
        lines=(low, high),
        terrain=read_terrain(terrain),
        special=Special(**{name: SWITCHES[name](special[name]) for name in special}),
        armies=(
            read_army(armies["red"], camps.get("red", "")),
            read_army(armies["yellow"], camps.get("yellow", "")),
        ),
        data=data,
    )

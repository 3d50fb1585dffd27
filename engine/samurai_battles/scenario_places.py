"""Whether the pieces of a scenario can stand where they stand. [SB-15.10]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.samurai_battles.box import ARMIES
from engine.samurai_battles.scenario_kinds import Fault, is_hex
from engine.samurai_battles.units import (
    BODYGUARD,
    COMMANDER,
    LEADER_INDEX,
    MAY_LEAD,
    UNIT_INDEX,
)


class Piece(NamedTuple):
    army: str
    kind: str  # units or leaders
    id: str
    type: str
    hex: str


class Places:
    """The pieces of one scenario whose hex and type are good, by hex."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.army = table(data, "army")
        self.terrain = table(data, "terrain")
        self.special = table(data, "special")
        self.pieces = [p for army in ARMIES for p in pieces(data, army)]
        self.on: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            self.on.setdefault(piece.hex, []).append(piece)
        self.camps = {
            army: hex
            for army, hex in table(self.terrain, "camp").items()
            if is_hex(hex)
        }

    def faults(self) -> list[Fault]:
        found = (*self.shared(), *self.river(), *self.camp(), *self.armies())
        return [Fault(*fault) for fault in (*found, *self.wavering())]

    def shared(self) -> Iterator[tuple[str, str, str]]:
        """One unit and one leader of one army on a hex. [SB-10.1, SB-1.3]"""
        for hex, here in self.on.items():
            units = [piece for piece in here if piece.kind == "units"]
            leaders = [piece for piece in here if piece.kind == "leaders"]
            if len({piece.army for piece in here}) > 1:
                yield "E_TWO_ARMIES", f"both armies stand on {hex}.", hex
                continue
            if len(units) > 1:
                yield "E_TWO_UNITS", f"two units stand on {hex}.", hex
            if len(leaders) > 1:
                yield "E_TWO_LEADERS", f"two leaders stand on {hex}.", hex
            for leader in leaders if units else ():
                led = UNIT_INDEX[units[0].type]
                if not MAY_LEAD[LEADER_INDEX[leader.type]][led]:
                    said = f"the leader {leader.id} may not lead the unit on {hex}."
                    yield "E_FIT", said, leader.id

    def river(self) -> Iterator[tuple[str, str, str]]:
        """Nobody starts in a river that cannot be forded. [SB-13.3]"""
        river = self.terrain.get("river")
        if self.special.get("river_fordable") is True or not isinstance(river, list):
            return
        for piece in self.pieces:
            if piece.hex in river:
                said = f"{piece.id} stands in the river on {piece.hex}"
                yield "E_RIVER", f"{said}, and the river is not fordable.", piece.id

    def camp(self) -> Iterator[tuple[str, str, str]]:
        """The bodyguard and the commander, and nobody else. [SB-1.4, SB-13.4]"""
        for army, hex in self.camps.items():
            here = {(p.army, p.type) for p in self.on.get(hex, ())}
            wanted = {(army, BODYGUARD), (army, COMMANDER)}
            if here != wanted or len(self.on[hex]) != len(wanted):
                must = f"on the camp {hex} there must be the bodyguard and"
                yield "E_CAMP", f"{must} the commander of the {army} army.", hex
        for piece in self.pieces:
            is_guard = piece.type in (BODYGUARD, COMMANDER)
            if is_guard and self.camps.get(piece.army) != piece.hex:
                said = f"{piece.id} must start on the camp of the {piece.army} army."
                yield "E_NO_CAMP", said, piece.id

    def armies(self) -> Iterator[tuple[str, str, str]]:
        """Each army has a unit that obeys it. [SB-15.5]"""
        hexes = table(self.special, "wavering_group").get("hexes")
        wavering = hexes if isinstance(hexes, list) else []
        for army in ARMIES:
            units = table(self.army, army).get("units")
            if isinstance(units, list) and all(
                isinstance(unit, dict) and unit.get("hex") in wavering for unit in units
            ):
                yield "E_EMPTY_ARMY", f"the {army} army has no unit.", "units"

    def wavering(self) -> Iterator[tuple[str, str, str]]:
        """Each hex of the group holds somebody of its owner. [SB-15.5]"""
        group = table(self.special, "wavering_group")
        owner, hexes = group.get("owner"), group.get("hexes")
        if owner not in ARMIES or not isinstance(hexes, list):
            return
        for hex in filter(is_hex, hexes):
            here = [p for p in self.on.get(hex, ()) if p.army == owner]
            if not here or hex in self.camps.values():
                said = f"nobody of the {owner} army stands on {hex}."
                yield "E_WAVERING", f"wavering_group: {said}", hex


def table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def pieces(data: Mapping[str, Any], army: str) -> Iterator[Piece]:
    lists = table(table(data, "army"), army)
    for kind, types in (("units", UNIT_INDEX), ("leaders", LEADER_INDEX)):
        listed = lists.get(kind)
        for item in listed if isinstance(listed, list) else ():
            if isinstance(item, dict) and is_hex(item.get("hex")):
                type = item.get("type")
                if isinstance(type, str) and type in types:
                    yield Piece(army, kind, str(item.get("id")), type, item["hex"])

"""What is wrong with a scenario: all of it at once, each in a sentence. [SB-15.10]

A scenario without a fault can be played; see `scenario_of`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any, TypeAlias

from engine.languages import LANGUAGES
from engine.positions import shown
from engine.samurai_battles.box import ARMIES, TOKENS, WORTH
from engine.samurai_battles.scenario import BOTH
from engine.samurai_battles.scenario_kinds import (
    ARMY_FIELDS,
    FLAG,
    LEADER,
    SCENARIO,
    SIDES,
    SWITCH,
    UNIT,
    Fault,
    Field,
    is_hex,
    is_number,
)
from engine.samurai_battles.scenario_places import Places
from engine.samurai_battles.terrain import TERRAIN_INDEX
from engine.samurai_battles.units import LEADER_INDEX, UNIT_INDEX, UNITS

TERRAINS = tuple(name for name in TERRAIN_INDEX if name != "plain")
SWITCHES = ("river_fordable", *SWITCH)
Seen: TypeAlias = set[tuple[str, str]]  # a field and a value that it has had
ROWS_HELP = "rows A C E G I K have columns 1 to 12, rows B D F H J 1 to 11"


def scenario_faults(data: Any) -> list[Fault]:
    """The faults of one scenario that stands alone. [SB-15.10]"""
    check = ScenarioCheck(data)
    check.run(set())
    return check.faults


def nearest(word: object, among: Collection[str]) -> str:
    """What was probably meant, or all there is."""
    found = get_close_matches(str(word), among, n=1)
    if found:
        return f"Did you mean {found[0]}?"
    return f"There are {', '.join(among)}."


class ScenarioCheck:
    """Looks at one scenario, table by table, and collects what is wrong."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.faults: list[Fault] = []

    def fault(self, code: str, sentence: str, clue: str = "", help: str = "") -> None:
        self.faults.append(Fault(code, sentence, clue, help))

    def run(self, seen: Seen) -> None:
        if not isinstance(self.data, dict):
            return self.fault("E_KIND", "it must be a table; it is no table.")
        self.fields("", self.data, SCENARIO)
        self.once_in_files(seen)
        self.lines()
        self.terrain()
        for name in self.table("army").keys() - set(ARMIES):
            near = nearest(name, ARMIES)
            self.fault("E_UNKNOWN", f"there is no field army.{name}.", name, near)
        for army in ARMIES:
            self.army(army)
        self.once_in_scenario()
        self.special()
        self.faults += Places(self.data).faults()
        self.tokens()
        return self.banners()

    # ------------------------------------------------------------------- fields

    def fields(
        self, where: str, data: Mapping[str, Any], known: Mapping[str, Field]
    ) -> None:
        """Needed fields are there, no others are, and each is of its kind."""
        for name, field in known.items():
            if name in data and field.kind and not field.kind.fits(data[name]):
                said = f"{where}{name} must be {field.kind.wanted}"
                self.fault("E_KIND", f"{said}; it is {shown(data[name])}.", name)
            elif name not in data and field.needed:
                clue = str(data.get("id", ""))
                self.fault("E_MISSING", f"the field {where}{name} is missing.", clue)
        for name in data.keys() - known.keys():
            near = nearest(name, known)
            self.fault("E_UNKNOWN", f"there is no field {where}{name}.", name, near)

    def table(self, *path: str) -> dict[str, Any]:
        """A table of the file; an empty one if there is none, or none that fits."""
        found: Any = self.data
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}

    def tables(self, *path: str) -> list[dict[str, Any]]:
        found = self.table(*path[:-1]).get(path[-1])
        listed = found if isinstance(found, list) else []
        return [item for item in listed if isinstance(item, dict)]

    def once(self, seen: Seen, field: str, value: object, kind: str = "") -> bool:
        """Whether a value is new; of its kind it may be used once. [E_TWICE]"""
        if not isinstance(value, str):
            return True
        is_new = (kind or field, value) not in seen
        seen.add((kind or field, value))
        if not is_new:
            self.fault("E_TWICE", f"{field} {value[:80]} is used twice.", value)
        return is_new

    def once_in_languages(
        self, seen: Seen, data: Mapping[str, Any], key: str, english: str
    ) -> None:
        """Names differ in each language; a missing one is as in English."""
        told: set[str] = set()
        for language in LANGUAGES:
            own = f"{key}_{language}"
            field = own if own in data else english
            if field not in told and not self.once(seen, field, data.get(field), own):
                told.add(field)

    def once_in_files(self, seen: Seen) -> None:
        for field in ("id", "slug"):
            self.once(seen, field, self.data.get(field))
        self.once_in_languages(seen, self.data, "title", "title_en")

    def once_in_scenario(self) -> None:
        """Ids of pieces, names of armies and of an army's leaders."""
        ids: Seen = set()
        armies: Seen = set()
        for army in ARMIES:
            for piece in self.pieces(army):
                self.once(ids, "id", piece.get("id"))
            self.once_in_languages(armies, self.table("army", army), "name", "name_en")
            leaders: Seen = set()
            for leader in self.leaders(army):
                self.once_in_languages(leaders, leader, "name", "name")

    def pieces(self, army: str) -> list[dict[str, Any]]:
        return [*self.tables("army", army, "units"), *self.leaders(army)]

    def leaders(self, army: str) -> list[dict[str, Any]]:
        return self.tables("army", army, "leaders")

    # ------------------------------------------------------------------- ground

    def lines(self) -> None:
        match self.data.get("lines", [8, 16]):
            case [int(low), int(high)] if 2 <= low < high <= 22:
                return
        self.fault(
            "E_LINES",
            "the section lines must be two numbers from 2 to 22, the smaller first.",
            "lines",
        )

    def terrain(self) -> None:
        """Names and hexes; each hex once. [SB-13.5]"""
        ground: dict[str, str] = {}
        for name, hexes in self.table("terrain").items():
            if name not in TERRAINS:
                near = nearest(name, TERRAINS)
                self.fault("E_TERRAIN", f"there is no terrain {name}.", name, near)
                continue
            for hex in self.named_hexes(name, hexes):
                if hex in ground:
                    self.two_terrains(hex, ground[hex], name)
                ground.setdefault(hex, name)

    def two_terrains(self, hex: str, terrain: str, other: str) -> None:
        said = f"{hex} is named as {terrain} and as {other}."
        self.fault("E_TWO_TERRAINS", said, hex)

    def named_hexes(self, terrain: str, hexes: Any) -> list[str]:
        """The hexes of a terrain that are hexes; what is wrong is told."""
        is_camp = terrain == "camp"
        if is_camp and isinstance(hexes, dict):
            for army in hexes.keys() - set(ARMIES):
                near = nearest(army, ARMIES)
                said = f"there is no field terrain.camp.{army}."
                self.fault("E_UNKNOWN", said, army, near)
            hexes = list(hexes.values())
        elif is_camp or not isinstance(hexes, list):
            wanted = "a table of red, yellow or both" if is_camp else "a list of hexes"
            said = f"terrain.{terrain} must be {wanted}; it is {shown(hexes)}."
            self.fault("E_KIND", said, terrain)
            return []
        return [hex for hex in hexes if self.is_hex(hex)]

    def is_hex(self, value: object) -> bool:
        """Also tells if it is none. [SB-2.2]"""
        if is_hex(value):
            return True
        said = value if isinstance(value, str) else shown(value)
        sentence = f"{str(said)[:20]} is no hex of the board."
        self.fault("E_HEX", sentence, str(value), f"The {ROWS_HELP}.")
        return False

    # ------------------------------------------------------------------- armies

    def army(self, army: str) -> None:
        data = self.table("army").get(army)
        where = f"army.{army}"
        if data is None:
            return self.fault("E_MISSING", f"the field {where} is missing.", "army")
        if not isinstance(data, dict):
            said = f"{where} must be a table; it is {shown(data)}."
            return self.fault("E_KIND", said, army)
        self.fields(f"{where}.", data, ARMY_FIELDS)
        if "side" in data and data["side"] != SIDES[army]:
            said = "red is the top army and yellow the bottom army."
            self.fault("E_SIDE", said, "side", f'Write side = "{SIDES[army]}".')
        for kind, known in (("units", UNIT), ("leaders", LEADER)):
            for place, piece in enumerate(self.listed(army, kind), start=1):
                self.piece(f"{where}.{kind}", place, piece, known)
        return None

    def listed(self, army: str, kind: str) -> list[Any]:
        found = self.table("army", army).get(kind)
        return found if isinstance(found, list) else []

    def piece(
        self, where: str, place: int, piece: Any, known: Mapping[str, Field]
    ) -> None:
        """A unit or a leader. [SB-15.8]"""
        if not isinstance(piece, dict):
            said = f"{where}, number {place} must be a table; it is {shown(piece)}."
            return self.fault("E_KIND", said, str(piece))
        id = piece.get("id")
        self.fields(f"{where}.{id if isinstance(id, str) else place}.", piece, known)
        if "hex" in piece:
            self.is_hex(piece["hex"])
        what, types = (
            ("unit", UNIT_INDEX) if known is UNIT else ("leader", LEADER_INDEX)
        )
        type = piece.get("type")
        if "type" in piece and (not isinstance(type, str) or type not in types):
            near = f"There are {', '.join(types)}."
            said = f"there is no {what} of type {shown(type).strip(chr(39))}."
            return self.fault("E_TYPE", said, str(type), near)
        if "figures" in piece and "type" in piece:
            self.figures(piece)
        return None

    def figures(self, piece: Mapping[str, Any]) -> None:
        """Not more than the type has. [SB-1.2]"""
        type, figures = piece["type"], piece["figures"]
        most = UNITS[UNIT_INDEX[type]].figures if type in UNIT_INDEX else 0
        if most and not (is_number(figures) and 1 <= figures <= most):
            said = f"{piece.get('id')} has {shown(figures)} figures"
            sentence = f"{said}; a unit of type {type} has 1 to {most}."
            self.fault("E_FIGURES", sentence, str(piece.get("id", "")))

    # ----------------------------------------------------------------- switches

    def special(self) -> None:
        """The switches. [SB-15.9]"""
        for name, value in self.table("special").items():
            if name not in SWITCHES:
                near = nearest(name, SWITCHES)
                self.fault("E_SWITCH", f"there is no special rule {name}.", name, near)
            elif name == "river_fordable":
                if not FLAG.fits(value):
                    self.switch_value(name, name, FLAG.wanted, value)
            elif name == "victory_hexes":
                self.victory_hexes(name, value)
            else:
                self.switch(name, value)

    def switch_value(self, name: str, field: str, wanted: str, value: object) -> None:
        said = f"{name}: {field} must be {wanted}; it is {shown(value)}."
        self.fault("E_SWITCH_VALUE", said, field)

    def switch(self, name: str, value: Any) -> None:
        if not isinstance(value, dict):
            return self.switch_value(name, name, "a table", value)
        for field, known in SWITCH[name].items():
            if field not in value and known.needed:
                assert known.kind
                said = f"{name}: {field} must be {known.kind.wanted}; it is missing."
                self.fault("E_SWITCH_VALUE", said, name)
            elif field in value and known.kind and not known.kind.fits(value[field]):
                self.switch_value(name, field, known.kind.wanted, value[field])
        for field in value.keys() - SWITCH[name].keys():
            near = nearest(field, SWITCH[name])
            said = f"{name}: {field} must be left out; it is {shown(value[field])}."
            self.fault("E_SWITCH_VALUE", said, field, near)
        hexes = value.get("hexes")
        for hex in hexes if isinstance(hexes, list) else ():
            self.is_hex(hex)
        return None

    def victory_hexes(self, name: str, value: Any) -> None:
        """A list of tables; not more are needed than there are hexes. [SB-15.11]"""
        if not isinstance(value, list):
            return self.switch_value(name, name, "a list of tables", value)
        for item in value:
            self.switch(name, item)
            if not isinstance(item, dict) or not isinstance(item.get("hexes"), list):
                continue
            need, most = item.get("need", 1), len(item["hexes"])
            if is_number(need) and need > most:
                self.switch_value(name, "need", f"a number from 1 to {most}", need)
        return None

    # ------------------------------------------------------------ tokens, banners

    def tokens(self) -> None:
        honor = [self.table("army", army).get("honor") for army in ARMIES]
        told: list[int] = [tokens for tokens in honor if isinstance(tokens, int)]
        if sum(told) > TOKENS:
            start = f"both armies together start with {sum(told)} tokens"
            self.fault("E_TOKENS", f"{start}; there are {TOKENS}.", "honor")

    def banners(self) -> None:
        """Each army can win as many as it needs. [SB-14.1]"""
        needed = self.data.get("banners")
        growing = self.table("special", "banner_for_order_one").get("army")
        for army, enemy in (ARMIES, ARMIES[::-1]):
            if army == growing or not is_number(needed):
                continue
            most = self.to_win(army, enemy)
            if most < needed:
                said = f"the {army} army can win {most} banners; {needed} are needed."
                self.fault("E_BANNERS", said, "banners")

    def to_win(self, army: str, enemy: str) -> int:
        """Wavering pieces may fall to either army. [SB-15.5]"""
        camp = enemy in self.table("terrain", "camp")
        most = len(self.pieces(enemy)) + WORTH["camp"] * camp
        group = self.table("special", "wavering_group")
        if group.get("owner") == army and isinstance(group.get("hexes"), list):
            most += sum(p.get("hex") in group["hexes"] for p in self.pieces(army))
        for item in self.tables("special", "victory_hexes"):
            if item.get("army") in (army, BOTH) and is_number(item.get("banners")):
                most += item["banners"]
        return most

"""Views as the schema has them, made from scenarios, without playing. [SB-3.1]"""

from __future__ import annotations

import json
from typing import Any

from engine.contract import View
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.scenarios import SCENARIO, SCENARIOS
from engine.samurai_battles.terrain import PLAIN, TERRAINS
from engine.samurai_battles.units import LEADERS, UNITS

SLUGS = [one.slug for one in SCENARIOS]
HAND = {
    "command": ["order-2-left", "cavalry-charge", "shogun", "counter-attack"],
    "dragon": ["issue-challenge", "rice-famine", "war-cry"],
    "drawn": [],
}


def copy(view: View) -> View:
    copied: View = json.loads(json.dumps(view))
    return copied


def opening(slug: str = "first-skirmish", you: int | None = 0) -> View:
    """Nothing has been played yet."""
    of = SCENARIO[slug]
    units, leaders, camps = {}, {}, {}
    for seat, army in enumerate(of.armies):
        for unit in army.units:
            units[NAMES[unit.hex]] = {
                "id": unit.id,
                "type": UNITS[unit.kind].id,
                "seat": seat,
                "figures": unit.figures,
                "wavering": False,
                "state": "",
            }
        for leader in army.leaders:
            leaders[NAMES[leader.hex]] = {
                "id": leader.id,
                "type": LEADERS[leader.kind].id,
                "seat": seat,
                "wavering": False,
                "state": "",
            }
        if army.camp != NO_HEX:
            camps[NAMES[army.camp]] = seat
    return {
        "game": "samurai_battles",
        "you": you,
        "seats": 2,
        "colours": ["red", "yellow"],
        "scenario": {
            "id": of.id,
            "slug": of.slug,
            "title": dict(of.title),
            "year": of.year,
            "banners": of.banners,
            "lines": list(of.lines),
            "armies": [dict(army.name) for army in of.armies],
            "leaders": {
                one.id: dict(one.name) for army in of.armies for one in army.leaders
            },
            "special": json.loads(json.dumps(of.data.get("special", {}))),
        },
        "turn_cap": 0,
        "terrain": {
            NAMES[hex]: TERRAINS[kind].id
            for hex, kind in enumerate(of.terrain)
            if kind != PLAIN
        },
        "camps": camps,
        "units": units,
        "leaders": leaders,
        "lost": {"units": [], "leaders": []},
        "turn": 1,
        "turn_of": of.first,
        "phase": "card",
        "active": of.first,
        "card": None,
        "copied": None,
        "mirrored": False,
        "in_play": [],
        "strikes": [0, 0],
        "roll": None,
        "marks": [],
        "hand": None if you is None else copy(HAND),
        "hands": None,
        "hand_counts": [
            {"command": army.command_cards, "dragon": army.dragon_cards}
            for army in of.armies
        ],
        "decks": {"command": 50, "dragon": 32},
        "discards": {"command": {}, "dragon": {}},
        "tokens": [army.honor for army in of.armies],
        "pool": 30 - sum(army.honor for army in of.armies),
        "banners": [0, 0],
        "left": [],
        "over": "",
        "standings": [
            {"seat": 0, "place": 1, "points": 0},
            {"seat": 1, "place": 1, "points": 0},
        ],
    }


def mark(kind: str, seat: int, path: str, count: int = 0) -> dict[str, Any]:
    return {"kind": kind, "seat": seat, "path": path.split(), "count": count}


def put(view: View, origin: str, target: str, **changes: Any) -> None:
    """Move a unit with its leader, and change what is said of it."""
    for table in ("units", "leaders"):
        if origin in view[table]:
            view[table][target] = {**view[table].pop(origin)}
    view["units"][target] |= changes


def busy(slug: str = "first-skirmish", you: int | None = 0) -> View:
    """In the middle of a turn of red: moves, a shot, a melee with dice."""
    view = opening("first-skirmish", you)
    put(view, "D6", "D6", figures=3, state="done")
    put(view, "C6", "E6", figures=2, state="done")
    put(view, "B10", "D10", state="ordered")
    put(view, "H6", "F7", figures=1)
    put(view, "H4", "G4", figures=2)
    view["leaders"]["G9"] = view["leaders"].pop("J8")
    view["leaders"]["D10"] = view["leaders"].pop("D10")
    view |= {
        "turn": 9,
        "phase": "battle",
        "turn_of": 0,
        "active": 0,
        "card": "infantry-assault",
        "in_play": [{"seat": 0, "card": "forced-march", "tokens": 1}],
        "roll": {
            "seat": 0,
            "what": "attack",
            "origin": "E6",
            "target": "F7",
            "faces": ["X", "T", "F", "H", "S"],
        },
        "marks": [
            mark("move", 0, "C6 D6 E6"),
            mark("move", 0, "B10 C10 D10"),
            mark("fire", 0, "D6 F7", 1),
            mark("melee", 0, "E6 F7", 2),
            mark("retreat", 1, "F4 G4"),
        ],
        "banners": [2, 1],
        "tokens": [6, 2],
        "pool": 21,
    }
    return view


def crowded(slug: str = "sekigahara-1600", you: int | None = 1) -> View:
    """The largest battle, with a group that wavers. [SB-15.5]"""
    view = opening(slug, you)
    for name in ("D1", "D2", "C2"):
        for table in ("units", "leaders"):
            if name in view[table]:
                view[table][name]["wavering"] = True
    view["turn"], view["pool"] = 2, 14
    return view


def over(slug: str = "nagashino-1575", you: int | None = None) -> View:
    """Won by banners; the cards lie open."""
    view = opening(slug, you)
    view |= {
        "turn": 31,
        "phase": "over",
        "over": "banners",
        "active": None,
        "banners": [7, 4],
        "hand": None,
        "hands": [copy(HAND), {"command": ["advance-left"], "dragon": [], "drawn": []}],
        "standings": [
            {"seat": 0, "place": 1, "points": 7},
            {"seat": 1, "place": 2, "points": 4},
        ],
    }
    return view


VIEWS = {"opening": opening, "busy": busy, "crowded": crowded, "over": over}

"""What a good scenario leaves to be wished; it refuses nothing. [SB-15.10]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.languages import LANGUAGES
from engine.samurai_battles.box import ARMIES, BANNERS, FIGURES, TERRAIN_HEXES
from engine.samurai_battles.scenario import Scenario
from engine.samurai_battles.scenario_kinds import Fault
from engine.samurai_battles.terrain import PLAIN, RIVER


def remarks(scenario: Scenario) -> list[Fault]:
    """What the box lacks, and languages that are missing."""
    found = (*box_remarks(scenario), *language_remarks(scenario.data))
    return [
        Fault(code, f"Scenario {scenario.id}: {sentence}.") for code, sentence in found
    ]


def box_remarks(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """One figure and one banner for each leader. [SB-1.1]"""
    units = [unit for army in scenario.armies for unit in army.units]
    leaders = sum(len(army.leaders) for army in scenario.armies)
    needed = {
        "figures": (sum(unit.figures for unit in units) + leaders, FIGURES),
        "banners": (len(units) + leaders, BANNERS),
        "terrain hexes": (
            sum(kind not in (PLAIN, RIVER) for kind in scenario.terrain),
            TERRAIN_HEXES,
        ),
    }
    for what, (count, most) in needed.items():
        if count > most:
            yield "R_BOX", f"the scenario needs {count} {what}; the box has {most}"


def language_remarks(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """A missing language is shown in English. [SB-15.8]"""
    armies = [(f"army.{army}.name", data["army"][army], "name") for army in ARMIES]
    for field, table, key in [("title", data, "title"), *armies]:
        missing = [one for one in LANGUAGES[1:] if f"{key}_{one}" not in table]
        if missing:
            said = f"{field} is missing in {', '.join(missing)}"
            yield "R_LANGUAGE", f"{said}; it is shown in English"

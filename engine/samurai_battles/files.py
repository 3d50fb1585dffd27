"""Scenario files: others write them, and a match begins from one. [SB-15.7]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.chance import Chance
from engine.contract import Event, Position
from engine.errors import PositionImpossible
from engine.files import Checked
from engine.samurai_battles.rules.setup import begin
from engine.samurai_battles.scenario import scenario_of
from engine.samurai_battles.scenario_file import file_faults, line_of, scenarios_faults
from engine.samurai_battles.scenario_kinds import Fault
from engine.samurai_battles.scenario_remarks import remarks
from engine.samurai_battles.scenarios import TABLES
from engine.samurai_battles.state import State

KIND = "scenario"
UNDEALT = {"game": "samurai_battles", "turn_cap": 0, "turn": 0}


def check(content: bytes) -> Checked:
    """All faults at once, or all remarks. [SB-15.10]"""
    faults, scenarios = file_faults(content)
    if scenarios != TABLES:
        faults += scenarios_faults(scenarios, loaded=TABLES)
    lines = content.decode("utf-8", errors="replace").splitlines()
    found = [scenario_of(data) for data in scenarios]
    return Checked(
        found=tuple(f"{one.id} {one.title['en']}" for one in found),
        faults=tuple(told(fault, lines) for fault in faults),
        remarks=tuple(told(one, ()) for scenario in found for one in remarks(scenario)),
    )


def told(fault: Fault, lines: Sequence[str]) -> str:
    """Where, what, and what would be right: `line 12: … [E_HEX]`."""
    line = line_of(fault, lines)
    place = f"line {line}: " if line else ""
    help = f" {fault.help}" if fault.help else ""
    return f"{place}{fault.sentence}{help} [{fault.code}]"


def read(content: bytes) -> Position:
    """The position of its one scenario before the cards are dealt. [SB-15.7]

    The text for people stays in the file.
    """
    checked = check(content)
    if checked.faults:
        raise PositionImpossible("\n".join(checked.faults))
    _, scenarios = file_faults(content)
    if len(scenarios) > 1:
        raise PositionImpossible(
            f"The file holds {len(scenarios)} scenarios ({', '.join(checked.found)}); "
            "a match begins from one: leave the others out."
        )
    (data,) = scenarios
    kept = {name: value for name, value in data.items() if name != "prov"}
    return {**UNDEALT, "scenario": kept}


def deal(state: State, chance: Chance) -> tuple[State, list[Event]]:
    """Cards are dealt when the match begins; nobody knows them before. [SB-3.2]"""
    return (state, []) if state.turn else begin(state.setup, chance)

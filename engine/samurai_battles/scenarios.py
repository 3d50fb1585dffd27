"""The scenarios of our own file, checked when they are loaded. [SB-15.1]"""

from __future__ import annotations

from collections.abc import Mapping

from engine.samurai_battles.scenario import FILE, Scenario, scenario_of
from engine.samurai_battles.scenario_file import file_faults

FAULTS, TABLES = file_faults(FILE.read_bytes())
SCENARIOS: tuple[Scenario, ...] = tuple(map(scenario_of, TABLES))
SCENARIO: Mapping[str, Scenario] = {one.slug: one for one in SCENARIOS}  # by slug

assert not FAULTS, FAULTS
assert len(SCENARIO) == 9, "SB-15.1: nine scenarios"

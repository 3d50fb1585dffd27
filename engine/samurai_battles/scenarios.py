"""The scenarios of our own file, checked when they are loaded. [SB-15.1]"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from engine.samurai_battles.scenario import FILE, Scenario, scenario_of

SCENARIOS: tuple[Scenario, ...] = tuple(
    scenario_of(data)
    for data in tomllib.loads(FILE.read_text(encoding="utf-8"))["scenario"]
)
SCENARIO: Mapping[str, Scenario] = {one.slug: one for one in SCENARIOS}  # by slug

assert len(SCENARIO) == len(SCENARIOS) == 9, "SB-15.1: nine scenarios"

"""Throws into the cube tower of Shogun, as its battles make them. [SHO-16.6]"""

from __future__ import annotations

from engine.chance import Seeded
from engine.measure import rate
from engine.shogun.tower import throw

INSIDE = (2, 1, 2, 1, 1, 2)  # as many as stay inside in play [SHO-16.4]
DROPPED = (4, 3, 0, 1, 0, 2)


def throws(seconds: float) -> float:
    """Throws a second: attackers, defenders and what lay in the tray."""
    chance = Seeded("04" * 32)

    def hundred() -> int:
        for number in range(100):
            throw(chance.again(), f"throw {number}", INSIDE, DROPPED)
        return 100

    return rate(hundred, seconds)

"""Age of War: dice against walls. The smallest real game.

Its rules are in RULES.md; this file only names the functions of the contract.
"""

from engine.age_of_war.chronicle import chronicle
from engine.age_of_war.plans import (
    afterwards,
    answer,
    coverage,
    default,
    hints,
    parse,
    remarks,
)
from engine.age_of_war.positions import agreed, from_position, position
from engine.age_of_war.rules import (
    ahead,
    apply,
    decisions,
    options,
    resign,
    score,
    setup,
)
from engine.age_of_war.rules.invariants import faults
from engine.age_of_war.show import label, render, view
from engine.defaults import colours, imagine, legend

__all__ = [
    "afterwards",
    "agreed",
    "ahead",
    "answer",
    "apply",
    "chronicle",
    "colours",
    "coverage",
    "decisions",
    "default",
    "faults",
    "from_position",
    "hints",
    "imagine",
    "label",
    "legend",
    "options",
    "parse",
    "position",
    "remarks",
    "render",
    "resign",
    "score",
    "setup",
    "view",
]

"""Small Samurai Empires: influence in four regions, by hidden orders, in three eras.

Its rules are in RULES.md; this file only names the functions of the contract.
"""

from engine.small_samurai_empires.chronicle import chronicle
from engine.small_samurai_empires.imagine import imagine
from engine.small_samurai_empires.plans import (
    afterwards,
    answer,
    coverage,
    hints,
    parse,
    remarks,
)
from engine.small_samurai_empires.positions import agreed, from_position, position
from engine.small_samurai_empires.rules import (
    ahead,
    apply,
    decisions,
    default,
    faults,
    options,
    resign,
    score,
    setup,
)
from engine.small_samurai_empires.show import label, legend, render
from engine.small_samurai_empires.view import colours, view

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

"""Samurai Battles: two armies on a field of hexes, led by cards, dice and honor.

Its rules are in RULES.md; this file only names the functions of the contract.
"""

from engine.samurai_battles.chronicle import chronicle
from engine.samurai_battles.imagine import imagine
from engine.samurai_battles.plans import (
    afterwards,
    answer,
    coverage,
    hints,
    parse,
    remarks,
)
from engine.samurai_battles.positions import agreed, from_position, position
from engine.samurai_battles.rules import (
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
from engine.samurai_battles.show import label, legend, render
from engine.samurai_battles.view import colours, view

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

"""Shogun: provinces, armies and a tower of cubes, planned in secret for eight seasons.

Its rules are in RULES.md; this file only names the functions of the contract.
"""

from engine.shogun.chronicle import chronicle
from engine.shogun.form import form
from engine.shogun.imagine import imagine
from engine.shogun.plans import afterwards, answer, coverage, hints, parse, remarks
from engine.shogun.positions import agreed, from_position, position
from engine.shogun.rules import (
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
from engine.shogun.show import label, legend, render
from engine.shogun.view import colours, view

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
    "form",
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

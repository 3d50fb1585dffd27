"""Nim: names the functions of the contract, and nothing else."""

from engine.defaults import (
    afterwards,
    agreed,
    chronicle,
    colours,
    imagine,
    legend,
    remarks,
)

from .plans import answer, coverage, hints, parse
from .positions import faults, from_position, position
from .rules import (
    ahead,
    apply,
    decisions,
    default,
    options,
    resign,
    score,
    setup,
)
from .show import label, render, view

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

"""Shogun: provinces, armies and a tower of cubes, planned in secret for eight seasons.

Its rules are in RULES.md; this file only names the functions of the contract.
"""

from typing import Any

from engine.contract import Picture, View
from engine.defaults import chronicle, legend
from engine.drawing import svg, text
from engine.shogun.form import form
from engine.shogun.imagine import imagine
from engine.shogun.plans import afterwards, answer, coverage, hints, parse, remarks
from engine.shogun.plans.writing import in_language, plan_line
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
from engine.shogun.view import colours, view


def render(view: View, language: str = "en", names: Any = ()) -> Picture:
    words = f"Year {view['year']}, {view['season']}, points {view['points']}"
    return Picture(words, svg(600, 60, text(10, 30, words, 14), "Shogun", words), words)


def label(view: View, kind: str, value: Any, language: str = "en") -> str:
    if kind == "order":
        return in_language(str(value), language)
    if kind == "plan":
        return plan_line(str(value), language)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


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

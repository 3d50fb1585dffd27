"""Shogun: provinces, armies and a tower of cubes, planned in secret for eight seasons.

Its rules are in RULES.md; this file only names the functions of the contract.
"""

from collections.abc import Sequence
from typing import Any

from engine.contract import Order, Picture, Plan, Seat, View
from engine.defaults import (
    afterwards,
    chronicle,
    legend,
    remarks,
)
from engine.drawing import svg, text
from engine.errors import OrderUnreadable, Refused
from engine.plain_orders import PlainOrders
from engine.reading.text import Line
from engine.shogun.imagine import imagine
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
from engine.shogun.rules.steps import KNOWN
from engine.shogun.view import colours, view

VERBS = (
    *("draft", "group", "post", "bid", "lay", "ask", "cover", "ready", "special"),
    *("samurai", "favour", "move", "hold", "attack", "defend", "calm", "revolts"),
    *("office", "general"),
)


class Steps(PlainOrders):
    """Until the order language is there: steps alone, those of a plan one by one."""

    def order_of(self, line: Line, options: Sequence[Order]) -> Order:
        said = line.text.casefold()
        found = [option for option in options if option.text.casefold() == said]
        return found[0] if found else super().order_of(line, options)

    def parse(
        self,
        state: Any,
        seat: Seat,
        text: str,
        kept: Plan = "",
        names: Sequence[str] = (),
    ) -> Plan:
        if state.point != "plan":
            return super().parse(state, seat, text, kept, names)
        known = {order.text.casefold(): order.text for order in KNOWN}
        said = known.get(text.casefold())
        if said is None:
            raise Refused([OrderUnreadable(self.rule, "not_understood", word=text)])
        return f"{kept}\n{said}".strip()


ORDERS = Steps("shogun", options, dict.fromkeys(VERBS, ".*"), "SHO-18.11")
parse, answer, hints = ORDERS.parse, ORDERS.answer, ORDERS.hints
coverage = ORDERS.coverage


def render(view: View, language: str = "en", names: Any = ()) -> Picture:
    words = f"Year {view['year']}, {view['season']}, points {view['points']}"
    return Picture(words, svg(600, 60, text(10, 30, words, 14), "Shogun", words), words)


def label(view: View, kind: str, value: Any, language: str = "en") -> str:
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

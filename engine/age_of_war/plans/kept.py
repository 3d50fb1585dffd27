"""What is kept of a player's text, as text and back. [AOW-10.12, AOW-10.13]

standing: take D1; auto any          for every turn, until replaced
turn 12: step fill D1 2              for that turn alone
turn 12 used: auto any               the same, once it has decided something
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.age_of_war.board import SLOTS
from engine.age_of_war.plans.reading import read_again
from engine.age_of_war.plans.tree import Policy, Step
from engine.contract import Plan
from engine.kept import KeptLine, kept_lines, plan_of

ASK_STEP = "step"  # after a step the player is asked for the rest of the turn


class Kept(NamedTuple):
    """A plan, understood."""

    standing: Policy | None = None
    turn: int = 0
    order: Policy | Step | None = None  # of that turn; a step once used is ASK_STEP
    is_used: bool = False  # the order of that turn has decided something

    @property
    def text(self) -> Plan:
        lines = []
        if self.standing is not None:
            lines.append(KeptLine("standing", self.standing.text))
        if self.turn:
            head = f"turn {self.turn} used" if self.is_used else f"turn {self.turn}"
            lines.append(KeptLine(head, order_text(self.order)))
        return plan_of(lines)


def order_text(order: Policy | Step | None) -> str:
    if order is None:
        return ASK_STEP
    if isinstance(order, Policy):
        return order.text
    if order.verb == "fill":
        parts = ["fill", SLOTS[order.card], str(order.number), order.faces]
        return " ".join(["step", *filter(None, parts)])
    return " ".join(filter(None, ["step", order.verb, order.faces]))


@lru_cache(maxsize=1024)
def read_kept(plan: Plan, set_key: str) -> Kept:
    """The plan as it was kept; it was checked then, so it reads."""
    kept = Kept()
    for line in kept_lines(plan):
        order = read_again(line.text, set_key) if line.text != ASK_STEP else None
        if line.kind == "standing":
            assert isinstance(order, Policy)
            kept = kept._replace(standing=order)
        else:
            turn, *used = line.key.split()
            kept = Kept(kept.standing, int(turn), order, is_used=bool(used))
    return kept

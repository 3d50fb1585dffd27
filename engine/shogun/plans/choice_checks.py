"""What is refused of a choice at once. [SHO-18.5, SHO-18.19, SHO-18.21]"""

from __future__ import annotations

from engine.contract import Order as Step
from engine.contract import Seat
from engine.errors import OrderError, OrderIllegal
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.plans.kept import DRAFT, IN_DRAFT, season_of
from engine.shogun.plans.ranking import ranked_step
from engine.shogun.plans.tree import Choice, Entry, Favour, Goal, Word
from engine.shogun.rules import options
from engine.shogun.rules.court import uses
from engine.shogun.rules.steps import FAVOUR
from engine.shogun.state import State

EXPANSION_OF = {
    "samurai": ("samurai", "SHO-13.1"),
    "favour": ("court", "SHO-12.1"),
    "calm": ("court", "SHO-12.11"),
    "office": ("dajokan", "SHO-15.1"),
    "general": ("generals", "SHO-14.1"),
    "post": ("generals", "SHO-14.1"),
}
PLACED = (*BUILDINGS, "free-armies")  # favours that need a province [SHO-18.19]


class ChoiceChecks:
    """The choices of one mail against the table."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.now = season_of(state)

    def choice_fault(self, choice: Choice) -> OrderError | None:
        return (
            self.not_in_play(choice.point)
            or self.place_fault(choice)
            or self.favour_fault(choice)
            or self.calm_fault(choice)
            or self.open_fault(choice)
        )

    def not_in_play(self, point: str) -> OrderError | None:
        """Lines of expansions that are not there, and of a draft that is over."""
        if point in EXPANSION_OF:
            expansion, rule = EXPANSION_OF[point]
            if not getattr(self.state.setup, expansion):
                return OrderIllegal(rule, "E_NOT_IN_PLAY", expansion=expansion)
        if point in IN_DRAFT and self.now != DRAFT:
            return OrderIllegal("SHO-3.4", "E_NO_DRAFT")
        return None

    def place_fault(self, choice: Choice) -> OrderError | None:
        """A province that is not used with three players. [SHO-2.4]"""
        for entry in choice.entries:
            code = province_of(entry)
            if code and BOARD.index[code] not in self.state.setup.used:
                return OrderIllegal("SHO-2.4", "E_UNUSED", province=code)
        return None

    def favour_fault(self, choice: Choice) -> OrderError | None:
        """What can be said of a favour depends on its kind. [SHO-18.19]"""
        for entry in choice.entries:
            if not isinstance(entry, Favour) or not entry.number:
                continue
            if fault := self.one_favour_fault(entry):
                return fault
        return None

    def one_favour_fault(self, entry: Favour) -> OrderError | None:
        card, number = BOARD.favours.get(entry.number), entry.number
        if card is None:
            return OrderIllegal("SHO-12.1", "E_NO_FAVOUR", favour=number)
        if entry.place == "keep":
            can_keep = card.kind in ("cancel-event", "calm")
            return None if can_keep else self.favour_form(number, "E_NO_KEEP")
        if entry.place:
            has_place = card.kind in (*PLACED, "calm")
            return None if has_place else self.favour_form(number, "E_NO_PLACE")
        if card.kind in PLACED and FAVOUR[number] not in self.uses_now(number):
            legal = [step.text for step in self.uses_now(number)[:4]]
            return OrderIllegal(
                "SHO-18.19", "E_WHERE", legal=legal, legal_kind="order", favour=number
            )
        return None

    def uses_now(self, number: int) -> list[Step]:
        return uses(self.state, self.seat, number)

    def favour_form(self, number: int, code: str) -> OrderError:
        legal = [step.text for step in self.uses_now(number)[:4]]
        return OrderIllegal(
            "SHO-18.19", code, legal=legal, legal_kind="order", favour=number
        )

    def calm_fault(self, choice: Choice) -> OrderError | None:
        """`later` is a step: a token must be open. [SHO-18.21]"""
        if choice.point != "calm" or choice.entries[0].text != "later":
            return None
        if self.state.point == "calm" and self.state.seat == self.seat:
            return None
        legal = ("calm never",)
        return OrderIllegal("SHO-18.21", "E_NO_TOKEN", legal=legal, legal_kind="order")

    def open_fault(self, choice: Choice) -> OrderError | None:
        """For the decision open now something of it must be possible. [SHO-18.5]"""
        state, seat = self.state, self.seat
        if state.point != choice.point or state.seat != seat:
            return None
        legal = options(state, seat)
        if ranked_step(state, seat, choice, legal) is not None:
            return None
        if choice.point == "calm" or (choice.point, self.now) == ("post", DRAFT):
            return None  # it says no by naming other provinces
        if Step.read(choice.text) in legal:
            return None
        shown = [step.text for step in legal[:6]]
        return OrderIllegal(
            "SHO-18.3", "E_NONE_POSSIBLE", legal=shown, legal_kind="order"
        )


def province_of(entry: Entry) -> str:
    match entry:
        case Favour():
            return entry.place if entry.place in BOARD.index else ""
        case Goal():
            return entry.province
        case Word():
            return entry.key if entry.key in BOARD.index else ""
    return ""

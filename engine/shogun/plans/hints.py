"""What could be written now: good orders to copy. [SHO-18.5, SHO-18.11]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract import Hint, Order, Seat
from engine.shogun.board import BOARD
from engine.shogun.plans.advice import (
    by_armies,
    choices,
    defenders,
    ranking,
    season_plan,
)
from engine.shogun.plans.tree import Choice
from engine.shogun.plans.tree import Order as Written
from engine.shogun.plans.vocabulary import GAME, MOVERS
from engine.shogun.plans.writing import in_language
from engine.shogun.rules import ahead, default, options
from engine.shogun.rules.actions import origin_of
from engine.shogun.rules.hand import owned
from engine.shogun.state import NOTHING, UNLAID, State
from engine.words import words

FEW = 5  # single steps among the hints
MOST_LEGAL = 5  # orders told with a refusal
LASTING = ("draft", "office", "revolts")  # a ranking decides more than once


def hints(state: State, seat: Seat, language: str = "en") -> list[Hint]:
    """A few good orders that are legal now, the best first; then some for later."""
    said = words(GAME, language)["hints"]
    return [
        Hint(in_language(text, language), said[note], note == "plays_on")
        for text, note in canonical_hints(state, seat)
    ]


def possible(state: State, seat: Seat) -> list[str]:
    """What would be right, in short: every refusal says it. [SHO-18.5]"""
    found = [text for text, _ in canonical_hints(state, seat) if "\n" not in text]
    return found[:MOST_LEGAL] or ["attack yes", "defend yes"]


def canonical_hints(state: State, seat: Seat) -> list[tuple[str, str]]:
    """Texts as they are kept, each with the key of its note."""
    if not state.point or seat in state.left or not 0 <= seat < state.setup.seats:
        return []
    found = list(hints_now(state, seat)) if options(state, seat) else []
    found += hints_later(state, seat)
    return list(dict(reversed(found)).items())[::-1]


def hints_now(state: State, seat: Seat) -> Iterator[tuple[str, str]]:
    if state.point == "plan":
        yield from planning_hints(state, seat)
        return
    note = state.point if state.point not in MOVERS else "move"
    for step in ranked_steps(state, seat):
        yield step.text, "hold" if step.verb == "hold" else note
    if state.point in LASTING:
        choice = lasting_choice(state, seat)
        if len(choice.entries) > 1:
            yield choice.text, "plays_on"


def planning_hints(state: State, seat: Seat) -> Iterator[tuple[str, str]]:
    """A whole plan that can be sent as it is; then single steps. [SHO-18.12]"""
    board = state.boards[seat]
    if UNLAID not in board:
        yield "ready", "ready"
        for step in options(state, seat):
            if step.verb == "cover":
                yield step.text, "cover"
        return
    orders = season_plan(state, seat)
    yield whole_text(orders), "plan"
    yield whole_text(season_plan(state, seat, attacks=False)), "plan_quiet"
    bids = [order for order in orders if order.text.startswith("bid")]
    yield (bids or orders)[0].text, "bid" if bids else "lay"
    yield default(state, seat).text, "default"


def whole_text(orders: Sequence[Written]) -> str:
    """One line for each; a plan that was begun by steps is sealed by one too."""
    is_begun = any(order.text.startswith("lay") for order in orders)
    return "\n".join([*(order.text for order in orders), *["ready"] * is_begun])


# --------------------------------------------------------------------- single steps


def ranked_steps(state: State, seat: Seat) -> list[Order]:
    """A few of the options, the most sensible first."""
    legal, best = options(state, seat), default(state, seat)
    if state.point in MOVERS:
        return move_hints(state, seat, legal)
    others = legal[:: max(1, len(legal) // FEW)]
    return list(dict.fromkeys([best, *others, legal[-1]]))[: FEW + 1]


def move_hints(state: State, seat: Seat, legal: list[Order]) -> list[Order]:
    """Attacks that may succeed, moves to where armies are wanted, and to hold."""
    origin = origin_of(state, seat)
    most = state.armies[origin] - 1
    targets = dict.fromkeys(step.args[0] for step in legal if step.verb == "move")

    def hope(code: str) -> tuple[int, int]:
        target = BOARD.index[code]
        if state.owner[target] == seat:
            return 0, -state.armies[target]
        return most - defenders(state, target), BOARD.tax[target] + BOARD.rice[target]

    ranked = sorted(targets, key=hope, reverse=True)
    moves = [Order("move", (code, str(most))) for code in ranked[:FEW]]
    hold = Order("hold")
    is_good = bool(ranked) and hope(ranked[0])[0] > 0
    return [*moves, hold] if is_good else [hold, *moves]


# ------------------------------------------------------------------------ for later


def lasting_choice(state: State, seat: Seat) -> Choice:
    """A ranking for all decisions of this kind that are to come."""
    if state.point == "draft":
        return draft_choice(state)
    for choice in choices(state, seat, ()):
        if choice.point == state.point:
            return choice
    weakest = by_armies(state, list(state.revolts), most=False)
    return ranking("revolts", weakest)


def draft_choice(state: State) -> Choice:
    """The provinces that bring most, whenever they lie open. [SHO-18.19]"""
    free = [p for p in state.setup.used if state.owner[p] == NOTHING]
    shown = [p for p in state.offered if p != NOTHING]
    ranked = sorted(free, key=lambda p: -BOARD.tax[p] - BOARD.rice[p])
    best = [p for p in ranked if p in shown or p in ranked[:4]]
    return ranking("draft", [*(BOARD.codes[p] for p in best), "left"])


def hints_later(state: State, seat: Seat) -> Iterator[tuple[str, str]]:
    """Lines for what comes later in the span, and standing answers. [SHO-18.8]"""
    now = state.point if options(state, seat) else ""
    due = [point for point in ahead(state, seat) if point not in (now, "plan")]
    for point in due:
        if point in MOVERS:
            yield from moves_later(state, seat, point)
    if "draft" in due:
        yield draft_choice(state).text, "later"
    for choice in choices_later(state, seat):
        if choice.point in due:
            yield choice.text, "later"
    if due and not options(state, seat):
        yield "defend yes", "standing"


def choices_later(state: State, seat: Seat) -> list[Choice]:
    if state.phase in ("draft", "planning"):
        return []
    found = choices(state, seat, ())
    if state.phase == "winter" and owned(state, seat):
        weakest = by_armies(state, owned(state, seat), most=False)
        found = [
            ranking("revolts", weakest),
            ranking("post", by_armies(state, owned(state, seat))[:3]),
        ]
    return found


def moves_later(state: State, seat: Seat, slot: str) -> Iterator[tuple[str, str]]:
    """The best move of a card that the seat knows to lie there."""
    card = state.boards[seat][BOARD.slot_index[slot]]
    if card < 0:
        return
    near = state.setup.adjacent[card]
    wanted = [p for p in near if (state.owner[p] == seat) == (slot == "recruit1")]
    if wanted:
        best = min(wanted, key=lambda p: defenders(state, p))
        yield f"move {slot} {BOARD.codes[best]} all | hold", "later"
    yield f"move {slot} hold", "later"

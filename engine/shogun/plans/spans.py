"""Which spans of the season a plan covers. [SHO-18.9]"""

from __future__ import annotations

from engine.contract import Seat
from engine.shogun.board import BOARD
from engine.shogun.plans.checks import SPAN_OF, spans_asked
from engine.shogun.plans.kept import Kept
from engine.shogun.plans.sheet import Sheet
from engine.shogun.plans.tree import Ask, Card, Choice, Moves
from engine.shogun.plans.vocabulary import MOVERS
from engine.shogun.rules.generals import posts_this_season
from engine.shogun.rules.hand import owned
from engine.shogun.rules.planning import spans_in_play
from engine.shogun.rules.samurai import is_honoured
from engine.shogun.state import NOTHING, State

LEAST_OFFICIALS = min(BOARD.hall_costs)  # that buy a favour [SHO-12.8]


def covered_spans(state: State, seat: Seat, kept: Kept) -> list[str]:
    """The spans to come for which the seat wants no letter. [SHO-18.9]"""
    if not says_more_than_cards(kept):
        return []
    asked = {span for order in kept.orders for span in spans_of(state, order)}
    wanted = [span for span in spans_in_play(state) if span not in asked]
    return [
        span
        for span in spans_in_play(state)
        if span in kept.covers or (span in wanted and COVERS[span](state, seat, kept))
    ]


def says_more_than_cards(kept: Kept) -> bool:
    """Nothing but cards and `ready` covers nothing. [SHO-18.9]"""
    return any(
        isinstance(order, Choice | Moves) or (isinstance(order, Card) and order.moves)
        for order in kept.orders
    ) or bool(kept.covers)


def spans_of(state: State, order: object) -> set[str]:
    """Spans an order asks for; the general is posted in spring or after winter."""
    if isinstance(order, Ask) and order.about == "post":
        return {"choices"} if posts_this_season(state) else {"winter"}
    return spans_asked(order) if isinstance(order, Ask | Card | Moves) else set()


def covers_choices(state: State, seat: Seat, kept: Kept) -> bool:
    wanted = ["special"]
    if posts_this_season(state) and owned(state, seat):
        wanted.append("post")
    if state.setup.samurai and is_honoured(state, seat):
        wanted.append("samurai")
    if state.setup.court and officials_to_come(state, seat, kept) >= LEAST_OFFICIALS:
        wanted.append("favour")
    return has_all(kept, wanted)


def officials_to_come(state: State, seat: Seat, kept: Kept) -> int:
    """In the waiting hall, and those that court slots may send there. [SHO-18.9]"""
    sheet = Sheet(state, seat, kept.cards)
    sent = [
        int(slot.removeprefix("court"))
        for slot in sheet.slots
        if slot.startswith("court") and sends(sheet.card_at(slot))
    ]
    return state.waiting[seat] + sum(sent)


def sends(card: str) -> bool:
    return card == "official" or card in BOARD.index


def covers_actions(state: State, seat: Seat, kept: Kept) -> bool:
    sheet = Sheet(state, seat, kept.cards)
    return all(
        kept.moves(slot) is not None
        for slot in MOVERS
        if sheet.card_at(slot) in BOARD.index
    )


def covers_end(state: State, seat: Seat, kept: Kept) -> bool:
    wanted = ["office"] if state.setup.dajokan else []
    has_general = state.setup.generals and state.generals[seat] != NOTHING
    if has_general or posts_this_season(state):
        wanted.append("general")
    return has_all(kept, wanted)


def covers_winter(state: State, seat: Seat, kept: Kept) -> bool:
    wanted = ["revolts"]
    if state.setup.generals and state.year < BOARD.years:
        wanted.append("post")
    return has_all(kept, wanted)


def has_all(kept: Kept, points: list[str]) -> bool:
    return all(kept.choice(point) is not None for point in points)


COVERS = {
    "choices": covers_choices,
    "actions": covers_actions,
    "end": covers_end,
    "winter": covers_winter,
}


def span_names(state: State, spans: list[str]) -> tuple[str, ...]:
    """As the rules name them. [SHO-18.8]"""
    year = f"Y{state.year}"
    return tuple(
        f"{year} winter" if span == "winter" else f"{state.when} {span}"
        for span in spans
    )


def span_of_point(state: State, about: str) -> tuple[str, ...]:
    if about == "post":
        return ("choices",) if posts_this_season(state) else ("winter",)
    return SPAN_OF.get(about, ())

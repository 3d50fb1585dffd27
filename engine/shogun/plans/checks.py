"""What the text of a mail alone decides. [SHO-18.5, SHO-18.9, SHO-18.13, SHO-18.14]"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from engine.errors import OrderAmbiguous, OrderError, OrderUnreadable
from engine.shogun.plans.tree import (
    Ask,
    Card,
    Choice,
    Cover,
    Header,
    Moves,
    Order,
    Statement,
)
from engine.shogun.plans.vocabulary import MOVERS
from engine.shogun.rules.steps import REACTIONS

SPAN_OF = {
    **dict.fromkeys(("special", "post", "samurai", "favour"), ("choices",)),
    **dict.fromkeys((*MOVERS, *REACTIONS), ("actions",)),
    "calm": ("actions", "winter"),
    **dict.fromkeys(("office", "general"), ("end",)),
    "revolts": ("winter",),
}
SEASON = ("choices", "actions", "end", "winter")


def check_mail(statements: Sequence[Statement]) -> Iterator[OrderError]:
    yield from check_headers(statements)
    yield from check_twice(statements)
    yield from check_steps(statements)


def check_headers(statements: Sequence[Statement]) -> Iterator[OrderError]:
    """A header stands first, and alone. [SHO-18.14]"""
    headers = [s for s in statements if isinstance(s.order, Header)]
    for header in headers[1:]:
        legal = [headers[0].order.text, header.order.text]
        yield OrderAmbiguous("SHO-18.14", "two_headers", line=header.line, legal=legal)
    if len(headers) == 1 and headers[0] is not statements[0]:
        yield OrderUnreadable("SHO-18.14", "header_first", line=headers[0].line)


def subject(order: Order) -> Hashable:
    """What a statement decides: two of one mail must not decide the same."""
    match order:
        case Card():
            return order.slot
        case Moves():
            return "move", order.slot
        case Choice():
            return "choice", order.point
        case Ask() if order.about in MOVERS:
            return "move", order.about
        case Ask():
            return "choice", order.about
        case Cover():
            return "cover", order.span
    return order.verb


def check_twice(statements: Sequence[Statement]) -> Iterator[OrderError]:
    """Two for one slot or one choice. [SHO-18.5, SHO-18.22]"""
    first: dict[Hashable, Order] = {}
    for line, order in statements:
        if isinstance(order, Header):
            continue
        about = subject(order)
        if isinstance(order, Card) and order.moves:
            yield from twice(first, ("move", order.slot), order, line)
        yield from twice(first, about, order, line)


def twice(
    first: dict[Hashable, Order], about: Hashable, order: Order, line: int
) -> Iterator[OrderError]:
    other = first.setdefault(about, order)
    if other is not order:
        legal = dict.fromkeys([other.text, order.text])
        yield OrderAmbiguous("SHO-18.5", "said_twice", line=line, legal=legal)


def check_steps(statements: Sequence[Statement]) -> Iterator[OrderError]:
    """A sheet contains no `lay`. [SHO-18.13]"""
    cards = [s for s in statements if isinstance(s.order, Card)]
    if not is_sheet([s.order for s in statements]):
        return
    for line, order in cards:
        if isinstance(order, Card) and order.is_step:
            legal = [order._replace(is_step=False).text]
            yield OrderUnreadable("SHO-18.13", "lay_in_sheet", line=line, legal=legal)


def is_sheet(orders: Sequence[Order]) -> bool:
    """Whether a mail has a sheet line other than the bid. [SHO-18.13]"""
    return any(
        isinstance(order, Card) and not order.is_step and order.slot != "bid"
        for order in orders
    )


def spans_named(cover: Cover) -> tuple[str, ...]:
    """`season` is all of them; which there are the season tells. [SHO-18.9]"""
    return SEASON if cover.span == "season" else (cover.span,)


def spans_asked(order: Order) -> set[str]:
    """Spans in which the writer wants to be asked."""
    if isinstance(order, Ask):
        return set(SPAN_OF.get(order.about, ()))
    moves = order.moves if isinstance(order, Card | Moves) else ()
    return {"actions"} if any(move.target == "ask" for move in moves) else set()

"""What an entry of a line comes to at an open decision. [SHO-18.3, SHO-18.19]"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial

from engine.contract import Order, Seat
from engine.errors import OrderError, OrderIllegal
from engine.kept import all_hold, compare
from engine.shogun.board import BOARD
from engine.shogun.plans.tree import (
    Choice,
    Condition,
    Entry,
    Favour,
    Goal,
    Move,
    Special,
    Word,
)
from engine.shogun.rules.actions import check_move, origin_of
from engine.shogun.state import NOTHING, State

NEVER = OrderIllegal("SHO-18.3", "now_impossible")


def steps_of(state: State, seat: Seat, point: str, entry: Entry) -> list[Order]:
    """The steps that an entry stands for, the best liked first; some may be illegal."""
    if isinstance(entry, Special):
        return special_steps(state, entry)
    if isinstance(entry, Favour):
        return favour_steps(state, entry)
    if isinstance(entry, Goal):
        return goal_steps(entry)
    return WORDS[point](state, seat, entry) if point in WORDS else plain(point, entry)


def plain(point: str, entry: Word) -> list[Order]:
    return [Order(point, (entry.key,))]


def special_steps(state: State, entry: Special) -> list[Order]:
    """A card, or whatever lies on a place; perhaps only at one event. [SHO-18.19]"""
    if entry.event and entry.event != state.kind:
        return []
    card = entry.card
    if card.startswith("place"):
        place = int(card.removeprefix("place")) - 1
        card = BOARD.specials[state.specials[place]] if state.specials else card
    return [Order("special", (card,))]


def favour_steps(state: State, entry: Favour) -> list[Order]:
    """A bare 4 keeps the card where no token is to be removed. [SHO-18.19]"""
    if not entry.number:
        return [Order("favour", ("none",))]
    if entry.neutral and state.owner[BOARD.index[entry.place]] != NOTHING:
        return []
    number = str(entry.number)
    if entry.place:
        return [Order("favour", (f"{number}@{entry.place}",))]
    keeps = [f"{number}@keep"] if BOARD.favours[entry.number].kind == "calm" else []
    return [Order("favour", (said,)) for said in (number, *keeps)]


def goal_steps(entry: Goal) -> list[Order]:
    """Without a word a statue is placed where it may be. [SHO-18.19, SHO-14.6]"""
    bare = Order("general", (entry.province,))
    if not entry.statue:
        return [Order("general", (entry.province, "statue")), bare]
    said = Order("general", (entry.province, entry.statue))
    return [said] if entry.statue == "statue" else [said, bare]


def draft_steps(state: State, seat: Seat, entry: Word) -> list[Order]:
    """`left` and `right` are the open cards. [SHO-18.19]"""
    if entry.key in ("left", "right"):
        card = state.offered[entry.key == "right"]
        return [Order("draft", (BOARD.codes[card],))] if card != NOTHING else []
    return plain("draft", entry)


def group_steps(state: State, seat: Seat, entry: Word) -> list[Order]:
    sizes = {"largest": max, "smallest": min}
    if entry.key in sizes:
        return [Order("group", (str(sizes[entry.key](state.groups[seat])),))]
    return plain("group", entry)


def post_steps(state: State, seat: Seat, entry: Word) -> list[Order]:
    """In the draft a province means `here` when it was just taken. [SHO-18.19]"""
    if state.phase == "draft" and entry.key in BOARD.index:
        is_here = BOARD.index[entry.key] == state.taken
        return [Order("post", ("here",))] if is_here else []
    return plain("post", entry)


def calm_steps(state: State, seat: Seat, entry: Word) -> list[Order]:
    """`now` is no line for winter; provinces hold in winter too. [SHO-18.21]"""
    if entry.key == "now":
        return [] if state.phase == "winter" else plain("calm", entry)
    is_meant = entry.key in BOARD.index and BOARD.index[entry.key] == state.token
    return [Order("calm", ("now",))] if is_meant else []


WORDS: dict[str, Callable[[State, Seat, Word], list[Order]]] = {
    "draft": draft_steps,
    "group": group_steps,
    "post": post_steps,
    "calm": calm_steps,
}


def chosen_step(
    state: State, seat: Seat, entry: Entry, point: str, legal: Collection[Order]
) -> Order | None:
    """The step an entry gives now, if it is possible."""
    steps = steps_of(state, seat, point, entry)
    return next((step for step in steps if step in legal), None)


def ranked_step(
    state: State, seat: Seat, choice: Choice, legal: Collection[Order]
) -> Order | None:
    """The first entry that is possible. [SHO-18.3]"""
    found = (chosen_step(state, seat, e, choice.point, legal) for e in choice.entries)
    return next(filter(None, found), None)


# --------------------------------------------------------------------- moves [18.18]


def move_step(
    state: State, seat: Seat, move: Move, legal: Collection[Order]
) -> Order | None:
    """The step of an entry of moves; None if its condition does not hold.

    What was legal when it was written may have become illegal. [SHO-5.17]
    """
    if not all_hold(move.tests, partial(is_true, state, seat, move)):
        return None
    if move.target == "hold":
        return Order("hold")
    armies = armies_moved(state, seat, move.amount)
    target = BOARD.index[move.target]
    if armies < 1:
        raise OrderIllegal("SHO-18.17", "E_NO_ARMIES")
    check_move(state, seat, target, armies)
    step = Order("move", (move.target, str(armies)))
    if step not in legal:
        raise OrderIllegal("SHO-5.15", "now_impossible")
    return step


def armies_moved(state: State, seat: Seat, amount: str) -> int:
    """SHO-18.17"""
    here = state.armies[origin_of(state, seat)]
    if amount == "half":
        return here // 2
    if amount.startswith("all"):
        return here - 1 - int(amount.removeprefix("all").lstrip("-") or 0)
    return int(amount)


def is_true(state: State, seat: Seat, move: Move, test: Condition) -> bool | None:
    """What is known of a target only if the entry has one. [SHO-18.18]"""
    if test.quantity == "event":
        return state.kind == test.named
    if test.quantity == "here":
        armies = state.armies[origin_of(state, seat)]
        return compare(armies, test.relation, test.number)
    if move.is_word:
        return None
    target = BOARD.index[move.target]
    if test.quantity == "owner":
        return state.owner[target] == seat_named(seat, test.named)
    counts = state.armies if test.quantity == "armies" else state.unrest
    return compare(counts[target], test.relation, test.number)


def seat_named(seat: Seat, name: str) -> Seat:
    if name == "me":
        return seat
    return NOTHING if name == "neutral" else BOARD.colours.index(name)


def first_fault(faults: Iterable[OrderError]) -> OrderError:
    return next(iter(faults), NEVER)

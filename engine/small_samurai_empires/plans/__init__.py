"""Plans: the order language of the sheet, kept and answered. [SSE-13, SSE-14]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.contract import Order, Plan, Seat
from engine.errors import OrderAmbiguous, OrderError, OrderIllegal, Refused
from engine.kept import first_possible, put
from engine.reading.lines import advised, only_statement, read_each
from engine.reading.text import fold
from engine.small_samurai_empires.plans.coverage import coverage
from engine.small_samurai_empires.plans.deciding import (
    answer,
    holds,
    is_auto,
    key_of,
    phase_of,
    under_way,
)
from engine.small_samurai_empires.plans.hints import (
    fault_of,
    hints,
    nearest_placements,
)
from engine.small_samurai_empires.plans.kept import Doing, Kept, read_kept
from engine.small_samurai_empires.plans.placements import (
    Choice,
    choose,
    neutral_fault,
    why_not,
)
from engine.small_samurai_empires.plans.queue import (
    Queue,
    merged,
    placement_of,
    without_slot,
)
from engine.small_samurai_empires.plans.reading import read_mail
from engine.small_samurai_empires.plans.remarks import afterwards, remarks
from engine.small_samurai_empires.plans.tree import (
    Action,
    Bare,
    Destiny,
    Entry,
    Move,
    Nothing,
    Place,
    Resolve,
    Statement,
    Withdraw,
)
from engine.small_samurai_empires.plans.trying import Tried, try_action
from engine.small_samurai_empires.plans.vocabulary import ORDERS
from engine.small_samurai_empires.plans.writing import in_languages
from engine.small_samurai_empires.rules import options
from engine.small_samurai_empires.rules.steps import DONE, PASS
from engine.small_samurai_empires.state import State

__all__ = ["afterwards", "answer", "coverage", "hints", "parse", "remarks"]


def parse(
    state: State,
    seat: Seat,
    text: str,
    kept: Plan = "",
    names: Sequence[str] = (),
) -> Plan:
    """What to keep of a mail; one fault and nothing is kept. [SSE-13.8]"""
    if not state.point:
        raise Refused([OrderIllegal("SSE-9.1", "E_GAME_OVER")])
    if not 0 <= seat < state.setup.seats:
        raise Refused([OrderIllegal("SSE-3.1", "E_NO_SEAT")])
    if seat in state.left:
        raise Refused([OrderIllegal("SSE-13.7", "E_GONE")])
    before = under_way(state, read_kept(kept))
    said = only_statement(text, comment="#")
    for order in options(state, seat):  # as the log writes it, or a page
        if said and fold(said) in in_languages(order.text):
            return logged(state, before, order).text
    try:
        statements = read_mail(text, names, state.setup.board.colours)
        return Taking(state, seat, before).take(statements).text
    except Refused as refused:
        faults = advised(refused.errors, partial(possible, state, seat))
        for fault in faults:
            fault.legal_kind = fault.legal_kind or "order"
        raise Refused(faults) from None


def possible(state: State, seat: Seat) -> list[str]:
    """What would be right: every refusal says it, all in orders. [SSE-13.9]"""
    found = [hint.text for hint in hints(state, seat)[:4]]
    return found or list(ORDERS.shown.values())


def logged(state: State, kept: Kept, order: Order) -> Kept:
    if order.verb == "destiny":
        return kept._replace(destiny=Destiny(order.args))
    if state.point == "placement":
        return logged_placement(state, kept, order)
    reacting = state.point in ("tribe", "journey")  # the rest of the move stays
    doing = kept.doing if reacting else None
    return kept._replace(step=(key_of(state), order), doing=doing, neutral=None)


def logged_placement(state: State, kept: Kept, order: Order) -> Kept:
    """As it is; but what is kept already and not used yet stays. [SSE-13.5]"""
    phase, place = phase_of(state), placement_of(order)
    waiting = [of_phase for of_phase, _ in kept.queue if of_phase == phase]
    before = placement_of(kept.step[1]) if kept.step and not kept.step[0] else None
    if place is None or not (waiting or before):
        return kept._replace(step=("", order))
    queue = (*([(phase, before)] if before else []), *kept.queue)
    return kept._replace(step=None, queue=merged(state, queue, phase, [place]))


def only_step(tried: Tried) -> Order:
    """Of an action that is one step, or that one is followed by nothing more."""
    first, *rest = tried.groups
    if len(first) > 1 or rest not in ([], [(DONE,)]):
        raise OrderIllegal("SSE-13.8", "one_step")
    return first[0]


class Taking:
    """The statements of one mail, laid over what was kept. [SSE-13.5]"""

    def __init__(self, state: State, seat: Seat, kept: Kept) -> None:
        self.state = state
        self.seat = seat
        self.kept = kept
        self.answered: Bare | None = None  # to the decision open now

    def take(self, statements: Sequence[Statement]) -> Kept:
        """In the order written: what stands before a `withdraw` is withdrawn."""
        everything = [n for n, s in enumerate(statements) if s.order == Withdraw()]
        first = everything[-1] if everything else 0
        places = [s for s in statements[first:] if isinstance(s.order, Place)]
        read_each(statements, partial(self.take_one, places), lambda said: said.line)
        return self.kept

    def take_one(self, places: Sequence[Statement], statement: Statement) -> None:
        order = statement.order
        if isinstance(order, Place):
            if places and statement is places[0]:
                self.take_queue(places)
        elif isinstance(order, Destiny):
            self.take_destiny(order)
        elif isinstance(order, Resolve):
            self.take_resolve(order)
        elif isinstance(order, Withdraw):
            self.withdraw(order)
        elif isinstance(order, Bare):
            self.take_bare(order)

    # ----------------------------------------------------------- each kind

    def take_destiny(self, order: Destiny) -> None:
        """Open now: one of the regions must be in hand. [SSE-4.2.1]"""
        if self.state.point == "destiny":
            hand = [o.args[0] for o in options(self.state, self.seat)]
            if hand and not set(hand) & set(order.regions):
                raise OrderIllegal(
                    "SSE-4.2.1",
                    "E_NOT_IN_HAND",
                    said="no_such_card",
                    legal=[f"destiny {region}" for region in hand],
                    region=order.regions[0],
                )
        self.kept = self.kept._replace(destiny=order)

    def take_queue(self, places: Sequence[Statement]) -> None:
        """A placement replaces what was kept for the same, and no more. [SSE-13.5]"""
        phase = self.placement_phase()
        new = [s.order for s in places if isinstance(s.order, Place)]
        queue = merged(self.state, self.queue_with_step(phase), phase, new)
        self.kept = self.kept._replace(queue=queue)
        if self.state.point == "placement" and self.state.seat == self.seat:
            self.check_placement(places, phase)

    def queue_with_step(self, phase: str) -> Queue:
        """A placement pointed at before and not used yet stands first in it."""
        step = self.kept.step
        place = placement_of(step[1]) if step and not step[0] else None
        if place is None:
            return self.kept.queue
        self.kept = self.kept._replace(step=None)
        return ((phase, place), *self.kept.queue)

    def check_placement(self, places: Sequence[Statement], phase: str) -> None:
        """Open now: some alternative must be legal, and what is sent with it."""
        state, seat = self.state, self.seat
        choice = choose(state, seat, self.kept, phase)
        if choice is None:
            assert isinstance(places[0].order, Place)
            entry = places[0].order.entries[0]
            fault = why_not(state, seat, entry) or nowhere(state, entry)
            fault.legal = tuple(nearest_placements(state, seat, entry))
            raise fault.at(places[0].line)
        chosen = self.kept.queue[choice.number][1]
        said = next((s for s in places if s.order is chosen), None)
        wrong = neutral_fault(state, seat, choice.entry, choice.order)
        if wrong is not None and said is not None:
            raise with_placement(wrong, choice, said)

    def take_resolve(self, order: Resolve) -> None:
        if self.is_open(order.slot):
            self.check_resolve(order)
            self.kept = self.kept._replace(doing=None)
        new = [(self.resolution_phase(order.slot), order)]
        resolves = put(self.kept.resolves, new, lambda row: (row[0], row[1].slot))
        self.kept = self.kept._replace(resolves=resolves)

    def is_open(self, slot: str) -> bool:
        state = self.state
        now = state.point == "resolution" and state.seat == self.seat
        return now and not state.step and state.setup.board.slots[state.slot] == slot

    def check_resolve(self, order: Resolve) -> None:
        """Open now: one of the alternatives must be possible as written."""
        if not holds(self.state, self.seat, order.guard):
            return
        chosen = first_possible(order.alternatives, self.tried)
        if chosen.value is None and not is_auto(self.state, order, "each"):
            raise chosen.faults[0]

    def tried(self, action: Action | Nothing) -> Tried:
        """What an action comes to now, or what speaks against it."""
        tried = try_action(self.state, self.seat, action)
        if fault := fault_of(self.state, self.seat, tried):
            raise fault
        return tried

    def take_bare(self, order: Bare) -> None:
        """The answer to the decision that is open now. [SSE-13.8]"""
        if self.answered is not None:
            legal = (self.answered.text, order.text)
            raise OrderAmbiguous("SSE-13.8", "two_answers", legal=legal)
        self.answered = order
        actions = (order.action, *order.others)
        chosen = first_possible(actions, partial(self.kept_with, order))
        if chosen.value is None:
            raise chosen.faults[0]
        self.kept = chosen.value

    def kept_with(self, order: Bare, action: Action | Nothing) -> Kept:
        """One alternative of an answer: it must be possible as written. [SSE-13.4]"""
        state, seat = self.state, self.seat
        passing = action.verb == "pass"
        open = state.seat == seat and state.point not in ("destiny", "")
        if not open or (state.point == "placement" and not passing):
            raise OrderIllegal("SSE-13.8", "nothing_open", statement=order.text)
        if state.point == "placement":
            if PASS not in options(state, seat):
                raise OrderIllegal("SSE-4.3.5", "E_MUST_PLACE")
            return self.kept._replace(step=("", PASS))
        tried = self.tried(action)
        if state.point in ("tribe", "journey"):
            return logged(state, self.kept, tried.groups[0][0])
        if order.step:
            return logged(state, self.kept, only_step(tried))
        move = action if isinstance(action, Move) and action.reactions else None
        doing = Doing(key_of(state), tried.groups, move)
        return self.kept._replace(doing=doing, neutral=None)

    def withdraw(self, order: Withdraw) -> None:
        """What is not yet used can be taken back, and only that. [SSE-12.28]"""
        if not order.slot:
            self.kept = Kept()
            return
        resolves = tuple(r for r in self.kept.resolves if r[1].slot != order.slot)
        queue = without_slot(self.state, self.kept.queue, order.slot)
        step = None if self.points_at(order.slot) else self.kept.step
        self.kept = self.kept._replace(resolves=resolves, queue=queue, step=step)

    def points_at(self, slot: str) -> bool:
        """Whether a placement was pointed at for this slot, and not used yet."""
        place = placement_of(self.kept.step[1]) if self.kept.step else None
        return place is not None and place.entries[0].where == slot

    # -------------------------------------------------------- for which phase

    def placement_phase(self) -> str:
        """The one that is running, else the next. [SSE-13.5]"""
        state = self.state
        running = state.phase == "placement" and state.todo[self.seat]
        if running or state.phase == "destiny":
            return phase_of(state)
        return self.next_round()

    def resolution_phase(self, slot: str) -> str:
        state = self.state
        if state.phase != "resolution":
            return phase_of(state)
        index = state.setup.board.slots.index(slot)
        ahead = index - state.slot if state.round == 1 else state.slot - index
        acting = ahead == 0 and state.seat == self.seat and not state.step
        return phase_of(state) if ahead > 0 or acting else self.next_round()

    def next_round(self) -> str:
        state = self.state
        return f"{state.era}.2" if state.round == 1 else f"{state.era + 1}.1"


def nowhere(state: State, entry: Entry) -> OrderIllegal:
    """No slot of that name or region is open, or has such a token. [SSE-7.2]"""
    code = "E_NOTHING_TO_COVER" if entry.cover else "E_SLOT_TAKEN"
    rule = "SSE-4.3.2" if state.round == 1 else "SSE-7.2"
    return OrderIllegal(rule, code, slot=entry.where)


def with_placement(fault: OrderError, choice: Choice, of: Statement) -> OrderError:
    """What is wrong with a neutral action, and how its placement would be right."""
    assert isinstance(of.order, Place)
    if not fault.legal_kind:
        placed = choice.entry._replace(neutral=None, must=False).text
        fault.legal = tuple(f"place {placed}, neutral {o}" for o in fault.legal)
    last = choice.entry is of.order.entries[-1]
    return fault.at(of.last_line if last and of.last_line else of.line)

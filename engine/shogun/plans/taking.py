"""The statements of one mail, laid over what was kept. [SHO-18.5, SHO-18.12, 18.13]"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.contract import Order as Step
from engine.contract import Seat
from engine.errors import OrderAmbiguous, OrderError, OrderIllegal, Refused
from engine.kept import first_possible
from engine.shogun.board import BOARD
from engine.shogun.plans.checks import is_sheet, spans_asked, spans_named
from engine.shogun.plans.choice_checks import ChoiceChecks
from engine.shogun.plans.kept import DRAFT, Kept, key_of
from engine.shogun.plans.ranking import first_fault, move_step
from engine.shogun.plans.sheet import Sheet, move_fault
from engine.shogun.plans.spans import span_of_point, spans_of
from engine.shogun.plans.tree import (
    Ask,
    Card,
    Choice,
    Cover,
    Header,
    Move,
    Moves,
    Order,
    Ready,
    Statement,
)
from engine.shogun.plans.vocabulary import MOVERS
from engine.shogun.rules import options
from engine.shogun.rules.actions import current_slot, origin_of
from engine.shogun.rules.planning import spans_in_play
from engine.shogun.rules.steps import REACTIONS
from engine.shogun.state import State


class Taking(ChoiceChecks):
    """One mail against the table: all of it is taken, or nothing."""

    def __init__(self, state: State, seat: Seat, kept: Kept) -> None:
        super().__init__(state, seat)
        self.kept = kept
        self.is_planning = state.point == "plan" and seat not in state.ready

    def take(self, statements: Sequence[Statement]) -> Kept:
        faults = list(self.stale(statements))
        if not faults:
            faults = list(self.faults(statements))
        if faults:
            raise Refused(sorted(faults, key=lambda fault: fault.line))
        if step := self.step(statements):
            return self.kept._replace(step=(key_of(self.state), step))
        return self.laid_over(statements)

    def step(self, statements: Sequence[Statement]) -> Step | None:
        """The text of an option is that step, once; cards are laid as lines are."""
        said = [s.order for s in statements if not isinstance(s.order, Header)]
        if len(said) != 1 or self.state.point == "plan":
            return None
        step = Step.read(said[0].text)
        return step if step in options(self.state, self.seat) else None

    def stale(self, statements: Sequence[Statement]) -> Iterator[OrderError]:
        """An old plan never becomes a new one by mistake. [SHO-18.14]"""
        for line, order in statements:
            if isinstance(order, Header) and order.season:
                year = f"Y{order.year} " if order.year else ""
                if f"{year}{order.season}" != self.now:
                    running = Header() if self.now == DRAFT else header_now(self.state)
                    yield OrderIllegal(
                        "SHO-18.14",
                        "E_STALE",
                        line=line,
                        legal=[running.text],
                        legal_kind="order",
                    )

    # ------------------------------------------------------------ what is kept of it

    def laid_over(self, statements: Sequence[Statement]) -> Kept:
        """SHO-18.5, SHO-18.12, SHO-18.13"""
        orders = [s.order for s in statements if not isinstance(s.order, Header)]
        cards = [order for order in orders if isinstance(order, Card)]
        kept = self.kept
        if cards:
            kept = without_cards(kept, None if is_sheet(orders) else cards)
        cards = [card._replace(is_step=False) for card in cards]
        for card in cards:
            kept = kept.without_order(Ask(card.slot)) if card.moves else kept
            kept = without_covers(kept, spans_asked(card))
        kept = self.with_bid(kept, cards).with_orders(self.now, cards)
        for order in orders:
            if not isinstance(order, Card):
                kept = self.with_order(kept, order)
        return self.sealed(kept, is_sheet(orders))

    def with_bid(self, kept: Kept, new: Sequence[Card]) -> Kept:
        """The first bid takes its card from lines that wait for it. [SHO-18.12]

        Of several lines the last gives way, and no more than must.
        """
        bid = next((card for card in new if card.slot == "bid"), None)
        has_bid = any(card.slot == "bid" for card in self.kept.cards)
        if bid is None or has_bid or self.state.point != "plan":
            return kept
        rivals = [card for card in reversed(kept.cards) if card.card == bid.card]
        if bid.card.isdigit():
            rivals += [card for card in reversed(kept.cards) if card.card == "bluff"]
        for rival in rivals:
            sheet = Sheet(self.state, self.seat, [*kept.cards, bid])
            if not any(sheet.faults({})):
                break
            kept = kept.without_order(rival)
        return kept

    def with_order(self, kept: Kept, order: Order) -> Kept:
        match order:
            case Moves():
                return self.with_moves(kept, order)
            case Choice() if order.point in REACTIONS:
                kept = kept.without_order(Ask(order.point))
            case Ask():
                return self.with_ask(kept, order)
            case Cover():
                return self.with_cover(kept, order)
        return kept.with_orders(self.now, [order])

    def with_moves(self, kept: Kept, order: Moves) -> Kept:
        """Moves stand behind their card until it lies. [SHO-18.11]"""
        slot = order.slot or BOARD.slots[current_slot(self.state)]
        kept = without_covers(kept.without_order(Ask(slot)), spans_asked(order))
        for card in kept.cards:
            if card.slot == slot:
                new = card._replace(moves=order.moves)
                return kept.with_orders(self.now, [new])
        return kept.with_orders(self.now, [Moves(slot, order.moves)])

    def with_ask(self, kept: Kept, order: Ask) -> Kept:
        """It takes the place of a line, and takes back a `cover`. [SHO-18.9, 18.22]"""
        kept = without_covers(kept, span_of_point(self.state, order.about))
        for card in kept.cards:
            if card.slot == order.about:
                kept = kept.with_orders(self.now, [card._replace(moves=())])
        return kept.with_orders(self.now, [order])

    def with_cover(self, kept: Kept, order: Cover) -> Kept:
        """`season` is all spans that there are; an `ask` is taken back. [SHO-18.9]"""
        named = self.spans_meant(order)

        def is_asked(old: Order) -> bool:
            if not isinstance(old, Ask):
                return False
            return bool(set(span_of_point(self.state, old.about)) & set(named))

        covers = [Cover(span) for span in named]
        return kept.without(is_asked).with_orders(self.now, covers)

    def spans_meant(self, cover: Cover) -> list[str]:
        return [s for s in spans_named(cover) if s in spans_in_play(self.state)]

    def sealed(self, kept: Kept, has_sheet: bool) -> Kept:
        """A sheet that fills every slot counts as `ready`. [SHO-18.13]"""
        if not has_sheet or Sheet(self.state, self.seat, kept.cards).open:
            return kept
        return kept.with_orders(self.now, [Ready()])

    # --------------------------------------------------------------- what is wrong

    def faults(self, statements: Sequence[Statement]) -> Iterator[OrderError]:
        yield from self.contradictions(statements)
        yield from self.card_faults(statements)
        for line, order in statements:
            if fault := self.fault_of(order, statements):
                yield fault.at(fault.line or line)

    def contradictions(self, statements: Sequence[Statement]) -> Iterator[OrderError]:
        """`cover` and `ask` for the same span in one mail. [SHO-18.9]"""
        covers = [s.order for s in statements if isinstance(s.order, Cover)]
        covered = {span for cover in covers for span in self.spans_meant(cover)}
        for line, order in statements:
            if covered & spans_of(self.state, order):
                yield OrderAmbiguous("SHO-18.9", "cover_and_ask", line=line)

    def card_faults(self, statements: Sequence[Statement]) -> Iterator[OrderError]:
        """The cards of a mail with those that stay. [SHO-4.3, SHO-18.12]"""
        cards = {s.order.slot: s for s in statements if isinstance(s.order, Card)}
        if not cards:
            return
        if not self.is_planning:
            yield from (self.locked(statement) for statement in cards.values())
            return
        kept = self.laid_over([s for s in statements if isinstance(s.order, Card)])
        sheet = Sheet(self.state, self.seat, kept.cards)
        yield from sheet.faults({slot: s.line for slot, s in cards.items()})

    def locked(self, statement: Statement) -> OrderError:
        if self.now == DRAFT:
            return OrderIllegal("SHO-4.3", "E_NO_PLANNING", line=statement.line)
        return OrderIllegal("SHO-4.3", "E_LOCKED", line=statement.line)

    def fault_of(
        self, order: Order, statements: Sequence[Statement]
    ) -> OrderError | None:
        match order:
            case Ready():
                return self.ready_fault(statements)
            case Moves():
                return self.moves_fault(order, statements)
            case Choice():
                return self.choice_fault(order)
            case Ask():
                return self.ask_fault(order)
            case Cover():
                return self.cover_fault(order)
        return None

    def ready_fault(self, statements: Sequence[Statement]) -> OrderError | None:
        """Only a full board can be sealed. [SHO-4.3, SHO-18.12]"""
        if not self.is_planning:
            return self.locked(Statement(0, Ready()))
        slots = self.sheet_with(statements).open
        if not slots:
            return None
        return OrderIllegal(
            "SHO-4.3", "E_SLOTS_OPEN", legal=slots, legal_kind="slot", near=False
        )

    def sheet_with(self, statements: Sequence[Statement]) -> Sheet:
        """The slots as they will be after this mail."""
        cards = [s for s in statements if isinstance(s.order, Card)]
        kept = self.laid_over(cards) if cards else self.kept
        return Sheet(self.state, self.seat, kept.cards)

    # -------------------------------------------------------------------- moves

    def moves_fault(
        self, order: Moves, statements: Sequence[Statement]
    ) -> OrderError | None:
        """SHO-18.11"""
        if not order.slot:
            return self.open_moves_fault(order)
        card = self.sheet_with(statements).card_at(order.slot)
        if card not in BOARD.index or self.is_used(order.slot):
            return OrderIllegal("SHO-18.11", "E_NO_PROVINCE_THERE", slot=order.slot)
        if self.is_open(order.slot):
            return self.open_moves_fault(order)
        if fault := self.covered_fault(spans_asked(order)):
            return fault
        return self.first_move_fault(BOARD.index[card], order.slot, order.moves)

    def first_move_fault(
        self, origin: int, slot: str, moves: Sequence[Move]
    ) -> OrderError | None:
        found = (move_fault(self.state, origin, slot, move) for move in moves)
        return next(filter(None, found), None)

    def is_open(self, slot: str) -> bool:
        return self.state.point == slot and self.state.seat == self.seat

    def is_used(self, slot: str) -> bool:
        """Whether its action is over for the seat."""
        state = self.state
        if state.phase in ("planning", "choices"):
            return False
        if state.phase != "actions":
            return True
        to_come = state.actions[state.action + 1 :]
        if self.seat in state.queue or self.is_open(slot):
            to_come = state.actions[state.action :]
        return BOARD.slot_index[slot] not in to_come

    def open_moves_fault(self, order: Moves) -> OrderError | None:
        """An order sent live is refused if nothing of it is possible. [SHO-5.17]"""
        state, seat = self.state, self.seat
        if state.point not in MOVERS or state.seat != seat:
            return OrderIllegal("SHO-18.11", "nothing_open", statement=order.text)
        origin = origin_of(state, seat)
        if fault := self.first_move_fault(origin, state.point, order.moves):
            return fault
        if any(move.target == "ask" for move in order.moves):
            return None
        legal = options(state, seat)
        chosen = first_possible(
            order.moves, lambda move: move_step(state, seat, move, legal)
        )
        if chosen.value is not None:
            return None
        if chosen.faults:
            return first_fault(chosen.faults)
        return OrderIllegal("SHO-18.18", "guard_failed")

    # --------------------------------------------------------------- ask and cover

    def ask_fault(self, order: Ask) -> OrderError | None:
        """SHO-18.22, SHO-18.9"""
        if fault := self.not_in_play(order.about):
            return fault
        if order.about in REACTIONS and not self.is_planning:
            return OrderIllegal("SHO-18.22", "E_ASK_WITH_PLAN")
        if fault := self.covered_fault({*span_of_point(self.state, order.about)}):
            return fault
        if order.about in MOVERS and self.is_locked and self.is_used(order.about):
            return OrderIllegal("SHO-18.11", "E_NO_PROVINCE_THERE", slot=order.about)
        return None

    @property
    def is_locked(self) -> bool:
        """Whether the plans of this season are."""
        return self.state.point != "plan" and self.now != DRAFT

    def covered_fault(self, spans: set[str]) -> OrderError | None:
        """Once the plans are locked nobody is asked in a covered span. [SHO-18.9]"""
        covered = {span for seat, span in self.state.covers if seat == self.seat}
        if self.is_locked and spans and spans <= covered:
            return OrderIllegal("SHO-18.9", "E_COVERED")
        return None

    def cover_fault(self, order: Cover) -> OrderError | None:
        """With the plan only, and only what there is. [SHO-18.9]"""
        if not self.is_planning:
            return OrderIllegal("SHO-18.9", "E_COVER_WITH_PLAN")
        there = spans_in_play(self.state)
        if order.span == "season" or order.span in there:
            return None
        legal = [f"cover {span}" for span in there]
        return OrderIllegal(
            "SHO-18.9", "E_NO_SPAN", legal=legal, legal_kind="order", covered=order.span
        )


def header_now(state: State) -> Header:
    return Header(str(state.year), state.season_name)


def without_covers(kept: Kept, spans: Collection[str]) -> Kept:
    """Who asks in a span takes back that it is covered. [SHO-18.9]"""
    return kept.without(lambda order: isinstance(order, Cover) and order.span in spans)


def without_cards(kept: Kept, replaced: Sequence[Card] | None) -> Kept:
    """Cards that are taken back, with their moves; a seal is broken. [SHO-18.12]

    All of them for a sheet, else those of the same slots.
    """
    slots = None if replaced is None else {card.slot for card in replaced}

    def is_gone(order: Order) -> bool:
        if isinstance(order, Ready):
            return True
        if not isinstance(order, Card | Moves):
            return False
        return slots is None or order.slot in slots

    return kept.without(is_gone)

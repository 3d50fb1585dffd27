"""What a plan answers at a decision. [SB-17.4, SB-17.13 to SB-17.20]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.contract import Answer, Order, Plan, Seat, Skipped
from engine.errors import OrderIllegal
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.plans.kept import Kept, read_kept
from engine.samurai_battles.plans.own_turn import TurnMoment
from engine.samurai_battles.plans.preferences import preferred
from engine.samurai_battles.plans.reactions import (
    card_of,
    fitting,
    is_held,
    reaction,
)
from engine.samurai_battles.plans.tree import Draw, Line, React, Wait
from engine.samurai_battles.rules import decisions, default
from engine.samurai_battles.state import State


def answer(state: State, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
    """What the plan wants here; a question if it does not say. Never raises."""
    if state.over:
        return Answer(None, plan)
    kept, told = kept_now(state, seat, read_kept(plan))
    decision = next((one for one in decisions(state) if one.seat == seat), None)
    if decision is None:
        return Answer(None, kept.text, told)
    found = Deciding(state, seat, decision, mode, kept).answer()
    return found._replace(skipped=told + found.skipped)


def next_turn(state: State, seat: Seat) -> int:
    """The seat's turn that is running or comes next."""
    return state.turn if seat == state.active else state.turn + 1


def kept_now(state: State, seat: Seat, kept: Kept) -> tuple[Kept, tuple[Skipped, ...]]:
    """What is left of a plan when its turn is over lapses and is told. [SB-17.13]"""
    if kept.now and kept.now[0] != state.turn:
        kept = kept._replace(now=None)
    if not kept.turn or kept.turn == next_turn(state, seat):
        return kept, ()
    why = OrderIllegal("SB-17.13", "E_TURN_OVER")
    lines = [line for line in kept.lines if not isinstance(line.act, Wait)]
    told = [Skipped(line.text, why) for line in (*unsold(kept), *lines)]
    return kept.without_turn._replace(now=kept.now), tuple(told)


def unsold(kept: Kept) -> list[Line]:
    """The end of a turn at which nothing could be sold. [SB-4.7]"""
    doing = kept.doing
    if doing and isinstance(doing.line.act, Draw) and doing.line.act.sell:
        return [doing.line]
    return []


class Deciding(TurnMoment):
    """The decisions of 17 b, each with what may answer it."""

    def answer(self) -> Answer:
        if (order := self.answered_now()) is not None:
            return self.give(order)
        if self.legal[0].verb in ROLLS:  # nobody decides them
            step = self.next_step()
            return self.ask("") if step is None else self.give(step)
        if self.seat == self.state.active:
            own = OWN.get(self.decision.point)
            if own is not None:
                return own(self)
            if (order := self.next_step()) is not None:
                return self.give(order)
        return self.forced()

    def answered_now(self) -> Order | None:
        """A step that answers what was open when it was written. [SB-17.13]"""
        if self.kept.now is None:
            return None
        order = self.kept.now[1]
        self.kept = self.kept._replace(now=None)
        if order in self.legal:
            return order
        self.tell(order.text, self.why_not(order))
        return None

    def forced(self) -> Answer:
        """Reactions and choices that the rules force on a player. [SB-17.4]

        Where ASK names the window its writer is asked; his lines count when his time
        is up. [SB-17.3]
        """
        order = self.second_throw()
        if order is None and self.decision.waits and not self.is_alone:
            return self.ask("asked")
        order = order or self.reacted() or self.preferred()
        if order is None or self.is_default(order):
            return self.ask("")
        return self.give(order)

    def is_default(self, order: Order) -> bool:
        """Whether the table would do so anyway: then nothing tells of a line. [17.2]"""
        if order.verb in ("dragon", "strike"):
            return False
        return not self.decision.waits and order == default(self.state, self.seat)

    def reacted(self) -> Order | None:
        """The first REACT line that fits and is legal."""
        point = self.decision.point
        for line in fitting(self.state, self.seat, point, self.kept.react):
            if line.trigger.kind == "countering":
                order = self.countered(line)
            else:
                order = reaction(self.state, self.seat, self.legal, line)
            if order is not None:
                return order
            self.tell_once(line)
        return None

    def tell_once(self, line: React) -> None:
        """Only its writer is told, once a turn, and only of a card that is held."""
        if line.text in self.kept.told or not is_held(self.state, self.seat, line):
            return
        kept, turn = self.kept, next_turn(self.state, self.seat)
        self.kept = kept._replace(turn=turn, told=(*kept.told, line.text))
        self.tell(line.text, OrderIllegal("SB-17.4", "now_impossible"))

    # ------------------------------------------------------------- battle back

    def countered(self, line: React) -> Order | None:
        """A card before a roll in a battle back, First strike or Ambush."""
        if self.refrains():
            return None
        cost_left = self.state.tokens[self.seat] - card_cost(card_of(line))
        if cost_left < line.keep:
            return None
        inspired = self.inspired(cost_left)
        for words in ((*inspired, card_of(line)), (card_of(line),)):
            if Order("ready", words) in self.legal:
                return Order("ready", words)
        return None

    def preferred(self) -> Order | None:
        """The first PREFER line that fits and is legal. [SB-17.17]"""
        if any(order.verb == "ready" for order in self.legal):
            return self.readied()
        return preferred(self.state, self.seat, self.legal, self.kept.prefer)

    def readied(self) -> Order | None:
        if self.refrains():
            return Order("refrain")
        order = Order("ready", self.inspired(self.state.tokens[self.seat]))
        return order if order in self.legal else None

    def refrains(self) -> bool:
        """The first of BATTLEBACK and REFRAIN that is for this unit counts."""
        if Order("refrain") not in self.legal:
            return False
        for line in self.kept.prefer:
            if line.kind in ("battleback", "refrain") and self.is_mine(line.at):
                return line.kind == "refrain"
        return False

    def inspired(self, tokens: int) -> tuple[str, ...]:
        """Inspiration is paid for if a line says so and enough is left. [SB-17.5]"""
        for line in self.kept.prefer:
            fits = line.kind == "inspire" and self.is_mine(line.at)
            if fits and tokens - 1 >= line.keep:
                found = Order("ready", ("inspire",)) in self.legal
                return ("inspire",) if found else ()
        return ()

    def is_mine(self, at: tuple[str, ...]) -> bool:
        """Whether the line is for the unit that is about to roll."""
        roll = self.state.roll
        return not at or (roll is not None and NAMES[roll.roller_hex] in at)


OWN: Mapping[str, Callable[[Deciding], Answer]] = {
    "D-01": Deciding.at_card,
    "D-02": Deciding.at_dragon,
    "D-05": Deciding.at_orders,
    "D-06": Deciding.at_moves,
    "D-08": Deciding.at_battle,
    "D-11": Deciding.at_ready,
    "D-17": Deciding.at_success,
    "D-21": Deciding.at_end,
    "D-22": Deciding.at_keep,
}


ROLLS = ("roll", "duel")  # the only step of their decisions


def card_cost(card: str) -> int:
    return DRAGON[card].cost

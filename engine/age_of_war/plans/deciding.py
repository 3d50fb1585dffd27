"""What a plan answers at a decision. [AOW-10.12, AOW-10.13]"""

from __future__ import annotations

from engine.age_of_war.odds import auto_order
from engine.age_of_war.plans.kept import Kept, order_text, read_kept
from engine.age_of_war.plans.policies import decide
from engine.age_of_war.plans.steps import check_step
from engine.age_of_war.plans.tree import Step
from engine.age_of_war.rules import PASS, ROLL, options
from engine.age_of_war.rules.cards import is_rolled
from engine.age_of_war.state import State
from engine.contract import Answer, Order, Plan, Seat, Skipped
from engine.errors import OrderError, OrderIllegal
from engine.kept import answer_step as give_step


def answer(state: State, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
    """What the plan wants here; a question if it does not say. [AOW-10.12]

    When the deadline has passed the rest of the turn is not the plan's any more.
    """
    if state.over:
        return Answer(None, plan)
    if seat == state.seat and not is_rolled(state):
        return Answer(ROLL, plan)
    kept, told = kept_now(state, seat, plan)
    if seat != state.seat:
        return Answer(None, kept.text, told)
    found = answer_now(state, seat, kept, mode)
    return found._replace(skipped=told + found.skipped)


def answer_now(state: State, seat: Seat, kept: Kept, mode: str) -> Answer:
    if mode == "late":
        return Answer(None, kept.text)
    order = kept.order if kept.turn else kept.standing
    if isinstance(order, Step):
        return answer_step(state, seat, kept, order)
    if order is None:
        return Answer(None, kept.text, reason="step" if kept.turn else "turn")
    chosen, reason = decide(state, order)
    if kept.turn and chosen is not None:
        kept = kept._replace(is_used=True)
    return Answer(chosen, kept.text, reason=reason)


def kept_now(state: State, seat: Seat, plan: Plan) -> tuple[Kept, tuple[Skipped, ...]]:
    """The plan without an order for a turn that is over. [AOW-10.13]

    An order that was never used is told.
    """
    kept, turn = read_kept(plan, state.setup.set), next_turn(state, seat)
    if kept.turn == turn or (kept.turn > turn and seat != state.seat):
        return kept, ()
    if kept.order is None or kept.is_used:
        return Kept(kept.standing), ()
    why = OrderIllegal("AOW-10.13", "E_NOT_YOUR_TURN", said="turn_over")
    return Kept(kept.standing), (Skipped(order_text(kept.order), why),)


def next_turn(state: State, seat: Seat) -> int:
    """The seat's turn that is running or comes next. [AOW-10.13]"""
    return state.turn + (seat - state.seat) % state.setup.seats


def answer_step(state: State, seat: Seat, kept: Kept, step: Step) -> Answer:
    """A step is that one decision; then its writer is asked. [AOW-10.2]"""

    def lost() -> Skipped:
        return Skipped(order_text(step), why_not_step(state, seat, step))

    left = kept._replace(order=None).text
    order = Order.read(order_text(step).removeprefix("step "))
    return give_step(order, options(state, seat), left, lost, "step")


def why_not_step(state: State, seat: Seat, step: Step) -> OrderError:
    try:
        check_step(state, seat, step)
    except OrderError as fault:
        return fault
    return OrderIllegal("AOW-4.2", "E_NO_SUCH_ACTION")


def default(state: State, seat: Seat) -> Order:
    """As `auto any`; a seat given up may be agreed to pass. [AOW-9.19, AOW-10.12]"""
    if not is_rolled(state):
        return ROLL
    if seat in state.left and state.setup.dropout == "pass":
        return PASS
    return auto_order(state)

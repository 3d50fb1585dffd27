"""How much of the present phase a plan decides. [SSE-13.7]"""

from __future__ import annotations

from engine.contract import Coverage, Order, Plan, Seat
from engine.small_samurai_empires.plans.deciding import phase_of, under_way
from engine.small_samurai_empires.plans.kept import Kept, read_kept
from engine.small_samurai_empires.plans.queue import placement_of, vain
from engine.small_samurai_empires.plans.tree import Place
from engine.small_samurai_empires.rules import ahead, options
from engine.small_samurai_empires.state import OWNER, State


def coverage(state: State, seat: Seat, plan: Plan) -> Coverage:
    """Nothing is due from a seat that has nothing to decide in the phase."""
    if not ahead(state, seat):
        return Coverage(0, 0)
    kept = under_way(state, read_kept(plan))
    if state.point == "destiny":
        return of_destiny(state, seat, kept)
    if state.phase == "placement":
        return of_placements(state, seat, kept)
    return of_tokens(state, seat, kept)


def of_destiny(state: State, seat: Seat, kept: Kept) -> Coverage:
    wanted = kept.destiny.regions if kept.destiny else ()
    hand = options(state, seat)
    return Coverage(int(any(Order("destiny", (r,)) in hand for r in wanted)), 1)


def of_placements(state: State, seat: Seat, kept: Kept) -> Coverage:
    """What cannot work is not decided.

    A placement that waits for its neutral action is due still, and decided: where the
    plan says nothing of that action the default declines it.
    """
    due, places = state.todo[seat], placements_kept(state, kept)
    useless = {number for _, number in vain(state, seat, places)}
    made = int(state.point == "neutral" and state.seat == seat)
    return Coverage(made + min(len(places) - len(useless), due), made + due)


def placements_kept(state: State, kept: Kept) -> list[Place]:
    """Those of the running phase, in their order."""
    now = [place for phase, place in kept.queue if phase == phase_of(state)]
    step = placement_of(kept.step[1]) if kept.step else None
    return [step, *now] if step and state.point == "placement" else now


def of_tokens(state: State, seat: Seat, kept: Kept) -> Coverage:
    """Each token of the seat that is still to act wants a plan for its slot."""
    slots, phase = tokens_ahead(state, seat), phase_of(state)
    planned = {plan.slot for of_phase, plan in kept.resolves if of_phase == phase}
    if kept.doing or kept.step:
        planned.add(state.setup.board.slots[state.slot])
    missing = tuple(slot for slot in slots if slot not in planned)
    return Coverage(len(slots) - len(missing), len(slots), missing)


def tokens_ahead(state: State, seat: Seat) -> list[str]:
    """The slots where the seat's tokens are still to act, in the order they do."""
    names, numbers = state.setup.board.slots, range(len(state.first))
    later = numbers[state.slot :] if state.round == 1 else numbers[state.slot :: -1]
    return [
        names[slot]
        for slot in later
        if OWNER[state.second[slot] or state.first[slot]] == seat
    ]

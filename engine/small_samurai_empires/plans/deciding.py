"""What a plan answers at a decision. [SSE-13.3 to SSE-13.7]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.chance import Chance
from engine.contract import Answer, Order, Plan, Seat, Skipped
from engine.errors import OrderError, OrderIllegal
from engine.kept import all_hold, first_possible
from engine.kept import answer_step as give_step
from engine.small_samurai_empires.box import HARVEST, JOURNEY, TRIBE
from engine.small_samurai_empires.plans.hints import together
from engine.small_samurai_empires.plans.kept import Doing, Group, Kept, read_kept
from engine.small_samurai_empires.plans.placements import choose, neutral_fault
from engine.small_samurai_empires.plans.tree import (
    Action,
    Condition,
    Move,
    Nothing,
    Pass,
    Place,
    Resolve,
)
from engine.small_samurai_empires.plans.trying import stop_order, try_action
from engine.small_samurai_empires.plans.writing import in_words
from engine.small_samurai_empires.rules import apply, options
from engine.small_samurai_empires.rules.control import controller
from engine.small_samurai_empires.rules.listing import kind_at
from engine.small_samurai_empires.rules.steps import DECLINE, DONE
from engine.small_samurai_empires.state import State

EVENTS = {TRIBE: "tribe", JOURNEY: "journey"}  # mountain tokens that offer a choice


def phase_of(state: State) -> str:
    return f"{state.era}.{state.round}"


def slot_key(state: State) -> str:
    return f"{phase_of(state)} {state.setup.board.slots[state.slot]}"


def key_of(state: State) -> str:
    """Which action is under way: one token acts once in a phase.

    The neutral action of its slot is another one, before it. [SSE-6.1]
    """
    is_neutral = state.phase == "placement"
    return f"{slot_key(state)} neutral" if is_neutral else slot_key(state)


def answer(state: State, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
    """What the plan wants here; a question if it does not say."""
    if not state.point:
        return Answer(None, plan)
    kept = under_way(state, read_kept(plan))
    over = lapsed(state, kept)
    told = tuple(Skipped(order.text, phase_over()) for _, order in over)
    if not options(state, seat):
        return Answer(None, without(kept, over).text, told)
    found = decide(state, seat, without(kept, over), mode)
    return found._replace(skipped=told + found.skipped)


def decide(state: State, seat: Seat, kept: Kept, mode: str) -> Answer:
    if kept.step:
        return answer_step(state, seat, kept, kept.step[1])
    if state.point == "destiny":
        return answer_destiny(state, seat, kept)
    if state.point == "placement":
        return answer_placement(state, seat, kept)
    if kept.doing:
        return go_on(state, seat, kept, kept.doing, mode)
    if state.point == "neutral":
        return answer_neutral(state, seat, kept)
    if state.point == "resolution":
        return answer_token(state, seat, kept, mode)
    return Answer(None, kept.text, reason=state.point)


def lapsed(state: State, kept: Kept) -> list[tuple[str, Place | Resolve]]:
    """What is left of phases that are over. [SSE-13.5]"""
    return [
        *(placed for placed in kept.queue if is_over(state, placed[0], placing=True)),
        *(plan for plan in kept.resolves if is_over(state, plan[0])),
    ]


def phase_over() -> OrderIllegal:
    return OrderIllegal("SSE-13.5", "phase_over")


def is_over(state: State, phase: str, placing: bool = False) -> bool:
    then, now = (tuple(map(int, of.split("."))) for of in (phase, phase_of(state)))
    return then < now or (then == now and placing and state.phase == "resolution")


def without(kept: Kept, over: Sequence[tuple[str, Place | Resolve]]) -> Kept:
    return kept._replace(
        queue=tuple(placed for placed in kept.queue if placed not in over),
        resolves=tuple(plan for plan in kept.resolves if plan not in over),
    )


def under_way(state: State, kept: Kept) -> Kept:
    """What belongs to an action ends with it."""
    is_acting = state.point not in ("destiny", "placement", "")
    key = key_of(state) if is_acting else ""
    if kept.doing and kept.doing.key != key:
        kept = kept._replace(doing=None)
    if kept.neutral and (
        state.point != "neutral" or kept.neutral[0] != slot_key(state)
    ):
        kept = kept._replace(neutral=None)
    if kept.step and kept.step[0] != key:
        kept = kept._replace(step=None)
    return kept


def answer_step(state: State, seat: Seat, kept: Kept, step: Order) -> Answer:
    """A step as the log writes it: that step, and no more. [SSE-5.1.3]"""

    def lost() -> Skipped:
        return Skipped(in_words(step), why_not_step(state, seat, step))

    left = kept._replace(step=None).text
    return give_step(step, options(state, seat), left, lost, state.point)


def why_not_step(state: State, seat: Seat, step: Order) -> OrderError:
    """The rule that forbids a step of the log now."""
    try:
        apply(state, seat, step, Chance())
    except OrderError as fault:
        return fault
    return OrderIllegal("SSE-5.1.4", "E_NO_SUCH_ACTION")


# ------------------------------------------------------------- planning phase


def answer_destiny(state: State, seat: Seat, kept: Kept) -> Answer:
    """The first region that is in hand; the list serves once. [SSE-13.5]"""
    left = kept._replace(destiny=None).text
    if kept.destiny is None:
        return Answer(None, left, reason="destiny")
    legal = options(state, seat)
    wanted = [Order("destiny", (region,)) for region in kept.destiny.regions]
    chosen = first_possible(wanted, lambda order: order if order in legal else None)
    if chosen.value:
        return Answer(chosen.value, left)
    region = kept.destiny.regions[0]
    why = OrderIllegal("SSE-4.2.1", "E_NOT_IN_HAND", said="no_such_card", region=region)
    lost = Skipped(kept.destiny.text, why)
    return Answer(None, left, skipped=(lost,), reason="destiny")


def answer_placement(state: State, seat: Seat, kept: Kept) -> Answer:
    """The first order of the queue that can be carried out leaves it. [SSE-13.3]"""
    choice = choose(state, seat, kept, phase_of(state))
    if choice is None:
        return ask(kept.text)
    queue = (*kept.queue[: choice.number], *kept.queue[choice.number + 1 :])
    kept, neutral = kept._replace(queue=queue), choice.entry.neutral
    if neutral is None:
        return Answer(choice.order, kept.text)
    if neutral.verb != "none" and not is_offered(state, seat, choice.order):
        fault = neutral_fault(state, seat, choice.entry, choice.order)
        line = Skipped(f"neutral {neutral.text}", fault)
        return Answer(choice.order, kept.text, skipped=(line,))
    key = f"{phase_of(state)} {choice.order.args[1]}"
    return Answer(choice.order, kept._replace(neutral=(key, neutral)).text)


def is_offered(state: State, seat: Seat, placement: Order) -> bool:
    """Whether a neutral action follows: only if something can be done. [SSE-13.6]"""
    after, _ = apply(state, seat, placement, Chance())
    return after.point == "neutral" and after.seat == seat


def ask(plan: Plan, reason: str = "placement") -> Answer:
    return Answer(None, plan, reason=reason)


def answer_neutral(state: State, seat: Seat, kept: Kept) -> Answer:
    """One that has become impossible is dropped: declined, nobody asked. [SSE-13.6]

    The placement stands all the same. [SSE-6.6]
    """
    if kept.neutral is None:
        return ask(kept.text, "neutral")
    action = kept.neutral[1]
    kept = kept._replace(neutral=None)
    if isinstance(action, Nothing):
        return Answer(DECLINE, kept.text)
    tried = try_action(state, seat, action)
    if tried.fault or not tried.groups:
        why = tried.fault or OrderIllegal("SSE-13.6", "now_impossible")
        lost = Skipped(f"neutral {action.text}", why)
        return Answer(DECLINE, kept.text, skipped=(lost,))
    return begin(state, seat, kept, action, tried.groups)


# ----------------------------------------------------------- resolution phase


def answer_token(state: State, seat: Seat, kept: Kept, mode: str) -> Answer:
    """The first alternative that can be carried out as written. [SSE-13.4]"""
    plan = next((r for r in kept.resolves if is_for_now(state, r)), None)
    if plan is None or state.step:
        return ask(kept.text, "more" if state.step else "resolution")
    kept = kept._replace(resolves=tuple(r for r in kept.resolves if r != plan))
    resolve = plan[1]
    if not holds(state, seat, resolve.guard):
        why: OrderError = OrderIllegal("SSE-13.5", "guard_failed")
        return fail(state, kept, Skipped(resolve.text, why), resolve, mode, "guard")
    chosen = first_possible(resolve.alternatives, partial(groups_of, state, seat))
    if chosen.alternative and chosen.value:
        return begin(state, seat, kept, chosen.alternative, chosen.value)
    why = OrderIllegal("SSE-13.4", "now_impossible")
    lost = Skipped(resolve.text, (why, *chosen.faults)[-1])
    if not is_auto(state, resolve, mode):
        return fail(state, kept, lost, resolve, mode, "impossible")
    last = resolve.alternatives[-1]
    groups = try_action(state, seat, last, partly=True).groups
    done = begin(state, seat, kept, last, groups or ((stop_order(state),),))
    return done._replace(skipped=(lost,))


def groups_of(state: State, seat: Seat, action: Action) -> tuple[Group, ...] | None:
    """The steps of an action that can be carried out as written."""
    tried = try_action(state, seat, action)
    if tried.fault:
        raise tried.fault
    return tried.groups or None


def is_for_now(state: State, plan: tuple[str, Resolve]) -> bool:
    return (
        plan[0] == phase_of(state)
        and plan[1].slot == (state.setup.board.slots[state.slot])
    )


def is_auto(state: State, resolve: Resolve, mode: str) -> bool:
    """Said; else only a harvest, unless nobody may be asked. [SSE-13.4, SSE-13.7]"""
    if mode != "each":
        return True
    if resolve.otherwise:
        return resolve.otherwise == "auto"
    return kind_at(state) == HARVEST


def fail(
    state: State, kept: Kept, lost: Skipped, plan: Resolve, mode: str, reason: str
) -> Answer:
    """Nothing of it is done: ask, or with `auto` pass. [SSE-13.5]"""
    order = stop_order(state) if is_auto(state, plan, mode) else None
    return Answer(order, kept.text, skipped=(lost,), reason=reason)


def holds(state: State, seat: Seat, guard: Condition | None) -> bool:
    """The reservation of a plan. [SSE-13.5]"""
    return all_hold([guard] if guard else [], partial(is_true, state, seat))


def is_true(state: State, seat: Seat, condition: Condition) -> bool:
    board = state.setup.board
    province = board.index[condition.province]
    of = seat if condition.player == "I" else board.colours.index(condition.player)
    if condition.relation == "in":
        seats = state.setup.seats
        here = of < seats and state.armies[province * seats + of] > 0
        return here or (of < seats and bool(state.castles[of] >> province & 1))
    return controller(state, province) == of


# --------------------------------------------------------- an action under way


def begin(
    state: State,
    seat: Seat,
    kept: Kept,
    action: Action | Nothing,
    groups: tuple[Group, ...],
) -> Answer:
    move = action if isinstance(action, Move) and action.reactions else None
    doing = Doing(key_of(state), groups, move)
    return go_on(state, seat, kept, doing, "each")


def go_on(state: State, seat: Seat, kept: Kept, doing: Doing, mode: str) -> Answer:
    """The next step; at a mountain, what was written for it. [SSE-10.2.7, 10.2.8]"""
    doing = after_mountain(state, doing)
    if state.point in ("tribe", "journey"):
        return react(state, seat, kept, doing)
    skipped: list[Skipped] = []
    legal = options(state, seat)
    while doing.groups:
        (step, *rest), *others = doing.groups
        if step == DONE and doing.broken:  # points are left: see what was written
            break
        if step in legal:
            left = next_doing(state, doing, step, tuple(rest), tuple(others))
            skipped += unmet_reactions(state, seat, doing, step)
            return Answer(step, kept._replace(doing=left).text, tuple(skipped))
        line = together([(step, *rest)]) or in_words(step)
        skipped.append(Skipped(line, why_not_step(state, seat, step)))
        doing = doing._replace(groups=tuple(others), broken=True)
    return finish(state, seat, kept, doing, tuple(skipped))


def next_doing(
    state: State,
    doing: Doing,
    step: Order,
    rest: tuple[Order, ...],
    others: tuple[tuple[Order, ...], ...],
) -> Doing:
    groups = ((rest,) if rest else ()) + others
    if step.verb != "expedition":
        return doing._replace(groups=groups, goal="", there=0)
    goal = step.args[2]
    there = state.movers.count(state.setup.board.index[goal]) + 1
    return doing._replace(groups=groups, goal=goal, there=there, further=bool(rest))


def after_mountain(state: State, doing: Doing) -> Doing:
    """After an ambush the rest of that path lapses. [SSE-10.2.7]

    Who is still on the mountain has met no ambush: the army will arrive.
    """
    if not doing.goal:
        return doing
    arrived = state.movers.count(state.setup.board.index[doing.goal])
    ambushed = arrived < doing.there and not state.climb
    return doing._replace(
        groups=doing.groups[ambushed and doing.further :],
        goal="",
        there=0,
        further=False,
        broken=doing.broken or ambushed,
    )


def react(state: State, seat: Seat, kept: Kept, doing: Doing) -> Answer:
    """An answer sent ahead; an illegal one is dropped and told. [SSE-10.2.8]"""
    event, keep = state.point, kept._replace(doing=doing).text
    said = reaction_of(doing, event)
    if said is None:
        return ask(keep, event)
    action = said[0]
    if action is None:
        return Answer(DECLINE, keep)
    tried = try_action(state, seat, action)
    if tried.fault or not tried.groups:
        line = Skipped(f"on {event} {action.text}", tried.fault)
        return Answer(None, keep, (line,), event)
    return Answer(tried.groups[0][0], keep)


def unmet_reactions(
    state: State, seat: Seat, doing: Doing, step: Order
) -> list[Skipped]:
    """The answer to a tribe or journey that can do nothing here: nobody is asked.

    It is told with the step that turns the token up, never before. [SSE-13.6, SSE-13.2]
    """
    if step.verb != "expedition":
        return []
    origin, mountain, goal = step.args
    board = state.setup.board
    event = EVENTS.get(state.mountains[board.mountain_index[mountain]], "")
    said = reaction_of(doing, event)
    if said is None or said[0] is None:
        return []
    after, _ = apply(state, seat, step, Chance())
    if after.point == event:
        return []
    climb = (board.index[origin], board.mountain_index[mountain], board.index[goal])
    tried = try_action(on_mountain(state, seat, climb, event), seat, said[0])
    return [Skipped(f"on {event} {said[0].text}", tried.fault)]


def on_mountain(
    state: State, seat: Seat, climb: tuple[int, int, int], event: str
) -> State:
    """As if the expedition had met the event and could choose. [SSE-10.2.5]"""
    moment, movers = state.copy(), list(state.movers)
    movers.remove(climb[0])
    moment.armies[climb[0] * state.setup.seats + seat] -= 1
    moment.movers, moment.climb, moment.point = tuple(movers), climb, event
    return moment


def reaction_of(doing: Doing, event: str) -> tuple[Action | None] | None:
    for reaction in doing.move.reactions if doing.move else ():
        if reaction.event == event:
            return (reaction.action,)
    return None


def finish(
    state: State, seat: Seat, kept: Kept, doing: Doing, skipped: tuple[Skipped, ...]
) -> Answer:
    """All paths are done; points left after an ambush are used or lapse."""
    left = kept._replace(doing=None)
    said = reaction_of(doing, "ambush") if doing.broken else (None,)
    if said is None:
        return Answer(None, left.text, skipped, "ambush")
    action = said[0] or Pass()
    tried = try_action(state, seat, action, partly=True)
    if said[0] is not None and tried.fault:
        skipped += (Skipped(f"on ambush {action.text}", tried.fault),)
    if said[0] is None or not tried.groups:
        stop = DONE if DONE in options(state, seat) else stop_order(state)
        return Answer(stop, left.text, skipped)
    again = Doing(key_of(state), tried.groups)
    more = go_on(state, seat, left, again, "each")
    return more._replace(skipped=skipped + more.skipped)

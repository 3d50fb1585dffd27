"""What could be written now: hints, and what would have been legal. [SSE-13.9]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.chance import Chance
from engine.contract import Hint, Order, Seat
from engine.errors import OrderError
from engine.small_samurai_empires.box import KINDS, NOTHING
from engine.small_samurai_empires.plans.kept import Group
from engine.small_samurai_empires.plans.tree import Entry
from engine.small_samurai_empires.plans.trying import (
    Tried,
    is_same_action,
    without_secrets,
)
from engine.small_samurai_empires.plans.vocabulary import GAME
from engine.small_samurai_empires.plans.writing import in_language, in_words
from engine.small_samurai_empires.rules import ahead, apply, options
from engine.small_samurai_empires.rules.listing import POINTS
from engine.small_samurai_empires.rules.placing import cover_cost
from engine.small_samurai_empires.rules.sequence import movers_in
from engine.small_samurai_empires.rules.steps import PLACE_ANY
from engine.small_samurai_empires.state import KIND, OWNER, State
from engine.words import fill, words

FEW = 6  # hints at one decision
MOST_LEGAL = 4  # alternatives told with a refusal
STOPS = ("pass", "done", "decline")
SAME = {"expedition": "move", "reinforce": "castle"}  # verbs of one word


def hints(state: State, seat: Seat, language: str = "en") -> list[Hint]:
    """A few orders that are legal now, then lines for what comes later in the phase.

    Who is asked for a whole phase may not be the first to act in it. [SSE-13.3]
    """
    said = words(GAME, language)["hints"]
    now = orders_now(state, seat)
    later = [
        Hint(
            in_language(f"resolve {slot}: {in_words(order)}", language),
            note(moment, seat, order, said, language),
        )
        for slot, moment, order in orders_later(state, seat)
    ]
    if not now and state.phase == "placement" and "placement" in ahead(state, seat):
        state = at_placement(state, seat)
        now = orders_now(state, seat)
    found = [hint for order in now for hint in hints_of(state, seat, order, language)]
    return [*found[:2], *later, *found[2:]] if later else found


def hints_of(state: State, seat: Seat, order: Order, language: str) -> list[Hint]:
    """An order; where it gives up the rest of an action, beside it the step alone."""
    said = words(GAME, language)["hints"]
    written = text(state, seat, order)
    whole = in_language(written, language)
    does = note(state, seat, order, said, language)
    if not is_part(state, seat, order):
        return [Hint(whole, does)]
    alone = Hint(in_language(f"step {in_words(order)}", language), said["step"])
    ending = Hint(whole, f"{does}; {said['plays_on']}", plays_on=True)
    return [alone] if written == order.text else [alone, ending]


def is_part(state: State, seat: Seat, order: Order) -> bool:
    """Whether the action could go on after this step of it. [SSE-5.1.3]"""
    if state.point != "resolution" or order.verb in STOPS or seat != state.seat:
        return False
    now = without_secrets(state)
    after, _ = apply(now, seat, order, Chance())
    return is_same_action(state, after)


def orders_now(state: State, seat: Seat) -> list[Order]:
    placing = state.point == "placement" and bool(kinds_in_hand(state, seat))
    return placement_hints(state, seat) if placing else spread(options(state, seat))


def at_placement(state: State, seat: Seat) -> State:
    """As if it were the seat's turn to place."""
    moment = state.copy()
    moment.seat, moment.slot, moment.point = seat, NOTHING, "placement"
    return moment


def orders_later(state: State, seat: Seat) -> Iterator[tuple[str, State, Order]]:
    """What each own token still to act could do, if it acted now. [SSE-4.4.1]"""
    if state.phase != "resolution" or seat in state.left:
        return
    slots = range(len(state.first))
    way = slots[state.slot + 1 :] if state.round == 1 else slots[: state.slot][::-1]
    for slot in way:
        if OWNER[state.second[slot] or state.first[slot]] == seat:
            moment = at_token(state, slot)
            legal = [o for o in options(moment, seat) if o.verb not in STOPS]
            if legal:
                yield state.setup.board.slots[slot], moment, legal[0]


def at_token(state: State, slot: int) -> State:
    """As if the token there acted now."""
    moment = state.copy()
    token = state.second[slot] or state.first[slot]
    moment.seat, moment.slot, moment.point = OWNER[token], slot, "resolution"
    moment.step, moment.target, moment.movers = 0, NOTHING, ()
    moment.explored, moment.climb = False, ()
    if KIND[token] in POINTS:
        moment.movers = movers_in(moment, state.setup.board.slot_region[slot])
    return moment


def spread(legal: list[Order]) -> list[Order]:
    """A few from the whole list, and the last: to do nothing."""
    few = legal[:: max(1, len(legal) // (FEW - 1))][: FEW - 1]
    return list(dict.fromkeys([*few, *legal[-1:]]))


def placement_hints(state: State, seat: Seat) -> list[Order]:
    """Every kind once, spread over the slots, free where that can be. [SSE-7.2]"""
    found = []
    for number, kind in enumerate(kinds_in_hand(state, seat)):
        mine = [order for order in options(state, seat) if order.args[:1] == (kind,)]
        free = [order for order in mine if order.verb == "place"] or mine
        found.append(free[(number * 5) % len(free)])
    return found


def kinds_in_hand(state: State, seat: Seat) -> list[str]:
    return [
        kind
        for kind in KINDS
        if any(order.args[:1] == (kind,) for order in options(state, seat))
    ]


def note(
    state: State, seat: Seat, order: Order, said: Mapping[str, str], language: str
) -> str:
    """What the order would do."""
    if order.verb == "cover":
        values = {"price": str(cover_cost(state, seat))}
        return fill(said["cover"], values, language)
    if order.verb == "place":
        return said[f"place-{order.args[0]}"]
    moving = state.point == "resolution" and order.verb in ("move", "expedition")
    key = {"resolution": "move" if moving else "resolve"}
    return said["pass" if order.verb in STOPS else key.get(state.point, state.point)]


def text(state: State, seat: Seat, order: Order) -> str:
    """As a player would write it; a placement with a neutral action. [SSE-13.8]"""
    if order.verb not in ("place", "cover"):
        return in_words(order)
    after, _ = apply(state, seat, order, Chance())
    neutral = "none"
    if after.point == "neutral" and after.seat == seat:
        neutral = in_words(options(after, seat)[0])
    return f"{in_words(order)}, neutral {neutral}"


# ------------------------------------------------------ what would have been legal


def fault_of(state: State, seat: Seat, tried: Tried) -> OrderError | None:
    """What speaks against an action, with what would be legal instead."""
    fault = tried.fault
    if fault is not None and tried.step is not None and not fault.legal:
        fault.legal = tuple(nearest(state, seat, tried.step, tried.before))
    return fault


def nearest(state: State, seat: Seat, step: Order, done: Sequence[Group]) -> list[str]:
    """What there is instead of a step: what went before it, then what is like it."""
    told = [together([group for group in done if group])]
    legal = options(state, seat)
    verb = SAME.get(step.verb, step.verb)
    alike = sorted(
        legal,
        key=lambda order: (
            SAME.get(order.verb, order.verb) != verb,
            order.verb in STOPS,
            -sum(a == b for a, b in zip(order.args, step.args, strict=False)),
        ),
    )
    told += map(in_words, alike)
    return list(dict.fromkeys(filter(None, told)))[:MOST_LEGAL]


def together(groups: Sequence[Group]) -> str:
    """Steps that go together, as one action: a path each, or one target each."""
    paths = [" -> ".join(path_of(group)) for group in groups]
    verbs = {SAME.get(group[0].verb, group[0].verb) for group in groups}
    if verbs == {"move"}:
        return f"move {', '.join(paths)}"
    steps = [group[0] for group in groups]
    if verbs == {"recruit"}:
        return f"recruit {', '.join(step.args[0] for step in steps)}"
    if verbs == {"attack"}:
        return f"attack {steps[0].args[0]} {', '.join(s.args[1] for s in steps)}"
    return ""


def path_of(group: Group) -> list[str]:
    return [*group[0].args[:1], *(name for step in group for name in step.args[1:])]


def nearest_placements(state: State, seat: Seat, entry: Entry) -> list[str]:
    """The same kind in the same slot or near it, then other kinds there. [SSE-13.9]"""
    slots = list(state.setup.board.slots)
    here = [n for n, slot in enumerate(slots) if slot.startswith(entry.where)]
    here = here or [0]

    def distance(order: Order) -> tuple[bool, int]:
        slot = slots.index(order.args[1])
        return order.args[0] != entry.kind, min(abs(slot - n) for n in here)

    legal = [o for o in options(state, seat) if o.args and o != PLACE_ANY]
    found = sorted(legal, key=distance)[:MOST_LEGAL]
    return [text(state, seat, order) for order in found or options(state, seat)[:1]]

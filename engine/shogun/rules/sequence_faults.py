"""Where in a match what is open fits, and what must be there for it. [SHO-18.8]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.shogun.board import BOARD
from engine.shogun.rules.hand import owned
from engine.shogun.rules.points import LISTS
from engine.shogun.state import MOVING, NOTHING, State

# By phase, by step: the points that can be open there.
STEPS_OF: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "draft": {"draft": ("draft",), "group": ("group",), "station": ("post",)},
    "planning": {"": ("plan",)},
    "choices": {
        "special": ("special",),
        "post": ("post",),
        "samurai": ("samurai",),
        "favour": ("favour",),
    },
    "actions": {
        "action": (*(BOARD.slots[slot] for slot in MOVING), "calm"),
        "battle": ("attack", "defend"),
    },
    "end": {"office": ("office",), "general": ("general",)},
    "winter": {"revolts": ("revolts", "calm"), "back": ("post",)},
    "over": {"": ("",)},
}
NEEDS = {  # what an expansion must be there for
    "samurai": "samurai",
    "favour": "court",
    "calm": "court",
    "office": "dajokan",
    "general": "generals",
    "post": "generals",
}


def sequence_faults(state: State) -> Iterator[str]:
    """Whether the match can go on from here."""
    points = STEPS_OF.get(state.phase, {}).get(state.step, ())
    if state.point not in points:
        yield "what is open does not fit the phase"
        return
    is_winter = state.season == len(BOARD.seasons)
    if state.phase != "over" and is_winter != (state.phase == "winter"):
        yield "the phase does not fit the season"
        return
    needed = NEEDS.get(state.point)
    if needed and not getattr(state.setup, needed):
        yield f"“{state.point}” is of an expansion that is not played"
        return
    if state.point not in ("", "plan"):
        yield from decision_faults(state)
    yield from phase_faults(state)


def decision_faults(state: State) -> Iterator[str]:
    """One seat decides, and has more than one option. [SHO-18.2]"""
    if state.seat == NOTHING:
        yield "nobody is named to decide"
        return
    fault = next(point_faults(state), "")
    if fault:
        yield fault
    elif len(LISTS[state.point](state, state.seat)) < 2:
        yield "there is nothing to choose"


def point_faults(state: State) -> Iterator[str]:
    """What is under way must be there."""
    point, seat = state.point, state.seat
    if point in ("recruit1", "battle-a", "battle-b"):
        slot = BOARD.slot_index[point]
        card = state.boards[seat][slot]
        if not state.actions or state.actions[state.action] != slot:
            yield "another action is carried out"
        elif card < 0 or state.owner[card] != seat:
            yield "no own province acts"
    elif point in ("attack", "defend"):
        yield from battle_faults(state)
    elif point == "calm":
        if state.token == NOTHING or state.owner[state.token] != seat:
            yield "there is no token to be saved"
        elif state.calmer != seat:
            yield "nobody keeps favour 4"
    elif point == "revolts":
        if not {*state.revolts} <= {*owned(state, seat)}:
            yield "a revolt is not in an own province"
        elif seat >= len(state.missing) or not state.missing[seat]:
            yield "there are revolts without hunger"
    elif point == "draft" and NOTHING in state.offered:
        yield "two cards lie open"
    elif point == "group" and state.taken == NOTHING:
        yield "no card waits for a group"
    elif point == "general" and state.generals[seat] == NOTHING:
        yield "there is no general to be moved"
    elif point == "samurai" and not state.stages[seat]:
        yield "the empty banner gives nothing"


def battle_faults(state: State) -> Iterator[str]:
    """SHO-18.8"""
    if not state.battle:
        yield "there is no battle"
        return
    origin, target, armies, attack, _ = state.battle
    attacker, defender = state.owner[origin], state.owner[target]
    side = attacker if state.point == "attack" else defender
    if attacker in (NOTHING, defender) or target not in state.setup.adjacent[origin]:
        yield "the battle cannot be fought"
    elif armies >= state.armies[origin] or side != state.seat:
        yield "the battle is another one"
    elif (state.point == "attack") != (attack < 0):
        yield "the attacker is asked first"


def phase_faults(state: State) -> Iterator[str]:
    """SHO-3.4, SHO-4.4, SHO-6.4"""
    seats = state.setup.seats
    if state.phase == "draft":
        yield from draft_faults(state)
    elif state.phase in ("choices", "actions", "end"):
        if state.event == NOTHING:
            yield "no event is drawn"
        if state.step != "special" and len(state.order) != seats:
            yield "there is no turn order"
        if any(len(board) != len(state.setup.slots) for board in state.boards):
            yield "a board has too few slots"
    elif state.phase == "winter" and len(state.order) != seats:
        yield "there is no turn order"
    if state.phase in ("planning", "choices", "actions", "end") and (
        len(state.actions) != len(BOARD.actions)
        or len(state.specials) != len(BOARD.specials)
    ):
        yield "action cards or special cards are missing"
    if any(one >= seats for one in state.queue) and state.step != "office":
        yield "the queue names a seat that is not there"


def draft_faults(state: State) -> Iterator[str]:
    """Every card is somewhere, and the deck lasts. [SHO-3.4]"""
    taken = [] if state.taken == NOTHING else [state.taken]
    placed = [p for p, owner in enumerate(state.owner) if owner != NOTHING]
    open_cards = [p for p in state.offered if p != NOTHING]
    mine = [] if state.step == "station" else taken
    cards = sorted([*state.deck, *open_cards, *placed, *mine])
    if cards != list(state.setup.used):
        yield "a province card is missing, or there twice"
    if len(state.offered) != 2 or len(state.groups) != state.setup.seats:
        yield "there are two places for open cards, and groups of every seat"
    elif state.step != "station" and not state.groups[state.seat]:
        yield "the seat has no group left"
    elif state.step == "station" and not taken:
        yield "no province was taken"

"""The table of decisions: what can be chosen at each point, and what it does.

[SHO-18.2, SHO-18.11]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.contract import Order, Seat
from engine.shogun.draft import (
    draft_steps,
    group,
    group_steps,
    refresh,
    station,
    station_steps,
    take_blind,
    take_open,
)
from engine.shogun.rules.actions import hold, move, move_steps
from engine.shogun.rules.auction import special, special_steps
from engine.shogun.rules.battle import (
    answer_attack,
    answer_defend,
    attack_steps,
    calm,
    calm_steps,
    defend_steps,
)
from engine.shogun.rules.court import decline_favour, favour, favour_steps
from engine.shogun.rules.dajokan import office, office_steps
from engine.shogun.rules.generals import (
    first_post_steps,
    general,
    general_steps,
    post,
    post_again_steps,
)
from engine.shogun.rules.samurai import samurai, samurai_steps
from engine.shogun.rules.steps import KNOWN
from engine.shogun.rules.winter import revolt_steps, revolts
from engine.shogun.state import State
from engine.table import Table

Lister: TypeAlias = Callable[[State, Seat], list[Order]]
Verb: TypeAlias = Callable[..., None]


def post_steps(state: State, seat: Seat) -> list[Order]:
    """Three moments ask where the general stands. [SHO-14.2, SHO-14.3, SHO-14.8]"""
    lists = {"station": station_steps, "post": first_post_steps}
    return lists.get(state.step, post_again_steps)(state, seat)


LISTS: dict[str, Lister] = {
    "draft": draft_steps,
    "group": group_steps,
    "post": post_steps,
    "special": special_steps,
    "samurai": samurai_steps,
    "favour": favour_steps,
    "recruit1": move_steps,
    "battle-a": move_steps,
    "battle-b": move_steps,
    "attack": attack_steps,
    "defend": defend_steps,
    "calm": calm_steps,
    "revolts": revolt_steps,
    "office": office_steps,
    "general": general_steps,
}
VERBS: dict[str, Verb] = {
    "refresh": refresh,
    "draft": take_open,
    "blind": take_blind,
    "group": group,
    "post here": station,
    "post": post,
    "special": special,
    "samurai": samurai,
    "favour none": decline_favour,
    "favour": favour,
    "move": move,
    "hold": hold,
    "attack": answer_attack,
    "defend": answer_defend,
    "calm": calm,
    "revolts": revolts,
    "office": office,
    "general": general,
}


def ask(table: Table[State], point: str, seat: Seat) -> None:
    """Open a decision; one with a single option is taken at once. [SHO-18.2]"""
    state = table.state
    options = LISTS[point](state, seat)
    if len(options) == 1:
        verb, numbers = KNOWN[options[0]]
        VERBS[verb](table, seat, *numbers)
    else:
        state.point, state.seat = point, seat

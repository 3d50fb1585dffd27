"""Everything a bot decides besides the plan of a season. [SHO-18.2]"""

from __future__ import annotations

from random import Random

from engine.contract import Order
from engine.shogun.board import BOARD
from engine.shogun.bots.ideas import Mind
from engine.shogun.bots.season import move_of
from engine.shogun.bots.sheet import Sheet
from engine.shogun.plans.advice import choices
from engine.shogun.rules.actions import current_slot, origin_of
from engine.shogun.rules.auction import specials_left
from engine.shogun.rules.defaults import default
from engine.shogun.rules.steps import DRAFT, GROUP, SPECIAL
from engine.shogun.state import BATTLE_A, BATTLE_B, NOTHING, State


def later_lines(state: State, seat: int) -> list[str]:
    """A line for every later decision of the season but the special. [SHO-18.9]"""
    lines = choices(state, seat, ())
    return [line.text for line in lines if line.point != "special"]


def decided(state: State, seat: int, dice: Random) -> Order:
    """One of the options at any point but the planning."""
    match state.point:
        case "draft":
            return DRAFT[max(state.offered, key=lambda p: draft_worth(state, seat, p))]
        case "group":
            return GROUP[group_for(state, seat)]
        case "special":
            return special_for(state, seat, dice)
        case "battle-a" | "battle-b":
            return attack_now(state, seat, dice)
    return default(state, seat)


def draft_worth(state: State, seat: int, province: int) -> float:
    """Income, sites, and neighbours of one's own. [SHO-3.4]"""
    setup = state.setup
    region = setup.region_of[province]
    own = [p for p in setup.used if state.owner[p] == seat]
    near = sum(p in setup.adjacent[province] for p in own)
    there = sum(setup.region_of[p] == region for p in own)
    worth = BOARD.tax[province] + 0.8 * BOARD.rice[province]
    return worth + 1.5 * BOARD.sites[province] + near + 0.7 * there


def group_for(state: State, seat: int) -> int:
    """Many where there are many neighbours of others. [SHO-3.3]"""
    sizes = sorted(state.groups[seat])
    near = state.setup.adjacent[state.taken]
    foes = sum(state.owner[p] not in (NOTHING, seat) for p in near)
    return sizes[min(len(sizes) - 1, foes * len(sizes) // 3)]


def special_for(state: State, seat: int, dice: Random) -> Order:
    mind = Mind(state, seat, dice)
    wanted = mind.specials({}, state.boards[seat])
    left = specials_left(state)
    return SPECIAL[next(card for card in wanted if card in left)]


def attack_now(state: State, seat: int, dice: Random) -> Order:
    """The best attack from the province that acts, if one is worth it."""
    slot = current_slot(state)
    assert slot in (BATTLE_A, BATTLE_B)
    _, move = Mind(state, seat, dice).attack(origin_of(state, seat))
    return move_of(state, Sheet((), {slot: move} if move else {}))

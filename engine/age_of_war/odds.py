"""Exact chances of conquest, and the best play that follows. [AOW-11, AOW-10.9]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, combinations_with_replacement, permutations
from math import factorial, prod
from operator import getitem, mul
from typing import NamedTuple, TypeAlias, TypeVar

from engine.age_of_war.board import (
    CENTRE,
    DICE,
    FACES,
    INFANTRY,
    POINTS,
    dice_sets,
    least_dice,
    symbols,
)
from engine.age_of_war.rules import PASS, ROLL
from engine.age_of_war.rules.cards import (
    attackable,
    fewest,
    fill_fewest,
    is_rolled,
    points_of,
    rank_of,
    required_lines,
    reroll_order,
    unfilled,
)
from engine.age_of_war.state import NO_TARGET, State
from engine.contract import Order

Lines: TypeAlias = tuple[str, ...]
N = TypeVar("N", int, float)

EVEN = 1e-9  # values no further apart are equal [AOW-10.9]
END = 8  # the weight of ending the match as a winner [AOW-10.9]
SYMBOLS = "".join(face for face in FACES if face not in INFANTRY)
FALLS: list[int] = [len(FACES) ** dice for dice in range(DICE + 1)]
# All ways to roll n dice, then n - 1 … then one: the denominator of P(n, S).
WAYS: list[int] = list(accumulate(FALLS, mul))


class Goal(NamedTuple):
    """A card to go for, and what it is worth. [AOW-10.9]"""

    card: int
    weight: float


# ---------------------------------------------------- the rolls of so many dice


@cache
def rolls(dice: int) -> dict[str, int]:
    """Every sorted roll, and in how many ways it falls. [AOW-1.2]"""
    hands = combinations_with_replacement(sorted(FACES), dice)
    return {"".join(hand): falls(hand) for hand in hands}


def falls(hand: Iterable[str]) -> int:
    counts = Counter(hand).values()
    return factorial(sum(counts)) // prod(map(factorial, counts))


@cache
def dice_used(dice: int, code: str) -> tuple[int, ...]:
    """Per roll the fewest dice that fill the line, 0 if none can. [AOW-5.4]"""
    kind = SYMBOLS if symbols(code) else INFANTRY  # the others never matter
    found = []
    for hand in rolls(dice):
        sets = dice_sets("".join(face for face in hand if face in kind), code)
        found.append(len(sets[0]) if sets else 0)
    return tuple(found)


def fillable(dice: int, code: str) -> float:
    """The chance that one roll can fill the line. [AOW-11.2]"""
    used = dice_used(dice, code)
    good = sum(ways for ways, u in zip(rolls(dice).values(), used, strict=True) if u)
    return good / FALLS[dice]


def over_rolls(dice: int, worth: Mapping[str, Sequence[N]]) -> N:
    """The sum over all rolls of the most that each is worth. [AOW-11.1, AOW-11.4]

    `worth[code][u]` is the worth of a roll that fills the line with u dice, or not.
    """
    at: Callable[[Sequence[N], int], N] = getitem
    tables = worth.values()
    rows = zip(*(dice_used(dice, code) for code in worth), strict=True)
    return sum(
        ways * max(map(at, tables, used))
        for ways, used in zip(rolls(dice).values(), rows, strict=True)
    )


def worth_by_use(code: str, again: N, filled: Iterable[N]) -> list[N]:
    """By dice used: nobody has to fill a line, so never less than to reroll."""
    unfit = [again] * least_dice(code)
    return unfit + [max(again, worth) for worth in filled]


def left_over(dice: int, code: str) -> range:
    """The dice that can be left after filling the line, most first."""
    return range(dice - least_dice(code), -1, -1)


# ----------------------------------------------------------- one card: P(n, S)


def conquest_exact(dice: int, lines: Lines) -> Fraction:
    """P(n, S): dice about to be rolled, lines still unfilled. [AOW-11.1]"""
    return Fraction(winning_ways(dice, canonical(lines)), WAYS[dice])


@cache
def conquest(dice: int, lines: Lines) -> float:
    """P(n, S) as the nearest float. [AOW-11.1]"""
    return winning_ways(dice, canonical(lines)) / WAYS[dice]


@cache
def canonical(lines: Lines) -> Lines:
    """One form for all that are alike: A, C and G may be exchanged. [AOW-11.3]"""
    plain = [symbols(code) or code for code in lines]
    tables = (str.maketrans(SYMBOLS, "".join(other)) for other in permutations(SYMBOLS))
    return min(renamed(plain, table) for table in tables)


def renamed(lines: Iterable[str], table: Mapping[int, int]) -> Lines:
    return tuple(
        sorted(
            "".join(sorted(code.translate(table))) if symbols(code) else code
            for code in lines
        )
    )


def without(lines: Lines, code: str) -> Lines:
    place = lines.index(code)
    return lines[:place] + lines[place + 1 :]


@cache
def winning_ways(dice: int, lines: Lines) -> int:
    """How many of the WAYS conquer under best play: exact, in whole numbers."""
    if not lines:
        return WAYS[dice]
    if dice < sum(map(least_dice, lines)):  # AOW-4.8
        return 0
    again = winning_ways(dice - 1, lines)
    return over_rolls(dice, {c: ways_by_use(dice, lines, c, again) for c in set(lines)})


def ways_by_use(dice: int, lines: Lines, code: str, again: int) -> list[int]:
    """Which of the ways that remain after this roll, those of one die less."""
    rest = canonical(without(lines, code))
    filled = (
        winning_ways(left, rest) * (WAYS[dice - 1] // WAYS[left])
        for left in left_over(dice, code)
    )
    return worth_by_use(code, again, filled)


# --------------------------------------------------------- several goals: V(n)


@lru_cache(maxsize=4096)  # bounded, because players choose the weights
def expected(dice: int, goals: tuple[tuple[float, Lines], ...]) -> float:
    """V(n): the most that goals of such weight and lines can yield. [AOW-11.4]"""
    if dice == 0 or not goals:
        return 0.0
    again = expected(dice - 1, goals)
    worth = {
        code: worth_by_use(code, again, best_by_left(dice, code, rests))
        for code, rests in rests_by_code(goals).items()
    }
    return over_rolls(dice, worth) / FALLS[dice]


@lru_cache(maxsize=512)
def rests_by_code(
    goals: tuple[tuple[float, Lines], ...],
) -> dict[str, list[tuple[float, Lines]]]:
    """Which goals a line can begin, and what they then still ask for."""
    rests: dict[str, list[tuple[float, Lines]]] = {}
    for weight, lines in goals:
        for code in dict.fromkeys(lines):
            rest = canonical(without(lines, code))
            rests.setdefault(symbols(code) or code, []).append((weight, rest))
    return rests


def best_by_left(
    dice: int, code: str, rests: list[tuple[float, Lines]]
) -> Iterable[float]:
    for left in left_over(dice, code):
        yield max(weight * conquest(left, rest) for weight, rest in rests)


# ------------------------------------------------------------- from a position


def after_fill(state: State, card: int, line: int) -> float:
    """The chance of the card once the line is filled with the fewest dice. [AOW-11.1]

    Nothing, if the roll does not fill it or too few dice are left. [AOW-10.7]
    """
    rest = unfilled(state, card)
    if line not in rest or not (used := fewest(state, card, line)):
        return 0.0
    del rest[line]
    return conquest(len(state.hand) - len(used), tuple(rest.values()))


def after_reroll(state: State) -> float:
    """The chance of the target once a die is lost. [AOW-11.1]"""
    rest = unfilled(state, state.target)
    return conquest(len(state.hand) - 1, tuple(rest.values()))


def best(state: State) -> float:
    """The chance of the target under best play from this roll. [AOW-10.9a]"""
    lines = unfilled(state, state.target)
    fills = (after_fill(state, state.target, line) for line in lines)
    return max(after_reroll(state), *fills)


# ------------------------------------------------------------------------ auto


def default_weight(state: State, card: int) -> float:
    """What a conquest adds to the score, and what it does to the match. [AOW-10.9]"""
    now, seat = state.holder, state.seat
    then = (*now[:card], seat, *now[card + 1 :])
    gain = points_of(then, seat) - points_of(now, seat)
    if CENTRE in then:
        return float(gain + (now[card] == CENTRE))
    first = max(rank_of(then, other) for other in range(state.setup.seats))
    return float(gain + 1 + END) if rank_of(then, seat) == first else 0.0


def auto_order(state: State, goals: Sequence[Goal] | None = None) -> Order:
    """The action of the highest worth; without goals every card is one. [AOW-10.9]"""
    if not is_rolled(state):
        return ROLL
    if state.target != NO_TARGET:
        return best_action(state, [Goal(state.target, 1.0)], after_reroll(state))
    wanted = goals_open(state, goals)
    if not wanted:
        return PASS
    lines = tuple((goal.weight, required_lines(state, goal.card)) for goal in wanted)
    return best_action(state, wanted, expected(len(state.hand) - 1, lines))


def goals_open(state: State, goals: Sequence[Goal] | None) -> list[Goal]:
    """Those that can be attacked and are worth it. [AOW-5.1, AOW-10.9]"""
    cards = [card for card, _ in attackable(state.holder, state.seat)]
    if goals is None:
        goals = [Goal(card, default_weight(state, card)) for card in cards]
    return [goal for goal in goals if goal.card in cards and goal.weight > 0]


def best_action(state: State, goals: Sequence[Goal], again: float) -> Order:
    """Of equals a fill, more city points, slot order, the lower line. [AOW-10.9]

    The worked decision of AOW-11.5 comes out: I8 with three dice.

    A fill that puts the card out of reach is worth nothing and no action. [AOW-9.18]
    """
    fills = [
        (goal.weight * after_fill(state, goal.card, line), goal.card, line)
        for goal in goals
        for line in unfilled(state, goal.card)
    ]
    most = max(again, *(worth for worth, _, _ in fills))
    even = [fill for fill in fills if fill[0] and fill[0] >= most - EVEN]
    if not even:
        return reroll_order(state)
    _, card, line = min(even, key=lambda fill: (-POINTS[fill[1]], fill[1], fill[2]))
    return fill_fewest(state, card, line)


# ---------------------------------------------------------------------- shown


def percent(probability: float, language: str = "en") -> str:
    """One decimal, half up in the digits a reader would see. [AOW-11.1]"""
    shown = Decimal(repr(probability)) * 100
    text = f"{shown.quantize(Decimal('0.1'), ROUND_HALF_UP)} %"
    return text if language == "en" else text.replace(".", ",")

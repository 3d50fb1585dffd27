"""Cards, lines and dice: what can be attacked, filled and counted. [AOW-5 to AOW-8]"""

from __future__ import annotations

from functools import cache, lru_cache

from engine.age_of_war.board import (
    CARDS_OF,
    CENTRE,
    INFANTRY,
    LEAST,
    POINTS,
    PROVINCE,
    REQUIRED,
    SET_POINTS,
    SLOTS,
    dice_sets,
    least_dice,
)
from engine.age_of_war.state import UNROLLED, State
from engine.contract import Order, Seat, Standing

# -------------------------------------------------------- who holds what


@lru_cache(maxsize=4096)
def subdued(holder: tuple[int, ...]) -> tuple[int, ...]:
    """Per province who has it face down: all its cards in one hand. [AOW-7.1]"""
    return tuple(
        next(iter(of)) if len(of := {holder[card] for card in cards}) == 1 else CENTRE
        for cards in CARDS_OF
    )


@lru_cache(maxsize=4096)
def attackable(holder: tuple[int, ...], seat: Seat) -> list[tuple[int, bool]]:
    """The cards the seat may choose, and whether an opponent has them. [AOW-5.1]"""
    stacks = subdued(holder)
    return [
        (card, of != CENTRE)
        for card, of in enumerate(holder)
        if of != seat and stacks[PROVINCE[card]] == CENTRE
    ]


def is_opposed(state: State, card: int) -> bool:
    return state.holder[card] != CENTRE


def required_lines(state: State, card: int) -> tuple[str, ...]:
    """An opponent's card also asks for the special general line. [AOW-6.1, AOW-6.2]

    It is a line like any other, apart from a printed G. [AOW-6.3]
    """
    return REQUIRED[card][is_opposed(state, card)]


# ------------------------------------------------------ which dice fill what


def is_rolled(state: State) -> bool:
    return UNROLLED not in state.hand


@cache
def least_left(card: int, opposed: bool, filled: tuple[int, ...]) -> int:
    """M(card): the fewest dice for the lines still unfilled. [AOW-4.8]"""
    lines = enumerate(REQUIRED[card][opposed], start=1)
    return sum(least_dice(code) for line, code in lines if line not in filled)


@lru_cache(maxsize=65536)
def is_lost(hand: str, card: int, opposed: bool, filled: tuple[int, ...]) -> bool:
    """The card is out of reach of a sorted roll, whatever is done. [AOW-4.9]

    One die less is too few, and no line can be filled that leaves enough.
    """
    if len(hand) > least_left(card, opposed, filled):
        return False
    for line, code in enumerate(REQUIRED[card][opposed], start=1):
        sets = () if line in filled else dice_sets(hand, code)
        if sets:
            left = len(hand) - len(sets[0])
            if left >= least_left(card, opposed, (*filled, line)):
                return False
    return True


def unfilled(state: State, card: int) -> dict[int, str]:
    """The required lines still to be filled, by number. [AOW-5.10, AOW-6.2]"""
    filled = state.filled if card == state.target else ()
    lines = enumerate(required_lines(state, card), start=1)
    return {line: code for line, code in lines if line not in filled}


def dice_wanted(state: State) -> int:
    """The fewest dice that can still conquer the target. [AOW-4.8]"""
    return least_left(state.target, is_opposed(state, state.target), state.filled)


@lru_cache(maxsize=4096)
def least_open(holder: tuple[int, ...], seat: Seat) -> int:
    """The fewest dice that can conquer anything at all. [AOW-4.8]"""
    return min(LEAST[card][opposed] for card, opposed in attackable(holder, seat))


def sorted_hand(hand: str) -> str:
    return "".join(sorted(hand))


def take_dice(hand: str, dice: str) -> tuple[str, str]:
    """These dice in roll order, the first of equal ones; and the others. [AOW-5.4]"""
    if len(dice) == 1:
        return dice, hand.replace(dice, "", 1)
    wanted, used, rest = list(dice), "", ""
    for face in hand:
        if face in wanted:
            wanted.remove(face)
            used += face
        else:
            rest += face
    return used, rest


def is_filled_by(dice: str, code: str) -> bool:
    """Whether these dice fill the line, be there too many or not."""
    if code[0] == "I":
        return all(f in INFANTRY for f in dice) and sum(map(int, dice)) >= int(code[1:])
    return bool(dice_sets("".join(sorted(dice)), code))


def fewest(state: State, card: int, line: int) -> str:
    """The dice the engine places when none are named; "" if none fit. [AOW-5.4]"""
    code = required_lines(state, card)[line - 1]
    sets = dice_sets(sorted_hand(state.hand), code)
    if len(sets) < 2:
        return sets[0] if sets else ""
    best = (len(sets[0]), total(sets[0]))
    equal = [dice for dice in sets if (len(dice), total(dice)) == best]
    return min(equal, key=lambda dice: places_of(state.hand, dice))


def total(dice: str) -> int:
    return sum(map(int, dice))


def places_of(hand: str, dice: str) -> list[int]:
    """Where these dice lie in the roll, the first of equal ones taken first."""
    taken: list[int] = []
    for face in sorted(dice):
        start = max((p for p in taken if hand[p] == face), default=-1)
        taken.append(hand.index(face, start + 1))
    return sorted(taken)


# ------------------------------------------------ every fill and every reroll


@cache  # 1,715 sorted hands at most
def fills_of(hand: str) -> list[tuple[list[Order], list[Order]]]:
    """Per card all fills of a sorted hand, in the centre and against an opponent."""
    return [
        (fills_of_card(hand, card, False), fills_of_card(hand, card, True))
        for card in range(len(SLOTS))
    ]


@lru_cache(maxsize=65536)
def fills_left(
    hand: str, card: int, opposed: bool, filled: tuple[int, ...]
) -> list[Order]:
    """The fills of a card on which some lines are filled already. [AOW-5.10]"""
    return [
        order
        for order in fills_of(hand)[card][opposed]
        if int(order.args[1]) not in filled
    ]


def fills_of_card(hand: str, card: int, opposed: bool) -> list[Order]:
    return [
        fill_order(hand, card, line, dice)
        for line, code in enumerate(REQUIRED[card][opposed], start=1)
        for dice in dice_sets(hand, code)
    ]


def fill_order(hand: str, card: int, line: int, dice: str) -> Order:
    """Dice are named only where there is a choice of dice. [AOW-5.4]"""
    code = REQUIRED[card][True][line - 1]
    args = (SLOTS[card], str(line))
    return Order("fill", args if len(dice_sets(hand, code)) == 1 else (*args, dice))


def fill_fewest(state: State, card: int, line: int) -> Order:
    """The fill of a line with the dice the engine takes. [AOW-5.4]"""
    hand = sorted_hand(state.hand)
    return fill_order(hand, card, line, fewest(state, card, line))


def reroll_order(state: State, faces: str = "") -> Order:
    """The first listed face that was rolled is lost, else the first die. [AOW-4.4]"""
    lost = next((face for face in faces if face in state.hand), state.hand[0])
    return Order("reroll", (lost,))


@cache
def rerolls_of(hand: str) -> list[Order]:
    return [Order("reroll", (face,)) for face in sorted(set(hand))]


# ------------------------------------------------------------------ scoring


def points_of(holder: tuple[int, ...], seat: Seat) -> int:
    """Face-up cards, and stacks instead of their cards. [AOW-8.3, AOW-7.3, AOW-7.5]

    So the rulebook's example comes out: 16 to 16, eight cities to six. [AOW-2.5]
    """
    stacks = subdued(holder)
    cards = sum(
        POINTS[card]
        for card, of in enumerate(holder)
        if of == seat and stacks[PROVINCE[card]] == CENTRE
    )
    return cards + sum(SET_POINTS[p] for p, of in enumerate(stacks) if of == seat)


def rank_of(holder: tuple[int, ...], seat: Seat) -> tuple[int, int, int]:
    """Points, then cities, then provinces. [AOW-8.4, AOW-8.5, AOW-8.6, AOW-9.15]"""
    return points_of(holder, seat), holder.count(seat), subdued(holder).count(seat)


def score(state: State) -> list[Standing]:
    """Equal seats share a place, and the next place is skipped. [AOW-8.7]"""
    ranks = [rank_of(state.holder, seat) for seat in range(state.setup.seats)]
    return [
        Standing(
            seat=seat,
            place=1 + sum(other > rank for other in ranks),
            points=rank[0],
            detail={"cards": rank[1], "provinces": rank[2]},
        )
        for seat, rank in enumerate(ranks)
    ]

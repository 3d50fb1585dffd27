"""A table as it may be, for all a seat knows. [SB-3.2, SB-17.2]

Hands and decks are dealt anew from the cards that the seat cannot see, listed by id:
equal views and equal dice give equal tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from engine.contract import Seat
from engine.samurai_battles.cards import COMMAND_DECK, DRAGON_DECK
from engine.samurai_battles.rules.windows import FIRST_STRIKE
from engine.samurai_battles.state import State

Hands = tuple[tuple[str, ...], ...]


def imagine(state: State, seat: Seat | None, dice: Random) -> State:
    """The same view for the seat; all that is hidden from it is dealt at random."""
    table = state.copy()
    deal_commands(table, seat, dice)
    deal_dragons(table, seat, dice)
    return table


def deal_commands(table: State, seat: Seat | None, dice: Random) -> None:
    """Others' hands, two cards of which one is kept, and the deck."""
    strikes = (FIRST_STRIKE,) * sum(table.strikes)
    in_play = (table.card,) if table.card else ()
    is_mine = seat == table.active
    drawn = table.drawn if is_mine else ()
    seen = (*table.command_discard, *strikes, *in_play, *drawn)
    unseen = unseen_of(COMMAND_DECK, seen, table.command_hands, seat)
    dice.shuffle(unseen)
    table.command_hands = dealt(table.command_hands, seat, unseen)
    if table.drawn and not is_mine:
        table.drawn = tuple(unseen.pop() for _ in table.drawn)
    table.command_deck = tuple(unseen)


def deal_dragons(table: State, seat: Seat | None, dice: Random) -> None:
    seen = (*table.dragon_discard, *(one.card for one in table.in_play))
    unseen = unseen_of(DRAGON_DECK, seen, table.dragon_hands, seat)
    dice.shuffle(unseen)
    table.dragon_hands = dealt(table.dragon_hands, seat, unseen)
    table.dragon_deck = tuple(unseen)


def unseen_of(
    box: Sequence[str], seen: Iterable[str], hands: Hands, seat: Seat | None
) -> list[str]:
    """All of the box but those face up and the seat's own."""
    own = () if seat not in (0, 1) else hands[seat]
    return sorted((Counter(box) - Counter((*seen, *own))).elements())


def dealt(hands: Hands, seat: Seat | None, unseen: list[str]) -> Hands:
    """As many cards as all can count, taken off the unseen ones."""
    return tuple(
        hand if of == seat else tuple(sorted(unseen.pop() for _ in hand))
        for of, hand in enumerate(hands)
    )

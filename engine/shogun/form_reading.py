"""A text as the planning form shows it. [SHO-18.13]

Every statement is read by itself: what is no card, or a list that no control can show,
stays as it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engine.contract import Seat
from engine.errors import OrderError
from engine.form import Entry, Filling, Ranking
from engine.reading.players import Players
from engine.reading.text import Line, statements
from engine.shogun.board import BOARD
from engine.shogun.plans.reading import COMMENT, read_line
from engine.shogun.plans.tree import (
    Card,
    Choice,
    Move,
    Moves,
    Order,
    Statement,
    moves_said,
)
from engine.shogun.plans.vocabulary import COLOURS
from engine.shogun.plans.writing import sayer
from engine.shogun.state import UNLAID, State, card_name

BLUFF_KEY = "-"


def filling_of(
    state: State,
    seat: Seat,
    text: str,
    language: str,
    names: Sequence[str],
    rankings: Sequence[Ranking],
) -> Filling:
    """What lies on the board already, and the text over it."""
    reader = Reader(language, {ranking.key: ranking for ranking in rankings})
    read = partial(read_line, Players(names, COLOURS))
    lines = [(line, understood(read, line)) for line in statements(text, COMMENT)]
    if not any(isinstance(order, Card) for _, order in lines):
        reader.entries |= laid(state, seat)
    for line, order in lines:
        reader.take(line.text, order)
    others, written = tuple(reader.others), tuple(reader.written)
    return Filling(reader.entries, reader.ranked, others, written)


def understood(read: Callable[[Line], Statement], line: Line) -> Order | None:
    try:
        return read(line).order
    except OrderError:
        return None


def laid(state: State, seat: Seat) -> dict[str, Entry]:
    """The cards on the seat's own board, as it sees it. [SHO-18.12]"""
    return {
        BOARD.slots[slot]: Entry(key_of(card_name(card)))
        for slot, card in zip(state.setup.slots, state.boards[seat], strict=True)
        if card != UNLAID
    }


def key_of(card: str) -> str:
    return BLUFF_KEY if card == "bluff" else card


class Reader:
    """Lays statements into slots and rankings, one after another."""

    def __init__(self, language: str, rankings: dict[str, Ranking]) -> None:
        self.say = sayer(language)
        self.rankings = rankings
        self.entries: dict[str, Entry] = {}
        self.ranked: dict[str, tuple[str, ...]] = {}
        self.others: list[str] = []
        self.written: list[str] = []
        self.said: set[str] = set()  # slots of which a statement spoke

    def take(self, text: str, order: Order | None) -> None:
        if isinstance(order, Card) and order.slot not in self.said:
            self.said.add(order.slot)
            self.entries[order.slot] = self.entry(key_of(order.card), order.moves)
        elif isinstance(order, Moves) and self.entries.get(order.slot):
            card = self.entries[order.slot].card
            self.entries[order.slot] = self.entry(card, order.moves)
        elif isinstance(order, Choice) and self.is_shown(order):
            self.ranked[order.point] = self.keys(order)
        else:
            self.others.append(text)
            if isinstance(order, Choice) and order.point in self.rankings:
                self.written.append(order.point)

    def entry(self, card: str, moves: Sequence[Move]) -> Entry:
        """One move without a condition has controls; anything else is kept as text."""
        if not moves or moves == (Move("hold"),):
            return Entry(card)
        move = moves[0]
        is_plain = move.amount.isdigit() or move.amount == "all"
        if is_plain and not move.tests and moves[1:] in ((), (Move("hold"),)):
            number = move.amount if move.amount != "all" else self.say("move", "all")
            return Entry(card, move.target, number)
        return Entry(card, more=f" > {moves_said(moves, self.say)}")

    def is_shown(self, choice: Choice) -> bool:
        """Whether the ranking has a control for each of its entries."""
        ranking = self.rankings.get(choice.point)
        if ranking is None or choice.point in self.ranked:
            return False
        known = {item.key for item in ranking.items}
        texts = self.keys(choice)
        return len(set(texts)) == len(texts) and set(texts) <= known

    def keys(self, choice: Choice) -> tuple[str, ...]:
        """The entries as items; a bare 4 is kept, as its item says. [SHO-18.19]"""
        known = {item.key for item in self.rankings[choice.point].items}
        texts = [entry.text for entry in choice.entries]
        kept = [text if text in known else f"{text}@keep" for text in texts]
        return tuple(k if k in known else t for t, k in zip(texts, kept, strict=True))

"""The cards of a plan: what lies where, what is wrong with it. [SHO-18.12 to 18.16]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.contract import Seat
from engine.errors import OrderError, OrderIllegal
from engine.shogun.board import BOARD
from engine.shogun.plans.tree import Card, Move
from engine.shogun.rules.hand import (
    intrigue_left,
    officials_left,
    owned,
    provinces_left,
)
from engine.shogun.state import (
    BID,
    EMPTY,
    INTRIGUE,
    OFFICIAL,
    UNLAID,
    State,
    card_name,
)


class Sheet:
    """The slots of a seat as they will be: cards that lie, and those of a plan."""

    def __init__(self, state: State, seat: Seat, cards: Sequence[Card]) -> None:
        self.state, self.seat = state, seat
        self.board = state.boards[seat]
        self.cards = {card.slot: card for card in cards}

    @property
    def slots(self) -> list[str]:
        """All slots of the match, in the order of the sheet."""
        return [BOARD.slots[slot] for slot in self.state.setup.slots]

    def card_at(self, slot: str) -> str:
        """What lies or will lie there; nothing while the slot is open."""
        if slot in self.cards:
            return self.cards[slot].card
        laid = self.board[BOARD.slot_index[slot]]
        return "" if laid == UNLAID else card_name(laid)

    @property
    def open(self) -> list[str]:
        """Slots without a card, but for those that fill themselves. [SHO-18.12]"""
        found = [slot for slot in self.slots if not self.card_at(slot)]
        if "bid" not in found and (not self.cards_left or self.is_forced(found)):
            return []
        return found

    def is_forced(self, slots: Sequence[str]) -> bool:
        """Whether one slot is left and one kind of card for it. [SHO-18.2]"""
        dashes = len(self.dashes(True)) + len(self.dashes(False))
        intrigue = max(0, self.intrigue - dashes)
        officials = self.officials - max(0, dashes - self.intrigue)
        kinds = len(self.provinces) + bool(intrigue) + bool(officials > 0)
        is_action = bool(slots) and slots[0] in BOARD.actions
        as_bluff = is_action and officials > 0 and not intrigue
        return len(slots) == 1 and kinds + as_bluff == 1

    @property
    def provinces(self) -> list[str]:
        """Own provinces that lie nowhere."""
        named = {card.card for card in self.cards.values()}
        left = provinces_left(self.state, self.seat)
        return [BOARD.codes[p] for p in left if BOARD.codes[p] not in named]

    @property
    def digits(self) -> list[str]:
        return [card.card for card in self.cards.values() if card.card.isdigit()]

    def dashes(self, is_court: bool) -> list[Card]:
        return [
            card
            for card in self.cards.values()
            if card.card == "bluff" and card.slot.startswith("court") == is_court
        ]

    @property
    def intrigue(self) -> int:
        """Intrigue cards that no line names by their value."""
        return intrigue_left(self.state, self.seat) - len(self.digits)

    @property
    def officials(self) -> int:
        """Official cards that no line names."""
        named = [c for c in self.cards.values() if c.card == "official"]
        return officials_left(self.state, self.seat) - len(named)

    @property
    def spare(self) -> int:
        """Intrigue and official cards left over when every dash has one."""
        dashes = len(self.dashes(True)) + len(self.dashes(False))
        return self.intrigue + self.officials - dashes

    @property
    def cards_left(self) -> int:
        return len(self.provinces) + max(0, self.spare)

    # ----------------------------------------------------------------------- faults

    def faults(self, lines: Mapping[str, int]) -> Iterator[OrderError]:
        """What is wrong, each with the line of its slot. [SHO-18.5]"""
        taken: dict[str, str] = {}
        for slot, card in self.cards.items():
            line = lines.get(slot, 0)
            fault = self.slot_fault(card) or self.card_fault(card)
            fault = fault or self.twice(card, taken)
            fault = fault or moves_fault(self.state, self.seat, card)
            if fault:
                yield fault.at(line)
        last = max(lines.values(), default=0)
        yield from (fault.at(last) for fault in self.count_faults())

    def slot_fault(self, card: Card) -> OrderError | None:
        slot = BOARD.slot_index[card.slot]
        if slot >= len(self.board):
            return OrderIllegal("SHO-12.4", "E_NO_SLOT", slot=card.slot)
        laid = self.board[slot]
        if laid == UNLAID or card_name(laid) == card.card:
            return None
        return OrderIllegal("SHO-4.3", "E_SLOT_LAID", slot=card.slot)

    def card_fault(self, card: Card) -> OrderError | None:
        """SHO-4.3, SHO-17.6, SHO-12.4"""
        if card.card in BOARD.index:
            return self.province_fault(card.card)
        chests = self.state.chests[self.seat]
        if card.slot == "bid" and card.card.isdigit() and int(card.card) > chests:
            legal = [f"bid {value}" for value in BOARD.intrigue if value <= chests]
            return OrderIllegal(
                "SHO-17.6",
                "E_BID_TOO_HIGH",
                legal=legal,
                legal_kind="order",
                chests=chests,
            )
        if card.card == "official" and not self.state.setup.court:
            return OrderIllegal("SHO-12.4", "E_NO_OFFICIAL")
        return None

    def province_fault(self, code: str) -> OrderError | None:
        province = BOARD.index[code]
        if province not in self.state.setup.used:
            return OrderIllegal("SHO-2.4", "E_UNUSED", province=code)
        if self.state.owner[province] == self.seat:
            return None
        legal = [BOARD.codes[p] for p in owned(self.state, self.seat)]
        return OrderIllegal(
            "SHO-4.3", "E_NOT_YOURS", legal=legal, legal_kind="province", province=code
        )

    def twice(self, card: Card, taken: dict[str, str]) -> OrderError | None:
        """A province or a digit that lies in two slots. [SHO-4.3, SHO-18.16]"""
        if card.card in ("bluff", "official", "empty"):
            return None
        if self.is_laid_elsewhere(card) or taken.setdefault(card.card, card.slot) != (
            card.slot
        ):
            if card.card.isdigit():
                return OrderIllegal("SHO-18.16", "E_DIGIT_USED", word=card.card)
            return OrderIllegal("SHO-4.3", "E_CARD_USED", province=card.card)
        return None

    def is_laid_elsewhere(self, card: Card) -> bool:
        if card.card.isdigit():
            bid = self.board[BID]
            return card.slot != "bid" and bid == INTRIGUE + int(card.card)
        province = BOARD.index[card.card]
        at = BOARD.slot_index[card.slot]
        return any(c == province and s != at for s, c in enumerate(self.board))

    def count_faults(self) -> Iterator[OrderError]:
        """Not more of a kind than there are. [SHO-18.16, SHO-17.5]"""
        if self.officials < 0 and self.state.setup.court:
            yield OrderIllegal("SHO-12.4", "E_NO_OFFICIAL")
        elif self.lacks_intrigue:
            yield OrderIllegal("SHO-18.16", "E_NO_INTRIGUE")
        empty = [card for card in self.cards.values() if card.card == "empty"]
        if len(empty) > self.empty_slots:
            yield OrderIllegal("SHO-4.3", "E_NOT_EMPTY")

    @property
    def lacks_intrigue(self) -> bool:
        """Court slots get theirs first; a dash with no card at all left is empty."""
        if self.intrigue < 0:
            return True
        if len(self.dashes(True)) > self.intrigue:
            return self.intrigue + self.officials > 0 or bool(self.provinces)
        return self.spare < 0 and bool(self.provinces)

    @property
    def empty_slots(self) -> int:
        """How many slots must stay empty, for want of cards. [SHO-17.5]"""
        open_slots = [slot for slot in self.board if slot == UNLAID]
        cards = (
            len(provinces_left(self.state, self.seat))
            + intrigue_left(self.state, self.seat)
            + officials_left(self.state, self.seat)
        )
        return max(0, len(open_slots) - cards)

    # ------------------------------------------------------------------ for the rest

    @property
    def named(self) -> list[int]:
        """Cards that lines name, as the rules know them. [SHO-18.6]"""
        return [number_of(card.card) for card in self.cards.values()]


def number_of(card: str) -> int:
    """A card of a line as the planning boards have it; a dash is none."""
    if card.isdigit():
        return INTRIGUE + int(card)
    if card in BOARD.index:
        return BOARD.index[card]
    return OFFICIAL if card == "official" else EMPTY if card == "empty" else UNLAID


# ------------------------------------------------------------------------ moves [5.17]


def moves_fault(state: State, seat: Seat, card: Card) -> OrderError | None:
    """What is refused at once: what depends only on the board. [SHO-5.17]"""
    origin = BOARD.index.get(card.card, UNLAID)
    faults = (move_fault(state, origin, card.slot, move) for move in card.moves)
    return next(filter(None, faults), None)


def move_fault(state: State, origin: int, slot: str, move: Move) -> OrderError | None:
    for test in move.tests:
        if (
            test.quantity == "owner"
            and test.named in BOARD.colours[state.setup.seats :]
        ):
            return OrderIllegal("SHO-1.9", "E_NO_PLAYER", colour=test.named)
    if move.is_word:
        return None
    target = BOARD.index[move.target]
    if target not in state.setup.used:
        return OrderIllegal("SHO-2.4", "E_UNUSED", province=move.target)
    near = state.setup.adjacent[origin]
    if target not in near:
        return OrderIllegal(
            "SHO-5.14" if slot == "recruit1" else "SHO-5.15",
            "E_NOT_ADJACENT",
            legal=[BOARD.codes[p] for p in near],
            legal_kind="province",
            origin=BOARD.codes[origin],
            province=move.target,
        )
    if move.amount == "0":
        legal = (f"{move.target} 1", "hold")
        return OrderIllegal("SHO-5.15", "E_NO_ARMIES", legal=legal, legal_kind="order")
    return None

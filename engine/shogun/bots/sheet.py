"""A plan for a season as a bot has it, and as it writes it. [SHO-18.13]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.shogun.board import BOARD
from engine.shogun.state import BLUFF, INTRIGUE, MOVING, card_name


@dataclass(frozen=True)
class Move:
    """Armies to a province; so many stay behind, besides the one that must."""

    target: int
    stay: int = 0

    @property
    def text(self) -> str:
        amount = f"all-{self.stay}" if self.stay else "all"
        return f"{BOARD.codes[self.target]} {amount}"


@dataclass(frozen=True)
class Sheet:
    """Cards by slot, moves by slot, and what is ranked."""

    cards: tuple[int, ...]
    moves: Mapping[int, Move] = field(default_factory=dict)
    specials: tuple[int, ...] = ()  # best first

    def text(self, choices: Sequence[str] = ()) -> str:
        """The mail that plans the whole season."""
        slots = [self.line(slot, card) for slot, card in enumerate(self.cards)]
        special = " > ".join(BOARD.specials[card] for card in self.specials)
        ranked = [f"special {special}"] if special else []
        return "\n".join([*slots, *ranked, *choices])

    def line(self, slot: int, card: int) -> str:
        name = BOARD.slots[slot]
        if card == BLUFF:
            return f"{name} -"
        if slot not in MOVING or card < 0 or card >= INTRIGUE:
            return f"{name} {card_name(card)}"
        move = self.moves.get(slot)
        moves = f"{move.text} | hold" if move else "hold"
        return f"{name} {card_name(card)} > {moves}"

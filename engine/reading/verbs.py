"""Whether a word begins an order of a game: what tells orders from pleasantries.

A game says so itself: whatever it cannot read is refused by the word at which reading
ended. If that is the very first one, no order begins with it.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from engine.contract import Game, Seat
from engine.errors import OrderError, Refused
from engine.reading.text import fold

NONSENSE = "zzqx"  # follows the word: no game knows it
ALIKE = 0.75  # from here on a word is a slip of the pen
MOST_KNOWN = 20_000  # words remembered for all games together
EXACT, NEAR, NONE = "exact", "near", ""

KNOWN: dict[tuple[str, str], str] = {}


def begins_order(game: Game[Any], state: Any, seat: Seat, word: str) -> str:
    """`exact`, `near` for a slip of the pen, or nothing: then no order begins so.

    Which words begin orders depends on the game alone, so each is asked for once.
    """
    key = (getattr(game, "__name__", ""), fold(word))
    found = KNOWN.get(key)  # other threads may clear it
    if found is None:
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        found = KNOWN[key] = asked(game, state, seat, key[1])
    return found


def asked(game: Game[Any], state: Any, seat: Seat, word: str) -> str:
    try:
        game.parse(state, seat, f"{word} {NONSENSE}")
    except Refused as refused:
        return understood(refused.errors[0], word)
    return EXACT


def understood(fault: OrderError, word: str) -> str:
    if fold(str(fault.data.get("word", ""))) != word:
        return EXACT
    spelt = [fold(legal).partition(" ")[0] for legal in fault.spelt if fault.near]
    is_near = any(likeness(word, verb) >= ALIKE for verb in spelt)
    return NEAR if is_near else NONE


def likeness(word: str, other: str) -> float:
    return SequenceMatcher(None, word, other, autojunk=False).ratio()

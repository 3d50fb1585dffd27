"""Orders in the reader's language: every canonical text, word by word. [SSE-14]"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from engine.contract import Order
from engine.reading.text import fold
from engine.small_samurai_empires.plans.vocabulary import (
    BOARD,
    GAME,
    WORDS,
    names_of,
)
from engine.words import words

MOVES = "move-2-or-ship|move-2-or-3|move-3"
PIECES = re.compile(
    rf"(?P<kind>{MOVES})(?![\w-])"
    r"|(?<=place )(?P<first>recruit|attack|harvest|castle)\b"
    r"|(?<= or )(?P<later>recruit|attack|harvest|castle)\b"
    r"|(?P<region>grey|orange|teal|violet)(?=-[0-9])"
    r"|up to|only if|[^\W\d_]+"
)


STEPS = ("move", "expedition", "recruit", "attack")
LOGGED = re.compile(r"[a-z]+(?: [a-z0-9-]+)*")  # without arrows, commas and colons


def as_written(text: str, point: str) -> str:
    """A step of the log as a player would write it; any other text stays. [SSE-13.8]

    An action may have more steps, but for a neutral one: so it says that it is one.
    """
    if not LOGGED.fullmatch(text):
        return text
    order = Order.read(text)
    is_part = order.verb in STEPS and point == "resolution"
    return f"step {in_words(order)}" if is_part else in_words(order)


def in_words(order: Order) -> str:
    """A step as a player would write it. [SSE-13.8]"""
    match order:
        case Order("place", (kind, slot)):
            return f"place {kind} at {slot}"
        case Order("cover", (kind, slot)):
            return f"place {kind} cover at {slot}"
        case Order("move" | "expedition", provinces) if provinces:
            return f"move {' -> '.join(provinces)}"
        case Order("ship", (count, start, goal)):
            return f"ship {count} {start} -> {goal}"
        case Order("decline"):
            return "none"
        case Order("reinforce"):
            return "castle"
        case Order("done"):
            return "pass"
    return order.text


def in_language(text: str, language: str) -> str:
    """An order as its reader would write it; it means the same. [SSE-13.8]"""
    if language not in WORDS["written"]:
        return text
    return PIECES.sub(lambda piece: translated(piece, language), text)


@cache
def in_languages(text: str) -> frozenset[str]:
    """A step of the log in all languages, its own among them, as people mean it."""
    spoken = (in_language(text, language) for language in WORDS["written"])
    return frozenset(map(fold, [text, *spoken]))


def translated(piece: re.Match[str], language: str) -> str:
    kind = piece["kind"] or piece["first"] or piece["later"]
    if kind:
        return str(words(GAME, language)["board"]["kinds"][kind])
    return spoken(language).get(piece[0], piece[0])


@cache
def spoken(language: str) -> Mapping[str, str]:
    """The words of our texts by their English; names as the board has them."""
    board = words(GAME, language)["board"]
    found: dict[str, str] = dict(WORDS["written"][language])
    for piece in (*BOARD["province"], *BOARD["mountain"]):
        name = piece.get(f"name_{language}") or names_of(piece)[0]
        found |= {piece["id"]: name, names_of(piece)[0]: name}
    return {**found, **board["region_colours"], **board["colours"]}

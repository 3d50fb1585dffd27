"""What one points at in the picture, for people who hear it instead."""

from __future__ import annotations

from engine.age_of_war.board import (
    INDEX,
    INFANTRY,
    PRINTED,
    PROVINCE_SLOTS,
    SETS,
    SPECIAL,
)
from engine.age_of_war.scene import GAME, board_words, code_in_words
from engine.contract import View
from engine.scene import spoken


def spot_label(view: View, path: str, language: str) -> str:
    """`D1` is a card, `D1 2` a line of it, `reroll A` a die: from the outside in."""
    first, _, line = path.partition(" ")
    if first == "reroll":
        return die_label(view, line, language)
    if first in PROVINCE_SLOTS:
        province = PROVINCE_SLOTS.index(first)
        return SETS[view["set"]].provinces[province][spoken(GAME, language)]
    if first not in INDEX:
        return path
    name = SETS[view["set"]].cards[INDEX[first]][spoken(GAME, language)]
    if not line.isdigit():
        return name
    lines = (*PRINTED[INDEX[first]], SPECIAL)
    code = lines[min(int(line), len(lines)) - 1]
    return f"{name}, {line}: {code_in_words(code, language, view['set'])}"


def die_label(view: View, face: str, language: str) -> str:
    """One die in hand, or all of them."""
    words = board_words(language)
    if not face:
        return str(words["hand"])
    if face in INFANTRY:
        return str(words["infantry_die"].format(n=face))
    return code_in_words(face, language, view["set"])

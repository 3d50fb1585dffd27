"""What one points at in the picture, for who hears it instead."""

from __future__ import annotations

from engine.age_of_war.board import INDEX, INFANTRY, PRINTED, SETS, SPECIAL
from engine.age_of_war.scene import board_words, code_in_words, spoken
from engine.contract import View


def spot_label(view: View, path: str, language: str) -> str:
    """`D1` is a card, `D1 2` a line of it, `A` a die: the words from the outside in."""
    first, _, line = path.partition(" ")
    if first in INFANTRY:
        return str(board_words(language)["infantry_die"].format(n=first))
    if first not in INDEX:
        return code_in_words(first, language, view["set"])
    name = SETS[view["set"]].cards[INDEX[first]][spoken(language)]
    if not line.isdigit():
        return f"{name} ({first})"
    lines = (*PRINTED[INDEX[first]], SPECIAL)
    code = lines[min(int(line), len(lines)) - 1]
    return f"{name}, {line}: {code_in_words(code, language, view['set'])}"

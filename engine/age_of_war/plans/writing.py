"""Orders in the reader's language: every canonical text, word by word. [AOW-12]"""

from __future__ import annotations

import re

from engine.age_of_war.board import INDEX, PRINTED, SETS, SPECIAL
from engine.age_of_war.plans.vocabulary import WRITTEN, accusative

PIECES = re.compile(
    r"from centre|from seat|(?P<take>take )?(?P<slot>[A-F][1-9])\b|[a-z]+"
)
STEP = re.compile(r"(?:step )?fill ([A-F][1-9]) ([1-9])(?: ([123ACG]+))?")
LOST = re.compile(r"(?:step )?reroll ([123ACG])")


def in_language(text: str, language: str, set_key: str) -> str:
    """An order as its reader would write it; it means the same. [AOW-10.3]"""
    spoken = WRITTEN.get(language, {})
    names = {slot: SETS[set_key].cards[at] for slot, at in INDEX.items()}

    def put(piece: re.Match[str]) -> str:
        if piece["slot"] not in names:
            return str(spoken.get(piece[0], piece[0]))
        name = names[piece["slot"]].get(language, names[piece["slot"]]["en"])
        if not piece["take"]:
            return name
        return f"{spoken.get('take', 'take')} {accusative(name)}"

    return PIECES.sub(put, as_written(text))


def as_written(text: str) -> str:
    """A step as people write it, not as the log does. [AOW-10.2]"""
    if found := STEP.fullmatch(text):
        slot, number, dice = found.groups()
        named = f" with {' '.join(dice)}" if dice else ""
        return f"step take {slot} via {line_of(slot, int(number))}{named}"
    if lost := LOST.fullmatch(text):
        return f"step reroll drop {lost[1]}"
    return "step roll" if text == "roll" else text


def line_of(slot: str, number: int) -> str:
    """The line's code; where the card has it twice, its number. [AOW-10.3]"""
    lines = (*PRINTED[INDEX[slot]], SPECIAL)
    if number > len(lines) or lines.count(lines[number - 1]) > 1:
        return f"L{number}"
    return lines[number - 1]

"""What a seat may see, and what it looks like. [AOW-3.4]"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.age_of_war.board import (
    CENTRE,
    FACES,
    INDEX,
    PROVINCE_SLOTS,
    SETS,
    SLOTS,
)
from engine.age_of_war.board_text import board_prose, board_text
from engine.age_of_war.picture import board_svg
from engine.age_of_war.plans.writing import in_language
from engine.age_of_war.rules.cards import (
    score,
    subdued,
)
from engine.age_of_war.scene import (
    GAME,
    board_words,
    code_in_words,
    die_in_words,
    scene_of,
)
from engine.age_of_war.spots import spot_label
from engine.age_of_war.state import NO_TARGET, State
from engine.contract import Picture, Seat, View
from engine.scene import spoken


def view(state: State, seat: Seat | None) -> View:
    """Everything: nothing is hidden in this game. [AOW-3.4]"""
    stacks = subdued(state.holder)
    return {
        "game": GAME,
        "you": seat,
        "set": state.setup.set,
        "seats": state.setup.seats,
        "turn": state.turn,
        "turn_cap": state.setup.turn_cap,
        "mover": None if state.over else state.seat,
        "roll": state.rolls,
        "hand": state.hand,
        "lost": state.lost,
        "target": None if state.target == NO_TARGET else SLOTS[state.target],
        "placed": [
            {"line": line, "dice": dice}
            for line, dice in zip(state.filled, state.placed, strict=True)
        ],
        "cards": {
            slot: None if of == CENTRE else of
            for slot, of in zip(SLOTS, state.holder, strict=True)
        },
        "subdued": {
            slot: of
            for slot, of in zip(PROVINCE_SLOTS, stacks, strict=True)
            if of != CENTRE
        },
        "left": sorted(state.left),
        "over": state.over,
        "standings": [
            {"seat": s.seat, "place": s.place, "points": s.points, **s.detail}
            for s in score(state)
        ],
    }


def render(view: View, language: str = "en", names: Sequence[str] = ()) -> Picture:
    """The table as text, SVG and prose, in the reader's language. [AOW-3.4]"""
    scene = scene_of(view, language, names)
    prose = board_prose(scene)
    return Picture(board_text(scene), board_svg(scene, prose), prose)


def label(view: View, kind: str, value: Any, language: str = "en") -> str:
    """A card or province by its name in the match's set, a line in words. [AOW-2.1]"""
    cards, word = SETS[view["set"]], str(value)
    if kind == "span":
        return span_name(word, language)
    if kind == "spot":
        return spot_label(view, word, language)
    if kind == "plan" and is_over(view, word):
        return ""
    if kind in ("order", "plan") or (kind == "place" and PLACE.fullmatch(word)):
        return order_label(word, cards.key, language)
    if kind == "card" and word in INDEX:
        return cards.cards[INDEX[word]][spoken(GAME, language)]
    if kind == "province" and word in PROVINCE_SLOTS:
        return cards.provinces[PROVINCE_SLOTS.index(word)][spoken(GAME, language)]
    if kind == "face" and word in FACES:
        return die_in_words(word, language, view["set"])
    return code_in_words(word, language, view["set"]) if kind == "code" else word


PLACE = re.compile(r"centre|seat [0-9]")  # all other places are players
PLAN = re.compile(r"turn ([0-9]+)(?: used)?: (.*)")


def order_label(text: str, set_key: str, language: str) -> str:
    """An order in the reader's words; of a plan also when. A step done says nothing."""
    plan = PLAN.fullmatch(text)
    if plan is None:
        return in_language(text, set_key, language)
    if plan[2] == "step":
        return ""
    when = board_words(language)["when"].format(turn=plan[1])
    return f"{when}: {in_language(plan[2], set_key, language)}"


def is_over(view: View, line: str) -> bool:
    """Whether a line of a plan is for a turn that has been played. [AOW-10.13]"""
    head, *when = line.partition(":")[0].split()
    return head == "turn" and (bool(view["over"]) or int(when[0]) < view["turn"])


def span_name(span: str, language: str) -> str:
    """“Turn 12”, of `turn 12`."""
    return str(board_words(language)["turn"].format(turn=span.rpartition(" ")[2]))

"""The cards in hand, with what they do: only for those who may know them. [SB-3.2]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.drawing import group, rect, spot, text, text_width
from engine.prints import (
    CARD,
    INK,
    INSIDE,
    SMALLEST,
    SOFT,
    Block,
    bold,
    centred,
    seat_tile,
    section,
)
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.picture.dice import card_back, honor
from engine.samurai_battles.scene import Scene

WIDE, GAP = (INSIDE - 10) / 2, 10.0
LINE = 13.5


def hand_panel(scene: Scene) -> Block:
    """The reader's own hand; where every card is open, both."""
    if scene.open:
        return open_hands(scene)
    hand = scene.hand()
    if hand is None or scene.over:
        return "", 0
    drawn, y = "", 0.0
    for kind in ("drawn", "command", "dragon"):
        if hand[kind] or kind != "drawn":
            body, height = cards_panel(scene, kind, hand[kind])
            drawn += group(body, 0, y)
            y += height + 8
    return drawn, y - 8


def cards_panel(scene: Scene, kind: str, cards: Sequence[str]) -> Block:
    """Cards in two columns, each as high as its words need."""
    drawn = section(scene.words[f"{kind}_hand"])
    if not cards:
        return drawn + text(0, 32, scene.words["no_cards"], SMALLEST, fill=SOFT), 40
    y = 20.0
    for at in range(0, len(cards), 2):
        row = cards[at : at + 2]
        told = [lines_of(scene, card) for card in row]
        height = 24 + LINE * max(map(len, told))
        for column, (card, lines) in enumerate(zip(row, told, strict=True)):
            body = card_shown(scene, kind, card, lines, height)
            drawn += spot(card, body, column * (WIDE + GAP), y)
        y += height + 6
    return drawn, y - 6


def lines_of(scene: Scene, card: str) -> list[str]:
    """What a card does and when it may be played, in lines that fit."""
    told = scene.effect(card)
    if card in DRAGON:
        told = f"{scene.window(DRAGON[card].window)}: {told}"
    return broken(told, WIDE - 34)


def broken(content: str, width: float) -> list[str]:
    """Lines of whole words, none wider."""
    lines = [""]
    for word in content.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, SMALLEST) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def card_shown(
    scene: Scene, kind: str, card: str, lines: Sequence[str], height: float
) -> str:
    drawn = rect(0, 0, WIDE, height, rx=5, fill=CARD, stroke=INK, stroke_width=1.1)
    drawn += card_back(back(kind), 7, 6)
    room = WIDE - 34 - (26 if kind == "dragon" else 0)
    drawn += bold(25, 17, scene.card(card), 12, width=room)
    if kind == "dragon":
        drawn += honor(WIDE - 26, 12, 7) + centred(
            WIDE - 11, 16.5, DRAGON[card].cost, 12
        )
    for at, line in enumerate(lines):
        drawn += text(25, 31.5 + LINE * at, line, SMALLEST, fill=SOFT)
    return drawn


def back(kind: str) -> str:
    """Of two drawn Command cards one is kept. [SB-4.7]"""
    return "dragon" if kind == "dragon" else "command"


def open_hands(scene: Scene) -> Block:
    """Both hands by their names: after the end nothing is hidden any more."""
    drawn, y = section(scene.words["open_hands"]), 22.0
    for seat in scene.seats:
        hand = scene.hand(seat)
        assert hand is not None
        row, height = seat_tile(scene.colour(seat), 0, 0, 17), 0.0
        for kind in ("command", "dragon"):
            cards = [*hand[kind], *(hand["drawn"] if kind == "command" else ())]
            names = ", ".join(map(scene.card, cards)) or "–"
            row += group(card_back(kind, 0, 0), 26, height)
            lines = broken(names, INSIDE - 48)
            for at, line in enumerate(lines):
                row += text(44, height + 12 + LINE * at, line, SMALLEST, fill=INK)
            height += max(18.0, LINE * len(lines) + 5)
        drawn += spot(scene.colour(seat).name, row, 0, y)
        y += height + 6
    return drawn, y - 6

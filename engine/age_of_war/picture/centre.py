"""The centre of the table as a picture: cards by province."""

from __future__ import annotations

from collections.abc import Sequence

from engine.age_of_war.picture.pieces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    GAP,
    card_at,
    pigment,
    stack_sign,
)
from engine.age_of_war.scene import Scene, points_of_set
from engine.drawing import group, mix, rect, text, text_width
from engine.prints import INK, INSIDE, PAPER, SMALLEST, SOFT, Block, bold, section

PER_ROW = 7


def centre_panel(scene: Scene) -> Block:
    """Cards by province, seven to a row. [AOW-3.1]"""
    title = section(scene.words["centre"])
    groups = scene.centre()
    if not groups:
        note = scene.words["centre_empty"]
        return title + text(0, 32, note, 12, fill=SOFT), 36
    drawn, y = title, 22.0
    for row in rows_of(groups):
        drawn += centre_row(scene, row, y)
        y += CARD_HEIGHT + 36
    return drawn, y - 8


def rows_of(groups: dict[str, list[str]]) -> list[dict[str, list[str]]]:
    """Provinces kept whole, in as few rows as can be, and those of like length."""
    widest = max(map(len, groups.values()))
    fewest = len(packed(groups, PER_ROW))
    return next(
        rows
        for most in range(widest, PER_ROW + 1)
        if len(rows := packed(groups, most)) == fewest
    )


def packed(groups: dict[str, list[str]], most: int) -> list[dict[str, list[str]]]:
    rows: list[dict[str, list[str]]] = [{}]
    for province, slots in groups.items():
        if sum(map(len, rows[-1].values())) + len(slots) > most:
            rows.append({})
        rows[-1][province] = slots
    return rows


def group_width(cards: int) -> float:
    return cards * (CARD_WIDTH + GAP) - GAP


def centre_row(scene: Scene, row: dict[str, list[str]], y: float) -> str:
    widths = [group_width(len(slots)) for slots in row.values()]
    spare = INSIDE - sum(widths)
    full = sum(map(len, row.values())) == PER_ROW
    gap = spare / max(len(row) - 1, 1) if full else 14
    x, drawn = (spare - gap * (len(row) - 1)) / 2, ""
    for (province, slots), width in zip(row.items(), widths, strict=True):
        drawn += group(province_group(scene, province, slots, width), x, y)
        x += width + gap
    return drawn


def province_group(
    scene: Scene, province: str, slots: Sequence[str], width: float
) -> str:
    """A province by name, what the whole of it is worth, its cards. [AOW-7.3]"""
    colour = pigment(province)
    tab = rect(0, 0, width, 18, rx=3, fill=mix(colour, PAPER, 0.3))
    tab += tab_words(scene.province(province), points_of_set(province), width)
    return tab + "".join(
        card_at(scene, slot, at * (CARD_WIDTH + GAP), 22)
        for at, slot in enumerate(slots)
    )


def tab_words(name: str, worth: int, width: float) -> str:
    """There is no room for the sign above a single card."""
    narrow = width <= CARD_WIDTH
    end = width - 4 - text_width(str(worth), SMALLEST, True)
    end -= 0 if narrow else 16
    style = {"fill": INK, "font_weight": None if narrow else "bold"}
    drawn = text(4, 13, name, SMALLEST, width=end - 7, **style)
    drawn += "" if narrow else stack_sign(end, 3.5)
    return drawn + bold(width - 4, 13, worth, anchor="end")

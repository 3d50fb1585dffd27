"""Cards, stacks and dice as they lie on the table."""

from __future__ import annotations

from functools import cache

from engine.age_of_war.board import (
    COLOURS,
    HAS_SPECIAL,
    INDEX,
    INFANTRY,
    PRINTED,
    PROVINCE_SLOTS,
    SETS,
    SPECIAL,
    symbols,
)
from engine.age_of_war.scene import Scene, points_of_card, points_of_set, slots_of
from engine.drawing import (
    group,
    line,
    mix,
    paint,
    path,
    pattern,
    rect,
    spot,
    text,
)
from engine.prints import (
    CARD,
    FAN,
    INK,
    PAPER,
    SEAL,
    SMALLEST,
    SOFT,
    SOLDIER,
    centred,
    roundel,
    sign,
    token,
)

CARD_WIDTH, CARD_HEIGHT = 74, 140
GAP = 4  # between cards
CHIP_HEIGHT, CHIP_WIDTH = 17, 26

# The inks of a woodblock printer, for the colours of the sheet.
PIGMENTS = {
    "yellow": "#dba52f",
    "grey": "#8b9297",
    "purple": "#76598f",
    "red": "#bb4a35",
    "black": "#37322f",
    "green": "#5f8b4c",
}
# One person's worth of each face, in a square from 0 to 16.
GLYPHS = {
    "I": SOLDIER,
    "A": "M4.8 .4C10.6 2.2 13 4.8 13 8S10.6 13.8 4.8 15.6L4.2 14.1C9.2 12.4 11.2 10.6"
    " 11.2 8S9.2 3.6 4.2 1.9ZM4.2 1.5H5.3V14.5H4.2ZM.2 7.2H12.6V5.2L16 8L12.6 10.8"
    "V8.8H.2Z",
    "C": "M3.6 15C3.4 11.6 6.6 10.4 7.2 7.8L4.6 9.4L2.2 8.9L1.8 7L5 3.8L6.2 .8L7.8 "
    "2.4C12.6 2.8 14.6 7.6 13.6 15ZM6.4 5.6A.9 .9 0 1 0 8.2 5.6A.9 .9 0 1 0 6.4 5.6Z",
    "G": FAN,
}
INKS = {"I": INK, "A": "#1f5d5a", "C": "#7b4416", "G": SEAL}
CASTLE = (
    "M0 26L3 20H31L34 26ZM5 20V15H1.6L6 10.8H28L32.4 15H29V20ZM10 10.8V7.6H6.8L11 3.8"
    "H14.6L17 .4L19.4 3.8H23L27.2 7.6H24V10.8Z"
)


def definitions() -> str:
    """The pattern of every province, to be used by `province_paint`."""
    return "".join(
        pattern(f"aow-{slot}", at, pigment(slot), mix(pigment(slot), shade(slot), 0.62))
        for at, slot in enumerate(PROVINCE_SLOTS)
    )


def pigment(province: str) -> str:
    return PIGMENTS[COLOURS[PROVINCE_SLOTS.index(province)]]


def shade(province: str) -> str:
    """Patterns are darker than their ground, on black lighter."""
    return CARD if COLOURS[PROVINCE_SLOTS.index(province)] == "black" else INK


def province_paint(province: str) -> str:
    return paint(f"aow-{province}")


# ------------------------------------------------------------------ symbols, dice


def glyph(kind: str, x: float, y: float, size: float, ink: str = "") -> str:
    """A foot soldier, a bow, a horse or the general's fan."""
    return sign(GLYPHS[kind], x, y, size, ink or INKS[kind])


def chips(code: str) -> list[tuple[str, str]]:
    """What stands on the squares of a line: kind of glyph, letter or number."""
    faces = symbols(code)
    return [(face, face) for face in faces] if faces else [("I", code[1:])]


def line_width(code: str) -> float:
    squares = chips(code)
    return len(squares) * (CHIP_WIDTH + 2) - 2 + 8 * (len(squares[0][1]) > 1)


@cache
def battle_line(code: str, filled: bool = False) -> str:
    """A row of symbol squares; the special line is dashed. [AOW-1.1, AOW-1.3]"""
    drawn, x = "", 0.0
    for kind, letter in chips(code):
        width = CHIP_WIDTH + 8 * (len(letter) > 1)
        drawn += chip(x, width, kind, letter, filled, code == SPECIAL)
        x += width + 2
    return drawn


def chip(
    x: float, width: float, kind: str, letter: str, filled: bool, dashed: bool
) -> str:
    ground, ink = (INKS[kind], CARD) if filled else (PAPER, INKS[kind])
    frame = rect(
        x + 0.5,
        0.5,
        width - 1,
        CHIP_HEIGHT - 1,
        rx=3,
        fill=ground,
        stroke=INKS[kind],
        stroke_width=0.9,
        stroke_dasharray="3 2" if dashed else None,
    )
    drawn = glyph(kind, x + 2.5, 2.4, 12, ink)
    return frame + drawn + centred(x + (width + 13) / 2, 12.6, letter, fill=ink)


@cache
def die(face: str, size: float, lost: bool = False) -> str:
    """A real die: its face as figures, and as letter or number. [AOW-1.2]"""
    body = token(size, "#cfc4ae" if lost else CARD)
    if lost:
        return body + cross(size)
    if face == "?":
        return body + die_letter(face, size / 2, size * 0.68, size * 0.5)
    return body + die_face(face, size)


def die_face(face: str, size: float) -> str:
    letter = die_letter(face, size / 2, size * 0.93, max(SMALLEST, size * 0.34))
    if face not in INFANTRY:
        return glyph(face, size * 0.26, size * 0.08, size * 0.48) + letter
    men, each = int(face), size * (0.44, 0.4, 0.3)[int(face) - 1]
    left = (size - men * each) / 2
    top = size * 0.33 - each / 2
    figures = [glyph("I", left + at * each, top, each) for at in range(men)]
    return "".join(figures) + letter


def die_letter(face: str, x: float, y: float, size: float) -> str:
    return centred(x, y, face, size, fill=INKS.get(face, INK))


def cross(size: float) -> str:
    near, far = size * 0.28, size * 0.72
    style = {"stroke": "#7d6f5d", "stroke_width": 3, "stroke_linecap": "round"}
    return line(near, near, far, far, **style) + line(near, far, far, near, **style)


# ------------------------------------------------------------------ cards, stacks


@cache
def card(set_key: str, slot: str, language: str, filled: frozenset[int] | None) -> str:
    """A face-up card; `filled` are its filled lines if it is the target. [AOW-1.1]"""
    name = SETS[set_key].cards[INDEX[slot]][language]
    middle = CARD_WIDTH / 2
    return (
        paper(slot, filled is not None)
        + band(slot[0])
        + plate(slot)
        + roundel(CARD_WIDTH - 12, 12, points_of_card(slot))
        + text(middle, 35, name, SMALLEST, anchor="middle", width=68, fill=INK)
        + rows(slot, filled or frozenset())
    )


def paper(slot: str, besieged: bool) -> str:
    """The sheet itself, its colour printed a little off the line, as by hand."""
    colour = SEAL if besieged else pigment(slot[0])
    width, height = CARD_WIDTH, CARD_HEIGHT
    printed = rect(2, 2.5, width, height, rx=5, fill=colour, fill_opacity=0.55)
    style = {"stroke": SEAL if besieged else INK, "stroke_width": 3 if besieged else 1}
    return printed + rect(0, 0, width, height, rx=5, fill=CARD, **style)


def band(province: str) -> str:
    d = f"M.5 22V5A4.5 4.5 0 0 1 5 .5H{CARD_WIDTH - 5}A4.5 4.5 0 0 1 "
    d += f"{CARD_WIDTH - 0.5} 5V22Z"
    return path(d, fill=province_paint(province), stroke=INK, stroke_width=0.8)


def plate(slot: str) -> str:
    """The key of the card in orders."""
    width = 13 + 8 * (len(slot) - 1)
    ground = rect(4, 4, width + 4, 15, rx=2.5, fill=CARD, stroke=INK, stroke_width=0.8)
    return ground + centred(6 + width / 2, 15.6, slot)


def rows(slot: str, filled: frozenset[int]) -> str:
    """The battle lines, numbered from the top, S last. [AOW-1.3]"""
    lines = PRINTED[INDEX[slot]] + (SPECIAL,) * HAS_SPECIAL[INDEX[slot]]
    drawn = castle(slot, 43 + 19.0 * len(lines))
    for at, code in enumerate(lines):
        row = line_row(code, at + 1, at + 1 in filled)
        drawn += spot(str(at + 1), row, 0, 43 + 19 * at)
    return drawn


def line_row(code: str, at: int, done: bool) -> str:
    """A line with its number, and a place between the lines to point at."""
    area = rect(1, -1, CARD_WIDTH - 2, 19, fill_opacity=0, **{"class": "area"})
    style = {"anchor": "middle", "fill": SEAL if done else SOFT}
    number = text(9, 13, code if code == SPECIAL else at, SMALLEST, **style)
    return area + number + group(battle_line(code, done), 16, 0)


def castle(slot: str, top: float) -> str:
    """A keep in the colour of the province, where the lines leave room."""
    room = CARD_HEIGHT - top - 6
    if room < 24:
        return ""
    scale = min(room, 40) / 26
    x, y = (CARD_WIDTH - 34 * scale) / 2, CARD_HEIGHT - 26 * scale - 0.5
    tint = mix(pigment(slot[0]), CARD, 0.32)
    return group(path(CASTLE, fill=tint), x, y, scale)


@cache
def stack(set_key: str, province: str, language: str) -> str:
    """A subdued province: face down, with its set points. [AOW-7.1, AOW-7.3]"""
    cards = slots_of(province)
    names = [SETS[set_key].cards[INDEX[slot]][language] for slot in cards]
    title = SETS[set_key].provinces[PROVINCE_SLOTS.index(province)][language]
    style = {"stroke": INK, "stroke_width": 1, "rx": 5}
    deep = 2 * (len(cards) - 1)
    width, height = CARD_WIDTH - deep, CARD_HEIGHT - deep
    below = "".join(
        rect(at, at, width, height, fill=CARD, **style) for at in range(deep, 0, -2)
    )
    top = rect(0, 0, width, height, fill=province_paint(province), **style)
    return below + top + back(province, title, names, width, height)


def back(
    province: str, title: str, names: list[str], width: float, height: float
) -> str:
    """What is printed on the back of a stack, and what lies under it."""
    style = {"anchor": "middle", "width": width - 10, "fill": INK}
    deep = 13.0 * len(names) + 18
    top, middle = height - 4 - deep, width / 2
    sheet = rect(3, top, width - 6, deep, rx=3, fill=CARD, fill_opacity=0.94)
    heading = text(middle, top + 12.5, title, SMALLEST, font_weight="bold", **style)
    listed = "".join(
        text(middle, top + 26 + 13 * at, name, SMALLEST, **style)
        for at, name in enumerate(names)
    )
    radius = min(17, top / 2 - 15)
    points = roundel(middle, (top + 22) / 2, points_of_set(province), radius)
    return sheet + heading + listed + plate(province) + points


def card_at(scene: Scene, slot: str, x: float, y: float) -> str:
    filled = frozenset(scene.filled) if slot == scene.target else None
    drawn = card(scene.cards.key, slot, scene.language, filled)
    return spot(slot, drawn, x, y)


def stack_sign(x: float, y: float) -> str:
    """Two cards on each other: the worth of a whole province."""
    style = {"fill": CARD, "stroke": INK, "stroke_width": 0.9, "rx": 1}
    return rect(x + 3, y, 8, 9, **style) + rect(x, y + 2.5, 8, 9, **style)

"""What all boards are drawn with: SVG as strings, and text of at most 72 columns.

The same arguments give the same bytes. Whatever text comes in may hold markup or
newlines: `escape` makes it safe for XML, `one_line` makes it fit for a line.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

FONT = "DejaVu Sans, Verdana, sans-serif"
COLUMNS = 72  # the width of a text mail
BLACK, WHITE = "#1f1b19", "#ffffff"

# ------------------------------------------------------------------- SVG: elements

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
)


def escape(content: object) -> str:
    """Any text, safe inside an element or an attribute of XML 1.0."""
    return NOT_XML.sub("", str(content)).translate(ENTITIES)


def number(value: float) -> str:
    """At most two decimals, as short as it gets; never -0 or an exponent."""
    if isinstance(value, int):
        return str(value)
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def attributes(values: dict[str, object]) -> str:
    """` stroke-width="2"` from `stroke_width=2`; None is left out."""
    return "".join(
        f' {name.replace("_", "-")}="{written(value)}"'
        for name, value in values.items()
        if value is not None
    )


def written(value: object) -> str:
    return number(value) if isinstance(value, int | float) else escape(value)


def tag(name: str, body: str = "", /, **style: object) -> str:
    """One element; `body` is markup already, `style` is not."""
    return f"<{name}{attributes(style)}" + (f">{body}</{name}>" if body else "/>")


def svg(
    width: float,
    height: float,
    body: str,
    title: str,
    description: str,
    fold: float | None = None,
) -> str:
    """A whole document, complete in itself: no script, no reference to elsewhere.

    What lies below the fold, words say as well: letters leave it out.
    """
    size = f'width="{number(width)}" height="{number(height)}"'
    folded = f' data-fold="{number(fold)}"' if fold else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}'
        f' viewBox="0 0 {number(width)} {number(height)}"{folded} role="img"'
        f' font-family="{FONT}"><title>{escape(title)}</title>'
        f"<desc>{escape(description)}</desc>{body}</svg>\n"
    )


def rect(x: float, y: float, width: float, height: float, **style: object) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, **style)


def line(x1: float, y1: float, x2: float, y2: float, **style: object) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, **style)


def circle(x: float, y: float, radius: float, **style: object) -> str:
    return tag("circle", cx=x, cy=y, r=radius, **style)


def path(d: str, **style: object) -> str:
    return tag("path", d=d, **style)


Point = tuple[float, float]


def polygon(points: Iterable[Point], **style: object) -> str:
    joined = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return tag("polygon", points=joined, **style)


def group(body: str, x: float = 0, y: float = 0, scale: float = 1, **st: object) -> str:
    """Parts moved, then scaled, together."""
    moves = [f"translate({number(x)} {number(y)})"] if x or y else []
    moves += [f"scale({number(scale)})"] if scale != 1 else []
    return tag("g", body, transform=" ".join(moves) or None, **st)


def ground(body: str) -> str:
    """What is the same in every picture of a board: whoever draws many keeps it."""
    return f'<g class="ground">{body}</g><!--ground-->'


def spot(word: str, body: str, x: float = 0, y: float = 0) -> str:
    """What orders call by this word: who points at it, means it.

    Spots may lie in spots; what is inside one shows what can change there.
    """
    return group(body, x, y, data_word=word)


def decor(body: str) -> str:
    """What only pleases: where bytes are dear it is left out."""
    return f'<g class="decor">{body}</g><!--decor-->'


def below_fold(body: str) -> str:
    """What is not drawn where a picture ends at its `fold`."""
    return f'<g class="below">{body}</g><!--below-->'


def above_fold(picture: str) -> str:
    """A picture without what lies below its fold; its size stays."""
    return BELOW.sub("", picture)


BELOW = re.compile(r'<g class="below">.*?</g><!--below-->', re.DOTALL)


def text(
    x: float, y: float, content: object, size: float = 12, /, **style: object
) -> str:
    """Text with its baseline at y; `anchor` is start, middle or end.

    With `width` it is never wider: glyphs are pressed together if they must be.
    """
    anchor, width = style.pop("anchor", None), style.pop("width", None)
    bold = style.get("font_weight") == "bold"
    if isinstance(width, int | float) and text_width(str(content), size, bold) > width:
        style |= {"textLength": width, "lengthAdjust": "spacingAndGlyphs"}
    style |= {"font_size": size, "text_anchor": anchor}
    return tag("text", escape(content), x=x, y=y, **style)


# ---------------------------------------------------------- SVG: how wide a text is

# Twentieths of an em in DejaVu Sans; Verdana is as wide.
ADVANCES = {
    6: "' ,.IJijlІЇіїì·’",
    7: "-/:;\\f|",
    8: "!()[]rt",
    10: '"*_`sz–“”',
    11: "?Lcгґєзсэ",
    12: "FPTYaekovxyГҐРТУабвекотухчьяёäöàèéò«»",
    13: "$0123456789EKSbdghnpqu{}ЕЗЁийлнпрüßù",
    14: "ABCRVXZАБВЄКСХЧЬЯЭдцъÄ",
    15: "DGHNUИЙЛНПмÜ▲◆",
    16: "&OQwДОЦыÖ",
    17: "#+<=>M^~МФЪфю●✚",
    19: "%mщ■Ыжш★",
    21: "@W…—ШЖЩЮ",
}
EM = {char: twentieths / 20 for twentieths, of in ADVANCES.items() for char in of}


@lru_cache(maxsize=4096)
def text_width(content: str, size: float, bold: bool = False) -> float:
    """About how wide a text is drawn; rather too much for characters unknown."""
    ems = sum(EM.get(char) or (0, 0.8, 1.1)[columns_of(char)] for char in content)
    return ems * size * (1.13 if bold else 1)


@lru_cache(maxsize=4096)
def cut_to_width(content: str, width: float, size: float, bold: bool = False) -> str:
    """The text, or as much of its beginning as is no wider, with an ellipsis."""
    if text_width(content, size, bold) <= width:
        return content
    while content and text_width(f"{content}…", size, bold) > width:
        content = content[:-1]
    return f"{content.rstrip()}…"


# ------------------------------------------------------------- SVG: colours, marks


class SeatColour(NamedTuple):
    """A seat's colour, never alone: with its mark, and its sign in plain text."""

    name: str
    fill: str
    sign: str
    mark: str  # a path in a square from -8 to 8


CROSS = "M-2.2 -7H2.2V-2.2H7V2.2H2.2V7H-2.2V2.2H-7V-2.2H-2.2Z"
STAR = "M0 -7.5L1.9 -2.5L7.1 -2.3L3 1L4.4 6.1L0 3.2L-4.4 6.1L-3 1L-7.1 -2.3L-1.9 -2.5Z"
# After Okabe and Ito, darkened or lightened until all pairs differ for every eye.
SEAT_COLOURS = (
    SeatColour("blue", "#16508f", "●", "M-6 0A6 6 0 1 1 6 0A6 6 0 1 1 -6 0Z"),
    SeatColour("vermilion", "#b5330f", "■", "M-5.5 -5.5H5.5V5.5H-5.5Z"),
    SeatColour("green", "#27907a", "▲", "M0 -6.5L7 5.5H-7Z"),
    SeatColour("gold", "#f0bf3c", "◆", "M0 -7.5L6.5 0L0 7.5L-6.5 0Z"),
    SeatColour("pink", "#c87cb9", "✚", CROSS),
    SeatColour("black", "#1f1b19", "★", STAR),
)


def seat_colour(seat: int) -> SeatColour:
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


@cache
def mark(colour: SeatColour, x: float, y: float, size: float, ink: str = "") -> str:
    """A seat's mark, centred; black or white on its colour unless told."""
    moved = f"translate({number(x)} {number(y)}) scale({number(size / 16)})"
    return path(colour.mark, transform=moved, fill=ink or ink_on(colour.fill))


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, as WCAG has it."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """From 1 to 21; text wants 4.5."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@cache
def ink_on(fill: str) -> str:
    """Black or white, whichever is easier to read on the fill."""
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, fill))


@cache
def mix(one: str, other: str, share: float) -> str:
    """A colour between two: `share` of the first, the rest of the other."""
    parts = (
        round(
            int(one[at : at + 2], 16) * share
            + int(other[at : at + 2], 16) * (1 - share)
        )
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


# ------------------------------------------------------------------- SVG: patterns

# Bodies of a tile of 12 by 12; {ink} is the colour of the lines.
TILES = (
    # waves, dots, checks, scales, stripes, lattice, crosses, bars
    '<path d="M0 6A6 6 0 0 1 12 6M3 6A3 3 0 0 1 9 6M-6 12A6 6 0 0 1 6 12A6 6 0 0 1'
    ' 18 12M-3 12A3 3 0 0 1 3 12M9 12A3 3 0 0 1 15 12" fill="none" stroke="{ink}"/>',
    '<path d="M1 3a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M7 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0"'
    ' fill="{ink}"/>',
    '<path d="M0 0H6V6H0ZM6 6H12V12H6Z" fill="{ink}"/>',
    '<path d="M0 6L3 0L6 6ZM6 6L9 0L12 6ZM3 12L6 6L9 12ZM-3 12L0 6L3 12ZM9 12L12 6'
    'L15 12Z" fill="{ink}"/>',
    '<path d="M-3 3L3 -3M-3 9L9 -3M-3 15L15 -3M3 15L15 3M9 15L15 9" stroke="{ink}"'
    ' stroke-width="2"/>',
    '<path d="M0 0L12 12M12 0L0 12" stroke="{ink}" stroke-width="1.4"/>',
    '<path d="M3 1V5M1 3H5M9 7V11M7 9H11" stroke="{ink}" stroke-width="1.6"/>',
    '<path d="M0 1.5H12M0 4.5H12M0 7.5H12M0 10.5H12" stroke="{ink}"/>',
)


def pattern(identity: str, index: int, ground: str, ink: str, size: float = 12) -> str:
    """A definition to fill with as `paint(identity)`, so that colour is never alone."""
    tile = TILES[index % len(TILES)].format(ink=escape(ink))
    return tag(
        "pattern",
        rect(0, 0, 12, 12, fill=ground) + tile,
        id=identity,
        width=12,
        height=12,
        patternUnits="userSpaceOnUse",
        patternTransform=None if size == 12 else f"scale({number(size / 12)})",
    )


def paint(identity: str) -> str:
    """The fill that uses a definition of the same document."""
    return f"url(#{identity})"


# ---------------------------------------------------------------------- SVG: hexes


def hex_centre(column: int, row: int, size: float, pointy: bool = True) -> Point:
    """The middle of a hex; `size` is from there to a corner, (0, 0) lies at (0, 0).

    Pointy hexes stand in rows, odd rows half a hex to the right; flat hexes stand in
    columns, odd columns half a hex down.
    """
    if pointy:
        return size * math.sqrt(3) * (column + 0.5 * (row % 2)), size * 1.5 * row
    return size * 1.5 * column, size * math.sqrt(3) * (row + 0.5 * (column % 2))


def hex_points(column: int, row: int, size: float, pointy: bool = True) -> list[Point]:
    """The six corners, clockwise, from the top (pointy) or the right (flat)."""
    x, y = hex_centre(column, row, size, pointy)
    turns = (math.radians(60 * corner - (90 if pointy else 0)) for corner in range(6))
    return [(x + size * math.cos(turn), y + size * math.sin(turn)) for turn in turns]


# --------------------------------------------------------------------- plain text

ZERO_WIDTH = frozenset({"Mn", "Me", "Cf", "Cc"})
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
RULE = "─"


@lru_cache(maxsize=4096)
def columns_of(content: str) -> int:
    """Columns of a terminal: wide East Asian characters take two, accents none."""
    if content.isascii():
        return len(content)
    return sum(
        0
        if unicodedata.category(char) in ZERO_WIDTH
        else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in content
    )


def one_line(content: str) -> str:
    """Harmless text on one line: nothing unseen, no tower of accents."""
    kept: list[str] = []
    accents = 0
    for char in unicodedata.normalize("NFC", content):
        accents = accents + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        if char.isspace():
            kept.append(" ")
        elif accents < 2 and unicodedata.category(char) not in UNSEEN:
            kept.append(char)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=4096)
def cut(content: str, columns: int) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    if columns_of(content) <= columns:
        return content
    kept, used = "", 0
    for char in content:
        used += columns_of(char)
        if used > columns - 1:
            break
        kept += char
    return f"{kept.rstrip()}…"


def pad(content: str, columns: int, align: str = "<") -> str:
    """Exactly so many columns: cut, or filled with spaces; `align` is <, > or ^."""
    content = cut(content, columns)
    free = columns - columns_of(content)
    left = {"<": 0, ">": free, "^": free // 2}[align]
    return " " * left + content + " " * (free - left)


def wrap(content: str, columns: int = COLUMNS, indent: str = "") -> list[str]:
    """Lines of whole words; all but the first are indented; long words are cut up."""
    lines = [""]
    for word in content.split():
        for piece in pieces(word, columns - len(indent)):
            joined = f"{lines[-1]} {piece}" if lines[-1].strip() else lines[-1] + piece
            if columns_of(joined) <= columns:
                lines[-1] = joined
            else:
                lines.append(indent + piece)
    return lines


def pieces(word: str, columns: int) -> list[str]:
    """The word, in pieces that fit."""
    found = [""]
    for char in word:
        if columns_of(found[-1]) + columns_of(char) > columns:
            found.append("")
        found[-1] += char
    return found


def columns(
    rows: Sequence[Sequence[str]], aligns: str = "", gap: int = 2, width: int = COLUMNS
) -> list[str]:
    """Rows as a table, one line each; the widest columns give way if they must."""
    most = max(map(len, rows), default=0)
    filled = [[*row, *[""] * (most - len(row))] for row in rows]
    widths = [max(map(columns_of, cells)) for cells in zip(*filled, strict=True)]
    while sum(widths) + gap * (most - 1) > width and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    aligns = aligns.ljust(most, "<")
    return [(" " * gap).join(map(pad, row, widths, aligns)).rstrip() for row in filled]


def sides(left: str, right: str, width: int = COLUMNS, fill: str = " ") -> str:
    """Two texts on one line, the second at its right end; the first gives way."""
    right = cut(right, width - 8)
    left = cut(left, width - columns_of(right) - 2)
    free = width - columns_of(left) - columns_of(right) - 2
    return f"{left} {fill * free} {right}"


def rule(title: str = "", width: int = COLUMNS) -> str:
    """A line across, with a title in it."""
    title = cut(title, width - 6)
    head = f"{RULE * 2} {title} " if title else ""
    return head + RULE * (width - columns_of(head))


def box(lines: Sequence[str], title: str = "", width: int = COLUMNS) -> list[str]:
    """Lines in a frame, all of one width."""
    title = cut(title, width - 6)
    head = f"{RULE} {title} " if title else ""
    inside = width - 2
    return [
        f"┌{head}{RULE * (inside - columns_of(head))}┐",
        *(f"│ {pad(content, inside - 2)} │" for content in lines),
        f"└{RULE * inside}┘",
    ]

"""What the prints of all games have in common: inks, paper, frames, marks, tokens.

Boards look like woodblock prints on washi. A picture is made of blocks, one below the
other; a block is drawn at the origin and says how high it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from engine.drawing import (
    SeatColour,
    circle,
    cut_to_width,
    group,
    ink_on,
    line,
    mark,
    mix,
    number,
    path,
    rect,
    tag,
    text,
    text_width,
)

PAPER, CARD, INK, SOFT = "#f4ead2", "#fdf8ea", "#2a2420", "#675848"
SEAL, INDIGO, GOLD, LACQUER = "#b3321f", "#26466d", "#f3dfa4", "#43241d"
SEA, DEEP, FOAM = "#c5d8d6", "#86a9b0", "#e6efe6"
SMALLEST = 11  # no text is smaller, in a picture 600 wide
WIDTH, MARGIN = 600, 20
INSIDE: float = WIDTH - 2 * MARGIN

Block = tuple[str, float]  # drawn at the origin, and its height
Entry = tuple[str, float, str]  # of a legend: a sign, where its word begins, the word
Stop = tuple[float, str, float]  # of a gradation: where, colour, opacity

# Signs in a square from 0 to 16.
SOLDIER = (
    "M.6 5.2L5.8 1L11 5.2ZM4.2 5.2H7.4V7.4H4.2ZM2 7.8H9.6L10.6 12H8.9V15.6H6.6V12.6H5"
    "V15.6H2.7V12H1ZM12.6 15.6V5.2H11.4L13.3 .4L15.2 5.2H14V15.6Z"
)
FAN = (
    "M8 15.6L6.9 14.2L.6 6.6A10.6 10.6 0 0 1 15.4 6.6L9.1 14.2ZM5.2 6.8A2.8 2.8 0 1 0 "
    "10.8 6.8A2.8 2.8 0 1 0 5.2 6.8Z"
)

# ---------------------------------------------------------------------------- the sheet


def stacked(blocks: Iterable[Block], y: float) -> Block:
    """Blocks one below the other, from y on; where the next one would begin."""
    drawn = ""
    for body, height in blocks:
        if height:
            drawn += group(body, MARGIN, y)
            y += height + 12
    return drawn, y


def fibres(identity: str) -> str:
    """The pattern of washi: short threads, as if pressed into the paper."""
    threads = "M4 20q9 -6 17 2M60 8q7 5 15 1M100 40q-6 9 3 15M30 70q10 -3 16 5"
    threads += "M84 96q9 5 18 -2M10 118q8 -5 14 1M130 90q-4 8 4 13M64 50q5 -6 12 -4"
    threads += "M118 12q6 3 5 10M44 132q9 -2 13 4M96 126q6 -7 13 -4"
    drawn = path(threads, fill="none", stroke="#d6c59e", stroke_width=0.8)
    size = {"width": 140, "height": 140, "patternUnits": "userSpaceOnUse"}
    return tag("pattern", drawn, id=identity, **size)


def gradation(identity: str, stops: Iterable[Stop]) -> str:
    """The printer's gradation of a sky or a sea, from the upper edge down."""
    drawn = "".join(
        tag("stop", offset=at, stop_color=colour, stop_opacity=opacity)
        for at, colour, opacity in stops
    )
    return tag("linearGradient", drawn, id=identity, x1=0, y1=0, x2=0, y2=1)


def frame(height: float) -> str:
    """Two printed lines round the whole sheet."""
    style = {"fill": "none", "stroke": INK}
    return rect(5, 5, WIDTH - 10, height - 10, stroke_width=2.4, **style) + rect(
        9, 9, WIDTH - 18, height - 18, stroke_width=0.8, **style
    )


def cartouche(x: float, y: float, width: float, height: float) -> str:
    """The framed field for the title of a print."""
    style = {"fill": CARD, "stroke": INK}
    inner = rect(x + 3, y + 3, width - 6, height - 6, stroke_width=0.6, **style)
    return rect(x, y, width, height, stroke_width=1.6, **style) + inner


def seal(
    x: float, y: float, width: float, height: float, word: str, number: object
) -> str:
    """The red seal beside the title: which turn it is, or which era."""
    middle, size = x + width / 2, 20 if len(str(number)) < 4 else 13
    style = {"anchor": "middle", "fill": "#ffffff", "width": width - 6}
    drawn = rect(x, y, width, height, rx=5, fill=SEAL, stroke=CARD, stroke_width=1.5)
    drawn += text(middle, y + height / 2 - 7, word, SMALLEST, **style)
    at = y + height / 2 + 15
    return drawn + text(middle, at, number, size, font_weight="bold", **style)


def section(title: str, width: float = INSIDE) -> str:
    """A heading with a line that runs out to the right."""
    x = text_width(title, 13, True) + 8
    return bold(0, 12, title, 13) + line(x, 8, width, 8, stroke=INK, stroke_width=0.8)


def bold(
    x: float, y: float, content: object, size: float = SMALLEST, **style: object
) -> str:
    return text(x, y, content, size, **{"font_weight": "bold", "fill": INK} | style)


def centred(
    x: float, y: float, content: object, size: float = SMALLEST, **style: object
) -> str:
    """Bold text about the middle of its place."""
    return bold(x, y, content, size, **{"anchor": "middle"} | style)


def haloed(x: float, y: float, content: str, size: float, **style: object) -> str:
    """Text on a busy ground: its own shape in paper below it."""
    ground = {"stroke": style.pop("halo", CARD), "stroke_width": 2.6}
    ground |= {"stroke_linejoin": "round", "stroke_opacity": 0.85}
    shared = {key: style[key] for key in style if key != "fill"}
    below = text(x, y, content, size, fill="none", **ground, **shared)
    return below + text(x, y, content, size, **style)


# ------------------------------------------------------------------------------ players


@cache
def seat_tile(colour: SeatColour, x: float, y: float, size: float) -> str:
    """Colour and mark of a seat."""
    style = {"fill": colour.fill, "stroke": INK, "stroke_width": 0.9}
    middle = size / 2
    ground = rect(x, y, size, size, rx=size / 6, **style)
    return ground + mark(colour, x + middle, y + middle, size * 0.74)


def panel(
    colour: SeatColour, width: float, height: float, is_own: bool, share: float = 0.1
) -> str:
    """The ground of a player's panel; a thick frame for the reader's own."""
    style = {"stroke": colour.fill if is_own else INK}
    ground = mix(colour.fill, CARD, share)
    stroke = 3 if is_own else 1
    return rect(0, 0, width, height, rx=6, fill=ground, stroke_width=stroke, **style)


def player_name(x: float, y: float, name: str, room: float, has_left: bool) -> Block:
    """As much of a name as there is room for, struck out if has_left; and its width."""
    name = cut_to_width(name, room, 13, True)
    style = {"text_decoration": "line-through", "fill": SOFT} if has_left else {}
    return bold(x, y, name, 13, **style), text_width(name, 13, True)


def pill_width(word: str) -> float:
    return text_width(word, SMALLEST) + 10


def pill(x: float, y: float, word: str, fill: str) -> str:
    """A word on a coloured ground."""
    width = pill_width(word)
    ground = rect(x, y, width, 15, rx=7.5, fill=fill)
    style = {"fill": ink_on(fill), "anchor": "middle"}
    return ground + text(x + width / 2, y + 11.3, word, SMALLEST, **style)


# ------------------------------------------------------------------------------- pieces


@cache
def sign(shape: str, x: float, y: float, size: float, ink: str = INK) -> str:
    """A shape of a square from 0 to 16; its upper left corner at x, y."""
    moved = f"translate({number(x)} {number(y)}) scale({number(size / 16)})"
    return path(shape, transform=moved, fill=ink)


def roundel(x: float, y: float, points: int, radius: float = 9) -> str:
    """Points on a golden disc."""
    size = radius * (1.4 if points < 10 else 1.15)
    ground = circle(x, y, radius, fill=GOLD, stroke=INK, stroke_width=1)
    return ground + centred(x, y + size * 0.36, points, size)


def token(size: float, fill: str) -> str:
    """A wooden piece with its shadow: a die, an order."""
    across, down, stroke = size * 0.044, size / 16, size / 32
    style = {"rx": size / 6, "fill": fill, "stroke": INK, "stroke_width": stroke}
    shadow = {"rx": size / 6, "fill": INK, "fill_opacity": 0.35}
    below = rect(across, down, size, size, **shadow)
    return below + rect(0, 0, size, size, **style)


def token_place(size: float) -> str:
    """Where a piece may come to lie."""
    style = {"stroke": SOFT, "stroke_width": 1.1, "stroke_dasharray": "3 3"}
    return rect(0.5, 0.5, size - 1, size - 1, rx=size / 6, fill="none", **style)


def tick(x: float, y: float) -> str:
    """Done."""
    style = {"stroke": SEAL, "stroke_width": 3, "stroke_linecap": "round"}
    return group(path("M0 5L4 9L11 0", fill="none", **style), x, y)


# ------------------------------------------------------------------------------- legend


def entries_width(entries: Sequence[Entry]) -> float:
    return sum(x + text_width(word, SMALLEST) for _, x, word in entries)


def spread(entries: Sequence[Entry], widest: float = 26) -> str:
    """Signs with their words in a row, the same gap everywhere."""
    free = INSIDE - entries_width(entries)
    gap = min(free / max(1, len(entries) - 1), widest)
    drawn, at = "", 0.0
    for picture, x, word in entries:
        drawn += group(picture + text(x, 12, word, SMALLEST, fill=INK), at, 0)
        at += x + text_width(word, SMALLEST) + gap
    return drawn


def flowed(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Rows as full as they get."""
    rows: list[list[Entry]] = [[]]
    for entry in entries:
        if entries_width([*rows[-1], entry]) + 9 * len(rows[-1]) > INSIDE:
            rows.append([])
        rows[-1].append(entry)
    return rows


def legend(rows: Iterable[Sequence[Entry]], widest: float = 26) -> Block:
    """What the signs mean, below a line."""
    drawn, y = line(0, 0, INSIDE, 0, stroke=INK, stroke_width=0.8), 7.0
    for row in rows:
        drawn += group(spread(row, widest), 0, y)
        y += 20
    return drawn, y - 4

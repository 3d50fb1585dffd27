"""Texts of our own SVG as shapes, so that it looks the same wherever it is drawn.

It knows what `engine.drawing.text` writes, and that only.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent / "fonts"
TEXT = re.compile(r"<text([^>]*?)(?:/>|>([^<]*)</text>)")
ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
OWN = {
    *("x", "y", "font-size", "font-weight", "font-style", "letter-spacing"),
    *("text-anchor", "textLength", "lengthAdjust", "stroke-width"),
}
BACK = {"middle": 0.5, "end": 1.0}  # how much of a text stands before its place
SLANT = -0.2  # of italics


def outlined(svg: str) -> str:
    """The same picture without a single letter in it."""
    return TEXT.sub(lambda found: shaped(found[1], found[2] or ""), svg)


@lru_cache(maxsize=8192)
def shaped(attributes: str, content: str) -> str:
    """One text as one path."""
    style = dict(ATTRIBUTE.findall(attributes))
    face = font("bold" if style.get("font-weight") == "bold" else "plain")
    size = float(style.get("font-size", 12)) / face.units
    spacing = float(style.get("letter-spacing", 0)) / size
    path, width = run(face, unescape(content), spacing)
    wide = float(style.get("textLength", 0)) / (width * size or 1) or 1.0
    x = float(style["x"]) - BACK.get(style.get("text-anchor", ""), 0) * width * (
        size * wide
    )
    slant = SLANT * size if style.get("font-style") == "italic" else 0
    matrix = (size * wide, 0, -slant, -size, x, float(style["y"]))
    kept = [f' {name}="{value}"' for name, value in style.items() if name not in OWN]
    if "stroke-width" in style:
        kept.append(f' stroke-width="{float(style["stroke-width"]) / size:.1f}"')
    moved = " ".join(f"{value:.5g}" for value in matrix)
    return f'<path transform="matrix({moved})"{"".join(kept)} d="{path}"/>'


class Face(NamedTuple):
    letters: dict[int, str]
    glyphs: Any  # fontTools' glyph set
    units: int  # of an em


@cache
def font(weight: str) -> Face:
    name = {"plain": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}[weight]
    file = TTFont(FONTS / name)
    return Face(file.getBestCmap(), file.getGlyphSet(), file["head"].unitsPerEm)


def run(face: Face, content: str, spacing: float) -> tuple[str, float]:
    """The outline of a line of text from its beginning, and how wide it is."""
    pen, at = SVGPathPen(face.glyphs, ntos=lambda value: f"{value:.0f}"), 0.0
    for letter in content:
        glyph = face.glyphs[face.letters.get(ord(letter), ".notdef")]
        glyph.draw(TransformPen(pen, (1, 0, 0, 1, at, 0)))
        at += glyph.width + spacing
    return pen.getCommands(), at

"""Texts of our own SVG as shapes, so that it looks the same wherever it is drawn.

It knows what `engine.drawing.text` writes, and that only.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen

from sse.platform.pictures.letters import BOLD, PLAIN, face, pieces

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
    font = BOLD if style.get("font-weight") == "bold" else PLAIN
    size = float(style.get("font-size", 12)) / face(font).units
    spacing = float(style.get("letter-spacing", 0)) / size
    path, width = line_outline(font, unescape(content), spacing)
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


def line_outline(font: Path, content: str, spacing: float) -> tuple[str, float]:
    """The outline of a line of text from its beginning, and how wide it is."""
    first, at = face(font), 0.0
    pen = SVGPathPen(first.glyphs, ntos=lambda value: f"{value:.0f}")
    for file, letters in pieces(content, font):
        drawn = face(file)
        scale = first.units / drawn.units
        for letter in letters:
            glyph = drawn.glyphs[drawn.letters[ord(letter)]]
            pen.glyphSet = drawn.glyphs
            glyph.draw(TransformPen(pen, (scale, 0, 0, scale, at, 0)))
            at += glyph.width * scale + spacing
    return pen.getCommands(), at

"""Outlines, pens and places of our SVG, as operators of PDF. No PDF is needed here."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

Matrix = tuple[float, float, float, float, float, float]
Style = Mapping[str, str]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
ROUND = 0.5523  # of a radius: where the handles of a quarter circle lie
INHERITED = {
    *("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"),
    *("stroke-dasharray", "stroke-opacity", "fill-opacity", "opacity"),
}
GEOMETRY = {
    *("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "points"),
    *("x1", "y1", "x2", "y2", "transform", "clip-path", "class", "id"),
    "text-decoration",  # of letters that are shapes now
}


class Unknown(Exception):
    """Something in a picture that this cannot draw."""


def style_of(element: Element, style: Style) -> Style:
    """Its own attributes, and those it inherits."""
    own = {}
    for name, value in element.items():
        if name in INHERITED:
            own[name] = value
        elif name not in GEOMETRY and not name.startswith("data-"):
            raise Unknown(name)
    return {**style, **own} if own else style


def pen_operators(style: Style) -> str:
    """How lines are drawn."""
    caps, joins = {"round": "1 J", "square": "2 J"}, {"round": "1 j", "bevel": "2 j"}
    parts = [f"{rgb(style['stroke'])} RG {style.get('stroke-width', '1')} w"]
    found = (
        caps.get(style.get("stroke-linecap", "")),
        joins.get(style.get("stroke-linejoin", "")),
    )
    parts += filter(None, found)
    if style.get("stroke-dasharray", "none") != "none":
        parts.append(f"[{style['stroke-dasharray'].replace(',', ' ')}] 0 d")
    return " ".join(parts)


@lru_cache(maxsize=512)
def rgb(colour: str) -> str:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise Unknown(colour)
    return " ".join(short(byte / 255) for byte in bytes.fromhex(colour[1:]))


def outline_of(tag: str, element: Element) -> str:
    """The outline of an element."""

    def given(*names: str) -> Iterator[float]:
        return (float(element.get(name, 0)) for name in names)

    if tag == "path":
        return path(element.get("d", ""))
    if tag == "rect":
        radius = float(element.get("rx", element.get("ry", 0)))
        return rectangle(*given("x", "y", "width", "height"), radius)
    if tag == "circle":
        x, y, radius = given("cx", "cy", "r")
        return rectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius)
    if tag == "line":
        x1, y1, x2, y2 = given("x1", "y1", "x2", "y2")
        return f"{short(x1)} {short(y1)} m {short(x2)} {short(y2)} l"
    if tag == "polygon":
        points = re.split(r"[ ,]+", element.get("points", "").strip())
        pairs = [" ".join(points[at : at + 2]) for at in range(0, len(points), 2)]
        return f"{pairs[0]} m {' '.join(f'{pair} l' for pair in pairs[1:])} h"
    raise Unknown(tag)


@lru_cache(maxsize=4096)
def rectangle(x: float, y: float, wide: float, high: float, radius: float = 0) -> str:
    if not radius:
        return f"{operands((x, y, wide, high))} re"
    r = min(radius, wide / 2, high / 2)
    k, right, low = r * (1 - ROUND), x + wide, y + high
    points = [
        ("m", x + r, y),
        ("l", right - r, y),
        ("c", right - k, y, right, y + k, right, y + r),
        ("l", right, low - r),
        ("c", right, low - k, right - k, low, right - r, low),
        ("l", x + r, low),
        ("c", x + k, low, x, low - k, x, low - r),
        ("l", x, y + r),
        ("c", x, y + k, x + k, y, x + r, y),
    ]
    return " ".join(f"{operands(point)} {verb}" for verb, *point in points) + " h"


@lru_cache(maxsize=16384)
def path(d: str) -> str:
    pen = Operators()
    parse_path(d, pen)
    return " ".join(pen.parts)


class Operators(BasePen):  # type: ignore[misc]
    """Writes the outline it is led along."""

    def __init__(self) -> None:
        super().__init__(None)
        self.parts: list[str] = []

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"{operands(point)} m")

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"{operands(point)} l")

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"{' '.join(map(operands, points))} c")

    def _closePath(self) -> None:  # noqa: N802
        self.parts.append("h")


# ---------------------------------------------------------------------------- numbers

MOVE = re.compile(r"(\w+)\(([^)]*)\)")


@lru_cache(maxsize=4096)
def matrices(transform: str) -> list[Matrix]:
    """From the outermost to the innermost."""
    found: list[Matrix] = []
    for verb, text in MOVE.findall(transform):
        numbers = [float(number) for number in re.split(r"[ ,]+", text.strip())]
        match verb, numbers:
            case "translate", [x, *y]:
                found.append((1, 0, 0, 1, x, y[0] if y else 0))
            case "scale", [x, *y]:
                found.append((x, 0, 0, y[0] if y else x, 0, 0))
            case "rotate", [angle]:
                turn = math.radians(angle)
                sine, cosine = math.sin(turn), math.cos(turn)
                found.append((cosine, sine, -sine, cosine, 0, 0))
            case "matrix", [a, b, c, d, e, f]:
                found.append((a, b, c, d, e, f))
            case _:
                raise Unknown(transform)
    return found


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """First the inner, then the outer."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (
        *(a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j),
        *(e * g + f * i + k, e * h + f * j + m),
    )


def operands(numbers: Any) -> str:
    return " ".join(map(short, numbers))


def short(number: float) -> str:
    """Two places behind the point; more where the number is small."""
    text = f"{number:.2f}" if abs(number) >= 0.1 or not number else f"{number:.6f}"
    return (text.rstrip("0").rstrip(".") or "0") if "." in text else text

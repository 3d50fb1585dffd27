"""Our own SVG as drawing operators of PDF: sharp on paper, and in a tenth of the time.

WeasyPrint draws SVG too, at one to two seconds a board. This knows what
`engine.drawing` writes and no more; what it does not know it refuses (Unknown), and the
board is printed from pixels. The ground of a board is one object for all its pictures.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pydyf
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from sse.pictures import outlined

Matrix = tuple[float, float, float, float, float, float]
Style = Mapping[str, str]
Element = ElementTree.Element
SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')
FOLD = re.compile(r'<svg [^>]*?data-fold="([\d.]+)"')
GROUND = re.compile(r'<g class="ground">(.*?)</g><!--ground-->', re.DOTALL)
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
ROUND = 0.5523  # of a radius: where the handles of a quarter circle lie
SAID = {"title", "desc", "defs", "clipPath", "pattern", "linearGradient"}
INHERITED = {
    *("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"),
    *("stroke-dasharray", "stroke-opacity", "fill-opacity", "opacity"),
}
GEOMETRY = {
    *("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "points"),
    *("x1", "y1", "x2", "y2", "transform", "clip-path", "class", "id"),
}


class Unknown(Exception):
    """Something in the picture that this cannot draw."""


class Drawing(NamedTuple):
    """A picture ready to be put into a PDF."""

    svg: str
    width: float
    height: float


def drawing_of(svg: str, folded: bool = False) -> Drawing:
    """A picture; `folded`, only what lies above its fold."""
    found = SIZE.match(svg)
    assert found is not None
    width, height = map(float, found.groups())
    fold = FOLD.match(svg)
    return Drawing(svg, width, float(fold[1]) if fold and folded else height)


# ------------------------------------------------------------------------ into a PDF


class Pictures:
    """Draws pictures into one PDF; what they share is in it once."""

    def __init__(self, pdf: pydyf.PDF) -> None:
        self.pdf = pdf
        self.grounds: dict[str, pydyf.Stream] = {}
        self.states: dict[tuple[float, float], pydyf.Dictionary] = {}
        self.tiles: dict[tuple[bytes, Matrix], bytes] = {}

    def fill(self, place: pydyf.Stream, drawing: Drawing) -> None:
        """Puts the picture where an image of one unit by one was."""
        width, height = drawing.width, drawing.height
        found = GROUND.search(drawing.svg)
        root = ElementTree.fromstring(outlined(drawing.svg))
        sheet = Sheet(self, root, height)
        if found:
            sheet.below(self.ground(found[1], sheet, width))
        for child in root:
            if child.get("class") != "ground" and not is_folded(child, height):
                sheet.draw(child, {}, IDENTITY)
        matrix = (1 / width, 0, 0, 1 / height, 0, 0)
        place.stream, place.compress = [packed(sheet.content)], False
        place.extra = form(sheet, width, matrix)

    def ground(self, body: str, above: Sheet, width: float) -> pydyf.Stream:
        key = f"{body} {above.height}"
        if key not in self.grounds:
            sheet = Sheet(self, above.root, above.height)
            for child in above.root:
                if child.get("class") == "ground":
                    sheet.draw(child, {}, IDENTITY)
            extra = form(sheet, width, IDENTITY)
            made = pydyf.Stream([packed(sheet.content)], extra)
            self.pdf.add_object(made)
            self.grounds[key] = made
        return self.grounds[key]

    def state(self, fill: float, stroke: float) -> bytes:
        """A reference to how much is seen through."""
        if (fill, stroke) not in self.states:
            made = pydyf.Dictionary({"Type": "/ExtGState", "ca": fill, "CA": stroke})
            self.pdf.add_object(made)
            self.states[fill, stroke] = made
        return reference(self.states[fill, stroke])


def reference(made: pydyf.Object) -> bytes:
    found: bytes = made.reference
    return found


def form(sheet: Sheet, width: float, matrix: Matrix) -> pydyf.Dictionary:
    """What makes a stream of operators a picture."""
    resources = {
        kind: pydyf.Dictionary(named)
        for kind, named in sheet.resources.items()
        if named
    }
    return pydyf.Dictionary(
        {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": pydyf.Array([0, 0, width, sheet.height]),
            "Matrix": pydyf.Array(matrix),
            "Resources": pydyf.Dictionary(resources),
            "Filter": "/FlateDecode",
        }
    )


def packed(content: bytes) -> bytes:
    """Nearly as small as can be, in a third of the time."""
    return zlib.compress(content, 6)


def is_folded(element: Element, height: float) -> bool:
    """Whether all of a part of the picture lies below its fold."""
    moved = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", ""))
    return bool(moved and float(moved[2]) >= height)


# ------------------------------------------------------------------------ operators


class Sheet:
    """The operators of one picture, and what they name."""

    def __init__(self, pictures: Pictures, root: Element, height: float) -> None:
        self.pictures, self.root, self.height = pictures, root, height
        self.defined = {e.get("id", ""): e for e in root.iter() if e.get("id")}
        self.parts: list[str] = []
        self.resources: dict[str, dict[str, Any]] = {
            "ExtGState": {},
            "Pattern": {},
            "Shading": {},
            "XObject": {},
        }

    @property
    def content(self) -> bytes:
        """SVG looks down, PDF up."""
        return f"1 0 0 -1 0 {short(self.height)} cm {' '.join(self.parts)}".encode()

    def below(self, ground: pydyf.Stream) -> None:
        self.resources["XObject"]["G"] = ground.reference
        self.parts.append(f"q 1 0 0 -1 0 {short(self.height)} cm /G Do Q")

    def name(self, kind: str, made: Any) -> str:
        """What something is called in this stream."""
        named = self.resources[kind]
        for name, known in named.items():
            if known == made:
                return str(name)
        name = f"{kind[0]}{len(named)}"
        named[name] = made
        return name

    def draw(self, element: Element, style: Style, at: Matrix) -> None:
        """An element and all in it, in the style of what is round it."""
        tag = element.tag.rpartition("}")[2]
        if tag in SAID:
            return
        style = style_of(element, style)
        moves = matrices(element.get("transform", ""))
        clip = element.get("clip-path")
        self.parts += ["q"] if moves or clip else []
        for move in moves:
            at = times(move, at)
            self.parts.append(f"{listed(move)} cm")
        if clip:
            self.clip(clip)
        if tag == "g":
            for child in element:
                self.draw(child, style, at)
        else:
            self.paint(element, shape(tag, element), style, at)
        self.parts += ["Q"] if moves or clip else []

    def clip(self, url: str) -> None:
        for child in self.definition(url):
            outline = shape(child.tag.rpartition("}")[2], child)
            self.parts.append(f"{outline} W n")

    def definition(self, url: str) -> Element:
        found = self.defined.get(url[5:-1])
        if found is None:
            raise Unknown(url)
        return found

    def paint(self, element: Element, outline: str, style: Style, at: Matrix) -> None:
        fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
        seen = float(style.get("opacity", 1))
        opaque = (
            seen * float(style.get("fill-opacity", 1)),
            seen * float(style.get("stroke-opacity", 1)),
        )
        if fill.startswith("url(") and self.is_gradient(fill):
            self.shade(element, outline, fill)
            fill = "none"
        self.parts.append("q")
        if opaque != (1, 1):
            made = self.pictures.state(*opaque)
            self.parts.append(f"/{self.name('ExtGState', made)} gs")
        if fill != "none":
            self.parts.append(self.filled(fill, outline, at))
        if stroke != "none":
            self.parts.append(f"{pencil(style)} {outline} S")
        self.parts.append("Q")

    def filled(self, fill: str, outline: str, at: Matrix) -> str:
        if not fill.startswith("url("):
            return f"{rgb(fill)} rg {outline} f"
        pattern = self.definition(fill)
        if not pattern.tag.endswith("pattern"):
            raise Unknown(fill)
        ground, lines = parted(pattern)
        below = f"{rgb(ground)} rg {outline} f " if ground else ""
        name = self.name("Pattern", self.tile(pattern, lines, at))
        return f"{below}/Pattern cs /{name} scn {outline} f"

    def tile(self, pattern: Element, lines: list[Element], at: Matrix) -> bytes:
        """A pattern, lying where the user's own coordinates have it."""
        for move in matrices(pattern.get("patternTransform", "")):
            at = times(move, at)
        at = times(at, (1, 0, 0, -1, 0, self.height))
        key = (ElementTree.tostring(pattern), at)
        if key not in self.pictures.tiles:
            self.pictures.tiles[key] = self.new_tile(pattern, lines, at)
        return self.pictures.tiles[key]

    def new_tile(self, pattern: Element, lines: list[Element], at: Matrix) -> bytes:
        sheet = Sheet(self.pictures, self.root, 0)
        for child in lines:
            sheet.draw(child, {}, IDENTITY)
        wide, high = float(pattern.get("width", 0)), float(pattern.get("height", 0))
        resources = {
            kind: pydyf.Dictionary(named)
            for kind, named in sheet.resources.items()
            if named
        }
        extra = pydyf.Dictionary(
            {
                "Type": "/Pattern",
                "PatternType": 1,
                "PaintType": 1,
                "TilingType": 1,
                "XStep": wide,
                "YStep": high,
                "BBox": pydyf.Array([0, 0, wide, high]),
                "Matrix": pydyf.Array(at),
                "Resources": pydyf.Dictionary(resources),
            }
        )
        return self.kept(pydyf.Stream([" ".join(sheet.parts).encode()], extra, True))

    def kept(self, made: pydyf.Object) -> bytes:
        self.pictures.pdf.add_object(made)
        return reference(made)

    # ------------------------------------------------------------------- gradients

    def is_gradient(self, url: str) -> bool:
        return self.definition(url).tag.endswith("linearGradient")

    def shade(self, element: Element, outline: str, url: str) -> None:
        """From colour to colour across a rectangle, and from seen to not seen."""
        if not element.tag.endswith("rect"):
            raise Unknown("gradient")
        gradient = self.definition(url)
        x, y, wide, high = (
            float(element.get(n, 0)) for n in ("x", "y", "width", "height")
        )
        colours = axis(gradient, lambda stop: rgb(stop.get("stop-color", "#000000")))
        opaque = axis(gradient, lambda stop: short(float(stop.get("stop-opacity", 1))))
        mask = pydyf.Dictionary(
            {
                "Type": "/ExtGState",
                "SMask": pydyf.Dictionary(
                    {"Type": "/Mask", "S": "/Luminosity", "G": self.mask(opaque)}
                ),
            }
        )
        state = self.name("ExtGState", self.kept(mask))
        self.parts.append(
            f"q {outline} W n {listed((wide, 0, 0, high, x, y))} cm /{state} gs"
            f" /{self.name('Shading', self.kept(colours))} sh Q"
        )

    def mask(self, opaque: pydyf.Dictionary) -> bytes:
        group = {"S": "/Transparency", "CS": "/DeviceGray"}
        named = pydyf.Dictionary({"S0": self.kept(opaque)})
        extra = pydyf.Dictionary(
            {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": pydyf.Array([0, 0, 1, 1]),
                "Group": pydyf.Dictionary(group),
                "Resources": pydyf.Dictionary({"Shading": named}),
            }
        )
        return self.kept(pydyf.Stream([b"/S0 sh"], extra))


def parted(pattern: Element) -> tuple[str, list[Element]]:
    """The colour below a pattern, and its lines: no seam shows between two tiles."""
    first, *lines = pattern
    if first.tag.endswith("rect") and first.get("width") == pattern.get("width"):
        return first.get("fill", ""), lines
    return "", [first, *lines]


def axis(gradient: Element, value: Any) -> pydyf.Dictionary:
    """A shading along a line; `value` says what a stop stands for."""
    stops = list(gradient)
    offsets = [float(stop.get("offset", 0)) for stop in stops]
    values = [value(stop) for stop in stops]
    space = "/DeviceRGB" if " " in values[0] else "/DeviceGray"
    steps = [
        pydyf.Dictionary(
            {
                "FunctionType": 2,
                "N": 1,
                "Domain": pydyf.Array([0, 1]),
                "C0": f"[{before}]",
                "C1": f"[{after}]",
            }
        )
        for before, after in pairwise(values)
    ]
    function = pydyf.Dictionary(
        {
            "FunctionType": 3,
            "Domain": pydyf.Array([0, 1]),
            "Functions": pydyf.Array(steps),
            "Bounds": pydyf.Array(offsets[1:-1]),
            "Encode": pydyf.Array([0, 1] * len(steps)),
        }
    )
    ends = [float(gradient.get(name, 0)) for name in ("x1", "y1", "x2", "y2")]
    return pydyf.Dictionary(
        {
            "ShadingType": 2,
            "ColorSpace": space,
            "Extend": "[true true]",
            "Coords": pydyf.Array(ends),
            "Function": function,
        }
    )


# ----------------------------------------------------------------- styles and shapes


def style_of(element: Element, style: Style) -> Style:
    """Its own attributes, and those it inherits."""
    own = {}
    for name, value in element.items():
        if name in INHERITED:
            own[name] = value
        elif name not in GEOMETRY and not name.startswith("data-"):
            raise Unknown(name)
    return {**style, **own} if own else style


def pencil(style: Style) -> str:
    """How lines are drawn."""
    caps, joins = {"round": 1, "square": 2}, {"round": 1, "bevel": 2}
    parts = [f"{rgb(style['stroke'])} RG {style.get('stroke-width', '1')} w"]
    if style.get("stroke-linecap") in caps:
        parts.append(f"{caps[style['stroke-linecap']]} J")
    if style.get("stroke-linejoin") in joins:
        parts.append(f"{joins[style['stroke-linejoin']]} j")
    if style.get("stroke-dasharray", "none") != "none":
        parts.append(f"[{style['stroke-dasharray'].replace(',', ' ')}] 0 d")
    return " ".join(parts)


@lru_cache(maxsize=512)
def rgb(colour: str) -> str:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise Unknown(colour)
    return " ".join(short(byte / 255) for byte in bytes.fromhex(colour[1:]))


def shape(tag: str, element: Element) -> str:
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
        return f"{listed((x, y, wide, high))} re"
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
    return " ".join(f"{listed(point)} {verb}" for verb, *point in points) + " h"


@lru_cache(maxsize=16384)
def path(d: str) -> str:
    pen = Operators()
    parse_path(d, pen)
    return " ".join(pen.parts)


class Operators(BasePen):
    """Writes the outline it is led along."""

    def __init__(self) -> None:
        super().__init__(None)
        self.parts: list[str] = []

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"{listed(point)} m")

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"{listed(point)} l")

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"{' '.join(map(listed, points))} c")

    def _closePath(self) -> None:  # noqa: N802
        self.parts.append("h")


# ---------------------------------------------------------------------------- numbers

MOVE = re.compile(r"(\w+)\(([^)]*)\)")


@lru_cache(maxsize=4096)
def matrices(transform: str) -> list[Matrix]:
    """From the outermost to the innermost."""
    found = []
    for verb, text in MOVE.findall(transform):
        numbers = [float(number) for number in re.split(r"[ ,]+", text.strip())]
        match verb, numbers:
            case "translate", [x, *y]:
                found.append((1, 0, 0, 1, x, y[0] if y else 0))
            case "scale", [x, *y]:
                found.append((x, 0, 0, y[0] if y else x, 0, 0))
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


def listed(numbers: Any) -> str:
    return " ".join(map(short, numbers))


def short(number: float) -> str:
    """Two places behind the point; more where the number is small."""
    text = f"{number:.2f}" if abs(number) >= 0.1 or not number else f"{number:.6f}"
    return (text.rstrip("0").rstrip(".") or "0") if "." in text else text

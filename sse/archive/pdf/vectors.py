"""Our own SVG as drawing operators of PDF: sharp on paper, and in a tenth of the time.

WeasyPrint draws SVG too, at one to two seconds a board. This knows what
`engine.drawing` writes and no more; what it does not know it refuses (Unknown), and the
board is printed from pixels. The ground of a board is one object for all its pictures.
"""

from __future__ import annotations

import re
import zlib
from itertools import pairwise
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pydyf

from engine.shape import Shape, folded, shape_of
from sse.archive.pdf.outlines import (
    IDENTITY,
    Matrix,
    Style,
    Unknown,
    matrices,
    operands,
    outline_of,
    pen_operators,
    rgb,
    short,
    style_of,
    times,
)
from sse.platform.pictures.outlines import outlined

Element = ElementTree.Element
GROUND = re.compile(r'<g class="ground">(.*?)</g><!--ground-->', re.DOTALL)
SAID = {"title", "desc", "defs", "clipPath", "pattern", "linearGradient"}


class Drawing(NamedTuple):
    """A picture ready to be put into a PDF."""

    svg: str
    width: float
    height: float

    @property
    def shape(self) -> Shape:
        return Shape(self.width, self.height)


def drawing_of(svg: str) -> Drawing:
    return Drawing(svg, *shape_of(svg))


def board_drawing(svg: str) -> Drawing:
    """A board: only what lies above its fold."""
    return drawing_of(folded(svg))


# ------------------------------------------------------------------------ into a PDF


class Pictures:
    """Draws pictures into one PDF; what they share is in it once."""

    def __init__(self, pdf: pydyf.PDF) -> None:
        self.pdf = pdf
        self.grounds: dict[str, bytes] = {}
        self.states: dict[tuple[float, float], bytes] = {}
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
            if child.get("class") != "ground":
                sheet.draw(child, {}, IDENTITY)
        matrix = (1 / width, 0, 0, 1 / height, 0, 0)
        place.stream, place.compress = [compressed(sheet.content)], False
        place.extra = form(sheet, width, matrix)

    def ground(self, body: str, above: Sheet, width: float) -> bytes:
        key = f"{body} {above.height}"
        if key not in self.grounds:
            sheet = Sheet(self, above.root, above.height)
            for child in above.root:
                if child.get("class") == "ground":
                    sheet.draw(child, {}, IDENTITY)
            made = pydyf.Stream(
                [compressed(sheet.content)], form(sheet, width, IDENTITY)
            )
            self.grounds[key] = self.kept(made)
        return self.grounds[key]

    def state(self, fill: float, stroke: float) -> bytes:
        """A reference to how much is seen through."""
        if (fill, stroke) not in self.states:
            made = dictionary(Type="/ExtGState", ca=fill, CA=stroke)
            self.states[fill, stroke] = self.kept(made)
        return self.states[fill, stroke]

    def kept(self, made: pydyf.Object) -> bytes:
        """Put an object into the PDF; return the reference to it."""
        self.pdf.add_object(made)
        found: bytes = made.reference
        return found


def dictionary(**entries: Any) -> pydyf.Dictionary:
    """A dictionary of PDF, with whatever lists and dictionaries are in it."""
    return pydyf.Dictionary({name: written(value) for name, value in entries.items()})


def written(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return pydyf.Array(map(written, value))
    return dictionary(**value) if isinstance(value, dict) else value


def form(sheet: Sheet, width: float, matrix: Matrix) -> pydyf.Dictionary:
    """What makes a stream of operators a picture."""
    return dictionary(
        Type="/XObject",
        Subtype="/Form",
        BBox=(0, 0, width, sheet.height),
        Matrix=matrix,
        Resources=sheet.named,
        Filter="/FlateDecode",
    )


def compressed(content: bytes) -> bytes:
    """Nearly as small as can be, in a third of the time."""
    return zlib.compress(content, 6)


# ------------------------------------------------------------------------ operators


class Sheet:
    """The operators of one picture, and what they name."""

    def __init__(self, pictures: Pictures, root: Element, height: float) -> None:
        self.pictures, self.root, self.height = pictures, root, height
        self.defined = {e.get("id", ""): e for e in root.iter() if e.get("id")}
        self.parts: list[str] = []
        kinds = ("ExtGState", "Pattern", "Shading", "XObject")
        self.resources: dict[str, dict[str, Any]] = {kind: {} for kind in kinds}

    @property
    def content(self) -> bytes:
        """SVG looks down, PDF up."""
        return f"1 0 0 -1 0 {short(self.height)} cm {' '.join(self.parts)}".encode()

    @property
    def named(self) -> dict[str, dict[str, Any]]:
        return {kind: named for kind, named in self.resources.items() if named}

    def below(self, ground: bytes) -> None:
        self.resources["XObject"]["G"] = ground
        self.parts.append(f"q 1 0 0 -1 0 {short(self.height)} cm /G Do Q")

    def name(self, kind: str, made: Any) -> str:
        """What something is called in this stream."""
        named = self.resources[kind]
        known = next((name for name in named if named[name] == made), "")
        name = known or f"{kind[0]}{len(named)}"
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
            self.parts.append(f"{operands(move)} cm")
        if clip:
            self.clip(clip)
        if tag == "g":
            for child in element:
                self.draw(child, style, at)
        else:
            self.paint(element, outline_of(tag, element), style, at)
        self.parts += ["Q"] if moves or clip else []

    def clip(self, url: str) -> None:
        for child in self.definition(url):
            outline = outline_of(child.tag.rpartition("}")[2], child)
            self.parts.append(f"{outline} W n")

    def definition(self, url: str) -> Element:
        found = self.defined.get(url[5:-1])
        if found is None:
            raise Unknown(url)
        return found

    def paint(self, element: Element, outline: str, style: Style, at: Matrix) -> None:
        fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
        names = ("opacity", "fill-opacity", "stroke-opacity")
        seen, inside, line = (float(style.get(name, 1)) for name in names)
        opaque = seen * inside, seen * line
        is_named = fill.startswith("url(")
        if is_named and self.definition(fill).tag.endswith("linearGradient"):
            self.shade(element, outline, fill)
            fill = "none"
        self.parts.append("q")
        if opaque != (1, 1):
            made = self.pictures.state(*opaque)
            self.parts.append(f"/{self.name('ExtGState', made)} gs")
        if element.tag.endswith("}line"):  # has no inside, and viewers would show one
            fill = "none"
        if fill.startswith("#") and stroke != "none" and opaque == (1, 1):
            self.parts.append(f"{rgb(fill)} rg {pen_operators(style)} {outline} B")
        else:
            if fill != "none":
                self.parts.append(self.filled(fill, outline, at))
            if stroke != "none":
                self.parts.append(f"{pen_operators(style)} {outline} S")
        self.parts.append("Q")

    def filled(self, fill: str, outline: str, at: Matrix) -> str:
        if not fill.startswith("url("):
            return f"{rgb(fill)} rg {outline} f"
        pattern = self.definition(fill)
        if not pattern.tag.endswith("pattern"):
            raise Unknown(fill)
        ground, lines = pattern_layers(pattern)
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
        extra = dictionary(
            Type="/Pattern",
            PatternType=1,
            PaintType=1,
            TilingType=1,
            XStep=wide,
            YStep=high,
            BBox=(0, 0, wide, high),
            Matrix=at,
            Resources=sheet.named,
        )
        made = pydyf.Stream([" ".join(sheet.parts).encode()], extra, compress=True)
        return self.pictures.kept(made)

    # ------------------------------------------------------------------- gradients

    def shade(self, element: Element, outline: str, url: str) -> None:
        """From colour to colour across a rectangle, and from seen to not seen."""
        if not element.tag.endswith("rect"):
            raise Unknown("gradient")
        gradient = self.definition(url)
        names = ("x", "y", "width", "height")
        x, y, wide, high = (float(element.get(name, 0)) for name in names)
        colours = axis(gradient, lambda stop: rgb(stop.get("stop-color", "#000000")))
        opaque = axis(gradient, lambda stop: short(float(stop.get("stop-opacity", 1))))
        mask = {"Type": "/Mask", "S": "/Luminosity", "G": self.mask(opaque)}
        kept = self.pictures.kept
        state = self.name("ExtGState", kept(dictionary(Type="/ExtGState", SMask=mask)))
        self.parts.append(
            f"q {outline} W n {operands((wide, 0, 0, high, x, y))} cm /{state} gs"
            f" /{self.name('Shading', kept(colours))} sh Q"
        )

    def mask(self, opaque: pydyf.Dictionary) -> bytes:
        extra = dictionary(
            Type="/XObject",
            Subtype="/Form",
            BBox=(0, 0, 1, 1),
            Group={"S": "/Transparency", "CS": "/DeviceGray"},
            Resources={"Shading": {"S0": self.pictures.kept(opaque)}},
        )
        return self.pictures.kept(pydyf.Stream([b"/S0 sh"], extra))


def pattern_layers(pattern: Element) -> tuple[str, list[Element]]:
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
        dictionary(
            FunctionType=2, N=1, Domain=(0, 1), C0=f"[{before}]", C1=f"[{after}]"
        )
        for before, after in pairwise(values)
    ]
    return dictionary(
        ShadingType=2,
        ColorSpace=space,
        Extend="[true true]",
        Coords=[float(gradient.get(name, 0)) for name in ("x1", "y1", "x2", "y2")],
        Function=dictionary(
            FunctionType=3,
            Domain=(0, 1),
            Functions=steps,
            Bounds=offsets[1:-1],
            Encode=[0, 1] * len(steps),
        ),
    )

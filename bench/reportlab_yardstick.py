"""ReportLab, placing by hand what the booklet lays out by itself: a yardstick.

The same pages: cover, contents, charts, a board for each chapter with every shape that
ours has, every step in sentences, tables, the log. BSD; only ever imported here.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

from bench.chess_yardstick import LIBRARY, install
from sse.archive.pdf import outlines
from sse.archive.pdf.booklet import Pages
from sse.archive.pdf.paper import FONTS, SANS
from sse.archive.pdf.vectors import Drawing
from sse.platform.pictures.outlines import outlined

MM = 72 / 25.4
WIDTH, HEIGHT = 210 * MM, 297 * MM
LEFT, TOP, BOTTOM, TEXT = 20 * MM, 275 * MM, 20 * MM, 170 * MM
FILES = {"Text": "Vollkorn-Regular.ttf", "Bold": "Vollkorn-SemiBold.ttf"}
FILES |= {"Mono": "DejaVuSansMono.ttf", "Signs": "DejaVuSans.ttf"}


@cache
def reportlab(module: str) -> Any:
    """A module of ReportLab, or nothing and a line that says why."""
    problem = install()
    sys.path.insert(0, str(LIBRARY))
    try:
        return importlib.import_module(f"reportlab.{module}")
    except ImportError:
        print(f"ReportLab is left out: {problem}")
        return None


def booklet(pages: Pages, facts: dict[str, Any]) -> bytes:
    return Sheets(pages.gallery.drawings).print(facts)


class Sheets:
    """A canvas, and where on it the next line goes."""

    def __init__(self, drawings: list[Drawing]) -> None:
        fonts, ttfonts = reportlab("pdfbase.pdfmetrics"), reportlab("pdfbase.ttfonts")
        for name, file in FILES.items():
            folder = SANS if (SANS / file).is_file() else FONTS
            fonts.registerFont(ttfonts.TTFont(name, str(folder / file)))
        self.split = reportlab("lib.utils").simpleSplit
        self.file = BytesIO()
        canvas = reportlab("pdfgen.canvas").Canvas
        self.canvas = canvas(self.file, (WIDTH, HEIGHT), pageCompression=1)
        self.drawings, self.y = drawings, TOP
        self.grounds: set[str] = set()

    def print(self, facts: dict[str, Any]) -> bytes:
        self.picture(facts["cover"]["scene"].src, 0, 0, WIDTH)
        board = facts["cover"]["map"]
        self.picture(board.src, LEFT, 36 * MM, board.width * MM)
        self.lines([facts["title"]], "Bold", 24)
        self.turn()
        self.table([[part["title"], str(part["first"])] for part in facts["parts"]])
        self.table([[seat["name"], str(seat["points"])] for seat in facts["seats"]])
        self.turn()
        for name, image in facts["charts"]:
            self.chart(name, image)
        for part in facts["parts"]:
            self.chapter(part)
        self.turn()
        self.scores(facts)
        self.turn()
        self.lines(facts["log_lines"].split("\n"), "Mono", 5.7)
        self.canvas.save()
        return self.file.getvalue()

    def chart(self, name: str, image: Any) -> None:
        self.lines([name], "Bold", 11)
        self.picture(image.src, LEFT, self.y - image.height * MM, image.width * MM)
        self.y -= image.height * MM

    def chapter(self, part: dict[str, Any]) -> None:
        high = part["map"].height * MM
        if self.y - high - 20 * MM < BOTTOM:
            self.turn()
        self.lines([part["title"]], "Bold", 17)
        begun = self.y
        self.picture(part["map"].src, LEFT, self.y - high, part["map"].width * MM)
        self.table([[row.label, *row.cells] for row, _ in part["rows"]], 110 * MM)
        for step in part["beside"]:
            self.step(step, 110 * MM)
        self.y = min(self.y, begun - high) - 8
        for step in part["steps"]:
            self.step(step, 0)

    def step(self, step: dict[str, Any], indent: float) -> None:
        if self.y < BOTTOM:
            self.turn()
        self.canvas.setFont("Signs", 7.2)
        self.canvas.drawString(LEFT + indent, self.y, step.get("mark", ""))
        text = f"{step['text']} {step['order']}"
        self.lines([text], "Text", 9.3, indent + 10 * MM)
        self.canvas.setLineWidth(0.4)
        self.canvas.line(LEFT + indent, self.y + 8, LEFT + TEXT, self.y + 8)

    def scores(self, facts: dict[str, Any]) -> None:
        self.table([[row.label, *row.cells] for row in facts["sources"]])
        for scoring in facts["scorings"]:
            for gain in scoring["gains"]:
                self.lines([gain["text"]], "Text", 9)
                self.table([[gain["label"], *gain["cells"]]])
        self.table([[row.label, *row.cells] for row in facts["counts"]])

    def lines(
        self, texts: list[str], font: str, size: float, indent: float = 0
    ) -> None:
        for text in texts:
            for line in self.split(text, font, size, TEXT - indent) or [""]:
                if self.y < BOTTOM:
                    self.turn()
                self.canvas.setFont(font, size)
                self.canvas.drawString(LEFT + indent, self.y, line)
                self.y -= size * 1.36

    def table(self, rows: list[list[str]], indent: float = 0) -> None:
        self.canvas.setFont("Text", 9)
        for first, *cells in rows:
            if self.y < BOTTOM:
                self.turn()
            self.canvas.drawString(LEFT + indent, self.y, first)
            for place, cell in enumerate(reversed(cells)):
                self.canvas.drawRightString(LEFT + TEXT - place * 30, self.y, cell)
            self.canvas.line(LEFT + indent, self.y - 3, LEFT + TEXT, self.y - 3)
            self.y -= 14

    def turn(self) -> None:
        self.canvas.drawCentredString(WIDTH / 2, 10 * MM, "·")
        self.canvas.showPage()
        self.y = TOP

    # ------------------------------------------------------------------------ boards

    def picture(self, src: str, x: float, y: float, wide: float) -> None:
        drawing = self.drawings[int(src.rpartition(":")[2])]
        share = wide / drawing.width
        self.canvas.saveState()
        self.canvas.transform(share, 0, 0, -share, x, y + drawing.height * share)
        for child in ElementTree.fromstring(outlined(drawing.svg)):
            if child.get("class") == "ground":
                self.ground(child, drawing)
            else:
                self.draw(child, {})
        self.canvas.restoreState()

    def ground(self, element: ElementTree.Element, drawing: Drawing) -> None:
        """What all boards share is in the file once, as in ours."""
        name = f"ground{hash(ElementTree.tostring(element))}"
        if name not in self.grounds:
            self.grounds.add(name)
            self.canvas.beginForm(name, 0, 0, drawing.width, drawing.height)
            self.draw(element, {})
            self.canvas.endForm()
        self.canvas.doForm(name)

    def draw(self, element: ElementTree.Element, style: outlines.Style) -> None:
        tag = element.tag.rpartition("}")[2]
        if tag in ("title", "desc", "defs", "clipPath", "pattern", "linearGradient"):
            return
        style = outlines.style_of(element, style)
        moves = outlines.matrices(element.get("transform", ""))
        if moves:
            self.canvas.saveState()
        for move in moves:
            self.canvas.transform(*move)
        if tag == "g":
            for child in element:
                self.draw(child, style)
        else:
            style = {**style, "fill": "none"} if tag == "line" else style
            self.shape(outlines.outline_of(tag, element), style)
        if moves:
            self.canvas.restoreState()

    def shape(self, outline: str, style: outlines.Style) -> None:
        fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
        found = self.canvas.beginPath()
        for verb, numbers in verbs(outline):
            getattr(found, VERBS[verb])(*numbers)
        if fill.startswith("#"):
            self.canvas.setFillColor(fill)
        if stroke.startswith("#"):
            self.canvas.setStrokeColor(stroke)
            self.canvas.setLineWidth(float(style.get("stroke-width", 1)))
        self.canvas.drawPath(found, stroke != "none", fill != "none")


VERBS = {"m": "moveTo", "l": "lineTo", "c": "curveTo", "re": "rect", "h": "close"}


@cache
def verbs(outline: str) -> list[tuple[str, list[float]]]:
    """An outline as calls; kept, as ours is."""
    return list(calls(outline))


def calls(outline: str) -> Iterator[tuple[str, list[float]]]:
    numbers: list[float] = []
    for word in outline.split():
        if word in VERBS:
            yield word, numbers
            numbers = []
        else:
            numbers.append(float(word))

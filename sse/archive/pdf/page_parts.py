"""Sections of pages: pictures and their sizes, lines of a step, the marks of houses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from engine.drawing import SeatColour, ink_on, path, rect, svg
from sse.archive.pdf.story import Step
from sse.archive.pdf.vectors import Drawing

FEW = 5  # sentences, that need no lines of their own
MOST_LETTERS = 240  # of a line of a step
INK = "#1f1b19"


class Image(NamedTuple):
    """A picture on a page: where it comes from, how big it is, what it shows."""

    src: str
    alt: str
    width: float  # mm
    height: float

    @property
    def size(self) -> str:
        return f"width:{self.width:.2f}mm;height:{self.height:.2f}mm"

    @property
    def wide(self) -> str:
        return f"{self.width:.2f}mm"

    @property
    def high(self) -> str:
        return f"{self.height:.2f}mm"


class Told(NamedTuple):
    """A line of a step; details stand in smaller type."""

    text: str
    is_detail: bool


@dataclass
class Gallery:
    """All pictures of a booklet, each once however often it is shown."""

    drawings: list[Drawing] = field(default_factory=list)

    def add(self, drawing: Drawing, alt: str, width: float, height: float) -> Image:
        """As big as fits."""
        size = drawing.shape.within(width, height)
        if drawing not in self.drawings:
            self.drawings.append(drawing)
        src = f"picture:{self.drawings.index(drawing)}"
        return Image(src, alt, round(size.width, 2), round(size.height, 2))


def house_svg(colour: SeatColour) -> str:
    style = {"fill": colour.fill, "stroke": INK, "stroke_width": 1.4}
    body = rect(0.8, 0.8, 18.4, 18.4, rx=3, **style)
    moved = "translate(10 10) scale(0.85)"
    body += path(colour.mark, fill=ink_on(colour.fill), transform=moved)
    return svg(20, 20, body, colour.name, colour.name)


def joined_orders(steps: Sequence[Step]) -> list[Step]:
    """Orders that tell nothing by themselves stand in one line, as a plan is laid."""
    found: list[Step] = []
    for step in steps:
        last = found[-1] if found else None
        is_same = last and (last.seat, last.by) == (step.seat, step.by)
        if last and is_same and not (last.sentences or step.sentences):
            found[-1] = last._replace(order=f"{last.order}; {step.order}")
        else:
            found.append(step)
    return found


def step_lines(step: Step) -> list[Told]:
    """What happened, in order; where much did, a new line where its kind changes."""
    if len(step.sentences) <= FEW:
        return [Told(" ".join(step.sentences), step.is_detail)]
    runs = list(runs_of(step))
    if ahead := step.sentences[: -len(step.events)]:  # who decided
        runs.insert(0, (ahead, step.is_detail))
    if step.number:
        return [Told(" ".join(run), is_detail) for run, is_detail in runs]
    return [
        Told(line, is_detail) for run, is_detail in runs for line in setup_lines(run)
    ]


def runs_of(step: Step) -> Iterator[tuple[list[str], bool]]:
    """Sentences of events of one kind, and whether they are only details."""
    ranked = zip(step.told, step.ranks, strict=True)
    for _, pairs in groupby(ranked, key=lambda pair: pair[0][0].kind):
        alike = list(pairs)
        is_detail = not any(rank for _, rank in alike)
        yield [sentence for (_, sentence), _ in alike], is_detail


def setup_lines(sentences: Sequence[str]) -> list[str]:
    """Of a setup: lines that are not too long to find room beside a map."""
    lines = [""]
    for sentence in sentences:
        if lines[-1] and len(lines[-1]) + len(sentence) > MOST_LETTERS:
            lines.append("")
        lines[-1] = f"{lines[-1]} {sentence}".strip()
    return lines


def signed_number(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else ""

"""Charts drawn by hand, in the colours of the houses. No library is as small."""

from __future__ import annotations

from collections.abc import Sequence

from engine.drawing import (
    SeatColour,
    cut_to_width,
    ink_on,
    line,
    mix,
    number,
    path,
    rect,
    svg,
    text,
)

WIDTH, HEIGHT = 700, 190
LEFT, RIGHT, TOP, BOTTOM = 34, 560, 12, 164
INK, PALE = "#1f1b19", "#cbbfa3"
GAP = 17  # between two names
MOST_TICKS = 6


def chart(
    title: str,
    series: Sequence[Sequence[int]],
    houses: Sequence[SeatColour],
    names: Sequence[str],
    chapters: Sequence[int],
) -> str:
    """A number of each seat after every step; `chapters` are where chapters begin."""
    scale = Scale(series)
    body = scale.grid() + scale.chapters(chapters)
    for seat, values in enumerate(series):
        body += scale.curve(values, houses[seat], seat, len(series))
    body += names_at_the_end(scale, series, houses, names)
    ends = zip(names, (values[-1] for values in series), strict=True)
    last = ", ".join(f"{name} {value}" for name, value in ends)
    return svg(WIDTH, HEIGHT, body, title, f"{title}: {last}")


class Scale:
    """Where steps and values lie on the paper."""

    def __init__(self, series: Sequence[Sequence[int]]) -> None:
        every = [value for values in series for value in values]
        self.step = nice((max(every) - min(0, *every)) or 1)
        self.low = -(-min(0, *every) // -self.step) * self.step if min(every) < 0 else 0
        steps = max(1, -((self.low - max(every)) // self.step))
        self.high = self.low + steps * self.step
        self.count = max(1, max(map(len, series)) - 1)

    def x(self, step: float) -> float:
        return LEFT + (RIGHT - LEFT) * step / self.count

    def y(self, value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low)

    def grid(self) -> str:
        found = ""
        for value in range(self.low, self.high + 1, self.step):
            y, ink = self.y(value), INK if value == 0 else PALE
            found += line(LEFT, y, RIGHT, y, stroke=ink, stroke_width=0.7)
            found += text(LEFT - 6, y + 4, value, 11, anchor="end", fill=INK)
        return found

    def chapters(self, begins: Sequence[int]) -> str:
        """Where each begins; its number where that does not lie upon the one before."""
        found, free = "", 0.0
        dashes = {"stroke": PALE, "stroke_width": 0.7, "stroke_dasharray": "2 3"}
        for name, step in enumerate(begins, start=1):
            x = self.x(step)
            found += line(x, TOP, x, BOTTOM + 5, **dashes)
            if x >= free:
                found += text(x + 3, BOTTOM + 15, name, 10, fill="#6b6257")
                free = x + 5 + 7 * len(str(name))
        return found

    def curve(
        self, values: Sequence[int], house: SeatColour, seat: int, seats: int
    ) -> str:
        """A staircase; each seat a hair beside the others, so that none is covered."""
        aside = (seat - (seats - 1) / 2) * 1.4
        d = f"M{number(self.x(0))} {number(self.y(values[0]) + aside)}"
        for step in range(1, len(values)):
            if values[step] != values[step - 1]:
                d += f"H{number(self.x(step))}V{number(self.y(values[step]) + aside)}"
        d += f"H{number(self.x(len(values) - 1))}"
        style = {"fill": "none", "stroke_linejoin": "round"}
        edge = mix(house.fill, INK, 0.6)
        below = path(d, stroke=edge, stroke_width=2.6, **style)
        return below + path(d, stroke=house.fill, stroke_width=1.8, **style)


def nice(most: int) -> int:
    """A step that people count in, so that few lines are enough."""
    step = 1
    for factor in (2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000):
        if most / step <= MOST_TICKS:
            break
        step = factor
    return step


def names_at_the_end(
    scale: Scale,
    series: Sequence[Sequence[int]],
    houses: Sequence[SeatColour],
    names: Sequence[str],
) -> str:
    """Who is who, beside the ends of the curves, none upon another."""
    order = sorted(range(len(series)), key=lambda seat: (-series[seat][-1], seat))
    found, lowest = "", TOP - GAP / 2
    room = BOTTOM - GAP * (len(order) - 1)
    for place, seat in enumerate(order):
        y = max(scale.y(series[seat][-1]), lowest + GAP)
        y = min(y, room + GAP * place)
        lowest, house = y, houses[seat]
        end = scale.y(series[seat][-1])
        found += line(RIGHT, end, RIGHT + 10, y, stroke=PALE, stroke_width=0.8)
        edge = {"stroke": INK, "stroke_width": 0.8}
        found += rect(RIGHT + 10, y - 7, 14, 14, rx=2, fill=house.fill, **edge)
        mark = f"translate({number(RIGHT + 17)} {number(y)}) scale(0.62)"
        found += path(house.mark, fill=ink_on(house.fill), transform=mark)
        name = cut_to_width(names[seat], 78, 11)
        found += text(RIGHT + 29, y + 4, name, 11, fill=INK)
        style = {"anchor": "end", "font_weight": "bold", "fill": INK}
        found += text(WIDTH - 4, y + 4, series[seat][-1], 11, **style)
    return found

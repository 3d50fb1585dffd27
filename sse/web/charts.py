"""Small drawings, as numbers for SVG in templates."""

from __future__ import annotations

from dataclasses import dataclass

from sse.archive.index.models import RatingStep
from sse.archive.ratings import Strength

WIDTH, HEIGHT = 300, 80


@dataclass(frozen=True)
class Curve:
    """A rating through its last matches, and how sure it was."""

    line: str  # points of a polyline
    band: str  # and of the polygon round it
    first: float
    last: float
    n: int


def curve_of(steps: list[RatingStep]) -> Curve | None:
    """One point is no curve."""
    if len(steps) < 2:
        return None
    ratings = [Strength(step.mu, step.sigma).rating for step in steps]
    lows = [step.mu - step.sigma for step in steps]
    highs = [step.mu + step.sigma for step in steps]
    lowest, highest = min(lows), max(highs)
    scale = HEIGHT / ((highest - lowest) or 1)
    across = WIDTH / (len(steps) - 1)

    def points(values: list[float]) -> list[str]:
        return [
            f"{index * across:.1f},{(highest - value) * scale:.1f}"
            for index, value in enumerate(values)
        ]

    return Curve(
        line=" ".join(points([step.mu for step in steps])),
        band=" ".join([*points(highs), *points(lows)[::-1]]),
        first=ratings[0],
        last=ratings[-1],
        n=len(steps),
    )

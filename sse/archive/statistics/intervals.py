"""How far a share can be trusted."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054  # 95 of 100 such intervals hold the true share
FEW = 30  # cases; fewer are marked


class Share(NamedTuple):
    """So many of n, and between what the true share probably lies (Wilson)."""

    hits: int
    n: int

    @property
    def value(self) -> float:
        return self.hits / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Never below 0 nor above 1, also for few cases."""
        if not self.n:
            return 0.0, 1.0
        square = Z * Z / self.n
        middle = (self.value + square / 2) / (1 + square)
        inside = self.value * (1 - self.value) / self.n + square / (4 * self.n)
        half = Z * sqrt(inside) / (1 + square)
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def is_small(self) -> bool:
        return self.n < FEW

    @property
    def percent(self) -> str:
        return f"{100 * self.value:.0f} %"

    @property
    def range(self) -> str:
        low, high = self.interval
        return f"{100 * low:.0f}–{100 * high:.0f} %"

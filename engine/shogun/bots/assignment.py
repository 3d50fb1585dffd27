"""The best assignment of columns to rows, each column at most once."""

from __future__ import annotations

from collections.abc import Sequence

LARGE = 1e9


def assigned(worth: Sequence[Sequence[float]]) -> list[int]:
    """By row the column it gets, so that the sum is greatest; -1 if there are none.

    The Hungarian method with potentials, for no more rows than columns.
    """
    rows = len(worth)
    missing = max(0, rows - len(worth[0]))
    cost = [[-one for one in row] + [LARGE / 1e3] * missing for row in worth]
    columns = len(cost[0])
    owner = [0] * (columns + 1)  # by column, from 1: its row
    up, vp = [0.0] * (rows + 1), [0.0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0], at = row, 0
        least, way = [LARGE] * (columns + 1), [0] * (columns + 1)
        used = [False] * (columns + 1)
        while owner[at]:
            used[at] = True
            here, delta, then = owner[at], LARGE, 0
            line, base = cost[here - 1], up[here]
            for column in range(1, columns + 1):
                if used[column]:
                    continue
                now = line[column - 1] - base - vp[column]
                if now < least[column]:
                    least[column], way[column] = now, at
                if least[column] < delta:
                    delta, then = least[column], column
            for column in range(columns + 1):
                if used[column]:
                    up[owner[column]] += delta
                    vp[column] -= delta
                else:
                    least[column] -= delta
            at = then
        while at:
            before = way[at]
            owner[at], at = owner[before], before
    found = [-1] * rows
    for column in range(1, columns + 1):
        if owner[column] and column <= columns - missing:
            found[owner[column] - 1] = column - 1
    return found

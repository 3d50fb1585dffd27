"""A match as files for others: JSON and tables."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Any

from engine.log import Log
from engine.log_json import log_json
from engine.replay import replay
from sse.matches.models import Match
from sse.matches.selectors import log_of, log_shown

FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would carry out


def json_file(match: Match) -> str:
    """The log for programs. Before the end it holds secrets, as the log does."""
    return log_json(log_of(match))


# ----------------------------------------------------------------------------- scores


def scores_csv(match: Match) -> str:
    """A line for each seat after each step, as everybody may know it."""
    file = StringIO()
    rows = list(score_rows(match, log_shown(match)))
    names = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(file, names or ["step"], lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def score_rows(match: Match, log: Log) -> Iterator[dict[str, Any]]:
    for frame, names in zip(replay(log), log.names_along(), strict=True):
        told = match.game.chronicle(match.game.view(frame.state, None))
        if told is None and not match.has_ended:
            return  # a game that tells nothing may keep its points secret
        scored = () if told else match.game.score(frame.state)
        points = told.points if told else [row.points for row in scored]
        measures = told.measures if told else {}
        for seat, name in enumerate(names):
            yield {
                "step": frame.number,
                "seat": seat,
                "name": f"'{name}" if name.startswith(FORMULAS) else name,
                "points": points[seat],
                **{key: values[seat] for key, values in measures.items()},
            }

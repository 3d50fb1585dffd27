"""A match as files for others: JSON, tables, and all of the archive at once."""

from __future__ import annotations

import csv
import hmac
import re
import zipfile
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from engine.chronicle import chronicle_of
from engine.log import Log, log_text
from engine.log_json import log_json
from engine.replay import replay
from sse.matches.models import Match, Tenure
from sse.matches.selectors import log_of, log_shown, tenures_of

DAYS, DAY = ("started", "ended"), re.compile(r"\d{4}-\d\d-\d\d")  # all that is told
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
        told = chronicle_of(match.game, match.game.view(frame.state, None))
        if told is None and not match.has_ended:
            return  # a game that tells nothing may keep its points secret
        points = told.points if told else scored(match, frame.state)
        for seat in range(log.seats):
            yield {
                "step": frame.number,
                "seat": seat,
                "name": harmless(names[seat]),
                "points": points[seat],
                **{
                    key: of[seat] for key, of in (told.measures if told else {}).items()
                },
            }


def scored(match: Match, state: Any) -> list[int]:
    return [standing.points for standing in match.game.score(state)]


def harmless(name: str) -> str:
    """A name is a name, also in a spreadsheet."""
    return f"'{name}" if name.startswith(FORMULAS) else name


# ------------------------------------------------------------------------- everything


def archive_dump(
    *, file: Path, key: bytes, with_private: bool = False
) -> Iterable[Match]:
    """Every match that has ended, as a log in a ZIP, without names or titles.

    Who is who follows from the key, so that a player has one name in all of them.
    """
    wanted = Match.objects.filter(status=Match.Status.FINISHED, head__gt=0)
    wanted = wanted.filter(is_imported=False)  # anybody can write such a file
    if not with_private:
        wanted = wanted.exclude(privacy=Match.Privacy.PRIVATE)
    with zipfile.ZipFile(file, "x", zipfile.ZIP_DEFLATED) as bundle:
        for match in wanted.order_by("pk").iterator(chunk_size=100):
            if match.is_current:
                text = log_text(nameless(match, key))
                stamp = zipfile.ZipInfo(f"{match.game_name}/{match.chain[:16]}.log")
                stamp.compress_type = zipfile.ZIP_DEFLATED
                bundle.writestr(stamp, text)
                yield match


def nameless(match: Match, key: bytes) -> Log:
    """The log with other names; its entries and their hash stay as they are."""
    log = log_of(match)
    log.players = [
        (tenure.seat.number, pseudonym(tenure, key)) for tenure in tenures_of(match)
    ]
    log.notes = {
        name: text
        for name, text in log.notes.items()
        if name in DAYS and DAY.fullmatch(text)
    }
    return log


def pseudonym(tenure: Tenure, key: bytes) -> str:
    """The same for a player in every match; bots keep their names."""
    if tenure.bot:
        return f"bot {tenure.bot}"
    who = f"player {tenure.player_id}" if tenure.player_id else f"name {tenure.name}"
    return f"Player {hmac.digest(key, who.encode(), 'sha256').hex()[:8]}"

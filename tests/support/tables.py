"""Matches in tests: the toy game, where not said otherwise."""

from __future__ import annotations

from itertools import count
from typing import Any

from sse.accounts.models import Player
from sse.matches.models import Match, Submission
from sse.matches.play import match_open, match_start, plan_submit, seat_join
from sse.matches.play import submissions_apply as apply
from sse.matches.table import Table, table_of
from sse.outbox.models import Letter

KEYS = count(1)
SEED = "5e" * 32


def running(*players: Player, bots: int = 0, **fields: Any) -> Match:
    """A match that has begun; the first player is its organiser."""
    fields = {"game": "toy", "seed": SEED, "bot_seats": ["random"] * bots} | fields
    first, *others = players
    match = match_open(organiser=first, seats=len(players) + bots, **fields)
    for player in others:
        seat_join(match_id=match.pk, player=player)
    return match_start(match_id=match.pk, by=first)


def write(match: Match, player: Player, text: str, **fields: Any) -> Submission:
    """What a player writes, applied at once."""
    fields = {"source": "web", "key": f"test {next(KEYS)}"} | fields
    submission = plan_submit(match_id=match.pk, player=player, text=text, **fields)
    apply(match_id=match.pk)
    submission.refresh_from_db()
    match.refresh_from_db()
    return submission


def beside(match: Match) -> Table:
    match.refresh_from_db()
    return table_of(match.table)


def asked(match: Match) -> list[tuple[int, str]]:
    return [(question.seat, question.point) for question in beside(match).asked]


def log(match: Match) -> list[str]:
    return [row.text for row in match.entries.order_by("number")]


def letters(match: Match, player: Player) -> list[str]:
    found = Letter.objects.filter(match=match, player=player)
    return [letter.kind for letter in found.order_by("pk")]

"""How a match ends: by the rules of its game, or because one seat is left.

A resignation that leaves one seat is followed by an entry of its own, which is the
last of the log. So a log of before, in which a match went on, replays as it did.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from engine.contract import Game, Seat, Standing
from engine.log import CONCEDED, Entry


def resigned_seats(entries: Iterable[Entry]) -> set[Seat]:
    """The seats that were given up for good, and not taken back since."""
    gone: dict[Seat, int] = {}  # by which entry
    for number, entry in enumerate(entries):
        if entry.kind == "resigns":
            gone[entry.seat] = number
        elif entry.kind == "back":
            gone = {seat: at for seat, at in gone.items() if at <= entry.back_to}
    return set(gone)


def last_seat(seats: int, resigned: Collection[Seat]) -> Seat | None:
    """The one seat that is left when all others have resigned."""
    left = [seat for seat in range(seats) if seat not in resigned]
    return left[0] if len(left) == 1 < seats else None


def winner_by_resignation(entries: Sequence[Entry]) -> Seat | None:
    """The seat that won because all others resigned."""
    last = entries[-1] if entries else None
    return last.seat if last and last.kind == CONCEDED else None


def is_over(game: Game[Any], state: Any, entries: Sequence[Entry]) -> bool:
    """Whether the match has a result."""
    return winner_by_resignation(entries) is not None or not game.decisions(state)


def final_standings(
    game: Game[Any], state: Any, entries: Sequence[Entry]
) -> list[Standing]:
    """By seat: the game's own score, or that of a match that others gave up."""
    return conceded_to(game.score(state), winner_by_resignation(entries))


def conceded_to(scored: list[Standing], winner: Seat | None) -> list[Standing]:
    """Put the seat that is left first, and the others behind it by their points."""
    if winner is None:
        return scored
    others = [standing.place for standing in scored if standing.seat != winner]
    return [
        standing._replace(
            place=1
            if standing.seat == winner
            else 2 + sum(place < standing.place for place in others)
        )
        for standing in scored
    ]

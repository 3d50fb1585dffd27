"""What a new house shows: matches that bots have played, and one to sit down at."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from sse import bell
from sse.accounts.models import Player
from sse.matches.clock import preset
from sse.matches.models import Match
from sse.matches.services import (
    bots_play,
    match_open,
    match_start,
    seat_open,
    submissions_apply,
)

HOST = "Hikyaku"


class Show(NamedTuple):
    """A match of the demo. Its title is its key: each is made once."""

    title: str
    game: str
    bots: tuple[str, ...]
    choices: Mapping[str, str] = {}
    tempo: str = Match.Tempo.EACH


AUTO, GREEDY = "auto", "greedy"
SHOWS = (
    Show("Demo: two besiegers", "age_of_war", (AUTO,) * 2),
    Show("Demo: three besiegers", "age_of_war", (AUTO,) * 3, {"set": "sengoku-2014"}),
    Show("Demo: four besiegers", "age_of_war", (AUTO,) * 4),
    Show("Demo: two empires", "small_samurai_empires", (GREEDY,) * 2),
    Show(
        "Demo: three empires and the shrines",
        "small_samurai_empires",
        (GREEDY,) * 3,
        {"shrines": "yes", "mountain": "yes"},
        Match.Tempo.PHASE,
    ),
)
SEAT_FREE = Show("Demo: take a seat", "age_of_war", (AUTO,) * 2)


def demo_make() -> int:
    """Whatever of the demo is not there yet. How many matches are new."""
    host, _ = Player.objects.get_or_create(name=HOST)
    mine = Match.objects.filter(organiser=host)
    there = set(mine.values_list("title", flat=True))
    new = [show for show in SHOWS if show.title not in there]
    with bell.muffled():
        for show in new:
            play(show, host)
        if SEAT_FREE.title not in there:
            offer_seat(SEAT_FREE, host)
            new.append(SEAT_FREE)
    return len(new)


def play(show: Show, host: Player) -> None:
    """From the first question to the last, as workers would."""
    match = open_show(show, host)
    match_start(match_id=match.pk, by=host)
    play_bots(match)


def offer_seat(show: Show, host: Player) -> None:
    """Who takes the seat and stays away loses it again to the next."""
    match = open_show(show, host, plays=True)
    match_start(match_id=match.pk, by=host)
    seat_open(match_id=match.pk, by=host, seat=0)
    play_bots(match)


def open_show(show: Show, host: Player, plays: bool = False) -> Match:
    clock = {**preset("relaxed").data, "at_end": "open"} if plays else {}
    return match_open(
        organiser=host,
        game=show.game,
        seats=len(show.bots) + plays,
        choices=show.choices,
        tempo=show.tempo,
        title=show.title,
        plays=plays,
        clock=clock,
        bot_seats=show.bots,
        seed="" if plays else sha256(show.title.encode()).hexdigest(),
    )


def play_bots(match: Match) -> None:
    """Until nobody but a person is asked."""
    while Match.objects.filter(pk=match.pk, bots_due=True).exists():
        bots_play(match_id=match.pk)
        submissions_apply(match_id=match.pk)

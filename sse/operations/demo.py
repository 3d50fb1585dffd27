"""The demo of a new service: matches that bots played, and one with a free seat."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from engine.bots import bots
from engine.registry import About, Demo, games
from sse.accounts.models import Player
from sse.accounts.names import HOST
from sse.matches.clock.arithmetic import preset
from sse.matches.models import Match
from sse.matches.play import (
    bots_play,
    match_open,
    match_start,
    seat_open,
    submissions_apply,
)
from sse.platform import wake


class Show(NamedTuple):
    """A match of the demo, and its game."""

    game: str
    demo: Demo


def shows() -> list[Show]:
    """Return the demos of each game; without any, two of its bots play."""
    return [
        Show(about.name, demo)
        for about in games().values()
        for demo in about.demos or (plain_demo(about),)
    ]


def plain_demo(about: About) -> Demo:
    """Return a demo with the fewest seats and the game's own first bot, if any."""
    first, *own = bots(about.name)
    return Demo(f"Demo: {about.title}", ((own or [first])[0],) * about.seats[0])


def demo_make() -> int:
    """Make the matches of the demo that are missing; return how many."""
    host, _ = Player.objects.get_or_create(name=HOST)
    mine = Match.objects.filter(organiser=host)
    there = set(mine.values_list("title", flat=True))
    new = [show for show in shows() if show.demo.title not in there]
    with wake.muffled():
        for show in new:
            play(show, host)
    return len(new)


def play(show: Show, host: Player) -> None:
    """Play a match to its end, as workers would, or until it is a person's turn.

    Anyone may take a seat that is free; a player who stays away loses it.
    """
    match = open_show(show, host)
    match_start(match_id=match.pk, by=host)
    if show.demo.is_free:
        seat_open(match_id=match.pk, by=host, seat=0)
    play_bots(match)


def play_bots(match: Match) -> None:
    """Let bots play until it is a person's turn."""
    while Match.objects.filter(pk=match.pk, bots_due=True).exists():
        bots_play(match_id=match.pk)
        submissions_apply(match_id=match.pk)


def open_show(show: Show, host: Player) -> Match:
    demo, plays = show.demo, show.demo.is_free
    clock = {**preset("relaxed").data, "at_end": "open"} if plays else {}
    return match_open(
        organiser=host,
        game=show.game,
        seats=len(demo.bots) + plays,
        choices=demo.choices,
        tempo=demo.tempo,
        title=demo.title,
        plays=plays,
        clock=clock,
        bot_seats=demo.bots,
        seed="" if plays else sha256(demo.title.encode()).hexdigest(),
    )

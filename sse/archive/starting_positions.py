"""Where a new match begins: a position that was written, or a step of an old match."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from engine.errors import StartRefused
from engine.registry import About
from engine.start import read_position
from sse.accounts.models import Player
from sse.archive.forks import state_to_play
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.matches.play.choices import Beginning, not_from_here, start_of

STEP = re.compile(r"\s*([0-9]{1,9})\s*/\s*([0-9]{1,9})\s*")  # `12/30`


def read_beginning(
    about: About, said: object, choices: Mapping[str, str], player: Player
) -> Beginning | None:
    """What somebody wants a match to begin from; nothing if they did not say.

    A position as JSON or as an object; the text of a file that the game reads; or
    `12/30`, step 30 of match 12, if that has ended and they may see it. [MatchRefused]
    """
    if said is None or said == "":
        return None
    if isinstance(said, str) and (found := STEP.fullmatch(said)):
        return beginning_at(about, int(found[1]), int(found[2]), choices, player)
    try:
        position = said
        if isinstance(said, str):
            position = read_position(said, about.name)
    except StartRefused as error:
        raise not_from_here(error) from error
    return Beginning(start_of(about, position, choices))


def beginning_at(
    about: About, match_id: int, step: int, choices: Mapping[str, str], player: Player
) -> Beginning:
    """The table as it was after a step. [MatchRefused]"""
    origin = visible_match(match_id, player)
    if origin.game_name != about.name:
        raise MatchRefused("position", _("That match is of another game."))
    state = state_to_play(origin, step)
    start = start_of(about, origin.game.position(state), choices)
    return Beginning(start, origin, step)


def visible_match(match_id: int, player: Player) -> Match:
    from sse.matches.access import match_at

    match = match_at(match_id, player)
    if match is None:
        raise MatchRefused("position", _("There is no such match."))
    return match

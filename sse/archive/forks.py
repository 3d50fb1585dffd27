"""What if: a practice match against bots, from any step of an ended match.

It begins from the position after that step, which stands in its log; so the log proves
itself. With the same dice it has the seed, words and branch of the original, all public
since that ended; with fresh ones a sealed seed of its own. It is private, brings no
letters, and counts nowhere.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from engine.bots import bots
from engine.chance import commitment, new_seed
from engine.log import one_line, read_entry
from sse.accounts.models import Player
from sse.archive.replay.course import course_of
from sse.matches import states
from sse.matches.clock.arithmetic import preset
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat
from sse.matches.play.locked_match import locked_match, names_of
from sse.matches.play.setup import begin

SAME, FRESH = "same", "fresh"


def match_fork(
    *, origin: Match, step: int, player: Player, seat: int, dice: str, bot: str
) -> Match:
    """The player takes a seat as it was after a step, bots the others. [MatchRefused]

    Whether the player may see the original is for the caller to know.
    """
    check_variation_limit(player)
    state = state_to_play(origin, step)
    check_choice(origin, step, seat, dice, bot)
    title = _("What if: %(match)s, step %(step)s") % {"match": origin, "step": step}
    with transaction.atomic():
        match = Match.objects.create(
            game_name=origin.game_name,
            version=origin.version,
            choices=origin.choices,
            seats_wanted=origin.seats_wanted,
            clock=preset("none").data,
            privacy=Match.Privacy.PRIVATE,
            title=one_line(title)[:80],
            organiser=player,
            forked_from=origin,
            forked_step=step,
            position=origin.game.position(state),
            is_practice=True,
            **dice_fields(origin, step, dice),
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, player=player)
            if number == seat
            else Seat(match=match, number=number, bot=bot, name=name)
            for number, name in enumerate(names_for(origin, bot))
        )
        with locked_match(match.pk) as table:
            begin(table)
            table.play_on()
    return table.match


def names_for(origin: Match, bot: str) -> list[str]:
    """A program that goes on playing a seat is called as it was."""
    seats = list(origin.seats.order_by("number"))
    named = zip(seats, names_of(seats), strict=True)
    return [name if seat.bot == bot else "" for seat, name in named]


def dice_fields(origin: Match, step: int, dice: str) -> dict[str, Any]:
    if dice == SAME:
        backs = sum(back <= step for back, _ in course_of(origin).backs)
        branch = origin.first_branch + backs
        same = {name: getattr(origin, name) for name in ("seed", "commitment", "words")}
        return {**same, "branch": branch, "first_branch": branch}
    seed = new_seed()
    return {"seed": seed, "commitment": commitment(seed)}


# -------------------------------------------------------------------------- whether


def state_to_play(origin: Match, step: int) -> Any:
    if not origin.has_ended:
        raise MatchRefused(
            "running", _("You can only try variations of a match that has ended.")
        )
    if not origin.is_current:
        raise MatchRefused(
            "old_rules", _("The rules of this match are no longer here.")
        )
    if not 0 <= step < origin.head:
        raise MatchRefused("no_step", _("There is no such step."))
    state = states.state_at(origin, step)
    if not origin.game.decisions(state) or len(seats_to_play(origin, step)) < 2:
        raise MatchRefused("over", _("The match is over here. Choose an earlier step."))
    return state


def check_choice(origin: Match, step: int, seat: int, dice: str, bot: str) -> None:
    if seat not in seats_to_play(origin, step):
        raise MatchRefused("no_seat", _("You can’t play this seat from here."))
    if bot not in bots(origin.game_name):
        raise MatchRefused("no_bot", _("There is no such bot."))
    if dice not in (SAME, FRESH):
        raise MatchRefused("dice", _("Choose the same dice or new ones."))


def seats_to_play(origin: Match, step: int) -> list[int]:
    """All that had not been given up by then."""
    lines = origin.entries.filter(text__endswith=" resigns", number__lte=step)
    path = course_of(origin).path(step)
    gone = {
        read_entry(text).seat
        for number, text in lines.values_list("number", "text")
        if any(first <= number <= last for first, last in path)
    }
    return [seat for seat in range(origin.seats_wanted) if seat not in gone]


def check_variation_limit(player: Player) -> None:
    mine = Match.objects.filter(organiser=player, is_practice=True)
    running = mine.filter(status=Match.Status.RUNNING)
    if running.count() >= settings.MOST_OPEN_MATCHES:
        raise MatchRefused(
            "too_many",
            _("You already have many variations running. End some of them first."),
        )


def variations_of(origin: Match, player: Player) -> list[Match]:
    """The player's own, the newest first."""
    mine = origin.forks.filter(organiser=player, is_practice=True)
    return list(mine.order_by("-pk")[:20])


def bots_for(origin: Match) -> list[str]:
    """Who can play the other seats, those that think first."""
    names = list(bots(origin.game_name))
    return [*(name for name in names if name != "random"), "random"]

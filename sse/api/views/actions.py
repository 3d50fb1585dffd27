"""What is done to a match, one address for each: by its players and its organiser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from sse.accounts.models import Player
from sse.accounts.tokens import ORGANISE, PLAY
from sse.api.fields import Body, Flag, Number, Text
from sse.api.idempotency import once
from sse.api.resource import Resource, done
from sse.api.schema import tells
from sse.api.serializers.matches import MatchShape
from sse.api.views.matches import EmptyBody, WordBody, shape_for
from sse.matches import play
from sse.matches.errors import MatchRefused
from sse.platform.rates import check_limit

MOST_HOURS = 24 * 366
LEAVE = "leave"


class SeatBody(Body):
    seat = Number()


class ProgramBody(Body):
    program = Text(max_length=20)


class HoursBody(Body):
    hours = Number(min_value=1, max_value=MOST_HOURS)


class TimeBody(Body):
    seat = Number()
    hours = Number(min_value=1, max_value=MOST_HOURS)


class EntryBody(Body):
    entry = Number()


class ProposalBody(Body):
    entry = Number(
        required=False,
        help_text="Of the proposal that you saw; another one is refused: 409.",
    )


class ReallyBody(Body):
    really = Flag(help_text="`true`: it cannot be taken back.")


Do = Callable[[int, Player, dict[str, Any]], object]


class Action(NamedTuple):
    path: str
    summary: str
    scope: str
    body: type[Body]
    do: Do


def abandon(match: int, player: Player, said: dict[str, Any]) -> None:
    if not said["really"]:
        raise MatchRefused("really", _("Nothing is done: say that you mean it."))
    play.match_abandon(match_id=match, by=player)


def give_time(match: int, player: Player, said: dict[str, Any]) -> None:
    more = timedelta(hours=said["hours"])
    play.time_give(match_id=match, by=player, seat=said["seat"], more=more)


def ask_time(match: int, player: Player, said: dict[str, Any]) -> None:
    more, key = timedelta(hours=said["hours"]), uuid4().hex
    play.time_ask(match_id=match, player=player, more=more, key=key)


ACTIONS = (
    Action(
        "join",
        "Take a free seat",
        PLAY,
        WordBody,
        lambda match, player, said: play.seat_join(
            match_id=match, player=player, **said
        ),
    ),
    Action(
        LEAVE,
        "Leave a match that has not begun",
        PLAY,
        EmptyBody,
        lambda match, player, said: play.seat_leave(match_id=match, player=player),
    ),
    Action(
        "word",
        "Your word for the dice",
        PLAY,
        WordBody,
        lambda match, player, said: play.seat_word(
            match_id=match, player=player, **said
        ),
    ),
    Action(
        "take",
        "Take over an open seat of a running match",
        PLAY,
        SeatBody,
        lambda match, player, said: play.seat_take(
            match_id=match, player=player, **said
        ),
    ),
    Action(
        "agree-back",
        "Agree to take the match back",
        PLAY,
        ProposalBody,
        lambda match, player, said: play.back_consent(
            match_id=match, player=player, **said
        ),
    ),
    Action(
        "refuse-back",
        "Refuse to take the match back",
        PLAY,
        ProposalBody,
        lambda match, player, said: play.back_refuse(
            match_id=match, player=player, **said
        ),
    ),
    Action(
        "propose-back",
        "Propose to take the match back to after an entry",
        PLAY,
        EntryBody,
        lambda match, player, said: play.back_propose(
            match_id=match, by=player, **said
        ),
    ),
    Action(
        "start",
        "Begin: all seats are taken",
        ORGANISE,
        EmptyBody,
        lambda match, player, said: play.match_start(match_id=match, by=player),
    ),
    Action(
        "fill",
        "Let a program play on the first free seat",
        ORGANISE,
        ProgramBody,
        lambda match, player, said: play.seat_fill(
            match_id=match, by=player, bot=said["program"]
        ),
    ),
    Action(
        "pause",
        "Stop all clocks",
        ORGANISE,
        EmptyBody,
        lambda match, player, said: play.match_pause(match_id=match, by=player),
    ),
    Action(
        "resume",
        "Go on after a pause",
        ORGANISE,
        EmptyBody,
        lambda match, player, said: play.match_resume(match_id=match, by=player),
    ),
    Action("ask-time", "Ask the organiser for more time", PLAY, HoursBody, ask_time),
    Action(
        "decline-time",
        "Say no to a player who asks for more time",
        ORGANISE,
        SeatBody,
        lambda match, player, said: play.time_decline(
            match_id=match, by=player, **said
        ),
    ),
    Action("give-time", "Give a seat more time", ORGANISE, TimeBody, give_time),
    Action(
        "open-seat",
        "Let anybody take over a seat",
        ORGANISE,
        SeatBody,
        lambda match, player, said: play.seat_open(match_id=match, by=player, **said),
    ),
    Action("abandon", "End a match without a result", ORGANISE, ReallyBody, abandon),
)


class Doing(Resource):
    own = True
    deed: Action

    def act(self, request: Request, match_id: int) -> Response:
        match, said = self.match(match_id), self.said(self.deed.body)
        check_limit(request, "submissions", self.player.pk, by_client=False)
        self.deed.do(match.pk, self.player, said)
        if self.deed.path == LEAVE:  # a private match is nothing of theirs now
            return done()
        return Response(shape_for(match, self.player))


def view_of(action: Action) -> type[Doing]:
    """The resource of an action."""

    gives, status = (None, 204) if action.path == LEAVE else (MatchShape, 200)

    @tells(action.summary, gives, status=status, body=action.body)
    @once
    def post(self: Doing, request: Request, match_id: int) -> Response:
        """The services say who may; the answer is the match as it is then."""
        return self.act(request, match_id)

    name = "Match" + action.path.title().replace("-", "")
    members = {"acts": action.scope, "deed": action, "post": post}
    return type(name, (Doing,), {**members, "__module__": __name__})

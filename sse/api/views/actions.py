"""Actions on a match, one address for each: of its players and of its organiser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from django.utils.translation import gettext as _
from rest_framework.fields import empty
from rest_framework.request import Request
from rest_framework.response import Response

from sse.accounts.models import Player
from sse.accounts.tokens import ORGANISE, PLAY
from sse.api.fields import Body, Flag, Number, Text
from sse.api.idempotency import once
from sse.api.resource import OwnResource, done
from sse.api.schema import tells
from sse.api.serializers.matches import MatchShape
from sse.api.views.matches import EmptyBody, WordBody, shape_for
from sse.matches import play
from sse.matches.errors import MatchRefused
from sse.platform.rates import check_limit

MOST_HOURS = 24 * 366
LEAVE = "leave"


class Hours(Number):
    """Whole hours, read as a span of time."""

    def __init__(self) -> None:
        super().__init__(min_value=1, max_value=MOST_HOURS, source="more")

    def run_validation(self, data: Any = empty) -> Any:
        return timedelta(hours=super().run_validation(data))


class SeatBody(Body):
    seat = Number()


class ProgramBody(Body):
    program = Text(max_length=20, source="bot")


class HoursBody(Body):
    hours = Hours()


class TimeBody(Body):
    seat = Number()
    hours = Hours()


class EntryBody(Body):
    entry = Number()


class ProposalBody(Body):
    entry = Number(
        required=False,
        help_text="Of the proposal that you saw; another one is refused: 409.",
    )


class ReallyBody(Body):
    really = Flag(help_text="`true`: it cannot be taken back.")


class Action(NamedTuple):
    """A service of a match, the name of its argument for the player, and its body."""

    path: str
    summary: str
    scope: str
    body: type[Body]
    service: Callable[..., object]
    role: str = "player"


def abandon(*, match_id: int, by: Player, really: bool) -> None:
    if not really:
        raise MatchRefused("really", _("Nothing was done. Please confirm it."))
    play.match_abandon(match_id=match_id, by=by)


def ask_time(*, match_id: int, player: Player, more: timedelta) -> None:
    play.time_ask(match_id=match_id, player=player, more=more, key=uuid4().hex)


ACTIONS = (
    Action("join", "Take a free seat", PLAY, WordBody, play.seat_join),
    Action(LEAVE, "Leave a match that has not begun", PLAY, EmptyBody, play.seat_leave),
    Action("word", "Your word for the dice", PLAY, WordBody, play.seat_word),
    Action("take", "Take over an open seat", PLAY, SeatBody, play.seat_take),
    Action(
        "agree-back",
        "Agree to take the match back",
        PLAY,
        ProposalBody,
        play.back_consent,
    ),
    Action(
        "refuse-back",
        "Refuse to take the match back",
        PLAY,
        ProposalBody,
        play.back_refuse,
    ),
    Action(
        "propose-back",
        "Propose to take the match back to after an entry",
        PLAY,
        EntryBody,
        play.back_propose,
        "by",
    ),
    Action("start", "Start the match", ORGANISE, EmptyBody, play.match_start, "by"),
    Action(
        "fill", "Add a bot to a free seat", ORGANISE, ProgramBody, play.seat_fill, "by"
    ),
    Action("pause", "Stop all clocks", ORGANISE, EmptyBody, play.match_pause, "by"),
    Action(
        "resume", "Go on after a pause", ORGANISE, EmptyBody, play.match_resume, "by"
    ),
    Action("ask-time", "Ask the organiser for more time", PLAY, HoursBody, ask_time),
    Action(
        "decline-time",
        "Decline a player's wish for more time",
        ORGANISE,
        SeatBody,
        play.time_decline,
        "by",
    ),
    Action(
        "give-time", "Give a seat more time", ORGANISE, TimeBody, play.time_give, "by"
    ),
    Action("open-seat", "Open a seat to all", ORGANISE, SeatBody, play.seat_open, "by"),
    Action(
        "abandon", "End a match without a result", ORGANISE, ReallyBody, abandon, "by"
    ),
)


class MatchAction(OwnResource):
    match_action: Action  # DRF means something else by `action`

    def act(self, request: Request, match_id: int) -> Response:
        action, match = self.match_action, self.match(match_id)
        said = self.said(action.body)
        check_limit(request, "submissions", self.player.pk, by_client=False)
        action.service(match_id=match.pk, **{action.role: self.player}, **said)
        if action.path == LEAVE:  # they may not see a private match any more
            return done()
        return Response(shape_for(match, self.player))


def action_view(action: Action) -> type[MatchAction]:
    gives, status = (None, 204) if action.path == LEAVE else (MatchShape, 200)

    @tells(action.summary, gives, status=status, body=action.body)
    @once
    def post(self: MatchAction, request: Request, match_id: int) -> Response:
        """The answer is the match as it is afterwards."""
        return self.act(request, match_id)

    name = "Match" + action.path.title().replace("-", "")
    members = {"acts": action.scope, "match_action": action, "post": post}
    return type(name, (MatchAction,), {**members, "__module__": __name__})

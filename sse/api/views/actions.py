"""What is done to a match, one address for each: by its players and its organiser."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from sse.accounts.tokens import ORGANISE, PLAY
from sse.api.fields import Body, Flag, Number, Text
from sse.api.resource import Resource, done
from sse.api.schema import tells
from sse.api.serializers.matches import MatchShape
from sse.api.views.matches import EmptyBody, WordBody, shape_for
from sse.matches import play
from sse.matches.deeds import Deed, Who
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


BODIES: dict[str, type[Body]] = {
    "join": WordBody,
    "leave": EmptyBody,
    "word": WordBody,
    "take": SeatBody,
    "agree-back": ProposalBody,
    "refuse-back": ProposalBody,
    "propose-back": EntryBody,
    "start": EmptyBody,
    "fill": ProgramBody,
    "pause": EmptyBody,
    "resume": EmptyBody,
    "ask-time": HoursBody,
    "decline-time": SeatBody,
    "give-time": TimeBody,
    "open-seat": SeatBody,
    "abandon": ReallyBody,
}


def arguments_of(deed: Deed, said: dict[str, Any]) -> dict[str, Any]:
    """Return what was sent as the service calls it. [MatchRefused]"""
    found = dict(said)
    if not found.pop("really", True):
        raise MatchRefused("really", _("Nothing is done: say that you mean it."))
    if "program" in found:
        found["bot"] = found.pop("program")
    if "hours" in found:
        found["more"] = timedelta(hours=found.pop("hours"))
    return found | ({"key": uuid4().hex} if deed.service is play.time_ask else {})


class MatchAction(Resource):
    own = True
    deed: Deed

    def act(self, request: Request, match_id: int) -> Response:
        match, said = self.match(match_id), self.said(BODIES[self.deed.name])
        check_limit(request, "submissions", self.player.pk, by_client=False)
        self.deed.do(match.pk, self.player, **arguments_of(self.deed, said))
        if self.deed.name == LEAVE:  # a private match is nothing of theirs now
            return done()
        return Response(shape_for(match, self.player))


def action_view(deed: Deed) -> type[MatchAction]:
    """Return the resource of a deed."""
    gives, status = (None, 204) if deed.name == LEAVE else (MatchShape, 200)

    @tells(deed.sentence, gives, status=status, body=BODIES[deed.name])
    def post(self: MatchAction, request: Request, match_id: int) -> Response:
        """The services say who may; the answer is the match as it is then."""
        return self.act(request, match_id)

    scope = ORGANISE if deed.who is Who.ORGANISER else PLAY
    members = {"acts": scope, "deed": deed, "post": post, "__module__": __name__}
    name = "Match" + deed.name.title().replace("-", "")
    return type(name, (MatchAction,), members)

"""One match as its reader sees it: the table, what is wanted, what happened."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from sse.accounts.tokens import READ
from sse.api.exceptions import OrdersRefused
from sse.api.fields import Asked, Body, Query, Text, Word
from sse.api.match_lookup import look_at, visible_view
from sse.api.pagination import ItemPage, PageQuery, listed, page_of, place_in
from sse.api.resource import OwnResource, Resource, made
from sse.api.schema import tells
from sse.api.serializers import shape_from
from sse.api.serializers import table as shapes
from sse.archive.downloads import WIDTHS, check_download_limit
from sse.archive.replay import Replay
from sse.matches import play
from sse.matches.access import seat_in
from sse.matches.errors import MatchRefused
from sse.matches.models import Submission
from sse.matches.play.seat_holders import check_goes_on, check_kept
from sse.matches.positions import position_changed
from sse.matches.presentation import language_in
from sse.matches.reader_view import Reading
from sse.matches.text.preview import LONGEST, preview_of
from sse.platform.http import svg
from sse.platform.pictures import png_of
from sse.platform.rates import check_limit


class MatchView(Resource):
    @tells("What lies on the table, for your eyes", shapes.ViewShape)
    def get(self, request: Request, match_id: int) -> Response:
        """Players get the view of their seat; everyone else a spectator's."""
        look = look_at(match_id, self.person)
        if look is None or look.match.head == 0 or look.match.old_rules:
            self.nothing()
        return Response(shape_from(shapes.ViewShape, look, view=visible_view(look)))


class MatchDecisions(Resource):
    @tells("Whose turn it is, and your options", shapes.DecisionsShape)
    def get(self, request: Request, match_id: int) -> Response:
        return Response(
            shapes.decisions_shape(Reading(self.match(match_id), self.person))
        )


class EventsQuery(Query):
    since = Asked(default=0, help_text="The first step wanted: `next` of before.")
    limit = Asked(default=50, min_value=1, max_value=100)


class MatchEvents(Resource):
    @tells("What happened, step by step", shapes.EventsShape, query=EventsQuery)
    def get(self, request: Request, match_id: int) -> Response:
        """Players see what their seat may know; everyone else what a spectator may."""
        asked, match = self.query, self.drawn(match_id)
        seat = seat_in(match, self.person)
        language = language_in(match, translation.get_language())
        replay = Replay(match, seat.number if seat else None, language)
        return Response(shapes.events_shape(replay, **asked))


# ------------------------------------------------------------------------- the board


class MatchBoard(Resource):
    @tells("The board in words", shapes.BoardShape)
    def get(self, request: Request, match_id: int) -> Response:
        board = Reading(self.drawn(match_id), self.person).board
        return Response(shape_from(shapes.BoardShape, board))


class MatchBoardSvg(Resource):
    @tells("The board as a drawing", str, media="image/svg+xml")
    def get(self, request: Request, match_id: int) -> HttpResponse:
        return svg(Reading(self.drawn(match_id), self.person).board.svg)


class WidthQuery(Query):
    width = Asked(default=600, min_value=WIDTHS[0], max_value=WIDTHS[1])


class MatchBoardPng(Resource):
    @tells("The board as pixels", bytes, media="image/png", query=WidthQuery)
    def get(self, request: Request, match_id: int) -> HttpResponse:
        width = self.query["width"]
        match = self.drawn(match_id)
        check_download_limit(request._request, "pictures")
        board = Reading(match, self.person).board
        return HttpResponse(png_of(board.svg, width), content_type="image/png")


# ---------------------------------------------------------------------------- orders


class PositionBody(Body):
    position = Text(
        default="",
        allow_blank=True,
        max_length=64,
        help_text=(
            "`position` of the `decisions` that this text answers. If your seat has"
            " another position by now, nothing is done: 409 `position_changed`, or"
            " status `stale` if it changes before the text is applied. Without it the"
            " text counts for whatever position your seat has then."
        ),
    )


def check_position(reading: Reading, seen: str) -> None:
    """Refuse what was written for another position than the seat's. [MatchRefused]"""
    if seen and not reading.is_position(seen):
        raise position_changed()


class SubmitBody(PositionBody):
    kind = Word(Submission.Kind.values, default=Submission.Kind.ORDERS)
    text = Text(
        default="",
        allow_blank=True,
        trim_whitespace=False,
        max_length=100_000,
        help_text="Orders, as in a mail; nothing for `withdraw` and `resign`.",
    )


class MatchSubmissions(OwnResource):
    @tells(
        "Your submissions, and their status",
        ItemPage[shapes.SubmissionShape],
        query=PageQuery,
    )
    def get(self, request: Request, match_id: int) -> Response:
        match, place = self.match(match_id), place_in(self.query)
        mine = Submission.objects.filter(match=match, player=self.player)
        shape = partial(shape_from, shapes.SubmissionShape)
        return Response(listed(request, page_of(mine, place), shape))

    @tells(
        "Send orders, withdraw them, or resign",
        shapes.SubmissionShape,
        status=202,
        body=SubmitBody,
    )
    def post(self, request: Request, match_id: int) -> Response:
        """It is stored and soon applied; ask `Location` for the outcome."""
        match, said = self.match(match_id), self.said(SubmitBody)
        check_limit(request, "submissions", self.player.pk, by_client=False)
        if said["kind"] != Submission.Kind.RESIGN:
            check_position(Reading(match, self.player), said["position"])
        submission = play.plan_submit(
            match_id=match.pk,
            player=self.player,
            text=said["text"],
            source="api",
            key=f"api:{self.player.pk}:{uuid4().hex}",
            kind=said["kind"],
            knowing={"position": said["position"]} if said["position"] else None,
        )
        shape = shape_from(shapes.SubmissionShape, submission)
        return made(shape, shape["url"], status=202)


class MatchSubmission(OwnResource):
    @tells("The status of a submission", shapes.SubmissionShape)
    def get(self, request: Request, match_id: int, submission_id: int) -> Response:
        match = self.match(match_id)
        mine = Submission.objects.filter(match=match, player=self.player)
        found = self.or_404(mine.filter(pk=submission_id).first())
        return Response(shape_from(shapes.SubmissionShape, found))


class PreviewBody(PositionBody):
    text = Text(allow_blank=True, trim_whitespace=False, max_length=LONGEST)


class MatchPreview(OwnResource):
    acts = READ
    acts_once = False

    @tells("What orders would do", shapes.PreviewShape, body=PreviewBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Read as if they were sent; nothing is kept. 422 names each broken rule."""
        said, match = self.said(PreviewBody), self.drawn(match_id)
        check_limit(request, "checks", self.player.pk, by_client=False)
        reading = Reading(match, self.player)
        if reading.seat is None:
            raise MatchRefused("no_seat", _("You have no seat in this match."))
        check_goes_on(match)
        check_kept(reading.seat)
        check_position(reading, said["position"])
        check = preview_of(reading, said["text"])
        if check.faults:
            raise OrdersRefused(list(map(shapes.stored_fault, check.faults)))
        return Response(shapes.preview_shape(reading, check))

"""Replays: steps as data and pictures, remarks at them, variations from them."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from sse.api.exceptions import InvalidQuery
from sse.api.fields import Asked, Body, Number, Query, Text, Word, none_of
from sse.api.resource import OwnResource, Resource, done, made
from sse.api.schema import tells
from sse.api.serializers import ItemList, shape_from
from sse.api.serializers import replay as shapes
from sse.api.serializers.matches import MatchShape
from sse.api.views.matches import shape_for
from sse.archive.downloads import FOR_EVER, WIDTHS, check_download_limit, with_file_name
from sse.archive.forks import FRESH, SAME, bots_for, match_fork
from sse.archive.remarks import LONGEST, remark_add, remark_remove, threads_at
from sse.archive.replay import ALL_OPEN, eyes_word, may_look, read_eyes
from sse.archive.replay.step import Step
from sse.archive.tags import tag_add, tag_remove, tags_of
from sse.matches.models import Match
from sse.matches.presentation import language_in
from sse.platform.http import svg
from sse.platform.pictures import png_of
from sse.platform.rates import check_limit


class EyesQuery(Query):
    def get_fields(self) -> dict[str, Any]:
        """`as` is a word of Python's."""
        eyes = serializers.RegexField(
            r"^(open|seat-[0-9]{1,3}|[0-9]{1,3})$",
            required=False,
            help_text="Whose eyes to see with: `seat-1` is the first seat, `open` shows"
            " all cards after the end. A bare number is the old form, which counts"
            " seats from 0; it keeps its meaning.",
        )
        return {**super().get_fields(), "as": eyes}


class DrawingQuery(EyesQuery):
    v = serializers.CharField(
        required=False,
        max_length=80,
        help_text="The key of this very picture: with it, any cache may keep it.",
    )


class PixelsQuery(EyesQuery):
    width = Asked(default=600, min_value=WIDTHS[0], max_value=WIDTHS[1])


class Replays(Resource):
    def step(self, match_id: int, number: int) -> Step:
        """The step that an address means. [Http404, PermissionDenied]"""
        asked, match = self.query, self.drawn(match_id, number)
        try:
            eyes = read_eyes(asked.get("as", ""), match)
        except ValueError:
            known = [*map(eyes_word, range(match.seats_wanted)), ALL_OPEN]
            raise InvalidQuery({"as": none_of(asked["as"], known)}) from None
        if not may_look(match, self.person, eyes):
            raise PermissionDenied(_("Until the end these eyes are not yours."), "eyes")
        language = language_in(match, translation.get_language())
        return Step(match, self.person, number, language, eyes)


class MatchSteps(Replays):
    @tells("The course of a match", shapes.StepsShape, query=EyesQuery)
    def get(self, request: Request, match_id: int) -> Response:
        return Response(shapes.steps_shape(self.step(match_id, 0)))


class MatchStep(Replays):
    @tells("The table after a step", shapes.StepShape, query=EyesQuery)
    def get(self, request: Request, match_id: int, number: int) -> Response:
        return Response(shapes.step_shape(self.step(match_id, number)))


class MatchStepSvg(Replays):
    @tells("A step as a drawing", str, media="image/svg+xml", query=DrawingQuery)
    def get(self, request: Request, match_id: int, number: int) -> HttpResponse:
        """`v`, the key of its address, holds for ever."""
        step = self.step(match_id, number)
        return self.kept(step, with_file_name(svg(step.picture.svg), step, "svg"))

    def kept(self, step: Step, answer: HttpResponse) -> HttpResponse:
        """What everybody may see, and bears its own key, any cache may keep."""
        key = step.replay.key(step.number)
        if self.request.GET.get("v") == key and step.is_public:
            answer.headers["Cache-Control"] = FOR_EVER
        return answer


class MatchStepPng(Replays):
    @tells("A step as pixels", bytes, media="image/png", query=PixelsQuery)
    def get(self, request: Request, match_id: int, number: int) -> HttpResponse:
        width = self.query["width"]
        step = self.step(match_id, number)
        check_download_limit(request._request, "pictures")
        pixels = png_of(step.picture.svg, width)
        answer = HttpResponse(pixels, content_type="image/png")
        return with_file_name(answer, step, "png")


# --------------------------------------------------------------------------- remarks


class RemarkBody(Body):
    text = Text(max_length=LONGEST)
    answers = Number(required=False, help_text="A remark of the same step.")


class StepRemarks(Resource):
    def ended(self, match_id: int, number: int) -> Match:
        match = self.match(match_id)
        return match if number < match.head else self.nothing()

    @tells("What readers said about a step", ItemList[shapes.RemarkShape])
    def get(self, request: Request, match_id: int, number: int) -> Response:
        match = self.ended(match_id, number)
        return Response(shapes.remark_list(threads_at(match, number)))

    @tells(
        "Say something about a step", shapes.RemarkShape, status=201, body=RemarkBody
    )
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """Of matches that have ended; a running one has secrets."""
        match, said = self.ended(match_id, number), self.said(RemarkBody)
        check_limit(request, "remarks", self.player.pk, by_client=False)
        remark = remark_add(match=match, step=number, player=self.player, **said)
        here = f"/api/v1/matches/{match.pk}/remarks/{remark.pk}"
        return made(shape_from(shapes.RemarkShape, remark), here)


class MatchRemark(OwnResource):
    @tells("Delete a remark", status=204)
    def delete(self, request: Request, match_id: int, remark_id: int) -> Response:
        """Its words go; that there was one stays."""
        remark_remove(match=self.match(match_id), remark_id=remark_id, by=self.player)
        return done()


# ------------------------------------------------------------------------------ tags


class TagBody(Body):
    tag = Text(max_length=60)


class MatchTags(Resource):
    @tells("The tags of a match", shapes.TagList)
    def get(self, request: Request, match_id: int) -> Response:
        return Response(tag_list(self.match(match_id)))

    @tells("Put a tag on a match", shapes.TagList, status=201, body=TagBody)
    def post(self, request: Request, match_id: int) -> Response:
        match, said = self.match(match_id), self.said(TagBody)
        tag_add(match=match, player=self.player, text=said["tag"])
        return Response(tag_list(match), status=201)


class MatchTag(OwnResource):
    @tells("Take a tag off a match", status=204)
    def delete(self, request: Request, match_id: int, key: str) -> Response:
        tag_remove(match=self.match(match_id), player=self.player, key=key)
        return done()


def tag_list(match: Match) -> shapes.TagList:
    return shapes.TagList(items=[tag.key for tag in tags_of(match)])


# --------------------------------------------------------------------------- what if


class ForkBody(Body):
    seat = Number(max_value=11)
    dice = Word([SAME, FRESH], default=FRESH)
    program = Text(max_length=20, required=False)


class StepFork(OwnResource):
    @tells("What if: play on from a step", MatchShape, status=201, body=ForkBody)
    def post(self, request: Request, match_id: int, number: int) -> Response:
        """A practice match against bots, from a match that has ended."""
        said, origin = self.said(ForkBody), self.drawn(match_id, number)
        check_limit(request, "variations", self.player.pk, by_client=False)
        match = match_fork(
            origin=origin,
            step=number,
            player=self.player,
            seat=said["seat"],
            dice=said["dice"],
            bot=said.get("program") or bots_for(origin)[0],
        )
        return made(shape_for(match, self.player), f"/api/v1/matches/{match.pk}")

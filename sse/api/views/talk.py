"""What is said at a table, and what stands in diaries."""

from __future__ import annotations

from uuid import uuid4

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sse.api.fields import Body, Number, Text
from sse.api.resource import Resource
from sse.api.schema import tells
from sse.api.serializers import ItemList, items_of
from sse.api.serializers.table import SaidShape
from sse.matches import play
from sse.matches.play.talk import LONGEST
from sse.matches.reader_view import Reading
from sse.matches.talk_history import diary_for, talk_for


class SayBody(Body):
    text = Text(max_length=LONGEST)
    to = serializers.ListField(
        child=Number(max_value=11),
        required=False,
        min_length=1,
        max_length=12,
        help_text="Seats; without it, everybody at the table.",
    )


class NoteBody(Body):
    text = Text(max_length=LONGEST)


class MatchTalk(Resource):
    @tells("What was said, as far as you may hear it", ItemList[SaidShape])
    def get(self, request: Request, match_id: int) -> Response:
        reading = Reading(self.match(match_id), self.person)
        return Response(items_of(SaidShape, talk_for(reading)))

    @tells("Say something", ItemList[SaidShape], status=201, body=SayBody)
    def post(self, request: Request, match_id: int) -> Response:
        """To all, or to some seats; sent by emails that show no address."""
        match, said = self.match(match_id), self.said(SayBody)
        play.talk_say(
            match_id=match.pk,
            by=self.player,
            to=said.get("to"),
            text=said["text"],
            key=f"api:{self.player.pk}:talk:{uuid4().hex}",
        )
        talk = talk_for(Reading(match, self.player))
        return Response(items_of(SaidShape, talk), status=201)


class MatchDiary(Resource):
    @tells("Your diary; after the end everybody's", ItemList[SaidShape])
    def get(self, request: Request, match_id: int) -> Response:
        reading = Reading(self.match(match_id), self.person)
        return Response(items_of(SaidShape, diary_for(reading)))

    @tells("Write into your diary", ItemList[SaidShape], status=201, body=NoteBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Sealed until the match has ended."""
        match, said = self.match(match_id), self.said(NoteBody)
        play.note_keep(
            match_id=match.pk,
            by=self.player,
            text=said["text"],
            key=f"api:{self.player.pk}:note:{uuid4().hex}",
        )
        pages = diary_for(Reading(match, self.player))
        return Response(items_of(SaidShape, pages), status=201)

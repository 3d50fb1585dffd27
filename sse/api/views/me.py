"""A player's own things: settings, absences, letters.

Addresses, password and farewell are for the pages alone: who finds a key of somebody
else's must not become them.
"""

from __future__ import annotations

from functools import partial
from uuid import uuid4

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.languages import LANGUAGES
from sse.accounts import services
from sse.accounts.models import Player, Token
from sse.accounts.selectors import absences_of
from sse.accounts.services import WAYS
from sse.api.fields import Asked, Body, Flag, Text, Word
from sse.api.pagination import ItemPage, PageQuery, listed, page_of, place_in
from sse.api.resource import OwnResource, done, made
from sse.api.schema import tells
from sse.api.serializers import ItemList, items_of, shape_from
from sse.api.serializers import people as shapes
from sse.outbox.letters import letter_to
from sse.outbox.models import Letter
from sse.outbox.reply_addresses import Unsubscription, resubscribe, unsubscribe
from sse.platform.rates import check_limit


class SettingsBody(Body):
    """What is not said stays as it is."""

    name = Text(max_length=32, required=False)
    language = Word(list(LANGUAGES), required=False)
    time_zone = Text(max_length=64, required=False)
    quiet_from = serializers.TimeField(
        required=False, allow_null=True, input_formats=["%H:%M", "%H:%M:%S"]
    )
    quiet_to = serializers.TimeField(
        required=False, allow_null=True, input_formats=["%H:%M", "%H:%M:%S"]
    )
    rests_at_weekends = Flag(required=False)
    letters = Word(Player.Letters.values, required=False)
    deadlines_by_calendar = Flag(required=False)
    boards_as_prose = Flag(required=False)
    subjects_tell = Flag(required=False)


class Me(OwnResource):
    @tells("Your account and settings", shapes.MeShape)
    def get(self, request: Request) -> Response:
        return Response(self.shape())

    @tells("Change settings", shapes.MeShape, body=SettingsBody)
    def patch(self, request: Request) -> Response:
        """Deadlines of open questions move with quiet hours, weekends and the zone."""
        said, player = self.said(SettingsBody), self.player
        if name := said.pop("name", ""):
            services.player_rename(player=player, name=name)
        if said:
            before = {way: getattr(player, way) for way in WAYS}
            services.player_settings(player=player, **before | said)
        return Response(self.shape())

    def shape(self) -> shapes.MeShape:
        player = self.player
        addresses, key = player.addresses.order_by("-is_first", "pk"), self.request.auth
        token = key if isinstance(key, Token) else None
        return shape_from(shapes.MeShape, player, addresses=addresses, token=token)


# -------------------------------------------------------------------------- absences


class AbsenceBody(Body):
    first_day = serializers.DateField()
    last_day = serializers.DateField()


class Absences(OwnResource):
    @tells("Days on which you are away", ItemList[shapes.AbsenceShape])
    def get(self, request: Request) -> Response:
        return Response(items_of(shapes.AbsenceShape, absences_of(self.player)))

    @tells("Add an absence", shapes.AbsenceShape, status=201, body=AbsenceBody)
    def post(self, request: Request) -> Response:
        """Your clocks stand still, as far as a match allows holidays."""
        said = self.said(AbsenceBody)
        found = services.absence_add(player=self.player, **said)
        return made(
            shape_from(shapes.AbsenceShape, found), f"/api/v1/me/absences/{found.pk}"
        )


class OneAbsence(OwnResource):
    @tells("Remove an absence", status=204)
    def delete(self, request: Request, absence_id: int) -> Response:
        services.absence_remove(player=self.player, absence_id=absence_id)
        return done()


# --------------------------------------------------------------------------- letters


LETTERS_BY = ("kind", "status", "match")


class LettersQuery(PageQuery):
    kind = serializers.CharField(required=False, max_length=20)
    status = serializers.ChoiceField(Letter.Status.values, required=False)
    match = Asked()


class Letters(OwnResource):
    @tells(
        "Your emails, and their status",
        ItemPage[shapes.LetterShape],
        query=LettersQuery,
    )
    def get(self, request: Request) -> Response:
        asked = self.query
        wanted = {name: asked[name] for name in LETTERS_BY if name in asked}
        mine = Letter.objects.filter(player=self.player, **wanted)
        found = page_of(mine.select_related("match"), place_in(asked))
        shape = partial(shape_from, shapes.LetterShape)
        return Response(listed(request, found, shape))


class TestLetter(OwnResource):
    @tells("Send yourself a test email", shapes.LetterShape, status=202)
    def post(self, request: Request) -> Response:
        player = self.player
        check_limit(request, "test letters", player.pk, by_client=False)
        key = f"test:{player.pk}:{uuid4().hex}"
        letter = letter_to(player=player, kind="test", key=key)
        shape = shape_from(shapes.LetterShape, letter)
        return made(shape, "/api/v1/me/letters", status=202)


class WantedBody(Body):
    wanted = Flag()


class MatchLetters(OwnResource):
    @tells("Whether you get emails of a match", shapes.LettersWanted)
    def get(self, request: Request, match_id: int) -> Response:
        return Response(self.shape(self.match(match_id).pk))

    @tells("Turn emails of a match on or off", shapes.LettersWanted, body=WantedBody)
    def put(self, request: Request, match_id: int) -> Response:
        match, said = self.match(match_id), self.said(WantedBody)
        is_silent = self.player.silences.filter(match=match).exists()
        if said["wanted"] and is_silent:
            resubscribe(player=self.player, match_id=match.pk)
        elif not said["wanted"]:
            unsubscribe(wish=Unsubscription(self.player, match))
        return Response(self.shape(match.pk))

    def shape(self, match_id: int) -> shapes.LettersWanted:
        is_silent = self.player.silences.filter(match=match_id).exists()
        return shapes.LettersWanted(match=match_id, wanted=not is_silent)

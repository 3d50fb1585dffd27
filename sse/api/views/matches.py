"""Matches: found, opened, one of them, and invitations to them."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.registry import games
from sse.accounts.models import Player
from sse.accounts.tokens import ORGANISE
from sse.api.exceptions import InvalidQuery
from sse.api.fields import (
    Body,
    Flag,
    Number,
    PositionSaid,
    Text,
    Word,
    none_of,
    unknown_fields,
)
from sse.api.pagination import ItemPage, PageQuery, listed, place_in
from sse.api.resource import OwnResource, Resource, done, made
from sse.api.schema import tells
from sse.api.serializers import ItemList, items_of, shape_from
from sse.api.serializers import matches as shapes
from sse.archive.index.facts import WHENS
from sse.archive.search import pages
from sse.archive.search.query import (
    CHOICE,
    MOST_HAPPENED,
    OUTCOMES,
    PICKED,
    STATES,
    happenings_of,
    read_query,
)
from sse.archive.starting_positions import read_beginning
from sse.matches import play
from sse.matches.access import invitations_to, match_at, matches_of, matches_to_join
from sse.matches.clock.arithmetic import AT_END, PRESETS
from sse.matches.models import Match
from sse.matches.play.seat_holders import check_organiser
from sse.matches.reader_view import Reading
from sse.platform.rates import check_limit

FREE = "free"
MOST_INVITED = 12

# ------------------------------------------------------------------------- lists


def picked(name: str) -> Word:
    return Word(list(PICKED[name]), required=False)


class MatchesQuery(PageQuery):
    """As the archive's own search; `choice_NAME=VALUE` asks for a game's choices."""

    repeated = ("happened",)

    state = Word(list(STATES), default=STATES[0])
    game = Word(list(games()), required=False)
    player = serializers.CharField(
        required=False, max_length=200, help_text="One name, or several with commas."
    )
    outcome = Word(list(OUTCOMES), required=False, help_text="Of `player`.")
    words = serializers.CharField(required=False, max_length=200)
    tag = serializers.CharField(required=False, max_length=60)
    happened = serializers.CharField(
        required=False, max_length=200, help_text="A term, such as `seat_left`."
    )
    when = Word(list(WHENS), required=False, help_text="Of what `happened`.")
    seats, tempo = picked("seats"), picked("tempo")
    clock, players = picked("clock"), picked("players")
    result, margin = picked("result"), picked("margin")
    length, days = picked("length"), picked("days")

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of Python's."""
        days = {name: serializers.DateField(required=False) for name in ("from", "to")}
        return {**super().get_fields(), **days}

    def takes(self, name: str) -> bool:
        return name.startswith(CHOICE)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what the search would ignore, each parameter by its name."""
        wrong = {
            **choices_wrong(self.initial_data, attrs.get("game")),
            **happened_wrong(self.initial_data, attrs.get("game")),
        }
        for name, needed in (("outcome", "player"), ("when", "happened")):
            if name in attrs and needed not in attrs:
                said = str(_("This needs “{needed}” beside it.")).format(needed=needed)
                wrong[name] = ErrorDetail(said, "needs")
        if wrong:
            raise ValidationError(wrong)
        return attrs


def choices_wrong(data: QueryDict, game: str | None) -> dict[str, ErrorDetail]:
    about = games().get(game or "")
    known = about.choices if about else {}
    wrong: dict[str, ErrorDetail] = {}
    for name in data:
        choice = known.get(name.removeprefix(CHOICE))
        if name.startswith(CHOICE) and (choice is None or not choice.values):
            listed = [CHOICE + one for one in known if known[one].values]
            wrong |= unknown_fields([name], listed)
        elif name.startswith(CHOICE) and choice and data[name] not in choice.values:
            wrong[name] = none_of(data[name], choice.values)
    return wrong


def happened_wrong(data: QueryDict, game: str | None) -> dict[str, ErrorDetail]:
    terms = data.getlist("happened")
    if not terms:
        return {}
    if game is None:
        said = str(_("This needs “{needed}” beside it.")).format(needed="game")
        return {"happened": ErrorDetail(said, "needs")}
    if len(terms) > MOST_HAPPENED:
        said = str(_("At most {most} of these.")).format(most=MOST_HAPPENED)
        return {"happened": ErrorDetail(said, "max_length")}
    kept = read_query(data).happened
    strange = [term for term in terms if term not in kept]
    kinds = dict.fromkeys(happening.kind for happening in happenings_of(game))
    return {"happened": none_of(", ".join(strange), kinds)} if strange else {}


class ClockBody(Body):
    """Your own times in seconds, holidays in days, reminders in per cent."""

    each = Number(required=False)
    bank = Number(required=False)
    increment = Number(required=False)
    bank_most = Number(required=False)
    grace = Number(required=False)
    holidays = Number(required=False)
    rest = Flag(required=False)
    reminders = serializers.ListField(
        child=Number(max_value=100), required=False, max_length=10
    )
    at_end = Word(AT_END, required=False)
    stand_in = Text(required=False, max_length=20, allow_blank=True)


class OpenBody(Body):
    game = Word(list(games()))
    seats = serializers.ListField(
        child=Text(max_length=20),
        min_length=1,
        max_length=12,
        help_text="Who sits where: `me`, `free`, or the name of a bot.",
    )
    choices = serializers.DictField(child=Text(max_length=40), required=False)
    tempo = Word(Match.Tempo.values, default=Match.Tempo.EACH)
    clock = Word(list(PRESETS), default="daily")
    own_clock = ClockBody(required=False, help_text="In place of `clock`.")
    privacy = Word(Match.Privacy.values, default=Match.Privacy.LISTED)
    talk_shown = Word(Match.TalkShown.values, default=Match.TalkShown.PLAYERS)
    title = Text(max_length=80, default="", allow_blank=True)
    word = Text(
        max_length=80,
        default="",
        allow_blank=True,
        help_text="Mixed into the dice before the first throw.",
    )
    invited = serializers.ListField(
        child=Text(max_length=254), default=list, max_length=MOST_INVITED
    )
    position = PositionSaid(
        required=False,
        help_text="To begin from: a position, or `12/30`, step 30 of match 12.",
    )


class Matches(Resource):
    acts = ORGANISE

    @tells(
        "Matches that have ended or go on",
        ItemPage[shapes.MatchRow],
        query=MatchesQuery,
    )
    def get(self, request: Request) -> Response:
        """The newest first; only what you may see."""
        asked = self.query
        wanted, place = read_query(request.GET), place_in(asked)
        if wanted.faults:  # a day that is none, say
            raise InvalidQuery({"query": wanted.faults})
        if wanted.state == "running":
            found = pages.find_running(wanted, self.person, place)
            return Response(listed(request, found, shapes.match_row))
        found = pages.find_records(wanted, self.person, place)
        return Response(listed(request, found, shapes.record_row))

    @tells("Open a match", shapes.MatchShape, status=201, body=OpenBody)
    def post(self, request: Request) -> Response:
        """Free seats wait for players; a match without any begins at once."""
        said = self.said(OpenBody)
        for _invited in said["invited"]:
            check_limit(request, "invitations", self.player.pk, by_client=False)
        match = match_opened(self.player, **said)
        return made(shape_for(match, self.player), f"/api/v1/matches/{match.pk}")


def match_opened(
    player: Player,
    *,
    seats: list[str],
    clock: str,
    own_clock: dict[str, Any] | None = None,
    choices: dict[str, str] | None = None,
    position: Any = None,
    **agreed: Any,
) -> Match:
    """Open a match, invite, and start it if no seat is free. [MatchRefused]"""
    choices, about = choices or {}, play.about_of(agreed["game"])
    return play.match_open(
        organiser=player,
        seats=len(seats),
        seating=["" if who == FREE else who for who in seats],
        choices=choices,
        beginning=read_beginning(about, position, choices, player),
        clock=own_clock or PRESETS[clock].data,
        starts_when_full=True,
        **agreed,
    )


def shape_for(match: Match, player: Player) -> shapes.MatchShape:
    """Return the match as it is now."""
    found = match_at(match.pk, player)
    assert found is not None
    return shapes.match_shape(Reading(found, player))


class MatchesToJoin(Resource):
    @tells("Matches with a free seat", ItemPage[shapes.MatchRow])
    def get(self, request: Request) -> Response:
        found = pages.Page(matches_to_join(self.person), None, None)
        return Response(listed(request, found, shapes.match_row))


class MyMatches(OwnResource):
    @tells("Your matches, those that wait for you first", ItemList[shapes.MineShape])
    def get(self, request: Request) -> Response:
        return Response(items_of(shapes.MineShape, matches_of(self.player)))


class OneMatch(Resource):
    @tells("A match without its board", shapes.MatchShape)
    def get(self, request: Request, match_id: int) -> Response:
        return Response(shapes.match_shape(Reading(self.match(match_id), self.person)))


# ------------------------------------------------------------------- invitations


class InviteBody(Body):
    email = Text(max_length=254)
    seat = Number(
        required=False, help_text="In a match that has begun: the seat to hand on."
    )


class MatchInvitations(OwnResource):
    acts = ORGANISE

    @tells("Invitations that wait for an answer", ItemList[shapes.InvitationShape])
    def get(self, request: Request, match_id: int) -> Response:
        """For the organiser only: others need not know addresses."""
        match = self.match(match_id)
        check_organiser(match, self.player)
        waiting = match.invitations.filter(answer="").order_by("pk")
        found = waiting.select_related("seat", "invited_by")
        return Response(items_of(shapes.InvitationShape, found))

    @tells("Invite somebody", shapes.InvitationShape, status=201, body=InviteBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Sends an email and keeps a seat. The same address is invited once."""
        match, said = self.match(match_id), self.said(InviteBody)
        check_limit(request, "invitations", self.player.pk, by_client=False)
        found = play.seat_invite(
            match_id=match.pk,
            by=self.player,
            email=said["email"],
            seat=said.get("seat"),
        )
        here = f"/api/v1/matches/{match.pk}/invitations/{found.pk}"
        return made(shape_from(shapes.InvitationShape, found), here)


class MatchInvitation(OwnResource):
    acts = ORGANISE

    @tells("Revoke an invitation", status=204)
    def delete(self, request: Request, match_id: int, invitation_id: int) -> Response:
        match = self.match(match_id)
        play.invitation_revoke(
            match_id=match.pk, by=self.player, invitation_id=invitation_id
        )
        return done()


class MyInvitations(OwnResource):
    @tells("Invitations that wait for you", ItemList[shapes.InvitationShape])
    def get(self, request: Request) -> Response:
        found = invitations_to(self.player).select_related("seat")
        return Response(items_of(shapes.InvitationShape, found))


class WordBody(Body):
    word = Text(max_length=80, default="", allow_blank=True)


class EmptyBody(Body):
    """An empty object."""


class InvitationAccept(OwnResource):
    @tells("Accept an invitation", shapes.MatchShape, body=WordBody)
    def post(self, request: Request, invitation_id: int) -> Response:
        seat = play.invitation_accept(
            invitation_id=invitation_id, player=self.player, **self.said(WordBody)
        )
        return Response(shape_for(seat.match, self.player))


class InvitationDecline(OwnResource):
    @tells("Decline an invitation", status=204, body=EmptyBody)
    def post(self, request: Request, invitation_id: int) -> Response:
        self.said(EmptyBody)
        play.invitation_decline(invitation_id=invitation_id, player=self.player)
        return done()

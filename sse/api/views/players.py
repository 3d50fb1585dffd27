"""Players, ratings and statistics."""

from __future__ import annotations

from django.db.models import prefetch_related_objects
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.registry import games
from sse.accounts.models import Player
from sse.api.fields import Asked, Query
from sse.api.pagination import ItemPage, PageQuery, listed, place_in
from sse.api.resource import Resource
from sse.api.schema import tells
from sse.api.serializers import ItemList, items_of, shape_from
from sse.api.serializers import people as shapes
from sse.api.serializers.matches import MatchRow, match_row, record_row
from sse.api.views.games import AboutGame
from sse.archive import players
from sse.archive.search.pages import with_seats
from sse.archive.search.people import names_like
from sse.archive.statistics.tables import Figures, parts_counted, seats_counted


class NameQuery(Query):
    name = serializers.CharField(max_length=32, help_text="How it begins.")


class Players(Resource):
    @tells(
        "Players whose names begin with a text",
        ItemList[shapes.PlayerRow],
        query=NameQuery,
    )
    def get(self, request: Request) -> Response:
        return Response(items_of(shapes.PlayerRow, names_like(self.query["name"])))


class AboutPlayer(Resource):
    def known(self, player_id: int) -> Player:
        """Return a player that this reader may know of. [Http404]"""
        found = self.or_404(players.player_at(str(player_id), self.person))
        return found if found.pk == player_id else self.nothing()


class OnePlayer(AboutPlayer):
    @tells("A player: careers, reliability, running matches", shapes.PlayerShape)
    def get(self, request: Request, player_id: int) -> Response:
        player = self.known(player_id)
        careers = players.careers_of(player)
        for deeds in careers:
            deeds.career.player = player  # read already
        running = players.running_of(player, self.person)
        with_seats(running)
        shape = shape_from(
            shapes.PlayerShape,
            players.reliability_of(careers),
            **shape_from(shapes.PlayerRow, player),
            careers=careers,
            running=[match_row(match) for match in running],
        )
        return Response(shape)


class PlayerMatches(AboutPlayer):
    @tells("Matches that a player has played", ItemPage[MatchRow], query=PageQuery)
    def get(self, request: Request, player_id: int) -> Response:
        player, place = self.known(player_id), place_in(self.query)
        found = players.player_history(player, self.person, place)
        return Response(listed(request, found, record_row))


class PlayerRating(AboutPlayer):
    @tells("A player's rating in a game, match by match", shapes.RatingCurve)
    def get(self, request: Request, player_id: int, name: str) -> Response:
        player = self.known(player_id)
        career = player.careers.filter(game_name=name, game_name__in=games()).first()
        steps = players.rating_curve(self.or_404(career))
        prefetch_related_objects(steps, "record")
        return Response({"game": name, **items_of(shapes.RatingStepShape, steps)})


class GameRatings(AboutGame):
    @tells("The best of a game", shapes.RatingList)
    def get(self, request: Request, name: str) -> Response:
        """By a cautious estimate of strength: three sigmas below the mean."""
        found = players.best_careers(self.about(name).name)
        return Response({"game": name, **items_of(shapes.CareerShape, found)})


class StatisticsQuery(Query):
    seats = Asked(min_value=1, max_value=12, help_text="Otherwise the usual number.")
    part = serializers.CharField(required=False, max_length=80)


class GameStatistics(AboutGame):
    @tells("Statistics of a game", shapes.StatisticsShape, query=StatisticsQuery)
    def get(self, request: Request, name: str) -> Response:
        """Counted in matches for all to see."""
        asked, about = self.query, self.about(name)
        by_seats = seats_counted(name)
        usual = max(by_seats, key=lambda n: by_seats[n], default=about.seats[0])
        seats, part = asked.get("seats", usual), asked.get("part", "")
        known = {key for key, _, _ in parts_counted(about, seats)}
        if part and part not in known:
            self.nothing()
        figures = Figures(about, seats, part)
        return Response(shapes.statistics_shape(about, figures, by_seats))

"""Players, ratings and statistics."""

from __future__ import annotations

from django.db.models import prefetch_related_objects
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.registry import games
from sse.accounts.models import Player
from sse.api.fields import Asked, Query
from sse.api.pagination import PageQuery, listed, place_in
from sse.api.resource import Resource
from sse.api.schema import tells
from sse.api.serializers import people as shapes
from sse.api.serializers.matches import MatchPage, match_row, record_row
from sse.api.views.games import AboutGame
from sse.archive import players
from sse.archive.search.people import names_like
from sse.archive.statistics.tables import Figures, parts_counted, seats_counted


class NameQuery(Query):
    name = serializers.CharField(max_length=32, help_text="How it begins.")


class Players(Resource):
    @tells("Players whose names begin with a text", shapes.PlayerList, query=NameQuery)
    def get(self, request: Request) -> Response:
        found = names_like(self.query["name"])
        return Response(
            shapes.PlayerList(items=[shapes.player_row(player) for player in found])
        )


class AboutPlayer(Resource):
    def known(self, player_id: int) -> Player:
        """Return a player that this reader may know of. [Http404]"""
        found = players.player_at(str(player_id), self.person)
        is_meant = found is not None and found.pk == player_id
        return found if found is not None and is_meant else self.nothing()


class OnePlayer(AboutPlayer):
    @tells("A player: careers, reliability, running matches", shapes.PlayerShape)
    def get(self, request: Request, player_id: int) -> Response:
        player = self.known(player_id)
        careers = players.careers_of(player)
        running = players.running_of(player, self.person)
        rows = [match_row(match) for match in running]
        reliable = players.reliability_of(careers)
        return Response(shapes.player_shape(player, careers, reliable, rows))


class PlayerMatches(AboutPlayer):
    @tells("Matches that a player has played", MatchPage, query=PageQuery)
    def get(self, request: Request, player_id: int) -> Response:
        player, place = self.known(player_id), place_in(self.query)
        found = players.player_history(player, self.person, place)
        return Response(listed(request, found, record_row))


class PlayerRating(AboutPlayer):
    @tells("A player's rating in a game, match by match", shapes.RatingCurve)
    def get(self, request: Request, player_id: int, name: str) -> Response:
        player = self.known(player_id)
        career = player.careers.filter(game_name=name).first()
        if career is None or name not in games():
            self.nothing()
        steps = players.rating_curve(career)
        prefetch_related_objects(steps, "record")
        rows = [
            shapes.RatingStepShape(
                match=step.record.match_id,
                at=step.record.ended_at,
                mu=step.mu,
                sigma=step.sigma,
            )
            for step in steps
        ]
        return Response(shapes.RatingCurve(game=name, items=rows))


class GameRatings(AboutGame):
    @tells("The best of a game", shapes.RatingList)
    def get(self, request: Request, name: str) -> Response:
        """By a cautious estimate of strength: three sigmas below the mean."""
        found = players.best_careers(self.about(name).name)
        rows = [shapes.career_shape(career) for career in found]
        return Response(shapes.RatingList(game=name, items=rows))


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

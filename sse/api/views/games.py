"""Games: what can be chosen, their rule sheets and their data."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from engine.registry import About, games
from engine.rulebook import rules, sheet
from sse.api.resource import Resource
from sse.api.schema import tells
from sse.api.serializers import ItemList, items_of, shape_from
from sse.api.serializers import games as shapes


class AboutGame(Resource):
    def about(self, name: str) -> About:
        return self.or_404(games().get(name))


class Games(Resource):
    @tells("All games", ItemList[shapes.GameRow])
    def get(self, request: Request) -> Response:
        return Response(items_of(shapes.GameRow, games().values()))


class Game(AboutGame):
    @tells("A game", shapes.GameShape)
    def get(self, request: Request, name: str) -> Response:
        return Response(shape_from(shapes.GameShape, self.about(name)))


class GameRules(AboutGame):
    @tells("The rule sheet of a game", shapes.RulesShape)
    def get(self, request: Request, name: str) -> Response:
        self.about(name)
        found = [shapes.RuleShape(id=id, text=text) for id, text in rules(name).items()]
        return Response(shapes.RulesShape(game=name, text=sheet(name), rules=found))


class GameRule(AboutGame):
    @tells("A rule, by its id", shapes.RuleShape)
    def get(self, request: Request, name: str, rule: str) -> Response:
        self.about(name)
        text = self.or_404(rules(name).get(rule))
        return Response(shapes.RuleShape(id=rule, text=text))


class GameData(AboutGame):
    @tells("A data file of a game: its board or cards", bytes, media="*/*")
    def get(self, request: Request, name: str, file: str) -> HttpResponse:
        about = self.about(name)
        if file not in shapes.data_files(about):
            self.nothing()
        found = about.folder / "data" / file
        return HttpResponse(
            found.read_bytes(), content_type=shapes.SUFFIXES[found.suffix]
        )

"""A match as files, booklets and films; and matches from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from engine.languages import LANGUAGES
from sse.accounts.tokens import READ
from sse.api.fields import Body, Flag, Number, Query, Word
from sse.api.resource import OwnResource, Resource, made
from sse.api.schema import tells
from sse.api.serializers import shape_from
from sse.api.serializers.matches import MatchShape
from sse.api.serializers.replay import ReportShape
from sse.api.views.matches import shape_for
from sse.archive.downloads import (
    check_download_limit,
    match_file_answer,
    report_answer,
    report_at,
)
from sse.archive.imports import MOST_BYTES, match_import
from sse.archive.models import Report
from sse.archive.reports import PAPERS, booklet_ask, film_ask
from sse.matches.access import seat_in
from sse.matches.models import Match
from sse.platform.rates import check_limit

# ---------------------------------------------------------------------------- exports


class Export(Resource):
    """A file of a match; its tag is that of its bytes."""

    def ended(self, match_id: int) -> Match:
        """Until the end a log holds secrets."""
        match = self.drawn(match_id)
        return match if match.has_ended else self.nothing()

    def file(self, match: Match, kind: str) -> HttpResponse:
        request: Any = self.request._request
        request.user = self.person
        check_download_limit(request, "files")
        return match_file_answer(match, kind)


class MatchLog(Export):
    @tells("The log of a match that has ended", str, media="text/plain")
    def get(self, request: Request, match_id: int) -> HttpResponse:
        """It proves itself: docs/log-format.md."""
        return self.file(self.ended(match_id), "log")


class MatchJson(Export):
    @tells("The log for programs", dict[str, Any])
    def get(self, request: Request, match_id: int) -> HttpResponse:
        return self.file(self.ended(match_id), "json")


class MatchScores(Export):
    @tells("Points after each step, as everybody may know them", str, media="text/csv")
    def get(self, request: Request, match_id: int) -> HttpResponse:
        return self.file(self.drawn(match_id), "csv")


# ---------------------------------------------------------------------------- imports


class Bytes(BaseParser):
    """A file, whatever it is."""

    media_type = "*/*"

    def parse(
        self, stream: IO[bytes], media_type: Any = None, context: Any = None
    ) -> Any:
        return stream.read(MOST_BYTES + 1)


class ImportQuery(Query):
    listed = serializers.ChoiceField(
        ["yes", "no"], default="no", help_text="Whether everybody may find it."
    )


class Imports(OwnResource):
    parser_classes = (Bytes,)
    most_bytes = MOST_BYTES

    @tells(
        "Import a match: its log, JSON or booklet",
        MatchShape,
        status=201,
        query=ImportQuery,
        body={"application/octet-stream": {"type": "string", "format": "binary"}},
        also={200: MatchShape},
    )
    def post(self, request: Request) -> Response:
        """Everything is checked first; a match that is here already is not imported."""
        listed = self.query["listed"] == "yes"
        check_limit(request, "imports", self.player.pk, by_client=False)
        data = request.data if isinstance(request.data, bytes) else b""
        match, is_new = match_import(data=data, by=self.player, is_listed=listed)
        shape = shape_for(match, self.player)
        return made(shape, shape["url"], status=201 if is_new else 200)


# ---------------------------------------------------------------------------- reports


class BookletBody(Body):
    language = Word(list(LANGUAGES), required=False)
    paper = Word(list(PAPERS), default="a4")
    qr = Flag(default=False)


class FilmBody(Body):
    first = Number()
    last = Number()
    language = Word(list(LANGUAGES), required=False)


class Reports(OwnResource):
    acts = READ

    def ask(self, ask: Callable[..., Report], match: Match, **said: Any) -> Response:
        who = f"player {self.player.pk}"
        check_limit(self.request, "reports", who, by_client=False)
        said.setdefault("language", translation.get_language() or "en")
        shape = shape_from(ReportShape, ask(match=match, **said))
        return made(shape, shape["url"], status=202)


class MatchBooklets(Reports):
    @tells("Ask for a booklet", ReportShape, status=202, body=BookletBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Made by a worker; ask `Location` for its progress. Asking twice makes one."""
        said, match = self.said(BookletBody), self.drawn(match_id)
        seat = seat_in(match, self.player)
        number = seat.number if seat else None
        return self.ask(booklet_ask, match, seat=number, **said)


class MatchFilms(Reports):
    @tells("Ask for a film of some steps", ReportShape, status=202, body=FilmBody)
    def post(self, request: Request, match_id: int) -> Response:
        said, match = self.said(FilmBody), self.drawn(match_id)
        return self.ask(film_ask, match, **said)


class OneReport(Resource):
    def report(self, match_id: int, report_id: int) -> Report:
        match = self.match(match_id)
        return self.or_404(report_at(match, report_id, self.person))


class MatchReport(OneReport):
    @tells("How far a booklet or film is", ReportShape)
    def get(self, request: Request, match_id: int, report_id: int) -> Response:
        return Response(shape_from(ReportShape, self.report(match_id, report_id)))


class MatchReportFile(OneReport):
    @tells("A booklet or film that is ready", bytes, media="*/*")
    def get(self, request: Request, match_id: int, report_id: int) -> HttpResponseBase:
        return self.or_404(report_answer(self.report(match_id, report_id)))

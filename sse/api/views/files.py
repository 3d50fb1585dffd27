"""A match as files, booklets and films; and matches from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any

from django.core.files.storage import default_storage
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from engine.languages import LANGUAGES
from sse.accounts.tokens import READ
from sse.api.fields import Body, Flag, Number, Query, Word
from sse.api.idempotency import once
from sse.api.resource import OwnResource, Resource, made
from sse.api.schema import tells
from sse.api.serializers import replay as shapes
from sse.api.serializers.matches import MatchShape
from sse.api.views.matches import shape_for
from sse.archive.downloads import check_download_limit
from sse.archive.exports import json_file, scores_csv
from sse.archive.imports import MOST_BYTES, match_import
from sse.archive.models import Report
from sse.archive.reports import PAPERS, Status, booklet_ask, film_ask, report_file
from sse.matches.access import seat_in
from sse.matches.file_names import disposition, match_file
from sse.matches.models import Match
from sse.matches.selectors import log_file
from sse.platform.rates import check_limit

KINDS = {Report.Kind.BOOKLET: "application/pdf", Report.Kind.FILM: "image/gif"}

# ---------------------------------------------------------------------------- exports


class Export(Resource):
    """A file of a match; its tag is that of its bytes."""

    def ended(self, match_id: int) -> Match:
        """Until the end a log holds secrets."""
        match = self.drawn(match_id)
        return match if match.has_ended else self.nothing()

    def file(
        self, match: Match, make: Callable[[Match], str], kind: str, ending: str
    ) -> HttpResponse:
        request: Any = self.request._request
        request.user = self.person
        check_download_limit(request, "files")
        answer = HttpResponse(make(match).encode(), content_type=kind)
        name = match_file(match, ending)
        answer.headers["Content-Disposition"] = disposition(name)
        return answer


class MatchLog(Export):
    @tells("The log of a match that has ended", str, media="text/plain")
    def get(self, request: Request, match_id: int) -> HttpResponse:
        """It proves itself: docs/log-format.md."""
        match = self.ended(match_id)
        return self.file(match, log_file, "text/plain; charset=utf-8", "log")


class MatchJson(Export):
    @tells("The log for programs", dict[str, Any])
    def get(self, request: Request, match_id: int) -> HttpResponse:
        match = self.ended(match_id)
        return self.file(match, json_file, "application/json", "json")


class MatchScores(Export):
    @tells("Points after each step, as everybody may know them", str, media="text/csv")
    def get(self, request: Request, match_id: int) -> HttpResponse:
        match = self.drawn(match_id)
        return self.file(match, scores_csv, "text/csv; charset=utf-8", "csv")


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
    @once
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

    def answer(self, report: Report) -> Response:
        shape = shapes.report_shape(report)
        return made(shape, shape["url"], status=202)

    def with_language(self, said: dict[str, Any]) -> dict[str, Any]:
        return {"language": translation.get_language() or "en", **said}


class MatchBooklets(Reports):
    @tells("Ask for a booklet", shapes.ReportShape, status=202, body=BookletBody)
    @once
    def post(self, request: Request, match_id: int) -> Response:
        """Made by a worker; ask `Location` for its progress. Asking twice makes one."""
        said, match = self.said(BookletBody), self.drawn(match_id)
        seat = seat_in(match, self.player)
        check_limit(request, "reports", f"player {self.player.pk}", by_client=False)
        number = seat.number if seat else None
        said = self.with_language(said)
        return self.answer(booklet_ask(match=match, seat=number, **said))


class MatchFilms(Reports):
    @tells(
        "Ask for a film of some steps", shapes.ReportShape, status=202, body=FilmBody
    )
    @once
    def post(self, request: Request, match_id: int) -> Response:
        said, match = self.said(FilmBody), self.drawn(match_id)
        check_limit(request, "reports", f"player {self.player.pk}", by_client=False)
        return self.answer(film_ask(match=match, **self.with_language(said)))


class OneReport(Resource):
    def report(self, match_id: int, report_id: int) -> Report:
        """Return a report; a seat's booklet is for its present player. [Http404]"""
        match = self.match(match_id)
        found = Report.objects.filter(pk=report_id, match=match).first()
        seat = seat_in(match, self.person)
        if found is None:
            self.nothing()
        is_theirs = found.seat is None or (seat and seat.number == found.seat)
        return found if is_theirs else self.nothing()


class MatchReport(OneReport):
    @tells("How far a booklet or film is", shapes.ReportShape)
    def get(self, request: Request, match_id: int, report_id: int) -> Response:
        return Response(shapes.report_shape(self.report(match_id, report_id)))


class MatchReportFile(OneReport):
    @tells("A booklet or film that is ready", bytes, media="*/*")
    def get(self, request: Request, match_id: int, report_id: int) -> HttpResponseBase:
        report = self.report(match_id, report_id)
        if report.status != Status.READY or not default_storage.exists(report.file):
            self.nothing()
        answer = FileResponse(
            default_storage.open(report.file),
            content_type=KINDS[Report.Kind(report.kind)],
        )
        name = report_file(report)
        answer.headers["Content-Disposition"] = disposition(name, "inline")
        answer.headers["ETag"] = f'"{report.key[:24]}"'
        return answer

"""Files and pictures of matches over HTTP: names, sizes, limits; for pages and API."""

from __future__ import annotations

from collections.abc import Callable

from django.core.files.storage import default_storage
from django.http import FileResponse, HttpRequest, HttpResponse

from sse.accounts.models import Player
from sse.archive.exports import json_file, scores_csv
from sse.archive.file_names import report_file
from sse.archive.models import Report
from sse.archive.replay.step import Step
from sse.matches.access import Person, seat_in
from sse.matches.file_names import disposition, match_file
from sse.matches.models import Match
from sse.matches.selectors import log_file
from sse.platform.rates import check_limit, client_of

FOR_EVER = "public, max-age=31536000, immutable"
WIDTHS = (240, 1600)  # of a PNG, in pixels
REPORTS = {Report.Kind.BOOKLET: "application/pdf", Report.Kind.FILM: "image/gif"}
FILES: dict[str, tuple[Callable[[Match], str], str]] = {
    "log": (log_file, "text/plain; charset=utf-8"),
    "json": (json_file, "application/json"),
    "csv": (scores_csv, "text/csv; charset=utf-8"),
}


def check_download_limit(request: HttpRequest, scope: str) -> None:
    """So often for a player, or for a machine nobody is logged in at. [TooMany]"""
    if isinstance(request.user, Player):
        who = f"player {request.user.pk}"
    else:
        who = f"client {client_of(request)}"
    check_limit(request, scope, who, by_client=False)


def with_file_name(answer: HttpResponse, step: Step, ending: str) -> HttpResponse:
    """With the name under which a browser saves it."""
    number = f"step-{step.number}"
    name = match_file(step.match, ending, number, names=step.names)
    answer.headers["Content-Disposition"] = disposition(name, "inline")
    return answer


def match_file_answer(match: Match, kind: str, *parts: str) -> HttpResponse:
    """Return a file of a match: log, json or csv."""
    make, content_type = FILES[kind]
    answer = HttpResponse(make(match).encode(), content_type=content_type)
    name = match_file(match, kind, *parts)
    answer.headers["Content-Disposition"] = disposition(name)
    return answer


def report_at(match: Match, report_id: int, person: Person) -> Report | None:
    """Return a report; a seat's booklet is only for the player who has the seat now."""
    found = Report.objects.filter(pk=report_id, match=match).first()
    seat = seat_in(match, person)
    if found is None or found.seat not in (None, seat.number if seat else None):
        return None
    found.match = match
    return found


def report_answer(report: Report) -> FileResponse | None:
    """Return the file of a report, if it is ready and still there."""
    if report.status != Report.Status.READY:
        return None
    try:
        file = default_storage.open(report.file)
    except FileNotFoundError:
        return None
    answer = FileResponse(file, content_type=REPORTS[Report.Kind(report.kind)])
    answer.headers["Content-Disposition"] = disposition(report_file(report), "inline")
    answer.headers["ETag"] = f'"{report.key[:24]}"'
    return answer

"""Booklets, films, the checked dice, and imports."""

from __future__ import annotations

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_safe

from engine.languages import LANGUAGES
from engine.replay import verdict_on
from sse.archive.downloads import check_download_limit, report_answer, report_at
from sse.archive.draws import draws_by_kind
from sse.archive.imports import MOST_BYTES, ImportRefused, match_import
from sse.archive.models import Report
from sse.archive.replay import read_eyes
from sse.archive.reports import booklet_ask, film_ask
from sse.matches.access import seat_in
from sse.matches.errors import MatchRefused
from sse.matches.log_faults import verdict_text
from sse.matches.presentation import language_in
from sse.matches.selectors import log_file, log_of
from sse.web.forms import BookletForm, ImportForm
from sse.web.views.responses import (
    drawn_or_404,
    form_page,
    logged_in,
    match_or_404,
    new_eyes,
    player_in,
    read_page,
)

FORM_BYTES = 64 * 1024  # of a form besides its file
READY, BROKEN = Report.Status.READY, Report.Status.BROKEN


@form_page
def booklet(request: HttpRequest, match_id: int) -> HttpResponse:
    """Ask for language and paper, then order the booklet."""
    match = drawn_or_404(request, match_id)
    seat = seat_in(match, request.user)
    if not match.has_ended and seat is None:
        raise Http404
    first = {"language": translation.get_language(), "paper": "a4"}
    form = BookletForm(request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid():
        check_download_limit(request, "reports")
        number = seat.number if seat else None
        try:
            report = booklet_ask(match=match, seat=number, **form.cleaned_data)
        except MatchRefused as refused:
            form.add_error(None, str(refused))
        else:
            return redirect("report", match.pk, report.pk)
    return render(request, "web/booklet.html", {"match": match, "form": form})


@read_page
def report(request: HttpRequest, match_id: int, report_id: int) -> HttpResponse:
    """Show the progress of a booklet and, once it is ready, its link."""
    found = report_or_404(request, match_id, report_id)
    is_waiting = found.status not in (READY, BROKEN)
    facts = {"match": found.match, "report": found, "is_waiting": is_waiting}
    return render(request, "web/report.html", facts)


@require_safe
def report_pdf(request: HttpRequest, match_id: int, report_id: int) -> HttpResponseBase:
    found = report_or_404(request, match_id, report_id)
    if found.kind != Report.Kind.BOOKLET:
        raise Http404
    return report_response(found)


def report_or_404(request: HttpRequest, match_id: int, report_id: int) -> Report:
    match = match_or_404(request, match_id)
    found = report_at(match, report_id, request.user)
    if found is None:
        raise Http404
    return found


def report_response(report: Report) -> FileResponse:
    response = report_answer(report)
    if response is None:
        raise Http404
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


@require_safe
@new_eyes
def film(
    request: HttpRequest, match_id: int, first: int, last: int
) -> HttpResponseBase:
    """Return an animated GIF of some steps or, until it is ready, a page that waits."""
    match = drawn_or_404(request, match_id, last)
    check_download_limit(request, "files")
    steps = {"first": first, "last": last}
    try:
        eyes = read_eyes(request.GET.get("as", ""), match)
        found = film_ask(
            match=match,
            **steps,
            language=language_wanted(request),
            eyes=eyes,
            before_work=lambda: check_download_limit(request, "reports"),
        )
    except ValueError:
        raise Http404 from None
    except MatchRefused as refused:
        if refused.code == "no_such_step":
            raise Http404 from None
        facts = {"match": match, "sentence": str(refused), **steps}
        return render(request, "web/film_refused.html", facts, status=400)
    if found.status == READY:
        return report_response(found)
    facts = {"match": match, "report": found, "is_waiting": found.status != BROKEN}
    response = render(request, "web/report.html", facts, status=202)
    response.headers["Retry-After"] = "3"
    response.headers["Cache-Control"] = "no-store"
    return response


def language_wanted(request: HttpRequest) -> str:
    wanted = request.GET.get("language", "")
    return wanted if wanted in LANGUAGES else translation.get_language() or "en"


# ------------------------------------------------------------------------------- dice


@read_page
def dice(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show all random draws and the seed that they follow from."""
    match = match_or_404(request, match_id)
    facts: dict[str, object] = {"match": match}
    if match.has_ended and match.head and match.is_current:
        check_download_limit(request, "files")
        facts["verdict"] = verdict_text(verdict_on(log_file(match)))
        language = language_in(match, translation.get_language())
        facts["audit"] = draws_by_kind(log_of(match), language)
    return render(request, "web/dice.html", facts)


# ---------------------------------------------------------------------------- imports


@csrf_exempt  # the next one is not: a huge file is refused before it is read
def import_page(request: HttpRequest) -> HttpResponse:
    """Import a match from its log, its JSON export or its booklet."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdigit() or int(length) > MOST_BYTES + FORM_BYTES:
        refused = _("The file is bigger than %(size)d MB.")
        said = refused % {"size": MOST_BYTES // 2**20}
        facts = {"form": ImportForm(), "refused": said}
        return render(request, "web/import.html", facts, status=413)
    return import_match(request)


@form_page
@csrf_protect
@logged_in
def import_match(request: HttpRequest) -> HttpResponse:
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        check_download_limit(request, "imports")
        try:
            match, is_new = match_import(
                data=form.cleaned_data["file"].read(),
                by=player_in(request),
                is_listed=form.cleaned_data["is_listed"],
            )
        except ImportRefused as refused:
            form.add_error("file", str(refused))
        else:
            old = _("This match is already in the archive.")
            messages.success(
                request, _("The match has been imported.") if is_new else old
            )
            return redirect("match", match.pk)
    return render(request, "web/import.html", {"form": form})

"""Replays: a step as a page, as a picture, as a part of a page, on other sites."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from engine.languages import LANGUAGES
from sse.archive.downloads import FOR_EVER, WIDTHS, check_download_limit, with_file_name
from sse.archive.replay import may_look, read_eyes
from sse.archive.replay.spots import spots_in
from sse.archive.replay.step import Step
from sse.matches.access import Person, match_at
from sse.matches.models import Match
from sse.matches.presentation import language_in
from sse.platform.http import svg
from sse.platform.pictures import png_of
from sse.web.middleware import OnlyOurs
from sse.web.step_context import Beside
from sse.web.views.responses import (
    begun_or_404,
    drawn_or_404,
    match_or_404,
    new_eyes,
    number_in,
    read_page,
)

ASK_AGAIN = "private, no-cache"
LONGEST_EMBEDDED = 200  # steps
# Other sites may show it; it asks them for nothing and runs nothing.
EMBEDDED = OnlyOurs.POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")


class Shut(Http404):
    """This reader may not see through these eyes while the match is running."""


def step_of(
    match: Match, person: Person, request: HttpRequest, number: int, language: str = ""
) -> Step:
    """Return the step that an address means. [Http404, Shut]"""
    if number >= match.head:
        raise Http404
    try:
        eyes = read_eyes(request.GET.get("as", ""), match)
    except ValueError:
        raise Http404 from None
    if not may_look(match, person, eyes):
        raise Shut
    return Step(
        match,
        person,
        number,
        language_in(match, language or translation.get_language()),
        eyes,
        wants_detours=request.GET.get("detours") == "yes",
    )


def step_asked(request: HttpRequest, match_id: int, number: int) -> Step:
    match = match_or_404(request, match_id)
    return step_of(match, request.user, request, number)


@gzip_page
@read_page
@new_eyes
def step(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    return step_page(request, match_id, number, "web/step.html")


@gzip_page
@read_page
@new_eyes
def part(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """Render the part of the page that changes from step to step, for its script."""
    return step_page(request, match_id, number, "web/_step.html")


def step_page(
    request: HttpRequest, match_id: int, number: int, template: str
) -> HttpResponse:
    match = begun_or_404(request, match_id, number)
    if match.old_rules:
        entry = match.entries.get(number=number) if match.has_ended else None
        facts = {"match": match, "number": number, "entry": entry}
        return render(request, "web/step_old.html", facts)
    try:
        step = step_of(match, request.user, request, number)
    except Shut:
        facts = {"match": match, "number": number}
        return render(request, "web/step_shut.html", facts, status=403)
    step.read()
    facts = {"match": match, "step": step, "beside": Beside(step)}
    return render(request, template, facts)


@read_page
@new_eyes
def jump(request: HttpRequest, match_id: int) -> HttpResponse:
    """Redirect to the step whose number was typed, or the nearest one."""
    match = match_or_404(request, match_id)
    if not match.head:
        raise Http404
    number = number_in(request.GET.get("step", "")) or 0
    wanted = step_of(match, request.user, request, min(number, match.head - 1))
    return redirect(wanted.href)


# -------------------------------------------------------------------------- pictures


@gzip_page
@require_safe
@new_eyes
def frame(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """The board after an entry, as a drawing."""

    def drawn(step: Step) -> HttpResponse:
        return with_file_name(svg(step.picture.svg), step, "svg")

    return picture(request, match_id, number, drawn)


@require_safe
@new_eyes
def pixels(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """The same as a PNG, as wide as wanted."""
    check_download_limit(request, "pictures")
    width = width_of(request.GET.get("width", ""))

    def drawn(step: Step) -> HttpResponse:
        data = png_of(step.picture.svg, width)
        return with_file_name(HttpResponse(data, content_type="image/png"), step, "png")

    return picture(request, match_id, number, drawn, f"-{width}")


def width_of(text: str) -> int:
    """Return a width within the limits; the usual one if the text is no width."""
    least, most = WIDTHS
    width = number_in(text)
    if width is None or width >= 100_000:
        return 600
    return min(max(width, least), most)


def picture(
    request: HttpRequest,
    match_id: int,
    number: int,
    drawn: Callable[[Step], HttpResponse],
    ending: str = "",
) -> HttpResponse:
    """A picture of a step, or that it has not changed.

    With the key `v` of just this picture (its language and the hash of its bytes), and
    if everybody may see it, any cache may keep it for ever: another name of a player,
    or another way to draw, has another key. All else is asked for anew, and the rights
    with it; the answer is short if nothing has changed.
    """
    key = request.GET.get("v", "")
    match = drawn_or_404(request, match_id, number)
    wanted = request.GET.get("language", "") or key.partition("-")[0]
    language = wanted if wanted in LANGUAGES else ""
    try:
        step = step_of(match, request.user, request, number, language)
    except Shut:
        return HttpResponse(status=403)
    found = step.replay.key(number)
    tag = f'"{found}{ending}"'
    answer = get_conditional_response(request, tag) or drawn(step)
    answer.headers["ETag"] = tag
    kept = key == f"{found}{ending}" and step.is_public
    answer.headers["Cache-Control"] = FOR_EVER if kept else ASK_AGAIN
    answer.headers["Content-Language"] = step.language
    return answer


@read_page
@new_eyes
def changes(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """Tell when a spot changed before and after a step; or redirect to that step."""
    try:
        step = step_asked(request, match_id, number)
    except Shut:
        return HttpResponse(status=403)
    word, way = request.GET.get("spot", ""), request.GET.get("go", "")
    if word not in spots_in(step.picture.svg):
        raise Http404
    if way in ("before", "after"):
        found = step.change(word, -1 if way == "before" else 1)
        if found is None:
            messages.info(request, unchanged_sentence(step, word, way))
        return redirect(step.to(number if found is None else found))
    facts = {
        "name": step.spot_name(word),
        "before": step.change(word, -1),
        "after": step.change(word, 1),
        "now": word in step.changed,
    }
    return JsonResponse(facts)


def unchanged_sentence(step: Step, word: str, way: str) -> str:
    said = {"spot": step.spot_name(word), "step": step.number}
    if way == "before":
        return _("%(spot)s did not change before step %(step)s.") % said
    return _("%(spot)s did not change after step %(step)s.") % said


# -------------------------------------------------------------------------- elsewhere


@gzip_page
@xframe_options_exempt
@require_safe
@new_eyes
def embed(request: HttpRequest, match_id: int, first: int, last: int) -> HttpResponse:
    """Show some steps on other sites: a picture and a list, as strangers see them."""
    nobody = AnonymousUser()
    match = match_at(match_id, nobody)
    if match is None or not match.is_current or not first <= last < match.head:
        raise Http404
    at = number_in(request.GET.get("at", ""))
    at = last if at is None else at
    step = step_of(match, nobody, request, min(max(first, at), last))
    shown = range(max(first, last - LONGEST_EMBEDDED + 1), last + 1)
    facts = {"match": match, "step": step, "told": step.replay.told(shown)}
    answer = render(request, "web/embed.html", facts)
    answer.headers["Content-Security-Policy"] = EMBEDDED
    answer.headers["Cache-Control"] = "public, max-age=300"
    return answer

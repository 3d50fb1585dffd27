"""The rules of the games, to read and to look up."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.registry import games
from engine.rulebook import in_short
from sse.web.rulebook import rule_of, sheet_of
from sse.web.views.responses import game_or_404


@require_safe
def rulebooks(request: HttpRequest) -> HttpResponse:
    return render(request, "web/rulebooks.html", {"games": games().values()})


@require_safe
def rulebook(request: HttpRequest, name: str) -> HttpResponse:
    about, language = game_or_404(name), get_language() or "en"
    facts = {
        "about": about,
        "in_short": in_short(about.name, language),
        "sheet": sheet_of(about.name),
        "is_english": language == "en",
    }
    return render(request, "web/rulebook.html", facts)


@require_safe
@cache_control(max_age=3600)
def rule(request: HttpRequest, name: str, number: str) -> HttpResponse:
    """Render a part of a page: one rule, for readers who came across its number."""
    about = game_or_404(name)
    text = rule_of(name, number)
    if text is None:
        raise Http404
    facts = {"about": about, "number": number, "text": text}
    return render(request, "web/_rule.html", facts)

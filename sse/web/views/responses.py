"""What pages have in common: who asks, and how one answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme

from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.archive.replay import eyes_word, is_old_word
from sse.matches.access import match_at
from sse.matches.errors import MatchRefused
from sse.matches.models import Match

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]
AnyView = Callable[Concatenate[HttpRequest, Rest], HttpResponseBase]


def logged_in(view: View[Rest]) -> View[Rest]:
    """Who is not logged in is asked to, and comes back here."""

    @wraps(view)
    def page(
        request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs
    ) -> HttpResponse:
        if isinstance(request.user, Player):
            return view(request, *args, **kwargs)
        if is_scripted(request):
            return logged_out()
        is_get = request.method == "GET"
        return redirect_to_login(request.get_full_path() if is_get else "/")

    return page


def new_eyes(view: AnyView[Rest]) -> AnyView[Rest]:
    """An old address, which counts seats from 0, leads on to its new spelling for good.

    So it shows the same seat as ever, and its reader sees which.
    """

    @wraps(view)
    def page(
        request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs
    ) -> HttpResponseBase:
        word = request.GET.get("as", "")
        if not is_old_word(word) or len(word) > 3:
            return view(request, *args, **kwargs)
        said = request.GET.copy()
        said["as"] = eyes_word(int(word))
        return redirect(f"{request.path}?{said.urlencode()}", permanent=True)

    return page


def is_scripted(request: HttpRequest) -> bool:
    """Whether a script of a page asks, which has no use for another page."""
    return bool(request.htmx) or "X-Requested-With" in request.headers  # type: ignore[attr-defined]


def logged_out() -> HttpResponse:
    """The page says so itself, and keeps what is written there."""
    return HttpResponse(status=401)


def player_in(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


def match_or_404(request: HttpRequest, match_id: int) -> Match:
    """A match this person may not see does not exist."""
    match = match_at(match_id, request.user)
    if match is None:
        raise Http404
    return match


def begun_or_404(request: HttpRequest, match_id: int, number: int = 0) -> Match:
    match = match_or_404(request, match_id)
    if number >= match.head:
        raise Http404
    return match


def drawn_or_404(request: HttpRequest, match_id: int, number: int = 0) -> Match:
    """The match, if its rules are here to say what lies on the board."""
    match = begun_or_404(request, match_id, number)
    if match.old_rules:
        raise Http404
    return match


@contextmanager
def telling(request: HttpRequest, done: Any = "") -> Iterator[None]:
    """What was done, or why not, is told on the next page."""
    try:
        yield
    except (AccountRefused, MatchRefused) as error:
        messages.error(request, str(error))
    else:
        if done:
            messages.success(request, done)


def faults_told(request: HttpRequest, form: Any) -> None:
    """What is wrong with a form that has no page of its own."""
    for faults in form.errors.values():
        for fault in faults:
            messages.error(request, fault)


def safe_page(page: str) -> str:
    """A page of ours to go on to, or none."""
    is_ours = page.startswith("/") and url_has_allowed_host_and_scheme(page, None)
    return page if is_ours and len(page) <= 200 else ""


def is_page(page: str, name: str) -> bool:
    """Whether the address is of the page with this name; nothing is looked up."""
    try:
        return resolve(page.partition("?")[0]).url_name == name
    except Resolver404:
        return False

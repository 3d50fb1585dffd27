"""What pages have in common: who asks, and how to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from engine.registry import About, games
from sse.accounts.models import Player
from sse.archive.replay.viewpoint import eyes_word, is_old_word
from sse.matches.access import match_at
from sse.matches.models import Match
from sse.platform.errors import Refusal

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]
AnyView = Callable[Concatenate[HttpRequest, Rest], HttpResponseBase]


# ------------------------------------------------------------------------ decorators


def logged_in(view: View[Rest]) -> View[Rest]:
    """Send strangers to the log-in page, which leads back here."""

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


def read_page(view: AnyView[Rest]) -> AnyView[Rest]:
    """Answer GET and HEAD only; no cache may keep the answer."""
    return never_cache(require_safe(view))


def form_page(view: View[Rest]) -> View[Rest]:
    """Answer GET, HEAD and POST; no cache may keep the answer."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))


def player_action(view: View[Rest]) -> View[Rest]:
    """Answer a POST of a player who is logged in."""
    return never_cache(require_POST(logged_in(view)))


def new_eyes(view: AnyView[Rest]) -> AnyView[Rest]:
    """Redirect an old address, which counts seats from 0, to its new spelling for good.

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


# -------------------------------------------------------------------------- requests


def is_scripted(request: HttpRequest) -> bool:
    """Tell whether a script of a page asks, which has no use for another page."""
    return bool(request.htmx) or "X-Requested-With" in request.headers  # type: ignore[attr-defined]


def logged_out() -> HttpResponse:
    """Tell a script that its reader is logged out; the page keeps what is written."""
    return HttpResponse(status=401)


def player_in(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


def number_in(text: str) -> int | None:
    """Return a number from a form or an address; none if it is not plain digits."""
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if is_number else None


def game_or_404(name: str) -> About:
    about = games().get(name)
    if about is None:
        raise Http404
    return about


def match_or_404(request: HttpRequest, match_id: int) -> Match:
    """Return the match; one that this person may not see does not exist."""
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
    """Return the match if its rules are installed, so that its board can be drawn."""
    match = begun_or_404(request, match_id, number)
    if match.old_rules:
        raise Http404
    return match


# --------------------------------------------------------------------------- answers


@contextmanager
def telling(request: HttpRequest, done: Any = "") -> Iterator[None]:
    """Show on the next page what was done, or why it was refused."""
    try:
        yield
    except Refusal as error:
        messages.error(request, str(error))
    else:
        if done:
            messages.success(request, done)


def show_errors(request: HttpRequest, form: Any) -> None:
    """Show on the next page what is wrong with a form that has no page of its own."""
    for faults in form.errors.values():
        for fault in faults:
            messages.error(request, fault)


def page_or_refusal(
    request: HttpRequest, template: str, make_facts: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """Render a page whose link may be too old or used: then it says so (410)."""
    try:
        return render(request, template, make_facts())
    except Refusal as error:
        return render(request, template, {"sentence": str(error)}, status=410)


def safe_path(path: str) -> str:
    """Return the path if it leads to a page of ours, else nothing."""
    is_ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, None)
    return path if is_ours and len(path) <= 200 else ""


def is_page(path: str, name: str) -> bool:
    """Tell whether the path is that of the page with this name."""
    try:
        return resolve(path.partition("?")[0]).url_name == name
    except Resolver404:
        return False

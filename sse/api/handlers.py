"""Errors that Django answers outside our views: as problem+json under `/api/`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views import csrf, defaults

from sse.api.exceptions import problem, problem_answer
from sse.platform.http import AddressTooLong


def answer(
    request: HttpRequest,
    status: int,
    code: str,
    detail: str,
    page: Callable[[], HttpResponse] | None = None,
) -> HttpResponse:
    """Return a problem to a program; to a browser the page, or else plain text."""
    if request.path_info.startswith("/api/"):
        return problem_answer(problem(status, code, detail))
    if page is not None:
        return page()
    return HttpResponse(detail, status=status, content_type="text/plain; charset=utf-8")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that cannot be read: a wrong host, a broken or too big form."""
    if isinstance(exception, RequestDataTooBig):
        return answer(request, 413, "too_big", _("The request is too large."))
    if isinstance(exception, AddressTooLong):
        return answer(request, 414, "too_long", _("This address is too long."))
    said = _("The request cannot be read.")
    page = partial(defaults.bad_request, request, exception)
    return answer(request, 400, "bad_request", said, page)


def denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    page = partial(defaults.permission_denied, request, exception)
    return answer(request, 403, "denied", _("You may not do this."), page)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    said = _("There is nothing here, or nothing that you may see.")
    page = partial(defaults.page_not_found, request, exception)
    return answer(request, 404, "not_found", said, page)


def broken(request: HttpRequest) -> HttpResponse:
    """Answer where our own code failed; the log has the details."""
    said = _("Something went wrong on our side. It has been logged.")
    return answer(request, 500, "broken", said, partial(defaults.server_error, request))


def csrf_failure(request: HttpRequest, reason: str = "", **more: Any) -> HttpResponse:
    said = _("This needs a CSRF token from one of our pages, or an API key.")
    page = partial(csrf.csrf_failure, request, reason, **more)
    return answer(request, 403, "csrf", said, page)

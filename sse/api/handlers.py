"""Errors that Django answers without a view of ours: as problem+json under `/api/`."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views import csrf, defaults

from sse.api.exceptions import problem, problem_answer
from sse.platform.http import AddressTooLong


def is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that cannot be read: a wrong host, a broken or too big form."""
    if isinstance(exception, RequestDataTooBig):
        return refusal(request, 413, "too_big", _("That is too much at once."))
    if isinstance(exception, AddressTooLong):
        return refusal(request, 414, "too_long", _("This address is too long."))
    if not is_api(request):
        return defaults.bad_request(request, exception)
    return problem_answer(problem(400, "bad_request", _("This cannot be read.")))


def refusal(request: HttpRequest, status: int, code: str, said: str) -> HttpResponse:
    if is_api(request):
        return problem_answer(problem(status, code, said))
    return HttpResponse(said, status=status, content_type="text/plain; charset=utf-8")


def denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not is_api(request):
        return defaults.permission_denied(request, exception)
    return problem_answer(problem(403, "denied", _("You may not do this.")))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not is_api(request):
        return defaults.page_not_found(request, exception)
    said = _("There is nothing here, or nothing that you may see.")
    return problem_answer(problem(404, "not_found", said))


def broken(request: HttpRequest) -> HttpResponse:
    """Answer where our own code failed; the log has the details."""
    if not is_api(request):
        return defaults.server_error(request)
    said = _("Something broke here. It is our fault, and it is in our log.")
    return problem_answer(problem(500, "broken", said))


def csrf_failure(request: HttpRequest, reason: str = "", **more: Any) -> HttpResponse:
    if not is_api(request):
        return csrf.csrf_failure(request, reason, **more)
    said = _("What acts needs the CSRF token of a page, or a key.")
    return problem_answer(problem(403, "csrf", said))

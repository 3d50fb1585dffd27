"""Errors as `application/problem+json` (RFC 9457), with a code for programs.

Where the rules of a game refuse orders, each fault names its rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, Literal, NotRequired, TypedDict

from django.core.exceptions import PermissionDenied as DjangoDenied
from django.http import Http404, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from sse.accounts.errors import AccountRefused
from sse.archive.imports import ImportRefused
from sse.matches.errors import MatchRefused
from sse.platform.rates import TooMany

MEDIA = "application/problem+json"
KEY_HEADER = "Idempotency-Key"
THEIRS = {"not_yours", "private", "no_seat", "not_invited"}  # codes of a 403


class Fault(TypedDict):
    """Something wrong in a text of orders, and the rule that says so."""

    line: int
    kind: str
    rule: str
    code: str
    detail: str
    legal: list[str]


Place = Literal["body", "query", "header"]


class Wrong(TypedDict):
    """A field of the request, and what is wrong with it."""

    field: str
    place: Place
    pointer: str | None
    code: str
    detail: str


class Problem(TypedDict):
    """Why nothing was done."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: NotRequired[list[Wrong]]
    faults: NotRequired[list[Fault]]


class OrdersRefused(Exception):
    """Orders that cannot be accepted, with every fault found in them."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__([fault["code"] for fault in faults])
        self.faults = faults


class KeyReused(exceptions.APIException):
    """An idempotency key was sent again with another request."""

    status_code = 422
    default_code = "key_reused"


class InvalidQuery(exceptions.ValidationError):
    """A parameter of the address is wrong."""


class TooBig(exceptions.APIException):
    status_code = 413
    default_code = "too_big"


def answer_to(error: Exception, context: dict[str, Any]) -> Response | None:
    """Handle exceptions for DRF. Unknown ones are faults of ours and rise."""
    found = problem_of(error)
    if found is None:
        return None
    problem, headers = found
    status = problem["status"]
    return Response(problem, status=status, headers=headers, content_type=MEDIA)


def problem_of(error: Exception) -> tuple[Problem, dict[str, str]] | None:
    match error:
        case MatchRefused() | AccountRefused():
            status = 403 if error.code in THEIRS else 409
            return problem(status, error.code, str(error)), {}
        case ImportRefused():
            return problem(422, "import", str(error)), {}
        case OrdersRefused():
            said = _("The rules do not allow this.")
            return problem(422, "orders", said, faults=error.faults), {}
        case TooMany():
            return problem(429, "often", str(error)), {"Retry-After": str(error.wait)}
        case Http404():
            said = _("There is nothing here, or nothing that you may see.")
            return problem(404, "not_found", said), {}
        case DjangoDenied():
            return problem(403, "denied", _("You may not do this.")), {}
        case exceptions.APIException():
            return problem_of_framework(error)
    return None


def problem_of_framework(
    error: exceptions.APIException,
) -> tuple[Problem, dict[str, str]]:
    headers = {}
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait) + 1)
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    if isinstance(error, exceptions.ValidationError):
        place: Place = "query" if isinstance(error, InvalidQuery) else "body"
        wrong = list(wrong_fields(error.detail, place))
        said = _("The request is not valid.")
        return problem(error.status_code, "invalid", said, errors=wrong), headers
    detail: Any = error.detail
    code = str(getattr(detail, "code", error.default_code))
    return problem(error.status_code, code, str(detail)), headers


def problem(status: int, code: str, detail: str, **more: Any) -> Problem:
    found = Problem(
        type=f"urn:hikyaku:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=detail,
    )
    found.update(more)  # type: ignore[typeddict-item]
    return found


def problem_answer(
    problem: Problem, headers: Mapping[str, str] | None = None
) -> JsonResponse:
    """Return a problem where no view of DRF is at work."""
    status = problem["status"]
    return JsonResponse(problem, status=status, headers=headers, content_type=MEDIA)


def wrong_fields(detail: Any, place: Place, field: str = "") -> Iterator[Wrong]:
    """Give each fault of DRF's nested details; its field reads like `a.b.0`."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from wrong_fields(inner, place, ".".join(filter(None, (field, own))))
    elif isinstance(detail, list):
        for number, inner in enumerate(detail):
            at = f"{field}.{number}" if isinstance(inner, Mapping) else field
            yield from wrong_fields(inner, place, at)
    else:
        place = "header" if field == KEY_HEADER else place
        yield Wrong(
            field=field,
            place=place,
            pointer=json_pointer(field) if place == "body" else None,
            code=str(getattr(detail, "code", "invalid")),
            detail=str(detail),
        )


def json_pointer(field: str) -> str:
    """Return where a field of the body stands, as RFC 6901 writes it."""
    parts = field.replace("~", "~0").replace("/", "~1").split(".") if field else []
    return "#" + "".join(f"/{part}" for part in parts)

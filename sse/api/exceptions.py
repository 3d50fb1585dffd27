"""What goes wrong, as `application/problem+json` (RFC 9457), with a code for programs.

Where the rules of a game refuse, each fault names its rule.
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


class Wrong(TypedDict):
    """A field of what was sent, and what is wrong with it."""

    field: str
    place: Literal["body", "query", "header"]
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
    """A text that cannot be taken, with every fault found in it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__([fault["code"] for fault in faults])
        self.faults = faults


class KeyReused(exceptions.APIException):
    """An idempotency key came again with something else."""

    status_code = 422
    default_code = "key_reused"


class InvalidQuery(exceptions.ValidationError):
    """Something behind the question mark of an address is wrong."""


class TooBig(exceptions.APIException):
    status_code = 413
    default_code = "too_big"


def answer_to(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler. What nobody knows rises: it is our fault."""
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
        place: Literal["query", "body"] = "body"
        if isinstance(error, InvalidQuery):
            place = "query"
        wrong = [placed(one, place) for one in wrongs(error.detail)]
        said = _("Something that was sent cannot be right.")
        return problem(error.status_code, "invalid", said, errors=wrong), headers
    detail: Any = error.detail
    code = str(getattr(detail, "code", error.default_code))
    return problem(error.status_code, code, str(detail)), headers


def problem(status: int, code: str, detail: str, **more: Any) -> Problem:
    told = Problem(
        type=f"urn:hikyaku:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=detail,
    )
    told.update(more)  # type: ignore[typeddict-item]
    return told


def problem_answer(
    told: Problem, headers: Mapping[str, str] | None = None
) -> JsonResponse:
    """A problem where no view of the framework is at work."""
    answer = JsonResponse(told, status=told["status"], content_type=MEDIA)
    for name, value in (headers or {}).items():
        answer.headers[name] = value
    return answer


def wrongs(detail: Any, field: str = "") -> Iterator[Wrong]:
    """Every fault by itself; `a.b.0` is where it stands."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from wrongs(inner, ".".join(filter(None, (field, own))))
    elif isinstance(detail, list):
        for number, inner in enumerate(detail):
            at = f"{field}.{number}" if isinstance(inner, Mapping) else field
            yield from wrongs(inner, at)
    else:
        code = str(getattr(detail, "code", "invalid"))
        yield Wrong(
            field=field, place="body", pointer=None, code=code, detail=str(detail)
        )


def placed(wrong: Wrong, place: Literal["body", "query"]) -> Wrong:
    """With where it stands; in a body also as a JSON pointer (RFC 6901)."""
    if wrong["field"] == KEY_HEADER:
        return {**wrong, "place": "header"}
    parts = wrong["field"].split(".") if wrong["field"] else []
    escaped = [part.replace("~", "~0").replace("/", "~1") for part in parts]
    pointer = "#" + "".join(f"/{part}" for part in escaped)
    return {**wrong, "place": place, "pointer": pointer if place == "body" else None}

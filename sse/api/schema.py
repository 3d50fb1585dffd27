"""The schema of the API (OpenAPI 3.1), made from the TypedDicts of its answers."""

from __future__ import annotations

import types
from collections.abc import Callable
from copy import deepcopy
from datetime import date, datetime, time
from typing import (
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from engine.languages import LANGUAGES
from sse.accounts.tokens import READ
from sse.api import idempotency
from sse.api.authentication import scope_needed
from sse.api.descriptions import describe
from sse.api.exceptions import KEY_HEADER, MEDIA, Problem
from sse.api.fields import Body

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Schema = dict[str, Any]
PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Any: {},
    type(None): {"type": "null"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
    time: {"type": "string"},
}
SHAPES: dict[str, Schema] = {}  # of all answers, by name
JSON = "application/json"
DOORS: dict[str, Schema] = {
    "token": {"type": "http", "scheme": "bearer"},
    "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
}


# ------------------------------------------------------------------- types as schemas


def schema_of(hint: Any) -> Schema:
    """Return a type as JSON Schema, a TypedDict as a reference to its component."""
    if is_typeddict(hint) or is_typeddict(get_origin(hint)):
        return named(hint)
    inner = get_args(hint)
    match get_origin(hint):
        case None:
            return dict(PLAIN[hint])
        case origin if origin in (Union, types.UnionType):
            return {"anyOf": [schema_of(one) for one in inner]}
        case origin if origin is Literal:
            return {"enum": list(inner)}
        case origin if origin is list:
            return {"type": "array", "items": schema_of(inner[0])}
        case origin if origin is dict:
            return {"type": "object", "additionalProperties": schema_of(inner[1])}
    raise TypeError(hint)


def named(shape: Any) -> Schema:
    name = shape_name(shape)
    if name not in SHAPES:
        SHAPES[name] = {}  # it may hold itself
        SHAPES[name].update(object_of(shape))
    return {"$ref": f"#/components/schemas/{name}"}


def shape_name(shape: Any) -> str:
    """Return the name of a shape; a list of `MatchRow` is a `MatchList`."""
    name: str = shape.__name__
    if not (inner := get_args(shape)):
        return name
    stem: str = inner[0].__name__.removesuffix("Shape").removesuffix("Row")
    return stem + name.removeprefix("Item")


def object_of(shape: Any) -> Schema:
    inner, shape = get_args(shape), get_origin(shape) or shape
    hints = get_type_hints(shape, include_extras=True)
    optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired}
    fields = get_type_hints(shape)
    if inner:  # of a list: its items
        fields["items"] = list[inner[0]]  # type: ignore[valid-type]
    return {
        "type": "object",
        "description": (shape.__doc__ or "").strip(),
        "properties": {name: schema_of(hint) for name, hint in fields.items()},
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }


def with_shapes(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Add the shapes of answers, and close bodies to other fields; a hook."""
    result["components"]["securitySchemes"] = DOORS
    schemas = result["components"].setdefault("schemas", {})
    for name, schema in schemas.items():
        if name.endswith("Body"):
            schema["additionalProperties"] = False
            if schema.get("description") == Body.__doc__:
                del schema["description"]
    schemas.update(sorted(deepcopy(SHAPES).items()))
    for operations in result["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["schema"] == PLAIN[int]:
                    parameter["schema"] = {"type": "integer", "minimum": 0}
    describe(result)
    return result


# ----------------------------------------------------------------------- operations


def tells(
    summary: str,
    gives: Any = None,
    *,
    status: int = 200,
    body: Any = None,
    query: Any = None,
    media: str = JSON,
    also: dict[int, Any] | None = None,
) -> Callable[[Decorated], Decorated]:
    """Describe an operation: its summary, parameters, body and answers."""
    answers = {status: gives, **(also or {})}
    responses: dict[Any, Any] = {
        (str(code), media): response_of(code, what, media)
        for code, what in answers.items()
    }
    responses["4XX", MEDIA] = OpenApiResponse(schema_of(Problem), "Refused.")
    extend = extend_schema(
        summary=summary,
        request=body,
        parameters=[query] if query else None,
        responses=responses,
    )

    def decorate(handler: Decorated) -> Decorated:
        described: Any = extend(handler)
        described.query = query  # `Resource` checks it
        return cast(Decorated, described)

    return decorate


def response_of(code: int, what: Any, media: str) -> OpenApiResponse:
    said = {201: "Created.", 202: "Accepted.", 204: "Done."}.get(code, "OK.")
    if what is None:
        return OpenApiResponse(None, said)
    if what is bytes:
        return OpenApiResponse({"type": "string", "format": "binary"}, said)
    if what is str and media != JSON:
        return OpenApiResponse({"type": "string"}, said)
    return OpenApiResponse(schema_of(what), said)


class Described(AutoSchema):
    """Names and scopes of operations, and the headers that all of them have."""

    def get_operation_id(self) -> str:
        return f"{self.method.lower()}{type(self.view).__name__}"

    def get_tags(self) -> list[str]:
        return [type(self.view).__module__.rpartition(".")[2]]

    def get_auth(self) -> list[dict[str, list[str]]]:
        view: Any = self.view
        scope = scope_needed(view, self.method)
        ways: list[dict[str, list[str]]] = [{"token": [scope]}, {"session": []}]
        is_open = scope == READ and self.method == "GET" and not view.own
        return [{}, *ways] if is_open else ways

    def get_override_parameters(self) -> list[Any]:
        found = list(super().get_override_parameters() or [])
        if self.method == "POST":
            found.append(KEY)
        if self.method == "GET":
            found.append(LANGUAGE)
        return found

    def get_operation(self, *args: Any) -> Schema | None:
        operation = super().get_operation(*args)
        if operation and self.method == "GET":
            operation["responses"]["304"] = {"description": "Not modified (ETag)."}
        if operation and "202" in operation["responses"]:
            operation["responses"]["202"]["headers"] = LOCATION
        if operation and "requestBody" in operation:
            view: Any = self.view
            said = f"The body is larger than {view.most_bytes} bytes."
            refused = operation["responses"]["4XX"]
            operation["responses"]["413"] = {**refused, "description": said}
        return operation


KEY = OpenApiParameter(
    KEY_HEADER,
    {
        "type": "string",
        "minLength": 1,
        "maxLength": idempotency.LONGEST,
        "pattern": "^[ -~]+$",
    },
    OpenApiParameter.HEADER,
    description="The same key with the same request acts once and answers the same.",
)
LANGUAGE = OpenApiParameter(
    "language",
    {"enum": list(LANGUAGES)},
    description="Language of sentences and pictures; by default the player's own.",
)
LOCATION = {
    "Location": {
        "description": "Where to ask for the outcome.",
        "schema": {"type": "string", "format": "uri-reference"},
        "required": True,
    }
}

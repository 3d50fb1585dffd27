"""Descriptions, examples and enums of the schema, from `descriptions.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from engine.languages import LANGUAGES
from engine.registry import games
from engine.rehearsal import STOPS
from engine.rulebook import rules
from sse.accounts.models import Player
from sse.accounts.tokens import SCOPES
from sse.archive.models import Report
from sse.hooks.events import EVENTS, TEST
from sse.hooks.models import Delivery
from sse.matches.clock.arithmetic import AT_END
from sse.matches.models import Match, Submission
from sse.outbox.letters import KINDS
from sse.outbox.models import Letter

Schema = dict[str, Any]
FILE = Path(__file__).parent / "descriptions.toml"
FAULTS = ("unreadable", "ambiguous", "illegal")


@cache
def words() -> dict[str, Any]:
    """Read the file; its examples are of the first game that there is."""
    about = next(iter(games().values()))
    text = Template(FILE.read_text()).safe_substitute(
        game=about.name,
        title=about.title,
        code=about.code,
        rule=next(iter(rules(about.name)), f"{about.code}-1"),
        happened=next((h.kind for h, *_ in about.annals.happenings), "seat_left"),
    )
    return tomllib.loads(text)


def enums() -> dict[str, list[Any]]:
    """Return the values that a field may have, by shape and field."""
    by_shape = {
        "MatchRow MatchShape StepsShape ViewShape DecisionsShape EventsShape": {
            "status": Match.Status.values
        },
        "MatchRow MatchShape": {"tempo": Match.Tempo.values},
        "MatchRow MatchShape CareerShape RatingList RatingCurve RulesShape": {
            "game": list(games())
        },
        "StatisticsShape": {"game": list(games())},
        "MatchShape": {
            "privacy": Match.Privacy.values,
            "talk_shown": Match.TalkShown.values,
        },
        "ClockShape": {"at_end": list(AT_END)},
        "PreviewShape": {"stop": ["", *STOPS]},
        "SubmissionShape": {
            "kind": Submission.Kind.values,
            "status": Submission.Status.values,
        },
        "DeliveryShape": {"status": Delivery.Status.values, "event": [*EVENTS, TEST]},
        "LetterShape": {"status": Letter.Status.values, "kind": list(KINDS)},
        "ReportShape": {"kind": Report.Kind.values, "status": Report.Status.values},
        "MeShape": {"language": list(LANGUAGES), "letters": Player.Letters.values},
        "HookShape NewHook": {"events": list(EVENTS)},
        "TokenShape": {"scopes": list(SCOPES)},
        "GameRow GameShape": {"languages": list(LANGUAGES)},
        "Fault": {"kind": list(FAULTS)},
    }
    return {
        f"{shape}.{field}": values
        for shapes, fields in by_shape.items()
        for shape in shapes.split()
        for field, values in fields.items()
    }


def describe(result: Schema) -> None:
    """Describe every shape, field and parameter."""
    known = enums()
    for shape, schema in result["components"]["schemas"].items():
        plain = shape.removeprefix("Patched")
        if not schema.get("description") and plain in words()["shapes"]:
            schema["description"] = words()["shapes"][plain]
        for name, field in schema.get("properties", {}).items():
            describe_field(field, plain, name)
            add_enum(field, known.get(f"{plain}.{name}"))
    for parameter in parameters(result):
        describe_parameter(parameter)


def describe_field(field: Schema, shape: str, name: str) -> None:
    own = words()["of"].get(shape, {})
    if own_words := own.get(name) or words()["fields"].get(name):
        field.setdefault("description", own_words)
    own = words()["examples_of"].get(shape, {})
    example = own.get(name, words()["examples"].get(name))
    if example is not None and needs_example(field):
        field["examples"] = [example]


def describe_parameter(parameter: Schema) -> None:
    name = parameter["name"]
    if text := words()["parameters"].get(name):
        parameter.setdefault("description", text)
    own = words()["parameter_examples"].get(f"{parameter['in']} {name}")
    example = own or words()["examples"].get(name)
    if example is not None and needs_example(parameter["schema"]):
        parameter["example"] = example


def parameters(result: Schema) -> Iterator[Schema]:
    for operations in result["paths"].values():
        for operation in operations.values():
            yield from operation.get("parameters", ())


def needs_example(schema: Schema) -> bool:
    """Return whether it is a text or number whose values are not listed."""
    ways = [schema, *schema.get("anyOf", ())]
    if any("enum" in way or "$ref" in way for way in ways):
        return False
    plain = ("string", "integer", "number")  # a type is a name, or several
    return any(name in way.get("type", ()) for way in ways for name in plain)


def add_enum(field: Schema, values: list[Any] | None) -> None:
    if values is None:
        return
    field.pop("examples", None)
    (field["items"] if field.get("type") == "array" else field)["enum"] = values

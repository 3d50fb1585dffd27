"""Words, examples and enums of the schema: `descriptions.toml`, and our choices."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
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
MATCHES = ("MatchRow", "MatchShape", "StepsShape", "ViewShape", "DecisionsShape")
FAULTS = ("unreadable", "ambiguous", "illegal")


@cache
def words() -> dict[str, Any]:
    """The table; its examples speak of the first game that there is."""
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
    """The values that a field may have, by shape and field."""
    by_match = {f"{shape}.status": Match.Status.values for shape in MATCHES}
    return {
        **by_match,
        "EventsShape.status": Match.Status.values,
        "MatchRow.game": list(games()),
        "MatchRow.tempo": Match.Tempo.values,
        "MatchShape.game": list(games()),
        "MatchShape.tempo": Match.Tempo.values,
        "MatchShape.privacy": Match.Privacy.values,
        "MatchShape.talk_shown": Match.TalkShown.values,
        "ClockShape.at_end": list(AT_END),
        "CareerShape.game": list(games()),
        "RatingList.game": list(games()),
        "RatingCurve.game": list(games()),
        "RulesShape.game": list(games()),
        "StatisticsShape.game": list(games()),
        "PreviewShape.stop": ["", *STOPS],
        "SubmissionShape.kind": Submission.Kind.values,
        "SubmissionShape.status": Submission.Status.values,
        "DeliveryShape.status": Delivery.Status.values,
        "DeliveryShape.event": [*EVENTS, TEST],
        "LetterShape.status": Letter.Status.values,
        "LetterShape.kind": list(KINDS),
        "ReportShape.kind": Report.Kind.values,
        "ReportShape.status": Report.Status.values,
        "MeShape.language": list(LANGUAGES),
        "MeShape.letters": Player.Letters.values,
        "HookShape.events": list(EVENTS),
        "NewHook.events": list(EVENTS),
        "TokenShape.scopes": list(SCOPES),
        "GameRow.languages": list(LANGUAGES),
        "GameShape.languages": list(LANGUAGES),
        "Fault.kind": list(FAULTS),
    }


def describe(result: Schema) -> None:
    """Add to every shape, field and parameter what the table says of it."""
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
    """Whether it is a text or a number of which the schema does not list the values."""
    kinds = [schema, *schema.get("anyOf", ())]
    has_enum = any("enum" in one or "$ref" in one for one in kinds)
    return not has_enum and bool(kinds_of(kinds) & {"string", "integer", "number"})


def kinds_of(schemas: Iterable[Schema]) -> set[str]:
    found: set[str] = set()
    for schema in schemas:
        kind = schema.get("type", [])
        found.update([kind] if isinstance(kind, str) else kind)
    return found


def add_enum(field: Schema, values: list[Any] | None) -> None:
    if values is None:
        return
    field.pop("examples", None)
    (field["items"] if field.get("type") == "array" else field)["enum"] = values

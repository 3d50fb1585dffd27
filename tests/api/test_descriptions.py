"""The schema tells what everything means: words, values and examples that hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from sse.api.descriptions import enums, needs_example, parameters, words
from sse.api.views.start import description

SCHEMA = json.loads(description())
SHAPES = SCHEMA["components"]["schemas"]
CHOSEN = ("tempo", "privacy", "talk_shown", "at_end", "letters", "language", "game")


def fields() -> Iterator[tuple[str, str, Any]]:
    for shape, schema in SHAPES.items():
        for name, field in schema.get("properties", {}).items():
            yield shape, name, field


def test_every_shape_field_and_parameter_is_described() -> None:
    missing = [shape for shape, schema in SHAPES.items() if not schema["description"]]
    missing += [f"{shape}.{name}" for shape, name, field in fields() if not said(field)]
    missing += [one["name"] for one in parameters(SCHEMA) if not one.get("description")]
    assert not missing


def said(field: Any) -> str:
    return str(field.get("description", "")).strip()


def test_every_operation_has_a_summary_and_an_answer() -> None:
    for path, operations in SCHEMA["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            for answer in operation["responses"].values():
                assert answer["description"]


def test_every_text_and_number_has_an_example_that_holds() -> None:
    missing = []
    for shape, name, field in fields():
        if needs_example(field) and not field.get("examples"):
            missing.append(f"{shape}.{name}")
        for example in field.get("examples", ()):
            valid(example, field, f"{shape}.{name}")
    for parameter in parameters(SCHEMA):
        if needs_example(parameter["schema"]) and "example" not in parameter:
            missing.append(parameter["name"])
        if "example" in parameter:
            valid(parameter["example"], parameter["schema"], parameter["name"])
    assert not missing


def valid(example: Any, schema: Any, where: str) -> None:
    whole = {**schema, "components": SCHEMA["components"]}
    kind = jsonschema.Draft202012Validator
    checker = kind(whole, format_checker=kind.FORMAT_CHECKER)
    assert not list(checker.iter_errors(example)), where


def test_where_values_are_few_they_are_listed() -> None:
    for shape, name, field in fields():
        if name in CHOSEN and needs_example(field):
            pytest.fail(f"{shape}.{name} lists no values")
    for name, values in enums().items():
        shape, _dot, field = name.partition(".")
        found = SHAPES[shape]["properties"][field]
        assert found.get("items", found)["enum"] == values
    for parameter in parameters(SCHEMA):
        if parameter["name"] in ("state", "game", "status", "tempo", "language"):
            assert parameter["schema"]["enum"]


def test_no_description_is_left_over() -> None:
    names = {name for _shape, name, _field in fields()}
    asked = {one["name"] for one in parameters(SCHEMA)}
    assert not set(words()["fields"]) - names
    assert not set(words()["parameters"]) - asked
    assert not set(words()["examples"]) - names - asked
    assert not set(words()["shapes"]) - set(SHAPES)
    for table in ("of", "examples_of"):
        for shape, own in words()[table].items():
            assert not set(own) - set(SHAPES[shape]["properties"]), shape

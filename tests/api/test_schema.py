"""The schema is true: schemathesis sends what it allows, and what it does not.

Against the real app, in this process, on the database of the tests. Every example is
undone, so that each finds the same people and matches.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from sse.api.resource import MOST_BYTES
from sse.api.views.start import description
from sse.wsgi import application
from tests.support.sample_data import World, small_world, undone

pytestmark = pytest.mark.heavy(3)

SCHEMA = json.loads(description())
OPERATIONS = [
    (method, path)
    for path, operations in SCHEMA["paths"].items()
    for method in operations
]
EXAMPLES = 3  # of what is allowed, and of what is not, for each operation
load_all_checks()
CHECKED = [
    CHECKS.get_one(name)
    for name in (
        *("not_a_server_error", "status_code_conformance", "content_type_conformance"),
        *("response_schema_conformance", "response_headers_conformance"),
        *("negative_data_rejection", "ignored_auth", "unsupported_method"),
    )
]


@cache
def loaded() -> Any:
    schema = schemathesis.openapi.from_dict(SCHEMA)
    schema.app = application
    rejection = schema.config.checks.negative_data_rejection
    rejection.expected_statuses = [*rejection.expected_statuses, "413"]  # see below
    return schema


def only_large_bodies_are_too_large(context: Any, response: Any, case: Any) -> None:
    if response.status_code == 413:
        assert len(response.request.body or b"") > MOST_BYTES


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), small_world() as made:
        yield made


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_the_schema_is_true(
    world: World, method: str, path: str, mode: GenerationMode
) -> None:
    operation = loaded()[path][method]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def holds(case: Any) -> None:
        if mode is GenerationMode.POSITIVE:
            place(case, world)
        with undone():
            case.call_and_validate(
                headers={"Authorization": f"Bearer {world.key}"},
                checks=[*CHECKED, only_large_bodies_are_too_large],
            )

    try:
        holds()
    except Exception as error:
        if type(error).__name__ != "Unsatisfiable":  # nothing there can be wrong
            raise


def place(case: Any, world: World) -> None:
    """At something that is there, as often as not."""
    for name, said in case.path_parameters.items():
        known = world.places[name]
        case.path_parameters[name] = known[hash(str(said)) % len(known)]


@pytest.mark.django_db  # at least one: then there is a database for the others
def test_the_schema_is_valid_and_complete() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", "/dev/null")
    assert SCHEMA["openapi"].startswith("3.1")
    assert len(OPERATIONS) > 70


def test_the_schema_says_how_large_a_body_may_be() -> None:
    for method, path in OPERATIONS:
        operation = SCHEMA["paths"][path][method]
        told = operation["responses"].get("413", {}).get("description", "")
        assert told.endswith(" bytes.") == ("requestBody" in operation), path
    told = SCHEMA["paths"]["/api/v1/matches"]["post"]["responses"]["413"]
    assert str(MOST_BYTES) in told["description"]

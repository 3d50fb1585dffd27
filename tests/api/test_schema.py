"""The schema is true: schemathesis sends what it allows, and what it does not.

Against the real app, in this process, on the database of the tests. Every example is
undone, so that each finds the same people and matches.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.conf import settings as conf
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import override_settings
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from sse import bell
from sse.api.hooks.services import hook_set, hook_test
from sse.api.tokens import SCOPES, token_make
from sse.api.views.start import description
from sse.archive.remarks import remark_add
from sse.archive.reports import film_ask
from sse.matches.services import match_open, seat_invite, talk_say
from sse.wsgi import application
from tests.service.archives import lanterns
from tests.service.people import new_player
from tests.service.tables import running, write

SCHEMA = json.loads(description())
OPERATIONS = [
    (method, path)
    for path, operations in SCHEMA["paths"].items()
    for method in operations
]
EXAMPLES = 3  # of what is allowed, and of what is not, for each operation
RATES: Any = conf.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
OFTEN = dict.fromkeys(RATES, "100000/second")
MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
load_all_checks()
CHECKED = [
    CHECKS.get_one(name)
    for name in (
        *("not_a_server_error", "status_code_conformance", "content_type_conformance"),
        *("response_schema_conformance", "response_headers_conformance"),
        *("negative_data_rejection", "ignored_auth", "unsupported_method"),
    )
]


class World:
    """Something of everything, and where it is."""

    def __init__(self) -> None:
        aki, botan = new_player("Aki"), new_player("Botan")
        played, war = running(aki, botan), running(aki, botan, game="age_of_war")
        ended = lanterns(aki, botan)
        private = running(botan, bots=1, privacy="private")
        opened = match_open(organiser=aki, seats=3, game="toy")
        invited = seat_invite(match_id=opened.pk, by=aki, email="doi@example.org")
        asked = seat_invite(
            match_id=match_open(organiser=botan, seats=2, game="toy").pk,
            by=botan,
            email="aki@example.org",
        )
        text = played.game.options(played.game.setup(2, played.choices, Lots())[0], 0)
        submission = write(played, aki, text[0].text)
        remark = remark_add(match=ended, step=1, player=aki, text="Bold!")
        talk_say(match_id=played.pk, by=aki, to=None, text="Hello", key="hello")
        report = film_ask(match=ended, first=0, last=1)
        day = aki.absences.create(first_day="2999-01-01", last_day="2999-01-02")
        hook = hook_set(player=aki, url="https://example.org/", events=["talk"])
        hook_test(hook=hook)
        _token, self.key = token_make(player=aki, name="test", scopes=SCOPES)
        matches = [played.pk, war.pk, ended.pk, opened.pk, private.pk, 0]
        self.places: dict[str, list[Any]] = {
            "match_id": matches,
            "invitation_id": [invited.pk, asked.pk, 0],
            "submission_id": [submission.pk, 0],
            "remark_id": [remark.pk, 0],
            "report_id": [report.pk, 0],
            "absence_id": [day.pk, 0],
            "player_id": [aki.pk, botan.pk, 0],
            "number": [0, 1, 10**6],
            "name": ["toy", "age_of_war", "go"],
            "rule": ["AOW-5.8", "AOW-0"],
            "file": ["cards.toml", "cards.csv"],
            "key": ["fine", "bold"],
            "hook_id": [hook.pk, 0],
        }


class Lots:
    """Chance that is the same for all."""

    def __new__(cls) -> Any:
        from engine.chance import Seeded

        return Seeded("5e" * 32)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    rates = {**conf.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": OFTEN}
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    storages = {**conf.STORAGES, "staticfiles": plain}
    with (
        django_db_blocker.unblock(),
        override_settings(
            REST_FRAMEWORK=rates, CACHES={"default": MEMORY}, STORAGES=storages
        ),
        bell.muffled(),
        connection_kept(),
        undone(),
    ):
        yield World()


@contextmanager
def connection_kept() -> Iterator[None]:
    """Requests do not close it: all are in one transaction, as with Django's client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@cache
def loaded() -> Any:
    schema = schemathesis.openapi.from_dict(SCHEMA)
    schema.app = application
    return schema


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
                headers={"Authorization": f"Bearer {world.key}"}, checks=CHECKED
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

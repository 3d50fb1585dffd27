"""A small world for tests of all routes: something of everything, and where it is.

Every request is undone, so that each finds the same people and matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings as conf
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import override_settings

from engine.chance import Seeded
from sse.accounts.tokens import SCOPES, token_make
from sse.archive.remarks import remark_add
from sse.archive.reports import film_ask
from sse.hooks.services import hook_set, hook_test
from sse.matches.play import match_open, seat_invite, talk_say
from sse.platform import wake
from tests.support.people import new_player
from tests.support.short_matches import lanterns
from tests.support.tables import running, write

RATES: Any = conf.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
OFTEN = dict.fromkeys(RATES, "100000/second")
MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}


class World:
    """Something of everything, and where it is."""

    def __init__(self) -> None:
        aki, botan = new_player("Aki"), new_player("Botan")
        self.player = aki
        self.operator = new_player("Emi", is_staff=True, is_superuser=True)
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
        text = played.game.options(
            played.game.setup(2, played.choices, Seeded("5e" * 32))[0], 0
        )
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


@contextmanager
def small_world() -> Iterator[World]:
    rates = {**conf.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": OFTEN}
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    storages = {**conf.STORAGES, "staticfiles": plain}
    with (
        override_settings(
            REST_FRAMEWORK=rates, CACHES={"default": MEMORY}, STORAGES=storages
        ),
        wake.muffled(),
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

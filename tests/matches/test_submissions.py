"""Submissions: applied once, swept, forgotten, and hidden from operators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from sse.accounts.models import Player
from sse.accounts.services import player_erase
from sse.matches.models import Submission
from sse.matches.play import (
    bots_play,
    submissions,
    submissions_sweep,
)
from sse.matches.play.locked_match import LockedMatch, locked_match
from tests.support.fixtures import Rings
from tests.support.people import new_player, operator_in
from tests.support.tables import log, running, write

pytestmark = pytest.mark.django_db


def test_what_breaks_after_the_commit_breaks_no_submission(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is applied: to try it again would be to apply it twice."""
    match = running(aki, botan)
    write(match, aki, "pick 1")

    @contextmanager
    def falling(match_id: int) -> Iterator[LockedMatch]:
        with locked_match(match_id) as table:
            yield table
        raise ValueError("the cache speaks another language")

    monkeypatch.setattr(submissions, "locked_match", falling)
    assert write(match, botan, "pick 2").status == "applied"
    assert log(match)[1:3] == ["0 pick 1", "1 pick 2"]


def test_a_stuck_match_hides_no_other_from_the_sweep(
    aki: Player, botan: Player, rings: Rings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "MOST_SWEPT", 3)
    stuck, other = running(aki, botan), running(aki, botan)
    long_ago = timezone.now() - timedelta(minutes=1)
    for number, match in enumerate([stuck] * 5 + [other]):
        Submission.objects.create(
            match=match, seat=0, source="web", key=str(number), received_at=long_ago
        )
    rings.clear()
    submissions_sweep()
    assert {ids for _, ids in rings} == {(stuck.pk,), (other.pk,)}


def test_of_who_is_erased_no_plan_stays_in_an_answer(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    submission = write(match, botan, "pick 2\ntake gold")
    assert "take gold" in submission.answer["kept"]
    player_erase(player=botan)
    submission.refresh_from_db()
    assert submission.text == ""
    assert submission.answer == {}


def test_the_operator_is_not_told_how_long_a_hidden_text_is(
    botan: Player, client: Client, settings: Any
) -> None:
    backend = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    operator = new_player("Ren", is_staff=True, is_superuser=True)
    match = running(operator, botan)
    operator_in(client, operator)
    for text in ("pick 2", "pick 2 or 3 or 4"):
        submission = write(match, botan, text)
        page = client.get(f"/operator/matches/submission/{submission.pk}/change/")
        assert page.status_code == 302  # who plays is not told that it is there
        page = client.get(f"/operator/matches/match/{match.pk}/change/")
        assert f"{len(text)} letters".encode() not in page.content


def test_a_bot_whose_text_is_of_no_use_plays_the_default(
    aki: Player, work: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nonsense(*_: Any) -> str:
        return "fly home"

    monkeypatch.setattr(submissions, "bots", lambda name: {"random": nonsense})
    match = running(aki, bots=1)
    write(match, aki, "pick 2; take gold")
    work()
    bots_play(match_id=match.pk)
    work()
    assert "1 pick 1 (bot random)" in log(match)

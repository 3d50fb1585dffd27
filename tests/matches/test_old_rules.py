"""A match whose rules are not installed waits, and is shown as far as known."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as conf
from django.test import Client
from django.utils import timezone

from engine.log import log_read
from engine.replay import verify
from sse.accounts.models import Player
from sse.archive.index.models import Record
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Submission
from sse.matches.play import (
    back_propose,
    bots_play,
    clocks_ring,
    match_abandon,
    match_open,
    match_pause,
    match_resume,
    match_start,
    seat_join,
    seat_open,
    seat_take,
    submissions_sweep,
)
from sse.matches.selectors import log_file
from sse.outbox.models import Letter
from sse.outbox.services import letters_send
from tests.support.fixtures import Rings
from tests.support.tables import asked, log, running, write

pytestmark = pytest.mark.django_db
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHY = "This match is played by version 99 of the rules of Lanterns; version 1 is"


@pytest.fixture(autouse=True)
def own_files(settings: Any) -> None:
    settings.STORAGES = {**conf.STORAGES, "staticfiles": PLAIN}


def by_old_rules(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(version=99)
    Record.objects.filter(match=match).update(version=99)
    match.refresh_from_db()
    return match


@pytest.fixture
def waiting(aki: Player, botan: Player) -> Match:
    match = running(aki, botan, clock={"each": 3600, "reminders": [50]})
    return by_old_rules(match)


@pytest.fixture
def ended(aki: Player, work: Callable[[], int]) -> Match:
    match = match_open(
        organiser=aki, game="toy", seats=2, plays=False, bot_seats=["random"] * 2
    )
    match_start(match_id=match.pk)
    work()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return by_old_rules(match)


def page(path: str, player: Player | None = None) -> str:
    client = Client()
    if player:
        client.force_login(player)
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


# ------------------------------------------------------------------------ running


def test_a_running_match_says_that_it_waits(waiting: Match, aki: Player) -> None:
    for reader in (aki, None):
        said = page(f"/matches/{waiting.pk}/", reader)
        assert WHY in said
        assert "the match is on hold" in said
        assert "Aki" in said
        assert "Botan" in said
        assert "prizes:" not in said  # the log of a running match is secret
    assert WHY in page(f"/matches/{waiting.pk}/steps/0", aki)
    assert "prizes:" not in page(f"/matches/{waiting.pk}/steps/0", aki)
    for path in ("board.svg", "steps/0.svg", "log"):
        assert Client().get(f"/matches/{waiting.pk}/{path}").status_code == 404
    page("/", aki)


def test_no_clock_rings_and_nobody_is_reminded(waiting: Match) -> None:
    Letter.objects.all().delete()
    for hours in (0.6, 2):
        assert clocks_ring(now=timezone.now() + timedelta(hours=hours)) == 0
    assert log(waiting)[1:] == []
    assert not Letter.objects.exists()


def test_no_bot_thinks_and_nothing_is_swept(
    waiting: Match, aki: Player, rings: Rings
) -> None:
    Match.objects.update(bots_due=True)
    assert write(waiting, aki, "pick 2").status == Submission.Status.WAITING
    rings.clear()
    bots_play(match_id=waiting.pk)
    assert submissions_sweep(now=timezone.now() + timedelta(hours=1)) == 0
    assert rings == []
    Match.objects.update(version=1)
    assert submissions_sweep(now=timezone.now() + timedelta(hours=1)) == 1


def test_what_needs_no_rules_can_be_organised(waiting: Match, aki: Player) -> None:
    match_pause(match_id=waiting.pk, by=aki)
    match_resume(match_id=waiting.pk, by=aki)
    seat_open(match_id=waiting.pk, by=aki, seat=1)
    match_abandon(match_id=waiting.pk, by=aki)
    assert log(waiting)[1:] == ["paused", "goes on", "seat 1 is open", "abandoned"]
    said = page(f"/matches/{waiting.pk}/", aki)
    assert "here is what we know about the match" in said
    assert "seat 1 is open" in said


def test_what_needs_rules_is_refused_in_a_sentence(
    waiting: Match, aki: Player, botan: Player, doi: Player
) -> None:
    seat_open(match_id=waiting.pk, by=aki, seat=1)
    before, question = log(waiting), asked(waiting)
    with pytest.raises(MatchRefused, match=WHY):
        seat_take(match_id=waiting.pk, player=doi, seat=1)
    with pytest.raises(MatchRefused, match=WHY):
        back_propose(match_id=waiting.pk, by=aki, entry=0)
    assert (log(waiting), asked(waiting)) == (before, question)


def test_it_goes_on_where_it_was_when_its_rules_are_back(
    waiting: Match, aki: Player, botan: Player
) -> None:
    match_pause(match_id=waiting.pk, by=aki)
    Match.objects.update(version=1)
    write(waiting, aki, "pick 2")
    write(waiting, botan, "pick 3")
    assert log(waiting)[1:4] == ["paused", "0 pick 2", "1 pick 3"]


def test_letters_leave_without_a_board(waiting: Match, mailoutbox: list[Any]) -> None:
    letters_send()
    turns = [message for message in mailoutbox if "It is your turn" in message.body]
    assert len(turns) == 2
    for message in turns:
        assert WHY in " ".join(message.body.split())
    assert not Letter.objects.exclude(status=Letter.Status.SENT).exists()


# -------------------------------------------------------------------------- ended


def test_an_ended_match_shows_log_names_and_result(ended: Match) -> None:
    said = page(f"/matches/{ended.pk}/")
    assert WHY in said
    assert "The result" in said
    assert "random 1" in said
    assert "setup | prizes:" in said
    assert "0 pick" in page(f"/matches/{ended.pk}/steps/1")
    assert "played by an older version of the rules" in page("/archive/")
    assert f"Lanterns {ended.pk}" in page("/")


def test_its_log_file_is_the_one_of_before(ended: Match) -> None:
    old = log_file(ended)
    answer = Client().get(f"/matches/{ended.pk}/log")
    assert answer.content.decode() == old
    Match.objects.update(version=1)
    ended.refresh_from_db()
    new = log_read(log_file(ended))
    assert (log_read(old).state, log_read(old).result) == (new.state, new.result)
    ended.last_state = ""  # as before this was kept
    assert log_read(log_file(ended)) == new


def test_without_its_last_state_there_is_no_log_file(ended: Match) -> None:
    Match.objects.update(last_state="")
    assert "Log file" not in page(f"/matches/{ended.pk}/")
    assert Client().get(f"/matches/{ended.pk}/log").status_code == 404


# ----------------------------------------------------------------------- upgrades


def test_a_match_of_other_rules_waits_for_them(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    Match.objects.update(version=99)
    assert write(match, aki, "pick 2").status == Submission.Status.WAITING
    Match.objects.update(version=1)
    assert write(match, botan, "pick 3").status == Submission.Status.APPLIED
    assert log(match)[1:3] == ["0 pick 2", "1 pick 3"]


def test_what_was_opened_before_an_upgrade_begins_by_the_new_rules(
    aki: Player, botan: Player
) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    seat_join(match_id=match.pk, player=botan)
    Match.objects.update(version=99)
    match_start(match_id=match.pk, by=aki)
    match.refresh_from_db()
    assert match.version == 1
    assert verify(log_file(match)).endswith("still running.")

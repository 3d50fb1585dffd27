"""Letters leave once, whatever dies on the way, and say what they should."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from sse.accounts.models import Player
from sse.matches.clock.arithmetic import PRESETS
from sse.matches.models import Match
from sse.matches.play import (
    match_open,
    match_start,
    plan_submit,
    seat_join,
    submissions_apply,
)
from sse.outbox import services
from sse.outbox.letters import letter_to
from sse.outbox.models import Letter
from sse.outbox.services import letters_claim, letters_send
from sse.platform import environment
from sse.platform.leases import LEASE

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
Work = Callable[[], int]
Status = Letter.Status
FILES = "django.core.mail.backends.filebased.EmailBackend"


def letter(player: Player | None, key: str = "1", **data: Any) -> Letter:
    match = Match.objects.first()
    made = letter_to(player=player, kind="resumed", key=key, **data)
    Letter.objects.filter(pk=made.pk).update(match=match)
    return made


@pytest.fixture
def running(aki: Player, botan: Player) -> Match:
    clock = PRESETS["daily"].data
    match = match_open(
        organiser=aki,
        game="small_samurai_empires",
        seats=2,
        clock=clock,
        title="Winter",
    )
    seat_join(match_id=match.pk, player=botan)
    started = match_start(match_id=match.pk)
    Letter.objects.all().delete()
    return started


def states() -> list[str]:
    return list(Letter.objects.order_by("pk").values_list("status", flat=True))


def later(**by: int) -> Any:
    return time_machine.travel(timezone.now() + timedelta(**by), tick=False)


def test_what_is_due_is_sent_once(running: Match, aki: Player) -> None:
    letter(aki)
    assert letters_send() == 1
    assert letters_send() == 0
    assert [message.to for message in mail.outbox] == [["aki@example.org"]]
    assert states() == [Status.SENT]


def test_a_letter_not_yet_due_waits(running: Match, aki: Player) -> None:
    made = letter(aki)
    hour = timezone.now() + timedelta(hours=1)
    Letter.objects.filter(pk=made.pk).update(not_before=hour)
    assert letters_send() == 0
    with later(hours=2):
        assert letters_send() == 1


def test_a_worker_that_dies_after_its_claim_is_replaced(
    running: Match, aki: Player
) -> None:
    letter(aki)
    assert len(letters_claim(100)) == 1  # and dies
    assert letters_send() == 0
    with time_machine.travel(timezone.now() + LEASE + timedelta(seconds=1)):
        assert letters_send() == 1
        assert letters_send() == 0
    assert len(mail.outbox) == 1


def test_a_slow_worker_does_not_send_what_another_took_over(
    running: Match, aki: Player
) -> None:
    letter(aki)
    (claimed,) = letters_claim(100)
    with time_machine.travel(timezone.now() + LEASE + timedelta(seconds=1)):
        assert letters_send() == 1
        services.letter_send(claimed, EmailBackend())
    assert len(mail.outbox) == 1


def test_failures_are_put_off_longer_and_longer(
    running: Match, aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Any, messages: Any) -> int:
        raise SMTPServerDisconnected("451 aki@example.org: come back later")

    made = letter(aki)
    monkeypatch.setattr(EmailBackend, "send_messages", fail)
    waits = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(6):
            assert letters_send() == 1
            made.refresh_from_db()
            waits.append((made.not_before - timezone.now()).total_seconds() / 60)
            clock.move_to(made.not_before)
        assert waits == [1, 5, 15, 60, 240, 240]
        assert made.attempts == 6
        assert made.status == Status.QUEUED
        assert "come back later" in made.trouble
        assert "aki@" not in made.trouble
        clock.move_to(made.created_at + timedelta(days=4))
        letters_send()
    assert states() == [Status.FAILED]


def test_a_letter_that_cannot_be_written_keeps_no_other_from_leaving(
    running: Match, aki: Player, botan: Player
) -> None:
    letter_to(player=aki, kind="no such kind", key="broken")
    letter(botan, "good")
    letters_send()
    assert states() == [Status.QUEUED, Status.SENT]
    assert Letter.objects.get(key="broken").attempts == 1


def test_letters_to_nobody_are_not_sent(running: Match, aki: Player) -> None:
    aki.addresses.update(suspended_at=timezone.now())
    letter(aki)
    letters_send()
    assert states() == [Status.SUPPRESSED]
    assert mail.outbox == []


def test_a_letter_may_become_too_old(running: Match, aki: Player) -> None:
    late = letter(aki)
    Letter.objects.filter(pk=late.pk).update(expires_at=timezone.now())
    letters_send()
    assert states() == [Status.EXPIRED]


def test_a_turn_that_was_taken_meanwhile_needs_no_letter(
    aki: Player, botan: Player, work: Work
) -> None:
    match = match_open(organiser=aki, game="age_of_war", seats=2)
    seat_join(match_id=match.pk, player=botan)
    match_start(match_id=match.pk)
    turn = Letter.objects.get(kind="turn")
    assert turn.player
    plan_submit(
        match_id=match.pk, player=turn.player, text="pass", source="web", key="k"
    )
    submissions_apply(match_id=match.pk)
    letters_send()
    turn.refresh_from_db()
    assert turn.status == Status.SUPERSEDED
    assert Letter.objects.filter(kind="turn", status=Status.SENT).count() == 1


def test_a_full_batch_rings_again(
    running: Match, aki: Player, rings: list[Any]
) -> None:
    for number in range(5):
        letter(aki, str(number))
    rings.clear()
    assert letters_send(limit=2) == 2
    assert [task.name for task, _ in rings] == ["sse.outbox.tasks.send_letters"]


def test_who_waits_for_an_answer_does_not_stand_behind_others(
    running: Match, aki: Player
) -> None:
    Letter.objects.all().delete()
    others = [letter(aki, str(number)) for number in range(3)]
    answer = letter(aki, "answer")
    Letter.objects.filter(pk=answer.pk).update(kind="answer", data={"text": "Yes."})
    letters_send(limit=1)
    states = Letter.objects.in_bulk()
    assert states[answer.pk].status == Status.SENT
    assert {states[other.pk].status for other in others} == {Status.QUEUED}


# -------------------------------------------------------------------- environment


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("smtp://localhost", ("localhost", 25, "", "", False, False)),
        ("smtp://a%40b:p%3Aw@m.org:587", ("m.org", 587, "a@b", "p:w", True, False)),
        ("smtp://m.org?tls=no", ("m.org", 25, "", "", False, False)),
        ("smtps://u:p@m.org", ("m.org", 465, "u", "p", False, True)),
    ],
)
def test_a_mail_server_is_named_by_an_address(
    url: str, wanted: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    assert environment.mail_door(Path("x"))[2:] == wanted


@pytest.mark.parametrize(
    "url", ["http://m.org", "smtp://", "smtp://m.org:x", "nonsense"]
)
def test_other_addresses_are_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL reads"):
        environment.mail_door(Path("x"))


def test_without_a_mail_server_letters_become_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("EMAIL_URL", raising=False)
    assert environment.mail_door(Path("x"))[:2] == (FILES, Path("x/letters"))


def test_a_provider_is_named_by_its_name_at_anymail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EMAIL_URL", "anymail:postmark")
    door = environment.mail_door(Path("x"))
    assert door.backend == "anymail.backends.postmark.EmailBackend"
    for wrong in ("anymail:nobody", "anymail:", "anymail:../x"):
        monkeypatch.setenv("EMAIL_URL", wrong)
        with pytest.raises(ImproperlyConfigured, match="anymail does not know"):
            environment.mail_door(Path("x"))

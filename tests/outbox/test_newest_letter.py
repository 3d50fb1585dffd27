"""An answer to the letter that came last is never an answer to an old turn."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from email.utils import parseaddr
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from sse.accounts.models import Player
from sse.matches.models import Match
from sse.outbox import services
from sse.outbox.models import Letter
from sse.outbox.services import letters_send
from sse.platform.mail_addresses import address_read, office
from tests.support.tables import beside, running, write

pytestmark = pytest.mark.django_db
NIGHT = datetime(2026, 3, 2, 23, tzinfo=UTC)


def turn_answered(message: Any) -> int:
    (reply,) = message.reply_to
    token = address_read(office(), parseaddr(reply)[1])
    assert token is not None
    return token.turn


def two_letters(aki: Player, botan: Player) -> tuple[Match, Letter, Letter]:
    """Aki's receipt, and the question of the next round, which came later."""
    match = running(aki, botan, tempo="phase")
    write(match, aki, "pick 5; take gold", source="mail", knowing={"letter": {}})
    receipt = Letter.objects.get(match=match, player=aki, kind="receipt")
    write(match, botan, "pick 4")
    question = Letter.objects.filter(match=match, player=aki, kind="turn").last()
    assert question is not None
    assert question.entry > receipt.entry
    Letter.objects.exclude(pk__in=[receipt.pk, question.pk]).delete()
    return match, receipt, question


def test_a_receipt_that_leaves_late_is_for_the_turn_that_is(
    aki: Player, botan: Player
) -> None:
    match, receipt, question = two_letters(aki, botan)
    later = timezone.now() + timedelta(hours=1)
    Letter.objects.filter(pk=receipt.pk).update(not_before=later)
    letters_send()
    Letter.objects.filter(pk=receipt.pk).update(not_before=timezone.now())
    letters_send()
    first, last = mail.outbox
    assert turn_answered(last) == turn_answered(first) == question.entry
    assert not beside(match).is_past(0, turn_answered(last))


def test_a_question_does_not_sleep_while_an_older_answer_leaves(
    aki: Player, botan: Player
) -> None:
    with time_machine.travel(NIGHT, tick=False):
        Player.objects.filter(pk=aki.pk).update(
            quiet_from=time(22), quiet_to=time(7), time_zone="UTC"
        )
        aki.refresh_from_db()
        match, receipt, question = two_letters(aki, botan)
        letters_send()
        letters = Letter.objects.filter(pk__in=[receipt.pk, question.pk])
        assert {letter.status for letter in letters} == {Letter.Status.SENT}
        turns = [turn_answered(message) for message in mail.outbox]
        assert turns == [question.entry, question.entry]
        assert not beside(match).is_past(0, turns[-1])


def test_turns_never_go_back(aki: Player, botan: Player) -> None:
    """Whatever the order in which letters leave."""
    two_letters(aki, botan)
    letters_send()
    turns = [turn_answered(message) for message in mail.outbox]
    assert turns == sorted(turns)


# -------------------------------------------------------------------- a shut door


def asleep(aki: Player, botan: Player) -> tuple[Match, Letter, Letter]:
    """It is night for Aki, so the question waits; the receipt does not."""
    Player.objects.filter(pk=aki.pk).update(
        quiet_from=time(22), quiet_to=time(7), time_zone="UTC"
    )
    aki.refresh_from_db()
    return two_letters(aki, botan)


def shut(*_said: Any) -> None:
    raise services.MailServerAway


def test_a_shut_door_leaves_no_letter_claimed(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(NIGHT, tick=False):
        _match, receipt, question = asleep(aki, botan)
        question.pk, question.key = None, "one more"
        question.save()  # two of them are pulled forward
        monkeypatch.setattr(services, "hand_over", shut)
        letters_send()
        receipt.refresh_from_db()
        assert (receipt.status, receipt.lease_by) == ("queued", None)
        claimed = Letter.objects.filter(status="sending")
        assert claimed.count() == 1  # the one that met the door, put off by `meet`


def test_an_answer_waits_with_the_question_before_it(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(NIGHT, tick=False):
        _match, receipt, question = asleep(aki, botan)
        waits = iter([timedelta(minutes=5)])
        monkeypatch.setattr(
            services, "wait_for", lambda _email: next(waits, timedelta())
        )
        letters_send()
        assert mail.outbox == []
        receipt.refresh_from_db()
        question.refresh_from_db()
        assert receipt.status == question.status == "queued"
        assert receipt.not_before == question.not_before
    with time_machine.travel(NIGHT + timedelta(minutes=6), tick=False):
        letters_send()
        turns = [turn_answered(message) for message in mail.outbox]
        assert turns == [question.entry, question.entry]

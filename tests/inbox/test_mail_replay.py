"""Mails read again by a new reader, and run again by the operator."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from sse.accounts.models import Player
from sse.inbox.models import RawMail
from sse.matches.models import Match, Submission
from tests.support.mails import address, answers, send
from tests.support.tables import running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def here(settings: Settings) -> None:
    settings.MAIL_DOMAIN = "play.example.org"


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return running(aki, botan)


def said(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out, stderr=out)
    return out.getvalue()


def test_what_a_reader_would_read_otherwise_is_shown(
    match: Match, botan: Player
) -> None:
    mail = send("pick 3\ntake gold", botan, address(match, botan))
    send("pick 2", botan, address(match, botan))
    assert said("mail_replay", "--dry-run") == "2 mails read again, 0 differ.\n"
    RawMail.objects.filter(pk=mail.pk).update(read_as="empty", said="pick 3")
    told = said("mail_replay", "--dry-run", "--since", "7d")
    assert f"mail {mail.pk}: empty -> order" in told
    assert "+take gold" in told
    assert "2 mails read again, 1 differ." in told
    assert said("mail_replay", "--dry-run", "--since", "2999-01-01").startswith("0 ")


def test_it_only_looks_and_asks_for_days(match: Match) -> None:
    with pytest.raises(CommandError, match="--dry-run"):
        said("mail_replay")
    with pytest.raises(CommandError, match="--since reads"):
        said("mail_replay", "--dry-run", "--since", "2026-02-31")


def test_mails_are_run_again_and_act_once(match: Match, botan: Player) -> None:
    mail = send("pick 3", botan, address(match, botan))
    assert "1 mails are run again." in said("mail_reprocess", str(mail.pk), "99999")
    assert "There is no mail 99999." in said("mail_reprocess", "99999")
    RawMail.objects.filter(pk=mail.pk).update(status=RawMail.Status.DEAD)
    assert "1 mails" in said("mail_reprocess", "--state", "dead")
    assert "This mail is new" in said("mail_reprocess", str(mail.pk))
    with pytest.raises(CommandError):
        said("mail_reprocess")
    assert Submission.objects.filter(source="mail").count() == 1
    assert len(answers()) == 1

"""Pages about letters: what became of them, and how they stop."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.conf import settings as conf
from django.core import mail
from django.test import Client
from django.utils import timezone

from sse.accounts.models import Address, Player
from sse.matches.models import Match, Seat
from sse.matches.play import match_open, seat_invite, seat_join, seat_leave
from sse.outbox.models import Bounce, Letter, Silence
from sse.outbox.reply_addresses import unsubscribe_url
from sse.outbox.selectors import subject_in_list
from sse.outbox.services import letters_send
from tests.support.tables import running

pytestmark = pytest.mark.django_db
Status = Letter.Status


@pytest.fixture(autouse=True)
def plain_files(settings: Any) -> None:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**conf.STORAGES, "staticfiles": plain}


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return running(aki, botan, title="<i>Winter</i>")


def page(client: Client, player: Player) -> str:
    client.force_login(player)
    return client.get("/letters/").content.decode()


def off_path(match: Match, player: Player) -> str:
    letter = Letter.objects.filter(match=match, player=player).first()
    assert letter
    return urlsplit(unsubscribe_url(letter)).path


# ---------------------------------------------------------------------------- the page


@pytest.mark.parametrize(
    ("status", "trouble", "words"),
    [
        (Status.SENT, "", ">sent</small>"),
        (Status.BOUNCED, "550 gone", "bounced: 550 gone"),
        (Status.FAILED, "554 spam", "could not be delivered: 554 spam"),
        (Status.SUPPRESSED, "silence", "you turned off emails about this match"),
        (Status.SUPPRESSED, "began without", "this match was started without emails"),
        (Status.SUPPRESSED, "closed", "that address wants no emails from us"),
        (Status.SUPPRESSED, "came back", "an earlier email to that address bounced"),
        (Status.SUPPRESSED, "no address", "none of your addresses accepts emails"),
        (Status.SUPERSEDED, "", "you had answered already"),
        (Status.GATHERED, "", "sent as part of a digest"),
        (Status.EXPIRED, "", "not sent: it was out of date"),
        (Status.QUEUED, "", "about to be sent"),
        (Status.SENDING, "", "being sent now"),
    ],
)
def test_everybody_sees_what_became_of_their_letters(
    status: str, trouble: str, words: str, match: Match, botan: Player, client: Client
) -> None:
    Letter.objects.filter(player=botan).update(status=status, trouble=trouble)
    said = page(client, botan)
    assert words in said
    assert "Your turn" in said
    assert "The match begins" in said
    assert "&lt;i&gt;Winter" in said
    assert "<i>" not in said


def test_nobody_sees_letters_of_others(
    match: Match, aki: Player, doi: Player, client: Client
) -> None:
    assert "No emails yet" in page(client, doi)
    assert Client().get("/letters/").status_code == 302


def test_every_kind_has_a_name_there(
    match: Match, botan: Player, client: Client
) -> None:
    from tests.support.sample_letters import KINDS, specimen

    for kind in KINDS:
        if kind not in ("log_in", "confirm", "invitation"):
            specimen(kind, match, botan)
    assert (
        page(client, botan).count("<strong>")
        == Letter.objects.filter(player=botan).count()
    )


def test_an_invitation_has_a_whole_name(match: Match, aki: Player) -> None:
    """It belongs to no match of its reader's: no name is known there."""
    match = match_open(organiser=aki, game="toy", seats=2)
    seat_invite(match_id=match.pk, by=aki, email="doi@elsewhere.example")
    letter = Letter.objects.get(kind="invitation")
    assert subject_in_list(letter) == "An invitation to a match"


def test_a_test_letter(botan: Player, client: Client) -> None:
    client.force_login(botan)
    for _ in range(6):
        assert client.post("/letters/test/").status_code == 302
    assert client.post("/letters/test/").status_code == 429
    letters_send()
    assert len(mail.outbox) == 6
    assert "emails from Hikyaku reach you" in " ".join(str(mail.outbox[0].body).split())


@pytest.mark.parametrize(
    ("kind", "key", "words"),
    [
        ("hard", "mail:1", "Emails bounced: 550 gone."),
        ("complaint", "mail:1", "Your email provider told us that our emails are not"),
        ("complaint", "off:x", "Somebody who reads email there unsubscribed"),
    ],
)
def test_why_an_address_takes_no_letters_is_true(
    kind: str, key: str, words: str, botan: Player, client: Client
) -> None:
    Address.objects.update(suspended_at=timezone.now())
    email = botan.addresses.get().email
    Bounce.objects.create(email=email, kind=kind, why="550 gone", key=key)
    for said in (page(client, botan), client.get("/").content.decode()):
        assert words in said
        assert ("bounced" in said) == (kind == "hard")


def test_old_silences_are_told_apart(aki: Player, botan: Player) -> None:
    """What was silent when the match began was nobody's wish."""
    wished, unasked = running(aki, botan), running(aki, botan)
    assert unasked.started_at
    for match, since in (
        (wished, timezone.now()),
        (unasked, unasked.started_at),
    ):
        Silence.objects.create(player=botan, match=match, since=since)
    Letter.objects.filter(player=botan).update(status="suppressed", trouble="silence")
    module = import_module("sse.outbox.migrations.0006_silence_by_wish")
    module.tell_apart(apps, None)
    assert Silence.objects.get(match=wished).is_wish
    assert not Silence.objects.get(match=unasked).is_wish
    told = {
        match: set(Letter.objects.filter(match=match).values_list("trouble", "player"))
        for match in (wished, unasked)
    }
    assert ("silence", botan.pk) in told[wished]
    assert ("began without", botan.pk) in told[unasked]


def test_a_suspended_address_is_shown_and_tried_again(
    botan: Player, client: Client
) -> None:
    address = botan.addresses.get()
    Address.objects.update(suspended_at=timezone.now())
    Bounce.objects.create(email=address.email, kind="hard", why="550 gone", key="k")
    said = page(client, botan)
    assert "No emails are sent to botan@example.org" in said
    assert "550 gone" in said
    assert "No emails are sent to" in client.get("/").content.decode()
    client.post(f"/letters/addresses/{address.pk}/")
    letters_send()
    (message,) = mail.outbox
    assert message.to == ["botan@example.org"]
    assert "Is this your address?" in message.subject


def test_nobody_tries_anothers_address(
    aki: Player, botan: Player, client: Client
) -> None:
    Address.objects.update(suspended_at=timezone.now())
    client.force_login(aki)
    client.post(f"/letters/addresses/{botan.addresses.get().pk}/")
    assert not Letter.objects.exists()


# --------------------------------------------------------------------- no more letters


def test_a_look_does_nothing(match: Match, botan: Player, client: Client) -> None:
    path = off_path(match, botan)
    for method in (client.get, client.head):
        assert method(path).status_code == 200
    assert not Silence.objects.exists()


def test_one_click_of_a_mail_program_is_enough(match: Match, botan: Player) -> None:
    """RFC 8058: no cookies, no session, no token of a form."""
    client = Client(enforce_csrf_checks=True)
    path = off_path(match, botan)
    for _ in range(2):
        said = client.post(path, {"List-Unsubscribe": "One-Click"})
        assert said.status_code == 200
    assert not said.cookies
    silence = Silence.objects.get()
    assert (silence.player, silence.match) == (botan, match)
    assert Seat.objects.filter(match=match, player=botan).exists()
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_letters_can_come_again(match: Match, botan: Player, client: Client) -> None:
    client.post(off_path(match, botan))
    assert "Turn emails back on" in page(client, botan)
    client.post(f"/letters/on/{match.pk}/")
    assert not Silence.objects.exists()


def test_links_cannot_be_made_up(match: Match, botan: Player, client: Client) -> None:
    path = off_path(match, botan)
    for forged in (
        path.replace("off/", "off/1"),
        "/letters/off/1-1/",
        "/letters/off/x/",
    ):
        assert client.post(forged).status_code == 410
    assert not Silence.objects.exists()


def test_strangers_stop_invitations(aki: Player, client: Client) -> None:
    for number in range(2):
        match = match_open(organiser=aki, game="toy", seats=2)
        seat_invite(match_id=match.pk, by=aki, email="doi@elsewhere.example")
        if number == 0:
            letters_send()
            (message,) = mail.outbox
            header = message.extra_headers["List-Unsubscribe"]
            client.post(urlsplit(header.partition(">")[0][1:]).path)
    letters_send()
    assert len(mail.outbox) == 1
    assert Letter.objects.latest("pk").status == Status.SUPPRESSED


def test_letters_about_somebody_say_so(
    aki: Player, botan: Player, client: Client
) -> None:
    match = match_open(organiser=aki, game="toy", seats=3, title="Spring")
    seat_join(match_id=match.pk, player=botan)
    seat_leave(match_id=match.pk, player=botan)
    text = page(client, aki)
    assert "<strong>Somebody has joined</strong>" in text
    assert "<strong>Somebody has left</strong>" in text


def test_a_letter_whose_address_is_forgotten_stops_nothing(
    client: Client, aki: Player
) -> None:
    """Then the page says so, in place of a thank-you for nothing."""
    match = match_open(organiser=aki, game="toy", seats=2)
    seat_invite(match_id=match.pk, by=aki, email="doi@example.org")
    letter = Letter.objects.get(kind="invitation")
    path = urlsplit(unsubscribe_url(letter)).path
    assert client.get(path).status_code == 200
    Letter.objects.update(email="")
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code == 410
        assert "not valid, or no longer valid" in answer.content.decode()
    assert not Bounce.objects.exists()

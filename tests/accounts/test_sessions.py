"""A stolen session opens little, and not for long: proofs, notices, sessions, keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.conf import settings as conf
from django.contrib.sessions.models import Session as OldSession
from django.core import mail
from django.test import Client
from django.utils import timezone

from sse.accounts import access, services, tickets
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player, Session, Ticket
from sse.accounts.sessions import SessionStore, device_of
from sse.accounts.tokens import token_make
from sse.hooks.models import Hook
from sse.outbox.models import Letter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
Work = Callable[[], int]
STALE = timedelta(minutes=conf.LOGIN_FRESH_MINUTES, seconds=1)
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
SECRET = "crane-tortoise-pine"


def logged_in(player: Player, agent: str = FIREFOX) -> Client:
    """A browser that has just logged in by a letter."""
    client = Client(headers={"user-agent": agent})
    email = player.addresses.get(is_first=True).email
    client.post("/log-in/", {"email": email})
    ticket = Ticket.objects.filter(email=email).latest("pk")
    client.post(f"/log-in/{tickets.token_of(ticket)}/")
    assert client.session["_auth_user_id"] == str(player.pk)
    return client


@pytest.fixture
def stale(aki: Player) -> Client:
    """A browser of Aki's that logged in a while ago."""
    with time_machine.travel(timezone.now() - STALE, tick=False):
        return logged_in(aki)


def code_in_letter(email: str, work: Work) -> str:
    work()
    ours = [m for m in mail.outbox if m.to == [email] and "Is this you?" in m.subject]
    message = ours[-1]
    code = re.search(r"^  (\d{6})$", str(message.body), re.MULTILINE)
    assert code, message.body
    return code[1]


CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("/settings/password/", {"password": SECRET}),
    ("/settings/addresses/", {"email": "aki@elsewhere.example"}),
    ("/settings/keys/", {"name": "robot", "scopes": ["read", "play"]}),
    ("/settings/erase/", {"name": "Aki"}),
]


def traces(player: Player) -> tuple[Any, ...]:
    player = Player.objects.get(pk=player.pk)
    return (
        player.password,
        player.erased_at,
        sorted(player.addresses.values_list("email", "is_first")),
        player.tokens.count(),
    )


# ------------------------------------------------------------------------- proofs


@pytest.mark.parametrize(("path", "typed"), CHANGES)
def test_a_change_asks_who_logged_in_long_ago_and_loses_nothing(
    path: str, typed: dict[str, Any], stale: Client, aki: Player, work: Work
) -> None:
    before = traces(aki)
    page = stale.post(path, typed).content.decode()
    assert traces(aki) == before
    assert "Please confirm that it’s you" in page
    kept = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page)
    for name, value in typed.items():
        for one in value if isinstance(value, list) else [value]:
            assert (name, one) in kept
    code = code_in_letter("aki@example.org", work)
    stale.post(path, {**typed, "proof_code": code})
    assert traces(aki) != before


@pytest.mark.parametrize("what", ["first", "remove"])
def test_addresses_are_changed_only_by_who_proves_it(
    what: str, stale: Client, aki: Player
) -> None:
    other = aki.addresses.create(
        email="aki@elsewhere.example", confirmed_at=timezone.now()
    )
    before = traces(aki)
    path = f"/settings/addresses/{other.pk}/{what}/"
    assert "Please confirm that it’s you" in stale.post(path).content.decode()
    assert traces(aki) == before
    logged_in(aki).post(path)
    assert traces(aki) != before


def test_who_has_just_logged_in_is_not_asked(aki: Player) -> None:
    logged_in(aki).post("/settings/addresses/", {"email": "aki@elsewhere.example"})
    assert aki.addresses.count() == 2


def test_a_password_proves_it_too_and_a_wrong_one_does_not(
    stale: Client, aki: Player
) -> None:
    aki.set_password(SECRET)
    aki.save()
    stale.force_login(aki)  # Django's own: no proof
    said = {"email": "aki@elsewhere.example"}
    answer = stale.post("/settings/addresses/", {**said, "proof_password": "wrong"})
    assert answer.status_code == 403
    assert "aki@elsewhere.example" in answer.content.decode()
    assert aki.addresses.count() == 1
    stale.post("/settings/addresses/", {**said, "proof_password": SECRET})
    assert aki.addresses.count() == 2


def test_a_code_for_a_log_in_or_of_somebody_else_proves_nothing(
    stale: Client, aki: Player, botan: Player, work: Work
) -> None:
    said = {"email": "aki@elsewhere.example"}
    stale.post("/settings/addresses/", said)
    Client().post("/log-in/", {"email": "aki@example.org"})
    for email in ("aki@example.org", "botan@example.org"):
        ticket = Ticket(email=email, purpose="prove", player=botan)
        services.letter_of_ticket(ticket)
        code = tickets.code_of(ticket)
        stale.post("/settings/addresses/", {**said, "proof_code": code})
    log_in = Ticket.objects.get(email="aki@example.org", purpose="log in", used_at=None)
    code = tickets.code_of(log_in)
    stale.post("/settings/addresses/", {**said, "proof_code": code})
    assert aki.addresses.count() == 1


def test_a_copy_of_the_cookie_does_not_become_fresh_with_the_proof(
    stale: Client, aki: Player, work: Work
) -> None:
    thief = Client()
    thief.cookies["sessionid"] = stale.cookies["sessionid"].value
    assert thief.get("/settings/").status_code == 200
    said = {"email": "aki@elsewhere.example"}
    stale.post("/settings/addresses/", said)
    code = code_in_letter("aki@example.org", work)
    stale.post("/settings/addresses/", {**said, "proof_code": code})
    assert stale.get("/settings/").status_code == 200
    assert thief.get("/settings/").status_code == 302


def test_tries_of_a_proof_are_counted(stale: Client, aki: Player) -> None:
    aki.set_password(SECRET)
    aki.save()
    stale.force_login(aki)
    said = {"email": "aki@elsewhere.example"}
    for _ in range(30):
        stale.post("/settings/addresses/", {**said, "proof_password": "wrong"})
    stale.post("/settings/addresses/", {**said, "proof_password": SECRET})
    assert aki.addresses.count() == 1


def test_a_browser_that_is_not_fresh_sets_no_hook(stale: Client, aki: Player) -> None:
    said = {"url": "https://hooks.example.org/x", "events": ["turn"]}
    answer = stale.post("/api/v1/me/hooks", said, content_type="application/json")
    assert answer.status_code == 403
    assert not Hook.objects.exists()


# ------------------------------------------------------------------------ notices


def test_every_change_is_told_to_all_known_addresses(aki: Player, work: Work) -> None:
    client = logged_in(aki)
    client.post("/settings/addresses/", {"email": "aki@elsewhere.example"})
    new = aki.addresses.get(email="aki@elsewhere.example")
    ticket = Ticket.objects.get(purpose="confirm")
    services.address_confirm(token=tickets.token_of(ticket))
    client.post(f"/settings/addresses/{new.pk}/first/")
    client.post("/settings/password/", {"password": SECRET})
    client.post("/settings/keys/", {"name": "robot", "scopes": "read"})
    client.post(f"/settings/keys/{aki.tokens.get().pk}/revoke/")
    client.post("/settings/sessions/all/")
    client.post(f"/settings/addresses/{new.pk}/remove/")
    told: dict[str, set[str]] = {}
    for letter in Letter.objects.filter(kind="account"):
        told.setdefault(letter.data["change"], set()).add(letter.email)
    both = {"aki@example.org", "aki@elsewhere.example"}
    assert told.pop("address_asked") == {"aki@example.org"}
    assert set(told) == {
        *("address_confirmed", "address_first", "address_removed", "password"),
        *("key_made", "key_revoked", "logged_out"),
    }
    assert all(emails == both for emails in told.values())
    work()
    sent = [m for m in mail.outbox if "every known address" in str(m.body)]
    assert len(sent) == 15
    assert not any(m.reply_to for m in sent)  # an address that is gone answers nothing


# ----------------------------------------------------------------------- sessions


def test_sessions_are_listed_and_each_can_be_ended(aki: Player) -> None:
    here, there = logged_in(aki), logged_in(aki, "Safari on an iPhone")
    page = here.get("/settings/").content.decode()
    assert "Firefox, Linux" in page
    assert "Safari, iPhone" in page
    assert page.count("this browser") == 1
    for client in (here, there):
        assert str(client.session.session_key) not in page
    name = access.name_of(there.session.session_key)
    here.post(f"/settings/sessions/{name}/end/")
    assert there.get("/settings/").status_code == 302
    assert here.get("/settings/").status_code == 200


def test_nobody_ends_the_session_of_another(aki: Player, botan: Player) -> None:
    here, theirs = logged_in(aki), logged_in(botan)
    name = access.name_of(theirs.session.session_key)
    here.post(f"/settings/sessions/{name}/end/")
    assert theirs.get("/settings/").status_code == 200


@pytest.mark.parametrize(
    ("path", "said"),
    [("/settings/password/", {"password": SECRET}), ("/settings/sessions/all/", {})],
)
def test_all_other_sessions_and_all_keys_end(
    path: str, said: dict[str, str], aki: Player, botan: Player
) -> None:
    here, there, theirs = logged_in(aki), logged_in(aki), logged_in(botan)
    _, key = token_make(player=aki, name="robot", scopes=["read"])
    _, other = token_make(player=botan, name="robot", scopes=["read"])
    Hook.objects.create(player=aki, url="https://hooks.example.org/", secret="x")
    Client().post("/log-in/", {"email": "aki@example.org"})
    link = tickets.token_of(Ticket.objects.latest("pk"))
    here.post(path, said)
    assert here.get("/settings/").status_code == 200
    assert there.get("/settings/").status_code == 302
    assert theirs.get("/settings/").status_code == 200
    for one, status in ((key, 401), (other, 200)):
        head = {"authorization": f"Bearer {one}"}
        assert Client().get("/api/v1/me", headers=head).status_code == status
    assert not aki.hooks.exists()
    assert Client().post(f"/log-in/{link}/").status_code == 410


@pytest.mark.parametrize(
    ("path", "said"),
    [("/settings/password/", {"password": SECRET}), ("/settings/sessions/all/", {})],
)
def test_what_a_thief_has_begun_ends_too(
    path: str, said: dict[str, str], aki: Player, botan: Player
) -> None:
    """An address that waits to be confirmed, and the address of the calendar."""
    for player in (aki, botan):
        services.address_add(player=player, email="evil@attacker.example")
        services.calendar_key(player=player, is_wanted=True)
    link, other = (
        tickets.token_of(Ticket.objects.get(purpose="confirm", player=player))
        for player in (aki, botan)
    )
    logged_in(aki).post(path, said)
    assert not aki.addresses.filter(email="evil@attacker.example").exists()
    with pytest.raises(AccountRefused):
        services.address_confirm(token=link)
    assert Client().get(f"/calendar/{aki.calendar_key}.ics").status_code == 404
    assert aki.addresses.get().email == "aki@example.org"
    # of others nothing ends
    assert Client().get(f"/calendar/{botan.calendar_key}.ics").status_code == 200
    services.address_confirm(token=other)


def test_a_stale_session_makes_no_calendar_address(stale: Client, aki: Player) -> None:
    page = stale.post("/settings/calendar/", {"what": "new"}).content.decode()
    assert "Please confirm that it’s you" in page
    aki.refresh_from_db()
    assert not aki.calendar_key


def test_the_last_use_is_noted_and_the_first_stays(aki: Player) -> None:
    begin = timezone.now() - timedelta(days=3)
    with time_machine.travel(begin, tick=False):
        client = logged_in(aki)
    client.get("/settings/")
    row = Session.objects.get(player=aki)
    assert row.begun_at == begin
    assert row.used_at > begin + timedelta(days=2)
    client.session.save()
    row.refresh_from_db()
    assert row.begun_at == begin


def test_a_session_ends_however_often_it_is_used(aki: Player) -> None:
    most, now = conf.SESSION_MOST, timezone.now()
    assert most >= timedelta(seconds=conf.SESSION_COOKIE_AGE)
    with time_machine.travel(now - most + timedelta(days=2), tick=False) as clock:
        client = logged_in(aki)
        session = client.session
        for day in (1, 2):  # which keeps it alive
            session["visits"] = day
            session.save()
            Session.objects.update(expire_date=timezone.now() + timedelta(days=900))
            clock.move_to(now - timedelta(days=2 - day))
            assert client.get("/settings/").status_code == 200
        clock.move_to(now + timedelta(days=2, seconds=1))
        assert client.get("/settings/").status_code == 302
        assert not Session.objects.filter(player=aki).exists()


def test_no_session_is_kept_for_longer_than_that(aki: Player) -> None:
    client = logged_in(aki)
    begun_at = Session.objects.get(player=aki).begun_at
    with time_machine.travel(begun_at + conf.SESSION_MOST - timedelta(days=1)):
        Session.objects.update(expire_date=timezone.now() + timedelta(days=1))
        session = client.session
        session["visits"] = 1
        session.save()
    row = Session.objects.get(player=aki)
    assert row.expire_date == begun_at + conf.SESSION_MOST


def test_a_log_in_begins_a_session_anew(aki: Player) -> None:
    client = Client()
    long_ago = timezone.now() - timedelta(days=300)
    with time_machine.travel(long_ago, tick=False):
        client.get("/log-in/")
        session = client.session
        session["visits"] = 1
        session.save()
        client.cookies["sessionid"] = str(session.session_key)
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1))
    client.post("/log-in/", {"email": "aki@example.org"})
    ticket = Ticket.objects.filter(email="aki@example.org").latest("pk")
    client.post(f"/log-in/{tickets.token_of(ticket)}/")
    assert Session.objects.get(player=aki).begun_at > long_ago + timedelta(days=299)


def test_an_erased_player_is_logged_out(aki: Player) -> None:
    client = logged_in(aki)
    gone = aki.addresses.create(email="old@example.org", confirmed_at=timezone.now())
    services.address_remove(player=aki, address_id=gone.pk)
    assert Letter.objects.filter(email="old@example.org").exists()
    services.player_erase(player=aki)
    assert not Letter.objects.filter(kind="account").exists()
    assert client.get("/settings/").status_code == 302
    assert not Session.objects.filter(player=aki).exists()


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537 Edg/126",
            "Edge, Windows",
        ),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Safari/537", "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh) Version/17.5 Safari/605", "Safari, Mac"),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_a_browser_is_named_by_its_family(agent: str, device: str) -> None:
    assert device_of(agent) == device


def test_sessions_of_before_stay_logged_in(aki: Player) -> None:
    client = logged_in(aki)
    row = Session.objects.get(player=aki)
    fields = {"session_key": row.session_key, "session_data": row.session_data}
    OldSession.objects.create(**fields, expire_date=row.expire_date)
    OldSession.objects.create(
        session_key="forged", session_data="x", expire_date=row.expire_date
    )
    row.delete()
    assert client.get("/settings/").status_code == 302
    client.cookies["sessionid"] = fields["session_key"]
    name = "sse.accounts.migrations.0005_sessions_of_players"
    import_module(name).sessions_move(apps, None)
    assert client.get("/settings/").status_code == 200
    assert not OldSession.objects.exists()
    assert Session.objects.get().player == aki


def test_an_address_is_not_kept_in_the_session_of_a_stranger(db: None) -> None:
    client = Client()
    client.post("/log-in/", {"email": "doi@example.org"})
    row = Session.objects.get()
    assert "doi" in str(SessionStore().decode(row.session_data))
    most = timedelta(minutes=conf.LOGIN_LINK_MINUTES, seconds=5)
    assert row.expire_date < timezone.now() + most


def test_a_log_in_lasts_as_long_as_the_settings_say(aki: Player) -> None:
    logged_in(aki)
    left = Session.objects.get(player=aki).expire_date - timezone.now()
    assert left > timedelta(days=89)

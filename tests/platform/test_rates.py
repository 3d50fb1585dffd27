"""Limits of log-ins hold without Redis, for two at once and for a whole network."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.db.models import QuerySet
from django.test import Client, RequestFactory
from django.utils import timezone

from sse.accounts.models import Player
from sse.platform.models import Tries
from sse.platform.rates import client_network, client_of, tries_forget, try_count

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("own_files_and_cache"),
    pytest.mark.each_database,
]
AWAY = {
    "default": {
        "BACKEND": "sse.platform.redis_cache.OptionalCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
}


def letter(email: str, machine: str = "10.0.0.1", **head: str) -> int:
    """The status of asking for a log-in letter."""
    answer = Client().post(
        "/log-in/", {"email": email}, REMOTE_ADDR=machine, headers=head
    )
    return answer.status_code


def test_letters_are_limited_while_redis_is_away(db: None, settings: Any) -> None:
    settings.CACHES = AWAY
    said = [letter("aki@example.org") for _ in range(8)]
    assert said == [302] * 6 + [429] * 2


def test_tries_are_limited_although_redis_is_flushed(aki: Player) -> None:
    aki.set_password("a quiet pond")
    aki.save()
    client, wrong = Client(), {"who": "Aki", "password": "wrong"}
    for _ in range(30):
        client.post("/log-in/password/", wrong)
        cache.clear()
    right = {"who": "Aki", "password": "a quiet pond"}
    assert client.post("/log-in/password/", right).status_code == 429
    by_mail = right | {"who": "aki@example.org"}  # the same person
    assert client.post("/log-in/password/", by_mail).status_code == 429


def test_who_waits_as_told_is_let_in() -> None:
    said = {"scope": "x", "subject": "aki", "rate": "2/minute"}
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        assert try_count(**said) == 0
        clock.shift(20)
        assert try_count(**said) == 0
        assert try_count(**said) == 40
        clock.shift(39)
        assert try_count(**said) == 1
        clock.shift(1)
        assert try_count(**said) == 0
        assert try_count(**said) == 20
        assert try_count(scope="x", subject="botan", rate="2/minute") == 0


@pytest.mark.django_db(transaction=True)
def test_two_at_once_are_counted_as_two() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("each thread has a database of its own, in its memory")

    def tried(_: int) -> int:
        try:
            return try_count(scope="x", subject="aki", rate="5/hour")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        waits = list(pool.map(tried, range(12)))
    assert waits.count(0) == 5
    assert len(Tries.objects.get().times) == 5


def test_a_row_that_goes_at_that_moment_is_made_anew(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = QuerySet.bulk_create, []

    def slow(rows: Any, *args: Any, **kwargs: Any) -> Any:
        made = real(rows, *args, **kwargs)
        calls.append(made)
        if len(calls) == 1:  # the row was there, and old
            tries_forget()
        return made

    monkeypatch.setattr(QuerySet, "bulk_create", slow)
    assert try_count(scope="x", subject="aki", rate="1/hour") == 0
    assert try_count(scope="x", subject="aki", rate="1/hour") > 0
    assert len(calls) == 3


def test_no_address_stands_in_the_table_and_old_rows_go(db: None) -> None:
    letter("aki@example.org", "10.9.8.7")
    rows = str(list(Tries.objects.values()))
    assert "aki" not in rows
    assert "10.9.8.7" not in rows
    assert tries_forget() == 0
    assert tries_forget(now=timezone.now() + timedelta(hours=2)) == 2
    assert not Tries.objects.exists()


# ------------------------------------------------------------------------- networks


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff:0:0:9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_a_client_is_an_address_or_a_network(address: str, network: str) -> None:
    assert client_network(address) == network


def test_one_network_counts_as_one_machine(db: None) -> None:
    for number in range(60):
        assert letter(f"p{number}@example.org", f"2001:db8::{number:x}") == 302
    assert letter("p60@example.org", "2001:db8::ffff:1") == 429
    assert letter("p60@example.org", "2001:db8:0:1::1") == 302


def test_who_writes_the_header_does_not_change_who_they_are(settings: Any) -> None:
    said = {"x-forwarded-for": "198.51.100.1, 2001:db8::5"}
    asked = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7", headers=said)
    plain = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7")
    assert client_of(asked) == "192.0.2.7"
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    assert client_of(asked) == "2001:db8::/64"
    assert client_of(plain) == "192.0.2.7"

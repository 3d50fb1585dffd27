"""Hooks: told what happens, once, signed, for a day; and never inside a network."""

from __future__ import annotations

import hmac
import json
import socket
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from sse.accounts.models import Player
from sse.hooks import destinations, services
from sse.hooks.events import EVENTS
from sse.hooks.models import Delivery, Hook
from sse.matches.play import match_abandon, talk_say
from tests.support.api_clients import Program, refused, told
from tests.support.hook_listener import Listener, listening
from tests.support.tables import running, write

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.each_database,
    pytest.mark.usefixtures("own_files_and_cache"),
]
Work = Callable[[], int]


@pytest.fixture
def listener(settings: Any) -> Iterator[Listener]:
    settings.HOOKS_PRIVATE = True
    with listening() as found:
        yield found


def hook_for(player: Player, listener: Listener, *events: str) -> Hook:
    return services.hook_set(player=player, url=listener.url, events=events or EVENTS)


def events_in(listener: Listener) -> list[str]:
    return [json.loads(heard.body)["event"] for heard in listener.heard]


# ----------------------------------------------------------------------- what is told


def test_a_match_is_told_from_start_to_end(
    aki: Player, botan: Player, listener: Listener, work: Work
) -> None:
    hook_for(botan, listener)
    match = running(aki, botan)
    talk_say(match_id=match.pk, by=aki, to=[1], text="Hush", key="hush")
    for player in (aki, botan):
        text = told(Program(player).get(f"/matches/{match.pk}/decisions"))["options"]
        write(match, player, text[0]["text"])
    match_abandon(match_id=match.pk, by=aki)
    work()
    found = events_in(listener)
    assert found[:3] == ["match started", "your turn", "talk"]
    assert "phase completed" in found
    assert found[-1] == "match ended"
    spoken = json.loads(listener.heard[2].body)
    assert (spoken["match"], spoken["text"], spoken["seat"]) == (match.pk, "Hush", 1)
    assert not Delivery.objects.exclude(status="delivered").exists()


def test_only_what_is_wanted_and_only_to_who_may_know(
    aki: Player, botan: Player, chie: Player, listener: Listener, work: Work
) -> None:
    hook_for(chie, listener, "talk")
    match = running(aki, botan, chie)
    talk_say(match_id=match.pk, by=aki, to=[1], text="Hush", key="hush")
    talk_say(match_id=match.pk, by=aki, to=None, text="Hello", key="hello")
    work()
    assert [json.loads(heard.body)["text"] for heard in listener.heard] == ["Hello"]


def test_it_is_signed_with_the_hooks_secret(
    aki: Player, listener: Listener, work: Work
) -> None:
    program = Program(aki)
    body = {"url": listener.url, "events": ["your turn"]}
    hook = told(program.post("/me/hooks", body), 201)
    assert "secret" not in told(program.get(f"/me/hooks/{hook['id']}"))
    assert told(program.post(f"/me/hooks/{hook['id']}/test"), 202)["status"] == "queued"
    work()
    (heard,) = listener.heard
    parts = dict(p.split("=") for p in heard.headers["Hikyaku-Signature"].split(","))
    assert abs(int(parts["t"]) - time.time()) < 3600
    signed = parts["t"].encode() + b"." + heard.body
    wanted = hmac.new(hook["secret"].encode(), signed, "sha256").hexdigest()
    assert hmac.compare_digest(parts["v1"], wanted)
    (row,) = told(program.get(f"/me/hooks/{hook['id']}/deliveries"))["items"]
    assert (row["event"], row["status"], row["answer"]) == ("test", "delivered", 204)
    assert program.ask("DELETE", f"/me/hooks/{hook['id']}").status_code == 204
    assert told(program.get("/me/hooks"))["items"] == []


def test_what_did_not_happen_is_not_told(
    aki: Player, botan: Player, listener: Listener, work: Work
) -> None:
    hook_for(aki, listener)
    with transaction.atomic():
        running(aki, botan)
        transaction.set_rollback(True)
    work()
    services.deliveries_send()
    assert listener.heard == []


# --------------------------------------------------------------------------- patience


def test_it_is_tried_again_for_a_day(aki: Player, listener: Listener) -> None:
    hook, listener.status = hook_for(aki, listener), 500
    begin = timezone.now()
    with time_machine.travel(begin, tick=False) as clock:
        delivery = services.hook_test(hook=hook)
        for _ in range(40):
            services.deliveries_send()
            clock.shift(timedelta(hours=1))
        delivery.refresh_from_db()
        assert (delivery.status, delivery.trouble) == ("failed", "HTTP 500")
        assert delivery.done_at
        assert timedelta(hours=12) < delivery.done_at - begin <= timedelta(hours=24)
        assert 5 < delivery.attempts == len(listener.heard)


def test_it_is_heard_at_last_and_then_left_alone(
    aki: Player, listener: Listener
) -> None:
    hook, listener.status = hook_for(aki, listener), 503
    delivery = services.hook_test(hook=hook)
    assert services.deliveries_send() == 1
    assert services.deliveries_send() == 0  # not yet again
    Delivery.objects.update(not_before=timezone.now())
    listener.status = 200
    assert services.deliveries_send() == 1
    assert services.deliveries_send() == 0
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts) == ("delivered", 2)


def test_a_worker_that_died_is_followed_by_another(
    aki: Player, listener: Listener
) -> None:
    services.hook_test(hook=hook_for(aki, listener))
    claimed = services.delivery_claim()
    assert claimed
    assert services.deliveries_send() == 0
    Delivery.objects.update(lease_until=timezone.now())
    assert services.deliveries_send() == 1


def test_who_hangs_up_is_tried_again(aki: Player, listener: Listener) -> None:
    hook = hook_for(aki, listener)
    with socket.create_server(("127.0.0.1", 0)) as door:
        Hook.objects.update(url=f"http://127.0.0.1:{door.getsockname()[1]}/")
    delivery = services.hook_test(hook=hook)
    services.deliveries_send()
    delivery.refresh_from_db()
    assert (delivery.status, delivery.answer) == ("queued", None)
    assert "refused" in delivery.trouble


# ---------------------------------------------------------------------------- the guard


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/", "ftp://example.org/", "https://", "https:///x"),
        *("javascript:alert(1)", "https://me:word@example.org/", "example.org", ""),
    ],
)
def test_addresses_that_are_none(aki: Player, url: str) -> None:
    body = {"url": url, "events": ["talk"]}
    answer = Program(aki).post("/me/hooks", body)
    assert answer.status_code in (400, 409)
    assert answer["Content-Type"] == "application/problem+json"


INSIDE = [
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1"),
    *("::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1"),
    *("::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1"),
    *("fec0::1", "feff::1", "64:ff9b:1::808:808", "64:ff9b::10.0.0.1", "5f00::1"),
    *("::10.0.0.1", "::8.8.8.8", "::ffff:0:10.0.0.1", "::ffff:0:8.8.8.8"),
    *("2002:a00:1::1", "2001:0:808:808::f5ff:fffe", "4000::1", "192.88.99.1"),
    *("2606:2800:21f:cb07::5efe:10.0.0.1", "2606:2800::200:5efe:a00:1", "100::1"),
    *("192.0.0.9", "192.0.0.10", "3fff::1", "3fff:fff::1", "168.63.129.16"),
    *("::ffff:168.63.129.16", "64:ff9b::168.63.129.16"),
]


@pytest.mark.parametrize("address", INSIDE)
def test_machines_inside_a_network_are_not_called(
    aki: Player, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    answers(monkeypatch, [address])
    refuse_calls(monkeypatch)
    hook = services.hook_set(player=aki, url="https://a.example/", events=["talk"])
    delivery = services.hook_test(hook=hook)
    services.deliveries_send()
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts) == ("failed", 1)
    assert delivery.trouble.startswith("Nothing is sent to machines inside")


def test_one_bad_address_among_good_ones_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers(monkeypatch, ["93.184.215.14", "127.0.0.1"])
    with pytest.raises(destinations.Forbidden):
        destinations.place_of("https://a.example/")


@pytest.mark.parametrize(
    "port", [22, 23, 25, 53, 80, 110, 143, 465, 587, 993, 995, 2222, 2525, 5432, 6379]
)
def test_ports_of_mail_and_shell_are_not_called(
    aki: Player, settings: Any, port: int
) -> None:
    settings.HOOKS_PRIVATE = False
    url = f"https://example.org:{port}/"
    answer = Program(aki).post("/me/hooks", {"url": url, "events": ["talk"]})
    assert answer.status_code == 409
    assert "Hooks go to these ports only: 443," in answer.json()["detail"]
    with pytest.raises(destinations.Forbidden):  # also where it was kept before
        destinations.place_of(url)


def test_the_operator_names_other_ports(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    answers(monkeypatch, ["93.184.215.14"])
    settings.HOOKS_PORTS = [443, 12_345]
    assert destinations.place_of("https://a.example:12345/").port == 12_345
    with pytest.raises(destinations.Forbidden):
        destinations.place_of("https://a.example:8443/")


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "2606:2800:21f:cb07::1", "64:ff9b::8.8.8.8"]
)
def test_machines_outside_are_called(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    answers(monkeypatch, [address])
    place = destinations.place_of("https://a.example:8443/hook?x=1")
    assert (place.address, place.named) == (address, "a.example:8443")
    assert place.path == "/hook?x=1"


def test_a_name_that_changes_its_mind_leads_nowhere_else(
    aki: Player, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rebinding: the first answer is checked and called; the second is never asked."""
    asked: list[str] = []

    def first_good_then_bad(host: str, port: int, **_: Any) -> Any:
        asked.append(host)
        address = "127.0.0.1" if len(asked) == 1 else "127.0.0.2"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", first_good_then_bad)
    place = destinations.place_of(f"http://a.example:{listener.port}/hook")
    assert (place.address, asked) == ("127.0.0.1", ["a.example"])
    monkeypatch.undo()  # the number is called: it needs no name
    hook = hook_for(aki, listener)
    monkeypatch.setattr(services, "place_of", lambda url: place)
    services.hook_test(hook=hook)
    services.deliveries_send()
    (heard,) = listener.heard
    assert heard.headers["Host"] == f"a.example:{listener.port}"


def test_nobody_is_sent_on(aki: Player, listener: Listener) -> None:
    with listening() as inside:
        listener.status, listener.location = 307, inside.url
        delivery = services.hook_test(hook=hook_for(aki, listener))
        services.deliveries_send()
        assert inside.heard == []
    delivery.refresh_from_db()
    assert (delivery.status, delivery.trouble) == ("queued", "HTTP 307")


def test_the_operator_decides_about_inside(aki: Player, listener: Listener) -> None:
    assert destinations.place_of(listener.url).address == "127.0.0.1"


def test_hooks_of_others_are_not_there(
    aki: Player, botan: Player, listener: Listener
) -> None:
    hook = hook_for(aki, listener)
    for path in ("", "/deliveries"):
        answer = Program(botan).get(f"/me/hooks/{hook.pk}{path}")
        refused(answer, 404, "not_found")
    gone = Program(botan).ask("DELETE", f"/me/hooks/{hook.pk}")
    refused(gone, 404, "not_found")
    refused(Program(botan).post(f"/me/hooks/{hook.pk}/test"), 404, "not_found")


def answers(monkeypatch: pytest.MonkeyPatch, addresses: list[str]) -> None:
    """What the name server says."""

    def found(host: str, port: int, **_: Any) -> Any:
        return [
            (socket.AF_INET6 if ":" in one else socket.AF_INET, 1, 6, "", (one, port))
            for one in addresses
        ]

    monkeypatch.setattr(socket, "getaddrinfo", found)


def refuse_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    def call(*_: Any) -> int:
        raise AssertionError("somebody was called")

    monkeypatch.setattr(services, "call", call)

"""Keys, scopes, limits; acting once; pages, tags and problems."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as conf
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from sse.accounts.models import Player, Token
from sse.accounts.services import player_erase
from sse.accounts.tokens import MOST, SCOPES, token_make
from sse.api.idempotency import answers_forget
from sse.api.models import KeptAnswer
from sse.matches.models import Match, Submission
from sse.matches.play import match_open
from tests.support.api_clients import API, Program, refused, told
from tests.support.clients import browser, page
from tests.support.short_matches import ended, lanterns
from tests.support.tables import running

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
OPEN = {"game": "toy", "seats": ["me", "free"]}


# ------------------------------------------------------------------------------- keys


def test_a_key_is_made_on_a_page_and_shown_once(aki: Player) -> None:
    said = {"name": "My bot", "scopes": ["read", "play"]}
    answer = browser(aki).post("/settings/keys/", said).content.decode()
    key = answer.partition('<code id="key">')[2].partition("<")[0]
    assert key.startswith("hik_")
    assert key not in page(browser(aki), "/settings/keys/")
    token = Token.objects.get()
    assert key not in str(Token.objects.values())
    assert token.scopes == ["read", "play"]
    headers = {"Authorization": f"Bearer {key}"}
    me = told(Client().get(f"{API}/me", headers=headers))
    assert me["token"] == {"name": "My bot", "scopes": ["read", "play"]}
    browser(aki).post(f"/settings/keys/{token.pk}/revoke/")
    refused(Client().get(f"{API}/me", headers=headers), 401, "no_such_token")


def test_nobody_revokes_a_key_of_others(aki: Player, botan: Player) -> None:
    token, _key = token_make(player=aki, name="bot", scopes=["read"])
    browser(botan).post(f"/settings/keys/{token.pk}/revoke/")
    assert Token.objects.filter(pk=token.pk).exists()


@pytest.mark.parametrize(
    "said",
    [{"name": "", "scopes": "read"}, {"name": "x"}, {"name": "x", "scopes": "?"}],
)
def test_a_key_needs_a_name_and_a_scope(aki: Player, said: dict[str, str]) -> None:
    browser(aki).post("/settings/keys/", said)
    assert not Token.objects.exists()


def test_there_are_not_too_many_keys(aki: Player) -> None:
    for _ in range(MOST):
        token_make(player=aki, name="x", scopes=["read"])
    browser(aki).post("/settings/keys/", {"name": "one more", "scopes": "read"})
    assert Token.objects.count() == MOST


def test_a_player_who_goes_takes_the_keys_along(aki: Player) -> None:
    program = Program(aki)
    program.post("/matches", OPEN, Idempotency_Key="1")
    player_erase(player=aki)
    refused(program.get("/me"), 401, "no_such_token")
    assert not Token.objects.exists()
    assert not KeptAnswer.objects.exists()


@pytest.mark.parametrize(
    ("path", "body", "scope"),
    [
        ("/matches", OPEN, "organise"),
        ("/matches/{}/submissions", {"text": "x"}, "play"),
        ("/matches/{}/talk", {"text": "x"}, "play"),
        ("/matches/{}/pause", {}, "organise"),
        ("/me/hooks", {"url": "https://a.example/", "events": ["talk"]}, "play"),
        ("/me/letters/test", None, "play"),
    ],
)
def test_a_key_does_what_its_scopes_say(
    aki: Player, botan: Player, path: str, body: Any, scope: str
) -> None:
    match = running(aki, botan)
    for own in SCOPES:
        answer = Program(aki, own).post(path.format(match.pk), body)
        if own == scope:
            assert answer.status_code < 300, answer.content
        else:
            refused(answer, 403, "scope")
        assert Program(aki, own).get("/me").status_code == 200


def test_strangers_read_what_all_may_see_and_do_nothing(aki: Player) -> None:
    match = match_open(organiser=aki, seats=2, game="toy")
    stranger = Program()
    told(stranger.get(f"/matches/{match.pk}"))
    for path in ("/me", "/me/matches", f"/matches/{match.pk}/submissions"):
        answer = stranger.get(path)
        refused(answer, 401, "not_authenticated")
        assert answer["WWW-Authenticate"].startswith("Bearer")
    refused(stranger.post("/matches", OPEN), 401, "not_authenticated")
    refused(stranger.post(f"/matches/{match.pk}/join"), 401, "not_authenticated")


def test_a_browser_that_is_logged_in_needs_the_csrf_token(aki: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(aki)
    assert told(client.get(f"{API}/me"))["token"] is None
    answer = client.post(f"{API}/matches", OPEN, content_type="application/json")
    refused(answer, 403, "permission_denied")


# ----------------------------------------------------------------------------- limits


def test_each_key_and_each_stranger_has_a_limit(
    aki: Player, botan: Player, settings: Any
) -> None:
    rates: Any = dict(conf.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])  # type: ignore[arg-type]
    rates |= {"api tokens": "2/hour", "api addresses": "1/hour"}
    settings.REST_FRAMEWORK = {**conf.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    cache.clear()
    one, other, stranger = Program(aki), Program(aki), Program()
    for program, most in ((one, 2), (other, 2), (stranger, 1)):
        for _ in range(most):
            told(program.get("/games"))
        answer = program.get("/games")
        refused(answer, 429, "throttled")
        assert 0 < int(answer["Retry-After"]) <= 3601


def test_too_much_is_not_read(aki: Player) -> None:
    answer = Program(aki).post("/matches", {"title": "x" * 600_000})
    refused(answer, 413, "too_big")


# -------------------------------------------------------------------------------- once


def test_the_same_key_acts_once_and_answers_the_same(aki: Player) -> None:
    program = Program(aki)
    first = program.post("/matches", OPEN, Idempotency_Key="one")
    again = program.post("/matches", OPEN, Idempotency_Key="one")
    assert told(first, 201) == told(again, 201)
    assert first["Location"] == again["Location"]
    assert again["Idempotency-Replayed"] == "true"
    assert Match.objects.count() == 1
    told(program.post("/matches", OPEN, Idempotency_Key="two"), 201)
    assert Match.objects.count() == 2


def test_the_same_key_for_something_else_is_refused(aki: Player) -> None:
    program = Program(aki)
    told(program.post("/matches", OPEN, Idempotency_Key="one"), 201)
    other = {**OPEN, "title": "Another"}
    refused(program.post("/matches", other, Idempotency_Key="one"), 422, "key_reused")
    elsewhere = program.post("/me/letters/test", Idempotency_Key="one")
    refused(elsewhere, 422, "key_reused")
    assert Match.objects.count() == 1


def test_keys_of_two_players_are_two(aki: Player, botan: Player) -> None:
    for player in (aki, botan):
        told(Program(player).post("/matches", OPEN, Idempotency_Key="one"), 201)
    assert Match.objects.count() == 2


def test_a_refusal_is_answered_the_same_too(aki: Player, botan: Player) -> None:
    match = match_open(organiser=aki, seats=2, game="toy")
    program, path = Program(aki), f"/matches/{match.pk}/start"
    refused(program.post(path, Idempotency_Key="one"), 409, "not_full")
    told(Program(botan).post(f"/matches/{match.pk}/join"))
    refused(program.post(path, Idempotency_Key="one"), 409, "not_full")
    assert told(program.post(path, Idempotency_Key="two"))["status"] == "running"


def test_orders_with_a_key_are_one_submission(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    path = f"/matches/{match.pk}/submissions"
    for _ in range(3):
        told(Program(aki).post(path, {"text": "x"}, Idempotency_Key="one"), 202)
    assert Submission.objects.count() == 1


def test_what_breaks_leaves_no_trace(
    aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Program(aki)
    program.client.raise_request_exception = False

    def broken(**_: Any) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("sse.matches.play.match_open", broken)
        answer = program.post("/matches", OPEN, Idempotency_Key="one")
    assert answer.status_code == 500
    assert not KeptAnswer.objects.exists()
    told(program.post("/matches", OPEN, Idempotency_Key="one"), 201)


@pytest.mark.parametrize("key", ["", "x" * 101, "ключ".encode().decode("latin-1")])
def test_odd_keys_are_refused(aki: Player, key: str) -> None:
    answer = Program(aki).post("/matches", OPEN, Idempotency_Key=key)
    assert refused(answer, 400, "invalid")["errors"][0]["field"] == "Idempotency-Key"
    assert not Match.objects.exists()


def test_answers_are_forgotten_after_two_days(aki: Player) -> None:
    Program(aki).post("/matches", OPEN, Idempotency_Key="one")
    assert answers_forget(now=timezone.now() + timedelta(days=1)) == 0
    assert answers_forget(now=timezone.now() + timedelta(days=3)) == 1


# ------------------------------------------------------------------------ tags, pages


def test_what_has_not_changed_is_not_sent_again(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    program = Program(aki)
    for path in (
        "",
        "/view",
        "/decisions",
        "/board.svg",
        "/steps/0.svg",
        "/scores.csv",
    ):
        first = program.get(f"/matches/{match.pk}{path}")
        assert first.status_code == 200
        again = program.get(f"/matches/{match.pk}{path}", If_None_Match=first["ETag"])
        assert (again.status_code, again.content) == (304, b""), path
        assert "private" in first["Cache-Control"]
        assert "Authorization" in first["Vary"]
    tag = program.get(f"/matches/{match.pk}")["ETag"]
    told(program.post(f"/matches/{match.pk}/pause"))
    told(program.get(f"/matches/{match.pk}", If_None_Match=tag))


def test_a_public_picture_with_its_key_may_be_kept(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    web = browser().get(f"/matches/{match.pk}/steps/1.svg")["ETag"].strip('"')
    kept = Program().get(f"/matches/{match.pk}/steps/1.svg?v={web}")
    assert "immutable" in kept["Cache-Control"]
    other = Program().get(f"/matches/{match.pk}/steps/1.svg?v=en-0")
    assert "immutable" not in other["Cache-Control"]


def test_pages_lead_to_all_and_back(aki: Player, botan: Player) -> None:
    wanted = [
        ended(f"2026-03-0{day}T10:00", aki, botan).match_id for day in range(1, 8)
    ][::-1]
    program = Program()
    path, found = "/matches?limit=3&game=toy", []
    while path:
        answer = told(program.get(path))
        found.append([row["id"] for row in answer["items"]])
        path = (answer["older"] or "").removeprefix(API)
    assert found == [wanted[:3], wanted[3:6], wanted[6:]]
    back = told(program.get(answer["newer"].removeprefix(API)))
    assert [row["id"] for row in back["items"]] == wanted[3:6]


def queries(program: Program, path: str) -> int:
    program.get(path)
    with CaptureQueriesContext(
        connection,
    ) as found:
        told(program.get(path))
    return len(found)


def test_a_longer_list_asks_no_more(aki: Player, botan: Player) -> None:
    ended("2026-03-01T10:00", aki, botan)
    running(aki, botan)
    program = Program(aki)
    paths = {
        "/matches": 5,
        "/matches?state=running": 5,
        "/me/matches": 3,
        "/me/letters": 2,
        f"/players/{botan.pk}/matches": 8,
    }
    before = {path: queries(program, path) for path in paths}
    for day in range(2, 8):
        ended(f"2026-03-0{day}T10:00", aki, botan)
        running(aki, botan)
    for path, most in paths.items():
        assert queries(program, path) == before[path] <= most, path


def test_a_view_is_one_read_besides_the_key(aki: Player, botan: Player) -> None:
    match = running(aki, botan, game="age_of_war")
    for program, most in ((Program(aki), 2), (Program(), 1)):
        assert queries(program, f"/matches/{match.pk}/view") == most


# ----------------------------------------------------------------------------- problems


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "game"),
        ({**OPEN, "tempo": "fast"}, "tempo"),
        ({**OPEN, "privcy": "listed"}, "privcy"),
        ({**OPEN, "title": 7}, "title"),
        ({**OPEN, "own_clock": {"each": "long"}}, "own_clock.each"),
        ({**OPEN, "title": "\0"}, "title"),
    ],
)
def test_what_is_wrong_is_named(aki: Player, body: Any, field: str) -> None:
    found = refused(Program(aki).post("/matches", body), 400, "invalid")
    assert field in [wrong["field"] for wrong in found["errors"]]
    assert not Match.objects.exists()


def test_refusals_of_services_are_problems(aki: Player) -> None:
    program = Program(aki)
    refused(program.post("/matches", {**OPEN, "game": "go"}), 400, "invalid")
    refused(program.post("/matches", {**OPEN, "choices": {"x": "y"}}), 409, "choice")
    refused(program.get("/nowhere"), 404, "not_found")
    refused(program.ask("DELETE", "/games"), 405, "method_not_allowed")
    refused(program.post("/matches", b"{"), 415, "unsupported_media_type")
    refused(program.get("/matches?happened=x&state=never"), 400, "invalid")
    refused(program.get("/games?language=xx"), 400, "invalid")
    refused(program.get("/matches/1/tags/%00"), 404, "not_found")


def test_sentences_are_in_the_players_language(aki: Player) -> None:
    Player.objects.filter(pk=aki.pk).update(language="de")
    program = Program(aki)
    assert program.get("/games")["Content-Language"] == "de"
    assert program.get("/games?language=it")["Content-Language"] == "it"
    titles = {row["title"] for row in told(program.get("/games?language=uk"))["items"]}
    assert titles != {row["title"] for row in told(program.get("/games"))["items"]}

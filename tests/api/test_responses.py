"""What answers say beside their data: every fault, limits, other sites, methods."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as conf
from django.core.cache import cache
from django.test import Client

from sse.accounts.models import Player
from tests.support.api_clients import API, Program, refused, told
from tests.support.clients import browser
from tests.support.short_matches import lanterns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
ORIGIN = "https://elsewhere.example"
ALLOWED = "Access-Control-Allow-Origin"


# -------------------------------------------------------------------------- every fault


def test_every_wrong_field_of_a_body_is_named_at_once(aki: Player) -> None:
    said = {
        "game": "go",
        "seats": ["me", 7, "free"],
        "tempo": "fast",
        "privcy": "listed",
        "own_clock": {"each": "long", "echa": 1},
    }
    found = refused(Program(aki).post("/matches", said), 400, "invalid")["errors"]
    pointers = {wrong["pointer"]: wrong for wrong in found}
    assert set(pointers) == {
        *("#/game", "#/seats/1", "#/tempo", "#/privcy"),
        *("#/own_clock/each", "#/own_clock/echa"),
    }
    assert {wrong["place"] for wrong in found} == {"body"}
    assert "age_of_war" in pointers["#/game"]["detail"]
    assert "privacy" in pointers["#/privcy"]["detail"]
    assert pointers["#/privcy"]["code"] == "unknown"
    assert pointers["#/own_clock/each"]["field"] == "own_clock.each"


def test_every_wrong_parameter_is_named_at_once() -> None:
    path = "/matches?gmae=toy&limit=0&state=never&game=go&limit=1&from=x"
    found = refused(Program().get(path), 400, "invalid")["errors"]
    by_name = {wrong["field"]: wrong for wrong in found}
    assert set(by_name) == {"gmae", "limit", "state", "game", "from"}
    assert {wrong["place"] for wrong in found} == {"query"}
    assert {wrong["pointer"] for wrong in found} == {None}
    assert "age_of_war" in by_name["game"]["detail"]
    assert "older" not in by_name["gmae"]["detail"]
    assert "game" in by_name["gmae"]["detail"]


@pytest.mark.parametrize(
    "path",
    [
        *("/games?page=2", "/?x=1", "/schema?x=", "/me?x=1", "/matches/1?x=1"),
        *("/games/toy?lang=de", "/players?name=A&nme=B", "/me/matches?state=running"),
    ],
)
def test_no_parameter_is_passed_over(aki: Player, path: str) -> None:
    found = refused(Program(aki).get(path), 400, "invalid")["errors"]
    (wrong,) = found
    assert (wrong["code"], wrong["place"]) == ("unknown", "query")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("happened=castle_built", "happened"),  # of which game?
        ("game=age_of_war&happened=castle_built", "happened"),
        ("game=toy&choice_rounds=17", "choice_rounds"),
        ("game=toy&choice_nonsense=1", "choice_nonsense"),
        ("choice_rounds=1", "choice_rounds"),
        ("outcome=won", "outcome"),
        ("when=first", "when"),
        ("game=toy&game=age_of_war", "game"),
        ("language=xx", "language"),
    ],
)
def test_a_search_leaves_nothing_out(query: str, field: str) -> None:
    found = refused(Program().get(f"/matches?{query}"), 400, "invalid")["errors"]
    assert [wrong["field"] for wrong in found] == [field]


def test_what_a_search_knows_is_still_found(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    for query in (
        *("game=toy", "game=toy&choice_deal=open", "player=Aki&outcome=won"),
        *("language=de&state=finished", "limit=5&from=2020-01-01&to=2300-01-01"),
    ):
        rows = told(Program().get(f"/matches?{query}"))["items"]
        assert [row["id"] for row in rows] == [match.pk], query


def test_refusals_of_a_query_are_in_the_readers_language() -> None:
    for language in ("de", "it", "de"):
        answer = Program().get("/games?x=1", Accept_Language=language)
        assert answer["Content-Language"] == language
        refused(answer, 400, "invalid")


# ------------------------------------------------------------------------------- limits


def test_answers_tell_how_often_one_may_ask(aki: Player, settings: Any) -> None:
    rates: Any = dict(conf.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])  # type: ignore[arg-type]
    rates |= {"api tokens": "3/minute", "api addresses": "2/minute"}
    settings.REST_FRAMEWORK = {**conf.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    cache.clear()
    for program, most in ((Program(aki), 3), (Program(), 2)):
        for left in [*range(most)[::-1], 0]:
            answer = program.get("/games")
            assert answer["RateLimit-Limit"] == str(most)
            assert answer["RateLimit-Remaining"] == str(left)
            assert 0 < int(answer["RateLimit-Reset"]) <= 60
        refused(answer, 429, "throttled")
        assert 0 < int(answer["Retry-After"]) <= 61


# ------------------------------------------------------------------------- other sites


def ask(method: str, path: str, client: Client | None = None, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = {"Origin": ORIGIN, **named}
    return (client or Client()).generic(method, f"{API}{path}", headers=sent)


def test_other_sites_may_read_what_anybody_may_see(aki: Player) -> None:
    for path, status in (("/games", 200), ("/matches", 200), ("/matches/0", 404)):
        answer = ask("GET", path)
        assert (answer.status_code, answer[ALLOWED]) == (status, "*")
        assert "Access-Control-Allow-Credentials" not in answer
        assert "RateLimit-Remaining" in answer["Access-Control-Expose-Headers"]


def test_no_other_site_reads_as_somebody(aki: Player) -> None:
    assert ALLOWED not in ask("GET", "/me", browser(aki))
    assert ALLOWED not in ask("GET", "/games", browser(aki))
    key = Program(aki).headers["Authorization"]
    assert ALLOWED not in ask("GET", "/me", Authorization=key)
    assert ALLOWED not in ask("POST", "/matches")
    assert ALLOWED not in Client().get("/archive/", headers={"Origin": ORIGIN})


def test_browsers_are_answered_beforehand() -> None:
    answer = ask("OPTIONS", "/matches", Access_Control_Request_Method="GET")
    assert (answer.status_code, answer[ALLOWED]) == (200, "*")
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "authorization" not in answer["Access-Control-Allow-Headers"].lower()
    acting = ask("OPTIONS", "/matches", Access_Control_Request_Method="POST")
    assert acting.status_code == 204
    assert ALLOWED not in acting


def test_every_address_answers_options(aki: Player) -> None:
    answer = ask("OPTIONS", "/matches")
    assert (answer.status_code, answer["Allow"]) == (204, "GET, POST, HEAD, OPTIONS")
    for path, methods in (("/me", "GET, PATCH"), ("/matches/1/tags/x", "DELETE")):
        answer = ask("OPTIONS", path)  # also where only players may come
        assert answer.status_code == 204
        assert answer["Allow"].startswith(methods)
    refused(ask("OPTIONS", "/nowhere"), 404, "not_found")


# -------------------------------------------------------------------------------- seats


def test_seats_are_counted_from_one_and_old_addresses_hold(
    aki: Player, botan: Player
) -> None:
    match = lanterns(aki, botan)
    program, path = Program(), f"/matches/{match.pk}/steps/1"
    first = told(program.get(f"{path}?as=seat-1"))
    second = told(program.get(f"{path}?as=seat-2"))
    assert first["view"] != second["view"]
    assert told(program.get(f"{path}?as=0"))["view"] == first["view"]
    assert told(program.get(f"{path}?as=1"))["view"] == second["view"]
    for odd in ("seat-0", "seat-3", "2", "seat", "seat-x"):
        found = refused(program.get(f"{path}?as={odd}"), 400, "invalid")["errors"]
        assert [wrong["field"] for wrong in found] == ["as"]

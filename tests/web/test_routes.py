"""No answer of any route is a 500, whatever it is sent; the API answers in its own way.

Each route is asked with each method by a stranger, a player and an operator.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator
from functools import cache
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.test import Client

from sse.api.views.start import description
from tests.support.hostile_requests import METHODS, Attack, Attacker, Route, routes
from tests.support.sample_data import World, small_world, undone

pytestmark = pytest.mark.each_database

OFTEN = {  # how often each asks; all other methods come once, from one of them
    "GET": {"a stranger": 1, "a player": 3, "an operator": 1},
    "POST": {"a stranger": 1, "a player": 4, "an operator": 1},
}
PROBLEM = "application/problem+json"
PEOPLE = ("a stranger", "a player", "an operator")
ROUTES = routes()


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), small_world() as made:
        yield made


@pytest.fixture(scope="module")
def cookies(world: World) -> dict[str, str]:
    """What browsers of these people send."""
    found = {"a stranger": ""}
    for name, player in (("a player", world.player), ("an operator", world.operator)):
        client = Client()
        client.force_login(player)
        found[name] = client.cookies["sessionid"].value
    return found


@pytest.mark.django_db  # at least one: then there is a database for the others
def test_the_routes_are_all_there() -> None:
    paths = {route.path for route in ROUTES}
    assert len(paths) > 200
    wanted = ("/", "/archive/", "/matches/{match_id}/", "/calendar/{key}.ics")
    assert paths.issuperset(wanted)
    assert {"/api/v1/imports", "/api/v1/docs/", "/operator/"} <= paths
    assert any(
        path.startswith("/operator/accounts/player/{object_id}") for path in paths
    )


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_no_answer_is_a_500(
    world: World, cookies: dict[str, str], route: Route
) -> None:
    attacker = Attacker(world, route, fields_of(route))
    found = []
    for who, attack in attacks(attacker):
        with undone():
            checks_csrf = route.is_api and who == "an operator"
            answer = sent(attack, cookies[who], checks_csrf)
        if said := fault(route, answer):
            found.append(f"{said}\n{who}: {attack}")
    assert not found, "\n\n".join(found[:5])


def attacks(attacker: Attacker) -> Iterator[tuple[str, Attack]]:
    yield from (("a player", attack) for attack in attacker.nul())
    for place, method in enumerate(METHODS):
        one = PEOPLE[(place + ROUTES.index(attacker.route)) % len(PEOPLE)]
        for who, times in OFTEN.get(method, {one: 1}).items():
            for turn in range(times):
                yield who, attacker.attack(method, f"{who} {turn}")


@cache
def client(checks_csrf: bool) -> Client:
    """One for all: each would load the middleware anew."""
    return Client(enforce_csrf_checks=checks_csrf, raise_request_exception=False)


def sent(attack: Attack, cookie: str, checks_csrf: bool = False) -> Any:
    browser = client(checks_csrf)
    browser.cookies = SimpleCookie({"sessionid": cookie} if cookie else {})
    meta: dict[str, Any] = {
        f"HTTP_{n.upper().replace('-', '_')}": v for n, v in attack.headers
    }
    if "HTTP_CONTENT_LENGTH" in meta:
        meta["CONTENT_LENGTH"] = meta.pop("HTTP_CONTENT_LENGTH")
    said = (attack.method, attack.path, attack.body, attack.kind)
    return browser.generic(*said, **meta)


def fault(route: Route, answer: Any) -> str:
    if answer.status_code >= 500:
        kind, error, where = getattr(answer, "exc_info", None) or (None, None, None)
        lines = traceback.format_exception(kind, error, where)[-6:] if kind else []
        return f"{answer.status_code} {''.join(lines)}"
    is_problem = answer.headers.get("Content-Type", "").startswith(PROBLEM)
    if route.is_api and answer.status_code >= 400 and not is_problem:
        return f"{answer.status_code} is no problem+json: {answer.content[:200]!r}"
    return ""


# ------------------------------------------------------------------------------- fields


def fields_of(route: Route) -> dict[str, Any]:
    """What the schema says of a route of the API; of others, the code."""
    operations = schema()["paths"].get(route.path, {})
    query = [
        parameter["name"]
        for operation in operations.values()
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query"
    ]
    bodies = [body_of(operation) for operation in operations.values()]
    names = sorted({name for body in bodies for name in body.get("properties", {})})
    good = {
        name: value["default"]
        for body in bodies
        for name, value in body.get("properties", {}).items()
        if "default" in value
    }
    return {"query": query, "body": names, "good": good}


def body_of(operation: Any) -> Any:
    content = operation.get("requestBody", {}).get("content", {})
    said = content.get("application/json", {}).get("schema", {})
    name = said.get("$ref", "").rpartition("/")[2]
    return schema()["components"]["schemas"].get(name, {})


@cache
def schema() -> Any:
    return json.loads(description())


# ------------------------------------------------------------------------- what was met

MET = [  # each was a 500, or no problem+json
    ("GET", "/archive/?from=2245-01-01", 200),
    ("GET", "/archive/?to=2300-01-01", 200),
    ("GET", "/archive/?from=8999-12-31&to=8999-12-31&state=abandoned", 200),
    ("GET", "/archive/?from=2245-01-01&game=toy&state=running", 200),
    ("GET", "/archive/?from=9999-12-31", 200),
    ("GET", "/api/v1/matches?from=2245-01-01", 200),
    ("GET", "/api/v1/matches?to=8999-12-31&game=toy", 200),
    ("GET", "/api/v1/matches?from=9999-12-31", 400),
    ("GET", "/calendar/%00.ics", 404),
    ("GET", "/players/%00/", 404),
    ("GET", "/archive/tags/%00/", 404),
    ("GET", "/archive/?words=%00", 200),
    ("GET", "/api/v1/players?name=%00", 400),
    ("OPTIONS", "/api/v1/docs/", 204),
    ("POST", "/api/v1/docs/", 405),
    ("GET", "/api/v1/%00", 404),
    ("GET", "/api/v1/%FF%FE", 404),
    ("GET", "/api/v1//matches", 404),
    ("GET", "/api/v1/matches/" + "9" * 40, 404),
    ("GET", "/api/v1/games/" + "x" * 9000, 414),
    ("GET", "/archive/?words=" + "x" * 9000, 414),
    ("GET", "/api/", 404),
    ("GET", "/api/v2/games", 404),
    ("TRACE", "/api/v1/games", 405),
    ("NONSENSE", "/api/v1/games", 405),
]


@pytest.mark.parametrize(("method", "path", "status"), MET)
def test_what_was_a_500_is_answered(
    world: World, method: str, path: str, status: int
) -> None:
    answer = sent(Attack(method, path), "")
    assert answer.status_code == status, answer.content[:300]
    assert not fault(Route(path, frozenset()), answer)


BODIES = [
    ("/api/v1/imports", b"a=b", "application/x-www-form-urlencoded", 422),
    ("/api/v1/imports", b"--b\r\n", "multipart/form-data; boundary=b", 422),
    ("/api/v1/imports", b"", "", 422),
    ("/api/v1/imports", b"x" * 30_000_000, "application/octet-stream", 413),
    ("/api/v1/matches", b"[" * 100_000, "application/json", 400),
    ("/api/v1/matches", b'{"a":' * 500 + b"1" + b"}" * 500, "application/json", 400),
    ("/api/v1/matches", b'{"\\ud800": 1}', "application/json", 400),
    ("/api/v1/matches", b'{"game": "\\ud800"}', "application/json", 400),
    ("/api/v1/matches", b'{"game": 1' + b"0" * 5000 + b"}", "application/json", 400),
    ("/api/v1/matches", b"a=b", "application/x-www-form-urlencoded", 415),
    ("/api/v1/matches", b"{}", "application/json; charset=nonsense", 400),
    ("/api/v1/matches", '{"game":"я"}'.encode("cp1251"), "application/json", 400),
]


@pytest.mark.parametrize(("path", "body", "kind", "status"), BODIES)
@pytest.mark.parametrize("has_key", [False, True])
def test_what_cannot_be_read_is_refused(
    world: World,
    cookies: dict[str, str],
    path: str,
    body: bytes,
    kind: str,
    status: int,
    has_key: bool,
) -> None:
    key = ("Authorization", f"Bearer {world.key}")
    attack = Attack("POST", path, body, kind, (key,) if has_key else ())
    with undone():
        answer = sent(attack, "" if has_key else cookies["a player"])
    assert answer.status_code == status, answer.content[:300]
    assert answer.headers["Content-Type"].startswith(PROBLEM)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain"])
def test_a_form_to_the_imports_is_read_once(
    world: World, cookies: dict[str, str], kind: str
) -> None:
    said = b"csrfmiddlewaretoken=" + b"x" * 32
    attack = Attack("POST", "/api/v1/imports", said, kind)
    answer = sent(attack, cookies["a player"], checks_csrf=True)
    assert answer.status_code == 403
    assert answer.headers["Content-Type"].startswith(PROBLEM)


def test_a_wrong_host_is_told_as_a_problem(world: World, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["hikyaku.example"]
    answer = sent(Attack("GET", "/api/v1/games", headers=(("Host", "elsewhere"),)), "")
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"
    page = sent(Attack("GET", "/", headers=(("Host", "elsewhere"),)), "")
    assert page.status_code == 400


def test_what_breaks_is_told_as_a_problem(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sse.api.views.games.games", lambda: 1 / 0)
    answer = sent(Attack("GET", "/api/v1/games"), "")
    assert answer.status_code == 500
    assert answer.headers["Content-Type"].startswith(PROBLEM)
    assert answer.json()["code"] == "broken"

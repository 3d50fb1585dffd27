"""Redaction costs little however long the text is, and no disguise gets past it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from sse.platform import logs
from tests.support.growth import is_linear

TICKET = "7:lm2kQ9xUo0_ZpVb1-Tq8sWcE5dRfGhJkL3nY6aXzB4i"
PUMPS = [
    "/a", "a/", "a.", "a'", "'", '"', '"a', "a-", "A1a", "a1", "A", "0", "f", "@",
    "a@", "@.", "a@[", ":", "%", "%4", "%40", "%25", "log-in/", "/log-in", "letters/",
    "\n", " ", "é", "\x1b",
]  # fmt: skip


@pytest.mark.parametrize("pump", PUMPS)
@pytest.mark.parametrize("act", [logs.redacted, logs.hidden])
def test_time_grows_with_the_text_and_no_more(act: Any, pump: str) -> None:
    assert is_linear(act, lambda size: "/" + pump * size + "!")


def test_a_long_text_is_cut_before_anything_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[int] = []

    def search(text: str) -> str:
        searched.append(len(text))
        return text

    monkeypatch.setattr(logs, "redacted", search)
    for value in ("a" * 10**6, ["b" * 10**6], {"c" * 10**6: b"d" * 10**6}):
        logs.hidden(value)
    assert searched
    assert max(searched) <= logs.MOST_LETTERS


@pytest.mark.parametrize("distance", range(0, 80, 3))
@pytest.mark.parametrize("secret", ["aki.of.osaka@example.org", "0f" * 32, TICKET])
def test_what_is_cut_in_two_does_not_show_its_half(secret: str, distance: int) -> None:
    filler = "x " * logs.MOST_LETTERS
    text = filler[: logs.MOST_LETTERS - distance] + secret + filler
    shown = logs.hidden(text)
    assert set(shown) <= set("x …@")
    assert len(shown) > logs.MOST_LETTERS // 2


def test_of_many_values_only_the_first_are_told() -> None:
    assert len(logs.hidden(list(range(10**5)))) <= logs.MOST_VALUES + 1
    assert len(logs.hidden({str(n): n for n in range(10**5)})) <= logs.MOST_VALUES


# --------------------------------------------------------------- paths with a secret


def twice(text: str) -> str:
    return "".join(f"%25{ord(letter):02X}" for letter in text)


DISGUISES = [
    "/{door}/{token}/",
    "/{door}/{token}",
    "{door}/{token}/",
    "//{door}//{token}//",
    "/{door}/./{token}",
    "/x/../{door}/{token}/",
    "https://play.example.org/{door}/{token}/?next=/",
    "GET /{door}/{token}/ HTTP/1.1",
    "Not Found: /{door}/{token}/",
    "/{door}/ {token}",
    '/{door}/"{token}"',
    "/{door}/<{token}>",
    "\\{door}\\{token}",
]
CASES: list[Any] = [
    str,
    str.upper,
    str.title,
    lambda text: quote(text, safe=""),
    lambda text: quote(quote(text, safe=""), safe=""),
    lambda text: "".join(f"%{ord(letter):02x}" for letter in text),
    twice,
]
DOORS = ["log-in", "confirm", "calendar", "mails", "letters/off"]
TOKENS = [TICKET, "short", "a" * 10_000, "ø", "1:aAaA", "with/slashes/in/it"]


@pytest.mark.parametrize("token", TOKENS, ids=lambda token: token[:9])
@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("door", DOORS)
def test_a_path_with_a_secret_is_hidden(door: str, disguise: str, token: str) -> None:
    for change in CASES:
        path = disguise.format(door=change(door), token=token)
        shown = logs.hidden(path)
        assert token[-30:] not in shown, (path, shown)
        assert not shown.rstrip("…").endswith(token), (path, shown)
    whole = quote(disguise.format(door=door, token=token), safe="")
    assert token[-30:] not in logs.hidden(whole)


@pytest.mark.parametrize("kept", range(1, 20))
def test_a_path_that_was_cut_short_is_hidden(kept: int) -> None:
    assert logs.hidden(f"/log-in/{TICKET[:kept]}") == "/log-in/…"


@pytest.mark.parametrize("email", ["aki%40example.org", "aki%2540example.org"])
def test_an_encoded_address_is_hidden(email: str) -> None:
    assert "aki" not in logs.hidden(f"/somewhere/{email}")


def test_a_path_without_a_secret_is_told_as_it_came() -> None:
    for path in ("/log-in", "/log-in/", "/matches/7/", "/rules/a%20b/", "/100%/x"):
        assert logs.hidden(path) == path


def test_nothing_in_a_log_moves_the_cursor() -> None:
    assert "\x1b" not in logs.hidden("/\x1b[2J\x9b\r/log")


# Names of parameters by which a route takes a secret.
SECRETS = {"token", "key", "secret", "code", "ticket"}
PUBLIC = {"tag", "match-tag", ""}  # whose key is a word that everybody may read


def routes(patterns: Any, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route, pattern


def test_every_route_that_takes_a_secret_is_known() -> None:
    """Who adds such a route adds its door to `logs.SECRET_PATHS`."""
    found = set()
    for route, pattern in routes(get_resolver().url_patterns):
        names = set(pattern.pattern.converters) & SECRETS
        if names and not route.startswith("operator/") and "tags/" not in route:
            found.add(route)
            path = "/" + route
            for name in pattern.pattern.converters:
                path = path.replace(f"<str:{name}>", "short").replace(
                    f"<{name}>", "short"
                )
            assert "short" not in logs.hidden(path), route
    assert {"log-in/<str:token>/", "mails/<str:token>/"} <= found


@pytest.mark.django_db
@pytest.mark.usefixtures("own_files_and_cache")
@pytest.mark.parametrize("path", ["/LOG-IN/short/", "/log-in//short/", "/log%2Din/s"])
def test_a_request_for_it_is_logged_without_it(path: str, capfd: Any) -> None:
    from structlog.testing import capture_logs

    redact: Any = logs.without_secrets
    with capture_logs([redact]) as lines:
        Client(raise_request_exception=False).get(path)
    assert [line["path"] for line in lines if line["event"] == "request"]
    assert "short" not in str(lines)

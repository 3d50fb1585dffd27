"""Hostile requests to every route, from a fixed seed: what no honest reader would send.

Routes are read from the URL resolver, and the names of fields from the code and from
the schema of the API: what is new there is attacked without a list to edit.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

from django import forms
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern, RoutePattern
from django.utils.regex_helper import normalize

from tests.support.sample_data import World

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>|%\((\w+)\)s")
IMPORTED = re.compile(r"^from sse\.([\w.]+) import", re.MULTILINE)
NAMED = re.compile(  # how the code reads a field of a request
    r'(?:GET|POST|FILES|data|query)(?:\.get|\.getlist|\.pop)?[(\[]"(\w+)"'
    r'|\bsaid\(data, "(\w+)"'
)

# ------------------------------------------------------------------------------- values

NUMBERS = (
    *("0", "1", "-1", "00", "007", "1e400", "NaN", "Infinity", "0x10", "1_000", "٣"),
    *("²", " 1", "1.5", "2147483647", "2147483648", "4294967296", "9" * 18),
    *("9223372036854775807", "9223372036854775808", "9" * 40, "9" * 5000),
)
DAYS = (
    *("2244-12-31", "2245-01-01", "2245-06-01", "2400-01-01", "8999-12-31"),
    *("9000-01-01", "9999-12-31", "0001-01-01", "1969-12-31", "2026-02-30"),
    *("20260101", "2026-W01-1", "2026-01-01T25:00", "99999-01-01", "-1-01-01"),
    *("24:00", "23:59:60", "2026-01-01T00:00:00+99:99", "9999-12-31T23:59:59Z"),
)
TEXTS = (
    *("", " ", "\0", "a\0b", "x" * 300, "x" * 3000, "я" * 500, "\u202eabc\u202d"),
    *("\ufeff", "\ufffe", "😀" * 40, "e" + "\u0301" * 200, "a\r\nSet-Cookie: b=c"),
    *("../../etc/passwd", "..\\..", "%2f%2e%2e", "%", "%zz", "%s%n", "{{ 7 }}"),
    *("{0.__class__}", "'; DROP TABLE x; --", "<script>", '"', "\\", "\t\n\x0b\x7f"),
    *("null", "true", "[]", "{}", "open", "seat-1", "seat-0", "me", "random", "yes"),
    *("age_of_war", "toy", "on", "__all__", "id__gt", "javascript:alert(1)"),
    *("//example.org/", "http://[", "http://\0", "https://example.org:99999/"),
    *("a@b", "a@[1.2.3.4]", "a@" + "b" * 300, "я@пример.рф", "Europe/\0", "../UTC"),
    *("castle_built:", "a:b:c:d", ",,,", "a," * 60, "\u2028", "\x1b[31m"),
)
BROKEN = (b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", b"\xf4\x90\x80\x80", b"a%00b", b"\x80")
JSON_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 1e300, 2**31, 2**63, 2**70, 10**400, [], {}),
    *([[]], [None], [{}], {"": ""}, {"a": {"b": [{}]}}, ["\0"], [0, -1], [2**63]),
    *("\ud800", "\udfff\ud800", ["\ud800"], {"\ud800": 1}, {"\0": "\0"}),
    *([["toy"] * 3], ["me"] * 500, {"me": "me"}),
)
JSON_BODIES = (
    *(b"", b"{", b"nul", b"\xff", b"\xef\xbb\xbf{}", b"NaN", b'{"a":Infinity}'),
    *(b"[" * 100_000, b'{"a":' * 50_000, b"[" * 400 + b"]" * 400, b'"\\ud800"'),
    *(b"9" * 5000, b'{"text":' + b"9" * 5000 + b"}", b'{"a":1,"a":2}', b"\0"),
    *('{"text":"x"}'.encode("utf-16"), "{}".encode("utf-32"), b'{"\\u0000":1}'),
)
JSON_KINDS = (
    *("application/json", "application/json; charset=utf-8", "application/JSON"),
    *("application/json; charset=utf-16", "application/json; charset=nonsense"),
    *("application/json; charset=", "application/json;;;=", "application/json; a=b"),
)
FORM_KINDS = (
    *("application/x-www-form-urlencoded", "text/plain", "", "/", "a", "\x80/\xff"),
    *("application/x-www-form-urlencoded; charset=utf-7", "multipart/form-data"),
    *("application/x-www-form-urlencoded; charset=nonsense", "image/png", "*/*"),
    *("multipart/form-data; boundary=", "multipart/form-data; boundary=\xe4"),
    *("multipart/form-data; boundary=b", "application/octet-stream", "text/html"),
)
HEADERS = (
    *(("Accept", "\0"), ("Accept", "text/html;q=x"), ("Accept-Language", "de-\0,*;q=")),
    *(("Accept-Language", "x" * 400), ("Authorization", "Bearer"), ("Range", "bytes=")),
    *(("Authorization", "Bearer \0"), ("Authorization", "Bearer hik_\xff")),
    *(("Authorization", "Basic \xff"), ("If-None-Match", '"'), ("If-Match", "\0")),
    *(("If-Modified-Since", "Sat, 99 Foo 99999 99:99:99 GMT"), ("Cookie", "sessionid")),
    *(("Cookie", "sessionid=\0; csrftoken=\xff"), ("Cookie", 'messages="a:b"')),
    *(("Idempotency-Key", "\0"), ("Idempotency-Key", "a"), ("Referer", "http://[")),
    *(("X-Requested-With", "\0"), ("HX-Request", "true"), ("HX-Current-URL", "//[")),
    *(("X-Forwarded-For", "\0, x"), ("X-Forwarded-Proto", "\0"), ("Origin", "null")),
    *(("X-HTTP-Method-Override", "\0"), ("Transfer-Encoding", "x"), ("Expect", "x")),
    *(("Content-Length", "-1"), ("Content-Length", "x"), ("Content-Encoding", "gzip")),
    *(("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Method", "")),
)


# ------------------------------------------------------------------------------- routes


class Route(NamedTuple):
    """A path with `{name}` for each parameter, and which of them are numbers."""

    path: str
    numbers: frozenset[str]
    reads: tuple[str, ...] = ()  # names of fields

    @property
    def is_api(self) -> bool:
        return self.path.startswith("/api/")


def routes() -> list[Route]:
    """All routes there are, each once, in the order of the resolver."""
    return list(dict.fromkeys(walk(get_resolver().url_patterns, "/", frozenset())))


def walk(patterns: Any, before: str, numbers: frozenset[str]) -> Iterator[Route]:
    for pattern in patterns:
        for path, own in written(pattern.pattern):
            here = Route(before + path, numbers | own)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, here.path, here.numbers)
            elif isinstance(pattern, URLPattern):
                yield here._replace(reads=fields_read(pattern.callback))


def written(pattern: Any) -> Iterator[tuple[str, frozenset[str]]]:
    converters = pattern.converters
    numbers = {name for name, one in converters.items() if one.regex == "[0-9]+"}
    if isinstance(pattern, RoutePattern):
        texts = [str(pattern)]
    else:
        assert isinstance(pattern, RegexPattern)
        texts = [text for text, _names in normalize(pattern.regex.pattern)]
    for text in texts:
        named = PARAMETER.sub(lambda m: f"{{{m[2] or m[3]}}}", text)
        yield named, frozenset(numbers)


def fields_read(view: Any) -> tuple[str, ...]:
    """The fields that a page may read: in its module, and in those it imports."""
    module = getattr(view, "__module__", "")
    near = {module, *imported(module)} if module.startswith("sse.") else set()
    found = {name for one in near for name in names_in(one)}
    return tuple(sorted(found or {"q", "next", "action", "_popup", "o", "e"}))


@cache
def imported(module: str) -> frozenset[str]:
    found = IMPORTED.findall(source(module))
    return frozenset(f"sse.{name}" for name in found)


@cache
def names_in(module: str) -> frozenset[str]:
    found = {name for names in NAMED.findall(source(module)) for name in names if name}
    for form in subclasses(forms.BaseForm):
        if form.__module__ == module:
            found.update(getattr(form, "base_fields", {}))
    return frozenset(found)


@cache
def source(module: str) -> str:
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file).read_text() if file else ""


def subclasses(kind: Any) -> Iterator[Any]:
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


# ----------------------------------------------------------------------------- requests


@dataclass(frozen=True)
class Attack:
    """One request, as bytes that a server could be sent."""

    method: str
    path: str
    body: bytes = b""
    kind: str = ""
    headers: tuple[tuple[str, str], ...] = ()


class Attacker:
    """Draws requests to one route; the same for the same seed."""

    def __init__(self, world: World, route: Route, fields: dict[str, Any]) -> None:
        self.world, self.route, self.fields = world, route, fields

    def attack(self, method: str, seed: str) -> Attack:
        dice = Random(f"{self.route.path} {method} {seed}")
        path = self.path(dice)
        if dice.random() < 0.7:
            path += "?" + self.query(dice, self.fields["query"])
        body, kind = b"", ""
        if method not in ("GET", "HEAD", "OPTIONS") or dice.random() < 0.1:
            body, kind = self.body(dice)
        several = dice.random() < 0.3
        headers = tuple(dice.sample(HEADERS, 2)) if several else ()
        return Attack(method, path, body, kind, tuple(dict(headers).items()))

    def path(self, dice: Random) -> str:
        parts = re.split(r"\{(\w+)\}", self.route.path)
        is_odd = len(parts) > 1 and dice.random() < 0.4
        odd = dice.randrange(1, len(parts), 2) if is_odd else 0
        for place in range(1, len(parts), 2):
            parts[place] = self.part(dice, parts[place], place == odd)
        return "".join(parts)

    def nul(self) -> Iterator[Attack]:
        """A NUL in each part of the path in turn."""
        parts = re.split(r"\{(\w+)\}", self.route.path)
        for odd in range(1, len(parts), 2):
            said = [
                "%00" if place == odd else self.part(Random(place), part, False)
                for place, part in enumerate(parts)
                if place % 2
            ]
            yield Attack("GET", self.filled(parts, said))

    def filled(self, parts: list[str], said: list[str]) -> str:
        both = zip(parts[::2], [*said, ""], strict=True)
        return "".join(text + value for text, value in both)

    def part(self, dice: Random, name: str, is_odd: bool) -> str:
        known = self.world.places.get(name, ["1", "0", "x"])
        if not is_odd:
            return quote(str(dice.choice(known)), safe="")
        if name in self.route.numbers:
            return dice.choice([n for n in NUMBERS if n.isascii() and n.isdigit()])
        return anything(dice, longest=600)

    def query(self, dice: Random, names: list[str]) -> str:
        pool = names or list(self.route.reads)
        chosen = sample(dice, pool, 4)
        chosen += [anything(dice, 50)] if dice.random() < 0.1 else []
        pairs = [f"{name}={self.said(dice, name)}" for name in chosen]
        return "&".join(pairs)[:3500]

    def said(self, dice: Random, name: str) -> str:
        if name in ("from", "to", "first_day", "last_day", "first", "last"):
            return quote(dice.choice(DAYS))
        return anything(dice, longest=1500)

    def body(self, dice: Random) -> tuple[bytes, str]:
        way = dice.random()
        if way < 0.25:
            return dice.choice(JSON_BODIES), dice.choice(JSON_KINDS)
        if way < (0.85 if self.route.is_api else 0.3):
            return self.json(dice), dice.choice(JSON_KINDS[:1] * 6 + JSON_KINDS)
        form = self.query(dice, self.fields["body"]).encode()
        if dice.random() < 0.2:
            name = dice.choice(self.fields["body"] or ["file"])
            head = f'--b\r\nContent-Disposition: form-data; name="{name}"; filename="x'
            form = head.encode() + b'\0"\r\n\r\n\xff\0%PDF\r\n--b--'
            return form, "multipart/form-data; boundary=b"
        return form, dice.choice(FORM_KINDS[:1] * 12 + FORM_KINDS)

    def json(self, dice: Random) -> bytes:
        names = self.fields["body"] or ["text"]
        said = {
            name: dice.choice([*JSON_VALUES, *TEXTS, *DAYS])
            for name in sample(dice, names, 20)
        }
        if good := self.fields["good"]:
            said = {**good, **dict([dice.choice(list(said.items()))])}
        return json.dumps(said).encode()


def sample(dice: Random, names: list[str], most: int) -> list[str]:
    return dice.sample(names, dice.randint(1, min(most, len(names))))


def anything(dice: Random, longest: int) -> str:
    """A value as it stands in an address."""
    if dice.random() < 0.12:
        return quote(dice.choice(BROKEN))
    text = dice.choice(dice.choice((NUMBERS, DAYS, TEXTS, TEXTS)))
    return quote(text[:longest], safe="")

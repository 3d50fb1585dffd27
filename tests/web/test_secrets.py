"""What others get back from every address of a running match: no byte of a secret.

The same match is looked at twice, and between the two only something differs that the
readers may not know. Addresses are found, not listed: a new page is looked at as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import md5, sha256
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings as conf
from django.core.cache import cache
from django.db import transaction
from django.http import FileResponse
from django.urls import URLPattern, get_resolver

from engine.contract import Order
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match
from sse.matches.table import table_of
from tests.engine.small_samurai_empires.secrets import twins
from tests.support.tables import running, write
from tests.web.test_pages import NOISE, PLAIN, browser

pytestmark = [pytest.mark.django_db, pytest.mark.heavy(3)]
GAME = "small_samurai_empires"
VARIANTS = {"mountain": "yes", "agenda": "yes", "screens": "yes"}
NUMBERS = re.compile(r"<int:(?!match_id)\w+>")
MOST_TWINS = 2  # of a moment


@pytest.fixture(autouse=True)
def own_files_and_cache(settings: Any) -> Iterator[None]:
    settings.STORAGES = {**conf.STORAGES, "staticfiles": PLAIN}
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": str(uuid4())}}
    with time_machine.travel("2026-05-01T12:00:00+00:00", tick=False):
        yield


def addresses(match: Match) -> list[str]:
    """Every path of ours that names a match, at its first and at its last step."""
    found = ["/", "/archive/"]
    for pattern in patterns(get_resolver().url_patterns):
        if "<int:match_id>" not in pattern:
            continue
        for number in ("0", str(match.head - 1)):
            path = NUMBERS.sub(number, pattern.replace("<int:match_id>", str(match.pk)))
            found.append(re.sub(r"<\w+:\w+>", "x", f"/{path}"))
    return list(dict.fromkeys(found))


def patterns(of: Sequence[Any], before: str = "") -> Iterator[str]:
    for each in of:
        here = before + str(each.pattern)
        if here.startswith(("operator", "^")):
            continue
        if isinstance(each, URLPattern):
            yield here
        else:
            yield from patterns(each.url_patterns, here)


def seen(match: Match, readers: Sequence[Player | None]) -> dict[str, str]:
    """Everything they get, also by pressing what looks and does not act."""
    cache.clear()  # nobody has asked too often, and nothing is remembered
    found = {}
    for reader in readers:
        client = browser(reader)
        for path in addresses(match):
            found[f"{reader} {path}"] = told(client.get(path), match)
            if path.endswith(".gif"):
                match.reports.all().delete()  # a film was asked for: no secret
        look = client.post(f"/matches/{match.pk}/check/", {"text": "place attack any"})
        found[f"{reader} look"] = told(look, match)
    return found


def told(answer: Any, match: Match) -> str:
    if isinstance(answer, FileResponse) or answer.streaming:
        body = b"".join(answer.streaming_content)
    else:
        body = answer.content
    gone = {"Set-Cookie": [answer.get("Set-Cookie")], "ETag": tags_of(body)}
    gone["Content-Length"] = [str(len(body))]  # of this very body; row 100 is longer
    head = sorted((k, v) for k, v in answer.items() if v not in gone.get(k, []))
    text = NOISE.sub("", f"{answer.status_code} {head} {body.decode(errors='replace')}")
    named = rf'matches/|match-|{GAME}-|Empires |"match":'
    text = re.sub(rf"({named}){match.pk}\b", r"\1N", text)
    return re.sub(r'("id":|submissions/)\d+', r"\1N", text)  # numbers of rows


def tags_of(body: bytes) -> list[str]:
    """The tags, ours and Django's, of these very bytes; they are compared too."""
    of_django = md5(body, usedforsecurity=False).hexdigest()
    return [f'"{sha256(body).hexdigest()[:24]}"', f'"{of_django}"']


def told_apart(one: dict[str, str], other: dict[str, str]) -> list[str]:
    keys = [re.sub(r"\d+", "N", key) for key in one]
    assert keys == [re.sub(r"\d+", "N", key) for key in other]
    pairs = zip(one.items(), other.values(), strict=True)
    return [key for (key, first), second in pairs if first != second]


def play(match: Match, people: Sequence[Player], until: str, seat: int) -> None:
    """Everybody takes the first option, until this seat has this to decide."""
    for _ in range(200):
        match.refresh_from_db()
        asked = table_of(match.table).asked
        if (seat, until) in [(a.seat, a.point) for a in asked]:
            return
        first = asked[0].seat
        state = states.state_now(match)
        option = match.game.options(state, first)[0]
        assert write(match, people[first], option.text).status == "applied"
    raise AssertionError(f"{until} never came")


def test_the_addresses_are_found() -> None:
    match = Match(pk=7, head=3)
    paths = addresses(match)
    for wanted in ("", "board.svg", "pulse", "steps/2.svg", "log", "check/", "orders/"):
        assert f"/matches/7/{wanted}" in paths


@pytest.mark.parametrize(
    ("point", "is_anonymous"), [("placement", False), ("resolution", True)]
)
def test_what_lies_hidden_is_in_no_answer(
    aki: Player,
    botan: Player,
    chie: Player,
    doi: Player,
    point: str,
    is_anonymous: bool,
) -> None:
    """Other hands, decks, tokens face down and mountains: the same bytes."""
    match = running(aki, botan, chie, game=GAME, choices=VARIANTS)
    play(match, (aki, botan, chie), point, seat=1)
    state = states.state_now(match)
    readers = {1: botan, None: None if is_anonymous else doi}
    for seat, reader in readers.items():
        states.keep_near(match, state)
        before = seen(match, [reader])
        found = list(twins(state, seat))
        assert found
        step = -(-len(found) // MOST_TWINS)
        for twin in found[::step]:
            states.keep_near(match, twin)
            assert not told_apart(before, seen(match, [reader]))


def test_the_kind_of_a_token_is_in_no_answer(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    """The same token at the same slot, of another kind: log, steps and pages."""
    shown = []
    for kind in ("attack", "recruit"):
        with transaction.atomic():
            match = running(aki, botan, chie, game=GAME, choices=VARIANTS)
            play(match, (aki, botan, chie), "placement", seat=0)
            state = states.state_now(match)
            slot = match.game.options(state, 0)[0].args[1]
            order = Order("place", (kind, slot))
            assert write(match, aki, order.text).status == "applied"
            play(match, (aki, botan, chie), "placement", seat=1)
            shown.append(seen(match, (botan, doi, None)))
            transaction.set_rollback(True)
    assert not told_apart(*shown)


def test_what_others_plan_and_decided_is_in_no_answer(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    """Nothing handed in, one sealed choice, another, and orders ahead."""
    match = running(aki, botan, chie, game=GAME)
    options = match.game.options(states.state_now(match), 0)
    readers = (botan, doi, None)
    before = seen(match, readers)
    for text in (options[0].text, options[-1].text):
        assert write(match, aki, text).status == "applied"
        assert not told_apart(before, seen(match, readers))
    plans = write(match, aki, "place attack at orange-2; place recruit at grey-1")
    assert plans.status == "applied"
    match.notes.create(seat=0, player=aki, text="sealed", entry=1, key="n")
    match.talk.create(seat=0, player=aki, to=[2], text="hush", entry=1, key="t")
    assert not told_apart(before, seen(match, readers))


def test_a_difference_would_be_seen(aki: Player, botan: Player, chie: Player) -> None:
    """The owner of the secret does get other bytes: the comparison is no blind one."""
    match = running(aki, botan, chie, game=GAME)
    options = match.game.options(states.state_now(match), 0)
    write(match, aki, options[0].text)
    before = seen(match, (aki,))
    write(match, aki, options[-1].text)
    assert told_apart(before, seen(match, (aki,)))


def test_looking_never_acts(aki: Player, botan: Player, chie: Player) -> None:
    """Every address, by GET, as somebody who may do everything here."""
    match = running(aki, botan, chie, game=GAME)
    before = Match.objects.values().get(pk=match.pk)
    seats = list(match.seats.order_by("number").values())
    for path in addresses(match):
        browser(aki).get(path)
    assert Match.objects.values().get(pk=match.pk) == before
    assert list(match.seats.order_by("number").values()) == seats
    assert not match.submissions.exists()
    assert not match.talk.exists()
    assert match.entries.count() == match.head

"""What strangers write takes time in proportion to its length, at every door."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from engine.errors import Refused
from engine.match import Match
from engine.reading.tokens import TOKEN
from engine.registry import games
from sse.archive.index.terms import WORD
from sse.inbox.commands.dates import TOKEN as DAY
from sse.inbox.commands.organiser import ADDRESS
from sse.inbox.doors.incoming import fingerprint_of
from sse.inbox.reading.mail import read_mail
from sse.inbox.reading.types import Us
from sse.matches.text.new_match import position_of
from sse.matches.text.sections import sections_of
from tests.support.growth import is_linear

PUMPS = [*'a1 \r\n=(<@,"', "->", "a.", "a'", "1."]
HEAD = b"From: aki@example.org\r\nMessage-ID: <1@example.org>\r\n"


def everywhere(pattern: Any) -> Callable[[str], None]:
    def search(text: str) -> None:
        for _ in pattern.finditer(text):
            pass

    return search


@pytest.mark.parametrize("pump", PUMPS)
@pytest.mark.parametrize("pattern", [TOKEN, WORD, DAY, ADDRESS])
def test_a_pattern_looks_at_a_letter_once(pattern: Any, pump: str) -> None:
    assert is_linear(everywhere(pattern), lambda size: pump * size + "\x01")


@pytest.mark.parametrize("pump", PUMPS)
def test_a_mail_is_marked_in_time(pump: str) -> None:
    """At the door: a run of carriage returns cost the square of its length."""
    body = pump.encode()
    assert is_linear(
        fingerprint_of, lambda size: HEAD + b"\r\n" + body * size + b"x\r\r\n"
    )


@pytest.mark.parametrize("pump", PUMPS)
def test_a_mail_is_read_in_time(pump: str) -> None:
    body, us = pump.encode(), Us(domains=("play.example.org",))
    assert is_linear(
        lambda raw: read_mail(raw, us),
        lambda size: HEAD + b"Content-Type: text/plain\r\n\r\n" + body * size,
    )


@pytest.mark.parametrize("pump", [*PUMPS, "invite a", "say to a: b\n", "aki\n"])
def test_commands_are_found_in_time(pump: str) -> None:
    assert is_linear(sections_of, lambda size: pump * size)


@pytest.mark.parametrize("pump", PUMPS)
@pytest.mark.parametrize("name", [name for name in games() if name != "toy"])
def test_orders_are_read_in_time(name: str, pump: str) -> None:
    players = ["Aki", "Botan", "Chie", "Daisuke"][: games()[name].seats[0]]
    match = Match(name, players, seed="07" * 32)
    (asked, *_) = match.game.decisions(match.state)

    def read(text: str) -> None:
        with suppress(Refused):
            match.game.parse(match.state, asked.seat, text, "", players)

    assert is_linear(read, lambda size: pump * size)


@pytest.mark.parametrize("pump", [*PUMPS, "{", '{"a":', "{}\n", "position {", "}\n"])
@pytest.mark.parametrize("before", ["toy, ", "toy, position ", "toy\n"])
def test_a_position_is_found_in_time(before: str, pump: str) -> None:
    """All up to the last of many braces was tried from each of them."""
    assert is_linear(position_of, lambda size: before + pump * size)

"""The rules as a newcomer reads them: in short, then each with its number."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from engine.chance import Seeded
from engine.languages import LANGUAGES
from engine.registry import game, games
from engine.rulebook import in_short, rules
from sse.web.rulebook import split_sheet

pytestmark = pytest.mark.usefixtures("own_files_and_cache")
GAMES = ("age_of_war", "small_samurai_empires")


def page(name: str, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(f"/rules/{name}/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("name", GAMES)
def test_a_newcomer_first_reads_how_a_turn_goes(name: str) -> None:
    found = page(name)
    short, rest = found.partition('<nav class="chapters')[::2]
    for sentence in in_short(name):
        assert sentence in unescape(short)
    told, about = rest.partition("<details")[::2]
    for theirs in (
        "TOML wins",
        "authority for the code",
        "Provenance",
        "specification",
    ):
        assert theirs not in short + told
    assert "Provenance" in about
    assert "Contents:" not in found
    assert found.count("<h1") == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_keeps_its_anchor(name: str) -> None:
    anchors = re.findall(r' id="([A-Z]+-[\d.]+[a-z]?)"', page(name))
    assert anchors == list(rules(name))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_it_is_short_in_every_language(name: str, language: str) -> None:
    told = in_short(name, language)
    assert len(told) == 10
    assert language == "en" or told != in_short(name)
    assert told[0] in unescape(page(name, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_orders_it_shows_can_be_written(language: str) -> None:
    rules_of = game("age_of_war")
    choices = games()["age_of_war"].complete(2, {"first_player": "0"})
    state, _ = rules_of.setup(2, choices, Seeded("00" * 32))
    shown = re.findall(r"[“„«]([^”“»]+)[”“»]", in_short("age_of_war", language)[-1])
    assert len(shown) == 3
    assert rules_of.parse(state, 0, shown[2])
    assert rules_of.parse(state, 0, shown[1])


def test_a_sheet_without_chapters_is_told_whole() -> None:
    assert split_sheet("# Toy\n\nAll of it.\n") == ("\nAll of it.\n", "")
    assert in_short("toy") == ()
    assert "Every seat holds the lanterns" in page("toy")

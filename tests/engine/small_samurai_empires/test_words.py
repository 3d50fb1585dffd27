"""Sentences: the same in every language, one for all that is told or refused."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import small_samurai_empires
from engine.chance import Seeded
from engine.contract import Event
from engine.languages import LANGUAGES
from engine.small_samurai_empires.rules import apply, resign, setup
from engine.words import FIELD
from engine.words import sentence as told_of
from tests.engine.small_samurai_empires.table import EDITIONS, FLAGS, random_match

FOLDER = Path(small_samurai_empires.__file__).parent
SLAVIC = ("ru", "uk")
MINE = ("events", "refusals", "reasons", "hints", "remarks")
NOT_DATA = {"legal", "legal_kind", "line", "said"}
every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def words(language: str) -> dict[str, Any]:
    file = FOLDER / f"words.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def flat(table: dict[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def placeholders(sentence: str) -> set[str]:
    return {found[1] for found in FIELD.finditer(sentence)}


# ------------------------------------------------------------- what the rules say


def calls(name: str) -> Iterator[tuple[ast.AST, ast.Call]]:
    """All calls of that name in the game, each with the function around it."""
    for file in sorted(FOLDER.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for around in ast.walk(tree):
            if isinstance(around, ast.FunctionDef):
                for call in ast.walk(around):
                    if isinstance(call, ast.Call) and called(call) == name:
                        yield around, call


def called(call: ast.Call) -> str:
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def strings(tree: ast.AST) -> list[str]:
    found = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [value for value in found if isinstance(value, str)]


@cache
def kinds_told() -> set[str]:
    """The kinds of events in the sources."""
    return {kind for _, call in calls("tell") for kind in strings(call.args[0])}


@cache
def refused_with() -> dict[str, set[str]]:
    """Every code, with the data that it has wherever it is raised."""
    found: dict[str, set[str]] = {}
    for name in ("OrderIllegal", "OrderUnreadable", "OrderAmbiguous"):
        for around, call in calls(name):
            data = {word.arg for word in call.keywords if word.arg} - NOT_DATA
            constant = isinstance(call.args[1], ast.Constant)
            for code in strings(call.args[1]) if constant else near(around):
                found[code] = found.get(code, data) & data
    return found


def near(around: ast.AST) -> list[str]:
    """The codes that a variable in the function may hold."""
    return [word for word in strings(around) if word.startswith("E_")]


@cache
def events_seen() -> dict[str, list[Event]]:
    """Events by kind: set up with all variants, played at random, left in between."""
    told: list[Event] = []
    for seats in (2, 3, 4):
        for edition in EDITIONS:
            choices = {**dict.fromkeys(FLAGS, "yes"), "edition": edition}
            state, events = setup(seats, choices, Seeded(f"{seats:064x}"))
            told += events + resign(state, 0)[1]
    for seed in range(24):
        for moment in random_match(seed, leaving=0.002):
            chance = moment.chance.again()
            told += apply(moment.state, moment.seat, moment.order, chance)[1]
    found: dict[str, list[Event]] = {}
    for event in told:
        found.setdefault(event.kind, []).append(event)
    return found


# -------------------------------------------------------------------------- tests


@every_language
def test_every_language_has_the_same_sentences(language: str) -> None:
    for table in MINE:
        here, english = words(language)[table], words("en")[table]
        assert {key for key, _ in flat(here)} == {key for key, _ in flat(english)}


@every_language
def test_every_language_says_the_same(language: str) -> None:
    english = {table: dict(flat(words("en")[table])) for table in MINE}
    for table in MINE:
        for key, sentence in flat(words(language)[table]):
            wanted = placeholders(english[table][key])
            assert placeholders(sentence) == wanted, key


@every_language
def test_numbers_have_all_forms_of_their_noun(language: str) -> None:
    wanted = 3 if language in SLAVIC else 2
    for table in MINE:
        for key, sentence in flat(words(language)[table]):
            for found in FIELD.finditer(sentence):
                if found[2] is not None:
                    assert len(found[2].split("|")) == wanted, key


def test_every_event_kind_has_a_sentence_and_no_other() -> None:  # SSE-13.10
    assert kinds_told() == set(words("en")["events"])


def test_every_refusal_has_a_sentence() -> None:  # SSE-13.9
    sources = [file.read_text(encoding="utf-8") for file in FOLDER.rglob("*.py")]
    codes = set(re.findall(r'"(E_[A-Z_]+)"', "".join(sources)))
    assert codes | set(refused_with()) <= set(words("en")["refusals"])


def test_random_play_tells_of_nearly_everything() -> None:
    rare = {"placement_lost", "placement_passed"}  # SSE-4.3.5
    assert kinds_told() - set(events_seen()) <= rare


@every_language
def test_events_have_what_their_sentences_name(language: str) -> None:
    sentences = words(language)["events"]
    wrong = set()
    for kind, events in events_seen().items():
        for event in events:
            template = sentences[kind]
            if isinstance(template, dict):
                how = event.data.get("reason") or event.data.get("how")
                template = template.get(how)
                if template is None:
                    wrong.add(f"{kind}: no reason or how with a sentence")
                    continue
            for name in placeholders(template) - {*event.data}:
                wrong.add(f"{kind}: {name}")
    assert wrong == set()


@every_language
def test_refusals_have_what_their_sentences_name(language: str) -> None:
    sentences = words(language)["refusals"]
    wrong = {
        f"{code}: {name}"
        for code, data in refused_with().items()
        for name in placeholders(sentences[code]) - data
    }
    assert wrong == set()


def test_fields_that_hold_a_seat_are_shown_by_name() -> None:
    """They are called `seat`, `…_seat` or `…_seats`."""
    names = {name for events in events_seen().values() for name in events[0].data}
    assert not names & {"of", "order", "by", "owner", "player", "players"}


# ----------------------------------------------------------- as one says it there

SLOT_TAKEN = {
    "it": "Aki piazza un segnalino ordine a faccia in giù nello spazio grigio-2.",
    "ru": "Aki кладёт жетон приказа лицевой стороной вниз в ячейку «серый-2».",
    "uk": "Aki кладе жетон наказу долілиць у комірку «сірий-2».",
}


@pytest.mark.parametrize("language", SLOT_TAKEN)
def test_the_name_of_a_slot_agrees_or_is_quoted(language: str) -> None:
    state, _ = setup(2, {}, Seeded("00" * 32))
    view = small_samurai_empires.view(state, None)
    event = Event("slot_taken", {"seat": 0, "slot": "grey-2"})
    assert told_of(event, view, language, ["Aki"]) == SLOT_TAKEN[language]


@pytest.mark.parametrize("language", SLAVIC)
def test_slots_are_quoted_in_every_sentence(language: str) -> None:
    told = dict(flat({part: words(language)[part] for part in MINE}))
    for key, text in told.items():
        assert text.count("{slot}") == text.count("«{slot}»"), key


def test_italian_quotes_in_one_way_and_tells_tokens_what_to_do() -> None:
    text = (FOLDER / "words.it.toml").read_text(encoding="utf-8")
    assert not {"“", "”"} & {*text}
    board = words("it")["board"]
    assert board["kinds"]["harvest"] == board["neutrals"]["harvest"] == "raccogli"
    assert board["kinds"]["attack"] == board["neutrals"]["attack"] == "attacca"


def test_an_army_moves_ad_aizu() -> None:
    state, _ = setup(2, {}, Seeded("00" * 32))
    view = small_samurai_empires.view(state, None)
    event = Event("army_moved", {"seat": 1, "origin": "aki", "province": "aizu"})
    said = told_of(event, view, "it", ["Aki", "Botan"])
    assert said == "Botan muove un'armata da Aki ad Aizu."

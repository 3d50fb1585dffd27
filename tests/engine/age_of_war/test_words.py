"""Sentences: the same in every language, one for all that is told or refused."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import age_of_war
from engine.age_of_war import hints, remarks, render, resign, view
from engine.age_of_war.board import SETS
from engine.bots import bots
from engine.errors import Refused
from engine.languages import LANGUAGES
from engine.match import Match
from engine.replay import Frame, replay
from engine.words import FIELD, reason_text, refusal, sentence

FOLDER = Path(age_of_war.__file__).parent
SLAVIC = ("ru", "uk")
MINE = ("events", "refusals", "reasons", "hints", "remarks", "help")
NAMES = ("Аки", "Ботан", "Тиэ", "Дои", "Эмма", "Фуми")  # so that no letter is Latin
every_language = pytest.mark.parametrize("language", LANGUAGES)
slavic = pytest.mark.parametrize("language", SLAVIC)


@cache
def words(language: str) -> dict[str, Any]:
    file = FOLDER / f"words.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def flat(table: dict[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def placeholders(sentence: str | list[str]) -> set[str]:
    return {found[1] for found in FIELD.finditer(str(sentence))}


# ------------------------------------------------------------- what the rules say


def calls(name: str) -> Iterator[ast.Call]:
    """All calls of that name in the game."""
    for file in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and called(node) == name:
                yield node


def called(call: ast.Call) -> str:
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def strings(tree: ast.AST) -> list[str]:
    found = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [value for value in found if isinstance(value, str) and value]


def kinds_told() -> set[str]:
    return {kind for call in calls("tell") for kind in strings(call.args[0])}


def refusals_said() -> set[str]:
    """Codes of the sheet, and the sentences that say more than their code."""
    sources = [file.read_text(encoding="utf-8") for file in FOLDER.rglob("*.py")]
    codes = set(re.findall(r'"(E_[A-Z_]+)"', "".join(sources)))
    named = [call.args[1] for call in calls("order_fault")]
    for name in ("fail", "OrderIllegal", "OrderUnreadable", "OrderAmbiguous"):
        for call in calls(name):
            named += [word.value for word in call.keywords if word.arg == "said"]
    return codes | {said for tree in named for said in outcomes(tree)}


def outcomes(tree: ast.AST) -> list[str]:
    """What an expression can be, not what it compares."""
    if isinstance(tree, ast.IfExp):
        return outcomes(tree.body) + outcomes(tree.orelse)
    return strings(tree)


# ------------------------------------------------------------------ every sentence


@every_language
def test_every_language_says_the_same(language: str) -> None:  # AOW-12
    mine, english = dict(flat(words(language))), dict(flat(words("en")))
    assert mine.keys() == english.keys()
    for key, said in mine.items():
        assert placeholders(said) == placeholders(english[key]), key
        assert said, key


@every_language
def test_numbers_have_all_forms_of_their_noun(language: str) -> None:  # AOW-12
    wanted = 3 if language in SLAVIC else 2
    for key, said in flat(words(language)):
        forms = [said] if isinstance(said, list) else []
        forms += [f[2].split("|") for f in FIELD.finditer(str(said)) if f[2]]
        assert all(len(form) == wanted for form in forms), key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_sentence_is_left_in_english(language: str) -> None:  # AOW-12
    english = dict(flat(words("en")))
    same = {key for key, said in flat(words(language)) if said == english[key]}
    assert same <= SAME, same - SAME


SAME = {  # names, and sentences without a word of their own
    "board.title",
    "board.prose_turn",
    "board.prose_over",
    "board.prose_player",
    "board.faces.G",
    "board.in_set.sengoku-2014.faces.G",
}


def test_every_event_kind_has_a_sentence_and_no_other() -> None:
    assert kinds_told() == set(words("en")["events"])


def test_every_refusal_has_a_sentence_and_no_other() -> None:  # AOW-10.10
    assert refusals_said() | {"E_PLAYERS"} == set(words("en")["refusals"])


# ------------------------------------------------------------------ whole matches


@cache
def match_of(set_key: str, seats: int, bot: str, seed: int) -> Match:
    """A match of bots, played to its end."""
    choices = {"set": set_key, "turn_cap": "60"}
    match = Match("age_of_war", NAMES[:seats], choices, seed=f"{seed:064x}")
    player, dice = bots("age_of_war")[bot], Random(seed)
    while not match.over:
        seat = match.asked[0].seat
        match.write(seat, player(match.game, match.state, seat, dice), by=f"bot {bot}")
    return match


MATCHES = [
    (set_key, seats, bot)
    for set_key in SETS
    for seats, bot in ((2, "auto"), (6, "auto"), (3, "random"))
]
every_match = pytest.mark.parametrize(("set_key", "seats", "bot"), MATCHES)


def frames(set_key: str, seats: int, bot: str) -> list[Frame]:
    return list(replay(match_of(set_key, seats, bot, 5).log))


def sentences(frame: Frame, language: str) -> list[str]:
    seen = view(frame.state, None)
    return [sentence(event, seen, language, NAMES) for event in frame.events]


@every_language
@every_match
def test_a_whole_match_is_told(
    set_key: str, seats: int, bot: str, language: str
) -> None:
    for frame in frames(set_key, seats, bot):
        for said in sentences(frame, language):
            assert re.fullmatch(r"[^{}?|]+\.", said), said


def test_the_matches_tell_of_nearly_everything() -> None:
    kinds = {
        event.kind
        for set_key, seats, bot in MATCHES
        for frame in frames(set_key, seats, bot)
        for event in frame.events
    }
    assert kinds_told() - kinds == {"seat_left"}


@every_language
def test_who_leaves_is_told(language: str) -> None:  # AOW-9.19
    state, events = resign(match_of("qin-2024", 2, "auto", 5).states[0], 1)
    (said,) = (sentence(e, view(state, 0), language, NAMES) for e in events)
    assert said.startswith("Ботан ")


# What may stand in Latin letters everywhere: codes, keys of cards, rules, comparisons.
CODES = re.compile(
    r"\b(?:[ACG]{1,2}|S|I\d+|L\d|[A-F]\d?|AOW-[\d.]+a?|[123ACG]+|svg)\b", re.ASCII
)


def check_cyrillic(text: str) -> None:
    found = re.findall(r"[A-Za-z]+", CODES.sub("", text))
    assert not found, (found, text)


@slavic
@every_match
def test_no_latin_word_is_left_in_cyrillic(
    set_key: str, seats: int, bot: str, language: str
) -> None:  # AOW-12
    for frame in frames(set_key, seats, bot)[::4]:
        seen = view(frame.state, 0)
        board = render(seen, language, NAMES)
        drawn = re.sub(r"<[^>]*>", " ", board.svg)
        hinted = [f"{h.text} {h.note}" for h in hints_now(frame, language)]
        told = [board.text, board.prose, drawn, *sentences(frame, language), *hinted]
        for text in told:
            check_cyrillic(text)


def hints_now(frame: Frame, language: str) -> list[Any]:
    return hints(frame.state, frame.state.seat, language)


# ---------------------------------------------------------- refusals and remarks

WRONG = [
    "",
    "чепуха",
    "take ?",
    "take nowhere",
    "take",
    "take D1 via AA",
    "take D1 via с",
    "take D1 with 3",
    "take D1 from nobody",
    "take D1 if",
    "take D1 if dice",
    "take D1 if dice >= x",
    "take any",
    "fill Q",
    "limit I8",
    "limit I8<=x",
    "reroll drop 7",
    "auto D1*x",
    "ask if odds > 3",
    "ask if dice > 3%",
    "step ask",
    "step fill G",
    "step take D1 via I8 with 3 3 3 3",
    "step reroll drop 9",
    "step; auto any",
    "standing; step reroll",
    "зап",
    "x" * 900,
]


@every_language
@pytest.mark.parametrize("text", WRONG)
def test_every_refusal_is_said(text: str, language: str) -> None:  # AOW-10.11
    match = Match("age_of_war", NAMES[:2], {"first_player": "0"}, seed="12" * 32)
    with pytest.raises(Refused) as refused:
        match.write(0, text)
    seen = view(match.state, 0)
    for error in refused.value.errors:
        said = refusal(error, seen, language, NAMES)
        english = refusal(error, seen, "en", NAMES)
        assert not re.search(r"[{}|]", said)
        assert (said == english) == (language == "en")
        if language in SLAVIC:
            typed = [str(word) for word in error.data.values()]
            check_cyrillic(re.sub("|".join(map(re.escape, typed)) or "^$", "", said))


DOUBTFUL = ["ask; take D1", "fill G", "reroll", "take D1 via *; fill I9; auto any"]


@every_language
@pytest.mark.parametrize("text", DOUBTFUL)
def test_every_remark_is_said(text: str, language: str) -> None:  # AOW-10.11
    match = Match("age_of_war", NAMES[:2], {"first_player": "0"}, seed="12" * 32)
    plan = match.game.parse(match.state, 0, text)
    said = remarks(match.state, 0, plan, language)
    assert said
    for remark in said:
        assert not re.search(r"[{}|]", remark)
        if language in SLAVIC:
            check_cyrillic(remark)


@every_language
def test_every_reason_to_ask_is_said(language: str) -> None:  # AOW-10.12
    for reason in ("turn", "step", "ask", "strict", "targets-gone", "uncovered"):
        said = reason_text("age_of_war", reason, language)
        assert said
        if language in SLAVIC:
            check_cyrillic(said)
    assert set(words(language)["reasons"]) == set(words("en")["reasons"])

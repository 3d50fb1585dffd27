"""A whole match in the terminal, typed as the screen offers it, with slips between."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.age_of_war.board import SETS
from engine.languages import LANGUAGES
from engine.match import Match
from engine.play import HotSeat
from engine.words import commands, common

OFFERED = re.compile(r"^  (\S.*?)  +\S", re.MULTILINE)
SAID = ("hints", "board", "plan", "history")


class Typist:
    """Types an order of those on the screen, before it often a wrong one."""

    def __init__(self, capsys: pytest.CaptureFixture[str], language: str) -> None:
        self.capsys = capsys
        self.language = language
        self.dice = Random(language)
        self.screen = ""  # all that was shown
        self.typed: list[tuple[str, str]] = []  # with what was shown then
        self.last = ""
        self.offered: list[str] = []

    def look(self) -> str:
        shown = self.capsys.readouterr().out
        self.screen += shown
        if self.last:
            self.typed.append((self.last, shown))
        return shown

    def type(self, prompt: str) -> str:
        shown = self.look()
        after = shown.rpartition("\n──")[2] if "\n──" in shown else ""
        self.offered = OFFERED.findall(after) or self.offered
        self.last = self.choose()
        self.screen += f"{prompt}{self.last}\n"
        return self.last

    def choose(self) -> str:
        word = self.dice.random()
        order = self.dice.choice(self.offered[: 3 if word < 0.9 else 6])
        if word < 0.15:
            return misspelt(order, self.dice)
        if word < 0.25:
            return f"{command_word('preview', self.language)} {order}"
        if word < 0.3:
            return command_word(self.dice.choice(SAID), self.language)
        return order


def misspelt(order: str, dice: Random) -> str:
    at = dice.randrange(len(order))
    return order[:at] + order[at + 1 :]


def command_word(command: str, language: str) -> str:
    """A word of the language: all of them are in the table, in the same order."""
    found = [word for word, meaning in commands().items() if meaning == command]
    at = min(LANGUAGES.index(language), len(found) - 1)
    return found[at]


def play(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    set_key: str,
) -> Typist:
    typist = Typist(capsys, language)
    monkeypatch.setattr("builtins.input", typist.type)
    choices = {"set": set_key, "first_player": "0"}
    match = Match("age_of_war", ["Aki", "Botan"], choices, seed="5a" * 32, prompt=[1])
    HotSeat(match, ["", "auto"], language, None).run()
    assert match.over
    typist.look()
    return typist


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("set_key", SETS)
def test_what_the_screen_offers_is_taken_to_the_end_of_the_match(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    set_key: str,
) -> None:
    typist = play(capsys, monkeypatch, language, set_key)
    refused = common(language)["line"].partition("{")[0]
    offered = set(OFFERED.findall(typist.screen))
    for order, shown in typist.typed:
        if order in offered:
            assert f"  {refused}" not in shown.partition("──")[0], order
    assert any(f"  {refused}" in shown for _, shown in typist.typed)
    assert "{" not in typist.screen


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("set_key", SETS)
def test_the_terminal_lets_no_english_through(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    set_key: str,
) -> None:
    screen = play(capsys, monkeypatch, language, set_key).screen
    found = set(re.findall(r"[a-z]+", screen.lower())) & ENGLISH
    assert not found


ENGLISH = frozenset(  # no word of another language among them
    re.findall(
        r"\w+",
        """the take fill reroll roll rolls dice lost loses if and or with from centre
        seat step standing limit strict ask any odds pass conquers turn move line
        points city cities castle castles whole special infantry archery cavalry
        open siege held best play end over wins match you your such card did mean
        possible kept nothing understood""",
    )
)

"""What chance, a default or a stand-in decided is told as that, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract import Order, visible
from engine.languages import LANGUAGES
from engine.log import Entry
from engine.match import Match
from engine.replay import replay
from engine.words import (
    Narrator,
    decided_by,
    entry_telling,
    sentence,
)

SEED = "05" * 32
CHOOSES = {"en": "chooses", "de": "wählt", "it": "sceglie", "ru": "выбирает"}
CHOOSES["uk"] = "вибирає"


def alone(*said: Any) -> list[str]:
    """What an entry tells that stands by itself."""
    return Narrator().say(entry_telling(*said))


def told(
    match: Match, seat: int | None, language: str = "en"
) -> list[tuple[Entry, list[str]]]:
    found = []
    for frame in replay(match.log):
        view = match.game.view(frame.state, seat)
        seen = visible(frame.events, seat)
        said = alone(frame.entry, seen, view, language, match.names)
        found.append((frame.entry, said))
    return found


def silent(tempo: str = "phase") -> Match:
    """Nobody writes anything."""
    match = Match("small_samurai_empires", ["Ida", "Botan"], seed=SEED, tempo=tempo)
    for _ in range(2):
        match.ring([question.seat for question in match.asked])
    return match


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_said_to_choose_what_a_default_decided(language: str) -> None:
    match = silent()
    for entry, said in told(match, 0, language):
        if entry.seat == 0 and entry.by:
            assert not any(CHOOSES[language] in line for line in said), said


def test_the_player_is_told_who_decided_instead() -> None:
    placed = [s for e, s in told(silent(), 0) if e.order and e.order.verb == "place"]
    mine = [said for said in placed if "for Ida." in " ".join(said)]
    assert mine
    assert all("or chance decides" in said[0] for said in mine)


def test_nobody_else_learns_that_a_secret_choice_was_a_default() -> None:
    for entry, said in told(silent(), 1):
        if entry.seat == 0 and entry.order and entry.order.verb in ("place", "destiny"):
            assert not any("default" in line for line in said), said


def test_dice_that_nobody_waits_for_are_no_decision() -> None:
    match = Match("age_of_war", ["Ida", "Botan"], {"first_player": "0"}, seed=SEED)
    match.ring([0])
    lines = told(match, None)
    assert all("default" not in s for e, said in lines if e.seat == 1 for s in said)
    mine = [said for e, said in lines if e.by == "clock" and said]
    assert mine
    assert all(said[0].startswith("Time is up for Ida") for said in mine)


def test_a_stand_in_is_told_and_a_program_in_its_own_seat_is_not() -> None:
    match = Match("age_of_war", ["Ida", "Botan"], {"first_player": "0"}, seed=SEED)
    match.write(0, "step reroll", by="bot greedy")
    entry = next(e for e in match.log.entries if e.by == "bot greedy")
    frame = next(f for f in replay(match.log) if f.entry is entry)
    view = match.game.view(frame.state, None)
    stood_in = alone(entry, frame.events, view, "en", ["Ida", "Botan"])
    assert stood_in[0] == "A stand-in bot decides for Ida."
    names = ["greedy 1", "Botan"]
    plain = alone(entry, frame.events, view, "en", names)
    assert plain == [sentence(e, view, "en", names) for e in frame.events]


@pytest.mark.parametrize(
    ("holder", "is_stand_in"),
    [
        ("Automat", True),
        ("automat", True),
        ("auto 2 fast", True),
        ("auto", False),
        ("auto 2", False),
        ("auto*", False),
        ("auto 12*", False),
    ],
)
def test_a_program_is_known_by_its_whole_name(holder: str, is_stand_in: bool) -> None:
    entry = Entry("order", 0, Order("reroll", ("A",)), "bot auto")
    assert decided_by(entry, [holder, "Botan"]) == ("bot" if is_stand_in else "")


def test_nobody_else_learns_which_hidden_tokens_chance_chose() -> None:
    """What is told beside a placement is the same whoever decided it."""
    match = Match("small_samurai_empires", ["Ida", "Botan"], seed=SEED, tempo="phase")
    for seat in (0, 1):
        match.write(seat, "destiny grey or orange or teal or violet")
    match.write(0, "place attack at grey-1, neutral none")
    match.write(1, "place harvest at grey-2, neutral none")
    for entry, said in told(match, 1):
        placing = entry.order and entry.order.verb in ("place", "cover", "decline")
        if entry.seat == 0 and placing:
            assert not any("default" in line for line in said), said


def told_in_a_row(match: Match, seat: int | None) -> list[str]:
    narrator, found = Narrator(), list[str]()
    for frame in replay(match.log):
        view = match.game.view(frame.state, seat)
        seen = visible(frame.events, seat)
        found += narrator.say(entry_telling(frame.entry, seen, view, "en", match.names))
    return found


def test_who_decided_instead_is_told_once_in_a_row() -> None:
    match = Match("age_of_war", ["Ida", "Bo"], {"first_player": "0"}, seed=SEED)
    match.ring([0])
    steps = [entry for entry in match.log.entries if entry.by == "clock"]
    assert len(steps) > 2
    said = [line for line in told_in_a_row(match, None) if "Time is up" in line]
    assert said == ["Time is up for Ida: the default answer counts."]


def test_after_another_seat_it_is_told_again() -> None:
    match = Match("age_of_war", ["Ida", "Bo"], {"first_player": "0"}, seed=SEED)
    for seat in (0, 1, 0):
        match.ring([seat])
    said = [line for line in told_in_a_row(match, None) if "Time is up" in line]
    assert [line.split(":")[0] for line in said] == [
        "Time is up for Ida",
        "Time is up for Bo",
        "Time is up for Ida",
    ]


def test_chance_is_named_only_where_it_made_the_choice() -> None:
    """Dice that are rolled after a step did not choose it."""
    for entry, said in told(silent(), 0):
        heads = [line for line in said if "the default decides" in line]
        by_chance = entry.order is not None and entry.order.text == "place any"
        assert all(("chance" in line) == by_chance for line in heads)


def test_chance_is_told_also_in_the_middle_of_a_row() -> None:
    lines = told_in_a_row(silent(), 0)
    taken = [
        n
        for n, line in enumerate(lines)
        if line.startswith("“") and line.endswith("for Ida.")
    ]
    assert taken
    for number in taken:
        heads = [line for line in lines[:number] if "default answer counts" in line]
        assert heads[-1].endswith("counts, or chance decides.")

"""What games tell booklets: chapters, charts, houses, in every language they speak."""

from __future__ import annotations

import tomllib
from pathlib import Path
from string import Formatter

import pytest

from engine.audit import TALLY, Kind, draws_made, kinds_of
from engine.chronicle import (
    Chapter,
    chapter_title,
    chronicle_words,
    draws_title,
    houses_of,
    part_called,
    value_called,
)
from engine.languages import LANGUAGES
from engine.log import Log, log_read
from engine.match import Match
from engine.registry import game, games
from engine.replay import replay
from engine.words import words

REPLAYS = Path(__file__).parent.parent / "replays"
FILES = sorted(REPLAYS.glob("*/*.log"))
TOLD = [name for name in sorted(games()) if chronicle_words(name, "en")]


def log_at(file: Path) -> Log:
    return log_read(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_what_is_told_fits_the_score_and_has_words(file: Path) -> None:
    log = log_at(file)
    rules, said = game(log.game), chronicle_words(log.game, "en")
    for frame in replay(log):
        told = rules.chronicle(rules.view(frame.state, None))
        assert told is not None
        assert list(told.points) == [s.points for s in rules.score(frame.state)]
        assert {len(by_seat) for by_seat in told.measures.values()} == {log.seats}
        assert set(told.measures) <= set(said["measures"])
        assert {house.name for house in told.houses} <= set(said["houses"])
        if rules.decisions(frame.state):
            assert told.chapter.kind in said["chapters"]


@pytest.mark.parametrize("name", TOLD)
def test_every_language_has_the_same_words(name: str) -> None:
    file = games()[name].folder / "chronicle.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    assert tuple(data)[-5:] == LANGUAGES
    assert set(data) <= {"called", "cells", *LANGUAGES}
    keys = {table: list(data["en"][table]) for table in data["en"]}
    for language in LANGUAGES:
        assert {t: list(data[language][t]) for t in data[language]} == keys, language
        for kind, title in data[language]["chapters"].items():
            assert places(title) == places(data["en"]["chapters"][kind]), language


def places(title: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(title)} - {None}


@pytest.mark.parametrize("name", TOLD)
def test_only_events_that_there_are_are_counted(name: str) -> None:
    said = chronicle_words(name, "en")
    kinds = set(words(name, "en")["events"])
    assert set(said["scorings"]) | set(said["statistics"]) <= kinds


def test_a_four_player_match_of_samurai_has_twelve_chapters() -> None:
    log = log_at(REPLAYS / "small_samurai_empires/4-players-crowd-games.log")
    rules, titles = game(log.game), []
    for frame in replay(log):
        told = rules.chronicle(rules.view(frame.state, None))
        assert told is not None
        titles.append(chapter_title({"game": log.game}, told.chapter, "de"))
    chapters = list(dict.fromkeys(titles[:-1]))  # the last is the end
    assert len(chapters) == 12
    assert chapters[0] == "Epoche 1, Runde 1: Die Befehle werden gelegt"


def test_neighbours_that_count_can_be_joined() -> None:
    one, two = (Chapter("turns", {"first": n, "last": n + 2}) for n in (1, 4))
    joined = one.joined(two)
    assert joined is not None
    assert chapter_title({"game": "age_of_war"}, joined, "en") == "Turns 1 to 6"
    assert two.joined(one) is None  # played anew
    era = Chapter("placement", {"era": 1, "round": 1})
    assert era.joined(era) is None


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_no_chapter_counts_turns_that_were_never_played(file: Path) -> None:
    log = log_at(file)
    rules, played = game(log.game), 0
    for frame in replay(log):
        told = rules.chronicle(rules.view(frame.state, None))
        begun = [e.data["turn"] for e in frame.events if e.kind == "turn_begun"]
        played = max([played, *begun])
        assert told is not None
        if log.position is not None and frame.number == 0:  # in the midst of a turn
            played = told.chapter.values.get("last", 0)
        assert told.chapter.values.get("last", 0) <= played


def test_one_turn_alone_is_called_so() -> None:
    one = Chapter("turns", {"first": 37, "last": 37})
    assert chapter_title({"game": "age_of_war"}, one, "de") == "Zug 37"


def test_a_game_that_tells_nothing_has_the_colours_of_the_kit() -> None:
    toy = game("toy")
    assert toy.chronicle({}) is None
    assert [house.name for house in houses_of(toy, {}, 2)] == ["blue", "vermilion"]
    assert chapter_title({"game": "toy"}, Chapter("round 3"), "de") == "Round 3"


def raw_values(log: Log, kind: Kind, language: str) -> list[str]:
    """What the log writes and no reader would: keys, and seats by their numbers."""
    view = game(log.game).view(next(iter(replay(log))).state, None)
    names = ["Aki", "Botan", "Chie", "Doi", "Emi", "Fuyu"]
    values = {value for draw in kind.draws for value in draw.of}
    return [
        value
        for value in sorted(values)
        if value_called(view, kind.name, value, language, names) == value
    ]


def test_a_seat_is_called_by_its_player() -> None:
    view = {"game": "age_of_war", "set": "qin-2024"}
    for value, said in (("0", "Aki"), ("1", "Botan"), ("random", "ausgelost")):
        called = value_called(view, "first_player", value, "de", ["Aki", "Botan"])
        assert called == said
    assert value_called(view, "turn_cap", "0", "de", ["Aki"]) == "unbegrenzt"
    assert value_called(view, "turn_cap", "40", "de", ["Aki"]) == "40"


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_every_draw_has_a_name(file: Path) -> None:
    log = log_at(file)
    for kind in kinds_of(draws_made(log)):
        for language in LANGUAGES:
            assert draws_title(log.game, kind.name, language) != kind.name
        if kind.how != TALLY:  # what came true is told in numbers
            assert not raw_values(log, kind, "uk")  # no word of theirs is like its key
    assert draws_title(log.game, "something new", "de") == "something new"


def test_parts_of_a_measure_are_called_in_the_readers_language() -> None:
    """Shogun draws a deck of provinces, and counts provinces by region."""
    match = Match("shogun", ["Aki", "Botan", "Chie"])
    view = match.game.view(match.state, None)
    told = match.game.chronicle(view)
    assert told is not None
    assert "north" in told.parts["provinces"]
    assert part_called(view, "provinces", "north", "de") == "Nordregion"
    assert value_called(view, "provinces", "KAI", "uk", []) == "Кай"

"""What happened is told by rank: headlines first, details folded, no fight cut."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.contract import Event, visible
from engine.log import Log, log_read, read_entry
from engine.match import Match
from engine.ranks import Rank, rank_of
from engine.registry import game as game_of
from engine.registry import games
from engine.replay import replay
from engine.summary import Line, Record, Scene, scenes_of, summary
from engine.words import Sentence, Telling, entry_telling

REPLAYS = Path(__file__).parent.parent / "replays"
LOGS = sorted(str(file.relative_to(REPLAYS)) for file in REPLAYS.glob("*/*.log"))
NAMES = ["Aki", "Botan", "Chie", "Daisuke", "Emi", "Fumi"]
every_game = pytest.mark.parametrize("name", sorted(games()))


def spoken(text: str) -> Sentence:
    """`>` begins a scene, `!` is a headline, `!!` an own one, `*` was decided."""
    rank = Rank(min(text.count("!"), 2))
    return Sentence(text.strip(">!*"), rank, text.startswith(">"), text.endswith("*"))


def record(number: int, *texts: str, span: str = "one", by: str = "") -> Record:
    instead = f"The {by} decides." if by else ""
    telling = Telling(0, by, False, instead, [spoken(text) for text in texts])
    return Record(number, span, telling)


def shown(scenes: list[Scene]) -> list[str]:
    return [line.text for scene in scenes for line in scene.lines]


FIGHT = [
    record(1, ">Aki attacks", "throws 1"),
    record(2, "throws 2", "throws 3"),
    record(3, "throws 4", "Botan loses Kai!"),
]


def test_what_fits_is_told_whole_and_in_order() -> None:
    told = summary(FIGHT, 9)
    lines = [(line.number, line.text) for line in told.lines]
    assert lines == [
        (1, "Aki attacks"),
        (1, "throws 1"),
        (2, "throws 2"),
        (2, "throws 3"),
        (3, "throws 4"),
        (3, "Botan loses Kai"),
    ]
    assert not told.folded


@pytest.mark.parametrize("budget", range(1, 6))
def test_a_fight_longer_than_the_budget_is_not_cut_in_the_middle(budget: int) -> None:
    told = summary(FIGHT, budget)
    assert shown(told.scenes) == ["Botan loses Kai"]
    assert [line.number for line in told.folded] == [1, 1, 2, 2, 3]


def test_headlines_come_first_and_then_details_of_the_newest_scenes() -> None:
    records = [
        record(1, ">one", "a", "first!"),
        record(2, ">two", "b", "second!"),
        record(3, ">three", "c", "third!"),
    ]
    assert shown(summary(records, 3).scenes) == ["first", "second", "third"]
    assert shown(summary(records, 5).scenes) == [
        *("first", "second"),
        *("three", "c", "third"),
    ]
    assert shown(summary(records, 2).scenes) == ["second", "third"]
    folded = [line.text for line in summary(records, 2).folded]
    assert folded == ["one", "a", "first", "two", "b", "three", "c"]


def test_a_scene_with_too_many_details_is_passed_over() -> None:
    records = [
        record(1, ">one", "first!"),
        record(2, ">two", "b", "c", "d", "e", "second!"),
    ]
    assert shown(summary(records, 4).scenes) == ["one", "first", "second"]


def test_the_readers_own_headlines_are_never_left_out() -> None:
    old = record(1, ">battle", "Botan takes Kai from you!!")
    late = [record(n, f">turn {n}", f"news {n}!") for n in range(2, 30)]
    told = summary([old, *late], 4)
    assert shown(told.scenes) == [
        "Botan takes Kai from you",
        *(f"news {n}" for n in range(27, 30)),
    ]
    mine = [record(n, f">turn {n}", f"loss {n}!!") for n in range(9)]
    assert len(summary(mine, 3).lines) == 9


def test_the_newest_news_is_told_whole_however_long() -> None:
    """A turn that has only begun is no reason to leave out the end of an era."""
    end = record(4, ">the era ends!", *(f"score {n}!" for n in range(9)), ">a turn")
    told = summary([record(3, "before!"), end], 4)
    assert len(told.lines) == 10
    assert [line.text for line in told.folded] == ["before", "a turn"]


def test_a_span_ends_a_scene_but_not_one_that_just_began() -> None:
    records = [
        record(1, "a", span="one"),
        record(2, "b", span="two"),
        record(3, "c!", ">d", span="two"),
        record(4, "e", span="three"),
    ]
    scenes = [
        [sentence.text for part in scene for sentence in part.telling.sentences]
        for scene in scenes_of(records)
    ]
    assert scenes == [["a"], ["b", "c"], ["d", "e"]]
    spans = [scene.span for scene in summary(records, 9).scenes]
    assert spans == ["one", "two", "three"]


def test_several_beginnings_in_a_row_are_one() -> None:
    (scene,) = scenes_of([record(1, ">pays", ">places", "moves")])
    assert len(scene) == 1


def test_who_decided_is_told_with_what_is_left() -> None:
    """Also where the first thing that was decided so is folded."""
    records = [
        record(1, ">turn", "roll", by="clock"),
        record(2, "roll", "roll", by="clock"),
        record(3, "conquest!", by="clock"),
    ]
    told = summary(records, 2)
    assert shown(told.scenes) == ["The clock decides.", "conquest"]
    assert told.folded[0].text == "The clock decides."
    assert len(summary(records, 6).lines) == 6


def test_who_decided_an_entry_did_not_decide_the_next_turn() -> None:
    (_, next_turn) = scenes_of([record(1, "fills*", "conquest!", ">turn", by="clock")])
    assert next_turn[0].telling.by == ""
    (_, placed) = scenes_of([record(1, "reveals", ">places*", by="clock")])
    assert placed[0].telling.by == "clock"


def test_where_there_is_no_headline_the_newest_scene_is_told() -> None:
    records = [record(1, ">one", "a"), record(2, ">two", "b", "c", "d")]
    assert shown(summary(records, 1).scenes) == ["two", "b", "c", "d"]


def test_what_is_folded_is_folded_together() -> None:
    records = [
        record(1, ">one", "a", "b", "c", "d"),
        record(2, ">two", "e", "f", "g", "h"),
        record(3, ">three", "i", "third!"),
        record(4, ">four", "j", "k", "l"),
    ]
    first, last = summary(records, 3).blocks
    assert [line.text for line in first.lines] == ["three", "i", "third"]
    assert [line.text for line in first.folded] == [*("one", *"abcd"), "two", *"efgh"]
    assert last.lines == []
    assert [line.text for line in last.folded] == ["four", *"jkl"]


def test_nothing_is_told_of_nothing() -> None:
    assert summary([], 5).scenes == []
    assert summary([record(1)], 5).scenes == []


# --------------------------------------------------------------------- every game


def silent_log(name: str, most: int = 60) -> Log:
    """The beginning of a match in which nobody writes anything."""
    match = Match(name, NAMES[: games()[name].seats[0]], seed="07" * 32)
    while not match.over and len(match.log.entries) < most:
        match.ring([asked.seat for asked in match.asked])
    return match.log


def records_of(log: Log, seat: int | None) -> list[Record]:
    """A match in the eyes of a seat."""
    rules, found, span = game_of(log.game), [], ""
    for frame in replay(log):
        view, seen = rules.view(frame.state, seat), visible(frame.events, seat)
        telling = entry_telling(frame.entry, seen, view, "en", NAMES, seat)
        found.append(Record(frame.number, span, telling))
        span = next((d.span for d in rules.decisions(frame.state)), "")
    return found


def stretches(records: list[Record]) -> Iterator[list[Record]]:
    for size in (3, 20, 61):
        for first in range(0, len(records), size):
            yield records[first : first + size]


@pytest.mark.parametrize("name", LOGS)
def test_golden_matches_in_few_lines(name: str) -> None:
    check_summaries(log_read((REPLAYS / name).read_text()))


@every_game
def test_silent_matches_in_few_lines(name: str) -> None:
    check_summaries(silent_log(name))


def check_summaries(log: Log) -> None:
    for seat in (None, 0):
        for some in stretches(records_of(log, seat)):
            told = summary(some, 8)
            check_complete(some, told.lines, told.folded)
            check_budget(told.scenes, 8)
            for scene in told.scenes:
                check_not_cut(scene)


def check_complete(some: list[Record], lines: list[Line], folded: list[Line]) -> None:
    """Everything is there once and in order; what is told of deciders comes on top."""
    everything = {(r.number, s.text) for r in some for s in r.telling.sentences}
    assert {(n, text) for n, text, _ in [*lines, *folded]} >= everything
    assert [line.number for line in lines] == sorted(line.number for line in lines)
    assert not [line for line in folded if line.rank is Rank.OWN]


def check_budget(scenes: list[Scene], budget: int) -> None:
    others = [[line for line in s.lines if line.rank < Rank.OWN] for s in scenes]
    newest = next(
        (s for s in reversed(scenes) if any(not x.is_detail for x in s.lines)), None
    )
    lines = sum(map(len, others))
    # Without a headline the last scene is told, uncut.
    last = newest or (scenes[-1] if scenes else Scene("", [], []))
    excess = [line for line in last.lines if not newest or not line.is_detail]
    assert lines <= max(budget, len(excess))


def check_not_cut(scene: Scene) -> None:
    """A scene tells all of its details or none."""
    assert not scene.folded or not any(line.is_detail for line in scene.lines)


def test_a_gain_is_a_headline_to_the_player_who_makes_it() -> None:
    gain = Event("harvest_done", {"seat": 1, "region": "grey", "food": 1})
    ranks = [rank_of(gain, "small_samurai_empires", seat) for seat in (1, 0, None)]
    assert ranks == [Rank.OWN, Rank.DETAIL, Rank.DETAIL]
    loss = Event("army_destroyed", {"seat": 0, "of_seat": 1, "province": "kii"})
    ranks = [rank_of(loss, "small_samurai_empires", seat) for seat in (1, 2, None)]
    assert ranks == [Rank.OWN, Rank.HEADLINE, Rank.HEADLINE]


def test_what_was_decided_for_the_reader_is_never_folded() -> None:
    by_clock = read_entry("0 place harvest teal-1 (clock)")
    by_bot = read_entry("0 place harvest teal-1 (bot greedy)")
    event = Event("token_placed", {"seat": 0, "slot": "teal-1", "token": "harvest"})
    match = Match("small_samurai_empires", NAMES[:2], seed="01" * 32)
    view = match.game.view(match.state, None)
    assert "token_placed" in games()[view["game"]].ranks.details
    for reader, rank in ((0, Rank.OWN), (1, Rank.DETAIL), (None, Rank.DETAIL)):
        telling = entry_telling(by_clock, [event], view, "en", NAMES, reader)
        assert telling.rank is rank
    telling = entry_telling(by_bot, [event], view, "en", NAMES, 0)
    assert telling.rank is Rank.HEADLINE  # a long absence would fill a letter


def test_a_reason_may_have_a_rank_of_its_own() -> None:
    for reason, rank in (("conquest", Rank.DETAIL), ("pass", Rank.HEADLINE)):
        ended = Event("turn_ended", {"seat": 1, "reason": reason})
        assert rank_of(ended, "age_of_war", None) == rank


def test_what_the_kit_tells_is_a_headline() -> None:
    assert rank_of(Event("match_paused", {}), "age_of_war", 0) is Rank.HEADLINE
    assert rank_of(Event("time_ran_out", {"seat": 0}), "age_of_war", 0) is Rank.OWN


@every_game
def test_a_whole_match_of_silence_has_headlines(name: str) -> None:
    """What nobody reads first is no story: each game has something to tell."""
    ranks = [
        rank_of(event, name, None)
        for frame in replay(silent_log(name))
        for event in visible(frame.events, None)
    ]
    assert {Rank.HEADLINE, Rank.DETAIL} <= set(ranks)

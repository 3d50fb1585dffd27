"""In every list of steps, who decided instead of a player is told once in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from engine.match import Match as Played
from engine.summary import summary
from sse.api.serializers.table import events_shape
from sse.archive.pdf.page_parts import step_lines as lines
from sse.archive.pdf.story import Reader, story_of
from sse.archive.pdf.tables import scorings_of
from sse.archive.replay import Replay
from sse.matches.models import Match
from sse.matches.presentation import records_of
from sse.matches.selectors import log_of
from tests.support.golden_matches import archived

pytestmark = pytest.mark.django_db
SAID = "Time is up for Ida: the default answer counts."
SAID_TO_IDA = "Your time is up: the default answer counts."


def timed_out() -> Match:
    """One whole turn of Age of War that the clock decided."""
    played = Played(
        "age_of_war", ["Ida", "Botan"], {"first_player": "0"}, seed="05" * 32
    )
    played.ring([0])
    assert sum(entry.by == "clock" for entry in played.log.entries) > 2
    return archived(played.log)


def in_letters(match: Match) -> Iterable[list[str]]:
    names = ["Ida", "Botan"]
    records = records_of(
        match, first=0, last=match.head - 1, seat=None, language="en", names=names
    )
    return [[line.text for line in summary(records, 1000).lines]]


def on_pages(match: Match) -> Iterable[list[str]]:
    replay = Replay(match)
    first = [row.sentences for row in replay.told(range(match.head))]
    again = [row.sentences for row in replay.told(range(match.head))]
    assert first == again
    return first


def in_the_api(match: Match) -> Iterable[list[str]]:
    items = events_shape(Replay(match), 0, match.head)["items"]
    return [item["sentences"] for item in items]


def in_the_booklet(match: Match) -> Iterable[list[str]]:
    """As Ida herself reads it while the match runs."""
    story = story_of(log_of(match), Reader(0, "en", has_ended=False))
    assert scorings_of(story)  # a step that scores and was decided by the clock
    assert [line for part in story.parts for step in part.steps for line in lines(step)]
    return [step.sentences for part in story.parts for step in part.steps]


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        (in_letters, SAID),
        (on_pages, SAID),
        (in_the_api, SAID),
        (in_the_booklet, SAID_TO_IDA),
    ],
)
def test_who_decided_is_told_once_in_a_row(
    listed: Callable[[Match], Iterable[list[str]]], said: str
) -> None:
    lines = [line for step in listed(timed_out()) for line in step]
    assert [line for line in lines if "default answer" in line] == [said]
    assert not [line for line in lines if "chance" in line]


def test_a_step_that_stands_by_itself_tells_it() -> None:
    match = timed_out()
    for step in (1, 2):
        (row,) = Replay(match).told([step])
        assert row.sentences[0] == SAID


def test_a_program_reads_the_rank_of_each_event() -> None:
    items = events_shape(Replay(timed_out()), 0, 100)["items"]
    ranks = {event["kind"]: event["rank"] for item in items for event in item["events"]}
    assert ranks["dice_rolled"] == "detail"
    assert ranks["card_conquered"] == "headline"

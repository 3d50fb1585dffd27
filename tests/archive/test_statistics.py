"""Statistics: exact counts of what everybody may see, with how far to trust them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.management import call_command

from engine.registry import games
from sse.accounts.models import Player
from sse.archive.index.maintenance import statistics_rebuild
from sse.archive.index.records import archive_enter
from sse.archive.models import Career, Tally
from sse.archive.statistics import counts
from sse.archive.statistics.intervals import Share
from sse.archive.statistics.tables import Figures, binned_bars, parts_counted, summary
from sse.matches.models import Match
from sse.matches.play import match_abandon
from sse.web.views import archive
from sse.web.views.archive import search_for_part
from tests.support.clients import browser, page
from tests.support.short_matches import begun, besieged, copied, keep, lanterns
from tests.support.tables import running

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("own_files_and_cache"),
    pytest.mark.each_database,
]


def tallies() -> dict[tuple[Any, ...], tuple[int, int]]:
    rows = Tally.objects.exclude(n=0)
    return {
        (row.game_name, row.seats, row.part, row.figure, row.value): (row.n, row.won)
        for row in rows
    }


def careers() -> set[tuple[Any, ...]]:
    fields = ("game_name", "player", "bot", "played", "won", "left", "answers")
    return set(Career.objects.exclude(played=0).values_list(*fields))


# ------------------------------------------------------------------------- counting


def test_matches_are_counted_by_seat_points_and_length(
    aki: Player, botan: Player
) -> None:
    for players in ((aki, botan), (aki, botan), (botan, aki)):
        lanterns(*players)
    keep()
    figures = Figures(games()["toy"], 2, "")
    assert figures.matches == 3
    assert [(bar.n, bar.share.hits) for bar in figures.by_seat] == [(3, 3), (3, 0)]
    assert [bar.label for bar in figures.by_seat] == ["Seat 1", "Seat 2"]
    assert sum(bar.n for bar in figures.scores) == 6
    assert [bar.n for bar in figures.lengths] == [3]
    assert [bar.label for bar in figures.openings[0].bars] == ["gold"]
    assert figures.openings[0].n == 3


def test_turn_order_counts_where_the_game_tells_it(aki: Player) -> None:
    besieged(aki, choices={"first_player": "1"})
    keep()
    figures = Figures(games()["age_of_war"], 2, "")
    assert [bar.n for bar in figures.by_turn] == [1, 1]
    assert sum(bar.share.hits for bar in figures.by_turn) == 1


def test_parts_of_the_matches_are_counted_too(aki: Player, botan: Player) -> None:
    lanterns(aki, botan)
    lanterns(aki, botan, choices={"rounds": "1", "deal": "short"})
    keep()
    parts = {key: n for key, _, n in parts_counted(games()["toy"], 2)}
    assert parts == {"deal=open": 1, "deal=short": 1}
    assert Figures(games()["toy"], 2, "deal=short").matches == 1


def test_what_is_entered_again_is_counted_once(aki: Player, botan: Player) -> None:
    match = besieged(aki)
    lanterns(aki, botan)
    keep()
    counted, deeds = tallies(), careers()
    archive_enter(match=match)
    assert tallies() != counted
    keep()
    keep()
    assert tallies() == counted
    assert careers() == deeds
    statistics_rebuild()
    assert tallies() == counted
    assert careers() == deeds


def test_counting_in_batches_leaves_nothing_out(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = lanterns(aki, botan)
    for _ in range(4):
        copied(model)
    keep()
    counted = tallies()
    monkeypatch.setattr(counts, "BATCH", 2)
    call_command("statistics_rebuild")
    assert tallies() == counted
    assert Figures(games()["toy"], 2, "").matches == 5


def test_private_and_abandoned_matches_count_nowhere(
    aki: Player, botan: Player
) -> None:
    lanterns(aki, botan, privacy="private")
    match_abandon(match_id=running(aki, botan).pk, by=aki)
    later = begun(aki, botan, privacy="listed when finished")
    match_abandon(match_id=later.pk, by=aki)
    keep()
    assert tallies() == {}
    assert not Career.objects.exists()
    match = lanterns(aki, botan, privacy="listed when finished")
    keep()
    assert Figures(games()["toy"], 2, "").matches == 1
    Match.objects.filter(pk=match.pk).update(privacy="private")
    match.refresh_from_db()
    archive_enter(match=match)
    keep()
    assert tallies() == {}


# ----------------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [  # the Wilson score interval, as published tables have it
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (15, 100, 0.0931, 0.2328),
    ],
)
def test_the_interval_is_wilsons(hits: int, n: int, low: float, high: float) -> None:
    assert list(Share(hits, n).interval) == pytest.approx([low, high], abs=1e-4)


def test_no_case_says_nothing() -> None:
    assert Share(0, 0).interval == (0.0, 1.0)
    assert Share(0, 0).value == 0.0
    assert Share(1, 29).is_small
    assert not Share(1, 30).is_small


def test_numbers_fall_into_bins_of_one_width() -> None:
    cases = {str(value): (1, value % 2) for value in range(-3, 30)}
    bars = binned_bars(cases)
    assert sum(bar.n for bar in bars) == 33
    assert len(bars) <= 13
    assert {bar.n for bar in bars[1:-1]} == {3}
    assert [bar.label for bar in binned_bars({"7": (2, 0)})] == ["7"]
    assert binned_bars({}) == []


def test_means_have_a_deviation() -> None:
    found = summary({"1": 1, "3": 1})
    assert found
    assert (found.n, found.mean) == (2, 2.0)
    assert found.deviation == pytest.approx(2**0.5)
    assert summary({}) is None


# --------------------------------------------------------------------------- pages


def test_the_page_tells_samples_and_marks_small_ones(
    aki: Player, botan: Player
) -> None:
    model = lanterns(aki, botan)
    keep()
    text = page(browser(), "/statistics/toy/")
    assert "From 1 finished public match." in text
    assert 'class="few"' in text
    for _ in range(29):
        copied(model)
    keep()
    text = unescape(page(browser(), "/statistics/toy/?seats=2"))
    assert "From 30 finished public matches." in text
    seats = re.search(r"Who wins, by seat.*?</table>", text, re.S)
    assert seats
    assert 'class="few"' not in seats[0]
    assert "100 %" in seats[0]
    assert "89–100 %" in seats[0]
    assert "<script" not in text
    assert "style=" not in text


def test_the_page_says_when_it_tells_only_of_a_part(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    lanterns(aki, botan)
    keep()
    assert "of this game in all" not in page(browser(), "/statistics/toy/")
    monkeypatch.setattr(archive, "seats_counted", lambda name: {2: 1, 3: 1})
    text = page(browser(), "/statistics/toy/")
    assert "Only matches for 2 players are counted here; there are 2 of this" in text


@pytest.mark.parametrize(
    ("part", "more"),
    [
        ("", []),
        ("mountain=yes", [("choice_mountain", "yes")]),
        ("players=people", [("players", "people")]),
        ("version=1", []),  # nobody searches by that
    ],
)
def test_the_matches_of_a_part_can_be_looked_at(
    part: str, more: list[tuple[str, str]]
) -> None:
    found = search_for_part(games()["small_samurai_empires"], 3, part).pairs
    usual = [("game", "small_samurai_empires"), ("seats", "3")]
    assert sorted(found) == sorted([*usual, *more])


def test_odd_wishes_show_what_is_usual(aki: Player, botan: Player) -> None:
    lanterns(aki, botan)
    keep()
    for odd in ("seats=9", "seats=x", "part=%00", "part=nothing"):
        assert "From 1 finished public match." in page(
            browser(), f"/statistics/toy/?{odd}"
        )
    assert browser().get("/statistics/chess/").status_code == 404
    assert "No finished match yet" in page(browser(), "/statistics/age_of_war/")


def test_the_first_page_lists_games_that_were_played(
    aki: Player, botan: Player
) -> None:
    assert "No finished match yet" in page(browser(), "/statistics/")
    lanterns(aki, botan)
    keep()
    text = page(browser(), "/statistics/")
    assert "Lanterns" in text
    assert "Age of War" not in text

"""Ratings: in the order of the ends, the same however one comes there."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from openskill.models import PlackettLuce

from engine.log import read_entry
from sse.accounts.models import Player
from sse.archive import ratings
from sse.archive.index.models import Career, Part, RatingStep, Record
from sse.archive.index.records import archive_enter, is_own_play
from sse.archive.players import best_careers
from sse.archive.ratings import ratings_go_on, ratings_rebuild
from sse.matches.models import Match, Submission, Tenure
from sse.matches.play import match_abandon, seat_open, seat_take
from tests.support.short_matches import besieged, ended, keep, lanterns, record_of
from tests.support.tables import running, write

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


def rating(player: Player) -> float | None:
    found = Career.objects.filter(player=player, game_name="toy").first()
    return found.rating if found else None


def everything() -> list[tuple[Any, ...]]:
    fields = ("record", "career__player", "career__bot", "mu", "sigma")
    steps = RatingStep.objects.order_by("record", "career")
    careers = Career.objects.order_by("pk")
    numbers = ("player", "bot", "mu", "sigma", "rating", "rated")
    return [*steps.values_list(*fields), *careers.values_list(*numbers)]


def test_who_wins_rises_as_the_library_says(aki: Player, botan: Player) -> None:
    lanterns(aki, botan)
    keep()
    model = PlackettLuce()
    (first,), (second,) = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    assert rating(aki) == first.mu - 3 * first.sigma
    assert rating(botan) == second.mu - 3 * second.sigma
    assert [career.player for career in best_careers("toy")] == [aki, botan]


def test_more_than_two_are_rated_together(
    aki: Player, botan: Player, chie: Player
) -> None:
    lanterns(aki, botan, chie)
    keep()
    first, second, third = rating(aki), rating(botan), rating(chie)
    assert first is not None
    assert second is not None
    assert first > second
    assert second == third  # they share the second place


def test_whoever_comes_late_is_rated_in_time(
    aki: Player, botan: Player, chie: Player
) -> None:
    ended("2026-03-01T10:00", aki, botan)
    middle = ended("2026-03-02T10:00", botan, chie)
    ended("2026-03-03T10:00", chie, aki)
    keep()
    in_order = everything()
    match = middle.match
    Record.objects.filter(pk=middle.pk).delete()
    ratings_rebuild()
    assert everything() != in_order
    archive_enter(match=match)
    keep()
    assert sorted(map(str, everything())) == sorted(map(str, in_order))


def test_a_rebuild_gives_the_same(
    aki: Player, botan: Player, chie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day, players in enumerate([(aki, botan), (botan, chie), (chie, aki)], start=1):
        ended(f"2026-03-0{day}T10:00", *players)
        keep()
    before = everything()
    monkeypatch.setattr(ratings, "BATCH", 1)
    call_command("ratings_rebuild")
    assert everything() == before
    assert ratings_go_on() == 0


def test_private_and_abandoned_matches_are_not_rated(
    aki: Player, botan: Player
) -> None:
    lanterns(aki, botan, privacy="private")
    match_abandon(match_id=running(aki, botan).pk, by=aki)
    keep()
    assert ratings_rebuild() == 0
    assert not RatingStep.objects.exists()


def test_a_seat_that_changed_hands_is_nobodys_result(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = running(aki, botan, chie, choices={"rounds": "1"})
    seat_open(match_id=match.pk, by=aki, seat=1)
    seat_take(match_id=match.pk, player=doi, seat=1)
    for number, player in enumerate((aki, doi, chie)):
        write(match, player, f"pick {4 - number}; take gold")
    keep()
    assert rating(aki) is not None
    assert rating(chie) is not None
    assert rating(botan) is None
    assert rating(doi) is None


def test_who_resigns_is_rated(aki: Player, botan: Player) -> None:
    match = running(aki, botan, choices={"rounds": "1"})
    write(match, botan, "", kind=Submission.Kind.RESIGN)
    keep()
    last = record_of(match).parts.get(player=botan)
    assert last.has_resigned
    assert rating(botan) is not None


def test_a_result_that_a_stand_in_made_is_not_theirs(
    aki: Player, botan: Player
) -> None:
    match = lanterns(aki, botan)
    lines = match.entries.filter(text__startswith="1 ")
    tenure = Tenure.objects.get(seat__match=match, player=botan)
    mine = [read_entry(row.text) for row in lines]
    assert is_own_play(tenure, mine)
    assert not is_own_play(tenure, [line._replace(by="bot random") for line in mine])


def test_programs_are_rated_and_not_against_themselves(aki: Player) -> None:
    besieged()
    keep()
    assert not RatingStep.objects.exists()
    assert Career.objects.get(bot="auto").played == 2
    match = besieged(seed="3b", bots=3)
    parts = Part.objects.filter(record__match=match, seat=0)
    parts.update(bot="random", place=3)
    Part.objects.filter(record__match=match, seat=1).update(place=1)
    Part.objects.filter(record__match=match, seat=2).update(place=2)
    ratings_rebuild()
    auto = Career.objects.get(game_name="age_of_war", bot="auto")
    other = Career.objects.get(game_name="age_of_war", bot="random")
    assert auto.rated == other.rated == 1  # two seats, one match
    assert auto.rating is not None
    assert other.rating is not None
    assert auto.rating > other.rating


def test_the_same_match_entered_again_is_rated_once(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    lanterns(botan, aki)
    keep()
    before = everything()
    archive_enter(match=Match.objects.get(pk=match.pk))
    keep()
    assert sorted(map(str, everything())) == sorted(map(str, before))


def test_how_sure_a_rating_is_can_be_said() -> None:
    said = [Career(sigma=sigma).certainty for sigma in (None, 8.3, 5.0, 4.0, 2.0)]
    assert said == [
        "not rated yet",
        "a first estimate",
        "rough",
        "fairly certain",
        "certain",
    ]

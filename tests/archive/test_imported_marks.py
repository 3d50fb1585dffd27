"""Imported matches: marked everywhere, in no count, and their names are nobody's."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db.models import QuerySet
from django.test import Client

from engine.log import log_read, log_text
from sse.accounts.models import Player
from sse.archive.exports import json_file, scores_csv
from sse.archive.imports import ImportRefused, match_import
from sse.archive.index.maintenance import (
    archive_index,
    archive_keep,
    statistics_rebuild,
)
from sse.archive.index.models import Career, Part, RatingStep, Record, Tally
from sse.archive.open_data import open_data_write
from sse.archive.pdf.booklet import Pages, Wanted, html_of
from sse.archive.ratings import ratings_rebuild
from sse.matches.models import Match, Seat, Tenure
from sse.matches.selectors import log_file
from tests.support.booklets import DICE, REPLAYS, imported_from, played_here
from tests.support.golden_matches import archived

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]


def page(path: str) -> str:
    response = Client().get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def api(path: str) -> Any:
    response = Client().get(f"/api/v1{path}")
    assert response.status_code == 200, path
    return response.json()


EMBED = "embedded"


def address(match: Match, path: str) -> str:
    if path == EMBED:
        return f"/embed/matches/{match.pk}/steps/1-9"
    return f"/matches/{match.pk}/{path}"


@pytest.fixture
def imported(aki: Player) -> Match:
    """A listed match from elsewhere, in which somebody is called Aki, like a player."""
    match = imported_from(DICE)
    assert "Aki*" in [seat.holder for seat in match.seats.all()]
    return match


@pytest.mark.parametrize(
    "path", ["", "steps/0", "steps/24", "booklet/", "dice/", EMBED]
)
def test_every_page_of_it_says_so(imported: Match, path: str) -> None:
    assert "it was not played here" in page(address(imported, path))


@pytest.mark.parametrize("path", ["", "steps/0", EMBED, "steps/24"])
def test_its_names_are_marked_and_link_to_nobody(
    imported: Match, aki: Player, path: str
) -> None:
    said = page(address(imported, path))
    assert f"/players/{aki.pk}" not in said
    assert "Aki*" in said
    assert "Aki" not in said.replace("Aki*", "")


@pytest.mark.parametrize("path", ["/archive/", "/archive/?words=aki"])
def test_lists_and_search_say_so(imported: Match, aki: Player, path: str) -> None:
    said = page(path)
    assert str(imported) in said
    assert '<span class="badge">imported</span>' in said
    assert f"/players/{aki.pk}" not in said
    assert "Aki" not in said.replace("Aki*", "")


def test_the_first_page_shows_what_was_played_here(imported: Match) -> None:
    assert str(imported) not in page("/")


def test_the_api_says_so(imported: Match) -> None:
    (row,) = api("/matches")["items"]
    assert row["is_imported"] is True
    assert "Aki*" in [holder["name"] for holder in row["holders"]]
    assert all(holder["player"] is None for holder in row["holders"])
    match = api(f"/matches/{imported.pk}")
    assert match["is_imported"] is True
    assert "Aki*" in [seat["name"] for seat in match["seats"]]
    assert "Aki*" in [row["name"] for row in match["result"]]
    assert api(f"/matches/{imported.pk}/steps")["is_imported"] is True


def test_what_was_played_here_has_no_mark(aki: Player, botan: Player) -> None:
    match = archived(players=[aki, botan])
    archive_index()
    assert "it was not played here" not in page(f"/matches/{match.pk}/")
    assert "imported" not in page("/archive/")
    assert api(f"/matches/{match.pk}")["is_imported"] is False
    assert "imported" not in log_read(log_file(match)).notes


def test_cover_and_pages_of_the_booklet_say_so(imported: Match) -> None:
    html = html_of(Pages(Wanted(imported), lambda done: None))
    cover, rest = html.split('<section id="contents"', 1)
    assert "It was not played here" in cover
    assert 'data-title="Imported: ' in cover  # runs along the head of every page
    told = rest.split('id="log"', 1)[0]
    assert "Aki" in told
    assert "Aki" not in told.replace("Aki*", "")


def test_files_say_so(imported: Match) -> None:
    assert "not played at" in log_read(log_file(imported)).notes["imported"]
    assert '"imported":' in json_file(imported)
    assert "Aki*" in scores_csv(imported)
    assert ("player 0: Aki" in log_file(imported)) == (
        "player 0: Aki" in (REPLAYS / DICE).read_text()
    )


def test_it_counts_nowhere(imported: Match, aki: Player) -> None:
    statistics_rebuild()
    ratings_rebuild()
    archive_index()
    assert Record.objects.get(match=imported).is_imported
    assert not Tally.objects.filter(n__gt=0).exists()
    assert not Career.objects.exists()
    assert not RatingStep.objects.exists()
    assert not Part.objects.filter(player__isnull=False).exists()
    assert page("/statistics/")
    assert api(f"/matches?player={aki.name}")["items"] == []


def test_imports_from_before_are_marked_and_taken_out_of_the_counts(
    aki: Player, botan: Player
) -> None:
    here = archived(players=[aki, botan])
    old = played_here(imported_from(DICE))  # as they were kept once
    archive_index()
    assert Tally.objects.filter(game_name=old.game_name, n__gt=0).exists()
    name = "sse.archive.migrations.0009_imports_are_marked"
    import_module(name).mark(apps, None)
    archive_keep()
    old.refresh_from_db()
    assert old.is_imported
    assert Record.objects.get(match=old).is_imported
    for names in (old.seats, Tenure.objects.filter(seat__match=old), parts_of(old)):
        assert all(name.endswith("*") for name in names.values_list("name", flat=True))
    assert not Tally.objects.filter(game_name=old.game_name, n__gt=0).exists()
    assert Tally.objects.filter(game_name=here.game_name, n__gt=0).exists()
    assert Career.objects.get(player=aki).played == 1
    assert not parts_of(here).filter(name__endswith="*").exists()


def parts_of(match: Match) -> QuerySet[Part]:
    return Part.objects.filter(record__match=match)


def test_it_is_not_in_open_data(imported: Match, tmp_path: Any) -> None:
    others = sorted(REPLAYS.glob("small_samurai_empires/*.log"))
    brought = [imported_from(f"{file.parent.name}/{file.name}") for file in others]
    assert open_data_write(file=tmp_path / "without.zip") == 0
    for match in [imported, *brought]:
        played_here(match)
    assert open_data_write(file=tmp_path / "with.zip") > 0


def test_a_name_that_hides_its_mark_is_refused() -> None:
    log = log_read((REPLAYS / DICE).read_text())
    log.players = [(seat, f"{name}\u061c") for seat, name in log.players]
    with pytest.raises(ImportRefused, match="visible characters"):
        match_import(data=log_text(log).encode())
    assert not Match.objects.exists()


@pytest.mark.parametrize("end", ["*", "\u2217", "\uff0a"])
def test_a_name_that_ends_like_a_mark_is_refused(end: str) -> None:
    log = log_read((REPLAYS / DICE).read_text())
    log.players = [(seat, f"{name}{end}") for seat, name in log.players]
    with pytest.raises(ImportRefused, match="which marks imported names"):
        match_import(data=log_text(log).encode())
    assert not Match.objects.exists()


def test_the_longest_name_has_room_for_the_mark() -> None:
    log = log_read((REPLAYS / DICE).read_text())
    log.players = [(seat, str(seat) * 32) for seat, _ in log.players]
    match, _ = match_import(data=log_text(log).encode(), is_listed=True)
    assert [seat.name for seat in match.seats.order_by("number")] == [
        f"{str(seat) * 32}*" for seat in range(log.seats)
    ]
    assert log_read(log_file(match)).players == log.players
    assert Tenure.objects.filter(seat__match=match).count() == len(log.players)
    assert Seat.objects.filter(match=match, player__isnull=False).count() == 0

"""Pages lead to each other: nothing can be reached by its address alone."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.utils.translation import override

from sse.accounts.models import Player
from sse.archive.imports import match_import
from sse.archive.tags import tag_add
from sse.matches.play import match_open, seat_invite
from sse.platform.times import short_moment_in_words
from tests.support.booklets import DICE, REPLAYS
from tests.support.clients import browser, page
from tests.support.short_matches import besieged, keep, lanterns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]


def links(path: str, player: Player | None = None) -> set[str]:
    return set(re.findall(r'href="(/[^"#]*)', page(browser(player), path)))


def test_the_pages_of_the_archive_lead_to_each_other(aki: Player) -> None:
    besieged(aki)
    keep()
    wanted = {"/archive/", "/statistics/", "/players/", "/archive/tags/"}
    for path in ("/archive/", "/statistics/", "/statistics/age_of_war/", "/players/"):
        assert wanted <= {link.partition("?")[0] for link in links(path)}
    for path in ("/archive/tags/", "/players/programs/age_of_war/auto/"):
        assert wanted <= links(path)
    assert {"/archive/", "/statistics/", "/players/"} <= links("/")
    assert "/archive/import/" in links("/archive/")


def test_a_match_leads_to_its_players_and_its_tags(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    tag_add(match=match, player=aki, text="club night")
    here, pages = f"/matches/{match.pk}/", {f"/players/{p.pk}/" for p in (aki, botan)}
    assert pages | {"/archive/tags/club-night/"} <= links(here)
    assert pages <= links(f"{here}steps/0")
    assert f"{here}tags/" in links(here, aki)
    assert f"{here}tags/" not in links(here)


def test_players_find_what_they_have_played(aki: Player) -> None:
    for path in ("/", "/settings/"):
        assert f"/players/{aki.pk}/" in links(path, aki)
    assert browser(aki).get(f"/players/{aki.pk}/").status_code == 200


def test_the_start_tells_no_result(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    found = links("/")
    assert f"/matches/{match.pk}/steps/0" in found
    assert f"/matches/{match.pk}/" not in found


def test_no_name_at_a_table_leads_to_nothing(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    """Whom one may see there one may look up."""
    match = match_open(organiser=aki, game="toy", seats=3, privacy="private")
    for guest in (botan, chie):
        seat_invite(
            match_id=match.pk, by=aki, email=f"{guest.name.lower()}@example.org"
        )
    assert f"/players/{aki.pk}/" in links(f"/matches/{match.pk}/", botan)
    assert browser(botan).get(f"/players/{aki.pk}/").status_code == 200
    assert browser(doi).get(f"/players/{aki.pk}/").status_code == 404


def test_an_imported_match_names_who_sat_there() -> None:
    match, _ = match_import(data=(REPLAYS / DICE).read_bytes(), is_listed=True)
    text = page(browser(), f"/matches/{match.pk}/")
    assert all(seat.name in text for seat in match.seats.all())
    assert ">free<" not in text


def test_days_are_written_small_where_people_do_so() -> None:
    moment = datetime(2026, 11, 20, 4, 50, tzinfo=UTC)
    said = {}
    for language in ("en", "de", "it", "ru", "uk"):
        with override(language):
            said[language] = short_moment_in_words(moment)
    assert said["en"] == "Fri 20 Nov, 04:50 UTC"
    assert said["de"].startswith("Fr")
    assert [said[one][0] for one in ("it", "ru", "uk")] == ["v", "п", "п"]
    assert all(text.endswith("UTC") for text in said.values())

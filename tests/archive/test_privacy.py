"""What is private is for its people alone: in lists, searches, counts and pages."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.test import Client

from sse.accounts.models import Player
from sse.archive.index.records import match_reword
from sse.archive.models import Record, Remark
from sse.archive.tags import tag_add
from sse.matches.models import Match
from sse.matches.play import match_abandon
from tests.support.clients import browser, page, steps_in
from tests.support.people import new_player
from tests.support.short_matches import begun, besieged, keep, lanterns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
TITLE = "Whispering pines"


class Cast(NamedTuple):
    """Aki and Botan play in private, Chie organises, Emi left, Doi is a stranger."""

    match: Match
    aki: Player
    botan: Player
    emi: Player
    staff: Player
    doi: Player


@pytest.fixture
def cast(aki: Player, botan: Player, chie: Player, doi: Player) -> Cast:
    emi, staff = new_player("Emi"), new_player("Staff", is_staff=True)
    match = lanterns(aki, botan, emi, title=TITLE, privacy="private")
    tag_add(match=match, player=aki, text="hush")
    Remark.objects.create(match=match, step=1, player=aki, text="quiet words")
    match_reword(match_id=match.pk)
    keep()
    return Cast(match, aki, botan, emi, staff, doi)


SEARCHES = (
    "/archive/",
    "/archive/?words=whispering",
    "/archive/?words=quiet",
    "/archive/?game=toy",
    "/archive/?player=aki",
    "/archive/?player=aki&outcome=won",
    "/archive/?game=toy&happened=prize_taken",
    "/archive/?game=toy&happened=prize_taken+what=gold&when=last",
    "/archive/?tag=hush",
    "/archive/?seats=3",
    "/archive/?from=2000-01-01",
    "/archive/tags/hush/",
)


@pytest.mark.parametrize("path", SEARCHES)
def test_a_private_match_is_found_by_its_people_alone(cast: Cast, path: str) -> None:
    for player in (cast.aki, cast.botan, cast.emi, cast.staff):
        assert TITLE in page(browser(player), path), player
    for stranger in (None, cast.doi):
        assert TITLE not in page(browser(stranger), path)


def test_it_changes_no_byte_of_what_strangers_see(cast: Cast) -> None:
    """With it and without it: the same lists, counts, forms and statistics."""
    paths = [
        *(path for path in SEARCHES if "hush" not in path),
        *("/archive/tags/", "/statistics/", "/statistics/toy/", "/players/"),
        *("/players/?name=Aki", "/players/programs/toy/random/"),
        "/archive/?state=running",
    ]
    readers = [browser(), browser(cast.doi)]
    before = [page(reader, path) for reader in readers for path in paths]
    Match.objects.filter(pk=cast.match.pk).update(title="")
    Record.objects.all().delete()
    after = [page(reader, path) for reader in readers for path in paths]
    assert before == after


@pytest.mark.parametrize(
    "path", ["", "steps/0", "steps/0.svg", "board.svg", "log", "tags/"]
)
def test_its_own_pages_are_not_there(cast: Cast, path: str) -> None:
    address = f"/matches/{cast.match.pk}/{path}"
    for player in (cast.aki, cast.botan, cast.emi, cast.staff):
        assert browser(player).get(address).status_code == 200
    assert browser(cast.doi).get(address).status_code == 404
    assert browser().get(address).status_code in (302, 404)
    assert TITLE not in browser().get(address).content.decode()


def test_a_player_with_private_matches_only_is_unknown_to_strangers(
    cast: Cast,
) -> None:
    for who in (str(cast.aki.pk), "Aki"):
        for stranger in (None, cast.doi):
            assert browser(stranger).get(f"/players/{who}/").status_code == 404
    for player in (cast.aki, cast.botan, cast.emi, cast.staff):
        assert TITLE in page(browser(player), f"/players/{cast.aki.pk}/")
    for path in ("/players/", "/players/?name=Aki", "/archive/?player=ak"):
        assert ">Aki<" not in page(browser(cast.doi), path)


def test_on_a_public_players_page_private_matches_are_for_who_was_there(
    cast: Cast, chie: Player
) -> None:
    lanterns(cast.aki, chie, title="For all")
    keep()
    path = f"/players/{cast.aki.pk}/"
    for player in (None, cast.doi, chie):
        text = page(browser(player), path)
        assert "For all" in text
        assert TITLE not in text
        assert "played 1, won 1" in text  # not two
    for player in (cast.aki, cast.botan, cast.staff):
        assert TITLE in page(browser(player), path)


def test_strangers_cannot_tag_or_guess(cast: Cast) -> None:
    path = f"/matches/{cast.match.pk}/tags/"
    assert browser(cast.doi).post(path, {"tag": "mine"}).status_code == 404
    assert Client().post(path, {"tag": "mine"}).status_code == 302
    assert cast.match.taggings.count() == 1


def test_an_organiser_who_does_not_play_finds_it(chie: Player, doi: Player) -> None:
    besieged(chie, privacy="private", title=TITLE)
    assert TITLE in page(browser(chie), "/archive/?game=age_of_war")
    assert TITLE not in page(browser(doi), "/archive/?game=age_of_war")
    assert TITLE not in page(browser(doi), "/players/programs/age_of_war/auto/")


def test_running_ones_too(aki: Player, botan: Player, doi: Player) -> None:
    begun(aki, botan, privacy="private", title=TITLE)
    begun(aki, botan, privacy="listed when finished", title="Not yet")
    staff = new_player("Staff", is_staff=True)
    for stranger in (None, doi):
        text = page(browser(stranger), "/archive/?state=running")
        assert TITLE not in text
        assert "Not yet" not in text
        assert browser(stranger).get(f"/players/{aki.pk}/").status_code == 404
    for player in (aki, botan, staff):
        text = page(browser(player), "/archive/?state=running")
        assert TITLE in text
        assert "Not yet" in text
        assert TITLE in page(browser(player), f"/players/{aki.pk}/")


def test_listed_when_finished_appears_then_and_not_when_abandoned(
    aki: Player, botan: Player, doi: Player
) -> None:
    lanterns(aki, botan, privacy="listed when finished", title="Now for all")
    given_up = begun(aki, botan, privacy="listed when finished", title=TITLE)
    match_abandon(match_id=given_up.pk, by=aki)
    keep()
    assert "Now for all" in page(browser(doi), "/archive/")
    assert "Now for all" in page(browser(doi), f"/players/{aki.pk}/")
    assert TITLE not in page(browser(doi), "/archive/?state=abandoned")
    assert TITLE in page(browser(aki), "/archive/?state=abandoned")


def test_own_private_matches_stand_in_order_among_the_others(
    aki: Player, botan: Player
) -> None:
    made = []
    for number in range(30):
        privacy = "private" if number % 3 == 0 else "listed"
        made.append(lanterns(aki, botan, privacy=privacy).pk)
    for query in ("", "game=toy&"):
        first = page(browser(aki), f"/archive/?{query}")
        oldest = Record.objects.get(match=steps_in(first)[-1]).pk
        second = page(browser(aki), f"/archive/?{query}before={oldest}")
        assert steps_in(first) + steps_in(second) == made[::-1]
        newest = Record.objects.get(match=steps_in(second)[0]).pk
        back = page(browser(aki), f"/archive/?{query}after={newest}")
        assert steps_in(back) == steps_in(first)


def test_who_has_private_matches_reads_a_count_that_fits_the_list(
    aki: Player, botan: Player, doi: Player
) -> None:
    for privacy in ("private", "listed", "private"):
        lanterns(aki, botan, privacy=privacy)
    besieged(aki)
    for query, mine, others in (("", 4, 2), ("game=toy", 3, 1), ("words=aki", 3, 1)):
        assert f">{mine} match" in page(browser(aki), f"/archive/?{query}")
        assert f">{others} match" in page(browser(doi), f"/archive/?{query}")

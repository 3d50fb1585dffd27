"""Pages of players: what they played for all to see, and never an address."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from sse.accounts.models import Player
from sse.accounts.services import player_erase
from sse.archive.models import Career
from sse.matches.clock.arithmetic import PRESETS
from sse.matches.models import Submission
from sse.matches.play import clocks_ring
from tests.support.clients import browser, page, steps_in
from tests.support.people import new_player
from tests.support.short_matches import besieged, copied, keep, lanterns
from tests.support.tables import running, write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]


def test_a_player_is_found_by_number_and_name(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    keep()
    text = page(browser(), f"/players/{aki.pk}/")
    assert steps_in(text) == [match.pk]
    assert "played 1, won 1" in text
    assert "a first estimate" in text
    assert "1 of 1" in text
    for name in ("Aki", "aki"):
        answer = browser().get(f"/players/{name}/")
        assert answer.headers["Location"] == f"/players/{aki.pk}/"
    for nobody in ("999999", "Nobody", "%00", "9" * 40):
        assert browser().get(f"/players/{nobody}/").status_code == 404


def test_a_name_of_digits_is_a_name(aki: Player) -> None:
    odd = new_player("4711")
    lanterns(odd, aki)
    keep()
    answer = browser().get("/players/4711/")
    assert answer.headers["Location"] == f"/players/{odd.pk}/"


def test_no_address_is_shown(aki: Player, botan: Player) -> None:
    lanterns(aki, botan)
    keep()
    for reader in (None, aki, botan):
        for path in (f"/players/{aki.pk}/", "/players/?name=a", "/archive/"):
            assert "@" not in page(browser(reader), path)


def test_reliability_is_what_clocks_saw(aki: Player, botan: Player) -> None:
    match = running(
        aki, botan, choices={"rounds": "1"}, clock={"each": 3600, "reminders": []}
    )
    write(match, aki, "pick 4; take gold")
    clocks_ring(now=timezone.now() + timedelta(hours=2))
    match.refresh_from_db()
    assert match.has_ended
    second = lanterns(aki, botan, clock=PRESETS["daily"].data)
    assert second.has_ended
    keep()
    mine = Career.objects.get(player=aki)
    theirs = Career.objects.get(player=botan)
    assert (mine.answers, mine.missed) == (2, 0)
    assert (theirs.answers, theirs.missed) == (1, 1)
    assert "2 of 2 (100 %)" in page(browser(), f"/players/{aki.pk}/")
    assert "1 of 2 (50 %)" in page(browser(), f"/players/{botan.pk}/")


def test_who_leaves_has_not_finished(aki: Player, botan: Player) -> None:
    match = running(aki, botan, choices={"rounds": "1"})
    write(match, botan, "", kind=Submission.Kind.RESIGN)
    match.refresh_from_db()
    assert match.has_ended
    keep()
    assert "0 of 1" in page(browser(), f"/players/{botan.pk}/")
    assert "1 of 1" in page(browser(), f"/players/{aki.pk}/")
    assert "no clock has run yet" in page(browser(), f"/players/{aki.pk}/")


def test_history_has_pages(aki: Player, botan: Player) -> None:
    model = lanterns(aki, botan)
    copies = [copied(model).pk for _ in range(24)]
    keep()
    first = page(browser(), f"/players/{aki.pk}/")
    older = re.search(r'rel="next" href="([^"]*)"', first)
    assert older
    second = page(browser(), f"/players/{aki.pk}/{older[1]}")
    assert steps_in(first) + steps_in(second) == [*copies[::-1], model.pk]
    newer = re.search(r'rel="prev" href="([^"]*)"', second)
    assert newer
    again = page(browser(), f"/players/{aki.pk}/{newer[1]}")
    assert steps_in(again) == steps_in(first)


def test_what_goes_on_stands_on_the_page(aki: Player, botan: Player) -> None:
    match = running(aki, botan, title="Still open")
    text = page(browser(), f"/players/{aki.pk}/")
    assert "Still open" in text
    assert steps_in(text) == [match.pk]


def test_programs_have_pages_too(aki: Player) -> None:
    match = besieged(aki)
    keep()
    text = page(browser(), "/players/programs/age_of_war/auto/")
    assert steps_in(text) == [match.pk]
    assert "not rated yet" in text
    for odd in ("age_of_war/nobody", "chess/auto"):
        assert browser().get(f"/players/programs/{odd}/").status_code == 404
    assert page(browser(), "/players/programs/age_of_war/random/")


def test_the_ranking_is_by_game_and_finds_names(aki: Player, botan: Player) -> None:
    assert "No one is rated yet" in page(browser(), "/players/")
    lanterns(aki, botan)
    keep()
    text = page(browser(), "/players/?game=toy")
    assert text.index("Aki") < text.index("Botan")
    assert f'href="/players/{botan.pk}/"' in page(browser(), "/players/?name=bot")
    assert "No one by that name has finished" in page(browser(), "/players/?name=zzz")
    assert browser().get("/players/?game=%00&name=%00").status_code == 200


def test_who_has_gone_is_a_wanderer(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    keep()
    player_erase(player=botan)
    text = page(browser(), f"/players/{botan.pk}/")
    assert f"Wanderer {botan.pk}" in text
    assert "This player has left." in text
    assert "Botan" not in text
    assert steps_in(text) == [match.pk]
    for path in ("/players/", "/archive/", "/players/?name=Wanderer"):
        assert "Botan" not in page(browser(), path)
    ranking = page(browser(), "/players/")
    assert "Wanderer" not in ranking

"""The archive in a real browser: found, read, and for everybody."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from sse.archive.index.maintenance import archive_keep
from sse.archive.index.models import Career
from sse.archive.tags import tag_add
from tests.browser.tabs import SCREENS, Tabs, check_for_all
from tests.support.live_service import against_bots, bots_only, someone

pytestmark = [pytest.mark.group("running service 2"), pytest.mark.heavy(1)]


def scripts_held(page: Page) -> list[Route]:
    """Scripts that come late: those asked for are kept here until somebody lets go."""
    held: list[Route] = []
    page.route(re.compile(r"\.js"), lambda route: held.append(route))
    return held


def let_go(page: Page, held: list[Route]) -> None:
    for route in held:
        route.continue_()
    page.unroute(re.compile(r"\.js"))


def test_a_game_chosen_before_the_script_is_ready_is_heard(tabs: Tabs) -> None:
    bots_only(someone("Host"))
    archive_keep()
    page = tabs.open(someone("Aki"))
    held = scripts_held(page)
    page.goto("/archive/", wait_until="commit")
    page.get_by_label("Player", exact=True).fill("auto")
    page.get_by_label("Game").select_option("age_of_war")
    expect(page.get_by_label("What happened")).to_have_count(0)
    assert held
    let_go(page, held)
    expect(page.get_by_label("What happened")).to_be_visible()
    expect(page.get_by_label("Player", exact=True)).to_have_value("auto")
    expect(page.get_by_label("Game")).to_have_value("age_of_war")


def test_a_clock_chosen_before_the_script_is_ready_is_heard(tabs: Tabs) -> None:
    page = tabs.open(someone("Aki"))
    held = scripts_held(page)
    page.goto("/open/age_of_war/", wait_until="commit")
    clock = page.locator("#clock")
    told = clock.locator("[hx-post]")
    before = told.inner_text()
    clock.get_by_role("radio", name="fast").check()
    assert held
    assert told.inner_text() == before
    let_go(page, held)
    expect(told).not_to_have_text(before)


def test_what_nobody_changed_is_not_asked_for(tabs: Tabs) -> None:
    page = tabs.open(someone("Aki"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.resource_type))
    for path in ("/archive/?game=age_of_war", "/archive/", "/open/age_of_war/"):
        page.goto(path)
        page.wait_for_function("document.body.querySelector('[hx-get], [hx-post]')")
        page.wait_for_load_state("networkidle")
    assert "xhr" not in asked


def test_a_match_is_found_by_what_happened_in_it(tabs: Tabs) -> None:
    host = someone("Host")
    match = bots_only(host, title=f"Siege of {host.name}")
    archive_keep()
    page = tabs.open(someone("Aki"))
    page.goto("/")
    page.get_by_role("link", name="Archive", exact=True).click()
    expect(page.get_by_label("What happened")).to_have_count(0)
    page.get_by_label("Player", exact=True).fill("auto")
    page.get_by_label("Game").select_option("age_of_war")
    expect(page.get_by_label("What happened")).to_be_visible()  # before it is searched
    expect(page.get_by_label("Player", exact=True)).to_have_value("auto")
    expect(page.get_by_label("Game")).to_have_value("age_of_war")
    page.get_by_label("Player", exact=True).fill("")
    page.get_by_label("Words").fill(host.name)
    page.get_by_role("button", name="Search").click()
    found = page.get_by_role("region", name="Matches").locator("ul > li")
    expect(found).to_have_count(1)
    expect(found).not_to_contain_text("points")
    page.get_by_role("button", name="Show results").click()
    expect(found).to_contain_text("points")
    page.get_by_role("button", name="Hide results").click()
    page.get_by_label("What happened").select_option(index=1)
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name=re.compile(r"^Step \d+")).first.click()
    expect(page).to_have_url(re.compile(rf"/matches/{match.pk}/steps/\d+$"))
    page.get_by_role("link", name="auto 1").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("auto")
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics")


LENGTHEN = "all => all.map(cell => cell.append('\\u00a0and\\u00a0more'))"
IS_WIDER = "table => table.scrollWidth - table.clientWidth"


def test_tables_fit_a_telephone_or_scroll_by_themselves(tabs: Tabs) -> None:
    """Words for who listens stand in them too, and made the page wider."""
    aki = someone("Bartholomew von Unterstein")
    bots_only(aki)
    archive_keep()
    numbers = {"played": 124, "won": 61, "mu": 25, "sigma": 3, "rated": 124}
    Career.objects.create(game_name="age_of_war", player=aki, rating=16.4, **numbers)
    page = tabs.open(aki, 360)
    for path in ("/players/?game=age_of_war", "/statistics/age_of_war/"):
        page.goto(path)
        tables = page.locator(".wide")
        expect(tables).not_to_have_count(0)
        assert {table.evaluate(IS_WIDER) for table in tables.all()} == {0}, path
        page.eval_on_selector_all(".wide td, .wide th", LENGTHEN)
        assert tables.first.evaluate(IS_WIDER) > 0
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_the_archive_is_for_everybody(tabs: Tabs, scheme: str, width: int) -> None:
    aki = someone("Aki")
    war, empires = (
        bots_only(aki),
        bots_only(aki, "greedy", game="small_samurai_empires"),
    )
    running = against_bots(aki)
    tag_add(match=war, player=aki, text="club night")
    archive_keep()
    page = tabs.open(aki, width, color_scheme=scheme)
    for path in (
        "/archive/?game=small_samurai_empires&words=nothing+like+it",
        "/archive/?state=running",
        "/archive/tags/",
        "/archive/tags/club-night/",
        "/archive/import/",
        "/statistics/",
        "/statistics/age_of_war/",
        "/statistics/small_samurai_empires/",
        "/players/?name=a",
        f"/players/{aki.pk}/",
        "/players/programs/age_of_war/auto/",
        f"/matches/{war.pk}/",
        f"/matches/{war.pk}/tags/",
        f"/matches/{war.pk}/booklet/",
        f"/matches/{war.pk}/dice/",
        f"/matches/{empires.pk}/dice/",
        f"/matches/{running.pk}/dice/",
        "/letters/",
        "/rules/small_samurai_empires/",
    ):
        page.goto(path)
        page.eval_on_selector_all("main details", "all => all.map(d => d.open = true)")
        check_for_all(page)

"""A turn of several steps: pointed at on the board as it would be, and sent once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from sse.accounts.models import Player
from sse.matches.models import Match
from tests.servers import Servers
from tests.service.house import House
from tests.service.tables import log, running, write
from tests.web.home import open_home, someone
from tests.web.tables import press_send
from tests.web.tabs import Tabs, check_for_all


@pytest.fixture(scope="module")
def home() -> Iterator[House]:
    """One that knows the toy: it is the game with a turn of two parts."""
    servers = Servers()
    try:
        house = open_home(servers, with_toy=True)
        yield house
        house.close()
    finally:
        servers.stop()


def lit(aki: Player, botan: Player) -> Match:
    """Aki is to take the prize and then to share it."""
    match = running(aki, botan, game="toy", choices={"parts": "yes"})
    write(match, aki, "pick 5")
    write(match, botan, "pick 1")
    return match


def choose(page: Page, order: str) -> None:
    page.locator("#candidates").get_by_role("button", name=order, exact=True).click()


def test_a_turn_of_two_parts_is_pointed_at_and_sent_once(tabs: Tabs) -> None:
    aki, botan = someone("Aki"), someone("Botan")
    match = lit(aki, botan)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    typed, board = page.get_by_label("Your orders", exact=True), page.locator("#board")
    expect(board).to_contain_text("points [0, 0]")
    choose(page, "take rice")
    expect(board).to_contain_text("points [1, 0]")
    expect(page.locator("#rehearsed")).to_contain_text("Point at what comes next")
    check_for_all(page)
    expect(page.locator("#candidates")).to_contain_text("share 1")
    choose(page, "share 1")
    expect(typed).to_have_value("take rice\nshare 1")
    expect(page.locator("#check")).to_contain_text("hands a point to")
    press_send(page)
    assert [entry for entry in log(match) if entry[2:7] in ("take ", "share")] == [
        "0 take rice",
        "0 share 1",
    ]


def test_back_takes_back_the_last_line(tabs: Tabs) -> None:
    aki, botan = someone("Aki"), someone("Botan")
    match = lit(aki, botan)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    typed, board = page.get_by_label("Your orders", exact=True), page.locator("#board")
    back = page.get_by_role("button", name="Back")
    choose(page, "take rice")
    expect(board).to_contain_text("points [1, 0]")
    choose(page, "share none")
    expect(typed).to_have_value("take rice\nshare none")
    back.click()
    expect(typed).to_have_value("take rice")
    choose(page, "share 1")
    expect(typed).to_have_value("take rice\nshare 1")
    back.click()
    back.click()
    expect(typed).to_have_value("")
    expect(board).to_contain_text("points [0, 0]")
    expect(page.locator("#rehearsed")).to_be_hidden()
    choose(page, "take gold")
    expect(typed).to_have_value("take gold")


def test_without_script_the_lines_are_written_and_sent(tabs: Tabs) -> None:
    aki, botan = someone("Aki"), someone("Botan")
    match = lit(aki, botan)
    page = tabs.open(aki, java_script_enabled=False)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_label("Your orders", exact=True).fill("take rice\nshare 1")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#status")).not_to_be_empty()
    assert match.submissions.filter(text__contains="share 1").exists()

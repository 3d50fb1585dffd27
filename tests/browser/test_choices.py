"""Orders with a number, and more of them than a short list holds, in a real browser.

The rice market is no game of the house: Django serves the pages of these tests itself.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from sse.accounts.models import Player
from sse.matches.models import Match
from tests.browser.tabs import Tabs, check_for_all
from tests.games.market import MOST, SIZES, TOWNS
from tests.support.people import new_player
from tests.support.tables import running

pytestmark = [
    pytest.mark.usefixtures("market"),
    pytest.mark.group("running service 2"),
    pytest.mark.heavy(1),
]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


def opened(tabs: Tabs, shape: str = "wide", **ways: Any) -> tuple[Page, Match]:
    """The table of a match in which Aki is to decide."""
    aki: Player = new_player("Aki")
    match = running(aki, new_player("Botan"), game="market", choices={"board": shape})
    page = tabs.open(aki, **{"viewport": DESK} | ways)
    page.goto(f"/matches/{match.pk}/")
    return page, match


def test_a_number_is_entered_with_a_stepper(market_tabs: Tabs) -> None:
    page, _ = opened(market_tabs)
    typed = page.get_by_role("textbox", name="Your orders")
    stepper = page.get_by_role("group", name=f"buy 1–{MOST}")
    number, less, more = (
        stepper.get_by_label(label) for label in ("Number", "One less", "One more")
    )
    expect(number).to_have_value("1")
    expect(less).to_be_disabled()
    more.click()
    more.click()
    stepper.get_by_role("button", name="buy 3").click()
    expect(typed).to_have_value("buy 3")
    expect(page.locator("#check")).to_contain_text("This can be sent")
    number.fill("99")
    expect(stepper.locator(".take")).to_be_disabled()
    number.blur()
    expect(number).to_have_value(str(MOST))
    expect(more).to_be_disabled()
    number.press("ArrowDown")
    number.press("Enter")
    expect(typed).to_have_value(f"buy {MOST - 1}")
    for part in (number, less, more, stepper.locator(".take")):
        size = part.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 44
    check_for_all(page)


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_every_town_of_a_long_list_can_be_reached(
    market_tabs: Tabs, viewport: dict[str, int]
) -> None:
    page, _ = opened(market_tabs, viewport=viewport)
    typed = page.get_by_role("textbox", name="Your orders")
    listed = page.locator("#candidates > button")
    expect(listed).to_have_text(["pass", f"send … ({len(TOWNS)})"])
    listed.last.dispatch_event("click")  # a click of Playwright scrolls by itself
    expect(listed).to_have_text([f"send {town}" for town in TOWNS])
    expect(listed.first).to_be_focused()
    assert page.evaluate("scrollY") == 0  # the board is still seen
    listed.last.click()
    expect(typed).to_have_value(f"send {TOWNS[-1]}")
    check_for_all(page)
    page.get_by_text("send …").click()
    page.get_by_role("button", name="Back").click()
    expect(listed.first).to_have_text("pass")
    expect(typed).to_have_value(f"send {TOWNS[-1]}")  # only the list went back


def test_a_late_answer_leaves_an_opened_list_open(market_tabs: Tabs) -> None:
    """What the orders would do is told when somebody looks for others already."""
    page, _ = opened(market_tabs)
    late: list[Route] = []
    page.route("**/check/", lambda route: late.append(route))
    typed = page.get_by_role("textbox", name="Your orders")
    listed = page.locator("#candidates > button")
    page.get_by_text("send …").click()
    with page.expect_request("**/check/"):
        listed.last.click()
    page.get_by_text("send …").click()
    late[0].continue_()
    expect(page.locator("#check")).to_contain_text("This can be sent")
    expect(listed).to_have_text([f"send {town}" for town in TOWNS])
    page.get_by_role("button", name="Back").click()
    expect(listed.first).to_have_text("pass")
    expect(typed).to_have_value(f"send {TOWNS[-1]}")


def test_a_long_list_is_found_by_typing(market_tabs: Tabs) -> None:
    page, _ = opened(market_tabs)
    find = page.get_by_label("Find an order")
    listed = page.locator("#candidates button")
    find.fill("TO sènd")
    expect(listed).to_have_text([f"send {t}" for t in TOWNS if "to" in t])
    find.fill("buy 7")
    expect(listed).to_have_text(["buy 7", "buy 17"])
    find.fill("osaka")
    expect(page.locator("#candidates")).to_have_text("No order matches.")
    page.get_by_role("button", name="Back").click()
    expect(find).to_have_value("")
    expect(listed.first).to_have_text("pass")


def test_without_scripts_all_orders_are_a_plain_list(market_tabs: Tabs) -> None:
    page, match = opened(market_tabs, java_script_enabled=False)
    orders = page.get_by_label("All orders you can give now")
    expect(orders.locator("option")).to_have_count(1 + MOST + len(TOWNS))
    orders.select_option("buy 12")
    page.get_by_role("button", name="Add it below").click()
    expect(page).to_have_url(re.compile(rf"/matches/{match.pk}/\?orders=buy\+12"))
    expect(page.get_by_role("textbox", name="Your orders")).to_have_value("buy 12")


@pytest.mark.parametrize("viewport", [PHONE, DESK])
@pytest.mark.parametrize("shape", SIZES)
def test_a_board_keeps_its_shape_and_fits(
    market_tabs: Tabs, shape: str, viewport: dict[str, int]
) -> None:
    page, match = opened(market_tabs, shape, viewport=viewport)
    width, height = SIZES[shape]
    for path in (f"/matches/{match.pk}/", f"/matches/{match.pk}/steps/0"):
        page.goto(path)
        box = page.locator(".board svg").bounding_box()
        assert box is not None
        assert box["height"] / box["width"] == pytest.approx(height / width, rel=0.02)
        assert box["height"] <= 1152
        assert box["width"] <= viewport["width"]
        assert box["width"] >= min(width, 0.75 * viewport["width"])
        check_for_all(page)

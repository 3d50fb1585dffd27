"""A form beside the board, in a real browser: cards, places, moves and what they cost.

The ferries are no game of the house: Django serves the pages of these tests itself.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from sse.matches.models import Match
from sse.matches.play import submissions_apply
from tests.browser.tabs import SCREENS, Tabs, check_for_all
from tests.support.people import new_player
from tests.support.tables import running

pytestmark = [
    pytest.mark.usefixtures("market"),
    pytest.mark.group("running service 2"),
    pytest.mark.heavy(1),
]
PHONE = {"width": 390, "height": 844}
WHOLE = "dawn rice\nnoon stone\ndusk silk > kobe 2\nwish sakai"


def opened(tabs: Tabs, **ways: Any) -> tuple[Page, Match]:
    """The table of a match in which Aki is to plan."""
    aki = new_player("Aki")
    match = running(aki, new_player("Botan"), game="ferry")
    page = tabs.open(aki, **ways)
    page.goto(f"/matches/{match.pk}/")
    return page, match


def box(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your orders")


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Your cards").get_by_role("button", name=name)


def place(page: Page, name: str) -> Locator:
    return page.locator(f".plan-slot[data-slot={name}] .plan-place")


def then(page: Page, account: str) -> Locator:
    return page.locator(f"tr[data-account={account}] .plan-left")


def test_a_card_is_tapped_and_then_its_place(market_tabs: Tabs) -> None:
    page, _ = opened(market_tabs)
    card(page, "Rice").click()
    expect(card(page, "Rice")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#planner-said")).to_contain_text("Where does it go?")
    place(page, "dawn").click()
    expect(box(page)).to_have_value("dawn rice")
    expect(then(page, "coins")).to_have_text("3")
    place(page, "noon").click()
    card(page, "Rice").click()  # it leaves its former place
    expect(box(page)).to_have_value("noon rice")
    page.get_by_label("Take the card from Noon").click()
    expect(box(page)).to_have_value("")
    expect(then(page, "coins")).to_have_text("4")


def test_a_card_is_dragged_to_a_place_and_on(market_tabs: Tabs) -> None:
    page, _ = opened(market_tabs)
    card(page, "Tea").drag_to(place(page, "dawn"))
    expect(box(page)).to_have_value("dawn tea")
    place(page, "dawn").drag_to(place(page, "dusk"))
    expect(box(page)).to_have_value("dusk tea > stay")


def test_the_keyboard_does_it_all(market_tabs: Tabs) -> None:
    page, _ = opened(market_tabs)
    card(page, "Silk").press("Enter")
    place(page, "dusk").press("Enter")
    expect(place(page, "dusk")).to_be_focused()
    page.get_by_label("Dusk: where to").select_option("kobe")
    number = page.get_by_role("group", name="Dusk: bales").get_by_label(
        "bales", exact=True
    )
    number.fill("3")
    number.blur()
    expect(box(page)).to_have_value("dusk silk > kobe 3")
    page.get_by_role("button", name="One less").press("Enter")
    expect(box(page)).to_have_value("dusk silk > kobe 2")
    page.get_by_label("Wish: First choice").select_option("sakai")
    expect(box(page)).to_have_value("dusk silk > kobe 2\nwish sakai")
    card(page, "Tea").press("Enter")
    page.keyboard.press("Escape")
    expect(card(page, "Tea")).to_have_attribute("aria-pressed", "false")


def test_what_is_written_is_laid(market_tabs: Tabs) -> None:
    page, _ = opened(market_tabs)
    box(page).fill("NOON tea; dusk rice kobe 4\nwish uraga > sakai\nhello")
    expect(place(page, "noon")).to_contain_text("Tea")
    expect(place(page, "dusk")).to_contain_text("Rice")
    expect(page.get_by_label("Dusk: where to")).to_have_value("kobe")
    expect(page.get_by_label("Wish: Next choice 2")).to_have_value("sakai")
    expect(page.locator("#check")).to_contain_text("This cannot be sent yet")
    card(page, "Silk").click()
    place(page, "dawn").click()  # what the form does not know stays where it is
    kept = "dawn silk\nnoon tea\ndusk rice > kobe 4\nwish uraga > sakai\nhello"
    expect(box(page)).to_have_value(kept)
    box(page).fill("")
    expect(place(page, "noon")).not_to_contain_text("Tea")


def test_a_card_is_picked_up_on_the_board(market_tabs: Tabs) -> None:
    page, _ = opened(market_tabs)
    place(page, "noon").click()
    spot = page.locator("#board [data-word=tea]")
    expect(spot).to_have_class("can")
    spot.click()
    expect(box(page)).to_have_value("noon tea")


def test_what_it_costs_stands_beside_it(market_tabs: Tabs) -> None:
    page, _ = opened(market_tabs)
    box(page).fill("dawn silk; noon tea; dusk stone")
    expect(then(page, "coins")).to_have_text("-1")
    coins = page.locator("tr[data-account=coins]")
    expect(coins).to_contain_text("−5")
    expect(coins).to_contain_text("not enough")
    expect(then(page, "points")).to_have_text("5 / 5")
    expect(page.locator("#planner-said")).to_have_text("Every place is filled.")


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_the_first_hint_fills_the_form_and_is_sent(
    market_tabs: Tabs, scheme: str, width: int
) -> None:
    page, match = opened(market_tabs, width=width, color_scheme=scheme)
    check_for_all(page)
    page.get_by_role("button", name="Suggest a plan").click()
    expect(box(page)).to_have_value(WHOLE)
    expect(place(page, "dusk")).to_contain_text("Silk")
    expect(page.locator("#check")).to_contain_text("This can be sent")
    check_for_all(page)
    card(page, "Stone").click()
    check_for_all(page)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#orders [role=status]")).to_contain_text("Checking")
    submissions_apply(match_id=match.pk)
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator("#orders .note")).to_contain_text("were accepted")
    check_for_all(page)


def test_without_scripts_there_is_only_the_box(market_tabs: Tabs) -> None:
    page, _ = opened(market_tabs, java_script_enabled=False)
    expect(page.locator("#planner")).to_be_hidden()
    expect(box(page)).to_be_visible()
    expect(page.get_by_label("All orders you can give now")).to_be_visible()


def planned(tabs: Tabs, width: int, scheme: str) -> tuple[Page, Match]:
    """The first season of a large game, as a newcomer finds it."""
    aki, botan, chie = (new_player(name) for name in ("Aki", "Botan", "Chie"))
    choices = dict.fromkeys(("court", "samurai", "generals", "dajokan"), "yes")
    match = running(aki, botan, chie, game="shogun", choices=choices, tempo="phase")
    page = tabs.open(aki, width, color_scheme=scheme)
    page.goto(f"/matches/{match.pk}/")
    return page, match


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_a_newcomer_plans_a_season(  # SHO-4.3, SHO-18.10
    market_tabs: Tabs, scheme: str, width: int
) -> None:
    page, match = planned(market_tabs, width, scheme)
    expect(page.locator("#planner-help")).to_contain_text("Every place needs a card")
    page.get_by_role("button", name="Suggest a plan").click()
    expect(page.locator("#planner-said")).to_have_text("Every place is filled.")
    expect(page.locator("#check")).to_contain_text("This can be sent")
    check_for_all(page)
    place(page, "castle").click()
    check_for_all(page)  # the cards may lie over the page now
    near = page.locator("#strip") if width < 400 else page.locator("#deck")
    near.get_by_role("button", name="Izu").click()
    expect(page.locator("#strip")).to_be_hidden()
    expect(box(page)).to_have_value(re.compile(r"^castle IZU$", re.MULTILINE))
    expect(page.locator("#planner-said")).to_contain_text("Empty places: 1 / 14")
    place(page, "recruit5").click()
    card(page, "Bluff ×").click()
    page.get_by_label("Battle/move A: where to").select_option(index=1)
    page.locator("[data-slot=battle-a] .plan-whole").click()
    expect(page.locator("#check")).to_contain_text("This can be sent")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#orders [role=status]")).to_contain_text("Checking")
    submissions_apply(match_id=match.pk)
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator("#orders .note")).to_contain_text("were accepted")
    expect(place(page, "castle")).to_contain_text("Izu")  # it can still be changed
    check_for_all(page)


def test_a_target_is_pointed_at_on_the_map(market_tabs: Tabs) -> None:
    page, _ = planned(market_tabs, 1400, "light")
    place(page, "battle-b").click()
    page.locator("#board [data-word=SUR]").first.dispatch_event("click")
    expect(box(page)).to_have_value("battleB SUR > hold")
    page.locator("#board [data-word=TOT]").first.dispatch_event("click")
    expect(box(page)).to_have_value("battleB SUR > TOT all | hold")

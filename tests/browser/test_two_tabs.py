"""Two tabs of one player: what was written for one position acts on no other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match
from tests.browser.table_page import press_send
from tests.browser.tabs import Tabs
from tests.support.live_service import against_bots, someone

pytestmark = [pytest.mark.group("running service 1"), pytest.mark.heavy(1)]

TEMPOS = ("each", "phase")
SEED = f"{7:064x}"  # Aki has cards of several regions, and so several hints
GAMES: dict[str, dict[str, Any]] = {
    "age_of_war": {"choices": {"first_player": "0"}},
    "small_samurai_empires": {
        "seats": 3,
        "bot_seats": ["random", "random"],
        "seed": SEED,
    },
}


def table(game: str, tempo: str, player: Player) -> Match:
    return against_bots(player, **{"game": game, "tempo": tempo, **GAMES[game]})


def an_order(match: Match) -> str:
    options = match.game.options(states.state_now(match), 0)
    return str(options[0].text)


def opened(tabs: Tabs, player: Player, match: Match) -> Page:
    page = tabs.open(player)
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator("#status")).to_contain_text("Your turn")
    return page


def typed(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your orders")


def quiet(page: Page) -> None:
    """A tab that hears of nothing, as one that lies behind others."""
    page.route("**/pulse*", lambda route: route.abort())


@pytest.mark.parametrize("tempo", TEMPOS)
@pytest.mark.parametrize("game", GAMES)
def test_of_two_tabs_only_the_first_plays(game: str, tempo: str, tabs: Tabs) -> None:
    tabs.forgive("pulse")
    aki = someone("Aki")
    match = table(game, tempo, aki)
    order = an_order(match)
    first, second = opened(tabs, aki, match), opened(tabs, aki, match)
    quiet(second)
    typed(second).fill(order)
    typed(first).fill(order)
    press_send(first)
    expect(first.locator("#orders [role=status]").first).to_contain_text(
        "were accepted"
    )
    typed(second).fill(f"{order} ")
    expect(second.locator("#check")).to_contain_text("The position has changed")
    second.unroute("**/pulse*")
    press_send(second)
    expect(second.locator("#orders [role=alert]")).to_contain_text(
        "The position has changed, so nothing was played"
    )
    expect(typed(second)).to_have_value(re.compile(f"^{re.escape(order)} ?$"))
    fates = match.submissions.filter(player=aki).order_by("pk")
    assert [one.status for one in fates] == ["applied", "stale"]


def test_the_fresh_page_offers_the_text_again(tabs: Tabs) -> None:
    """Who has written something and follows "Show it" finds it in the box."""
    tabs.forgive("pulse")
    aki = someone("Aki")
    match = table("age_of_war", "each", aki)
    first, second = opened(tabs, aki, match), opened(tabs, aki, match)
    typed(second).fill("auto any")
    typed(first).fill(an_order(match))
    press_send(first)
    second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(second.locator("#news")).to_be_visible()
    second.get_by_role("link", name="Show it").click()
    expect(second.locator("#news")).to_be_hidden()
    expect(typed(second)).to_have_value("auto any")
    expect(second.locator("#check")).to_contain_text("This can be sent")


def test_a_whole_phase_is_written_from_the_list(tabs: Tabs) -> None:
    """At tempo `phase` the page says so, and what is chosen is added as a line."""
    aki = someone("Aki")
    match = table("small_samurai_empires", "phase", aki)
    page = opened(tabs, aki, match)
    expect(page.locator("#for-phase")).to_contain_text("this whole phase")
    typed(page).fill(an_order(match))
    press_send(page)
    expect(page.locator("#for-phase")).to_be_visible()
    hints = page.locator(".hints [data-type]")
    texts = [hints.nth(at).get_attribute("data-type") for at in (0, 1)]
    for at in (0, 1, 1):
        hints.nth(at).click()
    expect(typed(page)).to_have_value("\n".join(filter(None, texts)))


def test_at_tempo_each_the_list_writes_one_order(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = table("small_samurai_empires", "each", aki)
    page = opened(tabs, aki, match)
    expect(page.locator("#for-phase")).to_have_count(0)
    hints = page.locator(".hints [data-type]")
    for at in (0, 1):
        hints.nth(at).click()
    expect(typed(page)).to_have_value(hints.nth(1).get_attribute("data-type") or "")

"""A turn of several steps: pointed at on the board as it would be, and sent once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from sse.accounts.models import Player
from sse.matches.models import Match
from tests.browser.table_page import press_send
from tests.browser.tabs import Tabs, check_for_all
from tests.support.live_service import open_home, someone
from tests.support.servers import Servers
from tests.support.service import House
from tests.support.tables import log, running, write

pytestmark = [pytest.mark.group("running service 2"), pytest.mark.heavy(1)]


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
    typed, board = (
        page.get_by_role("textbox", name="Your orders"),
        page.locator("#board"),
    )
    expect(board).to_contain_text("points [0, 0]")
    choose(page, "take rice")
    expect(board).to_contain_text("points [1, 0]")
    expect(page.locator("#rehearsed")).to_contain_text("Click on what comes next")
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
    typed, board = (
        page.get_by_role("textbox", name="Your orders"),
        page.locator("#board"),
    )
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


def put(page: Page, text: str) -> None:
    """Writes as a script would: whatever has the keyboard keeps it."""
    page.evaluate(
        """(text) => {
          const box = document.getElementById("id_text");
          box.value = text;
          box.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        text,
    )


def add_spots(page: Page, match: Match) -> None:
    """The toy's board has nothing to point at: here it has its verbs."""

    def answer(route: Route) -> None:
        found = route.fetch()
        spots = "".join(
            f'<g data-word="{word}" data-name="{word}"><rect class="area"'
            f' x="{x}" y="40" width="50" height="20" fill-opacity="0"/></g>'
            for x, word in ((10, "take"), (90, "share"))
        )
        head, mark, rest = found.text().partition("points [")
        body = head + mark + rest.replace("</svg>", f"{spots}</svg>", 1)
        route.fulfill(response=found, body=body if "<svg" in head else found.text())

    page.route(f"**/matches/{match.pk}/", answer)
    page.route(f"**/matches/{match.pk}/check/", answer)


def test_the_keyboard_stays_where_it_was(tabs: Tabs) -> None:
    aki, botan = someone("Aki"), someone("Botan")
    match = lit(aki, botan)
    page = tabs.open(aki)
    add_spots(page, match)
    page.goto(f"/matches/{match.pk}/")
    board, listed = page.locator("#board"), page.locator("#candidates")
    listed.get_by_role("button", name="take rice", exact=True).press("Enter")
    expect(board).to_contain_text("points [1, 0]")
    expect(listed).to_be_focused()
    spot = board.locator("[data-word=share] > .area")
    spot.focus()
    put(page, "take gold")
    expect(board).not_to_contain_text("points [1, 0]")
    expect(board).not_to_contain_text("points [0, 0]")
    expect(spot).to_be_focused()
    put(page, "")
    expect(board).to_contain_text("points [0, 0]")
    expect(listed).to_be_focused()  # nothing can be shared yet


def test_what_is_half_pointed_at_stays(tabs: Tabs) -> None:
    aki, botan = someone("Aki"), someone("Botan")
    match = lit(aki, botan)
    page = tabs.open(aki)
    add_spots(page, match)
    page.goto(f"/matches/{match.pk}/")
    board, listed = page.locator("#board"), page.locator("#candidates")
    put(page, "take rice")
    expect(listed).to_contain_text("share 1")
    board.locator("[data-word=share] > .area").dispatch_event("click")
    put(page, "take gold")
    expect(board).not_to_contain_text("points [1, 0]")
    expect(board.locator(".pointed")).to_have_attribute("data-word", "share")
    put(page, "")
    expect(listed).to_contain_text("take rice")
    expect(board.locator(".pointed")).to_have_count(0)  # no order here has it
    expect(listed).not_to_contain_text("No order matches.")


def test_after_the_last_part_nothing_is_left_to_choose(tabs: Tabs) -> None:
    page, _ = at_a_lit_table(tabs)
    listed = page.locator("#candidates")
    choose(page, "take rice")
    expect(listed).to_contain_text("share 1")
    choose(page, "share 1")
    expect(listed.get_by_role("button")).to_have_count(0)
    expect(page.locator("#pointed")).to_be_empty()
    expect(page.locator("#rehearsed")).to_contain_text("after these orders")
    page.get_by_role("button", name="Back").click()
    expect(listed).to_contain_text("share 1")


def test_the_heading_asks_for_what_comes_next(tabs: Tabs) -> None:
    page, _ = at_a_lit_table(tabs)
    why = page.locator("#orders-title small")
    expect(why).to_have_text("You have not said what to do.")
    choose(page, "take rice")
    expect(why).to_have_text("Share it, or keep it.")
    choose(page, "share 1")
    expect(why).to_be_empty()
    put(page, "")
    expect(why).to_have_text("You have not said what to do.")


def at_a_lit_table(tabs: Tabs) -> tuple[Page, Locator]:
    """The page of a player whose turn it is, and its board."""
    aki, botan = someone("Aki"), someone("Botan")
    match = lit(aki, botan)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    return page, page.locator("#board")


def test_a_late_answer_is_no_answer_to_cleared_orders(tabs: Tabs) -> None:
    page, board = at_a_lit_table(tabs)
    held: list[Route] = []
    page.route("**/check/", lambda route: held.append(route))
    with page.expect_request("**/check/") as asked:
        put(page, "take rice")
    put(page, "")
    held[0].continue_()
    asked.value.response()  # none if the page gave up waiting for it
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator("#check")).to_be_empty()
    expect(board).to_contain_text("points [0, 0]")


def test_no_rehearsed_board_stays_where_nothing_is_answered(tabs: Tabs) -> None:
    page, board = at_a_lit_table(tabs)
    put(page, "take rice")
    expect(board).to_contain_text("points [1, 0]")
    page.route("**/check/", lambda route: route.fulfill(body="Another page"))
    put(page, "take gold")
    expect(board).to_contain_text("points [0, 0]")
    expect(page.locator("#rehearsed")).to_be_hidden()
    expect(page.locator("#check")).to_be_empty()


def test_without_script_the_lines_are_written_and_sent(tabs: Tabs) -> None:
    aki, botan = someone("Aki"), someone("Botan")
    match = lit(aki, botan)
    page = tabs.open(aki, java_script_enabled=False)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("textbox", name="Your orders").fill("take rice\nshare 1")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#status")).not_to_be_empty()
    assert match.submissions.filter(text__contains="share 1").exists()

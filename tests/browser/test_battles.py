"""Samurai Battles in a real browser: a turn is pointed at, rehearsed and sent once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from sse.matches.models import Match
from tests.browser.table_page import box, is_over, press_send
from tests.browser.tabs import Tabs, check_for_all
from tests.support.live_service import against_bots, someone
from tests.support.tables import log

pytestmark = [pytest.mark.group("running service 1"), pytest.mark.heavy(1)]

SEED = f"{7:064x}"  # red holds Flying geese and cards that could be played with it
BATTLE = {"scenario": "first-skirmish", "turn_cap": "3"}  # of both armies [SB-14.6]

TURN = [
    *("play flying-geese", "proceed", "order D4", "done"),
    *("move D4 E5 F4", "done", "aim F4 H4", "ready"),
]


def wait_for_line(page: Page, step: str) -> None:
    """Wait until the step is the last line and its rehearsal is shown."""
    page.wait_for_function(
        """step => {
          const lines = document.getElementById("id_text").value.split("\\n");
          const tried = document.querySelectorAll("#check code");
          return lines.at(-1) === step && tried.length >= lines.length;
        }""",
        arg=step,
    )


def point(page: Page, *words: str) -> None:
    """Click on the board: on a hex, on a card of the hand."""
    for word in words:
        spot = page.locator(f'#board [data-word="{word}"]').first
        expect(spot.locator(":scope > .area")).to_have_attribute("role", "button")
        spot.click(force=True)  # what stands on a hex is a part of it


def press(page: Page, step: str) -> None:
    """Press the button of a step that names no place."""
    page.locator("#candidates").get_by_role("button", name=step, exact=True).click()
    wait_for_line(page, step)


def ask(page: Page, sentence: str) -> None:
    expect(page.locator("#orders-title small")).to_have_text(sentence)


def point_at_a_turn(page: Page) -> None:
    """Bows go up to the enemy's and shoot: card, unit, path and target."""
    ask(page, "Play a Command card.")
    point(page, "flying-geese")
    wait_for_line(page, "play flying-geese")
    press(page, "proceed")
    ask(page, "Give your orders; “done” ends this phase.")
    point(page, "D4")
    wait_for_line(page, "order D4")
    press(page, "done")
    ask(page, "Move your units; “done” ends the movement.")
    point(page, "D4", "E5", "F4")
    wait_for_line(page, "move D4-E5-F4")
    press(page, "done")
    ask(page, "Declare a battle; “done” ends the battles.")
    point(page, "F4", "H4")
    wait_for_line(page, "aim F4 H4")
    press(page, "ready")  # then dice fall, and nothing more is foreseen
    expect(page.locator("#candidates button")).to_have_count(0)


def close_turn(page: Page) -> None:
    """Write that tokens are drawn after the dice: nobody can point at that yet."""
    typed = page.get_by_role("textbox", name="Your orders")
    typed.fill(f"{box(page)}\ndraw tokens".strip())
    expect(page.locator("#check")).to_contain_text("This can be sent.")
    expect(page.locator("#check")).not_to_contain_text("There is no DRAW line")


def test_a_battle_is_played_to_its_end_by_pointing(tabs: Tabs) -> None:  # SB-17.13
    aki = someone("Aki")
    match = against_bots(
        aki, "greedy", game="samurai_battles", choices=BATTLE, seed=SEED
    )
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    point_at_a_turn(page)
    check_for_all(page)
    close_turn(page)
    press_send(page)
    assert [entry[2:] for entry in log(match) if entry.startswith("0 ")][:8] == TURN
    sent = 1
    while not is_over(page):
        page.locator("#candidates button").first.click()
        expect(page.locator("#check code")).to_have_count(1)
        close_turn(page)
        press_send(page)
        sent += 1
    expect(page.get_by_role("heading", name="The result")).to_be_visible()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert sent == 2, "each turn is sent once"

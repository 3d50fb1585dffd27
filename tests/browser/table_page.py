"""What a person at a table does, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.tabs import PATIENCE


def box(page: Page) -> str:
    return page.get_by_role("textbox", name="Your orders").input_value()


def press_send(page: Page) -> None:
    """And waits until what was sent is taken or refused."""
    beat = page.locator("main").get_attribute("data-beat")
    page.get_by_role("button", name="Send").click()
    page.wait_for_function(
        "beat => document.querySelector('main').dataset.beat !== beat"
        " && !document.querySelector('main .waiting')",
        arg=beat,
    )


def is_over(page: Page) -> bool:
    """Waits until the player is asked again, or the match is over."""
    status = page.locator("#status")
    expect(status).to_have_text(re.compile("Your turn|Finished"), timeout=PATIENCE)
    return "Finished" in (status.text_content() or "")

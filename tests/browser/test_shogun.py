"""A whole match of Shogun in a real browser, by the form beside the board.

Each season the form suggests a plan, which is looked at and sent.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.table_page import box, is_over, press_send
from tests.browser.tabs import Tabs
from tests.support.live_service import against_bots, someone

pytestmark = [pytest.mark.group("running service 1"), pytest.mark.heavy(1)]

SEASONS = 6  # of action, in the two years [SHO-1.7]


def test_a_match_is_planned_to_its_end(tabs: Tabs) -> None:  # SHO-4.3, SHO-18.10
    aki = someone("Aki")
    fields: dict[str, Any] = {"seats": 3, "bot_seats": ["greedy", "greedy"]}
    match = against_bots(aki, game="shogun", tempo="phase", **fields)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    plans = 0
    while not is_over(page):
        suggest = page.get_by_role("button", name="Suggest a plan")
        if suggest.is_visible():
            suggest.click()
            expect(page.locator("#planner-said")).to_have_text("Every place is filled.")
            expect(page.locator("#check")).to_contain_text("This can be sent")
            plans += 1
        else:  # revolts of a winter, whose order their player chooses [SHO-10.6]
            page.locator("#candidates button").first.click()
            assert box(page)
        press_send(page)
    assert plans == SEASONS
    match.refresh_from_db()
    assert match.status == match.Status.FINISHED
    written = match.submissions.filter(seat=0, source="web", status="applied")
    assert written.count() >= SEASONS

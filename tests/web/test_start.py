"""The first page, for a stranger and for a player."""

from __future__ import annotations

import pytest

from tests.web.home import against_bots, bots_only, someone
from tests.web.tabs import Tabs, check_for_all


@pytest.mark.parametrize("width", [360, 1400])
def test_everybody_finds_the_way(tabs: Tabs, width: int) -> None:
    aki = someone("Aki")
    bots_only(aki)
    match = against_bots(aki, title="A siege")
    for player in (None, aki):
        page = tabs.open(player, width)
        page.goto("/")
        check_for_all(page)
    assert page.get_by_role("link", name=match.title).first.is_visible()

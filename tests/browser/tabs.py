"""Tabs of a real browser, which notice what a person would not."""

from __future__ import annotations

import shutil
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from sse.accounts.models import Player

CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SCREENS = [(360, "dark"), (1400, "light")]  # width and colours: neither asks the other
PATIENCE = 60_000  # milliseconds until a page must show something
expect.set_options(timeout=PATIENCE)  # Playwright's own five seconds are few


# Words of neighbouring cells, with less than a blank between them.
RUN_TOGETHER = """() => {
  const place = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const unseen = cell.querySelector(".unseen");
    if (unseen) range.setEndBefore(unseen);
    return range.getBoundingClientRect();
  };
  const touch = (one, next) => next.width && next.left - one.right < 4
    && one.top < next.bottom && next.top < one.bottom;
  const cells = [...document.querySelectorAll("main :is(td, th) + :is(td, th)")];
  const found = cells.map((cell) => [cell.previousElementSibling, cell]);
  return found.filter((pair) => touch(...pair.map(place)))
    .map((pair) => pair.map((cell) => cell.innerText).join("|"));
}"""


class Tabs:
    """Opens tabs, each with its own cookies; at the end all must have been well."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser, self.site = browser, site
        self.contexts: list[BrowserContext] = []
        self.troubles: list[str] = []
        self.expected: list[tuple[str, ...]] = []

    def forgive(self, *words: str) -> None:
        """Trouble that a test makes on purpose: it has all these words."""
        self.expected.append(words)

    def open(
        self, player: Player | None = None, width: int = 1400, **ways: Any
    ) -> Page:
        """A tab of this player; `ways` are Playwright's, such as color_scheme."""
        ways = {"viewport": {"width": width, "height": 900}, "locale": "en-GB"} | ways
        context = self.browser.new_context(base_url=self.site, **ways)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        if player:
            context.add_cookies([self.cookie(player)])  # type: ignore[list-item]
        page = context.new_page()
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.note("error", str(error)))
        page.on("request", lambda asked: self.look_at(asked.url))
        return page

    def cookie(self, player: Player) -> dict[str, str]:
        client = Client()
        client.force_login(player)
        name = settings.SESSION_COOKIE_NAME
        return {"name": name, "value": client.cookies[name].value, "url": self.site}

    def hear(self, said: ConsoleMessage) -> None:
        """Errors, and whatever breaks our Content-Security-Policy, come here."""
        self.note(said.type, f"{said.text} {said.location.get('url', '')}")

    def note(self, kind: str, text: str) -> None:
        is_expected = any(all(w in text for w in words) for words in self.expected)
        if kind in ("error", "warning") and not is_expected:
            self.troubles.append(text)

    def look_at(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme != "data" and address.netloc != urlsplit(self.site).netloc:
            self.troubles.append(f"asks elsewhere: {url}")

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        assert not self.troubles, self.troubles


def check_for_all(page: Page) -> None:
    """Nothing that axe knows keeps anybody from using the page; and it fits."""
    found = Axe().run(page)
    assert not found.violations_count, found.generate_report()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"
    run_together = page.evaluate(RUN_TOGETHER)
    assert not run_together, f"{page.url}: {run_together}"

"""Pages that one comes to by a letter's link, or seldom; and that none is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.urls import URLPattern, URLResolver
from django.utils import timezone
from playwright.sync_api import expect

from sse.accounts.models import Player, Ticket
from sse.accounts.tickets import token_of
from sse.archive.index.maintenance import archive_keep
from sse.inbox.models import RawMail
from sse.matches.models import Match
from sse.outbox.reply_addresses import UNSUBSCRIBE_SIGNER, held_token
from sse.web.urls import urlpatterns
from tests.browser.tabs import PATIENCE, SCREENS, Tabs, check_for_all
from tests.support.live_service import against_bots, bots_only, someone
from tests.support.mails import raw

pytestmark = [pytest.mark.group("running service 2"), pytest.mark.heavy(1)]

HERE = {  # looked at below
    "archive",
    "confirm",
    "embed",
    "held-mail",
    "import",
    "keys",
    "lesson",
    "lessons",
    "letter-box",
    "letter-box-letter",
    "letters-off",
    "log-in-code",
    "log-in-link",
    "open-data",
    "own-held-mail",
    "players",
    "report",
    "second-factor",
    "statistics",
    "steps",
}
ELSEWHERE = {  # looked at in the other files of this folder
    "booklet",
    "dice",
    "games",
    "invitation",
    "letters",
    "log-in",
    "match",
    "match-open",
    "match-tags",
    "play-now",
    "player",
    "program",
    "rulebooks",
    "rules",
    "settings",
    "start",
    "statistics-game",
    "step",
    "tag",
    "tags",
}
PARTS_AND_FILES = {
    "board",
    "calendar",
    "export-json",
    "film",
    "fork",
    "letter-box-html",
    "log",
    "open-data-file",
    "pulse",
    "report-pdf",
    "rule",
    "scores",
    "step-board",
    "step-changes",
    "step-part",
    "step-png",
}


def test_every_page_is_looked_at() -> None:
    """Whatever answers a GET is a page, and looked at, or known to be none."""
    patterns = list(pages_in(urlpatterns))
    names = {pattern.name for pattern in patterns if pattern.name}
    acts = {pattern.name for pattern in patterns if only_acts(pattern.callback)}
    assert names - acts == HERE | ELSEWHERE | PARTS_AND_FILES


def pages_in(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        else:
            yield from pages_in(pattern.url_patterns)


def only_acts(view: object) -> bool:
    """`require_POST` keeps what it allows only in a closure."""
    cells = getattr(view, "__closure__", None) or ()
    inside = [cell.cell_contents for cell in cells]
    return ["POST"] in inside or any(callable(one) and only_acts(one) for one in inside)


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_seldom_seen_pages_are_for_everybody(
    tabs: Tabs, scheme: str, width: int
) -> None:
    aki, doi = someone("Aki"), someone("Doi")
    running, ended = against_bots(aki), bots_only(aki)
    archive_keep()
    mail = held(running, aki, doi)
    page = tabs.open(aki, width, color_scheme=scheme)
    for path in (
        "/archive/",
        "/archive/import/",
        "/archive/open-data/",
        "/statistics/",
        "/players/",
        "/learn/",
        "/learn/shogun/",
        "/settings/keys/",
        f"/letters/off/{UNSUBSCRIBE_SIGNER.sign(f'{aki.pk}-{running.pk}')}/",
        f"/mails/{held_token(mail.pk)}/",
        f"/letters/held/{mail.pk}/",
        f"/confirm/{token_of(ticket(aki, Ticket.Purpose.CONFIRM))}/",
        f"/matches/{ended.pk}/steps/",
        f"/embed/matches/{ended.pk}/steps/0-5",
    ):
        page.goto(path)
        check_for_all(page)
    page.goto(f"/matches/{ended.pk}/booklet/")
    page.locator("main form button.main").click()
    page.wait_for_url("**/booklet/*/")
    check_for_all(page)
    ready = page.get_by_role("link", name="Open the booklet")
    expect(ready).to_be_visible(timeout=PATIENCE)
    check_for_all(page)


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_the_second_factor_is_for_everybody(
    tabs: Tabs, scheme: str, width: int
) -> None:
    operator = someone("Op")
    Player.objects.filter(pk=operator.pk).update(is_staff=True)
    page = tabs.open(operator, width, color_scheme=scheme)
    page.goto("/operator/second-factor/")
    check_for_all(page)


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_the_way_in_is_for_everybody(tabs: Tabs, scheme: str, width: int) -> None:
    tabs.forgive("postMessage", "'null'")  # axe, of the letter in its frame
    page = tabs.open(None, width, color_scheme=scheme)
    page.goto("/log-in/")
    page.get_by_label("Your email address").fill(f"newcomer{width}@example.org")
    page.get_by_role("button", name="Email me a login link").click()
    page.wait_for_url("**/log-in/code/")
    check_for_all(page)
    page.goto("/letter-box/")
    check_for_all(page)
    page.locator("main a[href^='/letter-box/']").first.click()
    page.wait_for_url("**/letter-box/*/")
    check_for_all(page)
    page.goto(f"/log-in/{token_of(ticket(someone(), Ticket.Purpose.LOG_IN))}/")
    check_for_all(page)


def ticket(player: Player, purpose: Ticket.Purpose) -> Ticket:
    email = player.addresses.get().email
    soon = timezone.now() + timedelta(hours=1)
    return Ticket.objects.create(
        player=player, email=email, purpose=purpose, expires_at=soon
    )


def held(match: Match, player: Player, stranger: Player) -> RawMail:
    """A mail from an address that is not the player's, as a worker leaves it."""
    to, sender = "turns@example.org", stranger.addresses.get().email
    octets = raw("auto any", sender, to)
    return RawMail.objects.create(
        raw=octets,
        size=len(octets),
        door="smtp",
        envelope_from=sender,
        recipient=to,
        key=f"held {match.pk}",
        status=RawMail.Status.HELD,
        said="auto any",
        match=match,
        player=player,
        seat=match.seats.get(player=player),
    )

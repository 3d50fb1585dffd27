"""The first page, the way in, and new matches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from sse.accounts.models import Player
from sse.matches.models import Match
from sse.matches.play import match_open, seat_invite
from tests.browser.tabs import SCREENS, Tabs, check_for_all
from tests.support.live_service import against_bots, bots_only, someone

pytestmark = [pytest.mark.group("running service 1"), pytest.mark.heavy(1)]

PATIENCE = 60_000


@pytest.mark.parametrize("width", [360, 1400])
def test_everybody_finds_the_way(tabs: Tabs, width: int) -> None:
    aki = someone("Aki")
    bots_only(aki)
    match = against_bots(aki, title="A siege", choices={"first_player": "0"})
    for player in (None, aki):
        page = tabs.open(player, width)
        page.goto("/")
        check_for_all(page)
    waiting = page.locator("section", has_text="Waiting for you")
    assert waiting.get_by_role("link", name=match.title).is_visible()


def letter_to(page: Page, email: str) -> None:
    """Opens the newest letter to the address at the letter-box."""
    for _ in range(100):
        page.goto(f"/letter-box/?to={email}")
        letter = page.locator("main .list a").first
        if letter.count():
            break
        page.wait_for_timeout(200)
    letter.click()
    page.get_by_text("As plain text").click()
    page.get_by_role("link", name=re.compile("log-in")).click()


def test_a_stranger_is_at_a_table_within_a_minute(tabs: Tabs) -> None:
    """From the first page by the letter's link to a match against a program."""
    email = f"{someone('New').name.replace(' ', '').lower()}x@example.org"
    page = tabs.open(timezone_id="Asia/Tokyo")
    page.goto("/")
    page.get_by_role("link", name="Play Age of War now").click()
    check_for_all(page)
    page.get_by_label("Your email address").fill(email)
    page.get_by_role("button", name="Email me a login link").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    check_for_all(page)
    letter_to(page, email)
    assert not Player.objects.filter(addresses__email=email).exists()  # only looked at
    check_for_all(page)
    page.get_by_role("button", name="Sign up").click()
    check_for_all(page)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board svg")).to_be_visible()
    player = Player.objects.get(addresses__email=email)
    assert player.time_zone == "Asia/Tokyo"
    assert player.seats.get().match.status == Match.Status.RUNNING


def test_a_match_plays_by_itself_until_it_is_stopped(tabs: Tabs) -> None:
    bots_only(someone("Aki"))
    page = tabs.open()
    page.goto("/")
    frame, button = page.locator(".live img"), page.locator(".live button")
    steps = str(page.locator(".live").get_attribute("data-steps")).split()
    first = frame.get_attribute("src")
    assert str(first).endswith("/0.svg")
    expect(frame).not_to_have_attribute("src", str(first), timeout=PATIENCE)
    expect(frame).to_have_attribute("src", re.compile(rf"/{steps[1]}\.svg$"))
    button.click()
    expect(button).to_have_text("Play")
    stopped = frame.get_attribute("src")
    page.wait_for_timeout(3500)
    assert frame.get_attribute("src") == stopped
    calm = tabs.open(reduced_motion="reduce")
    calm.goto("/")
    expect(calm.locator(".live button")).to_have_text("Play")


def test_a_match_is_opened_with_its_real_deadlines(tabs: Tabs) -> None:
    aki = someone("Aki", time_zone="Europe/Kyiv")
    page = tabs.open(aki)
    page.goto("/open/")
    check_for_all(page)
    page.get_by_role("link", name=re.compile("Open a match.*Age of War")).click()
    check_for_all(page)
    look = page.locator("#deadline")
    expect(look).to_contain_text(re.compile("your deadline would be .* EES?T"))
    before = look.text_content()
    page.get_by_label("Relaxed").check()
    expect(look).not_to_have_text(str(before))
    page.get_by_label("Custom").check()
    page.get_by_label("Hours per decision", exact=True).fill("0")
    page.get_by_label("Hours in the time bank at the start").fill("0")
    expect(look).to_contain_text("There are no deadlines")
    page.get_by_label("Seat 2").select_option(
        label="Free: for anyone who joins or is invited"
    )
    page.get_by_label("Seat 3").select_option(label="Bot: plays by the odds")
    page.get_by_label("Invite by email").fill("somebody@example.org")
    page.get_by_label("Title").fill("Friends <only>")
    page.get_by_role("button", name="Open the match").click()
    expect(page.get_by_role("heading", name="Friends <only>")).to_be_visible()
    expect(page.get_by_text("somebody@example.org")).to_be_visible()
    check_for_all(page)


def test_numbers_one_gave_up_keep_nobody_from_opening(tabs: Tabs) -> None:
    page = tabs.open(someone("Aki"))
    page.goto("/open/age_of_war/")
    look = page.locator("#deadline")
    page.get_by_label("Custom").check()
    page.get_by_label("Hours per decision", exact=True).fill("99999999999")
    expect(look).to_contain_text("less than or equal to 1440")
    page.get_by_label("Daily").check()
    expect(look).to_contain_text("your deadline would be")
    page.get_by_role("button", name="Open the match").click()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))


def test_a_friend_comes_by_invitation_and_the_match_begins(tabs: Tabs) -> None:
    aki, botan = someone("Aki"), someone("Botan")
    match = match_open(organiser=aki, game="age_of_war", seats=2, title="For two")
    email = botan.addresses.get().email
    seat_invite(match_id=match.pk, by=aki, email=email)
    page = tabs.open(botan)
    page.goto("/")
    page.get_by_role("link", name="For two").first.click()
    check_for_all(page)
    page.get_by_label("A word for the dice").fill("koi")
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("You have a seat.")).to_be_visible()
    check_for_all(page)
    other = tabs.open(aki)
    other.goto(f"/matches/{match.pk}/")
    other.get_by_role("button", name="Start the match").click()
    expect(other.locator(".board svg")).to_be_visible()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".board svg")).to_be_visible()


PAGES = ("/", "/log-in/", "/rules/", "/rules/age_of_war/")
OWN_PAGES = ("/", "/open/", "/open/small_samurai_empires/", "/play/age_of_war/")


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_pages_are_for_everybody(tabs: Tabs, scheme: str, width: int) -> None:
    aki = someone("Aki")
    page = tabs.open(None, width, color_scheme=scheme)
    for path in (*PAGES, "/nowhere/"):
        tabs.forgive("404", "/nowhere/")
        page.goto(path)
        check_for_all(page)
    page = tabs.open(aki, width, color_scheme=scheme)
    for path in (*OWN_PAGES, "/settings/"):
        page.goto(path)
        check_for_all(page)


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
@pytest.mark.parametrize("game", ["age_of_war", "small_samurai_empires"])
def test_tables_are_for_everybody(
    tabs: Tabs, scheme: str, width: int, game: str
) -> None:
    aki = someone("Aki")
    bot = "auto" if game == "age_of_war" else "greedy"
    match = against_bots(aki, bot, game=game)
    for player in (aki, None):
        page = tabs.open(player, width, color_scheme=scheme)
        page.goto(f"/matches/{match.pk}/")
        for summary in page.locator("main details > summary").all():
            if not summary.evaluate("summary => summary.parentElement.open"):
                summary.click()
        check_for_all(page)

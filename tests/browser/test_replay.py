"""A match stepped through by keys, slider and list; with and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from sse.archive.models import Remark
from sse.archive.remarks import remark_add
from sse.archive.replay import course_of
from sse.matches.models import Match
from tests.browser.table_page import is_over, press_send
from tests.browser.tabs import SCREENS, Tabs, check_for_all
from tests.support.golden_matches import EMPIRES, SIEGE, archived, golden
from tests.support.live_service import someone

pytestmark = [pytest.mark.group("running service 1"), pytest.mark.heavy(1)]


def at(page: Page, match: Match, step: int, query: str = "") -> None:
    """The page shows this step, in its words, its picture and its address."""
    page.wait_for_url(f"**/matches/{match.pk}/steps/{step}{query}")
    expect(page.locator("#step")).to_have_attribute("data-step", str(step))
    expect(page.locator("#jump")).to_have_value(str(step))
    expect(page.locator("#events [aria-current=step]")).to_have_attribute(
        "data-step", str(step)
    )


def opened(page: Page, match: Match, step: int, query: str = "") -> None:
    page.goto(f"/matches/{match.pk}/steps/{step}{query}")
    at(page, match, step, query)
    page.evaluate("window.stays = true")


def stayed(page: Page) -> bool:
    """Whether no page was loaded since."""
    return bool(page.evaluate("window.stays === true"))


def test_keys_lead_everywhere(tabs: Tabs) -> None:
    match = archived()
    phases = [step for step, _ in course_of(match).marks]
    page = tabs.open()
    opened(page, match, 5)
    page.keyboard.press("ArrowRight")
    at(page, match, 6)
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    at(page, match, 3)
    page.keyboard.press("PageDown")
    at(page, match, min(step for step in phases if step > 3))
    page.keyboard.press("PageUp")
    at(page, match, max(s for s in phases if s < min(p for p in phases if p > 3)))
    page.keyboard.press("End")
    at(page, match, match.head - 1)
    expect(page.locator("#result")).to_have_attribute("open", "")
    page.keyboard.press("Home")
    at(page, match, 0)
    page.keyboard.type("42")
    page.keyboard.press("Enter")
    at(page, match, 42)
    assert "Step 42" in page.title()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    check_for_all(page)
    page.get_by_label("Use keyboard shortcuts").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("7")
    at(page, match, 42)
    assert stayed(page)


def test_the_slider_and_the_number_lead_to_steps(tabs: Tabs) -> None:
    match = archived()
    page = tabs.open()
    opened(page, match, 5)
    page.locator("#slider").fill("77")
    at(page, match, 77)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    at(page, match, 78)
    page.locator("#jump").fill("30")
    page.keyboard.press("Enter")
    at(page, match, 30)
    page.get_by_role("link", name="Next step").click()
    at(page, match, 31)
    phase = page.locator(".phases a").nth(3)
    step = int(phase.get_attribute("data-step") or "")
    phase.dispatch_event("click")
    at(page, match, step)
    assert stayed(page)


def test_a_match_plays_itself(tabs: Tabs) -> None:
    match = archived(golden(SIEGE))
    page = tabs.open()
    opened(page, match, 30)
    page.locator("#speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#jump")).to_have_value(re.compile(r"3[3-9]"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play").press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    stopped = page.locator("#jump").input_value()
    page.wait_for_timeout(800)
    assert page.locator("#jump").input_value() == stopped
    at(page, match, int(stopped))
    opened(page, match, match.head - 3)
    page.locator("body").press(" ")
    at(page, match, match.head - 1)
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_the_list_leads_to_steps_and_follows_them(tabs: Tabs) -> None:
    match = archived()
    page = tabs.open()
    opened(page, match, 50)
    page.locator("#events a[data-step='44']").click()
    at(page, match, 44)
    focused = page.evaluate("document.activeElement.getAttribute('aria-current')")
    assert focused == "step"
    page.locator("#future summary").click()
    page.locator("#future a[data-step='46']").click()
    at(page, match, 46)
    expect(page.locator("#future")).to_have_attribute("open", "")  # as it was left
    assert stayed(page)


def test_each_pair_of_eyes_sees_its_own(tabs: Tabs) -> None:
    match = archived()
    page = tabs.open()
    opened(page, match, 20)
    boards = [page.locator("#board").inner_html()]
    for name, query in (("Aki", "?as=seat-1"), ("Botan", "?as=seat-2")):
        page.locator(".looks").get_by_role("link", name=name, exact=True).click()
        at(page, match, 20, query)
        boards.append(page.locator("#board").inner_html())
    page.get_by_role("link", name="All cards open").click()
    at(page, match, 20, "?as=open")
    boards.append(page.locator("#board").inner_html())
    assert len(set(boards)) == 4
    assert "In hand" in boards[-1]
    page.keyboard.press("ArrowRight")
    at(page, match, 21, "?as=open")
    assert "In hand" in page.locator("#board").inner_html()


def test_what_changed_glows_and_can_be_asked_for(tabs: Tabs) -> None:
    match, log = archived(), golden()
    move = next(n for n, e in enumerate(log.entries) if e.text.startswith("0 move "))
    *_, target = log.entries[move].text.partition(" | ")[0].split()
    page = tabs.open()
    opened(page, match, move - 1)
    page.keyboard.press("ArrowRight")
    at(page, match, move)
    glowing = page.locator(f".changed[data-word='{target}']")
    expect(glowing).to_have_count(1)
    words = page.locator(".changes li").evaluate_all(
        "all => all.map(x=>x.dataset.spot)"
    )
    marked = page.locator("#board .changed").evaluate_all(
        "all => all.map(x=>x.dataset.word)"
    )
    assert sorted(set(words)) == sorted(set(marked))
    page.locator(f"[data-word='{target}'] .area").first.dispatch_event("click")
    expect(page.locator("#spot")).to_contain_text("changed at this step")
    page.locator("#spot a").last.click()
    expect(page.locator("#step")).not_to_have_attribute("data-step", str(move))
    expect(page.locator(f".changed[data-word='{target}']")).to_have_count(1)
    page.locator(f".changes [data-spot='{target}'] [data-go=before]").click()
    at(page, match, move)
    assert stayed(page)


def test_undone_steps_are_a_detour(tabs: Tabs) -> None:
    match = archived(golden(SIEGE))  # 24 takes it back to 7
    page = tabs.open()
    opened(page, match, 7)
    page.keyboard.press("ArrowRight")
    at(page, match, 24)
    assert stayed(page)
    page.keyboard.type("15")
    page.keyboard.press("Enter")
    at(page, match, 15)
    assert not stayed(page)
    expect(page.get_by_text("This step was taken back later")).to_be_visible()
    check_for_all(page)
    page.keyboard.press("ArrowRight")
    at(page, match, 16)
    opened(page, match, 7)
    page.get_by_role("link", name="Show moves that were taken back").click()
    at(page, match, 7, "?detours=yes")
    page.keyboard.press("ArrowRight")
    at(page, match, 8, "?detours=yes")


def test_a_long_match_opens_with_a_few_requests(tabs: Tabs) -> None:
    """And its neighbours are there before they are asked for."""
    match = archived()
    page = tabs.open()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, match, 60)
    page.wait_for_load_state("networkidle")
    steps = {int(n) for url in asked for n in re.findall(r"/steps/(\d+)", url)}
    assert steps == {59, 60, 61}
    assert len(asked) < 12
    asked.clear()
    page.keyboard.press("ArrowRight")
    at(page, match, 61)
    assert not [url for url in asked if "/steps/61" in url]


def test_what_is_half_written_stays_at_its_step(tabs: Tabs) -> None:
    match = archived(golden(SIEGE))
    page = tabs.open(someone("Chie"))
    opened(page, match, 30)
    page.get_by_label("Your comment").fill("Half a thought")
    page.get_by_role("link", name="Next step").click()
    at(page, match, 31)
    expect(page.get_by_label("Your comment")).to_have_value("")
    page.get_by_role("link", name="Previous step").click()
    at(page, match, 30)
    expect(page.get_by_label("Your comment")).to_have_value("Half a thought")


def test_readers_talk_about_a_step(tabs: Tabs) -> None:
    match, chie, emi = archived(golden(SIEGE)), someone("Chie"), someone("Emi")
    page = tabs.open(chie)
    opened(page, match, 30)
    page.get_by_label("Your comment").fill("<i>Why</i> not Dalian?")
    page.get_by_role("button", name="Save comment").click()
    page.wait_for_url("**/steps/30#remarks")
    expect(page.get_by_text("<i>Why</i> not Dalian?")).to_be_visible()
    other = tabs.open(emi)
    opened(other, match, 30)
    other.get_by_text("Reply", exact=True).first.click()
    other.get_by_label("Your reply").fill("The dice.")
    other.get_by_role("button", name="Reply").click()
    expect(other.get_by_text("The dice.")).to_be_visible()
    check_for_all(other)
    page.reload()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("A comment was removed here.")).to_be_visible()
    expect(page.get_by_text("The dice.")).to_be_visible()
    assert Remark.objects.get(match=match, player=emi).answers


def test_a_reader_plays_on_and_beats_a_program(tabs: Tabs) -> None:
    """Near the end of a match, with the seat that won it and the same dice."""
    match, chie = archived(golden("age_of_war/conquest-by-points")), someone("Chie")
    assert match.result
    winner = next(row["seat"] for row in match.result if row["place"] == 1)
    page = tabs.open(chie)
    opened(page, match, match.head - 8)
    page.get_by_text("What if?").click()
    page.get_by_label("You play as").select_option(str(winner))
    page.get_by_label("The other seats are played by").select_option("auto")
    page.get_by_label("The same").check()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))
    fork = Match.objects.get(forked_from=match)
    while not is_over(page):
        page.get_by_role("textbox", name="Your orders").fill("auto any")
        press_send(page)
    fork.refresh_from_db()
    assert fork.status == Match.Status.FINISHED
    opened(page, fork, fork.head - 1)
    expect(page.get_by_text("A practice variation")).to_be_visible()
    check_for_all(page)
    opened(page, match, 3)
    page.get_by_text("What if?").click()
    expect(page.get_by_role("link", name="What if: A match")).to_be_visible()


# -------------------------------------------------------------------- without scripts


def test_without_scripts_every_step_is_a_page(tabs: Tabs) -> None:
    match = archived()
    page = tabs.open(someone("Chie"), java_script_enabled=False)
    page.goto(f"/matches/{match.pk}/steps/5")
    assert not page.locator("#slider").is_visible()
    assert not page.locator("#play").is_visible()
    page.get_by_role("link", name="Next step").click()
    page.wait_for_url("**/steps/6")
    page.get_by_role("link", name="Next phase").click()
    page.wait_for_url("**/steps/*")
    page.locator("#jump").fill("50")
    page.get_by_role("button", name="Go").click()
    page.wait_for_url("**/steps/50")
    assert page.locator("#board .changed").count()
    spot = page.locator(".changes li").first
    spot.locator("a").first.click()
    page.wait_for_url("**/steps/*")
    assert "/steps/50" not in page.url
    page.goto(f"/matches/{match.pk}/steps/50")
    page.get_by_text("Your comment").click()
    page.locator("#remark-text").fill("By hand")
    page.get_by_role("button", name="Save comment").click()
    assert page.get_by_text("By hand").is_visible()
    page.get_by_role("link", name="All cards open").click()
    page.wait_for_url("**/steps/50?as=open")
    page.locator("#events a").nth(3).click()
    page.wait_for_url("**/steps/47?as=open")


# ------------------------------------------------------------------------ for everybody


@pytest.fixture
def talked_about() -> Callable[[str], Match]:
    def made(name: str) -> Match:
        match, emi = archived(golden(name)), someone("Emi")
        remark = remark_add(match=match, step=30, player=emi, text="Well played!")
        remark_add(match=match, step=30, player=emi, text="No.", answers=remark.pk)
        return match

    return made


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_everybody_can_read_a_replay(
    tabs: Tabs, talked_about: Callable[[str], Match], width: int, scheme: str
) -> None:
    emi = someone("Emi")
    running = cut_short()
    for name in (EMPIRES, SIEGE):
        match = talked_about(name)
        for player in (None, emi):
            page = tabs.open(player, width, color_scheme=scheme)
            opened(page, match, 30)
            for details in page.locator("details").all():
                details.evaluate("one => one.open = true")
            check_for_all(page)
    page.goto(f"/matches/{match.pk}/steps/30/what-if")
    check_for_all(page)
    page.goto(f"/embed/matches/{match.pk}/steps/20-30")
    check_for_all(page)
    page.goto(f"/matches/{running.pk}/steps/20")
    check_for_all(page)


def test_a_board_stays_large_from_step_to_step(tabs: Tabs) -> None:
    match = archived(golden())
    page = tabs.open(width=360)
    opened(page, match, 30)
    page.get_by_role("button", name="Larger board").click()
    page.get_by_role("link", name="Next step").click()
    at(page, match, 31)
    box = page.locator(".board svg").bounding_box()
    assert box
    assert box["width"] > 2 * 360
    check_for_all(page)


def cut_short() -> Match:
    log = golden()
    return archived(replace(log, entries=log.entries[:40], result="", seed=""))


def test_a_stranger_with_a_seats_link_is_told_kindly(tabs: Tabs) -> None:
    running = cut_short()
    page = tabs.open(someone("Doi"))
    answer = page.goto(f"/matches/{running.pk}/steps/20?as=seat-1")
    assert answer
    assert answer.status == 403
    check_for_all(page)
    page.get_by_role("link", name="As a spectator").click()
    at(page, running, 20)
    tabs.troubles.clear()  # the browser notes the 403 by itself


def test_back_leads_through_the_places_one_went_to(tabs: Tabs) -> None:
    match = archived()
    last = match.head - 1
    page = tabs.open()
    page.goto("/archive/")
    opened(page, match, 5)
    page.keyboard.press("ArrowRight")  # single steps are one place
    page.keyboard.press("ArrowRight")
    at(page, match, 7)
    page.keyboard.press("End")
    at(page, match, last)
    page.locator(".line-of-step").nth(3).click()
    expect(page.locator("#step")).not_to_have_attribute("data-step", str(last))
    page.locator("#slider").evaluate(
        "slider => { for (const at of [20, 30]) { slider.value = at;"
        " slider.dispatchEvent(new Event('input')); }"
        " slider.dispatchEvent(new Event('change')); }"
    )
    at(page, match, 30)
    page.go_back()
    page.go_back()
    at(page, match, last)
    page.go_back()
    at(page, match, 7)
    page.go_forward()
    at(page, match, last)
    assert stayed(page)
    page.go_back()
    at(page, match, 7)
    page.go_back()
    page.wait_for_url("**/archive/")


def test_when_a_spot_changed_is_asked_by_keyboard(tabs: Tabs) -> None:
    match = archived()
    page = tabs.open()
    opened(page, match, 40)
    asked = page.get_by_label("When did it change?")
    word = asked.locator("option").nth(2).get_attribute("value")
    assert word
    asked.select_option(word)
    page.get_by_role("button", name="Previous change").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#step")).not_to_have_attribute("data-step", "40")
    assert stayed(page)
    expect(page.locator(f"#step [data-spot='{word}']")).to_be_visible()
    expect(page.get_by_role("button", name="Previous change")).to_be_focused()
    expect(asked).to_have_value(word)
    check_for_all(page)


def test_and_without_scripts(tabs: Tabs) -> None:
    match = archived()
    page = tabs.open(java_script_enabled=False)
    page.goto(f"/matches/{match.pk}/steps/40?as=open")
    asked = page.get_by_label("When did it change?")
    word = asked.locator("option").nth(2).get_attribute("value")
    assert word
    asked.select_option(word)
    page.get_by_role("button", name="Previous change").click()
    page.wait_for_url(re.compile(rf"/matches/{match.pk}/steps/\d+\?as=open$"))
    expect(page.locator(f"#step [data-spot='{word}']")).to_be_visible()

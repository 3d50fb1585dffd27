"""A match at the table: by pointing, by typing, by keys alone, and without scripts."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.drawing import SEAT_COLOURS
from engine.spots import spot_paths
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match
from sse.matches.play import talk_say
from tests.browser.table_page import box, is_over, press_send
from tests.browser.tabs import Tabs, check_for_all
from tests.support.live_service import against_bots, someone
from tests.support.tables import SEED, running, write

pytestmark = [pytest.mark.group("running service 1"), pytest.mark.heavy(1)]

SHORT = {"turn_cap": "4", "first_player": "0"}
PATIENCE = 60_000
YOUR_TURN = re.compile("^Your turn")


def siege(player: Player) -> Match:
    return against_bots(player, choices=SHORT)


def point(page: Page) -> None:
    """At the first thing that is lit; of the orders that are left, the first."""
    typed = page.get_by_role("textbox", name="Your orders")
    page.locator(".board .can > .area").first.click(force=True)
    listed = page.locator("#candidates button")
    expect(page.locator("#pointed")).not_to_contain_text("Pick an order here")
    if not box(page) and listed.count():
        listed.first.click()
    expect(typed).not_to_have_value("")


def test_a_match_is_played_to_its_end_by_pointing_and_by_typing(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = siege(aki)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    check_for_all(page)
    for turn in range(60):
        if is_over(page):
            break
        if turn % 2:
            page.get_by_role("textbox", name="Your orders").fill("auto any")
        else:
            point(page)
        expect(page.locator("#check")).to_contain_text("This can be sent")
        press_send(page)
    expect(page.get_by_role("heading", name="The result")).to_be_visible()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    check_for_all(page)


def test_pointing_types_what_a_mail_would_hold(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = siege(aki)
    state = states.state_now(match)
    options = match.game.options(state, 0)
    fill = next(o for o in options if o.verb == "fill" and len(o.args) == 2)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    card = page.locator(f".board [data-word={fill.args[0]}]").last
    card.locator(f"> .can[data-word='{fill.args[1]}']").click()
    expect(page.get_by_role("textbox", name="Your orders")).to_have_value(
        match.game.label(match.game.view(state, 0), "order", fill.text)
    )
    expect(page.locator("#check")).to_contain_text("You fill the line")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("textbox", name="Your orders")).to_have_value("")
    die = page.locator(".board .can[data-word=reroll] .can").first
    die.click()
    expect(page.get_by_role("textbox", name="Your orders")).to_have_value(
        re.compile("^step reroll drop .$")
    )
    page.get_by_role("button", name="pass", exact=True).click()  # instead, not as well
    expect(page.get_by_role("textbox", name="Your orders")).to_have_value("pass")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("textbox", name="Your orders")).to_have_value("")


def test_what_was_written_by_hand_is_not_lost_by_a_key(tabs: Tabs) -> None:
    """Escape forgets what was pointed at; Clear can be taken back."""
    aki = someone("Aki")
    match = siege(aki)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    typed = page.get_by_role("textbox", name="Your orders")
    clear = page.get_by_role("button", name="Clear")
    expect(clear).to_be_disabled()
    typed.fill("auto any  # my own words")
    expect(clear).to_be_enabled()
    page.locator(".board .can > .area").first.focus()
    page.keyboard.press("Escape")
    expect(typed).to_have_value("auto any  # my own words")
    clear.click()
    expect(typed).to_have_value("")
    page.get_by_role("button", name="Back").click()
    expect(typed).to_have_value("auto any  # my own words")


def test_who_points_where_nothing_can_be_done_writes_nothing(tabs: Tabs) -> None:
    """Of a card of which one line can be filled, another line is pointed at."""
    aki = someone("Aki")
    match = siege(aki)
    orders = match.game.options(states.state_now(match), 0)
    fills = Counter(order.args[0] for order in orders if order.verb == "fill")
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator(".board .can").first).to_be_attached()
    for card in (card for card, lines in fills.items() if lines == 1):
        lines = page.locator(f".board [data-word={card}] > [data-word]:not(.can)")
        if lines.count():
            lines.first.click()
            expect(page.locator("#pointed")).to_contain_text("can’t do that there")
            assert not box(page)
            page.locator("#candidates button").first.click()
            assert box(page)
            return
    pytest.skip("no such card in this throw")


def test_what_is_possible_stays_open_or_shut_as_its_reader_wants(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = siege(aki)
    hints, possible = ".hint-list > .hints", "Possible now"
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator(hints)).to_be_visible()  # the first match
    page.get_by_text(possible).click()
    expect(page.locator(hints)).to_be_hidden()
    for shown in (False, True):
        page.get_by_role("textbox", name="Your orders").fill("step reroll")
        press_send(page)
        expect(page.locator(hints)).to_be_visible(visible=shown)
        if not shown:
            page.get_by_text(possible).click()
    phone = tabs.open(aki, viewport={"width": 360, "height": 740})
    phone.goto(f"/matches/{match.pk}/")
    expect(phone.locator(hints)).to_be_hidden()  # it would lie over the board
    phone.get_by_text(possible).click()
    expect(phone.locator(hints)).to_be_visible()


def test_who_points_twice_at_the_same_takes_it_back(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = against_bots(aki, choices=SHORT, seed=SEED)
    orders = match.game.options(states.state_now(match), 0)
    fills = Counter(order.args[0] for order in orders if order.verb == "fill")
    card = next(card for card, lines in fills.items() if lines > 1)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    said, all_of_it = page.locator("#pointed"), page.locator("#pointing")
    pass_it = all_of_it.get_by_role("button", name="pass", exact=True)
    area = page.locator(f".board [data-word={card}] > .area").last
    for _ in range(2):
        expect(pass_it).to_be_visible()
        area.focus()
        page.keyboard.press("Enter")
        expect(said).to_contain_text("Which of these?")
        expect(pass_it).to_be_hidden()
        page.keyboard.press("Enter")
        expect(said).to_have_text(re.compile("^(Point at|Pick an order here)"))
    expect(pass_it).to_be_visible()
    assert not box(page)


def test_the_first_decision_is_offered_as_buttons(tabs: Tabs) -> None:
    """Its cards lie below: few orders need no pointing, and the way there is shown."""
    aki = someone("Aki")
    match = against_bots(aki, "greedy", game="small_samurai_empires")
    orders = match.game.options(states.state_now(match), 0)
    page = tabs.open(aki, viewport={"width": 360, "height": 740})
    page.goto(f"/matches/{match.pk}/")
    listed = page.locator("#candidates button")
    expect(listed).to_have_text([order.text for order in orders])
    look = page.locator("#look")
    expect(look).to_be_visible()
    look.dispatch_event("click")
    expect(page.locator(".board .can > .area").first).to_be_in_viewport()
    expect(look).to_be_hidden()
    listed.first.click()
    expect(page.get_by_role("textbox", name="Your orders")).to_have_value(
        orders[0].text
    )
    check_for_all(page)


@pytest.mark.parametrize("game", ["age_of_war", "small_samurai_empires"])
def test_what_is_lit_has_a_colour_that_no_seat_has(tabs: Tabs, game: str) -> None:
    aki = someone("Aki")
    match = against_bots(aki, game=game, bot_seats=["random"])
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    lit = page.locator(".board .can > .area").first
    expect(lit).to_be_attached()
    colour, width, halo = lit.evaluate(
        "area => { const style = getComputedStyle(area);"
        " const halo = getComputedStyle(area.previousSibling);"
        " return [style.stroke, parseFloat(style.strokeWidth), halo.stroke] }"
    )
    light = [int(part) for part in re.findall("[0-9]+", colour)]
    assert halo == "rgb(255, 255, 255)"
    assert width >= 3
    for seat in SEAT_COLOURS:
        fill = [int(seat.fill[at : at + 2], 16) for at in (1, 3, 5)]
        assert sum(abs(a - b) for a, b in zip(light, fill, strict=True)) > 100


def test_every_spot_that_is_lit_leads_somewhere(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = siege(aki)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    lit = page.locator(".board .can > .area")
    assert 10 < lit.count() <= len(spot_paths(page.content()))
    for at in range(0, lit.count(), 7):
        lit.nth(at).click(force=True)
        listed = page.locator("#candidates button").count()
        assert listed or box(page)
        page.get_by_role("button", name="Clear").click()
    assert not page.locator(".board .area[role=button]:not([aria-label])").count()


def test_only_what_can_be_done_is_lit(tabs: Tabs) -> None:
    """A line is lit if it can be filled: not because another card's line can."""
    aki = someone("Aki")
    match = siege(aki)
    fills = [
        o for o in match.game.options(states.state_now(match), 0) if o.verb == "fill"
    ]
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator(".board .can").first).to_be_attached()
    lit = page.locator(".board .can").evaluate_all(
        "spots => spots.map(spot => [spot.parentElement.closest('[data-word]')"
        "?.dataset.word, spot.dataset.word])"
    )
    lines = {tuple(pair) for pair in lit if pair[0] not in (None, "reroll")}
    assert lines == {order.args[:2] for order in fills}


def test_provinces_are_pointed_at_one_after_the_other(tabs: Tabs) -> None:
    """A destiny card; then a token and a slot of the map."""
    aki = someone("Aki")
    match = against_bots(
        aki, "greedy", game="small_samurai_empires", seats=3, bot_seats=["greedy"] * 2
    )
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    card = page.locator(".board .can").first
    word = card.get_attribute("data-word")
    card.click()
    expect(page.get_by_role("textbox", name="Your orders")).to_have_value(
        f"destiny {word}"
    )
    press_send(page)
    is_over(page)
    slot = page.locator(".board .can[data-word*='-1'] > .area").first
    kind = page.locator(".board .can[data-word=harvest] > .area").first
    place = page.locator(".board .can[data-word*='-1']").first.get_attribute(
        "data-word"
    )
    slot.click()
    expect(page.locator("#candidates button").first).to_contain_text(str(place))
    kind.click()
    typed = page.get_by_role("textbox", name="Your orders")
    expect(typed).to_have_value(f"place harvest at {place}")
    page.locator(".board .can[data-word=attack]").first.click()
    page.locator(".board .can[data-word*='-2']").first.click()
    expect(typed).to_have_value(  # both can be sent: the second is kept for later
        re.compile(f"^place harvest at {place}\nplace attack at [a-z]+-2$")
    )
    expect(page.locator("#check")).to_contain_text("Queued for later")
    check_for_all(page)


def test_a_match_is_played_by_keys_alone(tabs: Tabs) -> None:
    """Tab, Enter, Escape: to a die, to write, to change one's mind, to send."""
    aki = someone("Aki")
    match = siege(aki)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    keys = page.keyboard
    keys.press("Tab")
    assert focused(page) == "Skip to content"
    for _ in range(30):
        keys.press("Tab")
        if page.evaluate("document.activeElement.closest('.board') !== null"):
            break
    name = focused(page)
    assert name
    keys.press("Enter")
    expect(page.locator("#pointed")).to_contain_text(re.compile(f"{name}|written"))
    written = box(page)
    keys.press("Escape")
    expect(page.locator("#pointed")).not_to_contain_text(name)
    assert box(page) == written
    for _ in range(150):
        keys.press("Tab")
        if focused(page) == "pass":
            break
    keys.press("Enter")
    expect(page.get_by_role("textbox", name="Your orders")).to_have_value("pass")
    for _ in range(20):
        keys.press("Tab")
        if focused(page) == "Send":
            break
    keys.press("Enter")
    expect(page.locator("#orders")).to_contain_text("Your last orders were accepted")
    match.refresh_from_db()
    assert match.entries.filter(text__startswith="0 pass").exists()


def focused(page: Page) -> str:
    return str(
        page.evaluate(
            "document.activeElement.getAttribute('aria-label')"
            " ?? document.activeElement.textContent.trim()"
        )
    )


def test_everything_works_without_a_script(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = siege(aki)
    page = tabs.open(aki, java_script_enabled=False)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("textbox", name="Your orders").fill("pass")
    page.get_by_role("button", name="Send").click()
    taken = page.get_by_text("Your last orders were accepted.")
    expect(taken).to_be_visible(timeout=PATIENCE)  # the page comes again by itself
    page.locator(".hints a").first.click()  # open, for who plays the first match
    assert box(page)


def test_faults_are_cured_by_a_press(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = siege(aki)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("textbox", name="Your orders").fill("take dalan via 8; auto any")
    looked = page.locator("#check")
    expect(looked).to_contain_text("This cannot be sent yet")
    rule = looked.locator("a.rule").first
    rule.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("AOW-10.4")
    check_for_all(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    looked.get_by_role("button").first.click()
    expect(looked).to_contain_text("This can be sent")
    assert box(page) == "take D1 via 8; auto any"


def test_what_is_refused_comes_back(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = siege(aki)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("textbox", name="Your orders").fill("fly away")
    press_send(page)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Nothing was changed")
    assert box(page) == "fly away"
    check_for_all(page)


# -------------------------------------------------------------- what others do


def test_the_page_notices_what_happens(tabs: Tabs) -> None:
    aki, botan = someone("Aki"), someone("Botan")
    match = running(aki, botan, game="age_of_war", choices=SHORT)
    page = tabs.open(botan)
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator("#status")).to_contain_text("Waiting for Aki")
    write(match, aki, "pass")
    look_again(page)
    expect(page.locator("#status")).to_have_text(YOUR_TURN)
    page.get_by_role("textbox", name="Your orders").fill("auto")
    words = "<img src=x onerror=alert(1)> hello"
    talk_say(match_id=match.pk, by=aki, to=None, text=words, key=f"t {match.pk}")
    look_again(page)
    expect(page.get_by_text("Something happened")).to_be_visible()
    assert box(page) == "auto"  # what is being written stays
    page.get_by_role("link", name="Show it").click()
    expect(page.locator("#talk")).to_contain_text(words)


def look_again(page: Page) -> None:
    """As when somebody comes back to the tab."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.parametrize("width", [360, 1400])
def test_people_talk_at_the_table(tabs: Tabs, width: int) -> None:
    aki, botan = someone("Aki"), someone("Botan")
    match = running(aki, botan, game="age_of_war", choices=SHORT)
    page = tabs.open(aki, width)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("textbox", name="Your orders").fill("auto any")
    page.get_by_label("Say something").fill("<b>Peace</b>, Botan?")
    page.get_by_label("To", exact=True).select_option(label=f"only {botan.name}")
    page.get_by_role("button", name="Post message").click()
    expect(page.locator(".talk .said")).to_have_text("<b>Peace</b>, Botan?")
    assert box(page) == "auto any"  # talking loses no orders
    check_for_all(page)
    assert match.talk.get().to == [1]
    page.get_by_text("Your diary").click()
    page.get_by_label("Your thoughts, for later").fill("He will not.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("sealed until the end")).to_be_visible()


def test_what_does_not_arrive_is_not_lost(tabs: Tabs) -> None:
    """The service is away for a moment, and then it is back."""
    aki = someone("Aki")
    match = siege(aki)
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("textbox", name="Your orders").fill("pass")
    expect(page.locator("#check")).to_contain_text("This can be sent")
    page.route("**/orders/", lambda route: route.abort())
    tabs.forgive("/orders/")
    tabs.forgive("htmx:sendError")
    tabs.forgive("htmx:afterRequest")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_contain_text("That could not be sent")
    assert box(page) == "pass"
    page.unroute("**/orders/")
    press_send(page)
    expect(page.locator("#orders")).to_contain_text("Your last orders were accepted")


def test_what_is_written_outlives_being_logged_out(tabs: Tabs) -> None:
    """In another tab; here it is said, and what was written waits for the writer."""
    aki, botan = someone("Aki"), someone("Botan")
    match = running(aki, botan, game="age_of_war", choices=SHORT)
    tabs.forgive("401 (Unauthorized)")
    tabs.forgive("htmx:responseError")
    tabs.forgive("Response Status Error Code 401")
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("textbox", name="Your orders").fill("pass")
    page.get_by_label("Say something").fill("Peace?")
    expect(page.locator("#check")).to_contain_text("This can be sent")
    page.context.clear_cookies(name="sessionid")
    out = page.locator("#logged-out")
    for press in ("Post message", "Send"):
        expect(out).to_be_hidden()
        page.get_by_role("button", name=press, exact=True).click()
        expect(out).to_contain_text("have been logged out")
        assert box(page) == "pass"
        expect(page.get_by_label("Say something")).to_have_value("Peace?")
        page.evaluate("document.getElementById('logged-out').hidden = true")
    page.get_by_role("textbox", name="Your orders").fill("pass  ")
    expect(out).to_be_visible()  # the look at what is typed says so as well
    check_for_all(page)
    out.get_by_role("link", name="Log in").click()
    expect(page).to_have_url(re.compile(rf"/log-in/\?next=/matches/{match.pk}/$"))
    page.context.add_cookies([tabs.cookie(aki)])  # type: ignore[list-item]
    page.goto(f"/matches/{match.pk}/")
    expect(page.get_by_label("Say something")).to_have_value("Peace?")
    page.get_by_role("button", name="Post message").click()
    expect(page.locator(".talk .said")).to_have_text("Peace?")
    assert box(page).strip() == "pass"
    press_send(page)
    page.reload()
    expect(page.get_by_label("Say something")).to_have_value("")
    assert not box(page)


def test_a_page_left_open_notices_that_one_is_logged_out(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = siege(aki)
    tabs.forgive("401 (Unauthorized)")
    page = tabs.open(aki)
    page.goto(f"/matches/{match.pk}/")
    page.context.clear_cookies(name="sessionid")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#logged-out")).to_be_visible()
    expect(page.locator("#orders")).to_be_visible()


def test_a_board_can_be_made_larger(tabs: Tabs) -> None:
    aki = someone("Aki")
    match = siege(aki)
    page = tabs.open(aki, 360, has_touch=True)
    page.goto(f"/matches/{match.pk}/")
    board, button = page.locator(".board svg"), page.locator("#zoom")
    small = board.bounding_box()
    button.tap()
    large = board.bounding_box()
    assert small
    assert large
    assert large["width"] > 2 * small["width"]
    check_for_all(page)
    page.locator(".board .can[data-word=reroll] .can").first.tap()
    expect(page.get_by_role("textbox", name="Your orders")).to_have_value(
        re.compile("^step reroll")
    )
    page.evaluate("document.getElementById('board').scrollLeft = 90")
    press_send(page)
    expect(page.locator(".board.large")).to_be_visible()  # and from the same place
    expect(page.locator("#zoom")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.getElementById('board').scrollLeft") == 90


def test_orders_can_be_folded_on_a_phone(tabs: Tabs) -> None:
    """To one line; what is pointed at is written all the same."""
    aki = someone("Aki")
    match = siege(aki)
    page = tabs.open(aki, viewport={"width": 360, "height": 740}, has_touch=True)
    page.goto(f"/matches/{match.pk}/")
    orders, fold = page.locator("#orders"), page.locator("#fold")
    expect(fold).to_have_attribute("aria-expanded", "true")
    assert height(orders) < 740 * 0.4
    fold.tap()
    expect(fold).to_have_attribute("aria-expanded", "false")
    assert height(orders) < 90
    expect(page.get_by_role("button", name="Send")).to_be_visible()
    check_for_all(page)
    page.locator(".board .can[data-word=reroll] .can > .area").first.tap(force=True)
    typed = page.get_by_role("textbox", name="Your orders")
    expect(typed).to_have_value(re.compile("^step reroll"))
    press_send(page)
    expect(page.locator("#orders.folded")).to_be_attached()
    page.get_by_role("textbox", name="Your orders").fill("fly away")
    press_send(page)
    expect(page.get_by_role("alert")).to_be_visible()  # what is wrong is not folded


def height(part: Locator) -> float:
    found = part.bounding_box()
    assert found
    return found["height"]

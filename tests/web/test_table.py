"""The table: what one can do, what a text would do, whether anything has happened."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as conf
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from engine.spots import spot_paths
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match, Seat, Submission
from sse.matches.play import match_abandon, seat_open, seat_take
from sse.matches.reader_view import MOST_LINES, Reading
from sse.outbox.models import Letter
from sse.web.views.table import pulse_of
from tests.support.golden_matches import SIEGE, archived, golden
from tests.support.people import log_in, new_player
from tests.support.tables import letters, running
from tests.support.tables import write as written
from tests.web.test_pages import PLAIN, Work, browser, page, two_player_match

pytestmark = pytest.mark.django_db
AOW, SSE = "age_of_war", "small_samurai_empires"


@pytest.fixture(autouse=True)
def own_files_and_cache(settings: Any) -> None:
    settings.STORAGES = {**conf.STORAGES, "staticfiles": PLAIN}
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": str(uuid4())}}


def siege(aki: Player, botan: Player, **fields: Any) -> Match:
    """A match of Age of War in which Aki is asked first."""
    return two_player_match(aki, botan, choices={"first_player": "0"}, **fields)


def options_on(text: str) -> list[dict[str, Any]]:
    found = re.search(r'<script id="options" [^>]*>([^<]*)</script>', text)
    return json.loads(found[1]) if found else []


def check(player: Player | None, match: Match, text: str) -> Any:
    return browser(player).post(f"/matches/{match.pk}/check/", {"text": text})


def said(answer: Any) -> str:
    return re.sub(r"<[^>]*>", "", answer.content.decode())


# ----------------------------------------------------------------------- pointing


@pytest.mark.parametrize("game", [AOW, SSE])
def test_a_page_holds_every_order_of_its_reader_and_no_others(
    aki: Player, botan: Player, chie: Player, game: str
) -> None:
    match = two_player_match(aki, botan, game=game)
    state = states.state_now(match)
    asked = {decision.seat for decision in match.game.decisions(state)}
    for seat, player in enumerate((aki, botan)):
        shown = options_on(page(browser(player), f"/matches/{match.pk}/"))
        wanted = match.game.options(state, seat) if seat in asked else []
        assert [tuple(o["words"]) for o in shown] == [(o.verb, *o.args) for o in wanted]
    for stranger in (chie, None):
        assert not options_on(page(browser(stranger), f"/matches/{match.pk}/"))


def test_orders_are_in_the_readers_words_and_can_be_sent(botan: Player) -> None:
    ute = new_player("Ute", language="de")
    match = two_player_match(ute, botan, game=SSE)
    shown = options_on(page(browser(ute), f"/matches/{match.pk}/"))
    assert shown[0]["text"].startswith("schicksal")
    assert written(match, ute, shown[0]["text"]).status == "applied"


def test_every_spot_of_the_board_has_a_name(aki: Player, botan: Player) -> None:
    match = siege(aki, botan)
    text = page(browser(aki), f"/matches/{match.pk}/")
    board = text[text.index("<svg") : text.index("</svg>")]
    assert board.count("data-name=") == len(spot_paths(board)) > 40
    assert 'data-word="D1" data-name="Dalian"' in board
    assert 'role="img"' not in board


# -------------------------------------------------------------------------- check


def test_a_look_at_a_text_keeps_nothing(aki: Player, botan: Player) -> None:
    match = siege(aki, botan)
    before = Match.objects.values().get(pk=match.pk)
    posted = Letter.objects.count()
    answer = check(aki, match, "pass")
    assert answer["X-Reads"] == "yes"
    assert "This can be sent" in said(answer)
    assert Match.objects.values().get(pk=match.pk) == before
    assert not Submission.objects.exists()
    assert Letter.objects.count() == posted


def test_faults_are_told_with_rules_and_cures(aki: Player, botan: Player) -> None:
    match = siege(aki, botan)
    answer = check(aki, match, "take dalan via 8\nfly away")
    text = answer.content.decode()
    assert answer["X-Reads"] == "no"
    assert "Line 1" in text
    assert "Line 2" in text
    rule = 'href="/rules/age_of_war/#AOW-10.4" data-rule="/rules/age_of_war/AOW-10.4/"'
    assert rule in text
    alone = check(aki, match, "take dalan via 8").content.decode()
    cure = re.search(r'data-type="([^"]+)"', alone)
    assert cure
    assert check(aki, match, cure[1])["X-Reads"] == "yes"


def test_what_is_certain_is_told_and_no_die_is(aki: Player, botan: Player) -> None:
    """The same words whatever the seed of the match."""
    match = siege(aki, botan)
    state = states.state_now(match)
    fill = next(o for o in match.game.options(state, 0) if o.verb == "fill")
    first = said(check(aki, match, fill.text))
    assert "You fill the line" in first
    assert not re.search(r"\brolls?\b", first)
    Match.objects.filter(pk=match.pk).update(seed="77" * 32)
    assert said(check(aki, match, fill.text)) == first


def test_what_plays_on_is_told_before_sending(aki: Player, botan: Player) -> None:
    """Each hint of the list, as the page shows it and as it looks before sending."""
    match = siege(aki, botan)
    hints = match.game.hints(states.state_now(match), 0)
    assert {hint.plays_on for hint in hints} == {True, False}
    for hint in hints:
        text = said(check(aki, match, hint.text))
        assert ("Then:" in text) == hint.plays_on, hint


def test_where_something_is_hidden_only_the_order_is_told(
    aki: Player, botan: Player
) -> None:
    match = two_player_match(aki, botan, game=SSE)
    choice = match.game.options(states.state_now(match), 0)[0].text
    text = said(check(aki, match, choice))
    assert f"Queued for later:{choice}" in " ".join(text.split())  # until all chose
    assert "Turn order" not in text


TEXTS = ["pass", "take dalian via 8", "auto any", "nonsense", "fill Z9 1", "reroll ?"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_look_says_what_sending_would(aki: Player, botan: Player, text: str) -> None:
    match = siege(aki, botan)
    verdict = check(aki, match, text)["X-Reads"]
    assert verdict == ("yes" if written(match, aki, text).status == "applied" else "no")


def test_only_who_has_the_seat_may_look(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = siege(aki, botan, privacy="private")
    assert check(doi, match, "pass").status_code == 404
    assert check(None, match, "pass").status_code == 302
    listed = siege(aki, botan)
    assert check(chie, listed, "pass")["X-Reads"] == "unknown"
    assert not said(check(chie, listed, "pass")).strip()
    assert browser(aki).get(f"/matches/{listed.pk}/check/").status_code == 405


def test_who_types_very_much_may_send_all_the_same(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rest_framework.settings import api_settings

    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "checks", "2/minute")
    match = siege(aki, botan)
    answers = [check(aki, match, "pass") for _ in range(3)]
    assert [answer["X-Reads"] for answer in answers] == ["yes", "yes", "unknown"]
    assert "you can still send it" in said(answers[2])


def test_a_very_long_text_is_not_looked_at(aki: Player, botan: Player) -> None:
    match = siege(aki, botan)
    answer = check(aki, match, "pass " * 5000)
    assert answer["X-Reads"] == "unknown"
    assert "you can still send it" in said(answer)


def test_markup_in_a_text_stays_text(aki: Player, botan: Player) -> None:
    match = siege(aki, botan)
    text = check(aki, match, "<img src=x onerror=alert(1)>").content.decode()
    assert "<img" not in text


# -------------------------------------------------------------------------- pulse


def pulse(player: Player | None, match: Match) -> str:
    answer = browser(player).get(f"/matches/{match.pk}/pulse")
    assert answer.status_code == 200
    return str(json.loads(answer.content)["beat"])


def test_a_page_beats_as_its_pulse(aki: Player, botan: Player) -> None:
    match = siege(aki, botan)
    beat = re.search(r'data-beat="(\w+)"', page(browser(aki), f"/matches/{match.pk}/"))
    assert beat
    assert pulse(aki, match) == beat[1]


def test_nothing_new_is_no_answer(aki: Player, botan: Player) -> None:
    match = siege(aki, botan)
    path, client = f"/matches/{match.pk}/pulse", browser(aki)
    etag = client.get(path)["ETag"]
    again = client.get(path, HTTP_IF_NONE_MATCH=etag)
    assert (again.status_code, again.content) == (304, b"")
    written(match, aki, "pass")
    assert client.get(path, HTTP_IF_NONE_MATCH=etag).status_code == 200


def test_the_pulse_of_others_does_not_tell_what_was_sealed(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = two_player_match(aki, botan, game=SSE)
    people = (botan, chie, None)
    before = [pulse(player, match) for player in people]
    mine = pulse(aki, match)
    choice = match.game.options(states.state_now(match), 0)[0].text
    assert written(match, aki, choice).status == "applied"
    assert [pulse(player, match) for player in people] == before
    assert pulse(aki, match) != mine


def test_a_page_of_somebody_logged_out_is_told_so(aki: Player, botan: Player) -> None:
    """A script can do nothing with the page to log in at."""
    match, stranger = siege(aki, botan), browser(None)
    path = f"/matches/{match.pk}/"
    assert stranger.get(f"{path}pulse?mine").status_code == 401
    assert browser(aki).get(f"{path}pulse?mine").status_code == 200
    for what, by in (
        ("talk/", {"HX-Request": "true"}),
        ("orders/", {"HX-Request": "true"}),
        ("check/", {"X-Requested-With": "fetch"}),
    ):
        text = {"text": "pass"}
        assert stranger.post(path + what, text, headers=by).status_code == 401
        assert stranger.post(path + what, text).status_code == 302


def test_a_private_match_has_no_pulse_for_others(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = siege(aki, botan, privacy="private")
    path = f"/matches/{match.pk}/pulse"
    assert browser(doi).get(path).status_code == 404
    assert browser(aki).get(path).status_code == 200


# ------------------------------------------------------------------ talk and diary


def say(player: Player, match: Match, text: str, *to: int | str, key: str = "") -> str:
    data = {"text": text, "to": list(map(str, to)), "key": key or str(uuid4())}
    path = f"/matches/{match.pk}/talk/"
    return browser(player).post(path, data, follow=True).content.decode()


def hears(player: Player | None, match: Match, text: str) -> bool:
    return text in page(browser(player), f"/matches/{match.pk}/")


def test_what_is_said_is_heard_by_whom_it_is_said_to(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = running(aki, botan, chie, game=SSE)
    say(aki, match, "Good luck to you all", "all")
    say(aki, match, "Peace between us", 1)
    everybody = (aki, botan, chie, doi, None)
    assert [hears(p, match, "Good luck") for p in everybody] == [1, 1, 1, 0, 0]
    assert [hears(p, match, "Peace") for p in everybody] == [1, 1, 0, 0, 0]


def test_whispers_beat_only_for_who_hears_them(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie, game=SSE)
    before = [pulse(player, match) for player in (botan, chie, None)]
    say(aki, match, "Peace between us", 1)
    after = [pulse(player, match) for player in (botan, chie, None)]
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, True, True]


def test_who_takes_a_seat_over_inherits_no_whispers(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = siege(aki, botan)
    say(aki, match, "For Botan alone", 1)
    say(aki, match, "For the table", "all")
    seat_open(match_id=match.pk, by=aki, seat=1)
    seat_take(match_id=match.pk, player=chie, seat=1)
    assert not hears(chie, match, "For Botan alone")
    assert hears(chie, match, "For the table")
    assert not hears(botan, match, "For the table")


@pytest.mark.parametrize(("shown", "heard"), [("players", False), ("ended", True)])
def test_talk_is_shown_after_the_end_as_was_agreed(
    aki: Player, botan: Player, doi: Player, shown: str, heard: bool
) -> None:
    match = siege(aki, botan, talk_shown=shown)
    say(aki, match, "Peace between us", 1)
    assert not hears(doi, match, "Peace")
    match_abandon(match_id=match.pk, by=aki)
    assert hears(doi, match, "Peace") == heard
    assert hears(botan, match, "Peace")


@pytest.mark.parametrize(
    ("text", "to", "why"),
    [
        ("hush", ("x",), "Choose who"),
        ("hush", ("1", "all"), "Choose who"),
        ("hush", (), "Choose who"),
        ("hush", ("7",), "No one would receive this"),
        ("hush", ("0",), "No one would receive this"),
        (" ", ("all",), "required"),
        ("x" * 4001, ("all",), "at most 4000"),
    ],
)
def test_what_cannot_be_said_is_not_said_to_others(
    aki: Player, botan: Player, text: str, to: tuple[str, ...], why: str
) -> None:
    match = siege(aki, botan)
    assert why in say(aki, match, text, *to)
    assert not match.talk.exists()


def test_who_has_no_seat_says_nothing(aki: Player, botan: Player, doi: Player) -> None:
    match = siege(aki, botan)
    assert "no seat" in say(doi, match, "Hello", "all")
    assert not match.talk.exists()
    assert browser(aki).get(f"/matches/{match.pk}/talk/").status_code == 405


def test_the_same_page_says_it_once(aki: Player, botan: Player) -> None:
    match, key = siege(aki, botan), str(uuid4())
    for _ in range(3):
        say(aki, match, "Hello", "all", key=key)
    assert match.talk.count() == 1


def test_talk_is_text(aki: Player, botan: Player) -> None:
    match = siege(aki, botan)
    say(aki, match, "<b onclick=x>Hi</b> {{ user }}", "all")
    text = page(browser(botan), f"/matches/{match.pk}/")
    assert "<b onclick" not in text
    assert "&lt;b onclick=x&gt;Hi&lt;/b&gt; {{ user }}" in text


def test_a_diary_is_sealed_until_the_end(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = siege(aki, botan)
    data = {"text": "I fear <i>Botan</i>", "key": str(uuid4())}
    for _ in range(2):
        browser(aki).post(f"/matches/{match.pk}/diary/", data)
    browser(doi).post(f"/matches/{match.pk}/diary/", {**data, "key": str(uuid4())})
    assert match.notes.count() == 1
    everybody = (aki, botan, doi, None)
    assert [hears(p, match, "I fear") for p in everybody] == [1, 0, 0, 0]
    match_abandon(match_id=match.pk, by=aki)
    assert all(hears(player, match, "I fear &lt;i&gt;Botan") for player in everybody)


# ----------------------------------------------------------------------- calendar


def feed_of(client: Client) -> str:
    found = re.search(r"/calendar/[\w-]+\.ics", page(client, "/settings/"))
    return found[0] if found else ""


def test_deadlines_are_in_the_players_calendar(aki: Player, botan: Player) -> None:
    match = siege(aki, botan, title="Siege; of\nKii")
    client = log_in(Client(), aki)
    assert not feed_of(client)
    client.post("/settings/calendar/", {"what": "new"})
    path = feed_of(client)
    answer = Client().get(path)
    assert answer["Content-Type"].startswith("text/calendar")
    text = answer.content.decode()
    due = Seat.objects.get(match=match, player=aki).due_at
    assert due
    assert f"DTEND:{due:%Y%m%dT%H%M%SZ}" in text
    assert f"UID:match-{match.pk}-seat-0@" in text
    assert "SUMMARY:Your turn in Siege\\; of Kii" in text
    written(match, aki, "pass")
    assert "VEVENT" not in Client().get(path).content.decode()


def test_a_calendar_address_can_be_made_void(aki: Player, botan: Player) -> None:
    client = log_in(Client(), aki)
    client.post("/settings/calendar/", {"what": "new"})
    first = feed_of(client)
    client.post("/settings/calendar/", {"what": "new"})
    second = feed_of(client)
    assert first != second
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 200
    client.post("/settings/calendar/", {"what": "none"})
    assert Client().get(second).status_code == 404
    for path in ("/calendar/None.ics", "/calendar/x.ics"):
        assert Client().get(path).status_code == 404
    assert browser(botan).get("/settings/calendar/").status_code == 405


# -------------------------------------------------------------------------- rules


@pytest.mark.parametrize("game", [AOW, SSE])
def test_every_rule_has_an_anchor(game: str, client: Client) -> None:
    from engine.rulebook import rules

    text = page(client, f"/rules/{game}/")
    anchors = re.findall(r'id="([A-Z]{3}-[\w.]+)"', text)
    assert sorted(anchors) == sorted(rules(game))
    links = set(re.findall(r'href="#([A-Z]{3}-[\w.]+)"', text))
    assert links <= set(anchors)


def test_a_rule_is_told_by_itself(client: Client) -> None:
    text = page(client, "/rules/age_of_war/AOW-5.8/")
    assert "AOW-5.8" in text
    assert "<html" not in text
    for path in ("age_of_war/AOW-99/", "chess/AOW-5.8/", "age_of_war/..%2F/"):
        assert client.get(f"/rules/{path}").status_code == 404


# ------------------------------------------------------------------------ settings


def test_a_new_players_zone_is_the_one_of_their_machine(client: Client) -> None:
    from sse.accounts.models import Ticket
    from sse.accounts.services import ticket_send
    from sse.accounts.tickets import token_of

    for email, zone, wanted in (
        ("new@example.org", "Asia/Tokyo", "Asia/Tokyo"),
        ("odd@example.org", "../../etc/passwd", "UTC"),
        ("mute@example.org", "", "UTC"),
    ):
        ticket_send(email=email)
        link = f"/log-in/{token_of(Ticket.objects.latest('pk'))}/"
        client.post(link, {"time_zone": zone})
        assert Player.objects.latest("pk").time_zone == wanted


def test_pages_ask_the_database_no_more_often_as_a_match_grows(
    aki: Player, botan: Player, work: Work, django_assert_max_num_queries: Any
) -> None:
    match = siege(aki, botan)
    limits, client = {"": 15, "pulse": 8}, browser(aki)
    for round in range(3):
        for path, most in limits.items():
            with django_assert_max_num_queries(most):
                assert client.get(f"/matches/{match.pk}/{path}").status_code == 200
        for number in range(6):
            say(aki, match, f"{round} {number}", "all")
        written(match, aki, "pass")
        written(match, botan, "pass")
    assert letters(match, aki)


def test_a_match_that_went_on_between_two_reads_is_read_again(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    before = Match.objects.get(pk=match.pk)
    written(match, aki, "pick 2")
    written(match, botan, "pick 3")
    assert Reading(before, botan).is_behind
    assert not Reading(Match.objects.get(pk=match.pk), botan).is_behind


# ----------------------------------------------------------------------- true words


def heading(text: str) -> str:
    found = re.search(r'<h2 id="told-title">([^<]*)<', text)
    return found[1] if found else ""


def test_since_your_last_turn_is_only_what_came_since(
    aki: Player, botan: Player
) -> None:
    match = siege(aki, botan)
    address = f"/matches/{match.pk}/"
    assert heading(page(browser(aki), address)) == "What happened last"
    written(match, aki, "pass")
    assert heading(page(browser(aki), address)) == "What happened last"  # and before
    written(match, botan, "pass")
    assert heading(page(browser(aki), address)) == "Since your last turn"
    now = Match.objects.get(pk=match.pk)
    own = now.entries.filter(text__startswith="0 ").latest("number").number
    assert {line.number for line in Reading(now, aki).news.lines} == {own + 1}


def test_a_limit_that_nobody_chose_is_not_told_as_nought(
    aki: Player, botan: Player
) -> None:
    match = siege(aki, botan)
    text = page(browser(aki), f"/matches/{match.pk}/")
    assert "Turn limit" not in text


def test_after_the_end_talk_is_open_already(aki: Player, botan: Player) -> None:
    match = siege(aki, botan)
    Match.objects.filter(pk=match.pk).update(talk_shown="ended")
    later, now = (
        "When the match has ended, anyone",
        "Anyone who can see the match",
    )
    text = page(browser(aki), f"/matches/{match.pk}/")
    assert later in text
    assert now not in text
    match_abandon(match_id=match.pk, by=aki)
    text = page(browser(aki), f"/matches/{match.pk}/")
    assert later not in text
    assert now in text


def test_a_plan_kept_between_two_reads_is_read_again(
    aki: Player, botan: Player
) -> None:
    """Keeping it is no entry of the log; of others' plans nobody's pulse tells."""
    match = siege(aki, botan)
    before = Match.objects.get(pk=match.pk)
    others = [pulse(player, match) for player in (aki, None)]
    written(match, botan, "take jimo")
    assert match.head == before.head
    torn, whole = Reading(before, botan), Reading(match, botan)
    assert torn.is_behind
    assert not whole.is_behind
    assert whole.plan_lines
    assert pulse_of(torn, [])["beat"] != pulse_of(whole, [])["beat"]
    assert [pulse(player, match) for player in (aki, None)] == others


def test_a_plan_of_which_nothing_can_be_said_is_not_listed(
    aki: Player, botan: Player
) -> None:
    """After a step there is only the mark that its writer is asked again."""
    match = siege(aki, botan)
    assert written(match, aki, "step reroll").status == "applied"
    assert Reading(match, aki).plan
    assert "Withdraw</button>" not in page(browser(aki), f"/matches/{match.pk}/")
    written(match, botan, "take jimo")
    shown = page(browser(botan), f"/matches/{match.pk}/")
    assert "Withdraw</button>" in shown
    assert "take Jimo" in shown


def test_a_page_tells_headlines_and_folds_details() -> None:
    match = archived(golden(SIEGE))
    told = Reading(match, AnonymousUser()).news
    assert len(told.lines) <= MOST_LINES
    shown = page(browser(None), f"/matches/{match.pk}/")
    assert "more events</summary>" in shown
    for line in [*told.lines, *told.folded]:
        assert escape(line.text) in shown
    folds = re.findall(r'<li class="folded">.*?</ol></details></li>', shown, re.DOTALL)
    assert "conquers" not in folds[0]
    assert "rolls" in folds[0]


def test_one_sees_how_ones_own_turn_went_and_then_what_others_did(
    aki: Player, botan: Player
) -> None:
    match = siege(aki, botan)
    first = match.head
    written(match, aki, "auto any")
    last = match.head - 1  # which also tells what Botan rolls
    assert not Reading(match, aki).own_news.scenes  # it is the newest that is told
    written(match, botan, "auto any")
    reading = Reading(match, aki)
    own = [line.number for line in reading.own_news.lines]
    assert (own[0], own[-1]) == (first, last)
    assert reading.news.lines[0].number == last + 1
    shown = page(browser(aki), f"/matches/{match.pk}/")
    assert shown.index("Your last turn") < shown.index("Since your last turn")
    assert "Your last turn" not in page(browser(None), f"/matches/{match.pk}/")


def test_a_newcomer_sees_at_once_what_is_possible(aki: Player, botan: Player) -> None:
    match = siege(aki, botan)
    shown = '<details class="hint-list" open>'
    address = f"/matches/{match.pk}/"
    assert shown in page(browser(aki), address)
    before = siege(aki, botan)
    Match.objects.filter(pk=before.pk).update(status="finished")
    assert shown not in page(browser(aki), address)


def test_an_order_of_a_stale_page_does_not_play_a_turn_it_does_not_fit(
    aki: Player, botan: Player
) -> None:
    """Two tabs: one began a siege, the other knows nothing of it. [AOW-5.8]"""
    match = siege(aki, botan, seed="5e" * 32)
    state = states.state_now(match)
    fill = next(o for o in match.game.options(state, 0) if o.verb == "fill")
    assert written(match, aki, fill.text).status == "applied"
    head = match.head
    other = "dalian" if fill.args[0] != "D1" else "jimo"
    refused = written(match, aki, f"take {other}")
    (fault,) = refused.answer["faults"]
    assert (refused.status, fault["rule"]) == ("refused", "AOW-5.8")
    assert match.head == head
    shown = page(browser(aki), f"/matches/{match.pk}/")
    assert "already besieging another card" in shown
    assert re.search(rf">\s*take {other}</textarea>", shown)  # to be mended

"""Pages show a reader what is the reader's, and act only when pressed."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import escape
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings as conf
from django.test import Client
from django.utils import timezone, translation

from engine.replay import verify
from sse.accounts.models import Player
from sse.accounts.services import WAYS
from sse.matches import states
from sse.matches.clock.arithmetic import PRESETS
from sse.matches.models import Invitation, Match, Seat, Submission
from sse.matches.play import (
    match_abandon,
    match_open,
    match_start,
    plan_submit,
    seat_invite,
    seat_open,
)
from tests.support.people import new_player
from tests.support.tables import SEED, running

pytestmark = pytest.mark.django_db
Work = Callable[[], int]
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
NOISE = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|[0-9a-f]{8}-[0-9a-f-]{27}')
OURS = re.compile(  # files of ours, and data that nothing runs
    r'<script (?:type="module" )?src="/static/[\w./-]+"(?: defer)?></script>'
    r'|<script id="(?:options|course)" type="application/json">[^<]*</script>'
)


@pytest.fixture(autouse=True)
def own_files_and_cache(settings: Any) -> None:
    settings.STORAGES = {**conf.STORAGES, "staticfiles": PLAIN}
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": str(uuid4())}}


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player:
        client.force_login(player)
    return client


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return NOISE.sub("", answer.content.decode())


def two_player_match(aki: Player, botan: Player, **fields: Any) -> Match:
    fields = {"game": "age_of_war", "clock": PRESETS["daily"].data, **fields}
    match = match_open(organiser=aki, seats=2, **fields)
    seat = Seat.objects.filter(match=match, number=1)
    assert seat.update(player=botan)
    return match_start(match_id=match.pk)


def bots_match(aki: Player, work: Work, **fields: Any) -> Match:
    match = match_open(
        organiser=aki,
        game="age_of_war",
        seats=2,
        plays=False,
        bot_seats=["auto"] * 2,
        **fields,
    )
    match_start(match_id=match.pk)
    work()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def asked_player(match: Match) -> Player:
    match.refresh_from_db()
    seat = match.seats.get(number=match.table["asked"][0][0])
    assert seat.player
    return seat.player


def write(client: Client, match: Match, text: str, key: str = "") -> Any:
    data = {"text": text, "key": key or str(uuid4())}
    return client.post(f"/matches/{match.pk}/orders/", data)


# ------------------------------------------------------------------------ secrets


def test_a_page_does_not_tell_what_another_seat_sealed(
    aki: Player, botan: Player, chie: Player, work: Work
) -> None:
    """Before the other seat wrote, after it wrote one thing, and after another."""
    with time_machine.travel("2026-05-01T12:00:00+00:00", tick=False):
        match = two_player_match(aki, botan, game="small_samurai_empires", seed=SEED)
        choices = match.game.options(states.state_now(match), 0)
        assert len(choices) > 1
        seen = []
        for text in ("", choices[0].text, choices[1].text):
            if text:
                write(browser(aki), match, text)
                work()
                assert Submission.objects.latest("pk").status == "applied"
            here = f"/matches/{match.pk}/"
            paths = (here, f"{here}board.svg", f"{here}steps/0", f"{here}steps/0.svg")
            seen.append(
                [
                    page(browser(player), path)
                    for player in (botan, chie, None)
                    for path in ("/", *paths)
                ]
            )
        assert match.table["asked"]
        assert seen[0] == seen[1] == seen[2]


def test_a_seat_sees_its_own_sealed_choice(
    aki: Player, botan: Player, work: Work
) -> None:
    match = two_player_match(aki, botan, game="small_samurai_empires")
    before = page(browser(aki), f"/matches/{match.pk}/")
    choice = match.game.options(states.state_now(match), 0)[0].text
    write(browser(aki), match, choice)
    work()
    after = page(browser(aki), f"/matches/{match.pk}/")
    assert "Your last orders were accepted" in after
    assert choice in after
    assert before != after


def test_who_has_decided_is_not_waited_for_on_the_own_page(
    aki: Player, botan: Player, work: Work
) -> None:
    match = two_player_match(aki, botan, game="small_samurai_empires")
    write(browser(aki), match, match.game.options(states.state_now(match), 0)[0].text)
    work()
    mine, others = (page(browser(one), f"/matches/{match.pk}/") for one in (aki, None))
    assert "Waiting for Botan</span>" in mine
    assert mine.count("to move</span>") == 1
    assert "Waiting for Aki, Botan</span>" in others
    assert others.count("to move</span>") == 2


def test_each_reader_has_their_own_board(aki: Player, botan: Player) -> None:
    match = two_player_match(aki, botan, game="small_samurai_empires")
    path = f"/matches/{match.pk}/board.svg"
    boards = {page(browser(player), path) for player in (aki, botan, None)}
    assert len(boards) == 3
    answer = browser(aki).get(path)
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert "no-store" in answer["Cache-Control"]


def test_the_log_of_a_running_match_stays_shut(
    aki: Player, botan: Player, work: Work
) -> None:
    match = two_player_match(aki, botan)
    path = f"/matches/{match.pk}/log"
    assert browser(aki).get(path).status_code == 404
    match_abandon(match_id=match.pk, by=aki)
    assert verify(browser().get(path).content.decode())
    assert match.seed in page(browser(), f"/matches/{match.pk}/")


def test_the_seed_is_on_no_page_before_the_end(aki: Player, botan: Player) -> None:
    match = two_player_match(aki, botan)
    assert match.seed not in page(browser(aki), f"/matches/{match.pk}/")


# ------------------------------------------------------------------------ privacy


def test_a_private_match_does_not_exist_for_others(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = two_player_match(aki, botan, privacy="private", title="Only for us")
    here = f"/matches/{match.pk}/"
    for player in (aki, botan):
        assert browser(player).get(here).status_code == 200
    for path in ("", "board.svg", "steps/0", "steps/0.svg", "log"):
        for stranger in (doi, None):
            assert browser(stranger).get(here + path).status_code == 404
    for path in ("do/join/", "do/take/", "orders/", "withdraw/", "invite/"):
        data = {"key": str(uuid4()), "text": "pass", "email": "x@example.org"}
        assert browser(doi).post(here + path, data).status_code == 404
    for stranger in (doi, None):
        assert "Only for us" not in page(browser(stranger), "/")


def test_who_is_not_logged_in_may_be_a_player_and_comes_back(
    aki: Player, botan: Player, doi: Player
) -> None:
    """Also where there is nothing: the page does not tell which."""
    match = two_player_match(aki, botan, privacy="private")
    paths = [f"/matches/{number}/?orders=pass" for number in (match.pk, 999_999)]
    answers = [browser().get(path) for path in paths]
    assert [answer.status_code for answer in answers] == [404, 404]
    texts = [answer.content.decode() for answer in answers]
    assert texts[0].replace(f"/{match.pk}/", "/999999/") == texts[1]
    way = f"/log-in/?next=/matches/{match.pk}/%3Forders%3Dpass"
    assert f'href="{way}"' in texts[0]
    assert f'value="{paths[0]}"' in page(browser(), way)
    others = [browser(doi).get(path).content.decode() for path in paths]
    assert NOISE.sub("", others[0]) == NOISE.sub("", others[1])
    assert "?next=" not in others[0]


def test_a_match_listed_when_finished_appears_then(
    aki: Player, doi: Player, work: Work
) -> None:
    match = match_open(
        organiser=aki, game="age_of_war", seats=2, privacy="listed when finished"
    )
    assert browser(doi).get(f"/matches/{match.pk}/").status_code == 404
    ended = bots_match(aki, work, privacy="listed when finished", title="Now for all")
    hidden = bots_match(aki, work, privacy="private", title="Never for all")
    assert browser(doi).get(f"/matches/{ended.pk}/").status_code == 200
    assert browser(doi).get(f"/matches/{hidden.pk}/").status_code == 404
    for path in ("/archive/", "/"):
        assert "Now for all" in page(browser(doi), path)
        assert "Never for all" not in page(browser(doi), path)


def test_names_and_titles_are_text(aki: Player, work: Work) -> None:
    title, name = "<script>alert(1)</script>", '<b>Ugly</b> & "Co" {{ x }}'
    ugly = new_player(name[:32])
    match = two_player_match(ugly, aki, title=title)
    plan = "'><img src=x onerror=alert(1)>"
    write(browser(ugly), match, plan)
    work()
    for player in (ugly, aki, None):
        for path in ("/", f"/matches/{match.pk}/", f"/matches/{match.pk}/steps/0"):
            text = OURS.sub("", page(browser(player), path))
            assert "<script" not in text
            assert "<b>Ugly" not in text
            assert "<img src=x" not in text
            assert (path == "/" and player is None) or escape(title) in text
    svg = page(browser(aki), f"/matches/{match.pk}/board.svg")
    assert "<b>Ugly" not in svg
    hostile = page(browser(ugly), f"/matches/{match.pk}/?orders=</textarea><script>x")
    assert "<script>" not in hostile
    assert "&lt;/textarea&gt;&lt;script&gt;x" in hostile


def test_pages_fetch_and_run_nothing_of_others(aki: Player, botan: Player) -> None:
    match = two_player_match(aki, botan)
    paths = ("/", "/log-in/", "/settings/", "/open/", "/open/age_of_war/")
    for path in (*paths, "/rules/age_of_war/", f"/matches/{match.pk}/"):
        answer = browser(aki).get(path)
        assert "default-src 'self'" in answer["Content-Security-Policy"]
        text = OURS.sub("", answer.content.decode())
        assert not re.search(r"<script|<style|\sstyle=|\son\w+=", text)
        assert not re.search(r'(?:src|href)="(?:https?:)?//', text)


# ------------------------------------------------------------------------- orders


def test_the_same_page_sent_thrice_is_one_submission(
    aki: Player, botan: Player, work: Work
) -> None:
    match = two_player_match(aki, botan)
    player = asked_player(match)
    client = browser(player)
    found = re.search(
        r'name="key" value="([^"]+)"',
        client.get(f"/matches/{match.pk}/").content.decode(),
    )
    assert found
    for _ in range(3):
        assert write(client, match, "pass", found[1]).status_code == 302
    assert Submission.objects.count() == 1
    assert 'http-equiv="refresh"' in page(client, f"/matches/{match.pk}/")
    work()
    text = page(client, f"/matches/{match.pk}/")
    assert "Your last orders were accepted" in text
    assert 'http-equiv="refresh"' not in text
    match.refresh_from_db()
    assert match.head == 2


def test_without_a_script_the_page_comes_again_when_a_program_begins(
    aki: Player,
) -> None:
    choices = {"first_player": "1"}
    match = running(aki, bots=1, game="age_of_war", choices=choices)
    here = f"/matches/{match.pk}/"
    assert 'http-equiv="refresh"' in page(browser(aki), here)
    Match.objects.update(started_at=timezone.now() - timedelta(minutes=1))
    assert 'http-equiv="refresh"' not in page(browser(aki), here)


def test_every_fault_is_told_and_the_text_comes_back(
    aki: Player, botan: Player, work: Work
) -> None:
    match = two_player_match(aki, botan)
    client = browser(asked_player(match))
    write(client, match, "take Atlantis\nfly away")
    work()
    text = page(client, f"/matches/{match.pk}/")
    faults = Submission.objects.get().answer["faults"]
    assert len(faults) == 2
    for fault in faults:
        assert escape(fault["text"]) in re.sub("</?a[^>]*>", "", text)
    assert "take Atlantis\nfly away</textarea>" in text


def test_a_hint_can_be_sent_as_it_is(aki: Player, botan: Player, work: Work) -> None:
    match = two_player_match(aki, botan)
    client = browser(asked_player(match))
    text = page(client, f"/matches/{match.pk}/")
    link = re.search(r'href="(\?orders=[^"]+)#id_text"[^>]*><code>([^<]+)<', text)
    assert link
    filled = page(client, f"/matches/{match.pk}/{link[1]}")
    assert f"{link[2]}</textarea>" in filled
    assert not Submission.objects.exists()
    write(client, match, link[2])
    work()
    assert Submission.objects.get().status == "applied"


def test_orders_need_a_seat_and_a_press(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = two_player_match(aki, botan)
    write(browser(doi), match, "pass")
    write(browser(), match, "pass")
    assert browser(aki).get(f"/matches/{match.pk}/orders/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(aki)
    assert write(strict, match, "pass").status_code == 403
    assert write(browser(aki), match, "pass", "no uuid").status_code == 302
    assert not Submission.objects.exists()


def test_who_resigns_means_it(aki: Player, botan: Player, work: Work) -> None:
    match = two_player_match(aki, botan)
    client, path = browser(aki), f"/matches/{match.pk}/resign/"
    client.post(path, {"key": str(uuid4())})
    assert not Submission.objects.exists()
    client.post(path, {"key": str(uuid4()), "really": "yes"})
    work()
    assert Submission.objects.get().status == "applied"


def test_what_was_written_can_be_withdrawn(
    aki: Player, botan: Player, work: Work
) -> None:
    match = two_player_match(aki, botan, game="small_samurai_empires")
    choice = match.game.options(states.state_now(match), 0)[0].text
    client = browser(aki)
    write(client, match, choice)
    work()
    assert "Withdraw</button>" in page(client, f"/matches/{match.pk}/")
    client.post(f"/matches/{match.pk}/withdraw/", {"key": str(uuid4())})
    work()
    text = page(client, f"/matches/{match.pk}/")
    assert "Your orders were withdrawn" in text
    assert "Withdraw</button>" not in text


# --------------------------------------------------------------------- organising


def test_a_match_from_its_form_to_its_end(
    aki: Player, botan: Player, work: Work
) -> None:
    client = browser(aki)
    assert "Age of War" in page(client, "/open/")
    form = {
        "title": "By hand",
        "seat_0": "me",
        "seat_1": "auto",
        "seat_2": "free",
        "tempo": "each",
        "clock": "daily",
        "at_end": "default",
        "privacy": "listed",
        "talk_shown": "ended",
        "choice_set": "sengoku-2014",
        "choice_first_player": "0",
        "choice_turn_cap": "40",
        "choice_dropout": "auto",
    }
    form |= {f"seat_{number}": "none" for number in (3, 4, 5)}
    assert client.post("/open/age_of_war/", form).status_code == 302
    match = Match.objects.get()
    assert match.choices["set"] == "sengoku-2014"
    here = f"/matches/{match.pk}/"

    def do(who: Client, what: str, **data: str) -> str:
        answer = who.post(f"{here}do/{what}/", data, follow=True)
        return answer.content.decode()

    assert "still free" in do(client, "start")
    assert "You have a seat" in do(browser(botan), "join", word="koi")
    assert "Only the organiser" in do(browser(botan), "start")
    assert "The match has begun" in do(client, "start")
    assert "All clocks are stopped" in do(client, "pause")
    assert "The match goes on" in do(client, "resume")
    assert "has been extended" in do(client, "give-time", seat="0", hours="5")
    assert "Please enter a number" in do(client, "give-time", hours="5")
    assert "can take this seat" in do(client, "open-seat", seat="1")
    write(client, match, "pass")
    work()
    assert "The other players have been asked" in do(client, "propose-back", entry="0")
    assert "You have agreed" in do(browser(botan), "agree-back")
    assert "Tick the box" in do(client, "abandon")
    assert "has been abandoned" in do(client, "abandon", really="yes")
    match.refresh_from_db()
    assert match.status == Match.Status.ABANDONED
    assert match.branch == 1


def test_an_invitation_is_answered_by_who_reads_mail_there(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = match_open(organiser=aki, game="age_of_war", seats=2, privacy="private")
    client = browser(aki)
    data = {"email": "Botan@example.org"}
    client.post(f"/matches/{match.pk}/invite/", data)
    client.post(f"/matches/{match.pk}/invite/", {"email": "no address"})
    invitation = Invitation.objects.get()
    path = f"/invitations/{invitation.pk}/"
    answer: Any = browser().get(path)
    assert answer.url == f"/log-in/?next={path}"
    door = page(browser(), answer.url)
    assert "You have been invited to a match." in door
    assert f'value="{path}"' in door
    nobodys = page(browser(), "/log-in/?next=/invitations/999999/")
    assert nobodys.replace("/999999/", f"/{invitation.pk}/") == door
    assert browser(doi).get(path).status_code == 404
    assert browser(doi).post(path, {"answer": "accept"}).status_code == 404
    guest = browser(botan)
    assert "Aki" in page(guest, path)
    assert f"/invitations/{invitation.pk}/" in page(guest, "/")
    assert not Seat.objects.filter(player=botan).exists()
    guest.post(path, {"answer": "accept", "word": "frog"})
    assert Seat.objects.get(player=botan).word == "frog"
    assert "was accepted" in page(guest, path)


def test_an_invitation_may_be_declined(aki: Player, botan: Player) -> None:
    match = match_open(organiser=aki, game="age_of_war", seats=2)
    invitation = seat_invite(match_id=match.pk, by=aki, email="botan@example.org")
    browser(botan).post(f"/invitations/{invitation.pk}/", {"answer": "decline"})
    invitation.refresh_from_db()
    assert invitation.answer == "declined"


# -------------------------------------------------------------------------- steps


def test_a_match_can_be_stepped_through(aki: Player, work: Work) -> None:
    match = bots_match(aki, work)
    last = match.head - 1
    here = f"/matches/{match.pk}/steps"
    text = page(browser(), f"{here}/1")
    for number in (0, 2, last):
        assert f'href="{here}/{number}"' in text
    assert "conquest" in page(browser(), f"{here}/{last}")
    assert page(browser(), f"{here}/0.svg") != page(browser(), f"{here}/{last}.svg")
    assert browser().get(f"{here}/{match.head}").status_code == 404


def test_a_step_names_who_sat_there_then(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = two_player_match(aki, botan)
    browser(aki).post(f"/matches/{match.pk}/do/open-seat/", {"seat": "1"})
    browser(chie).post(f"/matches/{match.pk}/do/take/", {"seat": "1"})
    match.refresh_from_db()
    assert "Botan" in page(browser(), f"/matches/{match.pk}/steps/0.svg")
    last = page(browser(), f"/matches/{match.pk}/steps/{match.head - 1}.svg")
    assert "Chie" in last
    assert "Botan" not in last


# ------------------------------------------------------------------------- queries


def test_pages_ask_the_database_a_few_times(
    aki: Player, botan: Player, work: Work, django_assert_max_num_queries: Any
) -> None:
    match = two_player_match(aki, botan, game="small_samurai_empires")
    plan_submit(
        match_id=match.pk,
        player=aki,
        text=match.game.options(states.state_now(match), 0)[0].text,
        source="web",
        key="k",
    )
    work()
    client = browser(aki)
    limits = {"/": 14, f"/matches/{match.pk}/": 12, "/archive/": 9}
    for path, most in limits.items():
        with django_assert_max_num_queries(most):
            assert client.get(path).status_code == 200
    for _ in range(6):  # more matches, no more questions
        two_player_match(aki, botan)
        bots_match(aki, work)
        match_open(organiser=botan, game="toy", seats=4)
    for path, most in limits.items():
        with django_assert_max_num_queries(most):
            assert client.get(path).status_code == 200


def test_an_open_seat_of_a_running_match_is_offered(
    client: Client, aki: Player, botan: Player
) -> None:
    match = running(aki, botan, title="Take a seat")
    assert "Take a seat" not in client.get("/").content.decode()
    seat_open(match_id=match.pk, by=aki, seat=1)
    assert "Take a seat" in client.get("/").content.decode()


# ----------------------------------------------------------------- promised seats


def test_a_promised_seat_is_not_offered(
    client: Client, aki: Player, botan: Player, chie: Player
) -> None:
    match = match_open(organiser=aki, game="toy", seats=2, title="Just us")
    invitation = seat_invite(match_id=match.pk, by=aki, email="botan@example.org")
    table = f"/matches/{match.pk}/"
    for looking in (browser(), browser(chie)):
        assert "Just us" not in page(looking, "/")
        found = page(looking, table)
        assert "reserved for an invited player" in found
        assert "All seats in this match are taken or reserved." in found
        assert f"{table}do/join/" not in found
        assert "Log in to play" not in found
    assert f"{table}do/join/" in page(browser(botan), table)
    assert "reserved for an invited player" in page(browser(aki), "/")
    browser(botan).post(f"/invitations/{invitation.pk}/", {"answer": "decline"})
    assert "Just us" in page(browser(chie), "/")
    assert f"{table}do/join/" in page(browser(chie), table)


def test_of_several_seats_some_are_free(aki: Player, chie: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=4, title="Two more")
    seat_invite(match_id=match.pk, by=aki, email="botan@example.org")
    start = page(browser(chie), "/")
    assert "Aki, reserved for an invited player, free seat, free seat" in start
    assert ">Take a seat<" in page(browser(chie), f"/matches/{match.pk}/")


def test_a_full_table_that_has_not_begun_has_no_seat_to_take(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    browser(botan).post(f"/matches/{match.pk}/do/join/")
    assert "Take a seat" not in page(browser(chie), f"/matches/{match.pk}/")


def test_saved_settings_are_answered_in_the_new_language(aki: Player) -> None:
    """The page and what it says about the saving speak the same language."""
    client = browser(aki)
    text = client.get("/settings/").content.decode()
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', text))
    ways = {name: getattr(aki, name) for name in WAYS}
    said = {name: value for name, value in ways.items() if value not in (None, False)}
    answer = client.post("/settings/", fields | said | {"language": "de"}, follow=True)
    shown = answer.content.decode()
    assert '<html lang="de"' in shown
    with translation.override("de"):
        assert str(translation.gettext("Your settings have been saved.")) in shown
    assert "Your settings have been saved." not in shown

"""New matches from their form: who sits where, how fast, and who is invited."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings as conf
from django.core import mail
from django.test import Client
from django.utils import timezone

from sse.accounts.models import Player
from sse.accounts.services import player_settings
from sse.matches.clock.arithmetic import Clock
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation, Match
from sse.matches.play import match_open
from sse.outbox.models import Letter
from sse.outbox.reply_addresses import Unsubscription, unsubscribe
from sse.outbox.services import letters_send
from sse.web.deadlines import deadline_of
from tests.support.people import new_player
from tests.web.test_pages import PLAIN, browser, page

pytestmark = pytest.mark.django_db
HOUR = 3600


@pytest.fixture(autouse=True)
def own_files_and_cache(settings: Any) -> None:
    settings.STORAGES = {**conf.STORAGES, "staticfiles": PLAIN}
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": str(uuid4())}}


def form(**said: str) -> dict[str, str]:
    """A match of the toy game against a program, unless said otherwise."""
    usual = {"seat_0": "me", "seat_1": "random", "seat_2": "none", "seat_3": "none"}
    usual |= {"tempo": "each", "clock": "none", "at_end": "default"}
    usual |= {"privacy": "listed", "talk_shown": "players"}
    usual |= {"choice_rounds": "3", "choice_deal": "open"}
    return usual | said


def told(player: Player, **said: str) -> str:
    answer = browser(player).post("/open/toy/", form(**said), follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_match_that_needs_nobody_else_begins_at_once(aki: Player) -> None:
    told(aki, word=" koi ", title="Now")
    match = Match.objects.get()
    assert (match.status, match.title, match.words) == ("running", "Now", ["koi"])
    assert [seat.holder for seat in match.seats.order_by("number")] == ["Aki", "random"]


def test_everybody_sits_where_the_form_says(aki: Player) -> None:
    told(aki, seat_0="random", seat_1="free", seat_2="me", seat_3="none")
    match = Match.objects.get()
    held = [seat.holder for seat in match.seats.order_by("number")]
    assert (match.status, held) == ("open", ["random", "", "Aki"])


def test_who_only_organises_takes_no_seat(aki: Player) -> None:
    told(aki, seat_0="random", seat_1="random", privacy="private")
    match = Match.objects.get()
    assert match.organiser == aki
    assert not match.seats.filter(player=aki).exists()
    assert match.status == "running"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"seat_1": "me"}, "You already have a seat in this match."),
        ({"seat_1": "none"}, "Select a valid choice"),  # at least two sit there
        ({"seat_1": "deep blue"}, "Select a valid choice"),
        ({"choice_rounds": "9"}, "less than or equal to 5"),
        ({"clock": "hourglass"}, "Select a valid choice"),
        ({"clock": "own", "each": "0", "bank": "0", "increment": "2"}, "needs a bank"),
        (
            {"seat_1": "free", "invited": "no address"},
            "no address: That is not an email",
        ),
        ({"seat_1": "free", "invited": "a@b.example c"}, "a@b.example c: That is no"),
        ({"invited": "botan@example.org"}, "not enough free seats"),
        ({"talk_shown": "world"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_opened(
    aki: Player, said: dict[str, str], why: str
) -> None:
    assert why in told(aki, **said)
    assert not Match.objects.exists()
    assert not Invitation.objects.exists()


OWN_NUMBERS = {"each": "99999999999", "bank": "-1", "grace": "soon", "holidays": "367"}


def test_numbers_of_ones_own_count_only_where_they_are_chosen(aki: Player) -> None:
    daily = form(clock="daily", **OWN_NUMBERS)
    look = browser(aki).post("/open/toy/clock/", daily).content.decode()
    assert "your deadline would be" in look
    assert "than or equal" not in look
    told(aki, **daily)
    assert Clock.from_data(Match.objects.get().clock).each == 24 * HOUR
    assert "than or equal to 1440" in told(aki, clock="own", **OWN_NUMBERS)
    assert Match.objects.count() == 1


def test_an_unknown_game_has_no_page(aki: Player) -> None:
    for path in ("/open/chess/", "/play/chess/", "/rules/chess/"):
        assert browser(aki).get(path).status_code == 404


def test_people_are_invited_with_the_match(aki: Player) -> None:
    told(aki, seat_1="free", seat_2="free", invited="Botan@example.org, x@example.org")
    emails = Invitation.objects.order_by("pk").values_list("email", flat=True)
    assert list(emails) == ["botan@example.org", "x@example.org"]
    letters = Letter.objects.filter(kind="invitation")
    assert letters.count() == 2
    text = page(browser(aki), f"/matches/{Match.objects.get().pk}/")
    assert "x@example.org" in text


def test_several_are_invited_later(aki: Player, botan: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=4)
    path = f"/matches/{match.pk}/invite/"
    browser(aki).post(path, {"email": "b@example.org; c@example.org\nb@example.org"})
    assert Invitation.objects.count() == 2
    handed = {"email": "d@example.org, e@example.org", "seat": "1"}
    answer = browser(aki).post(path, handed, follow=True)
    assert "transferred to one person" in answer.content.decode()
    assert Invitation.objects.count() == 2
    browser(botan).post(path, {"email": "d@example.org"})
    assert Invitation.objects.count() == 2


def test_who_is_refused_leaves_no_half_match(aki: Player) -> None:
    with pytest.raises(MatchRefused):
        match_open(organiser=aki, game="toy", seats=2, seating=["me", "", ""])
    with pytest.raises(MatchRefused):
        match_open(organiser=aki, game="toy", seats=2, seating=["me", "nobody"])
    with pytest.raises(MatchRefused):
        match_open(organiser=aki, game="toy", seats=2, talk_shown="world")
    assert not Match.objects.exists()


# ------------------------------------------------------------------------- clocks


def test_own_numbers_make_a_clock(aki: Player) -> None:
    own = {"clock": "own", "each": "12", "bank": "48", "increment": "1", "grace": "30"}
    told(aki, **own, holidays="7", rest="on", at_end="stand-in")
    clock = Clock.from_data(Match.objects.get().clock)
    assert (clock.each, clock.bank) == (12 * HOUR, 48 * HOUR)
    assert (clock.increment, clock.grace) == (HOUR, HOUR // 2)
    assert (clock.holidays, clock.rest) == (7, True)
    assert (clock.at_end, clock.stand_in) == ("stand-in", "random")


def look(player: Player, **said: str) -> str:
    answer = browser(player).post("/open/toy/clock/", form(**said))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_real_deadlines_are_shown_in_local_time() -> None:
    """Over the weekend, the quiet hours and the end of summer time."""
    kyiv = new_player("Daryna", time_zone="Europe/Kyiv")
    player_settings(
        player=kyiv,
        language="en",
        time_zone="Europe/Kyiv",
        quiet_from=None,
        quiet_to=None,
        rests_at_weekends=True,
        letters="at once",
    )
    with time_machine.travel("2026-10-23T12:00:00+00:00", tick=False):  # a Friday
        text = look(kyiv, clock="daily")
        assert "Thu 29 Oct, 15:00 EET" in text  # 96 hours, no weekend
        assert "Mon 26 Oct, 15:00 EET" in text  # the bank begins
        deadline = deadline_of(kyiv, Clock(each=24 * HOUR), timezone.now())
    assert deadline
    assert deadline.rests
    assert not Match.objects.exists()


def test_a_clock_is_looked_at_without_a_script(aki: Player) -> None:
    data = form(clock="relaxed", look="yes")
    answer = browser(aki).post("/open/toy/", data)
    assert "your deadline would be" in answer.content.decode()
    assert not Match.objects.exists()


def test_clocks_that_cannot_be_are_told(aki: Player) -> None:
    assert "needs a bank" in look(aki, clock="own", each="0", bank="0", increment="3")
    assert "There are no deadlines" in look(aki, clock="none")


def test_only_players_look_at_clocks(aki: Player) -> None:
    answer: Any = Client().post("/open/toy/clock/", form())
    assert answer.url.startswith("/log-in/")
    assert browser(aki).get("/open/toy/clock/").status_code == 405


# -------------------------------------------------------------------- play at once


def test_one_press_and_a_program_plays(aki: Player) -> None:
    client = browser(aki)
    assert "Play now" in page(client, "/play/age_of_war/")
    assert not Match.objects.exists()
    client.post("/play/age_of_war/")
    match = Match.objects.get()
    assert match.status == "running"
    assert [seat.holder for seat in match.seats.order_by("number")] == ["Aki", "random"]
    assert not Clock.from_data(match.clock).has_deadline


def opponent(player: Player, **said: str) -> str:
    browser(player).post("/play/small_samurai_empires/", said)
    return str(Match.objects.latest("pk").seats.get(number=1).holder)


def test_a_beginner_meets_the_gentlest_unless_another_is_chosen(aki: Player) -> None:
    text = page(browser(aki), "/play/small_samurai_empires/")
    titles = ["random (easiest)", "quick and greedy", "thinks ahead"]
    places = [text.index(title) for title in titles]
    assert places == sorted(places)
    assert opponent(aki) == "random"
    assert opponent(aki, opponent="daimyo") == "daimyo"
    Match.objects.update(status=Match.Status.FINISHED)
    assert opponent(aki) == "greedy"
    answer = browser(aki).post("/play/age_of_war/", {"opponent": "deep blue"})
    assert "Select a valid choice" in answer.content.decode()
    assert Match.objects.count() == 3


def test_who_will_read_it_is_told_and_can_be_nobody(aki: Player) -> None:
    text = page(browser(aki), "/play/age_of_war/")
    assert "anyone can see it in the archive under your name, Aki" in text
    browser(aki).post("/play/age_of_war/")
    browser(aki).post("/play/age_of_war/", {"private": "on"})
    kinds = Match.objects.order_by("pk").values_list("privacy", flat=True)
    assert list(kinds) == ["listed when finished", "private"]


def test_a_program_at_once_brings_no_letters_unless_they_are_wanted(
    aki: Player,
) -> None:
    client = browser(aki)
    client.post("/play/age_of_war/")
    letters_send()
    assert not mail.outbox
    table = f"/matches/{Match.objects.get().pk}/"
    assert "You don’t get emails about this match." in page(client, table)
    said = page(client, "/letters/")
    assert "this match was started without emails" in said
    assert "you turned off emails" not in said  # nobody said so
    client.post(table.replace("matches", "letters/on"))
    assert "You don’t get emails about this match" not in page(client, table)
    client.post("/play/age_of_war/", {"letters": "yes"})
    letters_send()
    assert mail.outbox
    assert not aki.silences.exists()


def test_a_stranger_is_asked_in_first(client: Client) -> None:
    text = page(client, "/")
    assert "/log-in/?next=/play/age_of_war/" in text
    answer: Any = client.get("/play/age_of_war/")
    assert answer.url == "/log-in/?next=/play/age_of_war/"
    client.post("/play/age_of_war/")
    assert not Match.objects.exists()


# ------------------------------------------------------------------- in other words


def test_choices_are_in_the_readers_language() -> None:
    reader = new_player("Ute", language="de")
    text = page(browser(reader), "/open/small_samurai_empires/")
    assert '<html lang="de">' in text
    for words in ("Weg des Berges", "Ausgabe", "Heilige Schreine"):
        assert words in text


def test_what_ended_against_a_program_is_played_again(aki: Player, doi: Player) -> None:
    """All that was agreed on stays; nothing on GET, and for nobody else."""
    told(aki, seat_0="random", seat_1="me", choice_rounds="2", title="Now")
    match = Match.objects.get()
    unsubscribe(wish=Unsubscription(aki, match))
    again, client = f"/matches/{match.pk}/again/", browser(aki)
    assert "Play again" not in page(client, f"/matches/{match.pk}/")
    assert client.post(again).status_code == 404  # it is still played
    Match.objects.filter(pk=match.pk).update(
        status="finished", result=[], ended_at=timezone.now()
    )
    assert "Play again" in page(client, f"/matches/{match.pk}/")
    assert "Play again" not in page(browser(doi), f"/matches/{match.pk}/")
    assert client.get(again).status_code == 405
    assert browser(doi).post(again).status_code == 404
    assert Match.objects.count() == 1
    answer: Any = client.post(again)
    new = Match.objects.exclude(pk=match.pk).get()
    assert answer.url == f"/matches/{new.pk}/"
    assert (new.status, new.organiser, new.choices) == ("running", aki, match.choices)
    assert [s.holder for s in new.seats.order_by("number")] == ["random", "Aki"]
    assert (new.clock, new.privacy, new.tempo) == (
        match.clock,
        match.privacy,
        match.tempo,
    )
    assert new.seed != match.seed
    assert not aki.silences.get(match=new).is_wish


def test_a_match_with_people_is_not_played_again_without_them(aki: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    new_seat = match.seats.get(number=1)
    new_seat.player = new_player("Emi")
    new_seat.save()
    Match.objects.filter(pk=match.pk).update(status="finished", result=[])
    assert browser(aki).post(f"/matches/{match.pk}/again/").status_code == 404

"""A match from its first idea to its end, organised by mail alone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from engine.languages import LANGUAGES
from engine.replay import verify
from sse.accounts.models import Player
from sse.inbox.ingest import mails_process
from sse.inbox.models import RawMail
from sse.matches.file_names import match_file
from sse.matches.models import Invitation, Match
from sse.matches.play import match_open
from sse.matches.selectors import seat_state
from sse.matches.text.new_match import game_named, value_word
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from sse.platform.mail_addresses import addresses_in
from sse.platform.times import italian_elision
from tests.support.mails import address, answers, send
from tests.support.tables import asked, log, running, write

pytestmark = pytest.mark.django_db
US = "hikyaku@play.example.org"
DMARC = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n"


@pytest.fixture(autouse=True)
def here(settings: Settings) -> None:
    settings.MAIL_DOMAIN = "play.example.org"
    settings.MAIL_MAILBOX = "hikyaku"
    settings.MAIL_AUTHSERV_ID = "mx.example.org"


def answer(text: str, player: Player, to: str, headers: str = DMARC) -> Letter:
    before = len(answers())
    send(text, player, to, headers)
    (new,) = answers()[before:]
    return new


def told(text: str, player: Player, to: str, headers: str = DMARC) -> str:
    letter = answer(text, player, to, headers)
    return " ".join(str(message_of(letter, "x@example.org").body).split())


def reply_to(letter: Letter) -> str:
    (found,) = addresses_in(message_of(letter, "x@example.org").reply_to)
    return found


# ------------------------------------------------------------------------- create


def test_a_match_is_created_filled_and_started(aki: Player) -> None:
    made = answer("create toy, 3 seats, clock relaxed, private", aki, US)
    match = Match.objects.get()
    assert (match.organiser, match.seats_wanted) == (aki, 3)
    assert (match.privacy, match.clock["each"]) == ("private", 72 * 3600)
    assert (made.seat, made.match) == (0, match)
    text = " ".join(str(message_of(made, "x@example.org").body).split())
    assert "2 seats are free" in text
    to = reply_to(made)
    assert "1 seat is free" in told("bot random", aki, to)
    assert "1 of the seats is still free" in told("start", aki, to)
    assert "All seats are taken: answer “start”" in told("bot", aki, to)
    assert "has begun" in told("start", aki, to)
    match.refresh_from_db()
    assert match.status == "running"


def test_people_are_invited_in_the_same_breath(aki: Player) -> None:
    said = told("create toy\n3 seats, invite b@example.net,\nc@example.net", aki, US)
    assert "on their way to b@example.net, c@example.net" in said
    assert "1 Aki 2 (invited) 3 (invited)" in said
    assert "when the invited players have answered" in said
    assert Invitation.objects.count() == 2
    assert Letter.objects.filter(kind="invitation").count() == 2


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("create", "Which game? There are"),
        ("create chess", "Which game? There are"),
        ("create toy, dragons", "We do not understand “dragons”."),
        ("create toy, 9 seats", "cannot be set up like this"),
        ("create toy, rounds 99", "Rounds: 1-"),
        ("create toy, invite nobody@", "not an email address"),
        ("create toy, 2 seats, 5 bots", "only 2 seats"),
    ],
)
def test_what_cannot_be_is_answered_with_what_can(
    text: str, answer: str, aki: Player
) -> None:
    assert answer in told(text, aki, US)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "create age of war, 3 seats, a bot, clock daily, invite"),
        ("de", "Erstelle Zeitalter des Krieges, 3 Plätze, ein Bot, Uhr täglich, lade"),
        ("it", "crea Age of War, 3 posti, un bot, orologio giornaliero, invita"),
        ("ru", "создай Эпоха войны, 3 места, один бот, часы ежедневные, пригласи"),
        ("uk", "створи Епоха війни, 3 місця, один бот, годинник щодня, запроси"),
    ],
)
def test_the_example_of_the_manual_in_every_language(
    language: str, text: str, aki: Player
) -> None:
    Player.objects.filter(pk=aki.pk).update(language=language)
    told(f"{text} chie@example.org", aki, US)
    match = Match.objects.get()
    assert (match.game_name, match.seats_wanted) == ("age_of_war", 3)
    assert match.seats.exclude(bot="").count() == 1
    assert Invitation.objects.get().email == "chie@example.org"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["age of war", "sse"])
def test_what_is_possible_is_told_in_the_readers_words(
    game: str, language: str, aki: Player
) -> None:
    Player.objects.filter(pk=aki.pk).update(language=language)
    letter = answer(f"create {game}, dragons", aki, US)
    text = str(message_of(letter, "x@example.org").body)
    assert max(len(line) for line in text.splitlines()) <= 72
    said, about = " ".join(text.split()), game_named(game)
    assert about
    for choice in about.choices.values():
        if len(choice.values) == 1:
            continue
        values = [value_word(choice, value, language) for value in choice.values]
        told_by = ", ".join(values) or f"{choice.lowest}-{choice.highest}"
        assert f" {choice.title(language)}: {told_by} " in said
    for english in ("first player", "turn cap", "dropout", "shrines", "archona-2019"):
        assert english not in said


def test_who_is_not_proved_is_asked_first(aki: Player) -> None:
    mail = send("create toy", aki, US)
    assert mail.status == RawMail.Status.HELD
    assert not Match.objects.exists()


def test_an_answer_to_a_letter_is_no_proof(aki: Player) -> None:
    """Whoever was shown the letter has its address; the owner's yes is enough."""
    letter = answer("games", aki, US, "")
    assert "You are not playing any match now" in str(
        message_of(letter, "x@example.org").body
    )
    asked = answer("create toy", aki, reply_to(letter), "")
    assert not Match.objects.exists()
    send("yes", aki, reply_to(asked))
    mails_process()
    assert Match.objects.get().organiser == aki


def test_an_old_letters_address_is_good_no_more(aki: Player) -> None:
    to = reply_to(answer("games", aki, US, ""))
    with time_machine.travel(timezone.now() + timedelta(days=61)):
        assert send("create toy", aki, to).status == RawMail.Status.HELD


# -------------------------------------------------------------------- before the start


def test_seats_are_taken_and_left(aki: Player, botan: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=3, title="Spring")
    letter = answer(f"join {match.pk}", botan, US)
    assert letter.seat == 1
    to = reply_to(letter)
    assert "mixed into the dice of Spring" in told("word cherry", botan, to)
    assert match.seats.get(number=1).word == "cherry"
    assert "seats are being filled" in told("status", botan, to)
    assert "is free again" in told("leave", botan, to)
    assert not match.seats.filter(player=botan).exists()


def test_only_the_organiser_organises(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    to = address(match, botan)
    for text in ("pause", "go on", "invite x@example.net", "replace aki"):
        assert "Only the organiser" in told(text, botan, to), text
    assert "Only the organiser" in told("abandon really", botan, to)
    assert Match.objects.get().status == "running"


def test_an_organiser_without_seat_writes_to_the_match(
    aki: Player, botan: Player, chie: Player
) -> None:
    letter = answer("create toy, 2 seats, without me", aki, US)
    match = Match.objects.get()
    assert letter.seat is None
    assert letter.match == match
    to = reply_to(letter)
    assert to.startswith("m-")
    for player in (botan, chie):
        told(f"join {match.pk}", player, US)
    assert "does not prove it" in told("start", aki, to, "")
    assert not Match.objects.get().has_begun
    assert "has begun" in told("start", aki, to)
    assert "is paused" in told("pause", aki, to)
    assert "goes on" in told(f"resume #{match.pk}", aki, US)
    assert "match is waiting for Botan, Chie" in told("status", aki, to, "")


def test_an_organiser_with_a_seat_is_written_to_as_a_player(
    aki: Player, botan: Player
) -> None:
    """The answer to any letter of the match may be an order."""
    to = reply_to(answer("create toy, 2 seats", aki, US))
    told(f"join {Match.objects.get().pk}", botan, US)
    joined = Letter.objects.get(kind="joined")
    assert "reply “start” to begin" in str(message_of(joined, "x@example.org").body)
    assert reply_to(joined).startswith("o-")
    assert reply_to(answer("start", aki, to)).startswith("o-")


# ------------------------------------------------------------------------ while it runs


def test_pause_and_abandon(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    to = address(match, aki)
    assert "Write “go on” to go on" in told("pause", aki, to)
    assert "goes on" in told("weiter", aki, to)
    assert "Nothing was done" in told("abandon", aki, to)
    assert "is abandoned" in told("abandon really", aki, to)
    match.refresh_from_db()
    assert match.status == "abandoned"


def test_taking_back_by_mail(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    for player in (aki, botan):
        write(match, player, "pick 1")
    assert "Back to which step?" in told("back to", botan, address(match, botan))
    said = told("back to 0", botan, address(match, botan))
    assert f"asked the other players of {match} to take it back to step 0." in said
    assert "You do not agree" in told("decline", aki, address(match, aki))
    assert "already declined this" in told("back to 0", botan, address(match, botan))
    told("back to 1", botan, address(match, botan))
    assert "You agree" in told("agree", aki, address(match, aki))
    assert "back to 1" in log(match)


def test_who_is_asked_to_take_back_is_told_how_to_answer(
    aki: Player, botan: Player, chie: Player
) -> None:
    """Who proposed it has agreed already."""
    match = running(aki, botan, chie)
    for player in (aki, botan, chie):
        write(match, player, "pick 1")
    told("back to 0", botan, address(match, botan))
    letters = Letter.objects.filter(kind="back_asked")
    assert {letter.player for letter in letters} == {aki, chie}
    message = message_of(letters[0], "x@example.org")
    assert "Reply to this email with “accept” or “decline”" in str(message.body)
    told("accept", aki, reply_to(letters.get(player=aki)))
    told("accept", chie, reply_to(letters.get(player=chie)))
    assert "back to 0" in log(match)


def test_an_organiser_without_seat_is_not_asked_to_agree(
    aki: Player, botan: Player, chie: Player
) -> None:
    told("create toy, 2 seats, without me", aki, US)
    match = Match.objects.get()
    for player in (botan, chie):
        told(f"join {match.pk}", player, US)
    told(f"start #{match.pk}", aki, US)
    for player in (botan, chie):
        write(match, player, "pick 1")
    told("back to 0", botan, address(match, botan))
    letter = Letter.objects.get(kind="back_asked", player=aki)
    assert "“accept”" not in str(message_of(letter, "x@example.org").body)


def test_a_player_asks_for_time_and_the_organiser_gives_it(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, clock={"each": 86_400})
    due = match.seats.get(player=botan).due_at
    assert due
    assert "How long?" in told("extend", botan, address(match, botan))
    said = told("extend 2 days", botan, address(match, botan))
    assert f"We have asked Aki, the organiser of {match}, for 2 days more" in said
    letter = Letter.objects.get(kind="time_asked")
    assert letter.player == aki
    text = str(message_of(letter, "x@example.org").body)
    grant = re.search(r"^  (extend.*)$", text, re.M)
    assert grant
    assert "Botan" in told(grant[1], aki, reply_to(letter))
    assert match.seats.get(player=botan).due_at == due + timedelta(days=2)
    assert match.seats.get(player=aki).due_at == due


def test_a_second_wish_for_time_reaches_the_organiser_too(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, clock={"each": 86_400})
    for wish in ("1 day", "3 days, please", "3 days", "1 day"):
        told(f"extend {wish}", botan, address(match, botan))
    wishes = Letter.objects.filter(kind="time_asked").order_by("pk")
    assert [letter.data["more"] for letter in wishes] == ["1 day", "3 days", "1 day"]


@pytest.mark.parametrize(
    "text",
    [
        "extend 1 day for Botan please",
        "extend 1 day for Botan, thank you!",
        "extend Botan by a day, please.",
        "verlängern bitte um 1 Tag für Botan",
        "proroga di 1 giorno per Botan, per favore",
        "продлить на 1 день для Botan, пожалуйста",
        "продовжити на 1 день для Botan, будь ласка",
    ],
)
def test_the_organiser_may_be_polite(text: str, aki: Player, botan: Player) -> None:
    match = running(aki, botan, clock={"each": 86_400})
    said = told(text, aki, address(match, aki))
    assert f"Botan in {match}: 1 day more." in said


def test_time_for_all_who_are_waited_for(aki: Player, botan: Player) -> None:
    """In a sealed round nobody is told by it who has decided."""
    match = running(aki, botan, clock={"each": 86_400})
    write(match, botan, "pick 1")
    said = told("extend 36 hours", aki, address(match, aki))
    assert f"Aki, Botan in {match}: 36 hours more." in said


def test_no_clock_no_time(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    assert "No clock" in told("extend 2 days", botan, address(match, botan))
    assert "No clock" in told("extend 2 days: Botan", aki, address(match, aki))


def test_a_seat_gets_another_player(aki: Player, botan: Player, chie: Player) -> None:
    match = running(aki, botan)
    to = address(match, aki)
    said = told("replace Botan: chie@example.org", aki, to)
    assert "on its way to chie@example.org" in said
    assert Invitation.objects.get().seat == match.seats.get(number=1)
    told(f"accept {match.pk}", chie, US)
    assert match.seats.get(number=1).player == chie
    assert "is open: anyone may take it" in told("replace chie", aki, to)
    told(f"join {match.pk}", botan, US)
    assert match.seats.get(number=1).player == botan
    assert "Who do you mean by “Doi”?" in told("replace Doi", aki, to)


def test_invitations_are_few(aki: Player, settings: Settings) -> None:
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    settings.REST_FRAMEWORK = {
        **settings.REST_FRAMEWORK,
        "DEFAULT_THROTTLE_RATES": {**rates, "invitations": "2/day"},
    }
    match = match_open(organiser=aki, game="toy", seats=4)
    said = told(f"invite #{match.pk} a@x.org b@x.org c@x.org", aki, US)
    assert "invited many people" in said
    assert not Invitation.objects.exists()


# ------------------------------------------------------------------------------ others


def test_several_commands_are_done_together_or_not_at_all(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    to = address(match, botan)
    said = told("status\nboard\naway 24.12.", botan, to)
    assert "It is your turn" in said
    assert "You are away" in said
    said = told("away 26.12.\njoin 99999", botan, to)
    assert "Nothing was done. Line 2: There is no such match" in said
    assert botan.absences.count() == 1


def test_away_and_back(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    to = address(match, botan)
    assert "no holidays" in told("away", botan, to)
    told("away for 5 days", botan, to)
    assert "“back” ends your holiday" in told("away", botan, to)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert "Welcome back" in told("I am back!", botan, to)
    absence = botan.absences.get()
    assert (absence.last_day - absence.first_day).days == 2  # today stays a holiday
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        told("away 24.12.-26.12.", botan, to)
        assert "no longer away" in told("back", botan, to)
    assert botan.absences.count() == 1


@pytest.mark.parametrize(
    ("language", "day"),
    [("it", "24 dicembre 2026"), ("de", "24. Dezember 2026"), ("en", "24 December")],
)
def test_days_are_written_as_the_language_does(
    language: str, day: str, aki: Player, botan: Player
) -> None:
    Player.objects.filter(pk=botan.pk).update(language=language)
    match = running(aki, botan)
    assert day in told("away 24.12.2026-2.1.2027", botan, address(match, botan))


def test_italian_days_that_begin_with_a_vowel() -> None:
    assert (
        italian_elision("dal 8 dicembre al 11 gennaio")
        == "dall’8 dicembre all’11 gennaio"
    )
    assert (
        italian_elision("dal 18 dicembre al 2 gennaio")
        == "dal 18 dicembre al 2 gennaio"
    )


def test_the_log_of_a_match_that_has_ended_is_sent(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    to = address(match, botan)
    assert "when the match has ended" in told("send log", botan, to)
    while asked(match):
        for seat, _ in asked(match):
            player = match.seats.get(number=seat).player
            assert player
            options = match.game.options(seat_state(match, seat), seat)
            write(match, player, options[0].text)
    letter = answer("send log", botan, address(match, botan))
    message = message_of(letter, "x@example.org")
    ((name, text, _),) = message.attachments
    assert name == match_file(match, "log")
    assert "finished" in verify(str(text))
    assert "send booklet" in told("send money", botan, address(match, botan))


def test_help_tells_of_everything(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    to = address(match, botan)
    page = told("help", botan, to)
    assert "create age of war, 3 seats" in page
    assert "Answer an email of a match" in page
    assert "by name, colour or seat number" in told("help say", botan, to)
    assert "by name, colour or seat number" in told("hilfe sagen", botan, to)

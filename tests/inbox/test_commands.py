"""Commands by mail: from bytes to one letter each."""

from __future__ import annotations

import re
from datetime import time
from typing import Any

import pytest
from pytest_django import Settings

from engine.errors import Refused
from engine.languages import LANGUAGES
from engine.reading.verbs import begins_order
from sse.accounts.models import Player
from sse.inbox.identity.held_mail import mail_confirm
from sse.inbox.models import RawMail
from sse.matches import states
from sse.matches.models import Match, Submission
from sse.matches.play import match_open, seat_invite
from sse.matches.text.command_words import read_line, table, words
from sse.matches.text.sections import sections_of
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from sse.outbox.reply_addresses import held_token
from sse.platform.mail_addresses import addresses_in
from tests.support.mails import address, answers, send, work
from tests.support.tables import asked, beside, log, running, write

pytestmark = pytest.mark.django_db
DAY = {"each": 86_400}
US = "hikyaku@play.example.org"
DMARC = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n"


@pytest.fixture(autouse=True)
def here(settings: Settings) -> None:
    settings.MAIL_DOMAIN = "play.example.org"
    settings.MAIL_MAILBOX = "hikyaku"
    settings.MAIL_AUTHSERV_ID = "mx.example.org"


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return running(aki, botan)


def told(text: str, player: Player, to: str, headers: str = DMARC) -> str:
    """The one letter that answers a mail, its lines joined."""
    before = len(answers())
    send(text, player, to, headers)
    new = answers()[before:]
    assert len(new) == 1, new
    return " ".join(str(message_of(new[0], "x@example.org").body).split())


# ------------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("text", "name", "rest"),
    [
        ("help", "help", ""),
        ("Hilfe!", "help", ""),
        ("AIUTO", "help", ""),
        ("допомога", "help", ""),
        ("помощь.", "help", ""),
        ("Hello,\n\nstatus\n\nBotan", "status", ""),
        ("rules 5.4", "rules", "5.4"),
        ("regeln burg", "rules", "burg"),
        ("abwesend 24.12.2026 - 2.1.2027", "away", "24.12.2026 - 2.1.2027"),
        ("Zurückziehen", "withdraw", ""),
        ("zuruckziehen", "withdraw", ""),
        ("resign really", "resign", "really"),
        ("Erstelle Zeitalter des Krieges", "create", "Zeitalter des Krieges"),
        ("beitreten 12", "join", "12"),
        ("lade ein a@example.org", "invite", "a@example.org"),
        ("verlängere 2 Tage", "extend", "2 Tage"),
        ("prolunga 2 giorni", "extend", "2 giorni"),
        ("создай Эпоха войны", "create", "Эпоха войны"),
        ("продли на 2 дня", "extend", "на 2 дня"),
        ("створи Епоха війни", "create", "Епоха війни"),
        ("подовж на 2 дні", "extend", "на 2 дні"),
        ("запроси a@example.org", "invite", "a@example.org"),
    ],
)
def test_commands_are_read_in_every_language(text: str, name: str, rest: str) -> None:
    (found,) = sections_of(text).commands
    assert (found.name, found.rest) == (name, rest)


@pytest.mark.parametrize("text", ["", "pick 3", "withdraw pick 3", "noted", "states"])
def test_everything_else_is_orders(text: str) -> None:
    assert read_line(text) is None


def test_every_command_has_a_word_in_each_language() -> None:
    for chapter, meanings in words().items():
        for name, spoken in meanings.items():
            assert set(spoken) == set(LANGUAGES), (chapter, name)
            assert all(spoken.values()), (chapter, name)


@pytest.mark.parametrize("game", ["age_of_war", "small_samurai_empires"])
def test_no_command_is_an_order(game: str, aki: Player, botan: Player) -> None:
    """A verb of a game that is a command could not be given by mail."""
    match = running(aki, botan, game=game)
    state = states.state_now(match)
    for language in match.about.languages:
        for hint in match.game.hints(state, 0, language):
            assert read_line(hint.text) is None
    for word, name in table("commands").items():
        if name == "withdraw":  # a game may know it too: it means the same there
            continue
        assert begins_order(match.game, state, 0, word) != "exact", word
        with pytest.raises(Refused):
            match.game.parse(state, 0, word)


# ------------------------------------------------------------------------ of a match


def test_help(match: Match, botan: Player) -> None:
    assert "resign really" in told("hilfe", botan, address(match, botan))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_help_is_told_in_every_language(
    language: str, match: Match, botan: Player
) -> None:
    """Nothing of the English page is left but the names of commands and examples."""
    Player.objects.filter(pk=botan.pk).update(language=language)
    said = told("help", botan, address(match, botan))
    for english in ("To look:", "whose turn", "orders below", "to blue", "2 days"):
        assert english not in said
    more = told("help say", botan, address(match, botan))
    assert "Nobody sees your address" not in more


def test_status_board_history(match: Match, botan: Player) -> None:
    write(match, botan, "take gold")
    to = address(match, botan)
    said = told("status", botan, to)
    assert "It is your turn" in said
    assert "Your queued orders: take gold" in said
    assert "Lanterns" in told("board", botan, to)
    assert "Round 1: the prize is" in told("history", botan, to)
    assert not Submission.objects.filter(source="mail").exists()


def test_a_long_history_tells_headlines_and_where_the_rest_is(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, game="age_of_war", choices={"first_player": "0"})
    for _ in range(4):
        write(match, aki, "auto any")
        write(match, botan, "auto any")
    said = told("history", botan, address(match, botan))
    assert "conquer" in said
    assert re.search(r"And \d+ more things that happened: http\S+/steps/\d+ ", said)


def test_nobody_sees_another_seats_secrets(
    match: Match, aki: Player, botan: Player
) -> None:
    """What Aki has picked changes no letter of Botan's."""
    other = running(aki, botan)
    write(match, aki, "pick 1")
    write(other, aki, "pick 4")
    for command in ("status", "board", "history"):
        first, second = (
            told(command, botan, address(m, botan)) for m in (match, other)
        )
        one, two = (said.partition("Dear ")[2] for said in (first, second))
        assert plain(one, match) == plain(two, other)


def plain(said: str, match: Match) -> str:
    return re.sub(rf"(Lanterns |matches/|\[ ){match.pk}\b", "N", said)


def test_rules(match: Match, botan: Player) -> None:
    to = address(match, botan)
    assert "TOY-5" in told("rules 5", botan, to)
    assert "No rule contains “submarines”" in told("rules submarines", botan, to)
    assert "Which one?" in told("rules", botan, to)


def test_who_fears_that_others_write_gets_a_new_address(
    match: Match, aki: Player, botan: Player
) -> None:
    old = address(match, botan)
    said = told("new address", botan, old)
    assert "the old ones are no longer valid" in said
    (letter,) = answers()
    assert reply_of(letter) == address(match, botan) != old
    send("pick 3", botan, old, "")
    assert not Submission.objects.exists()
    send("pick 3", botan, reply_of(letter), "")
    assert Submission.objects.get().status == "applied"


def reply_of(letter: Letter) -> str:
    (found,) = addresses_in(message_of(letter, "x@example.org").reply_to)
    return found


def test_preview_keeps_nothing(match: Match, botan: Player) -> None:
    to = address(match, botan)
    said = told("preview\npick 3\ntake gold", botan, to)
    assert "would do this: Queued for later: pick 3 take gold" in said
    assert "would not be accepted: - Line 1: We did not understand “dance”" in told(
        "preview dance", botan, to
    )
    assert beside(match).plans == {}
    assert not Submission.objects.filter(source="mail").exists()


def test_a_mail_asks_to_be_waited_for_and_looks_at_a_whole_turn(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, choices={"parts": "yes"})
    write(match, aki, "pick 5")
    told("Hello all,\n\nask objections\npick 1\n\nBotan", botan, address(match, botan))
    assert "1 ask object" in log(match)
    assert asked(match) == [(1, "object")]
    waits = "The match waits for Botan at: objections."
    assert waits in told("board", aki, address(match, aki))
    told("hold", botan, address(match, botan))
    said = told("preview\ntake gold\nshare 1", aki, address(match, aki))
    assert "Aki hands a point to Botan." in said
    assert "0 take gold" not in log(match)


def test_a_preview_counts_lines_as_the_mail_has_them(
    match: Match, botan: Player
) -> None:
    to = address(match, botan)
    for above in ("preview\n", "preview\n\n", "Good morning!\n\npreview\n"):
        said = told(f"{above}pick 3\ndance", botan, to)
        line = above.count("\n") + 2
        assert (
            f"would not be accepted: - Line {line}: We did not understand “dance”"
            in said
        )
    said = told("preview pick 3\ndance", botan, to)
    assert "would not be accepted: - Line 2: We did not understand “dance”" in said


def test_a_preview_keeps_no_more_than_the_orders_would(
    aki: Player, botan: Player
) -> None:
    """What ends the turn leaves nothing of its plan."""
    siege = running(aki, botan, game="age_of_war", choices={"first_player": "1"})
    to = address(siege, botan)
    said = told("preview\npass", botan, to)
    assert "Right away: pass" in said
    assert "Queued for later" not in said
    assert "Queued for later: standing: auto any" in told(
        "preview\nstanding: auto any", botan, to
    )
    assert "Nothing is queued for later" in told("pass", botan, to)


def test_withdraw(match: Match, botan: Player) -> None:
    write(match, botan, "take gold")
    assert beside(match).plans
    said = told("ritira", botan, address(match, botan))
    assert "have been withdrawn" in said
    assert not beside(match).plans


def test_resigning_needs_a_second_word(match: Match, botan: Player) -> None:
    to = address(match, botan)
    assert "resign really" in told("resign", botan, to)
    assert not Submission.objects.filter(source="mail").exists()
    assert "You have resigned" in told("aufgeben wirklich", botan, to)
    assert "seat 1 resigns" in log(match)


def test_what_is_below_a_command_is_told_not_to_be_read(
    match: Match, botan: Player
) -> None:
    said = told("status\npick 3", botan, address(match, botan))
    assert "Ignored: pick 3" in said
    assert not Submission.objects.filter(source="mail").exists()


# ----------------------------------------------------------------------- of a player


def test_games_and_join(match: Match, aki: Player, botan: Player) -> None:
    open_one = match_open(organiser=aki, game="toy", seats=2, title="Spring")
    said = told("games", botan, US)
    assert f"{match.pk} toy" in said.replace(str(match), "toy")
    assert f"{open_one.pk} Spring" in said
    assert "You have a seat in Spring" in told(f"join {open_one.pk}", botan, US)
    assert open_one.seats.filter(player=botan).exists()
    assert "You have a seat in Spring" in told(f"join #{open_one.pk}", botan, US)
    assert "no such match" in told("join 999999", botan, US)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_an_answer_is_too_long(
    language: str, aki: Player, botan: Player
) -> None:
    Player.objects.filter(pk=botan.pk).update(language=language)
    title = "The long winter of the northern provinces, second try"
    fields: dict[str, Any] = {"game": "age_of_war", "title": title}
    siege = running(aki, botan, choices={"first_player": "1"}, clock=DAY, **fields)
    match_open(organiser=aki, seats=2, **fields)
    seat_invite(
        match_id=match_open(organiser=aki, seats=2, **fields).pk,
        by=aki,
        email="botan@example.org",
    )
    commands = ["games", "create age of war, 3 seats", "settings", "away 24.12.-2.1."]
    for text in (*commands, "away", "status", "history", "create age of war, dragons"):
        send(text, botan, address(siege, botan), DMARC)
        body = str(message_of(answers()[-1], "x@example.org").body)
        long = [line for line in body.splitlines() if len(line) > 72]
        assert not long, text


def test_who_is_not_proved_is_asked_before_something_changes(
    match: Match, aki: Player, botan: Player
) -> None:
    open_one = match_open(organiser=aki, game="toy", seats=2)
    mail = send(f"join {open_one.pk}", botan, US)
    assert mail.status == RawMail.Status.HELD
    assert [letter.kind for letter in answers()] == ["held"]
    assert not open_one.seats.filter(player=botan).exists()
    assert "Your matches" in told("games", botan, US, "")
    mail_confirm(token=held_token(mail.pk))
    assert work(mail).status == RawMail.Status.DONE
    assert open_one.seats.filter(player=botan).exists()


def test_away(match: Match, botan: Player) -> None:
    to = address(match, botan)
    assert "You are away" in told("away 2027-01-02 2027-01-05", botan, to)
    assert "You are away" in told("abwesend 2.1.2027 bis 5.1.2027", botan, to)
    assert botan.absences.count() == 1
    assert "Which days?" in told("away soon", botan, to)
    assert "Which days?" in told("away 2027-02-31", botan, to)


def test_a_setting_is_shown_as_it_is(match: Match, botan: Player) -> None:
    """Nothing a player calls themselves is read as a pattern."""
    for name in ("{help}", "{", "{0.__class__}"):
        Player.objects.filter(pk=botan.pk).update(name=name)
        said = told("settings", botan, address(match, botan))
        assert f" name {name} language" in said


def test_settings_that_no_word_explains_are_explained(
    match: Match, botan: Player
) -> None:
    said = told("settings", botan, address(match, botan))
    assert "settings sentences yes Describe the board in sentences," in said
    said = told("settings language de", botan, address(match, botan))
    assert "einstellungen betreffs ja Betreffzeilen sagen, worum es" in said


def test_settings(match: Match, botan: Player) -> None:
    to = address(match, botan)
    assert "language en" in told("settings", botan, to)
    assert "sprache de" in told("settings language German", botan, to)
    assert "language en" in told("settings language en", botan, to)
    assert "quiet 22:00-07:00" in told("einstellungen ruhe 22:00-07:00", botan, to)
    assert "quiet none" in told("settings quiet no", botan, to)
    assert "weekends rest" in told("settings weekends ruhen", botan, to)
    assert "22:00-07:00, or “no”" in told("settings quiet 29:00-07:00", botan, to)
    assert "There is no setting" in told("settings shoe 12", botan, to)
    assert "The languages are en" in told("settings language xx", botan, to)
    botan.refresh_from_db()
    assert (botan.language, botan.rests_at_weekends) == ("en", True)


@pytest.mark.parametrize(
    ("text", "rests"),
    [
        ("settings weekends rest", True),
        ("settings weekends play", False),
        ("einstellungen wochenenden ruhen", True),
        ("einstellungen wochenenden spielen", False),
        ("impostazioni weekend riposo", True),
        ("impostazioni weekend gioco", False),
        ("настройки выходные отдых", True),
        ("настройки выходные игра", False),
        ("налаштування вихідні відпочинок", True),
        ("налаштування вихідні гра", False),
    ],
)
def test_weekends_are_set_as_they_are_told(
    text: str, rests: bool, match: Match, botan: Player
) -> None:
    Player.objects.filter(pk=botan.pk).update(rests_at_weekends=not rests)
    told(text, botan, address(match, botan))
    botan.refresh_from_db()
    assert botan.rests_at_weekends is rests


def test_yes_to_weekends_is_asked(match: Match, botan: Player) -> None:
    """Yes, they are free; or yes, they are played?"""
    to = address(match, botan)
    for word in ("yes", "no"):
        said = told(f"settings weekends {word}", botan, to)
        assert "“settings weekends rest” or “settings weekends play”" in said
    assert "settings weekends rest" in told("settings", botan, to)


def test_settings_are_told_once_in_one_letter(match: Match, botan: Player) -> None:
    text = "settings zone Berlin\nsettings quiet 22-7\nsettings address b@example.net"
    said = told(text, botan, address(match, botan))
    assert said.count("These are your settings") == 1
    assert "zone Europe/Berlin" in said
    assert "quiet 22:00-07:00" in said
    assert "An email is on its way to the new address" in said


@pytest.mark.parametrize(
    "text",
    [
        "settings quiet 22:00-07:00",
        "settings quiet from 10 pm to 7 am",
        "settings quiet 22-7",
        "einstellungen ruhe 22-7 Uhr",
        "einstellungen ruhe von 22 Uhr bis 7 Uhr",
        "impostazioni silenzio dalle 22 alle 7",
        "настройки тишина с 22 до 7",
        "налаштування тиша з 22 до 7",
        "налаштування тиша від 22.00 до 7.00",
    ],
)
def test_quiet_hours_as_people_write_them(
    text: str, match: Match, botan: Player
) -> None:
    told(text, botan, address(match, botan))
    botan.refresh_from_db()
    assert (botan.quiet_from, botan.quiet_to) == (time(22), time(7))


@pytest.mark.parametrize("hours", ["22-7 not on Sundays", "13 pm - 7", "22", "1 2 3"])
def test_other_hours_are_asked(hours: str, match: Match, botan: Player) -> None:
    to = address(match, botan)
    assert "22:00-07:00, or “no”" in told(f"settings quiet {hours}", botan, to)


def test_settings_of_letters(match: Match, botan: Player) -> None:
    to = address(match, botan)
    for text in ("settings sentences yes", "einstellungen kalender ja"):
        told(text, botan, to)
    botan.refresh_from_db()
    assert (botan.boards_as_prose, botan.deadlines_by_calendar) == (True, True)
    assert botan.subjects_tell is False
    assert "yes or no" in told("settings subjects perhaps", botan, to)


def test_without_a_seat_the_only_match_is_meant(
    match: Match, aki: Player, botan: Player
) -> None:
    assert "It is your turn" in told("status", botan, US)
    running(botan, aki)
    assert "Which match do you mean?" in told("status", botan, US)
    assert "It is your turn" in told(f"status {match.pk}", botan, US)
    assert "Answer an email of that match" in told("withdraw", botan, US)

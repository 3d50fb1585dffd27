"""What is said by mail, what is noted, and what is never said."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from sse.accounts.models import Player
from sse.matches.models import Match, Note, Submission, Talk
from sse.matches.play import note_keep, talk_say
from sse.matches.play import talk as service
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from tests.support.mails import address, answers, keep, raw, send, work
from tests.support.tables import beside, running, write

pytestmark = pytest.mark.django_db
US = "hikyaku@play.example.org"


@pytest.fixture(autouse=True)
def here(settings: Settings) -> None:
    settings.MAIL_DOMAIN = "play.example.org"
    settings.MAIL_MAILBOX = "hikyaku"


@pytest.fixture
def match(aki: Player, botan: Player, chie: Player) -> Match:
    return running(aki, botan, chie)


def told(text: str, player: Player, to: str) -> str:
    before = len(answers())
    send(text, player, to)
    (new,) = answers()[before:]
    return " ".join(str(message_of(new, "x@example.org").body).split())


def talk_letters() -> list[Letter]:
    return list(Letter.objects.filter(kind="talk").order_by("pk"))


def test_said_to_one_it_is_read_by_one(
    match: Match, botan: Player, chie: Player
) -> None:
    said = told("say to Chie: Shall we?\nI am in.", botan, address(match, botan))
    assert f"sent to Chie in {match}." in said
    (letter,) = talk_letters()
    assert (letter.player, letter.seat) == (chie, 2)
    body = str(message_of(letter, "chie@example.org").body)
    assert "Botan says to Chie" in body
    assert "  Shall we?\n  I am in.\n" in body
    assert "botan@example.org" not in body
    talk = Talk.objects.get()
    assert (talk.seat, talk.to, talk.entry) == (1, [2], match.head)
    assert not Submission.objects.filter(source="mail").exists()


def test_what_stands_below_a_name_is_said_too(
    match: Match, botan: Player, chie: Player
) -> None:
    said = told("say to chie\nhi there\n\nBotan", botan, address(match, botan))
    assert f"sent to Chie in {match}." in said
    assert (Talk.objects.get().to, Talk.objects.get().text) == ([2], "hi there")
    told("say to chie\nhi there\npick 3", botan, address(match, botan))
    assert Submission.objects.get(source="mail").text.endswith("pick 3")
    assert {talk.text for talk in Talk.objects.all()} == {"hi there"}
    said = told("say to chie\n\npick 3", botan, address(match, botan))
    assert "“say to chie: …”" in said


def test_said_to_all_and_answered(match: Match, aki: Player, botan: Player) -> None:
    told("sage an alle: Hallo!", botan, address(match, botan))
    assert {letter.player.name for letter in talk_letters() if letter.player} == {
        "Aki",
        "Chie",
    }
    mine = talk_letters()[0]
    (to,) = message_of(mine, "aki@example.org").reply_to
    told("say to botan: hi", aki, to.rpartition("<")[2].strip(">"))
    assert Talk.objects.count() == 2


def test_an_organiser_without_seat_speaks_and_hears(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(botan, chie, plays=True)
    Match.objects.filter(pk=match.pk).update(organiser=aki)
    match.refresh_from_db()
    talk_say(match_id=match.pk, by=botan, to=None, text="hello", key="1")
    assert {letter.player for letter in talk_letters()} == {aki, chie}
    talk_say(match_id=match.pk, by=aki, to=[1], text="hello", key="2")
    assert Talk.objects.get(key="2").seat is None
    assert talk_letters()[-1].player == chie


def test_reply_addresses_are_taken_out(match: Match, botan: Player) -> None:
    to = address(match, botan)
    told(f"say to all: my address is {to.upper()}", botan, to)
    assert Talk.objects.get().text == "my address is […]"


def test_nothing_said_or_noted_turns_the_writing_round(
    match: Match, botan: Player
) -> None:
    talk_say(match_id=match.pk, by=botan, to=None, text="a\u202eb\u2066c", key="t")
    note_keep(match_id=match.pk, by=botan, text="\u2068d\u202c", key="n")
    assert (Talk.objects.get().text, Note.objects.get().text) == ("abc", "d")


def test_the_same_mail_says_it_once(match: Match, botan: Player) -> None:
    to, sender = address(match, botan), "botan@example.org"
    octets = raw("say to all: once", sender, to)
    for _ in range(3):
        work(keep(octets, to, sender))
    assert Talk.objects.count() == 1
    assert len(talk_letters()) == 2


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "say to Doi: hello",
            "Who do you mean by “Doi”? The people here are Aki, Botan, Chie.",
        ),
        ("say to all", "Write it after a colon: “say to all: …”."),
        ("say to chie", "Write it after a colon: “say to chie: …”."),
        ("say to chie hi there", "Write it after a colon: “say to chie: …”."),
        ("say to chie hi\nthere", "Write it after a colon: “say to chie: …”."),
        ("say to\nhi there", "To whom?"),
        ("say to Doi\nhi there", "Who do you mean by “Doi”?"),
        ("say to all: ", "The text is empty."),
        (f"say to all: {'x ' * 990}\n{'y ' * 990}\n{'z ' * 500}", "more than 4000"),
    ],
)
def test_what_cannot_be_said_is_told(
    text: str, answer: str, match: Match, botan: Player
) -> None:
    assert answer in told(text, botan, address(match, botan))
    assert not Talk.objects.exists()


def test_nobody_talks_without_end(
    match: Match, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_SAID", ((2, service.MOST_SAID[0][1]),))
    to = address(match, botan)
    for word in ("one", "two", "three"):
        send(f"say to all: {word}", botan, to)
    assert Talk.objects.count() == 2


# ----------------------------------------------------------------- together with orders


def test_speech_and_orders_go_together(match: Match, botan: Player) -> None:
    said = told(
        "Hello,\n\nsay to chie: take it\npick 3\nnote: I lie\n\nBotan",
        botan,
        address(match, botan),
    )
    assert "You said to Chie: take it" in said
    assert "sealed until the end: I lie" in said
    assert "not read as orders: Hello, Botan" in said
    assert Submission.objects.get(source="mail").status == "applied"
    assert (Talk.objects.count(), Note.objects.count()) == (1, 1)


def test_or_neither_is_taken(match: Match, botan: Player) -> None:
    said = told("say to chie: hello\npick 9x", botan, address(match, botan))
    assert "Line 2: We did not understand “9x” here." in said
    assert Submission.objects.get(source="mail").status == "refused"
    assert not Talk.objects.exists()
    told("pick 3\nsay to doi: hello", botan, address(match, botan))
    assert not Talk.objects.exists()
    assert not beside(match).answered


def test_orders_that_may_be_speech_are_asked_for(match: Match, botan: Player) -> None:
    said = told("say to all:\nhello\n\npick 3", botan, address(match, botan))
    assert "Line 4: Is this an order or part of your message?" in said
    assert not Talk.objects.exists()


def test_talk_is_no_order(match: Match, botan: Player) -> None:
    """Neither does it count as handed in, nor does it stop a clock."""
    before = beside(match)
    told("say to all: pick 3", botan, address(match, botan))
    assert beside(match) == before
    write(match, botan, "say to all: by the pages")
    assert beside(match).data == before.data
    assert Talk.objects.count() == 2


def test_commands_among_orders_are_told_apart(match: Match, botan: Player) -> None:
    said = told("pick 3\naway 24.12.", botan, address(match, botan))
    assert "please send “away” in a separate email" in said
    said = told("pick 3\nsay to all: hi\n\naway 24.12.", botan, address(match, botan))
    assert "please send “away” in a separate email" in said
    said = told("pick 3\nsay to all: hi\n\nstatus", botan, address(match, botan))
    assert "please send “status” in a separate email" in said
    assert not botan.absences.exists()
    assert not Submission.objects.filter(source="mail").exists()


# --------------------------------------------------------------------------- diary


def test_a_note_is_nobody_elses(match: Match, botan: Player) -> None:
    said = told("note: Aki is weak.\nI shall wait.", botan, address(match, botan))
    assert "Added to your diary" in said
    note = Note.objects.get()
    assert (note.text, note.seat) == ("Aki is weak.\nI shall wait.", 1)
    assert not talk_letters()


def test_diaries_are_closed_at_the_end(match: Match, botan: Player) -> None:
    to = address(match, botan)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert "diaries are closed" in told("note: late", botan, to)
    assert "sent to everyone" in told("say to all: good game!", botan, to)

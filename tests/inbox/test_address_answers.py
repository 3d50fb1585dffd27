"""Letters whose very reply address proves something: no page is ever opened."""

from __future__ import annotations

import re

import pytest
from pytest_django import Settings

from sse.accounts.models import Address, Player
from sse.inbox.models import RawMail
from sse.matches.models import Invitation, Match, Submission
from sse.matches.play import match_open, match_start, seat_invite
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from sse.platform.mail_addresses import addresses_in
from tests.support.mails import address, answers, keep, raw, send, work
from tests.support.tables import running

pytestmark = pytest.mark.django_db
Status = RawMail.Status
FAILED = (
    "Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\r\n"
)
THEIRS = "emi.tanaka@example.org"


@pytest.fixture(autouse=True)
def here(settings: Settings) -> None:
    settings.MAIL_DOMAIN = "play.example.org"
    settings.MAIL_MAILBOX = "hikyaku"
    settings.MAIL_AUTHSERV_ID = "mx.example.org"


@pytest.fixture
def match(aki: Player) -> Match:
    return match_open(organiser=aki, game="toy", seats=2, privacy="private")


@pytest.fixture
def invitation(match: Match, aki: Player) -> Invitation:
    return seat_invite(match_id=match.pk, by=aki, email=THEIRS)


def reply_to(letter: Letter, email: str = THEIRS) -> str:
    (found,) = addresses_in(message_of(letter, email).reply_to)
    return found


def letter_of(invitation: Invitation) -> Letter:
    return Letter.objects.get(key=f"invitation:{invitation.pk}")


def write(text: str, to: str, sender: str = THEIRS, headers: str = "") -> RawMail:
    return work(keep(raw(text, sender, to, headers), to, sender))


def body(letter: Letter) -> str:
    return " ".join(str(message_of(letter, letter.email or THEIRS).body).split())


# ------------------------------------------------------------------- a newcomer


def test_an_invitation_is_accepted_by_answering_it(
    match: Match, invitation: Invitation
) -> None:
    mail = write("accept", reply_to(letter_of(invitation)))
    seat = match.seats.get(number=1)
    assert seat.player
    assert (mail.status, mail.player) == (Status.DONE, seat.player)
    name = seat.player.name  # made up: neither mail nor text told one
    assert not {"emi", "tanaka"} & set(name.lower().split())
    assert Address.objects.get(player=seat.player).confirmed_at
    (letter,) = answers()
    assert (letter.player, letter.seat) == (seat.player, 1)
    assert f"You are a player now, called {name}" in body(letter)
    invitation.refresh_from_db()
    assert invitation.answer == "accepted"


def test_and_the_match_is_played_from_there(
    match: Match, invitation: Invitation, aki: Player
) -> None:
    write("ja", reply_to(letter_of(invitation)))
    match_start(match_id=match.pk, by=aki)
    emi = Player.objects.get(addresses__email=THEIRS)
    write("pick 3", address(match, emi))
    assert Submission.objects.get(source="mail").status == "applied"


@pytest.mark.parametrize(
    ("text", "name", "language"),
    [
        ("accept as Emi", "Emi", "en"),
        ("annehmen als Emi", "Emi", "de"),
        ("Принимаю", "Emi Tanaka", "ru"),
        ("приймаю як Емі", "Емі", "uk"),
        ("Sì, grazie!", "Emi Tanaka", "it"),
        ("accetto", "Emi Tanaka", "it"),
        ("accept as Aki.", "Aki 2", "en"),  # there is one
        ("Ja, gerne! Freu mich.", "Emi Tanaka", "de"),
        ("Да, с удовольствием!", "Emi Tanaka", "ru"),
        ("Thanks for the invitation! I accept.", "Emi Tanaka", "en"),
        ("Hi Aki,\n\nwith pleasure!\n\nEmi", "Emi Tanaka", "en"),
        ("With pleasure!", "Emi Tanaka", "en"),
        ("Danke für die Einladung, ich nehme an!", "Emi Tanaka", "de"),
        ("Mit Vergnügen!", "Emi Tanaka", "de"),
        ("Grazie per l'invito, accetto!", "Emi Tanaka", "it"),
        ("Con piacere!", "Emi Tanaka", "it"),
        ("Спасибо за приглашение! Принимаю.", "Emi Tanaka", "ru"),
        ("С удовольствием!", "Emi Tanaka", "ru"),
        ("Дякую за запрошення, приймаю!", "Emi Tanaka", "uk"),
        ("Із задоволенням!", "Emi Tanaka", "uk"),
        ("Yes please, my name is Max", "Max", "en"),
        ("Yes please.\nMy name is Max and I live in Kyoto.", "Max", "en"),
        ("accept, call me Max", "Max", "en"),
        ("Accept with pleasure", "Emi Tanaka", "en"),
        ("Accept, thanks!", "Emi Tanaka", "en"),
        ("Ja gerne, ich heiße Max Moritz.", "Max Moritz", "de"),
        ("Sì, mi chiamo Max", "Max", "it"),
        ("Да, меня зовут Макс", "Макс", "ru"),
        ("Так, мене звати Макс", "Макс", "uk"),
        ("Yes, as soon as possible", "Emi Tanaka", "en"),
    ],
)
def test_names_and_languages(
    text: str, name: str, language: str, invitation: Invitation
) -> None:
    write(text, reply_to(letter_of(invitation)), f"Emi Tanaka <{THEIRS}>")
    player = Address.objects.get(email=THEIRS).player
    assert (player.name, player.language) == (name, language)


def test_the_clock_of_the_mail_is_the_newcomers(invitation: Invitation) -> None:
    to, noon = reply_to(letter_of(invitation)), "Date: Tue, 17 Nov 2026 12:00:00 +0100"
    write("ja", to, headers=f"{noon}\r\n")
    player = Address.objects.get(email=THEIRS).player
    assert player.time_zone == "Europe/Berlin"
    (letter,) = answers()
    assert "Uhrzeiten gelten für Europe/Berlin; „einstellungen zeitzone …“" in body(
        letter
    )


def test_declining_makes_nobody_a_player(invitation: Invitation) -> None:
    write("No, thanks.\nEmi", reply_to(letter_of(invitation)))
    invitation.refresh_from_db()
    assert invitation.answer == "declined"
    assert not Address.objects.filter(email=THEIRS).exists()
    (letter,) = answers()
    assert (letter.player, letter.email) == (None, THEIRS)


@pytest.mark.parametrize(
    "text",
    [
        *("What is this about?", "Yes, but not this week.", "Nein? Ja!", "да нет"),
        *("Thanks but I can't, ok?", "Thanks, perhaps, ok", "Thanks!"),
        *("Danke! Ich nehme an, dass das Werbung ist.", "Danke, leider ja"),
    ],
)
def test_who_says_neither_is_asked_once_more(text: str, invitation: Invitation) -> None:
    write(text, reply_to(letter_of(invitation)))
    (letter,) = answers()
    assert "“" in body(letter)
    invitation.refresh_from_db()
    assert invitation.answer == ""
    write("accept", reply_to(letter))
    invitation.refresh_from_db()
    assert invitation.answer == "accepted"


def test_once_only(invitation: Invitation) -> None:
    to = reply_to(letter_of(invitation))
    write("accept", to)
    write("accept, please", to)
    assert "This invitation was accepted." in body(answers()[-1])
    assert Player.objects.count() == 2


# ------------------------------------------------------------------ who may accept


def test_nobody_else_accepts_it(invitation: Invitation, doi: Player) -> None:
    to = reply_to(letter_of(invitation))
    mail = write("accept", to, "doi@example.org")
    assert mail.status == Status.HELD
    assert write("accept", to, headers=FAILED).status == Status.HELD
    invitation.refresh_from_db()
    assert invitation.answer == ""
    kinds = [(letter.email, letter.player) for letter in answers()]
    assert kinds == [(THEIRS, None)] * 2
    assert "doi@example.org" in body(answers()[0])


def test_another_invitations_address_is_void(
    match: Match, invitation: Invitation, aki: Player
) -> None:
    """It is bound to the address it was sent to."""
    to = reply_to(letter_of(invitation))
    Invitation.objects.filter(pk=invitation.pk).update(email="doi@example.org")
    assert write("accept", to, "doi@example.org").status == Status.IGNORED
    assert write("accept", to).status == Status.IGNORED
    assert answers() == []


def test_a_player_accepts_from_any_address_of_theirs(
    match: Match, botan: Player, aki: Player
) -> None:
    Address.objects.create(
        player=botan, email="b@example.net", confirmed_at=match.created_at
    )
    found = seat_invite(match_id=match.pk, by=aki, email="botan@example.org")
    write("accept", reply_to(letter_of(found)), "b@example.net")
    assert match.seats.get(number=1).player == botan


# ------------------------------------------------------------------------ held mails


def test_a_held_mail_acts_when_its_letter_is_answered(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = running(aki, botan)
    mail = send("pick 3", doi, address(match, botan))
    assert mail.status == Status.HELD
    (letter,) = answers()
    to = reply_to(letter, "botan@example.org")
    write("Who was that?", to, "botan@example.org")
    mail.refresh_from_db()
    assert mail.status == Status.HELD
    write("yes", to, "botan@example.org")
    assert work(mail).status == Status.DONE
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"
    assert [letter.kind for letter in answers()] == ["held", "answer", "receipt"]
    assert "once more, with just “yes”" in body(answers()[1])
    write("yes\n\nreally", to, "botan@example.org")
    assert Submission.objects.filter(source="mail").count() == 1


def test_a_robot_confirms_nothing(aki: Player, botan: Player, doi: Player) -> None:
    match = running(aki, botan)
    mail = send("pick 3", doi, address(match, botan))
    to = reply_to(answers()[0], "botan@example.org")
    away = "Auto-Submitted: auto-replied\r\n"
    write("yes", to, "botan@example.org", away)
    mail.refresh_from_db()
    assert mail.status == Status.HELD


# --------------------------------------------------------------------- new addresses


def test_a_new_address_counts_when_its_letter_is_answered(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    proved = (
        "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n"
    )
    send("settings address b@example.net", botan, address(match, botan), proved)
    letter = Letter.objects.get(kind="confirm")
    assert letter.email == "b@example.net"
    write("hello?", reply_to(letter, letter.email), "b@example.net")
    assert not botan.addresses.get(email="b@example.net").confirmed_at
    write("ja", reply_to(letter, letter.email), "b@example.net")
    assert botan.addresses.get(email="b@example.net").confirmed_at
    assert re.search("b@example.net is yours now", body(answers()[-1]))
    mail = send("pick 3", botan, address(match, botan), sender="b@example.net")
    assert Submission.objects.get(key=f"mail:{mail.pk}").status == "applied"

"""One forwarded letter and a forged From: how far does that lead?

A reply address lets its holder play one seat of one match. What touches the account,
another match, or the match as a whole needs a proof of the sender, or the owner's yes.
"""

from __future__ import annotations

from itertools import product

import pytest
from django.conf import settings as conf
from django.test import Client
from pytest_django import Settings

from sse.accounts.models import Player, Ticket
from sse.accounts.reauthentication import mark_fresh
from sse.accounts.selectors import player_at
from sse.accounts.tickets import code_of, token_of
from sse.inbox.commands import ACTING
from sse.inbox.identity.held_mail import OF_THE_SEAT
from sse.inbox.models import RawMail
from sse.matches.models import Match, Submission, Talk
from sse.matches.play import back_propose, match_open, seat_invite
from sse.matches.text.sections import sections_of
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from sse.outbox.reply_addresses import day_number, held_token
from sse.platform.mail_addresses import address_make, addresses_in, office
from tests.support.mails import address, answers, keep, raw, send, work
from tests.support.tables import running

pytestmark = pytest.mark.django_db
Status = RawMail.Status
US = "hikyaku@play.example.org"
EVIL = "evil@attacker.example"
VICTIM = "botan@example.org"
AR = "Authentication-Results: mx.example.org; "
PASS = AR + "dmarc=pass header.from=example.org\r\n"
OTHERS = (
    AR + "dkim=pass header.d=attacker.example; spf=pass"
    " smtp.mailfrom=evil@attacker.example; dmarc=pass header.from=attacker.example\r\n"
)
FAIL = AR + "dmarc=fail header.from=example.org\r\n"
UNPROVED = {"nothing": "", "others": OTHERS}


@pytest.fixture(autouse=True)
def here(settings: Settings, own_files_and_cache: None) -> None:
    settings.MAIL_DOMAIN = "play.example.org"
    settings.MAIL_MAILBOX = "hikyaku"
    settings.MAIL_AUTHSERV_ID = "mx.example.org"
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**conf.STORAGES, "staticfiles": plain}


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return running(aki, botan)


def stale_address(match: Match, player: Player) -> str:
    """Of a turn that is over: the match has gone on since."""
    old = address(match, player)
    send("pick 3\ntake gold", player, old, PASS)
    aki = match.seats.get(number=0).player
    assert aki is not None
    send("pick 2\ntake gold", aki, address(match, aki), PASS)
    match.refresh_from_db()
    return old


def void_address(match: Match, player: Player) -> str:
    old = address(match, player)
    match.seats.filter(player=player).update(token_epoch=7)
    return old


def of_player(match: Match, player: Player) -> str:
    letter = Letter.objects.filter(player=player).earliest("pk")
    return address_make(office(), "p", player.pk, day_number(letter.created_at))


def of_nobody(match: Match, player: Player) -> str:
    return US


WAYS = {
    "present": address,
    "stale": stale_address,
    "void": void_address,
    "player": of_player,
    "none": of_nobody,
}


def forged(text: str, to: str, headers: str = "") -> RawMail:
    """As the attacker sends it: the victim's From, the attacker's envelope."""
    return work(keep(raw(text, VICTIM, to, headers), to, EVIL))


def reply_to(letter: Letter) -> str:
    (found,) = addresses_in(message_of(letter, letter.email or VICTIM).reply_to)
    return found


def body(letter: Letter) -> str:
    return " ".join(str(message_of(letter, VICTIM).body).split())


def held_letters() -> list[Letter]:
    return [letter for letter in answers() if letter.kind == "held"]


# ------------------------------------------------------------------------ the attack


@pytest.mark.parametrize(
    ("way", "mode", "proof"), list(product(WAYS, ("normal", "strict"), UNPROVED))
)
def test_an_account_is_not_taken_over_by_a_forwarded_letter(
    match: Match,
    botan: Player,
    client: Client,
    settings: Settings,
    way: str,
    mode: str,
    proof: str,
) -> None:
    to = WAYS[way](match, botan)
    settings.MAIL_TRUST = mode
    mail = forged(f"settings address {EVIL}", to, UNPROVED[proof])
    assert mail.status == Status.HELD
    assert not Letter.objects.filter(email=EVIL).exists()
    assert not botan.addresses.filter(email=EVIL).exists()
    # the victim alone is asked, and the attacker cannot answer in their place
    (letter,) = held_letters()
    assert letter.player == botan
    for sender in (EVIL, VICTIM):
        work(keep(raw("yes", sender, to, UNPROVED[proof]), to, EVIL))
    assert player_at(EVIL) is None
    # nor is there a log-in: a letter to that address makes nobody the victim
    client.post("/log-in/", {"email": EVIL})
    tickets = Ticket.objects.filter(email=EVIL, purpose=Ticket.Purpose.LOG_IN)
    page = client.post(f"/log-in/{token_of(tickets.get())}/", {"name": "Mallory"})
    assert page.status_code in (200, 302)
    assert client.session.get("_auth_user_id") != str(botan.pk)
    assert player_at(EVIL) != botan
    assert not botan.addresses.filter(email=EVIL).exists()


@pytest.mark.parametrize("way", ["present", "void", "none"])
def test_the_owners_yes_carries_it_out(match: Match, botan: Player, way: str) -> None:
    mail = forged("settings address b@example.net", WAYS[way](match, botan))
    (letter,) = held_letters()
    said = " ".join(body(letter).split())
    assert "your account" in said
    assert "reply to this email with “yes”" in said
    assert "settings address b@example.net" in said
    send("yes", botan, reply_to(letter))
    assert work(mail).status == Status.DONE
    assert Letter.objects.get(kind="confirm").email == "b@example.net"
    assert "An email is on its way to the new address" in body(answers()[-1])


def test_a_yes_from_elsewhere_is_no_yes(match: Match, botan: Player) -> None:
    """Whoever was shown the question itself is no owner of the account."""
    mail = forged("settings address b@example.net", address(match, botan))
    (letter,) = held_letters()
    to = reply_to(letter)
    work(keep(raw("yes", EVIL, to), to, EVIL))
    work(keep(raw("yes", VICTIM, to, FAIL), to, EVIL))
    assert work(mail).status == Status.HELD
    assert answers()[-1].player == botan
    assert "from one of your own addresses" in body(answers()[-1])
    send("yes", botan, to)
    assert work(mail).status == Status.DONE


def test_the_owner_is_asked_in_their_language(match: Match, botan: Player) -> None:
    Player.objects.filter(pk=botan.pk).update(language="de")
    forged("settings name Bo", address(match, botan))
    (letter,) = held_letters()
    assert letter.player == botan
    assert "antworte auf diese E-Mail" in body(letter)


def test_who_is_proved_acts_at_once(match: Match, botan: Player) -> None:
    for way in ("present", "stale", "void", "none"):
        mail = send(f"settings name Botan {way}", botan, WAYS[way](match, botan), PASS)
        assert mail.status == Status.DONE, way
        botan.refresh_from_db()
        assert botan.name == f"Botan {way}"
        Player.objects.filter(pk=botan.pk).update(name="Botan")
        botan.refresh_from_db()
    assert held_letters() == []


# ------------------------------------------------------------------ a stolen session


def test_a_stale_session_does_not_confirm_what_touches_the_account(
    match: Match, botan: Player, client: Client
) -> None:
    """A thief has a cookie that is old, and writes the mail themselves."""
    mail = forged(f"settings address {EVIL}", address(match, botan))
    client.force_login(botan)  # proves nothing
    page = client.get("/letters/").content.decode()
    assert "Did you write this?" in page
    assert "/mails/" not in page
    path = f"/letters/held/{mail.pk}/"
    assert path in page
    said = " ".join(client.get(path).content.decode().split())
    assert "would change your account" in said
    assert "is for your seat" not in said
    assert "Please confirm that it’s you" in client.post(path).content.decode()
    assert work(mail).status == Status.HELD
    assert not botan.addresses.filter(email=EVIL).exists()
    # the owner is asked for a proof, and then it is done
    ticket = Ticket.objects.filter(purpose=Ticket.Purpose.PROVE).latest("pk")
    answer = client.post(path, {"proof_code": code_of(ticket)})
    assert "Thank you" in answer.content.decode()
    assert work(mail).status == Status.DONE
    assert botan.addresses.filter(email=EVIL).exists()


def test_the_link_in_the_letter_says_that_it_touches_the_account(
    match: Match, botan: Player, client: Client
) -> None:
    mail = forged("settings name Bo", address(match, botan))
    path = f"/mails/{held_token(mail.pk)}/"
    assert path in body(held_letters()[0])
    assert "would change your account" in client.get(path).content.decode()
    client.post(path)
    assert work(mail).status == Status.DONE


def test_nobody_confirms_the_mail_of_another(
    match: Match, aki: Player, botan: Player, client: Client
) -> None:
    mail = forged("settings name Bo", address(match, botan))
    client.force_login(aki)
    session = client.session
    mark_fresh(session)
    session.save()
    path = f"/letters/held/{mail.pk}/"
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code == 410
        assert "settings name" not in answer.content.decode()
    assert work(mail).status == Status.HELD


# ------------------------------------------------------- everything beyond the seat

BEYOND = [
    "settings name Mallory",
    "settings language de",
    "settings letters daily",
    "away 2027-01-02 2027-01-05",
    "back",
    "new address",
    "create toy, 2 seats",
    "join {other}",
    "accept {other}",
    "decline {other}",
    "leave #{other}",
    "say #{second} to all: hello",
    "note #{second}: hello",
    "word #{other} cherry",
    "undo #{second} 2",
    "extend #{second} 2 days",
    "invite evil@attacker.example",
    "replace Aki: evil@attacker.example",
    "abandon really",
]
OF_THE_PRESENT = ["bot", "start", "pause", "resume", "extend 2 days"]


def picture() -> list[object]:
    """All that commands can change, but for mails and letters about them."""
    players = Player.objects.order_by("pk").values_list(
        "name", "language", "letters", "absences", "addresses__email"
    )
    seats = Match.objects.order_by("pk", "seats__pk").values_list(
        *("pk", "status", "table", "seats__player", "seats__bot"),
        *("seats__token_epoch", "seats__due_at", "seats__is_open"),
        "invitations__answer",
    )
    return [*players, *seats, Talk.objects.count(), Submission.objects.count()]


@pytest.mark.parametrize("way", ["present", "stale"])
@pytest.mark.parametrize("text", BEYOND)
def test_a_seats_address_does_nothing_beyond_its_seat(
    aki: Player, botan: Player, way: str, text: str
) -> None:
    match = running(aki, botan)
    second = running(aki, botan)
    Match.objects.filter(pk__in=[match.pk, second.pk]).update(organiser=botan)
    other = match_open(organiser=aki, game="toy", seats=3)
    seat_invite(match_id=other.pk, by=aki, email=VICTIM)
    to = WAYS[way](match, botan)
    before = picture()
    mail = forged(text.format(other=other.pk, second=second.pk), to)
    assert picture() == before
    if way == "stale" and text.startswith(("accept", "decline")):
        assert answers()[-1].kind == "stale"  # an answer of another moment
        return
    assert mail.status == Status.HELD
    (letter,) = held_letters()
    assert letter.player == botan


@pytest.mark.parametrize("text", OF_THE_PRESENT)
def test_an_old_address_of_the_organiser_hosts_nothing(
    aki: Player, botan: Player, text: str
) -> None:
    match = running(aki, botan)
    Match.objects.filter(pk=match.pk).update(organiser=botan)
    to = stale_address(match, botan)
    before = picture()
    assert forged(text, to).status == Status.HELD
    assert picture() == before


@pytest.mark.parametrize("text", OF_THE_PRESENT)
def test_the_present_address_of_the_organiser_hosts_its_match(
    aki: Player, botan: Player, text: str
) -> None:
    match, second = running(aki, botan), running(aki, botan)
    Match.objects.filter(pk__in=[match.pk, second.pk]).update(organiser=botan)
    assert forged(text, address(match, botan)).status == Status.DONE
    other = f"{text} #{second.pk}" if " " not in text else f"extend #{second.pk} 2 days"
    assert forged(other, address(match, botan)).status == Status.HELD


@pytest.mark.parametrize("text", OF_THE_PRESENT)
def test_strict_holds_what_an_organiser_does_too(
    aki: Player, botan: Player, settings: Settings, text: str
) -> None:
    settings.MAIL_TRUST = "strict"
    match = running(aki, botan)
    Match.objects.filter(pk=match.pk).update(organiser=botan)
    before = picture()
    assert forged(text, address(match, botan)).status == Status.HELD
    assert picture() == before


def test_every_command_that_acts_is_of_the_seat_or_held() -> None:
    """What is new is held until somebody has thought about it."""
    tried = {
        command.name
        for text in [*BEYOND, *OF_THE_PRESENT]
        for command in sections_of(text).commands
    }
    assert set(ACTING) <= tried | set(OF_THE_SEAT)


def test_a_seats_address_plays_its_seat(match: Match, botan: Player) -> None:
    """As ever: neither proof nor a question."""
    to = address(match, botan)
    for text in ("pick 3", "say to all: hello", "note: a plan", "withdraw"):
        assert forged(text, to).status == Status.DONE, text
    assert forged("extend 2 days", to).status == Status.DONE
    assert held_letters() == []
    assert Talk.objects.count() == 1


def test_a_seats_address_agrees_to_take_its_match_back(
    match: Match, aki: Player, botan: Player
) -> None:
    stale_address(match, botan)
    back_propose(match_id=match.pk, by=aki, entry=1)
    assert forged("decline", address(match, botan)).status == Status.DONE
    assert "You do not agree" in body(answers()[-1])


def test_an_old_address_speaks_in_its_own_match(match: Match, botan: Player) -> None:
    to = stale_address(match, botan)
    assert forged("say to all: hello", to).status == Status.DONE
    assert Talk.objects.get().match == match


def test_only_looking_needs_no_proof(match: Match, botan: Player) -> None:
    to = address(match, botan)
    for text in ("settings", "away", "games", "help", "status"):
        assert forged(text, to).status == Status.DONE, text
    assert held_letters() == []
    assert {letter.player for letter in answers()} == {botan}


def test_the_letter_is_asked_about_once_though_it_came_twice(
    match: Match, botan: Player
) -> None:
    to = address(match, botan)
    octets = raw("settings name Bo", VICTIM, f"{to}, {US}")
    for one in (to, US):
        work(keep(octets, one, VICTIM))
    assert len(held_letters()) == 1


# ------------------------------------------------------------------------- strict


@pytest.mark.parametrize("proof", UNPROVED)
@pytest.mark.parametrize("text", ["pick 3", "say to all: hello", "note: hello"])
@pytest.mark.parametrize("way", ["present", "stale"])
def test_strict_holds_old_and_new_addresses_alike(
    match: Match, botan: Player, settings: Settings, way: str, text: str, proof: str
) -> None:
    to = WAYS[way](match, botan)
    before = picture()
    settings.MAIL_TRUST = "strict"
    mail = forged(text, to, UNPROVED[proof])
    assert mail.status == Status.HELD
    assert picture() == before
    (letter,) = held_letters()
    assert letter.player == botan
    send("yes", botan, reply_to(letter))
    assert work(mail).status == Status.DONE


def test_strict_is_not_silent_to_who_writes_without_a_token(
    match: Match, botan: Player, settings: Settings
) -> None:
    settings.MAIL_TRUST = "strict"
    assert forged("games", US).status == Status.HELD
    assert len(held_letters()) == 1
    assert forged("games", US, FAIL).status == Status.IGNORED

"""Letters leave over SMTP to another server, which has its moods."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
import time_machine
from django.conf import settings as conf
from django.core import mail
from django.utils import timezone

from sse.accounts.models import Player
from sse.matches.models import Match
from sse.matches.play import match_abandon, time_give
from sse.outbox import services
from sse.outbox.letters import letter_about_match, letter_to
from sse.outbox.models import Bounce, Letter
from sse.outbox.rendering import message_of
from sse.outbox.reply_addresses import Unsubscription, unsubscribe
from sse.outbox.services import letters_send
from sse.platform import rates
from sse.platform.mail_addresses import address_read, addresses_in
from sse.platform.mail_addresses import office as our_office
from tests.support.people import new_player
from tests.support.smtp_server import Office, open_office
from tests.support.tables import running, write

pytestmark = pytest.mark.django_db
Status = Letter.Status
SMTP = "django.core.mail.backends.smtp.EmailBackend"
NIGHT = datetime(2026, 11, 12, 23, 30, tzinfo=UTC)


@pytest.fixture
def office(settings: Any) -> Iterator[Office]:
    with open_office() as found:
        settings.EMAIL_BACKEND = SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
        yield found


@pytest.fixture(autouse=True)
def full_buckets() -> Iterator[None]:
    """Other tests are not to find those that were emptied here."""
    client = rates.bucket_script().registered_client
    yield
    for key in client.keys("hikyaku:bucket:*"):
        client.delete(key)


def letter_for(player: Player, key: str = "1", kind: str = "test") -> Letter:
    return letter_to(player=player, kind=kind, key=key)


def fate(letter: Letter) -> str:
    letter.refresh_from_db()
    return letter.status


# ------------------------------------------------------------------------- over SMTP


def test_a_letter_arrives_as_it_was_written(
    office: Office, aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    letter = Letter.objects.get(match=match, player=botan, kind="turn")
    letters_send()
    taken = next(one for one in office.taken if one.to == "botan@example.org")
    raw = [
        one.raw for one in office.taken if f"letter-{letter.pk}.".encode() in one.raw
    ]
    got: Any = message_from_bytes(raw[0], policy=policy.default)
    assert got["From"] == conf.DEFAULT_FROM_EMAIL
    assert got["To"] == "botan@example.org"
    assert "It is your turn in" in got.get_body(("plain",)).get_content()
    assert [part for part in got.walk() if part.get_content_type() == "image/png"]
    token = address_read(our_office(), taken.sender)
    assert token
    assert token.kind == "b"
    assert fate(letter) == Status.SENT


def test_every_letter_has_an_envelope_of_its_own(office: Office, aki: Player) -> None:
    for number in range(3):
        letter_for(aki, str(number))
    letters_send()
    tokens = [address_read(our_office(), one.sender) for one in office.taken]
    assert {token.number for token in tokens if token} == {
        letter.pk for letter in Letter.objects.all()
    }
    assert {token.turn for token in tokens if token} == {aki.addresses.get().pk}


@pytest.mark.parametrize(
    "said", ["450 4.2.1 greylisted", "451 4.3.0 come back", "452 4.2.2 mailbox full"]
)
def test_later_is_later(said: str, office: Office, aki: Player) -> None:
    letter = letter_for(aki)
    office.at_recipient = said
    letters_send()
    assert fate(letter) == Status.QUEUED
    assert letter.attempts == 1
    assert said[4:] in letter.trouble
    assert not Bounce.objects.exists()
    office.at_recipient = ""
    assert letters_send() == 0
    with time_machine.travel(letter.not_before):
        letters_send()
    assert fate(letter) == Status.SENT


def test_after_two_days_it_has_failed(office: Office, aki: Player) -> None:
    letter = letter_for(aki)
    office.at_recipient = "450 4.2.1 not today"
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(30):
            letters_send()
            if fate(letter) == Status.FAILED:
                break
            clock.move_to(letter.not_before)
        assert timedelta(hours=48) < timezone.now() - letter.created_at
        assert timezone.now() - letter.created_at < timedelta(hours=54)
    assert letter.status == Status.FAILED
    assert not aki.addresses.get().suspended_at


@pytest.mark.parametrize(
    ("said", "is_dead"),
    [
        ("550 5.1.1 no such user", True),
        ("553 5.1.3 bad address", True),
        ("550 5.2.1 mailbox disabled", True),
        ("552 5.2.2 mailbox full", False),
        ("550 5.7.1 we do not like you", False),
        ("554 5.7.1 policy", False),
    ],
)
def test_never_is_never(said: str, is_dead: bool, office: Office, aki: Player) -> None:
    letter = letter_for(aki)
    office.at_recipient = said
    letters_send()
    assert fate(letter) == Status.FAILED
    bounce = Bounce.objects.get()
    assert bounce.kind == (Bounce.Kind.HARD if is_dead else Bounce.Kind.SOFT)
    assert bool(aki.addresses.get().suspended_at) == is_dead


def test_words_alone_silence_nobody_at_once(office: Office, aki: Player) -> None:
    office.at_recipient = "550 no such user"
    for number in range(2):
        assert not aki.addresses.get().suspended_at
        letter = letter_for(aki, str(number))
        letters_send()
        assert fate(letter) == Status.FAILED
    assert {one.kind for one in Bounce.objects.all()} == {Bounce.Kind.HARD}
    assert aki.addresses.get().suspended_at


def test_a_full_mailbox_in_words_may_pass(office: Office, aki: Player) -> None:
    office.at_recipient = "550 mailbox full"
    letter = letter_for(aki)
    letters_send()
    assert fate(letter) == Status.FAILED
    assert Bounce.objects.get().kind == Bounce.Kind.SOFT


def test_what_is_said_of_us_is_not_said_of_the_address(
    office: Office, aki: Player
) -> None:
    letter = letter_for(aki)
    office.at_sender = "550 5.1.8 your domain does not exist"
    letters_send()
    assert fate(letter) == Status.QUEUED
    assert not Bounce.objects.exists()


def test_a_body_that_is_refused_speaks_not_against_the_address(
    office: Office, aki: Player
) -> None:
    letter = letter_for(aki)
    office.at_data = "554 looks like spam"
    letters_send()
    assert fate(letter) == Status.FAILED
    assert not aki.addresses.get().suspended_at
    assert Bounce.objects.get().kind == Bounce.Kind.SOFT


def test_one_bad_address_keeps_no_other_letter(
    office: Office, aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def picky(
        server: Any, session: Any, envelope: Any, address: str, how: Any
    ) -> str:
        if address.startswith("aki"):
            return "550 5.1.1 no"
        envelope.rcpt_tos.append(address)
        return "250 ok"

    monkeypatch.setattr(office, "handle_RCPT", picky)
    letters = [letter_for(aki, "1"), letter_for(botan, "2")]
    letters_send()
    assert [fate(letter) for letter in letters] == [Status.FAILED, Status.SENT]


def test_a_line_that_is_cut_is_tried_once_more_at_once(
    office: Office, aki: Player
) -> None:
    letter = letter_for(aki)
    office.hangs_up = 1
    letters_send()
    assert fate(letter) == Status.SENT
    first, second = office.taken
    names = [message_from_bytes(one.raw)["Message-ID"] for one in (first, second)]
    assert names[0] == names[1]


def test_where_nobody_gets_through_the_others_are_not_tried(
    settings: Any, aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_office() as gone:
        port = gone.port
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = SMTP, "127.0.0.1"
    settings.EMAIL_PORT = port
    letters = [letter_for(aki, str(number)) for number in range(5)]
    written: list[Any] = []

    def counted(*said: Any) -> Any:
        written.append(said)
        return message_of(*said)

    monkeypatch.setattr(services, "message_of", counted)
    letters_send()
    assert len(written) == 1
    assert [fate(letter) for letter in letters] == [Status.QUEUED] * 5
    assert [letter.attempts for letter in letters] == [1, 0, 0, 0, 0]
    assert all(letter.not_before > timezone.now() for letter in letters)


def test_a_crash_between_the_door_and_the_note_sends_the_same_again(
    office: Office, aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = letter_for(aki)

    def die(self: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(services.Ends, "write", die)
        with pytest.raises(KeyboardInterrupt):
            letters_send()
    assert fate(letter) == Status.SENDING
    assert letters_send() == 0
    assert letter.lease_until
    with time_machine.travel(letter.lease_until + timedelta(seconds=1)):
        letters_send()
    assert fate(letter) == Status.SENT
    one, two = (message_from_bytes(t.raw, policy=policy.default) for t in office.taken)
    for name in ("Message-ID", "Subject", "Reply-To", "References"):
        assert one[name] == two[name]


# ------------------------------------------------------------------ not any more wanted


def test_a_match_that_is_abandoned_asks_nobody(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    match_abandon(match_id=match.pk, by=aki)
    letters_send()
    turns = Letter.objects.filter(kind="turn").values_list("status", flat=True)
    assert set(turns) == {Status.SUPERSEDED}


def test_more_time_for_who_has_decided_is_no_news(aki: Player, botan: Player) -> None:
    match = running(aki, botan, clock={"each": 86400})
    time_give(match_id=match.pk, by=aki, seat=1, more=timedelta(hours=5))
    write(match, botan, "pick 1")
    letters_send()
    assert Letter.objects.get(kind="more_time").status == Status.SUPERSEDED


def test_a_turn_letter_overtakes_the_story_of_a_phase(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    turn = Letter.objects.get(match=match, player=botan, kind="turn")
    phase = Letter.objects.create(
        kind="phase", key="p", player=botan, match=match, seat=1, entry=1
    )
    assert phase.pk > turn.pk
    Letter.objects.filter(pk=turn.pk).update(id=phase.pk + 1)
    Letter.objects.filter(pk=phase.pk).update(data={"since": 0})
    Letter.objects.filter(pk=phase.pk + 1).update(data={"since": 1})
    letters_send()
    assert fate(phase) == Status.SUPERSEDED
    sent = Letter.objects.get(pk=phase.pk + 1)
    assert sent.status == Status.SENT
    assert "What happened" in sent.text  # which the other one would have told


def test_who_wants_no_letters_of_a_match_gets_none(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    other = running(aki, botan)
    unsubscribe(wish=Unsubscription(botan, match))
    letters_send()
    theirs = Letter.objects.filter(player=botan)
    silent = set(theirs.filter(match=match).values_list("status", "trouble"))
    assert silent == {(Status.SUPPRESSED, "silence")}
    assert set(theirs.filter(match=other).values_list("status", flat=True)) == {"sent"}
    letter_about_match(
        match=match, player=botan, kind="answer", key="a", about="x", text="y"
    )
    letters_send()
    assert theirs.get(kind="answer").status == Status.SENT


# ----------------------------------------------------------------------- quiet hours


def sleeper(**fields: Any) -> Player:
    return new_player("Nemu", quiet_from=time(22), quiet_to=time(7), **fields)


def test_letters_do_not_ring_at_night() -> None:
    player = sleeper(time_zone="Europe/Berlin")
    with time_machine.travel(NIGHT, tick=False) as clock:
        letter = letter_for(player, kind="resumed")
        letters_send()
        assert fate(letter) == Status.QUEUED
        assert letter.not_before == datetime(2026, 11, 13, 6, 0, tzinfo=UTC)
        assert letter.attempts == 0
        clock.move_to(letter.not_before)
        Letter.objects.filter(pk=letter.pk).update(kind="test")
        letters_send()
        assert fate(letter) == Status.SENT


@pytest.mark.parametrize("kind", ["log_in", "receipt", "refusal", "answer", "test"])
def test_what_was_asked_for_comes_at_once(kind: str) -> None:
    from sse.outbox.digests import sending_time

    player = sleeper(time_zone="Europe/Berlin", letters="daily")
    letter = Letter(kind=kind, player=player, created_at=NIGHT)
    assert sending_time(letter, NIGHT) == NIGHT


def test_reminders_wait_for_the_morning_too() -> None:
    from sse.outbox.digests import sending_time

    player = sleeper(time_zone="Europe/Berlin")
    due = NIGHT + timedelta(hours=9)
    letter = Letter(kind="reminder", player=player, data={"due_at": due.isoformat()})
    assert sending_time(letter, NIGHT) == datetime(2026, 11, 13, 6, 0, tzinfo=UTC)


def test_a_night_in_which_clocks_are_set() -> None:
    from sse.outbox.digests import quiet_end

    player = sleeper(time_zone="Europe/Berlin")
    night = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # summer time ends at 1:00 UTC
    assert quiet_end(player, night) == datetime(2026, 10, 25, 6, 0, tzinfo=UTC)


# --------------------------------------------------------------------------- digests


def gathered(player: Player, match: Match, count: int = 3) -> list[Letter]:
    return [
        letter_about_match(match=match, player=player, kind="resumed", key=f"r{number}")
        for number in range(count)
    ]


def test_letters_of_a_quarter_of_an_hour_are_one(aki: Player, botan: Player) -> None:
    with time_machine.travel(datetime(2026, 11, 12, 10, 1, tzinfo=UTC)) as clock:
        match = running(aki, botan)
        Letter.objects.all().delete()
        botan.letters = Player.Letters.QUARTER
        botan.save()
        letters = gathered(botan, match)
        letters_send()
        assert {fate(letter) for letter in letters} == {Status.QUEUED}
        assert mail.outbox == []
        at = datetime(2026, 11, 12, 10, 15, tzinfo=UTC)
        assert {letter.not_before for letter in letters} == {at}
        clock.move_to(at)
        letters_send()
    assert {fate(letter) for letter in letters} == {Status.GATHERED}
    (digest,) = Letter.objects.filter(kind="digest")
    assert digest.status == Status.SENT
    (message,) = mail.outbox
    assert message.subject == "3 emails in one"
    assert str(message.body).count("continues. The clocks are running again") == 3
    letters_send()
    assert len(mail.outbox) == 1


def test_a_single_letter_needs_no_digest(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    Letter.objects.all().delete()
    botan.letters = Player.Letters.QUARTER
    botan.save()
    (letter,) = gathered(botan, match, 1)
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        letters_send()
    assert fate(letter) == Status.SENT


def test_a_daily_digest_comes_in_the_morning(aki: Player, botan: Player) -> None:
    botan.letters, botan.time_zone = Player.Letters.DAILY, "Asia/Tokyo"
    botan.save()
    with time_machine.travel(datetime(2026, 11, 12, 2, 0, tzinfo=UTC), tick=False):
        match = running(aki, botan)
        Letter.objects.all().delete()
        letters = gathered(botan, match)
        letters_send()
        morning = datetime(2026, 11, 12, 23, 0, tzinfo=UTC)
        assert fate(letters[0]) == Status.QUEUED
        assert letters[0].not_before == morning


def test_each_question_of_a_digest_has_its_own_address(
    aki: Player, botan: Player
) -> None:
    botan.letters = Player.Letters.DAILY
    botan.save()
    matches = [running(aki, botan), running(aki, botan)]
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        letters_send()
    (message,) = [one for one in mail.outbox if one.to == ["botan@example.org"]]
    for match in matches:
        seat = match.seats.get(player=botan)
        found = [
            token
            for word in str(message.body).split()
            if (token := address_read(our_office(), word)) and token.number == seat.pk
        ]
        assert found
    assert "mailto:o-" in message.html  # type: ignore[attr-defined]
    (general,) = addresses_in(message.reply_to)
    token = address_read(our_office(), general)
    assert token
    assert (token.kind, token.number) == ("p", botan.pk)


def test_what_is_answered_meanwhile_stands_in_no_digest(
    aki: Player, botan: Player
) -> None:
    botan.letters = Player.Letters.DAILY
    botan.save()
    first, second = running(aki, botan), running(aki, botan)
    Letter.objects.filter(kind="started").delete()
    write(first, botan, "pick 1")
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        letters_send()
    (message,) = [one for one in mail.outbox if one.to == ["botan@example.org"]]
    assert f"Lanterns {second.pk}" in str(message.body)
    assert f"Lanterns {first.pk}" not in str(message.body)


def test_a_question_does_not_wait_until_half_its_time_is_gone(
    aki: Player, botan: Player
) -> None:
    botan.letters = Player.Letters.DAILY
    botan.save()
    with time_machine.travel(datetime(2026, 11, 12, 9, 0, tzinfo=UTC)):
        running(aki, botan, clock={"each": 24 * 3600})
        letters_send()
    turn = Letter.objects.get(player=botan, kind="turn")
    assert turn.status == Status.SENT
    assert Letter.objects.get(player=botan, kind="started").status == Status.QUEUED


# ----------------------------------------------------------------------------- rates


def test_no_domain_is_flooded(settings: Any, aki: Player, office: Office) -> None:
    settings.MAIL_RATE_DOMAIN = "3/minute"
    letters = [letter_for(aki, str(number)) for number in range(5)]
    other = letter_to(player=None, kind="log_in", key="x", email="x@other.example")
    Letter.objects.filter(pk=other.pk).update(kind="test")
    letters_send()
    assert len(office.taken) == 4
    waiting = [one for one in letters if fate(one) == Status.QUEUED]
    assert len(waiting) == 2
    now = timezone.now()
    for letter in waiting:
        assert letter.attempts == 0
        assert now < letter.not_before <= now + timedelta(seconds=61)
    assert fate(other) == Status.SENT


def test_all_domains_together_have_a_limit(settings: Any, office: Office) -> None:
    settings.MAIL_RATE_ALL = "2/minute"
    for number in range(4):
        player = new_player(f"P{number}")
        player.addresses.update(email=f"p@domain{number}.example")
        letter_for(player, str(number))
    letters_send()
    assert len(office.taken) == 2


def test_buckets_fill_again(settings: Any) -> None:
    settings.MAIL_RATE_DOMAIN = "20/second"
    waits = [services.wait_for("a@b.example") for _ in range(40)]
    assert not any(waits[:20])
    assert any(waits)
    assert max(waits) <= timedelta(seconds=1)


def test_without_redis_letters_leave(
    settings: Any, aki: Player, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    rates.bucket_script.cache_clear()
    try:
        assert not services.wait_for("a@b.example")
    finally:
        rates.bucket_script.cache_clear()

"""What letters say: every kind in every language, as text and as HTML."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import polib
import pytest
import time_machine
from django.conf import settings as conf
from django.utils import timezone, translation
from icalendar import Calendar
from lxml import etree  # type: ignore[import-untyped]

from engine.errors import Refused
from engine.languages import LANGUAGES
from engine.replay import replay
from sse.accounts.models import Player, Ticket
from sse.matches.models import Match
from sse.matches.play import talk_say
from sse.matches.selectors import seat_state
from sse.outbox.context import (
    LONG_SUMMARY_LINES,
    MOST_HINTS,
    SUMMARY_LINES,
    WIDTH,
    Choice,
    as_one_block,
)
from sse.outbox.mime import Message
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from sse.platform.mail_addresses import addresses_in
from sse.platform.times import moment
from tests.support.golden_matches import SIEGE, archived, golden
from tests.support.people import new_player
from tests.support.sample_letters import KINDS, asked_player, specimen, under_way
from tests.support.tables import running

pytestmark = [pytest.mark.django_db, pytest.mark.heavy(4)]
ZONES = {"en": "Europe/London", "de": "Europe/Berlin", "ru": "Asia/Almaty"}
LEFT_OVER = re.compile(r"\{\{|\{%|%\(\w|\bNone\b(?! of your)")
MARKUP = ["b", "i", "u", "em", "script"]
SPEAKING = ["td", "th", "p", "a", "h1", "h2", "pre", "span", "strong"]
TALK = "{{ Kinai }}"  # a player wrote it, and it is no template


def html_tree(html: str) -> Any:
    """The page, if a strict parser takes it."""
    parser = etree.HTMLParser(recover=False, encoding="utf-8")
    return etree.fromstring(html.encode(), parser)


def written(letter: Letter) -> Message:
    return message_of(letter, "aki@example.org")


@pytest.fixture
def table(db: None) -> tuple[Match, Player]:
    people = [new_player(name) for name in ("Aki", "Botan", "Chie")]
    match = under_way("small_samurai_empires", *people, orders=30, title="Winter & <b>")
    match.result = [
        {"seat": seat, "place": seat + 1, "points": 30 - seat, "detail": {}}
        for seat in range(3)
    ]
    match.save(update_fields=["result"])
    return match, asked_player(match)


# ----------------------------------------------------------------- every one of them


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_in_every_language(
    language: str, table: tuple[Match, Player]
) -> None:
    match, player = table
    Player.objects.update(language=language)
    Player.objects.update(time_zone=ZONES.get(language, "Europe/Kyiv"))
    player.refresh_from_db()
    for kind in KINDS:
        letter = specimen(kind, match, player)
        letter.refresh_from_db()
        message = written(letter)
        check_text(kind, message)
        check_html(kind, message, language)
        check_sizes(kind, message)
        if language != "en":
            check_translated(kind, message, language)


def check_text(kind: str, message: Message) -> None:
    text = str(message.body)
    assert len(message.subject) < 60, kind
    assert "\n" not in message.subject
    assert not LEFT_OVER.search(text.replace(TALK, "")), kind
    assert not LEFT_OVER.search(str(message.subject)), kind
    for line in text.splitlines():
        assert len(line) <= WIDTH or "://" in line or line.startswith("  "), line
    assert "\n-- \n" in text
    assert "\n\n\n" not in text


def check_html(kind: str, message: Message, language: str) -> None:
    tree = html_tree(message.html)
    assert not LEFT_OVER.search(message.html.replace(TALK, "")), kind
    assert tree.get("lang") == language
    assert not [name for name in MARKUP if tree.findall(f".//{name}")], kind
    assert tree.find(".//meta[@name='color-scheme']") is not None
    for table in tree.iter("table"):
        is_data = table.find(".//th") is not None
        assert is_data or table.get("role") == "presentation", kind
    for element in tree.iter(*SPEAKING):
        assert "font-size" in (element.get("style") or ""), (kind, element.tag)
    for image in tree.iter("img"):
        assert image.get("alt"), kind
        assert image.get("src") == f"cid:{message.picture and message.picture.name}"
    for link in tree.iter("a"):
        assert link.get("href").startswith((conf.SITE, "mailto:")), kind
        words = "".join(link.itertext()).strip()
        assert words or link.find("img") is not None, kind
    assert "prefers-color-scheme: dark" in message.html
    assert "http" not in "".join(tree.xpath("//style/text()"))


def check_sizes(kind: str, message: Message) -> None:
    raw = message.message().as_bytes(linesep="\r\n")
    assert len(message.html.encode()) <= 80_000, kind
    assert len(raw) <= 180_000, kind
    if message.picture:
        assert len(message.picture.png) <= 60_000, kind
    assert max(map(len, raw.split(b"\r\n"))) <= 998


def check_translated(kind: str, message: Message, language: str) -> None:
    """No sentence of ours is left in English."""
    file = conf.BASE_DIR / "sse/locale" / language / "LC_MESSAGES/django.po"
    said = " ".join(str(message.body).split()) + message.html
    for entry in polib.pofile(str(file)):
        is_sentence = " " in entry.msgid and "%(" not in entry.msgid
        if is_sentence and entry.msgid != "l, j F Y":
            assert entry.msgid not in said, kind


@pytest.mark.parametrize("name", ["<b>Aki</b>", "{{ site }} {% now %}", "100 %s %(x)s"])
def test_names_are_only_names(name: str, botan: Player) -> None:
    player = new_player("Doi")
    Player.objects.filter(pk=player.pk).update(name=name)
    player.refresh_from_db()
    match = running(player, botan)
    for kind in ("turn", "talk", "seat_changed", "joined"):
        letter = specimen(kind, match, botan, speaker=name, changed=0, name=name)
        message = written(letter)
        if kind != "turn":
            assert name in " ".join(str(message.body).split())
            assert name in " ".join("".join(html_tree(message.html).itertext()).split())
        assert not html_tree(message.html).findall(".//b")


# --------------------------------------------------------------------- a turn letter


def turn_of(table: tuple[Match, Player]) -> tuple[Letter, Message]:
    match, player = table
    letter = Letter.objects.filter(kind="turn", match=match, player=player).last()
    assert letter
    return letter, written(letter)


def test_a_turn_letter_says_everything_in_its_order(
    table: tuple[Match, Player],
) -> None:
    _, message = turn_of(table)
    text, seen = str(message.body), "".join(html_tree(message.html).itertext())
    wanted = ("It is your turn in", "Please decide by", "Time left:", "last turn:")
    after = (
        "Possible now, for example:",
        "Reply to this email",
        "If your time runs out",
    )
    secrets = "Your order tokens:"
    for where in (text, seen):
        places = [where.index(word) for word in (*wanted, secrets, *after)]
        assert places == sorted(places)
    assert "Only you know:" in seen
    assert "UTC" in text.partition("Time left")[0]


def test_each_hint_is_a_mail_that_gives_the_order(table: tuple[Match, Player]) -> None:
    match, player = table
    letter, message = turn_of(table)
    seat = match.seats.get(player=player).number
    links = [urlsplit(a.get("href")) for a in html_tree(message.html).iter("a")]
    mails = [link for link in links if link.scheme == "mailto"]
    state = seat_state(match, seat)
    hints = match.game.hints(state, seat)[:MOST_HINTS]
    assert [parse_qs(link.query)["body"] for link in mails] == [[h.text] for h in hints]
    (reply,) = addresses_in(message.reply_to)
    for link in mails:
        assert link.path == reply
        assert parse_qs(link.query)["subject"] == [f"Re: {message.subject}"]
        try:
            match.game.parse(state, seat, parse_qs(link.query)["body"][0])
        except Refused as refused:
            pytest.fail(str(refused.errors))
    assert letter.seat == seat


def told_in(message: Message) -> list[str]:
    return re.findall(r"^- (.*(?:\n  .*)*)", str(message.body), re.MULTILINE)


def test_little_is_told_and_the_rest_is_a_link(table: tuple[Match, Player]) -> None:
    match, _player = table
    letter, _ = turn_of(table)
    Letter.objects.exclude(pk=letter.pk).update(status=Letter.Status.SENT)
    letter.data["since"] = 2
    message = written(letter)
    assert len(told_in(message)) <= SUMMARY_LINES
    (count,) = re.findall(r"And (\d+) more things that happened:", str(message.body))
    assert int(count) > 10
    assert f"/matches/{match.pk}/steps/2\n" in str(message.body)
    steps = re.findall(rf'/matches/{match.pk}/steps/(\d+)"', message.html)
    assert set(map(int, steps[:8])) <= set(range(2, match.head))
    letter.data["since"] = match.head - 1
    assert "more things" not in str(written(letter).body)


def test_who_writes_for_a_whole_phase_reads_what_became_of_it(
    table: tuple[Match, Player],
) -> None:
    letter, few = turn_of(table)
    letter.data |= {"since": 2, "point": "plan"}
    told = told_in(written(letter))
    assert len(told_in(few)) < len(told) <= LONG_SUMMARY_LINES
    assert letter.player
    for language in LANGUAGES:
        letter.player.language = language
        message = written(letter)
        check_sizes(letter.kind, message)


def test_a_letter_tells_what_its_reader_lost_however_much_came_after() -> None:
    """The dice of the last turns are folded; who took a city from whom is not."""
    log = golden(SIEGE)
    taken = [
        (frame.number, event.data["former"])
        for frame in replay(log)
        for event in frame.events
        if event.kind == "card_taken"
    ]
    number, loser = taken[0]
    people = [new_player(name) for name in ("Aki", "Botan", "Chie", "Dora")]
    match = archived(log, people[: log.seats])
    assert match.head > number + 20
    letter = specimen("phase", match, people[loser], since=number)
    told = told_in(written(letter))
    assert any("from you." in line for line in told[:2])
    assert len(told) <= LONG_SUMMARY_LINES


def test_lines_that_lapsed_are_told_in_the_words_of_their_writer(
    table: tuple[Match, Player],
) -> None:
    letter, _ = turn_of(table)
    assert letter.player
    letter.player.language = "de"
    letter.data["skipped"] = ["resolve teal-1: harvest", "neutral move aki -> izumo"]
    message = written(letter)
    for said in (str(message.body), unescape(message.html)):
        assert "ausführen türkis-1: ernte" in said
        assert "neutral bewege Aki -> Izumo" in said
        assert "teal-1" not in said


@pytest.mark.parametrize("kind", ["turn", "reminder"])
def test_who_is_asked_reads_what_is_kept_already(
    kind: str, table: tuple[Match, Player]
) -> None:
    match, player = table
    seat = match.seats.get(player=player).number
    letter = specimen(kind, match, player)
    assert "Your queued orders" not in str(written(letter).body)
    for other in range(3):
        match.table["plans"][str(other)] = (
            f"resolve 3.2: resolve grey-{other + 1}: harvest"
        )
    message = written(specimen(kind, match, player))
    for said in (str(message.body), unescape(message.html)):
        assert said.count(": harvest (Era 3, round 2)") == 1
        assert f"resolve grey-{seat + 1}: harvest (Era 3" in said
        assert said.index("Your queued orders") < said.index("Possible now")


def test_what_a_letter_that_never_left_would_have_told_is_told_later(
    table: tuple[Match, Player],
) -> None:
    letter, _ = turn_of(table)
    letter.data["since"] = letter.entry - 1
    before = Letter.objects.create(
        **{
            **{name: getattr(letter, name) for name in ("match", "seat", "player")},
            "kind": "phase",
            "key": "before",
            "entry": 5,
            "status": Letter.Status.SUPERSEDED,
            "data": {"since": 3},
        }
    )
    letter.pk = before.pk + 1
    assert "steps/3\n" in str(written(letter).body)
    before.status = Letter.Status.SENT
    before.save()
    assert "steps/3\n" not in str(written(letter).body)
    before.status = Letter.Status.SENDING  # by another worker, who will find out
    before.kind, before.data["skipped"] = "turn", ["resolve teal-1: harvest"]
    before.save()
    text = str(written(letter).body)
    assert "steps/3\n" in text
    assert "resolve teal-1" in text


def test_who_listens_gets_sentences_in_place_of_a_drawing(
    table: tuple[Match, Player],
) -> None:
    match, player = table
    player.boards_as_prose = True
    player.save()
    letter = Letter.objects.filter(kind="turn", match=match, player=player).last()
    assert letter
    message = written(letter)
    assert "──" not in str(message.body)
    assert "in supply" in " ".join(str(message.body).split())
    assert html_tree(message.html).find(".//pre") is None


def test_subjects_are_one_thread_or_tell_what_it_is(
    table: tuple[Match, Player],
) -> None:
    match, player = table
    kinds = ("turn", "phase", "talk", "receipt")
    subjects = {written(specimen(kind, match, player)).subject for kind in kinds}
    assert subjects == {f"[Hikyaku {match.pk}] Small Samurai Empires: Winter & <b>"}
    player.subjects_tell = True
    player.save()
    telling = written(specimen("turn", match, player)).subject
    assert telling == f"[Hikyaku {match.pk}] Your turn"


def test_pictures_are_drawn_only_where_a_board_is_shown(
    table: tuple[Match, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    from sse.outbox import rendering

    drawn: list[int] = []

    def draw(svg: str, width: int, small: bool) -> bytes:
        drawn.append(width)
        return b"\x89PNG\r\n\x1a\n" + bytes(16)

    monkeypatch.setattr(rendering, "png_of", draw)
    match, player = table
    for kind in ("paused", "receipt", "talk", "answer"):
        assert written(specimen(kind, match, player)).picture is None
    assert not drawn
    assert written(specimen("phase", match, player)).picture
    assert drawn == [600]


# -------------------------------------------------------------------- times, calendar

NOON = datetime(2026, 11, 12, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "zone", "wanted"),
    [
        ("en", "Europe/Berlin", "Thursday, 12 November 2026, 20:00 CET (19:00 UTC)"),
        ("de", "Europe/Berlin", "Donnerstag, 12. November 2026, 20:00 CET (19:00 UTC)"),
        ("it", "Europe/Rome", "giovedì 12 novembre 2026, 20:00 CET (19:00 UTC)"),
        ("ru", "Asia/Almaty", "пятница, 13 ноября 2026 г., 00:00 Almaty (четверг,"),
        ("uk", "Europe/Kyiv", "четвер, 12 листопада 2026 р., 21:00 EET (19:00 UTC)"),
        ("en", "UTC", "Thursday, 12 November 2026, 19:00 UTC"),
        ("en", "America/Los_Angeles", "Thursday, 12 November 2026, 11:00 PST (19:00"),
    ],
)
def test_a_moment_in_words(language: str, zone: str, wanted: str) -> None:
    with translation.override(language):
        assert moment(NOON, ZoneInfo(zone)).startswith(wanted)


def test_summer_time_has_its_own_name() -> None:
    summer = NOON.replace(month=7)
    assert "21:00 CEST (19:00 UTC)" in moment(summer, ZoneInfo("Europe/Berlin"))


def test_a_deadline_that_moved_is_told_as_it_is_now(
    table: tuple[Match, Player],
) -> None:
    match, player = table
    letter, _ = turn_of(table)
    match.seats.filter(player=player).update(due_at=NOON)
    with time_machine.travel(NOON - timedelta(hours=5), tick=False):
        text = " ".join(str(written(letter).body).split())
    assert "12 November 2026, 19:00 UTC. Time left: 5 hours." in text


def calendar_in(message: Message) -> Any:
    mail = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    found = [p for p in mail.walk() if p.get_content_type() == "text/calendar"]
    assert len(found) <= 1
    return found[0] if found else None


def test_deadlines_come_as_calendar_files_to_who_wants_them(
    table: tuple[Match, Player],
) -> None:
    match, player = table
    letter, message = turn_of(table)
    assert calendar_in(message) is None
    player.deadlines_by_calendar = True
    player.save()
    letter.refresh_from_db()
    part = calendar_in(written(letter))
    assert part.get_param("method") == "PUBLISH"
    calendar: Any = Calendar.from_ical(part.get_payload(decode=True))
    assert calendar["METHOD"] == "PUBLISH"
    (event,) = calendar.walk("VEVENT")
    assert "ORGANIZER" not in event
    assert "ATTENDEE" not in event
    assert event["UID"] == f"match-{match.pk}-seat-{letter.seat}@{conf.MAIL_DOMAIN}"
    assert event["SEQUENCE"] == letter.pk
    due = match.seats.get(player=player).due_at
    assert due
    assert event["DTEND"].dt == due.replace(microsecond=0)
    assert str(event["DTEND"].dt.tzinfo) in ("UTC", "ZoneInfo(key='UTC')")
    later = calendar_in(written(specimen("more_time", match, player)))
    calendar = Calendar.from_ical(later.get_payload(decode=True))
    (moved,) = calendar.walk("VEVENT")
    assert moved["UID"] == event["UID"]
    assert moved["SEQUENCE"] > event["SEQUENCE"]


def test_other_letters_have_no_calendar(table: tuple[Match, Player]) -> None:
    match, player = table
    player.deadlines_by_calendar = True
    player.save()
    for kind in ("phase", "receipt", "talk", "paused"):
        assert calendar_in(written(specimen(kind, match, player))) is None


# ----------------------------------------------------------------------------- parts


def shape(part: Any) -> Any:
    if part.is_multipart():
        return (part.get_content_subtype(), [shape(one) for one in part.iter_parts()])
    return part.get_content_type()


def test_the_tree_of_parts(table: tuple[Match, Player]) -> None:
    match, player = table
    letter, message = turn_of(table)
    mail = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    related = ("related", ["text/html", "image/png"])
    assert shape(mail) == ("alternative", ["text/plain", related])
    player.deadlines_by_calendar = True
    player.save()
    letter.refresh_from_db()
    mail = message_from_bytes(
        written(letter).message().as_bytes(), policy=policy.default
    )
    with_picture = ("alternative", ["text/plain", related])
    assert shape(mail) == ("mixed", [with_picture, "text/calendar"])
    plain = written(specimen("paused", match, player)).message()
    mail = message_from_bytes(plain.as_bytes(), policy=policy.default)
    assert shape(mail) == ("alternative", ["text/plain", "text/html"])


def test_text_survives_its_coding(table: tuple[Match, Player]) -> None:
    match, player = table
    player.language = "uk"
    player.save()
    message = written(
        specimen("talk", match, player, text="Мир?\n.\nFrom here\n-- \nx")
    )
    mail: Any = message_from_bytes(
        message.message().as_bytes(linesep="\r\n"), policy=policy.default
    )
    plain = mail.get_body(("plain",))
    assert plain.get_content().replace("\r\n", "\n") == str(message.body)
    assert plain["Content-Transfer-Encoding"] == "quoted-printable"
    assert "flowed" not in plain["Content-Type"]
    seen = mail.get_body(("html",)).get_content().replace("\r\n", "\n")
    assert seen.rstrip("\n") == message.html
    assert not mail.defects


def test_a_text_can_be_enclosed(table: tuple[Match, Player]) -> None:
    match, player = table
    message = written(specimen("paused", match, player))
    message.attach("match.log", "setup\n0 пас\n", "text/plain")
    mail: Any = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    (enclosed,) = mail.iter_attachments()
    assert enclosed.get_filename() == "match.log"
    assert enclosed.get_content() == "setup\n0 пас\n"


def test_providers_get_the_same_letter(
    table: tuple[Match, Player], settings: Any
) -> None:
    from anymail.backends.test import EmailBackend

    letter, message = turn_of(table)
    settings.ANYMAIL = {}
    door = EmailBackend()
    door.send_messages([message])
    sent = message.anymail_test_params  # type: ignore[attr-defined]
    assert sent["text_body"] == message.body
    assert sent["html_body"] == message.html
    assert sent["from"].addr_spec == "hikyaku@localhost"
    assert sent["envelope_sender"] == message.from_email
    assert sent["metadata"] == {"letter": str(letter.pk)}
    (picture,) = sent["attachments"]
    assert picture.inline
    assert f"cid:{picture.cid}" in message.html


def test_an_answer_is_wrapped_anew_but_not_what_is_drawn(
    table: tuple[Match, Player],
) -> None:
    match, player = table
    drawn = "SMALL\n\n── x ──\n a  b"
    text = f"Winter:\n\n{as_one_block(drawn)}\n\nSSE-2.8 Twelve\nslots."
    message = written(specimen("answer", match, player, text=text))
    assert drawn in str(message.body)
    html = html_tree(message.html)
    assert html.findtext(".//pre") == drawn
    assert "SSE-2.8 Twelve slots." in [p.text for p in html.iter("p")]
    text = "One\nline.\n\n  pass\n      do nothing\n\n- this\n- <b>that</b>"
    tree = html_tree(written(specimen("answer", match, player, text=text)).html)
    assert tree.find(".//pre") is None
    said = [p.text for p in tree.iter("p")]
    assert "One line." in said
    assert {"- this", "- <b>that</b>"} <= set(said)
    kept = [td.text for td in tree.iter("td") if "kept" in (td.get("class") or "")]
    assert kept == ["  pass\n      do nothing"]


# ------------------------------------------------------------------------------ talk


def test_talk_says_who_spoke_and_to_whom(table: tuple[Match, Player]) -> None:
    match, _ = table
    aki = match.seats.get(number=0).player
    assert aki is not None
    talk_say(match_id=match.pk, by=aki, to=[2], text="Us two?", key="a")
    (one,) = Letter.objects.filter(kind="talk")
    assert one.seat == 2
    assert "Aki says to Chie" in str(written(one).body)
    talk_say(match_id=match.pk, by=aki, to=None, text="Hello!", key="b")
    two, three = Letter.objects.filter(kind="talk").exclude(pk=one.pk)
    assert {two.seat, three.seat} == {1, 2}
    assert "Aki says to everyone" in str(written(two).body)


def test_nobody_is_shown_anybodys_reply_address(table: tuple[Match, Player]) -> None:
    match, player = table
    (address,) = addresses_in(turn_of(table)[1].reply_to)
    talk = specimen("talk", match, player, text=f"Write to {address.upper()} then")
    message = written(talk)
    assert address not in str(message.body).lower().partition("says")[2]
    assert address not in message.html.lower()
    assert "Write to … then" in str(message.body)


def test_a_letter_to_a_stranger_speaks_as_who_invites_them(
    table: tuple[Match, Player],
) -> None:
    match, player = table
    organiser = match.organiser
    assert organiser
    organiser.language = "it"
    organiser.save()
    letter = specimen("invitation", match, player)
    assert "ti invita" in str(written(letter).body)
    chie = new_player("Hana", language="de")
    chie.addresses.update(email="chie@elsewhere.example")
    assert "lädt dich" in str(written(Letter.objects.get(pk=letter.pk)).body)


def test_log_in_letters_speak_as_they_were_asked_for(
    table: tuple[Match, Player],
) -> None:
    match, player = table
    player.language = "uk"
    letter = specimen("log_in", match, player)
    message = written(letter)
    assert "Ласкаво просимо" in str(message.body)
    assert timezone.now() < letter.created_at + timedelta(minutes=1)


def test_a_new_address_is_confirmed_in_its_players_language(
    table: tuple[Match, Player],
) -> None:
    match, player = table
    player.language = "de"
    player.save()
    letter = specimen("confirm", match, player)
    Ticket.objects.filter(pk=letter.data["ticket"]).update(language="en")
    assert "E-Mails unter dieser Adresse" in str(written(letter).body)


def test_a_long_hint_is_broken_between_its_orders() -> None:
    orders = [f"attack E{number} x F{number} then advance" for number in range(1, 6)]
    lines = Choice("; ".join(orders), "", "").lines
    assert all(len(line) <= 68 for line in lines)
    assert [order for line in lines for order in line.split("; ")] == orders
    assert Choice("pass", "", "").lines == ["pass"]

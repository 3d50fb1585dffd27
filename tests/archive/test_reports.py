"""Booklets and films as rows: asked for twice, made once, for whom they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from django.core import mail
from django.core.files.storage import default_storage
from django.test import Client
from django.utils import timezone

from sse.accounts.models import Player
from sse.accounts.services import player_erase
from sse.archive import reports
from sse.archive.models import Remark, Report
from sse.archive.reports import (
    booklet_ask,
    email_booklet,
    film_ask,
    report_make,
    reports_sweep,
)
from sse.matches.errors import MatchRefused
from sse.matches.file_names import match_file
from sse.matches.models import Match, Tenure
from sse.matches.play import seat_open
from sse.outbox.models import Letter
from sse.outbox.services import letters_send
from tests.support.booklets import DICE, match_from
from tests.support.tables import running

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("own_files_and_cache"),
    pytest.mark.each_database,
]
ORDERS = "small_samurai_empires/2-players-archona-2019.log"
Work = Callable[[], int]
PDF = b"%PDF-1.7 a booklet"


@pytest.fixture(autouse=True)
def quick(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Booklets that are made at once, and how often they were."""
    made: list[Any] = []

    def booklet_pdf(wanted: Any, progress: Any) -> bytes:
        made.append(wanted)
        progress(40)
        return PDF

    monkeypatch.setattr("sse.archive.pdf.booklet.booklet_pdf", booklet_pdf)
    return made


def client_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_asking_twice_makes_one(quick: list[Any], work: Work) -> None:
    match = match_from(DICE)
    first, again = booklet_ask(match=match), booklet_ask(match=match)
    assert first == again
    work()
    assert booklet_ask(match=match).status == Report.Status.READY
    work()
    assert len(quick) == 1
    assert booklet_ask(match=match, language="de") != first
    assert booklet_ask(match=match, paper="letter") != first
    assert booklet_ask(match=match, qr=True) != first


def test_a_new_remark_makes_a_new_booklet(aki: Player) -> None:
    match = match_from(DICE)
    first = booklet_ask(match=match)
    Remark.objects.create(match=match, step=1, player=aki, text="look")
    assert booklet_ask(match=match) != first


def test_a_worker_claims_it(quick: list[Any]) -> None:
    report = booklet_ask(match=match_from(DICE))
    Report.objects.filter(pk=report.pk).update(
        status="making", lease_until=timezone.now() + timedelta(minutes=1)
    )
    assert not report_make(report_id=report.pk)
    Report.objects.filter(pk=report.pk).update(lease_until=timezone.now())
    assert report_make(report_id=report.pk)
    assert not report_make(report_id=report.pk)
    report.refresh_from_db()
    assert (report.status, report.progress, report.size) == ("ready", 100, len(PDF))
    assert len(quick) == 1


def test_what_breaks_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, work: Work
) -> None:
    match = match_from(DICE)

    def broken(*_: Any) -> bytes:
        raise RuntimeError("a secret of ours")

    with monkeypatch.context() as patch:
        patch.setattr("sse.archive.pdf.booklet.booklet_pdf", broken)
        report = booklet_ask(match=match)
        work()
        report.refresh_from_db()
        assert report.status == "broken"
        assert "secret" not in report.error
        page = Client().get(f"/matches/{match.pk}/booklet/{report.pk}/")
        assert report.error in page.content.decode()
    assert booklet_ask(match=match).status == "waiting"
    work()
    report.refresh_from_db()
    assert report.status == "ready"


def test_missing_libraries_are_told(
    monkeypatch: pytest.MonkeyPatch, work: Work
) -> None:
    def bare(*_: Any) -> bytes:
        raise OSError("cannot load library 'libpango-1.0-0'")

    monkeypatch.setattr("sse.archive.pdf.booklet.booklet_pdf", bare)
    report = booklet_ask(match=match_from(DICE))
    work()
    report.refresh_from_db()
    assert "libraries" in report.error


def test_a_lost_file_is_made_again(quick: list[Any], work: Work) -> None:
    match = match_from(DICE)
    report = booklet_ask(match=match)
    work()
    report.refresh_from_db()
    default_storage.delete(report.file)
    assert booklet_ask(match=match).status == "waiting"
    work()
    assert len(quick) == 2


def test_a_sweep_rings_again_and_forgets(rings: list[Any], work: Work) -> None:
    report = booklet_ask(match=match_from(DICE))
    rings.clear()
    old = timezone.now() - timedelta(minutes=2)
    Report.objects.filter(pk=report.pk).update(asked_at=old)
    reports_sweep()
    assert work() == 1
    report.refresh_from_db()
    assert default_storage.exists(report.file)
    Report.objects.filter(pk=report.pk).update(
        asked_at=timezone.now() - timedelta(days=91)
    )
    assert reports_sweep() == 1
    assert not Report.objects.exists()
    assert not default_storage.exists(report.file)


def test_the_name_of_a_file_tells_nothing(
    aki: Player, botan: Player, work: Work
) -> None:
    match = running(aki, botan)
    report = booklet_ask(match=match, seat=0)
    work()
    report.refresh_from_db()
    assert match.chain not in report.file
    assert match.chain[:8] not in report.key
    assert match.seed not in report.file


def test_who_goes_is_in_no_file(aki: Player, botan: Player, work: Work) -> None:
    match = match_from(DICE)
    Tenure.objects.filter(seat__match=match, seat__number=0).update(player=aki)
    report = booklet_ask(match=match)
    work()
    report.refresh_from_db()
    player_erase(player=aki)
    assert not Report.objects.filter(pk=report.pk).exists()
    assert not default_storage.exists(report.file)


# -------------------------------------------------------------------------- on a page


def test_a_page_makes_a_booklet(work: Work) -> None:
    match, client = match_from(DICE), Client()
    page = client.get(f"/matches/{match.pk}/booklet/")
    assert page.status_code == 200
    chosen = {"language": "uk", "paper": "letter", "qr": "on"}
    waiting = client.post(f"/matches/{match.pk}/booklet/", chosen, follow=True)
    said = waiting.content.decode()
    assert 'http-equiv="refresh"' in said
    assert "<progress" in said
    work()
    report = Report.objects.get()
    assert report.options == {"language": "uk", "paper": "letter", "qr": True}
    said = client.get(f"/matches/{match.pk}/booklet/{report.pk}/").content.decode()
    address = f"/matches/{match.pk}/booklet/{report.pk}.pdf"
    assert address in said
    assert 'http-equiv="refresh"' not in said
    response = client.get(address)
    assert b"".join(response) == PDF
    name = f"age-of-war-aki-botan-chie-doi-{match.ended_at:%Y-%m-%d}-uk-letter.pdf"
    assert name in response["Content-Disposition"]


def test_nonsense_makes_nothing() -> None:
    match = match_from(DICE)
    chosen = {"language": "xx", "paper": "papyrus"}
    page = Client().post(f"/matches/{match.pk}/booklet/", chosen)
    assert page.status_code == 200
    assert not Report.objects.exists()
    for language, paper in (("xx", "a4"), ("en", "papyrus")):
        with pytest.raises(MatchRefused):
            booklet_ask(match=match, language=language, paper=paper)


def test_a_match_that_would_fill_the_machine_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = match_from(DICE)
    monkeypatch.setattr(reports, "MOST_STEPS", match.head)
    assert booklet_ask(match=match)
    monkeypatch.setattr(reports, "MOST_STEPS", match.head - 1)
    with pytest.raises(MatchRefused, match="at most 150 steps"):
        booklet_ask(match=match, language="de")
    chosen = {"language": "de", "paper": "a4"}
    page = Client().post(f"/matches/{match.pk}/booklet/", chosen)
    assert "at most 150 steps" in page.content.decode()


def test_a_seats_booklet_is_for_the_seat(
    aki: Player, botan: Player, doi: Player, work: Work
) -> None:
    match = running(aki, botan)
    client = client_of(aki)
    client.post(f"/matches/{match.pk}/booklet/", {"language": "en", "paper": "a4"})
    work()
    report = Report.objects.get()
    assert report.seat == match.seats.get(player=aki).number
    for ending in ("/", ".pdf"):
        address = f"/matches/{match.pk}/booklet/{report.pk}{ending}"
        assert client.get(address).status_code == 200
        for other in (client_of(botan), client_of(doi), Client()):
            assert other.get(address).status_code == 404
    with pytest.raises(MatchRefused, match="Until the match ends"):
        booklet_ask(match=match)


def test_a_film_is_made_while_a_page_waits(work: Work) -> None:
    match = match_from(DICE)
    address = f"/matches/{match.pk}/steps/2-5.gif"
    waiting = Client().get(address)
    assert waiting.status_code == 202
    assert waiting["Retry-After"] == "3"
    work()
    film = Client().get(address)
    assert film["Content-Type"] == "image/gif"
    assert b"".join(film).startswith(b"GIF89a")
    assert Client().get(f"/matches/{match.pk}/steps/5-2.gif").status_code == 404
    assert Client().get(f"/matches/{match.pk}/steps/0-9999.gif").status_code == 404
    with pytest.raises(MatchRefused, match="at most"):
        film_ask(match=match_long(match), first=0, last=400)


def test_a_film_shows_what_the_chosen_eyes_see(work: Work) -> None:
    match = match_from(ORDERS)
    films = {}
    for query in ("", "?as=open", "?as=seat-1", "?as=seat-2"):
        address = f"/matches/{match.pk}/steps/1-6.gif{query}"
        Client().get(address)
        work()
        films[query] = b"".join(Client().get(address))
    assert len(set(films.values())) == 4
    assert (
        Client().get(f"/matches/{match.pk}/steps/1-6.gif?as=seat-10").status_code == 404
    )
    shared = Client().get(f"/matches/{match.pk}/steps/6?as=open").content.decode()
    assert re.search(r'steps/\d+-6\.gif\?as=open" rel="nofollow"', shared)


def test_until_the_end_a_film_has_everybodys_eyes(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    for query in ("?as=open", "?as=seat-1"):
        answer = client_of(aki).get(f"/matches/{match.pk}/steps/0-0.gif{query}")
        assert answer.status_code == 400
        assert (
            b"Until the match ends, a film can only show what everyone can see."
            in answer.content
        )
    assert not Report.objects.exists()


def test_who_asks_for_many_films_waits_and_who_waits_for_one_does_not(
    settings: Any,
) -> None:
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "reports": "2/hour"}
    settings.REST_FRAMEWORK = {"DEFAULT_THROTTLE_RATES": rates}
    match, reader = match_from(DICE), Client()
    film = f"/matches/{match.pk}/steps/{{}}-5.gif".format
    assert [reader.get(film(2)).status_code for _ in range(5)] == [202] * 5
    assert reader.get(film(3)).status_code == 202
    assert reader.get(film(4)).status_code == 429
    assert Report.objects.count() == 2
    assert reader.get(film(2)).status_code == 202  # it is being made already


def test_a_film_that_is_too_long_is_refused_in_words() -> None:
    match = match_from(ORDERS)
    Match.objects.filter(pk=match.pk).update(head=900)
    answer = Client().get(f"/matches/{match.pk}/steps/0-260.gif")
    assert answer.status_code == 400
    assert b"A film can have at most 200 steps." in answer.content


def test_robots_make_no_films() -> None:
    told = Client().get("/robots.txt")
    assert told["Content-Type"].startswith("text/plain")
    assert b"Disallow: /matches/*/steps/*.gif" in told.content


def match_long(match: Match) -> Match:
    match.head = 1000
    return match


# -------------------------------------------------------------------------- by letter


def sent_mail() -> Any:
    letters_send()
    (message,) = mail.outbox
    mail.outbox.clear()
    return message


def written(message: Any) -> EmailMessage:
    """As it leaves, in bytes, and as a mail program reads it."""
    return message_from_bytes(message.message().as_bytes(), policy=default)


def test_a_booklet_comes_by_letter(aki: Player, settings: Any, work: Work) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    match = match_from(DICE)
    email_booklet(match=match, player=aki)
    assert not Letter.objects.exists()
    work()
    message = sent_mail()
    assert message.to == ["aki@example.org"]
    ((name, data, kind),) = message.attachments
    assert (name, kind) == (match_file(match, "pdf"), "application/pdf")
    assert data == PDF
    (part,) = written(message).iter_attachments()
    assert part.get_content_type() == "application/pdf"
    assert part.get_content() == PDF
    email_booklet(match=match, player=aki)
    assert Letter.objects.count() == 2  # who asks again gets it again


def test_a_big_booklet_is_a_link(
    aki: Player, settings: Any, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sse.archive.booklet_emails.MOST_ATTACHED", len(PDF) - 1)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    match = match_from(DICE)
    report = email_booklet(match=match, player=aki)
    work()
    message = sent_mail()
    assert message.attachments == []
    assert f"/matches/{match.pk}/booklet/{report.pk}/" in message.body


def test_who_lost_the_seat_gets_no_letter(
    aki: Player, botan: Player, chie: Player, work: Work, rings: list[Any]
) -> None:
    match = running(aki, botan)
    email_booklet(match=match, player=botan)
    seat = match.seats.get(player=botan)
    seat_open(match_id=match.pk, by=aki, seat=seat.number)
    match.seats.filter(pk=seat.pk).update(player=chie)
    work()
    assert not Letter.objects.filter(kind="booklet").exists()


def test_a_stranger_gets_no_booklet_of_a_running_match(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = running(aki, botan)
    with pytest.raises(MatchRefused):
        email_booklet(match=match, player=doi)

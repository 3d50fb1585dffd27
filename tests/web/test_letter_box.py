"""The letter-box of `make run`: letters are read and answered without a mail server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest
from django.conf import settings as conf
from django.test import Client

from sse.accounts.models import Player
from sse.inbox.environment import Place
from sse.inbox.models import RawMail
from sse.matches.models import Match, Submission
from sse.outbox.models import Letter
from sse.outbox.services import letters_send
from tests.support.mails import keep, work
from tests.support.servers import free_port
from tests.support.service import House, wait_until
from tests.support.smtp_server import Office, open_office
from tests.support.tables import running

pytestmark = [pytest.mark.group("running service 2"), pytest.mark.heavy(1)]

FILES = "django.core.mail.backends.filebased.EmailBackend"


@pytest.fixture
def box(settings: Any, tmp_path: Path) -> Any:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**conf.STORAGES, "staticfiles": plain}
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = FILES, tmp_path
    settings.LETTER_BOX = True
    return settings


@pytest.fixture
def match(box: Any, aki: Player, botan: Player) -> Match:
    made = running(aki, botan, title="<script>alert(1)</script>")
    letters_send()
    return made


def turn(match: Match, player: Player) -> Letter:
    return Letter.objects.get(match=match, player=player, kind="turn")


def said(client: Client, path: str) -> str:
    return client.get(path).content.decode()


# --------------------------------------------------------------------------- reading


def test_letters_are_listed_by_who_gets_them(
    match: Match, botan: Player, client: Client
) -> None:
    page = said(client, "/letter-box/")
    assert page.index("aki@example.org") < page.index("botan@example.org")
    assert page.count("Your turn") == 2
    assert "<script>" not in page
    only = said(client, "/letter-box/?to=botan@example.org")
    assert only.count("Your turn") == 1
    assert f"/letter-box/{turn(match, botan).pk}/" in only


def test_a_letter_is_shown_with_text_headers_and_ready_answers(
    match: Match, botan: Player, client: Client
) -> None:
    page = said(client, f"/letter-box/{turn(match, botan).pk}/")
    assert "It is your turn in" in page
    assert "List-Unsubscribe-Post" in page
    assert "<script>" not in page
    assert "?answer=pick%20" in page
    filled = said(client, f"/letter-box/{turn(match, botan).pk}/?answer=pick%203")
    assert ">pick 3</textarea>" in filled


def test_its_html_is_in_a_cage(match: Match, botan: Player, client: Client) -> None:
    answer = client.get(f"/letter-box/{turn(match, botan).pk}/html")
    cage = answer.headers["Content-Security-Policy"]
    assert cage.startswith("sandbox")
    assert "allow-scripts" not in cage
    assert "allow-same-origin" not in cage
    assert "default-src 'none'" in cage
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    page = answer.content.decode()
    assert 'src="data:image/png;base64,' in page
    assert "cid:" not in page
    assert "<script>" not in page


@pytest.mark.parametrize("rest", ["", "{}/", "{}/html"])
def test_nobody_else_reads_letters(
    rest: str, match: Match, box: Any, botan: Player, client: Client
) -> None:
    path = f"/letter-box/{rest.format(turn(match, botan).pk)}"
    assert client.get(path).status_code == 200
    assert client.get(path, REMOTE_ADDR="10.0.0.1").status_code == 404
    forwarded = {"X-Forwarded-For": "127.0.0.1"}
    assert client.get(path, headers=forwarded).status_code == 404
    box.LETTER_BOX = False
    assert client.get(path).status_code == 404
    box.LETTER_BOX = True
    box.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert client.get(path).status_code == 404


def test_a_letter_that_is_not_there(match: Match, client: Client) -> None:
    assert client.get("/letter-box/999999/").status_code == 404


# ------------------------------------------------------------------------- answering


@pytest.fixture
def door(box: Any) -> Iterator[Office]:
    with open_office() as office:
        box.SMTP_LISTEN = Place("127.0.0.1", office.port)
        yield office


def test_an_answer_is_a_mail_like_any_other(
    match: Match, botan: Player, door: Office, client: Client
) -> None:
    letter = turn(match, botan)
    done = client.post(f"/letter-box/{letter.pk}/answer/", {"answer": "pick 3"})
    assert done.status_code == 302
    page = said(client, done.headers["Location"])
    assert "250 2.6.0 taken" in page
    assert 'http-equiv="refresh"' in page
    (taken,) = door.taken
    assert taken.sender == "botan@example.org"
    assert b"> It is your turn in" in taken.raw
    came = work(keep(taken.raw, taken.to, taken.sender))
    assert came.status == RawMail.Status.DONE
    assert Submission.objects.get().text == "pick 3"
    letters_send()
    after = said(client, done.headers["Location"])
    assert 'http-equiv="refresh"' not in after
    assert "Accepted" in after


def test_the_door_may_say_no(
    match: Match, botan: Player, door: Office, client: Client
) -> None:
    door.at_recipient = "550 5.1.1 no such order address"
    path = f"/letter-box/{turn(match, botan).pk}/answer/"
    done = client.post(path, {"answer": "x"}, follow=True)
    assert "550 5.1.1 no such order address" in done.content.decode()


def test_the_door_may_be_shut(
    match: Match, box: Any, botan: Player, client: Client
) -> None:
    box.SMTP_LISTEN = Place("127.0.0.1", free_port())
    path = f"/letter-box/{turn(match, botan).pk}/answer/"
    done = client.post(path, {"answer": "x"}, follow=True)
    assert "did not answer" in done.content.decode()


def test_nothing_is_sent_for_who_wrote_nothing(
    match: Match, botan: Player, door: Office, client: Client
) -> None:
    client.post(f"/letter-box/{turn(match, botan).pk}/answer/", {"answer": " \n "})
    assert not door.taken


# ---------------------------------------------------------------------- the whole house


class Browser:
    """Pages, with cookies."""

    def __init__(self, address: str) -> None:
        self.site = f"http://{address}"
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        return str(self.opener.open(f"{self.site}{path}", timeout=60).read().decode())

    def post(self, path: str, page: str, **data: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        form = urlencode({"csrfmiddlewaretoken": token[1], **data}).encode()
        return str(self.opener.open(f"{self.site}{path}", form, 60).read().decode())


def test_a_newcomer_plays_by_mail_without_a_mail_server(home: House) -> None:
    """Every part is real: pages, workers, relay, files, the SMTP door."""
    home.do("match_by_mail")
    browser, hers = Browser(home.address), "/letter-box/?to=aki@example.org"
    wait_until(lambda: "Your turn" in browser.get(hers), home.log)
    found = re.search(r'/letter-box/(\d+)/">Your turn', browser.get(hers))
    assert found
    path = f"/letter-box/{found[1]}/"
    page = browser.get(path)
    ready = re.search(r'href="\?answer=([^"#]+)', page)
    assert ready
    filled = browser.get(f"{path}?answer={ready[1]}")
    order = re.search(r">([^<]+)</textarea>", filled)
    assert order
    after = browser.post(f"{path}answer/", page, answer=order[1])
    assert "250 2" in after
    wait_until(lambda: "Accepted" in browser.get(hers), home.log)

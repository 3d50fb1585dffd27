"""Who is invited, joins, sits or watches reads what was agreed on, the clock first."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from sse.accounts.models import Player
from sse.matches.agreement import agreement
from sse.matches.clock.arithmetic import HOUR, PRESETS, Clock
from sse.matches.models import Invitation, Match
from sse.matches.play import match_open, match_start, seat_invite, seat_join
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from tests.support.mails import answers, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
DAILY = {
    "Time for each decision": "1 day",
    "Time bank for the whole match": "3 days",
    "Grace period": "1 hour",
    "Quiet hours": "Each player’s quiet hours and weekends stop the clock."
    " Up to 14 days of holiday stop it too.",
    "When time is up": "The seat is open to others",
    "Emails": "Each decision is asked for as it comes up",
    "Who may see it": "Anyone may watch and join",
    "Who may read what is said at the table": "Only the people it was said to, for"
    " ever",
}


def daily(aki: Player, **fields: Any) -> Match:
    clock = {**PRESETS["daily"].data, "at_end": "open"}
    fields = {"clock": clock} | fields
    return match_open(organiser=aki, game="age_of_war", seats=2, **fields)


def invited(match: Match, aki: Player) -> Invitation:
    return seat_invite(match_id=match.pk, by=aki, email="botan@example.org")


def rows(page: str) -> dict[str, str]:
    found = re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", page)
    return {name: words.replace("&#x27;", "'") for name, words in found}


def page(path: str, player: Player | None = None) -> str:
    client = Client()
    if player:
        client.force_login(player)
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_invited_read_it_before_they_answer(aki: Player, botan: Player) -> None:
    invitation = invited(daily(aki), aki)
    found = rows(page(f"/invitations/{invitation.pk}/", botan))
    assert found.items() >= DAILY.items()
    assert found["Cards"] == "Cities of six kingdoms (2024)"
    assert "Turn limit" not in found  # nobody chose a number
    assert next(iter(found)) == "Time for each decision"


def test_their_letter_tells_it_too(aki: Player, botan: Player) -> None:
    invited(daily(aki), aki)
    letter = Letter.objects.get(kind="invitation")
    message = message_of(letter, "botan@example.org")
    text = " ".join(str(message.body).split())
    for name, words in DAILY.items():
        assert f"- {name}: {words}" in text
    lines = str(message.body).splitlines()
    assert max(len(line) for line in lines if "://" not in line) <= 72
    html = str(message.alternatives[0][0])
    assert "Grace period" in html
    assert "1 hour" in html


def test_whoever_looks_at_an_open_match_reads_it(aki: Player) -> None:
    found = page(f"/matches/{daily(aki).pk}/")
    assert rows(found.partition("<details")[0]).items() >= DAILY.items()


def test_and_at_a_running_one(aki: Player, botan: Player) -> None:
    match = daily(aki)
    seat_join(match_id=match.pk, player=botan)
    match_start(match_id=match.pk)
    about = page(f"/matches/{match.pk}/").rpartition("About this match")[2]
    assert rows(about).items() >= DAILY.items()


def test_by_mail_it_is_asked_for(aki: Player, settings: Settings) -> None:
    settings.MAIL_DOMAIN, settings.MAIL_MAILBOX = "play.example.org", "hikyaku"
    match = daily(aki)
    send(f"status {match.pk}", aki, "hikyaku@play.example.org")
    (letter,) = answers()
    assert "- Time bank for the whole match: 3 days" in letter.data["text"]


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        (Clock(), {"Time": "No time limit."}),
        (
            Clock(bank=36 * HOUR, increment=HOUR // 2, bank_most=72 * HOUR, rest=False),
            {
                "Time for each decision": "What is in the bank",
                "Time bank for the whole match": "1 day, 12 hours",
                "Added to the bank for each decision": "30 minutes",
                "Most that the bank can hold": "3 days",
                "Quiet hours": "The clock runs day and night.",
            },
        ),
        (Clock(each=HOUR, holidays=1), {"Time for each decision": "1 hour"}),
    ],
)
def test_clocks_of_every_kind(clock: Clock, told: dict[str, str], aki: Player) -> None:
    found = dict(agreement(daily(aki, clock=clock.data)))
    assert found.items() >= told.items()


def test_it_is_told_in_the_readers_language(aki: Player) -> None:
    with translation.override("de"):
        found = dict(agreement(daily(aki)))
    assert found["E-Mails"].startswith("Jede Entscheidung wird einzeln erfragt")

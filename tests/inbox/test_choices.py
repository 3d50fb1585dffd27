"""Where a word fits two things, a number is an answer."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from engine.errors import OrderAmbiguous, Refused
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match, Seat, Submission
from sse.matches.play import clocks_ring
from sse.matches.text.choices import (
    Edit,
    NoSuchChoice,
    choices_for,
    edited,
    with_choices,
)
from sse.outbox.rendering import message_of
from tests.support.mails import address, answers, send
from tests.support.tables import beside, log, running, write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def here(settings: Settings) -> None:
    settings.MAIL_DOMAIN = "play.example.org"


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    return running(aki, botan, game="age_of_war", choices={"first_player": "0"})


def told(text: str, player: Player, to: str) -> str:
    before = len(answers())
    send(text, player, to)
    (new,) = answers()[before:]
    return str(message_of(new, "x@example.org").body)


def kept(match: Match) -> str:
    return beside(match).plans.get(1, "")


def match_view(match: Match) -> dict[str, object]:
    return match.game.view(states.state_now(match), None)


UNCLEAR = "take han via *\ntake dalian via 8"


def test_a_number_answers_the_question(match: Match, botan: Player) -> None:
    said = told(UNCLEAR, botan, address(match, botan))
    assert "just reply with a number" in " ".join(said.split())
    choices = re.findall(r"^  (\d)  (.+)$", said, re.M)
    assert [number for number, _ in choices] == ["1", "2"]
    assert kept(match) == ""
    told("2\n\n> quoted", botan, address(match, botan))
    last = Submission.objects.latest("pk")
    assert last.status == "applied"
    assert re.fullmatch(r"take [A-F]\d via \*\ntake dalian via 8", last.text)
    shown = match.game.label(match_view(match), "card", last.text[5:7])
    assert shown == choices[1][1]
    assert last.text[5:7] in kept(match)


@pytest.mark.parametrize("text", ["2.", "answer 2", "Antwort 2", "ответ 2", "2)"])
def test_as_people_write_it(text: str, match: Match, botan: Player) -> None:
    told(UNCLEAR, botan, address(match, botan))
    send(text, botan, address(match, botan))
    assert Submission.objects.latest("pk").status == "applied"


def test_several_questions_are_answered_in_order(match: Match, botan: Player) -> None:
    said = told("take han via *\ntake dalain via 8", botan, address(match, botan))
    assert "for example “2 1”" in " ".join(said.split())
    told("2", botan, address(match, botan))
    assert kept(match) == ""
    told("2 1", botan, address(match, botan))
    assert "take D1" in kept(match)


def test_only_while_the_question_is_open(match: Match, botan: Player) -> None:
    to = address(match, botan)
    assert "There is no open question" in told("2", botan, to)
    told(UNCLEAR, botan, to)
    told("auto any", botan, to)
    assert "There is no open question" in told("2", botan, to)


def test_a_question_of_a_turn_that_is_over_is_open_no_more(
    match: Match, aki: Player, botan: Player
) -> None:
    write(match, aki, "pass")
    told("tkae jimo via C", botan, address(match, botan))
    Seat.objects.filter(match=match, number=1).update(
        due_at=timezone.now(), rings_at=timezone.now()
    )
    clocks_ring()
    write(match, aki, "pass")
    before = log(match)
    assert "There is no open question" in told("1", botan, address(match, botan))
    assert log(match) == before


def test_what_is_asked_ahead_stays_open_when_the_turn_comes(
    match: Match, aki: Player, botan: Player
) -> None:
    told(UNCLEAR, botan, address(match, botan))
    write(match, aki, "pass")
    told("1", botan, address(match, botan))
    assert re.match(r"take [A-F]\d via", Submission.objects.latest("pk").text)


def test_there_are_only_so_many_choices(match: Match, botan: Player) -> None:
    to = address(match, botan)
    told(UNCLEAR, botan, to)
    assert "not one of the choices" in " ".join(told("7", botan, to).split())
    told("1", botan, to)
    assert kept(match)


def test_what_was_said_with_it_is_said_then(match: Match, botan: Player) -> None:
    told(f"say to aki: now!\n{UNCLEAR}", botan, address(match, botan))
    told("1", botan, address(match, botan))
    assert match.talk.get().text == "now!"


# --------------------------------------------------------------------------- pure


def test_passages_are_replaced_from_the_last() -> None:
    text = "one two three\nfour"
    edits = [Edit(1, 0, 3, "1"), Edit(1, 8, 13, "III"), Edit(2, 0, 4, "IV")]
    assert edited(text, edits) == "1 two III\nIV"


def read(text: str) -> None:
    faults = [
        OrderAmbiguous("X-1", "two", line=number, legal=["red", "rose"], word="r")
        for number, line in enumerate(text.split("\n"), start=1)
        if "r" in line.replace(";", " ").split()
    ]
    if faults:
        raise Refused(faults)


def faults_of(text: str) -> list[OrderAmbiguous]:
    with pytest.raises(Refused) as refused:
        read(text)
    return [
        fault for fault in refused.value.errors if isinstance(fault, OrderAmbiguous)
    ]


def test_the_smallest_change_that_helps_is_offered() -> None:
    text = "take r; go\nno\ngive r"
    first, second = choices_for(text, faults_of(text), read)
    assert first["red"] == Edit(1, 5, 6, "red")
    assert second["rose"] == Edit(3, 5, 6, "rose")


def test_what_no_choice_cures_is_not_offered() -> None:
    fault = OrderAmbiguous("X-1", "two", line=1, legal=["r again"], word="r")
    assert choices_for("take r", [fault], read) == []
    assert choices_for("take r", [OrderAmbiguous("X-1", "two", line=1)], read) == []


def test_numbers_must_fit_the_questions() -> None:
    red: dict[str, Any] = {"text": "red", "edit": [1, 5, 6, "red"]}
    faults: list[dict[str, Any]] = [{"choices": [red]}, {"choices": []}]
    assert with_choices("take r", faults, [1]) == "take red"
    for numbers in ([], [2], [1, 1], [0]):
        with pytest.raises(NoSuchChoice):
            with_choices("take r", faults, numbers)

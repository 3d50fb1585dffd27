"""Who sees what: a stranger, a spectator, another seat, the organiser. No byte more.

tests/web/test_secrets.py finds all addresses of a match, these among them, for
browsers; here the same is asked with keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest
import time_machine
from django.core.cache import cache

from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match
from sse.matches.play import talk_say
from tests.engine.small_samurai_empires.secrets import twins
from tests.support.api_clients import API, Program, refused, told
from tests.support.tables import running, write
from tests.web.test_secrets import GAME, VARIANTS, addresses, play, told_apart
from tests.web.test_secrets import told as bytes_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_files_and_cache")]
MOST_TWINS = 1


@pytest.fixture(autouse=True)
def noon() -> Any:
    with time_machine.travel("2026-05-01T12:00:00+00:00", tick=False):
        yield


def seen(match: Match, programs: Sequence[Program]) -> dict[str, str]:
    """Every answer of the API to these programs."""
    cache.clear()  # nobody has asked too often, and nothing is remembered
    found = {}
    ours = [path for path in addresses(match) if path.startswith(API)]
    assert len(ours) > 30
    for number, program in enumerate(programs):
        for path in ours:
            answer = program.get(path.removeprefix(API))
            found[f"{number} {path}"] = bytes_of(answer, match)
        look = program.post(
            f"/matches/{match.pk}/preview", {"text": "place attack any"}
        )
        found[f"{number} look"] = bytes_of(look, match)
    return found


def test_what_lies_hidden_is_in_no_answer(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = running(aki, botan, chie, game=GAME, choices=VARIANTS)
    play(match, (aki, botan, chie), "placement", seat=1)
    state = states.state_now(match)
    for seat, programs in (
        (1, [Program(botan)]),
        (None, [Program(doi), Program()]),
    ):
        states.keep_near(match, state)
        before, found = seen(match, programs), list(twins(state, seat))
        step = max(1, len(found) // MOST_TWINS)
        for twin in islice(found, 0, None, step):
            states.keep_near(match, twin)
            assert not told_apart(before, seen(match, programs))


def test_what_others_plan_and_say_is_in_no_answer(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    match = running(aki, botan, chie, game=GAME)
    options = match.game.options(states.state_now(match), 0)
    programs = [Program(botan), Program(doi), Program()]
    before = seen(match, programs)
    for text in (options[0].text, options[-1].text):
        assert write(match, aki, text).status == "applied"
        assert not told_apart(before, seen(match, programs))
    match.notes.create(seat=0, player=aki, text="sealed", entry=1, key="n")
    match.talk.create(seat=0, player=aki, to=[2], text="hush", entry=1, key="t")
    assert not told_apart(before, seen(match, programs))


def test_who_owns_the_secret_does_see_it(
    aki: Player, botan: Player, chie: Player
) -> None:
    """The comparison is no blind one."""
    match = running(aki, botan, chie, game=GAME)
    options = match.game.options(states.state_now(match), 0)
    write(match, aki, options[0].text)
    before = seen(match, [Program(aki)])
    write(match, aki, options[-1].text)
    assert told_apart(before, seen(match, [Program(aki)]))


def test_each_reader_has_their_own_view(
    aki: Player, botan: Player, chie: Player, doi: Player
) -> None:
    """The organiser does not play here, and sees what a spectator sees."""
    match = running(aki, botan, game=GAME)
    Match.objects.filter(pk=match.pk).update(organiser=doi)
    path = f"/matches/{match.pk}/view"
    views = {
        name: told(program.get(path))
        for name, program in {
            "seat 0": Program(aki),
            "seat 1": Program(botan),
            "organiser": Program(doi),
            "spectator": Program(chie),
            "stranger": Program(),
        }.items()
    }
    assert [views[name]["seat"] for name in ("seat 0", "seat 1")] == [0, 1]
    assert views["seat 0"]["view"] != views["seat 1"]["view"]
    assert views["seat 0"]["view"] != views["stranger"]["view"]
    assert views["organiser"] == views["spectator"] == views["stranger"]


def test_a_private_match_is_there_for_its_people_alone(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = running(aki, bots=1, privacy="private")
    ours = [path.removeprefix(API) for path in addresses(match) if API in path]
    for program in (Program(doi), Program()):
        for path in ours:
            assert program.get(path).status_code in (401, 403, 404, 405), path
        refused(program.get(f"/matches/{match.pk}/view"), 404, "not_found")
    told(Program(aki).get(f"/matches/{match.pk}/view"))
    listed = told(Program(doi).get("/matches?state=running"))["items"]
    assert [row["id"] for row in listed] == []
    mine = told(Program(aki).get("/matches?state=running"))["items"]
    assert [row["id"] for row in mine] == [match.pk]


def test_texts_letters_and_whispers_are_their_writers(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    text = match.game.options(states.state_now(match), 0)[0].text
    submission = write(match, aki, text)
    talk_say(match_id=match.pk, by=aki, to=[1], text="hush", key="hush")
    here = f"/matches/{match.pk}"
    answer = Program(botan).get(f"{here}/submissions/{submission.pk}")
    refused(answer, 404, "not_found")
    assert told(Program(botan).get(f"{here}/submissions"))["items"] == []
    assert len(told(Program(botan).get(f"{here}/talk"))["items"]) == 1
    assert told(Program(chie).get(f"{here}/talk"))["items"] == []
    assert told(Program().get(f"{here}/talk"))["items"] == []
    letters = told(Program(chie).get("/me/letters"))["items"]
    assert {row["seat"] for row in letters} == {2}


def test_no_address_of_a_person_is_told_to_others(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    programs = (Program(botan), Program())
    for path in addresses(match):
        if path.startswith(API):
            for program in programs:
                answer = program.get(path.removeprefix(API))
                if not answer.streaming:
                    assert b"aki@example.org" not in answer.content, path

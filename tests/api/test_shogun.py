"""A whole match of Shogun by the API: a program plans, bots have the other seats."""

from __future__ import annotations

from typing import Any

import pytest

from sse.accounts.models import Player
from sse.matches.models import Match
from sse.matches.play import submissions_apply
from sse.operations.demo import play_bots
from tests.support.api_clients import API, Program, told

pytestmark = pytest.mark.django_db
SEASONS = 6  # of action, in the two years [SHO-1.7]
WANTED = {
    "game": "shogun",
    "seats": ["me", "greedy", "greedy"],
    "clock": "none",
    "tempo": "phase",
    "choices": dict.fromkeys(("court", "samurai", "generals", "dajokan"), "yes"),
}


def sent(program: Program, here: str, text: str) -> Any:
    """What became of a text, once the workers have looked at it."""
    kept = told(program.post(f"{here}/submissions", {"text": text}), 202)
    match = Match.objects.get(pk=kept["match"])
    submissions_apply(match_id=match.pk)
    play_bots(match)
    return told(program.get(f"{here}/submissions/{kept['id']}"))


def test_a_program_plays_shogun_to_its_end(aki: Player) -> None:  # SHO-18.10
    program = Program(aki)
    here = told(program.post("/matches", WANTED), 201)["url"].removeprefix(API)
    play_bots(Match.objects.get(organiser=aki))
    plans = 0
    while (table := told(program.get(f"{here}/decisions")))["status"] == "running":
        assert table["is_asked"], table["waits_for"]
        plans += table["point"] == "plan" and "planning" in table["span"]
        done = sent(program, here, table["hints"][0]["text"])
        assert done["status"] == "applied", done["faults"]
    assert plans == SEASONS
    match = told(program.get(here))
    assert match["result"][0]["place"] == 1
    assert len(match["result"]) == len(WANTED["seats"])

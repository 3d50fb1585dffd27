"""A whole battle by the API: a program orders its army, a bot leads the other."""

from __future__ import annotations

import pytest

from sse.accounts.models import Player
from sse.matches.models import Match
from sse.operations.demo import play_bots
from tests.api.test_shogun import sent
from tests.support.api_clients import API, Program, told

pytestmark = pytest.mark.django_db
WANTED = {
    "game": "samurai_battles",
    "seats": ["me", "greedy"],
    "clock": "none",
    "tempo": "each",
    "choices": {"scenario": "first-skirmish"},
}
STANDING = "react attacked any: strike\nprefer lone unite > far > seppuku"


def test_a_program_fights_a_battle_to_its_end(aki: Player) -> None:  # SB-17.13
    program = Program(aki)
    here = told(program.post("/matches", WANTED), 201)["url"].removeprefix(API)
    play_bots(Match.objects.get(organiser=aki))
    assert sent(program, here, STANDING)["status"] == "applied"
    letters = 0
    while (table := told(program.get(f"{here}/decisions")))["status"] == "running":
        assert table["is_asked"], table["waits_for"]
        letters += 1
        done = sent(program, here, table["hints"][0]["text"])
        assert done["status"] == "applied", done["faults"]
    match = told(program.get(here))
    assert sorted(row["place"] for row in match["result"]) == [1, 2]
    steps = Match.objects.get(organiser=aki).entries.values_list("text", flat=True)
    turns = sum(step.startswith("0 play ") for step in steps)
    assert turns > 0
    assert letters <= 3 * turns, "most of a turn is sent at once"

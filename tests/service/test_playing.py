"""What players write becomes entries and letters, once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.replay import verify
from sse.accounts.models import Player
from sse.matches.models import Match
from sse.matches.selectors import log_file
from sse.matches.services import match_open, match_start

pytestmark = pytest.mark.django_db
Work = Callable[[], int]


def test_bots_play_a_match_to_its_end(aki: Player, work: Work) -> None:
    match = match_open(
        organiser=aki, game="age_of_war", seats=2, plays=False, bot_seats=["auto"] * 2
    )
    match_start(match_id=match.pk, by=aki)
    work()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert verify(log_file(match)).endswith("and the match is finished.")

"""Tables that look alike to a player go on alike: letters, their number, size and time.

What others hold differs; then the same is played. See tests/engine/leaks.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
import time_machine

from engine.registry import games
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match, Snapshot
from sse.matches.play.locked_match import dice_of
from sse.matches.table import table_of
from sse.outbox.models import Letter
from tests.engine.leaks import Move, Table, same_play
from tests.engine.test_contract import alike_of
from tests.outbox.test_letter_secrets import MOMENT, bytes_of, letters_to, undone
from tests.support.people import new_player
from tests.support.sample_letters import under_way
from tests.support.tables import write

pytestmark = pytest.mark.django_db
HIDDEN = [name for name in sorted(games()) if games()[name].hidden]
MOVES = 5


@pytest.fixture(autouse=True)
def _frozen() -> Iterator[None]:
    with time_machine.travel(MOMENT, tick=False):
        yield


def lay(match: Match, state: Any) -> None:
    """From here on this is what lies on the table, whoever looks."""
    states.NEAR.clear()
    states.PAST.clear()
    Snapshot.objects.filter(match=match).delete()
    states.snapshot_of(match, match.head - 1, state).save()
    states.keep_near(match, state)


def script(match: Match, state: Any, other: Any, seat: int) -> list[Move]:
    """What can be played at both tables, as long as the seat sees the same."""
    chance = dice_of(match.seed, tuple(match.words), match.branch)
    plans = table_of(match.table).plans
    one, two = (Table(match.game, s, chance, plans=plans) for s in (state, other))
    return list(same_play(one, two, seat, Random(match.game_name), MOVES, silence=0))


def received(
    match: Match, state: Any, moves: Sequence[Move], people: Sequence[Player], seat: int
) -> list[Any]:
    """All that a player gets while these moves are made, and how long the log is."""
    first = Letter.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    with undone():
        lay(match, state)
        for move in moves:
            written = write(match, people[move.seat], move.text)
            assert written.status == "applied", written.answer
        new = Letter.objects.filter(player=people[seat], pk__gt=first).order_by("pk")
        found = [(letter.kind, letter.created_at, bytes_of(letter)) for letter in new]
        others = {} if match.has_ended else letters_to(match, people[seat])
        return [match.head, found, others]


@pytest.mark.parametrize("name", HIDDEN)
def test_the_same_play_sends_the_same_letters(name: str) -> None:
    names = ("Aki", "Botan", "Chie")[: games()[name].seats[1]]
    people = [new_player(called) for called in names]
    match = under_way(name, *people, orders=5)
    state, compared = states.state_now(match), 0
    for seat in (0, 1):
        for other in list(alike_of(name)(state, seat))[:1]:
            moves = script(match, state, other, seat)
            one, two = (
                received(match, table, moves, people, seat) for table in (state, other)
            )
            assert one == two
            match.refresh_from_db()
            compared += len(moves) * len(one[-1])
    assert compared


def test_other_play_sends_other_letters() -> None:
    """Otherwise the test above could not fail."""
    people = [new_player(called) for called in ("Aki", "Botan")]
    match = under_way("toy", *people, orders=0)
    state, span = states.state_now(match), "round 1"
    both = [
        [Move(0, f"pick {lantern}", span), Move(1, "pick 1", span)]
        for lantern in ("2", "3")
    ]
    one, two = (received(match, state, moves, people, 0) for moves in both)
    assert one[0] == two[0]
    assert one[1] != two[1]

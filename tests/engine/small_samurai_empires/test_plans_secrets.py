"""Nothing a writer is told of a plan depends on what others hide. [SSE-13.2]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine import small_samurai_empires as game
from engine.contract import Seat
from engine.errors import Refused
from engine.small_samurai_empires.state import State
from tests.engine.small_samurai_empires.secrets import twins
from tests.engine.small_samurai_empires.table import Moment, random_match

MAILS = (
    "destiny grey or teal",
    "place attack at 5, neutral attack yamashiro blue must or castle at any",
    "place move-3 at grey, neutral move aki -> daisen -> izumo",
    "place harvest cover at teal up to 2, neutral none",
    "place castle cover blue at any",
    "resolve 2: move aki -> daisen -> izumo -> harima, aki -> sanuki else pass",
    "resolve 5: attack yamashiro red, blue auto",
    "move yamashiro -> omine -> kii -> owari on ambush stop",
    "move aizu -> azuma -> dewa; withdraw 3",
    "attack ishikari red",
    "recruit aizu, aizu",
    "castle",
    "harvest",
    "pass",
)
LATER = "\n".join(
    f"resolve {slot}: move aki -> daisen -> izumo else recruit aki else harvest auto"
    for slot in range(1, 13)
)


def told(state: State, seat: Seat) -> Iterator[Any]:
    """Whatever a writer hears: receipts, refusals, hints, answers, questions."""
    yield game.hints(state, seat), game.ahead(state, seat)
    for text in MAILS:
        try:
            plan = game.parse(state, seat, text)
        except Refused as refused:
            yield [
                (e.line, e.kind, e.rule, e.said, e.legal, e.data)
                for e in refused.errors
            ]
            continue
        yield plan, game.remarks(state, seat, plan)
        for mode in ("each", "phase"):
            yield game.answer(state, seat, f"{plan}\n{kept(state)}".strip(), mode)


def kept(state: State) -> str:
    """A plan for every slot of the present phase."""
    phase = f"{state.era}.{state.round}"
    return "\n".join(f"resolve {phase}: {line}" for line in read_lines(LATER))


def read_lines(text: str) -> list[str]:
    slots = (f"{region}-{n}" for region in REGIONS for n in (1, 2, 3))
    return [
        f"resolve {slot}:{line.partition(':')[2]}"
        for slot, line in zip(slots, text.splitlines(), strict=True)
    ]


REGIONS = ("grey", "orange", "teal", "violet")


def moments(seed: int) -> list[Moment]:
    found = [m for m in random_match(seed, limit=250) if m.state.setup.mountain]
    return found[seed % 7 :: 7]


@pytest.mark.parametrize("seed", range(12))
def test_what_a_writer_is_told_depends_on_no_secret(seed: int) -> None:  # SSE-13.2
    dice = Random(seed)
    for moment in moments(seed):
        seat = dice.choice((moment.seat, dice.randrange(moment.state.setup.seats)))
        others = list(twins(moment.state, seat))
        for other in dice.sample(others, min(2, len(others))):
            assert list(told(moment.state, seat)) == list(told(other, seat))


def test_a_seat_is_told_something_at_all() -> None:
    found = [m for seed in range(12) for m in moments(seed)]
    assert found
    assert any(isinstance(thing, tuple) for thing in told(found[0].state, 0))

"""Golden replays: one for each way a match can end, each replayed to its last line.

A released rules version never changes what its logs replay to. A log that fails here is
explained in the commit that changes it, never just renewed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.log import log_read, log_text
from engine.replay import replay, verify

REPLAYS = Path(__file__).parent.parent / "replays"
FILES = sorted(REPLAYS.glob("*/*.log"))


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_a_golden_replay_ends_as_it_always_did(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "the match is finished" in verify(text)
    assert log_text(log_read(text)) == text


def endings() -> set[str]:
    found = set()
    for file in FILES:
        *_, last = replay(log_read(file.read_text(encoding="utf-8")))
        for event in last.events:
            if event.kind == "match_ended":
                shared = "shared" if len(event.data["winners"]) > 1 else "one winner"
                found.add(f"{file.parent.name}: {event.data['how']}, {shared}")
    return found


def test_there_is_a_golden_replay_for_every_way_to_end() -> None:
    """AOW-8.1, AOW-8.4 with tie-breaks, AOW-9.19, AOW-9.20; SSE-9.4; SHO-11.2."""
    assert {
        "small_samurai_empires: points, one winner",
        "small_samurai_empires: points, shared",
        "age_of_war: conquest, one winner",
        "age_of_war: conquest, shared",
        "age_of_war: adjudicated, one winner",
        "age_of_war: adjudicated, shared",
        "shogun: points, one winner",
        "shogun: points, shared",
    } <= endings()

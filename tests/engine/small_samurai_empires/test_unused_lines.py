"""What was sent ahead and became impossible is told, with the reason. [SSE-13.6]"""

from __future__ import annotations

from typing import Any

import pytest

from engine import small_samurai_empires as game
from engine.chance import Seeded
from engine.contract import Skipped
from engine.registry import games
from engine.run import Advance, advance
from engine.small_samurai_empires.state import State
from engine.words import skipped_reason
from tests.engine.small_samurai_empires.table import acting, placing

CHANCE = Seeded("31" * 32)
PEOPLE = ["Aki", "Botan", "Chie"]
LANGUAGES = games()["small_samurai_empires"].languages


def go(before: State, text: str, state: State) -> Advance:
    """The text is written in one position and used in another."""
    plan = game.parse(before, 0, text, "", PEOPLE)
    return advance(game, state, {0: plan}, CHANCE)


def told(done: Advance) -> list[tuple[str, str, str]]:
    found = []
    for text in done.skipped.get(0, []):
        assert isinstance(text, Skipped)
        assert text.why is not None
        found.append((str(text), text.why.rule, text.why.code))
    return found


def without_reserve(state: State) -> State:
    state.reserve = (0, *state.reserve[1:])
    return state


def test_a_neutral_action_of_which_nothing_is_left_is_told() -> None:
    # SSE-13.6: with no army in supply nobody is offered a recruit, and it vanished
    before = placing({"aki": (2, 2)})
    done = go(
        before,
        "place attack at grey-1, neutral recruit aki",
        without_reserve(placing({"aki": (2, 2)})),
    )
    assert done.steps[0].order.text == "place attack grey-1"
    assert told(done) == [("neutral recruit aki", "SSE-12.5", "E_NO_RESERVE")]
    assert "neutral" not in done.plans[0]


def test_a_neutral_action_that_is_offered_but_not_so_is_told() -> None:  # SSE-13.6
    before, later = placing({"aki": (2, 2)}), placing({"tosa": (2, 2)})
    done = go(before, "place attack at grey-2, neutral move aki -> izumo", later)
    assert [s.order.text for s in done.steps][:2] == ["place attack grey-2", "decline"]
    assert told(done) == [("neutral move aki -> izumo", "SSE-6.2", "E_NO_MOVER")]


def test_a_neutral_action_that_is_declined_is_not_told() -> None:  # SSE-13.6
    state = without_reserve(placing({"aki": (2, 2)}))
    assert go(state, "place attack at grey-1, neutral none", state).skipped == {}


def climbing(hidden: str, **fields: Any) -> State:
    """A lone army on its way from Chikuzen's road: nothing is left to do at a tribe."""
    return acting(
        "move-3",
        "grey-2",
        {"tosa": (1, 0)},
        variants=["mountain"],
        mountains={"tsurugi": hidden},
        **fields,
    )


def test_an_answer_to_a_tribe_of_which_nothing_is_left_is_told() -> None:
    # SSE-13.6, SSE-10.2.5: the tribe offers nothing, so the line vanished
    state = without_reserve(climbing("independent-tribe"))
    done = go(state, "move tosa -> tsurugi -> sanuki on tribe recruit aki", state)
    assert done.steps[0].order.text == "expedition tosa tsurugi sanuki"
    assert done.steps[0].state.point != "tribe"
    assert told(done) == [("on tribe recruit aki", "SSE-12.5", "E_NO_RESERVE")]


def test_an_answer_to_a_journey_that_cannot_be_paid_is_told() -> None:  # SSE-10.2.5
    state = acting(
        "move-3",
        "grey-2",
        {"tosa": (1, 0), "aki": (0, 1)},
        variants=["mountain"],
        mountains={"tsurugi": "journey"},
    )
    state.bushido = (0, *state.bushido[1:])
    done = go(state, "move tosa -> tsurugi -> sanuki on journey attack aki blue", state)
    assert told(done)[0][:2] == ("on journey attack aki blue", "SSE-10.2.5")


def test_an_answer_to_an_ambush_that_cannot_be_is_told() -> None:  # SSE-10.2.7
    state = climbing("ambush")
    text = "move tosa -> tsurugi -> sanuki on ambush move aki -> izumo"
    assert told(go(state, text, state)) == [
        ("on ambush move aki -> izumo", "SSE-5.3.2", "E_NO_MOVER")
    ]


@pytest.mark.parametrize("hidden", ["ambush", "mercenaries", "highland-farms"])
def test_an_answer_to_what_did_not_happen_is_not_told(hidden: str) -> None:
    state = without_reserve(climbing(hidden))  # SSE-10.2.8
    text = "move tosa -> tsurugi -> sanuki on tribe recruit aki on ambush stop"
    assert go(state, text, state).skipped == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_is_told_in_the_readers_words(language: str) -> None:  # SSE-13.6
    state = without_reserve(placing({"aki": (2, 2)}))
    before = placing({"aki": (2, 2)})
    done = go(before, "place attack at grey-1, neutral recruit aki", state)
    (line,) = done.skipped[0]
    assert isinstance(line, Skipped)
    said = skipped_reason(line.data, game.view(state, 0), language, PEOPLE)
    assert "[SSE-12.5]" in said
    assert "E_NO" not in said
    assert "{" not in said

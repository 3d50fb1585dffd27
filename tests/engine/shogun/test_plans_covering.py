"""Who wants to be asked, and which spans a plan covers. [SHO-18.9, SHO-18.22]"""

from __future__ import annotations

import pytest

from engine.shogun.board import BOARD
from tests.engine.shogun.mails import (
    ONE_LINE,
    PURPLE,
    acting,
    codes,
    lines,
    plan,
    position_p,
    position_q,
    put_card,
    steps,
)


def test_an_ask_takes_the_place_of_a_line_and_the_reverse() -> None:  # SHO-18.22
    state = position_q()
    assert lines(state, "special six", "ask special") == ["ask special"]
    assert lines(state, "ask special", "special six") == ["special six"]
    moves = "lay battleA KAI > SUR 3"
    assert lines(state, moves, "ask battleA") == ["battle-a KAI", "ask battle-a"]
    again = lines(state, moves, "ask battleA", "move battleA SUR 2")
    assert again == ["battle-a KAI > SUR 2"]


def test_a_standing_line_gives_way_to_ask_and_takes_it_back() -> None:  # SHO-18.22
    state = position_p()
    assert lines(state, "defend no", "ask defend") == ["defend no", "ask defend"]
    assert lines(state, "ask defend", "defend yes") == ["defend yes"]


def test_of_two_mails_the_later_holds_for_ask_and_cover() -> None:  # SHO-18.9
    state = position_p()
    assert lines(state, "cover actions", "ask battleA") == ["ask battle-a"]
    assert lines(state, "ask battleA", "cover actions") == ["cover actions"]
    assert lines(position_q(), "cover season") == [
        "cover choices",
        "cover actions",
        "cover end",
    ]


def test_ask_among_moves_takes_back_a_cover() -> None:  # SHO-18.9
    state, moves = position_p(), "lay battleA KAI > SUR 3 | ask"
    assert lines(state, "cover actions", moves) == ["battle-a KAI > SUR 3 | ask"]
    card, late = "lay battleA KAI", "move battleA SUR 3 | ask"
    assert lines(state, card, "cover actions", late) == ["battle-a KAI > SUR 3 | ask"]
    assert "cover actions" not in steps(state, plan(state, ONE_LINE, late))


def test_nobody_asks_in_a_span_that_is_covered() -> None:  # SHO-18.9
    state = acting(position_p(), "battle-a", "KAI")
    put_card(state, PURPLE, "battle-b", BOARD.index["MUS"])
    state.seat, state.covers = 0, frozenset({(PURPLE, "actions")})
    assert codes(state, "move battleB KOZ 2 | ask") == [("SHO-18.9", "E_COVERED")]
    assert lines(state, "move battleB KOZ 2 | hold") == ["move battle-b KOZ 2 | hold"]


@pytest.mark.parametrize(
    "mail",
    [
        "cover actions; ask battleA",
        "cover season; ask defend",
        "cover actions; battleA KAI > ask",
    ],
)
def test_cover_and_ask_for_a_span_contradict(mail: str) -> None:  # SHO-18.9
    assert codes(position_p(), mail) == [("SHO-18.9", "cover_and_ask")]


def test_in_autumn_a_general_is_posted_after_winter() -> None:  # SHO-18.9, SHO-14.8
    state = position_q()
    state.season = 2
    twice = [("SHO-18.9", "cover_and_ask")]
    assert codes(state, "ask post; cover winter") == twice
    assert codes(state, "ask post; cover season") == twice
    assert lines(state, "ask post; cover choices") == ["ask post", "cover choices"]


def test_reactions_are_asked_for_with_the_plan_only() -> None:  # SHO-18.22, SHO-18.9
    state = acting(position_p(), "battle-a", "KAI")
    assert codes(state, "ask defend") == [("SHO-18.22", "E_ASK_WITH_PLAN")]
    assert codes(state, "cover actions") == [("SHO-18.9", "E_COVER_WITH_PLAN")]
    assert codes(state, "castle MUS") == [("SHO-4.3", "E_LOCKED")]
    assert codes(state, "ready") == [("SHO-4.3", "E_LOCKED")]
    state.covers = frozenset({(PURPLE, "actions")})
    assert codes(state, "ask battleB") == [("SHO-18.9", "E_COVERED")]


def test_the_steps_of_reactions_and_spans_come_before_ready() -> None:  # SHO-18.12
    state = position_p()
    found = steps(state, plan(state, ONE_LINE, "ask defend"))
    assert found[-3:] == ["ask defend", "cover choices", "ready"]

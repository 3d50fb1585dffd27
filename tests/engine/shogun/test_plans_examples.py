"""The order texts of the worked examples, kept and carried out. [SHO-20]

What a throw brings is told in the tests of the rules; here the text alone decides.
"""

from __future__ import annotations

import engine.shogun as game
from engine.shogun.board import BOARD
from engine.shogun.state import NOTHING
from tests.engine.shogun.mails import (
    PURPLE,
    acting,
    given,
    kept,
    lines,
    own,
    plan,
    position_p,
    position_q,
)


def test_example_1_blue_attacks_ise() -> None:  # SHO-9.6
    state = position_p()
    found = lines(state, "battleA YAM > ISE 4 | hold", seat=0)
    assert found == ["battle-a YAM > ISE 4 | hold"]
    battle = acting(state, "battle-a", "YAM", seat=0)
    text = "move Y1 spring: move battle-a ISE 4 | hold"
    assert given(battle, text, seat=0) == "move ISE 4"


def test_example_2_a_battle_with_fallbacks() -> None:  # SHO-9.5
    state = position_p()
    assert kept(state, "battleA KAI > SNN all | SUR 2 | hold").cards
    battle = acting(state, "battle-a", "KAI")
    text = "move Y1 spring: move battle-a SNN all | SUR 2 | hold"
    assert given(battle, text) == "move SNN 4"


def test_example_3_taxes_are_a_line_of_the_sheet() -> None:  # SHO-5.10
    assert lines(position_p(), "tax TOT") == ["tax TOT"]


def test_example_4_calm_names_only_mino() -> None:  # SHO-12.11, SHO-18.21
    state = position_q()
    state.calmer = PURPLE
    text = plan(state, "rice MIN; tax TOT; calm MIN")
    state.phase, state.point, state.seat = "actions", "calm", PURPLE
    state.token = BOARD.index["TOT"]
    assert given(state, text) == "calm later"
    state.token = BOARD.index["MIN"]
    assert given(state, text) == "calm now"


def test_example_5_the_order_of_revolts() -> None:  # SHO-10.6
    state = position_p()
    state.season = 2
    text = plan(state, "revolts AKI > KAI")
    state.season, state.phase, state.step = 3, "winter", "revolts"
    state.point, state.seat, state.missing = "revolts", PURPLE, (0, 0, 0, 4)
    state.revolts = (BOARD.index["AKI"], BOARD.index["KAI"])
    found = game.answer(state, PURPLE, text)
    assert found.order
    assert found.order.text == "revolts AKI"
    assert found.plan == text


def test_example_6_a_special_card_for_an_event() -> None:  # SHO-8.2
    state = position_q()
    text = plan(state, "tax MUS; special chest if event tax-max-5 > six")
    state.phase, state.step, state.point, state.seat = (
        "choices",
        "special",
        "special",
        3,
    )
    kinds = [card.kind for card in BOARD.events]
    state.event = kinds.index("tax-max-5")
    assert given(state, text) == "special chest"
    state.event = kinds.index("recruit-cut")
    assert given(state, text) == "special six"


def test_example_7_a_favour_if_the_province_is_neutral() -> None:  # SHO-12.12
    state = position_q()
    sheet = "court3 -; court2 official; court1 official; favour 12@neutral SUR > 2"
    text = plan(state, sheet)
    state.phase, state.step, state.point, state.seat = "choices", "favour", "favour", 3
    state.waiting, state.audience, state.event = (3, 3, 3, 0), (0, 0, 0, 5), 0
    assert given(state, text) == "favour 12@SUR"
    own(state, "SUR", 0, 1)
    assert given(state, text) == "favour 2"


def test_example_8_the_same_line_sent_again() -> None:  # SHO-13.3
    state = position_q()
    text = plan(state, "samurai tray > chests")
    state.phase, state.step, state.point, state.seat = (
        "choices",
        "samurai",
        "samurai",
        3,
    )
    state.stages = (1, 1, 1, 1)
    assert given(state, text) == "samurai tray"
    state.season = 1
    assert game.answer(state, PURPLE, text).reason == "samurai"  # it held one season


def test_example_9_a_general_with_a_statue() -> None:  # SHO-14.6
    state = position_q()
    text = plan(state, "general MUS statue > TOT statue")
    state.phase, state.step, state.point, state.seat = "end", "general", "general", 3
    state.generals = (NOTHING, NOTHING, NOTHING, BOARD.index["KAI"])
    assert given(state, text) == "general MUS statue"
    own(state, "MUS", 1, 1)
    assert given(state, text) == "general TOT statue"


def test_example_10_offices_one_after_the_other() -> None:  # SHO-15.4
    state = position_q()
    text = plan(state, "office A1 > E1 > B3")
    state.phase, state.step, state.point, state.seat = "end", "office", "office", 3
    open_now = {"A1", "B3", "C2", "D5", "E1", "F6"}
    state.offices = tuple(-2 if o in open_now else -1 for o in BOARD.offices)
    assert given(state, text) == "office A1"
    left = open_now - {"A1", "B3"}
    state.offices = tuple(-2 if o in left else -1 for o in BOARD.offices)
    assert given(state, text) == "office E1"

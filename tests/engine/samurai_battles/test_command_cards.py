"""The turn, Command cards and who is ordered by them. [SB-3, SB-4, SB-5]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import Seeded
from engine.contract import Order
from engine.errors import OrderIllegal
from engine.samurai_battles import rules
from engine.samurai_battles.cards import COMMAND_DECK
from engine.samurai_battles.rules.ending import command_size
from engine.samurai_battles.state import State
from tests.engine.samurai_battles.table import Dice, at, kinds, play, texts, told

LINE = "AY C3, AY C6, SN C7, AB C10, MSY D4"


def ordering(card: str, red: str = LINE, yellow: str = "AY K6", **fields: Any) -> State:
    return at(red, yellow, phase="orders", card=card, **fields)


def ordered(state: State) -> set[str]:
    """The hexes and leaders that can be ordered now."""
    return {text[6:] for text in texts(state, state.active)[:-1]}


def refused(state: State, text: str, seat: int = 0) -> tuple[str, str]:
    with pytest.raises(OrderIllegal) as caught:
        rules.apply(state, seat, Order.read(text), Dice())
    return caught.value.rule, caught.value.code


def test_a_match_begins_as_its_scenario_says() -> None:  # SB-3.3, SB-3.5, SB-3.6
    choices = {"scenario": "okehazama-1560-dengakuhazama", "turn_cap": "0"}
    state, events = rules.setup(2, choices, Seeded("00" * 32))
    assert state.active == 1
    assert state.tokens == (7, 5)
    assert state.pool == 18
    assert [len(hand) for hand in state.command_hands] == [2, 3]
    assert kinds(events)[:3] == ["battle_begun", "cards_dealt", "hand_dealt"]
    assert rules.decisions(state)[0].point == "D-01"


def test_hands_are_dealt_from_the_top_the_first_players_first() -> None:  # SB-17.12
    choices = {"scenario": "first-skirmish", "turn_cap": "0"}
    chance = Seeded("00" * 32)
    state, _ = rules.setup(2, choices, chance)
    deck = next(
        draw.values for draw in chance.drawn if draw.name == "setup command deck"
    )
    assert state.command_hands[0] == tuple(sorted(deck[:5]))
    assert state.command_hands[1] == tuple(sorted(deck[5:10]))
    assert sorted(deck) == list(COMMAND_DECK)  # SB-16.20


def test_phases_follow_each_other() -> None:  # SB-4.1, SB-4.2, SB-4.4, SB-4.5, SB-4.6
    state = at("AY C6", "AY K6", phase="play", commands=("order-2-center", ""))
    points = []
    for step in ("play order-2-center", "proceed", "order C6", "done", "done", "done"):
        points.append(rules.decisions(state)[-1].point)
        state = play(state, step)
    assert points == ["D-01", "D-02", "D-05", "D-05", "D-06", "D-08"]
    assert [one.point for one in rules.decisions(state)] == ["D-21"]
    assert refused(at(phase="play"), "play shogun") == ("SB-4.2", "E_CARD_NOT_HELD")


def test_without_anybody_to_order_the_turn_ends() -> None:  # SB-4.3
    state = at("AY C6", "AY K6", phase="play", commands=("order-2-left", ""))
    state = play(state, "play order-2-left", "proceed")
    assert texts(state, 0) == ["draw dragon", "draw tokens"]


def test_an_empty_deck_is_formed_anew() -> None:  # SB-4.8
    state = at("AY C6", "AY K6", phase="play", commands=("first-strike", ""))
    state.command_discard, state.command_deck = state.command_deck, ()
    state = play(state, "play first-strike", "proceed")
    assert len(state.command_hands[0]) == 5
    assert state.command_discard == ()
    poor = at("AY C6", "AY K6", phase="play", tokens=(14, 15))
    state = play(poor, texts(poor, 0)[0], "proceed")
    while "draw tokens" not in texts(state, 0):
        state = play(state, texts(state, 0)[-1])
    assert play(state, "draw tokens").tokens == (15, 15)


def test_sections_are_those_of_the_player() -> None:  # SB-5.1, SB-2.6
    assert ordered(ordering("order-2-right")) == {"C3", "D4"}
    assert ordered(ordering("order-2-left")) == {"C10"}
    assert ordered(ordering("order-2-center")) == {"C6", "C7", "D4"}


def test_a_unit_on_a_line_is_ordered_from_either_section() -> None:  # SB-5.2
    state = ordering("crane-wing")
    state = play(state, "order D4", "order C3")
    assert ordered(state) == {"C10"}
    state = play(ordering("crane-wing"), "order C3", "order C6")
    assert ordered(state) == {"C10"}


def test_a_leader_is_ordered_alone_only_with_the_helmet() -> None:  # SB-5.3
    red = "AY C6, FL C6, ML B6"
    assert ordered(ordering("order-3-center", red)) == {"C6", "leader C6", "leader B6"}
    state = ordering("line-order", red)
    assert ordered(state) == {"C6", "leader B6"}
    assert refused(state, "order leader C6") == ("SB-5.3", "E_NO_HELMET")


def test_per_command_card_counts_the_card_in_play() -> None:  # SB-5.4, SB-14.5
    state = ordering("advance-center", "AY C5, AY C6, AY C7, AY C8", sizes=(3, 5))
    assert command_size(state, 0) == 3
    state = play(state, "order C5", "order C6", "order C7")
    assert texts(state, 0) == ["done"]
    assert refused(state, "order C8") == ("SB-5.1", "E_NO_MORE_ORDERS")


def test_fallback_orders_one_of_choice_by_the_plain_rules() -> None:  # SB-5.5
    state = ordering("cavalry-charge", "AY C6, AY C7")
    assert ordered(state) == {"C6", "C7"}
    state = play(state, "order C6")
    assert texts(state, 0) == ["done"]
    assert state.plain
    assert ordered(ordering("cavalry-charge", "AY C6, ML C7")) == {"leader C7"}


def test_order_one_draws_two_and_keeps_one() -> None:  # SB-4.7, SB-5.6
    state = at("AY C6", "AY K6", phase="play", commands=("order-1-left", ""))
    state = play(state, "play order-1-left", "proceed")
    assert rules.decisions(state)[0].point == "D-22"
    kept = texts(state, 0)[0]
    state = play(state, kept)
    assert len(state.command_hands[0]) == 5


def test_cavalry_charge() -> None:  # SB-5.7
    state = ordering("cavalry-charge", "MSY C6, AY C7", "AY F6")
    assert ordered(state) == {"C6"}
    state = play(state, "order C6", "done", "move C6 D6 E6", "done", "declare E6 F6")
    state = play(state, "ready")
    assert state.roll is not None
    assert state.roll.dice == 5


def test_counter_attack_copies_with_left_and_right_exchanged() -> None:  # SB-5.8
    hand = ("counter-attack", "")
    state = at(LINE, "AY K6", phase="play", commands=hand)
    state.last_effects, state.last_mirrored = ("", "order-2-left"), (False, False)
    state = play(state, "play counter-attack", "proceed")
    assert ordered(state) == {"C3", "D4"}  # the right
    state.last_mirrored = (False, True)  # SB-16.18
    none = at(LINE, "AY K6", phase="play", commands=hand)
    none, events = told(none, "play counter-attack", "proceed")
    assert "nothing_copied" in kinds(events)
    assert texts(none, 0)[0] == "draw dragon"


def test_a_copied_counter_attack_is_exchanged_once_more() -> None:  # SB-16.18
    state = at(LINE, "AY K6", phase="play", commands=("counter-attack", ""))
    state.last_effects, state.last_mirrored = ("", "order-2-left"), (False, True)
    state = play(state, "play counter-attack", "proceed")
    assert ordered(state) == {"C10"}


def test_stand_and_fire_shoots_twice_and_stands() -> None:  # SB-5.10
    state = ordering("stand-and-fire", "AB D6, AB D9, AY C1", "AB G7, AY E9")
    assert ordered(state) == {"D6"}
    state = play(state, "order D6", "done")
    assert texts(state, 0) == ["done"]
    state = play(state, "done", "aim D6 G7", "ready", "roll", "stand", dice=["S S"])
    assert "aim D6 G7" in texts(state, 0)
    state = play(state, "aim D6 G7", "ready", "roll", "stand", dice=["S S"])
    assert "aim D6 G7" not in texts(state, 0)


def test_infantry_assault_goes_two_hexes_and_fights() -> None:  # SB-5.11
    state = ordering("infantry-assault", "AY D6, SN D7, AB D5, AY A1", "AY G7")
    state = play(state, "order D6", "order D7", "order D5")
    assert ordered(state) == set()  # A1 does not touch the group
    state = play(state, "done", "move D6 E7 F7", "move D5 E6", "done")
    assert "declare F7 G7" in texts(state, 0)
    assert not [text for text in texts(state, 0) if " E6" in text]


def test_leadership_orders_around_a_leader() -> None:  # SB-5.12
    state = ordering("leadership", "AY C6, FL C6, AY C7, AY C9, AY D6")
    assert ordered(state) == {"C6"}
    assert ordered(play(state, "order C6")) == {"C7", "D6"}
    assert refused(play(state, "order C6"), "order C9")[0] == "SB-5.12"


def test_line_order_moves_one_hex() -> None:  # SB-5.13, SB-5.15
    state = ordering("line-order", "AY C6, AB C7, AY C9, ML C8")
    state = play(state, "order C6")
    assert ordered(state) == {"C7"}
    state = play(state, "order C7", "order leader C8", "order C9", "done")
    moves = [text.split() for text in texts(state, 0)[:-1]]
    assert all(len([w for w in move if w != "leader"]) == 3 for move in moves)
    assert refused(ordering("line-order", "AY C6"), "order A1")[1] == "E_NOBODY_THERE"


def test_shogun_orders_by_faces() -> None:  # SB-5.14
    state = at(
        "AY C6, AB C7, SN C8, FL C8",
        "AY K6",
        phase="play",
        commands=("shogun", ""),
        sizes=(3, 5),
    )
    state = play(state, "play shogun", "proceed", "roll", dice=["T H F"])
    assert state.tokens == (6, 5)
    state = play(state, "order C6")
    assert ordered(state) == {"C7", "C8", "leader C8"}
    state = play(state, "order leader C8")
    assert ordered(state) == set()


def test_after_shogun_both_decks_are_shuffled() -> None:  # SB-16.13
    state = at("AY C6", "AY K6", phase="play", commands=("shogun", ""), sizes=(2, 2))
    state.dragon_discard, state.dragon_deck = (
        state.dragon_deck[:5],
        state.dragon_deck[5:],
    )
    state = play(state, "play shogun", "proceed", "roll", dice=["X X"])
    assert state.dragon_discard == ()
    assert state.command_discard == ()


def test_first_strike_in_phase_1_is_a_pass() -> None:  # SB-5.9
    state = at("AY C6", "AY K6", phase="play", commands=("first-strike", ""))
    state = play(state, "play first-strike", "proceed")
    assert texts(state, 0) == ["draw dragon", "draw tokens"]


def test_a_dragon_card_is_sold_for_a_token() -> None:  # SB-4.7, SB-11.1
    state = at("AY C6", "AY K6", dragons=("war-cry", ""))
    state = play(state, "done", "draw tokens", "sell war-cry")
    assert state.tokens == (8, 5)
    assert state.dragon_discard == ("war-cry",)
    assert state.active == 1

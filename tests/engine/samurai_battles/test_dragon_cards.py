"""Dragon cards and their windows. [SB-12, SB-17.2]"""

from __future__ import annotations

from typing import Any

from engine.asking import asks_for
from engine.contract import Order
from engine.samurai_battles import rules
from engine.samurai_battles.rules.ending import banners_of
from engine.samurai_battles.state import State
from tests.engine.samurai_battles.table import (
    GAME,
    Dice,
    at,
    figures,
    kinds,
    leader,
    piece,
    play,
    texts,
    told,
)
from tests.engine.samurai_battles.test_command_cards import refused

ROLL = ["ready", "roll", "stand"]


def omen(held: str, red: str, yellow: str, **fields: Any) -> State:
    """Red has played a Command card and holds one Dragon card."""
    return at(red, yellow, phase="omen", dragons=(held, ""), **fields)


def test_one_dragon_card_a_turn_and_it_is_paid() -> None:  # SB-12.1, SB-12.2
    state = omen("tea-ceremony", "AY C6", "AY K6")
    state.has_played = (True, False)
    assert texts(state, 0) == ["proceed"]
    assert refused(state, "dragon tea-ceremony") == ("SB-12.1", "E_SECOND_DRAGON")
    poor = omen("red-dragon", "AY C6", "AY K6", tokens=(3, 5))
    assert refused(poor, "dragon red-dragon K6") == ("SB-12.2", "E_TOKENS")
    assert refused(poor, "dragon war-cry") == ("SB-12.4", "E_WINDOW")
    assert refused(poor, "dragon insult K6") == ("SB-12.4", "E_WINDOW")


def test_tokens_lie_on_the_card_until_the_end_of_the_turn() -> None:  # SB-11.3
    state = omen("red-dragon", "AY C6", "AY K6")
    state = play(state, "dragon red-dragon K6", dice=["X T C F"])
    assert figures(state, "K6") == 2
    assert state.tokens == (1, 5)
    assert state.pool == 20
    state = play(state, "done")
    assert state.pool == 24
    assert state.dragon_discard == ("red-dragon",)


def test_brave_messenger_orders_anybody() -> None:  # SB-12.14, SB-4.3
    state = omen("brave-messenger", "AY C1, AY C6", "AY K6", card="order-2-center")
    state = play(state, "dragon brave-messenger C1")
    assert texts(state, 0) == ["order C6", "done"]
    assert piece(state, "C1") in state.plain
    nobody = omen("brave-messenger", "AY C1", "AY K6", card="first-strike")
    nobody = play(nobody, "dragon brave-messenger C1")
    assert rules.decisions(nobody)[-1].point == "D-06"


def test_blue_dragon_cannot_be_ignored() -> None:  # SB-12.6
    state = omen("blue-dragon", "AY C6", "SN F6, FL F6")
    state = play(state, "dragon blue-dragon F6", dice=["F H C"])
    assert rules.decisions(state)[0].point == "D-15"
    state = play(state, "yellow retreat G6 H6", dice=["F F X H"])
    assert state.tokens == (2, 0)  # 6 were due, 5 were there
    assert refused(omen("blue-dragon", "AY C6", "FL F6"), "dragon blue-dragon F6")


def test_figures_removed_by_a_card_need_no_check() -> None:  # SB-12.5, SB-16.17
    state = omen("red-dragon", "AY C6", "AY F6 1, FL F6")
    state = play(state, "dragon red-dragon F6", dice=["T C C C"])
    assert state.banners == (1, 0)
    assert leader(state, "F6")


def test_ninjas() -> None:  # SB-12.7, SB-10.7
    state = omen("ninja-assassin", "AY C6", "AY F6, FL F6")
    dead = play(state, "dragon ninja-assassin F6", dice=["X C"])
    assert dead.banners == (1, 0)
    camp: dict[str, Any] = {"terrain": {"camp": {"yellow": "F6"}}}
    state = omen("ninja-assassin", "AY C6", "CU F6, AC F6", **camp)
    assert play(state, "dragon ninja-assassin F6", dice=["X C"]).banners == (0, 0)
    state = omen("ninja-thief", "AY C6", "AY F6")
    assert texts(state, 0) == ["dragon ninja-thief tokens", "proceed"]
    assert play(state, "dragon ninja-thief tokens").tokens == (6, 3)


def test_physician_and_tea() -> None:  # SB-12.12
    state = omen("physician", "AY C6 2, AY C8", "AY K6")
    assert texts(state, 0) == ["dragon physician C6", "proceed"]
    state = play(state, "dragon physician C6", dice=["T T T C"])
    assert figures(state, "C6") == 4
    near = omen("physician", "AY C6 2", "AY D6")
    assert texts(near, 0) == ["proceed"]
    tea = play(omen("tea-ceremony", "AY C6", "AY K6"), "dragon tea-ceremony")
    assert tea.tokens == (8, 6)


def test_rice_famine() -> None:  # SB-12.11, SB-9.14
    yellow = "AB F6, AB F8, AA F10, AY H6"
    state = omen("rice-famine", "AY C6", yellow, tokens=(5, 1))
    state = play(state, "dragon rice-famine", dice=["C H T", "C F F F"])
    assert texts(state, 1) == ["lose F6", "lose F8", "lose F10"]
    state = play(state, "yellow lose F8", dice=["C F F F"])
    assert figures(state, "H6") == 3
    assert state.tokens == (3, 0)
    assert texts(state, 1) == ["lose F6", "lose F8", "lose F10"]


def test_turncoat() -> None:  # SB-12.10
    state = omen("turncoat", "AY C6", "AY F6, SN F8, FL F8", tokens=(5, 1))
    assert texts(state, 0) == ["dragon turncoat F6", "proceed"]
    state = play(state, "dragon turncoat F6", dice=["H C C C C", "C C C"])
    assert state.unit_seat[piece(state, "F6")] == 0
    assert banners_of(state, 0) == 0


def test_insult() -> None:  # SB-12.7, SB-12.8
    state = at("SN E6, FL E6", "AY F6", phase="omen", dragons=("", "insult"))
    state = play(state, "proceed")
    assert [one.point for one in rules.decisions(state)] == ["D-04", "D-05"]
    state = play(state, "yellow dragon insult E6", "order E6", "done", "done")
    assert texts(state, 0) == ["done"]
    assert refused(state, "declare E6 F6") == ("SB-12.7", "E_INSULTED")


def test_false_orders() -> None:  # SB-12.13, SB-12.3
    red = "AY C5, AY C6, AY C7"
    state = at(red, "AY K6", phase="omen", dragons=("", "false-orders"))
    state = play(state, "proceed", "yellow dragon false-orders", "order C5", "order C6")
    assert texts(state, 0) == ["done"]
    one = at(red, "AY K6", phase="omen", card="order-1-center", dragons=("", "war-cry"))
    assert [d.point for d in rules.decisions(play(one, "proceed"))] == ["D-05"]


def test_hidden_traps_for_those_who_stay() -> None:  # SB-6.9
    state = at(
        "AY E6", "AY K6", phase="moves", orders="E6", dragons=("", "hidden-traps")
    )
    state = play(state, "done", "yellow dragon hidden-traps E6", dice=["T C"])
    assert figures(state, "E6") == 3


def test_pit_of_spears_takes_the_bonus_melee() -> None:  # SB-8.11
    state = at("MSY E6", "AY F6, AY G6", orders="E6", dragons=("", "pit-of-spears"))
    state = play(state, "declare E6 F6", *ROLL, dice=["T T T T"])
    state = play(state, "advance")
    assert "declare F6 G6" in texts(state, 0)
    state = play(state, "yellow dragon pit-of-spears", dice=["X S C"])
    assert figures(state, "F6") == 2
    assert texts(state, 0) == ["done"]


def test_ambush_fights_first_with_a_die_more() -> None:  # SB-8.3, SB-5.9
    state = at("SN E6", "AY F6", orders="E6", dragons=("", "ambush"))
    state = play(state, "declare E6 F6", "yellow dragon ambush", "yellow ready")
    assert state.roll is not None
    assert state.roll.dice == 4
    state = play(
        state, "yellow roll", "yellow stand", *ROLL, dice=["C C C C", "C C C C"]
    )
    assert texts(state, 0) == ["done"]  # no battle back


def test_the_roller_answers_last() -> None:  # SB-16.23, SB-12.8
    dragons = ("fortunes-smile", "loyal-retainer")
    state = at("SN E6", "AY F6, FL F6", orders="E6", dragons=dragons)
    state = play(state, "declare E6 F6", "ready", "roll", dice=["T C C C"])
    assert [one.point for one in rules.decisions(state)] == ["D-13", "D-13"]
    state = play(state, "dragon fortunes-smile C C", dice=["T F"])
    state = play(state, "yellow dragon loyal-retainer", "stand")
    assert figures(state, "F6") == 3


def test_iron_resolve_ignores_every_flag() -> None:  # SB-9.3, SB-12.12
    state = at("SN E6", "AY F6", orders="E6", dragons=("", "iron-resolve"))
    state = play(state, "declare E6 F6", "ready", "roll", dice=["F F F C"])
    state = play(state, "yellow dragon iron-resolve", "stand")
    assert texts(state, 1)[-1] == "ignore 3"


def test_take_cover_blanks_dice() -> None:  # SB-12.7
    state = at("AA D6", "AB G7", orders="D6", dragons=("", "take-cover"))
    state = play(state, "aim D6 G7", "ready", "roll", dice=["X F"])
    assert "dragon take-cover F X" in texts(state, 1)
    state = play(state, "yellow dragon take-cover X", "stand", "yellow retreat H6")
    assert figures(state, "H6") == 4


def test_cards_before_the_roll() -> None:  # SB-12.7, SB-8.4
    for card, dice in (("war-cry", 5), ("favor-of-hachiman", 4), ("unerring-blade", 3)):
        state = at("AY E6", "SN F6", orders="E6", dragons=(card, ""))
        state = play(state, "declare E6 F6", f"ready {card}")
        assert state.roll is not None
        assert state.roll.dice == dice
    plain = at("SN E6", "AY F6", orders="E6", dragons=("unerring-blade", ""))
    assert texts(play(plain, "declare E6 F6"), 0) == ["ready"]
    back = at("AY E6", "AY F6", orders="E6", dragons=("", "desperate-courage"))
    back = play(back, "declare E6 F6", *ROLL, dice=["C C C"])
    assert "ready desperate-courage" in texts(back, 1)


def test_pursuit_and_trophies() -> None:  # SB-12.15, SB-12.12
    state = at(
        "AY E6", "AY F6 1, AY G6", orders="E6", dragons=("relentless-pursuit", "")
    )
    state = play(state, "declare E6 F6", *ROLL, dice=["T C C"])
    state = play(state, "dragon relentless-pursuit", "advance")
    assert "declare F6 G6" in texts(state, 0)
    state = at("AY E6", "AY F6 1, AY G6", orders="E6", dragons=("trophy-heads", ""))
    state = play(state, "declare E6 F6", *ROLL, dice=["T C C"])
    assert play(state, "dragon trophy-heads").tokens == (8, 5)


def test_a_duel_of_leaders() -> None:  # SB-12.9, SB-16.21
    dragons = ("issue-challenge", "")
    state = at("SN E6, FL E6", "AY F6, FL F6", orders="E6", dragons=dragons)
    state, events = told(
        state,
        "declare E6 F6 challenge",
        "duel",
        dice=["X X C C C C C", "X C C C H"],
    )
    assert "duel_lost" in kinds(events)
    assert not leader(state, "F6")
    assert state.tokens == (5, 6)
    assert len(state.command_hands[1]) == 4
    assert state.banners == (0, 0)
    assert rules.decisions(state)[-1].point == "D-11"


def test_a_duel_with_two_cards_is_one_duel() -> None:  # SB-16.19
    dragons = ("issue-challenge", "issue-challenge")
    state = at("SN E6, FL E6", "AY F6, FL F6", orders="E6", dragons=dragons)
    steps = ["declare E6 F6 challenge", "yellow dragon issue-challenge", "duel"]
    state = play(state, *steps, dice=["X C C C C C C", "X C C C C C C"])
    assert leader(state, "E6")
    assert leader(state, "F6")


def test_the_defender_may_challenge() -> None:  # SB-12.9
    dragons = ("", "issue-challenge")
    state = at("SN E6, FL E6", "AY F6, ML F6", orders="E6", dragons=dragons)
    state = play(state, "declare E6 F6")
    assert rules.decisions(state)[0].point == "D-09"
    dice = ["C C C C C", "X C C C C C C C"]
    state = play(state, "yellow dragon issue-challenge", dice=dice)
    assert not leader(state, "E6")


def test_whether_a_reaction_is_listed_is_public() -> None:  # SB-17.2
    for held in ("dust-cloud", "tea-ceremony"):
        state = at("SN E6", "AY F6", orders="E6", dragons=("", held))
        state = play(state, "declare E6 F6", "ready")
        points = [(one.point, one.waits) for one in rules.decisions(state)]
        assert points == [("D-12", False), ("D-11", False)]
    none = at("SN E6", "AY F6", orders="E6")
    none = play(none, "declare E6 F6", "ready")
    assert [one.point for one in rules.decisions(none)] == ["D-11"]


def test_the_table_waits_where_ask_says_so() -> None:  # SB-17.3
    state = at("SN E6", "AY F6", orders="E6", dragons=("", "tea-ceremony"))
    state = play(state, "declare E6 F6")
    state, _ = GAME.apply(state, 1, Order.read("ask rolls"), Dice())
    assert asks_for(state, 1, "rolls")
    state = play(state, "ready")
    assert [(one.seat, one.waits) for one in rules.decisions(state)] == [(1, True)]
    assert texts(state, 0) == []
    state = play(state, "yellow pass")
    assert [one.seat for one in rules.decisions(state)] == [0]


def test_cards_beat_rules_but_not_terrain() -> None:  # SB-0.3, SB-12.3, SB-12.15
    fields: dict[str, Any] = {"terrain": {"village": ["F6"]}}
    dragons = ("relentless-pursuit", "")
    state = at("AY E6", "AY F6 1, AY G6", orders="E6", dragons=dragons, **fields)
    state = play(state, "declare E6 F6", *ROLL, dice=["T C"])
    state = play(state, "dragon relentless-pursuit", "advance")
    assert texts(state, 0) == ["done"]

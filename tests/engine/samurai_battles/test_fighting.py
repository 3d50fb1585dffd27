"""Fire and melee. [SB-7, SB-8]"""

from __future__ import annotations

from engine.samurai_battles import rules
from engine.samurai_battles.rules.retreat import sources
from tests.engine.samurai_battles.table import (
    at,
    figures,
    kinds,
    leader,
    play,
    texts,
    told,
)
from tests.engine.samurai_battles.test_command_cards import refused


def test_who_may_not_shoot() -> None:  # SB-7.2
    near = at("AB D6, AY A1", "AY E6, AB G7", orders="D6")
    assert [text for text in texts(near, 0) if text.startswith("aim")] == []
    assert refused(near, "aim D6 G7") == ("SB-7.2", "E_ENEMY_NEAR")
    moved = at("AA D6", "AB G7", orders="D6", moved={"D6": 1})
    assert refused(moved, "aim D6 G7") == ("SB-7.2", "E_MOVED_NO_FIRE")
    far = at("AB D6", "AB H6", orders="D6")
    assert refused(far, "aim D6 H6") == ("SB-7.1", "E_RANGE")
    hidden = at("AB D6, AY E6, AY E7", "AB F6", orders="D6")
    assert refused(hidden, "aim D6 F6") == ("SB-2.8", "E_SIGHT")


def test_dice_of_fire() -> None:  # SB-7.3
    moved = play(
        at("AB D6", "AB G7", orders="D6", moved={"D6": 1}), "aim D6 G7", "ready"
    )
    assert moved.roll is not None
    assert moved.roll.dice == 1
    shogun = at("AB D6", "AB G7", orders="D6", card="shogun")
    shogun = play(shogun, "aim D6 G7", "ready")
    assert shogun.roll is not None
    assert shogun.roll.dice == 3


def test_a_bow_drives_a_lone_leader_away() -> None:  # SB-7.6, SB-9.10, SB-16.4
    state = at("AB D6", "FL G7, AY A1", orders="D6")
    state = play(state, "aim D6 G7", "ready", "roll", "stand", dice=["X X"])
    assert rules.decisions(state)[0].point == "D-16"
    state = play(state, "yellow flee H6")
    assert state.tokens == (5, 2)
    assert leader(state, "H6")
    shot = at("AA D6", "FL G7, AY A1", orders="D6")
    shot = play(shot, "aim D6 G7", "ready", "roll", "stand", dice=["X C"])
    assert shot.banners == (1, 0)


def test_who_may_fight() -> None:  # SB-8.1, SB-8.2
    state = at("AY E6, AY E8", "AY F6, AY F8", orders="E6")
    assert texts(state, 0) == ["declare E6 F6", "done"]
    assert refused(state, "declare E8 F8") == ("SB-8.1", "E_NO_ORDER")
    assert refused(state, "declare E6 F8") == ("SB-8.1", "E_NO_TARGET")
    done = at("AY E6", "AY F6", orders="E6", battled=frozenset({0}))
    assert refused(done, "declare E6 F6") == ("SB-4.6", "E_HAS_BATTLED")


def test_the_steps_of_a_melee() -> None:  # SB-8.3
    state = at("AY E6", "SN F6", orders="E6")
    steps = ["declare E6 F6", "ready", "roll", "stand", "yellow ready", "yellow roll"]
    state, events = told(state, *steps, "yellow stand", dice=["C C C", "C C C C"])
    wanted = ["melee_declared", "roll_readied", "dice_rolled", "roll_settled"]
    assert kinds(events)[:4] == wanted
    assert state.fight is None
    assert [one.won for one in state.battles] == [False]


def test_hits_and_tokens() -> None:  # SB-8.6, SB-8.8, SB-11.1
    state = at("SN E6", "AY F6", orders="E6")
    state = play(state, "declare E6 F6", "ready", "roll", "stand", dice=["T X H H"])
    assert figures(state, "F6") == 2
    assert state.tokens == (7, 5)


def test_the_pool_may_be_short() -> None:  # SB-11.3
    state = at("SN E6", "AY F6", orders="E6", tokens=(14, 15))
    state = play(state, "declare E6 F6", "ready", "roll", "stand", dice=["C C H H"])
    assert state.tokens == (15, 15)


def test_inspiration_is_paid() -> None:  # SB-8.5, SB-11.2
    state = at("SN E6, ML E7", "AY F6", orders="E6")
    state = play(state, "declare E6 F6", "ready inspire")
    assert state.tokens == (4, 5)
    assert state.roll is not None
    assert state.roll.dice == 5
    village = at("SN E6, FL E6", "AY F6", orders="E6", terrain={"village": ["E6"]})
    assert texts(play(village, "declare E6 F6"), 0) == ["ready"]


def test_flags_make_hexes_of_retreat() -> None:  # SB-9.1, SB-9.3, SB-16.2
    state = at("SN E6", "SN F6, FL F6, AY H6", orders="E6")
    steps = ["declare E6 F6", "ready", "roll", "stand"]
    state = play(state, *steps, dice=["F F F C"])
    assert texts(state, 1) == ["ignore 0", "ignore 1", "ignore 2"]
    state = play(state, "yellow ignore 2", "yellow retreat G6")
    assert figures(state, "G6") == 4
    assert state.tokens == (5, 2)  # SB-16.10


def test_sources_of_courage() -> None:  # SB-9.2, SB-9.6, SB-10.2, SB-16.22
    state = at("", "SN F6, FL F6, AY G6, FL G7", terrain={"village": ["F6"]})
    assert sources(state, 0) == 4
    assert sources(at("", "AY F6, AY G6"), 0) == 0


def test_a_unit_joins_in_retreat_and_the_rest_is_forgiven() -> None:  # SB-9.5
    state = at("SN E6", "AY F6, FL G6, AY G7", orders="E6")
    steps = ["declare E6 F6", "ready", "roll", "stand"]
    state = play(state, *steps, "yellow ignore 0", dice=["F F C C"])
    state = play(state, "remain")
    assert leader(state, "G6")
    assert figures(state, "G6") == 4
    assert state.tokens == (5, 4)


def test_the_leader_of_a_unit_lost_in_retreat_stays() -> None:  # SB-9.8, SB-16.17
    state = at("SN E6", "AY F6 1, FL F6, AY G6 1, AB G7, AB H1", orders="E6")
    state = play(state, "declare E6 F6", "ready", "roll", "stand", dice=["F F F C"])
    state = play(state, "yellow ignore 2")
    assert figures(state, "F6") == 0
    assert leader(state, "F6")
    assert state.banners == (1, 0)


def test_the_greatest_retreat_must_be_made() -> None:  # SB-9.7, SB-16.11
    state = at("MSY E6", "AB F6, AY H6, AY H7", orders="E6", tokens=(5, 9))
    state = play(state, "declare E6 F6", "ready", "roll", "stand", dice=["F F S S"])
    assert figures(state, "H5") == 4  # the only one, so nobody is asked


def test_a_lone_leader_may_flee_through_friends() -> None:  # SB-10.5
    state = at("AY E6", "FL F6, AY G6, SN G7, FL G7", orders="E6")
    state = play(state, "declare E6 F6", "ready", "roll", "stand", dice=["C T F"])
    found = texts(state, 1)
    assert "flee G6" in found
    assert "flee G7" not in found
    assert "flee G7 H7" in found
    assert found[-1] == "seppuku"
    edge = at("AY J6", "FL K6", orders="J6")
    edge = play(edge, "declare J6 K6", "ready", "roll", "stand", dice=["C T F"])
    assert texts(edge, 1) == ["flee exit 10", "flee exit 12", "seppuku"]
    edge = play(edge, "yellow flee exit 10")
    assert edge.fates == ("gone",)


def test_seppuku_costs_cards_and_gives_tokens() -> None:  # SB-10.6, SB-16.5
    state = at("AY E6", "FL F6, AY K1", orders="E6", dragons=("", "war-cry"))
    steps = ["declare E6 F6", "ready", "roll", "stand"]
    state = play(state, *steps, "yellow seppuku", dice=["C T F"])
    assert state.tokens == (5, 10)
    assert state.dragon_hands == (("war-cry",), ())
    assert len(state.command_hands[1]) == 4
    assert state.banners == (0, 0)


def test_a_test_of_honor_reaches_the_nearest_units() -> None:  # SB-9.13, SB-16.16
    yellow = "FL F6, AB H6, AB H8, AY K1"
    state = at("AY E6", yellow, orders="E6", tokens=(5, 0))
    steps = ["declare E6 F6", "ready", "roll", "stand", "yellow flee G7"]
    state = play(state, *steps, dice=["C T F", "C X H T"])
    assert rules.decisions(state)[0].point == "D-17"  # the nearest one has been found
    assert figures(state, "H6") == 3
    assert state.banners == (1, 0)
    assert figures(state, "K1") == 3
    assert state.tokens == (5, 0)


def test_equal_distance_is_the_owners_choice() -> None:  # SB-9.12, SB-17.8
    yellow = "FL F6, AB H6, AB H7 2, AY K1"
    state = at("AY E6", yellow, orders="E6", tokens=(5, 0))
    steps = ["declare E6 F6", "ready", "roll", "stand", "yellow flee G7"]
    state = play(state, *steps, dice=["C T F", "C F F F"])
    assert texts(state, 1) == ["lose H6", "lose H7"]
    assert rules.default(state, 1).text == "lose H6"
    assert figures(play(state, "yellow lose H7"), "H7") == 1


def test_nobody_is_inspired_by_default() -> None:  # SB-17.5
    state = at("SN E6, FL E6", "SN F6, FL F6", orders="E6")
    state = play(state, "declare E6 F6", "ready", "roll", "stand", dice=["C C C C"])
    assert rules.default(state, 1).text == "ready"
    assert "ready inspire" in texts(state, 1)


def test_the_match_ends_in_the_middle_of_a_step() -> None:  # SB-14.2, SB-14.1
    state = at("SN E6", "AY F6 1, FL F6", orders="E6", banners=1)
    state = play(state, "declare E6 F6", "ready", "roll", "stand", dice=["T C C C"])
    assert state.over == "banners"
    assert rules.decisions(state) == []
    assert [one.place for one in rules.score(state)] == [1, 2]

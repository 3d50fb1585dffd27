"""Sections, terrain, cards and scenarios as the data has them. [SB-1, SB-13]"""

from __future__ import annotations

import pytest

from engine.languages import LANGUAGES
from engine.samurai_battles.box import FACES, WORTH
from engine.samurai_battles.cards import (
    COMMAND,
    COMMAND_DECK,
    COMMANDS,
    DRAGON,
    DRAGON_DECK,
    DRAGONS,
    IN_WINDOW,
    WINDOWS,
)
from engine.samurai_battles.hexes import INDEX, LEFT, RIGHT
from engine.samurai_battles.scenario import NO_HEX, Special
from engine.samurai_battles.scenarios import SCENARIO, SCENARIOS
from engine.samurai_battles.terrain import (
    BATTLE_ON_ENTRY,
    FLAGS,
    FORD,
    IMPASSABLE,
    INSPIRATION,
    MELEE_CAP,
    NO_CAP,
    PLAIN,
    RANGED_CAP,
    RIVER,
    STOPS,
    TERRAIN_INDEX,
    TERRAINS,
    ruled_as,
)
from engine.samurai_battles.units import (
    CAVALRY,
    INFANTRY,
    LEADER_INDEX,
    LEADERS,
    MAY_LEAD,
    SWORDS_IGNORED,
    UNIT_INDEX,
    UNITS,
)


def test_units_have_the_numbers_of_the_table() -> None:  # SB-1.2
    told = [
        (u.id, u.class_, u.symbol, u.figures, u.move_battle, u.move, u.melee)
        for u in UNITS
    ]
    assert told == [
        ("AY", "infantry", "T", 4, 1, 2, 3),
        ("AB", "infantry", "C", 4, 2, 2, 2),
        ("AA", "infantry", "C", 4, 2, 2, 2),
        ("SN", "infantry", "S", 4, 1, 1, 4),
        ("MSY", "cavalry", "S", 4, 2, 2, 4),
        ("CU", "infantry", "S", 3, 1, 1, 4),
    ]
    shooters = {u.id: (u.ranges, u.moved) for u in UNITS if u.ranged}
    assert shooters == {
        "AB": ({2: 2, 3: 2}, {2: 1, 3: 1}),
        "AA": ({2: 2, 3: 2, 4: 1}, {}),
    }


def test_leaders_have_the_numbers_of_the_table() -> None:  # SB-1.3
    told = [(one.id, one.class_, one.move, one.inspires, one.status) for one in LEADERS]
    assert told == [
        ("FL", "infantry", 2, 0, 1),
        ("ML", "cavalry", 3, 1, 2),
        ("AC", "infantry", 2, 0, 3),
    ]
    mounted = UNIT_INDEX["MSY"]
    assert [MAY_LEAD[kind][mounted] for kind in range(3)] == [False, True, False]


@pytest.mark.parametrize(
    ("target", "ignored"),
    [("AB", "0 0 0 0"), ("AY", "1 0 0 0"), ("SN", "2 1 0 0"), ("MSY", "3 2 1 0")],
)
def test_swords_are_ignored_by_rank_and_class(
    target: str, ignored: str
) -> None:  # SB-8.7, SB-16.3
    rollers = [UNIT_INDEX[id] for id in ("AB", "AY", "SN", "MSY")]
    found = [SWORDS_IGNORED[roller][UNIT_INDEX[target]] for roller in rollers]
    assert found == [int(number) for number in ignored.split()]


CAPS = [  # class of the roller, his terrain, that of the target, base dice
    (INFANTRY, "plain", "plain", NO_CAP),
    (INFANTRY, "forest", "plain", 2),
    (INFANTRY, "hill", "plain", 3),
    (INFANTRY, "hill", "hill", 3),
    (INFANTRY, "plain", "hill", 2),
    (CAVALRY, "village", "plain", 1),
    (INFANTRY, "village", "plain", 2),
    (CAVALRY, "plain", "rice", 2),
    (INFANTRY, "plain", "rice", NO_CAP),
    (CAVALRY, "rice", "plain", 2),
    (INFANTRY, "ravine", "plain", 1),
    (CAVALRY, "plain", "ravine", 1),
    (INFANTRY, "plain", "ravine", 2),
    (CAVALRY, "plain", "palisade", 2),
    (INFANTRY, "ford", "plain", 2),
]


@pytest.mark.parametrize(("roller", "own", "target", "cap"), CAPS)
def test_terrain_caps_melee_dice(
    roller: int, own: str, target: str, cap: int
) -> None:  # SB-13.1
    assert MELEE_CAP[roller][TERRAIN_INDEX[own]][TERRAIN_INDEX[target]] == cap


def test_terrain_caps_fire() -> None:  # SB-13.1
    def cap(own: str, target: str) -> int:
        return RANGED_CAP[TERRAIN_INDEX[own]][TERRAIN_INDEX[target]]

    assert cap("village", "forest") == 1
    assert cap("plain", "ford") == 2
    assert cap("ford", "plain") == 1
    assert cap("hill", "camp") == NO_CAP


def test_terrain_stops_bars_and_shelters() -> None:  # SB-6.3, SB-13.1, SB-13.2
    def having(table: tuple[object, ...]) -> set[str]:
        return {TERRAINS[kind].id for kind, has in enumerate(table) if has}

    stop = {"forest", "ford", "village", "rice", "ravine"}
    assert having(STOPS[INFANTRY]) == stop
    assert having(STOPS[CAVALRY]) == stop | {"palisade"}
    assert having(IMPASSABLE) == {"river", "camp"}
    assert having(FLAGS) == {"bridge", "village", "palisade"}
    names = {one.id for one in TERRAINS}
    assert names - having(BATTLE_ON_ENTRY) == {"village", "ravine"}
    assert names - having(INSPIRATION) == {"village"}


def test_a_fordable_river_is_a_ford_and_its_fords_are_plain() -> None:  # SB-13.3
    assert [ruled_as(kind, True) for kind in (RIVER, FORD, PLAIN)] == [
        FORD,
        PLAIN,
        PLAIN,
    ]
    assert ruled_as(RIVER, False) == RIVER
    anegawa = SCENARIO["anegawa-1570"]
    assert anegawa.terrain[INDEX["E1"]] == RIVER
    assert anegawa.ground[INDEX["E1"]] == FORD


def test_the_decks_have_their_numbers_of_cards() -> None:  # SB-1.6
    assert (len(COMMANDS), len(COMMAND_DECK)) == (28, 60)
    assert (len(DRAGONS), len(DRAGON_DECK)) == (28, 38)
    kinds = [card.kind for card in COMMANDS for _ in range(card.count)]
    assert (kinds.count("section"), kinds.count("tactic")) == (39, 21)
    assert list(COMMAND_DECK) == sorted(COMMAND_DECK)
    assert list(DRAGON_DECK) == sorted(DRAGON_DECK)


def test_cards_say_what_they_order() -> None:  # SB-5.6
    flank = COMMAND["flank-attack"].orders
    assert [(one.section, one.number) for one in flank] == [(LEFT, 2), (RIGHT, 2)]
    assert COMMAND["advance-left"].orders[0].per_card
    charge = COMMAND["cavalry-charge"].march
    assert charge is not None
    assert (charge.battle, charge.most, charge.classes) == (3, 3, ("cavalry",))
    assert COMMAND["stand-and-fire"].march_cap == 0
    assert COMMAND["order-2-left"].march_cap is None
    assert [card.id for card in COMMANDS if card.draw == 2] == [
        f"order-1-{section}" for section in ("left", "center", "right")
    ]


def test_every_window_has_a_card() -> None:  # SB-12.4, SB-12.7
    assert len(WINDOWS) == 14
    assert all(IN_WINDOW[window.id] for window in WINDOWS)
    assert DRAGON["dust-cloud"].most_dice == 2
    assert DRAGON["iron-resolve"].ignore_limit == 0
    assert DRAGON["ninja-assassin"].kills_at == {"FL": 1, "ML": 1, "AC": 2}


def test_names_differ_in_every_language() -> None:  # SB-18.2
    for things in (UNITS, LEADERS, TERRAINS, COMMANDS, DRAGONS):
        for language in LANGUAGES:
            names = [one.name[language].casefold() for one in things]
            assert len(set(names)) == len(names)


SCENARIOS_TOLD = """
S01 5 3 5 5 3 5 5 red 10 10
S02 5 3 6 5 2 4 5 red 9 9
S03 5 2 9 6 2 10 6 red 9 12
S04 5 3 6 4 2 3 5 red 10 8
S05 2 2 7 3 2 5 5 yellow 11 9
S06 5 2 8 4 2 7 6 red 10 12
S07 6 3 8 4 3 7 7 red 12 12
S08 5 2 6 6 4 9 7 red 15 13
S09 6 3 9 4 3 7 8 red 14 14
"""


def test_the_scenarios_are_those_of_the_table() -> None:  # SB-3.1, SB-15.1
    for scenario, line in zip(SCENARIOS, SCENARIOS_TOLD.split("\n")[1:], strict=False):
        cards = [
            number
            for army in scenario.armies
            for number in (army.command_cards, army.dragon_cards, army.honor)
        ]
        first = ("red", "yellow")[scenario.first]
        units = [len(army.units) for army in scenario.armies]
        told = [scenario.id, *cards, scenario.banners, first, *units]
        assert " ".join(map(str, told)) == line
    assert len(SCENARIOS) == 9


def test_camps_and_switches_are_read() -> None:  # SB-15.3, SB-15.4, SB-15.5
    camps = {s.id: [a.camp != NO_HEX for a in s.armies] for s in SCENARIOS}
    assert [id for id, has in camps.items() if any(has)] == [
        *("S03", "S05", "S06", "S07", "S09")
    ]
    assert camps["S09"] == [True, True]
    growth = SCENARIO["anegawa-1570"].special.hand_growth
    assert growth is not None
    assert (growth.army, growth.from_own_turn, growth.until_command_size) == (1, 3, 5)
    group = SCENARIO["sekigahara-1600"].special.wavering_group
    assert group is not None
    assert (group.owner, group.dice, group.face) == (0, (2, 1), "H")
    assert group.hexes == tuple(INDEX[name] for name in ("D1", "D2", "C2"))
    banner = SCENARIO["nagashino-1575"].special.banner_for_order_one
    assert banner is not None
    assert banner.not_final
    assert len(banner.cards) == 3
    assert SCENARIO["first-skirmish"].special == Special()


def test_banners_and_faces_are_those_of_the_sheet() -> None:  # SB-0.5, SB-14.1
    assert FACES == ("C", "T", "S", "F", "X", "H")
    assert WORTH == {"unit": 1, "leader": 1, "camp": 3, "scenario": 1}
    assert LEADER_INDEX == {"FL": 0, "ML": 1, "AC": 2}

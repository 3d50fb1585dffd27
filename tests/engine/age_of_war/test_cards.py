"""The components and the cards: AOW-1 and AOW-2 against the sheet's own tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from random import Random

import pytest

from engine.age_of_war import (
    apply,
    decisions,
    default,
    options,
    position,
    score,
    setup,
    view,
)
from engine.age_of_war.board import (
    CARDS_OF,
    CENTRE,
    DATA,
    DICE,
    FACES,
    HAS_SPECIAL,
    INDEX,
    LEAST,
    POINTS,
    PRINTED,
    PROVINCE,
    PROVINCE_SLOTS,
    REQUIRED,
    SEATS,
    SET_POINTS,
    SETS,
    SLOTS,
    SPECIAL,
    SPECIAL_SYMBOLS,
    least_dice,
)
from engine.age_of_war.plans.vocabulary import find_card
from engine.age_of_war.rules.cards import points_of, rank_of
from engine.age_of_war.state import State
from engine.chance import Seeded
from engine.contract import Event
from engine.errors import OrderUnreadable
from engine.languages import LANGUAGES
from engine.registry import games

CARDS = {  # AOW-2.2: lines, points, min dice, castle, clan, city, province
    "A1": ("A CC I5", 3, 5, "Azuchi", "Oda", "Ying", "Chu"),
    "A2": ("A A I7", 2, 5, "Matsumoto", "Oda", "Shouchun", "Chu"),
    "A3": ("I10", 1, 4, "Odani", "Oda", "Chen", "Chu"),
    "A4": ("G A C", 1, 3, "Gifu", "Oda", "Pengcheng", "Chu"),
    "B1": ("AC AC I3", 3, 5, "Edo", "Tokugawa", "Linzi", "Qi"),
    "B2": ("G A C I3", 2, 4, "Kiyosu", "Tokugawa", "Jimo", "Qi"),
    "B3": ("G AA", 1, 3, "Inuyama", "Tokugawa", "Jucheng", "Qi"),
    "C1": ("AA CC", 4, 4, "Kasugayama", "Uesugi", "Handan", "Zhao"),
    "C2": ("G AC I6", 3, 5, "Kitanosho", "Uesugi", "Jinyang", "Zhao"),
    "D1": ("G I8", 2, 4, "Gassantoda", "Mori", "Dalian", "Wei"),
    "D2": ("CC I5 I2", 2, 5, "Takahashi", "Mori", "Anyi", "Wei"),
    "E1": ("G I4 I4", 2, 5, "Matsuyama", "Chosokabe", "Jicheng", "Yan"),
    "E2": ("GG C", 1, 3, "Marugame", "Chosokabe", "Wuyang", "Yan"),
    "F1": ("GG A C I4", 3, 6, "Kumamoto", "Shimazu", "Xinzheng", "Han"),
}
PROVINCES = {  # AOW-2.3: cards, city points, set points; AOW-1.5: the bonus
    "A": (4, 7, 10, 3),
    "B": (3, 6, 8, 2),
    "C": (2, 7, 8, 1),
    "D": (2, 4, 5, 1),
    "E": (2, 3, 4, 1),
    "F": (1, 3, 3, 0),
}


# ------------------------------------------------------------- components, AOW-1


def test_there_are_fourteen_cards_seven_dice_and_six_faces() -> None:  # AOW-1.1, 1.2
    assert len(SLOTS) == len(set(SLOTS)) == 14
    assert DICE == 7
    assert sorted(FACES) == ["1", "2", "3", "A", "C", "G"]  # AOW-1.3


def test_every_face_comes_up_one_time_in_six() -> None:  # AOW-1.2
    rolled: Counter[str] = Counter()
    for number in range(3000):
        rolled.update(Seeded("07" * 32).roll(f"roll {number}", DICE, FACES))
    assert set(rolled) == set(FACES)
    assert all(3300 < count < 3700 for count in rolled.values())  # 3500 expected


def test_two_to_six_may_play() -> None:  # AOW-1.4
    assert SEATS == games()["age_of_war"].seats == (2, 6)


def test_only_the_single_card_province_lacks_the_special_line() -> None:  # AOW-1.1
    assert [s for s in SLOTS if not HAS_SPECIAL[INDEX[s]]] == ["F1"]
    for data in DATA["sets"].values():
        assert [c["slot"] for c in data["cards"] if not c["special"]] == ["F1"]


def test_the_special_line_has_the_number_after_the_last() -> None:  # AOW-1.3, AOW-6.2
    assert SPECIAL_SYMBOLS == "G"
    for card, (centre, opponent) in enumerate(REQUIRED):
        assert centre == PRINTED[card]
        assert opponent == (*centre, SPECIAL)


# ---------------------------------------------------------------- card data, AOW-2


def test_the_cards_stand_in_the_order_of_the_sheet() -> None:  # AOW-2.2
    assert list(SLOTS) == list(CARDS)


@pytest.mark.parametrize("slot", CARDS)
def test_a_card_has_the_lines_points_and_names_of_the_sheet(
    slot: str,
) -> None:  # AOW-2.2
    lines, points, least, castle, clan, city, kingdom = CARDS[slot]
    card = INDEX[slot]
    assert " ".join(PRINTED[card]) == lines
    assert POINTS[card] == points
    assert LEAST[card] == (least, least + 1)
    assert SETS["sengoku-2014"].cards[card]["en"] == castle
    assert SETS["sengoku-2014"].provinces[PROVINCE[card]]["en"] == clan
    assert SETS["qin-2024"].cards[card]["en"] == city
    assert SETS["qin-2024"].provinces[PROVINCE[card]]["en"] == kingdom


@pytest.mark.parametrize(
    ("code", "least"),
    [
        ("G", 1),
        ("S", 1),
        ("AC", 2),
        ("GG", 2),
        ("I2", 1),
        ("I3", 1),
        ("I4", 2),
        ("I5", 2),
        ("I6", 2),
        ("I7", 3),
        ("I8", 3),
        ("I10", 4),
    ],
)
def test_least_dice_are_one_a_symbol_and_one_for_three_infantry(
    code: str, least: int
) -> None:  # AOW-2.2
    assert least_dice(code) == least


def test_the_provinces_stand_in_the_order_of_the_sheet() -> None:  # AOW-2.3
    assert list(PROVINCE_SLOTS) == list(PROVINCES)


@pytest.mark.parametrize("slot", PROVINCES)
def test_a_province_has_the_cards_and_points_of_the_sheet(slot: str) -> None:  # AOW-2.3
    cards, city_points, set_points, bonus = PROVINCES[slot]
    province = PROVINCE_SLOTS.index(slot)
    assert len(CARDS_OF[province]) == cards
    assert sum(POINTS[card] for card in CARDS_OF[province]) == city_points
    assert SET_POINTS[province] == set_points == city_points + bonus  # AOW-1.5


def test_two_sets_are_shipped_and_qin_is_the_default() -> None:  # AOW-2.1
    assert set(SETS) == {"qin-2024", "sengoku-2014"}
    choice = games()["age_of_war"].choices["set"]
    assert (choice.default, set(choice.values)) == ("qin-2024", set(SETS))


def test_both_sets_are_the_same_game_slot_by_slot() -> None:  # AOW-2.1
    cards, provinces = (
        [
            [[row[key] for key in keys] for row in data[part]]
            for data in DATA["sets"].values()
        ]
        for part, keys in (
            ("cards", ("slot", "lines", "points", "special")),
            ("provinces", ("slot", "set_points")),
        )
    )
    assert cards[0] == cards[1]
    assert provinces[0] == provinces[1]


@pytest.mark.parametrize(
    ("key", "card", "province"),
    [("qin-2024", "city", "province"), ("sengoku-2014", "castle", "clan")],
)
def test_each_set_has_its_own_words(
    key: str, card: str, province: str
) -> None:  # AOW-2.1
    assert SETS[key].word_card["en"] == card
    assert SETS[key].word_province["en"] == province
    for names in (*SETS[key].cards, *SETS[key].provinces):
        assert all(names[language] for language in LANGUAGES)


@pytest.mark.parametrize("key", ["qin-2024", "sengoku-2014"])
def test_a_match_stores_its_set_and_the_cards_by_slot(key: str) -> None:  # AOW-2.1
    choices = games()["age_of_war"].complete(2, {"set": key, "first_player": "0"})
    state, _ = setup(2, choices, Seeded("00" * 32))
    state.holder = tuple(int(slot == "D1") - 1 for slot in SLOTS)
    assert position(state)["set"] == view(state, None)["set"] == key
    assert position(state)["cards"] == {"D1": 0}


def test_tags_tell_what_is_known_and_what_is_our_own() -> None:  # AOW-2.4
    qin, sengoku = DATA["sets"]["qin-2024"], DATA["sets"]["sengoku-2014"]
    tags = ("src_lines", "src_points", "src_names")
    assert [qin[tag] for tag in tags] == ["D", "D", "D"]
    assert [sengoku[tag] for tag in tags] == ["P", "P", "P"]
    named = [row for row in (*qin["cards"], *qin["provinces"]) if "src_name" in row]
    assert [(row["name"], row["src_name"]) for row in named] == [
        ("Dalian", "R"),
        ("Wei", "R"),
    ]


def test_only_one_card_has_the_shape_of_dalian() -> None:  # AOW-2.4
    fitting = [
        slot
        for slot, lines in zip(SLOTS, PRINTED, strict=True)
        if "I8" in lines and len(lines) == 2
    ]
    assert fitting == ["D1"]


@pytest.mark.parametrize("word", ["Dalian", "DALIANG", "daliang", "Далянь", "D1"])
def test_dalian_is_also_called_daliang(word: str) -> None:  # AOW-2.4
    assert find_card(word, "qin-2024") == INDEX["D1"]


def test_names_belong_to_their_set() -> None:  # AOW-2.1
    assert find_card("gassantoda", "sengoku-2014") == INDEX["D1"]
    with pytest.raises(OrderUnreadable) as caught:
        find_card("dalian", "sengoku-2014")
    assert caught.value.code == "E_UNKNOWN_CARD"


# ------------------------------------------------ the seed's scoring example


def terms(holder: tuple[int, ...], seat: int) -> list[int]:
    """What a player adds up: face-up cards one by one, and whole provinces."""
    found = []
    for province, cards in enumerate(CARDS_OF):
        mine = [card for card in cards if holder[card] == seat]
        whole = len(mine) == len(cards)
        found += [SET_POINTS[province]] if whole else [POINTS[card] for card in mine]
    return sorted(found)


def test_thirty_divisions_give_the_sums_of_the_example() -> None:  # AOW-2.5
    katya, yevhen = sorted([2, 3, 2, 1, 1, 3, 4]), sorted([2, 2, 3, 1, 8])
    found = [
        holder
        for holder in product((0, 1), repeat=len(SLOTS))
        if terms(holder, 0) == katya and terms(holder, 1) == yevhen
    ]
    assert len(found) == 30
    cities = Counter((holder.count(0), holder.count(1)) for holder in found)
    assert cities == {(8, 6): 24, (7, 7): 6}
    for holder in found:
        whole = {
            PROVINCE_SLOTS[p]: {holder[card] for card in cards}
            for p, cards in enumerate(CARDS_OF)
        }
        if holder.count(0) == 8:
            assert (whole["E"], whole["C"]) == ({0}, {1})
            assert rank_of(holder, 0) > rank_of(holder, 1)  # Katya wins on cities
        else:
            assert (holder[INDEX["C1"]], whole["B"]) == (0, {1})
        assert points_of(holder, 0) == points_of(holder, 1) == 16


@pytest.mark.parametrize("seats", [2, 3])
def test_all_scores_together_are_thirty_and_the_bonuses(seats: int) -> None:  # AOW-1.5
    dice = Random(5)
    for _ in range(300):
        holder = tuple(dice.randrange(seats) for _ in SLOTS)
        whole = [p for p, c in enumerate(CARDS_OF) if len({holder[x] for x in c}) == 1]
        bonus = sum(PROVINCES[PROVINCE_SLOTS[p]][3] for p in whole)
        total = sum(points_of(holder, seat) for seat in range(seats))
        assert total == 30 + bonus
        assert 30 <= total <= 38


# --------------------------------------------- invariants through random play


def random_match(seed: int) -> Iterator[tuple[State, list[Event]]]:
    """Half the orders are any option, half are good play: all corners are seen."""
    dice = Random(seed)
    seats = dice.randint(2, 6)
    choices = games()["age_of_war"].complete(seats, {"turn_cap": "60"})
    chance = Seeded(dice.randbytes(32).hex())
    state, events = setup(seats, choices, chance)
    yield state, events
    while decisions(state):
        legal = options(state, state.seat)
        good = default(state, state.seat)
        order = good if dice.random() < 0.7 else dice.choice(legal[:-1])
        state, events = apply(state, state.seat, order, chance.again())
        yield state, events


@pytest.mark.parametrize("seed", range(12))
def test_the_invariants_hold_at_every_step_of_a_match(seed: int) -> None:  # AOW-1.5
    cards = dict.fromkeys(SLOTS, CENTRE)  # as the events tell it
    face_down: dict[str, int] = {}
    for state, events in random_match(seed):
        for event in events:
            if event.kind in ("card_conquered", "card_taken"):
                former = event.data.get("former", CENTRE)
                assert cards[event.data["card"]] == former != event.data["seat"]
                assert event.data["card"][0] not in face_down
                cards[event.data["card"]] = event.data["seat"]
            elif event.kind == "province_subdued":
                assert event.data["province"] not in face_down
                face_down[event.data["province"]] = event.data["seat"]
        placed = sum(len(dice) for dice in state.placed)
        assert len(state.hand) + placed + state.lost == 7
        assert dict(zip(SLOTS, state.holder, strict=True)) == cards
        assert face_down == held_by_one(cards) == view(state, None)["subdued"]
        assert (view(state, None)["target"] is None) == (state.placed == ())
        if CENTRE not in state.holder:
            bonus = sum(PROVINCES[slot][3] for slot in face_down)
            assert sum(s.points for s in score(state)) == 30 + bonus
    assert state.over


def held_by_one(cards: dict[str, int]) -> dict[str, int]:
    """Provinces of which one player, not the centre, holds every card."""
    found = {}
    for slot in PROVINCES:
        holders = {of for card, of in cards.items() if card[0] == slot}
        if len(holders) == 1 and CENTRE not in holders:
            found[slot] = holders.pop()
    return found


def test_a_state_is_never_changed_by_an_order() -> None:  # AOW-1.5
    steps = [state for state, _ in random_match(3)]
    copies = [state.copy() for state, _ in random_match(3)]
    assert steps == copies
    assert all(before != after for before, after in pairwise(steps))

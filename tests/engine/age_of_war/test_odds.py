"""The exact probabilities of AOW-11 and the play of `auto`, AOW-10.9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import pytest

from engine.age_of_war import faults, odds, rules
from engine.age_of_war.board import (
    CENTRE,
    DICE,
    FACES,
    INDEX,
    POINTS,
    REQUIRED,
    SLOTS,
)
from engine.age_of_war.odds import Goal
from engine.age_of_war.rules.cards import attackable, unfilled
from engine.age_of_war.state import Setup, State
from engine.chance import Seeded
from engine.contract import Order

Lines = tuple[str, ...]
Goals = tuple[tuple[float, Lines], ...]

TABLE = {  # AOW-11.2: from the centre, from an opponent
    "A1": (0.36969575, 0.19470546),
    "A2": (0.43085037, 0.23180576),
    "A3": (0.33831161, 0.23750168),
    "A4": (0.92288905, 0.78679161),
    "B1": (0.32730587, 0.18311831),
    "B2": (0.86993569, 0.64402569),
    "B3": (0.65834050, 0.51074610),
    "C1": (0.26996960, 0.20879342),
    "C2": (0.36600992, 0.13599020),
    "D1": (0.57204464, 0.31601410),
    "D2": (0.45814965, 0.28330905),
    "E1": (0.68669901, 0.34849332),
    "E2": (0.65834050, 0.57240250),
    "F1": (0.26620421, None),  # cannot occur
}
ALL_LINES = sorted({lines for both in REQUIRED for lines in both})


def near(value: float) -> object:
    return pytest.approx(value, rel=0, abs=1e-7)


def at(
    hand: str,
    holder: Mapping[int, str] | None = None,
    target: str = "",
    placed: Sequence[tuple[int, str]] = (),
    seats: int = 2,
) -> State:
    """Seat 0 to decide; `holder` names the cards of each seat that has some."""
    state = State(Setup(seats=seats))
    state.hand = hand
    state.filled = tuple(line for line, _ in placed)
    state.placed = tuple(dice for _, dice in placed)
    state.lost = DICE - len(hand) - sum(len(dice) for _, dice in placed)
    state.rolls = state.lost + len(state.placed) + ("?" not in hand)
    if target:
        state.target = INDEX[target]
    of = {slot: seat for seat, text in (holder or {}).items() for slot in text.split()}
    state.holder = tuple(of.get(slot, CENTRE) for slot in SLOTS)
    assert faults(state) == []
    return state


def others(*slots: str) -> str:
    return " ".join(slot for slot in SLOTS if slot not in slots)


def goals(**weights: float) -> list[Goal]:
    return [Goal(INDEX[slot], weight) for slot, weight in weights.items()]


def in_centre(weights: Iterable[float]) -> Goals:
    return tuple(
        (weight, lines) for weight, (lines, _) in zip(weights, REQUIRED, strict=True)
    )


# --------------------------------------------------- the sheet, read literally


@cache
def used(roll: str, code: str) -> int:
    """The fewest dice that fill the line, by trying all; 0 if none do."""
    for count in range(1, len(roll) + 1):
        if any(does_fill(dice, code) for dice in combinations(roll, count)):
            return count
    return 0


def does_fill(dice: tuple[str, ...], code: str) -> bool:
    if code[0] == "I":
        return set(dice) <= set("123") and sum(map(int, dice)) >= int(code[1:])
    return Counter(dice) == Counter(code.replace("S", "G"))


def over_all_rolls(dice: int, again: Fraction, goals: Goals) -> Fraction:
    return sum(
        (
            max([again, *fills_worth(roll, goals)])
            for roll in map("".join, product(FACES, repeat=dice))
        ),
        Fraction(0),
    ) / Fraction(6**dice)


def fills_worth(roll: str, goals: Goals) -> Iterable[Fraction]:
    for weight, lines in goals:
        for place, code in enumerate(lines):
            if count := used(roll, code):
                rest = lines[:place] + lines[place + 1 :]
                yield Fraction(weight) * slow_conquest(len(roll) - count, rest)


@cache
def slow_conquest(dice: int, lines: Lines) -> Fraction:
    if not lines or not dice:
        return Fraction(not lines)
    return over_all_rolls(dice, slow_conquest(dice - 1, lines), ((1.0, lines),))


@cache
def slow_expected(dice: int, goals: Goals) -> Fraction:
    if not dice:
        return Fraction(0)
    return over_all_rolls(dice, slow_expected(dice - 1, goals), goals)


# ------------------------------------------------------- AOW-11.1 and AOW-11.2


@pytest.mark.parametrize("slot", TABLE)
def test_the_reference_table(slot: str) -> None:  # AOW-11.2
    centre, opponent = TABLE[slot]
    assert odds.conquest(DICE, REQUIRED[INDEX[slot]][0]) == near(centre)
    if opponent is not None:
        assert odds.conquest(DICE, REQUIRED[INDEX[slot]][1]) == near(opponent)


def test_the_table_has_every_card() -> None:  # AOW-11.2
    assert list(TABLE) == list(SLOTS)


def test_the_exact_check_value() -> None:  # AOW-11.2
    exact = odds.conquest_exact(DICE, REQUIRED[INDEX["A3"]][0])
    assert exact == Fraction(1908828477005, 5642219814912)


@pytest.mark.parametrize(
    ("code", "chance"),
    [
        ("A", 0.72091835),
        ("S", 0.72091835),
        ("AA", 0.33020405),
        ("GG", 0.33020405),
        ("AC", 0.50036437),
        ("I2", 0.97395833),
        ("I3", 0.93750000),
        ("I4", 0.87268519),
        ("I5", 0.78423997),
        ("I6", 0.67283951),
        ("I7", 0.54651063),
        ("I8", 0.42115341),
        ("I10", 0.20640432),
    ],
)
def test_the_chance_to_fill_a_line_from_one_roll(
    code: str, chance: float
) -> None:  # AOW-11.2
    assert odds.fillable(DICE, code) == near(chance)


def test_one_die_fills_no_line_of_two() -> None:  # AOW-5.2
    assert [odds.fillable(1, code) for code in ("AA", "I4", "I3")] == [0, 0, 1 / 6]


def test_nothing_left_to_fill_is_conquest() -> None:  # AOW-11.1
    assert odds.conquest(0, ()) == odds.conquest(DICE, ()) == 1.0


@pytest.mark.parametrize("lines", ALL_LINES)
def test_too_few_dice_are_no_chance_and_enough_are_one(
    lines: Lines,
) -> None:  # AOW-11.1, AOW-4.8
    least = sum(-(-int(c[1:]) // 3) if c[0] == "I" else len(c) for c in lines)
    assert odds.conquest(least - 1, lines) == 0.0
    assert odds.conquest(least, lines) > 0.0


def test_the_special_line_is_one_more_general() -> None:  # AOW-11.1, AOW-6.3
    twice = odds.conquest_exact(DICE, ("G", "I8", "G"))
    assert odds.conquest_exact(DICE, ("G", "I8", "S")) == twice
    assert odds.conquest_exact(DICE, ("GG", "I8")) != twice


def test_the_float_is_the_exact_value_rounded() -> None:  # AOW-11.1
    for lines in ALL_LINES:
        assert odds.conquest(5, lines) == float(odds.conquest_exact(5, lines))


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize(
    "lines", [*(lines for lines in ALL_LINES if len(lines) < 4), ("CC", "A", "I2")]
)
def test_the_definition_read_literally(dice: int, lines: Lines) -> None:  # AOW-11.1
    assert odds.conquest_exact(dice, lines) == slow_conquest(dice, lines)


# ------------------------------------------------------------------- AOW-11.3


@pytest.mark.parametrize("lines", ALL_LINES)
def test_more_dice_are_never_worse(lines: Lines) -> None:  # AOW-11.3
    chances = [odds.conquest_exact(dice, lines) for dice in range(DICE + 1)]
    assert chances == sorted(chances)


@pytest.mark.parametrize("symbol", "ACGS")
@pytest.mark.parametrize("dice", range(DICE + 1))
def test_one_symbol_in_closed_form(dice: int, symbol: str) -> None:  # AOW-11.3
    missed = Fraction(5, 6) ** (dice * (dice + 1) // 2)
    assert odds.conquest_exact(dice, (symbol,)) == 1 - missed


@pytest.mark.parametrize("lines", [("G", "AA", "I5"), ("AC", "G"), ("GG", "A", "C")])
def test_symbols_may_be_exchanged_and_lines_too(lines: Lines) -> None:  # AOW-11.3
    value = slow_conquest(4, lines)
    for other in map("".join, permutations("ACG")):
        renamed = [code.translate(str.maketrans("ACG", other)) for code in lines]
        for order in permutations(renamed):
            assert odds.conquest_exact(4, order) == value


def test_symbols_are_not_exchanged_one_line_at_a_time() -> None:  # AOW-11.3
    assert odds.conquest(6, ("A", "AC")) != odds.conquest(6, ("G", "AC"))
    assert odds.conquest(6, ("AA", "I4")) != odds.conquest(6, ("AC", "I4"))


def test_the_cache_knows_what_is_alike() -> None:  # AOW-11.3
    assert odds.canonical(("S", "I5", "CC")) == odds.canonical(("AA", "C", "I5"))
    assert odds.canonical(("CA", "G")) == odds.canonical(("C", "GA"))
    assert odds.canonical(("AC", "CA")) == odds.canonical(("GA", "GA"))


def test_filling_is_not_always_right() -> None:  # AOW-11.3
    state = at("1112C", target="A1", placed=[(2, "CC")])
    assert odds.after_fill(state, INDEX["A1"], 3) == near(1 / 6)
    assert odds.conquest_exact(4, ("I5", "A")) == Fraction(464549, 1679616)
    assert odds.after_reroll(state) == odds.best(state) == near(0.27658048)
    assert odds.auto_order(state) == Order("reroll", ("1",))


# ------------------------------------------------------------------- AOW-11.4


@pytest.mark.parametrize(
    ("weights", "value"),
    [
        ([1.0] * len(SLOTS), 0.94556443),
        (list(POINTS), 1.74030911),
        ([points + 1 for points in POINTS], 2.61046373),
    ],
)
def test_the_reference_values_of_several_goals(
    weights: list[float], value: float
) -> None:  # AOW-11.4
    assert odds.expected(DICE, in_centre(weights)) == near(value)


@pytest.mark.parametrize("slot", SLOTS)
def test_one_goal_is_one_card(slot: str) -> None:  # AOW-11.4
    lines = REQUIRED[INDEX[slot]][1]
    value = 3 * odds.conquest(DICE, lines)
    assert odds.expected(DICE, ((3.0, lines),)) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize(
    "mixed",
    [
        ((1.0, ("G", "AA")), (2.0, ("GG", "C"))),
        ((2.0, ("G", "A", "C", "S")), (3.0, ("AA", "CC")), (1.0, ("I10",))),
        ((2.0, ("G", "I8")), (0.5, ("A", "I4")), (2.5, ("I4", "I4"))),
    ],
)
def test_several_goals_read_literally(dice: int, mixed: Goals) -> None:  # AOW-11.4
    value = float(slow_expected(dice, mixed))
    assert odds.expected(dice, mixed) == pytest.approx(value, abs=1e-12)


def test_no_goals_are_worth_nothing() -> None:  # AOW-11.4
    assert odds.expected(DICE, ()) == odds.expected(0, ((1.0, ("A",)),)) == 0.0


# ------------------------------------------------- AOW-11.5, from a position


def test_the_worked_decision() -> None:  # AOW-11.5
    state, card = at("332ACG1"), INDEX["D1"]
    assert odds.after_fill(state, card, 2) == near(0.83849442)
    assert odds.after_fill(state, card, 1) == near(0.46775942)
    assert odds.expected(6, ((1.0, REQUIRED[card][0]),)) == near(0.31480073)
    assert odds.auto_order(state, goals(D1=1)) == Order("fill", ("D1", "2"))


def test_an_opponents_card_also_asks_for_the_special_line() -> None:  # AOW-6.2
    state = at("332ACG1", {1: "D1"})
    value = odds.conquest(4, ("G", "S"))
    assert odds.after_fill(state, INDEX["D1"], 2) == value < 0.83849442
    assert odds.after_fill(at("332ACG1"), INDEX["D1"], 3) == 0.0


def test_a_line_that_does_not_fit_or_is_filled_gives_nothing() -> None:  # AOW-5.10
    state = at("AG11", target="D1", placed=[(2, "332")])
    card = INDEX["D1"]
    assert [odds.after_fill(state, card, line) for line in (1, 2)] == [1.0, 0.0]
    assert odds.after_fill(at("AACC111"), card, 1) == 0.0


def test_filled_lines_are_those_of_the_target_alone() -> None:  # AOW-5.8
    state = at("AG11", target="D1", placed=[(2, "332")])
    assert unfilled(state, INDEX["D1"]) == {1: "G"}
    assert unfilled(state, INDEX["E1"]) == {1: "G", 2: "I4", 3: "I4"}


def test_a_fill_that_leaves_too_few_dice_gives_nothing() -> None:  # AOW-10.7
    state = at("1112", target="A1", placed=[(2, "CC")])
    assert odds.after_fill(state, INDEX["A1"], 3) == 0.0


def test_best_play_in_siege_takes_the_better_way() -> None:  # AOW-10.9a
    state = at("AACC1", target="E1", placed=[(2, "22")])
    assert odds.best(state) == odds.after_reroll(state) == odds.conquest(4, ("G", "I4"))
    state.hand = "GACC1"
    assert odds.best(state) == odds.conquest(4, ("I4",)) > odds.after_reroll(state)
    state.hand = "GC133"
    assert odds.best(state) == max(odds.conquest(4, ("I4",)), odds.conquest(3, ("G",)))


# ------------------------------------------------- default weights, AOW-10.9


def weight(state: State, slot: str) -> float:
    return odds.default_weight(state, INDEX[slot])


def test_a_fresh_card_weighs_its_points_and_one() -> None:  # AOW-10.9
    state = at("332ACG1")
    assert [weight(state, slot) for slot in SLOTS] == [p + 1 for p in POINTS]


def test_an_opponents_card_weighs_its_points_alone() -> None:  # AOW-10.9
    assert weight(at("332ACG1", {1: "B1"}), "B1") == 3


def test_a_card_that_completes_a_province_weighs_its_set() -> None:  # AOW-10.9, 7.1
    assert weight(at("332ACG1", {0: "C1"}), "C2") == 8 - 4 + 1
    assert weight(at("332ACG1", {0: "C2", 1: "C1"}), "C1") == 8 - 3
    assert weight(at("332ACG1", {1: "C1"}), "C2") == 3 + 1


@pytest.mark.parametrize(
    ("mine", "last", "value"),
    [
        (others("A3", "A4", "F1"), "F1", 3 + 1 + 8),  # far ahead
        ("A1 A2 A3 A4 C1 E2", "F1", 3 + 1 + 8),  # 18 each, 7 cities, 2 provinces
        ("A1 A2 A3 A4 B1 B3 E2", "D1", 2 + 1 + 8),  # 17 each, 8 cities against 6
        ("A1 A2 A3 B1 C1", "F1", 0),  # 16 each, 6 cities against 8
        ("A1 A2 A3 A4 B1 B2", "F1", 0),  # 18 each, 7 cities, 2 provinces against 3
        ("A1 A2 B2 D1 D2 E2", "F1", 3 + 1 + 8),  # 16 each, 7 cities, 2 against 1
        ("A1 A2 A3 A4 B1 B2", "B3", 0),  # 18 against 20, though a province falls
        ("A1 A2", "A3", 0),  # far behind
    ],
)
def test_the_card_that_ends_the_match(
    mine: str, last: str, value: float
) -> None:  # AOW-10.9, AOW-8.4
    state = at("332ACG1", {0: mine, 1: others(*mine.split(), last)})
    assert weight(state, last) == value


def test_a_third_seat_may_be_the_winner() -> None:  # AOW-10.9, AOW-8.4
    state = at("332ACG1", {0: "A1", 1: "A2", 2: others("A1", "A2", "A3")}, seats=3)
    assert weight(state, "A3") == 0


def test_an_opponents_card_never_ends_the_match() -> None:  # AOW-10.9, AOW-8.1
    state = at("332ACG1", {0: others("A3", "E1", "E2"), 1: "E1 E2"})
    assert (weight(state, "A3"), weight(state, "E1")) == (10 - 6 + 1 + 8, 2)


# ------------------------------------------------------------ auto, AOW-10.9


def test_unrolled_dice_are_rolled() -> None:  # AOW-4.1
    assert odds.auto_order(at("???????")) == rules.ROLL


def test_in_siege_the_target_is_all_that_counts() -> None:  # AOW-10.9
    state = at("GACC1", target="E1", placed=[(2, "22")])
    assert odds.auto_order(state, goals(C1=9)) == Order("fill", ("E1", "1"))
    assert odds.auto_order(state, []) == Order("fill", ("E1", "1"))


def test_weights_decide_between_cards() -> None:  # AOW-10.9
    state = at("GG33211")
    assert odds.auto_order(state, goals(D1=1, E2=1)).args[0] == "E2"
    assert odds.auto_order(state, goals(D1=2, E2=1)).args[0] == "D1"


def test_a_better_goal_is_worth_a_reroll() -> None:  # AOW-10.9, AOW-5.11
    state = at("A111111")
    assert odds.auto_order(state, goals(A2=1, B2=1)).verb == "fill"
    assert odds.auto_order(state, goals(A2=1, B3=9)) == Order("reroll", ("A",))


def test_without_goals_every_card_counts_by_default() -> None:  # AOW-10.9
    state = at("3333311")
    assert odds.auto_order(state) == Order("fill", ("D1", "2", "333"))
    alike = [Goal(card, 1.0) for card in range(len(SLOTS))]
    assert odds.auto_order(state, alike) == Order("fill", ("A3", "1", "1333"))


def test_goals_out_of_reach_or_without_weight_are_dropped() -> None:  # AOW-10.9, 5.1
    state = at("332ACG1", {0: "B2 C1", 1: "E1 E2"})
    wanted = goals(B2=99, E2=99, A4=0, D1=1)
    assert odds.auto_order(state, wanted) == Order("fill", ("D1", "2"))
    assert odds.auto_order(state, goals(B2=99, E2=99, A4=0)) == rules.PASS


def test_it_passes_rather_than_lose_the_match() -> None:  # AOW-10.9, AOW-4.7
    mine = "D1 D2 E1 E2"
    state = at("GGAC332", {0: mine, 1: others(*mine.split(), "F1")})
    assert attackable(state.holder, 0) == [(INDEX["F1"], False)]
    assert odds.auto_order(state) == rules.PASS


def test_it_steals_rather_than_lose_the_match() -> None:  # AOW-10.9
    state = at("3331ACG", {0: "A1 A2", 1: others("A1", "A2", "A3")})
    assert odds.auto_order(state) == Order("fill", ("A4", "1"))
    assert odds.auto_order(state, goals(A3=1)) == Order("fill", ("A3", "1"))


def test_no_goal_is_left_when_nothing_is_named() -> None:  # AOW-10.9
    assert odds.auto_order(at("332ACG1"), []) == rules.PASS


def test_it_never_fills_what_puts_the_card_out_of_reach() -> None:  # AOW-9.18
    state = at("GGAC3")
    assert odds.auto_order(state, goals(F1=1)) == Order("reroll", ("G",))
    state = at("1112", target="A1", placed=[(2, "CC")])
    assert odds.auto_order(state) == Order("reroll", ("1",))


def test_the_fewest_dice_are_named_where_there_is_a_choice() -> None:  # AOW-5.4
    state = at("12333", target="D1", placed=[(1, "G")])
    assert odds.auto_order(state) == Order("fill", ("D1", "2", "233"))
    state.hand = "13A33"
    assert odds.auto_order(state) == Order("fill", ("D1", "2"))


# ------------------------------------------------------------- ties, AOW-10.9


def test_of_equals_the_card_with_more_city_points() -> None:  # AOW-10.9
    state = at("GGG1")
    even = odds.conquest(3, ("A", "C")) / odds.conquest(3, ("I8",))
    for more, slot in ((0, "D1"), (-1e-10, "D1"), (-1e-6, "A4"), (1e-6, "D1")):
        order = odds.auto_order(state, goals(A4=1, D1=even + more))
        assert order == Order("fill", (slot, "1"))


def test_of_equals_the_first_slot() -> None:  # AOW-10.9
    state = at("GC1")
    worth = odds.after_fill(state, INDEX["B3"], 1)
    assert worth == odds.after_fill(state, INDEX["E2"], 2) == near(1 / 36)
    assert odds.auto_order(state, goals(E2=1, B3=1)) == Order("fill", ("B3", "1"))


def test_the_slot_comes_before_the_line() -> None:  # AOW-10.9
    even = odds.conquest(2, ("G", "A")) / odds.conquest(2, ("GG",))
    order = odds.auto_order(at("C11"), goals(E2=even, A4=1))
    assert order == Order("fill", ("A4", "3"))


def test_of_equals_the_lower_line() -> None:  # AOW-10.9
    state = at("331AAC", target="E1", placed=[(1, "G")])
    worth = odds.after_fill(state, INDEX["E1"], 2)
    assert worth == odds.after_fill(state, INDEX["E1"], 3)
    assert odds.auto_order(state) == Order("fill", ("E1", "2", "13"))


@pytest.mark.parametrize(
    ("more", "verb"),
    [(0.0, "fill"), (0.9e-9, "fill"), (1.1e-9, "reroll"), (-1.1e-9, "fill")],
)
def test_of_equals_a_fill_before_a_reroll(more: float, verb: str) -> None:  # AOW-10.9
    state = at("G111111")
    worth = odds.after_fill(state, INDEX["B3"], 1)
    assert odds.best_action(state, goals(B3=1), worth + more).verb == verb


def test_a_worthless_fill_is_not_even_a_tie() -> None:  # AOW-9.18
    assert odds.best_action(at("GGAC3"), goals(F1=1), 0.0).verb == "reroll"


# ------------------------------------------------------------- whole matches


@pytest.mark.parametrize("seed", range(4))
def test_a_match_of_auto_players_ends(seed: int) -> None:  # AOW-10.9, AOW-9.17
    choices = {"set": "qin-2024", "first_player": "0", "turn_cap": "0"}
    chance = Seeded(f"{seed:064x}")
    state, _ = rules.setup(2 + seed, choices | {"dropout": "auto"}, chance)
    while not state.over:
        order = odds.auto_order(state)
        assert order in rules.options(state, state.seat)
        state, _ = rules.apply(state, state.seat, order, chance)
        assert state.turn < 400
    assert state.over == "conquest"


# ---------------------------------------------------------------- AOW-11.1


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (0.83849442, "83.8 %"),
        (0.0, "0.0 %"),
        (1.0, "100.0 %"),
        (1 / 6, "16.7 %"),
        (0.0625, "6.3 %"),  # not to the even digit
        (0.0015, "0.2 %"),  # 100 * 0.0015 is a little less than 0.15
        (0.5005, "50.1 %"),
        (0.00049999, "0.0 %"),
        (1e-10, "0.0 %"),
        (0.9995, "100.0 %"),
        (0.99949999, "99.9 %"),
    ],
)
def test_per_cent_with_one_decimal_half_up(
    probability: float, text: str
) -> None:  # AOW-11.1
    assert odds.percent(probability) == text

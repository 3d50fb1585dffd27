"""Setup and the turn: AOW-3 and AOW-4."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, combinations_with_replacement

import pytest

from engine.age_of_war import (
    answer,
    apply,
    decisions,
    options,
    parse,
    setup,
    view,
)
from engine.age_of_war.board import CENTRE, FACES, INDEX, REQUIRED, SLOTS, dice_sets
from engine.age_of_war.odds import conquest
from engine.age_of_war.state import NO_TARGET, State
from engine.chance import Scripted, Seeded
from engine.contract import Event, Order, visible
from engine.errors import ChoiceRefused, OrderIllegal
from engine.registry import games
from tests.engine.age_of_war.table import at, kinds, play, told

AKI, BOTAN, CHIE, DOI = 0, 1, 2, 9  # Doi has no seat here
OPENING = "3 3 2 A C G 1"


def begin(
    seats: int, rolls: Mapping[str, str] | None = None, **choices: str
) -> tuple[State, list[Event]]:
    complete = games()["age_of_war"].complete(seats, choices)
    return setup(seats, complete, Scripted(rolls or {}))


def code(state: State, seat: int, order: str) -> str:
    with pytest.raises(OrderIllegal) as caught:
        play(state, seat, order)
    return caught.value.code


# ------------------------------------------------------------------ setup, AOW-3


def test_all_cards_begin_in_the_centre_and_nobody_holds_one() -> None:  # AOW-3.1
    state, _ = begin(3)
    assert state.holder == (CENTRE,) * 14
    assert view(state, AKI)["cards"] == dict.fromkeys(SLOTS)
    assert view(state, AKI)["subdued"] == {}
    assert [s["points"] for s in view(state, AKI)["standings"]] == [0, 0, 0]


@pytest.mark.parametrize("seats", range(2, 7))
def test_two_to_six_seats_are_set(seats: int) -> None:  # AOW-1.4, AOW-9.1
    state, _ = begin(seats)
    assert len(view(state, None)["standings"]) == seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 100])
def test_no_other_number_of_players_is_taken(seats: int) -> None:  # AOW-1.4 E_PLAYERS
    with pytest.raises(ChoiceRefused, match="2 to 6 players"):
        begin(seats)
    with pytest.raises(ChoiceRefused, match="2 to 6 players"):
        setup(seats, games()["age_of_war"].complete(2, {}), Seeded("00" * 32))


@pytest.mark.parametrize("seat", range(4))
def test_the_first_player_may_be_named(seat: int) -> None:  # AOW-3.2
    state, _ = begin(4, first_player=str(seat))
    assert (state.seat, state.turn) == (seat, 1)


@pytest.mark.parametrize("word", ["4", "6", "-1", "Aki", "Random", "", "1.0"])
def test_a_first_player_who_has_no_seat_is_refused(word: str) -> None:  # AOW-3.2
    with pytest.raises(ChoiceRefused, match="first_player"):
        begin(4, first_player=word)


def test_the_first_player_is_drawn_from_the_seed_by_default() -> None:  # AOW-3.2
    choices = games()["age_of_war"].complete(3, {})
    assert choices["first_player"] == "random"
    seeds = [f"{number:064x}" for number in range(60)]
    drawn = [setup(3, choices, Seeded(seed))[0].seat for seed in seeds]
    assert drawn == [setup(3, choices, Seeded(seed))[0].seat for seed in seeds]
    assert set(drawn) == {AKI, BOTAN, CHIE}


def test_the_draw_of_the_first_player_is_on_record() -> None:  # AOW-3.2
    chance = Scripted({"first player": "2"})
    state, _ = setup(3, games()["age_of_war"].complete(3, {}), chance)
    assert state.seat == CHIE
    names = [draw.name for draw in chance.drawn]
    assert names == ["first player", "turn 1 roll 1"]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_seats_follow_each_other_in_a_circle(seats: int) -> None:  # AOW-3.3
    first = seats - 1
    state, _ = begin(seats, first_player=str(first))
    movers = []
    for turn in range(1, 2 * seats + 1):
        assert state.turn == turn
        movers.append(state.seat)
        state, _ = play(state, state.seat, "pass")
    assert movers == [first, *range(first)] * 2


@pytest.mark.parametrize("stranger", [BOTAN, CHIE, DOI, -1])
@pytest.mark.parametrize("order", ["pass", "reroll A", "fill D1 1"])
def test_only_the_player_to_move_may_act(stranger: int, order: str) -> None:  # AOW-3.3
    state, _ = begin(3, {"turn 1 roll 1": OPENING}, first_player="0")
    assert code(state, stranger, order) == "E_NOT_YOUR_TURN"
    assert options(state, stranger) == []


def test_nothing_is_hidden_from_anybody() -> None:  # AOW-3.4
    state = at("G 1", {"D1": BOTAN, "C1": AKI}, "D1", [(2, "332")])
    views = [view(state, seat) for seat in (AKI, BOTAN, None)]
    for seen in views:
        del seen["you"]
    assert views[0] == views[1] == views[2]
    _, events = play(state, AKI, "fill D1 1")
    for seat in (AKI, BOTAN, None):
        assert visible(events, seat) == events


# ----------------------------------------------------------- opening roll, AOW-4.1


def test_a_match_begins_with_the_roll_of_seven_dice() -> None:  # AOW-4.1, AOW-3.1
    state, events = begin(2, {"turn 1 roll 1": OPENING}, first_player="1")
    assert [event.kind for event in events] == ["turn_begun", "dice_rolled"]
    assert events[1].data == {"seat": BOTAN, "roll": 1, "dice": OPENING}
    assert state.hand == OPENING.replace(" ", "")
    assert (state.lost, state.target, state.placed) == (0, NO_TARGET, ())


def test_every_later_turn_begins_so_too() -> None:  # AOW-4.1, AOW-4.6
    state = at("A 1 1", target="D1", placed=[(2, "332")])
    after, events = play(state, AKI, "pass", {"turn 2 roll 1": OPENING})
    assert [event.kind for event in events][1:] == ["turn_begun", "dice_rolled"]
    assert after.hand == OPENING.replace(" ", "")
    assert (after.lost, after.target, after.placed) == (0, NO_TARGET, ())
    assert (after.seat, after.turn, after.rolls) == (BOTAN, 2, 1)


def test_the_opening_roll_is_not_a_decision() -> None:  # AOW-4.1
    state, _ = begin(2, first_player="0")
    (decision,) = decisions(state)
    assert (decision.seat, decision.point, decision.waits) == (AKI, "open", True)
    assert Order("roll") not in options(state, AKI)
    assert code(state, AKI, "roll") == "E_NO_SUCH_ACTION"


def test_dice_written_down_unrolled_are_rolled_without_asking() -> None:  # AOW-4.1
    state = at(target="D1", placed=[(2, "332")])
    (decision,) = decisions(state)
    assert (decision.point, decision.waits) == ("roll", False)
    assert options(state, AKI) == [Order("roll")]
    after, events = play(state, AKI, "roll", {"turn 1 roll 2": "A A C 1"})
    assert [event.kind for event in events] == ["dice_rolled"]
    assert after.hand == "AAC1"


# --------------------------------------------------------------- decision, AOW-4.2


def test_the_choice_is_a_fill_a_reroll_or_to_pass() -> None:  # AOW-4.2, AOW-4.7
    state = at("3 3 2 G", target="E1", placed=[(2, "13")])
    assert [order.text for order in options(state, AKI)] == [
        "fill E1 1",
        "fill E1 3 23",
        "fill E1 3 33",
        "reroll 2",
        "reroll 3",
        "reroll G",
        "pass",
    ]


@pytest.mark.parametrize(
    "order",
    [
        "keep 3 3",
        "reroll 1 A",  # lose two
        "reroll",  # lose none [AOW-4.3]
        "take D1",
        "fill",
        "fill D1",
        "fill D1 2 33 2",
        "pass now",
        "roll",
        "roll 3",
        "",
        "FILL D1 2",
    ],
)
def test_nothing_else_is_an_action(order: str) -> None:  # AOW-4.2, AOW-9.7
    assert code(at(OPENING), AKI, order) == "E_NO_SUCH_ACTION"


# ----------------------------------------------------------------- reroll, AOW-4.3


def test_a_reroll_loses_one_die_and_rolls_all_others() -> None:  # AOW-4.3
    outcome = play(at(OPENING), AKI, "reroll A", {"turn 1 roll 2": "1 1 2 2 3 3"})
    assert kinds(outcome) == ["die_lost", "dice_rolled"]
    assert told(outcome, "die_lost") == {"seat": AKI, "die": "A"}
    after = outcome[0]
    assert (after.hand, after.lost, after.rolls) == ("112233", 1, 2)
    assert after.seat == AKI


def test_a_reroll_in_siege_leaves_the_placed_dice_alone() -> None:  # AOW-4.3, AOW-5.9
    state = at("A A C 1", target="D1", placed=[(2, "332")])
    after, _ = play(state, AKI, "reroll C", {"turn 1 roll 3": "G 2 A"})
    # the roll after one fill is the second, after one loss the third [AOW-10.14]
    assert (after.hand, after.lost, after.rolls) == ("G2A", 1, 3)
    assert (after.target, after.filled, after.placed) == (INDEX["D1"], (2,), ("332",))


def test_one_may_reroll_although_a_line_could_be_filled() -> None:  # AOW-4.3, AOW-5.11
    state = at("G", target="D1", placed=[(2, "332")])
    texts = [order.text for order in options(state, AKI)]
    assert texts == ["fill D1 1", "reroll G", "pass"]


def test_losing_the_last_die_rolls_nothing_and_ends_the_turn() -> None:  # AOW-4.3
    chance = Scripted({})
    state = at("G", target="D1", placed=[(2, "332")])
    after, events = apply(state, AKI, Order("reroll", ("G",)), chance)
    assert [e.kind for e in events[:3]] == ["die_lost", "turn_ended", "turn_begun"]
    assert events[1].data == {"seat": AKI, "reason": "dice"}
    assert after.holder == state.holder
    assert [draw.name for draw in chance.drawn] == ["turn 2 roll 1"]


@pytest.mark.parametrize("face", ["2", "X", "?", "GG", "g", "", "Ｇ"])
def test_only_a_die_of_the_roll_can_be_lost(face: str) -> None:  # AOW-4.3
    assert code(at("G 1 1 A"), AKI, f"reroll {face}") == "E_NOT_IN_ROLL"


def test_which_die_is_lost_changes_only_the_record() -> None:  # AOW-4.4
    outcomes = [play(at(OPENING), AKI, f"reroll {face}") for face in "123ACG"]
    assert all(after == outcomes[0][0] for after, _ in outcomes)
    assert [told(outcome, "die_lost")["die"] for outcome in outcomes] == list("123ACG")
    assert len({str(events[1:]) for _, events in outcomes}) == 1


def test_without_a_word_the_first_die_of_the_roll_is_lost() -> None:  # AOW-4.4
    state = at("3 3 2 A C G 1")
    plan = parse(state, AKI, "step reroll")
    assert answer(state, AKI, plan).order == Order("reroll", ("3",))
    plan = parse(state, AKI, "step reroll drop c")
    assert answer(state, AKI, plan).order == Order("reroll", ("C",))


# ------------------------------------------------- after a fill, end, pass: 4.5 - 4.7


def test_after_a_fill_all_dice_in_hand_are_rolled() -> None:  # AOW-4.5
    outcome = play(at(OPENING), AKI, "fill D1 2", {"turn 1 roll 2": "A A C 1"})
    assert kinds(outcome) == ["line_filled", "dice_rolled"]
    after = outcome[0]
    assert (after.hand, after.lost, after.rolls, after.seat) == ("AAC1", 0, 2, AKI)
    assert [d.point for d in decisions(after)] == ["siege"]


def test_a_fill_with_the_last_dice_ends_the_turn_if_lines_remain() -> None:  # AOW-4.5
    state = at("1 1 1 1 1", target="D2", placed=[(1, "CC")])
    outcome = play(state, AKI, "fill D2 2")
    assert kinds(outcome)[:3] == ["line_filled", "turn_ended", "turn_begun"]
    assert told(outcome, "turn_ended")["reason"] == "dice"  # AOW-4.9: not hopeless
    assert outcome[0].holder == (CENTRE,) * 14


def test_progress_leaves_no_trace_on_the_card() -> None:  # AOW-4.6
    state = at("C 2", target="D1", placed=[(2, "332")])
    after, _ = play(state, AKI, "pass", {"turn 2 roll 1": OPENING})
    texts = [order.text for order in options(after, BOTAN)]
    assert {"fill D1 1", "fill D1 2"} <= set(texts)


def test_conquest_ends_the_turn_even_with_dice_in_hand() -> None:  # AOW-4.6
    outcome = play(at("G 1 1", target="D1", placed=[(2, "332")]), AKI, "fill D1 1")
    assert told(outcome, "turn_ended") == {"seat": AKI, "reason": "conquest"}
    assert (outcome[0].seat, len(outcome[0].hand)) == (BOTAN, 7)


@pytest.mark.parametrize(
    "state",
    [
        at(OPENING),
        at("A A C 1", target="D1", placed=[(2, "332")]),
        at("G", target="D1", placed=[(2, "332")]),
        at("1 1 A C", {"D1": BOTAN, "C1": AKI}),
    ],
    ids=["opening", "siege", "last die", "late"],
)
def test_to_pass_is_to_reroll_the_hand_away(state: State) -> None:  # AOW-4.7
    passed, events = play(state, AKI, "pass")
    assert events[0].kind == "turn_ended"
    assert events[0].data == {"seat": AKI, "reason": "pass"}
    rerolled = state
    while rerolled.turn == state.turn:
        rerolled, _ = play(rerolled, AKI, f"reroll {rerolled.hand[0]}")
    assert passed == rerolled


def test_to_pass_draws_no_dice_of_the_turn() -> None:  # AOW-4.7
    chance = Scripted({})
    apply(at(OPENING), AKI, Order("pass"), chance)
    assert [draw.name for draw in chance.drawn] == ["turn 2 roll 1"]


# -------------------------------------------------------------- viability, AOW-4.8


@pytest.mark.parametrize(
    ("slot", "opposed", "filled", "least", "useless"),
    [
        ("F1", False, (1,), 4, "G"),  # A C I4
        ("F1", False, (4,), 4, "3"),  # GG A C
        ("A3", True, (1,), 1, "A"),  # S
        ("A3", True, (2,), 4, "A"),  # I10
        ("D1", True, (3,), 4, "A"),  # G I8
        ("D1", True, (1,), 4, "A"),  # I8 S
        ("D1", True, (1, 3), 3, "A"),  # I8
        ("D2", False, (1,), 3, "A"),  # I5 I2
        ("A2", False, (1, 2), 3, "A"),  # I7
        ("B1", False, (1,), 3, "G"),  # AC I3
    ],
)
def test_dice_are_viable_if_enough_for_the_unfilled_lines(
    slot: str, opposed: bool, filled: tuple[int, ...], least: int, useless: str
) -> None:  # AOW-4.8
    state = besieged(INDEX[slot], opposed, filled)
    assert not ends_the_turn(state, useless * (least + 1))  # one can be lost
    assert ends_the_turn(state, useless * least)


# --------------------------------------------------------- hopeless turns, AOW-4.9

OWN_CHEAP = {"A4": AKI, "B3": AKI, "E2": AKI}  # the cards that ask for three dice
THEIR_CHEAP = {"A4": BOTAN, "B3": BOTAN, "E2": BOTAN}
SAFE_CHEAP = {**OWN_CHEAP, "E1": BOTAN, "E2": BOTAN, "F1": BOTAN}
OPEN_ROLLS = [
    # holder, roll, goes on?
    ({}, "1 1 1 1", True),  # no line fits, but three dice could take A4
    ({}, "1 1 C", True),  # C of A4, then G A with two dice
    ({}, "A A 1", True),  # AA of B3, then G with one die
    ({}, "1 1 1", False),
    ({}, "3 3 1", False),  # I3, I4, I5 fit, but no rest can be filled
    ({}, "3 3", False),
    (OWN_CHEAP, "G A C", False),  # one's own cards are no goals [AOW-5.1]
    (OWN_CHEAP, "G A C 1", True),  # B2: I3 does not fit, G A C do
    (OWN_CHEAP, "1 1 1 1", False),
    (OWN_CHEAP, "3 3 3 1", True),  # all of A3 at once
    (OWN_CHEAP, "2 2 2 2", False),  # I8 with four dice leaves none for G
    (THEIR_CHEAP, "G A C", False),  # an opponent's card asks for one more
    (THEIR_CHEAP, "G 1 1 1", True),  # G or S of A4
    (THEIR_CHEAP, "1 1 1 1", False),
    (SAFE_CHEAP, "G G C", False),  # face-down cards are no goals [AOW-7.2]
]


@pytest.mark.parametrize(("holder", "roll", "goes_on"), OPEN_ROLLS)
def test_an_open_turn_is_hopeless_if_no_card_can_fall(
    holder: dict[str, int], roll: str, goes_on: bool
) -> None:  # AOW-4.9
    state = at("GAC11"[: len(roll.split()) + 1], holder)
    name = f"turn 1 roll {state.rolls + 1}"
    outcome = play(state, AKI, "reroll G", {name: roll})
    if goes_on:
        assert kinds(outcome) == ["die_lost", "dice_rolled"]
    else:
        assert kinds(outcome)[:3] == ["die_lost", "dice_rolled", "turn_ended"]
        assert told(outcome, "turn_ended") == {"seat": AKI, "reason": "hopeless"}
        assert outcome[0].seat == BOTAN


SIEGE_ROLLS = [
    # target, holder, placed, roll, goes on?
    ("D1", {}, [(1, "G")], "A A A A", True),  # three dice are enough for I8
    ("D1", {}, [(1, "G")], "3 3 2", True),  # now or never
    ("D1", {}, [(1, "G")], "3 3 1", False),
    ("D1", {}, [(1, "G")], "A A C", False),  # though it would take nothing else
    ("D1", {}, [(1, "G")], "G A", False),  # two dice: A4 is not the target [AOW-5.8]
    ("D2", {}, [(1, "CC")], "2 1 1", True),  # I2 with one die, I5 with two
    ("D2", {}, [(1, "CC")], "1 1 A", False),  # I2 fits, with too many dice
    ("D1", {"D1": BOTAN}, [(2, "332")], "A G", True),  # G, then S
    ("D1", {"D1": BOTAN}, [(2, "332")], "A A", False),
    ("D1", {"D1": BOTAN}, [(2, "332"), (3, "G")], "A A", True),
    ("D1", {"D1": BOTAN}, [(2, "332"), (3, "G")], "A", False),
]


@pytest.mark.parametrize(("target", "holder", "placed", "roll", "goes_on"), SIEGE_ROLLS)
def test_a_siege_is_hopeless_if_its_card_cannot_fall(
    target: str,
    holder: dict[str, int],
    placed: list[tuple[int, str]],
    roll: str,
    goes_on: bool,
) -> None:  # AOW-4.9
    hand = "3" * (len(roll.split()) + 1)
    state = at(hand, holder, target, placed)
    name = f"turn 1 roll {state.rolls + 1}"
    outcome = play(state, AKI, "reroll 3", {name: roll})
    assert ("turn_ended" in kinds(outcome)) != goes_on
    if not goes_on:
        assert told(outcome, "turn_ended")["reason"] == "hopeless"


def test_a_fill_that_leaves_too_few_dice_ends_the_turn_unrolled() -> None:  # AOW-4.9
    chance = Scripted({})
    state = at("1 1 1 1 1 C", target="A1", placed=[(1, "A")])
    after, events = apply(state, AKI, Order.read("fill A1 3"), chance)
    assert [e.kind for e in events[:3]] == ["line_filled", "turn_ended", "turn_begun"]
    assert events[1].data["reason"] == "hopeless"
    assert [draw.name for draw in chance.drawn] == ["turn 2 roll 1"]
    assert after.holder == state.holder


def test_a_fill_that_leaves_just_enough_dice_goes_on() -> None:  # AOW-4.9, AOW-4.8
    state = at("2 1 1 1 C C", target="A1", placed=[(1, "A")])
    outcome = play(state, AKI, "fill A1 3", {"turn 1 roll 3": "C C"})
    assert kinds(outcome) == ["line_filled", "dice_rolled"]


def test_a_roll_after_a_fill_may_be_hopeless_too() -> None:  # AOW-4.9
    state = at("2 1 1 1 C C", target="A1", placed=[(1, "A")])
    outcome = play(state, AKI, "fill A1 3", {"turn 1 roll 3": "C A"})
    assert kinds(outcome)[:3] == ["line_filled", "dice_rolled", "turn_ended"]
    assert told(outcome, "turn_ended")["reason"] == "hopeless"


def test_a_hopeless_turn_is_just_one_without_any_chance() -> None:  # AOW-4.9
    hands = [
        "".join(dice)
        for count in range(1, 4)
        for dice in combinations_with_replacement(sorted(FACES), count)
    ]
    for card, both in enumerate(REQUIRED):
        for opposed in (False, True) if SLOTS[card] != "F1" else (False,):
            lines = both[opposed]
            numbers = range(1, len(lines) + 1)
            for count in range(1, len(lines)):
                for filled in combinations(numbers, count):
                    rest = [n for n in numbers if n not in filled]
                    state = besieged(card, opposed, filled)
                    for hand in hands:
                        chance = best_chance(hand, [lines[n - 1] for n in rest])
                        assert ends_the_turn(state, hand) == (chance == 0)


def besieged(card: int, opposed: bool, filled: tuple[int, ...]) -> State:
    state = at()
    holder = [CENTRE] * 14
    holder[card] = BOTAN if opposed else CENTRE
    state.holder, state.target = tuple(holder), card
    state.filled = tuple(filled)
    state.placed = ("?",) * len(state.filled)
    return state


def ends_the_turn(state: State, roll: str) -> bool:
    """Whether this roll, made in the siege, is told to be hopeless."""
    state.hand = "?" * len(roll)
    outcome = play(state, AKI, "roll", {"turn 1 roll 1": " ".join(roll)})
    return "turn_ended" in kinds(outcome)


def best_chance(hand: str, codes: list[str]) -> float:
    chances = [conquest(len(hand) - 1, tuple(codes))]
    for index, line in enumerate(codes):
        if sets := dice_sets(hand, line):
            rest = (*codes[:index], *codes[index + 1 :])
            chances.append(conquest(len(hand) - len(sets[0]), rest))
    return max(chances)

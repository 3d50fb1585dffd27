"""Filling a battle line: AOW-5, and the order of the checks of AOW-10.10."""

from __future__ import annotations

import pytest

from engine.age_of_war import answer, options, parse
from engine.age_of_war.board import INDEX, SLOTS
from engine.age_of_war.state import State
from engine.contract import Order
from engine.errors import OrderIllegal, Refused
from tests.engine.age_of_war.table import at, kinds, play, told

AKI, BOTAN = 0, 1


def refused(state: State, order: str, seat: int = AKI) -> OrderIllegal:
    with pytest.raises(OrderIllegal) as caught:
        play(state, seat, order)
    return caught.value


def refused_text(state: State, text: str, seat: int = AKI) -> str:
    """The code of the one fault found in what a player wrote."""
    with pytest.raises(Refused) as caught:
        parse(state, seat, text)
    (error,) = caught.value.errors
    return error.code


def step(state: State, text: str) -> Order:
    """The order a step of the player's becomes."""
    order = answer(state, AKI, parse(state, AKI, text)).order
    assert order is not None
    return order


def fills(state: State) -> list[str]:
    orders = options(state, state.seat)
    return [order.text for order in orders if order.verb == "fill"]


def one_line(hand: str, card: str, *unfilled: int) -> State:
    """A roll of any dice, with a target of which these lines are unfilled."""
    full = {"E1": {1: "G", 2: "13", 3: "22"}, "D1": {1: "G", 2: "233"}}[card]
    placed = [(line, dice) for line, dice in full.items() if line not in unfilled]
    return at(hand, target=card, placed=placed)


# -------------------------------------------------------- attackable cards, AOW-5.1


def test_cards_of_the_centre_and_of_opponents_may_be_chosen() -> None:  # AOW-5.1
    holder = {"A1": 1, "A2": 2, "A3": 0, "E1": 1, "E2": 1, "F1": 2, "C1": 0, "C2": 0}
    state = at("3 3 3 3 A C G", holder, seats=3)
    chosen = {text.split()[1] for text in fills(state)}
    assert chosen == {"A1", "A2", "A4", "B1", "B2", "B3", "D1", "D2"}


@pytest.mark.parametrize("slot", [slot for slot in SLOTS if slot != "F1"])
def test_ones_own_card_is_refused(slot: str) -> None:  # AOW-5.1, AOW-9.12
    error = refused(at("3 3 3 3 A C G", {slot: AKI}), f"fill {slot} 1")
    assert (error.code, error.rule) == ("E_OWN_CARD", "AOW-5.1")


@pytest.mark.parametrize("holder", [AKI, BOTAN])
@pytest.mark.parametrize("slot", ["E1", "E2", "F1"])
def test_a_face_down_card_is_refused(slot: str, holder: int) -> None:  # AOW-5.1
    cards = dict.fromkeys(("E1", "E2", "F1"), holder)
    state = at("G G C A 3 1 2", cards)
    assert refused(state, f"fill {slot} 1").code == "E_FACE_DOWN"


@pytest.mark.parametrize("slot", ["Z9", "D3", "d1", "Dalian", "", "-1", "D"])
def test_a_card_that_does_not_exist_is_refused(slot: str) -> None:  # AOW-10.10
    assert refused(at("3 3 2 A C G 1"), f"fill {slot} 1").code == "E_UNKNOWN_CARD"


# ----------------------------------------------------------- symbol lines, AOW-5.2


@pytest.mark.parametrize(
    ("order", "roll", "used"),
    [
        ("fill A4 1", "1 1 1 1 1 1 G", "G"),
        ("fill A4 2", "A A A A A A A", "A"),
        ("fill A4 3", "C 1 1 1 1 1 1", "C"),
        ("fill B1 1", "1 C 1 1 A 1 1", "C A"),  # in the order rolled
        ("fill B1 2", "A C A C A C 1", "A C"),
        ("fill C1 1", "A 1 A 1 1 1 A", "A A"),
        ("fill E2 1", "G G G C 1 1 1", "G G"),
    ],
)
def test_a_symbol_line_takes_just_its_own_symbols(
    order: str, roll: str, used: str
) -> None:  # AOW-5.2
    outcome = play(at(roll), AKI, order)
    assert told(outcome, "line_filled")["dice"] == used
    assert len(outcome[0].hand) == 7 - len(used.split())


@pytest.mark.parametrize(
    ("order", "roll"),
    [
        ("fill A4 1", "1 2 3 A C A C"),
        ("fill B1 1", "A A A 3 3 3 3"),  # no cavalry
        ("fill C1 1", "A C G 1 2 3 3"),  # one archery is not two
        ("fill E2 1", "G A C 3 3 3 3"),
        ("fill D2 1", "C A A A 1 1 1"),
    ],
)
def test_no_symbol_stands_for_another(order: str, roll: str) -> None:  # AOW-5.2
    assert order not in fills(at(roll))
    error = refused(at(roll), order)
    assert error.code == "E_NO_MATCH"


@pytest.mark.parametrize(
    ("order", "dice"),
    [
        ("fill C1 1", "A"),  # fewer
        ("fill C1 1", "AAA"),  # more
        ("fill C1 1", "AAC"),  # more, of another kind
        ("fill A4 1", "GG"),
        ("fill C1 1", "CC"),  # other
        ("fill A4 1", "3"),
    ],
)
def test_fewer_more_or_other_dice_do_not_fill_a_symbol_line(
    order: str, dice: str
) -> None:  # AOW-5.2; E_NO_MATCH goes before E_SUPERFLUOUS [AOW-10.10]
    state = at("A A A C C G 3" if dice == "3" else "A A A C C G G")
    assert refused(state, f"{order} {dice}").code == "E_NO_MATCH"


def test_the_refusal_of_a_symbol_line_cites_the_symbol_rule() -> None:  # AOW-5.2
    assert refused(at("1 2 3 A C A C"), "fill A4 1").rule == "AOW-5.2"


# --------------------------------------------------------- infantry lines, AOW-5.3


@pytest.mark.parametrize(
    ("order", "roll", "used"),
    [
        ("fill D1 2", "3 3 2 A C G A", "3 3 2"),
        ("fill D1 2", "3 A 3 C 3 G A", "3 3 3"),  # nine for eight
        ("fill A3 1", "1 2 3 1 1 1 1", "1 2 3 1 1 1 1"),  # ten with seven dice
        ("fill A3 1", "3 3 3 3 A A A", "3 3 3 3"),
        ("fill B1 3", "3 A A A A A A", "3"),
        ("fill D2 3", "3 A A A A A A", "3"),  # three for two
        ("fill D2 3", "1 1 A A A A A", "1 1"),
    ],
)
def test_infantry_may_exceed_the_number_of_the_line(
    order: str, roll: str, used: str
) -> None:  # AOW-5.3, AOW-9.9
    assert order in fills(at(roll))
    assert told(play(at(roll), AKI, order), "line_filled")["dice"] == used


@pytest.mark.parametrize(
    ("order", "roll"),
    [
        ("fill D1 2", "3 3 1 A C G A"),
        ("fill A3 1", "3 3 3 A C G A"),
        ("fill A3 1", "1 1 1 1 1 1 3"),
        ("fill B1 3", "2 A A A A A A"),
        ("fill D2 3", "1 A C G A C G"),
        ("fill D2 3", "A A A C C G G"),  # no infantry at all
    ],
)
def test_a_total_below_the_number_does_not_fill(
    order: str, roll: str
) -> None:  # AOW-5.3
    assert order not in fills(at(roll))
    error = refused(at(roll), order)
    assert (error.code, error.rule) == ("E_NO_MATCH", "AOW-5.3")


@pytest.mark.parametrize("dice", ["33A", "233A", "G", "33", "3"])
def test_named_dice_must_be_infantry_and_enough(dice: str) -> None:  # AOW-5.3, 5.6
    assert refused(at("3 3 2 A C G 1"), f"fill D1 2 {dice}").code == "E_NO_MATCH"


# ------------------------------------------------------------- which dice, AOW-5.4


@pytest.mark.parametrize(
    ("roll", "card", "line", "used"),
    [
        ("1 1 3 3 2 1 A", "D1", "8", "3 3 2"),  # the fewest dice
        ("1 1 1 1 1 3 2", "D2", "5", "3 2"),
        ("3 3 3 2 A A A", "D1", "8", "3 3 2"),  # then the smallest total
        ("3 3 2 A C G 1", "D2", "5", "3 2"),
        ("3 3 3 3 1 A A", "A3", "10", "3 3 3 1"),
        ("3 2 1 A A A A", "D2", "2", "2"),
        ("1 1 3 A A A A", "D2", "2", "3"),  # fewest goes before smallest
        ("1 3 2 2 A A A", "E1", "4", "1 3"),  # then the lowest positions
        ("2 2 1 3 A A A", "E1", "4", "2 2"),
        ("A 2 2 C 1 G 3", "E1", "4", "2 2"),
        ("3 A 1 2 C 2 G", "E1", "4", "3 1"),
        ("3 2 1 2 A A A", "E1", "4", "3 1"),  # first 0, though 2 2 ends no later
        ("2 3 2 1 A A A", "E1", "4", "2 2"),
        ("3 3 2 2 1 1 3", "A2", "7", "3 3 1"),  # 331 at 0 1 4, 322 at 0 2 3
    ],
)
def test_without_a_word_the_engine_takes_the_best_dice(
    roll: str, card: str, line: str, used: str
) -> None:  # AOW-5.4
    state = at(roll)
    order = step(state, f"step take {card} via {line}")
    assert order in options(state, AKI)
    dice = told(play(state, AKI, order.text), "line_filled")["dice"]
    assert dice == used


def test_every_set_without_a_die_too_many_may_be_named() -> None:  # AOW-5.4
    state = one_line("1 2 3 3", "E1", 1, 3)
    assert fills(state) == ["fill E1 3 13", "fill E1 3 23", "fill E1 3 33"]


def test_dice_are_named_only_where_there_is_a_choice() -> None:  # AOW-5.4
    state = at("2 2 1 1 A C G")
    found = [text for text in fills(state) if text.startswith(("fill D2", "fill C2"))]
    assert found == [
        "fill C2 1",
        "fill C2 2",
        "fill C2 3",
        "fill D2 2",  # 122 is the only one
        "fill D2 3 2",
        "fill D2 3 11",
    ]


@pytest.mark.parametrize(
    ("roll", "named", "used"),
    [
        ("3 3 2 1 A C G", "13", "3 1"),
        ("3 3 2 1 A C G", "23", "3 2"),
        ("3 3 2 1 A C G", "33", "3 3"),
        ("A 1 1 2 C 2 G", "112", "1 1 2"),
    ],
)
def test_named_dice_are_placed(roll: str, named: str, used: str) -> None:  # AOW-5.4
    outcome = play(at(roll), AKI, f"fill E1 2 {named}")
    assert told(outcome, "line_filled")["dice"] == used
    assert outcome[0].placed == (used.replace(" ", ""),)


def test_dice_are_placed_in_the_order_of_the_roll() -> None:  # AOW-5.4, AOW-10.15
    outcome = play(at("A 3 2 C 3 G 3"), AKI, "fill D1 2 233")
    assert told(outcome, "line_filled")["dice"] == "3 2 3"  # the first two threes


@pytest.mark.parametrize("order", ["fill D1 1 G", "fill D1 1 ", "fill D1 2 233"])
def test_dice_are_not_named_where_there_is_no_choice(order: str) -> None:  # AOW-5.4
    state = at("3 3 2 A C G 1")
    assert Order.read(order) not in options(state, AKI)
    refused(state, order)  # an order has one text, and `options` lists every one


def test_dice_named_in_another_order_are_not_superfluous() -> None:  # AOW-5.4
    assert refused(at("3 3 2 1 A C G"), "fill E1 2 31").code != "E_SUPERFLUOUS"


@pytest.mark.parametrize("written", ["2 3 3", "3 2 3", "3, 3, 2", "3 3, 2"])
def test_a_player_may_name_the_dice_in_any_order(written: str) -> None:  # AOW-5.4
    state = at("3 3 2 3 A C G")
    order = step(state, f"step take dalian via 8 with {written}")
    assert order.text == "fill D1 2 233"


@pytest.mark.parametrize("dice", ["333", "223", "12", "3333", "2X", "?", "²"])
def test_a_die_that_is_not_in_the_roll_is_refused(dice: str) -> None:  # AOW-5.4
    state = at("3 3 2 A C G A")
    assert refused(state, f"fill D1 2 {dice}").code == "E_NOT_IN_ROLL"


@pytest.mark.parametrize(
    ("order", "dice"),
    [
        ("fill D1 2", "1233"),
        ("fill D1 2", "2333"),
        ("fill D2 3", "12"),  # 1 may go
        ("fill D2 3", "33"),
        ("fill D2 2", "133"),
        ("fill E1 3", "1333"),
    ],
)
def test_a_die_too_many_is_refused(order: str, dice: str) -> None:  # AOW-5.4, AOW-9.9
    assert refused(at("1 2 3 3 3 G A"), f"{order} {dice}").code == "E_SUPERFLUOUS"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("step take dalian via 8 with 3 3 3", "E_NOT_IN_ROLL"),
        ("step take dalian via 8 with 3 3", "E_NO_MATCH"),
        ("step take dalian via 8 with 3 3 A", "E_NO_MATCH"),
        ("step take dalian via 8 with 3 3 2 1", "E_SUPERFLUOUS"),
        ("step take dalian via G with A", "E_NO_MATCH"),
        ("step take dalian via G with G A", "E_NO_MATCH"),  # AOW-5.2: more dice
        ("step take chen via 10", "E_NO_MATCH"),
        ("step take dalian via S", "E_NO_SUCH_LINE"),  # AOW-6.1
    ],
)
def test_a_step_is_refused_with_the_same_codes(text: str, code: str) -> None:  # AOW-5
    assert refused_text(at("3 3 2 A C G 1"), text) == code


# ------------------------------------------------- one line, at once, any order


@pytest.mark.parametrize("order", ["fill D1 1", "fill D1 2", "reroll G", "pass"])
def test_after_a_fill_the_dice_are_rolled_first(order: str) -> None:  # AOW-5.5
    state = at(target="D1", placed=[(2, "332")])  # written down before the roll
    error = refused(state, order)
    assert (error.code, error.rule) == ("E_ONE_LINE", "AOW-5.5")


def test_no_second_line_is_filled_from_the_same_roll() -> None:  # AOW-5.5
    state = at("3 3 2 A C G 1")
    after, _ = play(state, AKI, "fill D1 2", {"turn 1 roll 2": "A C A C"})
    assert fills(after) == []  # the general of the first roll is gone
    assert refused(after, "fill D1 1").code == "E_NO_MATCH"


def test_a_line_is_not_filled_in_parts() -> None:  # AOW-5.6
    state = one_line("3 3 A A A A", "D1", 2)
    assert fills(state) == []
    assert refused(state, "fill D1 2 33").code == "E_NO_MATCH"
    after, _ = play(state, AKI, "reroll A", {"turn 1 roll 3": "3 3 A A A"})
    assert fills(after) == []  # the infantry of two rolls is not added up


@pytest.mark.parametrize("lines", [(1, 2, 3), (3, 2, 1), (2, 3, 1), (2, 1, 3)])
def test_lines_are_filled_in_any_order(lines: tuple[int, ...]) -> None:  # AOW-5.7
    state = at("G 3 1 A A A A")
    for line in lines:
        left = len(state.hand) - (1 if line == 1 else 2)
        roll = {f"turn 1 roll {state.rolls + 1}": " ".join("G31AAAA"[:left])}
        outcome = play(state, AKI, f"fill E1 {line}", roll)
        state = outcome[0]
    assert kinds(outcome)[:2] == ["line_filled", "card_conquered"]
    assert state.holder[INDEX["E1"]] == AKI


# ------------------------------------------------------------- commitment, AOW-5.8


def test_the_first_fill_chooses_the_target() -> None:  # AOW-5.8
    state = at("3 3 2 A C G 1")
    assert len({text.split()[1] for text in fills(state)}) > 5
    after, _ = play(state, AKI, "fill D1 2", {"turn 1 roll 2": "G A C 3"})
    assert after.target == INDEX["D1"]
    assert fills(after) == ["fill D1 1"]


@pytest.mark.parametrize("order", ["fill A4 1", "fill D2 3", "fill C1 1"])
def test_another_card_than_the_target_is_refused(order: str) -> None:  # AOW-5.8
    error = refused(one_line("G A C 3", "D1", 1), order)
    assert (error.code, error.rule) == ("E_COMMITTED", "AOW-5.8")


def test_rerolls_commit_to_nothing() -> None:  # AOW-5.8, AOW-9.2
    state = at("3 3 2 A C G 1")
    after, _ = play(state, AKI, "reroll 1", {"turn 1 roll 2": "G A C 3 3 3"})
    assert after.placed == ()
    assert len({text.split()[1] for text in fills(after)}) > 5


def test_placed_dice_stay_until_the_end_of_the_turn() -> None:  # AOW-5.9
    state = one_line("A A C 1", "D1", 1)
    after, _ = play(state, AKI, "reroll A", {"turn 1 roll 3": "A A C"})
    assert (after.placed, len(after.hand)) == (("233",), 3)
    for order in ("reroll 3", "reroll 2"):  # these lie on the card
        assert refused(after, order).code == "E_NOT_IN_ROLL"
    assert refused(after, "fill D1 1 3").code == "E_NOT_IN_ROLL"


# ------------------------------------------------------------ once, choice: 5.10, 5.11


def test_a_filled_line_is_not_filled_again() -> None:  # AOW-5.10
    state = one_line("3 3 2 1", "D1", 1)
    error = refused(state, "fill D1 2")
    assert (error.code, error.rule) == ("E_LINE_FILLED", "AOW-5.10")
    assert fills(state) == []


@pytest.mark.parametrize(
    ("slot", "first", "second", "roll", "rest"),
    [
        ("A2", 1, 2, "A A 1 1 1 1 1", "A 1 1 1 1 1"),
        ("B1", 1, 2, "A A C C 1 1 1", "A C 1 1 1"),
        ("E1", 2, 3, "2 2 2 2 A A A", "2 2 A A A"),
    ],
)
def test_two_equal_lines_need_two_rolls(
    slot: str, first: int, second: int, roll: str, rest: str
) -> None:  # AOW-5.10
    order = f"fill {slot} {first}"
    after, events = play(at(roll), AKI, order, {"turn 1 roll 2": rest})
    assert [event.kind for event in events] == ["line_filled", "dice_rolled"]
    assert after.filled == (first,)  # dice for both lay there
    assert refused(after, order).code == "E_LINE_FILLED"
    outcome = play(after, AKI, f"fill {slot} {second}")
    assert told(outcome, "line_filled")["line"] == second


def test_a_player_never_has_to_fill_a_line() -> None:  # AOW-5.11, AOW-9.3
    for state in (at("3 3 3 3 A C G"), one_line("G", "D1", 1)):
        verbs = {order.verb for order in options(state, AKI)}
        assert verbs == {"fill", "reroll", "pass"}


# --------------------------------------------------- lines that are not there


@pytest.mark.parametrize(
    "line", ["0", "3", "9", "-1", "10", "1.0", "G", "", "²", "١", "01"]
)
def test_a_line_the_card_does_not_have_is_refused(line: str) -> None:  # AOW-6.1
    assert refused(at("3 3 2 A C G 1"), f"fill D1 {line}").code == "E_NO_SUCH_LINE"


# ---------------------------------------------------- order of the checks, AOW-10.10

TABLES = {
    "over": at(cards=dict.fromkeys(SLOTS, AKI), over="conquest"),
    "fresh": at("3 3 2 A C G 1"),
    "unrolled": at(target="D1", placed=[(2, "332")]),
    "siege": one_line("G A A 1", "D1", 1),
    "siege, F1 safe": at("G A A 1", {"F1": BOTAN}, "D1", [(2, "233")]),
    "own": at("3 3 2 A C G 1", {"D1": AKI, "F1": AKI, "E1": BOTAN, "E2": BOTAN}),
}


@pytest.mark.parametrize(
    ("table", "seat", "order", "code"),
    [
        ("over", BOTAN, "fill Z9 9", "E_GAME_OVER"),  # before not your turn
        ("fresh", BOTAN, "dance", "E_NOT_YOUR_TURN"),  # before parse
        ("unrolled", AKI, "dance", "E_NO_SUCH_ACTION"),  # before dice not rolled
        ("unrolled", AKI, "fill Z9 1", "E_ONE_LINE"),  # before card name
        ("unrolled", AKI, "fill A4 1", "E_ONE_LINE"),  # before committed
        ("siege", AKI, "fill Z9 1", "E_UNKNOWN_CARD"),  # before committed
        ("siege, F1 safe", AKI, "fill F1 1", "E_COMMITTED"),  # before face down
        ("own", AKI, "fill F1 1", "E_FACE_DOWN"),  # before own card
        ("own", AKI, "fill F1 9", "E_FACE_DOWN"),
        ("own", AKI, "fill D1 9", "E_OWN_CARD"),  # before no such line
        ("siege", AKI, "fill D1 9 3", "E_NO_SUCH_LINE"),  # before dice not in roll
        ("siege", AKI, "fill D1 2 3", "E_LINE_FILLED"),  # before dice not in roll
        ("fresh", AKI, "fill D1 2 22", "E_NOT_IN_ROLL"),  # before no match
        ("fresh", AKI, "fill D1 2 1233A", "E_NO_MATCH"),  # before superfluous
    ],
)
def test_the_first_of_several_reasons_is_told(
    table: str, seat: int, order: str, code: str
) -> None:  # AOW-10.10
    assert refused(TABLES[table], order, seat).code == code


@pytest.mark.parametrize(
    ("table", "seat", "text", "code"),
    [
        ("over", BOTAN, "step dance", "E_GAME_OVER"),
        ("fresh", BOTAN, "step dance", "E_NOT_YOUR_TURN"),
        ("fresh", BOTAN, "step take zzz via 8", "E_NOT_YOUR_TURN"),
        ("fresh", BOTAN, "step take dalian via 8", "E_NOT_YOUR_TURN"),
        ("unrolled", AKI, "step take dalian via 9 9", "E_PARSE"),
        ("unrolled", AKI, "step take zzz via 8", "E_ONE_LINE"),
        ("siege", AKI, "step take zzz via 8", "E_UNKNOWN_CARD"),
        ("siege", AKI, "step take jimo via G", "E_COMMITTED"),
    ],
)
def test_so_it_is_for_what_a_player_wrote(
    table: str, seat: int, text: str, code: str
) -> None:  # AOW-10.10
    assert refused_text(TABLES[table], text, seat) == code

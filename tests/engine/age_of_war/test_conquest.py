"""Conquering cards and subduing provinces: AOW-6 and AOW-7."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.age_of_war import options, view
from engine.age_of_war.board import CENTRE, INDEX, PRINTED, SLOTS
from engine.age_of_war.state import State
from engine.contract import Event
from engine.errors import OrderIllegal
from tests.engine.age_of_war.table import at, kinds, play, told

AKI, BOTAN, CHIE = 0, 1, 2
DICE_OF = {  # dice that fill a line in one way only
    "S": "G",
    "I2": "2",
    "I3": "3",
    "I4": "31",
    "I5": "32",
    "I6": "33",
    "I7": "331",
    "I8": "332",
    "I10": "3331",
}
REST = {"A": "C", "C": "A", "G": "A"}  # dice beside them that change nothing


def storm(
    state: State, slot: str, lines: tuple[tuple[int, str], ...]
) -> list[list[Event]]:
    """Fill the lines one after the other, with the fewest dice; the events of each."""
    told = []
    state, _ = play(state, state.seat, "roll", roll_for(state, lines[0][1], 0))
    for (number, code), (_, following) in zip(
        lines, (*lines[1:], (0, "")), strict=True
    ):
        used = len(DICE_OF.get(code, code))
        rolls = roll_for(state, following, used) if following else {}
        state, events = play(state, state.seat, f"fill {slot} {number}", rolls)
        told.append(events)
    return told


def roll_for(state: State, code: str, used: int) -> dict[str, str]:
    dice = DICE_OF.get(code, code)
    beside = REST.get(dice[0], "A") * (len(state.hand) - used - len(dice))
    return {f"turn {state.turn} roll {state.rolls + 1}": " ".join(dice + beside)}


def numbered(slot: str, special: bool = False) -> tuple[tuple[int, str], ...]:
    codes = (*PRINTED[INDEX[slot]], *(["S"] if special else []))
    return tuple(enumerate(codes, start=1))


def holders(state: State) -> dict[str, int]:
    cards = view(state, None)["cards"]
    return {slot: of for slot, of in cards.items() if of is not None}


def code(state: State, order: str) -> str:
    with pytest.raises(OrderIllegal) as caught:
        play(state, state.seat, order)
    return caught.value.code


def attacked(state: State) -> set[str]:
    """The cards the player to move may begin to fill now."""
    orders = options(state, state.seat)
    return {order.args[0] for order in orders if order.verb == "fill"}


# ------------------------------------------------- from the centre, AOW-6.1, AOW-6.4


@pytest.mark.parametrize("slot", SLOTS)
def test_all_printed_lines_conquer_a_card_of_the_centre(slot: str) -> None:  # AOW-6.1
    *before, last = storm(at(), slot, numbered(slot))
    for events in before:
        assert [event.kind for event in events] == ["line_filled", "dice_rolled"]
    assert last[1] == Event("card_conquered", {"seat": AKI, "card": slot})


@pytest.mark.parametrize("slot", SLOTS)
def test_the_special_line_is_not_there_in_the_centre(slot: str) -> None:  # AOW-6.1
    number = len(PRINTED[INDEX[slot]]) + 1
    state = at("G G G A C 3 3")
    assert code(state, f"fill {slot} {number}") == "E_NO_SUCH_LINE"
    assert f"fill {slot} {number}" not in [o.text for o in options(state, AKI)]


def test_conquest_happens_in_the_order_of_the_sheet() -> None:  # AOW-6.4
    state = at("G 1 1", {"D2": AKI}, "D1", [(2, "332")])
    outcome = play(state, AKI, "fill D1 1")
    assert kinds(outcome) == [
        "line_filled",
        "card_conquered",
        "province_subdued",
        "turn_ended",
        "turn_begun",
        "dice_rolled",
    ]
    assert holders(outcome[0]) == {"D1": AKI, "D2": AKI}


# --------------------------------------------- from an opponent, AOW-6.2 and AOW-6.3


@pytest.mark.parametrize("slot", [slot for slot in SLOTS if slot != "F1"])
def test_an_opponents_card_also_asks_for_the_special_line(slot: str) -> None:  # AOW-6.2
    state = at(holder={slot: BOTAN})
    *before, last = storm(state, slot, numbered(slot, special=True))
    assert len(before) == len(PRINTED[INDEX[slot]])
    for events in before:
        assert [event.kind for event in events] == ["line_filled", "dice_rolled"]
    taken = {"seat": AKI, "card": slot, "former": BOTAN}
    assert last[1] == Event("card_taken", taken)


@pytest.mark.parametrize("lines", list(permutations([(1, "G"), (2, "I8"), (3, "S")])))
def test_the_special_line_is_filled_in_any_order(
    lines: tuple[tuple[int, str], ...],
) -> None:  # AOW-6.3, AOW-5.7
    *_, last = storm(at(holder={"D1": BOTAN}), "D1", lines)
    assert "card_taken" in [event.kind for event in last]


def test_the_special_line_may_be_first_and_commits() -> None:  # AOW-6.3, AOW-5.8
    state = at("G A C 3 3 2 1", {"D1": BOTAN})
    after, _ = play(state, AKI, "fill D1 3", {"turn 1 roll 2": "G A C 3 3 2"})
    assert after.target == INDEX["D1"]
    assert attacked(after) == {"D1"}
    assert code(after, "fill A4 1") == "E_COMMITTED"
    assert code(after, "fill D1 3") == "E_LINE_FILLED"  # AOW-5.10


def test_two_generals_of_one_roll_fill_one_of_two_lines() -> None:  # AOW-6.3, AOW-5.5
    state = at("G G A A", {"D1": BOTAN}, "D1", [(2, "332")])
    texts = [o.text for o in options(state, AKI) if o.verb == "fill"]
    assert texts == ["fill D1 1", "fill D1 3"]
    assert code(state, "fill D1 1 GG") in ("E_NO_MATCH", "E_SUPERFLUOUS")
    outcome = play(state, AKI, "fill D1 1", {"turn 1 roll 3": "G A A"})
    assert kinds(outcome) == ["line_filled", "dice_rolled"]
    assert holders(outcome[0]) == {"D1": BOTAN}
    outcome = play(outcome[0], AKI, "fill D1 3")
    assert told(outcome, "card_taken")["former"] == BOTAN
    assert holders(outcome[0]) == {"D1": AKI}


def test_the_special_line_takes_one_general_only() -> None:  # AOW-6.2
    state = at("A C 3 3 2 1 1", {"D1": BOTAN})
    assert code(state, "fill D1 3") == "E_NO_MATCH"
    outcome = play(at("G G G G A C 1", {"D1": BOTAN}), AKI, "fill D1 3")
    assert told(outcome, "line_filled")["dice"] == "G"


# ------------------------------------------------ former holders, failures: 6.5, 6.6


def test_the_former_holder_simply_has_the_card_no_more() -> None:  # AOW-6.5
    state = at("G 1", {"D1": BOTAN, "C1": BOTAN}, "D1", [(1, "G"), (2, "332")])
    before = [s["points"] for s in view(state, None)["standings"]]
    after, _ = play(state, AKI, "fill D1 3")
    assert holders(after) == {"D1": AKI, "C1": BOTAN}
    points = [s["points"] for s in view(after, None)["standings"]]
    assert (before, points) == ([0, 6], [2, 4])


def test_a_card_may_change_hands_again_and_again() -> None:  # AOW-6.5
    state = at("3 3 3 1 A A A", {"A3": CHIE}, seats=3)
    for _ in range(4):
        former, taker = state.holder[INDEX["A3"]], state.seat
        second = {f"turn {state.turn} roll 2": "G A A"}
        state, _ = play(state, taker, "fill A3 1", second)
        following = {f"turn {state.turn + 1} roll 1": "3 3 3 1 A A A"}
        outcome = play(state, taker, "fill A3 2", following)
        assert told(outcome, "card_taken")["former"] == former
        state = outcome[0]
        assert holders(state) == {"A3": taker}


@pytest.mark.parametrize("order", ["pass", "reroll G"])
@pytest.mark.parametrize(
    ("hand", "holder"), [("G", {"C1": AKI}), ("G A", {"D1": BOTAN, "C1": AKI})]
)
def test_a_failed_attack_changes_nothing(
    hand: str, holder: dict[str, int], order: str
) -> None:  # AOW-6.6, AOW-4.6
    state = at(hand, holder, "D1", [(2, "332")])
    name = f"turn 1 roll {state.rolls + 1}"
    after, _ = play(state, AKI, order, {name: "A"})
    assert (after.turn, after.seat) == (2, BOTAN)
    assert holders(after) == holder
    assert view(after, None)["standings"] == view(state, None)["standings"]


# ---------------------------------------------------------- subduing, AOW-7.1 to 7.3


@pytest.mark.parametrize(
    ("others", "lines", "order", "dice", "points"),
    [
        (["A1", "A2", "A3"], [(1, "G"), (2, "A")], "fill A4 3", "C", 10),
        (["B1", "B3"], [(1, "G"), (2, "A"), (4, "3")], "fill B2 3", "C", 8),
        (["C2"], [(1, "AA")], "fill C1 2", "CC", 8),
        (["D1"], [(2, "32"), (3, "2")], "fill D2 1", "CC", 5),
        (["E2"], [(1, "G"), (2, "31")], "fill E1 3", "31", 4),
        ([], [(1, "GG"), (2, "A"), (4, "31")], "fill F1 3", "C", 3),
    ],
)
def test_the_last_card_of_a_province_turns_it_face_down(
    others: list[str],
    lines: list[tuple[int, str]],
    order: str,
    dice: str,
    points: int,
) -> None:  # AOW-7.1, AOW-7.3, AOW-7.4
    last = order.split()[1]
    outcome = play(at(dice, dict.fromkeys(others, AKI), last, lines), AKI, order)
    subdued = {"seat": AKI, "province": last[0], "points": points}
    assert told(outcome, "province_subdued") == subdued
    assert view(outcome[0], None)["subdued"] == {last[0]: AKI}
    standing = view(outcome[0], None)["standings"][AKI]
    assert standing["points"] == points  # instead of the city points [AOW-7.3]
    assert standing["cards"] == len(others) + 1


def test_a_stolen_card_may_complete_a_province() -> None:  # AOW-7.1, AOW-9.16
    state = at("G 1", {"D1": BOTAN, "D2": AKI}, "D1", [(1, "G"), (2, "332")])
    outcome = play(state, AKI, "fill D1 3")
    assert kinds(outcome)[:4] == [
        "line_filled",
        "card_taken",
        "province_subdued",
        "turn_ended",
    ]
    assert view(outcome[0], None)["subdued"] == {"D": AKI}


def test_the_cards_of_two_players_make_no_province() -> None:  # AOW-7.1, AOW-7.5
    state = at("G 1 1", {"D2": BOTAN}, "D1", [(2, "332")])
    outcome = play(state, AKI, "fill D1 1")
    assert "province_subdued" not in kinds(outcome)
    assert view(outcome[0], None)["subdued"] == {}


@pytest.mark.parametrize("seat", [AKI, BOTAN, CHIE])
def test_nobody_may_attack_a_subdued_province(seat: int) -> None:  # AOW-7.2
    holder = {"E1": BOTAN, "E2": BOTAN, "D1": AKI, "D2": BOTAN}
    state = at("G G C 3 3 2 A", holder, seats=3, seat=seat)
    assert not {"E1", "E2"} & attacked(state)
    for slot in ("E1", "E2"):
        assert code(state, f"fill {slot} 1") == "E_FACE_DOWN"


def test_the_single_card_province_is_safe_at_once() -> None:  # AOW-7.4
    state = at("3 1", {}, "F1", [(1, "GG"), (2, "A"), (3, "C")])
    outcome = play(state, AKI, "fill F1 4", {"turn 2 roll 1": "G G A C 3 3 3"})
    after = outcome[0]
    assert kinds(outcome)[1:3] == ["card_conquered", "province_subdued"]
    assert "F1" not in attacked(after)
    assert code(after, "fill F1 1") == "E_FACE_DOWN"
    assert code(after, "fill F1 5") == "E_FACE_DOWN"  # and it has no special line


def test_an_incomplete_province_stays_open_to_attack() -> None:  # AOW-7.5
    holder = dict.fromkeys(("A1", "A2", "A3"), BOTAN)
    state = at("A A C C 3 3 G", {**holder, "A4": AKI})
    assert {"A1", "A2", "A3"} <= attacked(state)
    points = [s["points"] for s in view(state, None)["standings"]]
    assert points == [1, 6]  # city points alone
    assert state.holder.count(CENTRE) == 10

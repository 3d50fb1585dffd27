"""The end of the match and the score: AOW-8."""

from __future__ import annotations

from typing import Any

import pytest

from engine.age_of_war import decisions, options, score, view
from engine.age_of_war.board import INDEX, SLOTS
from engine.age_of_war.state import NO_TARGET, State
from engine.contract import Standing
from engine.errors import OrderIllegal
from tests.engine.age_of_war.table import at, kinds, play, told

AKI, BOTAN, CHIE = 0, 1, 2


def shared_out(*hands: str, **fields: Any) -> State:
    """A match that is over; each text names the cards of a seat."""
    cards = {slot: seat for seat, hand in enumerate(hands) for slot in hand.split()}
    over = "conquest" if len(cards) == len(SLOTS) else "adjudicated"
    if over == "adjudicated":
        fields["left"] = list(range(len(hands)))
    return at(holder=cards, seats=len(hands), over=over, **fields)


def places(state: State) -> list[int]:
    return [standing.place for standing in score(state)]


def last_card(mine: str, last: str, **fields: Any) -> State:
    """Aki besieges the last card of the centre; Botan holds all that is not named."""
    cards = {slot: AKI if slot in mine.split() else BOTAN for slot in SLOTS}
    del cards[last]
    placed = {"D1": [(2, "332")], "E2": [(1, "GG")], "C1": [(2, "CC")]}[last]
    dice = {"D1": "G 1 1", "E2": "C 1 1", "C1": "A A 1"}[last]
    return at(dice, cards, last, placed, **fields)


LAST_LINE = {"D1": "fill D1 1", "E2": "fill E2 2", "C1": "fill C1 1"}


# ------------------------------------------------------------------- the end, AOW-8.1


def test_the_match_ends_the_moment_the_centre_is_empty() -> None:  # AOW-8.1
    outcome = play(last_card("A1 B1 C1 E1", "D1"), AKI, "fill D1 1")
    assert kinds(outcome) == [
        "line_filled",
        "card_conquered",
        "turn_ended",
        "match_ended",
    ]
    after = outcome[0]
    assert after.over == "conquest"
    assert told(outcome, "match_ended")["how"] == "conquest"
    assert decisions(after) == []
    assert options(after, AKI) == options(after, BOTAN) == []


@pytest.mark.parametrize("order", ["pass", "reroll A", "fill D1 1", "roll", "dance"])
@pytest.mark.parametrize("seat", [AKI, BOTAN])
def test_nobody_acts_when_the_match_is_over(seat: int, order: str) -> None:  # AOW-8.1
    with pytest.raises(OrderIllegal) as caught:
        play(shared_out("A1", "A2"), seat, order)
    assert (caught.value.code, caught.value.rule) == ("E_GAME_OVER", "AOW-8.1")


def test_the_last_turn_leaves_no_siege_behind() -> None:  # AOW-4.6, AOW-6.4
    after, _ = play(last_card("A1 B1 C1 E1", "D1"), AKI, "fill D1 1")
    assert (after.target, after.placed) == (NO_TARGET, ())
    assert view(after, None)["target"] is None


def test_no_round_is_completed() -> None:  # AOW-8.1
    state = last_card("A1 B1 C1 E1", "D1", seats=3, turn=31, seat=0)
    after, _ = play(state, AKI, "fill D1 1")
    assert after.over
    assert after.turn == 31  # Aki had one turn more than Chie


def test_a_card_taken_from_an_opponent_does_not_end_the_match() -> None:  # AOW-8.1
    cards = {slot: BOTAN for slot in SLOTS if slot not in ("A3", "D2")} | {"D2": AKI}
    state = at("G 1", cards, "D1", [(1, "G"), (2, "332")])
    outcome = play(state, AKI, "fill D1 3")
    assert "match_ended" not in kinds(outcome)
    assert outcome[0].seat == BOTAN


def test_a_province_is_turned_before_the_score_is_taken() -> None:  # AOW-8.2, AOW-9.14
    outcome = play(last_card("D2 A1", "D1"), AKI, "fill D1 1")
    assert kinds(outcome)[1:] == [
        "card_conquered",
        "province_subdued",
        "turn_ended",
        "match_ended",
    ]
    assert score(outcome[0])[AKI].points == 3 + 5


# --------------------------------------------------------------------- score, AOW-8.3


@pytest.mark.parametrize(
    ("cards", "points", "provinces"),
    [
        ("", 0, 0),
        ("C1", 4, 0),
        ("C1 C2", 8, 1),
        ("A1 A2 A3", 6, 0),
        ("A1 A2 A3 A4", 10, 1),
        ("B1 B2 B3", 8, 1),
        ("D1 D2", 5, 1),
        ("E1 E2", 4, 1),
        ("F1", 3, 1),
        ("A1 B1 C1 D1 E1", 14, 0),
        (" ".join(SLOTS), 38, 6),
    ],
)
def test_face_up_cards_and_whole_provinces_are_added(
    cards: str, points: int, provinces: int
) -> None:  # AOW-8.3, AOW-8.5, AOW-8.6, AOW-7.3
    (standing, _) = score(shared_out(cards, ""))
    count = len(cards.split())
    assert standing.points == points
    assert standing.detail == {"cards": count, "provinces": provinces}


def test_the_score_can_be_asked_at_any_time() -> None:  # AOW-8.3
    state = at("3 3 2 A C G 1", {"C1": AKI, "C2": AKI, "D1": BOTAN})
    assert [s.points for s in score(state)] == [8, 2]
    assert places(state) == [1, 2]


# ----------------------------------------------------------- the winner, AOW-8.4 - 8.6


@pytest.mark.parametrize(
    ("aki", "botan", "points", "expected"),
    [
        ("C1", "A1", [4, 3], [1, 2]),  # points
        ("A2", "A1", [2, 3], [2, 1]),
        ("C1 C2", "A2 A3 B2 B3", [8, 6], [1, 2]),  # whatever else is held
        ("A2 A3 B2 B3", "C1 A1", [6, 7], [2, 1]),
        ("C1", "A2 D1", [4, 4], [2, 1]),  # one city against two
        ("C1 A1", "C2 B1 A3", [7, 7], [2, 1]),
        ("C1", "E1 E2", [4, 4], [2, 1]),  # face-down cities count [AOW-8.5]
        ("C1 A2 A3 B3", "C2 D1 D2", [8, 8], [1, 2]),  # cities before provinces
        ("A1", "F1", [3, 3], [2, 1]),  # no province against one [AOW-8.6]
        ("C1 D1", "F1 B1", [6, 6], [2, 1]),
        ("A1 A2 C2", "D1 D2 B1", [8, 8], [2, 1]),
        ("A1", "B1", [3, 3], [1, 1]),  # equal in all three
        ("", "", [0, 0], [1, 1]),
    ],
)
def test_points_then_cities_then_provinces_decide(
    aki: str, botan: str, points: list[int], expected: list[int]
) -> None:  # AOW-8.4
    state = shared_out(aki, botan)
    assert [standing.points for standing in score(state)] == points
    assert places(state) == expected


def test_equal_players_share_the_victory() -> None:  # AOW-8.4
    state = last_card("A1 A2 A3 A4 E2 F1", "C1")
    outcome = play(state, AKI, LAST_LINE["C1"])
    assert told(outcome, "match_ended")["winners"] == [AKI, BOTAN]
    detail = {"cards": 7, "provinces": 2}
    assert score(outcome[0]) == [Standing(seat, 1, 18, detail) for seat in (0, 1)]


def test_more_than_two_may_share_it() -> None:  # AOW-8.4
    cards = {"A1": AKI, "B1": BOTAN, "C2": CHIE}
    state = at("A 1 1 1", cards, seats=3, turn_cap=1)
    outcome = play(state, AKI, "pass")
    assert told(outcome, "match_ended")["winners"] == [AKI, BOTAN, CHIE]


# ------------------------------------------------------------------- places, AOW-8.7


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (["A1", "B1", "A3"], [1, 1, 3]),
        (["A3", "A1", "B1"], [3, 1, 1]),
        (["C1", "A2", "B2"], [1, 2, 2]),
        (["A1", "B1", "C2"], [1, 1, 1]),
        (["C1", "A2", "B2", "E2"], [1, 2, 2, 4]),
        (["A1", "F1", "B1", "", "", "C1"], [3, 2, 3, 5, 5, 1]),
        (["D1 A3", "B1", "F1"], [1, 3, 2]),  # 3 each: cities, then provinces
    ],
)
def test_equal_players_share_a_place_and_the_next_is_skipped(
    hands: list[str], expected: list[int]
) -> None:  # AOW-8.7
    state = shared_out(*hands)
    assert places(state) == expected
    assert [standing.seat for standing in score(state)] == list(range(len(hands)))


# --------------------------------------------------------- the sheet's worked example


def test_katya_wins_with_eight_cities_against_six() -> None:  # AOW-2.5, AOW-8.4, 8.5
    katya = "A1 A2 A3 B1 B3 D1 E1 E2"  # 3+2+1 +3+1 +2 +4 of the face-down E
    yevhen = "A4 B2 C1 C2 D2 F1"  # 1 +2 +8 of the face-down C +2 +3
    state = shared_out(katya, yevhen)
    assert score(state) == [
        Standing(AKI, 1, 16, {"cards": 8, "provinces": 1}),
        Standing(BOTAN, 2, 16, {"cards": 6, "provinces": 2}),
    ]


def test_the_last_conquest_names_the_winner() -> None:  # AOW-8.4
    state = last_card("A1 A2 A3 B1 B3 D1 E1", "E2")
    outcome = play(state, AKI, LAST_LINE["E2"])
    assert told(outcome, "match_ended")["winners"] == [AKI]
    assert [s.points for s in score(outcome[0])] == [16, 16]
    outcome = play(last_card("A1", "C1"), AKI, LAST_LINE["C1"])
    assert told(outcome, "match_ended")["winners"] == [BOTAN]
    assert outcome[0].holder[INDEX["C1"]] == AKI

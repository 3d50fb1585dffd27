"""How a match begins. [SSE-3]"""

from __future__ import annotations

import pytest

from engine.chance import Scripted, Seeded
from engine.contract import visible
from engine.errors import ChoiceRefused
from engine.small_samurai_empires.board import BOARD
from engine.small_samurai_empires.box import NOTHING
from engine.small_samurai_empires.rules import faults, setup
from engine.small_samurai_empires.rules.control import control, in_supply
from engine.small_samurai_empires.state import unpacked
from tests.engine.small_samurai_empires.table import armies, told


def begin(seats: int = 3, **choices: str):  # type: ignore[no-untyped-def]
    return setup(seats, choices, Seeded("0a" * 32))


@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_two_to_four_players(seats: int) -> None:  # SSE-3.1
    with pytest.raises(ChoiceRefused):
        begin(seats)


@pytest.mark.parametrize(("seats", "deck"), [(2, 14), (3, 11), (4, 8)])
def test_three_cards_each_and_the_rest_is_the_deck(seats: int, deck: int) -> None:
    state, events = begin(seats)  # SSE-3.2, SSE-3.1
    assert len(state.deck) == deck
    assert [sum(unpacked(hand, 4)) for hand in state.cards] == [3] * seats
    for seat in range(seats):
        dealt = [e for e in visible(events, seat) if e.kind == "destiny_dealt"]
        assert [e.data["seat"] for e in dealt] == [seat]
    assert all(event.kind != "destiny_dealt" for event in visible(events, None))
    assert state.food == state.bushido == (2,) * seats


def test_seeding_tokens_and_the_common_supply() -> None:  # SSE-3.3
    outcome = begin(3)
    state = outcome[0]
    laid = told(outcome, "seed_laid")
    assert len(laid) == 12
    assert sum(seed["resource"] == "food" for seed in laid) == 6
    assert in_supply(state) == (24, 24)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_armies_in_each_capital_and_nobody_controls_anything(seats: int) -> None:
    state, _ = begin(seats)  # SSE-3.4, SSE-3.5
    for capital in ("aki", "yamashiro", "aizu", "ishikari"):
        assert armies(state, capital) == [2] * seats
    assert state.reserve == (8,) * seats
    assert set(control(state)) == {NOTHING}
    assert not any(state.scores)
    assert not any(state.influence)
    assert faults(state) == []


def test_the_first_player_is_drawn_and_the_others_follow() -> None:  # SSE-3.6
    chance = Scripted({"first player": "2"})
    state, events = setup(4, {}, chance)
    assert state.track == (2, 3, 0, 1)
    assert told((state, events), "turn_order_set") == [{"order_seats": [2, 3, 0, 1]}]


def test_options_are_fixed_before_the_start() -> None:  # SSE-3.7, SSE-11.1
    state, _ = begin(2)
    assert state.setup.edition.id == "archona-2019"
    assert state.setup.variants == []
    state, _ = begin(2, edition="crowd-games", agenda="yes", random_neutral="yes")
    assert state.setup.edition.id == "crowd-games"
    assert state.setup.variants == ["agenda", "random-neutral"]


def test_everything_comes_from_the_seed() -> None:  # SSE-3.7
    assert begin(4, mountain="yes", shrines="yes") == begin(
        4, mountain="yes", shrines="yes"
    )


# ------------------------------------------------------------------------- variants


def test_agenda_tiles_are_dealt_with_a_random_side() -> None:  # SSE-10.1.1
    sides = set()
    for number in range(20):
        state, events = setup(2, {"agenda": "yes"}, Seeded(f"{number:064x}"))
        assert sorted(tile[0] for tile in state.layout.tiles) == ["1", "2", "3", "4"]
        assert len(told((state, events), "tile_laid")) == 4
        sides |= {*state.layout.tiles}
    assert sides == set(BOARD.tiles)


def test_seven_of_ten_mountain_tokens_face_down() -> None:  # SSE-10.2.1
    state, events = begin(2, mountain="yes")
    assert len(state.mountains) == 7
    assert NOTHING not in state.mountains
    assert all("mountain" not in event.kind for event in events)


def test_seven_of_nine_shrine_pieces_face_up() -> None:  # SSE-10.3.1
    outcome = begin(2, shrines="yes")
    laid = told(outcome, "shrine_laid")
    assert len(laid) == 7
    for colour in ("brown", "black", "white"):
        assert sum(piece["colour"] == colour for piece in laid) <= 3


def test_random_neutral_actions_replace_the_printed_ones() -> None:  # SSE-10.4.1
    outcome = begin(2, random_neutral="yes")
    laid = told(outcome, "neutral_laid")
    for region in BOARD.regions:
        shown = [piece["action"] for piece in laid if piece["slot"].startswith(region)]
        assert len(shown) == len(set(shown)) == 3
    plain, _ = begin(2)
    assert plain.layout.neutral == BOARD.slot_neutral

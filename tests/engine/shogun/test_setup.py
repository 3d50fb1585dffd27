"""Setup and draft. [SHO-3]"""

from __future__ import annotations

import pytest

from engine.chance import Seeded
from engine.errors import ChoiceRefused, OrderError
from engine.shogun.board import BOARD
from engine.shogun.rules import ahead, decisions, default, faults, setup
from engine.shogun.state import EXPANSIONS, NOTHING, State
from tests.engine.shogun.table import SEED, at, opening, play, texts

NO = dict.fromkeys(EXPANSIONS, "no")


def finish_draft(state: State) -> State:
    while state.phase == "draft":
        seat = state.seat
        state = play(state, seat, default(state, seat).text).state
    return state


def test_the_recommended_setup() -> None:  # SHO-3.2, SHO-3.7, SHO-3.10
    state, events = setup(4, {"side": "sun", "mode": "recommended", **NO}, Seeded(SEED))
    assert at(state, "KAI") == (3, 5, 0)
    assert state.chests == (15,) * 4
    assert state.rice == state.points == (0,) * 4
    assert [d.point for d in decisions(state)] == ["plan"] * 4
    assert state.owner.count(NOTHING) == 45 - 32
    order = [e.kind for e in events if e.kind in ("events_opened", "cubes_thrown")]
    assert order == ["events_opened", "cubes_thrown"]
    assert faults(state) == []


def test_the_recommended_setup_is_for_the_sun_side() -> None:  # SHO-2.1, SHO-3.1
    with pytest.raises(ChoiceRefused):
        setup(4, {"side": "moon", "mode": "recommended", **NO}, Seeded(SEED))


def test_the_tower_starts_with_what_stuck() -> None:  # SHO-3.8
    state, events = setup(3, {"side": "sun", "mode": "recommended", **NO}, Seeded(SEED))
    thrown = next(e for e in events if e.kind == "cubes_thrown").data
    assert thrown["dropped"] == [7, 7, 7, 10]
    assert state.tray == (0,) * 4
    assert list(state.inside) == thrown["inside"]


def test_four_events_of_the_year_are_open() -> None:  # SHO-3.9, SHO-7.5
    state = opening()
    assert (len(state.events), len(state.event_deck)) == (4, 8)


def test_two_cards_are_open_and_seat_0_begins() -> None:  # SHO-3.4, SHO-17.3
    state = opening(mode="draft", seats=3)
    assert len(state.offered) == 2
    assert state.seat == 0
    codes = [BOARD.codes[p] for p in state.offered]
    assert texts(state, 0) == [f"draft {codes[0]}", f"draft {codes[1]}", "draft blind"]


def test_an_open_card_is_replaced_and_a_group_placed() -> None:  # SHO-3.4, SHO-3.3
    state = opening(mode="draft")
    code = BOARD.codes[state.offered[1]]
    taken = play(state, 0, f"draft {code}").state
    assert texts(taken, 0) == ["group 5", "group 4", "group 3", "group 2"]
    placed = play(taken, 0, "group 4").state
    assert at(placed, code) == (0, 4, 0)
    assert placed.groups[0] == (5, 4, 3, 3, 2, 2, 2)
    assert placed.offered == (state.offered[0], state.deck[0])
    assert placed.seat == 1
    with pytest.raises(OrderError):
        play(taken, 0, "group 6")


def test_a_blind_card_is_seen_by_its_taker_alone() -> None:  # SHO-3.4
    state = opening(mode="draft")
    drawn = play(state, 0, "draft blind")
    seen = [event for event in drawn.events if event.kind == "card_seen"]
    assert seen[0].to == (0,)
    assert drawn.state.taken == state.deck[0]


def test_a_refresh_needs_a_blind_card_before_it() -> None:  # SHO-3.5, SHO-17.4
    state = opening(mode="draft")
    assert "draft refresh" not in texts(state, 0)
    after = play(play(state, 0, "draft blind").state, 0, "group 5").state
    assert texts(after, 1)[0] == "draft refresh"
    fresh = play(after, 1, "draft refresh").state
    assert fresh.seat == 1
    assert "draft refresh" not in texts(fresh, 1)
    assert fresh.deck[-2:] == after.offered
    assert fresh.known == 2
    code = texts(fresh, 1)[0]
    third = play(play(fresh, 1, code).state, 1, "group 5").state
    assert "draft refresh" not in texts(third, 2)


@pytest.mark.parametrize(("seats", "neutral"), [(3, 10), (4, 13), (5, 10)])
def test_cards_that_nobody_took_are_neutral(
    seats: int, neutral: int
) -> None:  # SHO-3.6
    state = finish_draft(opening(mode="draft", seats=seats))
    assert state.phase == "planning"
    free = [p for p in state.setup.used if state.owner[p] == NOTHING]
    assert len(free) == neutral
    assert sum(state.armies) == seats * sum(BOARD.groups[seats])


def test_the_draft_has_two_spans() -> None:  # SHO-18.8
    state, spans = opening(mode="draft", seats=3), []
    while state.phase == "draft":
        spans.append(decisions(state)[0].span)
        assert "draft" in ahead(state, state.seat) or "group" in ahead(
            state, state.seat
        )
        state = play(state, state.seat, default(state, state.seat).text).state
    assert dict.fromkeys(spans) == {"draft 1": None, "draft 2": None}
    assert spans.count("draft 1") == 3 * 4 * 2


def test_the_clock_drafts_the_richer_open_card() -> None:  # SHO-18.2
    state = opening(mode="draft")
    left, right = state.offered
    rich = max(left, right, key=lambda p: BOARD.tax[p] + BOARD.rice[p])
    assert default(state, 0).text == f"draft {BOARD.codes[rich]}"
    taken = play(state, 0, default(state, 0).text).state
    assert default(taken, 0).text == "group 5"
    general = opening("generals", mode="draft")
    placed = play(play(general, 0, "draft blind").state, 0, "group 5").state
    assert default(placed, 0).text == "post later"

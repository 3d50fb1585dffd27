"""Planning in steps, the auction and what the clock lays. [SHO-4, SHO-6, SHO-18]"""

from __future__ import annotations

import pytest

from engine.contract import Order, visible
from engine.errors import OrderIllegal
from engine.shogun.board import BOARD
from engine.shogun.rules import ahead, decisions, default, options
from engine.shogun.rules.auction import rank
from engine.shogun.rules.filling import fill_bid
from engine.shogun.state import (
    BID,
    EMPTY,
    INTRIGUE,
    NOTHING,
    OFFICIAL,
    UNLAID,
    State,
)
from tests.engine.shogun.table import (
    BLUE,
    PURPLE,
    RED,
    YELLOW,
    Played,
    give,
    opening,
    play,
    texts,
)


def laid(state: State, *orders: str, seat: int = PURPLE) -> State:
    for text in orders:
        state = play(state, seat, text).state
    return state


def by_clock(state: State, seat: int) -> State:
    """The seat's plan, laid by the clock, up to `ready`."""
    while True:
        order = default(state, seat)
        if order.text == "ready":
            return state
        state = play(state, seat, order.text).state


def locked(state: State, bids: dict[int, str]) -> Played:
    """Every seat bids, the clock lays the rest, and all are ready."""
    played = Played(state, [])
    for seat in range(state.setup.seats):
        state = play(played.state, seat, bids.get(seat, "bid 0")).state
        played = play(by_clock(state, seat), seat, "ready")
    return played


def refusal(state: State, text: str, seat: int = PURPLE) -> tuple[str, str]:
    with pytest.raises(OrderIllegal) as refused:
        play(state, seat, text)
    return refused.value.rule, refused.value.code


def test_action_and_special_cards_are_laid_out() -> None:  # SHO-4.1, SHO-4.2
    for seats in (3, 4, 5):
        state = opening(seats=seats)
        assert sorted(state.actions) == list(range(10))
        assert (state.opened, len(state.specials)) == (5, 5)


def test_the_bid_comes_first() -> None:  # SHO-18.12, SHO-6.1
    state = opening()
    own = ["BIN", "AKI", "KAI", "MIK", "MIN", "MUS", "SGM", "TOT"]
    assert texts(state, PURPLE)[:5] == [f"bid {value}" for value in range(5)]
    assert {text.split()[1] for text in texts(state, PURPLE)[5:]} == {*own}
    assert refusal(state, "lay castle KAI") == ("SHO-18.12", "E_BID_FIRST")


def test_a_bid_must_be_covered_by_chests() -> None:  # SHO-17.6, SHO-4.3
    state = opening()
    state.chests = (0, 0, 0, 2)
    assert "bid 3" not in texts(state, PURPLE)
    assert refusal(state, "bid 3") == ("SHO-17.6", "E_BID_TOO_HIGH")


def test_every_slot_gets_one_card_and_each_card_lies_once() -> None:  # SHO-4.3
    state = laid(opening(), "bid KAI", "lay castle MUS")
    assert "lay castle MIN" not in texts(state, PURPLE)
    assert refusal(state, "lay castle MIN") == ("SHO-4.3", "E_SLOT_LAID")
    assert refusal(state, "lay temple MUS") == ("SHO-4.3", "E_CARD_USED")
    assert refusal(state, "lay temple KAI") == ("SHO-4.3", "E_CARD_USED")
    assert refusal(state, "lay temple YAM") == ("SHO-4.3", "E_NOT_YOURS")
    assert refusal(state, "ready") == ("SHO-4.3", "E_SLOTS_OPEN")
    assert refusal(state, "lay court1 MIN") == ("SHO-12.4", "E_NO_SLOT")
    assert refusal(state, "lay temple empty") == ("SHO-4.3", "E_NOT_EMPTY")


def test_bluffs_run_out() -> None:  # SHO-18.16, SHO-17.64
    state = laid(opening(), "bid 2")
    for slot in ("castle", "temple", "theatre", "rice"):
        state = laid(state, f"lay {slot} bluff")
    assert not any("bluff" in text for text in texts(state, PURPLE))
    assert refusal(state, "lay tax bluff") == ("SHO-18.16", "E_NO_INTRIGUE")


def test_with_too_few_cards_slots_stay_empty() -> None:  # SHO-17.5, SHO-18.12
    state = opening()
    for code in ("AKI", "BIN", "MIK", "MIN", "MUS", "SGM", "TOT"):
        give(state, code, NOTHING, 0)
    assert "bid empty" in texts(state, PURPLE)
    state = laid(state, "bid 0", "lay castle KAI", "lay tax empty")
    for slot in ("temple", "theatre", "rice", "recruit5"):
        state = laid(state, f"lay {slot} bluff")
    board = state.boards[PURPLE]
    assert UNLAID not in board
    assert board.count(EMPTY) == 5


def test_a_last_card_is_a_step_too() -> None:  # SHO-18.12, SHO-1.5
    """Everybody counts the entries of a log: they tell nothing of hidden cards."""
    state = opening()
    for code in ("AKI", "BIN"):
        give(state, code, NOTHING, 0)
    state = laid(state, "bid 0")
    slots = [name for name in BOARD.actions if name != "battle-b"]
    cards = ("bluff",) * 4 + ("KAI", "MIK", "MIN", "MUS", "SGM")
    for slot, card in zip(slots, cards, strict=True):
        state = laid(state, f"lay {slot} {card}")
    assert texts(state, PURPLE) == ["lay battle-b TOT"]


def test_official_cards_are_cards_like_others() -> None:  # SHO-12.4
    state = opening("court")
    assert len(state.boards[PURPLE]) == 14
    assert "bid official" in texts(state, PURPLE)
    state = laid(state, "bid official", "lay castle official", "lay court1 official")
    assert refusal(state, "lay court2 official") == ("SHO-12.4", "E_NO_OFFICIAL")


def test_a_bluff_may_be_an_official_card() -> None:  # SHO-18.16, SHO-18.12
    state = laid(opening("court"), "bid 0")
    for slot in ("court3", "court2", "court1", "castle"):
        state = laid(state, f"lay {slot} bluff")
    assert "lay temple bluff" in texts(state, PURPLE)
    state = laid(state, "lay temple bluff")
    assert state.boards[PURPLE][BOARD.slot_index["temple"]] == OFFICIAL


def test_asks_and_covers_come_when_every_slot_is_filled() -> None:
    # SHO-18.12, SHO-18.9, SHO-18.22
    state = by_clock(opening(), PURPLE)
    assert texts(state, PURPLE) == [
        *("ask attack", "ask defend", "cover choices", "cover actions", "ready"),
    ]
    state = laid(state, "ask defend", "cover actions")
    assert texts(state, PURPLE) == ["ask attack", "cover choices", "ready"]
    autumn = opening("court", "dajokan")
    autumn.season = 2
    assert texts(by_clock(autumn, PURPLE), PURPLE) == [
        *("ask attack", "ask defend", "ask calm", "cover choices", "cover actions"),
        *("cover end", "cover winter", "ready"),
    ]


def test_nobody_is_told_of_a_plan_before_all_are_ready() -> None:  # SHO-18.8, SHO-1.5
    state = opening()
    assert [d.sealed for d in decisions(state)] == [True] * 4
    for text in ("bid 2", "lay castle MUS"):
        done = play(state, PURPLE, text)
        assert visible(done.events, BLUE) == []
        state = done.state
    ready = play(by_clock(state, PURPLE), PURPLE, "ready")
    assert visible(ready.events, BLUE) == []
    assert options(ready.state, PURPLE) == []
    assert ahead(ready.state, PURPLE) == []
    assert refusal(ready.state, "bid 0") == ("SHO-18.12", "E_READY")


def test_covers_and_asks_are_public_when_the_plans_are_locked() -> None:
    # SHO-18.9, SHO-18.22, SHO-18.8
    state = laid(
        by_clock(opening(), BLUE), "ask attack", "cover choices", "ready", seat=0
    )
    for seat in (RED, YELLOW, PURPLE):
        played = play(by_clock(state, seat), seat, "ready")
        state = played.state
    assert played.only("spans_covered") == {"seat": BLUE, "spans": ["choices"]}
    assert played.only("reactions_asked") == {"seat": BLUE, "reactions": ["attack"]}
    assert played.kinds[1] == "plans_locked"
    assert [d.waits for d in decisions(state)] == [state.seat != BLUE]


# --------------------------------------------------------------------------- the clock


def test_a_missing_plan_bids_0_and_collects() -> None:  # SHO-18.6, SHO-17.63
    state = laid(opening(), "bid 3", "lay battle-a KAI")
    board = by_clock(state, PURPLE).boards[PURPLE]
    named = {
        slot: BOARD.codes[card]
        for slot, card in zip(BOARD.slots, board, strict=False)
        if 0 <= card < INTRIGUE
    }
    assert named == {
        "rice": "MIN",
        "tax": "MIK",
        "theatre": "AKI",
        "recruit1": "BIN",
        "battle-a": "KAI",
        "battle-b": "MUS",
    }
    wholly = by_clock(opening(), PURPLE)
    assert wholly.boards[PURPLE][BID] == INTRIGUE


def test_the_clocks_bid_leaves_what_kept_lines_name() -> None:  # SHO-18.6
    state = opening()
    assert fill_bid(state, PURPLE).text == "bid 0"
    assert fill_bid(state, PURPLE, [INTRIGUE]).text == "bid AKI"
    assert fill_bid(state, PURPLE, dashes=5).text == "bid AKI"
    assert fill_bid(state, PURPLE, dashes=4).text == "bid 0"
    assert fill_bid(opening("court"), PURPLE, [INTRIGUE]).text == "bid official"
    own = [p for p, owner in enumerate(state.owner) if owner == PURPLE]
    assert fill_bid(state, PURPLE, [INTRIGUE, *own]).text == "bid 1"
    assert fill_bid(state, PURPLE, [INTRIGUE, *own], dashes=4).text == "bid 0"
    state.chests = (0, 0, 0, 0)
    assert fill_bid(state, PURPLE, [INTRIGUE, *own]).text == "bid 0"


def test_dashes_may_need_official_cards_or_intrigue_cards() -> None:  # SHO-18.6, 18.16
    state, dear = opening("court"), [INTRIGUE + value for value in (1, 2, 3, 4)]
    assert fill_bid(state, PURPLE, dashes=7).text == "bid 0"
    assert fill_bid(state, PURPLE, dashes=8).text == "bid AKI"
    assert fill_bid(state, PURPLE, dear, dashes=1).text == "bid 0"
    assert fill_bid(state, PURPLE, dear, at_court=1).text == "bid official"
    assert fill_bid(state, PURPLE, [INTRIGUE], dashes=6).text == "bid official"
    assert fill_bid(state, PURPLE, [INTRIGUE], dashes=7).text == "bid AKI"


def test_the_clock_spares_provinces_with_unrest() -> None:  # SHO-18.6
    state = opening()
    state.unrest[BOARD.index["MIN"]] = 1
    board = by_clock(state, PURPLE).boards[PURPLE]
    assert board[BOARD.slot_index["rice"]] == BOARD.index["BIN"]
    for province, owner in enumerate(state.owner):
        state.unrest[province] = int(owner == PURPLE)
    board = by_clock(state, PURPLE).boards[PURPLE]
    assert board[BOARD.slot_index["rice"]] == BOARD.index["KAI"]


def test_the_clock_fills_the_court_with_officials() -> None:  # SHO-18.6
    board = by_clock(opening("court"), PURPLE).boards[PURPLE]
    assert board[-3:] == (OFFICIAL,) * 3


# ------------------------------------------------------------------------- the auction


def test_the_event_comes_before_the_bids() -> None:  # SHO-4.4, SHO-6.1
    state = opening()
    done = locked(state, {})
    kinds = [k for k in done.kinds if k in ("event_drawn", "bid_revealed")]
    assert kinds == ["event_drawn", *["bid_revealed"] * 4]
    assert len(done.state.events) == 3
    assert done.state.event not in done.state.events


def test_everybody_pays_and_is_ranked() -> None:  # SHO-6.1, SHO-6.2, SHO-4.5
    done = locked(opening(), {0: "bid 0", 1: "bid 4", 2: "bid HOK", 3: "bid 1"})
    assert done.state.chests == (15, 11, 15, 14)
    assert done.only("bids_ranked")["order_seats"] == [RED, PURPLE, YELLOW, BLUE]


def test_ranks() -> None:  # SHO-6.2, SHO-17.7
    cards = [INTRIGUE + value for value in (4, 3, 2, 1)]
    found = [rank(card) for card in (*cards, 7, INTRIGUE, OFFICIAL, EMPTY)]
    assert found == sorted(found)
    assert rank(INTRIGUE) == rank(OFFICIAL) > rank(7)


def test_ties_are_drawn_class_by_class() -> None:  # SHO-6.3
    state = opening()
    done = locked(state, {0: "bid 2", 1: "bid 2", 2: "bid 0", 3: "bid 0"})
    ranked = done.only("bids_ranked")["order_seats"]
    assert ({*ranked[:2]}, {*ranked[2:]}) == ({BLUE, RED}, {YELLOW, PURPLE})


def test_special_cards_are_taken_in_the_ranking() -> None:  # SHO-6.4, SHO-18.2
    done = locked(opening(), {0: "bid 4", 1: "bid 3", 2: "bid 2", 3: "bid 1"})
    state = done.state
    places = [BOARD.specials[card] for card in state.specials]
    assert texts(state, BLUE) == [f"special {name}" for name in places]
    assert default(state, BLUE).text == f"special {places[0]}"
    state = play(state, BLUE, f"special {places[4]}").state
    state = play(state, RED, f"special {places[1]}").state
    state = play(state, YELLOW, f"special {places[2]}").state
    last = play(state, PURPLE, f"special {places[0]}")
    assert last.only("turn_order_set")["order_seats"] == [PURPLE, RED, YELLOW, BLUE]


def test_the_fifth_seat_takes_the_last_card_unasked() -> None:  # SHO-6.4, SHO-18.2
    done = locked(opening(seats=5), {seat: f"bid {4 - seat}" for seat in range(5)})
    state = done.state
    for seat in range(4):
        played = play(state, seat, texts(state, seat)[0])
        state = played.state
    assert [told["seat"] for told in played.told("special_taken")] == [3, 4]
    assert len(state.order) == 5


def test_a_province_that_bids_does_not_act() -> None:  # SHO-6.5
    done = locked(opening(), {3: "bid KAI"})
    shown = [told for told in done.told("bid_revealed") if told["seat"] == PURPLE]
    assert (shown[0]["card"], shown[0]["chests"]) == ("KAI", 0)
    assert done.state.shown[PURPLE] >> BID & 1
    assert BOARD.index["KAI"] not in done.state.boards[PURPLE][:BID]


def test_steps_are_read_as_exactly_that() -> None:  # SHO-18.11
    state = opening()
    for order in options(state, PURPLE):
        assert Order.read(order.text) == order

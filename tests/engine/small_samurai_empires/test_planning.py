"""Destiny cards, placing and covering. [SSE-4, SSE-7]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract import visible
from engine.errors import OrderIllegal
from engine.small_samurai_empires.rules import decisions, options
from engine.small_samurai_empires.state import State
from tests.engine.small_samurai_empires.table import (
    at,
    kinds,
    placing,
    play,
    seat_of,
    texts,
    token,
    told,
)

HANDS = [["grey", "grey", "teal"], ["orange", "teal", "violet"]]


# -------------------------------------------------------------------------- destiny


def test_everybody_chooses_at_once_and_in_secret() -> None:  # SSE-4.2.1
    state = at(destiny={"hands": HANDS})
    open = decisions(state)
    assert [(d.seat, d.point, d.span) for d in open] == [
        (0, "destiny", "era 1 round 1 destiny"),
        (1, "destiny", "era 1 round 1 destiny"),
    ]
    assert all(d.sealed and d.waits for d in open)
    assert texts(state, 0) == ["destiny grey", "destiny teal"]
    after = play(state, "destiny teal")
    assert kinds(after) == ["destiny_chosen", "choice_made"]
    assert [e.kind for e in visible(after[1], 1)] == ["choice_made"]
    assert [d.seat for d in decisions(after[0])] == [1]


def test_a_card_not_in_hand_is_refused() -> None:  # SSE-4.2.1
    with pytest.raises(OrderIllegal) as refused:
        play(at(destiny={"hands": HANDS}), "destiny orange")
    assert refused.value.rule == "SSE-4.2.1"


def test_cards_are_shown_together_and_stay() -> None:  # SSE-4.2.1, SSE-4.2.3
    state = at(seats=3, destiny={"hands": [*HANDS, ["orange", "orange", "grey"]]})
    outcome = play(state, "destiny grey", "destiny orange", "destiny orange")
    assert [shown["region"] for shown in told(outcome, "destiny_shown")] == [
        "grey",
        "orange",
        "orange",
    ]
    assert outcome[0].shown == (1, 2, 0, 0)
    assert outcome[0].point == "placement"
    assert "destiny_added" not in kinds(outcome)


def test_with_two_players_the_top_of_the_deck_joins() -> None:  # SSE-4.2.2, SSE-12.27
    deck = ["violet", *["grey"] * 3, *["orange"] * 4, *["teal"] * 3, *["violet"] * 3]
    state = at(destiny={"hands": HANDS, "deck": deck})
    outcome = play(state, "destiny grey", "destiny orange")
    assert told(outcome, "destiny_added") == [{"region": "violet"}]
    assert outcome[0].shown == (1, 1, 0, 1)
    assert len(outcome[0].deck) == len(deck) - 1


# -------------------------------------------------------------------------- placing


def test_turns_go_round_the_turn_track() -> None:  # SSE-4.3.1, SSE-4.1
    state = placing({}, seats=3, turn_track=[2, 0, 1])
    order = []
    for slot in ("grey-2", "grey-3", "orange-1", "orange-2"):
        order.append(seat_of(state))
        state, _ = play(state, f"place harvest {slot}")
    assert order == [2, 0, 1, 2]
    assert state.todo == (3, 3, 2)


@pytest.mark.parametrize(
    ("seats", "first", "second"), [(2, 4, 3), (3, 4, 3), (4, 3, 2)]
)
def test_so_many_tokens_each(seats: int, first: int, second: int) -> None:  # SSE-4.1
    assert placing({}, seats=seats).todo == (first,) * seats
    assert placing({}, seats=seats, round=2).todo == (second,) * seats


def test_only_kinds_in_hand_and_empty_slots() -> None:  # SSE-4.3.1, SSE-4.3.2
    state = placing({}, slots={"grey-1": [token(0, "castle")]})
    listed = texts(state, 1)
    state, _ = play(state, "place castle grey-2", "place move-3 grey-3")
    assert seat_of(state) == 1
    assert "place castle grey-2" in listed
    assert "place castle grey-1" not in listed
    for order, rule in (
        ("place castle orange-1", "SSE-4.3.1"),
        ("place attack grey-1", "SSE-4.3.2"),
        ("cover attack grey-1", "SSE-4.3.2"),
        ("pass", "SSE-4.3.5"),
        ("done", "SSE-4.3.1"),
        ("recruit aki", "SSE-4.3.1"),
    ):
        with pytest.raises(OrderIllegal) as refused:
            play(state, order)
        assert refused.value.rule == rule, order


def test_the_kind_is_told_to_its_owner_only() -> None:  # SSE-4.3.3, SSE-13.2
    state = placing({})
    one, two = (
        play(state, f"place {kind} grey-1")[1] for kind in ("attack", "move-2-or-ship")
    )
    assert visible(one, 1) == visible(two, 1) == visible(one, None)
    assert visible(one, 0)[0].data["token"] == "attack"


def test_the_neutral_action_follows_at_once_and_is_optional() -> None:  # SSE-4.3.4
    state = placing({"aki": [1, 0]})
    state, _ = play(state, "place attack grey-2")
    (open,) = decisions(state)
    assert (open.seat, open.point, open.span) == (
        0,
        "neutral",
        "era 1 round 1 placement",
    )
    assert texts(state)[-1] == "decline"
    state, events = play(state, "decline")
    assert [event.kind for event in events] == ["neutral_declined"]
    assert seat_of(state) == 1


def test_what_cannot_be_done_is_not_asked() -> None:  # SSE-6.6, SSE-13.6
    state, _ = play(placing({"kii": [1, 0]}), "place attack grey-2")
    assert seat_of(state) == 1
    assert state.point == "placement"


# ------------------------------------------------------------------------- covering


def second(
    slots: dict[str, Any], seats: int = 3, bushido: list[int] | None = None, **more: Any
) -> State:
    """Round 2, seat 0 is to place. Slots have no army near: no neutral actions."""
    provinces = {"kitami": {"armies": [0] * seats}}
    bushido = bushido or [3] * seats
    return at(
        seats=seats,
        round=2,
        phase="placement",
        slots=slots,
        provinces=provinces,
        bushido=bushido,
        to_place=more.pop("to_place", [2] * seats),
        **more,
    )


FULL = {
    "grey-1": [token(0, "recruit")],
    "grey-2": [token(1, "recruit")],
    "grey-3": [token(2, "recruit")],
    "teal-1": [token(1, "castle")],
    "teal-2": [token(2, "castle")],
}


def slots_in(state: State, verb: str) -> set[str]:
    found = {o.args[-1] for o in options(state, seat_of(state)) if o.verb == verb}
    return found - {"any"}


def test_round_two_opens_empty_slots_and_own_tokens() -> None:  # SSE-7.1, SSE-7.2
    state = second(FULL)
    free = slots_in(state, "place")
    assert "grey-1" in free
    assert "orange-1" in free
    assert not free & {"grey-2", "grey-3", "teal-1", "teal-2"}
    assert slots_in(state, "cover") == {"grey-2", "grey-3", "teal-1", "teal-2"}
    assert "place castle orange-1" in texts(state)
    kind_on_board = second({"grey-1": [token(0, "castle")]})
    assert "place castle orange-1" not in texts(kind_on_board)  # SSE-7.1


def test_covering_costs_one_then_two() -> None:  # SSE-7.2, SSE-7.3.3
    state, events = play(second(FULL), "cover attack grey-2")
    assert told((state, events), "cover_paid") == [
        {"seat": 0, "slot": "grey-2", "of_seat": 1, "bushido": 1}
    ]
    assert state.bushido[0] == 2
    state, _ = play(state, "place attack orange-1", "place attack orange-2")
    state, events = play(state, "cover harvest grey-3")
    assert told((state, events), "cover_paid")[0]["bushido"] == 2
    assert state.bushido[0] == 0


def test_own_tokens_covered_do_not_count() -> None:  # SSE-7.2, SSE-12.29
    state, _ = play(second(FULL), "place attack grey-1", "decline")
    state, _ = play(state, "place attack orange-1", "place attack orange-2")
    state, events = play(state, "cover harvest grey-3")
    assert told((state, events), "cover_paid")[0]["bushido"] == 1


def test_the_price_count_begins_anew_each_era() -> None:  # SSE-12.30
    state = second(FULL, era=2)
    assert told(play(state, "cover attack grey-2"), "cover_paid")[0]["bushido"] == 1


def test_nobody_places_on_a_token_of_this_round() -> None:  # SSE-7.3.1
    slots = {**FULL, "grey-1": [token(0, "recruit"), token(1, "attack")]}
    state = second(slots)
    assert "grey-1" not in slots_in(state, "place") | slots_in(state, "cover")
    with pytest.raises(OrderIllegal) as refused:
        play(state, "cover attack grey-1")
    assert refused.value.rule == "SSE-7.3.1"
    alone = second({"grey-1": [token(1, "attack", 2)]})
    assert "grey-1" not in slots_in(alone, "place") | slots_in(alone, "cover")


def test_each_opponent_once_per_era() -> None:  # SSE-7.3.2
    slots = {**FULL, "grey-2": [token(1, "recruit"), token(0, "attack")]}
    state = second(slots)
    assert slots_in(state, "cover") == {"grey-3", "teal-2"}
    with pytest.raises(OrderIllegal) as refused:
        play(state, "cover harvest teal-1")
    assert refused.value.rule == "SSE-7.3.2"
    by_another = {**FULL, "grey-2": [token(1, "recruit"), token(2, "attack")]}
    assert "teal-1" in slots_in(second(by_another), "cover")


def test_each_victim_once_per_round() -> None:  # SSE-7.3.2, SSE-11.2
    slots = {**FULL, "grey-2": [token(1, "recruit"), token(2, "attack")]}
    state = second(slots, edition="crowd-games")
    assert slots_in(state, "cover") == {"grey-3", "teal-2"}
    own = {**FULL, "grey-2": [token(1, "recruit"), token(1, "attack")]}
    assert "teal-1" in slots_in(second(own, edition="crowd-games"), "cover")


def test_no_cover_without_enough_bushido() -> None:  # SSE-7.2
    assert slots_in(second(FULL, bushido=[0, 3, 3]), "cover") == set()
    slots = {**FULL, "grey-2": [token(1, "recruit"), token(0, "attack")]}
    state = second(slots, bushido=[1, 3, 3])
    assert slots_in(state, "cover") == set()
    with pytest.raises(OrderIllegal) as refused:
        play(state, "cover harvest grey-3")
    assert refused.value.rule == "SSE-7.2"
    assert refused.value.code == "E_NO_BUSHIDO"


def test_the_price_is_paid_before_the_neutral_action() -> None:  # SSE-7.3.3, SSE-6.1
    state = at(
        seats=3,
        round=2,
        phase="placement",
        slots={"grey-3": [token(1, "castle")], "teal-1": [token(2, "castle")]},
        provinces={"satsuma": {"armies": [1, 0, 0]}},
        seeding={"satsuma": "bushido"},
        bushido=[0, 1, 1],
    )
    assert slots_in(state, "cover") == set()


# --------------------------------------------------------------------------- passing


def crowded(bushido: int, edition: str = "archona-2019") -> State:
    """Round 2 of four players: seat 0's tokens are covered by the three others."""
    owners = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    kinds_of = ["recruit", "attack", "harvest"]
    slots: dict[str, Any] = {}
    regions = ("grey", "orange", "teal", "violet")
    for number, owner in enumerate(owners):
        name = f"{regions[number // 3]}-{number % 3 + 1}"
        slots[name] = [token(owner, kinds_of[number % 3])]
    for coverer, name in ((1, "grey-1"), (2, "grey-2"), (3, "grey-3")):
        slots[name].append(token(coverer, "castle"))
    return at(
        seats=4,
        round=2,
        phase="placement",
        edition=edition,
        slots=slots,
        provinces={"kitami": {"armies": [0] * 4}},
        bushido=[bushido, 0, 0, 0],
        to_place=[2, 1, 1, 1],
    )


def test_who_could_only_pay_may_place_or_pass() -> None:  # SSE-4.3.5, SSE-12.4
    state = crowded(bushido=1)
    listed = texts(state)
    assert listed[-1] == "pass"
    assert all(order.startswith("cover") for order in listed[:-1])
    after, events = play(state, "pass")
    assert [event.kind for event in events] == ["placement_passed"]
    assert after.todo == (1, 1, 1, 1)  # lost, not postponed


def test_who_cannot_place_at_all_passes_by_itself() -> None:  # SSE-4.3.5, SSE-7.3.4
    state = crowded(bushido=1)
    state, _ = play(state, "cover castle orange-1")
    outcome = play(state, texts(state)[0])
    state = outcome[0]
    while seat_of(state) != 0 and state.phase == "placement":
        outcome = play(state, texts(state)[0])
        state = outcome[0]
    assert {"seat": 0} in told(outcome, "placement_lost")


def test_who_has_a_free_slot_must_place() -> None:  # SSE-4.3.5, SSE-12.26
    state = second({"grey-1": [token(1, "castle")]}, seats=2)
    assert "pass" not in texts(state)
    assert "place any" in texts(state)
    with pytest.raises(OrderIllegal) as refused:
        play(state, "pass")
    assert refused.value.rule == "SSE-4.3.5"

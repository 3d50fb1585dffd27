"""What the contract tests find although they only look at a sample of the play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.contract import Event, Order
from engine.errors import OrderIllegal
from tests import toy
from tests.engine import test_contract as contract

Broken = tuple[str, Callable[..., Any], Callable[[str], None]]


@pytest.fixture(autouse=True)
def _played_anew() -> Iterator[None]:
    contract.played.cache_clear()
    yield
    contract.played.cache_clear()


def twice(state: toy.State, seat: int, old: Any = toy.options) -> list[Order]:
    found: list[Order] = old(state, seat)
    return [*found, found[-1]] if Order("take", ("rice",)) in found else found


def refuse_rice(state: Any, seat: int, order: Order, chance: Any) -> Any:
    if order == Order("take", ("rice",)):
        raise OrderIllegal("TOY-4", "E_NO_SUCH_ACTION")
    return APPLY(state, seat, order, chance)


def change_argument(state: Any, seat: int, order: Order, chance: Any) -> Any:
    after, events = APPLY(state, seat, order, chance)
    if order.verb == "object":
        state.objected = True
    return after, events


def stay_silent(state: Any, seat: int, order: Order, chance: Any) -> Any:
    after, events = APPLY(state, seat, order, chance)
    return after, [event for event in events if event.kind != "seat_objected"]


def tell_wish(state: Any, seat: int, order: Order, chance: Any) -> Any:
    after, events = APPLY(state, seat, order, chance)
    return after, [Event(e.kind, e.data) for e in events]


def no_default(state: Any, seat: int) -> Order:
    points = toy.point_of(state, seat)
    return Order("hold") if points == "pick" else DEFAULT(state, seat)


def show_picks(state: Any, seat: Any) -> dict[str, Any]:
    return {**VIEW(state, seat), "picked": list(state.picks)}


def forget(position: Any) -> toy.State:
    return FROM_POSITION({**position, "objected": False})


def read_rice_as_gold(state: Any, seat: int, text: str, *rest: Any) -> str:
    plan: str = PARSE(state, seat, text, *rest)
    return plan.replace("rice", "gold")


APPLY, DEFAULT, VIEW = toy.apply, toy.default, toy.view
FROM_POSITION, PARSE = toy.from_position, toy.parse
BREAKAGES: list[Broken] = [
    (
        "options",
        twice,
        contract.test_options_are_listed_once_and_always_in_the_same_order,
    ),
    ("apply", refuse_rice, contract.test_every_option_applies_and_survives_its_text),
    ("apply", change_argument, contract.test_apply_leaves_its_argument_alone),
    (
        "apply",
        stay_silent,
        contract.test_a_view_changes_only_by_an_event_the_seat_may_see,
    ),
    ("apply", tell_wish, contract.test_what_is_sealed_tells_the_others_nothing),
    ("default", no_default, contract.test_the_default_is_an_option),
    ("view", show_picks, contract.test_nothing_secret_is_told),
    ("view", show_picks, contract.test_what_is_sealed_tells_the_others_nothing),
    ("from_position", forget, contract.test_a_position_gives_its_state_back),
    ("parse", read_rice_as_gold, contract.test_an_option_written_as_text_is_that_step),
]


@pytest.mark.parametrize(
    ("function", "broken", "test"),
    BREAKAGES,
    ids=lambda it: getattr(it, "__name__", ""),
)
def test_a_broken_game_is_found_out(
    function: str,
    broken: Callable[..., Any],
    test: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contract.played("toy")  # before it breaks
    monkeypatch.setattr(toy, function, broken)
    with pytest.raises((AssertionError, OrderIllegal)):
        test("toy")


def test_a_sample_has_something_of_every_kind() -> None:
    items = [*range(100), *(["rare"] * 1), *range(100)]
    found = contract.spread(items, 10, type)
    assert "rare" in found
    assert len(found) == 6
    assert contract.spread(range(10), 100, type) == list(range(10))
    assert contract.spread([], 10, type) == []

"""States of declared fields: copied, compared and written by the kit."""

from __future__ import annotations

import copy
import pickle
from dataclasses import field

import pytest

from engine.flat import FlatState, changed, fields_of, flat


@flat
class Stall(FlatState):
    """A state with a field of every kind."""

    seats: int
    name: str = "stall"
    prices: tuple[int, ...] = (1, 2)
    sold: frozenset[int] = frozenset()
    stock: list[int] = field(init=False)
    owner: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stock = [0] * self.seats


def test_a_copy_is_equal_and_changes_alone() -> None:
    one = Stall(2)
    other = one.copy()
    assert other == one
    other.stock[0] = 5
    other.owner["rice"] = 1
    other.prices = changed(other.prices, 0, by=3)
    assert (one.stock, one.owner, one.prices) == ([0, 0], {}, (1, 2))
    assert (other.stock, other.owner, other.prices) == ([5, 0], {"rice": 1}, (4, 2))
    assert other != one


def test_a_copy_is_of_the_same_class_and_has_every_field() -> None:
    one = Stall(3, name="tea")
    other = one.copy()
    assert type(other) is Stall
    assert repr(other) == repr(one)
    assert "name='tea'" in repr(one)


def test_a_state_has_its_fields_and_no_others() -> None:
    with pytest.raises(AttributeError):
        Stall(2).price = 3  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="unhashable"):
        hash(Stall(2))


def test_what_is_kept_somewhere_comes_back_equal() -> None:
    one = Stall(2, sold=frozenset({1}))
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one


def test_fields_are_written_as_plain_json_in_the_order_asked_for() -> None:
    state = Stall(2, sold=frozenset({3, 1}))
    written = fields_of(state, "sold", "name", "prices", "stock")
    assert list(written.items()) == [
        ("sold", [1, 3]),
        ("name", "stall"),
        ("prices", [1, 2]),
        ("stock", [0, 0]),
    ]
    assert written["stock"] is not state.stock


def test_a_class_without_fields_is_no_state() -> None:
    with pytest.raises(TypeError, match="declares no field"):
        flat(type("Empty", (FlatState,), {}))

"""States of declared fields: copied, compared and written by the kit."""

from __future__ import annotations

import copy
import pickle
from collections import deque
from dataclasses import field
from typing import Any

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


@pytest.mark.parametrize(
    "kind",
    [
        "tuple[list[int], ...]",
        "dict[str, list[int]]",
        "list[int] | None",
        "list[int] | tuple[int, ...]",
        "Optional[set[int]]",
        "List[int]",
        "typing.Dict[str, int]",
        "deque",
        "collections.Counter[str]",
        deque,
        deque[int],
        list[int] | None,
    ],
)
def test_what_a_copy_would_share_is_refused(kind: object) -> None:
    with pytest.raises(TypeError, match=r"“goods: .* is not copied well"):
        flat(type("Wrong", (FlatState,), {"__annotations__": {"goods": kind}}))


@pytest.mark.parametrize(
    ("kind", "is_copied"),
    [
        (list, True),
        (dict[str, int], True),
        ("set[tuple[int, ...]]", True),
        ("'list[int]'", True),
        (frozenset[int], False),
        ("tuple[str, ...] | None", False),
        ("Literal['list', 'set']", False),
    ],
)
def test_lists_dicts_and_sets_are_copied(kind: object, is_copied: bool) -> None:
    made: Any = flat(type("Right", (FlatState,), {"__annotations__": {"goods": kind}}))
    goods = [1, 2]
    assert (made(goods).copy().goods is not goods) == is_copied


def test_inherited_fields_are_compared_and_written_too() -> None:
    @flat
    class Shop(Stall):
        floors: int = 1

    one, other = Shop(2, name="tea"), Shop(2, name="rice")
    assert one != other
    assert "name='tea'" in repr(one)
    assert one.copy() == one


def test_a_class_without_fields_is_no_state() -> None:
    with pytest.raises(TypeError, match="declares no field"):
        flat(type("Empty", (FlatState,), {}))

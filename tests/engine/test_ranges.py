"""Which orders are one choice with a number."""

from __future__ import annotations

import pytest

from engine.contract import Order
from engine.ranges import FEWEST, Range, ranges_of


def orders(*texts: str) -> list[Order]:
    return [Order.read(text) for text in texts]


def counted(text: str, first: int, last: int) -> list[Order]:
    return orders(*(text.format(number=n) for n in range(first, last + 1)))


def test_orders_that_differ_in_one_number_are_a_range() -> None:
    listed = [*orders("pass"), *counted("send kii {number} omi", 1, 9)]
    assert ranges_of(listed) == [Range(("send", "kii", "{number}", "omi"), 1, 9)]


def test_a_range_gives_back_its_orders() -> None:
    listed = counted("buy {number}", 0, 20)
    (found,) = ranges_of(listed)
    assert found.text == "buy {number}"
    assert found.orders == listed


def test_a_gap_parts_two_ranges() -> None:
    listed = [*counted("buy {number}", 0, 9), *counted("buy {number}", 11, 19)]
    assert [(one.least, one.most) for one in ranges_of(listed)] == [(0, 9), (11, 19)]


@pytest.mark.parametrize(
    "listed",
    [
        counted("pick {number}", 1, FEWEST - 1),
        orders(*(f"pick {name}" for name in ("01", "02", "03", "04", "05", "06"))),
        orders(*(f"pick {letter}" for letter in "abcdefgh")),
        orders(*(str(number) for number in range(9))),
        orders(*(f"pick {2 * number}" for number in range(9))),
    ],
)
def test_few_numbers_and_names_are_no_range(listed: list[Order]) -> None:
    assert ranges_of(listed) == []


def test_of_two_numbers_the_one_with_more_values_is_the_range() -> None:
    """And every order is in one range at most."""
    listed = [
        o for some in range(1, 8) for o in counted(f"move {some} {{number}}", 1, 9)
    ]
    found = ranges_of(listed)
    assert [one.text for one in found] == [f"move {n} {{number}}" for n in range(1, 8)]
    members = [order for one in found for order in one.orders]
    assert len(members) == len(set(members)) == len(listed)

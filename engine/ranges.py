"""Orders that differ in one whole number: a choice with a least and a most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.contract import Order

FEWEST = 6  # numbers in a range: fewer orders are quicker chosen one by one
NUMBER = "{number}"


class Range(NamedTuple):
    """`send kii {number}`, for every number from the least to the most."""

    form: tuple[str, ...]  # the words of the orders, with NUMBER in one place
    least: int
    most: int

    @property
    def text(self) -> str:
        return " ".join(self.form)

    def order(self, number: int) -> Order:
        return Order.read(self.text.replace(NUMBER, str(number)))

    @property
    def orders(self) -> list[Order]:
        return [self.order(number) for number in range(self.least, self.most + 1)]


def ranges_of(orders: Sequence[Order]) -> list[Range]:
    """Return the ranges among the orders, the longest first; none share an order."""
    taken: set[Order] = set()
    found = []
    for each in sorted(all_ranges(orders), key=lambda one: one.least - one.most):
        if taken.isdisjoint(each.orders):
            taken.update(each.orders)
            found.append(each)
    return found


def all_ranges(orders: Iterable[Order]) -> Iterator[Range]:
    """Every range that is long enough, also those that cross."""
    numbers: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for order in orders:
        for form, number in forms(order):
            numbers[form].append(number)
    for form, those in numbers.items():
        for least, most in stretches(those):
            if most - least + 1 >= FEWEST:
                yield Range(form, least, most)


def forms(order: Order) -> Iterator[tuple[tuple[str, ...], int]]:
    """The order with each of its numbers left out, and that number."""
    words = (order.verb, *order.args)
    for place, word in enumerate(words):
        if place and word.isdecimal() and str(int(word)) == word:
            yield (*words[:place], NUMBER, *words[place + 1 :]), int(word)


def stretches(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of all that follow one another."""
    first = last = None
    for number in sorted(numbers):
        if first is None or last is None:
            first = last = number
        elif number == last + 1:
            last = number
        else:
            yield first, last
            first = last = number
    if first is not None and last is not None:
        yield first, last

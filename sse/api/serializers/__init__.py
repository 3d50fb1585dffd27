"""The shapes of answers, as TypedDicts, and the functions that make them."""

from __future__ import annotations

from typing import Any, TypeVar, cast

Shape = TypeVar("Shape")


def shape_from(shape: type[Shape], source: object, **given: Any) -> Shape:
    """Return an answer: the given fields, and all others as the source has them.

    `id` is the key of a row. Tests hold every answer to its type.
    """
    values = dict(given)
    for name in shape.__annotations__:
        if name not in values:
            values[name] = getattr(source, "pk" if name == "id" else name)
    return cast(Shape, {name: values[name] for name in shape.__annotations__})

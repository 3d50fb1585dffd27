"""The shapes of answers, as TypedDicts, and how they are filled from their sources.

A field is read from the attribute of its own name, or from where `Annotated` says: a
path such as `seat.number`, or a function of the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import (
    Annotated,
    Any,
    Generic,
    TypedDict,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Shape = TypeVar("Shape")
Read = Callable[[Any], Any]


# The schema names a list after what is in it: `ItemList[HookShape]` is a `HookList`.
class ItemList(TypedDict, Generic[Shape]):
    items: list[Shape]


def shape_from(shape: type[Shape], source: Any, **given: Any) -> Shape:
    """Return an answer: the given fields, and all others as the source has them.

    `id` is the key of a row. Tests hold every answer to its type.
    """
    values = {
        name: convert(given[name] if name in given else read(source))
        for name, (read, convert) in fields_of(cast(Any, shape)).items()
    }
    return cast(Shape, values)


def items_of(shape: type[Shape], sources: Iterable[Any]) -> ItemList[Shape]:
    return {"items": [shape_from(shape, source) for source in sources]}


@cache
def fields_of(shape: Any) -> dict[str, tuple[Read, Read]]:
    """Return, for each field, how it is read and how it becomes part of the answer."""
    found = {}
    for name, hint in get_type_hints(shape, include_extras=True).items():
        place: Any = "pk" if name == "id" else name
        if get_origin(hint) is Annotated:
            hint, place = get_args(hint)
        read = place if callable(place) else partial(value_at, place.split("."))
        found[name] = (read, converter_of(hint))
    return found


def value_at(path: list[str], source: Any) -> Any:
    """Return what a path of attributes leads to; none where it breaks off."""
    for name in path:
        if source is None:
            return None
        source = source[name] if isinstance(source, dict) else getattr(source, name)
    return source


def converter_of(hint: Any) -> Read:
    """Return how a value becomes what a field holds.

    Shapes are filled from it, and an empty text is null where the field may be null.
    """
    inner = [converter_of(one) for one in get_args(hint)]
    if is_typeddict(hint):
        return lambda value: (
            value if isinstance(value, dict) else shape_from(hint, value)
        )
    if get_origin(hint) is list:
        return lambda values: [inner[0](value) for value in values]
    if type(None) in get_args(hint):
        return lambda value: None if value is None or value == "" else inner[0](value)
    return bool if hint is bool else lambda value: value

"""Flat states: a game declares its fields, the kit copies, compares and writes them.

    @flat
    class State(FlatState):
        setup: Setup
        turn: int = 1
        armies: list[int] = field(init=False)  # set in __post_init__

Numbers, strings, tuples and frozen things are shared by copies. A `list`, `dict` or
`set` is copied one level deep, so what it holds must be frozen too. A field that says
otherwise (`tuple[list[int], ...]`, `list[int] | None`, `deque`) is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Self, TypeVar, dataclass_transform

T = TypeVar("T", bound="FlatState")
COPIED = {"list", "dict", "set"}
CHANGING = COPIED | {"List", "Dict", "Set", "bytearray", "deque", "Deque"}
CHANGING |= {"Counter", "defaultdict", "DefaultDict", "OrderedDict"}
WANTED = "a list, dict or set is a field of its own and holds what is frozen"


def changed(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """The same numbers but for one, which is more, or less, by so much."""
    found = list(numbers)
    found[place] += by
    return tuple(found)


class FlatState:
    """Equal when all fields are; never hashed, because it changes while orders run."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(
            getattr(self, name) == getattr(other, name) for name in names_of(self)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        values = (f"{name}={getattr(self, name)!r}" for name in names_of(self))
        return f"{type(self).__name__}({', '.join(values)})"

    if TYPE_CHECKING:

        def copy(self) -> Self: ...


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def flat(cls: type[T]) -> type[T]:
    """Make slots of the declared fields, and write the quickest `copy` of them."""
    made = dataclass(slots=True, eq=False, repr=False)(cls)
    if not fields(made):  # type: ignore[arg-type]
        raise TypeError(f"{cls.__name__} declares no field.")
    made.copy = copier(made)  # type: ignore[method-assign, assignment]
    return made


def copier(cls: type[T]) -> Callable[[T], T]:
    """One assignment per field: three times as fast as a loop over their names."""
    lines = [
        "def copy(self):",
        " new = make(cls)",
        *(f" new.{of.name} = self.{of.name}{how_copied(of)}" for of in fields(cls)),  # type: ignore[arg-type]
        " return new",
    ]
    space: dict[str, Any] = {"make": object.__new__, "cls": cls}
    exec("\n".join(lines), space)
    written: Callable[[T], T] = space["copy"]
    return written


def how_copied(of: Field[Any]) -> str:
    """Raises TypeError for what a copy would share though it changes."""
    said = of.type.__name__ if isinstance(of.type, type) else str(of.type)
    kind = ast.parse(said.strip("'\""), mode="eval").body
    outer = kind.value if isinstance(kind, ast.Subscript) else kind
    is_copied = isinstance(outer, ast.Name) and outer.id in COPIED
    changing = [node for node in ast.walk(kind) if is_changing(node)]
    if changing != [outer] * is_copied:
        raise TypeError(f"“{of.name}: {said}” is not copied well: {WANTED}.")
    return ".copy()" if is_copied else ""


def is_changing(node: ast.AST) -> bool:
    name = getattr(node, "id", None) or getattr(node, "attr", None)
    return name in CHANGING


def names_of(state: FlatState) -> list[str]:
    """Its fields, the inherited ones too: `__slots__` has only those of one class."""
    return [of.name for of in fields(state)]  # type: ignore[arg-type]


def fields_of(state: FlatState, *names: str) -> dict[str, Any]:
    """These fields as plain JSON, for a position: lists of tuples, sets sorted."""
    return {name: plain(getattr(state, name)) for name in names}


def plain(value: Any) -> Any:
    if isinstance(value, set | frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple | list) else value

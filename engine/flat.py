"""What every game's state has in common: flat fields, compared one by one."""

from __future__ import annotations


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
            getattr(self, name) == getattr(other, name) for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({fields})"

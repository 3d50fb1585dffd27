"""A view made ready to be shown: names cleaned, words chosen, things counted, listed.

A game's words file has a table `board` with the words of its board. All games have the
keys `title`, `and`, `you`, `to_move`, `left`, `wins`, `shared` and `prose_you`; a list
of texts is the plural forms of a noun, one for each form of the language, with `{n}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.contract import Seat, View
from engine.drawing import COLUMNS, SeatColour, columns_of, cut, one_line, seat_colour
from engine.euphony import euphonic
from engine.plural import plural
from engine.registry import games
from engine.words import words

LONGEST_NAME = 32  # columns; pictures cut further where there is less room
JOINED = " · "


def spoken(game: str, language: str) -> str:
    """The language itself if the game has it, else English."""
    return language if language in games()[game].languages else "en"


def board_words(game: str, language: str) -> Mapping[str, Any]:
    """The table `board` of a game's words, in the language that it speaks."""
    table: Mapping[str, Any] = words(game, spoken(game, language))["board"]
    return table


def count(language: str, forms: Sequence[str], n: int) -> str:
    """“3 points”, “3 очка”: the number in the right form of its noun."""
    return forms[plural(language, n)].format(n=n)


def seat_names(names: Sequence[str], defaults: Sequence[str]) -> tuple[str, ...]:
    """One short line of each name, which may be any text; the default for none."""
    given = [cut(one_line(str(name)), LONGEST_NAME) for name in names[: len(defaults)]]
    given += [""] * (len(defaults) - len(given))
    return tuple(name or default for name, default in zip(given, defaults, strict=True))


def in_lines(parts: Sequence[str], width: int = COLUMNS) -> list[str]:
    """As many parts to a line as there is room for, none of them broken."""
    lines: list[str] = []
    for part in parts:
        longer = JOINED.join([*lines[-1:], part])
        if columns_of(longer) <= width:
            lines[-1:] = [longer]
        else:
            lines.append(part)
    return lines


@dataclass(frozen=True)
class Scene:
    """What picture, text and prose of a board have in common.

    A game adds what its own board needs. Its view has `seats`, `you`, `over`, `left`
    and `standings`, and `active`, who is to move, unless it says so another way.
    """

    view: View
    language: str
    words: Mapping[str, Any]
    names: tuple[str, ...]

    # ------------------------------------------------------------------------- words

    def say(self, key: str, **values: object) -> str:
        template = euphonic(self.words[key], values, self.language)
        return template.format(**values)

    def word(self, table: str, key: str) -> str:
        """A word by its key; the key itself where there is none."""
        return str(self.words[table].get(key, key))

    def counted(self, key: str, n: int) -> str:
        """“3 points”, “3 очка”."""
        return count(self.language, self.words[key], n)

    def listed(self, parts: Sequence[str]) -> str:
        """“a, b and c”."""
        head = ", ".join(parts[:-1])
        return str(self.words["and"]).join(filter(None, (head, *parts[-1:])))

    # ------------------------------------------------------------------------- seats

    @property
    def seats(self) -> range:
        return range(self.view["seats"])

    @property
    def you(self) -> Seat | None:
        you: Seat | None = self.view["you"]
        return you

    @property
    def over(self) -> bool:
        return bool(self.view["over"])

    @property
    def active(self) -> Seat | None:
        active: Seat | None = None if self.over else self.view["active"]
        return active

    @property
    def winners(self) -> list[Seat]:
        return [s["seat"] for s in self.view["standings"] if s["place"] == 1]

    def placed(self) -> list[Mapping[str, int]]:
        """All seats, the best first."""
        return sorted(self.view["standings"], key=lambda s: (s["place"], s["seat"]))

    def colour(self, seat: Seat) -> SeatColour:
        return seat_colour(seat)

    def sign(self, seat: Seat) -> str:
        return self.colour(seat).sign

    def signed(self, seat: Seat, columns: int = LONGEST_NAME) -> str:
        """A name with the seat's sign."""
        return f"{self.sign(seat)} {cut(self.names[seat], columns)}"

    def flags(self, seat: Seat) -> list[str]:
        """The reader, who is to move, who has left."""
        held = {
            "you": self.you == seat,
            "to_move": self.active == seat,
            "left": seat in self.view["left"],
        }
        return [str(self.words[flag]) for flag, holds in held.items() if holds]

    # --------------------------------------------------------------------- sentences

    def result(self) -> str:
        """Who has won."""
        names = self.listed([self.names[seat] for seat in self.winners])
        return self.say("wins" if len(self.winners) == 1 else "shared", names=names)

    def prose_you(self) -> list[str]:
        """Who the reader is, unless they only watch."""
        if self.you is None:
            return []
        return [self.say("prose_you", name=self.names[self.you])]

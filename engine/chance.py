"""Dice and decks, drawn by name, so that anybody can draw them again.

A match has a secret seed. Its SHA-256, the commitment, is published before the first
draw and the seed after the last. Each draw has a name unique in the match and a
stream of bytes of its own:

    key      = HMAC-SHA256(seed, "hikyaku 1\\n" + branch + "\\n" + word + "\\n" ...)
    block i  = HMAC-SHA256(key, name + "\\n" + i)          i = 0, 1, 2 ...

A number below n takes the fewest bytes b with 256**b >= n, read as one big-endian
number x; if x is in the incomplete last multiple of n it is thrown away and the next
bytes are read, so every number is equally likely. The result is x mod n. [AOW-10.14]
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engine.errors import ReplayBroken


class Draw(NamedTuple):
    """What was drawn, as the log has it: `turn 1 roll 2: A A C 1`."""

    name: str
    values: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"{self.name}: {' '.join(self.values)}"


def new_seed() -> str:
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """Published first: nobody can change the seed later, or guess it."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


class Chance:
    """Draws for one order and keeps what it drew. This one refuses every draw."""

    __slots__ = ("drawn",)

    def __init__(self) -> None:
        self.drawn: list[Draw] = []

    def roll(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        """`count` dice, one after the other; fewer dice are the first of the more."""
        raise ReplayBroken("draw_forbidden", name=name)

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        """`count` of the items (all, if not said) in random order, none twice."""
        raise ReplayBroken("draw_forbidden", name=name)

    def pick(self, name: str, items: Sequence[str]) -> str:
        return self.shuffle(name, items, 1)[0]


class Seeded(Chance):
    """The real thing: everything follows from seed, players' words, branch, name."""

    __slots__ = ("_key",)

    def __init__(self, seed: str, words: Sequence[str] = (), branch: int = 0) -> None:
        super().__init__()
        self._key = seed_key(seed, words, branch)

    def again(self) -> Seeded:
        """The same stream for the next order, with nothing drawn yet."""
        fresh = Seeded.__new__(Seeded)
        fresh._key = self._key
        fresh.drawn = []
        return fresh

    def roll(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        values = self._rolled(name, count, faces)
        self.drawn.append(Draw(name, values))
        return values

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        rest, stream = list(items), Stream(self._key, name)
        count = len(rest) if count is None else count
        values = tuple(rest.pop(stream.below(len(rest))) for _ in range(count))
        self.drawn.append(Draw(name, values))
        return values

    def _rolled(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        sides = len(faces)
        if sides <= 256:  # one block nearly always holds a roll
            remainders, unfair = one_byte(sides)
            block = stream_block(self._key, name, 0).translate(remainders, unfair)
            if len(block) >= count:
                return tuple([faces[number] for number in block[:count]])
        stream = Stream(self._key, name)
        return tuple(faces[stream.below(sides)] for _ in range(count))


class Recorded(Chance):
    """Repeats what a log says was drawn, and refuses what cannot have been."""

    __slots__ = ("_draws",)

    def __init__(self, draws: Sequence[Draw]) -> None:
        self.drawn = []
        self._draws = draws

    def _take(self, name: str, count: int) -> tuple[str, ...]:
        drawn = len(self.drawn)
        if drawn == len(self._draws):
            raise ReplayBroken("draw_missing", name=name)
        draw = self._draws[drawn]
        if draw.name != name:
            raise ReplayBroken("draw_other", name=name, other=draw.name)
        if len(draw.values) != count:
            raise ReplayBroken(
                "draw_count", name=name, found=len(draw.values), wanted=count
            )
        self.drawn.append(draw)
        return draw.values

    def roll(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        values = self._take(name, count)
        for value in values:
            if value not in faces:
                raise ReplayBroken("draw_impossible", name=name, value=value)
        return values

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        rest = list(items)
        values = self._take(name, len(rest) if count is None else count)
        for value in values:
            if value not in rest:
                raise ReplayBroken("draw_impossible", name=name, value=value)
            rest.remove(value)
        return values


class Scripted(Seeded):
    """For tests: some draws are given by name, the others follow a seed."""

    __slots__ = ("_script",)

    def __init__(self, script: Mapping[str, str], seed: str = "00" * 32) -> None:
        super().__init__(seed)
        self._script = {name: tuple(text.split()) for name, text in script.items()}

    def again(self) -> Scripted:
        fresh = Scripted({})
        fresh._key, fresh._script = self._key, self._script
        return fresh

    def roll(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        if name not in self._script:
            return super().roll(name, count, faces)
        given = Recorded([Draw(name, self._script[name])])
        values = given.roll(name, count, faces)
        self.drawn += given.drawn
        return values

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        if name not in self._script:
            return super().shuffle(name, items, count)
        given = Recorded([Draw(name, self._script[name])])
        values = given.shuffle(name, items, count)
        self.drawn += given.drawn
        return values


class Key(NamedTuple):
    """An HMAC key half used already: the two hashes of RFC 2104 after their pads.

    `hmac.digest` does the same from the start each time, at two and a half times the
    cost; a test holds the two together.
    """

    inner: hashlib._Hash
    outer: hashlib._Hash

    @classmethod
    def of(cls, key: bytes) -> Key:
        block = key.ljust(64, b"\0")
        pads = (bytes(byte ^ pad for byte in block) for pad in (0x36, 0x5C))
        return cls(*map(hashlib.sha256, pads))


def seed_key(seed: str, words: Sequence[str], branch: int) -> Key:
    """A match taken back gets fresh dice; each player's word changes them all."""
    message = "".join(f"{part}\n" for part in ("hikyaku 1", branch, *words))
    return Key.of(hmac.digest(bytes.fromhex(seed), message.encode(), "sha256"))


def stream_block(key: Key, name: str, block: int) -> bytes:
    inner, outer = key.inner.copy(), key.outer.copy()
    inner.update(f"{name}\n{block}".encode())
    outer.update(inner.digest())
    return outer.digest()


@cache
def one_byte(limit: int) -> tuple[bytes, bytes]:
    """For numbers below `limit`: what each byte gives, and which bytes are unfair."""
    fair = 256 - 256 % limit
    return bytes(byte % limit for byte in range(256)), bytes(range(fair, 256))


@cache
def fair_below(limit: int) -> tuple[int, int]:
    """How many bytes a number below `limit` takes, and where they become unfair."""
    width = max(1, ((limit - 1).bit_length() + 7) // 8)
    return width, 256**width - 256**width % limit


class Stream:
    """The bytes of one draw, read as numbers."""

    __slots__ = ("_bytes",)

    def __init__(self, key: Key, name: str) -> None:
        blocks = (stream_block(key, name, block) for block in itertools.count())
        self._bytes = itertools.chain.from_iterable(blocks)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely."""
        width, fair = fair_below(limit)
        while True:
            number = next(self._bytes)
            for _ in range(width - 1):
                number = number << 8 | next(self._bytes)
            if number < fair:
                return number % limit

"""Dice and decks, drawn by name, so that anybody can draw them again.

A match has a secret seed. Its SHA-256, the commitment, is published before the first
draw and the seed after the last. Each draw has a name unique in the match and a
stream of bytes of its own:

    key      = HMAC-SHA256(seed, "hikyaku 1\\n" + branch + "\\n" + word + "\\n" ...)
    block i  = HMAC-SHA256(key, name + "\\n" + i)          i = 0, 1, 2 ...

A number below n takes the fewest bytes b with 256**b >= n, read as one big-endian
number x; if x is in the incomplete last multiple of n it is thrown away and the next
bytes are read, so every number is equally likely. The result is x mod n. [AOW-10.14]

A tally is many draws at once that each come true or do not, in groups of so many with
the same chance, threshold / 2**32. Each draw takes four bytes, read as one big-endian
number x, eight to a block, group after group in their order, none thrown away; it comes
true if x < threshold. The log has a value for each group, `2/7<1431655765`: 2 of 7 were
below that threshold. So whoever has the log and the seed can draw it again. [SHO-16.5]
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import re
import secrets
import struct
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from engine.errors import ReplayBroken

CERTAIN = 2**32  # the threshold below which every number of a tally lies
EIGHT_NUMBERS = struct.Struct(">8I")  # a block, as a tally reads it
MANY = 10_000  # draws of one tally: ten times what the fullest tower needs

Group: TypeAlias = tuple[int, int]  # of a tally: how many draws, and their threshold


class Draw(NamedTuple):
    """What was drawn, as the log has it: `turn 1 roll 2: A A C 1`."""

    name: str
    values: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"{self.name}: {' '.join(self.values)}"


class Tally(NamedTuple):
    """A group of a tally, as the log has it: `2/7<1431655765`."""

    hits: int
    draws: int
    threshold: int

    @property
    def chance(self) -> float:
        """Of each draw, from 0 to 1."""
        return self.threshold / CERTAIN

    @property
    def is_possible(self) -> bool:
        """A chance of nothing never comes true, and certainty always does."""
        least = self.draws if self.threshold == CERTAIN else 0
        return least <= self.hits <= (self.draws if self.threshold else 0)

    @property
    def text(self) -> str:
        return f"{self.hits}/{self.draws}<{self.threshold}"

    @classmethod
    def read(cls, text: str) -> Tally:
        """The group of a text. Raises ValueError."""
        found = TALLY.fullmatch(text)
        if found is None:
            raise ValueError("a group of a tally reads “hits/draws<threshold”")
        return cls(*map(int, found.groups()))


TALLY = re.compile(r"(0|[1-9][0-9]{0,9})/(0|[1-9][0-9]{0,9})<(0|[1-9][0-9]{0,9})")


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

    def tally(self, name: str, groups: Sequence[Group]) -> tuple[int, ...]:
        """How many draws of each group come true; each with threshold / CERTAIN."""
        raise ReplayBroken("draw_forbidden", name=name)


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

    def tally(self, name: str, groups: Sequence[Group]) -> tuple[int, ...]:
        check_groups(groups)
        blocks = range((sum(count for count, _ in groups) + 7) // 8)
        read = (EIGHT_NUMBERS.unpack(stream_block(self._key, name, b)) for b in blocks)
        numbers = itertools.chain.from_iterable(read)
        hits = tuple(
            sum(map(threshold.__gt__, itertools.islice(numbers, count)))
            for count, threshold in groups
        )
        self.drawn.append(tally_draw(name, hits, groups))
        return hits

    def _rolled(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        sides = len(faces)
        if sides <= 256:  # one block nearly always holds a roll
            remainders, unfair = one_byte(sides)
            block = stream_block(self._key, name, 0).translate(remainders, unfair)
            if len(block) >= count:
                return tuple([faces[number] for number in block[:count]])
        stream = Stream(self._key, name)
        return tuple(faces[stream.below(sides)] for _ in range(count))


class Loaded(Chance):
    """Dice of which all show the same, for looking at what chance could do at most.

    Each number of `face` is another extreme: this face of every die, a deck cut there,
    and nothing of a tally comes true or, for an odd one, everything that can.
    """

    __slots__ = ("_face",)

    def __init__(self, face: int) -> None:
        super().__init__()
        self._face = face

    def roll(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        return (faces[self._face % len(faces)],) * count

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        cut = self._face % max(len(items), 1)
        return (*items[cut:], *items[:cut])[:count]

    def tally(self, name: str, groups: Sequence[Group]) -> tuple[int, ...]:
        check_groups(groups)
        least = CERTAIN if self._face % 2 == 0 else 1  # all of a group, or none
        return tuple(count * (threshold >= least) for count, threshold in groups)


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
        check_count(draw, count)
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

    def tally(self, name: str, groups: Sequence[Group]) -> tuple[int, ...]:
        values = self._take(name, len(groups))
        return tuple(
            hits_in(name, value, group)
            for value, group in zip(values, groups, strict=True)
        )


def check_count(draw: Draw, wanted: int) -> None:
    found = len(draw.values)
    if found != wanted:
        raise ReplayBroken("draw_count", name=draw.name, found=found, wanted=wanted)


class Strict(Recorded):
    """For worked examples: every draw is given by name, and no other can be made.

    Of a tally the script says how many came true in each group, and no more.
    """

    __slots__ = ("_script",)

    def __init__(self, script: Mapping[str, str]) -> None:
        super().__init__(())
        self._script = {name: tuple(text.split()) for name, text in script.items()}

    def again(self) -> Strict:
        fresh = Strict({})
        fresh._script = self._script
        return fresh

    def __contains__(self, name: str) -> bool:
        return name in self._script

    def _take(self, name: str, count: int) -> tuple[str, ...]:
        if name not in self:
            raise ReplayBroken("draw_missing", name=name)
        draw = Draw(name, self._script[name])
        check_count(draw, count)
        self.drawn.append(draw)
        return draw.values

    def tally(self, name: str, groups: Sequence[Group]) -> tuple[int, ...]:
        given = self._take(name, len(groups))
        self.drawn[-1] = tally_draw(name, given, groups)
        return Recorded(self.drawn[-1:]).tally(name, groups)


class Scripted(Seeded):
    """For tests: some draws are given by name, the others follow a seed."""

    __slots__ = ("_given",)

    def __init__(self, script: Mapping[str, str], seed: str = "00" * 32) -> None:
        super().__init__(seed)
        self._give(Strict(script))

    def again(self) -> Scripted:
        fresh = Scripted({})
        fresh._key = self._key
        fresh._give(self._given.again())
        return fresh

    def _give(self, given: Strict) -> None:
        self._given, given.drawn = given, self.drawn  # what either draws is drawn

    def roll(self, name: str, count: int, faces: Sequence[str]) -> tuple[str, ...]:
        if name in self._given:
            return self._given.roll(name, count, faces)
        return super().roll(name, count, faces)

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        if name in self._given:
            return self._given.shuffle(name, items, count)
        return super().shuffle(name, items, count)

    def tally(self, name: str, groups: Sequence[Group]) -> tuple[int, ...]:
        if name in self._given:
            return self._given.tally(name, groups)
        return super().tally(name, groups)


# ------------------------------------------------------------------------ tallies


def check_groups(groups: Sequence[Group]) -> None:
    """What no rule may ask for: such a tally could not be logged, or never ends."""
    for count, threshold in groups:
        is_whole = type(count) is type(threshold) is int
        if not is_whole or count < 0 or not 0 <= threshold <= CERTAIN:
            raise ValueError(f"no tally can have a group {count}<{threshold}")
    if sum(count for count, _ in groups) > MANY:
        raise ValueError(f"a tally has at most {MANY} draws")


def tally_draw(name: str, hits: Sequence[int | str], groups: Sequence[Group]) -> Draw:
    """As the log has it: each group as `Tally.read` reads it."""
    pairs = zip(hits, groups, strict=True)
    values = [f"{hit}/{count}<{threshold}" for hit, (count, threshold) in pairs]
    return Draw(name, tuple(values))


def hits_in(name: str, value: str, group: Group) -> int:
    """How many came true, as a log says, if they can have. Raises ReplayBroken."""
    hits = possible_values(*group).get(value)
    if hits is None:
        raise ReplayBroken("draw_impossible", name=name, value=value)
    return hits


@lru_cache(maxsize=1024)  # the same few come up in every throw of a match
def possible_values(count: int, threshold: int) -> dict[str, int]:
    """All that a log can say of such a group, and how many came true then."""
    every = (Tally(hits, count, threshold) for hits in range(count + 1))
    return {tally.text: tally.hits for tally in every if tally.is_possible}


# ------------------------------------------------------------------------- stream


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

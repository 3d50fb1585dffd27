"""The smallest pieces of the grammar: names, hexes, faces, tests. [SB-17.9]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from engine.errors import OrderAmbiguous
from engine.reading.cursor import Cursor
from engine.reading.lexicon import Lexicon
from engine.reading.misses import MOST_NEAR, unreadable
from engine.reading.tokens import ARROW, split
from engine.samurai_battles.box import FACES
from engine.samurai_battles.plans.tree import Condition, Count, Spot
from engine.samurai_battles.plans.vocabulary import (
    DRAGON_NAMES,
    KINDS,
    PARTS,
    TOKEN,
    face_of,
    hex_of,
)

LONGEST_NAME = 12  # tokens
SILENT = ("-", '"')  # say nothing inside a name
HEX, FACE = "D5", "/".join(FACES)  # how a reader is told what could stand here


class NameParts(Cursor):
    """One statement, token by token, from left to right."""

    parts, rule = PARTS, "SB-17.9"

    def __init__(self, text: str) -> None:
        super().__init__(split(text, TOKEN))

    # ------------------------------------------------------------------ names

    def name(self, words: Lexicon, beginnings: bool = True) -> str:
        """The longest name that stands here, else a beginning that fits only one."""
        self.note(self.at, words)
        runs = list(self.runs(words))
        full = [run for run in runs if words.exact(run[0]) is not None]
        begun = runs if beginnings else []
        said, end = (full or begun or [("", self.at)])[-1]
        found = words.find(said)
        if not full and (not found or self.is_hyphenated(end)):
            self.fail_name(words)
        if len(found) > 1:
            legal = [words.shown[key] for key in found]
            raise OrderAmbiguous(self.rule, "ambiguous_word", legal=legal, word=said)
        self.at = end
        return found[0]

    def is_hyphenated(self, end: int) -> bool:
        """Whether the word goes on behind a hyphen: then no beginning is meant."""
        return self.text(end) == "-" and self.is_glued(end) and self.is_glued(end + 1)

    def fail_name(self, words: Lexicon) -> NoReturn:
        """The name here fits nothing: compare all of it, not its first word alone."""
        end = self.at + 1
        while self.is_hyphenated(end):
            end += 2
        near = words.near_keys(self.texts(self.at, end))[:MOST_NEAR]
        if self.is_end(self.at) or not near:
            self.fail()
        raise unreadable(self, self.rule, [words.shown[key] for key in near])

    def runs(self, words: Lexicon) -> Iterator[tuple[str, int]]:
        """Tokens from here that go on being a name, and where each run ends."""
        said = ""
        for at in range(self.at, min(self.at + LONGEST_NAME, len(self.tokens))):
            if self.text(at) in SILENT and said:
                continue
            said += self.text(at)
            if words.exact(said) is None and not words.goes_on(said):
                return
            yield said, at + 1

    def dragon_name(self) -> str:
        return self.name(DRAGON_NAMES)

    def kind(self) -> str:
        return self.name(KINDS, beginnings=False)

    # -------------------------------------------------------- hexes and faces

    def hex(self) -> str:
        self.note(self.at, HEX)
        found = hex_of(self.token) if self.token else ""
        if not found:
            self.fail()
        self.at += 1
        return found

    def is_hex(self) -> bool:
        self.note(self.at, HEX)
        return bool(self.token and hex_of(self.token))

    def hexes(self, *between: str) -> tuple[str, ...]:
        """One or more; the commas between them may be left out."""
        found = [self.hex()]
        while self.next_of(between or (",",)):
            found.append(self.hex())
        return tuple(found)

    def next_of(self, between: tuple[str, ...]) -> bool:
        """Whether the list goes on: a sign between, or the next hex at once."""
        return any(self.skip(sign) for sign in between) or self.is_hex()

    def any_hexes(self) -> tuple[str, ...]:
        return () if self.skip_part("any") else self.hexes()

    def spot(self) -> Spot:
        leader = self.skip_part("leader")
        return Spot(self.hex(), leader)

    def face(self) -> str:
        self.note(self.at, FACE)
        found = face_of(self.token) if self.token else ""
        if not found:
            self.fail()
        self.at += 1
        return found

    def faces(self) -> tuple[str, ...]:
        found = [self.face()]
        while self.skip(",") or (self.token and face_of(self.token)):
            found.append(self.face())
        return tuple(found)

    # ------------------------------------------------------------- conditions

    def want(self, sign: str) -> None:
        if not self.skip(sign):
            self.fail()

    def is_compared(self) -> bool:
        return self.token in ("<", "<=", "=", ">=", ARROW)

    def compared(self) -> tuple[str, int]:
        """How many; nothing where it does not say."""
        return (self.relation(), self.count(0)) if self.is_compared() else ("", 0)

    def test(self) -> Condition:
        """One test of IF. [SB-17.15]"""
        negated = self.skip_part("not")
        for kind in ("enemy", "own"):
            if self.skip_part(kind):
                return Condition(kind, self.hex(), *self.compared(), negated)
        if self.skip_part("empty"):
            return Condition("empty", self.hex(), negated=negated)
        if self.skip_part("tokens"):
            return Condition("tokens", "", self.relation(), self.count(0), negated)
        if self.skip_part("rolled"):
            return Condition("rolled", self.face(), *self.compared(), negated)
        if self.skip_part("won"):
            where = self.hex() if self.is_hex() else ""
            return Condition("won", where, negated=negated)
        return self.fail()

    def counts(self, *whats: str) -> tuple[Count, ...]:
        """`hits >= 2 flags >= 1` of a trigger. [SB-17.16]"""
        found: list[Count] = []
        while what := next((key for key in whats if self.skip_part(key)), ""):
            found.append(Count(what, self.relation(), self.count(0)))
        return tuple(found)

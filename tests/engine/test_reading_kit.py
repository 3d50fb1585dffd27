"""An order language written on the kit: words as data, a small method for each rule.

The lines are those of games to come: slots with ranked moves and conditions, standing
reactions with hexes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from engine.errors import OrderAmbiguous, OrderError, OrderUnreadable, Refused
from engine.reading.cursor import Cursor
from engine.reading.lexicon import Lexicon
from engine.reading.lines import advised, is_too_long, only_statement, read_each
from engine.reading.lookalikes import in_latin
from engine.reading.misses import unclear, unreadable
from engine.reading.players import Players, told_apart
from engine.reading.scanner import Found, Scanner, after, strongest
from engine.reading.text import Line, statements
from engine.reading.tokens import Parts, split

RULE = "TOY-9"
PARTS = Parts(
    {
        "or": ["or", "oder", "или"],
        "if": ["if", "wenn", "если"],
        "and": ["and", "und", "и"],
        "all": ["all", "alle", "все"],
        "hold": ["hold", "halten", "стоять"],
        "by": ["by", "durch", "vom feind"],
        "any": ["any", "beliebig"],
        "at": ["at", "auf", "in"],
        "to": ["to", "in", "nach"],
    }
)
SLOTS = Lexicon(
    {
        "castle": ["castle", "burg", "замок"],
        "battle": ["battle", "schlacht", "битва"],
        "react": ["react", "reagiere", "реагировать"],
    }
)
PROVINCES = Lexicon(
    {
        "KAI": ["Kai", "Каи"],
        "SUR": ["Suruga", "SUR", "Суруга"],
        "AWA": ["Awaji"],
        "AWB": ["Awa in Shikoku"],
        "IZU": ["Izu"],
        "IZM": ["Izumo"],
        "IZI": ["Izumi"],
    }
)
QUANTITIES = Lexicon({"armies": ["armies", "Armeen", "армий"]})
KINDS = Lexicon({"cavalry": ["cavalry", "Kavallerie"], "infantry": ["infantry"]})
HEX = re.compile(r"[a-m][1-9]")


class Check(NamedTuple):
    quantity: str
    relation: str
    number: int


class Move(NamedTuple):
    target: str
    armies: int = 0
    tests: tuple[Check, ...] = ()


class Reader(Cursor):
    """`battle KAI > SUR 3 if armies <= 2 | hold`; `react E6, F6 by cavalry`."""

    parts, rule = PARTS, RULE

    def line(self) -> tuple[object, ...]:
        slot = self.key(SLOTS)
        rest = self.reaction() if slot == "react" else self.sheet(slot)
        self.finish()
        return (slot, *rest)

    def sheet(self, slot: str) -> tuple[object, ...]:
        province = self.key(PROVINCES)
        moves = self.listed(self.move, "|", "or") if self.skip("->") else ()
        return province, moves

    def move(self) -> Move:
        if self.skip_part("hold"):
            return Move("hold", 0, self.condition(self.test))
        target = self.key(PROVINCES)
        armies = 0 if self.skip_part("all") else self.count()
        return Move(target, armies, self.condition(self.test))

    def test(self) -> Check:
        return Check(self.key(QUANTITIES), self.relation(), self.count(least=0))

    def reaction(self) -> tuple[object, ...]:
        hexes = ("any",) if self.skip_part("any") else self.listed(self.hex, ",")
        return hexes, self.key(KINDS) if self.skip_part("by") else ""

    def hex(self) -> str:
        found = in_latin(self.token + self.text(self.at + 1))
        if not HEX.fullmatch(found):
            self.fail()
        self.at += 2
        return found.upper()


def read(text: str) -> tuple[object, ...]:
    return Reader(split(text)).line()


def fault(text: str) -> OrderError:
    with pytest.raises(OrderError) as refused:
        read(text)
    return refused.value


@pytest.mark.parametrize(
    "text",
    [
        "battle KAI > SUR 3 if armies <= 2 | hold",
        "BATTLE kai -> Suruga 3 IF armies =< 2 or hold",
        "schlacht Kai ⇒ suru 3 wenn Armeen ≤ 2 oder halten",
        "битва Каи → Суруга 3 если армий <= 2 или стоять",
    ],
)
def test_a_line_means_the_same_in_every_language(text: str) -> None:
    ways = (Move("SUR", 3, (Check("armies", "<=", 2),)), Move("hold"))
    assert read(text) == ("battle", "KAI", ways)


def test_what_may_be_left_out_may_be_left_out() -> None:
    assert read("castle kai") == ("castle", "KAI", ())
    tests = (Check("armies", ">", 1), Check("armies", "<", 9))
    written = "battle kai > sur all if armies > 1 and armies < 9"
    assert read(written) == ("battle", "KAI", (Move("SUR", 0, tests),))


def test_hexes_may_be_typed_on_another_keyboard() -> None:
    assert read("react E6, Н5 by cavalry") == ("react", ("E6", "H5"), "cavalry")
    assert read("react beliebig vom Feind inf") == ("react", ("any",), "infantry")


def test_a_misspelling_is_told_with_what_was_meant() -> None:
    found = fault("batle kai")
    assert (found.rule, found.code, found.near) == (RULE, "not_understood", True)
    assert (found.data["word"], found.legal) == ("batle", ("battle",))
    assert fault("schlcht kai").legal == ("battle",)
    assert fault("schlcht kai").spelt == ("schlacht",)
    assert fault("castle kai zzz").data["word"] == "zzz"


def test_a_line_that_ends_early_says_what_could_follow() -> None:
    found = fault("battle kai > sur 3 if")
    assert (found.code, found.near) == ("ends_early", False)
    assert (found.data["word"], found.legal) == ("if", ("armies",))


def test_a_beginning_of_two_words_is_never_guessed() -> None:
    found = fault("castle awa")
    assert isinstance(found, OrderAmbiguous)
    assert (found.code, found.data["word"]) == ("ambiguous_word", "awa")
    assert found.legal == ("Awaji", "Awa in Shikoku")


def test_a_word_in_full_is_no_beginning() -> None:
    assert read("castle izu") == ("castle", "IZU", ())
    assert fault("castle izum").legal == ("Izumo", "Izumi")


def test_the_longest_words_are_read_first() -> None:
    assert read("castle Awa in Shikoku") == ("castle", "AWB", ())
    cursor = Reader(split("vom feind"))
    assert cursor.part_length("by") == 2
    assert cursor.part_length("or") == 0


def test_one_word_may_be_several_parts() -> None:
    for part in ("at", "to"):
        assert Reader(split("in kai")).skip_part(part)


# ------------------------------------------------------------------ every reading


class Fork(Scanner):
    """`go KAI, SUR`; `go AKI`: a province, or the player of that name."""

    parts = PARTS

    def go(self, at: int) -> Iterator[Found[tuple[str, ...]]]:
        for verb in self.word(Lexicon({"go": ["go", "geh"]}), at):
            found = self.many(self.place, lambda end: self.sign(end, ","), verb.end)
            yield from after(verb, found)

    def place(self, at: int) -> list[Found[str]]:
        return [*self.word(PROVINCES, at), *self.player(at)]


def fork(text: str, *names: str) -> Fork:
    return Fork(split(text), Players(names, ["red", "blue"]))


def test_a_word_of_the_game_beats_a_name() -> None:
    scanner = fork("go kai, Botan", "Kai", "Botan")
    (found,) = strongest(scanner.whole(scanner.go, 0))
    assert found.value == ("KAI", "blue")


def test_what_is_not_clear_is_told() -> None:
    scanner = fork("go izum")
    readings = strongest(scanner.whole(scanner.go, 0))
    (found,) = unclear(scanner, readings, RULE, " ".join)
    assert (found.code, found.legal) == ("ambiguous_word", ("Izumo", "Izumi"))
    twins = fork("go jo", "Jo", "Jo")
    (found,) = unclear(twins, strongest(twins.whole(twins.go, 0)), RULE, " ".join)
    assert found.legal == ("red", "blue")


def test_the_farthest_word_is_the_one_that_was_wrong() -> None:
    scanner = fork("go kai, surga")
    assert scanner.whole(scanner.go, 0) == []
    found = unreadable(scanner, RULE)
    assert (found.data["word"], found.legal) == ("surga", ("Suruga",))


# ---------------------------------------------------------------- players and lines


def test_players_are_named_in_full_or_by_a_beginning() -> None:
    players = Players(["Jörg", "Aki Sato", "Akiko"], [0, 1, 2])
    assert players.find("joerg") == players.find("JÖRG") == [0]
    assert players.named("aki") == []
    assert players.find("aki") == [1, 2]
    assert players.find("aki-sato") == [1]
    assert players.find("jö") == players.find("zz") == []
    assert not Players((), ())


def test_two_of_the_same_name_are_told_apart_by_their_seats() -> None:
    names = ["Aki", "Botan", "aki"]
    assert told_apart([0, 1], names) == ["Aki", "Botan"]
    assert told_apart([0, 2], names) == ["seat 0", "seat 2"]


def test_codes_typed_in_cyrillic_are_codes() -> None:
    assert in_latin("Д1") == "d1"
    assert in_latin("Н6 Х К7") == "h6 x k7"


def test_every_fault_of_a_text_is_told_at_its_line() -> None:
    lines = statements("castle kai; catle kai\nbattle\n\ncastle", "#")
    with pytest.raises(Refused) as refused:
        read_each(lines, lambda line: read(line.text), lambda line: line.number)
    assert [(f.line, f.code) for f in refused.value.errors] == [
        (1, "not_understood"),
        (2, "ends_early"),
        (4, "ends_early"),
    ]
    good = read_each(lines[:1], lambda line: read(line.text), lambda line: line.number)
    assert good == [("castle", "KAI", ())]


def test_a_fault_that_names_nothing_right_is_given_what_is_possible() -> None:
    silent, telling = OrderUnreadable(RULE, "a"), OrderUnreadable(RULE, "b", legal="x")
    asked: list[int] = []

    def possible() -> list[str]:
        asked.append(1)
        return ["castle KAI"]

    advised([silent, telling, OrderUnreadable(RULE, "c")], possible)
    assert (silent.legal, silent.near) == (("castle KAI",), False)
    assert (telling.legal, telling.near) == (("x",), True)
    assert asked == [1]
    advised([telling], possible)
    assert asked == [1]


def test_no_text_costs_much() -> None:
    assert is_too_long(Line(1, "x" * 601))
    assert not is_too_long(Line(1, "x" * 600))
    assert only_statement("x" * 501, "#") == ""
    assert only_statement("> old\n go   on.\n", "#") == "go on"
    assert only_statement("go; on", "#") == ""

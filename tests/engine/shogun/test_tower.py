"""The tower: vectors, odds, conservation. [SHO-16]"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest

from engine.chance import CERTAIN, Chance, Group, Recorded, Seeded, commitment
from engine.shogun.board import BOARD
from engine.shogun.tower import CubesLost, check_kept, loose_below, throw
from tests.engine.shogun.table import SEED, Falls


class Reference(Chance):
    """The reference source: one stream for a whole match. [SHO-16.7]"""

    __slots__ = ("numbers", "used")

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.numbers, self.used = reference(seed), 0

    def tally(self, name: str, groups: Sequence[Group]) -> tuple[int, ...]:
        self.used += sum(count for count, _ in groups)
        return tuple(
            sum(number < limit for number in islice(self.numbers, count))
            for count, limit in groups
        )

    def below(self, limit: int) -> int:
        fair = CERTAIN // limit * limit
        for number in self.numbers:
            self.used += 1
            if number < fair:
                return number % limit
        raise AssertionError

    def shuffle(
        self, name: str, items: Sequence[str], count: int | None = None
    ) -> tuple[str, ...]:
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return tuple(found[:count])


def reference(seed: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(f"{seed}:{block}".encode()).digest()
        for word in range(8):
            yield int.from_bytes(digest[4 * word : 4 * word + 4], "big")
        block += 1


def test_the_reference_source_gives_the_first_values() -> None:  # SHO-16.7, SHO-16.11
    assert list(islice(reference("shogun-demo"), 10)) == [
        *(1119515003, 3355615510, 3871766720, 1018963268, 4178271934),
        *(153389458, 3029278630, 684525018, 1416467629, 2029705128),
    ]


def test_the_reference_source_shuffles_the_actions() -> None:  # SHO-16.11
    source = Reference("shogun-demo")
    drawn = source.shuffle("Y1 spring actions", sorted(BOARD.actions))
    assert " ".join(drawn) == (
        "recruit5 rice temple castle theatre recruit3 battle-b battle-a tax recruit1"
    )
    assert source.used == 9


def test_the_setup_throw_of_the_reference_source() -> None:  # SHO-16.11, SHO-16.6
    source = Reference("shogun-demo")
    done = throw(source, "setup throw", (0, 0, 0, 0), (7, 7, 7, 10))
    assert done.fallen == (4, 3, 5, 9)
    assert done.inside == (3, 4, 2, 1)
    assert source.used == 31


def test_a_battle_of_the_reference_source() -> None:  # SHO-16.11, SHO-16.6
    source = Reference("shogun-demo")
    done = throw(source, "throw", (3, 4, 2, 1, 2), (4, 3, 0, 0, 0))
    assert done.fallen == (2, 5, 1, 0, 0)
    assert done.inside == (5, 2, 1, 1, 2)
    assert source.used == 19


def test_the_thresholds_are_exact() -> None:  # SHO-16.5
    assert BOARD.stick == CERTAIN // 3
    known = {1: 214748365, 7: 1295631448, 8: 1445598241, 38: 3683382244}
    assert {n: loose_below(n) for n in known} == known


@pytest.mark.parametrize(
    ("dropped", "chance"), [(2, 0.10), (4, 0.19), (6, 0.26), (8, 0.34), (20, 0.64)]
)
def test_more_cubes_knock_more_loose(
    dropped: int, chance: float
) -> None:  # SHO-16.3, SHO-16.4
    assert round(loose_below(dropped) / CERTAIN, 2) == chance


def test_every_colour_keeps_its_number() -> (
    None
):  # SHO-16.9, SHO-16.1, SHO-16.2, SHO-17.55, SHO-17.56
    done = throw(Seeded(SEED), "throw", (3, 4, 2, 1, 2), (4, 3, 0, 0, 1))
    for colour, (inside, dropped) in enumerate(
        zip((3, 4, 2, 1, 2), (4, 3, 0, 0, 1), strict=True)
    ):
        assert done.inside[colour] + done.fallen[colour] == inside + dropped
    with pytest.raises(CubesLost):
        check_kept((1, 0), (1, 1), (1, 0), (0, 1))


def test_results_can_be_given_and_are_logged_as_results() -> None:  # SHO-16.10
    chance = Falls((2, 0, 1))
    done = throw(chance, "throw 1", (1, 1, 1), (1, 1, 0))
    assert done.fallen == (2, 0, 1)
    again = throw(Recorded(chance.drawn), "throw 1", (1, 1, 1), (1, 1, 0))
    assert again == done
    assert BOARD.tower_model == "two-thirds-1"


def test_the_seed_is_promised_before_and_told_after() -> None:  # SHO-16.8
    assert commitment(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    assert len(bytes.fromhex(SEED)) * 8 >= 128


# ------------------------------------------------------------------- exact statistics


def binomial(count: int, chance: float) -> list[float]:
    return [
        math.comb(count, k) * chance**k * (1 - chance) ** (count - k)
        for k in range(count + 1)
    ]


def falls(inside: int, dropped: int, total: int) -> list[float]:
    """By number: how likely so many cubes of a colour lie in the tray. [SHO-16.3]"""
    loose = binomial(inside, loose_below(total) / CERTAIN)
    through = binomial(dropped, 1 - BOARD.stick / CERTAIN)
    found = [0.0] * (inside + dropped + 1)
    for one, chance in enumerate(loose):
        for two, other in enumerate(through):
            found[one + two] += chance * other
    return found


def battle(attack: int, defence: int, unrest: bool) -> tuple[float, float, float]:
    """Attacker, nobody, defender, in percent. [SHO-9.6, SHO-16.12]"""
    total, won, held = attack + defence, 0.0, 0.0
    for mine, one in enumerate(falls(2, attack, total)):
        for theirs, two in enumerate(falls(2, defence, total)):
            for farmers, three in enumerate(falls(3, 0, total)):
                against, chance = theirs + (0 if unrest else farmers), one * two * three
                won += chance * (mine > against)
                held += chance * (against > mine and theirs > 0)
    return tuple(round(100 * part, 1) for part in (won, 1 - won - held, held))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("attack", "defence", "calm", "troubled"),
    [
        (4, 3, (33.9, 22.6, 43.6), (54.4, 23.1, 22.4)),
        (5, 3, (46.6, 21.1, 32.3), (69.7, 17.3, 13.0)),
        (6, 3, (58.5, 18.4, 23.1), (81.1, 11.8, 7.1)),
        (5, 5, (19.4, 16.8, 63.8), (39.0, 22.0, 39.0)),
        (8, 4, (64.8, 15.5, 19.7), (87.2, 8.0, 4.9)),
    ],
)
def test_the_odds_of_battles(
    attack: int,
    defence: int,
    calm: tuple[float, ...],
    troubled: tuple[float, ...],
) -> None:  # SHO-16.12
    assert battle(attack, defence, unrest=False) == pytest.approx(calm, abs=0.11)
    assert battle(attack, defence, unrest=True) == pytest.approx(troubled, abs=0.11)


def test_the_odds_against_a_neutral_province() -> None:  # SHO-16.12, SHO-9.7
    won = tied = 0.0
    for mine, one in enumerate(falls(2, 3, 4)):
        for farmers, two in enumerate(falls(3, 1, 4)):
            won += one * two * (mine > farmers)
            tied += one * two * (mine == farmers)
    odds = [100 * part for part in (won, tied, 1 - won - tied)]
    assert odds == pytest.approx([70.2, 20.1, 9.8], abs=0.11)


def test_throws_follow_the_odds() -> None:  # SHO-16.12
    chance, hits, many = Seeded(SEED), [0, 0, 0], 4000
    for number in range(many):
        fallen = throw(chance, str(number), (2, 2, 2, 2, 3), (4, 3, 0, 0, 0)).fallen
        mine, against = fallen[0], fallen[1]
        case = 0 if mine > against else 2 if against > mine else 1
        hits[case] += 1
    share = [100 * hit / many for hit in hits]
    assert share == pytest.approx([54.4, 23.1, 22.4], abs=3)

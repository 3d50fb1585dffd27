"""Chance: derived by name, fair, recorded, repeatable, scriptable."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import (
    Chance,
    Draw,
    Recorded,
    Scripted,
    Seeded,
    Stream,
    commitment,
    new_seed,
    seed_key,
)
from engine.errors import ReplayBroken

SEED = "ab" * 32
FACES = ("1", "2", "3", "A", "C", "G")


def by_hand(seed: str, name: str, count: int, words: tuple[str, ...] = ()) -> list[int]:
    """The derivation as docs/log-format.md tells it, written once more from there."""
    message = "hikyaku 1\n0\n" + "".join(f"{word}\n" for word in words)
    key = hmac.digest(bytes.fromhex(seed), message.encode(), "sha256")
    found: list[int] = []
    block = 0
    while len(found) < count:
        for byte in hmac.digest(key, f"{name}\n{block}".encode(), "sha256"):
            if byte < 252:
                found.append(byte % 6)
        block += 1
    return found[:count]


def test_a_roll_is_derived_as_documented() -> None:  # AOW-10.14
    rolled = Seeded(SEED).roll("turn 1 roll 1", 7, FACES)
    assert rolled == tuple(FACES[n] for n in by_hand(SEED, "turn 1 roll 1", 7))


def test_long_rolls_go_on_in_the_next_block() -> None:
    rolled = Seeded(SEED).roll("many", 100, FACES)
    assert rolled == tuple(FACES[n] for n in by_hand(SEED, "many", 100))


def test_a_word_of_a_player_changes_every_draw() -> None:
    plain, mixed = Seeded(SEED), Seeded(SEED, ["cherry"])
    assert plain.roll("x", 20, FACES) != mixed.roll("x", 20, FACES)
    wanted = tuple(FACES[n] for n in by_hand(SEED, "y", 20, ("cherry",)))
    assert mixed.roll("y", 20, FACES) == wanted


def test_a_branch_has_fresh_dice() -> None:
    rolls = {Seeded(SEED, (), branch).roll("x", 20, FACES) for branch in range(4)}
    assert len(rolls) == 4


@given(st.integers(1, 30), st.integers(1, 30))
def test_fewer_dice_are_the_first_of_the_more(one: int, other: int) -> None:
    few, many = sorted((one, other))
    chance = Seeded(SEED)
    assert chance.roll("r", many, FACES)[:few] == chance.roll("r", few, FACES)


def test_draws_do_not_depend_on_what_was_drawn_before() -> None:  # AOW-10.14
    one, two = Seeded(SEED), Seeded(SEED)
    one.roll("a", 5, FACES)
    one.shuffle("b", FACES)
    assert one.roll("c", 7, FACES) == two.roll("c", 7, FACES)


def test_every_face_is_equally_likely() -> None:
    """600,000 dice; chi-square with 5 degrees of freedom stays below 25 (p = 1e-4)."""
    chance, counts = Seeded(SEED), Counter[str]()
    for number in range(6000):
        counts.update(chance.roll(f"roll {number}", 100, FACES))
    expected = 100_000
    square = sum((counts[face] - expected) ** 2 / expected for face in FACES)
    assert square < 25


def test_every_order_of_a_deck_is_equally_likely() -> None:
    chance, counts = Seeded(SEED), Counter[tuple[str, ...]]()
    for number in range(24_000):
        counts[chance.shuffle(f"deck {number}", "abcd")] += 1
    assert len(counts) == 24
    square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert square < 60  # 23 degrees of freedom, p = 4e-5


@given(st.integers(1, 100_000))
def test_numbers_of_any_size_stay_below_their_limit(limit: int) -> None:
    stream = Stream(seed_key(SEED, (), 0), f"below {limit}")
    assert all(0 <= stream.below(limit) < limit for _ in range(20))


def test_numbers_above_a_byte_reach_everywhere() -> None:
    stream = Stream(seed_key(SEED, (), 0), "wide")
    seen = {stream.below(1000) // 100 for _ in range(500)}
    assert seen == set(range(10))


def test_a_shuffle_gives_each_item_once_or_as_many_as_asked() -> None:
    chance = Seeded(SEED)
    items = [str(n) for n in range(300)]
    assert sorted(chance.shuffle("all", items)) == sorted(items)
    few = chance.shuffle("few", items, 5)
    assert len(set(few)) == 5
    assert chance.pick("one", items) in items


def test_what_was_drawn_is_kept_by_name() -> None:
    chance = Seeded(SEED)
    dice = chance.roll("turn 1 roll 1", 2, FACES)
    assert chance.drawn == [Draw("turn 1 roll 1", dice)]
    assert chance.drawn[0].text == f"turn 1 roll 1: {dice[0]} {dice[1]}"
    assert chance.again().drawn == []


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    seed = new_seed()
    assert len(seed) == 64
    assert commitment(seed) == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert new_seed() != seed


def test_recorded_repeats_what_was_drawn() -> None:
    seeded = Seeded(SEED)
    rolled, deck = seeded.roll("r", 3, FACES), seeded.shuffle("d", "abc")
    recorded = Recorded(seeded.drawn)
    assert recorded.roll("r", 3, FACES) == rolled
    assert recorded.shuffle("d", "abc") == deck
    assert recorded.drawn == seeded.drawn


@pytest.mark.parametrize(
    ("draws", "reason"),
    [
        ([], "missing"),
        ([Draw("s", ("1", "1"))], "is wanted"),
        ([Draw("r", ("1",))], "values, not 2"),
        ([Draw("r", ("1", "7"))], "cannot give 7"),
    ],
)
def test_recorded_refuses_what_cannot_have_been(draws: list[Draw], reason: str) -> None:
    with pytest.raises(ReplayBroken, match=reason):
        Recorded(draws).roll("r", 2, FACES)


def test_recorded_refuses_a_card_drawn_twice() -> None:
    with pytest.raises(ReplayBroken, match="cannot give a"):
        Recorded([Draw("d", ("a", "a"))]).shuffle("d", "ab")


def test_scripted_gives_what_a_test_wants_by_name() -> None:
    chance = Scripted({"turn 1 roll 1": "3 3 G"})
    assert chance.roll("turn 1 roll 1", 3, FACES) == ("3", "3", "G")
    assert chance.roll("other", 3, FACES) == Seeded("00" * 32).roll("other", 3, FACES)
    assert chance.again().roll("turn 1 roll 1", 3, FACES) == ("3", "3", "G")


def test_plain_chance_refuses_every_draw() -> None:
    with pytest.raises(ReplayBroken):
        Chance().roll("r", 1, FACES)
    with pytest.raises(ReplayBroken):
        Chance().pick("p", "ab")

"""Chance: derived by name, fair, recorded, repeatable, scriptable."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import (
    CERTAIN,
    Chance,
    Draw,
    Group,
    Loaded,
    Recorded,
    Scripted,
    Seeded,
    Stream,
    Strict,
    Tally,
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
    with pytest.raises(ReplayBroken):
        Chance().tally("t", [(1, CERTAIN)])


# ------------------------------------------------------------------------ tallies

THIRD = CERTAIN // 3
groups_of = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, CERTAIN)), min_size=1, max_size=12
)


def tallied_by_hand(name: str, groups: list[Group]) -> tuple[int, ...]:
    """The derivation as docs/log-format.md tells it, written once more from there."""
    key = hmac.digest(bytes.fromhex(SEED), b"hikyaku 1\n0\n", "sha256")
    stream = b"".join(
        hmac.digest(key, f"{name}\n{block}".encode(), "sha256") for block in range(70)
    )
    hits, place = [], 0
    for count, threshold in groups:
        found = 0
        for _ in range(count):
            found += int.from_bytes(stream[place : place + 4], "big") < threshold
            place += 4
        hits.append(found)
    return tuple(hits)


@given(groups_of)
def test_a_tally_is_derived_as_documented_and_repeated(groups: list[Group]) -> None:
    seeded = Seeded(SEED)
    hits = seeded.tally("throw 1", groups)
    assert hits == tallied_by_hand("throw 1", groups)
    recorded = Recorded(seeded.drawn)
    assert recorded.tally("throw 1", groups) == hits
    assert recorded.drawn == seeded.drawn


@given(groups_of)
def test_a_tally_stays_within_its_groups(groups: list[Group]) -> None:
    hits = Seeded(SEED).tally("throw", groups)
    assert len(hits) == len(groups)
    assert all(0 <= hit <= count for hit, (count, _) in zip(hits, groups, strict=True))


def test_what_cannot_happen_never_does_and_what_is_certain_always() -> None:
    assert Seeded(SEED).tally("t", [(200, 0), (200, CERTAIN)]) == (0, 200)


def test_a_tally_comes_true_as_often_as_it_should() -> None:
    """90,000 draws of each chance: within four deviations (p = 6e-5)."""
    chance, seen = Seeded(SEED), [0, 0, 0]
    shares = (THIRD, CERTAIN // 10, CERTAIN - CERTAIN // 4)
    for number in range(1500):
        hits = chance.tally(f"throw {number}", [(60, share) for share in shares])
        seen = [before + hit for before, hit in zip(seen, hits, strict=True)]
    for found, share in zip(seen, (1 / 3, 1 / 10, 3 / 4), strict=True):
        deviation = (90_000 * share * (1 - share)) ** 0.5
        assert abs(found - 90_000 * share) < 4 * deviation


def test_a_tally_stands_in_the_log_with_all_that_it_takes_to_check_it() -> None:
    chance = Seeded(SEED)
    hits = chance.tally("throw 1", [(7, THIRD), (0, 5)])
    assert chance.drawn[0].text == f"throw 1: {hits[0]}/7<1431655765 0/0<5"
    assert Tally.read(f"{hits[0]}/7<1431655765") == (hits[0], 7, THIRD)
    assert Tally(2, 3, CERTAIN // 2).chance == 0.5


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (("3/2<9", "0/1<0"), "cannot give 3/2<9"),
        (("1/3<9", "0/1<0"), "cannot give 1/3<9"),
        (("1/2<8", "0/1<0"), "cannot give 1/2<8"),
        (("1/2<9", "1/1<0"), "cannot give 1/1<0"),
        (("01/2<9", "0/1<0"), "cannot give 01/2<9"),
        (("-1/2<9", "0/1<0"), "cannot give -1/2<9"),
        (("²/2<9", "0/1<0"), "cannot give"),
        (("1", "0"), "cannot give 1"),
        (("1/2<9",), "1 values, not 2"),
        (("1/2<9", "0/1<0", "0/0<0"), "3 values, not 2"),
    ],
)
def test_recorded_refuses_a_tally_that_cannot_have_been(
    values: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(ReplayBroken, match=reason):
        Recorded([Draw("t", values)]).tally("t", [(2, 9), (1, 0)])


def test_recorded_refuses_certain_things_that_did_not_happen() -> None:
    with pytest.raises(ReplayBroken, match="cannot give"):
        Recorded([Draw("t", (f"1/2<{CERTAIN}",))]).tally("t", [(2, CERTAIN)])


@pytest.mark.parametrize("group", [(-1, 5), (1, -1), (1, CERTAIN + 1), (10_001, 1)])
def test_no_rule_may_ask_for_a_tally_that_cannot_be(group: Group) -> None:
    with pytest.raises(ValueError, match="tally"):
        Seeded(SEED).tally("t", [group])


@pytest.mark.parametrize("kind", [Scripted, Strict])
def test_a_script_says_how_many_of_a_tally_came_true(
    kind: type[Scripted] | type[Strict],
) -> None:
    chance = kind({"throw 1": "2 0"}).again()
    assert chance.tally("throw 1", [(3, THIRD), (4, 7)]) == (2, 0)
    assert chance.drawn[0].text == "throw 1: 2/3<1431655765 0/4<7"
    for script in ("4 0", "2", "2 0 0", "x 0"):
        with pytest.raises(ReplayBroken):
            kind({"t": script}).tally("t", [(3, THIRD), (4, 7)])


def test_a_strict_script_refuses_what_it_does_not_name() -> None:
    chance = Strict({"turn 1 roll 1": "3 3 G", "deck": "b a"})
    assert chance.roll("turn 1 roll 1", 3, FACES) == ("3", "3", "G")
    assert chance.shuffle("deck", "ab") == ("b", "a")
    assert [draw.name for draw in chance.drawn] == ["turn 1 roll 1", "deck"]
    with pytest.raises(ReplayBroken, match="“turn 1 roll 2” is missing"):
        chance.roll("turn 1 roll 2", 3, FACES)
    with pytest.raises(ReplayBroken, match="“other” is missing"):
        chance.again().tally("other", [(1, 1)])


def test_scripted_keeps_its_draws_and_the_others_in_their_order() -> None:
    chance = Scripted({"b": "1"}).again()
    chance.roll("a", 1, FACES)
    chance.roll("b", 1, FACES)
    chance.tally("c", [(2, THIRD)])
    assert [draw.name for draw in chance.drawn] == ["a", "b", "c"]
    assert chance.again().drawn == []


@pytest.mark.parametrize("group", [(7, CERTAIN / 3), (True, 9), (-1, 9), (1, -1)])
def test_a_tally_has_whole_numbers(group: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no tally can have"):
        Seeded("00" * 32).tally("throw 1", [group])


def test_loaded_dice_show_every_extreme() -> None:
    """What a rehearsal holds for certain holds for all of them."""
    groups = [(7, CERTAIN // 20), (3, 0), (2, CERTAIN)]
    faces = {Loaded(face).roll("d", 2, "123456") for face in range(6)}
    assert faces == {(face, face) for face in "123456"}
    assert {Loaded(face).tally("t", groups) for face in range(2)} == {
        (0, 0, 2),
        (7, 0, 2),
    }
    assert Loaded(1).shuffle("s", "abc") == ("b", "c", "a")
    assert Loaded(4).shuffle("s", "abc", 1) == ("b",)

"""Whatever the table offers is read back in each language. [AOW-10.3, AOW-10.12]"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.age_of_war import apply, hints, label, options, parse, setup, view
from engine.age_of_war.board import CENTRE, PRINTED, SETS, SLOTS, SPECIAL
from engine.age_of_war.plans import Kept, read_plan
from engine.age_of_war.plans.policy import Condition, LineRef, Policy, Statement, Wish
from engine.age_of_war.plans.reading import read_order
from engine.age_of_war.plans.vocabulary import WORDS, WRITTEN, accusative, spellings
from engine.age_of_war.plans.writing import in_language
from engine.age_of_war.state import State
from engine.chance import Seeded
from engine.contract import Order
from engine.errors import Refused
from engine.languages import LANGUAGES
from engine.words import legal_text, refusal

CALM = settings(  # a busy machine is no fault
    deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
PEOPLE = ("Aki", "Botan", "Chie")
SET = st.sampled_from(list(SETS))

# ------------------------------------------------------------------ every policy

CODES = sorted({code for lines in PRINTED for code in lines} | {SPECIAL, "*", "L2"})
CARDS = st.integers(0, len(SLOTS) - 1)
NUMBERS = st.integers(0, 9).map(float) | st.sampled_from([0.25, 2.5, 0.001])
RELATIONS = st.sampled_from(["<", "<=", "=", ">=", ">"])
FACES = st.text("123ACG", max_size=4)


def some(items: Any, most: int = 3) -> Any:
    return st.lists(items, min_size=1, max_size=most).map(tuple)


LINES = some(st.builds(LineRef, st.sampled_from(CODES), st.integers(0, 7)))
LIMITS = some(st.builds(LineRef, st.sampled_from(CODES), st.integers(1, 7)))
TESTS = st.lists(
    st.one_of(
        st.sampled_from([Condition("open"), Condition("siege")]),
        st.builds(Condition, st.just("odds"), RELATIONS, st.sampled_from([0.25, 0.5])),
        st.builds(
            Condition,
            st.sampled_from(["dice", "lost", "roll", "inf", "A", "C", "G"]),
            RELATIONS,
            NUMBERS,
        ),
    ),
    max_size=3,
).map(tuple)
PLACES = st.sampled_from([None, CENTRE, 0, 1, 5])


@st.composite
def takes(draw: st.DrawFn) -> Statement:
    """Only lines that the card can have. [AOW-10.11]"""
    card = draw(CARDS)
    codes = st.sampled_from([*PRINTED[card], "*", "L1"])
    lines = st.just(()) | some(st.builds(LineRef, codes, st.integers(0, 7)))
    place, tests = draw(PLACES), draw(TESTS)
    return Statement("take", card, place, draw(lines), tests=tests)


WISHES = st.just(()) | some(st.builds(Wish, CARDS, st.none() | NUMBERS))


def statements(verb: str, **parts: Any) -> Any:
    """Only these parts; the others are not made up."""
    return st.fixed_dictionaries(parts).map(lambda some: Statement(verb, **some))


STATEMENTS = st.one_of(
    takes(),
    statements("fill", lines=LINES, tests=TESTS),
    statements("reroll", faces=FACES, tests=TESTS),
    statements("auto", wishes=WISHES, tests=TESTS),
    statements("ask", tests=TESTS),
    statements("pass", tests=TESTS),
    statements("limit", lines=LIMITS),
    statements("strict"),
)
POLICIES = st.builds(Policy, some(STATEMENTS, 4))


@pytest.mark.parametrize("language", LANGUAGES)
@CALM
@given(policy=POLICIES, set_key=SET)
def test_an_order_means_the_same_in_every_language(
    language: str, policy: Policy, set_key: str
) -> None:  # AOW-10.3, AOW-12
    written = in_language(policy.text, set_key, language)
    assert read_order(written, set_key, limited=False).order == policy


@pytest.mark.parametrize("language", LANGUAGES)
@CALM
@given(policy=POLICIES, set_key=SET)
def test_what_is_kept_is_told_as_it_can_be_written(
    language: str, policy: Policy, set_key: str
) -> None:  # AOW-10.13
    view = {"set": set_key, "over": False, "turn": 12}
    standing = label(view, "plan", Kept(policy).text, language)
    again = read_order(standing, set_key, limited=False)
    assert (again.order, again.standing) == (policy, True)
    kept = Kept(turn=12, order=policy).text
    when, _, order = label(view, "plan", kept, language).partition(": ")
    assert "12" in when
    assert read_order(order, set_key, limited=False).order == policy


# --------------------------------------------------------------- every mixture


def spelt(set_key: str) -> dict[str, list[str]]:
    """All that a word of a canonical text may be written as."""
    tables = ("statements", "parts", "quantities", "lines")
    words = {key: of for name in tables for key, of in WORDS[name].items()}
    cards = SETS[set_key]
    names = {slot: spellings(cards, at) for at, slot in enumerate(SLOTS)}
    return {**words, **names}


def mixed(policy: Policy, set_key: str, choice: random.Random) -> str:
    """The same order, each word in some language."""
    spellings_of, words = spelt(set_key), []
    for word in policy.text.split():
        bare = word.strip(",;")
        head, star, rest = bare.partition("*" if bare[0] != "*" else " ")
        other = choice.choice(spellings_of.get(head, [head]))
        words.append(word.replace(bare, f"{other}{star}{rest}"))
    return " ".join(words)


@given(POLICIES, SET, st.randoms(use_true_random=False))
@settings(CALM, derandomize=True, max_examples=150)
def test_an_order_means_the_same_in_every_mixture(
    policy: Policy, set_key: str, choice: random.Random
) -> None:  # AOW-10.3
    line = mixed(policy, set_key, choice)
    assert read_order(line, set_key, limited=False).order == policy


# --------------------------------------------------- what the table itself offers


@cache
def moments(set_key: str, seed: int = 7, seats: int = 3) -> list[State]:
    """Tables at which a seat must decide, on the way through a random match."""
    choices = {"set": set_key, "first_player": "0", "turn_cap": "40", "dropout": "auto"}
    dice, chance = random.Random(seed), Seeded(f"{seed:064x}")
    state, _ = setup(seats, choices, chance)
    found = []
    while not state.over:
        found.append(state)
        fills = [o for o in options(state, state.seat) if o.verb == "fill"]
        legal = fills if fills and dice.random() < 0.8 else options(state, state.seat)
        state, _ = apply(state, state.seat, dice.choice(legal), chance)
    return found


every_language = pytest.mark.parametrize("language", LANGUAGES)
every_set = pytest.mark.parametrize("set_key", list(SETS))


@every_set
def test_the_tables_show_both_situations(set_key: str) -> None:
    seen = {
        (state.target < 0, len(set(state.holder)) > 2) for state in moments(set_key)
    }
    assert len(seen) == 4


@every_language
@every_set
def test_every_hint_is_read_back_to_the_same_plan(
    set_key: str, language: str
) -> None:  # AOW-10.12
    for state in moments(set_key)[::2]:
        english = hints(state, state.seat)
        mine = hints(state, state.seat, language)
        for one, other in zip(english, mine, strict=True):
            kept = parse(state, state.seat, one.text, "", PEOPLE)
            assert parse(state, state.seat, other.text, "", PEOPLE) == kept


@every_language
@every_set
def test_every_option_is_told_as_it_can_be_written(
    set_key: str, language: str
) -> None:  # AOW-10.2, AOW-10.12
    for state in moments(set_key)[::3]:
        for order in options(state, state.seat):
            assert read_back(state, order, language) == parse_logged(state, order)


def parse_logged(state: State, order: Order) -> str:
    return parse(state, state.seat, f"step {order.text}", "", PEOPLE)


def read_back(state: State, order: Order, language: str) -> str:
    """The plan of what a letter says of the plan."""
    said = label(view(state, 0), "plan", parse_logged(state, order), language)
    return parse(state, state.seat, said.partition(": ")[2], "", PEOPLE)


SLIPS = [
    "step fill G",
    "step take {slot} via I9",
    "step take {slot} via G with 3 3 3",
    "step keep 3",
    "step ask",
    "tak {slot}",
    "{slot}",
    "step take {slot}",
    "ask if dic > 3",
    "take {slot} fro centre",
    "fill archer",
]


@every_language
@every_set
def test_every_alternative_is_told_in_the_readers_words(
    set_key: str, language: str
) -> None:  # AOW-10.10, AOW-10.12
    offered = 0
    for state in moments(set_key)[::12]:
        seen = view(state, state.seat)
        for slip, slot in zip(SLIPS * 3, SLOTS * 3, strict=False):
            for error in refused(state, slip.format(slot=slot)):
                said = refusal(error, seen, language, PEOPLE)
                for legal in error.legal:
                    quoted = legal_text(error, legal, seen, language)
                    assert quoted in said
                    offered += is_same(state, legal, quoted[1:-1])
    assert offered > 20


def refused(state: State, text: str) -> list[Any]:
    try:
        parse(state, state.seat, text, "", PEOPLE)
    except Refused as error:
        return error.errors
    return []


def is_same(state: State, english: str, spoken: str) -> bool:
    """Whether it is an order; then both mean the same."""
    try:
        wanted = parse(state, state.seat, english, "", PEOPLE)
    except Refused:
        return False
    assert parse(state, state.seat, spoken, "", PEOPLE) == wanted
    return True


@every_language
def test_the_accusative_is_written_where_it_must_be(language: str) -> None:  # AOW-12
    said = in_language("take B3; auto B3", "sengoku-2014", language)
    name = SETS["sengoku-2014"].cards[SLOTS.index("B3")][language]
    verb = WRITTEN.get(language, {"take": "take"})["take"]
    assert f"{verb} {accusative(name)};" in said
    assert said.endswith(f" {name}")


def test_what_was_kept_before_reads_on() -> None:  # AOW-10.13
    """Plans of running matches were written before the languages came."""
    kept = "standing: take D1 from centre via I8<=3, G if dice >= 4; auto any\n"
    kept += "turn 12: step fill D1 2 233"
    assert read_plan(kept, "qin-2024").text == kept

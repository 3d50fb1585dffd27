"""Every tree reads back from its text; no text does harm. [SSE-13.8]"""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine.reading.scanner as scanning
from engine.errors import OrderAmbiguous, OrderError, OrderUnreadable, Refused
from engine.reading.lines import LONGEST_STATEMENT as LONGEST
from engine.small_samurai_empires.plans.reading import (
    LONGEST_TEXT,
    read_again,
    read_mail,
)
from engine.small_samurai_empires.plans.tree import (
    Attack,
    Bare,
    Castle,
    Condition,
    Destiny,
    Entry,
    Harvest,
    Move,
    Nothing,
    Order,
    Pass,
    Path,
    Place,
    Reaction,
    Recruit,
    Resolve,
    Ship,
    Statement,
    Step,
    Withdraw,
)
from engine.small_samurai_empires.plans.vocabulary import (
    BOARD,
    COLOURS,
    SLOTS,
    WORDS,
    colour_words,
    names_of,
)
from engine.small_samurai_empires.plans.writing import in_language

CALM = settings(  # a busy machine is no fault
    deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

# ------------------------------------------------------------------ every tree

PROVINCES = st.sampled_from([piece["id"] for piece in BOARD["province"]])
MOUNTAINS = st.sampled_from([piece["id"] for piece in BOARD["mountain"]])
REGIONS = st.sampled_from([piece["id"] for piece in BOARD["region"]])
PLAYERS = st.sampled_from(COLOURS)
SLOT = st.sampled_from(list(SLOTS.values()))
KINDS = st.sampled_from(list(BOARD["order_tokens"]))
ARMIES = st.integers(1, 99)


def some(items: Any, most: int) -> Any:
    return st.lists(items, min_size=1, max_size=most).map(tuple)


STEPS = st.builds(Step, PROVINCES, st.just("") | MOUNTAINS)
PATHS = st.builds(Path, PROVINCES, some(STEPS, 3), ARMIES)
ATTACKS = st.builds(Attack, PROVINCES, some(PLAYERS, 2))
RECRUITS = st.builds(Recruit, some(PROVINCES, 2))
HARVESTS = st.builds(Harvest, st.just("") | PROVINCES)
PLAIN_MOVES = st.builds(Move, some(PATHS, 2), st.just(()))
REACTIONS = st.one_of(
    st.builds(Reaction, st.just("ambush"), st.none() | PLAIN_MOVES),
    st.builds(
        Reaction,
        st.just("tribe"),
        st.one_of(st.none(), PLAIN_MOVES, ATTACKS, RECRUITS, HARVESTS),
    ),
    st.builds(Reaction, st.just("journey"), st.none() | ATTACKS),
)
MOVES = st.builds(
    Move,
    some(PATHS, 3),
    st.lists(REACTIONS, max_size=3, unique_by=lambda r: r.event).map(tuple),
)
NEUTRALS = st.one_of(MOVES, ATTACKS, RECRUITS, HARVESTS)
OTHERS = st.one_of(
    st.builds(Ship, PROVINCES, PROVINCES, st.none() | ARMIES),
    st.builds(Castle, st.just("") | PROVINCES),
    st.just(Pass()),
)
TOKEN_ACTIONS = st.one_of(MOVES, ATTACKS, RECRUITS, st.just(Harvest()), OTHERS)
CONDITIONS = st.one_of(
    st.builds(Condition, PLAYERS, st.just("in"), PROVINCES, st.booleans()),
    st.builds(
        Condition, st.just("I") | PLAYERS, st.just("controls"), PROVINCES, st.booleans()
    ),
)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    cover = draw(st.booleans())
    neutral = draw(st.none() | st.just(Nothing()) | NEUTRALS)
    return Entry(
        draw(KINDS),
        draw(SLOT | REGIONS | st.just("any")),
        cover,
        draw(st.just("") | PLAYERS) if cover else "",
        draw(st.none() | st.integers(0, 99)),
        neutral,
        neutral is not None and draw(st.booleans()),
    )


ANSWERS = st.one_of(NEUTRALS, OTHERS, st.just(Nothing()))
ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(Destiny, some(REGIONS, 4)),
    st.builds(Place, some(entries(), 3)),
    st.builds(
        Resolve,
        SLOT,
        some(TOKEN_ACTIONS, 2),
        st.none() | CONDITIONS,
        st.sampled_from(["", "auto", "ask"]),
    ),
    st.builds(Withdraw, st.just("") | SLOT),
    st.builds(
        Bare, st.one_of(NEUTRALS, OTHERS), step=st.booleans(), others=st.just(())
    ),
    st.builds(Bare, ANSWERS, step=st.just(False), others=some(ANSWERS, 2)),
    st.just(Bare(Nothing())),
)
SHORT = ORDERS.filter(lambda order: len(order.text) <= LONGEST)


@given(SHORT)
@CALM
def test_a_canonical_text_reads_back_to_the_same_tree(order: Order) -> None:
    (statement,) = read_mail(order.text)  # SSE-13.8
    assert statement.order == order
    assert statement.text == order.text


@given(ORDERS)
@CALM
def test_what_is_kept_reads_back_at_any_length(order: Order) -> None:
    assert read_again(order.text) == order  # SSE-13.5


@given(st.lists(SHORT, min_size=1, max_size=5))
@CALM
def test_what_was_understood_of_a_mail_reads_back(orders: list[Order]) -> None:
    found: list[Statement] = []
    with suppress(Refused):  # two plans for a slot, two neutral actions [SSE-13.5]
        found = read_mail("\n".join(order.text for order in orders))
    for statement in found:
        assert read_again(statement.text) == statement.order


# --------------------------------------------------------------- every mixture

SAME = {
    **{
        key: words
        for name in ("orders", "actions")
        for key, words in WORDS[name].items()
    },
    **WORDS["events"],
    **WORDS["parts"],
    **{p["id"]: names_of(p) for p in BOARD["province"] + BOARD["mountain"]},
    **{key: colour_words(table) for key, table in WORDS["players"].items()},
    **{key: colour_words(table) for key, table in WORDS["regions"].items()},
    "controls": WORDS["parts"]["control"],
    "on": WORDS["parts"]["event"],
    "->": [*WORDS["parts"]["to"], "->", ">", "=>"],
    "only": WORDS["parts"]["only_if"],
    "up": WORDS["parts"]["up_to"],
}


def mixed(text: str, choice: random.Random) -> str:
    """The same order, each word in some language."""
    said = text.replace("only if", "only").replace("up to", "up")
    words = []
    for word in said.split():
        bare = word.strip(",:")
        other = choice.choice(SAME.get(bare, [bare]))
        words.append(word.replace(bare, other) if bare else word)
    return " ".join(words)


@given(ORDERS, st.randoms(use_true_random=False))
@settings(CALM, derandomize=True, max_examples=300)
def test_an_order_means_the_same_in_every_mixture(
    order: Order, choice: random.Random
) -> None:  # SSE-14
    line = mixed(order.text, choice)
    if len(line) <= LONGEST:
        (statement,) = read_mail(line)
        assert statement.order == order


# --------------------------------------------------------------- hostile input

VOCABULARY = sorted({word for words in SAME.values() for word in words})
NOISE = [
    "2",
    "13",
    "o2",
    "m2s",
    "x",
    "-",
    ":",
    ",",
    ";",
    "+",
    "@",
    "/",
    "\n",
    "gre",
    "ech",
]


def survives(text: str, names: tuple[str, ...] = ()) -> None:
    """Read, or refused: with a place, a rule and a code for every fault."""
    faults: list[OrderError] = []
    statements: list[Statement] = []
    try:
        statements = read_mail(text, names)
    except Refused as refused:
        faults = refused.errors
    assert bool(statements) != bool(faults)
    for fault in faults:
        assert isinstance(fault, OrderUnreadable | OrderAmbiguous)
        assert fault.rule.startswith("SSE-")
        assert 0 <= fault.line <= len(text.splitlines())


@given(st.text(max_size=300), st.lists(st.text(max_size=8), max_size=4).map(tuple))
@CALM
def test_any_text_is_read_or_refused(text: str, names: tuple[str, ...]) -> None:
    survives(text, names)


@given(st.lists(st.sampled_from(VOCABULARY + NOISE * 20), max_size=60))
@CALM
def test_any_heap_of_words_is_read_or_refused(words: list[str]) -> None:
    survives(" ".join(words), ("Aki", "gre", "2"))


@given(ORDERS, st.data())
@CALM
def test_an_order_with_a_hole_is_read_or_refused(order: Order, data: Any) -> None:
    words = order.text.split()
    del words[data.draw(st.integers(0, len(words) - 1))]
    survives(" ".join(words))


HOSTILE = [
    "place " + " or ".join(["attack cover gre 2"] * 26),
    "place " + " or ".join(["attack cover gre 2"] * 26) + " x",
    "place " + " or ".join(["move 2"] * 60),
    "place " + " or ".join(["recruit cover verde"] * 25),
    "move " + ", ".join(["ech > ech"] * 50),
    "move " + ";".join(["aki>aki"] * 199),
    "move aki" + ">dai>ech" * 70,
    "move aki>aki " + "on tribe move aki>aki " * 24,
    "resolve 5: " + " else ".join(["harvest"] * 44),
    ("x " * 290 + "\n") * 60,
    ("place " + " or ".join(["attack cover gre 2"] * 26) + "\n") * 60,
    "-" * LONGEST,
    ";" * LONGEST_TEXT,
    "\n" * LONGEST_TEXT,
    "ﷺ" * LONGEST,
    "a" * LONGEST_TEXT,
    "move aki -> \u202eharima\u0000\ufeff",
    "place attack at " + "9" * 500,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:30].strip() or "blank")
def test_work_is_bounded_whatever_is_written(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # SSE-13.8
    looked = 0
    begun = scanning.Scanner.note

    def count(self: scanning.Scanner, at: int, *wanted: Any) -> None:
        nonlocal looked
        looked += 1
        begun(self, at, *wanted)

    monkeypatch.setattr(scanning.Scanner, "note", count)
    survives(text)
    assert looked <= scanning.MOST_WORK + 1


@pytest.mark.parametrize(
    "text",
    ["x" * (LONGEST_TEXT + 1), "x" * (LONGEST + 1), "pass\n" * 201, "pass;" * 201],
)
def test_what_is_too_long_is_not_read(text: str) -> None:  # SSE-13.8
    with pytest.raises(Refused) as refused:
        read_mail(text)
    assert [fault.code for fault in refused.value.errors] == ["too_long"]


def test_a_long_honest_mail_is_read() -> None:  # SSE-13.5
    plan = (
        "move aki -> daisen -> izumo -> harima, 2x aki -> harima -> yamashiro"
        " on tribe attack dewa blue on ambush stop else move kii -> owari else pass"
        " only if not blue controls kii auto"
    )
    lines = [f"resolve {slot}: {plan}" for slot in SLOTS]
    lines += [
        "place attack cover blue at teal-2 up to 2, neutral none or harvest any"
    ] * 180
    assert len(read_mail("\n".join(lines))) == 192


# ------------------------------------------------------- in the reader's language


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
@CALM
@given(data=st.data())
def test_an_order_means_the_same_in_every_language(
    language: str, data: st.DataObject
) -> None:  # SSE-13.8, SSE-14
    order = data.draw(ORDERS)
    assert read_again(in_language(order.text, language)) == order

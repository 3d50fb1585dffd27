"""Orders as the log writes them: what is refused says why, and what would be legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.errors import OrderError, Refused
from engine.reading.verbs import NEAR, asked
from engine.registry import game
from engine.words import refusals
from tests.examples import FOLDER, registered

LEGAL = ("take 1 1", "take 2 1", "take 2 2")


@pytest.fixture(autouse=True, scope="module")
def _nim() -> Iterator[None]:
    with registered(FOLDER, "tests.examples"):
        yield


def at(**more: Any) -> Any:
    return game("nim").from_position({"heaps": [1, 2], **more})


def refused(text: str, **more: Any) -> OrderError:
    with pytest.raises(Refused) as caught:
        game("nim").parse(at(**more), 0, text)
    (fault,) = caught.value.errors
    return fault


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("", "empty", None),
        ("# nothing yet", "empty", None),
        ("\t\n \t ", "empty", None),
        ("xyzzy 1 1", "not_understood", "xyzzy"),
        ("take", "ends_early", "take"),
        ("nimm", "ends_early", "nimm"),
        ("take 2", "ends_early", "2"),
        ("take all of them", "not_understood", "all of them"),
        ("take 2 9", "E_NO_SUCH_ACTION", None),
    ],
)
def test_a_refusal_says_why_and_what_would_be_legal(
    text: str, code: str, word: str | None
) -> None:
    fault = refused(text)
    assert (fault.rule, fault.code, fault.data.get("word")) == ("NIM-2", code, word)
    assert (fault.legal, fault.legal_kind, fault.near) == (LEGAL, "order", False)


def test_who_has_no_decision_is_told_no_orders() -> None:
    assert refused("take", seat=1).legal == ()


@pytest.mark.parametrize("text", ["tkae 1 1", "nimmm 1 1"])
def test_a_slip_of_the_pen_is_told_in_the_readers_words(text: str) -> None:
    fault = refused(text)
    assert (fault.code, fault.legal, fault.near) == ("not_understood", ("take",), True)
    (said,) = refusals([fault], game("nim").view(at(), 0), "de")
    assert "nimm" in said.partition("[NIM-2]")[2]
    assert asked(game("nim"), at(), 0, text.split()[0]) == NEAR


def test_lines_are_counted_and_every_fault_is_told() -> None:
    with pytest.raises(Refused) as caught:
        game("nim").parse(at(), 0, "take 1 1\nxyzzy\ntake")
    found = [(fault.line, fault.code) for fault in caught.value.errors]
    assert found == [(2, "not_understood"), (3, "ends_early")]


def test_a_line_that_came_too_late_says_so() -> None:
    answer = game("nim").answer(at(), 0, "take 2 9\ntake 1 1")
    assert answer.order is not None
    assert answer.order.text == "take 1 1"
    (skipped,) = answer.skipped
    assert skipped.why.code == "now_impossible"  # type: ignore[attr-defined]

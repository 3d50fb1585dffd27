"""Reads a text on the opening roll of the sheet's sample turn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import engine.age_of_war
from engine.age_of_war import answer, label, parse
from engine.age_of_war.state import State
from engine.errors import OrderError, Refused
from tests.engine.age_of_war.table import at

PEOPLE = ("Aki", "Botan", "Chie")
SHEET = (Path(engine.age_of_war.__file__).parent / "RULES.md").read_text("utf-8")


def table(set_key: str = "qin-2024") -> State:
    return at(hand="3 3 2 A C G 1", set=set_key, seats=3)


def plan(
    text: str,
    set_key: str = "qin-2024",
    names: Sequence[str] = PEOPLE,
    state: State | None = None,
) -> str:
    """What is kept of a text on the opening roll of the sheet's sample turn."""
    state = state or table(set_key)
    kept = parse(state, state.seat, text, "", names)
    answer(state, state.seat, kept)  # what was kept reads again
    return kept


def faults(
    text: str, set_key: str = "qin-2024", names: Sequence[str] = PEOPLE
) -> list[OrderError]:
    with pytest.raises(Refused) as refused:
        plan(text, set_key, names)
    return refused.value.errors


def fault(text: str, set_key: str = "qin-2024") -> OrderError:
    (only,) = faults(text, set_key)
    return only


def called(error: OrderError, set_key: str = "qin-2024") -> set[str]:
    """What is suggested, as an English reader sees it."""
    assert error.legal_kind == "card"
    return {label({"set": set_key}, "card", slot, "en") for slot in error.legal}

"""Mails as tests write them: what is read, or every fault found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import engine.small_samurai_empires.plans.reading as reading
from engine.errors import OrderError, Refused
from engine.small_samurai_empires.plans.reading import read_mail
from engine.small_samurai_empires.plans.tree import Order

FOLDER = Path(reading.__file__).parent.parent
SHEET = (FOLDER / "RULES.md").read_text("utf-8")
EXAMPLES = SHEET.partition("### Order language")[2].split("```")[1]
PEOPLE = ("Aki", "Botan", "Chie")


def texts(mail: str, names: Sequence[str] = ()) -> list[str]:
    return [statement.text for statement in read_mail(mail, names)]


def text(mail: str, names: Sequence[str] = ()) -> str:
    (only,) = texts(mail, names)
    return only


def tree(mail: str) -> Order:
    (only,) = read_mail(mail)
    assert read_mail(only.text) == [only]  # the canonical text reads back
    return only.order


def faults(mail: str, names: Sequence[str] = ()) -> list[OrderError]:
    with pytest.raises(Refused) as refused:
        read_mail(mail, names)
    return refused.value.errors


def fault(mail: str, names: Sequence[str] = ()) -> OrderError:
    (only,) = faults(mail, names)
    return only

"""What happens is told in events, with fields of any name."""

from __future__ import annotations

from engine.chance import Chance
from engine.contract import Event
from engine.table import Table


def test_a_fact_may_have_a_field_called_kind() -> None:
    table = Table(None, Chance())
    table.tell("token_placed", to=[1], kind="attack")
    assert table.events == [Event("token_placed", {"kind": "attack"}, (1,))]

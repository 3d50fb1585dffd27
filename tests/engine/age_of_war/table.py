"""Sets a table for a test in one line, and plays one order on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import engine.age_of_war
from engine.age_of_war import apply, from_position
from engine.age_of_war.state import State
from engine.chance import Scripted
from engine.contract import Event, Game, Order

game: Game[State] = engine.age_of_war  # mypy checks that the module is a game


def at(
    hand: str = "",
    holder: Mapping[str, int] | None = None,
    target: str | None = None,
    placed: Collection[tuple[int, str]] = (),
    **fields: Any,
) -> State:
    """A position; the dice not spoken of are lost. `hand="G 1"` are two dice."""
    dice = hand.replace(" ", "")
    on_card = sum(len(faces) for _, faces in placed)
    position = {
        "cards": dict(holder or {}),
        "target": target,
        "placed": [list(line) for line in placed],
        **fields,
    }
    if dice:
        position = {"hand": dice, "lost": 7 - len(dice) - on_card, **position}
    return from_position(position)


def play(
    state: State, seat: int, order: str, rolls: Mapping[str, str] | None = None
) -> tuple[State, list[Event]]:
    """The state and events after an order; `rolls` scripts dice by name."""
    return apply(state, seat, Order.read(order), Scripted(rolls or {}))


def kinds(outcome: tuple[State, list[Event]]) -> list[str]:
    return [event.kind for event in outcome[1]]


def told(outcome: tuple[State, list[Event]], kind: str) -> Mapping[str, Any]:
    """The data of the one event of that kind."""
    (event,) = [event for event in outcome[1] if event.kind == kind]
    return event.data

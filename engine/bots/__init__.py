"""Players that are programs. They write orders as people do, in text.

`random` plays every game; a game's own bots are in its folder, in `bots`. A bot is
given the state, and must not use of it what its seat's view does not tell.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from engine.contract import Game, Seat
from engine.registry import game as game_of

Bot: TypeAlias = Callable[[Game[Any], Any, Seat, Random], str]


def random_order(game: Game[Any], state: Any, seat: Seat, dice: Random) -> str:
    """Any of the legal orders, each equally likely."""
    return dice.choice(game.options(state, seat)).text


def bots(name: str) -> dict[str, Bot]:
    """The bots that can play a game, by name."""
    found: dict[str, Bot] = {"random": random_order}
    package: Any = game_of(name)
    if importlib.util.find_spec(f"{package.__name__}.bots"):
        own = importlib.import_module(f"{package.__name__}.bots")
        found.update(own.BOTS)
    return found

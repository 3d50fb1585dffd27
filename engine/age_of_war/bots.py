"""The bot that leaves everything to the exact odds. [AOW-10.9]"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.contract import Game, Seat


def auto(game: Game[Any], state: Any, seat: Seat, dice: Random) -> str:
    """One policy plays the whole turn. [AOW-10.2]"""
    return "auto any"


BOTS = {"auto": auto}

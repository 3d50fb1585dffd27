"""How a battle stands, for booklets: turn by turn, by banners, figures and tokens."""

from __future__ import annotations

from collections.abc import Sequence

from engine.chronicle import Chapter, Chronicle
from engine.contract import View
from engine.samurai_battles.scene import COLOURS

TURNS = 4  # in a chapter, two of each player


def chronicle(view: View) -> Chronicle:
    """A chapter has two turns of each player. [SB-4.1]"""
    turn = max(1, view["turn"])
    first = turn - (turn - 1) % TURNS
    return Chronicle(
        chapter=Chapter("turns", {"first": first, "last": turn}),
        points=view["banners"],
        measures={
            "figures": figures(view),
            "units": [len(units_of(view, seat)) for seat in (0, 1)],
            "tokens": view["tokens"],
        },
        houses=COLOURS,
    )


def units_of(view: View, seat: int) -> list[int]:
    """The figures of each of its units that is on the field; who wavers is nobody's."""
    return [
        unit["figures"]
        for unit in view["units"].values()
        if unit["seat"] == seat and not unit["wavering"]
    ]


def figures(view: View) -> Sequence[int]:
    return [sum(units_of(view, seat)) for seat in (0, 1)]

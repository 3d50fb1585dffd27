"""How a match stands, for booklets: by rounds of turns, cards and whole provinces."""

from __future__ import annotations

from engine.age_of_war.board import SETS
from engine.chronicle import Chapter, Chronicle
from engine.contract import View
from engine.drawing import seat_colour


def chronicle(view: View) -> Chronicle:
    """A chapter is once round the table, or as far as that came. [AOW-3.3]"""
    seats, cards = range(view["seats"]), list(view["cards"].values())
    stacks, words = list(view["subdued"].values()), SETS[view["set"]]
    first = (view["turn"] - 1) // len(seats) * len(seats) + 1
    return Chronicle(
        chapter=Chapter("turns", {"first": first, "last": view["turn"]}),
        points=[standing["points"] for standing in view["standings"]],
        measures={
            words.word_card["en"]: [cards.count(seat) for seat in seats],
            words.word_province["en"]: [stacks.count(seat) for seat in seats],
        },
        houses=[seat_colour(seat) for seat in seats],
    )

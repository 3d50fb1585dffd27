"""What a seat may know, and how it looks; nothing else leaves the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import OPEN, Picture, Seat, View
from engine.drawing import rect, seat_colour, spot, svg, text
from engine.words import fill, seat_name, words

from .plans import ORDERS
from .rules import score
from .state import State

NAME = "nim"
HIGH = 46  # a heap in the picture


def view(state: State, seat: Seat | None) -> View:
    return {
        "game": NAME,
        "you": None if seat == OPEN else seat,
        "heaps": list(state.heaps),
        "turn": state.turn,
        "seat": state.seat,
        "winner": state.winner,
        "points": [standing.points for standing in score(state)],
        "left": list(state.left),
    }


def render(view: View, language: str = "en", names: Sequence[str] = ()) -> Picture:
    said = table_words(view, language, names)
    heaps = list(enumerate(view["heaps"], start=1))
    lines = [said, *(f"{number}: {'| ' * sticks}".rstrip() for number, sticks in heaps)]
    body = text(20, 34, said, 18) + "".join(heap(*one) for one in heaps)
    picture = svg(600, 60 + HIGH * len(heaps), body, "Nim", said)
    counted = ", ".join(str(sticks) for _, sticks in heaps)
    return Picture("\n".join(lines), picture, f"{said} ({counted})")


def table_words(view: View, language: str, names: Sequence[str]) -> str:
    table, is_over = words(NAME, language)["table"], view["winner"] >= 0
    who = view["winner"] if is_over else view["seat"]
    sticks = str(sum(view["heaps"]))
    facts = {"sticks": sticks, "seat": seat_name(who, names, language)}
    return fill(table["end" if is_over else "turn"], facts, language)


def heap(number: int, sticks: int) -> str:
    colour = seat_colour(number).fill
    drawn = (rect(70 + 40 * place, 0, 12, 36, fill=colour) for place in range(sticks))
    body = text(20, 26, str(number), 18) + "".join(drawn)
    return spot(str(number), body, 0, number * HIGH)


def label(view: View, kind: str, value: Any, language: str = "en") -> str:
    table = words(NAME, language)["table"]
    if kind in ("order", "plan"):
        return ORDERS.spoken(str(value), language)
    if kind == "span":
        return fill(table["span"], {"turn": str(value).split()[1]}, language)
    if kind == "spot":
        return fill(table["heap"], {"heap": str(value)}, language)
    return str(value)

"""A rice market: orders with a number, more towns than a short list holds, and a board
that is twice as wide as high, or three times as high as wide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.chance import Chance
from engine.contract import (
    Answer,
    Coverage,
    Decision,
    Event,
    Hint,
    Order,
    Picture,
    Plan,
    Position,
    Seat,
    Standing,
    View,
)
from engine.defaults import (
    afterwards,
    agreed,
    chronicle,
    colours,
    imagine,
    legend,
    remarks,
)
from engine.drawing import rect, spot, svg, text
from engine.errors import OrderIllegal, OrderUnreadable, Refused
from engine.table import Table

__all__ = [
    "afterwards",
    "agreed",
    "chronicle",
    "colours",
    "imagine",
    "legend",
    "remarks",
]
SIZES = {"wide": (600, 300), "tall": (300, 900)}
TOWNS = [f"{a}{b}" for a in ("ka", "mi", "no", "sa") for b in ("ra", "ki", "mo", "to")]
MOST = 20
ROUNDS = 3


class State:
    def __init__(self, rice: tuple[int, ...], turn: int, board: str) -> None:
        self.rice, self.turn, self.board = rice, turn, board
        self.left: frozenset[Seat] = frozenset()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


def setup(
    seats: int, choices: Mapping[str, str], chance: Chance
) -> tuple[State, list[Event]]:
    return State((0,) * seats, 0, choices["board"]), []


def decisions(state: State) -> list[Decision]:
    number, seat = divmod(state.turn, len(state.rice))
    if number == ROUNDS:
        return []
    return [Decision(seat, "trade", f"round {number + 1}", seat not in state.left)]


def ahead(state: State, seat: Seat) -> list[str]:
    return [d.point for d in decisions(state) if d.seat == seat]


def options(state: State, seat: Seat) -> list[Order]:
    if not ahead(state, seat):
        return []
    bought = [Order("buy", (str(rice),)) for rice in range(1, MOST + 1)]
    return [Order("pass"), *bought, *(Order("send", (town,)) for town in TOWNS)]


def default(state: State, seat: Seat) -> Order:
    return Order("pass")


def apply(
    state: State, seat: Seat, order: Order, chance: Chance
) -> tuple[State, list[Event]]:
    if order not in options(state, seat):
        raise OrderIllegal("MKT-1", "E_NO_SUCH_ACTION")
    rice = int(order.args[0]) if order.verb == "buy" else 2 * (order.verb == "send")
    held = tuple(r + rice * (s == seat) for s, r in enumerate(state.rice))
    table = Table(State(held, state.turn + 1, state.board), chance)
    table.state.left = state.left
    match order:
        case Order("buy", (number,)):
            table.tell("rice_bought", seat=seat, rice=int(number))
        case Order("send", (town,)):
            table.tell("rice_sent", seat=seat, town=town)
        case _:
            table.tell("seat_passed", seat=seat)
    if not decisions(table.state):
        first = [s.seat for s in score(table.state) if s.place == 1]
        table.tell("match_ended", winners=first)
    return table.state, table.events


def resign(state: State, seat: Seat) -> tuple[State, list[Event]]:
    if seat in state.left:
        raise OrderIllegal("MKT-1", "E_NO_SUCH_ACTION")
    new = State(state.rice, state.turn, state.board)
    new.left = state.left | {seat}
    return new, [Event("seat_left", {"seat": seat})]


def score(state: State) -> list[Standing]:
    return [
        Standing(seat, 1 + sum(other > rice for other in state.rice), rice)
        for seat, rice in enumerate(state.rice)
    ]


def parse(
    state: State, seat: Seat, text: str, kept: Plan = "", names: Sequence[str] = ()
) -> Plan:
    words = text.casefold().split()
    if not words:
        raise Refused([OrderUnreadable("MKT-1", "empty")])
    verb, *rest = words
    if verb not in ("pass", "buy", "send"):
        raise Refused([OrderUnreadable("MKT-1", "not_understood", line=1, word=verb)])
    if Order(verb, tuple(rest)) not in options(state, seat):
        raise Refused([OrderIllegal("MKT-1", "E_NO_SUCH_ACTION", line=1)])
    return " ".join(words)


def answer(state: State, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
    order = Order.read(plan)
    if order in options(state, seat):
        return Answer(order, "")
    return Answer(None, "", reason="silent")


def coverage(state: State, seat: Seat, plan: Plan) -> Coverage:
    due = len(ahead(state, seat))
    return Coverage(min(due, bool(plan)), due)


def view(state: State, seat: Seat | None) -> View:
    return {"game": "market", **position(state)}


def hints(state: State, seat: Seat, language: str = "en") -> list[Hint]:
    return [Hint(order.text, "") for order in options(state, seat)[:2]]


def render(view: View, language: str = "en", names: Sequence[str] = ()) -> Picture:
    words = f"Turn {view['turn']}, rice {view['rice']}"
    width, height = SIZES[view["board"]]
    body = rect(0, 0, width, height, fill="#f4ead2")
    body += rect(4, 4, width - 8, height - 8, fill="none", stroke="#b2281f")
    body += text(20, 40, words, 14) + spot("market", text(20, height - 20, "rice", 14))
    return Picture(words, svg(width, height, body, "Rice market", words), words)


def label(view: View, kind: str, value: Any, language: str = "en") -> str:
    return str(value)


def position(state: State) -> Position:
    rice, left = list(state.rice), sorted(state.left)
    return {"rice": rice, "turn": state.turn, "board": state.board, "left": left}


def from_position(position: Position) -> State:
    state = State(tuple(position["rice"]), position["turn"], position["board"])
    state.left = frozenset(position["left"])
    return state


def faults(state: State) -> list[str]:
    return []

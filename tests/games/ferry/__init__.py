"""Ferries: a plan of several parts in secret, and a form to fill it in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any

from engine.chance import Chance
from engine.contract import (
    OPEN,
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
from engine.defaults import afterwards, agreed, chronicle, colours, legend, remarks
from engine.drawing import rect, spot, svg, text
from engine.errors import OrderIllegal, OrderUnreadable, Refused
from engine.flat import FlatState, flat
from engine.form import (
    Account,
    Card,
    Entry,
    Filling,
    Form,
    Item,
    Ranking,
    Slot,
    Target,
)
from engine.reading.text import statements
from engine.table import Table

__all__ = ["afterwards", "agreed", "chronicle", "colours", "legend", "remarks"]
BOATS = ("dawn", "noon", "dusk")
GOODS = {"rice": 1, "tea": 2, "silk": 3, "stone": 0}  # and what they cost [FRY-2]
STONES = 2
COINS = 4
HARBOURS = ("kobe", "sakai", "uraga")
MOST = 4


@flat
class State(FlatState):
    seats: int
    loads: tuple[tuple[str, ...], ...] = field(init=False)  # `dusk tea kobe 2`, by seat
    wishes: tuple[str, ...] = field(init=False)
    left: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        self.loads = ((),) * self.seats
        self.wishes = ("",) * self.seats


def setup(
    seats: int, choices: Mapping[str, str], chance: Chance
) -> tuple[State, list[Event]]:
    return State(seats), []


def is_over(state: State) -> bool:
    return all(state.wishes)


def decisions(state: State) -> list[Decision]:
    if is_over(state):
        return []
    return [
        Decision(seat, point_of(state, seat), "voyage", seat not in state.left, True)
        for seat in range(state.seats)
        if not state.wishes[seat]
    ]


def point_of(state: State, seat: Seat) -> str:
    return "wish" if len(state.loads[seat]) == len(BOATS) else "load"


def ahead(state: State, seat: Seat) -> list[str]:
    return [d.point for d in decisions(state) if d.seat == seat]


def options(state: State, seat: Seat) -> list[Order]:
    if not ahead(state, seat):
        return []
    if point_of(state, seat) == "wish":  # FRY-4
        gone = harbour_of(state, seat)
        return [Order("wish", (to,)) for to in HARBOURS if to != gone]
    loaded = [load.split()[0] for load in state.loads[seat]]
    return [
        Order("load", tuple(words.split()))
        for boat in BOATS
        if boat not in loaded
        for good in goods_left(state, seat)
        for words in loads_of(boat, good)
    ]


def loads_of(boat: str, good: str) -> list[str]:
    """FRY-3"""
    if boat != "dusk" or good == "stone":
        return [f"{boat} {good}"]
    moves = [f"{to} {bales}" for to in HARBOURS for bales in range(1, MOST + 1)]
    return [f"{boat} {good} {move}" for move in ("stay", *moves)]


def goods_left(state: State, seat: Seat) -> list[str]:
    """FRY-1, FRY-2"""
    laid = [load.split()[1] for load in state.loads[seat]]
    coins = COINS - sum(GOODS[good] for good in laid)
    many = {good: STONES if good == "stone" else 1 for good in GOODS}
    return [g for g, cost in GOODS.items() if cost <= coins and laid.count(g) < many[g]]


def harbour_of(state: State, seat: Seat) -> str:
    dusk = next(load for load in state.loads[seat] if load.startswith("dusk"))
    return dusk.split()[2] if len(dusk.split()) > 2 else ""


def default(state: State, seat: Seat) -> Order:
    return options(state, seat)[-1]


def apply(
    state: State, seat: Seat, order: Order, chance: Chance
) -> tuple[State, list[Event]]:
    if order not in options(state, seat):
        raise OrderIllegal("FRY-1", "E_NO_SUCH_ACTION")
    table = Table(state.copy(), chance)
    if order.verb == "wish":
        table.state.wishes = replaced(state.wishes, seat, order.args[0])
        table.tell("harbour_wished", to=[seat], seat=seat, harbour=order.args[0])
    else:
        laid = tuple(sorted((*state.loads[seat], " ".join(order.args)), key=place_of))
        table.state.loads = replaced(state.loads, seat, laid)
        boat, good = order.args[:2]
        table.tell("boat_loaded", to=[seat], seat=seat, boat=boat, good=good)
    if is_over(table.state):
        end(table)
    return table.state, table.events


def place_of(load: str) -> int:
    return BOATS.index(load.split()[0])


def replaced(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def end(table: Table[State]) -> None:
    """FRY-5"""
    for seat, loads in enumerate(table.state.loads):
        table.tell("boats_shown", seat=seat, boats=", ".join(loads))
    first = [one.seat for one in score(table.state) if one.place == 1]
    table.tell("match_ended", winners=first)


def resign(state: State, seat: Seat) -> tuple[State, list[Event]]:
    if seat in state.left:
        raise OrderIllegal("FRY-1", "E_NO_SUCH_ACTION")
    new = state.copy()
    new.left |= {seat}
    return new, [Event("seat_left", {"seat": seat})]


def score(state: State) -> list[Standing]:
    points = [0] * state.seats
    if is_over(state):
        points = [sum(map(worth, loads)) for loads in state.loads]
    return [
        Standing(seat, 1 + sum(other > own for other in points), own)
        for seat, own in enumerate(points)
    ]


def worth(load: str) -> int:
    _, good, *move = load.split()
    return GOODS[good] + (int(move[1]) if len(move) > 1 else 0)


# ------------------------------------------------------------------ order language


def parse(
    state: State, seat: Seat, text: str, kept: Plan = "", names: Sequence[str] = ()
) -> Plan:
    faults, lines = [], []
    for line in statements(text, comment="#"):
        words = words_of(line.text)
        if is_step(words) or is_wish(words):
            lines.append(" ".join(words))
        else:
            word = words[0]
            fault = OrderUnreadable("FRY-1", "not_understood", word=word)
            faults.append(fault.at(line.number))
    if not lines and not faults:
        faults.append(OrderUnreadable("FRY-1", "empty"))
    if faults:
        raise Refused(faults)
    begun = {words.split()[0] for words in lines}
    stay = [words for words in kept.splitlines() if words.split()[0] not in begun]
    return "\n".join([*stay, *lines])


def words_of(line: str) -> list[str]:
    """`load` may be left out, and so may the arrow."""
    words = line.casefold().replace(">", " ").split()
    return words[1:] if words[0] == "load" else words


def is_step(words: Sequence[str]) -> bool:
    if words[0] not in BOATS or len(words) < 2 or words[1] not in GOODS:
        return False
    said = " ".join(words)
    return said in loads_of(*words[:2]) or (words[0] == "dusk" and len(words) == 2)


def is_wish(words: Sequence[str]) -> bool:
    return words[0] == "wish" and bool(words[1:]) and set(words[1:]) <= set(HARBOURS)


def answer(state: State, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
    legal, lines = options(state, seat), plan.splitlines()
    for line in lines:
        for order in orders_in(line):
            if order in legal:
                left = [other for other in lines if other != line]
                return Answer(order, "\n".join(left))
    return Answer(None, plan, reason="silent")


def orders_in(line: str) -> list[Order]:
    verb, *words = line.split()
    if verb == "wish":
        return [Order("wish", (harbour,)) for harbour in words]
    stays = verb == "dusk" and len(words) == 1 and words[0] != "stone"
    return [Order("load", (verb, *words, *(("stay",) if stays else ())))]


def coverage(state: State, seat: Seat, plan: Plan) -> Coverage:
    due = 0 if not ahead(state, seat) else 4 - len(state.loads[seat])
    said = {line.split()[0] for line in plan.splitlines()}
    return Coverage(min(due, len(said)), due)


def hints(state: State, seat: Seat, language: str = "en") -> list[Hint]:
    if not ahead(state, seat):
        return []
    whole = "dawn rice\nnoon stone\ndusk silk > kobe 2\nwish sakai"
    steps = [Hint(order.text, "") for order in options(state, seat)[:3]]
    return [Hint(whole, "A good voyage."), *steps] if not state.loads[seat] else steps


# ---------------------------------------------------------------------------- form


def form(
    state: State,
    seat: Seat,
    text: str = "",
    language: str = "en",
    names: Sequence[str] = (),
) -> Form | None:
    if not ahead(state, seat):
        return None
    laid = "\n".join(state.loads[seat])
    return Form(
        slots=tuple(slot(boat, number) for number, boat in enumerate(BOATS, 1)),
        cards=tuple(map(card, GOODS)),
        accounts=(Account("coins", "Coins", COINS), Account("points", "Points", 0, 5)),
        rankings=(ranking(),),
        help=("Load each boat.", "Send your goods far."),
        unit="bales",
        filling=filling(text or laid),
    )


def card(good: str) -> Card:
    cost, many = GOODS[good], STONES if good == "stone" else 1
    return Card(good, good.capitalize(), f"costs {cost}", many, spot=good)


def slot(boat: str, number: int) -> Slot:
    effects = {good: {"coins": -cost, "points": cost} for good, cost in GOODS.items()}
    name, mark, line = boat.capitalize(), str(number), f"{boat} {{card}}"
    if boat != "dusk":
        return Slot(boat, name, line, tuple(GOODS), "", mark, effects)
    there = tuple(Target(to, to.capitalize(), "harbour", MOST) for to in HARBOURS)
    targets = {good: there for good in GOODS if good != "stone"}
    move = " > {target} {number}"
    note = "It may sail on."
    return Slot(
        *(boat, name, line, tuple(GOODS), note, mark, effects, move, " > stay"),
        targets=targets,
    )


def ranking() -> Ranking:
    items = tuple(Item(to, to.capitalize()) for to in HARBOURS)
    return Ranking("wish", "Wish", "wish {items}", items, 2)


def filling(text: str) -> Filling:
    entries: dict[str, Entry] = {}
    ranked: dict[str, tuple[str, ...]] = {}
    others = []
    for line in statements(text, comment="#"):
        words = words_of(line.text)
        if is_wish(words) and "wish" not in ranked:
            ranked["wish"] = tuple(words[1:])
        elif is_step(words) and words[0] not in entries:
            entries[words[0]] = entry(*words[1:])
        else:
            others.append(line.text)
    return Filling(entries, ranked, tuple(others))


def entry(good: str, target: str = "", number: str = "") -> Entry:
    return Entry(good) if target == "stay" else Entry(good, target, number)


# ---------------------------------------------------------------- what can be seen


def imagine(state: State, seat: Seat | None, dice: Random) -> State:
    """The others have loaded stones, or nothing. [FRY-1]"""
    if is_over(state):
        return state
    table = state.copy()
    for other in range(state.seats):
        if other != seat:
            table.loads = replaced(table.loads, other, ())
            table.wishes = replaced(table.wishes, other, "")
    return table


def view(state: State, seat: Seat | None) -> View:
    is_open = is_over(state) or seat == OPEN
    return {
        "game": "ferry",
        "you": None if seat == OPEN else seat,
        "seats": state.seats,
        "loads": [
            list(loads) if is_open or other == seat else []
            for other, loads in enumerate(state.loads)
        ],
        "wishes": [
            wish if is_open or other == seat else ""
            for other, wish in enumerate(state.wishes)
        ],
        "left": sorted(state.left),
    }


def render(view: View, language: str = "en", names: Sequence[str] = ()) -> Picture:
    words = f"Boats: {view['loads']}"
    body = rect(0, 0, 700, 400, fill="#f4ead2") + text(20, 40, words, 14)
    for place, good in enumerate(GOODS):
        inner = rect(20 + 170 * place, 100, 150, 90, fill="#dcd0ae")
        inner += text(40 + 170 * place, 150, good, 18)
        body += spot(good, inner)
    return Picture(words, svg(700, 400, body, "Ferries", words), words)


def label(view: View, kind: str, value: Any, language: str = "en") -> str:
    return str(value)


def position(state: State) -> Position:
    return {
        "seats": state.seats,
        "loads": [list(loads) for loads in state.loads],
        "wishes": list(state.wishes),
        "left": sorted(state.left),
    }


def from_position(position: Position) -> State:
    state = State(position["seats"])
    state.loads = tuple(tuple(loads) for loads in position["loads"])
    state.wishes = tuple(position["wishes"])
    state.left = frozenset(position["left"])
    return state


def faults(state: State) -> list[str]:
    return []

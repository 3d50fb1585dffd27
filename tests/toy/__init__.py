"""Lanterns: hidden simultaneous picks, a reaction out of turn, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
from engine.defaults import afterwards as afterwards
from engine.defaults import chronicle as chronicle
from engine.defaults import colours as colours
from engine.defaults import legend as legend
from engine.defaults import remarks as remarks
from engine.drawing import svg, text
from engine.errors import (
    OrderError,
    OrderIllegal,
    OrderUnreadable,
    PositionImpossible,
    Refused,
)
from engine.grammar import statements
from engine.positions import Fields
from engine.table import Table

PRIZES = tuple(str(prize) for prize in range(2, 10))
NOBODY = -1
VERBS = ("wish", "pick", "take", "object", "hold")
LINE = re.compile(r"wish (odd|even)|pick \d( or \d)*|take (gold|rice)|object|hold")


class State:
    __slots__ = (
        "deck",
        "hands",
        "held",
        "left",
        "objected",
        "picks",
        "points",
        "prize",
        "round",
        "rounds",
        "spent",
        "taker",
        "wishes",
        "wishing",
    )

    def __init__(
        self, seats: int, rounds: int, lanterns: str, wishing: bool = False
    ) -> None:
        self.hands = (lanterns,) * seats  # TOY-1
        self.picks = ("",) * seats
        self.wishing = wishing
        self.wishes = ("",) * seats
        self.points = (0,) * seats
        self.rounds = rounds
        self.round = 0
        self.deck: tuple[str, ...] = ()
        self.prize = ""
        self.taker = NOBODY
        self.spent: frozenset[Seat] = frozenset()  # have objected in this match
        self.objected = False
        self.held: frozenset[Seat] = frozenset()
        self.left: frozenset[Seat] = frozenset()

    def copy(self) -> State:
        new: State = State.__new__(State)
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and position(self) == position(other)

    __hash__ = None  # type: ignore[assignment]


def setup(
    seats: int, choices: Mapping[str, str], chance: Chance
) -> tuple[State, list[Event]]:
    lanterns = "12345" if choices["deal"] == "open" else "1234"
    wishing = choices["wishes"] == "yes"
    table = Table(State(seats, int(choices["rounds"]), lanterns, wishing), chance)
    rounds = table.state.rounds
    table.state.deck = chance.shuffle("prizes", PRIZES, rounds)  # TOY-2
    begin_round(table)
    return table.state, table.events


def begin_round(table: Table[State]) -> None:
    state = table.state
    state.round += 1
    state.picks = state.wishes = ("",) * len(state.picks)
    state.taker, state.objected, state.held = NOBODY, False, frozenset()
    if state.round > state.rounds:
        state.prize = ""
        winners = [s.seat for s in score(state) if s.place == 1]
        table.tell("match_ended", winners=winners)
        return
    state.prize, state.deck = state.deck[0], state.deck[1:]
    table.tell("round_begun", round=state.round, prize=state.prize)


def decisions(state: State) -> list[Decision]:
    span = f"round {state.round}"
    if state.round > state.rounds:
        return []
    if state.taker == NOBODY:
        return [
            Decision(
                seat, point_of(state, seat), span, seat not in state.left, sealed=True
            )
            for seat, pick in enumerate(state.picks)
            if not pick
        ]
    waits = state.taker not in state.left
    return [
        *(Decision(seat, "object", span, waits=False) for seat in objectors(state)),
        Decision(state.taker, "take", span, waits=waits),
    ]


def point_of(state: State, seat: Seat) -> str:
    return "wish" if state.wishing and not state.wishes[seat] else "pick"


def objectors(state: State) -> list[Seat]:
    """TOY-5"""
    if state.objected:
        return []
    return [
        seat
        for seat in range(len(state.picks))
        if seat != state.taker and seat not in state.spent | state.held
    ]


def ahead(state: State, seat: Seat) -> list[str]:
    if state.round > state.rounds:
        return []
    mine = [d.point for d in decisions(state) if d.seat == seat]
    return [*mine, "take"] if mine in (["wish"], ["pick"]) else mine


def options(state: State, seat: Seat) -> list[Order]:
    points = [d.point for d in decisions(state) if d.seat == seat]
    if "wish" in points:
        return [Order("wish", ("even",)), Order("wish", ("odd",))]
    if "pick" in points:
        return [Order("pick", (lantern,)) for lantern in state.hands[seat]]
    if "take" in points:
        return [Order("take", ("gold",)), Order("take", ("rice",))]
    return [Order("hold"), Order("object")] if points else []


def default(state: State, seat: Seat) -> Order:
    """TOY-7"""
    return options(state, seat)[0]


def apply(
    state: State, seat: Seat, order: Order, chance: Chance
) -> tuple[State, list[Event]]:
    if order not in options(state, seat):
        raise OrderIllegal("TOY-3", "E_ACTION")
    table = Table(state.copy(), chance)
    match order:
        case Order("wish", (wish,)):
            table.state.wishes = replaced(state.wishes, seat, wish)
            table.tell("wish_made", to=[seat], seat=seat, wish=wish)
        case Order("pick", (lantern,)):
            pick(table, seat, lantern)
        case Order("take", (what,)):
            take(table, seat, what)
        case Order("object"):
            table.state.spent |= {seat}
            table.state.objected = True
            table.tell("seat_objected", seat=seat)
        case Order("hold"):
            table.state.held |= {seat}
            table.tell("seat_held", to=[seat], seat=seat)
    return table.state, table.events


def pick(table: Table[State], seat: Seat, lantern: str) -> None:
    """TOY-3"""
    state = table.state
    state.picks = replaced(state.picks, seat, lantern)
    hand = state.hands[seat].replace(lantern, "")
    state.hands = replaced(state.hands, seat, hand)
    table.tell("lantern_picked", to=[seat], seat=seat, lantern=lantern)
    table.tell("seat_picked", seat=seat)
    if all(state.picks):
        light(table)


def replaced(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def light(table: Table[State]) -> None:
    """TOY-4"""
    state = table.state
    table.tell("lanterns_shown", lanterns=" ".join(state.picks))
    parity = "odd" if int(state.prize) % 2 else "even"
    for seat, wish in enumerate(state.wishes):  # TOY-9
        if wish == parity:
            points = replaced(state.points, seat, state.points[seat] + 1)
            state.points = points
            table.tell("wish_granted", seat=seat)
    single = [pick for pick in state.picks if state.picks.count(pick) == 1]
    if not single:
        table.tell("prize_lost")
        begin_round(table)
        return
    state.taker = state.picks.index(max(single))
    table.tell("prize_lit", seat=state.taker)


def take(table: Table[State], seat: Seat, what: str) -> None:
    """TOY-4, TOY-5"""
    state = table.state
    points = int(state.prize) if what == "gold" else 1
    if what == "rice":
        hand = "".join(sorted(state.hands[seat] + state.picks[seat]))
        state.hands = replaced(state.hands, seat, hand)
    if state.objected:
        points //= 2
    state.points = replaced(state.points, seat, state.points[seat] + points)
    table.tell("prize_taken", seat=seat, what=what, points=points)
    begin_round(table)


def resign(state: State, seat: Seat) -> tuple[State, list[Event]]:
    """TOY-8"""
    new = state.copy()
    new.left |= {seat}
    return new, [Event("seat_left", {"seat": seat})]


def score(state: State) -> list[Standing]:
    """TOY-6"""
    return [
        Standing(seat, 1 + sum(other > points for other in state.points), points)
        for seat, points in enumerate(state.points)
    ]


def parse(
    state: State, seat: Seat, text: str, kept: Plan = "", names: Sequence[str] = ()
) -> Plan:
    faults: list[OrderError] = []
    lines = [
        line._replace(text=line.text.casefold())
        for line in statements(text, comment="#")
    ]
    for line in lines:
        if not LINE.fullmatch(line.text):
            word = first_unknown(line.text)
            faults.append(
                OrderUnreadable("TOY-3", "E_PARSE", line=line.number, word=word)
            )
    if not lines:
        faults.append(OrderUnreadable("TOY-3", "E_PARSE", word="…"))
    if state.round > state.rounds:
        faults.append(OrderIllegal("TOY-6", "E_TURN"))
    if faults:
        raise Refused(faults)
    verbs = {line.text.split()[0] for line in lines}
    stay = [line for line in kept.splitlines() if line.split()[0] not in verbs]
    return "\n".join([*stay, *(line.text for line in lines)])


def first_unknown(text: str) -> str:
    verb, _, rest = text.partition(" ")
    return (rest or "…") if verb in VERBS else verb


def coverage(state: State, seat: Seat, plan: Plan) -> Coverage:
    """What is ahead, and how much of it a line speaks of."""
    due, said = ahead(state, seat), {line.split()[0] for line in plan.splitlines()}
    missing = tuple(point for point in due if point not in said)
    return Coverage(len(due) - len(missing), len(due), missing)


def answer(state: State, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
    """The first line that speaks of this decision; what cannot be is skipped."""
    legal, lines = options(state, seat), plan.splitlines()
    skipped: list[str] = []
    verbs = {order.verb for order in legal}
    for index, line in enumerate(lines):
        verb, _, rest = line.partition(" ")
        if verb not in verbs:
            continue
        for alternative in rest.split(" or "):
            order = Order.read(f"{verb} {alternative}".strip())
            if order in legal:
                left = [*lines[:index], *lines[index + 1 :]]
                left = [other for other in left if other not in skipped]
                return Answer(order, "\n".join(left), tuple(skipped))
        skipped.append(line)
    left = [line for line in lines if line not in skipped]
    return Answer(None, "\n".join(left), tuple(skipped), reason="silent")


def view(state: State, seat: Seat | None) -> View:
    return {
        "game": "toy",
        "you": None if seat == OPEN else seat,
        "round": state.round,
        "prize": state.prize,
        "points": list(state.points),
        "taker": state.taker,
        "objected": state.objected,
        "spent": sorted(state.spent),
        "left": sorted(state.left),
        "held": sorted(state.held) if seat == OPEN else seat in state.held,
        "picked": [bool(pick) for pick in state.picks],
        "hand": seen(state.hands, seat),
        "pick": seen(state.picks, seat),
        "wish": seen(state.wishes, seat),
        "shown": list(state.picks) if state.taker != NOBODY else [],
        "counts": [len(hand) for hand in state.hands],
    }


def seen(held: Sequence[str], seat: Seat | None) -> str:
    """What a seat sees of everybody's; with open cards all of it."""
    if seat is None:
        return ""
    return " ".join(held) if seat == OPEN else held[seat]


def hints(state: State, seat: Seat, language: str = "en") -> list[Hint]:
    return [Hint(order.text, "") for order in options(state, seat)]


def render(view: View, language: str = "en", names: Sequence[str] = ()) -> Picture:
    words = f"Round {view['round']}, prize {view['prize']}, points {view['points']}"
    if view["hand"]:
        words += f", you hold {view['hand']}"
    body = text(10, 30, words, 14)
    return Picture(words, svg(600, 60, body, "Lanterns", words), words)


def label(view: View, kind: str, value: Any, language: str = "en") -> str:
    return str(value)


def position(state: State) -> Position:
    return {
        "hands": list(state.hands),
        "picks": list(state.picks),
        "wishes": list(state.wishes),
        "wishing": state.wishing,
        "points": list(state.points),
        "rounds": state.rounds,
        "round": state.round,
        "deck": list(state.deck),
        "prize": state.prize,
        "taker": state.taker,
        "spent": sorted(state.spent),
        "objected": state.objected,
        "held": sorted(state.held),
        "left": sorted(state.left),
    }


def from_position(position: Position) -> State:
    fields = Fields(position, "toy")
    hands = fields.list("hands")
    state = State(len(hands), fields.number("rounds", 3, 1, 5), "12345")
    state.hands = tuple(hands)
    state.picks = tuple(fields.list("picks"))
    state.wishes = tuple(fields.list("wishes"))
    state.wishing = fields.flag("wishing")
    state.points = tuple(fields.list("points"))
    state.round = fields.number("round", 1, 1, 6)
    state.deck = tuple(fields.list("deck"))
    state.prize = fields.text("prize", "2")
    state.taker = fields.number("taker", NOBODY, NOBODY, len(hands) - 1)
    state.spent = frozenset(fields.list("spent"))
    state.held = frozenset(fields.list("held"))
    state.left = frozenset(fields.list("left"))
    state.objected = fields.flag("objected")
    fields.finish()
    if found := faults(state):
        raise PositionImpossible(found[0])
    return state


def faults(state: State) -> list[str]:
    lanterns = [len(hand) for hand in state.hands]
    return [] if max(lanterns) <= 5 else ["a hand has more than five lanterns"]

"""Lanterns: sealed picks, reactions out of turn, a turn of two parts, and a wind."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any

from engine.asking import NOBODY as NO_ASKS
from engine.asking import Asks, asks_for
from engine.chance import CERTAIN, Chance
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
from engine.flat import FlatState, flat
from engine.positions import Fields
from engine.reading.text import statements
from engine.table import Table

PRIZES = tuple(str(prize) for prize in range(2, 10))
NOBODY = -1
VERBS = ("wish", "pick", "take", "share", "object", "blow", "hold")
LINE = re.compile(
    r"wish (odd|even)|(pick|blow) \d( or \d)*|take (gold|rice)|share (none|\d)"
    r"|object|hold"
)


@flat
class State(FlatState):
    hands: tuple[str, ...]  # TOY-1
    rounds: int
    wishing: bool = False
    gusts: bool = False
    parts: bool = False
    wind: bool = False
    asks: Asks = NO_ASKS
    picks: tuple[str, ...] = field(init=False)
    wishes: tuple[str, ...] = field(init=False)
    points: tuple[int, ...] = field(init=False)
    round: int = 0
    deck: tuple[str, ...] = ()
    prize: str = ""
    taker: Seat = NOBODY
    spent: frozenset[Seat] = frozenset()  # have objected in this match
    objected: bool = False
    held: frozenset[Seat] = frozenset()
    sharing: bool = False
    left: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        seats = len(self.hands)
        self.picks = self.wishes = ("",) * seats
        self.points = (0,) * seats


def setup(
    seats: int, choices: Mapping[str, str], chance: Chance
) -> tuple[State, list[Event]]:
    lanterns = "12345" if choices["deal"] == "open" else "1234"
    wishing = choices["wishes"] == "yes"
    hands, rounds = (lanterns,) * seats, int(choices["rounds"])
    table = Table(State(hands, rounds, wishing), chance)
    table.state.gusts = choices["gusts"] == "yes"
    table.state.parts = choices["parts"] == "yes"
    table.state.wind = choices.get("wind") == "yes"
    table.state.deck = chance.shuffle("prizes", PRIZES, rounds)  # TOY-2
    begin_round(table)
    return table.state, table.events


def begin_round(table: Table[State]) -> None:
    state = table.state
    state.round += 1
    state.picks = state.wishes = ("",) * len(state.picks)
    state.taker, state.objected, state.held = NOBODY, False, frozenset()
    state.sharing = False
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
    found = [reaction(state, seat, span) for seat in reactors(state)]
    if any(decision.waits for decision in found):
        return found  # the prize is not taken before they have answered [TOY-12]
    point = "share" if state.sharing else "take"
    return [*found, Decision(state.taker, point, span, state.taker not in state.left)]


def reaction(state: State, seat: Seat, span: str) -> Decision:
    """Nobody waits for it but for who asked. [TOY-5, TOY-10, TOY-12]"""
    point = "gust" if state.gusts else "object"
    waits = asks_for(state, seat, point) and seat not in state.left
    return Decision(seat, point, span, waits, asked=waits)


def asks_in_play(state: State) -> tuple[str, ...]:
    """Gusts are instead of objections. [TOY-10]"""
    return ("gust",) if state.gusts else ("object",)


def reactors(state: State) -> list[Seat]:
    """Who may react by what all can see: no hand is looked into. [TOY-5, TOY-10]"""
    if state.sharing:
        return []
    return blowers(state) if state.gusts else objectors(state)


def blowers(state: State) -> list[Seat]:
    """TOY-10"""
    return [
        seat
        for seat, hand in enumerate(state.hands)
        if hand and seat != state.taker and seat not in state.held
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
    later = ["take", "share"] if state.parts else ["take"]
    if mine in (["wish"], ["pick"]):
        asked = [kind for kind in ("object", "gust") if asks_for(state, seat, kind)]
        return [*mine, *later, *asked]
    return later if mine == ["take"] else mine


def options(state: State, seat: Seat) -> list[Order]:
    points = [d.point for d in decisions(state) if d.seat == seat]
    if "wish" in points:
        return [Order("wish", ("even",)), Order("wish", ("odd",))]
    if "pick" in points:
        return [Order("pick", (lantern,)) for lantern in state.hands[seat]]
    if "take" in points:
        return [Order("take", ("gold",)), Order("take", ("rice",))]
    if "share" in points:
        others = [str(s) for s in range(len(state.picks)) if s != seat]
        return [Order("share", (to,)) for to in ("none", *others)]
    if "gust" in points:
        strong = [n for n in state.hands[seat] if n > state.picks[state.taker]]
        return [Order("hold"), *(Order("blow", (n,)) for n in strong)]
    return [Order("hold"), Order("object")] if points else []


def default(state: State, seat: Seat) -> Order:
    """TOY-7"""
    return options(state, seat)[0]


def apply(
    state: State, seat: Seat, order: Order, chance: Chance
) -> tuple[State, list[Event]]:
    if order not in options(state, seat):
        raise OrderIllegal("TOY-3", "E_NO_SUCH_ACTION")
    table = Table(state.copy(), chance)
    match order:
        case Order("wish", (wish,)):
            table.state.wishes = replaced(state.wishes, seat, wish)
            table.tell("wish_made", to=[seat], seat=seat, wish=wish)
        case Order("pick", (lantern,)):
            pick(table, seat, lantern)
        case Order("take", (what,)):
            take(table, seat, what)
        case Order("share", (to,)):
            share(table, seat, to)
        case Order("blow", (lantern,)):
            blow(table, seat, lantern)
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
    if state.wind and what == "gold":
        wind_blows(table, seat, points)
    state.sharing = state.parts
    if not state.sharing:
        begin_round(table)


def share(table: Table[State], seat: Seat, to: str) -> None:
    """TOY-11"""
    state = table.state
    if to != "none":
        points = replaced(state.points, seat, state.points[seat] - 1)
        state.points = replaced(points, int(to), points[int(to)] + 1)
        table.tell("point_shared", seat=seat, other_seat=int(to))
    begin_round(table)


def blow(table: Table[State], seat: Seat, lantern: str) -> None:
    """TOY-10"""
    state = table.state
    hand = state.hands[seat].replace(lantern, "")
    state.hands = replaced(state.hands, seat, hand)
    table.tell("light_blown", seat=seat, lantern=lantern)
    table.tell("prize_lost")
    begin_round(table)


def wind_blows(table: Table[State], seat: Seat, prize: int) -> None:
    """TOY-13"""
    state = table.state
    former = max(0, state.points[seat] - prize)
    groups = [(prize, CERTAIN // 3), (former, CERTAIN // 10)]
    lost = sum(table.chance.tally(f"round {state.round} wind", groups))
    state.points = replaced(state.points, seat, state.points[seat] - lost)
    table.tell("points_blown", seat=seat, points=lost)


def resign(state: State, seat: Seat) -> tuple[State, list[Event]]:
    """TOY-8"""
    if seat in state.left:
        raise OrderIllegal("TOY-8", "E_TURN")
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
            faults.append(unreadable(line.text).at(line.number))
    if not lines:
        faults.append(OrderUnreadable("TOY-3", "empty"))
    if state.round > state.rounds:
        faults.append(OrderIllegal("TOY-6", "E_TURN"))
    if faults:
        raise Refused(faults)
    verbs = {line.text.split()[0] for line in lines}
    stay = [line for line in kept.splitlines() if line.split()[0] not in verbs]
    return "\n".join([*stay, *(line.text for line in lines)])


def unreadable(text: str) -> OrderError:
    """The first word that fits nothing, or the last where more is wanted."""
    verb, _, rest = text.partition(" ")
    if verb in VERBS and not rest:
        return OrderUnreadable("TOY-3", "ends_early", word=verb)
    word = rest if verb in VERBS else verb
    return OrderUnreadable("TOY-3", "not_understood", word=word)


def coverage(state: State, seat: Seat, plan: Plan) -> Coverage:
    """What is ahead, and how much of it a line speaks of."""
    due, said = ahead(state, seat), {line.split()[0] for line in plan.splitlines()}
    said |= {"object", "gust"} if "hold" in said else set()
    said |= {"gust"} if "blow" in said else set()
    missing = tuple(point for point in due if point not in said)
    later = rounds_covered(state, seat, plan)
    return Coverage(len(due) - len(missing), len(due), missing, later)


def rounds_covered(state: State, seat: Seat, plan: Plan) -> tuple[str, ...]:
    """The rounds to come for which there is a line of each kind. [TOY-3]"""
    verbs = [line.split()[0] for line in plan.splitlines()]
    wanted = ["pick", "take"]
    wanted += ["wish"] if state.wishing else []
    wanted += ["share"] if state.parts else []
    counts = [verbs.count(verb) for verb in wanted]
    if asks_for(state, seat, "gust" if state.gusts else "object"):
        counts.append(sum(map(verbs.count, ("hold", "object", "blow"))))
    last = state.round + min(counts)
    return tuple(
        f"round {number}"
        for number in range(state.round + 1, min(last, state.rounds + 1))
    )


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
    reason = "share" if verbs == {"share"} else "silent"
    return Answer(None, "\n".join(left), tuple(skipped), reason=reason)


def imagine(state: State, seat: Seat | None, dice: Random) -> State:
    """Other prizes to come; the others' lanterns and picks dealt anew. [TOY-2, 3]"""
    table = state.copy()
    coming = [prize for prize in PRIZES if prize != state.prize]
    table.deck = tuple(dice.sample(coming, len(state.deck)))
    for other in range(len(state.picks)):
        if other != seat:
            deal(table, other, dice)
    return table


def deal(table: State, seat: Seat, dice: Random) -> None:
    """As many lanterns as all can count; a pick is known once all are shown."""
    pick, is_shown = table.picks[seat], table.taker != NOBODY
    known = pick if is_shown else ""
    count = len(table.hands[seat]) + bool(pick) - len(known)
    unknown = [n for n in "12345" if n not in known or count == 5]  # rice gives it back
    lanterns = dice.sample(unknown, count)
    if pick and not is_shown:
        table.picks = replaced(table.picks, seat, lanterns.pop())
    table.hands = replaced(table.hands, seat, "".join(sorted(lanterns)))
    if table.wishes[seat] and not is_shown:
        table.wishes = replaced(table.wishes, seat, dice.choice(["even", "odd"]))


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
        "sharing": state.sharing,
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
        **({"wind": True} if state.wind else {}),  # older logs keep their hashes
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
        **({"gusts": True} if state.gusts else {}),
        **({"parts": True, "sharing": state.sharing} if state.parts else {}),
    }


def agreed(state: State) -> dict[str, str]:
    """What was dealt lies on the table. [TOY-6, TOY-9, TOY-10, TOY-11, TOY-13]"""
    on = {
        "wishes": state.wishing,
        "gusts": state.gusts,
        "parts": state.parts,
        "wind": state.wind,
    }
    chosen = {name: "yes" if is_on else "no" for name, is_on in on.items()}
    return {"rounds": str(state.rounds), **chosen}


def from_position(position: Position) -> State:
    """What is not said is as at the start of a round of two seats."""
    fields = Fields(position, "toy")
    told = fields.list("hands") or ["12345"] * 2
    hands = [lanterns_in(hand, "12345") for hand in told]
    seats = len(hands)
    state = State(tuple(hands), fields.number("rounds", 3, 1, 5))
    state.picks = texts_in(fields, "picks", ("", *"12345"), ("",) * seats)
    state.wishes = texts_in(fields, "wishes", ("", "odd", "even"), ("",) * seats)
    state.wishing = fields.flag("wishing")
    state.wind = fields.flag("wind")
    state.points = tuple(fields.numbers("points", -9, 99)) or state.points
    state.round = fields.number("round", 1, 0, state.rounds + 1)
    state.prize = fields.word("prize", "2" if state.round else "", ("", *PRIZES))
    coming = tuple(prize for prize in PRIZES if prize != state.prize)
    left = max(0, state.rounds - state.round) if state.round else 0
    state.deck = texts_in(fields, "deck", PRIZES, coming[:left])
    state.taker = fields.number("taker", NOBODY, NOBODY, seats - 1)
    state.spent, state.held, state.left = (
        frozenset(fields.numbers(name, 0, seats - 1))
        for name in ("spent", "held", "left")
    )
    state.objected = fields.flag("objected")
    state.gusts, state.parts = fields.flag("gusts"), fields.flag("parts")
    state.sharing = fields.flag("sharing")
    fields.finish()
    if found := faults(state):
        raise PositionImpossible(f"This position cannot be: {'; '.join(found)}.")
    return state


def texts_in(
    fields: Fields, name: str, among: Sequence[str], default: tuple[str, ...]
) -> tuple[str, ...]:
    values = fields.list(name) or default
    if not all(isinstance(value, str) and value in among for value in values):
        raise PositionImpossible(f"“{name}” is a list of some of {', '.join(among)}.")
    return tuple(values)


def lanterns_in(hand: Any, lanterns: str) -> str:
    """A hand of lanterns, the lowest first, none twice."""
    if not isinstance(hand, str) or hand != "".join(n for n in lanterns if n in hand):
        raise PositionImpossible("“hands” is a list of lanterns such as 1245.")
    return hand


def faults(state: State) -> list[str]:
    """TOY-1, TOY-2"""
    seats = len(state.hands)
    rows = (state.picks, state.wishes, state.points)
    back = state.taker if state.sharing else NOBODY  # rice gave the lantern back
    doubled = any(
        pick and pick in hand and seat != back
        for seat, (hand, pick) in enumerate(zip(state.hands, state.picks, strict=False))
    )
    over, laid = state.round > state.rounds, state.round > 0
    found = {
        "it is for 2 to 4 seats": not 2 <= seats <= 4,
        "picks, wishes and points are one for each seat": any(
            len(row) != seats for row in rows
        ),
        "a lantern is picked and in the hand": doubled,
        "the prizes left are one for each round to come": (
            len(state.deck) != (max(0, state.rounds - state.round) if laid else 0)
            or state.prize in state.deck
            or len(set(state.deck)) != len(state.deck)
        ),
        "there is a prize until the match is over": (
            bool(state.prize) != (laid and not over)
        ),
        "a seat takes the prize without a lantern": (
            state.taker != NOBODY and not all(state.picks)
        ),
    }
    return [fault for fault, is_so in found.items() if is_so]

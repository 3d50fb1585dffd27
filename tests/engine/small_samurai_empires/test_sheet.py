"""Whole matches beside a second reading of the sheet. [SSE-4 to SSE-10]

`sheet.py` was written from RULES.md alone. After every order both must ask the same
seat for the same things, and all pieces must lie where the other has them.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from engine.chance import Seeded
from engine.contract import Order
from engine.small_samurai_empires.box import KINDS
from engine.small_samurai_empires.positions import position
from engine.small_samurai_empires.rules import (
    apply,
    decisions,
    options,
    resign,
    score,
    setup,
)
from engine.small_samurai_empires.state import State, unpacked
from tests.engine.small_samurai_empires.boards import OTHER, POOR, added
from tests.engine.small_samurai_empires.sheet import LEFT, Ask, Play, Sheet
from tests.engine.small_samurai_empires.table import EDITIONS

VARIANTS = ("agenda", "mountain", "shrines", "random_neutral")
TABLES = list(product(EDITIONS, (2, 3, 4)))


class Pair:
    """The engine and the sheet, at the same moment of the same match."""

    def __init__(
        self, seats: int, choices: dict[str, str], seed: str, text: str = ""
    ) -> None:
        self.chance = Seeded(seed)
        self.state, _ = setup(seats, choices, self.chance.again())
        self.sheet = Sheet(position(self.state), text)
        self.going: Play = self.sheet.play()
        self.ask: Ask | None = next(self.going)

    def play(self, seat: int, order: Order) -> None:
        chance, point = self.chance.again(), self.state.point
        self.state, _ = apply(self.state, seat, order, chance)
        self.sheet.drawn = chance.drawn[0].values[0] if chance.drawn else ""
        if point == "destiny":
            self.sheet.answers[seat] = order.args[0]
        self.send(order.text)

    def leave(self, seat: int) -> None:
        deciding = self.state.seat == seat
        self.state, _ = resign(self.state, seat)
        self.sheet.left.add(seat)
        if deciding:
            self.send(LEFT)

    def send(self, answer: str) -> None:
        try:
            self.ask = self.going.send(answer)
        except StopIteration:
            self.ask = None

    def compare(self) -> None:
        asked = tuple(decision.seat for decision in decisions(self.state))
        assert asked == (self.ask.seats if self.ask else ())
        if self.ask and self.state.point != "destiny":
            (seat,) = asked
            listed = {order.text for order in options(self.state, seat)}
            assert listed == self.ask.options | listed & {"place any"}
        assert seen(self.state) == written(self.sheet)


def seen(state: State) -> dict[str, Any]:
    """The engine's table in words."""
    found = position(state)
    armies = {
        (name, seat): count
        for name, pieces in found["provinces"].items()
        for seat, count in enumerate(pieces["armies"])
        if count
    }
    castles = {
        (name, seat)
        for name, pieces in found["provinces"].items()
        for seat, has in enumerate(pieces["castles"])
        if has
    }
    count = len(KINDS)
    tokens = {
        slot: [(token["seat"], token["kind"], token["round"]) for token in tokens]
        for slot, tokens in found["slots"].items()
    }
    over = state.over != ""
    return {
        "armies": armies,
        "castles": castles,
        "reserve": list(state.reserve),
        "food": list(state.food),
        "bushido": list(state.bushido),
        "score": list(state.scores),
        "influence": found["influence"],
        "shown": {of: n for of, n in found["destiny"]["shown"].items() if n},
        "deck": found["destiny"]["deck"],
        "cards": [] if state.point == "destiny" else found["destiny"]["hands"],
        "tokens": {} if over else tokens,
        "hands": [] if over else [unpacked(hand, count) for hand in state.hands],
        "track": list(state.track),
        "mountains": found.get("mountains", {}),
    }


def written(sheet: Sheet) -> dict[str, Any]:
    """The sheet's table in the same words."""
    over, seats = sheet.over, sheet.seats
    choosing = len(sheet.answers) < len(seats)
    return {
        "armies": dict(+sheet.armies),
        "castles": sheet.castles,
        "reserve": [sheet.supply(seat) for seat in seats],
        "food": sheet.food,
        "bushido": sheet.bushido,
        "score": sheet.score,
        "influence": [[sheet.influence[s, r] for r in sheet.regions] for s in seats],
        "shown": dict(+sheet.shown),
        "deck": sheet.deck,
        "cards": []
        if choosing
        else [sorted(c, key=sheet.regions.index) for c in sheet.cards],
        "tokens": {} if over else {k: v for k, v in sheet.tokens.items() if v},
        "hands": []
        if over
        else [tuple(hand[kind] for kind in KINDS) for hand in sheet.hand],
        "track": sheet.track,
        "mountains": sheet.mountain,
    }


def run(
    seats: int,
    choices: dict[str, str],
    dice: Random,
    leaving: float = 0,
    text: str = "",
) -> Pair:
    pair = Pair(seats, choices, dice.randbytes(32).hex(), text)
    pair.compare()
    while open := decisions(pair.state):
        still = [s for s in range(seats) if s not in pair.state.left]
        if still and dice.random() < leaving:
            pair.leave(dice.choice(still))
        else:
            seat = dice.choice(open).seat
            pair.play(seat, chosen(pair.state, seat, dice))
        pair.compare()
    return pair


def chosen(state: State, seat: int, dice: Random) -> Order:
    """Mostly something that happens, of a verb that is drawn first."""
    listed = options(state, seat)
    verbs = sorted({order.verb for order in listed} - {"pass", "done", "decline"})
    if not verbs or dice.random() < 0.08:
        return dice.choice(listed)
    verb = dice.choice(verbs)
    return dice.choice([order for order in listed if order.verb == verb])


@pytest.mark.parametrize("variants", list(product((False, True), repeat=4)))
@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_a_match_goes_as_the_sheet_says(
    edition: str, seats: int, variants: tuple[bool, ...]
) -> None:  # SSE-4.1, SSE-10.1.1
    dice = Random(f"{edition} {seats} {variants}")
    choices = {
        name: "yes" if on else "no" for name, on in zip(VARIANTS, variants, strict=True)
    }
    pair = run(seats, {"edition": edition, **choices}, dice)
    assert pair.state.over == "points"
    assert [standing.place for standing in score(pair.state)] == pair.sheet.places()


@pytest.mark.parametrize("seed", range(12))
def test_a_match_that_people_leave_goes_as_the_sheet_says(
    seed: int,
) -> None:  # SSE-13.7
    dice = Random(f"leaving {seed}")
    choices = {name: dice.choice(("no", "yes")) for name in VARIANTS}
    choices["edition"] = dice.choice(EDITIONS)
    pair = run(dice.randint(2, 4), choices, dice, 0.01)
    assert [standing.place for standing in score(pair.state)] == pair.sheet.places()


@pytest.mark.parametrize("text", [POOR, OTHER], ids=["poor", "other"])
@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_a_corrected_board_is_played_by_the_same_rules(
    edition: str, seats: int, text: str
) -> None:  # SSE-2.12, SSE-12.5, SSE-12.6, SSE-12.7
    """On the poor one armies, castles, food and bushido run out all the time."""
    dice = Random(f"corrected {edition} {seats}")
    choices = {"edition": edition, **dict.fromkeys(VARIANTS, "yes")}
    with added(text) as board:
        pair = run(seats, {**choices, "board": board.id}, dice, text=text)
    assert pair.state.over == "points"
    assert [standing.place for standing in score(pair.state)] == pair.sheet.places()

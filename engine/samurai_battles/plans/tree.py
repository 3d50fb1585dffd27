"""What a player can write, once it is understood; each node has its canonical text.

The nodes follow the grammar of the sheet. [SB-17.9]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from engine.contract import Order

ANY = "any"


def joined(*pieces: str) -> str:
    return " ".join(piece for piece in pieces if piece)


def listed(names: Sequence[str]) -> str:
    return ", ".join(names) or ANY


class Spot(NamedTuple):
    """A hex with whom an order is for: the unit there, or its leader alone."""

    hex: str
    leader: bool = False

    @property
    def text(self) -> str:
        return f"leader {self.hex}" if self.leader else self.hex


class Dragon(NamedTuple):
    """A Dragon card, and on whom or what it is played."""

    card: str
    on: Spot | None = None
    steal: str = ""  # card or tokens
    dice: tuple[str, ...] = ()  # faces

    @property
    def text(self) -> str:
        return joined(
            self.card,
            f"on {self.on.text}" if self.on else "",
            f"steal {self.steal}" if self.steal else "",
            f"dice {listed(self.dice)}" if self.dice else "",
        )


# --------------------------------------------------------------- lines of a turn


class Card(NamedTuple):
    """`card order-3-center with tea-ceremony`"""

    card: str
    dragon: Dragon | None = None

    @property
    def text(self) -> str:
        dragon = f"with {self.dragon.text}" if self.dragon else ""
        return joined("card", self.card, dragon)


class Orders(NamedTuple):
    spots: tuple[Spot, ...]

    @property
    def text(self) -> str:
        return f"order {listed([spot.text for spot in self.spots])}"


class Move(NamedTuple):
    """Start and end, or every hex of the path. [SB-6.13]"""

    spot: Spot
    path: tuple[str, ...]  # without the start
    exit: bool = False
    card: str = ""

    @property
    def text(self) -> str:
        way = "-".join([self.spot.text, *self.path, *["exit"] * self.exit])
        return joined("move", way, f"with {self.card}" if self.card else "")


class Hold(NamedTuple):
    hexes: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"hold {listed(self.hexes)}"


class Extras(NamedTuple):
    """What goes with an attack or a bonus melee. [SB-17.14]"""

    inspire: bool = False
    challenge: bool = False
    cards: tuple[Dragon, ...] = ()

    @property
    def text(self) -> str:
        return joined(
            "inspire" if self.inspire else "",
            "challenge" if self.challenge else "",
            *(f"with {card.text}" for card in self.cards),
        )


class Then(NamedTuple):
    """What follows a success. [SB-17.14]"""

    verb: str = "remain"  # or advance, or wait
    card: str = ""
    bonus: Bonus | None = None

    @property
    def text(self) -> str:
        card = f"with {self.card}" if self.card else ""
        return joined("then", self.verb, card, self.bonus.text if self.bonus else "")


class Bonus(NamedTuple):
    targets: tuple[str, ...]
    extras: Extras = Extras()
    then: Then | None = None

    @property
    def text(self) -> str:
        then = self.then.text if self.then else ""
        return joined("bonus", listed(self.targets), self.extras.text, then)


class Attack(NamedTuple):
    hex: str
    target: str
    extras: Extras = Extras()
    then: Then | None = None

    @property
    def text(self) -> str:
        then = self.then.text if self.then else ""
        return joined("attack", self.hex, "x", self.target, self.extras.text, then)


class Shot(NamedTuple):
    targets: tuple[str, ...]
    card: str = ""

    @property
    def text(self) -> str:
        return joined(">", listed(self.targets), f"with {self.card}" * bool(self.card))


class Fire(NamedTuple):
    hex: str
    shots: tuple[Shot, ...]  # the second with stand-and-fire alone

    @property
    def text(self) -> str:
        return f"fire {self.hex} " + " and ".join(shot.text for shot in self.shots)


class Draw(NamedTuple):
    what: str  # dragon or tokens
    sell: str = ""

    @property
    def text(self) -> str:
        return joined("draw", self.what, f"sell {self.sell}" if self.sell else "")


class Step(NamedTuple):
    """A step as the log writes it: that step and no more. [SB-17.13]"""

    order: Order

    @property
    def text(self) -> str:
        return self.order.text


class Wait(NamedTuple):
    text: str = "wait"


class Condition(NamedTuple):
    """One test of IF. [SB-17.15]"""

    kind: str  # enemy, own, empty, tokens, rolled, won
    what: str = ""  # a hex or a face
    relation: str = ""
    number: int = 0
    negated: bool = False

    @property
    def text(self) -> str:
        compared = f"{self.relation} {self.number}" if self.relation else ""
        return joined("not" if self.negated else "", self.kind, self.what, compared)


Act: TypeAlias = Card | Orders | Move | Hold | Attack | Fire | Draw | Step | Wait


class Line(NamedTuple):
    """A line of the turn, and under which tests. [SB-17.15]"""

    act: Act
    tests: tuple[Condition, ...] = ()

    @property
    def text(self) -> str:
        if not self.tests:
            return self.act.text
        tests = " and ".join(test.text for test in self.tests)
        return f"if {tests}: {self.act.text}"


# ---------------------------------------------------------------- standing lines


class Count(NamedTuple):
    what: str  # hits, flags or dice
    relation: str
    number: int

    @property
    def text(self) -> str:
        return f"{self.what} {self.relation} {self.number}"


class Trigger(NamedTuple):
    """When a reaction comes. [SB-17.16]"""

    kind: str  # card, moved, advanced, attacked, threatened, struck, shot, rolled, …
    names: tuple[str, ...] = ()  # hexes, or cards of `card`; none is any
    kinds: tuple[str, ...] = ()  # of `moved` and `attacked`; none is any
    counts: tuple[Count, ...] = ()

    @property
    def text(self) -> str:
        counts = [count.text for count in self.counts]
        if self.kind == "moved":
            return f"moved {listed(self.kinds)} near {listed(self.names)}"
        by = f"by {listed(self.kinds)}" if self.kinds else ""
        return joined(self.kind, listed(self.names), by, *counts)


class React(NamedTuple):
    trigger: Trigger
    play: str  # strike, challenge or dragon
    dragon: Dragon | None = None
    keep: int = 0

    @property
    def text(self) -> str:
        play = joined(self.play, self.dragon.text if self.dragon else "")
        kept = f"keep {self.keep}" if self.keep else ""
        return f"react {self.trigger.text}: {joined(play, kept)}"


class Prefer(NamedTuple):
    """How a choice is answered that the rules force on a player. [SB-17.17]"""

    kind: str  # ignore, retreat, lone, battleback, refrain, inspire, loss, hand
    values: tuple[str, ...] = ()
    at: tuple[str, ...] = ()  # none is any
    keep: int = 0

    @property
    def text(self) -> str:
        between = " > " if self.kind in ("lone", "hand") else ", "
        return joined(
            "prefer",
            self.kind,
            between.join(self.values),
            f"at {listed(self.at)}" if self.at else "",
            f"keep {self.keep}" if self.keep else "",
        )


class Nothing(NamedTuple):
    """`react none`, `prefer none`: all lines of the kind are cleared. [SB-17.4]"""

    kind: str

    @property
    def text(self) -> str:
        return f"{self.kind} none"


Standing: TypeAlias = React | Prefer | Nothing


class Statement(NamedTuple):
    """One line of a mail, and where it stands in it."""

    said: Line | Standing
    line: int = 0

    @property
    def text(self) -> str:
        return self.said.text

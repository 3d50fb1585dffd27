"""What a game is to everybody else: one folder whose `__init__` has these functions.

Everything that leaves the engine goes through `view` and `visible`; everything that
enters it is an `Order`, one small step, or a `Plan`, a player's own words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.shape import Shape, shape_of

if TYPE_CHECKING:
    from random import Random

    from engine.chance import Chance
    from engine.chronicle import Chronicle
    from engine.errors import OrderError

Seat: TypeAlias = int
View: TypeAlias = dict[str, Any]  # plain JSON: what one seat, or a spectator, may know
Position: TypeAlias = dict[str, Any]  # plain JSON: the whole state, secrets included
Plan: TypeAlias = str  # lines of the order language; "" when nothing was written

OPEN: Seat = -1  # eyes that see every card: nobody's before the match has ended


class Order(NamedTuple):
    """One small step with one canonical text: `Order("fill", ("D1", "2"))`."""

    verb: str
    args: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return " ".join((self.verb, *self.args))

    @classmethod
    def read(cls, text: str) -> Order:
        verb, *args = text.split(" ")
        return cls(verb, tuple(args))


class Decision(NamedTuple):
    """A seat is to choose one of its `options`."""

    seat: Seat
    point: str  # which kind of decision of the rule sheet
    span: str  # decisions of one span are asked for in one letter: a turn, a phase
    waits: bool = True  # False: the table does not wait; no plan means the default
    sealed: bool = False  # nothing counts or is told before all of the span decided
    asked: bool = False  # the seat asked for it (engine/asking.py): at tempo `phase`
    # no default decides it, only a plan, an answer or the clock
    standing: bool = False  # at tempo `phase` the plan or the default decides it, also
    # if the seat asked for it: nobody is asked for a plan because of it


class Answer(NamedTuple):
    """What a plan says at a decision; `order` None means: ask the player, because."""

    order: Order | None
    plan: Plan  # what is left of it
    # Lines that could not be used: told to the writer when the order has been carried
    # out, and not before, for they may show what it reveals. See `Skipped`.
    skipped: tuple[str, ...] = ()
    reason: str = ""


class Coverage(NamedTuple):
    """How many of the decisions that a seat has ahead in the span its plan makes."""

    decided: int
    due: int  # 0: the seat has nothing to decide
    missing: tuple[str, ...] = ()  # what is not decided, as orders name it, if known
    spans: tuple[str, ...] = ()  # to come, by name, which the plan decides as well

    @property
    def is_complete(self) -> bool:
        return 0 < self.due <= self.decided


class Skipped(str):
    """A line that could not be used, and the fault that says why."""

    __slots__ = ("why",)

    def __new__(cls, line: str, why: OrderError | None = None) -> Skipped:
        skipped = super().__new__(cls, line)
        skipped.why = why
        return skipped

    why: OrderError | None

    @property
    def data(self) -> str | dict[str, Any]:
        """Plain JSON for a letter: the line alone, or with the fault."""
        if self.why is None:
            return str(self)
        said = {"rule": self.why.rule, "code": self.why.code, "said": self.why.said}
        return {"line": str(self), **said, "facts": dict(self.why.data)}


def skipped_data(line: str) -> str | dict[str, Any]:
    """Plain JSON of a line that was skipped, with the fault if it says why."""
    return line.data if isinstance(line, Skipped) else line


class Event(NamedTuple):
    """A fact in the past tense. `to` names who may know; None is everybody.

    Fields called `seat`, `former` and `winners`, or ending in `_seat` or `_seats`, hold
    seats. A field `reason` or `how` may choose among the sentences of its kind.
    """

    kind: str
    data: Mapping[str, Any]
    to: tuple[Seat, ...] | None = None

    @property
    def reason(self) -> str:
        """What chooses among the sentences of its kind; nothing where it has one."""
        return str(self.data.get("reason") or self.data.get("how") or "")

    @property
    def seats(self) -> list[Seat]:
        """Every seat that it names."""
        held = (value for field, value in self.data.items() if is_seat(field))
        lists = (one if isinstance(one, list | tuple) else [one] for one in held)
        return [seat for seats in lists for seat in seats]


SEATS = ("seat", "former", "winners")


def is_seat(field: str) -> bool:
    return field in SEATS or field.endswith(("_seat", "_seats"))


class Standing(NamedTuple):
    seat: Seat
    place: int  # 1 is best; equal seats share a place
    points: int
    detail: Mapping[str, int] = {}  # what broke or could break a tie


class Picture(NamedTuple):
    text: str  # at most 72 columns, for plain mail and terminals
    svg: str  # complete in itself, of any shape; legible at 600 px or its own width
    prose: str  # the same for ears
    secrets: str = ""  # what only the reader knows, once more; may have several lines
    notes: tuple[str, ...] = ()  # in text and prose, but not in the drawing: goes below

    @property
    def shape(self) -> Shape:
        """How wide and high the drawing is."""
        return shape_of(self.svg)


class Hint(NamedTuple):
    text: str  # an order that can be copied as it is
    note: str  # what it would do, in the reader's language
    plays_on: bool = False  # it decides more than the step it names; the note says so


S = TypeVar("S")


class Game(Protocol[S]):
    """A package module satisfies this; mypy checks it.

    What a game has nothing of its own for it takes from `engine.defaults`.
    """

    def setup(
        self, seats: int, choices: Mapping[str, str], chance: Chance
    ) -> tuple[S, list[Event]]:
        """The table before the first decision. Choices are complete and checked."""
        ...

    def decisions(self, state: S) -> list[Decision]:
        """Who has to decide now; nobody when the match is over.

        A seat has one decision at a time. Reactions come before what they can disturb;
        where a seat wants to be asked at one (engine/asking.py), it waits and is marked
        `asked`, and what it can disturb is not listed before the answer.
        """
        ...

    def ahead(self, state: S, seat: Seat) -> list[str]:
        """The points the seat decides, or may come to decide, in the present span."""
        ...

    def options(self, state: S, seat: Seat) -> list[Order]:
        """Every order that answers the seat's decision, finite, in a fixed order.

        None without a decision. What a seat may ask for besides: engine/asking.py.
        """
        ...

    def default(self, state: S, seat: Seat) -> Order:
        """The clock's answer to the seat's decision: one of its options."""
        ...

    def parse(
        self,
        state: S,
        seat: Seat,
        text: str,
        kept: Plan = "",
        names: Sequence[str] = (),
    ) -> Plan:
        """What to keep of a text, given what was kept. Raises Refused with all faults.

        The text of any of the seat's options is read as that very step. What cannot be
        read is refused with the first `word` that fits nothing: see engine.reading.
        """
        ...

    def answer(self, state: S, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
        """What the plan wants here. Never raises: stale lines are skipped and told.

        The mode is `each`: no order means, ask the player. At tempo `phase`, and when
        it is `late`, no order means the default: a plan may do there what it can; what
        the seat `asked` for is asked in mode `each` at tempo `phase` as well. A
        seat without a decision gets back its plan without what can never be used now.
        """
        ...

    def coverage(self, state: S, seat: Seat, plan: Plan) -> Coverage:
        """How much of the present span the plan decides, as far as can be told.

        At tempo `phase` a seat whose plan decides all of it is not asked for one, and
        neither in the `spans` to come that are named: one letter may do for several.
        """
        ...

    def remarks(
        self, state: S, seat: Seat, plan: Plan, language: str = "en"
    ) -> list[str]:
        """Warnings to go with the receipt of a plan: what in it cannot work."""
        ...

    def afterwards(
        self, state: S, seat: Seat, plan: Plan, language: str = "en"
    ) -> list[str]:
        """What the plan goes on to do of itself after the order it gives now.

        In the reader's words; nothing where that order is all. It tells no secret.
        """
        ...

    def apply(
        self, state: S, seat: Seat, order: Order, chance: Chance
    ) -> tuple[S, list[Event]]:
        """The state after the order; the argument is left alone. May raise OrderError.

        Reads no clock and draws only from `chance`, by names unique in the match.
        """
        ...

    def resign(self, state: S, seat: Seat) -> tuple[S, list[Event]]:
        """The state after the seat was given up for good. Raises OrderError if it is.

        By that the kit knows in which positions a seat is nobody's any more.
        """
        ...

    def view(self, state: S, seat: Seat | None) -> View:
        """What the seat may know, as plain JSON; None is a spectator.

        A game that hides something also answers for OPEN: what all seats know.
        """
        ...

    def imagine(self, state: S, seat: Seat | None, dice: Random) -> S:
        """A table with the same view for the seat; what is hidden from it dealt anew.

        None is a spectator: so a match begins from a step that everybody can look up.
        Equal views and equal dice give equal tables, so what is tried on it tells no
        secret: bots and rehearsals do. Never called where nothing is hidden.
        """
        ...

    def score(self, state: S) -> list[Standing]:
        """By seat; at any time; final when the match is over."""
        ...

    def hints(self, state: S, seat: Seat, language: str = "en") -> list[Hint]:
        """A few good orders that are legal now, best first; then some for later.

        Who is asked for a whole span before its turn gets the latter.
        """
        ...

    def render(
        self, view: View, language: str = "en", names: Sequence[str] = ()
    ) -> Picture:
        """The board as text, SVG and prose. Never sees a state."""
        ...

    def label(self, view: View, kind: str, value: Any, language: str = "en") -> str:
        """What a value in an event is called: a card by its name, a die by its word.

        An `order` is a text of the order language in the reader's words, a `plan` one
        line of a plan; "" is a line that nobody needs to see. A `span` is one of a
        decision. A `spot` is what one points at in the picture: the words of it and of
        what it lies in, outer first.
        """
        ...

    def colours(self, view: View) -> Sequence[str]:
        """By seat, the word that orders and spots call it by; nothing if there is none.

        `label` of a `colour` says it in the reader's language: a player may be spoken
        to by it.
        """
        ...

    def chronicle(self, view: View) -> Chronicle | None:
        """How the match stands, for booklets, films and tables of scores."""
        ...

    def legend(self, view: View, language: str = "en") -> str:
        """What the signs of the board mean, as SVG; "" if the board says it itself."""
        ...

    def position(self, state: S) -> Position:
        """The whole state as plain JSON; equal states give equal positions."""
        ...

    def from_position(self, position: Position) -> S:
        """The state of a position, also a partial one. Raises PositionImpossible."""
        ...

    def agreed(self, state: S) -> dict[str, str]:
        """The choices that the state itself tells, such as its cards or variants.

        Who begins, or what was dealt, it need not: that lies on the table.
        """
        ...

    def faults(self, state: S) -> list[str]:
        """What breaks an invariant of the sheet: nothing, ever, in a legal match."""
        ...


def visible(events: Iterable[Event], seat: Seat | None) -> list[Event]:
    """The events the seat may know. The only place that hides."""
    return [
        Event(event.kind, event.data)
        for event in events
        if event.to is None or seat in event.to or seat == OPEN
    ]

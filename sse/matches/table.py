"""The state of a match beside its board: plans, questions, proposals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.contract import Plan, Seat


class Asked(NamedTuple):
    """A question to a seat, since so many entries."""

    seat: Seat
    point: str
    span: str
    reason: str
    since: int

    @property
    def key(self) -> str:
        """Of this question and no other of the match."""
        return f"{self.since}:{self.point}"

    def is_about(self, other: Asked) -> bool:
        return self[:3] == other[:3]


class Given(NamedTuple):
    """Seconds that the organiser gave a seat."""

    span: str
    here: int  # in that span
    ever: int


class TimeWish(NamedTuple):
    """Seconds that a player asked the organiser for."""

    span: str  # in which the seat asked
    entry: int  # how many entries there were
    seconds: int


@dataclass
class Table:
    plans: dict[Seat, Plan] = field(default_factory=dict)
    writers: dict[Seat, str] = field(default_factory=dict)  # programs among them
    handed: set[tuple[Seat, str]] = field(default_factory=set)  # not asked again
    late: set[tuple[Seat, str]] = field(default_factory=set)  # whose time is up
    asked: list[Asked] = field(default_factory=list)
    answered: list[Asked] = field(default_factory=list)  # and not used yet
    told: dict[Seat, int] = field(default_factory=dict)  # entries a seat has read of
    settled: dict[Seat, int] = field(default_factory=dict)  # when its answer was used
    moved: dict[Seat, int] = field(default_factory=dict)  # entries by its last own step
    lapsed: dict[Seat, list[Any]] = field(default_factory=dict)  # lines to tell of
    paused: str = ""  # why
    back_to: int | None = None  # a proposal to take the match back
    back_by: Seat | None = None  # the seat that proposed it
    back_by_host: bool = False  # the organiser proposed it, without a seat
    consents: set[Seat] = field(default_factory=set)
    said_no: tuple[int, int] | None = None  # to which entry, after how many
    given: dict[Seat, Given] = field(default_factory=dict)
    time_wishes: dict[Seat, TimeWish] = field(default_factory=dict)

    def asks(self, seat: Seat) -> Asked | None:
        return next((asked for asked in self.asked if asked.seat == seat), None)

    def is_past(self, seat: Seat, turn: int | None) -> bool:
        """Whether the seat was told of more since, or its answer was carried out.

        Reply addresses know turns modulo 65,536.
        """
        if turn is None:
            return False
        newest = max(self.told.get(seat, 0), self.settled.get(seat, 0))
        return 0 < (newest - turn) % 2**16 < 2**15

    def is_proposal_of(self, seat: Seat | None, is_host: bool) -> bool:
        """Whether they proposed to take the match back: by a seat, or as organiser."""
        if self.back_by is None:
            return self.back_by_host and is_host
        return self.back_by == seat

    def forget_proposal(self) -> None:
        self.back_to, self.back_by, self.consents = None, None, set()

    @property
    def data(self) -> dict[str, Any]:
        """Plain JSON, from which `table_of` makes the same table."""
        return {
            "plans": {str(seat): plan for seat, plan in self.plans.items() if plan},
            "writers": {str(seat): name for seat, name in self.writers.items() if name},
            "handed": sorted(map(list, self.handed)),
            "late": sorted(map(list, self.late)),
            "asked": [list(asked) for asked in self.asked],
            "answered": [list(asked) for asked in self.answered],
            "told": {str(seat): number for seat, number in self.told.items()},
            "settled": {str(seat): number for seat, number in self.settled.items()},
            "moved": {str(seat): number for seat, number in self.moved.items()},
            "lapsed": {str(seat): lines for seat, lines in self.lapsed.items()},
            "paused": self.paused,
            "back_to": self.back_to,
            "back_by": self.back_by,
            "back_by_host": self.back_by_host,
            "consents": sorted(self.consents),
            "said_no": self.said_no,
            "given": {str(seat): list(given) for seat, given in self.given.items()},
            "time_wishes": {str(s): list(wish) for s, wish in self.time_wishes.items()},
        }


def table_of(data: dict[str, Any]) -> Table:
    if not data:
        return Table()
    return Table(
        plans={int(seat): plan for seat, plan in data["plans"].items()},
        writers={int(seat): name for seat, name in data["writers"].items()},
        handed={(seat, span) for seat, span in data["handed"]},
        late={(seat, span) for seat, span in data["late"]},
        asked=[Asked(*asked) for asked in data["asked"]],
        answered=[Asked(*asked) for asked in data.get("answered", [])],
        told={int(seat): number for seat, number in data["told"].items()},
        settled={int(seat): number for seat, number in data.get("settled", {}).items()},
        moved={int(seat): number for seat, number in data.get("moved", {}).items()},
        lapsed={int(seat): lines for seat, lines in data.get("lapsed", {}).items()},
        paused=data["paused"],
        back_to=data["back_to"],
        back_by=data.get("back_by"),
        back_by_host=data.get("back_by_host", False),
        consents=set(data["consents"]),
        said_no=tuple(data["said_no"]) if data.get("said_no") else None,
        given={int(seat): Given(*each) for seat, each in data.get("given", {}).items()},
        time_wishes={
            int(seat): TimeWish(*wish)
            for seat, wish in data.get("time_wishes", {}).items()
        },
    )

"""Matches in lists, and one match but for its board."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, TypedDict

from sse.api.serializers import shape_from
from sse.archive.index.models import Record
from sse.matches.clock.arithmetic import Clock
from sse.matches.models import Match, Seat
from sse.matches.reader_view import Place, Reading

MATCHES = "/api/v1/matches"


class HolderShape(TypedDict):
    """The holder of a seat: a player, a bot, or only a name."""

    seat: int
    name: str
    player: Annotated[int | None, "player_id"]
    program: Annotated[str | None, "bot"]
    place: int | None
    points: int | None


class MatchRow(TypedDict):
    id: int
    url: str
    game: Annotated[str, "game_name"]
    version: int
    title: Annotated[str, str]
    status: str
    tempo: str
    is_private: bool
    is_imported: bool
    seats_wanted: int
    holders: list[HolderShape]
    steps: int
    started_at: datetime | None
    ended_at: datetime | None


class SeatShape(TypedDict):
    """A seat. In a sealed round it is hidden who has decided already."""

    number: Annotated[int, "seat.number"]
    name: Annotated[str, lambda place: place.name or place.seat.name]
    player: Annotated[int | None, "seat.player_id"]
    program: Annotated[str | None, "seat.bot"]
    stand_in: Annotated[str | None, "seat.stand_in"]
    is_open: Annotated[bool, "seat.is_open"]
    has_resigned: Annotated[bool, "seat.has_resigned"]
    is_mine: bool
    is_asked: bool
    due_at: Annotated[datetime | None, deadline_shown]
    agrees_to_go_back: Annotated[bool, "agrees"]


class ClockShape(TypedDict):
    """What the match agreed on. Times are seconds, reminders per cent."""

    each: int
    bank: int
    increment: int
    bank_most: int
    grace: int
    holidays: int
    rest: bool
    reminders: list[int]
    at_end: str
    stand_in: str


class ResultShape(TypedDict):
    seat: int
    name: str
    place: int
    points: int


class MatchShape(TypedDict):
    """A match as its reader sees it, without the board: see `view`."""

    id: int
    url: Annotated[str, lambda match: f"{MATCHES}/{match.pk}"]
    game: Annotated[str, "game_name"]
    version: int
    title: Annotated[str, str]
    status: str
    paused_because: str
    tempo: str
    privacy: str
    is_imported: bool
    is_from_position: bool
    talk_shown: str
    choices: dict[str, str]
    clock: Annotated[ClockShape, lambda match: Clock.from_data(match.clock)]
    organiser: Annotated[int | None, "organiser_id"]
    is_organiser: bool
    seat: int | None
    seats: list[SeatShape]
    steps: Annotated[int, "head"]
    commitment: str
    seed: Annotated[str | None, lambda match: match.seed if match.has_ended else None]
    back_to: int | None
    back_by: int | None
    forked_from: Annotated[int | None, "forked_from_id"]
    forked_step: int | None
    result: list[ResultShape] | None
    is_won_by_resignation: bool
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


class MineShape(TypedDict):
    """A match of yours, and whether it waits for you."""

    match: Annotated[MatchRow, lambda mine: match_row(mine.match)]
    seat: Annotated[int | None, "seat.number"]
    is_asked: Annotated[bool, "waits"]
    point: Annotated[str | None, "asked.point"]
    due_at: Annotated[datetime | None, "seat.due_at"]


class InvitationShape(TypedDict):
    id: int
    match: Annotated[int, "match_id"]
    seat: Annotated[int | None, "seat.number"]
    email: str
    invited_by: Annotated[str, "invited_by.name"]
    created_at: datetime


# --------------------------------------------------------------------------- lists


def record_row(record: Record) -> MatchRow:
    return shape_from(
        MatchRow,
        record,
        id=record.match_id,
        url=f"{MATCHES}/{record.match_id}",
        status="finished" if record.is_finished else "abandoned",
        is_private=not record.is_public,
        seats_wanted=record.seats,
        holders=[part for part in record.held if part.is_last],  # type: ignore[attr-defined]
        steps=record.entries,
    )


def match_row(match: Match) -> MatchRow:
    """Return the row of a match that has not ended; its seats were read with it."""
    held: Iterable[Seat] = getattr(match, "held", None) or match.seats.all()
    return shape_from(
        MatchRow,
        match,
        url=f"{MATCHES}/{match.pk}",
        is_private=match.privacy != Match.Privacy.LISTED,
        holders=[holder_shape(seat) for seat in held if seat.holder],
        steps=match.head,
    )


def holder_shape(seat: Seat) -> HolderShape:
    return HolderShape(
        seat=seat.number,
        name=seat.holder,
        player=seat.player_id,
        program=seat.bot or None,
        place=None,
        points=None,
    )


# ------------------------------------------------------------------------ one match


def match_shape(reading: Reading) -> MatchShape:
    match, table = reading.match, reading.table
    results = [shape_from(ResultShape, row) for row in reading.results]
    return shape_from(
        MatchShape,
        match,
        paused_because=table.paused if match.status == "paused" else "",
        is_organiser=reading.is_organiser,
        seat=reading.number,
        seats=reading.places,
        back_to=table.back_to,
        back_by=table.back_by,
        result=None if match.result is None else results,
        is_won_by_resignation=reading.is_conceded,
    )


def deadline_shown(place: Place) -> datetime | None:
    return place.seat.due_at if place.has_deadline else None

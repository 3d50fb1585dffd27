"""Matches in lists, and one match but for its board."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from types import SimpleNamespace
from typing import TypedDict

from sse.api.pagination import Links
from sse.api.serializers import shape_from
from sse.archive.index.models import Record
from sse.archive.search.pages import Held
from sse.matches.access import Mine
from sse.matches.clock.arithmetic import Clock
from sse.matches.models import Invitation, Match, Seat
from sse.matches.reader_view import Place, Reading

MATCHES = "/api/v1/matches"


class HolderShape(TypedDict):
    """The holder of a seat: a player, a bot, or only a name."""

    seat: int
    name: str
    player: int | None
    program: str | None
    place: int | None
    points: int | None


class MatchRow(TypedDict):
    id: int
    url: str
    game: str
    version: int
    title: str
    status: str
    tempo: str
    is_private: bool
    is_imported: bool
    seats_wanted: int
    holders: list[HolderShape]
    steps: int
    started_at: datetime | None
    ended_at: datetime | None


class MatchPage(Links):
    items: list[MatchRow]


class SeatShape(TypedDict):
    """A seat. In a sealed round it is hidden who has decided already."""

    number: int
    name: str
    player: int | None
    program: str | None
    stand_in: str | None
    is_open: bool
    has_resigned: bool
    is_mine: bool
    is_asked: bool
    due_at: datetime | None
    agrees_to_go_back: bool


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
    url: str
    game: str
    version: int
    title: str
    status: str
    paused_because: str
    tempo: str
    privacy: str
    is_imported: bool
    is_from_position: bool
    talk_shown: str
    choices: dict[str, str]
    clock: ClockShape
    organiser: int | None
    is_organiser: bool
    seat: int | None
    seats: list[SeatShape]
    steps: int
    commitment: str
    seed: str | None
    back_to: int | None
    back_by: int | None
    forked_from: int | None
    forked_step: int | None
    result: list[ResultShape] | None
    is_won_by_resignation: bool
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


class MineShape(TypedDict):
    """A match of yours, and whether it waits for you."""

    match: MatchRow
    seat: int | None
    is_asked: bool
    point: str | None
    due_at: datetime | None


class MineList(TypedDict):
    items: list[MineShape]


class InvitationShape(TypedDict):
    id: int
    match: int
    seat: int | None
    email: str
    invited_by: str
    created_at: datetime


class InvitationList(TypedDict):
    items: list[InvitationShape]


# --------------------------------------------------------------------------- lists


def record_row(record: Record) -> MatchRow:
    held: list[Held] = record.held  # type: ignore[attr-defined]
    return shape_from(
        MatchRow,
        record,
        id=record.match_id,
        url=f"{MATCHES}/{record.match_id}",
        game=record.game_name,
        title=str(record),
        status="finished" if record.is_finished else "abandoned",
        is_private=not record.is_public,
        seats_wanted=record.seats,
        holders=[part_shape(part) for part in held if part.is_last],
        steps=record.entries,
    )


def part_shape(part: Held) -> HolderShape:
    return shape_from(
        HolderShape, part, player=part.player_id, program=part.bot or None
    )


def match_row(match: Match) -> MatchRow:
    """Return the row of a match that has not ended; its seats were read with it."""
    held: Iterable[Seat] = getattr(match, "held", None) or match.seats.all()
    return shape_from(
        MatchRow,
        match,
        url=f"{MATCHES}/{match.pk}",
        game=match.game_name,
        title=str(match),
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


def mine_shape(mine: Mine) -> MineShape:
    return MineShape(
        match=match_row(mine.match),
        seat=mine.seat.number if mine.seat else None,
        is_asked=mine.waits,
        point=mine.asked.point if mine.asked else None,
        due_at=mine.seat.due_at if mine.seat else None,
    )


def invitation_shape(invitation: Invitation) -> InvitationShape:
    return shape_from(
        InvitationShape,
        invitation,
        match=invitation.match_id,
        seat=invitation.seat.number if invitation.seat else None,
        invited_by=invitation.invited_by.name,
    )


# ------------------------------------------------------------------------ one match


def match_shape(reading: Reading) -> MatchShape:
    match, table = reading.match, reading.table
    return shape_from(
        MatchShape,
        match,
        url=f"{MATCHES}/{match.pk}",
        game=match.game_name,
        title=str(match),
        paused_because=table.paused if match.status == "paused" else "",
        clock=Clock.from_data(match.clock).data,
        organiser=match.organiser_id,
        is_organiser=reading.is_organiser,
        seat=reading.number,
        seats=[seat_shape(place) for place in reading.places],
        steps=match.head,
        seed=match.seed if match.has_ended else None,
        back_to=table.back_to,
        back_by=table.back_by,
        forked_from=match.forked_from_id,
        result=result_shape(reading),
        is_won_by_resignation=reading.is_conceded,
    )


def seat_shape(place: Place) -> SeatShape:
    seat = place.seat
    return shape_from(
        SeatShape,
        seat,
        name=place.name or seat.name,
        player=seat.player_id,
        program=seat.bot or None,
        stand_in=seat.stand_in or None,
        is_mine=place.is_mine,
        is_asked=place.is_asked,
        due_at=seat.due_at if place.has_deadline else None,
        agrees_to_go_back=place.agrees,
    )


def result_shape(reading: Reading) -> list[ResultShape] | None:
    if reading.match.result is None:
        return None
    rows = [SimpleNamespace(**row) for row in reading.results]
    return [shape_from(ResultShape, row) for row in rows]

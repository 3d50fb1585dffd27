"""Players as others may see them, statistics; and a player's own things."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Annotated, Literal, TypedDict

from engine.registry import About
from sse.api.serializers import shape_from
from sse.api.serializers.matches import MatchRow
from sse.archive.players import Deeds
from sse.archive.statistics.tables import Figures, parts_counted
from sse.outbox.selectors import status_sentence, subject_in_list

# ---------------------------------------------------------------------------- others


class ShareShape(TypedDict):
    """So many of n, and between what the true share probably lies (95 %)."""

    hits: int
    n: int
    low: Annotated[float, lambda share: share.interval[0]]
    high: Annotated[float, lambda share: share.interval[1]]


class CareerShape(TypedDict):
    """The public results of a player, or of a bot, in one game."""

    game: Annotated[str, "career.game_name"]
    player: Annotated[int | None, "career.player_id"]
    name: Annotated[str, name_of]
    program: Annotated[str | None, "career.bot"]
    played: Annotated[int, "career.played"]
    won: Annotated[ShareShape, "wins"]
    left: Annotated[int, "career.left"]
    kept_deadlines: Annotated[ShareShape, "kept"]
    rating: Annotated[float | None, "career.rating"]
    mu: Annotated[float | None, "career.mu"]
    sigma: Annotated[float | None, "career.sigma"]
    rated: Annotated[int, "career.rated"]


class PlayerRow(TypedDict):
    id: int
    name: str
    url: Annotated[str, lambda player: f"/api/v1/players/{player.pk}"]


class PlayerShape(PlayerRow):
    played: int
    finished: int
    kept_deadlines: Annotated[ShareShape, "kept"]
    careers: list[CareerShape]
    running: list[MatchRow]


class RatingList(TypedDict):
    game: str
    items: list[CareerShape]


class RatingStepShape(TypedDict):
    match: Annotated[int, "record.match_id"]
    at: Annotated[datetime, "record.ended_at"]
    mu: float
    sigma: float


class RatingCurve(TypedDict):
    game: str
    items: list[RatingStepShape]


def name_of(deeds: Deeds) -> str:
    career = deeds.career
    return career.player.name if career.player else career.bot


# ------------------------------------------------------------------------ statistics


class BarShape(TypedDict):
    """A row of a table: how often, and how much of it won (or: of all)."""

    label: str
    n: int
    share: ShareShape


class SummaryShape(TypedDict):
    n: int
    mean: float
    deviation: float


class PartShape(TypedDict):
    key: str
    name: str
    matches: int


class OpeningShape(TypedDict):
    title: str
    n: int
    others: int
    bars: list[BarShape]


class StatisticsShape(TypedDict):
    """Of one game with one number of seats, and perhaps one part of its matches."""

    game: str
    seats: int
    part: str
    matches: int
    by_seats: dict[str, int]
    parts: list[PartShape]
    by_seat: list[BarShape]
    by_turn: list[BarShape]
    lengths: list[BarShape]
    days: list[BarShape]
    scores: list[BarShape]
    margins: list[BarShape]
    winners_points: SummaryShape | None
    all_points: SummaryShape | None
    openings: list[OpeningShape]


def statistics_shape(
    about: About, figures: Figures, by_seats: dict[int, int]
) -> StatisticsShape:
    return shape_from(
        StatisticsShape,
        figures,
        game=about.name,
        by_seats={str(seats): n for seats, n in by_seats.items()},
        parts=[
            PartShape(key=key, name=name, matches=n)
            for key, name, n in parts_counted(about, figures.seats)
        ],
    )


# --------------------------------------------------------------------------- oneself


class AddressShape(TypedDict):
    email: str
    is_first: bool
    is_confirmed: Annotated[bool, "confirmed_at"]
    is_suspended: Annotated[bool, "suspended_at"]


class TokenShape(TypedDict):
    """The key that asks; nothing for a browser."""

    name: str
    scopes: list[str]


class MeShape(TypedDict):
    """Your account and settings."""

    id: int
    name: str
    language: str
    time_zone: str
    quiet_from: time | None
    quiet_to: time | None
    rests_at_weekends: bool
    letters: Literal["at once", "every 15 minutes", "daily"]
    deadlines_by_calendar: bool
    boards_as_prose: bool
    subjects_tell: bool
    addresses: list[AddressShape]
    token: TokenShape | None


class AbsenceShape(TypedDict):
    id: int
    first_day: date
    last_day: date


class LetterShape(TypedDict):
    """An email to you, and its status, as a code and in words."""

    id: int
    kind: str
    what: Annotated[str, subject_in_list]
    match: Annotated[int | None, "match_id"]
    seat: int | None
    status: str
    words: Annotated[str, status_sentence]
    created_at: datetime
    sent_at: datetime | None


class LettersWanted(TypedDict):
    match: int
    wanted: bool

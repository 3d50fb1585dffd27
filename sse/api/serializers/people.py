"""Players as others may see them, statistics; and a player's own things."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Literal, TypedDict

from engine.registry import About
from sse.accounts.models import Address, Player, Token
from sse.api.pagination import Links
from sse.api.serializers import shape_from
from sse.api.serializers.matches import MatchRow
from sse.archive.index.models import Career
from sse.archive.players import Reliability
from sse.archive.statistics.intervals import Share
from sse.archive.statistics.tables import Bar, Figures, Summary, parts_counted
from sse.outbox.models import Letter
from sse.outbox.selectors import status_sentence, subject_in_list

# ---------------------------------------------------------------------------- others


class ShareShape(TypedDict):
    """So many of n, and between what the true share probably lies (95 %)."""

    hits: int
    n: int
    low: float
    high: float


class CareerShape(TypedDict):
    """The public results of a player, or of a bot, in one game."""

    game: str
    player: int | None
    name: str
    program: str | None
    played: int
    won: ShareShape
    left: int
    kept_deadlines: ShareShape
    rating: float | None
    mu: float | None
    sigma: float | None
    rated: int


class PlayerRow(TypedDict):
    id: int
    name: str
    url: str


class PlayerList(TypedDict):
    items: list[PlayerRow]


class PlayerShape(PlayerRow):
    played: int
    finished: int
    kept_deadlines: ShareShape
    careers: list[CareerShape]
    running: list[MatchRow]


class RatingList(TypedDict):
    game: str
    items: list[CareerShape]


class RatingStepShape(TypedDict):
    match: int
    at: datetime
    mu: float
    sigma: float


class RatingCurve(TypedDict):
    game: str
    items: list[RatingStepShape]


def share_shape(share: Share) -> ShareShape:
    low, high = share.interval
    return ShareShape(hits=share.hits, n=share.n, low=low, high=high)


def career_shape(career: Career) -> CareerShape:
    player = career.player if career.player_id else None
    return shape_from(
        CareerShape,
        career,
        game=career.game_name,
        player=career.player_id,
        name=player.name if player else career.bot,
        program=career.bot or None,
        won=share_shape(career.wins),
        kept_deadlines=share_shape(career.kept),
    )


def player_row(player: Player) -> PlayerRow:
    url = f"/api/v1/players/{player.pk}"
    return PlayerRow(id=player.pk, name=player.name, url=url)


def player_shape(
    player: Player,
    careers: list[Career],
    reliable: Reliability,
    running: list[MatchRow],
) -> PlayerShape:
    for career in careers:
        career.player = player  # read already
    return shape_from(
        PlayerShape,
        reliable,
        **player_row(player),
        kept_deadlines=share_shape(reliable.kept),
        careers=[career_shape(career) for career in careers],
        running=running,
    )


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


BARS = ("by_seat", "by_turn", "lengths", "days", "scores", "margins")


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
        **{name: bars_shape(getattr(figures, name)) for name in BARS},
        winners_points=summary_shape(figures.winners_points),
        all_points=summary_shape(figures.all_points),
        openings=[
            shape_from(OpeningShape, opening, bars=bars_shape(opening.bars))
            for opening in figures.openings
        ],
    )


def bars_shape(bars: list[Bar]) -> list[BarShape]:
    return [shape_from(BarShape, bar, share=share_shape(bar.share)) for bar in bars]


def summary_shape(summary: Summary | None) -> SummaryShape | None:
    return shape_from(SummaryShape, summary) if summary else None


# --------------------------------------------------------------------------- oneself


class AddressShape(TypedDict):
    email: str
    is_first: bool
    is_confirmed: bool
    is_suspended: bool


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


class AbsenceList(TypedDict):
    items: list[AbsenceShape]


class LetterShape(TypedDict):
    """An email to you, and its status, as a code and in words."""

    id: int
    kind: str
    what: str
    match: int | None
    seat: int | None
    status: str
    words: str
    created_at: datetime
    sent_at: datetime | None


class LetterPage(Links):
    items: list[LetterShape]


class LettersWanted(TypedDict):
    match: int
    wanted: bool


def me_shape(player: Player, addresses: list[Address], token: object) -> MeShape:
    return shape_from(
        MeShape,
        player,
        addresses=[address_shape(address) for address in addresses],
        token=shape_from(TokenShape, token) if isinstance(token, Token) else None,
    )


def address_shape(address: Address) -> AddressShape:
    return shape_from(
        AddressShape,
        address,
        is_confirmed=address.confirmed_at is not None,
        is_suspended=address.suspended_at is not None,
    )


def letter_shape(letter: Letter) -> LetterShape:
    return shape_from(
        LetterShape,
        letter,
        what=subject_in_list(letter),
        match=letter.match_id,
        words=status_sentence(letter),
    )

"""Players as others may see them, statistics; and a player's own things."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Literal, TypedDict

from engine.registry import About
from sse.accounts.models import Absence, Address, Player, Token
from sse.api.pagination import Links
from sse.api.serializers.matches import MatchRow
from sse.archive.players import Deeds, Reliability
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
    """What a player, or a program, has done in one game for all to see."""

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


def career_shape(deeds: Deeds) -> CareerShape:
    career = deeds.career
    player = career.player if career.player_id else None
    return CareerShape(
        game=career.game_name,
        player=career.player_id,
        name=player.name if player else career.bot,
        program=career.bot or None,
        played=career.played,
        won=share_shape(deeds.wins),
        left=career.left,
        kept_deadlines=share_shape(deeds.kept),
        rating=career.rating,
        mu=career.mu,
        sigma=career.sigma,
        rated=career.rated,
    )


def player_row(player: Player) -> PlayerRow:
    url = f"/api/v1/players/{player.pk}"
    return PlayerRow(id=player.pk, name=player.name, url=url)


def player_shape(
    player: Player,
    careers: list[Deeds],
    reliable: Reliability,
    running: list[MatchRow],
) -> PlayerShape:
    for deeds in careers:
        deeds.career.player = player  # read already
    return PlayerShape(
        **player_row(player),
        played=reliable.played,
        finished=reliable.finished,
        kept_deadlines=share_shape(reliable.kept),
        careers=[career_shape(deeds) for deeds in careers],
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
    return StatisticsShape(
        game=about.name,
        seats=figures.seats,
        part=figures.part,
        matches=figures.matches,
        by_seats={str(seats): n for seats, n in by_seats.items()},
        parts=[
            PartShape(key=key, name=name, matches=n)
            for key, name, n in parts_counted(about, figures.seats)
        ],
        by_seat=bars_shape(figures.by_seat),
        by_turn=bars_shape(figures.by_turn),
        lengths=bars_shape(figures.lengths),
        days=bars_shape(figures.days),
        scores=bars_shape(figures.scores),
        margins=bars_shape(figures.margins),
        winners_points=summary_shape(figures.winners_points),
        all_points=summary_shape(figures.all_points),
        openings=[
            OpeningShape(
                title=opening.title,
                n=opening.n,
                others=opening.others,
                bars=bars_shape(opening.bars),
            )
            for opening in figures.openings
        ],
    )


def bars_shape(bars: list[Bar]) -> list[BarShape]:
    return [
        BarShape(label=bar.label, n=bar.n, share=share_shape(bar.share)) for bar in bars
    ]


def summary_shape(summary: Summary | None) -> SummaryShape | None:
    if summary is None:
        return None
    return SummaryShape(n=summary.n, mean=summary.mean, deviation=summary.deviation)


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
    """Who asks, and their settings."""

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
    """A letter to you, and what became of it, in a word and in words."""

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
    return MeShape(
        id=player.pk,
        name=player.name,
        language=player.language,
        time_zone=player.time_zone,
        quiet_from=player.quiet_from,
        quiet_to=player.quiet_to,
        rests_at_weekends=player.rests_at_weekends,
        letters=player.letters,  # type: ignore[typeddict-item]
        deadlines_by_calendar=player.deadlines_by_calendar,
        boards_as_prose=player.boards_as_prose,
        subjects_tell=player.subjects_tell,
        addresses=[address_shape(address) for address in addresses],
        token=token_shape(token) if isinstance(token, Token) else None,
    )


def address_shape(address: Address) -> AddressShape:
    return AddressShape(
        email=address.email,
        is_first=address.is_first,
        is_confirmed=address.confirmed_at is not None,
        is_suspended=address.suspended_at is not None,
    )


def token_shape(token: Token) -> TokenShape:
    return TokenShape(name=token.name, scopes=token.scopes)


def absence_shape(absence: Absence) -> AbsenceShape:
    return AbsenceShape(
        id=absence.pk, first_day=absence.first_day, last_day=absence.last_day
    )


def letter_shape(letter: Letter) -> LetterShape:
    return LetterShape(
        id=letter.pk,
        kind=letter.kind,
        what=subject_in_list(letter),
        match=letter.match_id,
        seat=letter.seat,
        status=letter.status,
        words=status_sentence(letter),
        created_at=letter.created_at,
        sent_at=letter.sent_at,
    )

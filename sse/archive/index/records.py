"""A match comes into the archive: when it ends, when it is imported, or once more."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from engine.contract import Seat
from engine.log import Entry as Line
from engine.log import read_entry
from engine.registry import games
from sse.accounts.models import Player
from sse.archive.index.facts import facts_of
from sse.archive.index.models import Part, Record, Story, Tag, Tagging, record_id
from sse.archive.index.story import Tale, tale_of
from sse.archive.index.terms import terms_put
from sse.archive.statistics.counts import uncount
from sse.matches import states
from sse.matches.clock.arithmetic import PRESETS, Clock
from sse.matches.happened import Happened
from sse.matches.models import Match, Submission, Tenure
from sse.matches.selectors import is_conceded

log = structlog.get_logger()
OWN = "own"  # a clock that is none of the presets


def archive_if_ended(happened: Happened) -> None:
    """Index a match that has just ended."""
    if not happened.has_ended:
        return
    try:
        archive_enter(match=happened.match)
    except Exception:  # a match ends all the same; index/maintenance.py tries again
        log.exception("not archived", match_id=happened.match.pk)


@transaction.atomic
def archive_enter(*, match: Match) -> Record | None:
    """The rows of a match that has ended, made anew; nothing if it never began."""
    if not match.has_ended or not match.head:
        return None
    old = Record.objects.select_for_update().filter(match=match).first()
    if old and old.is_counted:
        uncount(old)
    lines = [read_entry(row.text) for row in match.entries.order_by("number")]
    tale, record = match_tale(match, lines, old), record_of(match)
    parts = parts_of(match, lines, tale)
    record.players = players_of(parts)
    record.save()
    for part in parts:
        part.record, part.game_name = record, record.game_name
        part.is_public = record.is_public
    happened = {"happened": tale.happened, "first": tale.first, "last": tale.last}
    Story.objects.update_or_create(record=record, defaults=happened)
    record.parts.all().delete()
    Part.objects.bulk_create(parts)
    if old is None and record.is_public:
        tags_count(record)
    record_reword(record=record)
    return record


def match_tale(match: Match, lines: list[Line], old: Record | None) -> Tale:
    """Where the rules are gone, what was told before stays."""
    if not match.is_current and old and (kept := Story.objects.filter(pk=old.pk)):
        story = kept[0]
        return Tale(story.happened, story.first, story.last, *openings_and_turns(old))
    agreed = states.log_head(match)
    agreed.entries = lines
    return tale_of(agreed)


def openings_and_turns(old: Record) -> tuple[dict[Seat, dict[str, str]], list[Seat]]:
    """Openings and turn order, as they stand."""
    last = old.parts.filter(is_last=True, seat__isnull=False)
    turns = last.filter(turn__isnull=False).order_by("turn", "seat")
    openings: dict[Any, Any] = dict(last.values_list("seat", "openings"))
    in_order: list[Any] = list(turns.values_list("seat", flat=True))
    return openings, in_order


def record_of(match: Match) -> Record:
    """All but who played."""
    ended_at = match.ended_at or match.changed_at
    started_at = match.started_at or ended_at
    is_finished = match.status == Match.Status.FINISHED
    result, conceded = match.result or [], is_conceded(match)
    record = Record(
        pk=record_id(ended_at, match.pk),
        match=match,
        game_name=match.game_name,
        version=match.version,
        choices=choices_of(match),
        seats=match.seats_wanted,
        tempo=match.tempo,
        clock=clock_of(match),
        title=match.title,
        is_public=is_public(match),
        is_finished=is_finished,
        is_imported=match.is_imported,
        is_from_position=match.is_from_position,
        entries=match.head,
        days=days_between(started_at, ended_at),
        started_at=started_at,
        ended_at=ended_at,
        winners=sum(row["place"] == 1 for row in result),
        margin=None if conceded else margin_of(result),
        is_worded=True,  # before anybody sees it
    )
    record.is_rated = not record.counts
    return record


def is_public(match: Match) -> bool:
    """Whether everybody may see it, now that it has ended."""
    if match.privacy == Match.Privacy.LATER:
        return match.status == Match.Status.FINISHED
    return match.privacy == Match.Privacy.LISTED


def choices_of(match: Match) -> dict[str, str]:
    about = games().get(match.game_name)
    return about.meant(match.choices) if about else dict(match.choices)


def clock_of(match: Match) -> str:
    clock = Clock.from_data(match.clock)
    named = (name for name, preset in PRESETS.items() if preset == clock)
    return next(named, OWN if clock.has_deadline else "none")


def days_between(first: datetime, last: datetime) -> int:
    """Days begun."""
    return max(1, -(-int((last - first).total_seconds()) // 86_400))


def margin_of(result: Iterable[dict[str, int]]) -> int | None:
    """Points from the winner to the next; nothing where winners share."""
    rows = sorted(result, key=lambda row: row["place"])
    if not rows:
        return None
    first, *others = rows
    shared = any(row["place"] == 1 for row in others)
    best = max((row["points"] for row in others), default=first["points"])
    return 0 if shared else max(0, first["points"] - best)


# -------------------------------------------------------------------- who played


def parts_of(match: Match, lines: list[Line], tale: Tale) -> list[Part]:
    """Everybody who held a seat, and the organiser."""
    tenures = Tenure.objects.filter(seat__match=match).select_related("seat")
    held: dict[Seat, list[Tenure]] = {}
    for tenure in tenures.order_by("entry", "pk"):
        held.setdefault(tenure.seat.number, []).append(tenure)
    answers = answers_in(match)
    parts = [
        part_of(tenure, later, lines)
        for row in held.values()
        for tenure, later in zip(row, [*row[1:], None], strict=True)
    ]
    places = {row["seat"]: row for row in match.result or []}
    for part in parts:
        assert part.seat is not None
        part.answers = answers.get((part.seat, part.player_id), 0)
        if part.is_last:
            add_result(part, places, tale, alone=len(held[part.seat]) == 1)
    return parts + organisers(match, parts)


def part_of(tenure: Tenure, later: Tenure | None, lines: list[Line]) -> Part:
    """One holder of a seat, from when they came until somebody else did."""
    seat = tenure.seat.number
    end = later.entry if later else len(lines)
    mine = [line for line in lines[tenure.entry : end] if line.seat == seat]
    return Part(
        seat=seat,
        player_id=tenure.player_id,
        bot=tenure.bot,
        name=tenure.name,
        is_last=later is None,
        has_resigned=any(line.kind == "resigns" for line in mine),
        missed=sum(line.kind == "out of time" for line in mine),
        is_rateable=later is None and is_own_play(tenure, mine),
    )


def is_own_play(tenure: Tenure, mine: list[Line]) -> bool:
    """Whether most of what was decided here is theirs, and not a stand-in's."""
    if tenure.player_id is None:
        return bool(tenure.bot)
    orders = [line for line in mine if line.order is not None]
    programs = sum(line.by.startswith("bot ") for line in orders)
    return 2 * programs <= len(orders)


def add_result(
    part: Part, places: dict[Seat, dict[str, int]], tale: Tale, alone: bool
) -> None:
    """What only who sat there at the end has: a result. [and whose it is]"""
    assert part.seat is not None
    result = places.get(part.seat)
    if result:
        part.place, part.points = result["place"], result["points"]
    part.openings = tale.openings.get(part.seat, {})
    if part.seat in tale.turns:
        part.turn = tale.turns.index(part.seat) + 1
    part.is_rateable = part.is_rateable and alone and result is not None


def answers_in(match: Match) -> dict[tuple[Seat, int | None], int]:
    """How often each player wrote, where a clock ran."""
    if not Clock.from_data(match.clock).has_deadline:
        return {}
    written = Submission.objects.filter(
        match=match, status=Submission.Status.APPLIED, player__isnull=False
    )
    counted = written.order_by().values_list("seat", "player").annotate(Count("pk"))
    return {(seat, player): count for seat, player, count in counted}


def organisers(match: Match, parts: list[Part]) -> list[Part]:
    """So that who organised a private match finds it."""
    organiser = match.organiser
    if organiser is None or any(p.player_id == organiser.pk for p in parts):
        return []
    return [Part(player=organiser, name=organiser.name, is_last=False)]


def players_of(parts: list[Part]) -> str:
    """Who sat there at the end."""
    seated = [part for part in parts if part.seat is not None and part.is_last]
    if not any(part.bot for part in seated):
        return Record.Players.PEOPLE
    are_all = all(part.bot for part in seated)
    return Record.Players.PROGRAMS if are_all else Record.Players.MIXED


# ------------------------------------------------------------------------- words


def record_reword(*, record: Record) -> None:
    """What the record is found by: after a remark, a tag or a change of name."""
    match = record.match
    parts, story = list(record.parts.all()), Story.objects.get(record=record)
    tags = dict(Tag.objects.filter(taggings__match=match).values_list("key", "label"))
    remarks = match.remarks.filter(removed_at=None).values_list("text", flat=True)
    names = [part.name for part in parts if part.seat is not None]
    facts = facts_of(record, parts, story, tags)
    terms_put(record.pk, facts, [record.title, *names, *tags.values(), *remarks])


@transaction.atomic
def match_reword(*, match_id: int) -> None:
    """The same by the match, one after the other; nothing while it goes on."""
    for record in locked().filter(match=match_id):
        record_reword(record=record)


def locked(**ways: bool) -> QuerySet[Record]:
    """So that nobody words them without what another has just said."""
    rows = Record.objects.select_for_update(of=["self"], no_key=True, **ways)
    return rows.select_related("match")


def records_reword(*, most: int) -> int:
    """The newest that wait for their terms. How many have them now."""
    waiting = Record.objects.filter(is_worded=False).order_by("-pk")
    keys = list(waiting.values_list("pk", flat=True)[:most])
    return sum(record_word(key) for key in keys)


def record_word(key: int) -> bool:
    """Write the search terms of a record, unless another worker is at it."""
    try:
        with transaction.atomic():
            mine = locked(skip_locked=True).filter(pk=key, is_worded=False)
            for record in mine:
                record_reword(record=record)
                Record.objects.filter(pk=key).update(is_worded=True)
            return bool(mine)
    except Exception:  # one broken record must not keep the others waiting
        log.exception("not worded", record_id=key)
        return False


@transaction.atomic
def player_renamed(*, player: Player) -> None:
    """All that the player has played goes by their present name: they have gone."""
    theirs = Q(parts__player=player) | Q(match__remarks__player=player)
    keys = Record.objects.filter(theirs).values("pk")
    records = list(locked().filter(pk__in=keys).order_by("pk"))
    Part.objects.filter(player=player).update(name=player.name)
    for record in records:
        record_reword(record=record)


def tags_count(record: Record) -> None:
    """Count the tags of a public record that has just come."""
    used = Tagging.objects.filter(match=record.match_id).values("tag")
    keys = Tag.objects.select_for_update().filter(pk__in=used).order_by("pk")
    Tag.objects.filter(pk__in=[tag.pk for tag in keys]).update(uses=F("uses") + 1)

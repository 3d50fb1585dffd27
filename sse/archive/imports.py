"""Matches from elsewhere: a log, its JSON or a booklet becomes a match of the archive.

Everything is checked first: marks, seed, every draw, every order, the result. What does
not fit is refused with its place. Nothing is unpacked or replayed that is too big.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.attached import MOST, log_in
from engine.ending import final_standings
from engine.errors import LogBroken
from engine.log import Log, first_link, log_hash, log_read, next_link
from engine.registry import game
from engine.replay import line_of, replay, verify
from sse.accounts.imported_names import ends_like_marked, marked
from sse.accounts.models import Player
from sse.accounts.names import is_unseen
from sse.archive.index.records import archive_enter
from sse.archive.models import Import
from sse.matches.log_faults import reason_of
from sse.matches.models import Entry, Match, Seat, Tenure
from sse.matches.selectors import IMPORTED, VARIATION
from sse.platform.times import day_in_log

MOST_BYTES = 8 * 2**20  # of a file, whatever it is
MOST_ENTRIES = 20_000
MOST_IDLE = 500  # entries in a row that are no orders: clocks, pauses, hand-overs
MOST_HANDS = 50  # of a seat
MOST_NOTES, LONGEST_NOTE = 20, 200  # ours are a title, days, where it was taken up
LONGEST_NAME, LONGEST_TITLE, LONGEST_WORD = 32, 80, 80
DECIDERS = re.compile("clock|default|bot [a-z0-9_-]{1,32}")


class ImportRefused(Exception):
    """Nothing was taken in; the sentence says where and why."""


def match_import(
    *, data: bytes, by: Player | None = None, is_listed: bool = False
) -> tuple[Match, bool]:
    """The match in a file, and whether it is new here. [ImportRefused]"""
    log = log_checked(data)
    if is_practice(log) and is_listed:
        raise ImportRefused(
            _("A variation is for practice and is never listed. Import it as private.")
        )
    chain = log_hash(log)
    if known := match_played_here(chain, by):
        return known, False
    try:
        with transaction.atomic():
            return create_match(log, chain, by, is_listed), True
    except IntegrityError:  # somebody was faster
        return reuse_import(chain, by, is_listed), False


def is_practice(log: Log) -> bool:
    """Whether somebody tried out alone what might have been."""
    return log.position is not None and VARIATION in log.notes


def log_checked(data: bytes) -> Log:
    """The log in a file, if all of it holds and it has come to its end."""
    if len(data) > MOST_BYTES:
        raise ImportRefused(
            _("The file is bigger than {number} MB.").format(number=MOST_BYTES // 2**20)
        )
    try:
        text = log_in(data)
        if text.count("\n") > MOST_ENTRIES or len(text) > MOST:
            raise LogBroken(0, "too_long")
        log = log_read(text)
        check_ended(log)
        check_course(log, text)
        verify(text)
    except LogBroken as error:
        raise ImportRefused(
            _("This file can’t be imported: {why}.").format(why=reason_of(error))
        ) from error
    check_names(log)
    return log


def check_ended(log: Log) -> None:
    """A match that runs has secrets, and nobody can check its dice."""
    if not log.seed:
        raise LogBroken(0, "seed_untold")
    is_abandoned = bool(log.entries) and log.entries[-1].kind == "abandoned"
    if not log.result and not is_abandoned:
        raise LogBroken(0, "not_ended")


def check_course(log: Log, text: str) -> None:
    """What no table ever does would only cost whoever looks at the match."""
    idle, changes, names = 0, Counter[int](), Counter(seat for seat, _ in log.players)
    for line, entry in enumerate(log.entries, start=line_of(text, "0. ")):
        idle = idle + 1 if entry.order is None else 0
        if idle > MOST_IDLE:
            raise LogBroken(line, "idle", number=MOST_IDLE)
        if entry.by and not DECIDERS.fullmatch(entry.by):
            raise LogBroken(line, "no_entry")
        if entry.kind == "changes hands":
            changes[entry.seat] += 1
            if changes[entry.seat] >= names[entry.seat]:
                raise LogBroken(line, "hands_unnamed", seat=entry.seat)
            if changes[entry.seat] > MOST_HANDS:
                raise LogBroken(line, "hands_many", seat=entry.seat, number=MOST_HANDS)
    for line, (seat, __) in enumerate(log.players, start=line_of(text, "player ")):
        changes[seat] -= 1  # each has one holder more than changes
        if changes[seat] < -1:
            raise LogBroken(line, "names_unused", seat=seat)
    check_notes(log, line_of(text, "note "))


def check_notes(log: Log, line: int) -> None:
    """All of them are printed in a booklet."""
    most = MOST_NOTES + (IMPORTED in log.notes)  # which every house adds
    for number, (name, text) in enumerate(log.notes.items()):
        if number >= most or len(name) + len(text) > LONGEST_NOTE:
            raise LogBroken(line + number, "too_long")


def check_names(log: Log) -> None:
    for seat, name in log.players:
        if fault := name_fault(name):
            raise ImportRefused(fault.format(seat=seat, number=LONGEST_NAME))
    if len({seat for seat, _ in log.players}) != log.seats:
        raise ImportRefused(_("A seat has no name."))
    if len(log.words) > log.seats or any(len(w) > LONGEST_WORD for w in log.words):
        raise ImportRefused(
            _("There are too many words for the dice, or one is too long.")
        )


def name_fault(name: str) -> str:
    if len(name) > LONGEST_NAME:
        return _("The name at seat {seat} is longer than {number} characters.")
    if any(map(is_unseen, name)):  # it could hide the mark
        return _("The name at seat {seat} has invisible characters.")
    if ends_like_marked(name):
        return _("The name at seat {seat} ends in “*”, which marks imported names.")
    return ""


# --------------------------------------------------------------------- what is there


def match_played_here(chain: str, by: Player | None) -> Match | None:
    """The same match, if it was played here and they may see it."""
    from sse.matches.access import may_see

    played = Match.objects.filter(chain=chain, imported=None).first()
    return played if played and (by is None or may_see(played, by)) else None


def reuse_import(chain: str, by: Player | None, is_listed: bool) -> Match:
    """Once is enough; who brings it again may see it too."""
    imported = Import.objects.select_related("match").get(chain=chain)
    match = imported.match
    if by:
        imported.players.add(by)
    if is_listed and match.privacy != Match.Privacy.LISTED:
        match.privacy = Match.Privacy.LISTED
        match.save(update_fields=["privacy"])
        archive_enter(match=match)
    return match


# -------------------------------------------------------------------------- the rows


def create_match(log: Log, chain: str, by: Player | None, is_listed: bool) -> Match:
    ended = day_of(log, "ended") or day_of(log, "started") or timezone.now()
    match = Match.objects.create(
        game_name=log.game,
        version=log.version,
        choices=log.choices,
        seats_wanted=log.seats,
        privacy=Match.Privacy.LISTED if is_listed else Match.Privacy.PRIVATE,
        title=log.notes.get("title", "")[:LONGEST_TITLE],
        status=Match.Status.FINISHED if log.result else Match.Status.ABANDONED,
        seed=log.seed,
        commitment=log.commitment,
        words=log.words,
        branch=log.branch + sum(entry.kind == "back" for entry in log.entries),
        position=log.position,
        is_practice=is_practice(log),
        first_branch=log.branch,
        is_imported=True,
        head=len(log.entries),
        chain=chain,
        result=result_of(log),
        created_at=day_of(log, "started") or ended,
        started_at=day_of(log, "started"),
        ended_at=ended,
        changed_at=ended,
    )
    imported = Import.objects.create(match=match, chain=chain, notes=log.notes)
    if by:
        imported.players.add(by)
    create_seats(match, log, ended)
    create_entries(match, log, ended)
    archive_enter(match=match)
    return match


def day_of(log: Log, name: str) -> datetime | None:
    """As the log tells it; a day that cannot be, or is still to come, is not known."""
    day = day_in_log(log.notes.get(name, ""))
    return day if day and day <= timezone.now() + timedelta(days=1) else None


def result_of(log: Log) -> list[dict[str, object]] | None:
    """As a match that ends here keeps it."""
    if not log.result:
        return None
    for frame in replay(log):
        state = frame.state
    return [
        {**standing._asdict(), "detail": dict(standing.detail)}
        for standing in final_standings(game(log.game), state, log.entries)
    ]


def create_seats(match: Match, log: Log, at: datetime) -> None:
    """Seats without players, but with the marked names they had, in order."""
    changes = {seat: [0] for seat in range(log.seats)}
    for number, entry in enumerate(log.entries):
        if entry.kind == "changes hands":
            changes[entry.seat].append(number)
    seats = Seat.objects.bulk_create(
        Seat(match=match, number=number, name=marked(names[-1]))
        for number, names in enumerate(log.holders())
    )
    Tenure.objects.bulk_create(
        Tenure(seat=seat, name=marked(name), entry=entry, since=at)
        for seat, names in zip(seats, log.holders(), strict=True)
        for name, entry in zip(names, changes[seat.number], strict=True)
    )


def create_entries(match: Match, log: Log, at: datetime) -> None:
    chain, rows, fields = first_link(log), [], {"match": match, "at": at}
    for number, entry in enumerate(log.entries):
        chain = next_link(chain, number, entry)
        rows.append(Entry(number=number, text=entry.text, chain=chain, **fields))
    Entry.objects.bulk_create(rows, batch_size=1000)

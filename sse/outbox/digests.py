"""When an email is sent: at once, in the morning, or in a digest with others.

Players may want few emails: every 15 minutes, or once a day. A digest cannot be
answered as a whole: each question in it has its own address.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import groupby
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from engine.drawing import rule
from sse.accounts.calendar import Calendar
from sse.accounts.models import Player
from sse.matches.clock.arithmetic import MOMENT, runs_out
from sse.outbox.context import Facts, facts_of, mailto, merged_data, short_subject
from sse.outbox.draft import Draft
from sse.outbox.letters import gathered_letters, is_superseded, kind_of
from sse.outbox.models import Letter
from sse.outbox.reply_addresses import reply_address
from sse.platform import leases

FRAMES = {
    "text_frame": "mail/part.txt",
    "html_frame": "mail/part.html",
    "in_digest": True,
}
QUARTER_SECONDS = 15 * 60
DAILY_AT = time(8)  # where the player lives
MOST_PARTS = 8  # of one digest
MOST_BOARDS = 3  # in it: Gmail cuts off what is longer than 100 kB
Status = Letter.Status


# ----------------------------------------------------------------------- schedule


def sending_time(letter: Letter, now: datetime) -> datetime:
    """Return `now`, or later: with the next digest, and not in quiet hours."""
    player = letter.player
    if player is None or kind_of(letter.kind).is_urgent:
        return now
    at = max(now, digest_time(letter, player)) if can_wait(letter, player, now) else now
    return quiet_end(player, at)


def can_wait(letter: Letter, player: Player, now: datetime) -> bool:
    """Return whether a letter waits: a question not beyond half of its time."""
    if not waits_for_digest(letter):
        return False
    due = letter.data.get("due_at")
    if not due:
        return True
    return digest_time(letter, player) <= now + (datetime.fromisoformat(due) - now) / 2


def digest_time(letter: Letter, player: Player) -> datetime:
    """Return when the first digest after the letter is sent."""
    if player.letters == Player.Letters.QUARTER:
        seconds = (
            letter.created_at.timestamp() // QUARTER_SECONDS * QUARTER_SECONDS
            + QUARTER_SECONDS
        )
        return datetime.fromtimestamp(seconds, UTC)
    zone = ZoneInfo(player.time_zone)
    local = letter.created_at.astimezone(zone)
    at = datetime.combine(local.date(), DAILY_AT, zone)
    if at <= local:
        at = datetime.combine(local.date() + timedelta(days=1), DAILY_AT, zone)
    return at.astimezone(UTC)


def quiet_end(player: Player, at: datetime) -> datetime:
    """Return the same instant, or the end of the quiet hours it falls into."""
    calendar = Calendar(player.time_zone, player.quiet_from, player.quiet_to)
    end = runs_out(at, MOMENT, calendar) - MOMENT
    return max(end, at)


# ------------------------------------------------------------------------ digests


def waits_for_digest(letter: Letter) -> bool:
    """Return whether the reader wants few emails, and this one can wait."""
    kind, player = kind_of(letter.kind), letter.player
    if player is None or kind.is_urgent or kind.is_alone:
        return False
    return player.letters != Player.Letters.AT_ONCE


def digests_make(letters: Sequence[Letter]) -> list[Letter]:
    """Return what is to be sent: two or more letters to one player become a digest."""
    alone = [letter for letter in letters if not waits_for_digest(letter)]
    waiting = [letter for letter in letters if waits_for_digest(letter)]
    waiting.sort(key=lambda letter: (letter.player_id or 0, letter.pk))
    for _, theirs in groupby(waiting, lambda letter: letter.player_id):
        alone += in_digests(list(theirs))
    return alone


def in_digests(theirs: list[Letter]) -> list[Letter]:
    parts = [theirs[at : at + MOST_PARTS] for at in range(0, len(theirs), MOST_PARTS)]
    return [digest_make(part) if part[1:] else part[0] for part in parts]


@transaction.atomic
def digest_make(letters: list[Letter]) -> Letter:
    """Make one letter of several; it is claimed as they were."""
    keys, first = [letter.pk for letter in letters], letters[0]
    digest, _ = Letter.objects.get_or_create(
        key=f"digest:{first.player_id}:{keys[0]}",
        defaults={
            "kind": "digest",
            "player": first.player,
            "data": {"letters": keys},
            "status": Status.SENDING,
            "lease_until": first.lease_until,
            "lease_by": first.lease_by,
        },
    )
    leases.finish(*letters, status=Status.GATHERED)
    return digest


# ------------------------------------------------------------------------ content


class Part(NamedTuple):
    what: str
    match_name: str
    text: str
    html: SafeString
    reply: str
    mailto: str
    rule: str


def digest_facts(letter: Letter) -> Facts:
    """Return the letters that are still wanted, each without its frame."""
    wanted = still_wanted(gathered_letters(letter))
    parts = [
        part_of(one, has_board=number < MOST_BOARDS)
        for number, one in enumerate(wanted)
    ]
    return {"parts": parts, "number": len(parts)}


def still_wanted(letters: Sequence[Letter]) -> list[Letter]:
    """Return those that are; each also tells what one left out before it would."""
    wanted: list[Letter] = []
    out: dict[tuple[int | None, int | None], list[Letter]] = {}
    for one in letters:
        place = one.match_id, one.seat
        if is_superseded(one):
            out.setdefault(place, []).append(one)
            continue
        if "since" in one.data:
            one.data = merged_data([*out.pop(place, []), one])
        wanted.append(one)
    return wanted


def part_of(letter: Letter, has_board: bool) -> Part:
    draft = Draft(letter)
    facts = {**FRAMES, **facts_of(draft)}
    if not has_board:
        facts |= {"board": "", "told": facts.get("told", [])[-3:]}
    is_asked = draft.kind.is_question or letter.kind == "talk"
    reply = reply_address(letter, draft.seat) if is_asked and draft.seat else ""
    html = render_to_string(f"mail/{letter.kind}.html", facts)
    return Part(
        what=short_subject(letter, facts),
        match_name=draft.match_name if draft.has_match else "",
        text=render_to_string(f"mail/{letter.kind}.txt", facts).strip(),
        html=mark_safe(html),  # our own template has escaped what players wrote
        reply=reply,
        mailto=mailto(reply, draft.thread_name) if reply else "",
        rule=rule(),
    )

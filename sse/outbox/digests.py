"""Several letters in one, for who wants few: every 15 minutes, or once a day.

A digest cannot be answered as a whole: each question in it has its own address.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db import transaction
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from engine.drawing import rule
from sse.accounts.models import Player
from sse.outbox.context import Facts, facts_of, mailto, what_of
from sse.outbox.draft import Sheet
from sse.outbox.headers import reply_address
from sse.outbox.kinds import kind_of
from sse.outbox.models import Letter
from sse.outbox.relevance import gathered, is_needless
from sse.platform import leases

FRAMES = {
    "text_frame": "mail/part.txt",
    "html_frame": "mail/part.html",
    "in_digest": True,
}
MOST_PARTS = 8  # of one digest
MOST_BOARDS = 3  # in it: Gmail cuts off what is longer than 100 kB
Status = Letter.Status


def gathers(letter: Letter) -> bool:
    """Whether it waits for others: its reader wants few letters, and it can."""
    kind, player = kind_of(letter.kind), letter.player
    if player is None or kind.is_urgent or kind.is_alone:
        return False
    return player.letters != Player.Letters.AT_ONCE


def gather(letters: Sequence[Letter]) -> list[Letter]:
    """What is to be sent of these: two or more of one player become a digest."""
    alone = [letter for letter in letters if not gathers(letter)]
    waiting = [letter for letter in letters if gathers(letter)]
    waiting.sort(key=lambda letter: (letter.player_id or 0, letter.pk))
    for _, theirs in groupby(waiting, lambda letter: letter.player_id):
        alone += gathered_of(list(theirs))
    return alone


def gathered_of(theirs: list[Letter]) -> list[Letter]:
    parts = [theirs[at : at + MOST_PARTS] for at in range(0, len(theirs), MOST_PARTS)]
    return [digest_make(part) if part[1:] else part[0] for part in parts]


@transaction.atomic
def digest_make(letters: list[Letter]) -> Letter:
    """One letter for all of them; it is claimed as they were."""
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
    leases.ours(*letters).update(status=Status.GATHERED, **leases.FREE)
    return digest


# -------------------------------------------------------------------- what it says


class Part(NamedTuple):
    what: str
    match_name: str
    text: str
    html: SafeString
    reply: str
    mailto: str
    rule: str


def digest_facts(letter: Letter) -> Facts:
    """Each letter that is still wanted, without its frame."""
    wanted = caught_up(gathered(letter))
    parts = [
        part_of(one, has_board=number < MOST_BOARDS)
        for number, one in enumerate(wanted)
    ]
    return {"parts": parts, "number": len(parts)}


def caught_up(letters: Sequence[Letter]) -> list[Letter]:
    """Those still wanted; each tells what one left out before it would have told."""
    wanted: list[Letter] = []
    out: dict[tuple[int | None, int | None], list[Letter]] = {}
    for one in letters:
        place = one.match_id, one.seat
        if is_needless(one):
            out.setdefault(place, []).append(one)
            continue
        if "since" in one.data:
            one.data = merged([*out.pop(place, []), one])
        wanted.append(one)
    return wanted


def merged(letters: Sequence[Letter]) -> dict[str, Any]:
    """What the last of them says, for all of them."""
    data = letters[-1].data
    since = min(int(one.data.get("since", data["since"])) for one in letters)
    skipped = [line for one in letters for line in one.data.get("skipped") or []]
    return {**data, "since": since, "skipped": skipped}


def part_of(letter: Letter, has_board: bool) -> Part:
    sheet = Sheet(letter)
    facts = {**FRAMES, **facts_of(sheet)}
    if not has_board:
        facts |= {"board": "", "told": facts.get("told", [])[-3:]}
    is_asked = sheet.kind.is_question or letter.kind == "talk"
    reply = reply_address(letter, sheet.seat) if is_asked and sheet.seat else ""
    html = render_to_string(f"mail/{letter.kind}.html", facts)
    return Part(
        what=what_of(letter, facts),
        match_name=sheet.match_name if sheet.has_match else "",
        text=render_to_string(f"mail/{letter.kind}.txt", facts).strip(),
        html=mark_safe(html),  # our own template has escaped what players wrote
        reply=reply,
        mailto=mailto(reply, sheet.thread_name) if reply else "",
        rule=rule(),
    )

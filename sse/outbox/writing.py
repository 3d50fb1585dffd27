"""What letters say. English for now; the game's part in the reader's language."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import timezone, translation

from engine.words import reason_text
from sse.accounts.models import Ticket
from sse.accounts.selectors import player_at
from sse.accounts.tickets import code_of, token_of
from sse.archive.letters import booklet_facts, booklet_files
from sse.inbox.held import held_token
from sse.matches import states
from sse.matches.models import Invitation, Match, Seat, Submission
from sse.matches.selectors import seat_state
from sse.matches.sitting import names_of
from sse.matches.telling import language_in, picture, told
from sse.outbox.headers import headers_of, marker_of, reply_to
from sse.outbox.models import Letter

WIDTH = 72
MOST_ENTRIES = 60  # told in one letter
MOST_HINTS = 6

Facts = dict[str, Any]


def message_of(letter: Letter, email: str) -> EmailMessage:
    """The letter as it leaves."""
    zone = letter.player.time_zone if letter.player else "UTC"
    with translation.override("en"), timezone.override(ZoneInfo(zone)):
        facts = facts_of(letter)
        subject = render_to_string(f"mail/{letter.kind}.subject.txt", facts)
        text = render_to_string(f"mail/{letter.kind}.txt", facts)
    return EmailMessage(
        subject=" ".join(subject.split()),
        body=tidy(f"{marker_of(letter)}\n\n{text}"),
        to=[email],
        reply_to=reply_to(letter),
        headers=headers_of(letter),
        attachments=booklet_files(letter),
    )


def tidy(text: str) -> str:
    """No more than one empty line at once; lines of prose at most 72 columns."""
    lines: list[str] = []
    for line in text.strip().splitlines():
        line = line if line == "-- " else line.rstrip()  # mail programs know this one
        if line or (lines and lines[-1]):
            lines += wrapped(line)
    return "\n".join(lines) + "\n"


def wrapped(line: str) -> list[str]:
    """Long lines are broken, but not what one copies: links, orders, the board."""
    if len(line) <= WIDTH or "://" in line or line.startswith(("  ", "> ")):
        return [line]
    after = "  " if line.startswith("- ") else ""
    return textwrap.wrap(line, WIDTH, subsequent_indent=after, break_long_words=False)


def facts_of(letter: Letter) -> Facts:
    """Everything a template of this kind may name."""
    facts: Facts = {
        "letter": letter,
        "player": letter.player,
        "site_name": settings.SITE_NAME,
        "site": settings.SITE,
        **times(letter.data),
    }
    if letter.match:
        facts |= match_facts(letter, letter.match)
    if letter.kind in OWN_FACTS:
        facts |= OWN_FACTS[letter.kind](letter)
    return facts


def times(data: Facts) -> Facts:
    return {
        name: datetime.fromisoformat(value) if name == "due_at" and value else value
        for name, value in data.items()
        if name not in ("match", "ticket", "invitation", "submission")
    }


def match_facts(letter: Letter, match: Match) -> Facts:
    seats = seats_of(match)
    return {
        "match": match,
        "url": f"{settings.SITE}/matches/{match.pk}/",
        "names": names_of(seats),
        "changed_name": name_at(names_of(seats), letter.data.get("changed")),
        "results": results_of(match, names_of(seats)),
        "is_organiser": match.organiser_id == letter.player_id,
    }


def seats_of(match: Match) -> list[Seat]:
    return list(match.seats.select_related("player").order_by("number"))


def name_at(names: Sequence[str], seat: Any) -> str:
    return names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else ""


def results_of(match: Match, names: Sequence[str]) -> list[Facts]:
    rows = sorted(match.result or [], key=lambda row: int(row["place"]))
    return [{**row, "name": names[row["seat"]]} for row in rows]


# ------------------------------------------------------------- kinds of their own


def ticket_facts(letter: Letter) -> Facts:
    ticket = Ticket.objects.get(pk=letter.data["ticket"])
    page = "log-in" if ticket.purpose == Ticket.Purpose.LOG_IN else "confirm"
    return {
        "ticket": ticket,
        "who": ticket.player or player_at(ticket.email),
        "url": f"{settings.SITE}/{page}/{token_of(ticket)}/",
        "code": code_of(ticket),
        "minutes": settings.LOGIN_LINK_MINUTES,
    }


def invitation_facts(letter: Letter) -> Facts:
    wanted = Invitation.objects.select_related("match", "invited_by")
    invitation = wanted.get(pk=letter.data["invitation"])
    return {
        "invitation": invitation,
        "match": invitation.match,
        "names": [name for name in names_of(seats_of(invitation.match)) if name],
        "url": f"{settings.SITE}/invitations/{invitation.pk}/",
    }


def board_facts(letter: Letter) -> Facts:
    """What happened since the last letter, and the board with the seat's own eyes."""
    match, seat = letter.match, letter.seat
    assert match is not None
    language = language_in(match, letter.player.language if letter.player else "en")
    names = names_of(seats_of(match))
    first = max(letter.data.get("since", 0), letter.entry - MOST_ENTRIES)
    lines = told(
        match,
        first=first,
        last=letter.entry - 1,
        seat=seat,
        language=language,
        names=names,
    )
    state = states.state_at(match, letter.entry - 1)
    return {
        "told": [sentence for entry in lines for sentence in entry.sentences],
        "board": picture(match, state, seat, language, names).text,
    }


def turn_facts(letter: Letter) -> Facts:
    """Besides: what to write. The question is open, so the present is the moment."""
    match, seat = letter.match, letter.seat
    assert match is not None
    assert seat is not None
    language = language_in(match, letter.player.language if letter.player else "en")
    state = seat_state(match, seat)
    hints = match.game.hints(state, seat, language)
    reason = letter.data.get("reason")
    return {
        **board_facts(letter),
        "board": picture(match, state, seat, language, names_of(seats_of(match))).text,
        "why": reason_text(match.game_name, reason, language) if reason else "",
        "hints": hints[:MOST_HINTS],
    }


def outcome_facts(letter: Letter) -> Facts:
    """What became of a mail: what happened at once, and what is kept for later."""
    match, seat = letter.match, letter.seat
    assert match is not None
    assert seat is not None
    submission = Submission.objects.get(pk=letter.data["submission"])
    language = language_in(match, letter.player.language if letter.player else "en")
    names, last = names_of(seats_of(match)), letter.entry - 1
    first = max(letter.data["first"], last - MOST_ENTRIES)
    lines = told(
        match, first=first, last=last, seat=seat, language=language, names=names
    )
    view = match.game.view(states.state_at(match, last), seat)
    kept = submission.answer.get("kept", "").splitlines()
    return {
        "submission": submission,
        "written": submission.text.splitlines(),
        "told": [sentence for entry in lines for sentence in entry.sentences],
        "kept": [match.game.label(view, "plan", line, language) for line in kept],
        "remarks": submission.answer.get("remarks", []),
        "faults": [fault["text"] for fault in submission.answer.get("faults", [])],
    }


def stale_facts(letter: Letter) -> Facts:
    """Besides: the table as it is now, and what can be written now."""
    match, seat = letter.match, letter.seat
    assert match is not None
    assert seat is not None
    language = language_in(match, letter.player.language if letter.player else "en")
    state = seat_state(match, seat)
    hints = match.game.hints(state, seat, language) if not match.has_ended else []
    return {
        "board": picture(match, state, seat, language, names_of(seats_of(match))).text,
        "hints": hints[:MOST_HINTS],
    }


def held_facts(letter: Letter) -> Facts:
    return {"url": f"{settings.SITE}/mails/{held_token(letter.data['mail'])}/"}


OWN_FACTS: dict[str, Callable[[Letter], Facts]] = {
    "log_in": ticket_facts,
    "confirm": ticket_facts,
    "invitation": invitation_facts,
    "turn": turn_facts,
    "phase": board_facts,
    "ended": board_facts,
    "receipt": outcome_facts,
    "refusal": outcome_facts,
    "stale": stale_facts,
    "held": held_facts,
    "booklet": booklet_facts,
}

"""Write an email: in the reader's language, as text and as HTML, with its files."""

from __future__ import annotations

import textwrap
from datetime import timedelta
from math import inf

import css_inline
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext
from icalendar import Alarm, Calendar, Event

from engine.shape import folded, shape_of
from sse.accounts.models import Address
from sse.matches.file_names import match_file
from sse.matches.models import Match
from sse.matches.selectors import log_file
from sse.outbox.context import WIDTH, Facts, facts_of, short_subject
from sse.outbox.digests import digest_facts
from sse.outbox.draft import Draft, shortened
from sse.outbox.letters import File, files_of_letters
from sse.outbox.mime import (
    InlinePicture,
    Message,
    envelope_sender,
    headers_of,
    marker_line,
    reply_to,
)
from sse.outbox.models import Letter
from sse.outbox.reply_addresses import unsubscribe_url
from sse.platform.mail_addresses import office
from sse.platform.pictures import png_of

PICTURE_WIDTH, TALLEST = 600, 1000  # pixels, at most; the second for tall boards
NO_BRACKETS = str.maketrans("<>", "‹›")  # not all programs read attributes well
FRAMES = {"text_frame": "mail/letter.txt", "html_frame": "mail/letter.html"}
CALENDAR_KINDS = ("turn", "reminder", "more_time")
CALENDAR_LENGTH, CALENDAR_WARNING = timedelta(minutes=30), timedelta(hours=3)
INLINER = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def message_of(letter: Letter, email: str, address: Address | None = None) -> Message:
    """Return the email; `address` is the player's, if it goes to one."""
    draft = Draft(letter)
    with translation.override(draft.language), timezone.override(draft.zone):
        facts = all_facts(draft)
        message = Message(
            subject=facts["subject"],
            body=tidy(render_to_string(f"mail/{letter.kind}.txt", facts)),
            from_email=envelope_sender(letter, address),
            to=[email],
            reply_to=reply_to(letter, draft.seat),
            headers=headers_of(letter),
        )
        message.metadata = {"letter": str(letter.pk)}
        picture = picture_of(draft)
        html = inlined_html(f"mail/{letter.kind}.html", {**facts, "picture": picture})
        message.add_html(html, picture, calendar_for(draft))
    for file in files_for(letter):
        message.attach(*file)
    return message


def all_facts(draft: Draft) -> Facts:
    """Return the facts of the letter, and those that all letters have."""
    letter = draft.letter
    facts = {**FRAMES, **facts_of(draft)}
    if letter.kind == "digest":
        facts |= digest_facts(letter)
    facts["what"] = short_subject(letter, facts)
    facts["subject"] = subject_of(draft, facts["what"])
    # Translators: stands between equals signs; mail programs quote what is below
    facts["marker"] = marker_line(letter, gettext("reply above this line"))
    facts["off_url"] = "" if draft.kind.is_answer else unsubscribe_url(letter)
    facts["alt"] = gettext("The board of {match}, described in words below.").format(
        match=str(facts.get("match_name", "")).translate(NO_BRACKETS)
    )
    return facts


def subject_of(draft: Draft, what: str) -> str:
    """Return one subject for a whole match, so that it is one thread; or its own."""
    player = draft.letter.player
    if draft.letter.match_id is None:
        return shortened(what)
    if not (player and player.subjects_tell):
        return draft.thread_name
    return shortened(f"[{settings.SITE_NAME} {draft.match.pk}] {what}")


# ---------------------------------------------------------------------------- text


def tidy(text: str) -> str:
    """Wrap lines of prose at 72 columns, and leave one empty line at most."""
    lines: list[str] = []
    for line in text.strip().splitlines():
        line = line if line == "-- " else line.rstrip()  # mail programs know this one
        if line or (lines and lines[-1]):
            lines += wrapped_line(line)
    return "\n".join(lines) + "\n"


def wrapped_line(line: str) -> list[str]:
    """Break a long line, but not what people copy: links, orders, the board."""
    is_note = line.startswith("      ")
    if len(line) <= WIDTH or "://" in line:
        return [line]
    if line.startswith(("  ", "> ")) and not is_note:
        return [line]
    after = "      " if is_note else "  " if line.startswith("- ") else ""
    return textwrap.wrap(line, WIDTH, subsequent_indent=after, break_long_words=False)


# ---------------------------------------------------------------------------- HTML


def inlined_html(template: str, facts: Facts) -> str:
    """Put styles on every element: many mail programs drop those in the head."""
    return str(INLINER.inline(render_to_string(template, facts)))


def picture_of(draft: Draft) -> InlinePicture | None:
    """Return the board as a PNG, for the kinds that show one."""
    if not draft.kind.has_board or draft.match.old_rules:
        return None
    png = png_of(draft.board.svg, picture_width(draft.board.svg), small=True)
    width, height = png_size(png)
    name = f"board-{draft.letter.pk}@{settings.MAIL_DOMAIN}"
    return InlinePicture(name, png, width, height)


def picture_width(svg: str) -> int:
    shape = shape_of(folded(svg))
    highest = TALLEST if shape.kind == "tall" else inf
    return round(shape.within(PICTURE_WIDTH, highest).width)


def png_size(png: bytes) -> tuple[int, int]:
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


# --------------------------------------------------------------------------- files


def files_for(letter: Letter) -> list[File]:
    """Return the files that go with a letter, as they are now."""
    found = [file for files in files_of_letters(letter) for file in files]
    match = letter.match or Match.objects.filter(pk=letter.data.get("of")).first()
    # The log of a match is secret before the match has ended.
    if letter.data.get("attached") == "log" and match and match.has_ended:
        found.append((match_file(match, "log"), log_file(match), "text/plain"))
    return found


def calendar_for(draft: Draft) -> str:
    """Return the deadline as an iCalendar file, if there is one and it is wanted.

    A seat has one event: a later email moves it. It invites nobody, so no program
    answers it.
    """
    letter = draft.letter
    is_wanted = letter.player is not None and letter.player.deadlines_by_calendar
    if not is_wanted or letter.kind not in CALENDAR_KINDS or not draft.due_at:
        return ""
    calendar = Calendar()
    calendar.add("prodid", "-//Hikyaku//samurai games by mail//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(deadline_event(draft))
    return str(calendar.to_ical().decode())


def deadline_event(draft: Draft) -> Event:
    letter, due_at = draft.letter, draft.due_at
    assert due_at is not None
    event = Event()
    event.add("uid", f"match-{letter.match_id}-seat-{letter.seat}@{office().domain}")
    event.add("sequence", letter.pk)
    event.add("dtstamp", letter.created_at)
    event.add("dtstart", due_at - CALENDAR_LENGTH)
    event.add("dtend", due_at)
    words = gettext("Your turn in {match}").format(match=draft.match_name)
    event.add("summary", words)
    event.add("url", draft.url)
    event.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", words)
    alarm.add("trigger", -CALENDAR_WARNING)
    event.add_component(alarm)
    return event

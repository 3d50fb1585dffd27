"""A letter as it leaves: in the reader's language, as text and dressed up as HTML."""

from __future__ import annotations

import textwrap
from math import inf

import css_inline
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext

from engine.shape import folded, shape_of
from sse.accounts.models import Address
from sse.outbox.attachments import attached_to
from sse.outbox.calendars import calendar_for
from sse.outbox.context import WIDTH, Facts, facts_of, what_of
from sse.outbox.digests import digest_facts
from sse.outbox.draft import Sheet, shortened
from sse.outbox.headers import envelope_sender, headers_of, marker_of, reply_to
from sse.outbox.mime import Inline, Message
from sse.outbox.models import Letter
from sse.outbox.unsubscribe import leave_url
from sse.platform.pictures import png_of

PICTURE_WIDTH, TALLEST = 600, 1000  # pixels, at most; the second of a tall board
NO_BRACKETS = str.maketrans("<>", "‹›")  # not all programs read attributes well
FRAMES = {"text_frame": "mail/letter.txt", "html_frame": "mail/letter.html"}
INLINER = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def message_of(letter: Letter, email: str, address: Address | None = None) -> Message:
    """The letter as it leaves; `address` is the player's, if it goes to one."""
    sheet = Sheet(letter)
    with translation.override(sheet.language), timezone.override(sheet.zone):
        facts = complete(sheet)
        message = Message(
            subject=facts["subject"],
            body=tidy(render_to_string(f"mail/{letter.kind}.txt", facts)),
            from_email=envelope_sender(letter, address),
            to=[email],
            reply_to=reply_to(letter, sheet.seat),
            headers=headers_of(letter),
        )
        message.metadata = {"letter": str(letter.pk)}
        picture = picture_of(sheet)
        html = dressed(f"mail/{letter.kind}.html", {**facts, "picture": picture})
        message.dress(html, picture, calendar_for(sheet))
    for file in attached_to(letter):
        message.attach(*file)
    return message


def complete(sheet: Sheet) -> Facts:
    """What all letters say besides their own."""
    letter = sheet.letter
    facts = {**FRAMES, **facts_of(sheet)}
    if letter.kind == "digest":
        facts |= digest_facts(letter)
    facts["what"] = what_of(letter, facts)
    facts["subject"] = subject_of(sheet, facts["what"])
    # Translators: stands between equals signs; mail programs quote what is below
    facts["marker"] = marker_of(letter, gettext("answer above this line"))
    facts["off_url"] = "" if sheet.kind.is_answer else leave_url(letter)
    facts["alt"] = gettext("The board of {match}; it is told in words below.").format(
        match=str(facts.get("match_name", "")).translate(NO_BRACKETS)
    )
    return facts


def subject_of(sheet: Sheet, what: str) -> str:
    """One for a whole match, so that it is one thread everywhere; or telling ones."""
    player = sheet.letter.player
    if sheet.letter.match_id is None:
        return shortened(what)
    if not (player and player.subjects_tell):
        return sheet.thread_name
    return shortened(f"[{settings.SITE_NAME} {sheet.match.pk}] {what}")


# ---------------------------------------------------------------------------- text


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
    is_note = line.startswith("      ")
    if len(line) <= WIDTH or "://" in line:
        return [line]
    if line.startswith(("  ", "> ")) and not is_note:
        return [line]
    after = "      " if is_note else "  " if line.startswith("- ") else ""
    return textwrap.wrap(line, WIDTH, subsequent_indent=after, break_long_words=False)


# ---------------------------------------------------------------------------- HTML


def dressed(template: str, facts: Facts) -> str:
    """With its styles on every element: many programs drop what stands in the head."""
    return str(INLINER.inline(render_to_string(template, facts)))


def picture_of(sheet: Sheet) -> Inline | None:
    """The board in pixels, for the kinds that show one."""
    if not sheet.kind.has_board or sheet.match.old_rules:
        return None
    png = png_of(sheet.board.svg, picture_width(sheet.board.svg), small=True)
    width, height = size_of(png)
    name = f"board-{sheet.letter.pk}@{settings.MAIL_DOMAIN}"
    return Inline(name, png, width, height)


def picture_width(svg: str) -> int:
    shape = shape_of(folded(svg))
    highest = TALLEST if shape.kind == "tall" else inf
    return round(shape.within(PICTURE_WIDTH, highest).width)


def size_of(png: bytes) -> tuple[int, int]:
    """As its head says."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])

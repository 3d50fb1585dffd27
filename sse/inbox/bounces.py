"""Handle bounces of our emails and complaints about them that came in as mail."""

from __future__ import annotations

import re

from sse.inbox.models import RawMail
from sse.inbox.reading.types import Kind, Reading
from sse.outbox.bounces import bounce_note, is_hard, redacted_reason
from sse.outbox.models import Bounce, Letter
from sse.outbox.reply_addresses import letter_with_id, message_id, quoted_letter
from sse.platform.mail_addresses import address_read, folded, office, turn_of

MOST_REPORT_BYTES = 256 * 1024  # bytes of a report that are looked at
STATUS = re.compile(rb"(?mi)^Status:[ \t]*([245]\.\d{1,3}\.\d{1,3})")
DIAGNOSIS = re.compile(rb"(?mi)^Diagnostic-Code:((?:[^\n]|\n[ \t]){1,600})")
UNDEFINED = "5.0.0"  # which says no more than that it failed
MOST_TEXT_CHARACTERS = 8000  # letters


def report_take(*, mail: RawMail, reading: Reading) -> str:
    """Act on a report about an email of ours; return a summary for the operator.

    Only what came to the envelope of a letter counts, or quotes its name, which nobody
    can guess: anybody can write that somebody else's address is dead.
    """
    raw = bytes(mail.raw)[:MOST_REPORT_BYTES]
    token = address_read(office(), mail.recipient)
    is_certain = token is not None and token.kind == "b"
    letter = (
        letter_with_id(token.number) if token and is_certain else quoted_letter(raw)
    )
    if letter is None:
        return "about no letter of ours"
    turn = token.turn if token and is_certain else None
    email = failed_email(letter, turn, reading)
    if not email:
        return "about no address that is known"
    kind, is_coded = bounce_kind(raw, reading, letter)
    bounce_note(
        letter=letter,
        email=email,
        kind=kind,
        why=diagnosis_of(raw) or reading.why,
        key=f"mail:{mail.pk}",
        is_certain=is_certain and is_coded,
    )
    return f"letter {letter.pk}: {reading.why}"


def failed_email(letter: Letter, turn: int | None, reading: Reading) -> str:
    """Return the address that failed, by the envelope or else by the report."""
    if letter.email or letter.player is None:
        return letter.email
    theirs = list(letter.player.addresses.order_by("-is_first", "pk"))
    if turn is not None:
        named = [one.email for one in theirs if turn_of(one.pk) == turn]
        return named[0] if named else ""
    said = {folded(failed.address) for failed in reading.bounced}
    named = [one.email for one in theirs if folded(one.email) in said]
    if not named and reading.kind is Kind.COMPLAINT:  # these often hide the address
        named = [one.email for one in theirs]
    return named[0] if named else ""


def bounce_kind(
    raw: bytes, reading: Reading, letter: Letter
) -> tuple[Bounce.Kind, bool]:
    """Return whether the bounce is permanent, and whether a status code says so.

    A full mailbox and a policy may pass.
    """
    if reading.kind is Kind.COMPLAINT:
        return Bounce.Kind.COMPLAINT, True
    if not any(failed.permanent for failed in reading.bounced):
        return Bounce.Kind.SOFT, True
    said = [found.decode() for found in STATUS.findall(raw)]
    if telling := [code for code in said if code != UNDEFINED]:
        is_dead = any(is_hard(550, code, True) for code in telling)
        return (Bounce.Kind.HARD if is_dead else Bounce.Kind.SOFT), True
    is_dead = is_hard(550, report_text(raw, letter).replace(UNDEFINED, ""), True)
    return (Bounce.Kind.HARD if is_dead else Bounce.Kind.SOFT), False


def report_text(raw: bytes, letter: Letter) -> str:
    """Return what the report itself says, above the copy of our email."""
    body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[-1]
    own = body.partition(message_id(letter).encode())[0]
    return " ".join(own.decode("utf-8", "replace").split())[:MOST_TEXT_CHARACTERS]


def diagnosis_of(raw: bytes) -> str:
    found = DIAGNOSIS.search(raw)
    return redacted_reason(found[1].decode("utf-8", "replace")) if found else ""

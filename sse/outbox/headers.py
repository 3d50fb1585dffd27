"""What stands above a letter: where answers go, and to which thread it belongs."""

from __future__ import annotations

import re
from email.utils import formataddr

from django.conf import settings

from sse.accounts.models import Address
from sse.matches.models import Seat
from sse.outbox.kinds import kind_of
from sse.outbox.message_ids import message_id
from sse.outbox.models import Letter
from sse.outbox.reply_addresses import ABOUT_ITSELF, address_besides, is_answerable
from sse.outbox.unsubscribe import leave_url
from sse.platform import rows
from sse.platform.mail_addresses import address_make, office, turn_of
from sse.platform.mail_marks import LOOP_HEADER, MARKER

SUPPRESS = "DR, RN, NRN, OOF, AutoReply"  # not All: what cannot be delivered comes back
NEVER = ("gathered", "suppressed", "superseded", "expired")  # these leave no trace
BEFORE = rows.Select(
    lambda match, seat, player, pk: (
        Letter.objects.filter(match=match, seat=seat, player=player, pk__lt=pk)
        .exclude(status__in=NEVER)
        .order_by("-pk")[:1]
    ),
    *(int, int, int, int),
)
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}>")


def headers_of(letter: Letter) -> dict[str, str]:
    is_answer = kind_of(letter.kind).is_answer
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Auto-Submitted": "auto-replied" if is_answer else "auto-generated",
        "X-Auto-Response-Suppress": SUPPRESS,
        LOOP_HEADER: office().domain,
        "Message-ID": message_id(letter),
        "Feedback-ID": feedback_id(letter),
    }
    if letter.match_id:
        number = letter.match_id
        headers["List-Id"] = f"Match {number} <match-{number}.{office().domain}>"
    return headers | leaving_of(letter) | thread_of(letter)


def feedback_id(letter: Letter) -> str:
    """By which Gmail counts complaints: match, kind, sort of mail, sender."""
    return f"match-{letter.match_id or 0}:{letter.kind}:letter:{office().domain}"


def leaving_of(letter: Letter) -> dict[str, str]:
    """One click and no more letters come (RFC 8058); answers are no list's."""
    url = leave_url(letter)
    if not url or kind_of(letter.kind).is_answer:
        return {}
    by_mail = address_make(office(), "l", letter.pk)
    return {
        "List-Unsubscribe": f"<{url}>, <mailto:{by_mail}?subject=unsubscribe>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def envelope_sender(letter: Letter, address: Address | None) -> str:
    """Where the letter comes back to; it says which letter, and whose address."""
    turn = turn_of(address.pk) if address else 0
    return address_make(office(), "b", letter.pk, turn)


# ------------------------------------------------------------------------- threads


def thread_of(letter: Letter) -> dict[str, str]:
    """One thread for a seat: its root is no letter, so it is never missing."""
    chain = [root_of(letter)] if letter.match_id else []
    answered = str(letter.data.get("in_reply_to", ""))
    if MESSAGE_ID.fullmatch(answered):
        chain.append(answered)
    elif before := letter_before(letter):
        chain.append(message_id(before))
    if not chain:
        return {}
    return {"In-Reply-To": chain[-1], "References": " ".join(chain)}


def root_of(letter: Letter) -> str:
    seat = "organiser" if letter.seat is None else f"seat-{letter.seat}"
    return f"<match-{letter.match_id}.{seat}@{office().domain}>"


def letter_before(letter: Letter) -> Letter | None:
    if letter.match_id is None or letter.seat is None:
        return None
    found = BEFORE(letter.match_id, letter.seat, letter.player_id, letter.pk)
    return found[0] if found else None


# ------------------------------------------------------------------------ answers


def reply_to(letter: Letter, seat: Seat | None) -> list[str]:
    """Who has no account yet answers only invitations and the like."""
    if not is_answerable(letter):
        return []
    return [formataddr((settings.SITE_NAME, reply_address(letter, seat)))]


def reply_address(letter: Letter, seat: Seat | None) -> str:
    """Of the seat and the turn, while the seat is the reader's."""
    here = office()
    if seat is None or letter.kind in ABOUT_ITSELF:
        return address_besides(letter)
    return address_make(here, "o", seat.pk, letter.turn, seat.token_epoch)


def marker_of(letter: Letter, words: str) -> str:
    """The first line, which we know again in an answer that does not quote by `>`."""
    if not is_answerable(letter) or letter.kind == "digest":
        return ""
    turn = f"{letter.match_id}-{letter.turn}" if letter.match_id else "letter"
    return f"{MARKER} {turn} ]===== {words} ====="

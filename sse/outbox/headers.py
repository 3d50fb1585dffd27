"""What stands above a letter: where answers go, and to which thread it belongs."""

from __future__ import annotations

import re
from email.utils import formataddr

from django.conf import settings

from sse.inbox.addresses import address_make
from sse.inbox.reading import Us
from sse.inbox.replying import ABOUT_ITSELF, address_besides, is_answerable
from sse.inbox.selectors import office
from sse.matches.models import Match, Seat
from sse.outbox.models import Letter

ANSWERS = ("receipt", "refusal", "stale", "held", "answer")  # a mail caused them
SUPPRESS = "DR, RN, NRN, OOF, AutoReply"  # not All: what cannot be delivered comes back
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}>")


def headers_of(letter: Letter) -> dict[str, str]:
    is_answer = letter.kind in ANSWERS
    headers = {
        "Auto-Submitted": "auto-replied" if is_answer else "auto-generated",
        "X-Auto-Response-Suppress": SUPPRESS,
        Us(domains=()).loop_header: office().domain,
        "Message-ID": message_id(letter),
    }
    if letter.match_id:
        number = letter.match_id
        headers["List-Id"] = f"Match {number} <match-{number}.{office().domain}>"
    return headers | thread_of(letter)


def message_id(letter: Letter) -> str:
    """The same however often it is sent: programs then show it once."""
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">")
    return f"<letter-{letter.pk}.{letter.created_at:%Y%m%d%H%M%S}@{host}>"


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
    same = Letter.objects.filter(
        match=letter.match_id, seat=letter.seat, player=letter.player_id
    )
    return same.filter(pk__lt=letter.pk).order_by("-pk").first()


# ------------------------------------------------------------------------ answers


def reply_to(letter: Letter) -> list[str]:
    """Who has no account yet answers only invitations and the like."""
    if not is_answerable(letter):
        return []
    return [formataddr((settings.SITE_NAME, reply_address(letter)))]


def reply_address(letter: Letter) -> str:
    """Of the seat and the turn, while the seat is the reader's."""
    here, seat = office(), seat_of(letter, letter.match)
    if seat is None or letter.kind in ABOUT_ITSELF:
        return address_besides(letter)
    return address_make(here, "o", seat.pk, letter.entry, seat.token_epoch)


def seat_of(letter: Letter, match: Match | None) -> Seat | None:
    if match is None or letter.seat is None:
        return None
    return match.seats.filter(number=letter.seat, player=letter.player_id).first()


def marker_of(letter: Letter) -> str:
    """The first line, which we know again in an answer that does not quote by `>`."""
    if not is_answerable(letter):
        return ""
    turn = f"{letter.match_id}-{letter.entry}" if letter.match_id else "letter"
    return f"{Us(domains=()).marker} {turn} ]===== answer above this line ====="

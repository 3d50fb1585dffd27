"""Emails that could not be delivered, and readers who complain.

One certain sign that an address is dead, or enough uncertain ones within a month, and
no email is sent there any more, until its owner tries it again. Words alone, without a
number of RFC 3463, are never certain. Owners learn it at another address and on their
pages; if they have none, the organisers of their matches do. Clocks go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum
from smtplib import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from sse.accounts.models import Address, Player
from sse.accounts.selectors import address_for
from sse.matches.models import Invitation, Match
from sse.matches.play.notices import match_notice
from sse.outbox.letters import letter_to
from sse.outbox.models import Bounce, Letter
from sse.platform.logs import hidden
from sse.platform.notices import notify

SCORES = {Bounce.Kind.HARD: 2, Bounce.Kind.SOFT: 1}
SUSPENDING_SCORE = 4
COUNTED_FOR = timedelta(days=30)
GOING_ON = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED)
ENHANCED = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)")
FULL = re.compile(
    r"\b(?:over|exceed\w*|out of)\W+(?:\w+\W+){0,3}(?:quota|storage|space)\b"
    r"|\b(?:quota|storage)\W+(?:\w+\W+){0,3}(?:exceed\w*|full|reached|limit\w*)\b"
    r"|\b(?:mail ?box|in-?box|mail ?folder|account|user)\W+(?:\w+\W+){0,3}"
    r"(?:full|overquota|over quota)\b"
    r"|\binsufficient\W+(?:\w+\W+){0,2}(?:storage|space)\b"
    r"|\boverquota\b"
    r"|\b(?:postfach|mailbox|posteingang)\W+(?:\w+\W+){0,3}(?:voll|überfüllt)\b"
    r"|\bcasella\W+(?:\w+\W+){0,3}piena\b"
    r"|\bящик\W+(?:\w+\W+){0,3}переполнен\w*"
    r"|\bскриньк\w+\W+(?:\w+\W+){0,3}переповнен\w*",
    re.IGNORECASE,
)
NO_SUCH = {(1, 0), (1, 1), (1, 2), (1, 3), (1, 6), (1, 10), (2, 1)}  # RFC 3463
BARE = {550, 551, 553}  # at RCPT, with no number that says more


def redacted_reason(words: str) -> str:
    """Return what a mail server said in one line, without addresses."""
    return str(hidden(" ".join(words.replace("\0", "").split())))[:300]


# ----------------------------------------------------------------------- bounces


@transaction.atomic
def bounce_note(
    *,
    letter: Letter,
    email: str,
    kind: Bounce.Kind,
    why: str,
    key: str,
    is_certain: bool,
    is_final: bool = False,
) -> None:
    """Count a report once; suspend the address when it is enough."""
    defaults = {"email": email, "kind": kind, "why": why, "letter": letter}
    bounce, is_new = Bounce.objects.get_or_create(key=key, defaults=defaults)
    if not is_new:
        return
    if kind != Bounce.Kind.SOFT:
        back = Letter.objects.filter(pk=letter.pk, status=Letter.Status.SENT)
        back.update(status=Letter.Status.BOUNCED, trouble=why)
    if letter.kind == "invitation" and (is_final or kind != Bounce.Kind.SOFT):
        notify_inviter(letter, bounce)
    addresses = Address.objects.select_for_update().filter(
        email=email, confirmed_at__isnull=False, suspended_at=None
    )
    for address in addresses:
        if is_enough(bounce, is_certain):
            suspend_address(address, bounce)


def is_enough(bounce: Bounce, is_certain: bool) -> bool:
    if bounce.kind == Bounce.Kind.COMPLAINT:
        return True
    if bounce.kind == Bounce.Kind.HARD and is_certain:
        return True
    since = timezone.now() - COUNTED_FOR
    recent = Bounce.objects.filter(email=bounce.email, at__gt=since)
    return sum(scores_by_letter(recent).values()) >= SUSPENDING_SCORE


def scores_by_letter(bounces: Iterable[Bounce]) -> dict[object, int]:
    """Return scores by letter: two machines may report the same one."""
    scores: dict[object, int] = {}
    for one in bounces:
        key = one.letter_id or one.key
        score = SCORES.get(Bounce.Kind(one.kind), SUSPENDING_SCORE)
        scores[key] = max(score, scores.get(key, 0))
    return scores


def bounces_forget(email: str) -> None:
    """Forget the bounces of an address at which somebody reads mail again."""
    Bounce.objects.filter(email=email).delete()


# ------------------------------------------------------------------------- notices


def suspend_address(address: Address, bounce: Bounce) -> None:
    address.suspended_at = timezone.now()
    address.save(update_fields=["suspended_at"])
    player = address.player
    if address_for(player):
        letter_to(
            player=player,
            kind="bounced",
            key=f"bounced:{bounce.pk}",
            address=address.email,
            reply=bounce.why,
            is_complaint=bounce.kind == Bounce.Kind.COMPLAINT,
        )
    else:
        notify_organisers(player, bounce)


def notify_organisers(player: Player, bounce: Bounce) -> None:
    """They may know another way to reach the player; the address stays private."""
    matches = Match.objects.filter(seats__player=player, status__in=GOING_ON)
    for match in matches.exclude(organiser=player).select_related("organiser"):
        if match.organiser:
            is_complaint = bounce.kind == Bounce.Kind.COMPLAINT
            data = {"name": player.name, "is_complaint": is_complaint}
            write_about(match, match.organiser, bounce, **data)


def notify_inviter(letter: Letter, bounce: Bounce) -> None:
    """Name the address: the inviter wrote it."""
    wanted = Invitation.objects.select_related("match", "invited_by")
    invitation = wanted.filter(pk=letter.data.get("invitation"), answer="").first()
    if invitation:
        match, inviter = invitation.match, invitation.invited_by
        write_about(match, inviter, bounce, invited=invitation.email)


def write_about(match: Match, player: Player, bounce: Bounce, **data: Any) -> None:
    key = f"bounced:{bounce.pk}:{match.pk}"
    told = {"kind": "bounced", "key": key, "reply": bounce.why, **data}
    notify([match_notice(match=match, player=player, **told)])


# -------------------------------------------------------------------- mail servers


def backend_errors() -> tuple[type[Exception], ...]:
    """Return what the mail backend may raise; anymail is imported only if used."""
    if not settings.EMAIL_BACKEND.startswith("anymail."):
        return SMTPException, OSError
    from anymail.exceptions import AnymailError

    return SMTPException, OSError, AnymailError


def is_unknown_recipient(error: Exception) -> bool:
    """Return whether a provider says that there is no such address."""
    if not settings.EMAIL_BACKEND.startswith("anymail."):
        return False
    from anymail.exceptions import AnymailInvalidAddress, AnymailRecipientsRefused

    return isinstance(error, AnymailInvalidAddress | AnymailRecipientsRefused)


class When(StrEnum):
    NOW = "now"  # the line was cut
    LATER = "later"
    NEVER = "never"


class SmtpError(NamedTuple):
    """What a mail server says when it does not take a letter.

    Only an answer about the recipient speaks against the recipient's address.
    """

    when: When
    words: str  # for the operator
    is_hard: bool = False  # there is no such address
    is_coded: bool = False  # a number says so, not words alone
    is_outage: bool = False  # no letter gets through now


def smtp_error(error: Exception) -> SmtpError:
    if isinstance(error, SMTPRecipientsRefused):
        return answer_error(
            *next(iter(error.recipients.values()), (550, b"")), is_rcpt=True
        )
    if isinstance(error, SMTPDataError):
        return answer_error(error.smtp_code, error.smtp_error, is_rcpt=False)
    if is_unknown_recipient(error):
        return SmtpError(When.NEVER, str(error), is_hard=True, is_coded=True)
    if isinstance(error, SMTPServerDisconnected):
        return SmtpError(When.NOW, str(error), is_outage=True)
    if isinstance(error, SMTPResponseException) and error.smtp_code == 421:
        return SmtpError(When.NOW, decoded(error.smtp_error), is_outage=True)
    return SmtpError(When.LATER, str(error), is_outage=True)


def answer_error(code: int, words: bytes | str, is_rcpt: bool) -> SmtpError:
    text = f"{code} {decoded(words)}"
    if code < 500:
        return SmtpError(When.LATER, text)
    is_coded = ENHANCED.search(text) is not None
    return SmtpError(
        When.NEVER, text, is_hard=is_hard(code, text, is_rcpt), is_coded=is_coded
    )


def is_hard(code: int, text: str, is_rcpt: bool) -> bool:
    """Return whether the address is dead; a full mailbox or a policy may pass."""
    if found := ENHANCED.search(text):
        return found[1] == "5" and (int(found[2]), int(found[3])) in NO_SUCH
    return is_rcpt and code in BARE and not is_full(text)


def is_full(words: str) -> bool:
    """Return whether words tell of a full mailbox, where no number does."""
    return FULL.search(words) is not None


def decoded(words: bytes | str) -> str:
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else words

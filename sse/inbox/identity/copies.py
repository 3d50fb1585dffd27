"""A message that came to several addresses of ours: it acts and is answered once.

Each copy is a row, for each came by itself. Whichever is read first counts for the best
of the addresses that the message names: see `place_of`. The others are copies of it.
"""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from sse.inbox.identity.cases import Case
from sse.inbox.identity.held_mail import ACCOUNT
from sse.inbox.identity.trust import Action
from sse.inbox.models import RawMail
from sse.inbox.replies import answer
from sse.inbox.services import Fate

Status = RawMail.Status


def copied(case: Case) -> Fate | None:
    """What becomes of a mail that a copy of it has been before, if one has."""
    first = first_of(case)
    if first is None:
        return None
    why = f"a copy of mail {first.pk}"
    if is_for_another_seat(case, first):
        return answer(case, counted_once(first), "copy")._replace(why=why)
    return Fate(Status.IGNORED, why, case.reading.kind)


def first_of(case: Case) -> RawMail | None:
    """A copy that acted in the same name, or was dealt with about the same thing.

    Only who wrote that one is stopped by it: anybody can send the same words before.
    A mail without a name is nobody's copy: `pass` is written in many turns.
    """
    mail, player = case.mail, case.player
    if not mail.message_id:
        return None
    alike = RawMail.objects.filter(
        message_id=mail.message_id, body_hash=mail.body_hash, player=player
    )
    if player is None:  # invited, and no player yet
        alike = alike.filter(match=case.match)
    ends = [Status.DONE]
    if case.judgement.action == Action.HOLD:
        ends.append(Status.HELD)
    same = Q(status__in=ends, seat=case.seat, match=case.match)
    if not case.is_sure:  # its owner is asked about the first one
        same |= Q(status=Status.HELD, kind=ACCOUNT)
    before = alike.exclude(pk=mail.pk).filter(Q(acted_at__isnull=False) | same)
    return before.select_related("match").defer("raw").order_by("pk").first()


def is_for_another_seat(case: Case, first: RawMail) -> bool:
    """The writer has both seats, and may think that both have their orders."""
    if case.seat is None or case.judgement.action != Action.APPLY:
        return False
    return first.seat_id is not None and first.seat_id != case.seat.pk


def counted_once(first: RawMail) -> str:
    sentence = _(
        "Your mail went to several of our addresses. It counted for {match} only, and"
        " nothing was done here: please write to each match in a mail of its own."
    )
    return sentence.format(match=first.match)

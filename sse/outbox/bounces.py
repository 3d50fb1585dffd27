"""Letters that came back, and readers who complain.

One sure sign that an address is dead, or enough unsure ones within a month, and no
letter goes there any more, until its owner tries it again. Words alone, without a
number of RFC 3463, are never sure. Owners are told at another address and on their
pages; if they have none, the organisers of their matches are. Clocks go by what was
agreed on.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from sse.accounts.models import Address, Player
from sse.accounts.selectors import address_for
from sse.matches.models import Invitation, Match
from sse.outbox.letters import letter_beside, letter_to
from sse.outbox.models import Bounce, Letter
from sse.platform.logs import hidden

SCORES = {Bounce.Kind.HARD: 2, Bounce.Kind.SOFT: 1}
ENOUGH = 4
WITHIN = timedelta(days=30)
GOING_ON = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED)


def told(words: str) -> str:
    return str(hidden(" ".join(words.replace("\0", "").split())))[:300]


# ----------------------------------------------------------------------- refusals


def letter_refused(
    *, letter: Letter, email: str, why: str, is_hard: bool, is_coded: bool
) -> None:
    """The other mail server said no, and for good, when the letter was handed over."""
    bounce_note(
        letter=letter,
        email=email,
        kind=Bounce.Kind.HARD if is_hard else Bounce.Kind.SOFT,
        why=why,
        key=f"letter:{letter.pk}:{letter.attempts}",
        is_certain=is_coded,
        is_final=True,
    )


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
    """One report, counted once; when it is enough, the address is suspended."""
    defaults = {"email": email, "kind": kind, "why": why, "letter": letter}
    bounce, is_new = Bounce.objects.get_or_create(key=key, defaults=defaults)
    if not is_new:
        return
    if kind != Bounce.Kind.SOFT:
        back = Letter.objects.filter(pk=letter.pk, status=Letter.Status.SENT)
        back.update(status=Letter.Status.BOUNCED, trouble=why)
    if letter.kind == "invitation" and (is_final or kind != Bounce.Kind.SOFT):
        tell_inviter(letter, bounce)
    addresses = Address.objects.select_for_update().filter(
        email=email, confirmed_at__isnull=False, suspended_at=None
    )
    for address in addresses:
        if is_enough(bounce, is_certain):
            suspend(address, bounce)


def is_enough(bounce: Bounce, is_certain: bool) -> bool:
    if bounce.kind == Bounce.Kind.COMPLAINT:
        return True
    if bounce.kind == Bounce.Kind.HARD and is_certain:
        return True
    lately = Bounce.objects.filter(email=bounce.email, at__gt=timezone.now() - WITHIN)
    return sum(scores_of(lately).values()) >= ENOUGH


def scores_of(bounces: Iterable[Bounce]) -> dict[object, int]:
    """By letter: one that comes back twice, by two machines, came back once."""
    scores: dict[object, int] = {}
    for one in bounces:
        key = one.letter_id or one.key
        score = SCORES.get(Bounce.Kind(one.kind), ENOUGH)
        scores[key] = max(score, scores.get(key, 0))
    return scores


def bounces_forget(email: str) -> None:
    """Somebody reads mail there again: what was before does not count."""
    Bounce.objects.filter(email=email).delete()


# ------------------------------------------------------------------------- telling


def suspend(address: Address, bounce: Bounce) -> None:
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
        tell_organisers(player, bounce)


def tell_organisers(player: Player, bounce: Bounce) -> None:
    """They may know another way to reach who plays with them; no address is told."""
    matches = Match.objects.filter(seats__player=player, status__in=GOING_ON)
    for match in matches.exclude(organiser=player).select_related("organiser"):
        if match.organiser:
            is_complaint = bounce.kind == Bounce.Kind.COMPLAINT
            data = {"name": player.name, "is_complaint": is_complaint}
            tell(match, match.organiser, bounce, **data)


def tell_inviter(letter: Letter, bounce: Bounce) -> None:
    """The address is theirs to know: they have written it."""
    wanted = Invitation.objects.select_related("match", "invited_by")
    invitation = wanted.filter(pk=letter.data.get("invitation"), answer="").first()
    if invitation:
        match, inviter = invitation.match, invitation.invited_by
        tell(match, inviter, bounce, invited=invitation.email)


def tell(match: Match, player: Player, bounce: Bounce, **data: Any) -> None:
    letter_beside(
        match=match,
        player=player,
        kind="bounced",
        key=f"bounced:{bounce.pk}:{match.pk}",
        reply=bounce.why,
        **data,
    )

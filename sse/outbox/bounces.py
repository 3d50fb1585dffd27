"""Letters that came back, and readers who complain.

One sure sign that an address is dead, or enough unsure ones within a month, and no
letter goes there any more, until its owner tries it again. Words alone, without a
number of RFC 3463, are never sure. Owners are told at another address and on their
pages; if they have none, the organisers of their matches are. Clocks go by what was
agreed on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from sse.accounts.models import Address, Player
from sse.accounts.selectors import address_for
from sse.inbox.addresses import address_read, folded, turn_of
from sse.inbox.models import RawMail
from sse.inbox.reading import Kind, Reading
from sse.inbox.selectors import office
from sse.logs import hidden
from sse.matches.models import Invitation, Match
from sse.outbox.letters import letter_beside, letter_to
from sse.outbox.models import Bounce, Letter
from sse.outbox.names import letter_at, letter_quoted, message_id
from sse.outbox.troubles import is_hard

SCORES = {Bounce.Kind.HARD: 2, Bounce.Kind.SOFT: 1}
ENOUGH = 4
WITHIN = timedelta(days=30)
FIRST = 256 * 1024  # bytes of a report that are looked at
STATUS = re.compile(rb"(?mi)^Status:[ \t]*([245]\.\d{1,3}\.\d{1,3})")
DIAGNOSIS = re.compile(rb"(?mi)^Diagnostic-Code:((?:[^\n]|\n[ \t]){1,600})")
UNDEFINED = "5.0.0"  # which says no more than that it failed
MOST_WORDS = 8000  # letters
GOING_ON = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED)


# ------------------------------------------------------------------------- reports


def report_take(*, mail: RawMail, reading: Reading) -> str:
    """What a mail about a letter of ours changes; for the operator, in a word.

    Only what came to the envelope of a letter counts, or quotes its name, which nobody
    can guess: anybody can write that somebody else's address is dead.
    """
    raw = bytes(mail.raw)[:FIRST]
    token = address_read(office(), mail.recipient)
    is_certain = token is not None and token.kind == "b"
    letter = letter_at(token.number) if token and is_certain else letter_quoted(raw)
    if letter is None:
        return "about no letter of ours"
    turn = token.turn if token and is_certain else None
    email = email_of(letter, turn, reading)
    if not email:
        return "about no address that is known"
    kind, is_coded = kind_in(raw, reading, letter)
    bounce_note(
        letter=letter,
        email=email,
        kind=kind,
        why=diagnosis_in(raw) or reading.why,
        key=f"mail:{mail.pk}",
        is_certain=is_certain and is_coded,
    )
    return f"letter {letter.pk}: {reading.why}"


def email_of(letter: Letter, turn: int | None, reading: Reading) -> str:
    """Which address did not get it: as the envelope said, else as the report says."""
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


def kind_in(raw: bytes, reading: Reading, letter: Letter) -> tuple[Bounce.Kind, bool]:
    """Dead, or only ill; and whether a number says so, not words alone.

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
    is_dead = is_hard(550, words_in(raw, letter).replace(UNDEFINED, ""), True)
    return (Bounce.Kind.HARD if is_dead else Bounce.Kind.SOFT), False


def words_in(raw: bytes, letter: Letter) -> str:
    """What a report says itself, above the copy of our letter."""
    body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[-1]
    own = body.partition(message_id(letter).encode())[0]
    return " ".join(own.decode("utf-8", "replace").split())[:MOST_WORDS]


def diagnosis_in(raw: bytes) -> str:
    found = DIAGNOSIS.search(raw)
    return told(found[1].decode("utf-8", "replace")) if found else ""


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


def bounces_forget(*, email: str) -> None:
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

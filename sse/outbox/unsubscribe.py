"""Who wants no more letters: of a match, or, for strangers, at an address.

A link shows a page; only its button, or a mail program's one click, does it. Nobody
resigns by it: the match goes on, and the pages show whose turn it is.
"""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.outbox.models import Bounce, Letter, Silence

SIGNER = Signer(salt="sse.outbox.leaving")
OFF = "off:"  # so begins the key of what the reader of an address wanted


class Leave(NamedTuple):
    """What a link stops: letters of a match to a player, or all to an address."""

    player: Player | None = None
    match: Match | None = None
    email: str = ""


def leave_url(letter: Letter) -> str:
    """For letters of matches, and for invitations to who is no player yet."""
    if letter.player_id and letter.match_id:
        said = f"{letter.player_id}-{letter.match_id}"
    elif letter.kind == "invitation":
        said = f"i-{letter.pk}"
    else:
        return ""
    return f"{settings.SITE}/letters/off/{SIGNER.sign(said)}/"


def leave_of(token: str) -> Leave:
    """What the link is about. [MatchRefused]"""
    try:
        first, _, second = SIGNER.unsign(token).partition("-")
    except BadSignature:
        raise forged() from None
    if first == "i":
        return leave_by_letter(int(second))
    player = Player.objects.filter(pk=int(first), is_active=True).first()
    match = Match.objects.filter(pk=int(second)).first()
    if player is None or match is None:
        raise forged()
    return Leave(player, match)


def leave_by_letter(number: int) -> Leave:
    """What a mail to the letter's own address for this is about. [MatchRefused]"""
    wanted = Letter.objects.select_related("player", "match")
    letter = wanted.filter(pk=number).first()
    if letter and letter.player and letter.match:
        return Leave(letter.player, letter.match)
    if letter and letter.kind == "invitation" and letter.email:  # else forgotten
        return Leave(email=letter.email)
    raise forged()


def forged() -> MatchRefused:
    return MatchRefused("forged", _("This link is not one of ours, or not any more."))


@transaction.atomic
def letters_off(*, leave: Leave) -> None:
    """No more of them; said twice it holds once."""
    if leave.player and leave.match:
        Silence.objects.update_or_create(
            player=leave.player, match=leave.match, defaults={"is_wish": True}
        )
    elif leave.email:
        Bounce.objects.get_or_create(
            key=f"{OFF}{leave.email}"[:120],
            defaults={"email": leave.email, "kind": Bounce.Kind.COMPLAINT},
        )


def match_without_letters(*, player: Player, match: Match) -> None:
    """It is played on its page from the start; nobody said that they want none."""
    Silence.objects.get_or_create(
        player=player, match=match, defaults={"is_wish": False}
    )


def letters_on(*, player: Player, match_id: int) -> None:
    """Letters of the match come again."""
    if not Silence.objects.filter(player=player, match=match_id).delete()[0]:
        raise MatchRefused("on", _("Letters of this match come already."))

"""What a player is asked, each question with the address that answers it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.inbox.commands.requests import instant
from sse.matches.access import matches_of
from sse.matches.models import Match, Seat
from sse.platform.mail_addresses import address_make, office

MOST = 20


def questions_to(player: Player | None) -> str:
    """The most urgent first, to be shown in a letter to the player and nowhere else."""
    if player is None:
        return ""
    waiting = [one for one in matches_of(player) if one.waits][:MOST]
    lines = [line_of(one.match, one.seat, player) for one in waiting if one.seat]
    return "\n\n".join(lines)


def line_of(match: Match, seat: Seat, player: Player) -> str:
    state = _("it is your turn")
    if seat.due_at:
        state = _("it is your turn, until {when}").format(
            when=instant(seat.due_at, player)
        )
    address = address_make(office(), "o", seat.pk, match.head, seat.token_epoch)
    return f"  {match}: {state}\n  {address}"


def which_of(questions: str) -> str:
    """To who wrote to none of these matches: whatever it was, it is done for none."""
    sentence = _(
        "Nothing was done: the address you wrote to does not say which match you mean."
        " Answer a letter of that match. This waits for you now, each with its own"
        " reply address:"
    )
    return f"{sentence}\n\n{questions}"

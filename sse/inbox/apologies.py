"""A mail that breaks us is safe: its writer is told so, once."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import structlog
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.accounts.selectors import address_for
from sse.inbox.identity.cases import READABLE, case_of, reading_of
from sse.inbox.identity.trust import Action
from sse.inbox.limits import answer_allow
from sse.inbox.models import RawMail
from sse.outbox.letters import letter_to
from sse.platform.times import day_in_words

log = structlog.get_logger()
KNOWN = (Action.APPLY, Action.STALE, Action.VOID)


def tell_it_is_safe(mail: RawMail) -> None:
    """If we know whose it is; whatever broke on it may break here as well."""
    try:
        with transaction.atomic():
            player = writer_of(mail)
            if player and may_tell(player):
                with translation.override(player.language):
                    write(mail, player)
    except Exception:
        log.exception("not told", mail=mail.pk)


def writer_of(mail: RawMail) -> Player | None:
    reading = reading_of(mail)
    if reading.kind not in READABLE or reading.quiet:
        return None
    case = case_of(mail, reading)
    return case.player if case.judgement.action in KNOWN else None


def may_tell(player: Player) -> bool:
    address = address_for(player)
    return address is not None and answer_allow(
        mail=None, address=address.email, reason="broken"
    )


def write(mail: RawMail, player: Player) -> None:
    local = timezone.localtime(mail.received_at, ZoneInfo(player.time_zone))
    sentence = _(
        "Your mail of {when} arrived and is safe, but something broke on our side when"
        " we read it. Nothing was changed. A person will look at it."
    )
    when = f"{day_in_words(local)}, {local:%H:%M} {local:%Z}"
    text, about = sentence.format(when=when), _("Your mail is safe")
    key = f"dead:mail:{mail.pk}"
    letter_to(player=player, kind="answer", key=key, about=about, text=text)

"""What became of letters, for who gets them."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sse.accounts.models import Address, Player
from sse.outbox.context import Facts, what_of
from sse.outbox.models import Bounce, Letter
from sse.outbox.unsubscribe import OFF

MOST = 60  # on a page
Status = Letter.Status
WHY = {
    "silence": gettext_lazy("not sent: you wanted no more letters of this match"),
    "began without": gettext_lazy("not sent: this match began without letters"),
    "no address": gettext_lazy("not sent: no address of yours takes letters"),
    "closed": gettext_lazy("not sent: that address wants none of our letters"),
    "came back": gettext_lazy("not sent: an earlier letter to that address came back"),
}
WORDS = {
    Status.SENDING: gettext_lazy("is leaving just now"),
    Status.SENT: gettext_lazy("sent"),
    Status.GATHERED: gettext_lazy("sent as a part of a digest"),
    Status.SUPERSEDED: gettext_lazy(
        "not sent: it was answered before, or a later letter says more"
    ),
    Status.EXPIRED: gettext_lazy("not sent: it was too old"),
}


class Row(NamedTuple):
    letter: Letter
    what: str
    words: str


def letters_of(player: Player) -> list[Row]:
    """The newest first; also those that went to an address before it was theirs."""
    own = Letter.objects.filter(player=player).select_related("match")
    return [
        Row(one, what_in_short(one), words_of(one))
        for one in own.order_by("-pk")[:MOST]
    ]


def what_in_short(letter: Letter) -> str:
    """What it is about, without looking anything up; no code of a log-in letter."""
    data = {name: value for name, value in letter.data.items() if name != "code"}
    match_name = str(letter.match) if letter.match else ""
    if letter.kind == "invitation" and not match_name:
        return _("An invitation to a match")
    facts: Facts = {
        **dict.fromkeys(("name", "inviter", "by", "speaker"), _("Somebody")),
        "game_title": match_name,
        **data,
        "site_name": settings.SITE_NAME,
        "match_name": match_name,
        "number": len(letter.data.get("letters", [])),
    }
    return what_of(letter, facts)


def words_of(letter: Letter) -> str:
    """In plain words; what a mail server said stands behind it."""
    status, trouble = Status(letter.status), letter.trouble
    if status == Status.SUPPRESSED:
        return str(WHY.get(trouble, WHY["no address"]))
    if status == Status.BOUNCED:
        said = _("came back: {trouble}") if trouble else _("came back")
        return said.format(trouble=trouble)
    if status == Status.FAILED:
        return _("could not be delivered: {trouble}").format(trouble=trouble)
    if status == Status.QUEUED:
        return waiting_words(letter)
    return str(WORDS[status])


def waiting_words(letter: Letter) -> str:
    if letter.attempts:
        said = _("is tried again; the last time: {trouble}")
        return said.format(trouble=letter.trouble)
    if letter.not_before > timezone.now():
        return _("waits for its time")
    return _("is about to leave")


class Silent(NamedTuple):
    """An address that takes no letters, and what is true about it."""

    address: Address
    words: str


def silent_addresses(player: Player) -> list[Silent]:
    found = player.addresses.filter(suspended_at__isnull=False).order_by("pk")
    return [Silent(one, why_silent(one.email)) for one in found]


def why_silent(email: str) -> str:
    last = Bounce.objects.filter(email=email).order_by("-pk").first()
    if last and last.kind == Bounce.Kind.COMPLAINT:
        return why_unwanted(last)
    if last and last.why:
        return _("They came back: {why}.").format(why=last.why)
    return _("They came back.")


def why_unwanted(complaint: Bounce) -> str:
    """By a link in a letter, or as the provider said."""
    if complaint.key.startswith(OFF):
        return _("Somebody who reads mail there wanted no more of them.")
    return _("Your mail provider told us that they are not wanted there.")

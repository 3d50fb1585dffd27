"""What became of emails, for the people they are for."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sse.accounts.models import Address, Player
from sse.outbox.context import Facts, short_subject
from sse.outbox.models import Bounce, Letter
from sse.outbox.reply_addresses import UNSUBSCRIBED

MOST_ROWS = 60  # on a page
Status = Letter.Status
WHY = {
    "silence": gettext_lazy("not sent: you turned off emails about this match"),
    "began without": gettext_lazy("not sent: this match was started without emails"),
    "no address": gettext_lazy("not sent: none of your addresses accepts emails"),
    "closed": gettext_lazy("not sent: that address wants no emails from us"),
    "came back": gettext_lazy("not sent: an earlier email to that address bounced"),
}
WORDS = {
    Status.SENDING: gettext_lazy("being sent now"),
    Status.SENT: gettext_lazy("sent"),
    Status.GATHERED: gettext_lazy("sent as part of a digest"),
    Status.SUPERSEDED: gettext_lazy(
        "not sent: you had answered already, or a later email says more"
    ),
    Status.EXPIRED: gettext_lazy("not sent: it was out of date"),
}


class Row(NamedTuple):
    letter: Letter
    what: str
    words: str


def letters_of(player: Player) -> list[Row]:
    """Return the emails to a player, the newest first."""
    own = Letter.objects.filter(player=player).select_related("match")
    return [
        Row(one, subject_in_list(one), status_sentence(one))
        for one in own.order_by("-pk")[:MOST_ROWS]
    ]


def subject_in_list(letter: Letter) -> str:
    """Return its subject without looking anything up; log-in codes are left out."""
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
    return short_subject(letter, facts)


def status_sentence(letter: Letter) -> str:
    """Return what became of an email, with what a mail server said."""
    status, trouble = Status(letter.status), letter.trouble
    if status == Status.SUPPRESSED:
        return str(WHY.get(trouble, WHY["no address"]))
    if status == Status.BOUNCED:
        sentence = _("bounced: {trouble}") if trouble else _("bounced")
        return sentence.format(trouble=trouble)
    if status == Status.FAILED:
        return _("could not be delivered: {trouble}").format(trouble=trouble)
    if status == Status.QUEUED:
        return waiting_sentence(letter)
    return str(WORDS[status])


def waiting_sentence(letter: Letter) -> str:
    if letter.attempts:
        sentence = _("will be tried again; last attempt: {trouble}")
        return sentence.format(trouble=letter.trouble)
    if letter.not_before > timezone.now():
        return _("scheduled")
    return _("about to be sent")


class SuspendedAddress(NamedTuple):
    """An address that gets no emails, and why."""

    address: Address
    words: str


def suspended_addresses(player: Player) -> list[SuspendedAddress]:
    found = player.addresses.filter(suspended_at__isnull=False).order_by("pk")
    return [SuspendedAddress(one, suspension_reason(one.email)) for one in found]


def suspension_reason(email: str) -> str:
    last = Bounce.objects.filter(email=email).order_by("-pk").first()
    if last and last.kind == Bounce.Kind.COMPLAINT:
        return complaint_reason(last)
    if last and last.why:
        return _("Emails bounced: {why}.").format(why=last.why)
    return _("Emails bounced.")


def complaint_reason(complaint: Bounce) -> str:
    if complaint.key.startswith(UNSUBSCRIBED):
        return _("Somebody who reads email there unsubscribed.")
    return _("Your email provider told us that our emails are not wanted there.")

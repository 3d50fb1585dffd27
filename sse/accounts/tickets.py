"""Links and codes. Neither is stored: both follow from the ticket and our secret."""

from __future__ import annotations

from django.core.signing import BadSignature, Signer
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy

from sse.accounts.errors import AccountRefused
from sse.accounts.models import Ticket

MOST_TRIES = 5
SENTENCES = {
    "forged": gettext_lazy(
        "This link is not valid. It may have been cut in two: copy all of it, or "
        "ask for a new email."
    ),
    "used": gettext_lazy(
        "This link or code has already been used. Ask for a new email."
    ),
    "late": gettext_lazy("This link or code has expired. Ask for a new email."),
    "wrong": gettext_lazy(
        "This is not the code from the latest email to that address."
    ),
    "tries": gettext_lazy(
        "Too many wrong codes: this code no longer works. The link in the email "
        "still does; or ask for a new email."
    ),
}


def refused(code: str) -> AccountRefused:
    return AccountRefused(code, str(SENTENCES[code]))


def facts(ticket: Ticket) -> str:
    return f"{ticket.pk} {ticket.email} {ticket.created_at.isoformat()}"


def signer(ticket: Ticket) -> Signer:
    return Signer(salt=f"sse.accounts.link {facts(ticket)}")


def token_of(ticket: Ticket) -> str:
    """What stands in the link."""
    return signer(ticket).sign(str(ticket.pk))


def code_of(ticket: Ticket) -> str:
    """Six digits to type where the link cannot be opened."""
    digest = salted_hmac("sse.accounts.code", facts(ticket), algorithm="sha256")
    return f"{int.from_bytes(digest.digest()[:8]) % 1_000_000:06}"


def is_code(ticket: Ticket, said: str) -> bool:
    return constant_time_compare(code_of(ticket), "".join(said.split()))


def ticket_of(token: str, purpose: str) -> Ticket:
    """The ticket of a link; whether it is still good is another question."""
    number = token.partition(":")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise refused("forged")
    ticket = Ticket.objects.filter(pk=int(number), purpose=purpose).first()
    if ticket is None:
        raise refused("forged")
    try:
        signer(ticket).unsign(token)
    except BadSignature:
        raise refused("forged") from None
    return ticket


def check_good(ticket: Ticket) -> None:
    """Used or too old: in this order, because a used one says more."""
    if ticket.used_at:
        raise refused("used")
    if ticket.expires_at <= timezone.now():
        raise refused("late")


def newest_ticket(email: str, purpose: str) -> Ticket:
    """The ticket whose code counts for an address."""
    found = Ticket.objects.filter(email=email, purpose=purpose).order_by("-pk").first()
    if found is None:
        raise refused("wrong")
    return found

"""The types that reading a mail takes and returns."""

from __future__ import annotations

import re
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from engine.start import LONGEST

TOKEN = re.compile(r"(?:[\w.-]{1,32}\+)?[a-z]-[a-z2-7]{32}", re.ASCII)


class TooMuch(Exception):
    """A mail is bigger than a person's; the argument says in what."""


class Kind(StrEnum):
    """What a mail is. Only an order has text that may be acted upon."""

    ORDER = "order"
    EMPTY = "empty"  # nothing of the writer's own is left
    WINMAIL = "winmail"  # Outlook's private packing and nothing else
    ENCRYPTED = "encrypted"
    OVERSIZED = "oversized"
    MALFORMED = "malformed"
    LOOP = "loop"
    BOUNCE = "bounce"
    COMPLAINT = "complaint"
    RECEIPT = "receipt"
    AUTO_REPLY = "auto_reply"
    CALENDAR = "calendar"
    REACTION = "reaction"


class Limits(NamedTuple):
    """Limits of what is read; anything bigger is answered unread."""

    message: int = 2 * 2**20  # bytes
    message_lines: int = 40_000
    head: int = 64 * 2**10  # bytes of all headers of the mail
    header: int = 8 * 2**10  # characters of one, in every part
    parts: int = 100
    containers: int = 20  # parts that hold parts, and so how deep they lie
    hops: int = 30
    markup: int = 512 * 2**10  # characters of HTML
    elements: int = 8_000  # of HTML, quotes not counted
    text: int = 64 * 2**10  # characters, quotes included
    lines: int = 400  # of the writer's own
    line: int = 2_000
    position: int = LONGEST  # characters more of a line that holds one


class Us(NamedTuple):
    """Our addresses and names, by which our own emails are recognised."""

    domains: tuple[str, ...]
    names: tuple[str, ...] = ()  # as they stand in the From of our letters
    addresses: tuple[str, ...] = ()  # fixed ones, needed if the domain is shared
    shared: bool = False  # other people have mailboxes in these domains
    limits: Limits = Limits()

    def own(self, address: str) -> bool:
        local, _, domain = address.lower().rpartition("@")
        if domain not in {name.lower() for name in self.domains}:
            return False
        fixed = address.lower() in {name.lower() for name in self.addresses}
        return not self.shared or fixed or TOKEN.fullmatch(local) is not None

    def named_in(self, folded: str) -> bool:
        """Say whether one of our domains or names is in this lower-case text."""
        signs = (*self.domains, *self.names)
        return any(sign.casefold() in folded for sign in signs if sign)


class Dropped(NamedTuple):
    """Lines that are not the writer's own words, and how we know."""

    why: str
    text: str


class Attachment(NamedTuple):
    name: str
    type: str
    size: int


class Bounced(NamedTuple):
    address: str
    permanent: bool


class Reading(NamedTuple):
    """What a mail says, without everything its writer did not write."""

    kind: Kind
    why: str = ""  # for the operator
    sender: str = ""  # the From address in lower case; who sent it is not proved
    sender_name: str = ""
    recipients: tuple[str, ...] = ()  # our addresses, as the headers have them
    others: tuple[str, ...] = ()  # who else got it: they saw the reply address
    message_id: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    subject: str = ""
    date: datetime | None = None  # decoration: the time of receipt is what counts
    text: str = ""
    dropped: tuple[Dropped, ...] = ()
    language_hint: str = ""
    quiet: bool = False  # take it, but do not answer: a list, or asked not to
    authentication: tuple[str, ...] = ()  # untrusted: anybody can write these
    attachments: tuple[Attachment, ...] = ()
    bounced: tuple[Bounced, ...] = ()
    defects: tuple[str, ...] = ()

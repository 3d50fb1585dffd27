"""An email as headers and bytes.

mixed                        only with a calendar, or other files
  alternative
    text/plain               complete by itself
    related                  only with a picture
      text/html
      image/png
  text/calendar
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.message import EmailMessage
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.mime.text import MIMEText
from email.policy import EmailPolicy
from email.utils import format_datetime, formataddr
from typing import Any, NamedTuple

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from sse.accounts.models import Address
from sse.matches.models import Seat
from sse.outbox.letters import kind_of
from sse.outbox.models import Letter
from sse.outbox.reply_addresses import (
    is_answerable,
    message_id,
    reply_address,
    unsubscribe_url,
)
from sse.platform.mail_addresses import (
    LOOP_HEADER,
    MARKER,
    address_make,
    office,
    turn_of,
)

SUPPRESS = "DR, RN, NRN, OOF, AutoReply"  # not All: bounces are wanted
NEVER_SENT = ("gathered", "suppressed", "superseded", "expired")
ANY_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}>")
FOR_PEOPLE = {"from", "to", "reply-to", "subject"}  # may have any letters in them
QUOTED = "quoted-printable"


# ------------------------------------------------------------------------ headers


def headers_of(letter: Letter) -> dict[str, str]:
    is_answer, domain = kind_of(letter.kind).is_answer, office().domain
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Auto-Submitted": "auto-replied" if is_answer else "auto-generated",
        "X-Auto-Response-Suppress": SUPPRESS,
        LOOP_HEADER: domain,
        "Message-ID": message_id(letter),
        # what Gmail counts complaints by: match, kind, sort of mail, sender
        "Feedback-ID": f"match-{letter.match_id or 0}:{letter.kind}:letter:{domain}",
    }
    if letter.match_id:
        number = letter.match_id
        headers["List-Id"] = f"Match {number} <match-{number}.{domain}>"
    return headers | unsubscribe_headers(letter) | thread_headers(letter)


def unsubscribe_headers(letter: Letter) -> dict[str, str]:
    """Return the headers of a one-click link (RFC 8058); answers have none."""
    url = unsubscribe_url(letter)
    if not url or kind_of(letter.kind).is_answer:
        return {}
    by_mail = address_make(office(), "l", letter.pk)
    return {
        "List-Unsubscribe": f"<{url}>, <mailto:{by_mail}?subject=unsubscribe>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def envelope_sender(letter: Letter, address: Address | None) -> str:
    """Return the address for bounces; it names the letter and the address."""
    turn = turn_of(address.pk) if address else 0
    return address_make(office(), "b", letter.pk, turn)


def thread_headers(letter: Letter) -> dict[str, str]:
    """Return headers that make one thread for a seat.

    Its root is no email, so it is never missing.
    """
    chain = [thread_root(letter)] if letter.match_id else []
    answered = str(letter.data.get("in_reply_to", ""))
    if ANY_MESSAGE_ID.fullmatch(answered):
        chain.append(answered)
    elif before := letter_before(letter):
        chain.append(message_id(before))
    if not chain:
        return {}
    return {"In-Reply-To": chain[-1], "References": " ".join(chain)}


def thread_root(letter: Letter) -> str:
    seat = "organiser" if letter.seat is None else f"seat-{letter.seat}"
    return f"<match-{letter.match_id}.{seat}@{office().domain}>"


def letter_before(letter: Letter) -> Letter | None:
    """Return the last email to the seat before this one."""
    if letter.match_id is None or letter.seat is None:
        return None
    earlier = letter.same_seat().filter(pk__lt=letter.pk)
    return earlier.exclude(status__in=NEVER_SENT).order_by("-pk").first()


def reply_to(letter: Letter, seat: Seat | None) -> list[str]:
    """Return where answers go; nowhere if we could do nothing with them."""
    if not is_answerable(letter):
        return []
    return [formataddr((settings.SITE_NAME, reply_address(letter, seat)))]


def marker_line(letter: Letter, words: str) -> str:
    """Return the first line, by which we find the end of an answer without quotes."""
    if not is_answerable(letter) or letter.kind == "digest":
        return ""
    turn = f"{letter.match_id}-{letter.turn}" if letter.match_id else "letter"
    return f"{MARKER} {turn} ]===== {words} ====="


# ------------------------------------------------------------------------- bytes


class HeaderPolicy(EmailPolicy):
    """Fold headers for machines only at blanks.

    The library encodes a link that is longer than a line as if it were a foreign word.
    """

    def fold(self, name: str, value: Any) -> str:
        if name.lower() in FOR_PEOPLE:
            return str(super().fold(name, value))
        return str(LONG_LINES.clone(linesep=self.linesep).fold(name, value))

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self.fold(name, value).encode("ascii")


LONG_LINES = EmailPolicy(max_line_length=255)
POLICY = HeaderPolicy(max_line_length=76)


class Tree(EmailMessage):
    """The standard library's message, with the arguments that Django gives."""

    def as_bytes(
        self, unixfrom: bool = False, policy: Any = None, linesep: str = "\n"
    ) -> bytes:
        return super().as_bytes(unixfrom, policy or POLICY.clone(linesep=linesep))


class InlinePicture(NamedTuple):
    """A picture inside the HTML, which calls it `cid:<name>`."""

    name: str
    png: bytes
    width: int
    height: int


class Message(EmailMultiAlternatives):
    """An email for any of Django's backends.

    SMTP and files take `message()`, our own tree; anymail takes the parts. The envelope
    has an address of its own, to which bounces come.
    """

    metadata: Mapping[str, str] = {}  # anymail's: comes back with its events
    html = ""
    picture: InlinePicture | None = None
    image: MIMEImage | None = None  # the picture as a part

    def add_html(self, html: str, picture: InlinePicture | None, calendar: str) -> None:
        self.html, self.picture = html, picture
        self.attach_alternative(html, "text/html")
        if picture:
            self.image = image_part(picture)
            self.attach(self.image)
        if calendar:
            self.attach(calendar_part(calendar))

    def message(self, *, policy: Any = None) -> Any:  # Django promises its own class
        tree = Tree(policy=POLICY)
        tree.set_content(str(self.body), cte=QUOTED)
        if self.html:
            tree.add_alternative(self.html, subtype="html", cte=QUOTED)
        if self.image:
            html: Any = tree.get_payload(1)
            html.make_related()
            html.attach(self.image)
        for attached in self.attachments:
            if attached is not self.image:
                enclose(tree, attached)
        for part in tree.walk():
            if part.is_multipart():  # no encoded text can hold “=_”
                part.set_boundary(f"=_{part.get_content_subtype()}")
        headers = {
            "To": ", ".join(self.to),
            "Subject": self.subject,
            "Date": format_datetime(timezone.now()),
            **({"Reply-To": ", ".join(self.reply_to)} if self.reply_to else {}),
            **self.extra_headers,
        }
        for name, value in headers.items():
            tree[name] = str(value)
        return tree


def enclose(tree: Any, attached: Any) -> None:
    if isinstance(attached, MIMEBase):
        if tree.get_content_type() != "multipart/mixed":
            tree.make_mixed()
        tree.attach(attached)
        return
    name, content, kind = attached
    if isinstance(content, bytes):
        main, _, sub = str(kind).partition("/")
        tree.add_attachment(content, main, sub, filename=name)
    else:
        tree.add_attachment(content, filename=name, cte=QUOTED)


def image_part(picture: InlinePicture) -> MIMEImage:
    part = MIMEImage(picture.png, "png")
    part["Content-ID"] = f"<{picture.name}>"
    part["Content-Disposition"] = 'inline; filename="board.png"'
    return part


def calendar_part(calendar: str) -> MIMEText:
    part = MIMEText(calendar, "calendar", "utf-8")
    part.set_param("method", "PUBLISH")
    part.add_header("Content-Disposition", "attachment", filename="deadline.ics")
    return part

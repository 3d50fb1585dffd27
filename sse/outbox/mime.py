"""Letters as bytes: one tree, whoever carries it.

mixed                        only with a calendar, or other files
  alternative
    text/plain               complete by itself
    related                  only with a picture
      text/html
      image/png
  text/calendar

Nothing that is encoded holds the two letters with which borders begin.
"""

from __future__ import annotations

from binascii import b2a_qp
from collections.abc import Mapping
from email.message import EmailMessage
from email.mime.application import MIMEApplication
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.policy import EmailPolicy
from email.utils import format_datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import EmailAttachment
from django.utils import timezone

FOR_PEOPLE = {"from", "to", "reply-to", "subject"}  # may have any letters in them
STRUCTURED = {"content-type", "content-disposition"}
WIDEST = 76


class Inline(NamedTuple):
    """A picture inside the HTML, which calls it `cid:<name>`."""

    name: str
    png: bytes
    width: int
    height: int


class Policy(EmailPolicy):
    """What only machines read is folded, and neither parsed nor encoded.

    The library would encode a long link as if it were a foreign word, and takes its
    time to parse what we have just written.
    """

    def header_store_parse(self, name: str, value: Any) -> tuple[str, Any]:
        if not is_for_machines(name):
            return read(name, str(value))
        if not str(value).isascii() or "\n" in value or "\r" in value:
            raise ValueError(f"{name} is for machines: one line of ASCII")
        return name, str(value)

    def fold(self, name: str, value: Any) -> str:
        if is_for_machines(name):
            return folded(name, str(value), self.linesep)
        return str(super().fold(name, value))

    def fold_binary(self, name: str, value: Any) -> bytes:
        if is_for_machines(name):
            return folded(name, str(value), self.linesep).encode("ascii")
        return super().fold_binary(name, value)


@lru_cache(maxsize=256)
def read(name: str, value: str) -> tuple[str, Any]:
    """As the library reads it; most letters have the same few, and it is slow."""
    return EmailPolicy.header_store_parse(READ, name, value)


READ = EmailPolicy(max_line_length=WIDEST, cte_type="7bit", utf8=False)


def is_for_machines(name: str) -> bool:
    return name.lower() not in FOR_PEOPLE | STRUCTURED


def folded(name: str, value: str, end: str) -> str:
    lines = [f"{name}:"]
    for word in value.split():
        if len(lines[-1]) + 1 + len(word) > WIDEST and lines[-1].strip():
            lines.append("")
        lines[-1] += f" {word}"
    return end.join(lines) + end


POLICY = Policy(max_line_length=WIDEST, cte_type="7bit", utf8=False)


class Tree(EmailMessage):
    """What Django's doors write out; they name the line end they want."""

    def __init__(self) -> None:
        super().__init__(policy=POLICY)

    def as_bytes(self, unixfrom: bool = False, policy: Any = None, **how: Any) -> bytes:
        end = policy.linesep if policy else how.get("linesep", "\n")
        return written(self).replace(b"\n", end.encode("ascii"))


def written(part: Any) -> bytes:
    """A part with all below it. The library would look at each line by itself."""
    head = [POLICY.fold_binary(name, value) for name, value in part.raw_items()]
    if not part.is_multipart():
        return b"".join([*head, b"\n", part.get_payload().encode("ascii")])
    border = f"\n--{part.get_boundary()}".encode("ascii")
    below = [b"\n" + written(one) for one in part.get_payload()]
    return b"".join([*head, border, border.join(below), border, b"--\n"])


class Message(EmailMultiAlternatives):
    """A letter for any of Django's doors.

    SMTP and files take `message()`, our own tree; anymail takes the parts. The envelope
    has an address of its own, to which the letter comes back if it must.
    """

    metadata: Mapping[str, str] = {}  # anymail's: comes back with what is told of it
    html = ""
    picture: Inline | None = None
    image: MIMEImage | None = None  # the picture as it is carried
    calendar: MIMEBase | None = None

    def dress(self, html: str, picture: Inline | None, calendar: str) -> None:
        self.html, self.picture = html, picture
        self.attach_alternative(html, "text/html")
        if picture:
            self.image = image_of(picture)
            self.attach(self.image)
        if calendar:
            self.calendar = calendar_of(calendar)
            self.attach(self.calendar)

    def message(self, *, policy: Any = None) -> Any:  # Django promises its own class
        return tree_of(self)


def tree_of(message: Message) -> Tree:
    root: Any = Tree()  # which may hold parts of any class
    if enclosed := enclosed_in(message):
        body = EmailMessage(policy=POLICY)
        fill(body, message)
        root.make_mixed(boundary="=_mixed")
        for part in (body, *enclosed):
            root.attach(part)
    else:
        fill(root, message)
    headers = {name: str(value) for name, value in message.extra_headers.items()}
    root["From"] = headers.pop("From", settings.DEFAULT_FROM_EMAIL)
    root["To"] = ", ".join(message.to)
    if message.reply_to:
        root["Reply-To"] = ", ".join(message.reply_to)
    root["Subject"] = message.subject
    root["Date"] = format_datetime(timezone.now())
    for name, value in headers.items():
        root[name] = value
    root["MIME-Version"] = "1.0"
    tree: Tree = root
    return tree


def enclosed_in(message: Message) -> list[Any]:
    """The calendar, and files that were attached by name."""
    parts: list[Any] = [message.calendar] if message.calendar else []
    for attached in message.attachments:
        if isinstance(attached, EmailAttachment):
            parts.append(file_of(attached))
    return parts


def fill(body: EmailMessage, message: Message) -> None:
    """Text first, and what shows more after it."""
    if not message.html:
        return put(body, str(message.body), "plain")
    text: Any = EmailMessage(policy=POLICY)
    shown: Any = EmailMessage(policy=POLICY)
    put(text, str(message.body), "plain")
    put(shown, message.html, "html")
    if message.image:
        shown.make_related(boundary="=_related")
        shown.attach(message.image)
    body.make_alternative(boundary="=_alternative")
    body.attach(text)
    body.attach(shown)
    return None


def put(part: EmailMessage, text: str, subtype: str) -> None:
    """By hand, because the library takes a hundred times as long to encode."""
    part["Content-Type"] = f'text/{subtype}; charset="utf-8"'
    part["Content-Transfer-Encoding"] = "quoted-printable"
    part.set_payload(quoted(text))


def quoted(text: str) -> str:
    """A line end is one sign until it leaves."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return b2a_qp(lines.encode(), istext=True).decode("ascii")


def image_of(picture: Inline) -> MIMEImage:
    part = MIMEImage(picture.png, "png")
    part["Content-ID"] = f"<{picture.name}>"
    part["Content-Disposition"] = 'inline; filename="board.png"'
    return part


def file_of(attached: EmailAttachment) -> MIMEBase:
    """A text, which people may read on its way; anything else is only carried."""
    name, content, kind = attached.filename, attached.content, str(attached.mimetype)
    part: MIMEBase
    if isinstance(content, bytes):
        part = MIMEApplication(content, kind.partition("/")[2])
    else:
        part = MIMEBase("text", "plain", charset="utf-8")
        part["Content-Transfer-Encoding"] = "quoted-printable"
        part.set_payload(quoted(str(content)))
    part.add_header("Content-Disposition", "attachment", filename=str(name))
    return part


def calendar_of(calendar: str) -> MIMEBase:
    part = MIMEBase("text", "calendar", method="PUBLISH", charset="utf-8")
    part["Content-Disposition"] = 'attachment; filename="deadline.ics"'
    part["Content-Transfer-Encoding"] = "quoted-printable"
    part.set_payload(quoted(calendar))
    return part

"""Mail programs in tests: how each answers a letter, in the language of its owner.

What is quoted, and how, is the program's; see the table of clients that reading knows.
"""

from __future__ import annotations

import html
import quopri
import textwrap
from base64 import encodebytes
from collections.abc import Callable
from email.header import Header
from email.message import EmailMessage
from email.utils import parseaddr
from itertools import count
from typing import NamedTuple

from tests.support.mail_receiver import text_of

NUMBERS = count(1)


class Answer(NamedTuple):
    """What somebody wrote, and the letter it answers."""

    name: str
    address: str
    text: str
    letter: EmailMessage
    language: str

    @property
    def to(self) -> str:
        return parseaddr(str(self.letter["Reply-To"] or self.letter["From"]))[1]

    @property
    def quoted(self) -> list[str]:
        return text_of(self.letter).rstrip().split("\n")


Client = Callable[[Answer], bytes]


def message(answer: Answer, content_type: str, body: bytes, *more: str) -> bytes:
    """The headers every program writes."""
    subject = Header(f"Re: {answer.letter['Subject']}", "utf-8").encode()
    name = Header(answer.name, "utf-8").encode()
    head = [
        f"From: {name} <{answer.address}>",
        f"To: {answer.to}",
        f"Subject: {subject}",
        f"Message-ID: <{next(NUMBERS)}.{answer.address}>",
        f"In-Reply-To: {answer.letter['Message-ID']}",
        f"References: {answer.letter['Message-ID']}",
        "MIME-Version: 1.0",
        f"Content-Type: {content_type}",
        *more,
    ]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body.replace(b"\n", b"\r\n")


def parts(boundary: str, *pieces: tuple[str, str]) -> bytes:
    """Text and HTML, quoted-printable, as most send them."""
    made = b""
    for kind, text in pieces:
        made += (
            f"--{boundary}\nContent-Type: {kind}; charset=UTF-8\n"
            "Content-Transfer-Encoding: quoted-printable\n\n"
        ).encode()
        made += quopri.encodestring(text.encode()) + b"\n"
    return made + f"--{boundary}--\n".encode()


def quote(lines: list[str], sign: str = "> ") -> str:
    return "\n".join((sign + line).rstrip() for line in lines)


# ------------------------------------------------------------------------- programs

GMAIL = {
    "en": "On Tue, Nov 10, 2026 at 9:14\u202fAM Hikyaku <{to}>\nwrote:",
    "de": "Am Di., 10. Nov. 2026 um 09:14 Uhr schrieb Hikyaku <\n{to}>:",
    "it": "Il giorno mar 10 nov 2026 alle ore 09:14 Hikyaku <\n{to}> ha scritto:",
    "ru": "вт, 10 нояб. 2026 г. в 09:14, Hikyaku <{to}>:",
    "uk": "вт, 10 лист. 2026 р. о 09:14 Hikyaku <{to}> пише:",
}


def gmail(answer: Answer) -> bytes:
    """Long lines are broken in the plain part, and whole in the HTML."""
    said = GMAIL[answer.language].format(to=answer.to)
    lines = [w for line in answer.text.split("\n") for w in broken(line, 76)]
    plain = "\n".join([*lines, "", said, "", quote(answer.quoted)])
    markup = (
        f'<div dir="ltr">{divs(answer.text)}</div><br>'
        '<div class="gmail_quote gmail_quote_container"><div dir="ltr"'
        f' class="gmail_attr">{html.escape(said)}<br></div><blockquote'
        ' class="gmail_quote" style="margin:0px 0px 0px 0.8ex">'
        f"{divs(chr(10).join(answer.quoted))}</blockquote></div>"
    )
    body = parts("000g", ("text/plain", plain), ("text/html", markup))
    return message(answer, 'multipart/alternative; boundary="000g"', body)


def broken(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, break_long_words=False) or [""]


def divs(text: str) -> str:
    lines = (html.escape(line) or "<br>" for line in text.split("\n"))
    return "".join(f"<div>{line}</div>" for line in lines)


OUTLOOK = {
    "en": ("From", "Sent", "Tuesday, November 10, 2026 9:14 AM", "To", "Subject"),
    "de": ("Von", "Gesendet", "Dienstag, 10. November 2026 09:14", "An", "Betreff"),
    "it": ("Da", "Inviato", "martedì 10 novembre 2026 09:14", "A", "Oggetto"),
    "ru": ("От", "Отправлено", "10 ноября 2026 г. 9:14", "Кому", "Тема"),
    "uk": ("Від", "Надіслано", "10 листопада 2026 р. 9:14", "Кому", "Тема"),
}


def outlook(answer: Answer) -> bytes:
    """The original stands below without any mark."""
    who, sent, when, to, subject = OUTLOOK[answer.language]
    head = [
        f"{who}: Hikyaku <{answer.to}>",
        f"{sent}: {when}",
        f"{to}: {answer.address}",
        f"{subject}: {answer.letter['Subject']}",
    ]
    text = "\n".join([answer.text, "", "_" * 32, *head, "", *answer.quoted])
    body = encodebytes(text.encode("utf-8"))
    kind, coding = "text/plain; charset=utf-8", "Content-Transfer-Encoding: base64"
    return message(answer, kind, body, coding)


APPLE = {
    "en": ("Sent from my iPhone", "On 10 Nov 2026, at 09:14, Hikyaku <{to}> wrote:"),
    "de": (
        "Von meinem iPhone gesendet",
        "Am 10.11.2026 um 09:14 schrieb Hikyaku <{to}>:",
    ),
    "it": (
        "Inviato da iPhone",
        "Il giorno 10 nov 2026, alle ore 09:14, Hikyaku <{to}> ha scritto:",
    ),
    "ru": (
        "Отправлено с iPhone",
        "10 нояб. 2026 г., в 09:14, Hikyaku <{to}> написал(а):",
    ),
    "uk": (
        "Надіслано з iPhone",
        "10 лист. 2026 р. о 09:14 Hikyaku <{to}> пише:",
    ),
}


def apple(answer: Answer) -> bytes:
    """The mark of quotation stands before who wrote, too."""
    footer, said = APPLE[answer.language]
    quoted = quote([said.format(to=answer.to), "", *answer.quoted])
    text = "\n".join([answer.text, "", footer, "", quoted])
    body = quopri.encodestring(text.encode())
    coding = "Content-Transfer-Encoding: quoted-printable"
    return message(answer, "text/plain; charset=utf-8", body, coding)


THUNDERBIRD = {
    "en": "On 11/10/26 09:14, Hikyaku wrote:",
    "de": "Am 10.11.26 um 09:14 schrieb Hikyaku:",
    "it": "Il 10/11/26 09:14, Hikyaku ha scritto:",
    "ru": "10.11.2026 09:14, Hikyaku пишет:",
    "uk": "10.11.26 09:14, Hikyaku пише:",
}


def thunderbird(answer: Answer) -> bytes:
    """Below the quotation, in lines that flow, with a signature."""
    said = THUNDERBIRD[answer.language]
    own = "\n".join(" \n".join(broken(line, 72)) for line in answer.text.split("\n"))
    text = "\n".join([said, quote(answer.quoted), "", own, "", "-- ", answer.name])
    kind = "text/plain; charset=UTF-8; format=flowed"
    return message(answer, kind, text.encode(), "Content-Transfer-Encoding: 8bit")


def mail_ru(answer: Answer) -> bytes:
    """Only HTML says something; the plain part is blank."""
    said = f"Вторник, 10 ноября 2026, 9:14 +03:00 от Hikyaku <{answer.to}>:"
    quoted = "<br>".join(html.escape(line) for line in answer.quoted)
    markup = (
        f"<HTML><BODY>{divs(answer.text)}<div> </div><div>--<br>{answer.name}</div>"
        f"<blockquote>{html.escape(said)}<br><div>{quoted}</div></blockquote>"
        "</BODY></HTML>"
    )
    body = parts("--ALT--r", ("text/plain", "\n \n"), ("text/html", markup))
    return message(answer, 'multipart/alternative; boundary="--ALT--r"', body)


def k9(answer: Answer) -> bytes:
    """The signature stands above the quotation, which has no blanks."""
    said = THUNDERBIRD[answer.language]
    quoted = quote(answer.quoted, ">")
    text = "\n".join([answer.text, "-- ", "K-9 Mail", "", said, quoted])
    body = quopri.encodestring(text.encode())
    coding = "Content-Transfer-Encoding: quoted-printable"
    return message(answer, "text/plain; charset=utf-8", body, coding)


def mutt(answer: Answer) -> bytes:
    """In between: a few lines are quoted, the answer stands below them."""
    said = "On Tue, Nov 10, 2026 at 09:14:00AM +0000, Hikyaku wrote:"
    quoted = answer.quoted
    text = "\n".join(
        [said, quote(quoted[:6]), "", answer.text, "", quote(quoted[6:]), ""]
    )
    kind = "text/plain; charset=utf-8"
    coding = ("Content-Disposition: inline", "Content-Transfer-Encoding: 8bit")
    return message(answer, kind, text.encode(), *coding)


CLIENTS: dict[str, Client] = {
    "gmail": gmail,
    "outlook": outlook,
    "apple": apple,
    "thunderbird": thunderbird,
    "mail.ru": mail_ru,
    "k9": k9,
    "mutt": mutt,
}

"""Read the operator's settings for incoming mail, and report every fault at once."""

from __future__ import annotations

import os
import re
from email.utils import parseaddr
from hmac import digest
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from sse.platform import environment as env
from sse.platform.mail_addresses import ascii_domain

MODES = ("normal", "strict")
PROVIDERS = {  # whose hooks hand over a mail, and anymail's views for them
    "amazon_ses": "AmazonSESInboundWebhookView",
    "brevo": "BrevoInboundWebhookView",
    "mailersend": "MailerSendInboundWebhookView",
    "mailgun": "MailgunInboundWebhookView",
    "mailjet": "MailjetInboundWebhookView",
    "mailtrap": "MailtrapInboundWebhookView",
    "mandrill": "MandrillCombinedWebhookView",
    "postal": "PostalInboundWebhookView",
    "postmark": "PostmarkInboundWebhookView",
    "resend": "ResendInboundWebhookView",
    "sendgrid": "SendGridInboundWebhookView",
    "sparkpost": "SparkPostInboundWebhookView",
}


def own_mailbox(mail_from: str) -> tuple[str, str]:
    """Return our mailbox and its domain, by default those of From."""
    local, _, domain = parseaddr(mail_from)[1].rpartition("@")
    domain = ascii_domain(env.text("MAIL_DOMAIN", domain or "localhost"))
    if not re.fullmatch(r"[\w-]+(\.[\w-]+)*", domain, re.ASCII):
        raise ImproperlyConfigured(
            f"MAIL_DOMAIN is a name such as play.example.org, not “{domain}”."
        )
    return local.lower() or "hikyaku", domain


def mail_keys(secret_key: str) -> dict[int, bytes]:
    """Return the keys of reply addresses by id, the newest first; 0 is SECRET_KEY."""
    said = env.words("MAIL_KEYS", "0")
    keys: dict[int, bytes] = {}
    for word in said:
        name, _, secret = word.partition(":")
        if not re.fullmatch("[0-9]|1[0-5]", name) or (len(secret) < 16 and word != "0"):
            raise ImproperlyConfigured(
                "MAIL_KEYS reads 2:SECRET 1:SECRET 0, the newest first: ids from 0 to"
                " 15 and secrets of at least 16 letters; 0 alone is the key that"
                " follows from SECRET_KEY."
            )
        keys[int(name)] = derive_key(secret or secret_key)
    return keys


def derive_key(secret: str) -> bytes:
    return digest(secret.encode(), b"hikyaku reply addresses", "sha256")


def trust_mode() -> str:
    said = env.text("MAIL_TRUST", "normal").lower()
    if said not in MODES:
        raise ImproperlyConfigured(f"MAIL_TRUST is normal or strict, not “{said}”.")
    return said


class Place(NamedTuple):
    """Where the SMTP server listens."""

    host: str
    port: int
    path: str = ""  # of a socket, in place of host and port
    file: int = -1  # of a socket that is open already

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.path or f"{host}:{self.port}"


def parse_place(said: str) -> Place:
    """Parse `HOST:PORT`, `unix:PATH`, or `fd:NUMBER` for a socket that is open."""
    if said == "no":  # `sse.operations.serve` starts no mail door
        said = "127.0.0.1:8025"
    if said.startswith("unix:") and len(said) > 5:
        return Place("", 0, said[5:])
    if said.startswith("fd:") and said[3:].isdigit():
        return Place("", 0, file=int(said[3:]))
    host, _, port = said.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise ImproperlyConfigured(
            f"HIKYAKU_SMTP reads 127.0.0.1:8025, unix:PATH or no, not “{said}”."
        )
    return Place(host.strip("[]"), int(port))


def trusted_relays() -> list[IPv4Network | IPv6Network]:
    """Return our own mail servers, which may open any number of connections."""
    said = env.words("MAIL_DOOR_RELAYS", "127.0.0.0/8 ::1")
    try:
        return [ip_network(word) for word in said if word != "none"]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"MAIL_DOOR_RELAYS reads 192.0.2.7 2001:db8::/64, or none: {error}."
        ) from None


class Imap(NamedTuple):
    """A mailbox that is emptied."""

    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    folder: str = "INBOX"
    is_secure: bool = True
    done: str = ""  # folder for what was taken; none: it is deleted


def imap_mailbox() -> Imap:
    url = env.text("IMAP_URL")
    if not url:
        return Imap()
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), 0
    if (
        parts.scheme not in ("imap", "imaps")
        or not parts.hostname
        or not parts.username
    ):
        raise ImproperlyConfigured("IMAP_URL reads imaps://USER:PASSWORD@HOST/FOLDER.")
    is_secure = parts.scheme == "imaps"
    if not is_secure and parts.hostname not in env.LOOPBACK:
        raise ImproperlyConfigured(
            "IMAP_URL is imaps:// for every machine but this one: else anybody on the"
            " way reads the password."
        )
    return Imap(
        host=parts.hostname,
        port=port or (993 if is_secure else 143),
        user=unquote(parts.username),
        password=unquote(parts.password or ""),
        folder=unquote(parts.path.strip("/")) or "INBOX",
        is_secure=is_secure,
        done=env.text("IMAP_DONE"),
    )


def provider_hooks() -> tuple[list[str], dict[str, str]]:
    """Return the providers that may hand over mail, and anymail's own settings."""
    said = [word.lower() for word in env.words("MAIL_HOOKS", "")]
    named = (item for item in os.environ.items() if item[0].startswith("ANYMAIL_"))
    own = {name[8:]: value for name, value in named if name[8:]}
    if unknown := sorted(set(said) - set(PROVIDERS)):
        known = ", ".join(sorted(PROVIDERS))
        raise ImproperlyConfigured(
            f"MAIL_HOOKS names “{unknown[0]}”; known are {known}."
        )
    secret = own.get("WEBHOOK_SECRET", "")
    if said and (":" not in secret or len(secret) < 16):
        raise ImproperlyConfigured(
            "MAIL_HOOKS needs ANYMAIL_WEBHOOK_SECRET: USER:PASSWORD, at least 16"
            " letters, as they stand in the address the provider calls."
        )
    return said, own

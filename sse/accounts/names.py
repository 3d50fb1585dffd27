"""What players are called, and how their addresses are written."""

from __future__ import annotations

import re
import unicodedata

from django.db.models import Q
from django.utils.translation import gettext as _
from email_validator import EmailNotValidError, validate_email

from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player

LONGEST = 32
PSEUDONYM = "Wanderer"  # and a number: who has gone


def email_checked(email: str) -> str:
    """The address as we keep it, or AccountRefused."""
    try:
        found = validate_email(email.strip(), check_deliverability=False)
    except EmailNotValidError as error:
        raise AccountRefused(
            "address", _("That is no mail address. {error}").format(error=error)
        ) from None
    return found.normalized.lower()


def name_checked(name: str) -> str:
    """The name as we keep it, or AccountRefused with what is wrong."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST:
        raise AccountRefused(
            "name", _("A name has 1 to {number} letters.").format(number=LONGEST)
        )
    if any(is_unseen(letter) for letter in name):
        raise AccountRefused("name", _("A name has only letters one can see."))
    if not any(letter.isalnum() for letter in name):
        raise AccountRefused("name", _("A name needs a letter or a digit."))
    if "@" in name:
        raise AccountRefused(
            "name", _("A name has no “@”: addresses stay private here.")
        )
    if re.fullmatch(rf"{PSEUDONYM} \d+", name, re.IGNORECASE):
        raise AccountRefused("name", _("This name is for players who have gone."))
    return name


def is_unseen(letter: str) -> bool:
    """Control signs, marks that turn the writing round, and letters not yet known."""
    return unicodedata.category(letter)[0] == "C"


def is_taken(name: str, except_for: Player | None = None) -> bool:
    """Ignoring case in every script: SQLite alone knows only that of Latin."""
    same = Q(name__iexact=name) | Q(name__iregex=rf"^{re.escape(name)}$")
    found = Player.objects.filter(same)
    if except_for:
        found = found.exclude(pk=except_for.pk)
    return found.exists()


def free_name(wanted: str) -> str:
    """The name, or with a number if somebody has it."""
    name, number = wanted, 1
    while is_taken(name):
        number += 1
        tail = f" {number}"
        name = wanted[: LONGEST - len(tail)].rstrip() + tail
    return name


def name_from(email: str) -> str:
    """A first name for who chose none: `aki.sato+go@…` is Aki Sato."""
    local = email.rpartition("@")[0].partition("+")[0]
    words = re.split(r"[._\-\s]+", local)
    made = " ".join(word.capitalize() for word in words if word)[:LONGEST]
    try:
        return name_checked(made)
    except AccountRefused:
        return "Player"

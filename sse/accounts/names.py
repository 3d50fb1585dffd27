"""What players are called, and how their addresses are written."""

from __future__ import annotations

import re
import unicodedata
from random import choice

from django.db.models import Q
from django.utils.translation import gettext as _
from email_validator import EmailNotValidError, validate_email

from sse.accounts.errors import AccountRefused
from sse.accounts.imported_names import ends_like_marked
from sse.accounts.models import Player
from sse.accounts.reserved_names import SIGNS, is_reserved

LONGEST = 32
HOST = "Hikyaku"  # who organises the demo
PSEUDONYM = "Wanderer"  # and a number: who has gone
MANNERS = (
    *("Brave", "Bright", "Calm", "Early", "Gentle", "Humble", "Merry", "Nimble"),
    *("Patient", "Quiet", "Sunny", "Swift"),
)
CREATURES = (
    *("Badger", "Bamboo", "Carp", "Crane", "Cricket", "Firefly", "Fox", "Hare"),
    *("Heron", "Lantern", "Maple", "Otter", "Pine", "Plum", "Sparrow", "Willow"),
)
SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")  # whose letters look alike
# Letters of these scripts, and digits, by the Latin letter that looks like them.
LOOKS = SIGNS | {"0": "o", "1": "l"}


def email_checked(email: str) -> str:
    """The address as we keep it, or AccountRefused."""
    try:
        found = validate_email(email.strip(), check_deliverability=False)
    except EmailNotValidError:  # it says why, but in English
        sentence = _(
            "That is not an email address; it should look like “name@example.org”."
        )
        raise AccountRefused("address", sentence) from None
    return found.normalized.lower()


def name_checked(name: str) -> str:
    """The name as we keep it, or AccountRefused with what is wrong."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(name) <= LONGEST:
        sentence = _("A name must have 1 to {number} characters.")
        raise AccountRefused("name", sentence, number=LONGEST)
    if any(is_unseen(letter) for letter in name):
        raise AccountRefused("name", _("A name can only contain visible characters."))
    if not any(letter.isalnum() for letter in name):
        raise AccountRefused("name", _("A name needs a letter or a digit."))
    if "@" in name:
        raise AccountRefused(
            "name", _("A name cannot contain “@”: addresses stay private here.")
        )
    if re.fullmatch(rf"{PSEUDONYM} \d+", name, re.IGNORECASE):
        raise AccountRefused(
            "name", _("This name is reserved for players who have left.")
        )
    if ends_like_marked(name):
        raise AccountRefused(
            "name",
            _("A name cannot end in “*”: that marks players of imported matches."),
        )
    check_honest(name)
    return name


def check_honest(name: str) -> None:
    """It is not the house's, and no letter in it stands for another."""
    if is_reserved(name):
        raise AccountRefused(
            "name", _("This name is reserved for bots or for the service itself.")
        )
    for word in re.split(r"[\W_]+", name):
        scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
        if len(scripts & set(SCRIPTS)) > 1:
            sentence = _("Each word of a name must be written in one script.")
            raise AccountRefused("name", sentence)


def is_unseen(letter: str) -> bool:
    """Control signs, marks that turn the writing round, and letters not yet known."""
    return unicodedata.category(letter)[0] == "C"


def is_taken(name: str, except_for: Player | None = None) -> bool:
    """Names that look alike count too, in any case; SQLite folds only Latin letters."""
    alike = "".join(any_like(sign) for sign in name)
    same = Q(name__iexact=name) | Q(name__iregex=rf"^{alike}$")
    found = Player.objects.filter(same)
    if except_for:
        found = found.exclude(pk=except_for.pk)
    return found.exists()


def any_like(sign: str) -> str:
    """A pattern for the sign and all that look like it."""
    small = sign.lower()
    look = LOOKS.get(small, small)
    alike = {small, look, *(one for one, other in LOOKS.items() if other == look)}
    if len(alike) == 1:
        return re.escape(sign)
    return f"[{''.join(sorted(alike | {one.upper() for one in alike}))}]"


def free_name(wanted: str) -> str:
    """The name, or with a number if somebody has it."""
    name, number = wanted, 1
    while is_taken(name):
        number += 1
        tail = f" {number}"
        name = wanted[: LONGEST - len(tail)].rstrip() + tail
    return name


def name_made_up() -> str:
    """For who chose none, such as Quiet Heron; it tells nothing of their address."""
    return free_name(f"{choice(MANNERS)} {choice(CREATURES)}")

"""What stands below what a person wrote: names, adverts, the lawyers' words."""

from __future__ import annotations

from collections.abc import Sequence

from sse.inbox.reading.phrases import DISCLAIMERS, FOOTERS, LONGEST, opening
from sse.inbox.reading.quotes import Page

DASHES = {"--", "—", "–", "- -", "−−"}
LONGEST_FOOTER = 160
ARMOUR = "-----BEGIN PGP SIGNED MESSAGE-----"
SEAL = "-----BEGIN PGP SIGNATURE-----"
SEAL_END = "-----END PGP SIGNATURE-----"
SECRET = ("-----BEGIN PGP MESSAGE-----", "-----BEGIN PKCS7-----")


def signature(page: Page, at: int) -> int:
    """Two dashes: nothing below is meant, unless below a quote that follows."""
    return page.quote_from(at + 1) if page.lines[at] in DASHES else 0


def disclaimer(page: Page, at: int) -> int:
    phrase = opening(page.lines[at][:LONGEST], DISCLAIMERS)
    if phrase is None:
        return 0
    page.languages.append(DISCLAIMERS[phrase])
    return page.quote_from(at + 1)


def footer(page: Page, at: int) -> int:
    line = page.lines[at]
    phrase = opening(line, FOOTERS) if len(line) <= LONGEST_FOOTER else None
    if phrase is None:
        return 0
    page.languages.append(FOOTERS[phrase])
    return at + 1


def unarmoured(lines: Sequence[str]) -> list[str]:
    """Without the wrapping of a PGP signature, which we do not check."""
    out: list[str] = []
    place = "outside"
    for line in lines:
        stripped = line.strip()
        if stripped == ARMOUR:
            place = "head"
        elif stripped == SEAL and place != "outside":
            place = "seal"
        elif stripped == SEAL_END and place == "seal":
            place = "outside"
        elif place == "head" and (not stripped or not stripped.startswith("Hash:")):
            place = "inside"
            out.append(line)
        elif place in ("outside", "inside"):
            out.append(line.removeprefix("- ") if place == "inside" else line)
    return out


def is_secret(text: str) -> bool:
    """PGP within plain text: we have no key."""
    return any(line.strip().startswith(SECRET) for line in text.splitlines()[:50])

"""Names of files that people save: the game, the players, and the day."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from urllib.parse import quote

from sse.matches.models import Match
from sse.matches.presentation import names_at

LONGEST_NAME, LONGEST_NAMES = 20, 60  # letters; all file systems take 255 bytes


def match_file(
    match: Match, ending: str, *details: str, names: Sequence[str] = ()
) -> str:
    """`age-of-war-aki-botan-2026-11-17.pdf`, with details before the ending.

    Names and day are on every page of the match; nothing tells how it stands or ended.
    """
    told = names or names_at(match, match.head)
    people = "-".join(word for name in told if (word := plain(name)[:LONGEST_NAME]))
    at = match.ended_at or match.started_at or match.created_at
    imported = ["imported"] if match.is_imported else []
    parts = [plain(match.game_name), *imported, people[:LONGEST_NAMES].strip("-")]
    parts += [f"{at:%Y-%m-%d}", *map(plain, details)]
    return f"{'-'.join(part for part in parts if part)}.{ending}"


def plain(text: str) -> str:
    """Small letters and digits of any writing, with hyphens between words."""
    small = unicodedata.normalize("NFC", text).lower()
    return re.sub(r"[\W_]+", "-", small).strip("-")


def ascii_only(name: str) -> str:
    """The same for programs that know no other letters; the rest is left out."""
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"-{2,}", "-", bare).replace("-.", ".").strip("-")


def disposition(name: str, kind: str = "attachment") -> str:
    """The header that names a file, in both spellings. [RFC 6266]"""
    said = f'{kind}; filename="{ascii_only(name)}"'
    return said if name.isascii() else f"{said}; filename*=UTF-8''{quote(name)}"

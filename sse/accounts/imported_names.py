"""Names of matches that were not played here.

An imported file may name anybody, also a player of this service. So every name that it
brings is kept with a mark, and shown with it wherever people are named: on boards, in
sentences, lists, booklets and the API. Only the log itself keeps the bare name.
"""

from __future__ import annotations

import unicodedata

MARK = "*"  # the same in every language; the pages say what it means
LIKE_THE_MARK = "*\u2217\u204e\u066d\u2731\u2732\u26b9\ua673"  # ∗ ⁎ ٭ ✱ ✲ ⚹ ꙳


def marked(name: str) -> str:
    return f"{name}{MARK}"


def ends_like_marked(name: str) -> bool:
    """Return whether a bare name could be taken for a marked one."""
    said = unicodedata.normalize("NFKD", name)  # also parts accents from letters
    seen = "".join(sign for sign in said if not unicodedata.combining(sign))
    return seen.rstrip().endswith(tuple(LIKE_THE_MARK))


def unmarked(name: str) -> str:
    """Return the name as the imported file has it."""
    return name.removesuffix(MARK)

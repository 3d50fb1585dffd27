"""Which plural form a number takes."""

from __future__ import annotations

SLAVIC = frozenset({"ru", "uk"})


def plural(language: str, n: int) -> int:
    """The index of the form: one, other; in Russian and Ukrainian one, few, many."""
    n = abs(n)
    if language not in SLAVIC:
        return int(n != 1)
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2

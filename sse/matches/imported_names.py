"""Names of matches that were not played here.

An imported file may name anybody, also a player of this service. So every name that it
brings is kept with a mark, and shown with it wherever people are named: on boards, in
sentences, lists, booklets and the API. Only the log itself keeps the bare name.
"""

from __future__ import annotations

MARK = "*"  # the same in every language; the pages say what it means


def marked(name: str) -> str:
    return f"{name}{MARK}"


def unmarked(name: str) -> str:
    """Return the name as the imported file has it."""
    return name.removesuffix(MARK)

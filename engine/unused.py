"""Lines of a plan that could not be used, each with the reason: one line of text.

The reason stands behind the order as a comment of the order language does, so that the
lines can be kept as they are and worded when they are told.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.contract import View
from engine.errors import OrderError, OrderIllegal
from engine.registry import game
from engine.words import refusal

MARK = "  # "


def with_reason(line: str, fault: OrderError | None) -> str:
    """Return the line with the fault that speaks against it."""
    if fault is None:
        return line
    said = json.dumps([fault.rule, fault.said, fault.data], ensure_ascii=False)
    return f"{line}{MARK}{said}"


def parted(text: str) -> tuple[str, OrderError | None]:
    """Return the line as it was written, and the fault if one was kept with it."""
    line, mark, said = text.partition(MARK)
    if not mark:
        return text, None
    rule, key, data = json.loads(said)
    return line, OrderIllegal(rule, key, **data)


def unused_text(
    text: str, view: View, language: str = "en", names: Sequence[str] = ()
) -> str:
    """Return the line in the reader's words, followed by the reason."""
    line, fault = parted(text)
    said = game(view["game"]).label(view, "order", line, language)
    return f"{said} — {refusal(fault, view, language, names)}" if fault else said

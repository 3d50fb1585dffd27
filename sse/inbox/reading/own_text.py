"""From the text of a mail to what its writer wrote: rule by rule, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sse.inbox.reading import quotes, signatures
from sse.inbox.reading.phrases import LONGEST, language_of
from sse.inbox.reading.quotes import ADDRESS, ATTRIBUTION_LINES, Page, is_dated
from sse.inbox.reading.types import Dropped, Us

STROKES = " -–—─━_=*~"
Rule = Callable[[Page, int], int]
RULES: tuple[tuple[str, Rule], ...] = (
    ("quote", quotes.quote),
    ("marker", quotes.our_marker),
    ("our letter", quotes.our_letter),
    ("separator", quotes.separator),
    ("copied head", quotes.copied_head),
    ("rule", quotes.rule_line),
    ("attribution", quotes.attribution),
    ("signature", signatures.signature),
    ("disclaimer", signatures.disclaimer),
    ("footer", signatures.footer),
)


class Written(NamedTuple):
    text: str
    dropped: tuple[Dropped, ...]
    language: str


def written(text: str, us: Us, sent: str) -> Written:
    """The writer's own lines, and no more of them than may be."""
    page = Page(signatures.unarmoured(text.split("\n")), us, sent)
    kept: list[str] = []
    dropped: list[Dropped] = []
    at = 0
    while at < page.end and len(kept) <= us.limits.lines + 1:
        why, end = passage(page, at)
        if not end:
            keep(kept, page.lines[at])
        else:
            if why in ("quote", "marker"):
                dropped.extend(unattributed(kept))
            dropped.append(Dropped(why, "\n".join(page.lines[at:end]).strip()))
        at = end or at + 1
    return Written("\n".join(kept).strip(), tuple(dropped), language(kept, page))


def keep(kept: list[str], line: str) -> None:
    """Blank lines only between others, and one is enough; strokes are blank."""
    seen = line.strip(STROKES)
    if seen or (kept and kept[-1]):
        kept.append(line if seen else "")


def passage(page: Page, at: int) -> tuple[str, int]:
    """The first rule that knows this line, and where its passage ends."""
    if page.lines[at]:
        for why, rule in RULES:
            if end := rule(page, at):
                return why, end
    return "", 0


def unattributed(kept: list[str]) -> list[Dropped]:
    """Takes from above a quote who wrote it and when, in whatever language."""
    rows = [row for row, line in enumerate(kept[-ATTRIBUTION_LINES:]) if line]
    if not rows or not kept[-ATTRIBUTION_LINES:][rows[-1]].endswith(quotes.ENDINGS):
        return []
    for first in reversed(rows):
        start = max(len(kept) - ATTRIBUTION_LINES, 0) + first
        lines = " ".join(kept[start:])
        if is_dated(lines) or ADDRESS.search(lines[:LONGEST]):
            del kept[start:]
            return [Dropped("attribution", lines.strip())]
    return []


def language(kept: Sequence[str], page: Page) -> str:
    """Of the writer: by the letters, else by what their mail program says."""
    counted = Counter(found for found in page.languages if found)
    return language_of("\n".join(kept)) or (
        counted.most_common(1)[0][0] if counted else ""
    )

"""What on a page of mail is not the writer's: quotes, heads of mails, our own text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sse.inbox.reading.phrases import (
    HEADERS,
    LONGEST,
    SEPARATORS,
    VERBS,
    bare,
    verb_in,
)
from sse.inbox.reading.types import Us

QUOTE_SIGNS = (">", "＞", "»", "&gt;")
QUOTING = " >＞»|"
INITIALS = re.compile(r"[A-ZА-ЯЄІЇҐ]{1,4}>(?:[ >]|$)")  # AK> quoted; AKI>HARIMA is not
BARS = 3  # so many lines that begin with | are a quote, fewer may be a drawing
DATED = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b"
    r"|\d{4}年"
)
ADDRESS = re.compile(r"[^\s@<>]{1,64}@[^\s@<>]{1,64}\.\w")
ENDINGS = (":", "：", "---", ":>", "：>")
STROKES = ("--", "__", "==", "**", "—")
BETWEEN_STROKES = re.compile(
    r"(?:-{5,}|={5,}|_{5,})[^-=_].{1,80}[^-=_](?:-{5,}|={5,}|_{5,})"
)
RULE = re.compile(r"[_]{20,}|[*]{20,}|[=]{30,}")
HEAD_LINES = 6  # in so many lines of a copied head stand at least three headers
ATTRIBUTION_LINES = 4
OWN_LINES = 3  # in a row, and it is our letter
COPIED = "  "  # so begin lines of our letters that a player may send back as orders


class Page:
    """The lines of a mail, trimmed, never two blank ones in a row."""

    def __init__(self, lines: Sequence[str], us: Us, sent: str) -> None:
        self.us = us
        self.lines = list(one_blank(line.strip() for line in lines))
        self.end = len(self.lines)
        self.quoted = quoted(self.lines)
        self.own = letter_rows(sent)
        self.mend_quotes([joined(line) for line in sent.splitlines()])
        self.languages: list[str] = []

    def mend_quotes(self, sent: list[str]) -> None:
        """What a mail program broke off a quoted line is quoted as well."""
        whole = ""
        for row, line in enumerate(self.lines):
            if self.quoted[row]:
                whole = joined(line.lstrip(QUOTING))
                continue
            whole = whole and line and whole + joined(line)
            if not whole or not any(own.startswith(whole) for own in sent):
                whole = ""
            self.quoted[row] = bool(whole)

    def ahead(self, at: int, most: int) -> list[str]:
        """Up to so many lines of text from here, over blank ones."""
        rows = range(at, min(at + 2 * most, self.end))
        return [self.lines[row] for row in rows if self.lines[row]][:most]

    def quote_from(self, at: int) -> int:
        """The next quoted line, or the end."""
        return next((row for row in range(at, self.end) if self.quoted[row]), self.end)

    def is_quoted_after(self, at: int) -> bool:
        rows = [row for row in range(at, min(at + 2, self.end)) if self.lines[row]]
        return bool(rows) and self.quoted[rows[0]]


def one_blank(lines: Iterator[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        if line or before:
            yield line
        before = line


def quoted(lines: Sequence[str]) -> list[bool]:
    bars = sum(line.startswith("|") for line in lines) >= BARS
    return [
        line.startswith(QUOTE_SIGNS)
        or INITIALS.match(line) is not None
        or (bars and line.startswith("|"))
        for line in lines
    ]


def letter_rows(sent: str) -> set[tuple[str, ...]]:
    """All that stands in a row in our letter, but for what one may copy from it."""
    lines = [line for line in sent.splitlines() if line.strip()]
    rows = (lines[at : at + OWN_LINES] for at in range(len(lines) - 2))
    return {
        tuple(map(same, row))
        for row in rows
        if not all(line.startswith(COPIED) for line in row)
    }


def same(line: str) -> str:
    return " ".join(line.split())


def joined(line: str) -> str:
    return "".join(line.split())


# Each rule answers where the passage ends that begins at a line, or 0: none does.


def quote(page: Page, at: int) -> int:
    row = at
    while row < page.end and page.quoted[row]:
        row += 1
    return row if row > at else 0


def our_marker(page: Page, at: int) -> int:
    return page.end if page.lines[at].startswith(page.us.marker) else 0


def our_letter(page: Page, at: int) -> int:
    """Several lines as we sent them; a single one may be an order we showed."""
    if not page.own:
        return 0
    rows = tuple(same(line) for line in page.ahead(at, OWN_LINES))
    return page.end if rows in page.own else 0


def separator(page: Page, at: int) -> int:
    """`-----Original Message-----`, or a phrase we know and a colon."""
    line, phrase = page.lines[at][:LONGEST], bare(page.lines[at][:LONGEST])
    known = phrase in SEPARATORS and line.startswith(STROKES) | line.endswith(ENDINGS)
    if not known and not BETWEEN_STROKES.fullmatch(line):
        return 0
    page.languages.append(SEPARATORS.get(phrase, ""))
    return page.end


def copied_head(page: Page, at: int) -> int:
    """From, Sent, To, Subject: below stands the old mail, unmarked."""
    if header_in(page.lines[at]) is None:
        return 0
    rows = page.ahead(at, HEAD_LINES)
    names = [name for row in rows if (name := header_in(row)) is not None]
    if len(set(names)) < 3 and not (len(set(names)) == 2 and is_ours(page, rows)):
        return 0
    page.languages.extend(HEADERS[name] for name in names)
    return page.end


def is_ours(page: Page, rows: Sequence[str]) -> bool:
    return page.us.named_in(" ".join(rows)[: 2 * LONGEST].casefold())


def header_in(line: str) -> str | None:
    name = bare(line[:40].replace("：", ":").partition(":")[0])
    return name if name in HEADERS and (":" in line[:42] or "：" in line[:42]) else None


def rule_line(page: Page, at: int) -> int:
    """A long line of strokes: an old mail, or the footer of a list."""
    return page.end if RULE.fullmatch(page.lines[at][:LONGEST]) else 0


def attribution(page: Page, at: int) -> int:
    """`On … X wrote:` alone before marked quotes; before unmarked ones all the rest."""
    if is_attribution_and_more(page, page.lines[at]):
        return page.end
    rows: list[str] = []
    for row in range(at, min(at + ATTRIBUTION_LINES, page.end)):
        line = page.lines[row]
        if not line or page.quoted[row] or len(line) > LONGEST:
            break
        rows.append(line)
        joined = " ".join(rows)
        before_quote = page.is_quoted_after(row + 1)
        if is_attribution(page, joined, before_quote):
            return row + 1 if before_quote else page.end
        if not begins_attribution(page, rows[0]):
            break
    return 0


def begins_attribution(page: Page, line: str) -> bool:
    folded = line.casefold()
    return (
        is_dated(line) or page.us.named_in(folded) or ADDRESS.search(line) is not None
    )


def is_dated(line: str) -> bool:
    return DATED.search(line) is not None


def is_attribution(page: Page, line: str, before_quote: bool) -> bool:
    if not line.endswith(ENDINGS) or len(line) > 2 * LONGEST:
        return False
    folded = line.casefold()
    verb, ours = verb_in(folded), page.us.named_in(folded)
    sure = ours and (verb is not None or any(sign.isdigit() for sign in line))
    told = is_dated(line) and (verb is not None or ADDRESS.search(line) is not None)
    if not (sure or told or (before_quote and verb is not None)):
        return False
    page.languages.append(VERBS.get(verb or "", ""))
    return True


def is_attribution_and_more(page: Page, line: str) -> bool:
    """Some programs go on with the old mail in the same line."""
    head, colon, more = line[: 2 * LONGEST].partition(": ")
    folded = head.casefold()
    if not colon or not more.strip() or not is_dated(head) or verb_in(folded) is None:
        return False
    return page.us.named_in(folded) or ADDRESS.search(head) is not None

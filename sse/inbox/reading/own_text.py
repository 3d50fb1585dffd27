"""Find the writer's own words in the text of a mail.

Quotes, heads of older mails, our own text, signatures and footers are dropped, rule by
rule and line by line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sse.inbox.reading.phrases import (
    DISCLAIMERS,
    FOOTERS,
    HEADERS,
    LONGEST_LINE,
    SEPARATORS,
    VERBS,
    bare_line,
    language_by_letters,
    opening_phrase,
    verb_in,
)
from sse.inbox.reading.types import Dropped, Us
from sse.platform.mail_addresses import MARKER

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
SEPARATOR_STROKES = ("--", "__", "==", "**", "—")
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
        self.lines = list(single_blank_lines(line.strip() for line in lines))
        self.end = len(self.lines)
        self.quoted = quoted_lines(self.lines)
        self.own = letter_line_groups(sent)
        self.mend_quotes([without_blanks(line) for line in sent.splitlines()])
        self.languages: list[str] = []

    def mend_quotes(self, sent: list[str]) -> None:
        """Mark as quoted what a mail program wrapped off a quoted line."""
        whole = ""
        for row, line in enumerate(self.lines):
            if self.quoted[row]:
                whole = without_blanks(line.lstrip(QUOTING))
                continue
            whole = whole and line and whole + without_blanks(line)
            if not whole or not any(own.startswith(whole) for own in sent):
                whole = ""
            self.quoted[row] = bool(whole)

    def ahead(self, at: int, most: int) -> list[str]:
        """Return up to so many lines of text from here, skipping blank ones."""
        rows = range(at, min(at + 2 * most, self.end))
        return [self.lines[row] for row in rows if self.lines[row]][:most]

    def quote_from(self, at: int) -> int:
        """Return the index of the next quoted line, or of the end."""
        return next((row for row in range(at, self.end) if self.quoted[row]), self.end)

    def is_quoted_after(self, at: int) -> bool:
        rows = [row for row in range(at, min(at + 2, self.end)) if self.lines[row]]
        return bool(rows) and self.quoted[rows[0]]


def single_blank_lines(lines: Iterator[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        if line or before:
            yield line
        before = line


def quoted_lines(lines: Sequence[str]) -> list[bool]:
    bars = sum(line.startswith("|") for line in lines) >= BARS
    return [
        line.startswith(QUOTE_SIGNS)
        or INITIALS.match(line) is not None
        or (bars and line.startswith("|"))
        for line in lines
    ]


def letter_line_groups(sent: str) -> set[tuple[str, ...]]:
    """Group the lines of our email, without those that one may copy from it."""
    lines = [line for line in sent.splitlines() if line.strip()]
    rows = (lines[at : at + OWN_LINES] for at in range(len(lines) - 2))
    return {
        tuple(map(single_spaced, row))
        for row in rows
        if not all(line.startswith(COPIED) for line in row)
    }


def single_spaced(line: str) -> str:
    return " ".join(line.split())


def without_blanks(line: str) -> str:
    return "".join(line.split())


# Each rule answers where the passage ends that begins at a line, or 0: none does.


def quote_end(page: Page, at: int) -> int:
    row = at
    while row < page.end and page.quoted[row]:
        row += 1
    return row if row > at else 0


def marker_end(page: Page, at: int) -> int:
    return page.end if page.lines[at].startswith(MARKER) else 0


def own_letter_end(page: Page, at: int) -> int:
    """Recognise several lines of our email; a single one may be an order we offered."""
    if not page.own:
        return 0
    rows = tuple(single_spaced(line) for line in page.ahead(at, OWN_LINES))
    return page.end if rows in page.own else 0


def separator_end(page: Page, at: int) -> int:
    """Recognise `-----Original Message-----`, or a known phrase and a colon."""
    line, phrase = (
        page.lines[at][:LONGEST_LINE],
        bare_line(page.lines[at][:LONGEST_LINE]),
    )
    known = phrase in SEPARATORS and line.startswith(SEPARATOR_STROKES) | line.endswith(
        ENDINGS
    )
    if not known and not BETWEEN_STROKES.fullmatch(line):
        return 0
    page.languages.append(SEPARATORS.get(phrase, ""))
    return page.end


def copied_head_end(page: Page, at: int) -> int:
    """Recognise From, Sent, To, Subject, with the old mail below, unmarked."""
    if header_in(page.lines[at]) is None:
        return 0
    rows = page.ahead(at, HEAD_LINES)
    names = [name for row in rows if (name := header_in(row)) is not None]
    if len(set(names)) < 3 and not (len(set(names)) == 2 and names_us(page, rows)):
        return 0
    page.languages.extend(HEADERS[name] for name in names)
    return page.end


def names_us(page: Page, rows: Sequence[str]) -> bool:
    return page.us.named_in(" ".join(rows)[: 2 * LONGEST_LINE].casefold())


def header_in(line: str) -> str | None:
    name = bare_line(line[:40].replace("：", ":").partition(":")[0])
    return name if name in HEADERS and (":" in line[:42] or "：" in line[:42]) else None


def rule_line_end(page: Page, at: int) -> int:
    """Recognise a rule above an old mail or the footer of a list."""
    return page.end if RULE.fullmatch(page.lines[at][:LONGEST_LINE]) else 0


def attribution_end(page: Page, at: int) -> int:
    """Recognise `On … X wrote:`, and all the rest if the quote below is unmarked."""
    if is_attribution_and_more(page, page.lines[at]):
        return page.end
    rows: list[str] = []
    for row in range(at, min(at + ATTRIBUTION_LINES, page.end)):
        line = page.lines[row]
        if not line or page.quoted[row] or len(line) > LONGEST_LINE:
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
    if not line.endswith(ENDINGS) or len(line) > 2 * LONGEST_LINE:
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
    """Say whether the old mail goes on in the same line, as some programs write it."""
    head, colon, more = line[: 2 * LONGEST_LINE].partition(": ")
    folded = head.casefold()
    if not colon or not more.strip() or not is_dated(head) or verb_in(folded) is None:
        return False
    return page.us.named_in(folded) or ADDRESS.search(head) is not None


DASHES = {"--", "—", "–", "- -", "−−"}
LONGEST_FOOTER = 160
PGP_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
PGP_SIGNATURE_END = "-----END PGP SIGNATURE-----"
PGP_ENCRYPTED = ("-----BEGIN PGP MESSAGE-----", "-----BEGIN PKCS7-----")


def signature_end(page: Page, at: int) -> int:
    """Recognise a signature, which ends at a quote that follows."""
    return page.quote_from(at + 1) if page.lines[at] in DASHES else 0


def disclaimer_end(page: Page, at: int) -> int:
    phrase = opening_phrase(page.lines[at][:LONGEST_LINE], DISCLAIMERS)
    if phrase is None:
        return 0
    page.languages.append(DISCLAIMERS[phrase])
    return page.quote_from(at + 1)


def footer_end(page: Page, at: int) -> int:
    line = page.lines[at]
    phrase = opening_phrase(line, FOOTERS) if len(line) <= LONGEST_FOOTER else None
    if phrase is None:
        return 0
    page.languages.append(FOOTERS[phrase])
    return at + 1


def without_pgp_armour(lines: Sequence[str]) -> list[str]:
    """Remove the wrapping of a PGP signature, which we do not check."""
    out: list[str] = []
    place = "outside"
    for line in lines:
        stripped = line.strip()
        if stripped == PGP_SIGNED:
            place = "head"
        elif stripped == PGP_SIGNATURE and place != "outside":
            place = "seal"
        elif stripped == PGP_SIGNATURE_END and place == "seal":
            place = "outside"
        elif place == "head" and (not stripped or not stripped.startswith("Hash:")):
            place = "inside"
            out.append(line)
        elif place in ("outside", "inside"):
            out.append(line.removeprefix("- ") if place == "inside" else line)
    return out


def is_pgp_encrypted(text: str) -> bool:
    """Say whether a text is encrypted by PGP, for which we have no key."""
    return any(
        line.strip().startswith(PGP_ENCRYPTED) for line in text.splitlines()[:50]
    )


BLANK_STROKES = " -–—─━_=*~"
Rule = Callable[[Page, int], int]
RULES: tuple[tuple[str, Rule], ...] = (
    ("quote", quote_end),
    ("marker", marker_end),
    ("our letter", own_letter_end),
    ("separator", separator_end),
    ("copied head", copied_head_end),
    ("rule", rule_line_end),
    ("attribution", attribution_end),
    ("signature", signature_end),
    ("disclaimer", disclaimer_end),
    ("footer", footer_end),
)


class OwnText(NamedTuple):
    text: str
    dropped: tuple[Dropped, ...]
    language: str


def own_text_of(text: str, us: Us, sent: str) -> OwnText:
    """Return the writer's own lines, up to the limit."""
    page = Page(without_pgp_armour(text.split("\n")), us, sent)
    kept: list[str] = []
    dropped: list[Dropped] = []
    at = 0
    while at < page.end and len(kept) <= us.limits.lines + 1:
        why, end = dropped_passage(page, at)
        if not end:
            append_line(kept, page.lines[at])
        else:
            if why in ("quote", "marker"):
                dropped.extend(drop_attribution(kept))
            dropped.append(Dropped(why, "\n".join(page.lines[at:end]).strip()))
        at = end or at + 1
    return OwnText("\n".join(kept).strip(), tuple(dropped), writer_language(kept, page))


def append_line(kept: list[str], line: str) -> None:
    """Append a line; drop leading and repeated blank lines and rules."""
    seen = line.strip(BLANK_STROKES)
    if seen or (kept and kept[-1]):
        kept.append(line if seen else "")


def dropped_passage(page: Page, at: int) -> tuple[str, int]:
    """Return the first rule that recognises this line, and the end of its passage."""
    if page.lines[at]:
        for why, rule in RULES:
            if end := rule(page, at):
                return why, end
    return "", 0


def drop_attribution(kept: list[str]) -> list[Dropped]:
    """Drop the line above a quote that says who wrote it, in any language."""
    rows = [row for row, line in enumerate(kept[-ATTRIBUTION_LINES:]) if line]
    if not rows or not kept[-ATTRIBUTION_LINES:][rows[-1]].endswith(ENDINGS):
        return []
    for first in reversed(rows):
        start = max(len(kept) - ATTRIBUTION_LINES, 0) + first
        lines = " ".join(kept[start:])
        if is_dated(lines) or ADDRESS.search(lines[:LONGEST_LINE]):
            del kept[start:]
            return [Dropped("attribution", lines.strip())]
    return []


def writer_language(kept: Sequence[str], page: Page) -> str:
    """Guess the writer's language by the letters, else by the mail program's words."""
    counted = Counter(found for found in page.languages if found)
    return language_by_letters("\n".join(kept)) or (
        counted.most_common(1)[0][0] if counted else ""
    )

"""A rule of a sheet as people read it: no marks, tables in columns, short lines."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

WIDTH = 72
GAP = "  "  # between columns
MARKS = re.compile(r"\*\*|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])")
ITEM = re.compile(r"\s*[-*] ")
RULED = re.compile(r"[\s|:-]+")  # the line under the heads of a table
HEADING = re.compile(r"\*\*[^*]+\*\*(?: \[[^\]]*\])*")

Row = list[str]


def as_text(rule: str, width: int = WIDTH) -> str:
    """Return a rule without marks, in lines of at most so many columns."""
    lines = rule.splitlines()
    if first := heading(rule):
        return "\n".join([first, *blocks(lines[1:], width)])
    return "\n".join(blocks(lines, width))


def heading(rule: str) -> str:
    """Its first line, if that is all there is of it: `**AOW-5.4 Which dice** [D]`."""
    first = rule.partition("\n")[0]
    return unmarked(first) if HEADING.fullmatch(first) else ""


def unmarked(text: str) -> str:
    return MARKS.sub("", text).strip()


def blocks(lines: Sequence[str], width: int) -> Iterator[str]:
    """Tables, code and paragraphs, an empty line between them."""
    is_code, kinds = False, []
    for line in lines:
        is_fence = line.startswith("```")
        is_code = is_code != is_fence
        kind = "code" if is_code else "table" if line.startswith("|") else "text"
        kinds.append("blank" if is_fence or not (line.strip() or is_code) else kind)
    number = 0
    for kind, group in groupby(
        zip(kinds, lines, strict=True), key=lambda pair: pair[0]
    ):
        part = [line for _, line in group]
        if kind != "blank":
            yield from [""] * bool(number)
            yield from BLOCKS[kind](part, width)
            number += 1


def code(lines: Sequence[str], width: int) -> Iterator[str]:
    """As it stands, two columns in; what is too long goes on further in."""
    for line in lines:
        if len(line) + 2 <= width:
            yield f"  {line}".rstrip()
        else:
            yield textwrap.fill(
                re.sub(r"\s{2,}", "  ", line),
                width,
                initial_indent="  ",
                subsequent_indent=" " * 6,
            )


def paragraphs(lines: Sequence[str], width: int) -> Iterator[str]:
    """Items and paragraphs, each wrapped by itself."""
    said: list[str] = []
    for line in lines:
        if ITEM.match(line):
            said.append(f"- {unmarked(ITEM.sub('', line, count=1))}")
        elif said:
            said[-1] += f" {unmarked(line)}"
        else:
            said.append(unmarked(line))
    yield from (wrapped(text, width) for text in said)


def wrapped(text: str, width: int, indent: str = "") -> str:
    deeper = indent + ("  " if text.startswith("- ") else "")
    return textwrap.fill(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=deeper,
        break_long_words=False,
        break_on_hyphens=False,
    )


def table(lines: Sequence[str], width: int) -> Iterator[str]:
    """In columns if they fit, else row by row with the head of each column."""
    rows = [cells(line) for line in lines if not RULED.fullmatch(line)]
    has_heads = len(lines) > 1 and bool(RULED.fullmatch(lines[1]))
    wide = [max(map(len, column)) for column in zip(*rows, strict=False)]
    if len(rows) > 1 and sum(wide) + len(GAP) * (len(wide) - 1) <= width:
        for row in rows:
            line = GAP.join(cell.ljust(n) for cell, n in zip(row, wide, strict=False))
            yield line.rstrip()
        return
    heads, body = (rows[0], rows[1:]) if has_heads else ([], rows)
    for row in body:
        yield from one_row(heads, row, width)


BLOCKS = {"table": table, "code": code, "text": paragraphs}


def one_row(heads: Row, row: Row, width: int) -> Iterator[str]:
    """`SSE-12.5 Armies run out`, and under it what else the row says."""
    named = 2 if not heads and len(row) > 2 else 1
    yield wrapped(" ".join(row[:named]), width)
    for number, cell in enumerate(row[named:], start=named):
        head = f"{heads[number]}: " if number < len(heads) and heads[number] else ""
        if cell:
            yield wrapped(head + cell, width, "  ")


def cells(line: str) -> Row:
    return [unmarked(cell) for cell in line.strip().strip("|").split("|")]

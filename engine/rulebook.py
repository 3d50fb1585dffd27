"""Looks things up in a game's rule sheet."""

from __future__ import annotations

import re
import tomllib
from functools import cache

from engine.registry import games

MARKS = re.compile(r"\*\*|`")
ITEM = re.compile(r"\s*[-*] ")
HEADING = re.compile(r"\*\*[^*]+\*\*(?: \[[^\]]*\])*")


@cache
def sheet(name: str) -> str:
    return (games()[name].folder / "RULES.md").read_text(encoding="utf-8")


@cache
def in_short(name: str, language: str = "en") -> tuple[str, ...]:
    """A few sentences for who has never played; in English, if not in the language."""
    file = games()[name].folder / "short.toml"
    if not file.exists():
        return ()
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(told.get(language) or told["en"])


@cache
def rules(name: str) -> dict[str, str]:
    """Every rule of the sheet by its id, in the order of the sheet."""
    number = rf"{games()[name].code}-\d+(?:\.\d+)*[a-z]?"
    start = re.compile(rf"\*\*({number})|\| ({number}) \|")
    found: dict[str, list[str]] = {}
    block: list[str] = []
    for line in sheet(name).splitlines():
        if begin := start.match(line):
            block = found.setdefault(begin[1] or begin[2], [])
        elif line.startswith(("#", "---")):
            block = []
        block.append(line)
    return {rule: "\n".join(lines).strip() for rule, lines in found.items()}


def as_text(rule: str) -> str:
    """A rule as people write letters: paragraphs whole, and without marks."""
    said: list[str] = []
    for line in (MARKS.sub("", line) for line in rule.splitlines()):
        cells = [cell.strip() for cell in line.split("|") if cell.strip(" -:")]
        if line.startswith("|"):
            said += [f"- {': '.join(cells)}"] if cells else []
        elif not line.strip() or not said or not said[-1] or ITEM.match(line):
            said.append(ITEM.sub("- ", line.strip()))
        elif said[-1] == heading(rule):
            said.append(line.strip())
        else:
            said[-1] += f" {line.strip()}"
    return "\n".join(said)


def heading(rule: str) -> str:
    """Its first line, if that is all there is of it: `**AOW-5.4 Which dice** [D]`."""
    first = rule.partition("\n")[0]
    return MARKS.sub("", first) if HEADING.fullmatch(first) else ""


def look_up(name: str, wanted: str) -> list[str]:
    """The rule of that id; else every rule that has all the words, up to five."""
    wanted = wanted.strip()
    code = games()[name].code
    for rule in (wanted.upper(), f"{code}-{wanted}".upper()):
        for known, text in rules(name).items():
            if known.upper() == rule:
                return [text]
    words = wanted.casefold().split()
    fitting = [
        text
        for text in rules(name).values()
        if words and all(word in text.casefold() for word in words)
    ]
    return fitting[:5]

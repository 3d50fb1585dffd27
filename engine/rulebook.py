"""Looks things up in a game's rule sheet."""

from __future__ import annotations

import re
import tomllib
from functools import cache

from engine.reading.lexicon import KEYWORDS, keywords
from engine.reading.text import fold
from engine.registry import games
from engine.sheet_text import heading

BESIDE = re.compile(r"\([^)]*\)|`")  # in a glossary: what is no part of the term
EITHER = re.compile(r" / |, ")
MOST_FOUND, MOST_OF_CHAPTER = 5, 12
SHORTEST = 4  # letters by which the beginning of a term is known


@cache
def sheet(name: str) -> str:
    return (games()[name].folder / "RULES.md").read_text(encoding="utf-8")


@cache
def in_short(name: str, language: str = "en") -> tuple[str, ...]:
    """A few sentences for newcomers; in English, if not in the language."""
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


def look_up(name: str, wanted: str) -> list[str]:
    """The rule of that id, or a chapter of them; else rules that have all the words.

    Of these the first five, those under a heading that has the words before others.
    What is no English may stand in the glossary.
    """
    wanted = wanted.strip().lstrip("§ ")
    term = fold(" ".join(wanted.split()))
    return (
        by_number(name, wanted)
        or by_words(name, glossary(name).get(term, wanted))
        or by_words(name, begun(name, term))
    )


def by_number(name: str, wanted: str) -> list[str]:
    code, sheet_rules = games()[name].code, rules(name)
    number = wanted.upper().removeprefix(f"{code}-").rstrip(".")
    for known, text in sheet_rules.items():
        if known.upper() == f"{code}-{number}":
            return [text]
    within = f"{code}-{number}."
    found = [text for known, text in sheet_rules.items() if known.startswith(within)]
    return found[:MOST_OF_CHAPTER]


def by_words(name: str, wanted: str) -> list[str]:
    words, above = wanted.casefold().split(), headings(name)
    fitting = [
        (rule, text)
        for rule, text in rules(name).items()
        if words and all(word in text.casefold() + above[rule] for word in words)
    ]
    fitting.sort(key=lambda pair: -sum(word in above[pair[0]] for word in words))
    return [text for _rule, text in fitting[:MOST_FOUND]]


@cache
def headings(name: str) -> dict[str, str]:
    """What the sheet prints above each rule, and what it is called; small letters."""
    found: dict[str, str] = {}
    above = ""
    starts = {text.partition("\n")[0]: rule for rule, text in rules(name).items()}
    for line in sheet(name).splitlines():
        if line.startswith("#"):
            above = line.casefold()
        elif rule := starts.get(line.strip()):
            found.setdefault(rule, f"{above}\n{heading(line).casefold()}")
    return {rule: found.get(rule, "") for rule in rules(name)}


# ----------------------------------------------------------------------- glossary


def begun(name: str, term: str) -> str:
    """The English of the first term that begins so."""
    if len(term) < SHORTEST:
        return ""
    found = (same for other, same in glossary(name).items() if other.startswith(term))
    return next(found, "")


@cache
def glossary(name: str) -> dict[str, str]:
    """English terms by those of other languages: of the sheet, then of orders."""
    found: dict[str, str] = {}
    column = None
    for line in sheet(name).splitlines():
        cells = [BESIDE.sub("", cell).strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            column = None
        elif "English" in cells[:-1] and "German" in cells:
            column = cells.index("English")
        elif column is not None:
            english = EITHER.split(cells[column])
            for cell in cells[column + 1 :]:
                for number, term in enumerate(EITHER.split(cell)):
                    same = english[min(number, len(english) - 1)].strip()
                    found.setdefault(fold(term.strip()), same)
    return {term: same for term, same in (order_words(name) | found).items() if term}


def order_words(name: str) -> dict[str, str]:
    """Of the order language; the first of each list is English."""
    folder = games()[name].folder
    tables = keywords(folder) if (folder / KEYWORDS).exists() else {}
    lists = [
        same
        for table in tables.values()
        if isinstance(table, dict)
        for same in table.values()
        if isinstance(same, list)
    ]
    return {fold(str(word)): str(same[0]) for same in lists for word in same[1:]}

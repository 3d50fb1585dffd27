"""Orders in the reader's language: every canonical text, word by word. [SHO-18.15]"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from engine.errors import OrderError
from engine.reading.text import cut
from engine.shogun.plans.reading import read_again
from engine.shogun.plans.tree import Say
from engine.shogun.plans.vocabulary import (
    COLOURS,
    DATA,
    LANGUAGES,
    PLACES,
    WORDS,
)

TABLES = {
    "slot": "slots",
    "line": "lines",
    "card": "cards",
    "move": "moves",
    "test": "tests",
    "owner": "owners",
    "answer": "answers",
    "special": "specials",
    "bonus": "bonuses",
    "favour": "favours",
    "office": "offices",
    "post": "posts",
    "calm": "calms",
    "pick": "picks",
    "group": "groups",
    "span": "spans",
    "header": "header",
}
WORD = re.compile(r"[^\W_][\w-]*")
HEAD = re.compile(r"(?P<kind>[a-z]+)(?: [^:]*)?: (?P<text>.*)")
HIDDEN = ("ready",)  # lines of a plan that nobody needs to see


def as_written(text: str) -> str:
    """A line of a kept plan as a player would write it; any other text stays."""
    line = HEAD.fullmatch(text)
    if line is None:
        return text
    return "" if line["kind"] in HIDDEN else line["text"]


def in_language(text: str, language: str) -> str:
    """An order as its reader would write it; it means the same. [SHO-18.15]"""
    if language not in LANGUAGES:
        language = LANGUAGES[0]
    lines = text.splitlines() or [text]
    return "\n".join(
        "; ".join(statement_in(part.strip(), language) for part in cut(line))
        for line in lines
    )


@lru_cache(maxsize=8192)
def statement_in(text: str, language: str) -> str:
    """One statement; what is none, such as a name alone, word by word."""
    say = sayer(language)
    try:
        return read_again(text).said(say)
    except OrderError:
        spoken = by_word(language)
        return WORD.sub(lambda word: spoken.get(word[0], word[0]), text)


def plan_line(line: str, language: str) -> str:
    """One line of a kept plan; nothing for a line that nobody needs to see."""
    text = as_written(line)
    return in_language(text, language) if text else ""


@cache
def sayer(language: str) -> Say:
    """What things are called in a language."""
    spoken = tables(language)

    def say(table: str, key: str) -> str:
        return spoken[table].get(key, key) if table in spoken else key

    return say


@cache
def tables(language: str) -> Mapping[str, Mapping[str, str]]:
    """The first word for each thing that is no sign; names as the board has them."""
    found: dict[str, dict[str, str]] = {
        table: {
            key: next(word for word in words[language] if word[0].isalpha())
            for key, words in WORDS[name].items()
            if any(word[0].isalpha() for word in words[language])
        }
        for table, name in TABLES.items()
    }
    found["card"]["bluff"] = WORDS["cards"]["bluff"][language][-1]
    found["province"] = {p["abbr"]: p[language] for p in DATA["province"]}
    found["event"] = {kind["id"]: kind[language] for kind in DATA["event_kind"]}
    found["season"] = {season["id"]: season[language] for season in DATA["season"]}
    place = found["special"].pop("place")
    found["special"] |= {f"place{n}": f"{place}{n}" for n in PLACES}
    names = (daimyo["colour_names"][language] for daimyo in DATA["daimyo"])
    found["owner"] |= dict(zip(COLOURS, names, strict=True))
    return found


@cache
def by_word(language: str) -> Mapping[str, str]:
    """Words by their keys, whatever they are words for."""
    return {
        key: word for table in tables(language).values() for key, word in table.items()
    }

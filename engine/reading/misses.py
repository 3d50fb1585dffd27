"""What was not understood, or not clear, and what may have been meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from engine.errors import OrderAmbiguous, OrderError, OrderUnreadable
from engine.reading.lexicon import Alike, Lexicon
from engine.reading.scanner import Found, Mark, doubts
from engine.reading.tokens import Tokens

T = TypeVar("T")
ENDED = "…"  # the word at which a text ended too early
MOST_NEAR = 3  # spellings proposed
MUCH_NEARER = 0.15  # so much nearer a spelling leaves others out
MOST_SHOWN = 8  # words told when none of them is near


def unreadable(line: Tokens, rule: str, meant: Sequence[str] = ()) -> OrderUnreadable:
    """The first word that fits nothing, and what it may have meant."""
    word, wanted = line.text(line.far), list(line.expected)
    if line.is_end(line.far):
        last = line.text(line.far - 1) if line.far else ENDED
        legal = few(wanted)
        return OrderUnreadable(rule, "ends_early", legal=legal, near=False, word=last)
    alike = near(word, wanted)
    meant = meant or list(dict.fromkeys(alike.values()))
    return OrderUnreadable(
        rule,
        "not_understood",
        legal=meant or few(wanted),
        near=bool(meant),
        spelt=alike,
        word=word,
    )


def near(word: str, wanted: Iterable[Lexicon | str]) -> dict[str, str]:
    """The spellings nearest to a word of those that could stand there.

    Each with our word for it: a reader is told it in their own language.
    """
    lexicons = [want for want in wanted if isinstance(want, Lexicon)]
    alike = [(found, words) for words in lexicons for found in words.alike(word)]
    alike.sort(key=lambda pair: -pair[0].ratio)
    close = {
        found.spelt: words.shown[found.key]
        for found, words in alike
        if is_close(found, alike[0][0])
    }
    return dict(list(close.items())[:MOST_NEAR])


def is_close(found: Alike, nearest: Alike) -> bool:
    return found.ratio > nearest.ratio - MUCH_NEARER


def few(wanted: Iterable[Lexicon | str]) -> list[str]:
    """All that could stand there, when that can be told in a breath."""
    told: list[str] = []
    for want in sorted(wanted, key=lambda want: isinstance(want, str)):
        told += [want] if isinstance(want, str) else want.shown.values()
    return told if len(told) <= MOST_SHOWN else []


def unclear(
    line: Tokens, readings: Sequence[Found[T]], rule: str, shown: Callable[[T], str]
) -> list[OrderError]:
    """Why readings that are equally good leave a doubt: the line, or words of it."""
    if len(readings) > 1:
        legal = dict.fromkeys(shown(found.value) for found in readings)
        return [OrderAmbiguous(rule, "ambiguous_line", legal=legal)]
    marks = dict.fromkeys(mark for found in readings for mark in doubts(found))
    return [
        OrderAmbiguous(rule, "ambiguous_word", legal=mark.could, word=said(line, mark))
        for mark in marks
    ]


def said(line: Tokens, mark: Mark) -> str:
    return line.texts(mark.at + 1 - mark.words, mark.at + 1)

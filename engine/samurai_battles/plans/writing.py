"""Orders in the reader's language: every canonical text, word by word. [SB-18]"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from engine.contract import Order
from engine.languages import LANGUAGES
from engine.samurai_battles.cards import COMMAND, COMMANDS, DRAGON, DRAGONS
from engine.samurai_battles.hexes import INDEX
from engine.samurai_battles.plans.vocabulary import WORDS, unquoted

CARDS = sorted([*COMMAND, *DRAGON], key=len, reverse=True)
PIECES = re.compile(rf"(?<![\w-])(?:{'|'.join(CARDS)})(?![\w-])|[a-z]+")


def in_language(text: str, language: str) -> str:
    """An order as its reader would write it; it means the same. [SB-17.9]

    English keeps the short ids of cards, other languages write their names.
    """
    if language == LANGUAGES[0]:
        return text
    spoken = words_of(language)
    return PIECES.sub(lambda piece: spoken.get(piece[0], piece[0]), text)


@cache
def words_of(language: str) -> Mapping[str, str]:
    """The words of our texts by their English, and the names of cards."""
    at = LANGUAGES.index(language) if language in LANGUAGES else 0
    found = {key: words[at] for table in WORDS.values() for key, words in table.items()}
    named = {card.id: card.name for card in COMMANDS}
    named |= {card.id: card.name for card in DRAGONS}
    spoken = {id: unquoted(name[LANGUAGES[at]]) for id, name in named.items()}
    return found | spoken


# Heads of kept lines (plans/kept.py); some of those lines are only notes of ours.
HEAD = re.compile(r"(?:react|prefer|(?:turn|step|now) [0-9]+): ")
NOTE = re.compile(r"(?:doing|gone|told) [0-9]+[^:]*: .*")


def as_written(text: str) -> str:
    """A step of the log, or a line that is kept, as people write it. [SB-17.13]

    "" is a line that nobody needs to see.
    """
    if NOTE.fullmatch(text):
        return ""
    text = HEAD.sub("", text, count=1) if HEAD.match(text) else text
    order = Order.read(text)
    if order.verb == "move" and len(order.args) > 1 and "-" not in text:
        leads = order.args[0] == "leader"
        return f"move {'leader ' * leads}{'-'.join(order.args[leads:])}"
    if order.verb == "dragon" and order.args[1:2] and order.args[1] in INDEX:
        card, hex, *rest = order.args
        whom = f"leader {hex}" if rest[:1] == ["leader"] else hex
        return f"dragon {card} on {whom}"
    return text

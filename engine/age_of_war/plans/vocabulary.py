"""The words of the order language, and which card a word means. [AOW-10.3, AOW-10.4]"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.age_of_war.board import INDEX, PROVINCE, SETS, SLOTS, CardSet
from engine.errors import OrderAmbiguous, OrderUnreadable
from engine.reading.lexicon import Lexicon, keywords
from engine.reading.lookalikes import in_latin
from engine.reading.text import fold, squeeze, with_umlauts
from engine.reading.tokens import Parts

DATA = keywords(Path(__file__).parent.parent)
WORDS = {name: DATA[name] for name in ("statements", "parts", "quantities", "lines")}
WRITTEN = DATA["written"]  # by language, how we write them ourselves


STATEMENTS = Lexicon(WORDS["statements"])
PARTS = Parts(WORDS["parts"])
QUANTITIES = Lexicon(WORDS["quantities"])
LINE_WORDS = Lexicon(WORDS["lines"])
ENDS = {fold(word) for word in with_umlauts(WORDS["parts"]["end"])}  # AOW-10.3
KEYWORDS = {
    word
    for table in WORDS.values()
    for words in table.values()
    for word in with_umlauts(words)
}
LINES_SHOWN = ("archery", "cavalry", "general", "8 infantry", "special")


@cache
def card_names(set_key: str) -> Lexicon:
    """Slot, id, name in each language, aliases: of this set alone. [AOW-10.4]

    Daliang is Dalian: the rulebook's spelling and the historical one. [AOW-2.4]
    """
    cards = SETS[set_key]
    return Lexicon({slot: spellings(cards, at) for at, slot in enumerate(SLOTS)})


def spellings(cards: CardSet, card: int) -> list[str]:
    names = [*cards.cards[card].values(), *cards.aliases[card]]
    return [*names, *map(accusative, names), SLOTS[card], cards.ids[card]]


def accusative(name: str) -> str:
    """What one takes, in Russian and Ukrainian: Далянь, but Инуяму."""
    return f"{name[:-1]}у" if name.endswith("а") else name


@cache
def never_cards(set_key: str) -> frozenset[str]:
    """Keywords and provinces are no beginnings of card names. [AOW-10.4]"""
    cards = SETS[set_key]
    provinces = [name for p in cards.provinces for name in p.values()]
    return frozenset(map(squeeze, [*KEYWORDS, *provinces, *cards.province_ids]))


def find_card(word: str, set_key: str) -> int:
    """The card a word means; ambiguity is never guessed. [AOW-10.4]"""
    names = card_names(set_key)
    exact = names.exact(word)
    if exact is not None:
        return INDEX[exact]
    blocked = squeeze(word) in never_cards(set_key)
    found = [] if blocked else names.find(word)
    if len(found) > 1:
        raise OrderAmbiguous(
            "AOW-10.4", "E_AMBIGUOUS", legal=found, legal_kind="card", word=word
        )
    if not found:
        near = near_cards(word, set_key)
        raise OrderUnreadable(
            "AOW-10.4", "E_UNKNOWN_CARD", legal=near, legal_kind="card", word=word
        )
    return INDEX[found[0]]


def near_cards(word: str, set_key: str) -> list[str]:
    """By a slot typed in Cyrillic, by the province of that name, by spelling."""
    names = card_names(set_key)
    slot = names.exact(in_latin(word))
    provinces = SETS[set_key].provinces
    of_province = [
        SLOTS[card]
        for card, province in enumerate(PROVINCE)
        if squeeze(word) in map(squeeze, provinces[province].values())
    ]
    found = [*([slot] if slot else []), *of_province, *names.find(word)]
    return list(dict.fromkeys([*found, *names.near_keys(word)]))[:4]

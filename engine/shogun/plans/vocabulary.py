"""The words of the order language, in five languages, from the data. [SHO-18.15]

Each place of the grammar has a lexicon of the words that can stand there and no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from engine.reading.lexicon import Lexicon
from engine.reading.tokens import Parts
from engine.shogun.board import BOARD

GAME = "shogun"
DATA = BOARD.file
WORDS: Mapping[str, Mapping[str, Mapping[str, list[str]]]] = DATA["words"]
LANGUAGES: tuple[str, ...] = tuple(DATA["languages"])

CARD_SIGN = "-"  # an intrigue card as a bluff [SHO-18.16]
MOVERS = ("recruit1", "battle-a", "battle-b")  # slots whose armies can move


def spoken(words: Mapping[str, list[str]]) -> list[str]:
    """All words for one thing, English first; signs are no words."""
    return [word for word in chain(*words.values()) if word[0].isalpha()]


def table(name: str) -> dict[str, list[str]]:
    return {key: [key, *spoken(words)] for key, words in WORDS[name].items()}


def named(things: Iterable[Mapping[str, Any]], key: str) -> dict[str, list[str]]:
    """Things by their key and by their names in every language."""
    return {
        str(thing[key]): [
            str(thing[key]),
            *(thing[language] for language in LANGUAGES),
            *thing.get("aliases", ()),
        ]
        for thing in things
    }


# --------------------------------------------------------------------------- letters

A_LOOKS, B_LOOKS, I_LOOKS = ("a", "а"), ("b", "б", "в"), ("i", "і")


def battle_words(slot: str) -> list[str]:
    """With the letter of the battle in Latin or Cyrillic. [SHO-18.15]"""
    words = [slot, *spoken(WORDS["slots"][slot])]
    ends = A_LOOKS if slot == "battle-a" else B_LOOKS
    ones = [one * (1 if slot == "battle-a" else 2) for one in I_LOOKS]
    stems = dict.fromkeys(word.rstrip("12ABIАБВІ") for word in words[1:])
    typed = [stem + end for stem in stems for end in (*ends, *ones)]
    return list(dict.fromkeys([*words, *typed]))


def slot_words() -> dict[str, list[str]]:
    battles = {slot: battle_words(slot) for slot in ("battle-a", "battle-b")}
    return {**table("slots"), **battles}


def office_words() -> dict[str, list[str]]:
    """Spaces of the Dajokan board; Cyrillic letters are read as columns."""
    dajokan = DATA["dajokan"]
    cyrillic = dajokan["cyrillic_columns"]
    return {
        f"{column}{row}": [f"{letter}{row}" for letter in (column, *cyrillic[column])]
        for column in dajokan["columns"]
        for row in dajokan["rows"]
    }


# -------------------------------------------------------------- what is numbered too

PLACES = range(1, len(DATA["special"]) + 1)
YEARS = range(1, DATA["constants"]["years"] + 1)


def numbered(words: Mapping[str, list[str]], number: int) -> list[str]:
    return [f"{word}{number}" for word in spoken(words)]


def year_words() -> dict[str, list[str]]:
    words = WORDS["header"]["year"]
    return {str(year): numbered(words, year) for year in YEARS}


def special_words() -> dict[str, list[str]]:
    """The cards, and the places where they lie."""
    words = WORDS["specials"]
    cards = {key: words for key, words in table("specials").items() if key != "place"}
    places = {f"place{n}": numbered(words["place"], n) for n in PLACES}
    return {**cards, **places}


def player_words(daimyo: Mapping[str, Any]) -> list[str]:
    """Colour, daimyo by the first or both names, number of the seat. [SHO-18.15]"""
    names = [daimyo[language] for language in LANGUAGES]
    return [
        *daimyo["colour_names"].values(),
        *names,
        *(name.split()[0] for name in names),
        *numbered(WORDS["owners"]["seat"], daimyo["seat"]),
    ]


COLOURS: tuple[str, ...] = tuple(daimyo["colour"] for daimyo in DATA["daimyo"])


def owner_words() -> dict[str, list[str]]:
    players = {daimyo["colour"]: player_words(daimyo) for daimyo in DATA["daimyo"]}
    words = {key: words for key, words in table("owners").items() if key != "seat"}
    return {**words, **players}


# -------------------------------------------------------------------------- lexicons


def parts() -> dict[str, list[str]]:
    return {key: words for key, words in table("moves").items() if key in SMALL}


def words_of(name: str, *keys: str) -> dict[str, list[str]]:
    return {key: words for key, words in table(name).items() if key in keys or not keys}


SMALL = ("if", "and", "or")
PARTS = Parts(parts())
PROVINCE_WORDS = named(DATA["province"], "abbr")
SLOT_WORDS = slot_words()
MOVER_WORDS = {slot: SLOT_WORDS[slot] for slot in MOVERS}
LAID_WORDS = {key: words for key, words in SLOT_WORDS.items() if key != "bid"}
POINTS = (
    *("special", "post", "samurai", "favour", "attack", "defend", "calm"),
    *("revolts", "office", "general", "draft", "group"),
)

FIRST = Lexicon({**words_of("header", "shogun"), **SLOT_WORDS, **table("lines")})
YEAR, SEASON = Lexicon(year_words()), Lexicon(named(DATA["season"], "id"))
DRAFT = Lexicon(words_of("lines", "draft"))
LAID = Lexicon(LAID_WORDS)
CARD = Lexicon({**PROVINCE_WORDS, **table("cards")})
BLUFF = Lexicon(words_of("cards", "bluff"))
BID = Lexicon({**PROVINCE_WORDS, **words_of("cards", "official", "empty")})
TARGET = Lexicon({**PROVINCE_WORDS, **words_of("moves", "hold", "ask")})
FIRST_TARGET = Lexicon(
    {**MOVER_WORDS, **PROVINCE_WORDS, **words_of("moves", "hold", "ask")}
)
AMOUNT = Lexicon(words_of("moves", "all", "half"))
TEST = Lexicon(table("tests"))
EVENT_TEST = Lexicon(words_of("tests", "event"))
OWNER = Lexicon(owner_words())
EVENT = Lexicon(named(DATA["event_kind"], "id"))
PROVINCE = Lexicon(PROVINCE_WORDS)
SPECIAL = Lexicon(special_words())
BONUS = Lexicon(table("bonuses"))
NO_FAVOUR = Lexicon(words_of("favours", "none"))
FAVOUR_PLACE = Lexicon({**PROVINCE_WORDS, **words_of("favours", "keep", "neutral")})
OFFICE = Lexicon({**office_words(), **table("offices")})
STATUE = Lexicon(words_of("posts", "statue", "nostatue"))
POST = Lexicon({**PROVINCE_WORDS, **words_of("posts", "here", "later", "none")})
CALM = Lexicon({**PROVINCE_WORDS, **table("calms")})
PICK = Lexicon({**PROVINCE_WORDS, **table("picks")})
GROUP = Lexicon(table("groups"))
ANSWER = Lexicon(table("answers"))
ASKED = Lexicon({**SLOT_WORDS, **words_of("lines", *POINTS)})
SPAN = Lexicon({k: v for k, v in table("spans").items() if k != "planning"})

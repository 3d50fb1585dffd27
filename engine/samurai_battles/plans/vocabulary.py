"""The words of the order language in five languages, and names. [SB-18.1, SB-18.2]"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine.reading.lexicon import Lexicon
from engine.reading.lookalikes import in_latin
from engine.reading.tokens import ARROWS, Parts
from engine.samurai_battles.box import DATA, FACES, names_of
from engine.samurai_battles.cards import COMMANDS, DRAGONS, Command, Dragon
from engine.samurai_battles.hexes import INDEX, ROWS
from engine.samurai_battles.units import LEADERS, UNITS

GAME = "samurai_battles"
WORDS: Mapping[str, Mapping[str, list[str]]] = DATA["keywords"]
ASK = "ask"  # is read by the kit, the same for all games (engine/asking.py)
LINES = {key: words for key, words in WORDS["lines"].items() if key != ASK}
STEPS = WORDS["steps"]
VERBS = Lexicon({**LINES, **STEPS})
# Any word may stand inside a line: `steal card`, `then wait`, `prefer retreat left`.
PARTS = Parts({key: words for table in WORDS.values() for key, words in table.items()})


def unquoted(name: str) -> str:
    """A name as it is compared: its quotation marks say nothing."""
    return re.sub('[«»“”„"]', "", name)


def card_names(cards: Iterable[Command] | Iterable[Dragon]) -> Lexicon:
    """Cards by id and by their names in all languages. [SB-17.9]"""
    return Lexicon(
        {card.id: [card.id, *map(unquoted, card.name.values())] for card in cards}
    )


COMMAND_NAMES = card_names(COMMANDS)
DRAGON_NAMES = card_names(DRAGONS)
FACE_NAMES = Lexicon(
    {id: [id, *names.values()] for id, names in names_of("face").items()}
)
KINDS = Lexicon(
    {key: WORDS["kinds"][key] for key in WORDS["kinds"]}
    | {"leader": WORDS["parts"]["leader"]}
    | {unit.id: [unit.id, *unit.name.values()] for unit in UNITS}
    | {one.id: [one.id, *one.name.values()] for one in LEADERS}
)

# --------------------------------------------------------------- hexes and faces

ALIKE = "авсенкітх"  # Cyrillic letters that are taken for Latin ones [SB-17.9]
ROW_LETTERS = ROWS.lower() + ALIKE
TOKEN = re.compile(
    rf"(?P<arrow>[-=_]{{1,40}}>|>+(?!=)|[{ARROWS}])|(?P<relation>[<>=]=|=<)"
    r"|[^\W\d_][0-9]{1,2}(?![0-9])"  # a hex
    rf"|[xх](?=[{ROW_LETTERS}][0-9])"  # `E6xF6`
    r"|[^\W\d_]+(?:'[^\W\d_]+)*|[0-9]+|(?P<hyphen>_)"
    r"|(?P<point>(?<=[^\W\d_])\.)|\S"
)
CROSS = ("x", "*")  # between attacker and target; `×` is folded to `*`


def latin(code: str) -> str:
    """A code of one letter, perhaps typed on another keyboard. [SB-17.9]"""
    return in_latin(code) if code[:1] in ALIKE else code


def hex_of(token: str) -> str:
    """The hex a token names; "" if the board has none of that name. [SB-2.2]"""
    name = latin(token).upper()
    return name if name in INDEX else ""


def face_of(token: str) -> str:
    """The face that one letter names, or a whole word. [SB-0.5]"""
    letter = latin(token).upper()
    return letter if letter in FACES else FACE_NAMES.exact(token) or ""

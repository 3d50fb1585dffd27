"""The words of five languages, each in its place. [SSE-13.8, SSE-14]"""

from __future__ import annotations

import re

import pytest

from engine.reading.lexicon import Lexicon
from engine.reading.text import squeeze, with_umlauts
from engine.small_samurai_empires.plans.vocabulary import (
    ACTIONS,
    BOARD,
    EVENTS,
    ORDERS,
    PARTS,
    PLAYERS,
    REGIONS,
    WORDS,
    colour_words,
    names_of,
)
from tests.engine.small_samurai_empires.mails import SHEET, text

TEMPLATES = {  # one sentence for each key of the keywords, in English otherwise
    "destiny": "{} orange",
    "place": "{} attack at 5",
    "resolve": "{} 5: harvest",
    "withdraw": "{} 5",
    "recruit": "resolve 5: {} aki",
    "move": "resolve 5: {} aki -> kii",
    "ship": "resolve 5: {} 2 aki -> kii",
    "attack": "resolve 5: {} aki red",
    "harvest": "resolve 5: {} else pass",
    "castle": "resolve 5: {} aki",
    "pass": "resolve 5: {} auto",
    "step": "{} move aki -> kii",
    "none": "place attack at 5, {}",
    "at": "place attack {} 5",
    "any": "place attack at {}",
    "cover": "place attack {} blue at 5",
    "up_to": "place attack at 5 {} 2",
    "neutral": "place attack at 5, {} harvest",
    "or": "destiny orange {} grey",
    "else": "resolve 5: harvest {} pass",
    "only_if": "resolve 5: harvest {} blue in aki",
    "event": "move aki -> kii {} ambush stop",
    "in": "resolve 5: harvest only if blue {} aki",
    "to": "move aki {} kii",
    "and": "recruit aki {} kii",
    "I": "resolve 5: harvest only if {} control aki",
    "control": "resolve 5: harvest only if blue {} aki",
    "not": "resolve 5: harvest only if {} blue in aki",
    "stop": "move aki -> kii on ambush {}",
    "must": "place attack at 5, harvest {}",
    "all": "withdraw {}",
    "auto": "resolve 5: harvest {}",
    "ask": "resolve 5: harvest {}",
    "mount": "move aki -> {} daisen -> izumo",
    "by": "place move {} 3 at 5",
    "ambush": "move aki -> kii on {} stop",
    "tribe": "move aki -> kii on {} stop",
    "journey": "move aki -> kii on {} stop",
}
WORDS_BY_KEY = {
    key: words
    for table in ("orders", "actions", "parts", "events")
    for key, words in WORDS[table].items()
}
KEYWORDS = [(key, word) for key, words in WORDS_BY_KEY.items() for word in words]
BEGUN = [(key, word[:-1]) for key, word in KEYWORDS if re.fullmatch(r"\w{5,}", word)]


def table_of(title: str) -> list[list[str]]:
    """The rows of a table of the sheet's glossary."""
    part = SHEET.partition(f"### {title}")[2].partition("\n###")[0]
    rows = [line.strip("| ").split(" | ") for line in re.findall(r"^\|.*", part, re.M)]
    return rows[2:]


@pytest.mark.parametrize(("key", "word"), KEYWORDS)
def test_every_keyword_of_every_language(key: str, word: str) -> None:  # SSE-14.5
    english = text(TEMPLATES[key].format(WORDS_BY_KEY[key][0]))
    assert text(TEMPLATES[key].format(word)) == english
    assert text(TEMPLATES[key].format(word.upper())) == english


@pytest.mark.parametrize(("key", "word"), BEGUN)
def test_a_beginning_stands_for_its_word(key: str, word: str) -> None:  # SSE-13.8
    english = text(TEMPLATES[key].format(WORDS_BY_KEY[key][0]))
    assert text(TEMPLATES[key].format(word)) == english


def lexicon(english: str) -> Lexicon:
    """Where an English word of the sheet stands."""
    key = english.replace(" ", "_")
    if key in PARTS:
        return PARTS[key]
    found = [words for words in (ORDERS, ACTIONS, EVENTS) if words.exact(english)]
    return found[0] if found else PARTS["control"]


def order_words() -> list[tuple[str, str]]:
    """English and local words of SSE-14.5 that mean the same."""
    pairs = []
    for row in table_of("14.5 Order words"):
        english, *others = [cell.split(" / ") for cell in row]
        for local in others:
            assert len(local) == len(english)
            for mine, theirs in zip(english, local, strict=True):
                (name,) = re.findall(r"\*\*(.+?)\*\*", mine)
                pairs += [(name, w) for w in re.findall(r"\*\*(.+?)\*\*", theirs)]
    return pairs


@pytest.mark.parametrize(("english", "local"), order_words())
def test_every_order_word_of_the_sheet(english: str, local: str) -> None:  # SSE-14.5
    if english == "I control":
        i, local = local.split()
        assert PARTS["I"].exact(i)
    words = lexicon("event" if english == "on" else english)
    if words in (ORDERS, ACTIONS, EVENTS):
        assert words.exact(local) == words.exact(english)
    assert words.exact(local)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (row[0].strip("`"), name)
        for row in table_of("14.2 Actions")
        if not row[0].startswith("neutral")
        for name in row[1:]
    ],
)
def test_every_kind_by_its_name_in_the_booklets(kind: str, name: str) -> None:
    wanted = f"place {kind} at orange-2"  # SSE-14.2
    assert text(f"place {name} at 5") == wanted
    assert text(f"place {name} auf o2") == wanted
    assert text(f"place {kind} at 5 or {name} su 5") == f"{wanted} or {wanted[6:]}"


def test_every_colour_of_the_sheet() -> None:  # SSE-14.4
    regions, players = table_of("14.4 Colours")
    for words, row in ((REGIONS, regions), (PLAYERS, players)):
        english, *others = [cell.split(" · ") for cell in row[1:]]
        for local in others:
            assert [words.exact(colour) for colour in local] == english


@pytest.mark.parametrize(
    ("word", "colour"),
    [
        ("синего", "blue"),
        ("синій", "blue"),
        ("синьому", "blue"),
        ("grüne", "green"),
        ("gruenen", "green"),
        ("rossa", "red"),
        ("жёлтым", "yellow"),
        ("желтую", "yellow"),
        ("Червоної", "red"),
        ("Toyotomi", "green"),
        ("takeda", "blue"),
        ("Морі", "yellow"),
    ],
)
def test_endings_of_colours_do_not_matter(word: str, colour: str) -> None:  # SSE-14.4
    assert text(f"attack aki {word}") == f"attack aki {colour}"


@pytest.mark.parametrize(
    ("word", "region"),
    [
        ("grigio", "grey"),
        ("gray", "grey"),
        ("сірому", "grey"),
        ("Saigoku", "grey"),
        ("west", "grey"),
        ("center", "orange"),
        ("помаранчевий", "orange"),
        ("Kin", "orange"),
        ("turquoise", "teal"),
        ("Türkis", "teal"),
        ("tuerkis", "teal"),
        ("purple", "violet"),
        ("north", "violet"),
        ("Ezo", "violet"),
    ],
)
def test_names_and_aliases_of_regions(word: str, region: str) -> None:  # SSE-2.1
    assert text(f"destiny {word}") == f"destiny {region}"
    assert text(f"withdraw {word} 2") == f"withdraw {region}-2"


def test_every_colour_word_reads_in_its_place() -> None:  # SSE-14.4
    for region, table in WORDS["regions"].items():
        for word in colour_words(table):
            assert text(f"place castle at {word}") == f"place castle at {region}"
    for colour, table in WORDS["players"].items():
        for word in colour_words(table):
            assert text(f"attack aki {word}") == f"attack aki {colour}"


@pytest.mark.parametrize("piece", BOARD["province"], ids=lambda piece: piece["id"])
def test_provinces_in_three_spellings(piece: dict[str, str]) -> None:  # SSE-2.2
    for key in ("id", "name", "name_ru", "name_uk"):
        assert text(f"harvest {piece[key]}") == f"harvest {piece['id']}"


@pytest.mark.parametrize("piece", BOARD["mountain"], ids=lambda piece: piece["id"])
def test_mountains_with_and_without_mount(piece: dict[str, str]) -> None:  # SSE-2.7
    name = piece["id"]
    for said in (name, piece["name"], f"Mt. {name}", f"monte-{name}", f"гора {name}"):
        assert text(f"move aki > {said} > kii") == f"move aki -> {name} -> kii"


def test_languages_mix_at_will() -> None:  # SSE-13.8, SSE-14
    line = "piazza Angriff накрити blue su бірюзовий-2 bis 2, швидка move Аки nach Кії"
    wanted = "place attack cover blue at teal-2 up to 2, neutral move aki -> kii"
    assert text(line) == wanted
    line = "löse оранжевая 2: muovi 2x аки → Харіма при засада стоп sonst пас nur wenn"
    assert text(f"{line} я контролює Tosa авто") == (
        "resolve orange-2: move 2x aki -> harima on ambush stop else pass"
        " only if I control tosa auto"
    )


def test_no_word_means_two_things_in_its_place() -> None:  # SSE-14
    begins = {key: WORDS["parts"][key] for key in ("none", "neutral")}
    colours = [
        {key: colour_words(table) for key, table in WORDS[name].items()}
        for name in ("regions", "players")
    ]
    places = {p["id"]: names_of(p) for p in BOARD["province"] + BOARD["mountain"]}
    verbs = {**WORDS["orders"], **WORDS["actions"], **begins}
    for table in (verbs, WORDS["events"], places, *colours):
        meanings: dict[str, set[str]] = {}
        for key, words in table.items():
            for word in with_umlauts(words):
                meanings.setdefault(squeeze(word), set()).add(key)
        assert all(len(keys) == 1 for keys in meanings.values())

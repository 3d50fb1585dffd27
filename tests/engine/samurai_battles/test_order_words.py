"""The words of the order language, each in five languages. [SB-18]"""

from __future__ import annotations

import pytest

from engine.errors import OrderAmbiguous, OrderUnreadable, Refused
from engine.languages import LANGUAGES
from engine.reading.text import squeeze
from engine.samurai_battles.cards import COMMANDS, DRAGONS
from engine.samurai_battles.plans.reading import read_again, read_mail
from engine.samurai_battles.plans.vocabulary import PARTS, VERBS, WORDS
from engine.samurai_battles.plans.writing import in_language

# Every example of the sheet as it stands there, and as we keep it. [SB-17.13 to 17.18]
EXAMPLES = {
    "CARD order-3-center": "card order-3-center",
    "ORDER D5 D6 C6": "order D5, D6, C6",
    "MOVE D5-E6": "move D5-E6",
    "MOVE C6-D5": "move C6-D5",
    "ATTACK E6 X F6 INSPIRE THEN ADVANCE BONUS G7, G6": (
        "attack E6 x F6 inspire then advance bonus G7, G6"
    ),
    "FIRE D6 > F8, F7": "fire D6 > F8, F7",
    "DRAW TOKENS": "draw tokens",
    "CARD order-2-left WITH tea-ceremony": "card order-2-left with tea-ceremony",
    "ORDER C10, LEADER B10": "order C10, leader B10",
    "MOVE LEADER B10-C10": "move leader B10-C10",
    "HOLD C10                   # red in S01: the leader goes over": "hold C10",
    "DRAW DRAGON": "draw dragon",
    "ATTACK E6 X F6 WITH war-cry THEN ADVANCE BONUS G6, G7 INSPIRE THEN ADVANCE": (
        "attack E6 x F6 with war-cry then advance bonus G6, G7 inspire then advance"
    ),
    "ATTACK E6 X F6 THEN ADVANCE WITH trophy-heads": (
        "attack E6 x F6 then advance with trophy-heads"
    ),
    "ATTACK C3 D3 THEN WAIT": "attack C3 x D3 then wait",
    "FIRE D6 > F8 AND > F8, F7": "fire D6 > F8 and > F8, F7",
    "ATTACK E6 X F6 WITH fortunes-smile DICE F, H": (
        "attack E6 x F6 with fortunes-smile dice F, H"
    ),
    "IF ENEMY F8 <= 2: FIRE D6 > F8": "if enemy F8 <= 2: fire D6 > F8",
    "IF NOT WON E6: ATTACK E7 X F6": "if not won E6: attack E7 x F6",
    "IF ROLLED T >= 2 AND OWN C6: ORDER C6": "if rolled T >= 2 and own C6: order C6",
    "IF ROLLED H AND TOKENS >= 3: ATTACK C4 X D4 INSPIRE": (
        "if rolled H and tokens >= 3: attack C4 x D4 inspire"
    ),
    "REACT ATTACKED E6, F6 BY cavalry: STRIKE": (
        "react attacked E6, F6 by cavalry: strike"
    ),
    "REACT ATTACKED F6 BY cavalry: STRIKE": "react attacked F6 by cavalry: strike",
    "REACT STRUCK any FLAGS >= 2: DRAGON iron-resolve KEEP 2": (
        "react struck any flags >= 2: dragon iron-resolve keep 2"
    ),
    "REACT THREATENED any DICE >= 4: DRAGON dust-cloud KEEP 1": (
        "react threatened any dice >= 4: dragon dust-cloud keep 1"
    ),
    "REACT CARD shogun, flying-geese: DRAGON false-orders": (
        "react card shogun, flying-geese: dragon false-orders"
    ),
    "PREFER IGNORE 1 AT D5, D6": "prefer ignore 1 at D5, D6",
    "PREFER RETREAT left": "prefer retreat left",
    "PREFER RETREAT C5, B4 AT D5": "prefer retreat C5, B4 at D5",
    "PREFER LONE unite > far > seppuku": "prefer lone unite > far > seppuku",
    "PREFER LONE seppuku": "prefer lone seppuku",
    "PREFER REFRAIN AT H4": "prefer refrain at H4",
    "PREFER INSPIRE KEEP 3": "prefer inspire keep 3",
    "PREFER LOSS T AT C6, C7": "prefer loss T at C6, C7",
    "PREFER HAND shogun > advance-center > order-3-left": (
        "prefer hand shogun > advance-center > order-3-left"
    ),
    "WAIT                       # to see what traps did": "wait",
    "IF NOT WON E6: WAIT": "if not won E6: wait",
    "ATTACK C6 X B6 THEN ADVANCE BONUS A6, A7": (
        "attack C6 x B6 then advance bonus A6, A7"
    ),
    "ATTACK E6 X F6 THEN ADVANCE BONUS G7, G6 THEN REMAIN": (
        "attack E6 x F6 then advance bonus G7, G6 then remain"
    ),
}
# What the examples do not show, one of each kind. [SB-17.9]
MORE = {
    "card shogun with blue-dragon on E6": "card shogun with blue-dragon on E6",
    "card order-1-left with brave-messenger on leader C4": (
        "card order-1-left with brave-messenger on leader C4"
    ),
    "card shogun with ninja-thief steal card": (
        "card shogun with ninja-thief steal card"
    ),
    "move A5-exit": "move A5-exit",
    "move leader B5 A5 exit with forced-march": (
        "move leader B5-A5-exit with forced-march"
    ),
    "fire D6 > F8 with favor-of-hachiman and > F7 with favor-of-hachiman": (
        "fire D6 > F8 with favor-of-hachiman and > F7 with favor-of-hachiman"
    ),
    "attack E6xF6 challenge inspire then remain with trophy-heads": (
        "attack E6 x F6 inspire challenge then remain with trophy-heads"
    ),
    "draw dragon sell insult": "draw dragon sell insult",
    "if empty C5 and not own D5 = 0: hold C6": (
        "if empty C5 and not own D5 = 0: hold C6"
    ),
    "if won: wait": "if won: wait",
    "react moved cavalry, AY near D5, D6: dragon hidden-traps": (
        "react moved cavalry, AY near D5, D6: dragon hidden-traps"
    ),
    "react moved any near any: dragon mired": "react moved any near any: dragon mired",
    "react advanced any: dragon pit-of-spears": (
        "react advanced any: dragon pit-of-spears"
    ),
    "react attacked any by leader: challenge": (
        "react attacked any by leader: challenge"
    ),
    "react attacked any: dragon ambush": "react attacked any: dragon ambush",
    "react shot any hits >= 1 flags >= 1: dragon take-cover dice X, F": (
        "react shot any hits >= 1 flags >= 1: dragon take-cover dice X, F"
    ),
    "react rolled any hits = 0: dragon fortunes-smile": (
        "react rolled any hits = 0: dragon fortunes-smile"
    ),
    "react countering any: dragon war-cry": "react countering any: dragon war-cry",
    "react card any: dragon insult on D5": "react card any: dragon insult on D5",
    "react none": "react none",
    "prefer none": "prefer none",
    "prefer ignore max": "prefer ignore max",
    "prefer retreat right keep 2": "prefer retreat right keep 2",
    "prefer lone C5 > exit": "prefer lone C5 > exit",
    "prefer battleback": "prefer battleback",
}
STEPS = [
    *("play order-3-center", "proceed", "roll", "done", "duel", "ready", "refrain"),
    *("ready inspire", "ready war-cry", "ready inspire war-cry", "stand", "strike"),
    *("dragon tea-ceremony", "dragon blue-dragon E6", "dragon insult E6"),
    *("dragon brave-messenger C4 leader", "dragon ninja-thief tokens"),
    *("dragon take-cover X F", "declare E6 F6", "declare E6 F6 challenge"),
    *("aim D6 G7", "ignore 2", "retreat H6", "retreat H6 I6", "flee H6", "flee exit"),
    *("flee A5 exit 6", "seppuku", "advance", "remain", "lose E6", "sell insult"),
    *("keep shogun", "pass"),
]


def said(text: str) -> list[str]:
    return [statement.text for statement in read_mail(text)]


@pytest.mark.parametrize("text", [*EXAMPLES, *MORE])
def test_the_examples_of_the_sheet(text: str) -> None:  # SB-17.9
    assert said(text) == [(EXAMPLES | MORE)[text]]


@pytest.mark.parametrize("text", STEPS)
def test_steps_are_read_as_the_log_writes_them(text: str) -> None:  # SB-17.1
    assert said(text) == [text]
    assert said(text.upper()) == [text]


@pytest.mark.parametrize("text", [*EXAMPLES.values(), *MORE.values(), *STEPS])
def test_what_is_kept_is_read_back(text: str) -> None:  # SB-17.9
    assert read_again(text).text == text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", [*EXAMPLES.values(), *MORE.values(), *STEPS])
def test_each_language_writes_the_same(text: str, language: str) -> None:  # SB-18.1
    written = in_language(text, language)
    assert said(written) == [text]
    assert language == "en" or written != text or text in ("seppuku", "prefer hand")


def test_languages_may_be_mixed() -> None:  # SB-18.1
    mixed = "angriff E6 x F6 ispira затем advance zusatz G7"
    assert said(mixed) == ["attack E6 x F6 inspire then advance bonus G7"]


def test_case_accents_and_umlauts_do_not_matter() -> None:  # SB-18.1
    assert said("WUERFLE") == said("wurfle") == said("Würfle") == ["roll"]
    assert said("BEVORZUGE gegenschlag") == ["prefer battleback"]
    assert said("prefer ignore hoechstens") == ["prefer ignore max"]
    assert said("remain; bleibe; вперед; ВПЕРЁД") == [
        *("remain", "remain", "advance", "advance")
    ]


def test_comments_quotations_and_semicolons() -> None:  # SB-17.9
    text = "> attack A1 x A2\norder D5 # the best; wait\nmove D5-E6; draw tokens"
    assert said(text) == ["order D5", "move D5-E6", "draw tokens"]
    assert [one.line for one in read_mail(text)] == [2, 3, 3]


def test_cyrillic_letters_that_look_like_latin_ones() -> None:  # SB-17.9
    assert said("атака Е6 Х С6") == ["attack E6 x C6"]
    assert said("приказ А5, В4, Н7, К1, І2") == ["order A5, B4, H7, K1, I2"]
    assert said("если выпало Т и выпало Н >= 2: ждать") == [
        "if rolled T and rolled H >= 2: wait"
    ]
    assert said("реакция обстрел любой: дракон в укрытие кубики Х, С") == [
        "react shot any: dragon take-cover dice X, C"
    ]


# ------------------------------------------------------------------------- names


@pytest.mark.parametrize("card", [*COMMANDS, *DRAGONS], ids=lambda card: card.id)
def test_cards_by_id_and_by_name(card: object) -> None:  # SB-17.9, SB-18.2
    verb = "play" if card in COMMANDS else "dragon"
    for name in (card.id, *card.name.values()):  # type: ignore[attr-defined]
        assert said(f"{verb} {name}") == [f"{verb} {card.id}"]  # type: ignore[attr-defined]


def test_a_beginning_that_fits_only_one() -> None:  # SB-17.9
    assert said("card shog with tea") == ["card shogun with tea-ceremony"]
    assert said("card order three units in with physic on C5") == [
        "card order-3-center with physician on C5"
    ]


def test_a_beginning_that_fits_several() -> None:  # SB-17.9
    with pytest.raises(Refused) as refused:
        said("card order-3")
    (fault,) = refused.value.errors
    assert isinstance(fault, OrderAmbiguous)
    assert fault.legal == ("order-3-left", "order-3-center", "order-3-right")


def test_a_name_may_hold_words_of_the_language() -> None:  # SB-17.9
    assert said("card stand and fire") == ["card stand-and-fire"]
    text = "kommando Befehl an Einheiten mit Kreis mit Tapferer Bote auf D5"
    assert said(text) == ["card order-circle with brave-messenger on D5"]
    assert said("card order one unit on the left with turncoat on D5") == [
        "card order-1-left with turncoat on D5"
    ]


def test_kinds_by_code_and_by_name() -> None:  # SB-17.9, SB-18.2
    text = "react attacked any by Ashigaru with yari, schützen, конница, ML: strike"
    assert said(text) == ["react attacked any by AY, ranged, cavalry, ML: strike"]


# ------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("text", "word", "meant"),
    [
        ("mvoe D5-E6", "mvoe", "move"),
        ("atack E6 F6", "atack", "attack"),
        ("angrif E6 F6", "angrif", "attack"),
        ("двиннуть D5-E6", "двиннуть", "move"),
        ("card shogan", "shogan", "shogun"),
        ("card shogun with tee-ceremony", "tee", "tea-ceremony"),
        ("attack E6 x F6 inspir", "inspir", "inspire"),
        ("attack E6 x F6 then advanse", "advanse", "advance"),
        ("draw tokns", "tokns", "tokens"),
        ("react atacked any: strike", "atacked", "attacked"),
        ("prefer retret left", "retret", "retreat"),
        ("if ennemy D5: wait", "ennemy", "enemy"),
    ],
)
def test_typos_get_suggestions(text: str, word: str, meant: str) -> None:  # SB-17.9
    with pytest.raises(Refused) as refused:
        said(text)
    (fault,) = refused.value.errors
    assert isinstance(fault, OrderUnreadable)
    assert fault.data["word"] == word
    assert fault.near
    assert meant in fault.legal


@pytest.mark.parametrize(
    "text",
    [
        *("order", "order L5", "order A13", "order B12", "move D5", "attack E6"),
        *("fire D6", "draw", "draw card", "card", "hold", "if won wait", "if: wait"),
        *("react strike", "react attacked any strike", "prefer", "prefer ignore"),
        *("wait now", "roll 3", "if won: react none", "if won: if won: wait"),
        *("attack E6 x F6 then", "attack E6 x F6 then bonus G7", "play", "lose"),
    ],
)
def test_what_is_no_line_is_refused(text: str) -> None:  # SB-17.9
    with pytest.raises(Refused) as refused:
        said(text)
    assert all(fault.kind == "unreadable" for fault in refused.value.errors)


def test_every_fault_is_told_with_its_line() -> None:  # SB-17.9
    with pytest.raises(Refused) as refused:
        said("order D5\nmoove D5-E6\nattack E6\n\ndraw gold")
    assert [fault.line for fault in refused.value.errors] == [2, 3, 5]
    assert {fault.rule for fault in refused.value.errors} == {"SB-17.9"}


def test_if_stands_before_any_line_but_card() -> None:  # SB-17.15
    with pytest.raises(Refused) as refused:
        said("if own D5: card shogun")
    (fault,) = refused.value.errors
    assert (fault.rule, fault.code) == ("SB-17.15", "E_IF_CARD")


# ------------------------------------------------------------------ the word lists


def test_every_word_has_five_languages() -> None:  # SB-18.1
    for table in WORDS.values():
        assert all(len(words) >= len(LANGUAGES) for words in table.values())


def test_no_word_means_two_things() -> None:  # SB-18.1
    """Within what can stand at the same place: the beginning, or inside a line."""
    meanings: dict[str, set[str]] = {}
    for table in WORDS.values():
        for key, words in table.items():
            for word in words:
                meanings.setdefault(squeeze(word), set()).add(key)
    assert {word: keys for word, keys in meanings.items() if len(keys) > 1} == {}


def test_ask_is_read_by_the_kit() -> None:  # SB-17.3
    assert VERBS.exact("ask") is None
    assert PARTS["ask"].exact("frage") == "ask"

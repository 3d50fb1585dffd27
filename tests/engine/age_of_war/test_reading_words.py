"""The words of five languages, each in its place. [AOW-10.3, AOW-12]"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.age_of_war import label, view
from engine.age_of_war.board import SETS, SLOTS
from engine.age_of_war.plans.vocabulary import WORDS, WRITTEN, accusative
from engine.errors import Refused
from engine.grammar import squeeze, with_umlauts
from engine.languages import LANGUAGES
from engine.words import commands, refusal, words
from tests.engine.age_of_war.mails import (
    PEOPLE,
    SHEET,
    fault,
    faults,
    plan,
    table,
)

OTHERS = LANGUAGES[1:]
others = pytest.mark.parametrize("language", OTHERS)

CARRIERS = {  # each keyword of AOW-12 in a sentence that needs it
    "take": "take D1",
    "from": "take D1 from centre",
    "centre": "take D1 from centre",
    "seat": "take D1 from seat 1",
    "via": "take D1 via G",
    "fill": "fill G",
    "prefer": "prefer: G",
    "reroll": "reroll",
    "drop": "reroll drop A",
    "auto": "auto D1",
    "any": "take D1; auto any",
    "ask": "ask",
    "pass": "take D1; pass",
    "limit": "limit I8<=3",
    "strict": "strict",
    "if": "ask if open",
    "and": "ask if open and siege",
    "dice": "ask if dice < 3",
    "lost": "ask if lost < 3",
    "roll": "ask if roll < 3",
    "odds": "ask if odds < 3%",
    "inf": "ask if inf < 3",
    "open": "ask if open",
    "siege": "ask if siege",
    "step": "step reroll drop A",
    "with": "step take D1 via G with G",
    "standing": "standing; auto",
    "end": "take D1; end; rest",
}
KEYWORDS = [
    (key, word)
    for name in ("statements", "parts", "quantities")
    for key, words_of_key in WORDS[name].items()
    for word in with_umlauts(words_of_key)
]
LINES = [
    (code, word) for code, of in WORDS["lines"].items() for word in with_umlauts(of)
]


def sheet_rows(first: str) -> list[list[str]]:
    """The rows of the sheet's table that begins with this heading."""
    part = SHEET.partition(f"\n| {first} |")[2].partition("\n\n")[0]
    return [line.strip("| ").split(" | ") for line in part.split("\n")[2:]]


KEYWORD_ROWS = sheet_rows("keyword")


# --------------------------------------------------------------------- keywords


def test_every_keyword_has_a_carrier() -> None:  # AOW-12
    assert {key for key, _ in KEYWORDS} == CARRIERS.keys()
    assert {row[0] for row in KEYWORD_ROWS} == CARRIERS.keys() - {"seat"}
    assert {len(row) for row in KEYWORD_ROWS} == {len(LANGUAGES)}


@pytest.mark.parametrize(("key", "word"), KEYWORDS)
def test_every_keyword_of_every_language(key: str, word: str) -> None:  # AOW-10.3
    english = CARRIERS[key]
    for shape in SHAPES:
        assert plan(re.sub(rf"\b{key}\b", shape(word), english)) == plan(english)


SHAPES: tuple[Callable[[str], str], ...] = (str.lower, str.upper, str.title)


@pytest.mark.parametrize("row", KEYWORD_ROWS, ids=lambda row: row[0])
def test_every_keyword_of_the_sheet(row: list[str]) -> None:  # AOW-10.3, AOW-12
    english = CARRIERS[row[0]]
    for word in row:
        assert plan(re.sub(rf"\b{row[0]}\b", word, english)) == plan(english)


def test_no_word_means_two_things_in_its_place() -> None:  # AOW-10.3
    for tables in (("statements",), ("quantities", "lines"), ("parts",)):
        meanings: dict[str, set[str]] = {}
        for name in tables:
            for key, words_of_key in WORDS[name].items():
                for word in with_umlauts(words_of_key):
                    meanings.setdefault(squeeze(word), set()).add(key)
        assert all(len(keys) == 1 for keys in meanings.values())


def test_no_word_for_the_terminal_is_a_word_of_an_order() -> None:  # AOW-10.3
    for word in commands():
        assert {error.kind for error in faults(word)} == {"unreadable"}


@others
def test_we_write_with_words_of_the_order_language(language: str) -> None:  # AOW-12
    known = {squeeze(word) for _, word in KEYWORDS + LINES}
    written = dict(WRITTEN[language])
    centre, seat = written.pop("from centre"), written.pop("from seat")
    assert {squeeze(word) for word in written.values()} <= known
    assert plan(f"take D1 {centre}") == plan("take D1 from centre")
    assert plan(f"take D1 {seat} 1") == plan("take D1 from seat 1")


# ------------------------------------------------------------------ whole orders

WHOLE = {
    "en": """standing
        take dalian from centre via 8<=3, G if dice >= 4 and open
        prefer: AC, S; limit *<=4; strict
        reroll drop A if inf < 5 and G = 0
        ask if odds < 20%; auto handan*3, jimo; pass if siege
        end""",
    "de": """dauerhaft
        nimm Dalian aus der Mitte über 8 Infanterie<=3, G falls Würfel >= 4 und offen
        zuerst: Bogenschützen+Kavallerie, Sonderreihe; höchstens *<=4; streng
        würfle neu ohne Bogenschützen wenn Infanterie < 5 und General = 0
        frage wenn Chance < 20%; auto Handan*3, Jimo; passe falls Belagerung
        Ende""",
    "it": """permanente
        prendi Dalian dal centro tramite 8 fanti<=3, generale se dadi >= 4 e libero
        prima: arcieri+cavalleria, speciale; limite *<=4; rigoroso
        rilancia senza arcieri se fanteria < 5 e generale = 0
        chiedi se probabilità < 20%; auto Handan*3, Jimo; passo se assedio
        fine""",
    "ru": """постоянно
        взять Далянь из центра через 8 пехоты<=3, генерала если кубиков >= 4 и свободно
        сначала: лучники+кавалерия, особая; лимит *<=4; строго
        перебросить без лучников если пехоты < 5 и генерал = 0
        спросить если шансы < 20%; авто Ханьдань*3, Цзимо; пас если осада
        конец""",
    "uk": """постійно
        взяти Далянь від центр через 8 піхоти<=3, генерал якщо кубиків >= 4 і вільно
        спершу: стрільці+кавалерія, особлива; межа *<=4; суворо
        перекинути відкласти стрільці якщо піхоти < 5 і генерал = 0
        спитати якщо шанси < 20%; авто Ханьдань*3, Цзімо; пас якщо облога
        кінець""",
}


@others
def test_a_whole_order(language: str) -> None:  # AOW-10.3, AOW-12
    assert plan(WHOLE[language]) == plan(WHOLE["en"])


@pytest.mark.parametrize(
    ("mixed", "english"),
    [
        ("взяти dalian через G if кубиків > 3", "take dalian via G if dice > 3"),
        ("nimm Далянь tramite 8 fanti если dice > 3", "take D1 via 8 if dice > 3"),
        ("nimm Dalian ueber G", "take D1 via G"),
        ("WÜRFLE NEU", "reroll"),
        ("Neu wuerfeln", "reroll"),
        ("auto будь яке", "auto any"),
        ("взять Далянь у Botan через G", "take D1 from Botan via G"),
        ("взять Далянь с места 1", "take D1 from seat 1"),
        ("взяти Далянь з місця 1", "take D1 from seat 1"),
        ("prendi Dalian dal posto 1", "take D1 from seat 1"),
        ("prendi Dalian da Botan", "take D1 from Botan"),
        ("nimm Dalian von Platz 1", "take D1 from seat 1"),
        ("nimm Dalian aus dem Zentrum", "take D1 from centre"),
        ("nimm Dal", "take D1"),
        ("prendi dal dal centro", "take D1 from centre"),
        ("schritt nimm D1 über 8 mit den Würfeln 3 3 2", "step take D1 via 8 with 332"),
        ("шаг взять D1 через 8 с кубиками 3 3 2", "step take D1 via 8 with 332"),
        ("крок взяти D1 через 8 з кубиками 3 3 2", "step take D1 via 8 with 332"),
        ("mossa prendi D1 tramite 8 con i dadi 3 3 2", "step take D1 via 8 with 332"),
    ],
)
def test_languages_mix_and_people_write_as_they_speak(
    mixed: str, english: str
) -> None:  # AOW-10.3
    assert plan(mixed) == plan(english)


def test_e_is_as_good_as_yo() -> None:  # AOW-10.3
    for word in ("Киёсу", "Киесу", "КИЁСУ"):
        assert plan(f"взять {word}", "sengoku-2014") == "turn 1: take B2"
    assert plan("fill даймё") == plan("fill дайме") == plan("fill G")


def test_a_player_may_be_written_without_umlauts() -> None:  # AOW-10.2
    people = ("Aki", "Jürgen", "Chie")
    for word in ("Jürgen", "Juergen", "Jurgen", "jue"):
        kept = plan(f"nimm Dalian von {word} über G", names=people)
        assert kept == "turn 1: take D1 from seat 1 via G"


# ------------------------------------------------------------------------- lines


@pytest.mark.parametrize(("code", "word"), LINES)
def test_lines_have_words_in_every_language(code: str, word: str) -> None:  # AOW-12
    assert plan(f"fill {word}") == plan(f"fill {code}")
    assert plan(f"limit {word.upper()}<=2") == plan(f"limit {code}<=2")
    if code != "S":
        assert plan(f"ask if {word} >= 2") == plan(f"ask if {code} >= 2")  # AOW-10.9a


@pytest.mark.parametrize("row", sheet_rows("line"), ids=lambda row: row[0])
def test_every_line_word_of_the_sheet(row: list[str]) -> None:  # AOW-12
    for word in row[1:]:
        assert plan(f"fill {word}") == plan(f"fill {row[0].strip('`')}")


@pytest.mark.parametrize(
    ("words_of_it", "code"),
    [
        ("archery+cavalry", "AC"),
        ("cavalry + archery", "AC"),
        ("Bogenschützen + Kavallerie", "AC"),
        ("cavalleria+arcieri", "AC"),
        ("кавалерия + Лучники", "AC"),
        ("кавалерія + Стрільці", "AC"),
        ("cavalry+cavalry", "CC"),
        ("генерал+генерал", "GG"),
        ("10 піхоти", "I10"),
        ("10 Infanterie", "I10"),
        ("10 fanti", "I10"),
        ("10 пехоты", "I10"),
    ],
)
def test_line_words_are_joined(words_of_it: str, code: str) -> None:  # AOW-12
    assert plan(f"fill {words_of_it}") == plan(f"fill {code}")
    assert plan(f"limit {words_of_it}<=2") == plan(f"limit {code}<=2")


@pytest.mark.parametrize(
    "code", ["с", "С", "а", "АС", "СС", "асс", "Г", "ГГ", "Аc", "стр", "пас", "ка"]
)
@pytest.mark.parametrize(
    "order", ["take handan via {}", "fill {}", "limit {}<=2", "step take handan via {}"]
)
def test_cyrillic_letters_are_no_codes(order: str, code: str) -> None:  # AOW-10.3
    error = fault(order.format(code))
    assert (error.code, error.kind) == ("E_CYRILLIC_CODE", "unreadable")
    assert error.rule == "AOW-10.3"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cyrillic_code_is_answered_with_the_words_to_use(language: str) -> None:
    error = fault("take handan via с")  # AOW-10.3, AOW-12
    said = refusal(error, view(table(), 0), language, PEOPLE)
    shown = [label(view(table(), 0), "order", w, language) for w in error.legal]
    assert len(shown) == 5
    for word in shown:
        assert word in said
        assert plan(f"fill {word}")


# -------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("typed", "language", "meant"),
    [
        ("nihm Dalian", "de", "nimm"),
        ("fuele G", "de", "fülle"),
        ("prndi Dalian", "it", "prendi"),
        ("rillancia", "it", "rilancia"),
        ("взеть Далянь", "ru", "взять"),
        ("презаполнить G", "ru", "заполнить"),
        ("взатi Далянь", "uk", "взяти"),
        ("nimm Dalien", "de", "Dalian"),
        ("prendi Handam", "it", "Handan"),
        ("взять Линьцзу", "ru", "Линьцзы"),
        ("взяти Ліньцзу", "uk", "Ліньцзи"),
        ("Далянь", "ru", "взять Далянь"),
        ("Dalian", "de", "nimm Dalian"),
        ("frage wenn wurfel1 > 3", "de", "würfel"),
        ("chiedi se probabilta > 3%", "it", "probabilità"),
        ("спросить если кубков > 3", "ru", "кубиков"),
        ("nimm Dalian von Doi", "de", "Mitte"),
        ("взять Далянь у Дои", "ru", "центр"),
        ("schritt frage", "de", "würfle neu"),
        ("зап", "uk", "заповнити"),
        ("зап", "ru", "заполнить"),
    ],
)
def test_a_slip_is_answered_in_the_readers_words(
    typed: str, language: str, meant: str
) -> None:  # AOW-10.4, AOW-10.10
    said = refusal(fault(typed), view(table(), 0), language, PEOPLE)
    assert re.search(rf"[„«]{meant}[“»]", said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_players_are_never_translated(language: str) -> None:  # AOW-10.2
    people = ("Chen", "take", "D1")
    with pytest.raises(Refused) as refused:
        plan("take dalian from Doi", names=people)
    (error,) = refused.value.errors
    said = refusal(error, view(table(), 0), language, people)
    for name in people:
        assert re.search(rf"[“„«]{name}[”“»]", said)


@others
def test_two_players_of_one_name_are_told_apart_by_seat(language: str) -> None:
    (error,) = faults("take D1 from botan", names=("Aki", "Botan", "BOTAN"))
    said = refusal(error, view(table(), 0), language, ("Aki", "Botan", "BOTAN"))
    seat = WRITTEN[language]["seat"]
    assert f"{seat} 1" in said  # AOW-10.3
    assert plan(f"take D1 from {seat} 1") == plan("take D1 from seat 1")


# ------------------------------------------------------------------- the help


def help_orders(language: str) -> list[str]:
    lines = words("age_of_war", language)["help"]["orders"].splitlines()
    return [line for line in lines if line.startswith("  ")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("set_key", SETS)
def test_the_orders_of_the_help_can_be_written(set_key: str, language: str) -> None:
    mine = [plan(line, set_key) for line in help_orders(language)]  # AOW-10.16
    assert mine == [plan(line, set_key) for line in help_orders("en")]
    assert len(set(mine)) == 9


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_fits_a_terminal(language: str) -> None:
    text = words("age_of_war", language)["help"]["orders"]
    assert max(map(len, text.splitlines())) <= 76


# ------------------------------------------------------------------ card names


@pytest.mark.parametrize("set_key", SETS)
def test_a_card_may_stand_in_the_accusative(set_key: str) -> None:  # AOW-10.4
    for slot, names in zip(SLOTS, SETS[set_key].cards, strict=True):
        for language in ("ru", "uk"):
            word = accusative(names[language])
            assert plan(f"take {word}", set_key) == f"turn 1: take {slot}"
    assert accusative("Инуяма") == "Инуяму"
    assert accusative("Далянь") == "Далянь"


@pytest.mark.parametrize(
    ("set_key", "word", "slot"),
    [
        ("qin-2024", "Линьцзы", "B1"),
        ("qin-2024", "ЦЗЮЙЧЭН", "B3"),
        ("qin-2024", "Далян", "D1"),
        ("qin-2024", "Їн", "A1"),
        ("sengoku-2014", "Эдо", "B1"),
        ("sengoku-2014", "Касугаяму", "C1"),
        ("sengoku-2014", "Гассан-Тода", "D1"),
        ("sengoku-2014", "Gassan-Toda", "D1"),
        ("sengoku-2014", "Kitanoshō", "C2"),
        ("sengoku-2014", "Китаношо", "C2"),
        ("sengoku-2014", "Такахаши", "D2"),
        ("sengoku-2014", "Адзучі", "A1"),
        ("sengoku-2014", "Касуґаяму", "C1"),
    ],
)
def test_names_as_people_write_them(set_key: str, word: str, slot: str) -> None:
    assert plan(f"take {word}", set_key) == f"turn 1: take {slot}"  # AOW-10.4

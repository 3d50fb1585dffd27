"""How a text is read: grammar, words, names and refusals. [AOW-10, AOW-12]"""

from __future__ import annotations

import re

import pytest

from engine.age_of_war import answer, parse, remarks, view
from engine.age_of_war.board import SETS, SLOTS
from engine.errors import Refused
from engine.grammar import fold
from engine.languages import LANGUAGES
from engine.match import Match
from engine.words import refusal, words
from tests.engine.age_of_war.mails import (
    PEOPLE,
    SHEET,
    called,
    fault,
    faults,
    plan,
    table,
)

CODES = re.findall(r"^\| (E_\w+) \|", SHEET, re.MULTILINE)


# ------------------------------------------------------------- every production


@pytest.mark.parametrize(
    "text",
    [
        "take dalian",
        "standing; take dalian",
        "standing\ntake dalian\nauto any\nend",
        "take dalian; end",
        "take dalian via G",
        "take dalian via G, 8",
        "take dalian via I8<=3, *<=2, L1, S, L3<=1",
        "take dalian from centre",
        "take dalian from Botan via G, S if dice >= 5",
        "take dalian if open",
        "fill G",
        "fill AC, CA, GG, I8, 8, 8i, I8i, L2, *, S",
        "prefer G, *",
        "prefer: G, *<=2 if siege and dice > 2",
        "reroll",
        "reroll drop A",
        "reroll drop A C 1",
        "reroll drop A, C, 1 if lost < 2",
        "auto",
        "auto any",
        "auto dalian",
        "auto dalian, handan",
        "auto dalian*2, handan * 3.5, jimo*0, anyi",
        "auto any if siege",
        "auto if siege",
        "auto dalian*2 if odds < 50%",
        "ask",
        "ask if dice <= 3",
        "pass",
        "pass if roll = 4 and lost > 2 and odds <= 0.25",
        "limit 8<=3",
        "limit I8<=3, L2<=2, *<=4, AC<=2",
        "strict",
        "strict; take dalian; limit 8<=3",
        "ask if A >= 1 and C = 0 and G < 2 and inf >= 8 and open",
        "step take dalian via 8",
        "step take dalian from centre via L2 with 3 3 2",
        "step take dalian via G with G",
        "step reroll",
        "step reroll drop A",
        "step pass",
        "step pass; end",
    ],
)
def test_every_production_of_the_grammar_is_read(text: str) -> None:  # AOW-10.2
    assert plan(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "end",
        "end; take dalian",
        "standing",
        "standing; end",
        "hello",
        "take",
        "take dalian via",
        "take dalian via G,",
        "take dalian via G 8",
        "take dalian via G; fill",
        "take dalian if",
        "take dalian if dice",
        "take dalian if dice >=",
        "take dalian if dice >= many",
        "take dalian if dice != 3",
        "take dalian if dice >= 3 and",
        "take dalian if cards >= 3",
        "take dalian if open open",
        "take dalian from",
        "take dalian from Doi",
        "take dalian via G from centre",
        "take dalian*2",
        "fill",
        "fill G<=",
        "fill G<=x",
        "fill ACX",
        "fill I",
        "fill L",
        "prefer:",
        "reroll drop",
        "reroll drop X",
        "reroll drop 4",
        "reroll A if drop",
        "auto any, dalian",
        "auto dalian,",
        "auto dalian*",
        "auto dalian*-1",
        "auto dalian*x",
        "auto any*2",
        "ask dalian",
        "pass 3",
        "limit 8",
        "limit 8<=3, G",
        "limit 8<=3 if open",
        "strict if open",
        "standing; standing; auto any",
        "take dalian; standing",
        "step",
        "step take dalian",
        "step take dalian via *",
        "step take dalian via 8<=3",
        "step take dalian via G, 8",
        "step take dalian via 8 with",
        "step take dalian via 8 with 4",
        "step take dalian via 8 if open",
        "step auto any",
        "step ask",
        "step limit 8<=3",
        "step strict",
        "step reroll drop",
        "step reroll drop A C",
        "step reroll if open",
        "step keep 3 3 2",
        "step standing",
        "standing; step reroll",
        "standing; step take dalian via 8",
        "step reroll; auto any",
        "take dalian; step reroll",
    ],
)
def test_whatever_the_grammar_does_not_know_is_not_understood(
    text: str,
) -> None:  # AOW-10.2, AOW-10.10, AOW-10.13
    found = faults(text)
    assert {error.code for error in found} == {"E_PARSE"}
    assert {error.kind for error in found} == {"unreadable"}


@pytest.mark.parametrize("number", ["1.01", "2", "50"])
def test_a_fraction_above_one_is_no_odds(number: str) -> None:  # AOW-10.9a
    error = fault(f"ask if odds >= {number}")
    assert (error.code, error.rule) == ("E_PARSE", "AOW-10.9a")


@pytest.mark.parametrize("quantity", ["dice", "lost", "roll", "A", "C", "G", "inf"])
def test_only_odds_are_compared_with_per_cent(quantity: str) -> None:  # AOW-10.9a
    error = fault(f"ask if {quantity} >= 50%")
    assert (error.code, error.rule) == ("E_PARSE", "AOW-10.9a")


def test_odds_are_a_fraction_or_per_cent() -> None:  # AOW-10.9a
    assert plan("ask if odds < 25%") == plan("ask if odds < 0.25")
    assert plan("ask if odds < 25 %") == plan("ask if odds < 0.25")
    assert plan("ask if odds <= 1") == plan("ask if odds <= 100%")


# ----------------------------------------------------------- how people write


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("TAKE Dalian VIA g, 8I IF DICE >= 4", "take dalian via G, 8 if dice >= 4"),
        ("  take   dalian\tvia  8 , G ", "take dalian via 8, G"),
        ("take dalian//comment; ask", "take dalian"),
        ("// all of it\ntake dalian // go", "take dalian"),
        ("> take handan\ntake dalian\n  > ask", "take dalian"),
        ("> > auto any\n>ask\ntake dalian", "take dalian"),
        ("take dalian\n--\nAki", "take dalian"),
        ("take dalian\n-- \nAki", "take dalian"),
        ("take dalian\r\nauto any\r\nend\r\nAki", "take dalian; auto any"),
        ("take dalian\nEND\nbest wishes, Aki", "take dalian"),
        ("take dalian\nКінець\nвітаю, Акі", "take dalian"),
        ("take dalian; end; nonsense", "take dalian"),
        ("take dalian;;\n\n;auto any;", "take dalian; auto any"),
        ("ｔａｋｅ　ｄａｌｉａｎ ｖｉａ ８", "take dalian via 8"),
        ("take Ďálíàn", "take dalian"),
        ("take dalian via 8≤3 if dice ≥ 4", "take dalian via 8<=3 if dice >= 4"),
        ("auto dalian×2", "auto dalian*2"),
        ("авто будь‑яке", "auto any"),
        ("авто будь–яке", "auto any"),
        ("fill ca", "fill AC"),
        ("fill l2", "fill L2"),
        ("fill 8", "fill I8"),
        ("fill 8i", "fill I8"),
        ("fill *", "prefer: *"),
        ("fill G", "prefer G"),
        ("auto", "auto any"),
        ("reroll drop A C", "reroll drop A, C"),
        ("ask if dice<=3 and lost>1", "ask if dice <= 3 and lost > 1"),
    ],
)
def test_case_comments_quotations_and_typing_habits_do_not_matter(
    text: str, same: str
) -> None:  # AOW-10.3, AOW-1.3
    assert plan(text) == plan(same)


def test_what_stands_after_the_end_is_not_even_read() -> None:  # AOW-10.3
    assert plan("take dalian\nend\ntake nowhere; step; ???") == plan("take dalian")
    assert plan("take dalian\n--\ntake nowhere") == plan("take dalian")


# ------------------------------------------------------------------ card names


def spellings(set_key: str) -> list[tuple[str, str]]:
    cards = SETS[set_key]
    return [
        (slot, word)
        for index, slot in enumerate(SLOTS)
        for word in (
            slot,
            slot.lower(),
            cards.ids[index],
            *cards.cards[index].values(),
            *map(str.upper, cards.cards[index].values()),
            *cards.aliases[index],
        )
    ]


@pytest.mark.parametrize("set_key", SETS)
def test_slot_id_alias_and_every_name_are_the_card(set_key: str) -> None:  # AOW-10.4
    for slot, word in spellings(set_key):
        assert plan(f"take {word}", set_key) == f"turn 1: take {slot}"


def test_dalian_is_also_daliang() -> None:  # AOW-2.4
    assert plan("take Daliang") == plan("take dalian") == plan("take Далянь")


@pytest.mark.parametrize("set_key", SETS)
def test_a_beginning_of_three_letters_is_enough_if_only_one_card_has_it(
    set_key: str,
) -> None:  # AOW-10.4
    written = spellings(set_key)
    names = {fold(word) for _, word in written}
    for slot, name in written:
        for length in range(3, len(name)):
            start = fold(name[:length])
            if start in NEVER or start in names:
                continue
            fitting = {card for card, word in written if fold(word).startswith(start)}
            if fitting == {slot}:
                assert plan(f"take {start}", set_key) == f"turn 1: take {slot}"
            else:
                error = fault(f"take {start}", set_key)
                assert (error.code, error.kind) == ("E_AMBIGUOUS", "ambiguous")
                assert set(error.legal) == fitting


NEVER = {"any", "han", "oda", "хань", "ода"}  # nothing else is lost to a keyword


@pytest.mark.parametrize(
    ("set_key", "word", "legal"),
    [
        ("sengoku-2014", "mat", {"Matsumoto", "Matsuyama"}),
        ("sengoku-2014", "matsu", {"Matsumoto", "Matsuyama"}),
        ("sengoku-2014", "мац", {"Matsumoto", "Matsuyama"}),
        ("qin-2024", "цзі", {"Jimo", "Jinyang", "Jicheng"}),
        ("qin-2024", "цзи", {"Jimo", "Jinyang", "Jicheng"}),
    ],
)
def test_a_beginning_that_fits_several_is_never_guessed(
    set_key: str, word: str, legal: set[str]
) -> None:  # AOW-10.4
    error = fault(f"take {word}", set_key)
    assert (error.code, error.kind, error.rule) == (
        "E_AMBIGUOUS",
        "ambiguous",
        "AOW-10.4",
    )
    assert called(error, set_key) == legal


@pytest.mark.parametrize(
    ("set_key", "word", "near"),
    [
        ("qin-2024", "any", "Anyi"),
        ("qin-2024", "han", "Handan"),
        ("qin-2024", "Хань", "Handan"),
        ("sengoku-2014", "oda", "Odani"),
        ("sengoku-2014", "ОДА", "Odani"),
    ],
)
def test_keywords_and_provinces_are_no_beginnings(
    set_key: str, word: str, near: str
) -> None:  # AOW-10.4
    for order in ("take {}", "take {} via AA", "step take {} via AA", "auto D1, {}"):
        error = fault(order.format(word), set_key)
        assert (error.code, error.kind) == ("E_UNKNOWN_CARD", "unreadable")
        assert near in called(error, set_key)


@pytest.mark.parametrize("word", ["‘han’", "han.", "a-ny", "an'y", "any-", "h.an"])
def test_nor_are_they_with_a_stop_or_a_quotation_mark(word: str) -> None:  # AOW-10.4
    assert fault(f"take {word} via CC").code == "E_UNKNOWN_CARD"


@pytest.mark.parametrize(
    ("set_key", "word"),
    [
        ("qin-2024", "ha"),
        ("qin-2024", "d"),
        ("qin-2024", "ji"),
        ("qin-2024", "edo"),
        ("qin-2024", "odani"),
        ("qin-2024", "D3"),
        ("qin-2024", "G1"),
        ("qin-2024", "wei"),
        ("qin-2024", "qi"),
        ("qin-2024", "centre"),
        ("qin-2024", "dalianx"),
        ("qin-2024", "14"),
        ("qin-2024", "А1"),  # Cyrillic А
        ("sengoku-2014", "dalian"),
        ("sengoku-2014", "mori"),
        ("sengoku-2014", "ma"),
    ],
)
def test_everything_else_is_no_card(set_key: str, word: str) -> None:  # AOW-10.4
    for order in ("take {}", "auto {}", "step take {} via G"):
        error = fault(order.format(word), set_key)
        assert (error.code, error.kind, error.rule) == (
            "E_UNKNOWN_CARD",
            "unreadable",
            "AOW-10.4",
        )


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("dalain", "Dalian"),
        ("hendan", "Handan"),
        ("Далань", "Dalian"),
        ("Линцзы", "Linzi"),
        ("Ханьдани", "Handan"),
        ("А1", "Ying"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(
    word: str, near: str
) -> None:  # AOW-10.4
    assert near in called(fault(f"take {word}"))


def test_a_misspelt_verb_is_answered_with_the_nearest() -> None:  # AOW-10.10
    assert "reroll" in fault("rerol1").legal
    assert "fill" in fault("fil1 G").legal


@pytest.mark.parametrize(
    ("order", "word", "near"),
    [
        ("prendi Ying trmaite CC", "trmaite", "via"),
        ("take ying vai 8", "vai", "via"),
        ("take D1 form centre via 8", "form", "from"),
    ],
)
def test_a_slip_after_a_card_is_not_the_cards(
    order: str, word: str, near: str
) -> None:  # AOW-10.10
    found = fault(order)
    assert (found.code, found.data["word"]) == ("E_PARSE", word)
    assert near in found.legal


# -------------------------------------------------------------------- refusals

REFUSED = [
    "hello there",
    "take nowhere",
    "take цзі",
    "take any",
    "take dalian via AA",
    "take xinzheng via S",
    "take dalian via с",
    "take dalian from Doi",
    "limit 8",
    "ask if odds > 2",
    "ask if dice > 50%",
    "standing; step pass",
    "step pass; auto any",
    "take dalian; step pass",
    "step take dalian via AA",
    "step take dalian via 8 with 3 3 3",
    "step take dalian via 8 with 3 3 2 1",
    "step take dalian via 8 with 3 3",
    "step take dalian from botan via 8",
    "step fill G",
    "step reroll drop X",
]


LINE_2 = {
    "en": "Line 2: ",
    "de": "Zeile 2: ",
    "it": "Riga 2: ",
    "ru": "Строка 2: ",
    "uk": "Рядок 2: ",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_refusal_has_line_kind_rule_code_and_sentence(text: str) -> None:  # AOW-12
    for error in faults(f"// first line\n{text}"):
        assert error.line == 2
        assert error.kind in ("unreadable", "ambiguous", "illegal")
        assert re.search(rf"(\*\*|\| ){re.escape(error.rule)}\b", SHEET)
        assert error.code in CODES
        for language, line in LINE_2.items():
            said = refusal(error, view(table(), 0), language, PEOPLE)
            reason, rule, _ = said.partition(f"[{error.rule}]")
            assert said.startswith(line)
            assert rule
            assert not re.search(r"[{}?]", reason)


@pytest.mark.parametrize("text", REFUSED)
def test_the_sentence_is_in_the_language_of_the_reader(text: str) -> None:  # AOW-12
    for error in faults(text):
        said = [refusal(error, view(table(), 0), one, PEOPLE) for one in LANGUAGES]
        assert len(set(said)) == len(LANGUAGES)
        for cyrillic in said[-2:]:
            assert re.search("[а-яіїє]{3}", cyrillic.partition("[")[0])


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("take dalian via AA", {"G", "I8", "S"}),
        ("take xinzheng via S", {"GG", "A", "C", "I4"}),
        ("take dalian via L4", {"G", "I8", "S"}),
    ],
)
def test_a_line_the_card_never_has_refuses_the_order(
    text: str, legal: set[str]
) -> None:  # AOW-10.11
    error = fault(text)
    assert (error.code, error.kind) == ("E_NO_SUCH_LINE", "illegal")
    assert error.rule == "AOW-10.11"
    assert set(error.legal) == legal


def test_the_special_line_may_be_named_where_a_player_may_hold_the_card() -> (
    None
):  # AOW-10.11, AOW-7.4
    assert plan("take dalian via S, G; take dalian via L3")
    assert fault("take xinzheng via L5").code == "E_NO_SUCH_LINE"


def test_every_error_sentence_is_the_sheets() -> None:  # AOW-12
    assert len(CODES) == 17
    refusals = [words("age_of_war", language)["refusals"] for language in LANGUAGES]
    for code in CODES:
        row = " | ".join([code, *(said[code] for said in refusals)])
        assert f"\n| {row} |\n" in SHEET


def test_every_fault_is_told_and_each_statement_has_one() -> None:  # AOW-10.11
    text = """take dalian via G
        take nowhere via G; auto any
        take цзі; fill с

        take handan via G
        limit 8; strict
        hello"""
    assert [(error.line, error.code) for error in faults(text)] == [
        (2, "E_UNKNOWN_CARD"),
        (3, "E_AMBIGUOUS"),
        (3, "E_CYRILLIC_CODE"),
        (5, "E_NO_SUCH_LINE"),
        (6, "E_PARSE"),
        (7, "E_PARSE"),
    ]


def test_a_step_that_does_not_stand_alone_may_have_faults_besides() -> (
    None
):  # AOW-10.11
    found = faults("step fill с\ntake nowhere")
    assert {error.line for error in found} == {1, 2}


@pytest.mark.parametrize(
    "text",
    [
        "take nowhere if dice",
        "take nowhere via",
        "take цзі via G if open and",
        "take handan via G if dice",
        "auto nowhere*x",
        "step take nowhere via G with",
        "step take nowhere",
    ],
)
def test_what_is_not_understood_is_told_before_what_is_not_known(
    text: str,
) -> None:  # AOW-10.10
    assert fault(text).code == "E_PARSE"


def test_lines_are_counted_in_what_the_player_wrote() -> None:  # AOW-10.11
    assert fault("> quoted\n\n// said\ntake dalian\ntake nowhere").line == 5
    assert fault("standing\n\ntake nowhere").line == 3
    assert fault("\n\nstanding").line == 3


def test_one_fault_and_nothing_is_kept_nor_rolled() -> None:  # AOW-10.11
    match = Match("age_of_war", ["Aki", "Botan"], {"first_player": "0"}, seed="07" * 32)
    match.write(0, "ask")
    before = (match.state, dict(match.plans), match.log.entries[:], match.asked)
    for text in ("take dalian; take nowhere", "auto any; fill с", "auto any; hello"):
        with pytest.raises(Refused):
            match.write(0, text)
    after = (match.state, dict(match.plans), match.log.entries[:], match.asked)
    assert after == before


# --------------------------------------------------------------- names of people


@pytest.mark.parametrize(
    "word", ["Botan", "botan", "BOTAN", "Bot", "Bötan", "ｂｏｔａｎ"]
)
def test_a_player_is_a_place(word: str) -> None:  # AOW-10.2
    same = plan("take dalian from Botan via G")
    assert plan(f"take dalian from {word} via G") == same


def test_a_name_may_have_several_words() -> None:  # AOW-10.2
    names = ("Aki", "Botan of Edo", "Chie")
    text = "take dalian from botan of edo via G if dice > 3"
    assert plan(text, names=names) == plan("take dalian from Botan via G if dice > 3")


def test_a_name_that_fits_two_players_is_never_guessed() -> None:  # AOW-10.3
    (error,) = faults("take dalian from bot", names=("Aki", "Botan", "Botaro"))
    assert (error.code, error.kind) == ("E_AMBIGUOUS", "ambiguous")
    assert error.legal == ("Botan", "Botaro")


def test_two_players_of_one_name_are_never_guessed() -> None:  # AOW-10.3
    (error,) = faults("take dalian from botan", names=("Aki", "Botan", "BOTAN"))
    assert error.code == "E_AMBIGUOUS"


@pytest.mark.parametrize(
    "name",
    ["via", "centre", "if", "Bo;tan", "//", ">", "--", "-", "", "*", "a,b", "seat 1"],
)
def test_odd_names_of_players_break_nothing(name: str) -> None:  # AOW-10.3
    names = ("Aki", name, "Chie")
    for text in (f"take dalian from {name}", f"take dalian from {name} via G"):
        try:
            kept = plan(text, names=names)
        except Refused:
            continue
        assert kept.startswith("turn 1: take D1")
    assert plan("take dalian from centre", names=names) == plan(
        "take dalian from centre"
    )


# --------------------------------------------------------------------- attacks


def kept_or_refused(text: str) -> str:
    """What is kept must read again, and whatever is wrong is a refusal."""
    state = table()
    try:
        kept = parse(state, 0, text, "", PEOPLE)
    except Refused as refused:
        for error in refused.errors[:3]:
            for language in LANGUAGES:
                assert refusal(error, view(state, 0), language, PEOPLE)
        return ""
    answer(state, 0, kept)
    remarks(state, 0, kept)
    return kept


@pytest.mark.parametrize(
    "text",
    [
        "\x00",
        "take\x00dalian",
        "take dalian\x1b[31m",
        "\ufefftake dalian",
        "take \u200fdalian",
        "\u202etake dalian\u202c",
        "take dal\u200bian",
        "take dalian\u2028auto any",
        "take dalian\x85auto any",
        "\ud800",
        "take {card}",
        "take {0} %s \\N",
        "ask if dice >= 99999999999999999999",
        "ask if dice >= 1e5",
        "ask if dice >= ٣",
        "ask if dice >= ²",
        "ask if dice >= ½",
        "ask if dice >= -1",
        "ask if dice >= 1.2.3",
        "ask if dice >= nan",
        "ask if odds >= inf",
        "ask if inf >= inf",
        "auto dalian*inf",
        "auto dalian*99999999999999999999",
        "auto dalian*1e5",
        "auto dalian*٣",
        "fill ٣",
        "fill 1٣",
        "fill 99999999999999999999",
        "fill L99999999999999999999",
        "fill L0",
        "fill 0",
        "limit 8<=99999999999999999999",
        "limit 8<=0",
        "limit 8<=٣",
        "step fill D1 ٣",
        "step fill D1 99",
        "step take dalian via L9",
        "standing:",
        "standing:\nauto any",
        "standing,",
        "standing*",
        "standing <= 3",
        "постійно:",
        "standing: step pass",
        "step: pass",
        "end:",
        ":",
        ",",
        "*",
        "%",
        "<=",
        "+",
        "auto ,",
        "auto *3",
        "take *",
        "take , via G",
        "take via via via via",
        "if if if",
        "ask if if",
        "from from from",
    ],
)
def test_strange_texts_are_kept_or_refused(text: str) -> None:  # AOW-10.11
    kept_or_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "ask if odds >= 0.00001%",
        "ask if odds >= 0.000000001",
        "ask if dice >= 0.00001",
        "auto jimo*0.00001",
        "auto jimo*0.000000001, dalian*999999.999999999",
        "auto jimo*0.123456789",
        "ask if odds >= 12.345678912%",
    ],
)
def test_small_and_fine_numbers_read_again(text: str) -> None:  # AOW-10.9a
    assert kept_or_refused(text)


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a long word", "x" * 20_000),
        ("a long name", "take " + "x" * 20_000),
        ("a name of many words", "take " + "a " * 10_000),
        ("a long number", "fill " + "9" * 20_000),
        ("many brackets", "(" * 20_000),
        ("nothing but separators", ";\n" * 10_000),
        ("nothing but quotations", "> take dalian\n" * 2_000),
        ("nothing but comments", "// take dalian\n" * 2_000),
        ("two thousand good statements", "take dalian;" * 2_000),
        ("two thousand bad statements", "blah;" * 2_000),
        ("two thousand unknown cards", "take nowhere;" * 2_000),
        ("two thousand goals", "auto " + "dalian*2," * 2_000 + "dalian"),
        ("two thousand lines", "fill " + "G," * 2_000 + "G"),
        ("two thousand tests", "ask if " + "dice>=3 and " * 2_000 + "open"),
        ("two thousand dice", "step take dalian via 8 with " + "3 " * 2_000),
        ("two thousand faces", "reroll drop " + "A" * 2_000),
        ("two thousand pluses", "fill archery" + "+archery" * 2_000),
        ("letters under many accents", "take a" + "\u0327\u0301" * 10_000),
    ],
)
def test_long_texts_are_refused_before_they_are_read(what: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(table(), 0, text, "", PEOPLE)
    (error,) = refused.value.errors
    assert error.said in ("too_long", "empty"), what


def test_many_limits_and_statements_are_kept() -> None:  # AOW-10.5
    text = "limit 8<=2;" * 99 + "take dalian via 8;" * 100 + "pass"
    kept = parse(table(), 0, text, "", PEOPLE)
    order = answer(table(), 0, kept).order
    assert order is not None
    assert order.text == "pass"

"""How orders are read: the grammar, the words and the names. [SHO-18.4, SHO-18.15]"""

from __future__ import annotations

import pytest

from engine.errors import OrderError, Refused
from engine.shogun.board import BOARD
from engine.shogun.plans.reading import read_again, read_mail
from engine.shogun.plans.vocabulary import (
    DATA,
    FIRST,
    LANGUAGES,
    PROVINCE_WORDS,
    WORDS,
)
from engine.words import commands
from tests.engine.shogun.mails import ONE_LINE, PEOPLE, WHOLE_MAIL


def texts(mail: str) -> list[str]:
    return [statement.order.text for statement in read_mail(mail, PEOPLE)]


def text(mail: str) -> str:
    (only,) = texts(mail)
    assert read_again(only).text == only  # the canonical text reads back
    return only


def fault(mail: str) -> OrderError:
    with pytest.raises(Refused) as refused:
        read_mail(mail, PEOPLE)
    return refused.value.errors[0]


# ------------------------------------------------------------------------ statements


def test_the_whole_mail_of_the_sheet_is_read() -> None:  # SHO-18.4
    found = texts(WHOLE_MAIL)
    assert len(found) == 22
    assert found[:4] == [
        "shogun Y1 spring",
        "castle MUS",
        "temple bluff",
        "theatre SGM",
    ]
    assert found[9] == "battle-a KAI > SUR 3 | SNN all if armies <= 2 | hold"
    assert found[-1] == "office A1 > B1 > A4"


def test_one_line_is_read_as_many_are() -> None:  # SHO-18.23
    assert texts(ONE_LINE) == texts(ONE_LINE.replace("; ", "\n"))
    assert texts("special place1; attack no; cover actions") == [
        "special place1",
        "attack no",
        "cover actions",
    ]


def test_comments_quotations_and_signatures_are_not_read() -> None:  # SHO-18.4
    mail = "> castle AKI\ncastle MUS # for the east\n\nBID 2\n--\ntemple KAI"
    assert texts(mail) == ["castle MUS", "bid 2"]


@pytest.mark.parametrize(
    ("mail", "read"),
    [
        ("SHOGUN Y1 spring", "shogun Y1 spring"),  # SHO-18.14
        ("shogun 1234", "shogun"),
        ("shogun 12 year 2 winter", "shogun Y2 winter"),
        ("Shogun draft", "shogun draft"),
        ("lay castle MUS", "lay castle MUS"),  # SHO-18.12
        ("lay temple bluff", "lay temple bluff"),
        ("lay battleA KAI > SUR 3", "lay battle-a KAI > SUR 3"),
        ("bid KAI", "bid KAI"),
        ("bid official", "bid official"),
        ("bid empty", "bid empty"),
        ("ready", "ready"),
        ("castle 3", "castle 3"),  # SHO-18.16
        ("court3 -", "court3 bluff"),
        ("move SUR 3", "move SUR 3"),  # SHO-18.11
        ("hold", "hold"),
        ("move battleA SUR 3 | hold", "move battle-a SUR 3 | hold"),
        ("battleA KAI > SUR all", "battle-a KAI > SUR all"),  # SHO-18.17
        ("battleA KAI > SUR all-2", "battle-a KAI > SUR all-2"),
        ("battleA KAI > SUR half", "battle-a KAI > SUR half"),
        ("recruit1 AKI > BIN all", "recruit1 AKI > BIN all"),
        (  # SHO-18.18
            "battleA KAI > SUR 3 if owner neutral | SNN all if armies <= 2 and unrest "
            ">= 1 | hold",
            "battle-a KAI > SUR 3 if owner neutral | SNN all if armies <= 2 and unrest "
            ">= 1 | hold",
        ),
        (
            "battleB MIN > OWA all if event neutral-two | OWA half | ask",
            "battle-b MIN > OWA all if event neutral-two | OWA half | ask",
        ),
        (
            "battleB MIN>OWA all if here>4 or hold",
            "battle-b MIN > OWA all if here > 4 | hold",
        ),
        ("special six > place1 > attack", "special six > place1 > attack"),  # 18.19
        (
            "special defend if event castle-guard, chest",
            "special defend if event castle-guard > chest",
        ),
        (
            "special chest if event tax-max-5 > six",
            "special chest if event tax-max-5 > six",
        ),
        ("favour 12@neutral SUR > 2", "favour 12@neutral SUR > 2"),
        ("favour 4 @ keep, none", "favour 4@keep > none"),
        ("office A1 > A4 > none", "office A1 > A4 > none"),
        ("draft KAI > SUR > refresh > blind", "draft KAI > SUR > refresh > blind"),
        ("group largest", "group largest"),
        ("group 4", "group 4"),
        ("general MUS statue > TOT", "general MUS statue > TOT"),
        ("post here", "post here"),
        ("samurai tray > chests", "samurai tray > chests"),
        ("revolts AKI > KAI", "revolts AKI > KAI"),
        ("attack no", "attack no"),  # SHO-18.20
        ("defend yes", "defend yes"),
        ("calm MIN > KAI", "calm MIN > KAI"),  # SHO-18.21
        ("calm never", "calm never"),
        ("ask battleA", "ask battle-a"),  # SHO-18.22
        ("ask defend", "ask defend"),
        ("cover season", "cover season"),  # SHO-18.9
    ],
)
def test_every_example_is_read(mail: str, read: str) -> None:  # SHO-18.4
    assert text(mail) == read


@pytest.mark.parametrize(
    ("mail", "rule", "code"),
    [
        ("castle", "SHO-18.4", "ends_early"),
        ("castle MUS KAI", "SHO-18.4", "not_understood"),
        ("MUS castle", "SHO-18.4", "not_understood"),
        ("castle MUS > SUR 3", "SHO-18.13", "no_moves_here"),
        ("battleA - > SUR 3", "SHO-18.13", "no_moves_here"),
        ("battleA KAI > SUR", "SHO-18.4", "ends_early"),
        ("bid -", "SHO-18.16", "no_bluff_bid"),
        ("bid bluff", "SHO-18.16", "no_bluff_bid"),
        ("bid 5", "SHO-18.4", "not_understood"),
        ("ask castle", "SHO-18.22", "decides_nothing"),
        ("cover planning", "SHO-18.4", "not_understood"),
        ("battleA KAI > SUR 3 if not owner red", "SHO-18.4", "not_understood"),
        ("castle awa", "SHO-18.15", "ambiguous_word"),
        ("move бит 3", "SHO-18.15", "ambiguous_word"),
        ("castle MUS; castle KAI", "SHO-18.5", "said_twice"),
        ("special six; special rice", "SHO-18.5", "said_twice"),
        ("ask special; special six", "SHO-18.5", "said_twice"),
        ("battleA KAI > SUR 3; ask battleA", "SHO-18.5", "said_twice"),
        ("castle MUS; lay temple KAI", "SHO-18.13", "lay_in_sheet"),
        ("SHOGUN Y1 spring; shogun 12", "SHO-18.14", "two_headers"),
        ("castle MUS; SHOGUN Y1 spring", "SHO-18.14", "header_first"),
        ("", "SHO-18.4", "empty"),
    ],
)
def test_what_cannot_be_read_is_refused(mail: str, rule: str, code: str) -> None:
    found = fault(mail)
    assert (found.rule, found.code) == (rule, code)


def test_every_fault_of_a_mail_is_told() -> None:  # SHO-18.5
    with pytest.raises(Refused) as refused:
        read_mail("catsle MUS\ntemple KAI\ntemple AKI\nzzqx")
    found = [(fault.line, fault.code) for fault in refused.value.errors]
    assert found == [(1, "not_understood"), (3, "said_twice"), (4, "not_understood")]


# ------------------------------------------------------------------ words and names


def test_a_beginning_counts_if_it_fits_one_thing() -> None:  # SHO-18.15
    assert text("castle IZU") == text("castle Izu") == "castle IZU"
    assert text("castle Izum") == "castle IZM"
    assert text("castle Shima") == "castle SMA"
    assert text("castle Shimos") == "castle SMS"
    assert text("cast musa") == "castle MUS"
    assert set(fault("castle awa").legal) == {"AWB", "AWS"}
    assert fault("ca MUS").code == "not_understood"


def test_codes_that_are_words_are_provinces_where_one_can_stand() -> None:  # 18.15
    for code in ("NOT", "SET", "HIT", "MIN", "BIT", "ETC"):
        assert text(f"castle {code.casefold()}") == f"castle {code}"
        assert fault(f"{code} castle").code == "not_understood"


def test_the_letters_of_battles_may_be_cyrillic() -> None:  # SHO-18.15
    for word in ("battleA", "battle-a", "battle 1", "battle I", "сражение А", "KampfA"):
        assert text(f"{word} KAI") == "battle-a KAI", word
    for word in ("battleB", "battle 2", "battle II", "битва Б", "битва В", "battleБ"):
        assert text(f"{word} KAI") == "battle-b KAI", word


def test_columns_of_the_dajokan_board_may_be_cyrillic() -> None:  # SHO-18.15
    assert text("office А1 > Б2 > В3 > Ц4 > Д5 > Ф6") == (
        "office A1 > B2 > B3 > C4 > D5 > F6"
    )


def test_a_code_in_cyrillic_letters_is_no_code_but_proposed() -> None:  # SHO-18.15
    assert fault("castle НОК").legal == ("HOK",)


@pytest.mark.parametrize(
    "mail",
    [
        "recruit1 Аки > Бинго 1",
        "aufstellen1 Aki > Bingo 1",
        "schiera1 Aki > Bingo 1",
        "набір1 Акі > Бінґо 1",
        "набор 1 aki → BIN 1",
    ],
)
def test_languages_may_be_mixed(mail: str) -> None:  # SHO-18.15
    assert text(mail) == "recruit1 AKI > BIN 1"


@pytest.mark.parametrize("who", ["red", "rot", "rosso", "красный", "червоний"])
def test_players_by_colour(who: str) -> None:  # SHO-18.15, SHO-1.9
    assert text(f"battleA KAI > SUR 3 if owner {who}").endswith("owner red")


@pytest.mark.parametrize("who", ["Tokugawa", "Tokugawa Ieyasu", "seat 2", "Botan"])
def test_players_by_daimyo_seat_and_name(who: str) -> None:  # SHO-18.15
    assert text(f"battleA KAI > SUR 3 if owner {who} | hold") == (
        "battle-a KAI > SUR 3 if owner red | hold"
    )


def test_misspelt_words_get_near_ones() -> None:  # SHO-18.5
    assert fault("catsle MUS").legal[0] == "castle"
    assert fault("castle Musahsi").legal[0] == "MUS"
    assert fault("special sixx").legal[0] == "six"
    assert fault("замк MUS").legal[0] == "castle"
    assert fault("battleA KAI > Surga 3").legal[0] == "SUR"
    assert fault("battleA KAI > SUR 3 if armis > 2").legal[0] == "armies"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_data_is_read(language: str) -> None:  # SHO-18.15
    for key, words in {**WORDS["slots"], **WORDS["lines"]}.items():
        for word in words[language]:
            assert FIRST.find(word) == [key], word
    for province in DATA["province"]:
        assert text(f"castle {province[language]}") == f"castle {province['abbr']}"
    for kind in DATA["event_kind"]:
        said = f"special six if event {kind[language]}"
        assert text(said) == f"special six if event {kind['id']}"
    for season in DATA["season"]:
        assert text(f"shogun Y2 {season[language]}") == f"shogun Y2 {season['id']}"


def test_no_line_begins_with_a_word_of_the_service() -> None:  # SHO-18.15, SHO-2.8
    for words in (
        WORDS["slots"],
        WORDS["lines"],
        {"shogun": WORDS["header"]["shogun"]},
    ):
        for spoken in words.values():
            for word in (word for said in spoken.values() for word in said):
                assert word.casefold() not in commands(), word


def test_every_name_means_one_province() -> None:  # SHO-2.8
    names: dict[str, str] = {}
    for code, words in PROVINCE_WORDS.items():
        for word in words:
            assert names.setdefault(word.casefold(), code) == code, word
    assert len(PROVINCE_WORDS) == len(BOARD.codes)

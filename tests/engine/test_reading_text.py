"""What all order languages share."""

from __future__ import annotations

import pytest

from engine.reading.lexicon import Lexicon
from engine.reading.text import Line, fold, statements

PEOPLE = Lexicon(
    {
        "yamashiro": ["Yamashiro", "Ямасіро"],
        "yamato": ["Yamato"],
        "aki": ["Aki"],
        "kyoto": ["Kyōto", "Kioto"],
        "ryugu": ["Рюґу"],
    }
)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("TAKE", "take"),
        ("Kyōto", "kyoto"),
        ("ＦＩＬＬ　８", "fill 8"),
        ("Straße", "strasse"),
        ("Взяти", "взяти"),
        ("Ґіфу", "гіфу"),
        ("ещё", "еще"),
        ("8≤3", "8<=3"),
        ("aki → harima", "aki -> harima"),
        ("будь–яке", "будь-яке"),
        ("їжа й мій", "їжа й мій"),
    ],
)
def test_case_accents_and_width_do_not_matter(written: str, meant: str) -> None:
    assert fold(written) == meant


def test_a_word_written_in_full_beats_a_beginning() -> None:
    assert PEOPLE.find("aki") == ["aki"]
    assert PEOPLE.find("YAMATO") == ["yamato"]


def test_a_unique_beginning_of_three_letters_is_enough() -> None:
    assert PEOPLE.find("kyo") == ["kyoto"]
    assert PEOPLE.find("yamas") == ["yamashiro"]
    assert PEOPLE.find("рюг") == ["ryugu"]


def test_ambiguity_is_never_guessed() -> None:
    assert PEOPLE.find("yam") == ["yamashiro", "yamato"]


def test_two_letters_are_too_few() -> None:
    assert PEOPLE.find("ky") == []


def test_a_misspelling_finds_its_neighbours() -> None:
    assert PEOPLE.near("yamashrio")[0] == "Yamashiro"
    assert PEOPLE.near("zzzzzz") == []


def test_blanks_hyphens_and_apostrophes_do_not_matter() -> None:
    lexicon = Lexicon({"o2": ["orange-2"]})
    assert lexicon.exact("Orange 2") == "o2"
    assert lexicon.exact("orange2") == "o2"


def test_quotations_comments_and_signatures_are_no_orders() -> None:
    text = (
        "take dalian; auto any. // my plan\n"
        "> take ying\n"
        "  > > take linzi\n"
        "\n"
        "pass!\n"
        "-- \n"
        "Aki of Aki; take handan\n"
    )
    assert statements(text, comment="//") == [
        Line(1, "take dalian"),
        Line(1, "auto any"),
        Line(5, "pass"),
    ]


@pytest.mark.parametrize(
    "written",
    ["«pass»", '"pass"', "- pass", "1. pass", "• pass!", "\ufeffpass", "pa\u00adss"],
)
def test_what_cannot_be_seen_and_what_surrounds_an_order_does_not_matter(
    written: str,
) -> None:
    assert statements(written, "//") == [Line(1, "pass")]


def test_a_word_for_the_end_ends_the_order() -> None:
    assert statements("pass\nEND\ntake ying", "//", end=["end"]) == [Line(1, "pass")]

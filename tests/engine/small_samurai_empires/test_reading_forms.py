"""Forgiving forms, beginnings, ambiguity, did you mean. [SSE-13.8, SSE-14.4]"""

from __future__ import annotations

import pytest

from tests.engine.small_samurai_empires.mails import PEOPLE, fault, faults, text

SIGNS = ["->", "=>", ">", "→", "-->", "--->", "==>", ">>", "⇒", "➔", "➜", "—>", "–>"]
ARROWS = [*SIGNS, "to", "nach", "a", "verso", "в", "до", "у"]

# ------------------------------------------------------------- forgiving forms


@pytest.mark.parametrize("slot", ["orange 2", "orange2", "orange-2", "o2", "o-2", "5"])
def test_a_slot_in_all_spellings(slot: str) -> None:  # SSE-13.8, SSE-2.8
    assert text(f"place attack at {slot}") == "place attack at orange-2"
    assert text(f"resolve {slot}: pass") == "resolve orange-2: pass"
    assert text(f"place attack {slot.upper()}") == "place attack at orange-2"


@pytest.mark.parametrize(
    ("kind", "spellings"),
    [
        ("move-3", "move 3|move3|move-3|m3|m-3|bewegung 3|mov 3|рух на 3"),
        ("move-2-or-3", "m23|move 2 or 3|move2or3|muovi 2 o 3|m2or3|move 2/3"),
        ("move-2-or-3", "движение 2 или 3|рух на 2 або 3|bewegung-2-oder-3"),
        ("move-2-or-ship", "m2s|move 2 or ship|move 2 / sail|bewegung 2 oder segeln"),
        ("move-2-or-ship", "move_2_or_ship|muovi 2 o nave|рух 2 чи корабель"),
        ("castle", "build castle|fort|build-castle|buildcastle|cas|замок"),
        ("recruit", "draft|raise|rec|набор"),
        ("harvest", "har|ernte|збір врожаю"),
    ],
)
def test_a_kind_in_all_spellings(kind: str, spellings: str) -> None:  # SSE-13.8
    for name in spellings.split("|"):
        assert text(f"place {name} at 5") == f"place {kind} at orange-2"


@pytest.mark.parametrize("arrow", ARROWS)
def test_arrows_in_all_spellings(arrow: str) -> None:  # SSE-13.8
    wanted = "move aki -> harima -> kii"
    assert text(f"move aki {arrow} harima {arrow} kii") == wanted
    if not arrow.isalpha():
        assert text(f"move aki{arrow}harima{arrow}kii") == wanted


@pytest.mark.parametrize("times", ["2x ", "2 x ", "2х ", "2× ", "2*", "2X "])
def test_so_many_armies(times: str) -> None:  # SSE-13.8
    assert text(f"move {times}aki -> harima") == "move 2x aki -> harima"


def test_handles_count_in_full_and_not_against_words_of_the_game() -> None:
    names = ("Blue", "Botan no Kimi", "Grün-Weiss")  # SSE-13.8
    assert text("attack owari botan-no kimi", names) == "attack owari blue"
    assert text("attack owari gruen weiss", names) == "attack owari green"
    assert text("attack owari blue", names) == "attack owari blue"  # not red's handle
    assert text("attack owari AKI, Chie", PEOPLE) == "attack owari red, green"
    assert text("place castle cover chie 2", PEOPLE).endswith("green at grey-2")
    assert fault("attack owari bota", PEOPLE).legal == ("Botan",)
    assert fault("attack owari Doi", ("Doi", "Doi")).legal == ("red", "blue")
    assert text("place castle cover at 2", ("at",)) == "place castle cover at grey-2"


# ------------------------------------------------------------------- ambiguity


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("move aki -> har", "move aki -> harima"),
        ("har", "harvest"),
        (
            "place har at 5, har har",
            "place harvest at orange-2, neutral harvest harima",
        ),
        ("place attack cover green 2", "place attack cover green at grey-2"),
        ("place attack cover grey 2", "place attack cover at grey-2"),
        ("place attack cover gre at 2", "place attack cover green at grey-2"),
        ("place attack cover gre-2", "place attack cover at grey-2"),
        ("place attack copri verde su 2", "place attack cover green at grey-2"),
        ("place attack copri verde-2", "place attack cover at teal-2"),
        ("place attack copri verde2", "place attack cover at teal-2"),
        ("place attack copri verde verde 2", "place attack cover green at teal-2"),
        ("place attack su verde", "place attack at teal"),
        ("destino verde", "destiny teal"),
        ("attacca aki verde", "attack aki green"),
        ("place move 2 or 3 at 5", "place move-2-or-3 at orange-2"),
        ("piazza muovi 2 o 3 su o3", "place move-2-or-3 at orange-3"),
        ("вик 5: har", "resolve orange-2: harvest"),
        ("вик har 5", "place harvest at orange-2"),
        ("attack on aki red", "attack aki red"),
        ("muovi aki a kii su tribù raccogli su tosa", None),
    ],
)
def test_a_line_is_read_as_a_whole(line: str, wanted: str | None) -> None:
    wanted = wanted or "move aki -> kii on tribe harvest tosa"  # SSE-13.8, SSE-14.4
    assert text(line) == wanted


@pytest.mark.parametrize(
    ("line", "could"),
    [
        ("place attack cover gre 2", ["cover at grey-2", "cover green at grey-2"]),
        ("place attack cover verde 2", ["cover at teal-2", "cover green at grey-2"]),
        ("place attack cover verde", ["cover at teal", "cover green at any"]),
        ("place attack cover ver", ["cover at teal", "cover green at any"]),
    ],
)
def test_lines_with_several_meanings_are_refused(line: str, could: list[str]) -> None:
    found = fault(line)  # SSE-13.8, SSE-14.4
    assert (found.kind, found.rule) == ("ambiguous", "SSE-13.8")
    assert found.legal == tuple(f"place attack {end}" for end in could)


@pytest.mark.parametrize(
    ("line", "word", "could"),
    [
        ("harvest ech", "ech", ("Echizen", "Echigo")),
        ("harvest эти", "эти", ("Echizen", "Echigo")),
        ("move aki > dai > kii", "dai", ("Daisen", "Daisetsu")),
        ("place move 5", "move", ("move-3", "move-2-or-3", "move-2-or-ship")),
        ("place m2 at 5", "m 2", ("move-2-or-3", "move-2-or-ship")),
        (
            "place движение на 3",
            "движение",
            ("move-3", "move-2-or-3", "move-2-or-ship"),
        ),
    ],
)
def test_an_ambiguous_word_is_told_with_all_it_could_be(
    line: str, word: str, could: tuple[str, ...]
) -> None:  # SSE-13.8
    found = fault(line)
    assert (found.kind, found.code) == ("ambiguous", "ambiguous_word")
    assert (found.data, found.legal) == ({"word": word}, could)


def test_every_ambiguous_word_of_a_line_is_told() -> None:  # SSE-13.8
    words = [found.data["word"] for found in faults("move ech -> dai -> izumo -> эти")]
    assert words == ["ech", "dai", "эти"]


# ---------------------------------------------------------------- did you mean


@pytest.mark.parametrize(
    ("line", "word", "near"),
    [
        ("plcae attack at 5", "plcae", "place"),
        ("platzire attack at 5", "platzire", "place"),
        ("place atack at 5", "atack", "attack"),
        ("place attack cvoer blue at 5", "cvoer", "cover"),
        ("move aki -> hrima", "hrima", "Harima"),
        ("move aki -> Хорима", "хорима", "Harima"),
        ("move aki hrima", "hrima", "Harima"),  # and no arrow either
        ("move aki harima owarri", "owarri", "Owari"),
        ("move aki daisenn izumo", "daisenn", "Daisen"),
        ("ship 2 hitachi surugga", "surugga", "Suruga"),
        ("move aki -> kii harimma", "harimma", "Harima"),
        ("attack owari yelow", "yelow", "yellow"),
        ("destiny ornage", "ornage", "orange"),
        ("resolve 5: harvest esle pass", "esle", "else"),
        ("move aki -> kii on ambsh stop", "ambsh", "ambush"),
        ("resolve 5 harvest", "harvest", ":"),
        ("move aki - kii", "-", "->"),
        ("move 2 aki -> kii", "aki", "x"),
        ("place attack at о2", "о", "orange-2"),  # a Cyrillic letter
        ("place attack at orange-4", "4", "orange-3"),
        ("place attack at 13", "13", "violet-3"),
        ("place attack at 05", "05", "orange-2"),
    ],
)
def test_what_a_misspelling_may_have_meant(line: str, word: str, near: str) -> None:
    found = fault(line)  # SSE-13.8, SSE-13.9
    assert found.kind == "unreadable"
    assert found.data["word"] == word
    assert near in found.legal


def test_an_order_that_ends_early_says_what_is_missing() -> None:  # SSE-13.9
    found = fault("destiny orange or")
    assert (found.code, found.data) == ("ends_early", {"word": "or"})
    assert found.legal == ("grey", "orange", "teal", "violet")
    assert fault("place attack cover blue").legal == ("place attack cover blue at any",)

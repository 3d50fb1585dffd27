"""The board as text, picture and prose, for every table and any name."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
import resvg_py

from engine.age_of_war.board import INDEX, SETS, SLOTS
from engine.age_of_war.scene import board_words
from engine.age_of_war.show import label, render, view
from engine.age_of_war.state import Setup, State
from engine.contract import View
from engine.drawing import columns_of, text_width
from engine.languages import LANGUAGES
from engine.measure import random_match
from engine.spots import spot_paths

pytestmark = pytest.mark.heavy(4)

HOSTILE = (
    '<b onload="x">&amp;{seat}',
    "line\nbreak\r\n\tand\x00\x1b[31m",
    "飛脚" * 40,
    "\u202eevil\u202c" + "e\u0301" * 60,
    "]]></svg><script>",
    "'\"`" + "W" * 500,
)


def at(seats: int = 2, **fields: Any) -> State:
    """A table with some fields set; `cards` are holders by slot."""
    setup = Setup(seats=seats, set=fields.pop("set", "qin-2024"))
    state = State(setup._replace(turn_cap=fields.pop("turn_cap", 0)))
    cards = fields.pop("cards", {})
    state.holder = tuple(cards.get(slot, -1) for slot in SLOTS)
    if "target" in fields:
        fields["target"] = INDEX[fields["target"]]
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def siege(seats: int = 2, **fields: Any) -> State:
    """Seat 0 besieges D1, which seat 1 holds, with one line filled. [AOW-6.2]"""
    cards = {"D1": 1, "C1": 0, "C2": 0, "A1": seats - 1, "B2": 0, "F1": 1}
    default = {"hand": "A?1", "lost": 1, "rolls": 3, "cards": cards}
    return at(
        seats, **default | {"target": "D1", "filled": (2,), "placed": ("332",)} | fields
    )


def over(seats: int = 2, how: str = "conquest") -> State:
    cards = {slot: card % seats for card, slot in enumerate(SLOTS)}
    return at(seats, cards=cards, over=how, hand="1", turn=31)


STATES: dict[str, Callable[[int], State]] = {
    "opening": lambda seats: at(seats, hand="332ACG1", rolls=1),
    "unrolled": lambda seats: at(seats),
    "siege": siege,
    "left": lambda seats: siege(
        seats, left=frozenset({1}), turn_cap=100000, turn=99999
    ),
    "over": over,
    "adjudicated": lambda seats: over(seats, "adjudicated"),
    "castles": lambda seats: siege(seats, set="sengoku-2014"),
}


def views(players: Sequence[int] = range(2, 7)) -> list[Any]:
    return [
        pytest.param(view(make(seats), you), id=f"{name}-{seats}")
        for name, make in STATES.items()
        for seats in players
        for you in (seats - 1,)
    ]


def drawn(svg: str) -> list[tuple[str, float, float, Element]]:
    """Every text element with its place on the sheet, moves added up."""
    found = []

    def walk(element: Element, x: float, y: float, scale: float) -> None:
        moves = element.get("transform", "")
        if move := re.search(r"translate\((\S+) (\S+)\)", moves):
            x, y = x + scale * float(move[1]), y + scale * float(move[2])
        if size := re.search(r"scale\((\S+)\)", moves):
            scale *= float(size[1])
        if element.tag.endswith("}text"):
            here = float(element.get("x", 0)), float(element.get("y", 0))
            found.append((element.text or "", x + here[0], y + here[1], element))
        for child in element:
            walk(child, x, y, scale)

    walk(ElementTree.fromstring(svg), 0, 0, 1)
    return found


def words_in(svg: str) -> list[str]:
    return [content for content, _, _, _ in drawn(svg)]


# -------------------------------------------------------------------- every table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", views())
def test_text_is_complete_in_72_columns(shown: View, language: str) -> None:
    picture = render(shown, language, HOSTILE)
    assert max(map(columns_of, picture.text.split("\n"))) <= 72
    assert not re.search(r"[^\S\n ]|[\x00-\x09\x0b-\x1f\u202a-\u202e]", picture.text)
    for card in SETS[shown["set"]].cards:
        assert card[language] in picture.text
        assert card[language] in picture.prose
        assert card[language] in words_in(picture.svg)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", views())
def test_picture_is_well_formed_and_legible(shown: View, language: str) -> None:
    svg = render(shown, language, HOSTILE).svg
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == f"0 0 600 {root.get('height')}"
    for content, x, _, element in drawn(svg):
        size = float(element.get("font-size", 0))
        bold = element.get("font-weight") == "bold"
        width = float(element.get("textLength", text_width(content, size, bold)))
        share = {"middle": 0.5, "end": 1}.get(element.get("text-anchor", ""), 0)
        assert size >= 11, content
        assert x - share * width >= 9, content
        assert x + (1 - share) * width <= 591, content


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", views((2, 6)))
def test_labels_fit_their_boxes(shown: View, language: str) -> None:
    svg = render(shown, language, ("Aki", "Botan", "Chie", "Doi")).svg
    for content, _, _, element in drawn(svg):
        size = float(element.get("font-size", 0))
        full = text_width(content, size, element.get("font-weight") == "bold")
        assert float(element.get("textLength", full)) >= 0.85 * full, content


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", views((2, 6)))
def test_no_two_words_of_a_line_overlap(shown: View, language: str) -> None:
    lines: dict[float, list[tuple[float, float, str]]] = {}
    for content, x, y, element in drawn(render(shown, language, HOSTILE).svg):
        size, bold = float(element.get("font-size", 0)), element.get("font-weight")
        width = text_width(content, size, bold == "bold")
        width = float(element.get("textLength", width))
        left = x - width * {"middle": 0.5, "end": 1}.get(
            element.get("text-anchor", ""), 0
        )
        lines.setdefault(round(y, 1), []).append((left, left + width, content))
    for found in lines.values():
        for (_, end, one), (start, _, other) in pairwise(sorted(found)):
            assert end <= start + 1, (one, other)


@pytest.mark.parametrize("shown", views())
def test_picture_refers_to_nothing_outside(shown: View) -> None:
    svg = render(shown, "en", HOSTILE).svg
    tags = {element.tag.split("}")[1] for element in ElementTree.fromstring(svg).iter()}
    assert not tags & {"script", "image", "foreignObject", "style", "use", "a"}
    assert set(re.findall(r"https?:[^\"]*", svg)) == {"http://www.w3.org/2000/svg"}
    assert "href" not in svg
    defined = set(re.findall(r' id="([^"]+)"', svg))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= defined
    assert svg.count("url(") == svg.count("url(#")


@pytest.mark.parametrize("shown", views())
def test_every_score_is_shown(shown: View) -> None:  # AOW-8.3
    picture = render(shown, "en")
    for standing in shown["standings"]:
        name, points = f"Seat {standing['seat']}", str(standing["points"])
        line = next(
            line
            for line in reversed(picture.text.split("\n"))
            if name in line and "point" in line
        )
        assert re.search(rf"\b{points} points?\b", line)
        assert points in words_in(picture.svg)
        assert re.search(rf"{name}: {points} points?\b", picture.prose)


def test_the_same_view_gives_the_same_bytes() -> None:
    script = (
        "from tests.engine.age_of_war.test_show import *;"
        "print(*render(view(siege(6), 2), 'uk', HOSTILE))"
    )
    root = Path(__file__).parents[3]
    told = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=root,
            env={"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0]) > 20000


@pytest.mark.parametrize("name", STATES)
def test_picture_can_be_painted(name: str) -> None:
    svg = render(view(STATES[name](3), None), "uk", HOSTILE).svg
    fonts = [folder for folder in ["/usr/share/fonts"] if Path(folder).exists()]
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=600, font_dirs=fonts))
    assert png.startswith(b"\x89PNG")
    assert len(png) > 20000  # an empty sheet of this size has some 3,000 bytes


# ------------------------------------------------------------------ what is shown


def test_a_card_that_changes_hands_changes_all_three() -> None:  # AOW-6.5
    before = render(view(at(cards={"D1": 0}), None))
    after = render(view(at(cards={"D1": 1}), None))
    assert all(one != other for one, other in zip(before[:3], after[:3], strict=True))


def test_the_target_shows_its_dice_and_the_special_line() -> None:  # AOW-5.9, AOW-6.2
    picture = render(view(siege(), 0), "en", ("Aki", "Botan"))
    assert "Target: D1 Dalian, 2 points" in picture.text
    assert "held by Botan" in picture.text
    assert re.search(r"2\. +I8 +8 infantry +filled with 3 3 2\n", picture.text)
    assert re.search(r"3\. +S +special general line +open\n", picture.text)
    assert "Siege of Dalian" in words_in(picture.svg)
    assert "line 2, 8 infantry, is filled with 3 infantry, 3 infantry" in picture.prose


def test_a_card_in_the_centre_does_not_ask_for_the_special_line() -> None:  # AOW-6.1
    line = render(view(at(), None)).text.split("D1 ")[1].split("D2")[0]
    assert line.split() == ["Dalian", "2", "G", "·", "I8"]


def test_dice_in_hand_and_lost_are_shown() -> None:  # AOW-4.3
    picture = render(view(siege(hand="A21", lost=1), 0), "uk")
    assert "У руці: A 2 1" in picture.text
    assert "втрачено: 1" in picture.text
    assert "Кубики в руці: стрільці, піхота 2, піхота 1. Втрачено: 1 кубик." in (
        picture.prose
    )


def test_unrolled_dice_are_question_marks() -> None:
    picture = render(view(at(), 0))
    assert "? ? ? ? ? ? ?" in picture.text
    assert words_in(picture.svg).count("?") == 7
    assert "7 dice, not yet rolled" in picture.prose


def test_a_subdued_province_lies_face_down_with_its_set_points() -> None:  # AOW-7.3
    picture = render(view(siege(), None), "en", ("Aki", "Botan"))
    assert "[C] Zhao face down, 8 points: Handan, Jinyang" in picture.text
    assert "C1 Handan" not in picture.text
    assert "C1" not in words_in(picture.svg)
    assert {"Zhao", "8", "Handan"} <= set(words_in(picture.svg))


def test_the_reader_the_mover_and_the_absent_are_marked() -> None:  # AOW-9.19
    shown = view(siege(3, left=frozenset({2})), 1)
    picture = render(shown, "en", ("Aki", "Botan", "Chie"))
    assert "● Aki · to move" in picture.text
    assert "■ Botan · you" in picture.text
    assert "▲ Chie · has left" in picture.text
    assert {"to move", "you", "has left"} <= set(words_in(picture.svg))
    assert "You are Botan." in picture.prose
    assert "Chie has left." in picture.prose


def test_a_finished_match_shows_its_result_and_no_dice() -> None:  # AOW-8.4, AOW-8.7
    picture = render(view(over(), None), "en", ("Aki", "Botan"))
    place = next(s for s in view(over(), None)["standings"] if s["place"] == 1)
    winner = ("Aki", "Botan")[place["seat"]]
    for form in (picture.text, picture.prose, " ".join(words_in(picture.svg))):
        assert f"{winner} wins" in form
        assert "in hand" not in form.lower()


def test_a_shared_victory_names_all_winners() -> None:  # AOW-8.4
    tie = at(3, over="adjudicated")
    picture = render(view(tie, None), "en", ("Aki", "Botan", "Chie"))
    assert "Shared victory: Aki, Botan and Chie (scored as it stood)." in picture.text


def test_names_are_never_templates_and_fall_back() -> None:
    shown = view(at(3), None)
    picture = render(shown, "uk", ("{turn}", " \n "))
    assert "● {turn}" in picture.text
    assert "■ Місце 1" in picture.text
    assert "▲ Місце 2" in picture.text


def test_a_long_name_does_not_push_the_turn_off_the_heading() -> None:
    state = at(turn=99999, turn_cap=100000, rolls=7, hand="A")
    text = render(view(state, None), "uk", HOSTILE).text
    assert text.split("\n")[0] == "Епоха війни · Хід 99999 з 100000"
    assert "кидок 7" in text.split("\n")[1]


def test_words_follow_the_set() -> None:  # AOW-2.1
    castles = render(view(at(set="sengoku-2014"), None)).text
    assert "0 castles" in castles
    assert "whole clan: 10 points" in castles
    assert "0 cities" in render(view(at(), None)).text


def test_unknown_languages_are_answered_in_english() -> None:
    shown = view(siege(), 0)
    assert render(shown, "ja") == render(shown, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_words(language: str) -> None:
    def keys(table: Any) -> Any:
        return {k: keys(v) for k, v in table.items()} if isinstance(table, dict) else 0

    assert keys(board_words("en")) == keys(board_words(language))


# ------------------------------------------------------------------------- labels


@pytest.mark.parametrize(
    ("kind", "value", "english", "ukrainian"),
    [
        ("card", "D1", "Dalian", "Далянь"),
        ("card", "Z9", "Z9", "Z9"),
        ("card", None, "None", "None"),
        ("province", "D", "Wei", "Вей"),
        ("province", ["D"], "['D']", "['D']"),
        ("code", "I8", "8 infantry", "8 піхоти"),
        ("code", "AC", "archery + cavalry", "стрільці + кавалерія"),
        ("code", "S", "special general line", "особлива бойова лінія генерала"),
        ("code", "X", "X", "X"),
        ("code", "", "", ""),
        ("dice", "3 3 2", "3 3 2", "3 3 2"),
        ("die", "A", "A", "A"),
        ("turn", 12, "12", "12"),
        ("spot", "D1", "Dalian", "Далянь"),
        ("spot", "D1 2", "Dalian, 2: 8 infantry", "Далянь, 2: 8 піхоти"),
        ("spot", "D1 9", "Dalian, 9: special general line", None),
        ("spot", "D", "Wei", "Вей"),
        ("spot", "reroll A", "archery", "стрільці"),
        ("spot", "reroll 3", "3 infantry", None),
        ("spot", "reroll", "in hand", None),
        ("spot", "Z9", "Z9", "Z9"),
    ],
)
def test_labels(kind: str, value: Any, english: str, ukrainian: str | None) -> None:
    shown = view(at(), None)
    assert label(shown, kind, value) == english
    assert ukrainian in (label(shown, kind, value, "uk"), None)


def test_labels_know_the_set() -> None:  # AOW-2.1
    assert label(view(at(set="sengoku-2014"), None), "card", "D1") == "Gassantoda"


def test_a_played_turns_line_of_a_plan_is_not_shown() -> None:  # AOW-10.13
    now = view(at(turn=5), 0)
    assert label(now, "plan", "turn 4: auto any") == ""
    assert label(now, "plan", "turn 5: auto any") != ""
    assert label(now, "plan", "standing: auto any") != ""
    assert label(view(over(), 0), "plan", "turn 31: auto any") == ""


def test_what_orders_name_can_be_pointed_at() -> None:
    match = random_match("age_of_war", 3)
    for state in match.states[:-1:29]:
        for decision in match.game.decisions(state):
            drawn = match.game.render(match.game.view(state, decision.seat)).svg
            spots = spot_paths(drawn)
            for order in match.game.options(state, decision.seat):
                path = " ".join(order.args[:2]) if order.verb == "fill" else order.text
                assert order.verb == "pass" or path in spots

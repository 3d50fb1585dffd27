"""The board as text, picture and prose, for every table and any name."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
import resvg_py

from engine.contract import View
from engine.drawing import columns_of, text_width
from engine.languages import LANGUAGES
from engine.measure import random_match
from engine.small_samurai_empires.map import BOARD
from engine.small_samurai_empires.picture.chart import CHART
from engine.small_samurai_empires.picture.pieces import CHIP, chip_width
from engine.small_samurai_empires.picture.places import places
from engine.small_samurai_empires.picture.slots import CORNERS, PLAQUE
from engine.small_samurai_empires.scene import (
    COLOURS,
    KINDS,
    NEUTRALS,
    board_words,
    province_name,
)
from engine.small_samurai_empires.show import label, render
from tests.engine.small_samurai_empires.views import (
    VIEWS,
    busy,
    choosing,
    control_of,
    copy,
    crowded,
    opening,
    over,
    variants,
)

HOSTILE = (
    '<b onload="x">&amp;{seat}',
    "line\nbreak\r\n\tand\x00\x1b[31m",
    "飛脚" * 40,
    "]]></svg><script>" + "\u202eevil\u202c" + "W" * 500,
)
PEOPLE = ("Aki", "Botan", "Chie", "Doi")


def views() -> list[Any]:
    return [
        pytest.param(make(seats), id=f"{name}-{seats}")
        for name, make in VIEWS.items()
        for seats in (2, 3, 4)
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
            assert scale == 1, element.text
            here = float(element.get("x", 0)), float(element.get("y", 0))
            found.append((element.text or "", x + here[0], y + here[1], element))
        for child in element:
            walk(child, x, y, scale)

    walk(ElementTree.fromstring(svg), 0, 0, 1)
    return found


def words_in(svg: str) -> list[str]:
    return [content for content, _, _, _ in drawn(svg)]


def edges(element: Element, content: str, x: float) -> tuple[float, float]:
    """Where a text begins and ends."""
    size = float(element.get("font-size", 0))
    bold = element.get("font-weight") == "bold"
    spaced = float(element.get("letter-spacing", 0)) * len(content)
    wide = text_width(content, size, bold) + spaced
    width = float(element.get("textLength", wide))
    share = {"middle": 0.5, "end": 1}.get(element.get("text-anchor", ""), 0)
    return x - share * width, x + (1 - share) * width


def with_token(view: View, kind: str | None, up: bool = False) -> View:
    changed = copy(view)
    changed["slots"]["grey-2"]["tokens"] = [{"seat": 1, "kind": kind, "up": up}]
    return changed


# -------------------------------------------------------------------- every table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", views())
def test_text_is_complete_in_72_columns(shown: View, language: str) -> None:
    picture = render(shown, language, HOSTILE)
    assert max(map(columns_of, picture.text.split("\n"))) <= 72
    assert not re.search(r"[^\S\n ]|[\x00-\x09\x0b-\x1f\u202a-\u202e]", picture.text)
    found = words_in(picture.svg)
    for province in BOARD.provinces:
        name = province_name(BOARD, province, language)
        assert name in found
        assert re.search(rf"^ {name} ", picture.text, re.MULTILINE)
        assert name in picture.prose


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", views())
def test_picture_is_well_formed_and_legible(shown: View, language: str) -> None:
    svg = render(shown, language, HOSTILE).svg
    root = ElementTree.fromstring(svg)
    height = float(root.get("height", 0))
    assert root.get("viewBox") == f"0 0 600 {root.get('height')}"
    for content, x, y, element in drawn(svg):
        left, right = edges(element, content, x)
        assert float(element.get("font-size", 0)) >= 11, content
        assert left >= 9, content
        assert right <= 591, content
        assert 20 <= y <= height - 9, content


@pytest.mark.parametrize("shown", views())
def test_picture_refers_to_nothing_outside(shown: View) -> None:
    svg = render(shown, "en", HOSTILE).svg
    tags = {element.tag.split("}")[1] for element in ElementTree.fromstring(svg).iter()}
    assert not tags & {"script", "image", "foreignObject", "style", "use", "a"}
    assert set(re.findall(r"https?:[^\"]*", svg)) == {"http://www.w3.org/2000/svg"}
    assert "href" not in svg
    defined = re.findall(r' id="([^"]+)"', svg)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(defined)
    assert svg.count("url(") == svg.count("url(#")


@pytest.mark.parametrize("shown", views())
def test_every_count_is_shown_three_times(shown: View) -> None:  # SSE-2.10
    picture = render(shown, "en", PEOPLE)
    found = drawn(picture.svg)
    for province, there in shown["provinces"].items():
        x, y = places(BOARD)[province].pieces
        near = [
            content
            for content, at, down, _ in found
            if abs(at - x) < 40 and 0 <= down - y < 45
        ]
        row = next(
            line
            for line in picture.text.split("\n")
            if line.startswith(f" {province_name(BOARD, province, 'en')} ")
        )
        for seat, armies in enumerate(there["armies"]):
            if armies:
                assert str(armies) in near
                assert f"{COLOURS[shown['colours'][seat]].sign}{armies}" in row
                noun = "army" if armies == 1 else "armies"
                assert f"{PEOPLE[seat]} {armies} {noun}" in picture.prose


@pytest.mark.parametrize("shown", views())
def test_every_player_is_shown(shown: View) -> None:
    picture = render(shown, "en", PEOPLE)
    found = words_in(picture.svg)
    for seat in range(shown["seats"]):
        points = shown["score"][seat]
        assert PEOPLE[seat] in found
        assert str(points) in found
        assert re.search(
            rf"{PEOPLE[seat]}, \w+[^:]*: {points} points?\b", picture.prose
        )


def test_the_same_view_gives_the_same_bytes() -> None:
    script = (
        "from tests.engine.small_samurai_empires.test_show import *;"
        "print(*render(variants(4, 2), 'uk', HOSTILE))"
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
    assert len(told[0]) > 50000


def test_the_view_is_left_alone() -> None:
    shown = variants()
    kept = copy(shown)
    render(shown, "ru", HOSTILE)
    assert shown == kept


@pytest.mark.parametrize("name", VIEWS)
def test_picture_can_be_painted(name: str) -> None:
    svg = render(VIEWS[name](4), "uk", HOSTILE).svg
    fonts = [folder for folder in ["/usr/share/fonts"] if Path(folder).exists()]
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=600, font_dirs=fonts))
    assert png.startswith(b"\x89PNG")
    assert len(png) > 100000  # an empty sheet of this size has some 3,000 bytes


# ---------------------------------------------------------------------- the map


def test_the_map_lies_on_the_sheet() -> None:
    for province in BOARD.map.provinces.values():
        found = re.findall(r"M(\S+) (\S+?)l", province.outline)
        numbers = [float(n) for n in found[0]]
        assert 9 < numbers[0] < 591
        assert 9 < numbers[1] < CHART
    for region in BOARD.regions:
        assert BOARD.map.regions[region].startswith("M")
        assert BOARD.map.regions[region].endswith("z")


def test_plaques_cover_no_province() -> None:
    for left, top in CORNERS.values():
        assert left > 9
        assert left + PLAQUE < 591
        for province in BOARD.map.provinces.values():
            x, y = province.label
            across, down = province.room
            beside = x + across < left or x - across > left + PLAQUE
            assert beside or y + down < top or y - down > top + 66


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_hides_another(language: str) -> None:
    """In the picture of the opening no two texts on the map overlap."""
    boxes = []
    for content, x, y, element in drawn(render(opening(), language).svg):
        if element.get("fill") != "none" and y < CHART:
            left, right = edges(element, content, x)
            boxes.append((left + 1, y - 8, right - 1, y, content))
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0]
            assert apart or one[3] <= other[1] or other[3] <= one[1], (one, other)


def on_the_map(language: str) -> list[tuple[str, float, float, float, float]]:
    """Boxes of names, signs, four chips and mountains, with whose they are."""
    boxes = []
    for province, place in places(BOARD).items():
        width = text_width(province_name(BOARD, province, language), 11, True)
        before = 15 if place.sign is None else 0
        x, y = place.name
        left = x - (width + before) / 2
        boxes.append((province, left + before, y - 8.5, left + before + width, y + 0.5))
        x, y = place.sign or (left + 6.5, y - 4)
        boxes.append((province, x - 7, y - 7, x + 7, y + 7))
        (x, y), half = place.pieces, chip_width(9) + 1
        boxes.append((province, x - half, y, x + half, y + 2 * CHIP + 2))
    for mountain in BOARD.mountains.values():
        x, y = mountain.at
        boxes.append((mountain.id, x - 9, y - 9, x + 11.5, y + 9))
    return boxes


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_players_fit_in_every_province_at_once(language: str) -> None:
    boxes = on_the_map(language)
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            across = min(one[3], other[3]) - max(one[1], other[1])
            down = min(one[4], other[4]) - max(one[2], other[2])
            assert one[0] == other[0] or across < 1 or down < 1, (one, other)


def test_counts_do_not_hide_each_other_in_a_busy_match() -> None:
    for make in (busy, variants):
        boxes = []
        for content, x, y, element in drawn(render(make(), "en", PEOPLE).svg):
            if content.isdigit() and y < CHART:
                left, right = edges(element, content, x)
                boxes.append((left, y - 9, right, y))
        for at, one in enumerate(boxes):
            for other in boxes[at + 1 :]:
                apart = one[2] <= other[0] or other[2] <= one[0]
                assert apart or one[3] <= other[1] or other[3] <= one[1]


# ------------------------------------------------------------------ what is shown


def test_an_army_that_moves_changes_all_three() -> None:  # SSE-5.3
    shown = busy()
    moved = copy(shown)
    for province, change in (("echizen", -1), ("shinano", 1)):
        there = moved["provinces"][province]
        there["armies"][0] += change
        there["control"] = control_of(there["armies"], there["castles"])
    before, after = render(shown), render(moved)
    assert all(one != other for one, other in zip(before[:3], after[:3], strict=True))
    assert before.secrets == after.secrets


@pytest.mark.parametrize("language", ["en", "de", "it", "ru", "uk"])
def test_what_the_reader_holds_stands_by_itself(language: str) -> None:  # SSE-13.2
    held = render(busy(3, 0), language).secrets.splitlines()
    assert len(held) == 2
    assert not render(busy(3, None), language).secrets


def test_control_is_shown() -> None:  # SSE-2.11
    shown = busy()
    assert "sse-in-kii" in render(shown).svg
    assert re.search(r" Kii .*→ ●", render(shown).text)
    assert "controlled by Botan" in render(shown, "en", PEOPLE).prose
    shown["provinces"]["kii"]["control"] = None
    assert "sse-in-kii" not in render(shown).svg


@pytest.mark.parametrize("you", [None, 0, 2])
def test_a_hidden_token_looks_the_same_whatever_it_is(you: int | None) -> None:
    shown = busy(4, you)  # SSE-13.2
    seen = {render(with_token(shown, kind), "ru") for kind in (None, *KINDS)}
    assert len(seen) == 1


def test_only_the_owner_is_shown_the_kind_of_a_hidden_token() -> None:  # SSE-4.3.3
    shown = busy(4, 1)
    seen = [render(with_token(shown, kind), "en") for kind in KINDS]
    for part in range(3):
        assert len({picture[part] for picture in seen}) == len(KINDS)
    assert "face down (attack)" in seen[KINDS.index("attack")].text


def test_tokens_face_up_differ() -> None:
    shown = busy(4, 0)
    seen = {render(with_token(shown, kind, True)).svg for kind in KINDS}
    assert len(seen) == len(KINDS)


def test_covered_and_covering_token_are_both_told() -> None:  # SSE-7.3.4
    picture = render(busy(4, 0), "en", PEOPLE)
    assert "[4] orange-1 (attack): ◆ attack, covered by ■ build castle" in picture.text
    assert "Doi, attack, covered by Aki, build castle" in picture.prose


def test_the_slot_being_resolved_is_marked() -> None:  # SSE-4.4.1
    shown = busy()
    picture = render(shown, "en", PEOPLE)
    assert ">[5] orange-2" in picture.text
    assert "Slot orange-2 is being resolved." in picture.prose
    shown["slot"] = None
    other = render(shown, "en", PEOPLE)
    assert ">[" not in other.text
    assert other.svg != picture.svg


def test_reader_mover_and_leaver_are_marked() -> None:
    shown = choosing(4, 0)
    picture = render(shown, "en", PEOPLE)
    assert "■ Aki, you " in picture.text
    assert "● Botan, has left " in picture.text
    assert 'text-decoration="line-through"' in picture.svg
    assert "You are Aki." in picture.prose
    assert "Everyone chooses a destiny card" in words_in(picture.svg)
    moving = render(busy(), "en", PEOPLE)
    assert "Doi to move" in words_in(moving.svg)
    assert "to move" in words_in(moving.svg)


def test_screens_hide_totals() -> None:  # SSE-13.1
    picture = render(choosing(4, 0), "en", PEOPLE)
    assert words_in(picture.svg).count("?") == 3
    assert re.search(r"● Botan, has left +0 +\? +2 ", picture.text)


def test_the_choice_of_a_card_is_shown_to_its_owner() -> None:  # SSE-4.2.1
    assert "Kinai ×2 (your choice)" in render(choosing(4, 0)).text
    spectator = choosing(4, None)
    spectator["destiny"]["choice"] = None
    assert "your choice" not in render(spectator).text


def test_mountains_shrines_and_tiles_are_shown() -> None:  # SSE-10
    picture = render(variants(4, 1), "en", PEOPLE)
    found = words_in(picture.svg)
    assert found.count("?") == 6  # five unexplored mountains, one in the legend
    assert "Unexplored mountains: Mount Daisen, Mount Tsurugi" in picture.text
    for name in ("1A Strategical Control", "3B Guardian of the Castle"):
        assert name in found
        assert name in picture.text
        assert name in picture.prose
    assert "met by Aki and Chie" in picture.prose
    for colour in ("brown", "black", "white"):
        assert f"{colour} shrine" in picture.text
    plain = render(busy())
    assert "?" not in words_in(plain.svg)


def test_the_influence_board_holds_its_values() -> None:  # SSE-2.9
    found = drawn(render(opening(), "en").svg)
    row = next(y for content, _, y, _ in found if content == "Value")
    values = [content for content, _, y, _ in found if y == row and content.isdigit()]
    assert values == [str(value) for value in BOARD.values]


def test_the_result_is_shown() -> None:  # SSE-9.4
    picture = render(over(), "en", PEOPLE)
    assert "Chie wins" in words_in(picture.svg)
    assert "Chie wins" in picture.text
    assert "Chie wins." in picture.prose
    assert words_in(picture.svg).count("place 2") == 2
    shared = over()
    shared["standings"] = [{**s, "place": 1} for s in shared["standings"]]
    told = render(shared, "de", PEOPLE).text
    assert "Aki, Botan, Chie und Doi teilen sich den Sieg" in told


def test_more_than_a_match_can_hold_is_still_drawn() -> None:
    picture = render(crowded(), "ru", HOSTILE)
    assert words_in(picture.svg).count("12") >= len(BOARD.provinces)


# -------------------------------------------------------------------- words, labels


def shape(table: Any) -> Any:
    return sorted(table) if isinstance(table, dict) else type(table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word(language: str) -> None:
    english, other = board_words("en"), board_words(language)
    assert set(english) == set(other)
    for key, value in english.items():
        if isinstance(value, str):
            fields = re.findall(r"{\w+}", value)
            assert sorted(re.findall(r"{\w+}", other[key])) == sorted(fields), key
        elif isinstance(value, list) and key != "heads":
            assert len(other[key]) == (3 if language in ("ru", "uk") else 2), key
        elif key not in ("regions", "mountains"):
            assert shape(other[key]) == shape(value), key
    assert len(other["heads"]) == len(english["heads"])
    assert set(other["kinds"]) == set(KINDS)
    assert set(other["neutrals"]) == set(NEUTRALS)
    assert set(other["tiles"]) == set(other["needs"]) == set(BOARD.tiles)


def test_an_unknown_language_is_english() -> None:
    assert render(opening(), "fr") == render(opening(), "en")


LABELS = (
    ("province", "shinano", "en", "Shinano"),
    ("province", "shinano", "ru", "Синано"),
    ("province", "suruga", "uk", "Суруґа"),
    ("region", "orange", "en", "Kinai (orange)"),
    ("region", "teal", "ru", "Тогоку (бирюзовый)"),
    ("slot", "grey-3", "de", "grau-3"),
    ("slot", "violet-1", "it", "viola-1"),
    ("kind", "move-2-or-3", "de", "2 oder 3 Bewegung"),
    ("neutral", "move", "it", "muovi di 1"),
    ("mountain", "fuji", "en", "Mount Fuji"),
    ("mountain", "fuji", "uk", "гора Фудзі"),
    ("token", "journey", "ru", "Путь как цель"),
    ("tile", "3b", "de", "Wächter der Festung"),
    ("colour", "yellow", "uk", "жовтий"),
    ("resource", "food", "it", "cibo"),
    ("province", "atlantis", "en", "atlantis"),
    ("number", 3, "en", "3"),
    ("spot", "kii", "uk", "Кії"),
    ("spot", "kii blue", "de", "Kii, blau"),
    ("spot", "move-3", "de", "3 Bewegung"),
    ("spot", "grey-3", "de", "grau-3"),
)


@pytest.mark.parametrize(("kind", "value", "language", "called"), LABELS)
def test_values_are_called_by_their_names(
    kind: str, value: Any, language: str, called: str
) -> None:
    assert label(opening(), kind, value, language) == called


@pytest.mark.parametrize("language", LANGUAGES)
def test_slots_are_called_in_the_picture_as_in_orders(language: str) -> None:
    """[SSE-2.8]"""
    shown = busy()
    svg = render(shown, language, PEOPLE).svg
    told = {content for content, _, _, _ in drawn(svg)}
    assert {label(shown, "slot", slot, language) for slot in BOARD.slots} <= told


def test_what_orders_name_can_be_pointed_at() -> None:  # SSE-13.8
    match = random_match("small_samurai_empires", 3)
    for state in match.states[:-1:7]:
        for decision in match.game.decisions(state):
            view = match.game.view(state, decision.seat)
            spots = set(
                re.findall(r'data-word="([\w-]+)"', match.game.render(view).svg)
            )
            words = {
                word
                for order in match.game.options(state, decision.seat)
                for word in order.args
                if not word.isdigit() and word != "any"
            }
            assert words <= spots

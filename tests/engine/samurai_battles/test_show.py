"""The battle as text, picture and prose, for every table and any name."""

from __future__ import annotations

import re
from time import perf_counter
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from engine.contract import View
from engine.drawing import columns_of, text_width
from engine.languages import LANGUAGES
from engine.samurai_battles.box import FACES
from engine.samurai_battles.cards import COMMANDS, DRAGONS
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.picture.places import FIELD, centre
from engine.samurai_battles.picture.terrain import GROUNDS
from engine.samurai_battles.scene import COLOURS, board_words, scene_of
from engine.samurai_battles.show import label, legend, render
from engine.samurai_battles.terrain import TERRAINS
from engine.spots import spot_paths
from tests.engine.samurai_battles.views import (
    SLUGS,
    VIEWS,
    busy,
    copy,
    crowded,
    mark,
    opening,
    over,
)

HOSTILE = (
    '<b onload="x">&amp;{seat}',
    "]]></svg><script>" + "\u202eevil\u202c" + "W" * 500,
)
PEOPLE = ("Aki", "Botan")
LONGEST = {  # every card, so that no word is too long
    "command": [card.id for card in COMMANDS],
    "dragon": [card.id for card in DRAGONS],
    "drawn": ["order-1-center", "shogun"],
}


def views() -> list[Any]:
    return [pytest.param(make(), id=name) for name, make in VIEWS.items()]


def full_hand() -> View:
    view = busy()
    view["hand"] = copy(LONGEST)
    return view


def drawn(svg: str) -> list[tuple[str, float, float, Element]]:
    """Every text element with its place on the sheet, moves added up."""
    found = []

    def walk(element: Element, x: float, y: float) -> None:
        moves = element.get("transform", "")
        if move := re.search(r"translate\((\S+) (\S+)\)", moves):
            x, y = x + float(move[1]), y + float(move[2])
        if element.tag.endswith("}text"):
            here = float(element.get("x", 0)), float(element.get("y", 0))
            found.append((element.text or "", x + here[0], y + here[1], element))
        for child in element:
            walk(child, x, y)

    walk(ElementTree.fromstring(svg), 0, 0)
    return found


def edges(element: Element, content: str, x: float) -> tuple[float, float]:
    """Where a text begins and ends."""
    size = float(element.get("font-size", 0))
    bold = element.get("font-weight") == "bold"
    width = float(element.get("textLength", text_width(content, size, bold)))
    share = {"middle": 0.5, "end": 1}.get(element.get("text-anchor", ""), 0)
    return x - share * width, x + (1 - share) * width


# -------------------------------------------------------------------- every table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", [*views(), pytest.param(full_hand(), id="full")])
def test_text_fits_in_72_columns(shown: View, language: str) -> None:
    picture = render(shown, language, HOSTILE)
    assert max(map(columns_of, picture.text.split("\n"))) <= 72
    assert not re.search(r"[^\S\n ]|[\x00-\x09\x0b-\x1f\u202a-\u202e]", picture.text)
    for name in shown["units"]:
        assert re.search(rf"\b{name}\b", picture.text), name
        assert re.search(rf"\b{name}: ", picture.prose), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", [*views(), pytest.param(full_hand(), id="full")])
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
    defined = re.findall(r' id="([^"]+)"', svg)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(defined)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_scenario_is_shown(slug: str) -> None:  # SB-15.1
    shown = opening(slug)
    picture = render(shown, "en", PEOPLE)
    assert shown["scenario"]["title"]["en"] in picture.prose
    for names in shown["scenario"]["armies"]:
        assert names["en"] in picture.text
    for leader in shown["scenario"]["leaders"].values():
        assert leader["en"] in picture.text
    assert bool(shown["scenario"]["special"]) == ("Special rules" in picture.text)


def test_every_terrain_has_a_look_of_its_own() -> None:  # SB-13.1
    assert {one.id for one in TERRAINS} <= set(GROUNDS)
    looks = set()
    for one in TERRAINS:
        shown = opening()
        shown["terrain"] = {"F6": one.id} if one.id != "plain" else {}
        looks.add(render(shown).svg.split("<!--ground-->")[0])
    assert len(looks) == len(TERRAINS)


def test_a_fordable_river_is_shallow() -> None:  # SB-13.3
    assert "shallows" in render(opening("nagashino-1575")).text
    assert "shallows" not in render(opening("mikatagahara-1573")).text


def test_a_picture_is_drawn_quickly() -> None:
    shown = crowded()
    render(shown, "en", PEOPLE)
    started = perf_counter()
    for _ in range(5):
        render(shown, "en", PEOPLE)
    assert (perf_counter() - started) / 5 < 0.1  # 0.01 where nothing else runs


def test_the_same_view_gives_the_same_picture() -> None:
    assert render(busy(), "uk", PEOPLE) == render(copy(busy()), "uk", PEOPLE)


# ------------------------------------------------------------------------- the field


def test_hexes_lie_where_their_coordinates_say() -> None:  # SB-2.3
    assert centre("A1")[0] < centre("B1")[0] < centre("A2")[0]
    assert centre("A1")[1] < centre("B1")[1] < centre("K1")[1]
    wide, high = FIELD
    for name in NAMES:
        x, y = centre(name)
        assert 20 < x < wide - 20
        assert 20 < y < high - 20


def test_every_hex_is_a_spot_and_has_its_name() -> None:  # SB-2.2
    svg = render(opening()).svg
    assert set(NAMES) <= set(spot_paths(svg))
    written = [content for content, *_ in drawn(svg)]
    assert set(NAMES) <= set(written)


def test_leaders_are_spots_on_their_hexes() -> None:  # SB-10.1
    shown = opening()
    paths = spot_paths(render(shown).svg)
    assert [path for path in paths if path.endswith(" leader")] == [
        f"{name} leader" for name in NAMES if name in shown["leaders"]
    ]


def test_cards_dice_decks_and_start_lines_are_spots() -> None:
    paths = spot_paths(render(busy()).svg)
    assert {"exit", "dragon", "tokens", "red", "yellow"} <= set(paths)
    assert {"order-2-left", "war-cry", "X", "T", "F", "H", "S"} <= set(paths)


def test_sections_are_named_as_each_army_sees_them() -> None:  # SB-2.6
    written = [content for content, *_ in drawn(render(opening()).svg)]
    flanks = [one for one in written if one.endswith("flank")]
    assert flanks == ["Right flank", "Left flank", "Left flank", "Right flank"]


def test_figures_left_are_drawn_and_told() -> None:  # SB-1.5
    shown = opening()
    before = render(shown)
    shown["units"]["D4"]["figures"] = 3
    after = render(shown)
    assert before.svg != after.svg
    assert "✚AB3" in after.text
    assert "Ashigaru with bow 3 of 4" in after.prose


def test_the_armies_differ_by_colour_and_by_sign() -> None:
    red, yellow = COLOURS
    assert red.fill != yellow.fill
    assert red.sign != yellow.sign
    assert red.mark != yellow.mark


def test_a_wavering_group_is_nobodys() -> None:  # SB-15.5
    text = render(crowded()).text
    assert "?AY4 ?AA4" in text
    assert "is wavering" in " ".join(text.split())


def test_a_camp_that_has_fallen_is_plain() -> None:  # SB-13.4
    shown = opening("kawanakajima-1561-phase-5")
    assert "camp" in render(shown).text
    shown["terrain"].pop("B6")
    shown["camps"] = {}
    assert "camp" not in render(shown).text


def test_moves_and_hits_are_shown() -> None:
    still = opening()
    for kind in ("move", "retreat", "advance", "melee", "fire", "fallen"):
        path = "F7" if kind == "fallen" else "E6 F7"
        shown = {**still, "marks": [mark(kind, 0, path, 2)]}
        picture = render(shown, "en", PEOPLE)
        assert picture.svg != render(still, "en", PEOPLE).svg
        assert "Most recent" in picture.text
        assert "F7" in picture.text


def test_dice_are_told_as_letters_and_as_words() -> None:  # SB-17.11
    picture = render(busy(), "en", PEOPLE)
    assert "Dice, melee, E6 → F7: X T F H S" in picture.text
    assert "Swords, Triangle, Flag" in picture.prose


# ---------------------------------------------------------------------------- secrets


def test_only_the_reader_sees_a_hand() -> None:  # SB-3.2
    own, other = render(busy(you=0)), render(busy(you=None))
    assert "Cavalry charge" in own.secrets
    assert "Cavalry charge" in own.text
    assert "cavalry-charge" in own.svg
    for told in other:
        assert "avalry charge" not in str(told)
        assert "cavalry-charge" not in str(told)
    assert other.secrets == ""


def test_open_hands_are_shown_after_the_end() -> None:
    picture = render(over(), "en", PEOPLE)
    assert "Rice famine" in picture.svg
    assert "Aki wins" in picture.text


def test_two_drawn_cards_are_shown_to_the_one_who_drew_them() -> None:  # SB-4.7
    shown = busy()
    shown["hand"]["drawn"] = ["advance-left", "leadership"]
    picture = render(shown)
    assert "Drawn: keep one of these" in picture.text
    assert {"advance-left", "leadership"} <= set(spot_paths(picture.svg))


# ----------------------------------------------------------------------- words, labels


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_says_what_it_does(language: str) -> None:
    effects = board_words(language)["effects"]
    assert list(effects) == [*LONGEST["command"], *LONGEST["dragon"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_of_terrain_differ(language: str) -> None:
    short = board_words(language)["short_terrain"]
    assert len(set(short.values())) == len(short) == len(TERRAINS)
    assert all(columns_of(letters) == 2 for letters in short.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_legend_has_the_units_and_the_terrain_that_is_there(language: str) -> None:
    shown = opening("mikatagahara-1573")
    written = [content for content, *_ in drawn(legend(shown, language))]
    scene = scene_of(shown, language, ())
    for kind in {*scene.ground.values()}:
        assert scene.terrain(kind) in written


def test_values_are_called_by_their_names() -> None:  # SB-18.2
    shown = opening("kawanakajima-1561-phase-1")
    assert label(shown, "card", "crane-wing", "de") == "Kranichflügel"
    assert label(shown, "unit", "AY", "ru") == "Асигару с яри"
    assert label(shown, "leader", "rL1", "uk") == "Какідзакі Каґеіе"
    assert label(shown, "leader", "ML") == "Mounted leader"
    assert label(shown, "faces", "X X F") == "swords, swords, flag"
    assert label(shown, "what", "camp") == "Banners of a captured camp"
    assert label(shown, "army", "red") == "Uesugi"
    assert label(shown, "colour", "yellow", "it") == "Gialli"
    assert label(shown, "section", "left") == "Left flank"
    assert label(shown, "terrain", "rice", "de") == "Reisfeld"
    assert label(shown, "span", "turn 7", "uk") == "Хід 7"
    assert label(shown, "cards", ["shogun", "insult"]) == "Shogun, Insult"
    assert label(shown, "hex", "D4") == "D4"


@pytest.mark.parametrize("kind", ["card", "unit", "leader", "army", "what", "spot"])
def test_what_nobody_knows_keeps_its_word(kind: str) -> None:
    assert label(opening(), kind, "nothing") == "nothing"


def test_a_spot_says_who_stands_there() -> None:
    shown = opening("mikatagahara-1573")
    assert label(shown, "spot", "I11") == "I11: ford"
    assert label(shown, "spot", "F5") == "F5"
    assert label(opening(), "spot", "C6").startswith("C6: red, AY Ashigaru with yari")
    assert label(opening(), "spot", "C6 leader") == "C6: Red captain 1"
    assert label(opening(), "spot", "exit") == "off the field"
    assert label(opening(), "spot", "war-cry") == "War cry"
    for face in FACES:
        assert label(opening(), "spot", face) != face


def test_kept_lines_are_shown_in_the_readers_words() -> None:  # SB-17.4
    shown = {**opening(), "turn": 7}
    said = {
        "react: react shot any: strike": "reagiere beschossen beliebig: zuschlagen",
        "turn 7: move D5-E6": "bewege D5-E6",
        "step 7: move D5 E6": "bewege D5-E6",
        "turn 8: draw tokens": "nimm marker (Zug 8)",
        "now 7: play shogun": "ausspielen Shogun",
        "doing 7 0: attack E6 x F6": "angriff E6 x F6",
        "gone 7: E6 12": "",
        "told 7: react struck any: strike": "",
    }
    for line, wanted in said.items():
        assert label(shown, "plan", line, "de") == wanted


def test_german_nouns_keep_their_capital_in_a_sentence() -> None:
    view = opening()
    assert label(view, "faces", "C H", "de") == "Kreis, Ehre und Glück"
    assert label(view, "faces", "C H", "en") == "circle, honor and fortune"

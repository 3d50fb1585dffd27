"""Picture, text and prose of the board, in five languages."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from engine.contract import OPEN, Event
from engine.drawing import columns_of, text_width
from engine.languages import LANGUAGES
from engine.shogun import label, legend, render
from engine.shogun.board import BOARD
from engine.shogun.map import drawn as drawn_chart
from engine.shogun.names import FARMERS, HOUSES, name
from engine.shogun.picture.chart import TINTS
from engine.shogun.picture.stands import label as label_on_map
from engine.shogun.view import view
from engine.spots import spot_paths
from engine.words import sentence
from tests.engine.shogun.views import bare, drafting, late, over, planned, views

PEOPLE = ["Aki", "Botan", "Chie", "Doi", "Emi"]
HOSTILE = ["<b>&\"'", "{name}", "x" * 99, "武蔵\u202e\n", ""]
SHOWN = views(0)
NAMES = sorted(SHOWN)


def texts(svg: str) -> Iterator[tuple[str, float, float, Element]]:
    """All texts of a drawing with their places on the sheet."""

    def walk(
        element: Element, x: float, y: float, scale: float
    ) -> Iterator[tuple[str, float, float, Element]]:
        moved = element.get("transform", "")
        if shift := re.search(r"translate\((\S+) (\S+)\)", moved):
            x, y = x + scale * float(shift[1]), y + scale * float(shift[2])
        if scaled := re.search(r"scale\((\S+)\)", moved):
            scale *= float(scaled[1])
        if element.tag.endswith("}text"):
            at = float(element.get("x", 0)), float(element.get("y", 0))
            yield element.text or "", x + scale * at[0], y + scale * at[1], element
        for child in element:
            yield from walk(child, x, y, scale)

    yield from walk(ElementTree.fromstring(svg), 0, 0, 1)


def words_in(svg: str) -> list[str]:
    return [content for content, *_ in texts(svg)]


def edges(element: Element, content: str, x: float) -> tuple[float, float]:
    size, bold = float(element.get("font-size", 0)), element.get("font-weight")
    width = float(element.get("textLength", text_width(content, size, bool(bold))))
    share = {"middle": 0.5, "end": 1}.get(element.get("text-anchor", ""), 0)
    return x - share * width, x + (1 - share) * width


# -------------------------------------------------------------------- every table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", NAMES)
def test_text_is_complete_in_72_columns(shown: str, language: str) -> None:  # SHO-2.11
    picture = render(SHOWN[shown], language, HOSTILE)
    assert max(map(columns_of, picture.text.split("\n"))) <= 72
    assert not re.search(r"[^\S\n ]|[\x00-\x09\x0b-\x1f\u202a-\u202e]", picture.text)
    for code in BOARD.codes:
        called = name("province", code, language)
        assert re.search(rf"^{code} {re.escape(called)} ", picture.text, re.MULTILINE)
        assert f"{called} ({code})" in picture.prose


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", NAMES)
def test_picture_is_well_formed_and_legible(shown: str, language: str) -> None:
    svg = render(SHOWN[shown], language, HOSTILE).svg
    root = ElementTree.fromstring(svg)
    height = float(root.get("height", 0))
    assert root.get("viewBox") == f"0 0 600 {root.get('height')}"
    assert height < 1440  # what is taller is shown smaller on a page
    for content, x, y, element in texts(svg):
        left, right = edges(element, content, x)
        assert float(element.get("font-size", 0)) >= 11, content
        assert left >= 9, content
        assert right <= 592, content
        assert 20 <= y <= height - 9, content


@pytest.mark.parametrize("shown", NAMES)
def test_picture_refers_to_nothing_outside(shown: str) -> None:
    svg = render(SHOWN[shown], "en", HOSTILE).svg
    tags = {element.tag.split("}")[1] for element in ElementTree.fromstring(svg).iter()}
    assert not tags & {"script", "image", "foreignObject", "style", "use", "a"}
    assert set(re.findall(r"https?:[^\"]*", svg)) == {"http://www.w3.org/2000/svg"}
    assert "href" not in svg
    defined = re.findall(r' id="([^"]+)"', svg)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(defined)


@pytest.mark.parametrize("shown", NAMES)
def test_the_view_is_left_alone(shown: str) -> None:
    kept = copy.deepcopy(SHOWN[shown])
    render(SHOWN[shown], "ru", HOSTILE)
    assert SHOWN[shown] == kept


@pytest.mark.parametrize("shown", NAMES)
def test_armies_are_told_three_times(shown: str) -> None:  # SHO-1.4
    table = SHOWN[shown]
    picture = render(table, "en", PEOPLE)
    found = words_in(picture.svg)
    for code, there in table["provinces"].items():
        if not there["armies"]:
            continue
        seat, armies = there["owner"], there["armies"]
        assert str(armies) in found
        row = next(of for of in picture.text.split("\n") if of.startswith(f"{code} "))
        assert f"{HOUSES[seat].sign}{armies}" in row
        noun = "army" if armies == 1 else "armies"
        assert f"({code}): {PEOPLE[seat]} {armies} {noun}" in picture.prose


# ------------------------------------------------------------------ map [SHO-2]


def test_the_colours_are_those_of_the_seats_and_have_marks() -> None:  # SHO-1.9
    assert [house.name for house in HOUSES] == list(BOARD.colours)
    assert [house.sign for house in HOUSES] == ["●", "■", "◆", "✚", "★"]
    assert (FARMERS.name, FARMERS.sign) == ("green", "▲")


@pytest.mark.parametrize("side", ["sun", "moon"])
def test_the_map_lies_on_the_sheet_and_names_its_neighbours(side: str) -> None:
    chart = drawn_chart(side)  # SHO-2.5, SHO-2.7
    assert set(chart.map.provinces) == set(BOARD.codes)
    for shape in chart.map.provinces.values():
        x, y = shape.label
        assert 20 < x < 580
        assert 20 < y < 400
    assert ("SMA", True) in chart.neighbours("IZU")
    assert ("SUR", False) in chart.neighbours("IZU")
    assert all(len(chart.of_region(region)) == 9 for region in BOARD.regions)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_stands_where_it_fits_else_the_code(language: str) -> None:  # SHO-2.9
    chart = drawn_chart("sun")
    for code, shape in chart.map.provinces.items():
        said = label_on_map(chart, code, language)
        assert said in (code, name("province", code, language))
        if shape.is_small:
            assert said == code
        if said != code:
            assert text_width(said, 11, True) <= shape.width
    assert label_on_map(chart, "SNN", language) == name("province", "SNN", language)
    assert label_on_map(chart, "SMA", language) == "SMA"


def test_regions_have_their_tints_on_either_side() -> None:  # SHO-2.10
    for side in ("sun", "moon"):
        svg = render(view(late(4, side), None), "en", PEOPLE).svg
        assert all(f'fill="{tint}"' in svg for tint in TINTS.values())


def test_with_three_players_some_provinces_are_not_used() -> None:  # SHO-2.4
    picture = render(view(bare(3), 0), "en", PEOPLE)
    assert picture.text.count("(not used)") == 8
    paths = spot_paths(picture.svg)
    assert "MUT" not in paths
    assert "MUS" in paths


# ---------------------------------------------------------------- what is hidden


def test_nobody_sees_the_board_of_another_while_all_plan() -> None:  # SHO-1.5, 18.8
    state = planned(bare(4))
    for seat in (1, None):
        shown = view(state, seat)
        assert set(shown["boards"][0].values()) == {None}
        assert shown == view(bare(4), seat)
    own = view(state, 0)
    assert own["boards"][0]["bid"] == "2"
    assert own["boards"][0]["temple"] == "bluff"
    assert own["hand"]["intrigue"] == 2
    assert "bid 2" in render(own, "en", PEOPLE).secrets
    assert view(state, OPEN)["boards"][0]["bid"] == "2"


def test_cards_are_seen_when_they_are_revealed() -> None:  # SHO-4.6, SHO-6.1
    state = late(4)
    shown, done = view(state, 1), view(state, 1)["actions"][:6]
    assert {card["state"] for card in done} == {"done"}
    for card in done:
        assert shown["boards"][0][card["action"]] is not None
    last = view(state, OPEN)["actions"][9]["action"]
    assert shown["boards"][0][last] is None


def test_actions_that_lie_face_down_have_no_name() -> None:  # SHO-4.1
    cards = view(bare(4), 0)["actions"]
    assert [card["state"] for card in cards] == ["open"] * 5 + ["down"] * 5
    assert [card["action"] for card in cards[5:]] == [None] * 5


def test_a_blind_card_is_its_takers_secret() -> None:  # SHO-3.4
    state = drafting(5)
    taken = BOARD.codes[state.taken]
    assert view(state, 1)["draft"]["taken"] == taken
    assert view(state, 0)["draft"]["taken"] is None
    assert view(state, OPEN)["draft"]["taken"] == taken
    assert "face down" in render(view(state, 0), "en", PEOPLE).text


# ----------------------------------------------------------------- other tables


def test_everything_of_the_expansions_is_told() -> None:  # SHO-12 to SHO-15
    text = render(view(late(5, "sun", True), 0), "en", PEOPLE).text
    assert "Imperial palace" in text
    assert "18 Protection from both battles (for 3)" in text
    assert "honour stage 3" in text
    assert "safe from battles A and B" in text
    assert "keeps favour 4" in text
    assert "Region tokens: East > North > Centre > South > West" in text
    assert re.search(r"^3=1 +o", text, re.MULTILINE)


def test_tower_tray_and_events_are_told() -> None:  # SHO-7, SHO-16.1
    text = render(view(late(5), 0), "en", PEOPLE).text
    assert "in the tower: ●3  ■4  ◆2  ✚1  ★3  ▲4" in text
    assert "in the tray: ■2  ◆1  ★3  ▲2" in text
    assert "Temple peace (in force, winter: −3 rice)" in text


def test_after_the_end_the_winner_is_named() -> None:  # SHO-11.2
    picture = render(view(over(), OPEN), "en", PEOPLE)
    assert "Botan wins" in picture.text
    assert "place 1" in picture.text
    assert picture.secrets == ""


def test_a_battle_that_waits_is_drawn_and_told() -> None:  # SHO-18.8
    state = late(4)
    here = next(p for p in state.setup.used if state.owner[p] >= 0)
    there = state.setup.adjacent[here][0]
    state.battle = (here, there, 2, 0, 0)
    picture = render(view(state, None), "en", PEOPLE)
    source, target = (name("province", BOARD.codes[p], "en") for p in (here, there))
    assert f"attacks {target} from {source} with 2 armies" in picture.prose


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_spot_has_a_name(language: str) -> None:
    for table in (SHOWN["planned 5 full"], SHOWN["late 4 sun full"], SHOWN["draft 5"]):
        paths = spot_paths(render(table, language, PEOPLE).svg)
        assert {"KAI", "blue"} <= set(paths)
        for path in paths:
            called = label(table, "spot", path, language)
            assert called
            assert called != path or path in table["colours"], path
    assert "office A1" in spot_paths(render(SHOWN["planned 5 full"], "en", PEOPLE).svg)


def test_values_of_events_are_called_by_their_names() -> None:  # SHO-2.11
    table = SHOWN["late 4 sun full"]
    said = {
        ("province", "KAI"): "Кай",
        ("regions", ("north", "east")): "Северный регион, Восточный регион",
        ("favour", 21): "21 (Бесплатный замок)",
        ("season", "spring"): "весна",
        ("span", "Y1 spring planning"): "Год 1, весна: планирование",
        ("span", "draft 2"): "Выбор провинций, часть 2",
        ("span", "Y2 winter"): "Год 2: зима",
        ("card", "bluff"): "блеф",
        ("card", "KAI"): "Кай",
        ("dropped", (3, 0, 1, 0, 2)): "●3 ◆1 ▲2",
        ("dropped", (0, 0, 0, 0, 0)): "ничего",
        ("reactions", ("attack",)): "ещё одна армия при атаке",
        ("colour", "red"): "красный",
    }
    for (kind, value), called in said.items():
        assert label(table, kind, value, "ru") == called


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_explains_the_signs(language: str) -> None:
    found = words_in(legend(SHOWN["late 4 sun full"], language))
    assert name("term", "general", language) in found
    assert len(found) > 15


def told(kind: str, language: str = "en", **data: object) -> str:
    seen = view(bare(3), None)
    return sentence(Event(kind, data), seen, language, ["Aki", "Botan", "Chie"])


def test_sentences_name_cards_and_regions_as_people_do() -> None:
    shown: dict[str, Any] = {"seat": 0, "slot": "castle"}
    assert told("card_revealed", **shown, card="bluff").endswith("Aki reveals a bluff.")
    lost = told("card_revealed", **shown, card="lost")
    assert lost.endswith("Aki reveals an empty slot (province lost).")
    bid = told("bid_revealed", seat=1, card="official", chests=0)
    assert bid == "Botan bids an official card and pays 0 chests."
    german = told("bid_revealed", "de", seat=1, card="empty", chests=0)
    assert german == "Botan bietet nichts und zahlt 0 Truhen."
    sent: dict[str, Any] = {
        "seat": 0,
        "officials": 1,
        "how": "province",
        "province": "AKI",
    }
    assert (
        told("officials_sent", **sent)
        == "Aki exchanges 1 army from Aki for 1 official."
    )
    for language in LANGUAGES:
        won = told("region_won", language, seat=2, region="north")
        most: dict[str, Any] = {
            "seat": 2,
            "region": "north",
            "building": "castle",
            "points": 3,
        }
        scored = told("majority_scored", language, **most)
        region = name("region", "north", language)
        for said in (won, scored):
            assert said.count(region) == 1
            assert "region " + region.split()[0].casefold() not in said.casefold()

"""What the signs mean."""

from __future__ import annotations

from functools import cache

from engine.drawing import circle, group, paint, path, rect
from engine.maps import sea_link
from engine.prints import INK, SEAL, SOLDIER, Block, Entry, flowed, legend, sign
from engine.shogun.names import FARMERS, HOUSES
from engine.shogun.picture.players import LAND, LAUREL
from engine.shogun.picture.signs import (
    BANNER,
    CASTLE,
    CHEST,
    OFFICIAL,
    RICE,
    TEMPLE,
    THEATRE,
    card_back,
    chip,
    cube,
    flame,
    general,
    snow,
    statue,
)
from engine.shogun.picture.tower import pagoda, tray
from engine.shogun.scene import Scene, board_words


def board_legend(scene: Scene) -> Block:
    unused = len(scene.used) < len(scene.view["provinces"])
    return legend_of(scene.language, tuple(scene.view["expansions"]), unused)


@cache
def legend_of(language: str, expansions: tuple[str, ...], unused: bool) -> Block:
    words, red = board_words(language), HOUSES[1]
    entries: list[Entry] = [
        (chip(red, 3), 27, words["army"]),
        (sign(CASTLE, 0, 1, 13, INK), 18, words["castle"]),
        (sign(TEMPLE, 0, 1, 13, INK), 18, words["temple"]),
        (sign(THEATRE, 0, 1, 13, INK), 18, words["theatre"]),
        (group(flame(13), 0, 1), 18, words["unrest"]),
        (sea_link("M2 9Q14 3 26 9"), 32, words["sea_route"]),
        (path("M2 8H24", stroke=INK, stroke_width=2.2), 30, words["region_border"]),
        (sign(CHEST, 0, 1, 13, INK), 18, words["chests"]),
        (sign(RICE, 0, 1, 13, INK), 18, words["rice"]),
        (sign(SOLDIER, 0, 1, 13, INK), 18, words["supply"]),
        (sign(LAND, 0, 1, 13, INK), 18, words["owned"]),
        (group(cube(FARMERS, 11), 0, 0), 20, words["farmers"]),
        (group(pagoda(), 0, 0, 0.32), 14, words["inside"]),
        (group(tray(), 0, 2), 21, words["tray"]),
        (group(snow(13), 0, 1), 18, words["winter_card"]),
        (card_back(20, 14), 26, words["face_down"]),
        (dash(), 20, words["bluff"]),
        *extras(language, expansions),
    ]
    if unused:
        shade = rect(0, 1, 16, 13, rx=2, fill=paint("sho-unused"), stroke=INK)
        entries.append((shade, 21, words["not_used"]))
    return legend(flowed(entries))


def dash() -> str:
    frame = {"fill": "none", "stroke": SEAL, "stroke_width": 0.8, "rx": 3}
    return rect(0, 1, 15, 13, **frame) + path("M4.5 7.5H10.5", stroke=INK)


def extras(language: str, expansions: tuple[str, ...]) -> list[Entry]:
    """Signs of the expansions that are played."""
    words, red = board_words(language), HOUSES[1]
    found: list[Entry] = []
    if "samurai" in expansions:
        found.append((sign(BANNER, 0, 1, 13, INK), 18, words["stage"]))
    if "court" in expansions:
        found.append((sign(OFFICIAL, 0, 1, 13, INK), 18, words["officials_note"]))
    if "generals" in expansions:
        found.append((group(general(13), 0, 1), 18, words["general"]))
        found.append((group(statue(red, 13), 0, 1), 18, words["statue"]))
        found.append((sign(LAUREL, 0, 1, 13, INK), 18, words["trophies"]))
    if "dajokan" in expansions:
        disc = circle(7, 8, 5.5, fill=red.fill, stroke=INK, stroke_width=0.8)
        found.append((disc, 18, words["markers"]))
    return found

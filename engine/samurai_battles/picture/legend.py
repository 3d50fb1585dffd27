"""What the signs mean: units, leaders, terrain and marks."""

from __future__ import annotations

from functools import cache

from engine.drawing import circle, group, path
from engine.prints import (
    CARD,
    GOLD,
    INK,
    SEAL,
    Block,
    Entry,
    flowed,
    legend,
    sign,
)
from engine.samurai_battles.picture.dice import (
    SWORDS,
    banner,
    card_back,
    face,
    honor,
)
from engine.samurai_battles.picture.places import outline
from engine.samurai_battles.picture.terrain import GROUNDS, terrain
from engine.samurai_battles.picture.units import GLYPHS, disc, flag
from engine.samurai_battles.scene import (
    COLOURS,
    Scene,
    board_words,
    leader_kind,
    named,
    terrain_name,
    unit_name,
)
from engine.samurai_battles.units import LEADERS, UNITS

SMALL = 0.29  # of a hex in the legend


def board_legend(scene: Scene) -> Block:
    """Only terrain that is there."""
    there = set(scene.ground.values())
    kinds = tuple(kind for kind in GROUNDS if kind in there)
    return legend_of(scene.language, kinds)


@cache
def legend_of(language: str, kinds: tuple[str, ...]) -> Block:
    words = board_words(language)
    red = COLOURS[0]
    units: list[Entry] = [
        (
            sign(GLYPHS[unit.id], 0, 0, 15, INK)
            + group(flag(unit.symbol, 17, 0), 0, -1),
            36,
            unit_name(unit.id, language),
        )
        for unit in UNITS
    ]
    leaders: list[Entry] = [
        (
            group(disc(red, leader.id, 8.6, ""), 9, 7),
            23,
            leader_kind(leader.id, language),
        )
        for leader in LEADERS
    ]
    grounds: list[Entry] = [
        (hex_shown(kind), 19, terrain_name(kind, language)) for kind in kinds
    ]
    figure = (
        circle(4, 8, 3.4, fill=INK),
        circle(13, 8, 2.8, fill="none", stroke=INK, stroke_width=1),
    )
    signs: list[Entry] = [
        ("".join(figure), 20, words["figures_sign"]),
        (ring(), 19, words["ordered_sign"]),
        (way(), 30, words["move_sign"]),
        (way("4 3"), 30, words["retreat_sign"]),
        (group(sign(SWORDS, 0, 0, 14, SEAL), 0, 0), 18, words["melee_sign"]),
        (shot(), 30, words["fire_sign"]),
        (honor(7, 7), 19, words["token"]),
        (banner(0, 0, COLOURS[1].fill, True), 18, words["banner"]),
        (card_back("command", 0, -1), 16, words["command_card"]),
        (card_back("dragon", 0, -1), 16, words["dragon_card"]),
    ]
    faces: list[Entry] = [
        (group(face(one, 13), 7, 7), 18, named("face", one, language))
        for one in ("F", "X", "H")
    ]
    return legend(flowed([*units, *leaders, *grounds, *signs, *faces]))


def hex_shown(kind: str) -> str:
    style = {"fill": GROUNDS[kind], "stroke": INK, "stroke_width": 2.4}
    drawn = path(outline(), **style) + terrain(kind, COLOURS[0].fill)
    return group(drawn, 8, 7, SMALL)


def ring() -> str:
    return circle(7, 7, 6.4, fill="#ffcf3f", stroke=INK, stroke_width=1) + circle(
        7, 7, 4, fill=CARD, stroke=INK, stroke_width=1
    )


def way(dashes: str | None = None) -> str:
    fill = COLOURS[0].fill
    line = path("M1 7H18", stroke=INK, stroke_width=4.6)
    line += path("M1 7H18", stroke=fill, stroke_width=3, stroke_dasharray=dashes)
    return line + path("M26 7L17 2V12Z", fill=fill, stroke=INK, stroke_width=0.8)


def shot() -> str:
    dots = {"stroke_dasharray": "1 4.5", "stroke_linecap": "round"}
    line = path("M1 7H18", stroke=INK, stroke_width=2.6, **dots)
    return line + path("M26 7L18 3V11Z", fill=GOLD, stroke=INK, stroke_width=0.8)

"""The battle as a picture: the field between its armies, cards and dice below."""

from __future__ import annotations

from functools import cache

from engine.drawing import below_fold, decor, ground, group, line, paint, rect, svg, tag
from engine.prints import INK, MARGIN, PAPER, WIDTH, fibres, frame, stacked
from engine.samurai_battles.picture.field import Land, field
from engine.samurai_battles.picture.hand import hand_panel
from engine.samurai_battles.picture.legend import board_legend
from engine.samurai_battles.picture.panels import BAR, bar, heading, strip, turn_panel
from engine.samurai_battles.picture.pieces import hexes, names_again
from engine.samurai_battles.picture.places import FIELD, STRIP
from engine.samurai_battles.picture.trails import above, below
from engine.samurai_battles.scene import COLOURS, Scene

LEFT = 9.0
UPPER = 66.0  # the bar of the top army
FIRST = UPPER + BAR + 2 + STRIP  # the upper edge of the field
LOWER = FIRST + FIELD[1] + STRIP + 2  # the bar of the bottom army
TURN = LOWER + BAR + 6
FOLD = round(TURN + 72)


def board_svg(scene: Scene, description: str) -> str:
    """Complete, legible at 600 px; only what the view knows. [SB-3.2]"""
    below_it, y = stacked([hand_panel(scene), board_legend(scene)], FOLD + 12.0)
    height = round(y + 4)
    battle = below(scene) + hexes(scene) + names_again(scene) + above(scene)
    body = (
        heading(scene)
        + group(bar(scene, 0), LEFT, UPPER)
        + group(strip(scene, 0), LEFT, FIRST - STRIP)
        + group(battle, LEFT, FIRST)
        + group(strip(scene, 1), LEFT, FIRST + FIELD[1])
        + group(bar(scene, 1), LEFT, LOWER)
        + group(turn_panel(scene)[0], MARGIN, TURN)
        + frames(height)
        + below_fold(below_it)
    )
    title = f"{scene.words['title']}. {scene.title()}. {scene.when()}"
    under = ground(sheet(height) + group(land_drawn(scene), LEFT, FIRST))
    return svg(WIDTH, height, under + body, title, description, fold=FOLD)


def land_drawn(scene: Scene) -> str:
    low, high = scene.scenario["lines"]
    return field(land_of(scene), (low, high))


def land_of(scene: Scene) -> Land:
    """Every hex that is not plain, with the colour of its camp."""
    return tuple(
        (
            name,
            kind,
            COLOURS[seat].fill if (seat := scene.camp_of(name)) is not None else "",
        )
        for name, kind in scene.ground.items()
    )


def legend_svg(scene: Scene) -> str:
    """What the signs mean, as a picture of its own."""
    drawn, height = board_legend(scene)
    body = group(drawn, MARGIN, 1)
    return svg(WIDTH, round(height + 4), body, str(scene.words["title"]), "")


@cache
def sheet(height: int) -> str:
    """Washi with its fibres."""
    return (
        tag("defs", fibres("sb-fibres"))
        + rect(0, 0, WIDTH, height, fill=PAPER)
        + decor(rect(0, 0, WIDTH, height, fill=paint("sb-fibres")))
    )


@cache
def frames(height: int) -> str:
    """Round the sheet; above the fold it closes for a folded one."""
    foot = FOLD - 9
    return (
        frame(height)
        + line(9, foot, WIDTH - 9, foot, stroke=INK, stroke_width=0.8)
        + line(3.8, foot + 4, WIDTH - 3.8, foot + 4, stroke=INK, stroke_width=2.4)
    )

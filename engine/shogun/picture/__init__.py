"""The board as a picture: the map and the season; below the fold all the rest."""

from __future__ import annotations

from functools import cache

from engine.drawing import (
    below_fold,
    decor,
    ground,
    group,
    line,
    paint,
    rect,
    svg,
    tag,
)
from engine.prints import INK, MARGIN, PAPER, WIDTH, fibres, frame, stacked
from engine.shogun.board import BOARD
from engine.shogun.picture.chart import CHART, chart, definitions, land, margin
from engine.shogun.picture.court import court_panel
from engine.shogun.picture.heading import heading
from engine.shogun.picture.legend import board_legend
from engine.shogun.picture.planning import draft_panel, planning_panel
from engine.shogun.picture.players import players_panel
from engine.shogun.picture.provinces import provinces_panel
from engine.shogun.picture.season import actions_panel, events_panel, specials_panel
from engine.shogun.picture.tower import tower_card
from engine.shogun.scene import Scene

LOW = 9 + CHART  # the lower edge of the map


def board_svg(scene: Scene, description: str) -> str:
    """Complete, legible at 600 px; what is hidden stays face down. [SHO-1.5]"""
    season = [
        draft_panel(scene),
        actions_panel(scene),
        specials_panel(scene),
        events_panel(scene),
    ]
    above, y = stacked(season, LOW + 12)
    fold = round(y + 1)
    blocks = [
        players_panel(scene),
        planning_panel(scene),
        court_panel(scene),
        provinces_panel(scene),
        board_legend(scene),
    ]
    below, y = stacked(blocks, fold + 9.0)
    height = round(y + 4)
    unused = tuple(code for code in BOARD.codes if code not in scene.used)
    under = ground(sheet(height) + land(scene.chart, unused) + margin())
    body = chart(scene) + margin_lines(height, fold) + heading(scene)
    body += tower_card(scene)
    body += above + below_fold(below)
    title = f"{scene.words['title']}. {scene.when()}"
    return svg(WIDTH, height, under + body, title, description, fold=fold)


def legend_svg(scene: Scene) -> str:
    """What the signs mean, as a picture of its own."""
    drawn, height = board_legend(scene)
    body = tag("defs", definitions()) + group(drawn, MARGIN, 1)
    return svg(WIDTH, round(height + 4), body, str(scene.words["title"]), "")


@cache
def sheet(height: int) -> str:
    """Washi with its fibres."""
    return (
        tag("defs", definitions() + fibres("sho-fibres"))
        + rect(0, 0, WIDTH, height, fill=PAPER)
        + decor(rect(0, 0, WIDTH, height, fill=paint("sho-fibres")))
    )


@cache
def margin_lines(height: int, fold: int) -> str:
    """Round the sheet, below the map, and at the fold, where a letter ends."""
    return (
        frame(height)
        + line(9, LOW, WIDTH - 9, LOW, stroke=INK, stroke_width=0.8)
        + line(3.8, fold - 5, WIDTH - 3.8, fold - 5, stroke=INK, stroke_width=2.4)
    )

"""The board as a picture: the map with its slots, then tracks, players, a legend."""

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
from engine.small_samurai_empires.map import Board
from engine.small_samurai_empires.picture.chart import (
    CHART,
    chart,
    definitions,
    land,
)
from engine.small_samurai_empires.picture.heading import heading
from engine.small_samurai_empires.picture.legend import board_legend
from engine.small_samurai_empires.picture.players import hand_panel, players_panel
from engine.small_samurai_empires.picture.slots import plaques
from engine.small_samurai_empires.picture.tracks import influence_panel, score_panel
from engine.small_samurai_empires.scene import Scene

FOLD = 9 + CHART + 9  # the lower edge of a map alone, with its frame


def board_svg(scene: Scene, description: str) -> str:
    """Complete, legible at 600 px; face-down tokens stay face down. [SSE-13.2]"""
    blocks = [
        players_panel(scene),
        hand_panel(scene),
        score_panel(scene),
        influence_panel(scene),
        board_legend(scene),
    ]
    below, y = stacked(blocks, FOLD + 9.0)
    height = round(y + 4)
    body = chart(scene) + plaques(scene) + heading(scene) + frames(height)
    body += below_fold(below)
    title = f"{scene.words['title']}. {scene.when()}"
    under = ground(sheet(scene.board, height) + land(scene.board, scene.language))
    return svg(WIDTH, height, under + body, title, description, fold=FOLD)


def legend_svg(scene: Scene) -> str:
    """What the signs of the map mean, as a picture of its own."""
    drawn, height = board_legend(scene, on_paper=True)
    body = group(drawn, MARGIN, 1)
    return svg(WIDTH, round(height + 4), body, str(scene.words["title"]), "")


@cache
def sheet(board: Board, height: int) -> str:
    """Washi with its fibres."""
    return (
        tag("defs", definitions(board) + fibres("sse-fibres"))
        + rect(0, 0, WIDTH, height, fill=PAPER)
        + decor(rect(0, 0, WIDTH, height, fill=paint("sse-fibres")))
    )


@cache
def frames(height: int) -> str:
    """Round the sheet; below the map it closes for a folded one."""
    foot = 9 + CHART
    return (
        frame(height)
        + line(9, foot, WIDTH - 9, foot, stroke=INK, stroke_width=0.8)
        + line(3.8, foot + 4, WIDTH - 3.8, foot + 4, stroke=INK, stroke_width=2.4)
    )

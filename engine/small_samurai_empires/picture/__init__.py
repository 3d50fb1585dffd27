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
    path,
    rect,
    svg,
    tag,
)
from engine.small_samurai_empires.map import Board
from engine.small_samurai_empires.picture.chart import (
    CHART,
    WIDTH,
    chart,
    definitions,
    land,
)
from engine.small_samurai_empires.picture.heading import heading
from engine.small_samurai_empires.picture.legend import legend
from engine.small_samurai_empires.picture.pieces import INK, PAPER
from engine.small_samurai_empires.picture.players import hand_panel, players_panel
from engine.small_samurai_empires.picture.slots import plaques
from engine.small_samurai_empires.picture.tracks import (
    MARGIN,
    influence_panel,
    score_panel,
)
from engine.small_samurai_empires.scene import Scene

FOLD = 9 + CHART + 9  # the lower edge of a map alone, with its frame


def board_svg(scene: Scene, description: str) -> str:
    """Complete, legible at 600 px; face-down tokens stay face down. [SSE-13.2]"""
    blocks = [
        players_panel(scene),
        hand_panel(scene),
        score_panel(scene),
        influence_panel(scene),
        legend(scene),
    ]
    below, y = "", FOLD + 9.0
    for drawn, height in blocks:
        if height:
            below += group(drawn, MARGIN, y)
            y += height + 12
    height = round(y + 4)
    body = chart(scene) + plaques(scene) + heading(scene) + frame(height)
    body += below_fold(below)
    title = f"{scene.words['title']}. {scene.when()}"
    under = ground(sheet(scene.board, height) + land(scene.board, scene.language))
    return svg(WIDTH, height, under + body, title, description, fold=FOLD)


def legend_svg(scene: Scene) -> str:
    """What the signs of the map mean, as a picture of its own."""
    drawn, height = legend(scene, on_paper=True)
    body = group(drawn, MARGIN, 1)
    return svg(WIDTH, round(height + 4), body, str(scene.words["title"]), "")


@cache
def sheet(board: Board, height: int) -> str:
    """Washi with its fibres."""
    return (
        tag("defs", definitions(board) + fibres())
        + rect(0, 0, WIDTH, height, fill=PAPER)
        + decor(rect(0, 0, WIDTH, height, fill=paint("sse-fibres")))
    )


@cache
def frame(height: int) -> str:
    """A printed frame round the sheet; below the map it closes for a folded one."""
    style = {"fill": "none", "stroke": INK}
    foot = 9 + CHART
    return (
        rect(5, 5, WIDTH - 10, height - 10, stroke_width=2.4, **style)
        + rect(9, 9, WIDTH - 18, height - 18, stroke_width=0.8, **style)
        + line(9, foot, WIDTH - 9, foot, stroke=INK, stroke_width=0.8)
        + line(3.8, foot + 4, WIDTH - 3.8, foot + 4, stroke=INK, stroke_width=2.4)
    )


def fibres() -> str:
    """A tile of short threads, as if pressed into the paper."""
    threads = "M4 20q9 -6 17 2M60 8q7 5 15 1M100 40q-6 9 3 15M30 70q10 -3 16 5"
    threads += "M84 96q9 5 18 -2M10 118q8 -5 14 1M130 90q-4 8 4 13M64 50q5 -6 12 -4"
    threads += "M118 12q6 3 5 10M44 132q9 -2 13 4M96 126q6 -7 13 -4"
    drawn = path(threads, fill="none", stroke="#d6c59e", stroke_width=0.8)
    size = {"width": 140, "height": 140, "patternUnits": "userSpaceOnUse"}
    return tag("pattern", drawn, id="sse-fibres", **size)

"""The cards of all provinces by region: code, name, tax, rice, sites. [SHO-2.6, 2.9]"""

from __future__ import annotations

from functools import cache

from engine.drawing import group, rect, spot, text
from engine.prints import INK, SMALLEST, SOFT, Block, bold, section, sign
from engine.shogun.board import BOARD
from engine.shogun.picture.chart import TINTS
from engine.shogun.picture.signs import CASTLE, CHEST, RICE
from engine.shogun.scene import Scene

ROW = 15.0
COLUMN = 109.6  # width
NAME = 43.0  # width of a name; longer ones are pressed together


def provinces_panel(scene: Scene) -> Block:
    """A column for each region, in the order of the board."""
    drawn, highest = section(scene.words["provinces"]), 0.0
    for at, region in enumerate(BOARD.regions):
        body, height = region_block(scene, region)
        drawn += group(body, at * (COLUMN + 3), 20)
        highest = max(highest, height)
    return drawn, 20 + highest


def region_block(scene: Scene, region: str) -> Block:
    codes = scene.chart.of_region(region)
    style = {"rx": 4, "fill": TINTS[region], "stroke": INK, "stroke_width": 0.8}
    height = 19 + ROW * len(codes) + 1
    drawn = rect(0, 0, COLUMN, height, **style)
    drawn += heads(scene.word("regions", region))
    for at, code in enumerate(codes):
        is_used = scene.place(code)["used"]
        row = card_row(code, scene.province(code), is_used)
        body = group(row, 0, 19 + ROW * at)
        drawn += spot(code, body) if is_used else body
    return drawn, height


@cache
def heads(region: str) -> str:
    """The region, and what the columns of numbers are."""
    drawn = bold(4, 13, region, SMALLEST, width=64)
    for at, shape in enumerate((CHEST, RICE, CASTLE)):
        drawn += sign(shape, 72.5 + 12.5 * at, 3.5, 10, INK)
    return drawn


@cache
def card_row(code: str, called: str, is_used: bool) -> str:
    """What is printed on the card; struck out where it is not used. [SHO-2.4]"""
    at, ink = BOARD.index[code], INK if is_used else SOFT
    gone = {} if is_used else {"text_decoration": "line-through"}
    drawn = rect(0, 0, COLUMN, ROW, fill=INK, fill_opacity=0)
    drawn += bold(4, 11, code, SMALLEST, fill=ink, width=24, **gone)
    drawn += text(30, 11, called, SMALLEST, fill=ink, width=NAME - 2, **gone)
    for place, value in enumerate((BOARD.tax[at], BOARD.rice[at], BOARD.sites[at])):
        x = 77.5 + 12.5 * place
        drawn += text(x, 11, value, SMALLEST, fill=ink, anchor="middle")
    return drawn

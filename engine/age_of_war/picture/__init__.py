"""The table as a picture: a head, the turn, the centre, the players, a legend."""

from __future__ import annotations

from collections.abc import Sequence

from engine.age_of_war.board import SPECIAL
from engine.age_of_war.board_text import board_prose
from engine.age_of_war.picture.centre import centre_panel
from engine.age_of_war.picture.pieces import (
    CARD,
    INK,
    SEAL,
    SMALLEST,
    SOFT,
    battle_line,
    glyph,
    stack_sign,
)
from engine.age_of_war.picture.players import players_panel
from engine.age_of_war.picture.scenery import (
    HEAD,
    INSIDE,
    MARGIN,
    WIDTH,
    Block,
    background,
)
from engine.age_of_war.picture.turn import turn_panel
from engine.age_of_war.scene import Scene
from engine.drawing import ground, group, line, rect, svg, text, text_width


def board_svg(scene: Scene) -> str:
    """Complete, legible at 600 px; nothing is hidden. [AOW-3.4]"""
    blocks = [
        turn_panel(scene),
        centre_panel(scene),
        players_panel(scene),
        legend(scene),
    ]
    body, y = heading(scene), HEAD + 14.0
    for drawn, height in blocks:
        body += group(drawn, MARGIN, y)
        y += height + 12
    height = round(y + 6)
    title = f"{scene.words['title']}. {scene.turn()}"
    drawn = ground(background(height)) + body
    return svg(WIDTH, height, drawn, title, board_prose(scene))


def heading(scene: Scene) -> str:
    """The title of the print, and its seal with the turn."""
    turn = str(scene.view["turn"])
    word = scene.say("turn", turn="").strip()
    style = {"anchor": "middle", "fill": "#ffffff", "width": 46}
    seal = rect(WIDTH - 74, 22, 52, 46, rx=5, fill=SEAL, stroke=CARD, stroke_width=1.5)
    seal += text(WIDTH - 48, 38, word, SMALLEST, **style)
    style |= {"font_weight": "bold"}
    seal += text(WIDTH - 48, 59, turn, 19 if len(turn) < 4 else 13, **style)
    return cartouche(scene) + seal


ROOM = 214  # for a title beside the keep


def cartouche(scene: Scene) -> str:
    title = scene.words["title"]
    size = 20 if text_width(title, 20, True) < ROOM else 17
    under = scene.cards.title[scene.language].partition(", ")[2]  # what is in the set
    under = under[:1].upper() + under[1:]
    width = max(text_width(title, size, True), text_width(under, SMALLEST)) + 24
    frame = {"fill": CARD, "stroke": INK}
    ground = rect(20, 22, width, 46, stroke_width=1.6, **frame)
    ground += rect(23, 25, width - 6, 40, stroke_width=0.6, **frame)
    name = text(32, 45, title, size, font_weight="bold", fill=INK)
    return ground + name + text(32, 60, under, SMALLEST, fill=SOFT)


def legend(scene: Scene) -> Block:
    """What the glyphs mean. [AOW-1.3]"""
    words, faces = scene.words, scene.words["faces"]
    signs = [(glyph("I", 0, 7, 13), 17, f"1–3 {words['infantry']}")]
    for face in "ACG":
        signs.append((glyph(face, 0, 7, 13), 17, f"{face} {faces[face]}"))
    whole = scene.noun("province")["whole"]
    special = group(battle_line(SPECIAL), 0, 5)
    more = [
        (stack_sign(1, 8), 17, f"{whole}, {words['face_down']}"),
        (special, 31, f"{SPECIAL} {words['special_short']}, {words['special_note']}"),
    ]
    drawn = line(0, 0, INSIDE, 0, stroke=INK, stroke_width=0.8)
    return drawn + spread(signs) + group(spread(more), 0, 20), 42


def spread(entries: Sequence[tuple[str, float, str]]) -> str:
    """Signs with their words, from edge to edge."""
    widths = [x + text_width(word, SMALLEST) for _, x, word in entries]
    gap = (INSIDE - sum(widths)) / (len(entries) - 1)
    drawn, at = "", 0.0
    for (sign, x, word), width in zip(entries, widths, strict=True):
        drawn += group(sign + text(x, 17.5, word, SMALLEST, fill=INK), at, 0)
        at += width + gap
    return drawn

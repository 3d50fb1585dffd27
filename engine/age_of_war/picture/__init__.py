"""The table as a picture: a head, the turn, the centre, the players, a legend."""

from __future__ import annotations

from engine.age_of_war.board import SPECIAL
from engine.age_of_war.picture.centre import centre_panel
from engine.age_of_war.picture.pieces import battle_line, glyph, stack_sign
from engine.age_of_war.picture.players import players_panel
from engine.age_of_war.picture.scenery import HEAD, background
from engine.age_of_war.picture.turn import turn_panel
from engine.age_of_war.scene import Scene
from engine.drawing import ground, group, svg, text, text_width
from engine.prints import (
    INSIDE,
    SMALLEST,
    SOFT,
    WIDTH,
    Block,
    Entry,
    bold,
    cartouche,
    legend,
    seal,
    stacked,
)


def board_svg(scene: Scene, description: str) -> str:
    """Complete, legible at 600 px; nothing is hidden. [AOW-3.4]"""
    blocks = [
        turn_panel(scene),
        centre_panel(scene),
        players_panel(scene),
        board_legend(scene),
    ]
    drawn, y = stacked(blocks, HEAD + 14.0)
    height = round(y + 6)
    title = f"{scene.words['title']}. {scene.turn()}"
    body = ground(background(height)) + heading(scene) + drawn
    return svg(WIDTH, height, body, title, description)


def heading(scene: Scene) -> str:
    """The title of the print, and its seal with the turn."""
    word = scene.say("turn", turn="").strip()
    return title(scene) + seal(WIDTH - 74, 22, 52, 46, word, scene.view["turn"])


ROOM = 214  # for a title beside the keep


def title(scene: Scene) -> str:
    title = scene.words["title"]
    size = 20 if text_width(title, 20, True) < ROOM else 17
    under = scene.cards.title[scene.language].partition(", ")[2]  # what is in the set
    under = under[:1].upper() + under[1:]
    width = max(text_width(title, size, True), text_width(under, SMALLEST)) + 24
    name = bold(32, 45, title, size) + text(32, 60, under, SMALLEST, fill=SOFT)
    return cartouche(20, 22, width, 46) + name


def board_legend(scene: Scene) -> Block:
    """What the glyphs mean. [AOW-1.3]"""
    words, faces = scene.words, scene.words["faces"]
    signs: list[Entry] = [(glyph("I", 0, 1, 13), 17, f"1–3 {words['infantry']}")]
    for face in "ACG":
        signs.append((glyph(face, 0, 1, 13), 17, f"{face} {faces[face]}"))
    whole = scene.noun("province")["whole"]
    special = group(battle_line(SPECIAL), 0, -0.5)
    more: list[Entry] = [
        (stack_sign(1, 2.5), 17, f"{whole}, {words['face_down']}"),
        (special, 31, f"{SPECIAL} {words['special_short']}, {words['special_note']}"),
    ]
    return legend([signs, more], widest=INSIDE)

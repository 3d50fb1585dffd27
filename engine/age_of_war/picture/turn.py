"""The turn as a picture: who moves, the dice, the siege; or how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.age_of_war.board import SPECIAL, least_dice
from engine.age_of_war.picture.pieces import (
    battle_line,
    die,
    line_width,
    plate,
    province_paint,
)
from engine.age_of_war.scene import Scene, points_of_card
from engine.drawing import (
    cut_to_width,
    group,
    line,
    rect,
    spot,
    text,
    text_width,
)
from engine.prints import (
    CARD,
    GOLD,
    INK,
    INSIDE,
    LACQUER,
    SEAL,
    SMALLEST,
    SOFT,
    Block,
    bold,
    centred,
    roundel,
    seat_tile,
    tick,
    token_place,
)

DIE, SMALL_DIE = 38, 28


def turn_panel(scene: Scene) -> Block:
    """Who moves, with which dice, against which card; or how it ended."""
    if scene.view["over"]:
        return result(scene)
    head = mover_line(scene)
    tray_and_target = group(tray(scene) + target_plate(scene), 0, 30)
    if scene.target is None:
        return head + tray_and_target, 30 + 68
    return head + tray_and_target + group(siege(scene), 0, 106), 106 + 74


def mover_line(scene: Scene) -> str:
    seat = scene.view["mover"]
    shown = (
        f"{scene.turn()} · {scene.roll()}" if scene.view["turn_cap"] else scene.roll()
    )
    room = INSIDE - 40 - min(text_width(shown, 13), 200)
    room -= text_width(scene.say("move", name=""), 15, True)
    name = cut_to_width(scene.names[seat], min(room, 240), 15, True)
    move = bold(28, 17, scene.say("move", name=name), 15)
    roll = text(INSIDE, 17, shown, 13, anchor="end", width=200, fill=INK)
    return seat_tile(scene.colour(seat), 0, 0, 22) + move + roll


def tray(scene: Scene) -> str:
    """Dice in hand, then the lost ones. [AOW-4.3]"""
    hand, lost = scene.view["hand"], scene.view["lost"]
    drawn = rect(0, 0, 330, 68, rx=8, fill=LACQUER, stroke=INK, stroke_width=1.5)
    drawn += rect(3.5, 3.5, 323, 61, rx=6, fill="none", stroke="#8a5a3c")
    x = 10.0
    for faces, gone in ((hand, False), ("?" * lost, True)):
        if faces:
            row = dice_row(x, faces, gone)
            drawn += row if gone else spot("reroll", row)
            drawn += tray_label(scene, x, len(faces), gone)
        x += len(faces) * (DIE + 6)
    return drawn


def dice_row(x: float, faces: str, gone: bool) -> str:
    """Dice that are gone, or not yet rolled, are nothing to point at."""
    return "".join(
        (group if face == "?" else partial(spot, face))(
            die(face, DIE, gone), x + at * (DIE + 6), 6
        )
        for at, face in enumerate(faces)
    )


def tray_label(scene: Scene, x: float, dice: int, gone: bool) -> str:
    middle = x + dice * (DIE + 6) / 2 - 3
    word = scene.words["lost" if gone else "hand"]
    style = {"anchor": "middle", "fill": GOLD, "width": max(dice * (DIE + 6) - 2, 56)}
    return text(middle, 61, word, SMALLEST, **style)


def target_plate(scene: Scene) -> str:
    """The card under siege, and where it lies. [AOW-5.8]"""
    slot, x, width = scene.target, 340, INSIDE - 340
    if slot is None:
        style = {"fill": CARD, "fill_opacity": 0.6, "stroke": SOFT}
        frame = rect(x, 0, width, 68, rx=6, stroke_dasharray="5 4", **style)
        note = text_centred(x, width, 46, scene.words["no_target_note"], SOFT)
        words = scene.words["no_target"]
        return frame + text_centred(x, width, 29, words, INK, 14, True) + note
    frame = rect(x, 0, width, 68, rx=6, fill=CARD, stroke=SEAL, stroke_width=2)
    ground = province_paint(slot[0])
    side = rect(x + 5, 5, 40, 58, rx=3, fill=ground, stroke=INK, stroke_width=0.8)
    key = group(plate(slot), x + 12, 9)
    points = roundel(x + 25, 46, points_of_card(slot), 11)
    return frame + side + key + points + target_words(scene, slot, x + 53, width - 60)


def target_words(scene: Scene, slot: str, x: float, width: float) -> str:
    siege = scene.say("siege", card=scene.card(slot))
    where = cut_to_width(scene.where(slot), width, SMALLEST)
    style = {"width": width}
    return (
        bold(x, 24, siege, 13, fill=SEAL, **style)
        + text(x, 40, scene.province(slot), SMALLEST, fill=INK, **style)
        + text(x, 56, where, SMALLEST, fill=INK, **style)
    )


def text_centred(
    x: float,
    width: float,
    y: float,
    content: str,
    fill: str,
    size: float = 11,
    bold: bool = False,
) -> str:
    weight = "bold" if bold else None
    style = {"anchor": "middle", "width": width - 10, "font_weight": weight}
    return text(x + width / 2, y, content, size, fill=fill, **style)


def siege(scene: Scene) -> str:
    """Every line of the target, with the dice that lie on it. [AOW-5.9]"""
    assert scene.target is not None
    lines = list(enumerate(scene.lines(scene.target), start=1))
    widths = [line_box_width(code, scene.filled.get(at)) for at, code in lines]
    spare = (INSIDE - sum(widths) - 8 * (len(lines) - 1)) / len(lines)
    x, drawn = 0.0, ""
    for (at, code), width in zip(lines, widths, strict=True):
        box = line_box(at, code, scene.filled.get(at), width + spare)
        drawn += spot(str(at), box, x)
        x += width + spare + 8
    return spot(scene.target, drawn)


def line_box_width(code: str, dice: str | None) -> float:
    shown = len(dice) if dice else least_dice(code)
    return max(24 + line_width(code) + 20, shown * (SMALL_DIE + 5) + 11)


def line_box(at: int, code: str, dice: str | None, width: float) -> str:
    ground = GOLD if dice else CARD
    frame = rect(0, 0, width, 70, rx=5, fill=ground, stroke=INK, stroke_width=1)
    label = code if code == SPECIAL else at
    head = centred(12, 18.5, label, 12)
    head += group(battle_line(code, bool(dice)), 22, 6)
    head += tick(width - 17, 9) if dice else ""
    return frame + head + line_dice(dice, least_dice(code))


def line_dice(dice: str | None, places: int) -> str:
    drawn = [die(face, SMALL_DIE) for face in dice or ""]
    drawn = drawn or [token_place(SMALL_DIE)] * places
    step = SMALL_DIE + 5
    return "".join(group(one, 8 + at * step, 34) for at, one in enumerate(drawn))


def result(scene: Scene) -> Block:
    """The winner, and all places in order. [AOW-8.4, AOW-8.7]"""
    rows = scene.placed()
    height = 46.0 + 24 * len(rows)
    frame = rect(0, 0, INSIDE, height, rx=6, fill=CARD, stroke=SEAL, stroke_width=2)
    winner = cut_to_width(scene.result(), INSIDE - 190, 16, True)
    drawn = frame + bold(14, 27, winner, 16, fill=SEAL)
    ended = "adjudicated" if scene.view["over"] == "adjudicated" else "over"
    style = {"anchor": "end", "fill": SOFT, "width": 165}
    drawn += text(INSIDE - 14, 27, scene.words[ended], SMALLEST, **style)
    for at, standing in enumerate(rows):
        drawn += group(result_row(scene, standing), 14, 38.0 + 24 * at)
    return drawn, height


def result_row(scene: Scene, standing: Mapping[str, int]) -> str:
    seat = standing["seat"]
    name = cut_to_width(scene.names[seat], 190, 13, True)
    cells = (
        (scene.counted("points", standing["points"]), 330, "bold"),
        (scene.count_cards(standing["cards"]), 420, None),
        (scene.count_provinces(standing["provinces"]), INSIDE - 28, None),
    )
    return (
        line(0, 0, INSIDE - 28, 0, stroke=SOFT, stroke_width=0.5)
        + bold(4, 17, f"{standing['place']}.", 13)
        + seat_tile(scene.colour(seat), 26, 3.5, 17)
        + bold(50, 17, name, 13)
        + "".join(
            text(x, 17, cell, 12, anchor="end", font_weight=weight, fill=INK)
            for cell, x, weight in cells
        )
    )

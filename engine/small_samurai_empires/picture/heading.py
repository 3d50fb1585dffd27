"""The upper left corner of the sheet: title, seal, whose turn, the turn track."""

from __future__ import annotations

from engine.contract import Seat
from engine.drawing import (
    circle,
    cut_to_width,
    group,
    mark,
    path,
    rect,
    text,
    text_width,
)
from engine.prints import (
    CARD,
    GOLD,
    INK,
    SEAL,
    SMALLEST,
    SOFT,
    bold,
    cartouche,
    centred,
    seal,
    seat_tile,
)
from engine.small_samurai_empires.scene import Scene

ROOM = 340.0  # how far the corner reaches before there is land
LEFT = 20.0


def heading(scene: Scene) -> str:
    return title(scene) + headline(scene) + turn_track(scene)


def title(scene: Scene) -> str:
    """The title of the print, and its seal with the era."""
    title = scene.words["title"]
    under = f"{scene.say('round', round=scene.view['round'])} · {scene.phase()}"
    width = min(text_width(title, 18, True) + 22, ROOM - 62)
    x, room = LEFT + 10, width - 20
    drawn = cartouche(LEFT, 20, width, 44) + bold(x, 42, title, 18, width=room)
    drawn += text(x, 56, under, SMALLEST, fill=SOFT, width=room)
    era = str(scene.words["era"]), scene.view["era"]
    return drawn + seal(LEFT + width + 8, 20, 48, 44, *era)


def headline(scene: Scene) -> str:
    """Who is to move, or who has won, on a ribbon."""
    seats = [] if scene.active is None else [scene.active]
    if scene.over:
        seats = scene.winners
    words = scene.headline()
    room = ROOM - 24 - 20 * len(seats)
    words = cut_to_width(words, room, 12.5, True)
    width = text_width(words, 12.5, True) + 16 + 21 * len(seats)
    edge = {"stroke": INK, "stroke_width": 1}
    drawn = path(ribbon(width), fill=GOLD if scene.over else CARD, **edge)
    x = 8.0
    for seat in seats:
        drawn += seat_tile(scene.colour(seat), x, 3, 16)
        x += 21
    return group(drawn + bold(x, 15.6, words, 12.5), LEFT, 74)


def ribbon(width: float) -> str:
    """A strip of paper with a forked end."""
    return f"M0 0H{width + 10:.1f}L{width + 3:.1f} 11L{width + 10:.1f} 22H0Z"


# ---------------------------------------------------------------------- turn track


def turn_track(scene: Scene) -> str:
    """Who places first, second, … in this era. [SSE-8.8]"""
    word = scene.words["turn_track"]
    track = scene.view["turn_track"]
    width = max(text_width(word, SMALLEST, True) + 14, 37.0 * len(track) + 9)
    frame = {"fill": CARD, "stroke": INK}
    drawn = rect(2, 3, width, 50, rx=4, fill=INK, fill_opacity=0.3)
    drawn += rect(0, 0, width, 50, rx=4, stroke_width=1.2, **frame)
    drawn += centred(width / 2, 14, word)
    left = (width - 37.0 * len(track) + 7) / 2
    for at, seat in enumerate(track):
        drawn += group(runner(scene, seat, at), left + 37 * at, 20)
    return group(drawn, LEFT, 296)


def runner(scene: Scene, seat: Seat, at: int) -> str:
    """A seat on the track; a golden ring about the one to move."""
    colour = scene.colour(seat)
    active = seat == scene.active
    ring = {"stroke": SEAL if active else INK, "stroke_width": 2.6 if active else 0.9}
    arrow = path("M-6 9L-2.4 12L-6 15Z", fill=SOFT) if at else ""
    disc = circle(14, 12, 12, fill=colour.fill, **ring)
    inner = circle(14, 12, 9.6, fill="none", stroke=GOLD, stroke_width=0.9)
    gone = seat in scene.view["left"]
    cross = {"stroke": CARD, "stroke_width": 2.4}
    struck = path("M5 21L23 3", **cross) if gone else ""
    return arrow + disc + inner + mark(colour, 14, 12, 14) + struck

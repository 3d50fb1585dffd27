"""The upper left corner of the sheet: title, seal, who is to decide."""

from __future__ import annotations

from engine.drawing import cut_to_width, group, path, text, text_width
from engine.prints import (
    CARD,
    GOLD,
    INK,
    SMALLEST,
    SOFT,
    bold,
    cartouche,
    seal,
    seat_tile,
)
from engine.shogun.scene import Scene

ROOM = 286.0  # how far the corner reaches before there is land or the sun
LEFT, TITLE = 20.0, 124.0
PRESSED = 1.3  # how much longer words may be, pressed together


def heading(scene: Scene) -> str:
    return title(scene) + headline(scene)


def title(scene: Scene) -> str:
    """The title of the print, and its seal with the year."""
    title, under = str(scene.words["title"]), season_line(scene)
    wide = max(text_width(title, 20, True), text_width(under, SMALLEST)) + 22
    width = min(wide, TITLE)
    x, room = LEFT + 10, width - 20
    drawn = cartouche(LEFT, 20, width, 46) + bold(x, 43, title, 20, width=room)
    drawn += text(x, 58, under, SMALLEST, fill=SOFT, width=room)
    word = scene.say("year", year="").strip()
    return drawn + seal(LEFT + width + 8, 20, 48, 46, word, scene.view["year"])


def season_line(scene: Scene) -> str:
    if scene.view["phase"] == "draft":
        return scene.called("mode", "draft")
    if scene.view["phase"] == "winter":
        return scene.season()
    return f"{scene.season()} · {scene.phase()}"


def headline(scene: Scene) -> str:
    """Who is to decide what, or who has won, on a ribbon."""
    seats = scene.winners if scene.over else []
    if scene.active is not None:
        seats = [scene.active]
    words = scene.headline()
    if scene.active is not None:
        words = f"{words}: {scene.point()}"
    room = ROOM - 24 - 20 * len(seats)
    words = cut_to_width(words, room * PRESSED, 12.5, True)
    width = min(text_width(words, 12.5, True), room) + 16 + 21 * len(seats)
    edge = {"stroke": INK, "stroke_width": 1}
    drawn = path(ribbon(width), fill=GOLD if scene.over else CARD, **edge)
    x = 8.0
    for seat in seats:
        drawn += seat_tile(scene.colour(seat), x, 3, 16)
        x += 21
    return group(drawn + bold(x, 15.6, words, 12.5, width=room), LEFT, 76)


def ribbon(width: float) -> str:
    """A strip of paper with a forked end."""
    return f"M0 0H{width + 10:.1f}L{width + 3:.1f} 11L{width + 10:.1f} 22H0Z"

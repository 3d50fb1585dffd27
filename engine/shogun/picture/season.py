"""The season: action cards and what was revealed, special cards, events. [SHO-4]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.contract import Seat
from engine.drawing import (
    group,
    mix,
    rect,
    spot,
    text,
    text_width,
    wrap,
)
from engine.prints import (
    CARD,
    INK,
    INSIDE,
    LACQUER,
    SEAL,
    SMALLEST,
    SOFT,
    Block,
    bold,
    centred,
    pill,
    pill_width,
    seat_tile,
    section,
    sign,
    tick,
)
from engine.shogun.board import BOARD
from engine.shogun.names import HOUSES, name
from engine.shogun.picture.signs import (
    OFFICIAL,
    card_back,
    card_face,
    glyph,
    glyph_width,
    snow,
    special_glyph,
)
from engine.shogun.scene import Scene

GUTTER = 22.0  # left of the action cards, for the marks of the seats
ACTION = (50.6, 44.0)
APART = (INSIDE - GUTTER - ACTION[0]) / 9
CELL = 17.0  # height of a row of revealed cards


# -------------------------------------------------------------------------- actions


def actions_panel(scene: Scene) -> Block:
    """Ten cards in their order; below them what each seat revealed. [SHO-4.6]"""
    cards = scene.view["actions"]
    if not cards:
        return "", 0
    drawn = section(scene.words["actions"])
    for place, card in enumerate(cards):
        x = GUTTER + APART * place
        face = action_card(
            card["action"], card["state"], place + 1, short_of(scene, card)
        )
        body = group(face, x, 20)
        drawn += spot(card["action"], body) if card["action"] else body
    rows, height = revealed(scene), 20 + ACTION[1]
    if rows:
        drawn += group(rows, 0, height + 4)
        height += 4 + CELL * len(scene.seats)
    if rows and (kept := face_down(scene)):
        drawn += text(
            GUTTER, height + 11, kept, SMALLEST, fill=INK, width=INSIDE - GUTTER
        )
        height += 14
    return drawn, height


def face_down(scene: Scene) -> str:
    """The reader's cards in slots of actions that nobody knows the place of."""
    if scene.you is None:
        return ""
    opened = {card["action"] for card in scene.view["actions"]}
    kept = [
        f"{scene.word('short', slot)} {CARD_SIGNS.get(card or '', card)}"
        for slot, card in scene.board(scene.you)
        if slot in BOARD.actions and slot not in opened
    ]
    return f"{scene.words['yours_down']}: {' · '.join(kept)}" if kept else ""


def short_of(scene: Scene, card: Mapping[str, Any]) -> str:
    return scene.word("short", card["action"]) if card["action"] else ""


@cache
def action_card(action: str | None, state: str, place: int, word: str) -> str:
    width, height = ACTION
    if action is None:
        back = card_back(width, height)
        return back + centred(width / 2, height / 2 + 4, place, fill=LACQUER)
    ink = SOFT if state == "done" else INK
    drawn = card_face(width, height, state)
    corner = 6 + text_width(str(place), SMALLEST)
    x = max((width - glyph_width(action, 19)) / 2 + 2, corner)
    drawn += group(glyph(action, 19, ink), x, 6)
    if state == "done":
        drawn += tick(3, 4)
    else:
        drawn += text(4, 13, place, SMALLEST, fill=SOFT)
    style = {"anchor": "middle", "fill": ink, "width": width - 4}
    return drawn + text(width / 2, height - 6, word, SMALLEST, **style)


def revealed(scene: Scene) -> str:
    """A row for each seat in turn order; nothing before the actions begin."""
    if scene.view["phase"] not in ("actions", "end") or not scene.has_boards:
        return ""
    order = scene.view["turn_order"] or list(scene.seats)
    return "".join(
        group(revealed_row(scene, seat), 0, CELL * at) for at, seat in enumerate(order)
    )


def revealed_row(scene: Scene, seat: Seat) -> str:
    board, drawn = scene.view["boards"][seat], seat_tile(HOUSES[seat], 1, 1, 14)
    for place, card in enumerate(scene.view["actions"]):
        laid = board[card["action"]] if card["action"] else None
        hidden = laid is None
        is_own = seat == scene.you and card["state"] in ("open", "now")
        body = cell(seat, laid or "", hidden, is_own)
        drawn += group(body, GUTTER + APART * place)
    return drawn


@cache
def cell(seat: Seat, card: str, hidden: bool, is_own: bool) -> str:
    """A card of a planning board, small: its code, a dash for a bluff."""
    width, style = ACTION[0], {"rx": 3, "stroke_width": 0.8}
    if hidden:
        return rect(0, 1, width, 14, fill=mix(LACQUER, CARD, 0.45), **style)
    colour = HOUSES[seat].fill
    dashed = {"stroke_dasharray": "3 2"} if is_own else {}
    ground = mix(colour, CARD, 0.16 if card in BOARD.index else 0.0)
    drawn = rect(0, 1, width, 14, fill=ground, stroke=colour, **style, **dashed)
    if card == "official":
        return drawn + sign(OFFICIAL, width / 2 - 6, 2, 12, INK)
    said = card if card in BOARD.index else CARD_SIGNS.get(card, card)
    return drawn + centred(width / 2, 12.2, said)


CARD_SIGNS = {"bluff": "–", "empty": "·", "lost": "×", "": "·"}


# ------------------------------------------------------------------- special cards

SPECIAL = (108.8, 36.0)


def specials_panel(scene: Scene) -> Block:
    """Five places; the daimyo who took a card lies on it. [SHO-6.4]"""
    cards = scene.view["specials"]
    if not cards:
        return "", 0
    drawn, inner = section(scene.words["specials"]), ""
    for place, card in enumerate(cards):
        face = special_card(card["special"], place + 1, card["seat"], scene.language)
        x = (SPECIAL[0] + 4) * place
        inner += spot(card["special"], face, x, 20)
    return drawn + spot("special", inner), 20 + SPECIAL[1]


@cache
def special_card(special: str, place: int, seat: Seat | None, language: str) -> str:
    width, height = SPECIAL
    drawn = card_face(width, height)
    drawn += centred(10, 16, place, 14, fill=SEAL)
    drawn += group(special_glyph(special, 16), 24, 3)
    free = width - 6
    if seat is not None:
        colour = HOUSES[seat]
        drawn += rect(0, 0, width, height, rx=4, fill=colour.fill, fill_opacity=0.14)
        drawn += seat_tile(colour, width - 23, 3, 18)
    style = {"anchor": "middle", "fill": INK, "width": free}
    called = name("special", special, language)
    return drawn + text(width / 2, height - 5, called, SMALLEST, **style)


# -------------------------------------------------------------------------- events

EVENT = (137.0, 36.0)


def events_panel(scene: Scene) -> Block:
    """The year's cards: the one in force first, then those to come. [SHO-4.4]"""
    events = scene.view["events"]
    shown = [] if events["now"] is None else [events["now"]]
    shown += events["open"]
    if not shown:
        return "", 0
    drawn = section(scene.words["events"])
    for at, event in enumerate(shown[:4]):
        drawn += group(event_card(scene, event), (EVENT[0] + 4) * at, 20)
    return drawn, 20 + EVENT[1]


def event_card(scene: Scene, event: str) -> str:
    events, card = scene.view["events"], scene.event_card(event)
    is_now = event == events["now"]
    note = ""
    if is_now:
        note = scene.words["event_cancelled" if events["cancelled"] else "event_now"]
    elif event == scene.winter_card():
        note = scene.words["event_winter"]
    return event_face(scene.event(event), card.loss, str(note), is_now)


@cache
def event_face(called: str, loss: int, note: str, is_now: bool) -> str:
    """Its kind in two lines, its note, and what it costs in winter."""
    width, height = EVENT
    drawn = card_face(width, height, "now" if is_now else "")
    lines = fitted_lines(called, width - 46)
    right = width - pill_width(note) - 4 if note else width - 40
    for at, words in enumerate(lines):
        y = 15 + 14 * at + (7 if len(lines) == 1 and not note else 0)
        room = right - 10 if at else width - 46
        drawn += text(7, y, words, SMALLEST, fill=INK, width=room)
    if note:
        drawn += pill(right, height - 18, note, SEAL if is_now else SOFT)
    top = 3 if note else 12
    drawn += group(snow(), width - 36, top)
    return drawn + bold(width - 21, top + 11, f"−{loss}", 12)


def fitted_lines(words: str, width: float) -> list[str]:
    """In one line or two, as they fit."""
    if text_width(words, SMALLEST) <= width:
        return [words]
    letters = max(1, int(len(words) * width / text_width(words, SMALLEST)))
    first, *rest = wrap(words, letters) if " " in words else [words]
    return [first, " ".join(rest)] if rest else [first]

"""The reader's own planning board, and the draft. [SHO-4.3, SHO-3.4]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.contract import Seat
from engine.drawing import group, mix, rect, spot, text
from engine.prints import (
    CARD,
    INK,
    INSIDE,
    SMALLEST,
    SOFT,
    Block,
    bold,
    cartouche,
    centred,
    seat_tile,
    section,
    sign,
)
from engine.shogun.board import BOARD
from engine.shogun.names import HOUSES, name
from engine.shogun.picture.signs import OFFICIAL, card_back, glyph
from engine.shogun.scene import Scene

ACROSS = 7  # slots in a row
SLOT = (76.0, 38.0)
GAP = (INSIDE - ACROSS * SLOT[0]) / (ACROSS - 1)


def planning_panel(scene: Scene) -> Block:
    """Slots with what lies in them: the reader's own, or all boards after the end."""
    if not scene.has_boards:
        return "", 0
    if scene.view["phase"] not in ("planning", "choices"):
        return "", 0  # the actions show them in their order
    if scene.view["open"]:
        return open_boards(scene)
    if scene.you is None:
        return "", 0
    drawn = section(scene.words["planning_board"])
    board = scene.board(scene.you)
    drawn += group(slots(scene, scene.you), 0, 20)
    rows = -(-len(board) // ACROSS)
    height = 20 + rows * (SLOT[1] + 6) - 6
    if hand := scene.hand():
        drawn += text(0, height + 16, hand, SMALLEST, fill=INK, width=INSIDE)
        height += 20
    return drawn, height


def slots(scene: Scene, seat: Seat) -> str:
    drawn = ""
    for at, (slot, card) in enumerate(scene.board(seat)):
        x, y = (at % ACROSS) * (SLOT[0] + GAP), (at // ACROSS) * (SLOT[1] + 6)
        laid = card or ""
        called = scene.province(laid) if laid in BOARD.index else laid
        word = scene.word("short", slot)
        drawn += spot(slot, slot_face(slot, word, called, laid, seat), x, y)
    return drawn


@cache
def slot_face(slot: str, word: str, called: str, card: str, seat: Seat) -> str:
    """A slot: what it does, and the card in it."""
    width, height = SLOT
    edge = {"stroke": INK, "stroke_width": 0.8, "rx": 4}
    drawn = rect(0, 0, width, height, fill=CARD, **edge)
    drawn += group(glyph(slot, 11), 4, 2.5)
    style = {"anchor": "end", "fill": SOFT, "width": width - 34}
    drawn += text(width - 5, 12, word, SMALLEST, **style)
    return drawn + group(laid(card, called, seat), 3, 16)


def laid(card: str, called: str, seat: Seat) -> str:
    """The card in a slot; a dashed place where there is none."""
    width, colour = SLOT[0] - 6, HOUSES[seat].fill
    style = {"rx": 3, "stroke": colour, "stroke_width": 1}
    if not card:
        dashed = {"stroke": SOFT, "stroke_dasharray": "3 3", "rx": 3}
        return rect(0, 0, width, 19, fill="none", **dashed)
    if card in BOARD.index:
        drawn = rect(0, 0, width, 19, fill=mix(colour, CARD, 0.2), **style)
        drawn += bold(4, 13.4, card)
        room = {"anchor": "end", "fill": INK, "width": width - 38}
        return drawn + text(width - 4, 13.4, called, SMALLEST, **room)
    drawn = rect(0, 0, width, 19, fill=CARD, **style)
    if card == "official":
        return drawn + sign(OFFICIAL, width / 2 - 7, 2.5, 14, INK)
    said = {"bluff": "–", "empty": "·", "lost": "×"}.get(card, card)
    return drawn + centred(width / 2, 14.4, said, 13)


def open_boards(scene: Scene) -> Block:
    """Everybody's, in small: after the end nothing is hidden."""
    drawn, first = section(scene.words["boards"]), scene.board(0)
    wide = (INSIDE - 22) / len(first)
    for at, (slot, _) in enumerate(first):
        drawn += group(glyph(slot, 11), 22 + wide * (at + 0.5) - 9, 20)
    for seat in scene.seats:
        row = seat_tile(HOUSES[seat], 0, 0, 16)
        for at, (_, card) in enumerate(scene.board(seat)):
            row += group(small_slot(card or "", seat, wide - 2), 22 + wide * at)
        drawn += group(row, 0, 36 + 19 * seat)
    return drawn, 36 + 19 * len(scene.seats)


@cache
def small_slot(card: str, seat: Seat, width: float) -> str:
    colour = HOUSES[seat].fill
    ground = mix(colour, CARD, 0.18) if card in BOARD.index else CARD
    style = {"rx": 3, "stroke": colour, "stroke_width": 0.8}
    drawn = rect(0, 0, width, 16, fill=ground, **style)
    if card == "official":
        return drawn + sign(OFFICIAL, width / 2 - 6, 2, 12, INK)
    said = {"bluff": "–", "empty": "·", "lost": "×"}.get(card, card)
    return drawn + centred(width / 2, 12.4, said, SMALLEST, width=width - 4)


# ------------------------------------------------------------------------- the draft

CARD_SIZE = (104.0, 62.0)


def draft_panel(scene: Scene) -> Block:
    """The open cards, the deck, a card just taken, and the groups left. [SHO-3.4]"""
    draft = scene.view["draft"]
    if draft is None:
        return "", 0
    drawn, x = section(scene.words["draft"]), 0.0
    inner = ""
    for code in filter(None, draft["offered"]):
        inner += spot(code, province_card(scene, code), x, 20)
        x += CARD_SIZE[0] + 8
    back = card_back(56, CARD_SIZE[1]) + centred(28, 38, draft["deck"], 14)
    inner += spot("blind", back, x, 20)
    x += 64
    if draft["waiting"]:
        drawn += group(taken_card(scene, draft["taken"]), x, 20)
    drawn += spot("draft", inner)
    return drawn + group(groups_left(scene, draft["groups"]), 412, 20), 22 + max(
        CARD_SIZE[1], 18.0 * len(scene.seats)
    )


def taken_card(scene: Scene, code: str | None) -> str:
    """The card that waits for its group; a blind one only its taker sees."""
    if code is None:
        return card_back(*CARD_SIZE)
    frame = rect(-3, -3, CARD_SIZE[0] + 6, CARD_SIZE[1] + 6, rx=6, fill="#b3321f")
    return frame + province_card(scene, code)


def province_card(scene: Scene, code: str) -> str:
    region = scene.chart.region_of[code]
    return card_of(code, scene.province(code), name("region", region, scene.language))


@cache
def card_of(code: str, called: str, region: str) -> str:
    """Code, name, region, what it yields and how much can be built. [SHO-2.6]"""
    at, (width, height) = BOARD.index[code], CARD_SIZE
    drawn = cartouche(0, 0, width, height) + bold(8, 18, code, 14)
    style = {"anchor": "end", "fill": INK, "width": width - 52}
    drawn += text(width - 8, 17, called, SMALLEST, **style)
    drawn += text(8, 33, region, SMALLEST, fill=SOFT, width=width - 16)
    values = (
        ("tax", BOARD.tax[at]),
        ("rice", BOARD.rice[at]),
        ("castle", BOARD.sites[at]),
    )
    for place, (slot, value) in enumerate(values):
        body = glyph(slot, 13) + bold(16, 11.6, value, 12)
        drawn += group(body, 8 + 32 * place, 41)
    return drawn


def groups_left(scene: Scene, groups: Sequence[Sequence[int]]) -> str:
    """The armies each seat has still to place. [SHO-3.3]"""
    drawn = ""
    for seat, sizes in enumerate(groups):
        said = "  ".join(map(str, sizes)) or "·"
        row = seat_tile(HOUSES[seat], 0, 0, 15) + bold(22, 12.4, said, 13)
        drawn += group(row, 0, 18 * seat)
    return drawn

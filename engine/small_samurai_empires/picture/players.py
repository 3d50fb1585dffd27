"""The players: points, resources, supplies, and what the reader holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from engine.contract import Seat
from engine.drawing import (
    SeatColour,
    circle,
    group,
    mix,
    path,
    rect,
    spot,
    text,
    text_width,
)
from engine.prints import (
    CARD,
    INDIGO,
    INK,
    INSIDE,
    PAPER,
    SEAL,
    SMALLEST,
    SOFT,
    SOLDIER,
    Block,
    bold,
    centred,
    panel,
    pill,
    pill_width,
    player_name,
    seat_tile,
    section,
    sign,
    tick,
)
from engine.small_samurai_empires.picture.chart import region_rect
from engine.small_samurai_empires.picture.pieces import (
    KEEP,
    card_back,
    glyph,
    seed,
    token_back,
)
from engine.small_samurai_empires.scene import KINDS, Scene

PANEL = (275.0, 54.0)


def players_panel(scene: Scene) -> Block:
    """Two columns, in the order of the seats."""
    drawn = section(scene.words["players"], INSIDE - 222) + common(scene)
    for seat in scene.seats:
        x, y = (seat % 2) * (PANEL[0] + 10), (seat // 2) * (PANEL[1] + 8)
        drawn += spot(scene.colour(seat).name, player_panel(scene, seat), x, 22 + y)
    rows = -(-len(scene.seats) // 2)
    height = 22 + rows * (PANEL[1] + 8) - 8
    if len(scene.seats) % 2:
        drawn += group(vignette(), PANEL[0] + 10, height - PANEL[1])
    return drawn, height


@cache
def vignette() -> str:
    """Fuji at dawn, where a fourth player would sit."""
    width, height = PANEL
    far, near = mix(INDIGO, PAPER, 0.55), mix("#3f5a45", PAPER, 0.7)
    fuji = "M40 53C90 46 118 18 132 10L138 12L144 9L150 12L156 10C172 20 200 46 250 53Z"
    snow = "M132 10L138 12L144 9L150 12L156 10L167 19L160 17L154 25L148 18L142 26L136 "
    snow += "18L130 23L124 17L120 19Z"
    hills = "M1 53V47C40 38 70 51 110 46C160 41 200 51 274 43V53Z"
    style = {"rx": 6, "stroke": INK, "stroke_width": 1}
    return (
        rect(0, 0, width, height, fill=mix(INDIGO, PAPER, 0.16), **style)
        + circle(204, 20, 11, fill=SEAL)
        + path(fuji, fill=far)
        + path(snow, fill=CARD)
        + path(hills, fill=near)
        + rect(0, 0, width, height, fill="none", **style)
    )


def player_panel(scene: Scene, seat: Seat) -> str:
    """A player's screen; a thick frame for the reader's own."""
    colour, share = scene.colour(seat), 0.2 if scene.active == seat else 0.1
    drawn = panel(colour, *PANEL, scene.you == seat, share)
    drawn += path(f"M6 0H{PANEL[0] - 6}", stroke=colour.fill, stroke_width=3)
    return drawn + panel_head(scene, seat) + panel_goods(scene, seat)


def panel_head(scene: Scene, seat: Seat) -> str:
    colour, width = scene.colour(seat), PANEL[0]
    points = str(scene.view["score"][seat])
    right = width - 10 - text_width(points, 17, True)
    drawn = seat_tile(colour, 8, 7, 19) + bold(width - 9, 23, points, 17, anchor="end")
    flags = scene.flags(seat)
    if scene.over:
        flags = [scene.place(seat), *flags]
    for flag in reversed(flags):
        right -= pill_width(flag) + 4
        drawn += pill(right, 9, flag, colour.fill)
    has_left = seat in scene.view["left"]
    return drawn + player_name(33, 21, scene.names[seat], right - 38, has_left)[0]


def panel_goods(scene: Scene, seat: Seat) -> str:
    """Food, bushido, armies, castles, order tokens, cards. [SSE-1.6]"""
    view = scene.view
    supply = view["supply"]
    goods = (
        (seed("food", 7, 8, 6.5), scene.owned("food", seat)),
        (seed("bushido", 7, 8, 6.5), scene.owned("bushido", seat)),
        (sign(SOLDIER, 0, 1, 14, INK), str(supply["armies"][seat])),
        (sign(KEEP, 0, 1, 14, INK), str(supply["castles"][seat])),
        (token_back(scene.colour(seat)), str(view["hand_counts"][seat])),
        (card_back(2, 0.5), str(view["destiny"]["hand_counts"][seat])),
    )
    drawn, x, apart = "", 11.0, (PANEL[0] - 20) / len(goods)
    for picture, count in goods:
        drawn += group(picture + bold(18, 12.5, count, 12), x, 32)
        x += apart
    if view["phase"] == "destiny" and view["destiny"]["chosen"][seat]:
        drawn += tick(257, 34)
    return drawn


def common(scene: Scene) -> str:
    """What nobody owns yet: food, bushido, cards. [SSE-1.6]"""
    supply, deck = scene.view["supply"], scene.view["destiny"]["deck"]
    signs = (seed("food", 7, 7), seed("bushido", 7, 7), card_back(2, 0))
    counts = (supply["food"], supply["bushido"], deck)
    word = scene.words["supply"]
    drawn, x = "", INSIDE - 3 * 38
    for picture, count in zip(signs, counts, strict=True):
        drawn += group(picture + bold(17, 11.5, count), x, 0)
        x += 40
    left = INSIDE - 3 * 38 - 6
    return drawn + text(left, 11.5, word, SMALLEST, anchor="end", fill=SOFT, width=96)


# ------------------------------------------------------------- the reader's own hand


def hand_panel(scene: Scene) -> Block:
    """Order tokens and destiny cards only the reader sees. [SSE-4.3.3]"""
    if scene.open and not scene.over:
        return open_hands(scene)
    hand, cards = scene.view["hand"], scene.view["destiny"]["hand"]
    if (hand is None and cards is None) or scene.over:
        return "", 0
    drawn, split = "", 386.0
    if hand is not None:
        drawn += section(scene.words["hand"], split - 14)
        drawn += group(hand_tokens(scene, hand, scene.you or 0), 0, 20)
    if cards is not None:
        body = section(scene.words["hand_cards"], INSIDE - split)
        chosen = scene.view["destiny"]["choice"]
        drawn += group(body + group(hand_cards(scene, cards, chosen), 0, 20), split)
    return drawn, 58


def open_hands(scene: Scene) -> Block:
    """Everybody's, a row each; after the end nothing is hidden any more."""
    drawn, destiny = section(scene.words["in_hand"].capitalize()), scene.destiny
    for seat in scene.seats:
        row = seat_tile(scene.colour(seat), 0, 9, 19)
        row += group(hand_tokens(scene, scene.view["hands"][seat], seat, 47), 26)
        cards, chosen = destiny["hands"][seat], destiny["choices"][seat]
        row += group(hand_cards(scene, cards, chosen), 366)
        drawn += spot(scene.colour(seat).name, row, 0, 20 + 40 * seat)
    return drawn, 18 + 40 * len(scene.seats)


def hand_tokens(
    scene: Scene, hand: Mapping[str, int], seat: Seat, apart: float = 54.5
) -> str:
    colour, drawn = scene.colour(seat), ""
    for at, kind in enumerate(KINDS):
        tile = hand_token(colour, kind, hand.get(kind, 0))
        x = apart * at
        drawn += group(tile, x) if scene.open else spot(kind, tile, x)
    return drawn


@cache
def hand_token(colour: SeatColour, kind: str, count: int) -> str:
    edge = {"stroke": colour.fill if count else SOFT, "stroke_width": 2}
    dashed = {} if count else {"stroke_dasharray": "3 3", "stroke_width": 1}
    tile = rect(1, 1, 30, 34, rx=5, fill=CARD if count else "none", **edge | dashed)
    tile += glyph(kind, 7, 3, 18, INK if count else "#a3967f")
    return tile + centred(16, 32, f"×{count}", fill=INK if count else SOFT)


def hand_cards(scene: Scene, cards: Sequence[str], chosen: str | None) -> str:
    drawn, x = "", 0.0
    for region in sorted(cards, key=list(scene.board.regions).index):
        mine = region == chosen
        edge = {"stroke": SEAL if mine else INK, "stroke_width": 2.6 if mine else 1}
        card = group(region_rect(region, 54, 34, rx=4, **edge), 0, 1)
        name = scene.region(region)
        style = {"anchor": "middle", "fill": INK, "width": 50}
        card += text(27, 22, name, SMALLEST, **style)
        drawn += group(card, x) if scene.open else spot(region, card, x)
        chosen = None if mine else chosen
        x += 60
    return drawn

"""Round the field: title and turn, the two armies, cards in play and dice."""

from __future__ import annotations

from functools import cache

from engine.contract import Seat
from engine.drawing import (
    cut_to_width,
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
    GOLD,
    INK,
    INSIDE,
    SMALLEST,
    SOFT,
    Block,
    bold,
    cartouche,
    pill,
    pill_width,
    player_name,
    seal,
    seat_tile,
)
from engine.samurai_battles.picture.dice import banner, card_back, die, honor
from engine.samurai_battles.picture.places import FIELD, STRIP, WIDE
from engine.samurai_battles.scene import Scene

TOP = 16.0  # where the heading begins
LEFT = 20.0
BAR = 34.0  # the height of an army's bar
MOST_BANNERS = 8  # drawn one by one; more are a number


# ------------------------------------------------------------------------- heading


def heading(scene: Scene) -> str:
    """The game and the battle, the turn on a seal, and who is to decide."""
    width, x = INSIDE - 56, LEFT + 10
    drawn = cartouche(LEFT, TOP, width, 44)
    drawn += bold(x, TOP + 19, scene.words["title"], 16, width=190)
    wide = min(text_width(scene.words["title"], 16, True), 190) + 14
    drawn += turn_line(scene, x + wide, width - wide - 18)
    battle = cut_to_width(scene.title(), width - 20, 12)
    drawn += text(x, TOP + 36, battle, 12, fill=INK)
    word, turn = str(scene.words["turn_word"]), scene.view["turn"]
    return drawn + seal(LEFT + width + 8, TOP, 48, 44, word, turn)


def turn_line(scene: Scene, x: float, room: float) -> str:
    """Whose move it is, on a ribbon, with the phase."""
    seats = [] if scene.active is None else [scene.active]
    seats = scene.winners if scene.over else seats
    said = scene.headline()
    if not scene.over:
        said = f"{said} · {scene.phase()}"
    said = cut_to_width(said, room - 21 * len(seats) - 12, 12, True)
    width = text_width(said, 12, True) + 12 + 20 * len(seats)
    fill = GOLD if scene.over else mix(GOLD, CARD, 0.45)
    drawn = rect(0, 0, width, 20, rx=4, fill=fill, stroke=INK, stroke_width=0.8)
    at = 5.0
    for seat in seats:
        drawn += seat_tile(scene.colour(seat), at, 2.5, 15)
        at += 20
    return group(drawn + bold(at, 14.3, said, 12), x + room - width, TOP + 5)


# ---------------------------------------------------------------------------- armies


def bar(scene: Scene, seat: Seat) -> str:
    """Who leads an army, its banners, tokens and cards; as wide as the field."""
    colour, width = scene.colour(seat), FIELD[0]
    is_own = scene.you == seat
    ground = mix(colour.fill, CARD, 0.3 if scene.active == seat else 0.16)
    edge = {"stroke": colour.fill if is_own else INK}
    stroke = 3 if is_own else 1
    drawn = rect(
        1, 1, width - 2, BAR - 2, rx=5, fill=ground, stroke_width=stroke, **edge
    )
    drawn += seat_tile(colour, 8, 7, 20)
    goods, left = bar_goods(scene, seat)
    return spot(colour.name, drawn + bar_name(scene, seat, left - 8) + goods)


def bar_name(scene: Scene, seat: Seat, right: float) -> str:
    """The player, the army, and what is to be said of them."""
    flags = scene.flags(seat)
    if scene.over:
        flags = [scene.place(seat), *flags]
    x, has_left = 35.0, seat in scene.view["left"]
    pills = sum(pill_width(flag) + 4 for flag in flags)
    room = right - x - pills
    drawn, width = player_name(x, 22, scene.names[seat], room * 0.62, has_left)
    army = cut_to_width(scene.army(seat), room - width - 16, SMALLEST)
    drawn += text(x + width + 7, 22, army, SMALLEST, fill=SOFT)
    at = x + width + 14 + text_width(army, SMALLEST)
    for flag in flags:
        drawn += pill(at, 9.5, flag, scene.colour(seat).fill)
        at += pill_width(flag) + 4
    return drawn


def bar_goods(scene: Scene, seat: Seat) -> Block:
    """Banners won and still to win, tokens, cards; and where they begin. [SB-3.2]"""
    counts = scene.view["hand_counts"][seat]
    goods = (
        (card_back("dragon", 0, 0.5), str(counts["dragon"]), 34),
        (card_back("command", 0, 0.5), str(counts["command"]), 36),
        (honor(6, 8.5), str(scene.view["tokens"][seat]), 43),
    )
    drawn, x = "", FIELD[0] - 6.0
    for picture, count, room in goods:
        x -= room
        drawn += group(picture + bold(15.5, 13, count, 13), x, 8.5)
    body, width = banners(scene, seat)
    return drawn + group(body, x - width - 8, 8.5), x - width - 8


def banners(scene: Scene, seat: Seat) -> Block:
    """Of the other army's colour: they were its own. [SB-14.1]"""
    won, wanted = scene.view["banners"][seat], scene.scenario["banners"]
    fill = scene.colour(1 - seat).fill
    if max(won, wanted) > MOST_BANNERS:
        said = f"{won}/{wanted}"
        return banner(0, 1, fill, True) + bold(16, 13, said, 13), 20 + text_width(
            said, 13, True
        )
    most = max(won, wanted)
    drawn = "".join(banner(14.0 * at, 1, fill, at < won) for at in range(most))
    return drawn, 14.0 * most


# ------------------------------------------------------------------------ start lines


@cache
def start_line(
    colour: str, words: tuple[str, str, str], lines: tuple[int, int], is_top: bool
) -> str:
    """The strip behind the home row, with the sections as its army sees them. [SB-2.6]

    Who leaves the field goes there.
    """
    fill = mix(colour, CARD, 0.55)
    drawn = rect(0, 0, FIELD[0], STRIP, fill=fill, stroke=INK, stroke_width=0.8)
    shown = words[::-1] if is_top else words
    ends = (0.0, *(x * WIDE / 2 for x in lines), FIELD[0])
    for word, left, right in zip(shown, ends, ends[1:], strict=False):
        style = {"anchor": "middle", "fill": INK, "width": right - left - 12}
        drawn += text((left + right) / 2, 12.6, word, SMALLEST, **style)
    for x in ends[1:-1]:
        drawn += path(f"M{x:.1f} 0V{STRIP}", stroke="#9c2f1d", stroke_width=1.8)
    return spot("exit", drawn)


def strip(scene: Scene, seat: Seat) -> str:
    low, high = scene.scenario["lines"]
    left, center, right = (scene.section(one) for one in ("left", "center", "right"))
    fill = scene.colour(seat).fill
    return start_line(fill, (left, center, right), (low, high), seat == 0)


# ------------------------------------------------------------- cards in play, dice


def turn_panel(scene: Scene) -> Block:
    """The Command card of the turn, the last dice, decks and pool."""
    drawn = group(card_in_play(scene), 0, 0) + group(last_roll(scene), 300, 0)
    return drawn + group(stock(scene), 0, 46), 64


def card_in_play(scene: Scene) -> str:
    """Face up, with what it copies and the Dragon cards beside it. [SB-4.2]"""
    edge = {"stroke": INK, "stroke_width": 1}
    drawn = rect(0, 0, 290, 42, rx=5, fill=CARD, **edge)
    drawn += group(card_back("command", 0, 0), 8, 6)
    card = scene.view["card"]
    name = scene.card(card) if card else str(scene.words["no_card"])
    if copied := scene.view["copied"]:
        name = f"{name} → {scene.card(copied)}"
    style = {"fill": INK if card else SOFT}
    drawn += bold(27, 17, cut_to_width(name, 256, 12, True), 12, **style)
    beside = ", ".join(scene.card(one["card"]) for one in scene.view["in_play"])
    if beside:
        drawn += group(card_back("dragon", 0, 0), 27, 23)
        drawn += text(43, 35, cut_to_width(beside, 240, SMALLEST), SMALLEST, fill=INK)
    elif card:
        effect = cut_to_width(scene.effect(card), 256, SMALLEST)
        drawn += text(27, 34, effect, SMALLEST, fill=SOFT)
    return drawn


def last_roll(scene: Scene) -> str:
    """The dice as they lie, with thrower and target. [SB-17.11]"""
    drawn = rect(0, 0, 260, 42, rx=5, fill=mix("#7f9a6a", CARD, 0.35), stroke=INK)
    roll = scene.view["roll"]
    if roll is None:
        words = str(scene.words["no_roll"])
        return drawn + text(130, 25, words, SMALLEST, anchor="middle", fill=SOFT)
    drawn += seat_tile(scene.colour(roll["seat"]), 6, 4, 14)
    drawn += text(24, 15, scene.roll_said(), SMALLEST, fill=INK, width=230)
    faces = roll["faces"]
    size = min(21.0, 244 / max(1, len(faces)) - 3)
    for at, kind in enumerate(faces):
        here = die(kind, size)
        x, y = 8 + at * (size + 3), 18.5
        drawn += spot(kind, here, x, y) if kind else group(here, x, y)
    return drawn


def stock(scene: Scene) -> str:
    """Decks and the common pool: what one may draw from. [SB-4.7]"""
    view, words = scene.view, scene.words
    entries = (
        (
            "",
            card_back("command", 0, 0),
            words["command_deck"],
            view["decks"]["command"],
        ),
        (
            "dragon",
            card_back("dragon", 0, 0),
            words["dragon_deck"],
            view["decks"]["dragon"],
        ),
        ("tokens", honor(6, 8), words["pool"], view["pool"]),
    )
    drawn, x = "", 4.0
    for word, picture, said, count in entries:
        label = f"{said}: {count}"
        body = picture + text(17, 12, label, SMALLEST, fill=INK)
        drawn += spot(word, body, x, 0) if word else group(body, x, 0)
        x += text_width(label, SMALLEST) + 36
    return drawn

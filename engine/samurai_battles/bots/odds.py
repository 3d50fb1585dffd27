"""What a battle roll is worth before it is made. [SB-7.5, SB-8.6, SB-9.1]"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

from engine.samurai_battles.box import FACES

ONE_FACE = 1 / len(FACES)


class Odds(NamedTuple):
    """Of one roll against one target."""

    hits: float  # figures it is expected to lose
    kill: float  # how likely it is destroyed
    hexes: float  # of retreat that are expected
    stays: float  # how likely it is there afterwards, on its hex


@cache
def odds(
    dice: int, symbol: bool, swords: bool, ignored: int, figures: int, steady: int
) -> Odds:
    """By counting every way in which symbols, swords and flags can fall.

    `symbol` and `swords` say whether these faces hit, `ignored` how many swords do
    not, `steady` how many flags the target may ignore.
    """
    hits = kill = hexes = stays = 0.0
    for struck, blades, flags in falls(dice):
        likely = chance_of(dice, struck, blades, flags)
        lost = struck * symbol + max(0, blades - ignored) * swords
        lost, back = min(lost, figures), max(0, flags - steady)
        is_killed = lost >= figures
        hits += likely * lost
        kill += likely * is_killed
        hexes += likely * back * (not is_killed)
        stays += likely * (not is_killed and not back)
    return Odds(hits, kill, hexes, stays)


def falls(dice: int) -> list[tuple[int, int, int]]:
    """How many dice show the symbol, swords and flags."""
    counts = range(dice + 1)
    return [
        (struck, blades, flags)
        for struck in counts
        for blades in counts
        for flags in counts
        if struck + blades + flags <= dice
    ]


def chance_of(dice: int, struck: int, blades: int, flags: int) -> float:
    rest = dice - struck - blades - flags
    ways = comb(dice, struck) * comb(dice - struck, blades)
    ways *= comb(dice - struck - blades, flags)
    others = 1 - 3 * ONE_FACE
    return float(ways * ONE_FACE ** (struck + blades + flags) * others**rest)

"""What a program wants to happen when it is not asked: lines that stand. [SB-17.4]"""

from __future__ import annotations

from engine.contract import Seat
from engine.samurai_battles.state import State

# The line by which each card of a hand is played. [SB-17.16]
LINES = {
    "first-strike": "REACT ATTACKED any: STRIKE",
    "ambush": "REACT ATTACKED any: DRAGON ambush KEEP 2",
    "dust-cloud": "REACT THREATENED any DICE >= 4: DRAGON dust-cloud KEEP 1",
    "iron-resolve": "REACT STRUCK any FLAGS >= 2: DRAGON iron-resolve KEEP 1",
    "loyal-retainer": "REACT STRUCK any HITS >= 2: DRAGON loyal-retainer KEEP 1",
    "take-cover": "REACT SHOT any HITS >= 1: DRAGON take-cover KEEP 1",
    "pit-of-spears": "REACT ADVANCED any: DRAGON pit-of-spears KEEP 1",
    "hidden-traps": "REACT MOVED any NEAR any: DRAGON hidden-traps KEEP 2",
    "desperate-courage": "REACT COUNTERING any: DRAGON desperate-courage KEEP 2",
    "false-orders": (
        "REACT CARD shogun, flying-geese, flank-attack: DRAGON false-orders KEEP 2"
    ),
}
PREFERENCES = ("PREFER INSPIRE KEEP 4",)


def standing_lines(state: State, seat: Seat) -> list[str]:
    """One line for each card held; others are played in its own turn."""
    held = {*state.command_hands[seat], *state.dragon_hands[seat]}
    lines = [line for card, line in LINES.items() if card in held]
    return [*(lines or ["REACT none"]), *PREFERENCES]

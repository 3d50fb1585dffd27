"""What the box holds by name, and how the board file spells it. [SSE-1]

What each kind does is in the rules; how many there are is in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

KINDS = (  # SSE-1.3
    "recruit",
    "move-3",
    "move-2-or-3",
    "move-2-or-ship",
    "attack",
    "harvest",
    "castle",
)
RECRUIT, MOVE_3, MOVE_2_OR_3, MOVE_2_OR_SHIP, ATTACK, HARVEST, CASTLE = range(7)
NEUTRALS = ("move", "attack", "recruit", "harvest")  # SSE-1.4
N_MOVE, N_ATTACK, N_RECRUIT, N_HARVEST = range(4)
RESOURCES = ("food", "bushido")
FOOD, BUSHIDO = range(2)
FEATURES = ("capital", "resource", "shrine")
MOUNTAIN_TOKENS = (  # SSE-10.2.5
    "ambush",
    "mercenaries",
    "bushido-master",
    "highland-farms",
    "independent-tribe",
    "journey",
)
AMBUSH, MERCENARIES, MASTER, FARMS, TRIBE, JOURNEY = range(6)
IMPROVEMENTS = ("recruit_second", "move_2_or_3_third", "ship", "attack_second")
TILES = ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b")  # SSE-10.1.5
ERA_STEPS = (  # SSE-8.1
    "full-harvest",
    "cleanup",
    "influence",
    "region-bonus",
    "shrines",
    "destiny",
    "turn-order",
)
NOTHING = -1


def ids(items: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(item["id"] for item in items)


def pieces_of(data: Mapping[str, Any]) -> dict[str, int]:
    return {key: n for key, n in data["sacred_shrines"].items() if key != "scale"}


def neighbours(
    data: Mapping[str, Any], index: Mapping[str, int]
) -> tuple[tuple[int, ...], ...]:
    """Land borders and sea links count alike, in both directions. [SSE-2.5, SSE-2.6]"""
    found: list[set[int]] = [set() for _ in index]
    for one, two in pairs(data):
        found[index[one]].add(index[two])
        found[index[two]].add(index[one])
    return tuple(tuple(sorted(around)) for around in found)


def pairs(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    borders = data["adjacency"]
    return [(one, two) for one, two in (*borders["land"], *borders["sea"])]

"""Views made by hand: an opening, a busy table, all variants, the end."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from engine.contract import View
from engine.small_samurai_empires.map import BOARD

COLOURS = ["red", "blue", "green", "yellow"]
NEUTRALS = {
    "grey": ("recruit", "move", "harvest"),
    "orange": ("attack", "move", "recruit"),
    "teal": ("harvest", "attack", "move"),
    "violet": ("harvest", "attack", "recruit"),
}
HAND = {
    "recruit": 2,
    "move-3": 1,
    "move-2-or-3": 2,
    "move-2-or-ship": 1,
    "attack": 2,
    "harvest": 2,
    "castle": 1,
}


def control_of(armies: list[int], castles: list[int]) -> int | None:
    """[SSE-2.11]"""
    power = [men + 2 * keeps for men, keeps in zip(armies, castles, strict=True)]
    best = max(power)
    return power.index(best) if best and power.count(best) == 1 else None


def place(province: str, seats: int, at: int) -> dict[str, Any]:
    features = BOARD.provinces[province].features
    men = [2 * ("capital" in features)] * seats
    return {
        "armies": men,
        "castles": [0] * seats,
        "seed": ("food", "bushido")[at % 2] if "resource" in features else None,
        "shrine": "plain" if "shrine" in features else None,
        "control": None,
    }


def opening(seats: int = 4, you: int | None = 0) -> View:
    """Era 1, before anybody has chosen a card. [SSE-3]"""
    return {
        "game": "small_samurai_empires",
        "you": you,
        "edition": "archona-2019",
        "variants": [],
        "board": "reconstruction-1",
        "seats": seats,
        "era": 1,
        "round": 1,
        "phase": "destiny",
        "active": None,
        "slot": None,
        "turn_track": [*range(1, seats), 0],
        "colours": COLOURS[:seats],
        "provinces": {
            of: place(of, seats, at) for at, of in enumerate(BOARD.provinces)
        },
        "slots": {
            of.id: {"neutral": NEUTRALS[of.region][int(of.id[-1]) - 1], "tokens": []}
            for of in BOARD.slots.values()
        },
        "hand": None if you is None else dict(HAND),
        "hand_counts": [11] * seats,
        "food": [2] * seats,
        "bushido": [2] * seats,
        "supply": {
            "armies": [8] * seats,
            "castles": [3] * seats,
            "food": 30 - 2 * seats,
            "bushido": 30 - 2 * seats,
        },
        "destiny": {
            "shown": dict.fromkeys(BOARD.regions, 0),
            "hand": None if you is None else ["grey", "orange", "orange"],
            "hand_counts": [3] * seats,
            "chosen": [False, True, False, True][:seats],
            "choice": None,
            "deck": 20 - 3 * seats,
        },
        "influence": [[0, 0, 0, 0] for _ in range(seats)],
        "score": [0] * seats,
        "agenda": None,
        "mountains": None,
        "left": [],
        "over": "",
        "standings": standings([0] * seats),
    }


def standings(score: list[int]) -> list[dict[str, int]]:
    return [
        {"seat": seat, "place": 1 + sum(p > points for p in score), "points": points}
        for seat, points in enumerate(score)
    ]


# Armies of red, blue, green and yellow in the middle of a match.
CROWD = {
    "satsuma": (0, 0, 3, 0),
    "chikuzen": (1, 0, 2, 1),
    "tosa": (0, 2, 0, 0),
    "sanuki": (1, 1, 0, 0),
    "aki": (2, 2, 1, 1),
    "izumo": (0, 0, 0, 2),
    "harima": (2, 0, 0, 1),
    "yamashiro": (1, 2, 1, 2),
    "kii": (0, 3, 0, 0),
    "echizen": (3, 1, 0, 0),
    "owari": (0, 1, 2, 0),
    "shinano": (2, 0, 0, 2),
    "suruga": (0, 1, 0, 1),
    "musashi": (0, 0, 3, 1),
    "echigo": (1, 0, 0, 0),
    "hitachi": (0, 0, 1, 0),
    "aizu": (2, 1, 1, 0),
    "dewa": (0, 0, 0, 1),
    "mutsu": (0, 1, 0, 3),
    "oshima": (0, 1, 1, 0),
    "ishikari": (1, 0, 0, 1),
    "hidaka": (0, 0, 1, 0),
    "kitami": (0, 0, 0, 0),
}
KEEPS = {
    "aki": (1, 0, 0, 0),
    "kii": (0, 1, 0, 0),
    "musashi": (0, 0, 1, 0),
    "mutsu": (0, 0, 0, 1),
    "hidaka": (0, 0, 1, 0),
    "harima": (0, 0, 0, 1),
}
LAID: dict[str, list[tuple[int, str, bool]]] = {
    "grey-1": [(0, "recruit", True), (2, "attack", False)],
    "grey-2": [(1, "move-2-or-ship", True)],
    "grey-3": [(2, "harvest", True)],
    "orange-1": [(3, "attack", True), (0, "castle", True)],
    "orange-2": [(1, "move-3", True), (3, "move-2-or-3", False)],
    "orange-3": [(0, "move-2-or-3", True)],
    "teal-1": [(2, "castle", True), (2, "recruit", False)],
    "teal-2": [(3, "attack", True)],
    "teal-3": [(0, "move-2-or-ship", True), (1, "harvest", True)],
    "violet-1": [(1, "harvest", True)],
    "violet-2": [(2, "move-3", True)],
    "violet-3": [(3, "recruit", True), (0, "move-2-or-3", True)],
}


def busy(seats: int = 4, you: int | None = 0) -> View:
    """Era 2, round 2, half resolved: the next slot is orange-2. [SSE-7.4]"""
    view = opening(seats, you) | {
        "era": 2,
        "round": 2,
        "phase": "resolution",
        "active": seats - 1,
        "slot": "orange-2",
        "turn_track": list(range(seats))[::-1],
        "hand_counts": [5, 6, 6, 6][:seats],
        "food": [3, 0, 12, 1][:seats],
        "bushido": [1, 4, 0, 10][:seats],
        "influence": [[3, 5, 1, 0], [2, 5, 0, 1], [4, 1, 11, 2], [3, 2, 4, 2]][:seats],
        "score": [23, 21, 9, 21][:seats],
        "standings": standings([23, 21, 9, 21][:seats]),
    }
    for province, there in view["provinces"].items():
        there["armies"] = list(CROWD[province][:seats])
        there["castles"] = list(KEEPS.get(province, (0, 0, 0, 0))[:seats])
        there["control"] = control_of(there["armies"], there["castles"])
    for slot, tokens in LAID.items():
        view["slots"][slot]["tokens"] = [
            {"seat": s, "kind": kind if up or s == you else None, "up": up}
            for s, kind, up in tokens
            if s < seats
        ]
    count_pieces(view)
    view["destiny"] |= {
        "shown": {"grey": 2, "orange": 4, "teal": 1, "violet": 1},
        "hand": None if you is None else ["teal", "violet"],
        "hand_counts": [2] * seats,
        "chosen": [False] * seats,
        "deck": 4,
    }
    if you is not None:
        view["hand"] = HAND | {"recruit": 1, "move-2-or-3": 0, "castle": 0}
    return view


def count_pieces(view: View) -> None:
    places = view["provinces"].values()
    for seat in range(view["seats"]):
        men = sum(there["armies"][seat] for there in places)
        keeps = sum(there["castles"][seat] for there in places)
        view["supply"]["armies"][seat] = max(0, 16 - men)
        view["supply"]["castles"][seat] = max(0, 3 - keeps)


def variants(seats: int = 4, you: int | None = 1) -> View:
    """The busy table with every variant of the sheet. [SSE-10]"""
    view = busy(seats, you)
    view["variants"] = ["agenda", "mountain", "shrines", "random-neutral"]
    view["edition"] = "crowd-games"
    view["agenda"] = {
        "grey": {"tile": "3b", "done": [0, 2][: seats - 1]},
        "orange": {"tile": "1a", "done": []},
        "teal": {"tile": "4a", "done": list(range(seats))},
        "violet": {"tile": "2b", "done": [1]},
    }
    view["mountains"] = dict.fromkeys(BOARD.mountains, "down") | {
        "fuji": "gone",
        "daisetsu": "gone",
    }
    gates = iter(("brown", "black", "white", "brown", "black", "white", "brown"))
    for there in view["provinces"].values():
        there["shrine"] = next(gates) if there["shrine"] else None
    view["slots"]["grey-1"]["neutral"] = "attack"
    return view


def crowded(seats: int = 4, you: int | None = None) -> View:
    """More than any match can hold: everybody everywhere, castles and all."""
    view = variants(seats, you)
    for there in view["provinces"].values():
        there["armies"] = [10, 3, 12, 1][:seats]
        there["castles"] = [1, 0, 1, 1][:seats]
        there["control"] = seats - 1
    return view


def choosing(seats: int = 4, you: int | None = 0) -> View:
    """All choose a card; seat 0 has chosen, seat 1 has left. [SSE-4.2.1]"""
    view = opening(seats, you)
    view["destiny"] |= {"chosen": [True] + [False] * (seats - 1), "choice": "orange"}
    return view | {"left": [1], "food": [2] + [None] * (seats - 1)}


def over(seats: int = 4, you: int | None = 0) -> View:
    score = [61, 58, 74, 61][:seats]
    view = variants(seats, you) | {
        "era": 3,
        "phase": "over",
        "active": None,
        "slot": None,
        "over": "played",
        "left": [1],
        "score": score,
        "standings": standings(score),
    }
    for slot in view["slots"].values():
        slot["tokens"] = []
    return view


VIEWS: dict[str, Callable[..., View]] = {
    "opening": opening,
    "choosing": choosing,
    "busy": busy,
    "variants": variants,
    "crowded": crowded,
    "over": over,
}


def copy(view: View) -> View:
    return deepcopy(view)

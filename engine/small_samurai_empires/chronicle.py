"""How a match stands, for booklets: by phases, provinces, influence and armies."""

from __future__ import annotations

from engine.chronicle import Chapter, Chronicle
from engine.contract import View
from engine.small_samurai_empires.map import map_of
from engine.small_samurai_empires.scene import COLOURS


def chronicle(view: View) -> Chronicle:
    """Two chapters a round: the orders are laid, the orders are carried out. [SSE-4]"""
    phase = "placement" if view["phase"] == "destiny" else view["phase"]
    provinces = view["provinces"].values()
    seats, held = range(view["seats"]), [p["control"] for p in provinces]
    return Chronicle(
        chapter=Chapter(phase, {"era": view["era"], "round": view["round"]}),
        points=view["score"],
        measures={
            "provinces": [held.count(seat) for seat in seats],
            "influence": [sum(tracks) for tracks in view["influence"]],
            "armies": [sum(p["armies"][seat] for p in provinces) for seat in seats],
        },
        houses=[COLOURS[colour] for colour in view["colours"]],
        parts={"influence": influence(view)},
    )


def influence(view: View) -> dict[str, list[int]]:
    """By region and seat, where anybody has any."""
    regions = map_of(view).regions
    tracks = zip(*view["influence"], strict=True)
    return {
        region: list(track)
        for region, track in zip(regions, tracks, strict=True)
        if any(track)
    }

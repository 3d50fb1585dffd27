"""How a match stands, for booklets: by seasons, provinces, buildings and armies."""

from __future__ import annotations

from engine.chronicle import Chapter, Chronicle
from engine.contract import View
from engine.shogun.board import BOARD
from engine.shogun.map import chart_of
from engine.shogun.names import HOUSES


def chronicle(view: View) -> Chronicle:
    """The draft, then a chapter for each season; the last winter ends it. [SHO-1.7]"""
    seats, held = range(view["seats"]), list(view["provinces"].values())
    owned = [[there for there in held if there["owner"] == seat] for seat in seats]
    return Chronicle(
        chapter=chapter(view),
        points=view["points"],
        measures={
            "provinces": [len(of) for of in owned],
            "buildings": [sum(len(p["buildings"]) for p in of) for of in owned],
            "armies": [sum(p["armies"] for p in of) for of in owned],
            "chests": view["chests"],
        },
        houses=list(HOUSES[: view["seats"]]),
        parts={"provinces": by_region(view)},
    )


def chapter(view: View) -> Chapter:
    if view["phase"] == "draft":
        return Chapter("draft", {})
    return Chapter(str(view["season"]), {"year": view["year"]})


def by_region(view: View) -> dict[str, list[int]]:
    """By region and seat, where anybody owns a province."""
    chart, provinces = chart_of(view), view["provinces"]
    counts = {
        region: [
            sum(provinces[of]["owner"] == seat for of in chart.of_region(region))
            for seat in range(view["seats"])
        ]
        for region in BOARD.regions
    }
    return {region: track for region, track in counts.items() if any(track)}

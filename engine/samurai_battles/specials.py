"""The special rules of a scenario, in words. [SB-15.9]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.samurai_battles.box import ARMIES
from engine.samurai_battles.scene import Scene

Switch = Mapping[str, Any]


def specials(scene: Scene) -> list[str]:
    """A sentence for each switch that is set."""
    found: Switch = scene.scenario["special"]
    told = [
        tell(scene, found[name]) for name, tell in TELLERS.items() if found.get(name)
    ]
    return told + [victory_hexes(scene, one) for one in found.get("victory_hexes", ())]


def army(scene: Scene, word: str) -> str:
    """Red and yellow by the names that the scenario gives them."""
    if word not in ARMIES:
        return str(scene.words["both"])
    return scene.army(ARMIES.index(word))


def river_fordable(scene: Scene, _: bool) -> str:
    return str(scene.words["specials"]["river_fordable"])


def hand_growth(scene: Scene, switch: Switch) -> str:
    """SB-15.3"""
    return str(
        scene.words["specials"]["hand_growth"].format(
            army=army(scene, switch["army"]),
            extra=scene.counted("command_count", switch["extra_draw_per_own_turn"]),
            turn=switch["from_own_turn"],
            most=switch["until_command_size"],
        )
    )


def banner_for_order_one(scene: Scene, switch: Switch) -> str:
    """SB-15.4"""
    key = "banner_not_final" if switch["not_final"] else "banner_for_order_one"
    cards = ", ".join(scene.card(card) for card in switch["cards"])
    words = scene.words["specials"]
    return str(words[key].format(army=army(scene, switch["army"]), cards=cards))


def wavering_group(scene: Scene, switch: Switch) -> str:
    """SB-15.5"""
    return str(
        scene.words["specials"]["wavering_group"].format(
            hexes=", ".join(switch["hexes"]),
            face=scene.face(switch["face"]),
            turn=switch["from_own_turn"],
            red=switch["dice"]["red"],
            yellow=switch["dice"]["yellow"],
            first=army(scene, "red"),
            second=army(scene, "yellow"),
        )
    )


def victory_hexes(scene: Scene, switch: Switch) -> str:
    """SB-15.11"""
    key = "victory_hexes_keep" if switch["keep"] else "victory_hexes"
    return str(
        scene.words["specials"][key].format(
            army=army(scene, switch["army"]),
            banners=scene.counted("banner_count", switch["banners"]),
            need=switch.get("need", len(switch["hexes"])),
            hexes=", ".join(switch["hexes"]),
        )
    )


TELLERS: Mapping[str, Callable[[Scene, Any], str]] = {
    "river_fordable": river_fordable,
    "hand_growth": hand_growth,
    "banner_for_order_one": banner_for_order_one,
    "wavering_group": wavering_group,
}

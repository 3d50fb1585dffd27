"""The hexes as spots, with those who stand on them."""

from __future__ import annotations

from engine.drawing import spot
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.picture.field import name_shown, pointed
from engine.samurai_battles.picture.units import (
    leader_badge,
    leader_piece,
    unit_piece,
)
from engine.samurai_battles.scene import FACING, Scene


def hexes(scene: Scene) -> str:
    return "".join(pointed(name, standing(scene, name)) for name in NAMES)


def names_again(scene: Scene) -> str:
    """Once more above pieces and arrows, where these may hide them."""
    crossed = {name for mark in scene.marks for name in mark.path}
    shown = (name for name in NAMES if name in crossed or name in scene.units)
    return "".join(name_shown(name, scene.ground.get(name, "plain")) for name in shown)


def standing(scene: Scene, name: str) -> str:
    """A unit, a leader with it or alone, each by its kind. [SB-10.1]"""
    unit, leader = scene.units.get(name), scene.leaders.get(name)
    drawn = ""
    if unit:
        drawn = unit_piece(
            scene.piece_colour(unit),
            FACING[unit.seat],
            unit.type,
            unit.kind.symbol,
            unit.figures,
            unit.kind.figures,
            unit.state,
        )
    if leader is None:
        return drawn
    colour = scene.piece_colour(leader)
    if unit:
        badge = leader_badge(colour, leader.type, leader.state)
    else:
        badge = leader_piece(colour, FACING[leader.seat], leader.type, leader.state)
    return drawn + spot("leader", badge)

"""What the battle looks like to whoever has the view. [SB-3.2]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Picture, View
from engine.samurai_battles.board_text import board_prose, board_text, secrets
from engine.samurai_battles.picture import board_svg, legend_svg
from engine.samurai_battles.scene import scene_of


def render(view: View, language: str = "en", names: Sequence[str] = ()) -> Picture:
    """The battle as text, SVG and prose, as far as the view knows it. [SB-3.2]"""
    scene = scene_of(view, language, names)
    prose, own = board_prose(scene), "\n".join(secrets(scene))
    return Picture(board_text(scene), board_svg(scene, prose), prose, own)


def legend(view: View, language: str = "en") -> str:
    """What the signs of the field mean, as SVG."""
    return legend_svg(scene_of(view, language, ()))

"""The whole state as plain JSON, and back; also from what a person wrote by hand."""

from engine.small_samurai_empires.positions.reading import from_position
from engine.small_samurai_empires.positions.writing import position

__all__ = ["from_position", "position"]

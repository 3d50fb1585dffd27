"""The whole state as plain JSON, and back; also from what a person wrote by hand."""

from engine.small_samurai_empires.positions.reading import from_position
from engine.small_samurai_empires.positions.writing import agreed, position

__all__ = ["agreed", "from_position", "position"]

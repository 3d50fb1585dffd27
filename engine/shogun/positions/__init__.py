"""Positions: the whole state as plain JSON, and back. [SHO-1.4, SHO-1.5]"""

from engine.shogun.positions.reading import from_position
from engine.shogun.positions.writing import agreed, position

__all__ = ["agreed", "from_position", "position"]

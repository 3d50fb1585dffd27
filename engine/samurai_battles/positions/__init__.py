"""The whole state as plain JSON, and back. [SB-17.11]"""

from engine.samurai_battles.positions.reading import from_position
from engine.samurai_battles.positions.writing import agreed, position

__all__ = ["agreed", "from_position", "position"]

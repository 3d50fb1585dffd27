"""Samurai games as pure rules: no Django, no network, playable from a prompt."""

from engine.match import Match
from engine.registry import game, games

__all__ = ["Match", "game", "games"]

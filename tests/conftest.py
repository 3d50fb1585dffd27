"""The toy game is registered like any other: by a folder."""

from pathlib import Path

from engine.registry import register

register(Path(__file__).parent, "tests")

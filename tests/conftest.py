"""The toy game is registered like any other: by a folder."""

from pathlib import Path

from hypothesis import settings

from engine.registry import register

register(Path(__file__).parent, "tests")
settings.register_profile("patient", deadline=None)  # no test asserts a time
settings.load_profile("patient")

"""Loads views and games before the first request of a web process."""

from __future__ import annotations

import gc

from django.urls import reverse

from engine.registry import game, games


def load_all() -> None:
    """Load views and games, and keep the garbage collector away from them.

    It would go through all of them now and then: 130 ms in the middle of a page.
    """
    reverse("start")  # imports every view
    for name in games():
        game(name)
    gc.collect()
    gc.freeze()

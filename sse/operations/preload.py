"""What a process of the web loads once, before its first request."""

from __future__ import annotations

import gc

from django.urls import reverse

from engine.registry import game, games


def load_all() -> None:
    """Views and games; from then on the garbage collector leaves them alone.

    It would go through all of them now and then: 130 ms in the middle of a page.
    """
    reverse("start")  # imports every view
    for name in games():
        game(name)
    gc.collect()
    gc.freeze()

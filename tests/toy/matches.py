"""Whole matches of the toy, for tests of what becomes of them."""

from __future__ import annotations

from engine.match import Match


def windy_match() -> Match:
    """A finished match with wind: Aki takes gold in both rounds. [TOY-10]"""
    choices = {"wind": "yes", "rounds": "2"}
    match = Match("toy", ["Aki", "Botan"], choices, seed="05" * 32)
    for lantern in "54":
        match.write(1, "pick 1 or 2")
        match.write(0, f"pick {lantern}; take gold")
    return match

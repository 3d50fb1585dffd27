"""What the board looks like to whoever has the view. [SSE-13.2]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.contract import Picture, View
from engine.small_samurai_empires.board_text import (
    board_prose,
    board_text,
    secrets,
)
from engine.small_samurai_empires.map import Board, map_of
from engine.small_samurai_empires.picture import board_svg, legend_svg
from engine.small_samurai_empires.plans.writing import as_written, in_language
from engine.small_samurai_empires.scene import (
    board_words,
    mountain_name,
    province_name,
    region_name,
    scene_of,
    slot_name,
)

# Kinds of values that are looked up in tables of words, the first that has them.
TABLES = {
    "kind": ("kinds",),
    "neutral": ("neutrals",),
    "action": ("neutrals",),
    "token": ("kinds", "mountain_tokens"),
    "effect": ("mountain_tokens",),
    "tile": ("tiles",),
    "colour": ("colours", "shrines"),
    "resource": ("resources",),
    "seed": ("resources",),
    "shrine": ("shrines",),
    "phase": ("phases",),
    "decree": ("decrees",),
    "edition": ("editions",),
    "variant": ("variants",),
    "verb": ("neutrals", "kinds"),
    "wanted": ("neutrals", "kinds"),
}


def render(view: View, language: str = "en", names: Sequence[str] = ()) -> Picture:
    """The board as text, SVG and prose, as far as the view knows it. [SSE-13.2]"""
    scene = scene_of(view, language, names)
    prose, own = board_prose(scene), "\n".join(secrets(scene))
    return Picture(board_text(scene), board_svg(scene, prose), prose, own)


def legend(view: View, language: str = "en") -> str:
    """What the signs of the map mean, as SVG. [SSE-13.2]"""
    return legend_svg(scene_of(view, language, ()))


def label(view: View, kind: str, value: Any, language: str = "en") -> str:
    """What a value in an event is called in the reader's language. [SSE-14]"""
    if isinstance(value, list | tuple):
        one = SINGLE.get(kind, kind)
        return ", ".join(label(view, one, item, language) for item in value)
    if kind in ORDERS:
        return in_language(as_written(str(value), view["point"]), language)
    if kind == "spot":
        return spot_label(view, str(value), language)
    if kind == "plan":
        return plan_line(str(value), language)
    if kind == "span":
        return span_name(str(value), language)
    word, words = str(value), board_words(language)
    for table in TABLES.get(kind, ()):
        if word in words[table]:
            return str(words[table][word])
    if kind not in PLACES:
        return word
    (table_name, named), board = PLACES[kind], map_of(view)
    return named(board, word, language) if word in getattr(board, table_name) else word


SPOTS = ("province", "slot", "region", "mountain", "kind", "colour")


def spot_label(view: View, path: str, language: str) -> str:
    """What one points at, the outer before the inner: a colour in a province."""
    return ", ".join(piece_label(view, word, language) for word in path.split())


def piece_label(view: View, word: str, language: str) -> str:
    """Every word of the board has one meaning: the first kind that knows it."""
    called = (label(view, kind, word, language) for kind in SPOTS)
    return next((name for name in called if name != word), word)


ORDERS = ("order", "statement")  # texts of the order language, in the reader's words


def plan_line(line: str, language: str) -> str:
    """A kept order and when it will be used; what is under way says itself."""
    head, _, text = line.partition(": ")
    word, _, phase = head.partition(" ")
    order = in_language(text, language)
    if word not in ("place", "resolve"):
        return order if word == "destiny" else ""
    era, round = phase.split(".")
    return f"{order} ({board_words(language)['when'].format(era=era, round=round)})"


def span_name(span: str, language: str) -> str:
    """“Era 1, round 2: placing orders”, of `era 1 round 2 placement`."""
    words, parts = board_words(language), span.split()
    if len(parts) != 5:
        return span
    when = words["when"].format(era=parts[1], round=parts[3])
    return f"{when}: {words['phases'].get(parts[4], parts[4])}"


SINGLE = {"cards": "region", "provinces": "province"}


def region_label(board: Board, region: str, language: str) -> str:
    """“Kinai (orange)”: by its name and by the word for orders."""
    colour = board_words(language)["region_colours"].get(region, region)
    return f"{region_name(board, region, language)} ({colour})"


Named = tuple[str, Callable[[Board, str, str], str]]
PLACES: dict[str, Named] = {
    "province": ("provinces", province_name),
    "origin": ("provinces", province_name),
    "region": ("regions", region_label),
    "slot": ("slots", slot_name),
    "mountain": ("mountains", mountain_name),
}

"""What the board looks like to whoever has the view, and what its parts are called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.contract import Picture, View
from engine.shogun.board import BOARD
from engine.shogun.board_prose import board_prose
from engine.shogun.board_text import board_text, secrets
from engine.shogun.names import FARMERS, HOUSES, event_name, name, tables
from engine.shogun.picture import board_svg, legend_svg
from engine.shogun.plans.writing import in_language, plan_line
from engine.shogun.scene import board_words, scene_of, season_word


def render(view: View, language: str = "en", names: Sequence[str] = ()) -> Picture:
    """The board as text, SVG and prose, as far as the view knows it. [SHO-1.5]"""
    scene = scene_of(view, language, names)
    prose, own = board_prose(scene), "\n".join(secrets(scene))
    return Picture(board_text(scene), board_svg(scene, prose), prose, own)


def legend(view: View, language: str = "en") -> str:
    """What the signs of the board mean, as SVG."""
    return legend_svg(scene_of(view, language, ()))


# ----------------------------------------------------------------- values of events

# Fields whose values the board file names, and the table of their names.
TABLES = {
    "province": "province",
    "origin": "province",
    "region": "region",
    "action": "action",
    "slot": "slot",
    "special": "special",
    "kind": "event_kind",
    "building": "building",
    "stage": "stage",
    "colour": "colour",
    "side": "side",
    "mode": "mode",
    "expansion": "expansion",
}
# Fields whose values the words of the board name.
WORDS = {
    "reaction": "decisions",
    "point": "decisions",
    "covered": "phases",
    "phase": "phases",
    "bonus": "bonuses",
}
SINGLE = {  # what one item of a list is
    "provinces": "province",
    "regions": "region",
    "actions": "action",
    "slots": "slot",
    "specials": "special",
    "events": "event",
    "reactions": "reaction",
    "spans": "covered",
}
CUBES = ("dropped", "fallen", "inside", "tray")
ORDERS = ("order", "statement")  # texts of the order language, in the reader's words


def label(view: View, kind: str, value: Any, language: str = "en") -> str:
    """What a value in an event is called in the reader's language. [SHO-2.11]"""
    if kind in CUBES and isinstance(value, list | tuple):
        return cubes(value, language)
    if isinstance(value, list | tuple):
        one = SINGLE.get(kind, kind)
        said = [label(view, one, item, language) for item in value]
        return ", ".join(said) or str(board_words(language)["none"])
    word = str(value)
    if kind in TABLES:
        return name(TABLES[kind], word, language)
    if kind in WORDS:
        return str(board_words(language)[WORDS[kind]].get(word, word))
    other = OTHERS.get(kind)
    return other(view, word, language) if other else word


def cubes(counts: Sequence[int], language: str) -> str:
    """`●3 ■2 ▲1`: a throw by the signs of the seats, farmers last. [SHO-18.7]"""
    *seats, farmers = counts
    found = [f"{HOUSES[s].sign}{count}" for s, count in enumerate(seats) if count]
    found += [f"{FARMERS.sign}{farmers}"] if farmers else []
    return " ".join(found) or str(board_words(language)["nothing"])


def card_label(view: View, card: str, language: str) -> str:
    """A card of a planning board, in a sentence: a province, a bluff, a bid."""
    if card in BOARD.index:
        return name("province", card, language)
    return str(board_words(language)["card_told"].get(card, card))


def favour_label(view: View, number: str, language: str) -> str:
    """“21 (Free castle)”."""
    if number not in tables()["favour"]:
        return number
    return f"{number} ({name('favour', number, language)})"


def event_label(view: View, event: str, language: str) -> str:
    return event_name(event, language) if event in BOARD.event_index else event


def season_label(view: View, season: str, language: str) -> str:
    return season_word(season, language)


def span_label(view: View, span: str, language: str) -> str:
    """“Year 1, spring: planning”, of `Y1 spring planning`. [SHO-18.8]"""
    titles, (first, *rest) = board_words(language)["spans"], span.split(" ")
    if first == "draft" and rest:
        return str(titles["draft"]).format(number=rest[0])
    if not rest or rest[-1] not in titles:
        return span
    season = season_word(rest[0], language)
    return str(titles[rest[-1]]).format(year=first.removeprefix("Y"), season=season)


# ------------------------------------------------------------- what one points at


def spot_label(view: View, path: str, language: str) -> str:
    """The outer before the inner: an office, a favour, a slot, a province."""
    outer, *inner = path.split(" ")
    if not inner:
        return piece_label(outer, language)
    said = SPOTS.get(outer)
    if said is None:
        return ", ".join(piece_label(word, language) for word in (outer, *inner))
    return said(view, inner[0], language)


def piece_label(word: str, language: str) -> str:
    """A province with its code, a slot, a player's colour, a part of the board."""
    if word in BOARD.index:
        return f"{name('province', word, language)} ({word})"
    if word in BOARD.slot_index:
        return name("slot", word, language)
    if word in tables()["colour"]:
        return name("colour", word, language)
    return str(board_words(language)["parts"].get(word, word))


def special_spot(view: View, word: str, language: str) -> str:
    part = board_words(language)["parts"]["special"]
    return f"{part}: {name('special', word, language)}"


def favour_spot(view: View, word: str, language: str) -> str:
    part = board_words(language)["parts"]["favour"]
    return f"{part} {favour_label(view, word, language)}"


def office_spot(view: View, word: str, language: str) -> str:
    return f"{board_words(language)['parts']['office']} {word}"


def draft_spot(view: View, word: str, language: str) -> str:
    return piece_label(word, language)


Said = Callable[[View, str, str], str]
SPOTS: dict[str, Said] = {
    "special": special_spot,
    "favour": favour_spot,
    "office": office_spot,
    "draft": draft_spot,
}
OTHERS: dict[str, Said] = {
    "card": card_label,
    "favour": favour_label,
    "event": event_label,
    "office_tile": office_spot,
    "season": season_label,
    "span": span_label,
    "spot": spot_label,
    "plan": lambda view, line, language: plan_line(line, language),
    **{
        kind: lambda view, text, language: in_language(text, language)
        for kind in ORDERS
    },
}

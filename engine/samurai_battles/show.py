"""What the battle looks like to whoever has the view. [SB-3.2]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.contract import Picture, View
from engine.samurai_battles.board_text import (
    board_prose,
    board_text,
    piece_said,
    secrets,
)
from engine.samurai_battles.box import ARMIES, FACES
from engine.samurai_battles.cards import COMMAND, DRAGON, WINDOW
from engine.samurai_battles.hexes import INDEX
from engine.samurai_battles.picture import board_svg, legend_svg
from engine.samurai_battles.plans.writing import as_written
from engine.samurai_battles.plans.writing import in_language as in_words
from engine.samurai_battles.scene import (
    NAMED,
    Scene,
    board_words,
    card_name,
    in_language,
    inside,
    leader_kind,
    named,
    scene_of,
    terrain_name,
    unit_name,
)
from engine.samurai_battles.terrain import TERRAIN_INDEX
from engine.samurai_battles.units import LEADER_INDEX, UNIT_INDEX

Named = Callable[[View, str, str], str]


def render(view: View, language: str = "en", names: Sequence[str] = ()) -> Picture:
    """The battle as text, SVG and prose, as far as the view knows it. [SB-3.2]"""
    scene = scene_of(view, language, names)
    prose, own = board_prose(scene), "\n".join(secrets(scene))
    return Picture(board_text(scene), board_svg(scene, prose), prose, own)


def legend(view: View, language: str = "en") -> str:
    """What the signs of the field mean, as SVG."""
    return legend_svg(scene_of(view, language, ()))


# ---------------------------------------------------------------------------- labels


def label(view: View, kind: str, value: Any, language: str = "en") -> str:
    """What a value in an event is called in the reader's language. [SB-18.2]"""
    if isinstance(value, list | tuple):
        one = SINGLE.get(kind, kind)
        return ", ".join(label(view, one, item, language) for item in value)
    word = str(value)
    if kind in ORDERS:
        return in_words(as_written(word), language)
    return LABELS[kind](view, word, language) if kind in LABELS else word


ORDERS = ("order", "statement", "step")  # texts of the order language
SINGLE = {"cards": "card", "hexes": "hex", "units": "unit", "leaders": "leader"}


def card_label(view: View, card: str, language: str) -> str:
    return card_name(card, language)


def unit_label(view: View, kind: str, language: str) -> str:
    return unit_name(kind, language) if kind in UNIT_INDEX else kind


def leader_label(view: View, leader: str, language: str) -> str:
    """By his own name, or by what kind of leader he is."""
    if leader in LEADER_INDEX:
        return leader_kind(leader, language)
    names = view["scenario"]["leaders"].get(leader)
    return in_language(names, language) if names else leader


def terrain_label(view: View, kind: str, language: str) -> str:
    return terrain_name(kind, language) if kind in TERRAIN_INDEX else kind


def faces_label(view: View, faces: str, language: str) -> str:
    """“swords, flag, triangle”, as they fell."""
    found = [face_label(view, face, language) for face in faces.split()]
    return ", ".join(found) or "–"


def face_label(view: View, face: str, language: str) -> str:
    return inside(named("face", face, language), language) if face in FACES else face


def data_label(kind: str) -> Named:
    """A name of the data file: of sections, armies, banners …"""

    def labelled(view: View, key: str, language: str) -> str:
        return named(kind, key, language) if key in NAMED[kind] else key

    return labelled


def word_label(table: str) -> Named:
    """A word of the board."""

    def labelled(view: View, key: str, language: str) -> str:
        return str(board_words(language)[table].get(key, key))

    return labelled


def army_label(view: View, word: str, language: str) -> str:
    """By the name that the scenario gives it."""
    if word not in ARMIES:
        return word
    names = view["scenario"]["armies"][ARMIES.index(word)]
    return in_language(names, language)


def window_label(view: View, window: str, language: str) -> str:
    if window not in WINDOW:
        return window
    return in_language(WINDOW[window].name, language)


def scenario_label(view: View, slug: str, language: str) -> str:
    """The battle that is fought; another one keeps its key."""
    scenario: Mapping[str, Any] = view["scenario"]
    if slug not in (scenario["id"], scenario["slug"]):
        return slug
    return in_language(scenario["title"], language)


def span_label(view: View, span: str, language: str) -> str:
    """“Turn 7”, of `turn 7`."""
    word, _, number = span.partition(" ")
    if word != "turn" or not number.isdigit():
        return span
    return str(board_words(language)["turn"].format(turn=number))


def plan_label(view: View, line: str, language: str) -> str:
    """A kept line, with its turn if that is still to come; notes are not shown."""
    head, _, text = line.partition(": ")
    kind, _, rest = head.partition(" ")
    if kind not in ("react", "prefer", "turn", "step", "now", "doing"):
        return ""
    order, turn = in_words(as_written(text), language), rest.partition(" ")[0]
    if not turn or int(turn) <= view["turn"]:
        return order
    return f"{order} ({span_label(view, f'turn {turn}', language)})"


# ----------------------------------------------------------------------------- spots


def spot_label(view: View, path: str, language: str) -> str:
    """What one points at, and on a hex who stands there."""
    scene = scene_of(view, language, ())
    outer, *inner = path.split()
    if outer in INDEX:
        return leader_spot(scene, outer) if inner else hex_spot(scene, outer)
    return ", ".join(thing_spot(view, word, language) for word in path.split())


def hex_spot(scene: Scene, name: str) -> str:
    """“D4: forest”, “C6: red, Ashigaru with yari, 4 of 4 …”."""
    piece = scene.units.get(name) or scene.leaders.get(name)
    if piece:
        army = scene.colour_name(piece.seat).lower()
        return f"{name}: {army}, {', '.join(piece_said(scene, name))}"
    kind = scene.ground.get(name)
    return f"{name}: {scene.terrain_inside(kind)}" if kind else name


def leader_spot(scene: Scene, name: str) -> str:
    leader = scene.leaders.get(name)
    return f"{name}: {scene.leader_name(leader)}" if leader else name


def thing_spot(view: View, word: str, language: str) -> str:
    """Cards, armies, dice, and what one can draw."""
    if word in COMMAND or word in DRAGON:
        return card_name(word, language)
    if word in ARMIES:
        return named("army", word, language)
    if word in FACES:
        return named("face", word, language)
    return str(board_words(language)["spots"].get(word, word))


LABELS: Mapping[str, Named] = {
    "card": card_label,
    "other_card": card_label,
    "copied": card_label,
    "unit": unit_label,
    "target_unit": unit_label,
    "leader": leader_label,
    "target_leader": leader_label,
    "terrain": terrain_label,
    "face": face_label,
    "faces": faces_label,
    "class": data_label("class"),
    "section": data_label("section"),
    "what": data_label("banner"),
    "colour": data_label("army"),
    "army": army_label,
    "window": window_label,
    "scenario": scenario_label,
    "phase": word_label("phases"),
    "roll": word_label("rolls"),
    "span": span_label,
    "plan": plan_label,
    "spot": spot_label,
}

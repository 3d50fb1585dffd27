"""The draft, the palace and the Dajokan board as text of 72 columns. [SHO-3, 12, 15]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.drawing import COLUMNS, columns, rule, wrap
from engine.scene import JOINED, in_lines
from engine.shogun.board import BOARD
from engine.shogun.scene import Scene

NONE = "·"
INDENT = "  "


def draft(scene: Scene) -> list[str]:
    """Open cards, the deck, what each has to place yet. [SHO-3.4]"""
    shown = scene.view["draft"]
    if shown is None:
        return []
    words = scene.words
    offered = ", ".join(f"{of} {scene.province(of)}" for of in shown["offered"] if of)
    parts = [
        f"{words['offered']}: {offered}",
        f"{words['deck']}: {scene.counted('card_count', shown['deck'])}",
    ]
    if shown["waiting"]:
        taken = shown["taken"]
        parts.append(f"{words['taken']}: {taken or words['unseen']}")
    groups = [
        f"{scene.sign(seat)} {' '.join(map(str, sizes)) or NONE}"
        for seat, sizes in enumerate(shown["groups"])
    ]
    return [
        rule(words["draft"]),
        *in_lines(parts),
        *wrap(f"{words['groups']}: {JOINED.join(groups)}", COLUMNS, INDENT),
    ]


def palace(scene: Scene) -> list[str]:
    """Favours with their price, and who waits. [SHO-12]"""
    court = scene.view["court"]
    if court is None:
        return []
    favours = [favour(scene, place) for place in court["favours"]]
    halls = [
        f"{scene.words[key]}: {officials(scene, court[key])}"
        for key in ("waiting", "audience")
    ]
    return [rule(scene.words["court"]), *in_lines(favours), *in_lines(halls)]


def favour(scene: Scene, place: Mapping[str, int | None]) -> str:
    """`21 Free castle (for 4)`."""
    price = scene.say("favour_for", cost=place["cost"])
    if place["favour"] is None:
        return f"{NONE} ({price})"
    return f"{place['favour']} {scene.called('favour', place['favour'])} ({price})"


def officials(scene: Scene, counts: Sequence[int]) -> str:
    found = [f"{scene.sign(s)}{count}" for s, count in enumerate(counts) if count]
    return " ".join(found) or NONE


def dajokan(scene: Scene) -> list[str]:
    """Rows and columns with their values; o lies open, # is the neutral player's."""
    board = scene.view["dajokan"]
    if board is None:
        return []
    letters = BOARD.file["dajokan"]["columns"]
    heads = map("{}={}".format, letters, BOARD.column_points)
    rows = [["", *heads]]
    for row, value in enumerate(BOARD.row_points):
        offices = [f"{letter}{row + 1}" for letter in letters]
        row_cells = [office(scene, board["offices"][of]) for of in offices]
        rows.append([f"{row + 1}={value}", *row_cells])
    tokens = [scene.word("regions", of) for of in board["regions"]]
    words = scene.words
    signs = f"o {scene.word('offices', 'open')}, # {scene.word('offices', 'neutral')}"
    return [
        rule(words["dajokan"]),
        *columns(rows, "<" + "^" * len(letters), 2),
        *wrap(f"{words['region_tokens']}: {' > '.join(tokens)}", COLUMNS, INDENT),
        signs,
    ]


def office(scene: Scene, held: int | str | None) -> str:
    if isinstance(held, int):
        return scene.sign(held)
    return {"open": "o", "neutral": "#"}.get(held or "", NONE)

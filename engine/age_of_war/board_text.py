"""The table in plain text, for mail and terminals, and in prose, for ears."""

from __future__ import annotations

from collections.abc import Iterable

from engine.age_of_war.board import INDEX, PRINTED, SPECIAL
from engine.age_of_war.scene import (
    Scene,
    points_of_card,
    points_of_set,
    slots_of,
)
from engine.contract import Seat
from engine.drawing import COLUMNS, columns, columns_of, rule, sides, wrap
from engine.scene import JOINED, in_lines

NAME = 24  # columns of a name in the text

# -------------------------------------------------------------------------- text


def board_text(scene: Scene) -> str:
    """Complete in itself, at most 72 columns. [AOW-3.4]"""
    lines = [*heading(scene), *centre(scene), rule(scene.words["players"])]
    for seat in scene.seats:
        lines += player(scene, seat)
    return "\n".join([*lines, rule(), *legend(scene)]) + "\n"


def heading(scene: Scene) -> list[str]:
    title = f"{scene.words['title']} · {scene.turn()}"
    if scene.view["over"]:
        return [sides(title, scene.words["over"]), rule(), *result(scene)]
    name = scene.signed(scene.view["mover"], NAME)
    move = JOINED.join((scene.say("move", name=name), scene.roll()))
    fits = columns_of(title) + columns_of(move) + 3 <= COLUMNS
    head = [sides(title, move)] if fits else [title, move]
    return [*head, rule(), *dice(scene), *target(scene)]


def result(scene: Scene) -> list[str]:
    """Who has won, and all places. [AOW-8.4, AOW-8.7]"""
    ended = scene.view["over"]
    note = f" ({scene.words['adjudicated']})" if ended == "adjudicated" else ""
    rows = [
        (
            f"  {standing['place']}.",
            scene.signed(standing["seat"], NAME),
            scene.counted("points", standing["points"]),
            scene.count_cards(standing["cards"]),
            scene.count_provinces(standing["provinces"]),
        )
        for standing in scene.placed()
    ]
    return [*wrap(f"{scene.result()}{note}."), *columns(rows, "<<>>>")]


def dice(scene: Scene) -> list[str]:
    """What is in hand, and what is lost until the turn ends. [AOW-4.3]"""
    hand, lost = " ".join(scene.view["hand"]), scene.view["lost"]
    shown = f"{scene.words['hand']}: {hand or '–'}"
    return [sides(capital(shown), f"{scene.words['lost']}: {lost}")]


def capital(content: str) -> str:
    return content[:1].upper() + content[1:]


def target(scene: Scene) -> list[str]:
    """The card under siege with the dice on its lines. [AOW-5.8, AOW-5.9]"""
    slot = scene.target
    if slot is None:
        return [f"{scene.words['no_target']}: {scene.words['no_target_note']}."]
    head = f"{capital(scene.words['target'])}: {slot} {scene.card(slot)}"
    points = scene.counted("points", points_of_card(slot))
    rows = [
        (f"  {number}.", code, scene.code(code), state_of_line(scene, number))
        for number, code in enumerate(scene.lines(slot), start=1)
    ]
    return [sides(f"{head}, {points}", scene.where(slot)), *columns(rows)]


def state_of_line(scene: Scene, number: int) -> str:
    dice = scene.filled.get(number)
    if dice is None:
        return str(scene.words["open"])
    return scene.say("filled", dice=" ".join(dice))


def centre(scene: Scene) -> list[str]:
    """What nobody holds, by province. [AOW-3.1]"""
    groups = scene.centre()
    lines = [rule(scene.words["centre"])]
    if not groups:
        return [*lines, scene.words["centre_empty"]]
    table = iter(cards_table(scene, groups.values()))
    for province, slots in groups.items():
        worth = scene.counted("points", points_of_set(province))
        whole = f"{scene.noun('province')['whole']}: {worth}"
        lines.append(f"{province} {scene.province(province)} · {whole}")
        lines += [next(table) for _ in range(0, len(slots), 2)]
    return lines


def cards_table(scene: Scene, groups: Iterable[list[str]]) -> list[str]:
    """Two cards to a line; the columns are the same through all groups."""
    rows = []
    for slots in groups:
        for at in range(0, len(slots), 2):
            cells = [cell for slot in slots[at : at + 2] for cell in card(scene, slot)]
            rows.append(cells)
    return columns(rows, "<<<><" * 2, gap=1)


def card(scene: Scene, slot: str) -> tuple[str, ...]:
    """As on the sheet: `D1 Dalian 2 G · I8`, with S where it is asked for."""
    shown = JOINED.join(scene.lines(slot))
    return "", slot, scene.card(slot), str(points_of_card(slot)), shown


def player(scene: Scene, seat: Seat) -> list[str]:
    """Who it is, what he has, what it is worth. [AOW-8.3]"""
    standing = scene.view["standings"][seat]
    worth = JOINED.join(
        (
            scene.counted("points", standing["points"]),
            scene.count_cards(standing["cards"]),
        )
    )
    head = JOINED.join((scene.signed(seat, NAME), *scene.flags(seat)))
    face_up = scene.face_up(seat)
    table = cards_table(scene, [face_up]) if face_up else []
    return [sides(head, worth), *table, *stacks(scene, seat)]


def stacks(scene: Scene, seat: Seat) -> list[str]:
    """Face-down provinces, safe for the rest of the match. [AOW-7.1, AOW-7.2]"""
    lines = []
    for province in scene.stacks(seat):
        names = ", ".join(map(scene.card, slots_of(province)))
        worth = scene.counted("points", points_of_set(province))
        head = f" [{province}] {scene.province(province)} {scene.words['face_down']}"
        lines += [f" {line}" for line in wrap(f"{head}, {worth}: {names}", 70, "    ")]
    return lines


def legend(scene: Scene) -> list[str]:
    faces = scene.words["faces"]
    parts = [f"1 2 3 {scene.words['infantry']}", *(f"{f} {faces[f]}" for f in "ACG")]
    parts.append(f"{SPECIAL} {scene.words['special_short']}")
    return in_lines(parts)


# ------------------------------------------------------------------------- prose


def board_prose(scene: Scene) -> str:
    """The same in sentences, without signs or tables."""
    view = scene.view
    parts = prose_over(scene) if scene.over else prose_turn(scene)
    parts += [*scene.prose_you(), prose_centre(scene)]
    parts += [prose_player(scene, seat) for seat in scene.seats]
    if any(map(scene.face_up, scene.seats)):
        parts.append(scene.words["prose_special"])
    parts += [scene.say("prose_left", name=scene.names[s]) for s in view["left"]]
    return " ".join(parts)


def prose_over(scene: Scene) -> list[str]:
    over = scene.words["over"]
    if scene.view["over"] == "adjudicated":
        over = f"{over} ({scene.words['adjudicated']})"
    title = scene.words["title"]
    return [
        scene.say("prose_over", title=title, turn=scene.turn(), over=over),
        f"{scene.result()}.",
    ]


def prose_turn(scene: Scene) -> list[str]:
    """Whose turn, the dice, the siege. [AOW-4.2]"""
    move = scene.say("move", name=scene.names[scene.view["mover"]])
    title, roll = scene.words["title"], scene.roll()
    return [
        scene.say("prose_turn", title=title, turn=scene.turn(), move=move, roll=roll),
        *prose_dice(scene),
        prose_siege(scene),
    ]


def prose_dice(scene: Scene) -> list[str]:
    hand, lost = scene.view["hand"], scene.view["lost"]
    parts = []
    if "?" in hand:
        parts.append(scene.say("prose_unrolled", dice=scene.counted("dice", len(hand))))
    elif hand:
        parts.append(scene.say("prose_hand", dice=scene.dice(hand)))
    if lost:
        parts.append(scene.say("prose_lost", dice=scene.counted("dice", lost)))
    return parts


def prose_siege(scene: Scene) -> str:
    slot = scene.target
    if slot is None:
        return f"{scene.words['no_target']}."
    lines = [
        prose_line(scene, number, code)
        for number, code in enumerate(scene.lines(slot), start=1)
    ]
    return scene.say(
        "prose_siege",
        name=scene.names[scene.view["mover"]],
        card=scene.card(slot),
        slot=slot,
        where=scene.where(slot),
        lines="; ".join(lines),
    )


def prose_line(scene: Scene, number: int, code: str) -> str:
    dice = scene.filled.get(number)
    key = "prose_open" if dice is None else "prose_filled"
    shown = scene.dice(dice or "")
    return scene.say(key, line=number, code=scene.code(code), dice=shown)


def prose_centre(scene: Scene) -> str:
    cards = [
        prose_card(scene, slot) for slots in scene.centre().values() for slot in slots
    ]
    if not cards:
        return str(scene.words["centre_empty"])
    return scene.say("prose_centre", cards="; ".join(cards))


def prose_card(scene: Scene, slot: str) -> str:
    return scene.say(
        "prose_card",
        card=scene.card(slot),
        slot=slot,
        points=scene.counted("points", points_of_card(slot)),
        lines=", ".join(map(scene.code, PRINTED[INDEX[slot]])),
    )


def prose_player(scene: Scene, seat: Seat) -> str:
    cards = [prose_card(scene, slot) for slot in scene.face_up(seat)]
    cards += [prose_stack(scene, province) for province in scene.stacks(seat)]
    return scene.say(
        "prose_player",
        name=scene.names[seat],
        points=scene.counted("points", scene.view["standings"][seat]["points"]),
        cards="; ".join(cards) or scene.noun("card")["none"],
    )


def prose_stack(scene: Scene, province: str) -> str:
    return scene.say(
        "prose_stack",
        province=scene.province(province),
        slot=province,
        points=scene.counted("points", points_of_set(province)),
        cards=", ".join(map(scene.card, slots_of(province))),
    )

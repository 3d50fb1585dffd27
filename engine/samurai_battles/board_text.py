"""The battle as text of 72 columns, and as prose for ears."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.contract import Seat
from engine.drawing import COLUMNS, columns, pad, rule, sides, wrap
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.hexes import NAMES, ROWS, Y
from engine.samurai_battles.scene import (
    Mark,
    Scene,
    StandingLeader,
    StandingUnit,
    leader_kind,
    unit_name,
)
from engine.samurai_battles.specials import specials
from engine.scene import JOINED, in_lines

NAME = 20  # columns of a name in the text
CELL = 5  # columns of a hex on the map
NOBODY = "·"


def board_text(scene: Scene) -> str:
    """Head, armies, cards in play, the map, all pieces, the reader's hand, signs."""
    lines = [
        *heading(scene),
        "",
        *armies(scene),
        *in_play(scene),
        *field(scene),
        *forces(scene),
        *rest(scene),
        *own(scene),
        rule(),
        *legend(scene),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def heading(scene: Scene) -> list[str]:
    moves = scene.headline()
    if scene.active is not None:
        moves = f"{scene.sign(scene.active)} {moves}"
    when = JOINED.join((scene.when(), scene.phase()))
    needed = scene.needed()
    return [
        *wrap(f"{scene.words['title'].upper()}{JOINED}{scene.title()}"),
        when,
        sides(moves, needed),
    ]


# ---------------------------------------------------------------------------- armies


def armies(scene: Scene) -> list[str]:
    """Banners, tokens, cards: all that is counted in public. [SB-3.2]"""
    heads = scene.words["army_heads"]
    rows = [["", *heads], *(army(scene, seat) for seat in scene.seats)]
    decks, words = scene.view["decks"], scene.words
    stock = JOINED.join(
        (
            f"{words['pool']}: {scene.view['pool']}",
            f"{words['command_deck']}: {decks['command']}",
            f"{words['dragon_deck']}: {decks['dragon']}",
        )
    )
    table = columns(rows, "<" + ">" * len(heads), 1)
    return [rule(words["armies"]), *table, *wrap(stock, COLUMNS, "  ")]


def army(scene: Scene, seat: Seat) -> list[str]:
    flags = scene.flags(seat)
    if scene.over:
        flags = [scene.place(seat), *flags]
    counts = scene.view["hand_counts"][seat]
    name = ", ".join((scene.signed(seat, NAME), scene.army(seat), *flags))
    goods = (scene.view["tokens"][seat], counts["command"], counts["dragon"])
    return [name, scene.banners(seat), *map(str, goods)]


def in_play(scene: Scene) -> list[str]:
    """The card of the turn, the dice as they lie, and what happened of late."""
    lines = [f"{scene.words['in_play']}: {scene.card_played()}"]
    if scene.view["roll"]:
        lines.append(f"{scene.words['dice']}, {scene.roll_said()}: {scene.faces()}")
    if scene.marks:
        told = "; ".join(lately(scene, mark) for mark in scene.marks)
        lines.append(f"{scene.words['lately']}: {told}")
    return [part for line in lines for part in wrap(line, COLUMNS, "  ")]


def lately(scene: Scene, mark: Mark) -> str:
    """“D5-E6 (move)”, “E6 attacks F6: 2 figures”."""
    said = scene.words["marks"][mark.kind].format(
        path="-".join(mark.path),
        origin=mark.path[0],
        target=mark.path[-1],
        hits=scene.counted("figure_count", mark.figures),
    )
    return f"{scene.sign(mark.seat)} {said}"


# ------------------------------------------------------------------------------- map


def field(scene: Scene) -> list[str]:
    """Two lines a row: who stands there; terrain and leader. [SB-2.1]"""
    numbers = [pad(str(column), CELL, "^") for column in range(1, 13)]
    odd, even = "  " + "".join(numbers), "    " + "".join(numbers[:11])
    lines = [rule(scene.words["field"]), odd]
    for row, letter in enumerate(ROWS, start=1):
        names = [name for hex, name in enumerate(NAMES) if Y[hex] == row]
        indent = " " if row % 2 else "   "
        above = "".join(pad(stands(scene, name), CELL, "^") for name in names)
        below = "".join(pad(lies(scene, name), CELL, "^") for name in names)
        lines += [f"{letter}{indent}{above}", f" {indent}{below}"]
    return [*lines, even]


def stands(scene: Scene, name: str) -> str:
    """`✚AY4`: army, kind and figures left; `✚` alone for a lone leader."""
    unit, leader = scene.units.get(name), scene.leaders.get(name)
    if unit:
        return f"{sign(scene, unit)}{unit.type}{unit.figures}"
    return f"{sign(scene, leader)}{leader.type}" if leader else NOBODY


def sign(scene: Scene, piece: StandingUnit | StandingLeader) -> str:
    return scene.piece_colour(piece).sign


def lies(scene: Scene, name: str) -> str:
    """Terrain in two letters, and the leader of a unit."""
    kind = scene.ground.get(name)
    ground = scene.word("short_terrain", kind) if kind else ""
    leader = scene.leaders.get(name) if name in scene.units else None
    return " ".join(filter(None, (ground, leader.type if leader else "")))


# ---------------------------------------------------------------------------- pieces


def forces(scene: Scene) -> list[str]:
    """Every unit and leader with what there is to say of it, army by army."""
    lines = [rule(scene.words["forces"])]
    for seat in scene.seats:
        for name in scene.hexes_of(seat):
            told = ", ".join(piece_said(scene, name))
            lead = f"{sign(scene, scene.piece_on(name))} {name}"
            lines += wrap(f"{lead} {told}", COLUMNS, "    ")
    return lines


def piece_said(scene: Scene, name: str) -> list[str]:
    """Kind, figures, leader, terrain, order. [SB-1.2, SB-1.3]"""
    unit, leader = scene.units.get(name), scene.leaders.get(name)
    told = []
    if unit:
        of = scene.say("of", n=unit.figures, most=unit.kind.figures)
        told += [f"{unit.type} {unit_name(unit.type, scene.language)} {of}"]
    if leader:
        who = leader_said(scene, leader)
        told.append(scene.say("leader_with", name=who) if unit else who)
    piece = unit or leader
    assert piece is not None
    if kind := scene.ground.get(name):
        told.append(scene.terrain_inside(kind))
    told += [str(scene.words["wavering"])] if piece.wavering else []
    return told + ([str(scene.words[piece.state])] if piece.state else [])


def leader_said(scene: Scene, leader: StandingLeader) -> str:
    """“Takeda Shingen (ML, mounted leader)”."""
    kind = leader_kind(leader.type, scene.language)
    return f"{scene.leader_name(leader)} ({leader.type} {kind})"


# --------------------------------------------------- losses, discards, own hand, signs


def rest(scene: Scene) -> list[str]:
    """Terrain nobody stands on is on the map; here what was lost and discarded."""
    lines = [f"{scene.words['special']}: {one}" for one in specials(scene)]
    for kind in ("command", "dragon"):
        if cards := discarded(scene, kind):
            what = scene.words[f"{kind}_deck"]
            lines.append(f"{scene.words['discards']}, {what}: {cards}")
    wrapped = [part for line in lines for part in wrap(line, COLUMNS, "  ")]
    return [rule(), *wrapped] if wrapped else []


def discarded(scene: Scene, kind: str) -> str:
    counts = scene.view["discards"][kind]
    return ", ".join(
        scene.card(card) + (f" ×{n}" if n > 1 else "")
        for card, n in sorted(counts.items())
    )


def own(scene: Scene) -> list[str]:
    lines = secrets(scene)
    wrapped = [part for line in lines for part in wrap(line, COLUMNS, "  ")]
    return [rule(), *wrapped] if wrapped else []


def secrets(scene: Scene) -> list[str]:
    """What the reader holds, and what it does; with open cards, both hands."""
    if scene.open:
        return [] if scene.over else [*open_hands(scene)]
    hand = scene.hand()
    if hand is None:
        return []
    lines = []
    for kind in ("command", "dragon", "drawn"):
        cards = hand[kind]
        if cards or kind != "drawn":
            lines.append(f"{scene.words[f'{kind}_hand']}:{'' if cards else ' –'}")
        lines += [f"{scene.card(card)}: {told}" for card, told in each(scene, cards)]
    return lines


def each(scene: Scene, cards: Iterable[str]) -> list[tuple[str, str]]:
    return [(card, card_said(scene, card)) for card in cards]


def card_said(scene: Scene, card: str) -> str:
    """What it does; of a Dragon card also its cost and when it may be played."""
    if card not in DRAGON:
        return scene.effect(card)
    cost = scene.counted("token_count", DRAGON[card].cost)
    return f"{cost}, {scene.window(DRAGON[card].window)}: {scene.effect(card)}"


def open_hands(scene: Scene) -> Iterable[str]:
    for seat in scene.seats:
        hand = scene.hand(seat)
        assert hand is not None
        held = [*hand["command"], *hand["dragon"], *hand["drawn"]]
        names = ", ".join(map(scene.card, held)) or "–"
        yield f"{scene.names[seat]}, {scene.words['open_hands']}: {names}"


def legend(scene: Scene) -> list[str]:
    """Armies, and the letters of terrain that is there."""
    parts = [f"{scene.sign(seat)} {scene.colour_name(seat)}" for seat in scene.seats]
    if any(unit.wavering for unit in scene.units.values()):
        parts.append(f"? {scene.words['wavering']}")
    kinds = dict.fromkeys(scene.ground.values())
    parts += [
        f"{scene.word('short_terrain', kind)} {scene.terrain_inside(kind)}"
        for kind in kinds
    ]
    return in_lines(parts)


# ----------------------------------------------------------------------------- prose


def board_prose(scene: Scene) -> str:
    """The same in sentences, without signs or tables."""
    parts = [
        scene.say(
            "prose_head",
            title=scene.words["title"],
            scenario=scene.title(),
            turn=scene.when(),
            phase=scene.phase(),
            headline=scene.headline(),
            needed=scene.needed(),
        ),
        *scene.prose_you(),
        *(prose_army(scene, seat) for seat in scene.seats),
        prose_stock(scene),
        *prose_turn(scene),
        *(prose_units(scene, seat) for seat in scene.seats),
        *prose_terrain(scene),
        *specials(scene),
        *(f"{line.rstrip('.:')}." for line in secrets(scene)),
    ]
    return " ".join(parts)


def prose_army(scene: Scene, seat: Seat) -> str:
    counts, view = scene.view["hand_counts"][seat], scene.view
    flags = [flag for flag in scene.flags(seat) if flag != scene.words["you"]]
    if scene.over:
        flags = [scene.place(seat), *flags]
    return scene.say(
        "prose_army",
        name=scene.names[seat] + (f" ({', '.join(flags)})" if flags else ""),
        colour=scene.colour_name(seat),
        army=scene.army(seat),
        side=scene.word("sides", str(seat)),
        banners=scene.counted("banner_count", view["banners"][seat]),
        tokens=scene.counted("token_count", view["tokens"][seat]),
        command=scene.counted("command_count", counts["command"]),
        dragon=scene.counted("dragon_count", counts["dragon"]),
    )


def prose_stock(scene: Scene) -> str:
    decks = scene.view["decks"]
    return scene.say(
        "prose_stock",
        tokens=scene.counted("token_count", scene.view["pool"]),
        command=scene.counted("command_count", decks["command"]),
        dragon=scene.counted("dragon_count", decks["dragon"]),
    )


def prose_turn(scene: Scene) -> list[str]:
    parts = [scene.say("prose_card", card=scene.card_played())]
    if scene.view["roll"]:
        faces = [scene.face(face) for face in scene.view["roll"]["faces"] if face]
        said = scene.roll_said().replace("→", "–")
        parts.append(scene.say("prose_roll", roll=said, faces=", ".join(faces) or "–"))
    if scene.marks:
        told = "; ".join(
            f"{scene.names[mark.seat]}, {lately(scene, mark)[2:]}"
            for mark in scene.marks
        )
        parts.append(f"{scene.words['lately']}: {told}.")
    return parts


def prose_units(scene: Scene, seat: Seat) -> str:
    """Every piece with its hex, row by row."""
    told = [
        f"{name}: {', '.join(piece_said(scene, name))}" for name in scene.hexes_of(seat)
    ]
    return scene.say(
        "prose_units", name=scene.names[seat], units="; ".join(told) or NOBODY
    )


def prose_terrain(scene: Scene) -> list[str]:
    """Which hexes are not plain, terrain by terrain. [SB-13.1]"""
    by_kind: dict[str, list[str]] = {}
    for name, kind in scene.ground.items():
        by_kind.setdefault(kind, []).append(name)
    told: Sequence[str] = [
        f"{scene.terrain_inside(kind)} {', '.join(hexes)}"
        for kind, hexes in by_kind.items()
    ]
    return [scene.say("prose_terrain", terrain="; ".join(told))] if told else []

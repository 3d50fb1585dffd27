"""The board as text of 72 columns, and as prose for ears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import Seat
from engine.drawing import COLUMNS, columns, rule, sides, wrap
from engine.scene import JOINED, in_lines
from engine.small_samurai_empires.map import Province
from engine.small_samurai_empires.scene import KINDS, Scene, Token

NONE = "·"
NAME = 16  # columns of a name in the text


def board_text(scene: Scene) -> str:
    """Head, players, regions from north to south, the reader's hand, the signs."""
    lines = [
        *heading(scene),
        "",
        *players(scene),
        *regions(scene),
        *own(scene),
        rule(),
        *legend(scene),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def heading(scene: Scene) -> list[str]:
    view = scene.view
    moves = wrap(scene.headline())
    if scene.active is not None:
        moves = wrap(f"{scene.sign(scene.active)} {scene.headline()}")
    if view["slot"] and not scene.over:
        now = scene.say("slot", slot=scene.slot(view["slot"]))
        moves[-1] = sides(moves[-1], now)
    track = " > ".join(map(scene.signed, view["turn_track"]))
    when = JOINED.join((scene.when(), scene.phase()))
    return [
        *wrap(f"{scene.words['title'].upper()}{JOINED}{when}"),
        *moves,
        *wrap(f"{scene.words['turn_track']}: {track}", COLUMNS, "  "),
    ]


# ------------------------------------------------------------------------- players


def players(scene: Scene) -> list[str]:
    """Points, resources, pieces in supply, what is in hand. [SSE-1.6]"""
    words = scene.words["heads"]
    rows = [["", *words], *(player(scene, seat) for seat in scene.seats)]
    supply, deck = scene.view["supply"], scene.view["destiny"]["deck"]
    common = JOINED.join(
        (
            scene.words["supply"],
            scene.counted("foods", supply["food"]),
            scene.counted("bushidos", supply["bushido"]),
            scene.counted("card_count", deck),
        )
    )
    return [
        rule(scene.words["players"]),
        *columns(rows, "<" + ">" * len(words), 1),
        *wrap(common, COLUMNS, "  "),
    ]


def player(scene: Scene, seat: Seat) -> list[str]:
    view = scene.view
    flags = scene.flags(seat)
    if scene.over:
        flags = [scene.place(seat), *flags]
    counts = (
        view["score"][seat],
        scene.owned("food", seat),
        scene.owned("bushido", seat),
        view["supply"]["armies"][seat],
        view["supply"]["castles"][seat],
        view["hand_counts"][seat],
        view["destiny"]["hand_counts"][seat],
    )
    name = scene.signed(seat, NAME)
    return [", ".join((name, *flags)), *map(str, counts)]


# ------------------------------------------------------------------------- regions


def regions(scene: Scene) -> list[str]:
    """From north to south, all tables alike."""
    rows = [province(scene, of) for of in scene.board.provinces.values()]
    table = columns(rows, "<", 2, COLUMNS - 1)
    lines = dict(zip(scene.board.provinces, table, strict=True))
    return [
        line
        for of in reversed(scene.board.regions)
        for line in region(scene, of, lines)
    ]


def region(scene: Scene, region: str, lines: Mapping[str, str]) -> list[str]:
    """Its provinces, slots, influence and agenda."""
    first, second = scene.board.regions[region].bonus
    colour = scene.word("region_colours", region)
    title = JOINED.join(
        (
            f"{scene.region(region)} ({colour})",
            scene.say("bonus", first=first, second=second),
            f"{scene.words['destiny']} ×{scene.cards(region)}",
        )
    )
    north_up = reversed(list(scene.board.slots_of(region)))  # as on the board [SSE-2.8]
    slots = [line for of in north_up for line in slot(scene, of.id)]
    return [
        rule(title),
        *(f" {lines[of.id]}" for of in scene.board.of_region(region)),
        *wrap_marked(f" {scene.words['roads']} {roads(scene, region)}"),
        *slots,
        *influence(scene, region),
        *agenda(scene, region),
    ]


def province(scene: Scene, of: Province) -> list[str]:
    """Name, signs, then each player's armies, `c` for a castle, and who controls."""
    there = scene.view["provinces"][of.id]
    counts = [
        piece(scene, seat, there["armies"][seat], there["castles"][seat])
        for seat in scene.seats
    ]
    control = there["control"]
    held = "" if control is None else f"→ {scene.sign(control)}"
    return [scene.province(of.id), marks(scene, of), *counts, held]


def piece(scene: Scene, seat: Seat, armies: int, castles: int) -> str:
    if not armies and not castles:
        return f"{scene.sign(seat)}{NONE}"
    return f"{scene.sign(seat)}{armies}{scene.words['castle_sign'] * castles}"


def marks(scene: Scene, of: Province) -> str:
    """Capital, resource, shrine: what the province bears. [SSE-2.3]"""
    there = scene.view["provinces"][of.id]
    found = [scene.words["capital"]] if "capital" in of.features else []
    if there["seed"]:
        found.append(scene.word("resources", there["seed"]))
    if there["shrine"]:
        found.append(scene.word("shrines", there["shrine"]))
    return ", ".join(found)


def slot(scene: Scene, slot: str) -> list[str]:
    """` 5 orange-2 (move 1): ● move 3, covered by ◆ face down`."""
    index = scene.board.slots[slot].ordinal
    now = ">" if scene.view["slot"] == slot and not scene.over else " "
    neutral = scene.word("neutrals", scene.neutral(slot))
    laid = [f"{scene.sign(t.seat)} {token(scene, t)}" for t in scene.tokens(slot)]
    tokens = scene.words["covered_by"].join(laid) or scene.words["empty"]
    text = f"{now}[{index}] {scene.slot(slot)} ({neutral}): {tokens}"
    return wrap_marked(text)


def roads(scene: Scene, region: str) -> str:
    """Which provinces are adjacent, `~` by sea, and mountains on the way. [SSE-2.5]"""
    return "; ".join(
        f"{scene.province(of.id)}: {', '.join(ways(scene, of.id))}"
        for of in scene.board.of_region(region)
    )


def ways(scene: Scene, province: str) -> list[str]:
    """`~Tosa`, `Izumo (Mount Daisen)`; a mountain as long as it is unexplored."""
    hidden = scene.view["mountains"] or {}
    over = {
        of.road: f" ({scene.mountain(of.id)})"
        for of in scene.board.mountains.values()
        if hidden.get(of.id) == "down"
    }
    return [
        f"{'~' * by_sea}{scene.province(other)}"
        + over.get((province, other), over.get((other, province), ""))
        for other, by_sea in scene.board.neighbours(province)
    ]


def wrap_marked(text: str) -> list[str]:
    """Wrapped, its first column kept."""
    first, rest = text[0], wrap(text[1:], COLUMNS - 1, "      ")
    return [first + rest[0], *(f" {line}" for line in rest[1:])]


def token(scene: Scene, token: Token) -> str:
    """The kind, if the reader may know it. [SSE-13.2]"""
    if token.up:
        return scene.word("kinds", token.kind)
    if token.kind:
        return scene.say("face_down_own", kind=scene.word("kinds", token.kind))
    return str(scene.words["face_down"])


def influence(scene: Scene, region: str) -> list[str]:
    parts = [
        f"{scene.sign(seat)}{scene.influence(seat, region)}" for seat in scene.seats
    ]
    return wrap_marked(f" {scene.words['influence']} {'  '.join(parts)}")


def agenda(scene: Scene, region: str) -> list[str]:
    """[SSE-10.1.5]"""
    tile = scene.tile(region)
    if tile is None:
        return []
    key, done = str(tile["tile"]), list(tile["done"])
    parts = [
        f"{key.upper()} {scene.word('tiles', key)}",
        scene.counted("points", scene.board.tiles.get(key, 0)),
        scene.word("needs", key),
        scene.word("decree_effects", key[:1]),
    ]
    if done:
        signs = " ".join(map(scene.sign, done))
        parts.append(scene.say("done_by", names=signs))
    return wrap_marked(" " + JOINED.join(parts))


# ----------------------------------------------------------------- own hand, legend


def own(scene: Scene) -> list[str]:
    """Order tokens and cards of the reader, mountains for everybody."""
    lines = secrets(scene)
    if names := unexplored(scene):
        lines += [f"{scene.words['unexplored']}: {', '.join(names)}"]
    wrapped = [part for line in lines for part in wrap(line, COLUMNS, "  ")]
    return [rule(), *wrapped] if wrapped else []


def secrets(scene: Scene) -> list[str]:
    """What the reader holds; with open cards, what everybody does. [SSE-13.2]"""
    if scene.open:
        return [] if scene.over else [open_hand(scene, seat) for seat in scene.seats]
    tokens = hand_tokens(scene, scene.view["hand"] or {})
    chosen = scene.destiny["choice"], scene.words["your_choice"]
    cards = hand_cards(scene, scene.destiny["hand"] or [], *chosen)
    held = (("hand", tokens), ("hand_cards", cards))
    return [f"{scene.words[name]}: {', '.join(all_)}" for name, all_ in held if all_]


def open_hand(scene: Scene, seat: Seat) -> str:
    cards, chosen = scene.destiny["hands"][seat], scene.destiny["choices"][seat]
    held = hand_tokens(scene, scene.view["hands"][seat])
    held += hand_cards(scene, cards, chosen, "✓")
    return f"{scene.names[seat]}, {scene.words['in_hand']}: {', '.join(held) or NONE}"


def hand_tokens(scene: Scene, hand: Mapping[str, int]) -> list[str]:
    held = [(kind, hand[kind]) for kind in KINDS if hand.get(kind)]
    return [f"{scene.word('kinds', kind)} ×{count}" for kind, count in held]


def hand_cards(
    scene: Scene, cards: Sequence[str], choice: str | None, mark: str
) -> list[str]:
    names = []
    for region in scene.board.regions:
        count = cards.count(region)
        chosen = choice == region
        note = f" ({mark})" if chosen else ""
        if count or chosen:
            names.append(f"{scene.region(region)} ×{count}{note}")
    return names


def unexplored(scene: Scene) -> list[str]:
    states = scene.view["mountains"] or {}
    return [
        scene.mountain(of)
        for of in scene.board.mountains
        if states.get(of, "gone") == "down"
    ]


def legend(scene: Scene) -> list[str]:
    parts = [
        f"{scene.sign(seat)} {scene.word('colours', scene.view['colours'][seat])}"
        for seat in scene.seats
    ]
    parts += [
        f"{scene.words['castle_sign']} = {scene.words['castle']}",
        f"→ = {scene.words['controls']}",
        f"~ = {scene.words['sea_link']}",
    ]
    return in_lines(parts)


# --------------------------------------------------------------------------- prose


def board_prose(scene: Scene) -> str:
    """The same in sentences, without signs or tables."""
    parts = [*prose_head(scene)]
    parts += [prose_player(scene, seat) for seat in scene.seats]
    parts += [prose_region(scene, of) for of in scene.board.regions]
    parts.append(
        scene.say(
            "prose_slots",
            slots="; ".join(prose_slot(scene, s) for s in scene.board.slots),
        )
    )
    if names := unexplored(scene):
        parts.append(scene.say("prose_mountains", names=scene.listed(names)))
    return " ".join([*parts, *(f"{line}." for line in secrets(scene))])


def prose_head(scene: Scene) -> list[str]:
    view, title = scene.view, scene.words["title"]
    parts = [f"{title}. {scene.when()}, {scene.phase()}. {scene.headline()}."]
    if view["slot"] and not scene.over:
        parts.append(scene.say("prose_slot_now", slot=scene.slot(view["slot"])))
    names = ", ".join(scene.names[seat] for seat in view["turn_track"])
    return [*parts, *scene.prose_you(), f"{scene.words['turn_track']}: {names}."]


def prose_player(scene: Scene, seat: Seat) -> str:
    view = scene.view
    pieces = view["supply"]
    tracks = [
        f"{scene.region(of)} {scene.influence(seat, of)}" for of in scene.board.regions
    ]
    colour = scene.word("colours", view["colours"][seat])
    flags = [flag for flag in scene.flags(seat) if flag != scene.words["you"]]
    if scene.over:
        flags = [scene.place(seat), *flags]
    return scene.say(
        "prose_player",
        name=", ".join((scene.names[seat], colour, *flags)),
        points=scene.counted("points", view["score"][seat]),
        goods=", ".join(goods(scene, seat)),
        armies=scene.counted("armies", pieces["armies"][seat]),
        castles=scene.counted("castles", pieces["castles"][seat]),
        tokens=scene.counted("token_count", view["hand_counts"][seat]),
        cards=scene.counted("card_count", view["destiny"]["hand_counts"][seat]),
        tracks=", ".join(tracks),
    )


def goods(scene: Scene, seat: Seat) -> list[str]:
    """Food and bushido, unless a screen hides them. [SSE-13.1]"""
    found = []
    for resource, key in (("food", "foods"), ("bushido", "bushidos")):
        total = scene.view[resource][seat]
        if total is not None:
            found.append(scene.counted(key, total))
    return found or [str(scene.words["screened"])]


def prose_region(scene: Scene, region: str) -> str:
    first, second = scene.board.regions[region].bonus
    provinces = [prose_province(scene, of) for of in scene.board.of_region(region)]
    told = scene.say(
        "prose_region",
        region=f"{scene.region(region)} ({scene.word('region_colours', region)})",
        bonus=scene.say("bonus", first=first, second=second),
        cards=scene.counted("card_count", scene.cards(region)),
        provinces="; ".join(provinces),
    )
    return told + prose_agenda(scene, region)


def prose_province(scene: Scene, of: Province) -> str:
    stands = [
        scene.say(
            "prose_piece", name=scene.names[seat], pieces=troops(scene, men, keeps)
        )
        for seat, men, keeps in scene.stands(of.id)
    ]
    control = scene.view["provinces"][of.id]["control"]
    if control is not None:
        stands.append(scene.say("prose_control", name=scene.names[control]))
    bears = marks(scene, of)
    name = scene.province(of.id) + (f" ({bears})" if bears else "")
    return f"{name}: {', '.join(stands) or scene.words['empty']}"


def troops(scene: Scene, armies: int, castles: int) -> str:
    parts: Sequence[str] = [
        scene.counted(key, count)
        for key, count in (("armies", armies), ("castles", castles))
        if count
    ]
    return scene.listed(parts)


def prose_agenda(scene: Scene, region: str) -> str:
    tile = scene.tile(region)
    if tile is None:
        return ""
    key = str(tile["tile"])
    done = scene.listed([scene.names[seat] for seat in tile["done"]])
    return " " + scene.say(
        "prose_tile",
        tile=f"{key.upper()} {scene.word('tiles', key)}",
        points=scene.counted("points", scene.board.tiles.get(key, 0)),
        needs=scene.word("needs", key),
        decree=scene.word("decree_effects", key[:1]),
        done=scene.say("done_by", names=done or scene.words["nobody"]),
    )


def prose_slot(scene: Scene, slot: str) -> str:
    laid = [f"{scene.names[t.seat]}, {token(scene, t)}" for t in scene.tokens(slot)]
    tokens = scene.words["covered_by"].join(laid) or scene.words["empty"]
    neutral = scene.word("neutrals", scene.neutral(slot))
    return scene.say(
        "prose_slot",
        index=scene.board.slots[slot].ordinal,
        slot=scene.slot(slot),
        neutral=neutral,
        tokens=tokens,
    )

"""The board as prose for ears: the same in sentences, without signs or tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import Seat
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.board_text import event_names, marks, secrets
from engine.shogun.expansions_text import favour
from engine.shogun.scene import Scene


def board_prose(scene: Scene) -> str:
    parts = [
        *head(scene),
        *(player(scene, seat) for seat in scene.seats),
        *draft(scene),
        *season(scene),
        tower(scene),
        *(region(scene, of) for of in BOARD.regions),
        *expansions(scene),
        *(f"{line}." for line in secrets(scene)),
    ]
    return " ".join(parts)


def head(scene: Scene) -> list[str]:
    view, words = scene.view, scene.words
    said = scene.headline()
    if scene.active is not None:
        said = f"{said}: {scene.point()}"
    side = scene.called("side", view["side"])
    found = [f"{words['title']}. {scene.when()}, {scene.phase()}. {side}. {said}."]
    found += scene.prose_you()
    if view["turn_order"]:
        names = ", ".join(scene.names[seat] for seat in view["turn_order"])
        found.append(scene.say("prose_order", names=names))
    if view["battle"]:
        found.append(battle(scene, view["battle"]))
    if view["revolts"]:
        names = ", ".join(map(scene.province, view["revolts"]))
        found.append(f"{words['revolts']}: {names}.")
    return found


def battle(scene: Scene, there: Mapping[str, str]) -> str:
    return scene.say(
        "battle_now",
        name=scene.names[scene.place(there["source"])["owner"]],
        source=scene.province(there["source"]),
        target=scene.province(there["target"]),
        armies=scene.counted("armies", int(there["armies"])),
    )


# ------------------------------------------------------------------------- players


def player(scene: Scene, seat: Seat) -> str:
    view = scene.view
    colour = scene.called("colour", view["colours"][seat])
    flags = [flag for flag in marks(scene, seat) if flag != scene.words["you"]]
    goods = (
        scene.counted("chest_count", view["chests"][seat]),
        scene.counted("rice_count", view["rice"][seat]),
    )
    return scene.say(
        "prose_player",
        name=", ".join((scene.names[seat], colour, *flags)),
        points=scene.counted("points", view["points"][seat]),
        goods=", ".join(goods),
        armies=scene.counted("armies", view["supply"][seat]),
        provinces=scene.counted("province_count", len(scene.owned(seat))),
        buildings=scene.counted("building_count", scene.buildings(seat)),
        more="".join(f"; {part}" for part in more(scene, seat)),
    )


def more(scene: Scene, seat: Seat) -> list[str]:
    """The special card and what the expansions give. [SHO-8, SHO-12 to SHO-15]"""
    view, found = scene.view, list[str]()
    for place, card in enumerate(view["specials"], 1):
        if card["seat"] == seat:
            special = scene.called("special", card["special"])
            found.append(scene.say("prose_special", special=special, place=place))
    if view["missing"] and view["missing"][seat]:
        found.append(scene.say("missing", missing=view["missing"][seat]))
    if view["stages"]:
        found.append(scene.say("prose_stage", stage=view["stages"][seat]))
    if view["court"]:
        found += court(scene, seat)
    if view["generals"]:
        found += general(scene, seat)
    if view["dajokan"]:
        left = scene.counted("marker_count", view["dajokan"]["markers"][seat])
        found.append(scene.say("prose_markers", markers=left))
    return found


def court(scene: Scene, seat: Seat) -> list[str]:
    court, words = scene.view["court"], scene.words
    counts = {key: court[of][seat] for key, of in HALLS.items()}
    found = [scene.say("prose_officials", **counts)]
    if guard := court["protected"][seat]:
        found.append(str(words[f"protected_{guard}"]))
    if court["calmer"] == seat:
        found.append(str(words["kept_calm"]))
    return found


HALLS = {"supply": "officials", "waiting": "waiting", "audience": "audience"}


def general(scene: Scene, seat: Seat) -> list[str]:
    generals = scene.view["generals"]
    at = generals["at"][seat]
    where = scene.say("prose_general", province=scene.province(at)) if at else None
    return [
        where or str(scene.words["prose_no_general"]),
        scene.say(
            "prose_statues",
            statues=scene.counted("statue_count", generals["statues"][seat]),
            trophies=scene.counted("trophy_count", generals["trophies"][seat]),
        ),
    ]


def draft(scene: Scene) -> list[str]:
    shown = scene.view["draft"]
    if shown is None:
        return []
    cards = scene.listed([scene.province(of) for of in shown["offered"] if of])
    deck = scene.counted("card_count", shown["deck"])
    found = [scene.say("prose_draft", cards=cards, deck=deck)]
    if shown["waiting"]:
        taken = shown["taken"]
        called = scene.province(taken) if taken else scene.words["unseen"]
        found.append(f"{scene.words['taken']}: {called}.")
    for seat, sizes in enumerate(shown["groups"]):
        if sizes:
            groups = ", ".join(map(str, sizes))
            name = scene.names[seat]
            found.append(scene.say("prose_groups", name=name, groups=groups))
    return found


# -------------------------------------------------------------------------- season


def season(scene: Scene) -> list[str]:
    view, found = scene.view, list[str]()
    if view["actions"]:
        cards = [action(scene, at, card) for at, card in enumerate(view["actions"], 1)]
        found.append(scene.say("prose_actions", actions="; ".join(cards)))
    if view["specials"]:
        cards = [special(scene, at, of) for at, of in enumerate(view["specials"], 1)]
        found.append(scene.say("prose_specials", cards="; ".join(cards)))
    if names := event_names(scene):
        found.append(scene.say("prose_events", cards="; ".join(names)))
    return found


def action(scene: Scene, place: int, card: Mapping[str, str | None]) -> str:
    """“3. Build castle (done: Aki Kai; Botan bluff)”: what was revealed, too."""
    state = scene.word("states", str(card["state"]))
    if card["action"] is None:
        return f"{place}. {state}"
    name = scene.called("action", card["action"])
    laid = [
        f"{scene.names[seat]} {scene.card(board[card['action']])}"
        for seat, board in enumerate(scene.view["boards"])
        if card["state"] == "done" and board[card["action"]]
    ]
    notes = f"{state}: {', '.join(laid)}" if laid and scene.has_boards else state
    return scene.say("prose_action", place=place, action=name, state=notes)


def special(scene: Scene, place: int, card: Mapping[str, str]) -> str:
    seat = card["seat"]
    owner = scene.words["states"]["open"] if seat is None else scene.names[int(seat)]
    called = scene.called("special", card["special"])
    return scene.say("prose_special_card", place=place, special=called, owner=owner)


def tower(scene: Scene) -> str:
    view = scene.view
    left = [scene.counted(f"{of}_count", view["bank"][of]) for of in BUILDINGS]
    left.append(scene.counted("farmer_count", view["supply"][-1]))
    told = scene.say(
        "prose_tower",
        inside=cubes(scene, view["tower"]["inside"]),
        tray=cubes(scene, view["tower"]["tray"]),
    )
    return f"{told} {scene.say('prose_bank', things=', '.join(left))}"


def cubes(scene: Scene, counts: Sequence[int]) -> str:
    """“3 blue, 2 farmers”."""
    *seats, farmers = counts
    found = [
        f"{count} {scene.called('colour', scene.view['colours'][seat])}"
        for seat, count in enumerate(seats)
        if count
    ]
    found += [scene.counted("farmer_count", farmers)] if farmers else []
    return ", ".join(found) or str(scene.words["empty"])


# ----------------------------------------------------------------------- provinces


def region(scene: Scene, region: str) -> str:
    told = [province(scene, of) for of in scene.chart.of_region(region)]
    name = scene.region(region)
    return scene.say("prose_region", region=name, provinces="; ".join(told))


def province(scene: Scene, code: str) -> str:
    """“Kai (KAI): Aki 3 armies, castle, 1 unrest token”."""
    there, name = scene.place(code), f"{scene.province(code)} ({code})"
    if not there["used"]:
        return f"{name}: {scene.words['not_used']}"
    parts = [str(scene.words["neutral"])]
    if there["owner"] is not None:
        men = scene.counted("armies", there["armies"])
        parts = [f"{scene.names[there['owner']]} {men}"]
    return f"{name}: {', '.join([*parts, *standing(scene, code)])}"


def standing(scene: Scene, code: str) -> list[str]:
    there, words = scene.place(code), scene.words
    found = [str(words[of]) for of in there["buildings"]]
    if there["unrest"]:
        found.append(scene.counted("unrest_count", there["unrest"]))
    if there["general"] is not None:
        found.append(str(words["general"]))
    for seat, count in enumerate(there["statues"]):
        if count:
            statues = scene.counted("statue_count", count)
            found.append(f"{statues} ({scene.names[seat]})")
    return found


# ---------------------------------------------------------------------- expansions


def expansions(scene: Scene) -> list[str]:
    view, found = scene.view, list[str]()
    if view["court"] and view["court"]["favours"]:
        cards = [favour(scene, place) for place in view["court"]["favours"]]
        found.append(scene.say("prose_favours", favours="; ".join(cards)))
    if view["dajokan"]:
        found.append(offices(scene))
    return found


def offices(scene: Scene) -> str:
    board, words = scene.view["dajokan"], scene.words
    spaces = board["offices"].items()
    held = [
        f"{scene.names[seat]} {', '.join(of for of, who in spaces if who == seat)}"
        for seat in scene.seats
        if any(who == seat for _, who in spaces)
    ]
    neutral = [of for of, who in spaces if who == "neutral"]
    if neutral:
        held.append(f"{scene.word('offices', 'neutral')} {', '.join(neutral)}")
    return scene.say(
        "prose_offices",
        regions=", ".join(map(scene.region, board["regions"])),
        open=", ".join(of for of, who in spaces if who == "open") or words["empty"],
        markers="; ".join(held) or words["empty"],
    )

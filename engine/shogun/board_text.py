"""The board as text of 72 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import Seat
from engine.drawing import COLUMNS, columns, rule, sides, wrap
from engine.scene import JOINED, in_lines
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.expansions_text import INDENT, NONE, dajokan, draft, palace
from engine.shogun.scene import Scene

NAME = 18  # columns of a name
# What lies in a slot, in one sign; provinces by their codes, bids by their value.
SIGNS = {"bluff": "–", "empty": NONE, "lost": "×", "official": "◦", "": NONE}
HIDDEN = "?"


def board_text(scene: Scene) -> str:
    """Head, players, the season, provinces by region, the expansions, own cards."""
    lines = [
        *heading(scene),
        "",
        *players(scene),
        *draft(scene),
        *actions(scene),
        *specials(scene),
        *events(scene),
        *tower(scene),
        *regions(scene),
        *palace(scene),
        *dajokan(scene),
        *own(scene),
        rule(),
        *legend(scene),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def heading(scene: Scene) -> list[str]:
    side = scene.called("side", scene.view["side"])
    when = JOINED.join((scene.when(), scene.phase()))
    title = str(scene.words["title"]).upper()
    return [
        sides(f"{title}{JOINED}{when}", side),
        *wrap(headline(scene)),
        *(wrap(turn_order(scene), COLUMNS, INDENT) if scene.view["turn_order"] else []),
        *under_way(scene),
    ]


def headline(scene: Scene) -> str:
    if scene.active is None:
        return scene.headline()
    return f"{scene.sign(scene.active)} {scene.headline()}: {scene.point()}"


def turn_order(scene: Scene) -> str:
    order = " > ".join(map(scene.signed, scene.view["turn_order"]))
    return f"{scene.words['turn_order']}: {order}"


def under_way(scene: Scene) -> list[str]:
    """A battle before its throw, a token not yet placed, revolts to come."""
    view, found = scene.view, []
    if battle := view["battle"]:
        found.append(attack(scene, battle))
    if view["token"]:
        found.append(f"{scene.words['unrest']}: {scene.province(view['token'])}")
    if view["revolts"]:
        names = ", ".join(map(scene.province, view["revolts"]))
        found.append(f"{scene.words['revolts']}: {names}")
    return [part for line in found for part in wrap(line, COLUMNS, INDENT)]


def attack(scene: Scene, battle: Mapping[str, object]) -> str:
    attacker = scene.place(str(battle["source"]))["owner"]
    return scene.say(
        "battle_now",
        name=scene.names[attacker],
        source=scene.province(str(battle["source"])),
        target=scene.province(str(battle["target"])),
        armies=scene.counted("armies", int(str(battle["armies"]))),
    )


# ------------------------------------------------------------------------- players


def players(scene: Scene) -> list[str]:
    """Points, goods and supply; then what the expansions give. [SHO-1.4]"""
    heads = scene.words["heads"]
    rows = [["", *heads], *(player(scene, seat) for seat in scene.seats)]
    table = columns(rows, "<" + ">" * len(heads), 1)
    lines = [table[0]]
    for seat, row in zip(scene.seats, table[1:], strict=True):
        lines += [row, *(f"   {line}" for line in in_lines(extras(scene, seat), 69))]
    return [rule(scene.words["players"]), *lines]


def player(scene: Scene, seat: Seat) -> list[str]:
    view = scene.view
    counts = (
        view["points"][seat],
        view["chests"][seat],
        view["rice"][seat],
        view["supply"][seat],
        len(scene.owned(seat)),
        scene.buildings(seat),
    )
    name = scene.signed(seat, NAME)
    return [", ".join((name, *marks(scene, seat))), *map(str, counts)]


def marks(scene: Scene, seat: Seat) -> list[str]:
    flags = scene.flags(seat)
    if scene.is_planning and seat in scene.view["ready"]:
        flags.append(str(scene.words["ready"]))
    return flags


def extras(scene: Scene, seat: Seat) -> list[str]:
    """Special card and bid; honour, officials, general, statues, markers."""
    view, words, found = scene.view, scene.words, list[str]()
    if special := scene.special(seat):
        found.append(scene.called("special", special))
    if bid := shown_bid(scene, seat):
        found.append(f"{scene.word('short', 'bid')} {bid}")
    if view["missing"] and view["missing"][seat]:
        found.append(scene.say("missing", missing=view["missing"][seat]))
    if view["stages"]:
        found.append(f"{words['stage']} {view['stages'][seat]}")
    if view["court"]:
        found += court_extras(scene, seat)
    if generals := view["generals"]:
        at = generals["at"][seat]
        found.append(f"{words['general']} {at or NONE}")
        found.append(scene.counted("statue_count", generals["statues"][seat]))
        found.append(scene.counted("trophy_count", generals["trophies"][seat]))
    if view["dajokan"]:
        found.append(scene.counted("marker_count", view["dajokan"]["markers"][seat]))
    return found


def court_extras(scene: Scene, seat: Seat) -> list[str]:
    """Officials in supply, protection, favour 4. [SHO-12.11, SHO-12.13]"""
    court, words = scene.view["court"], scene.words
    found = [scene.counted("official_count", court["officials"][seat])]
    if guard := court["protected"][seat]:
        found.append(str(words[f"protected_{guard}"]))
    if court["calmer"] == seat:
        found.append(str(words["kept_calm"]))
    return found


def shown_bid(scene: Scene, seat: Seat) -> str:
    """What was bid, when it is open. [SHO-6.1]"""
    bid = scene.view["boards"][seat].get("bid")
    if not bid or scene.view["phase"] not in ("choices", "actions", "end"):
        return ""
    return SIGNS.get(str(bid), str(bid))


# -------------------------------------------------------------------------- season


def actions(scene: Scene) -> list[str]:
    """In their order; below them what every seat has revealed. [SHO-4.6]"""
    cards = scene.view["actions"]
    if not cards:
        return []
    parts = [
        f"{place} {action_name(scene, card)}" for place, card in enumerate(cards, 1)
    ]
    return [rule(scene.words["actions"]), *in_lines(parts), *revealed(scene)]


def action_name(scene: Scene, card: Mapping[str, str | None]) -> str:
    state = scene.word("states", str(card["state"]))
    if card["action"] is None:
        return state
    name = scene.word("short", card["action"])
    return name if card["state"] == "open" else f"{name} ({state})"


def revealed(scene: Scene) -> list[str]:
    """`● SMT KAI – ?`: by place; nothing before the actions begin."""
    if scene.view["phase"] not in ("actions", "end") or not scene.has_boards:
        return []
    places = ["", *(str(place + 1) for place in range(len(scene.view["actions"])))]
    order = scene.view["turn_order"] or scene.seats
    rows = [places, *([scene.sign(s), *cells(scene, s)] for s in order)]
    return columns(rows, "<", 2)


def cells(scene: Scene, seat: Seat) -> list[str]:
    board = scene.view["boards"][seat]
    laid = (
        board[card["action"]] if card["action"] else None
        for card in scene.view["actions"]
    )
    return [HIDDEN if card is None else SIGNS.get(card, card) for card in laid]


def specials(scene: Scene) -> list[str]:
    """By place; whoever took one acts in that place. [SHO-6.4]"""
    cards = scene.view["specials"]
    if not cards:
        return []
    parts = [
        f"{place} {scene.called('special', card['special'])}{holder(scene, card)}"
        for place, card in enumerate(cards, 1)
    ]
    return [rule(scene.words["specials"]), *in_lines(parts)]


def holder(scene: Scene, card: Mapping[str, int | None]) -> str:
    seat = card["seat"]
    return "" if seat is None else f": {scene.signed(seat, NAME)}"


def events(scene: Scene) -> list[str]:
    cards = event_names(scene)
    return [rule(scene.words["events"]), *in_lines(cards)] if cards else []


def event_names(scene: Scene) -> list[str]:
    """The one in force first, each with what it takes in winter. [SHO-7]"""
    events, found = scene.view["events"], list[str]()
    shown = [] if events["now"] is None else [events["now"]]
    for event in [*shown, *events["open"]]:
        loss = scene.say("winter_loss", loss=scene.event_card(event).loss)
        notes = [*event_note(scene, event), loss]
        found.append(f"{scene.event(event)} ({', '.join(notes)})")
    return found


def event_note(scene: Scene, event: str) -> list[str]:
    events = scene.view["events"]
    if event != events["now"]:
        return []
    return [str(scene.words["event_cancelled" if events["cancelled"] else "event_now"])]


def tower(scene: Scene) -> list[str]:
    """Tower, tray and bank. [SHO-16.1]"""
    view, words = scene.view, scene.words
    left = [scene.counted(f"{of}_count", view["bank"][of]) for of in BUILDINGS]
    left.append(scene.counted("farmer_count", view["supply"][-1]))
    return [
        rule(words["tower"]),
        f"{words['inside']}: {cubes(scene, view['tower']['inside'])}",
        f"{words['tray']}: {cubes(scene, view['tower']['tray'])}",
        *wrap(f"{words['bank']}: {', '.join(left)}", COLUMNS, INDENT),
    ]


def cubes(scene: Scene, counts: Sequence[int]) -> str:
    both = zip(scene.cubes, counts, strict=True)
    found = [f"{colour.sign}{count}" for colour, count in both if count]
    return "  ".join(found) or str(scene.words["empty"])


# ------------------------------------------------------------------------- regions


def regions(scene: Scene) -> list[str]:
    """All tables alike: code, name, tax, rice, sites, armies, what stands there."""
    rows = {code: province(scene, code) for code in BOARD.codes}
    lines = dict(zip(rows, columns(list(rows.values()), "<<>>><", 1), strict=True))
    words = scene.words
    heads = f"{words['tax']}, {words['rice']}, {words['sites']}"
    found = []
    for region in BOARD.regions:
        codes = scene.chart.of_region(region)
        found.append(rule(f"{scene.region(region)} ({heads})"))
        found += [lines[code] for code in codes]
        ways = "; ".join(f"{code}: {ways_of(scene, code)}" for code in codes)
        found += wrap(f"{words['adjacent']} {ways}", COLUMNS, INDENT)
    return found


def province(scene: Scene, code: str) -> list[str]:
    at, there = BOARD.index[code], scene.place(code)
    facts = [BOARD.tax[at], BOARD.rice[at], BOARD.sites[at]]
    row = [code, scene.province(code), *map(str, facts)]
    if not there["used"]:
        return [*row, f"({scene.words['not_used']})"]
    held = [] if there["owner"] is None else [army(scene, code)]
    return [*row, ", ".join([*held, *things(scene, code)]) or scene.words["neutral"]]


def army(scene: Scene, code: str) -> str:
    there = scene.place(code)
    return f"{scene.sign(there['owner'])}{there['armies']}"


def things(scene: Scene, code: str) -> list[str]:
    """Buildings, unrest, the general, statues. [SHO-1.4]"""
    there, words = scene.place(code), scene.words
    found = [str(words[of]) for of in there["buildings"]]
    if there["unrest"]:
        found.append(f"{words['unrest']} {there['unrest']}")
    if there["general"] is not None:
        found.append(str(words["general"]))
    for seat, count in enumerate(there["statues"]):
        if count:
            found.append(f"{words['statue']} {scene.sign(seat)}{times(count)}")
    return found


def times(count: int) -> str:
    return f" ×{count}" if count > 1 else ""


def ways_of(scene: Scene, code: str) -> str:
    """`MUS, ~SMA`: by sea with a wave; what is not used is left out. [SHO-2.5]"""
    near = scene.chart.neighbours(code)
    used = [(of, sea) for of, sea in near if scene.place(of)["used"]]
    if not scene.place(code)["used"]:
        return NONE
    return ", ".join(f"{'~' * by_sea}{of}" for of, by_sea in used)


# --------------------------------------------------------------- own cards, legend


def own(scene: Scene) -> list[str]:
    lines = [part for line in secrets(scene) for part in wrap(line, COLUMNS, INDENT)]
    return [rule(scene.words["boards"]), *lines] if lines else []


def secrets(scene: Scene) -> list[str]:
    """What the reader has laid and holds; with open eyes, what everybody has."""
    if not scene.has_boards:
        return []
    if scene.view["open"]:
        return [
            f"{scene.names[seat]}: {board_line(scene, seat)}" for seat in scene.seats
        ]
    if scene.you is None:
        return []
    found = [f"{scene.words['planning_board']}: {board_line(scene, scene.you)}"]
    return [*found, *filter(None, [scene.hand()])]


def board_line(scene: Scene, seat: Seat) -> str:
    """`castle KAI · temple bluff · …`: every slot."""
    return JOINED.join(
        f"{scene.word('short', slot)} {card_name(scene, card)}"
        for slot, card in scene.board(seat)
    )


def card_name(scene: Scene, card: str | None) -> str:
    return card if card in BOARD.index and card else scene.card(card)


def legend(scene: Scene) -> list[str]:
    words = scene.words
    parts = [
        *(f"{of.sign} {scene.called('colour', of.name)}" for of in scene.cubes[:-1]),
        f"{scene.cubes[-1].sign} {words['farmers']}",
        f"~ {words['sea_route']}",
    ]
    if scene.has_boards:
        parts += [f"– {words['bluff']}", f"{HIDDEN} {words['face_down']}"]
    return in_lines(parts)

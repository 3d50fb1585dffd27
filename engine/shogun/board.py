"""The board and the box as data, and what follows from them alone. [SHO-1, SHO-2]

Provinces, regions, actions, cards and offices are numbers here, in the order of the
file; their codes and ids are the words of orders, logs, events and views. Provinces
stand in the order of their ids, so the lowest number is the first id. [SHO-18.2]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from engine.shogun.board_faults import data_faults

BUILDINGS = ("castle", "temple", "theatre")
CASTLE, TEMPLE, THEATRE = 1, 2, 4  # the bits of what stands in a province
BONUSES = ("chests", "rice", "tray", "vp")  # of the Samurai, in the order of the sheet


class BoardRefused(Exception):
    """A board file that cannot be played on; the sentences say why. [SHO-2.8]"""


class Favour(NamedTuple):
    """A favour card, by its number; amounts are data. [SHO-12.8, SHO-17.40]"""

    number: int
    kind: str  # cancel-event, chests, tray-armies, calm, rice, vp, a building, …
    amount: int


class EventCard(NamedTuple):
    """Its upper half is an effect, its lower half a loss of rice. [SHO-7]"""

    id: str
    kind: str
    loss: int


class Shortage(NamedTuple):
    """A line of the winter table. [SHO-10.4]"""

    least: int  # rice that is missing, from
    most: int  # to
    revolts: int
    farmers: int  # extra ones in each


@dataclass(frozen=True, eq=False, slots=True)
class Side:
    """One side of the board; lists run over provinces. [SHO-2.1, SHO-17.58]

    The two cards of a province differ in the region alone. [SHO-2.3]
    """

    id: str
    region_of: tuple[int, ...]
    land: tuple[tuple[int, int], ...]
    sea: tuple[tuple[int, int], ...]
    adjacent: tuple[tuple[int, ...], ...]  # by land and by sea alike [SHO-2.5]
    unused: frozenset[int]  # with three players [SHO-2.4, SHO-17.1]


@dataclass(frozen=True, eq=False, slots=True)  # one of it, told by identity
class Board:
    """All numbers of the box. [SHO-1.2, SHO-1.3]"""

    id: str
    seats: tuple[int, int]
    years: int
    armies: int  # of each player
    farmers: int
    buildings: tuple[int, int, int]  # castles, temples, theatres in the box
    intrigue: tuple[int, ...]
    open_actions: int
    events_a_year: int
    tower_armies: int  # of each player, thrown before the match
    tower_farmers: int
    neutral_farmers: int
    chests: Mapping[int, int]  # by number of players
    groups: Mapping[int, tuple[int, ...]]
    costs: Mapping[str, int]  # by action
    recruits: Mapping[str, int]
    province_points: int
    building_points: int
    majority: tuple[int, int, int]  # for most castles, temples, theatres
    tie_malus: int
    shortages: tuple[Shortage, ...]
    colours: tuple[str, ...]  # by seat
    seasons: tuple[str, ...]  # of action; winter comes after them
    winter: str
    actions: tuple[str, ...]
    specials: tuple[str, ...]
    special_amount: tuple[int, ...]
    kinds: Mapping[str, Mapping[str, int]]  # the numbers of each kind of event
    events: tuple[EventCard, ...]
    regions: tuple[str, ...]
    ids: tuple[str, ...]  # of provinces, in plain order
    codes: tuple[str, ...]  # KAI: what orders, logs, events and views call them
    tax: tuple[int, ...]
    rice: tuple[int, ...]
    sites: tuple[int, ...]
    sides: Mapping[str, Side]
    starts: Mapping[int, tuple[tuple[tuple[int, int], ...], ...]]  # [SHO-3.7]
    # The expansions:
    officials: int
    official_cards: int
    court_values: tuple[int, ...]
    hall_costs: tuple[int, ...]
    favours: Mapping[int, Favour]
    samurai_regions: int
    stages: tuple[tuple[int, ...], ...]  # by stage, by bonus of BONUSES; 0 is not there
    statues: int
    statue_points: int
    general_discount: int
    general_income: int
    general_recruits: int
    markers: int
    tiles_a_season: int
    offices: tuple[str, ...]  # A1, A2, … F6
    row_of: tuple[int, ...]  # by office
    column_of: tuple[int, ...]
    row_points: tuple[int, ...]
    column_points: tuple[int, ...]
    office_tie_malus: int
    # The tower:
    tower_model: str
    stick: int  # below this a number means: stuck
    keep: tuple[int, int]  # 19 of 20: what one dropped cube leaves alone
    # What follows from the lines above:
    slots: tuple[str, ...]  # the actions, the bid, the three court slots
    index: Mapping[str, int]  # provinces by code
    by_id: Mapping[str, int]
    slot_index: Mapping[str, int]
    special_index: Mapping[str, int]
    event_index: Mapping[str, int]
    office_index: Mapping[str, int]
    region_index: Mapping[str, int]
    file: Mapping[str, Any]  # as it was read: words and drawings need the rest of it

    def __deepcopy__(self, memo: object) -> Board:
        return self  # shared by all states of all matches


# ------------------------------------------------------------------------ reading


def read_board(text: str) -> Board:
    """A board file, also a corrected one. Raises BoardRefused. [SHO-2.8]"""
    data = tomllib.loads(text)
    if faults := list(data_faults(data)):
        raise BoardRefused("\n".join(faults))
    return board_of(data)


def board_of(data: Mapping[str, Any]) -> Board:
    constants, scoring, tenno = data["constants"], data["scoring"], data["tenno"]
    generals, dajokan, tower = data["generals"], data["dajokan"], data["tower"]
    provinces = data["province"]
    by_id = numbered(ids_of(provinces))
    actions, specials = ids_of(data["action"]), ids_of(data["special"])
    slots = (*actions, *ids_of(data["slot"]))
    regions = ids_of(data["region"])
    events = tuple(
        EventCard(card["id"], card["kind"], card["winter_loss"])
        for card in data["event"]
    )
    grid = [(c, r) for c in range(len(dajokan["columns"])) for r in dajokan["rows"]]
    offices = tuple(f"{dajokan['columns'][column]}{row}" for column, row in grid)
    return Board(
        id=data["data_id"],
        seats=(constants["players_min"], constants["players_max"]),
        years=constants["years"],
        armies=constants["armies_per_player"],
        farmers=constants["farmers"],
        buildings=(constants["castles"], constants["temples"], constants["theatres"]),
        intrigue=tuple(constants["intrigue_cards"]),
        open_actions=constants["open_actions"],
        events_a_year=constants["event_cards_per_year"],
        tower_armies=constants["tower_seed_armies"],
        tower_farmers=constants["tower_seed_farmers"],
        neutral_farmers=constants["neutral_farmers"],
        chests={int(n): count for n, count in constants["start_chests"].items()},
        groups={int(n): tuple(g) for n, g in constants["army_groups"].items()},
        costs=data["costs"],
        recruits=data["recruits"],
        province_points=scoring["province"],
        building_points=scoring["building"],
        majority=tuple(scoring["majority"][name] for name in BUILDINGS),
        tie_malus=scoring["tie_malus"],
        shortages=tuple(
            Shortage(
                line["missing_min"],
                line["missing_max"],
                line["revolts"],
                line["extra_farmers"],
            )
            for line in data["winter"]
        ),
        colours=tuple(daimyo["colour"] for daimyo in data["daimyo"]),
        seasons=tuple(constants["action_seasons"]),
        winter=constants["scoring_season"],
        actions=actions,
        specials=specials,
        special_amount=tuple(card["amount"] for card in data["special"]),
        kinds={kind["id"]: numbers_of(kind) for kind in data["event_kind"]},
        events=events,
        regions=regions,
        ids=tuple(by_id),
        codes=tuple(province["abbr"] for province in provinces),
        tax=tuple(province["tax"] for province in provinces),
        rice=tuple(province["rice"] for province in provinces),
        sites=tuple(province["sites"] for province in provinces),
        sides={
            name: side_of(name, side, provinces, by_id, regions)
            for name, side in data["sides"].items()
        },
        starts=starts_of(data["setup"], by_id),
        officials=tenno["officials_per_player"],
        official_cards=tenno["official_cards_per_player"],
        court_values=tuple(tenno["court_slots"]),
        hall_costs=tuple(tenno["hall_costs"]),
        favours={
            card["no"]: Favour(card["no"], card["kind"], card["amount"])
            for card in data["favour"]
        },
        samurai_regions=data["samurai_expansion"]["regions"],
        stages=tuple(
            tuple(stage.get(bonus, 0) for bonus in BONUSES) for stage in data["samurai"]
        ),
        statues=generals["statues_per_player"],
        statue_points=generals["statue_vp"],
        general_discount=generals["build_discount"],
        general_income=generals["income_bonus"],
        general_recruits=generals["recruit_bonus"],
        markers=dajokan["markers_per_player"],
        tiles_a_season=dajokan["tiles_per_round"],
        offices=offices,
        row_of=tuple(dajokan["rows"].index(row) for _, row in grid),
        column_of=tuple(column for column, _ in grid),
        row_points=tuple(dajokan["row_vp"]),
        column_points=tuple(dajokan["column_vp"]),
        office_tie_malus=dajokan["tie_malus"],
        tower_model=tower["model"],
        stick=tower["stick_threshold"],
        keep=(tower["loose_keep_num"], tower["loose_keep_den"]),
        slots=slots,
        index=numbered(province["abbr"] for province in provinces),
        by_id=by_id,
        slot_index=numbered(slots),
        special_index=numbered(specials),
        event_index=numbered(card.id for card in events),
        office_index=numbered(offices),
        region_index=numbered(regions),
        file=data,
    )


def ids_of(entries: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(entry["id"] for entry in entries)


def numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def numbers_of(kind: Mapping[str, Any]) -> dict[str, int]:
    """What a kind of event says in numbers: at most 5, two farmers."""
    return {name: value for name, value in kind.items() if isinstance(value, int)}


def side_of(
    name: str,
    side: Mapping[str, Any],
    provinces: Sequence[Mapping[str, Any]],
    by_id: Mapping[str, int],
    regions: Sequence[str],
) -> Side:
    land, sea = (
        tuple((by_id[one], by_id[two]) for one, two in side[kind])
        for kind in ("land", "sea")
    )
    near: list[list[int]] = [[] for _ in provinces]
    for one, two in (*land, *sea):
        near[one].append(two)
        near[two].append(one)
    return Side(
        id=name,
        region_of=tuple(regions.index(province[name]) for province in provinces),
        land=land,
        sea=sea,
        adjacent=tuple(tuple(sorted(others)) for others in near),
        unused=frozenset(by_id[province] for province in side["unused3"]),
    )


def starts_of(
    setups: Sequence[Mapping[str, Any]], by_id: Mapping[str, int]
) -> dict[int, tuple[tuple[tuple[int, int], ...], ...]]:
    """By number of players, by seat: provinces with their armies. [SHO-3.7, 17.2]"""
    found: dict[int, list[tuple[tuple[int, int], ...]]] = {}
    for setup in sorted(setups, key=lambda one: (one["players"], one["seat"])):
        placed = tuple((by_id[p], armies) for p, armies in setup["armies"].items())
        found.setdefault(setup["players"], []).append(placed)
    return {players: tuple(seats) for players, seats in found.items()}


FILE = Path(__file__).parent / "data" / "board.toml"
BOARD = read_board(FILE.read_text(encoding="utf-8"))

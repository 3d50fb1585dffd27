"""The board and the box as data, and what follows from them alone. [SSE-1, SSE-2]

Provinces, regions, slots and kinds are numbers here, in the order of the file; their
ids are the words of orders and logs. A corrected file is read the same way. [SSE-2.12]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from engine.small_samurai_empires.board_faults import data_faults
from engine.small_samurai_empires.box import (
    IMPROVEMENTS,
    KINDS,
    MOUNTAIN_TOKENS,
    NEUTRALS,
    ids,
    neighbours,
    pieces_of,
)


class BoardRefused(Exception):
    """A board file that cannot be played on; the sentences say why. [SSE-2.12]"""


class Cost(NamedTuple):
    """What is paid to the common supply. [SSE-1.5]"""

    food: int = 0
    bushido: int = 0


FREE = Cost()


@dataclass(frozen=True, slots=True)
class Edition:
    """The switches in which two rulebooks really differ. [SSE-11.2]"""

    id: str
    default: bool
    each_opponent_once: bool  # else each victim once [SSE-7.3.2]
    castle_in_capital: bool  # SSE-5.8.4
    one_castle: bool  # in a province, of anybody [SSE-5.8.4]
    agenda_any_time: bool  # else in one's own turn [SSE-10.1.3]
    agenda_3b_control: bool  # SSE-10.1.5
    era_end: tuple[str, ...]  # SSE-8.1
    game_end: tuple[str, ...]  # SSE-9.1


@dataclass(frozen=True, slots=True)
class Tile:
    """One side of a region agenda tile. [SSE-10.1.5]"""

    id: str
    points: int
    decree: str  # the improvement that is free in the region


@dataclass(frozen=True, eq=False, slots=True)  # one of each, told by identity
class Board:
    """All numbers of the box. Lists run over provinces, regions, slots or kinds."""

    id: str
    seats: tuple[int, int]
    eras: int
    armies: int
    castles: int
    tokens: tuple[int, int]  # food and bushido in the box
    start: tuple[int, int]  # food and bushido of each player
    start_armies: int
    destiny_hand: int
    power_army: int
    power_castle: int
    shrine_points: int
    leftover: int
    placements: tuple[Mapping[int, int], ...]  # by round, by number of players
    costs: Mapping[str, Cost]
    cover_costs: tuple[int, ...]
    kinds: tuple[int, ...]
    destiny: tuple[int, ...]  # cards by region
    seeding: tuple[int, int]
    influence: tuple[int, ...]
    colours: tuple[str, ...]  # by seat
    houses: tuple[str, ...]
    regions: tuple[str, ...]
    region_names: tuple[str, ...]
    bonus: tuple[tuple[int, int], ...]
    provinces: tuple[str, ...]
    province_names: tuple[Mapping[str, str], ...]  # by language
    region_of: tuple[int, ...]
    coastal: tuple[bool, ...]
    features: tuple[frozenset[str], ...]
    adjacent: tuple[tuple[int, ...], ...]
    mountains: tuple[str, ...]
    mountain_names: tuple[str, ...]
    roads: tuple[tuple[int, int], ...]
    slots: tuple[str, ...]  # by index, the southernmost first
    slot_region: tuple[int, ...]
    slot_neutral: tuple[int, ...]
    mountain_tokens: tuple[int, ...]  # by kind
    shrine_pieces: Mapping[str, int]
    shrine_scale: tuple[int, ...]
    neutral_tokens: tuple[tuple[int, ...], ...]  # by region
    tiles: Mapping[str, Tile]
    editions: Mapping[str, Edition]
    # What follows from the lines above:
    provinces_of: tuple[tuple[int, ...], ...]  # by region
    resources_of: tuple[tuple[int, ...], ...]
    shrines_of: tuple[tuple[int, ...], ...]
    slots_of: tuple[tuple[int, ...], ...]
    capitals: tuple[int, ...]
    resources: tuple[int, ...]  # resource provinces
    shrines: tuple[int, ...]  # shrine provinces
    ports: tuple[int, ...]  # coastal provinces [SSE-2.4]
    region_mask: tuple[int, ...]  # the provinces of each region as bits
    mountain_on: Mapping[tuple[int, int], int]  # by road, in both directions
    index: Mapping[str, int]  # provinces by id
    region_index: Mapping[str, int]
    slot_index: Mapping[str, int]
    mountain_index: Mapping[str, int]
    file: Mapping[str, Any]  # as it was read: the drawing needs the rest of it

    def __deepcopy__(self, memo: object) -> Board:
        return self  # shared by all states of all matches


# ------------------------------------------------------------------------ reading


def read_board(text: str) -> Board:
    """A board file, also a corrected one. Raises BoardRefused. [SSE-2.12]"""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoardRefused(f"This is not a TOML file: {error}.") from error
    try:
        if faults := list(data_faults(data)):
            raise BoardRefused("\n".join(faults))
        return board_of(data)
    except KeyError as error:
        raise BoardRefused(f"The board file lacks {error}.") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise BoardRefused(f"The board file is not as it should be: {error}.") from None


def board_of(data: Mapping[str, Any]) -> Board:
    constants, costs = data["constants"], data["costs"]
    regions = ids(data["region"])
    index = {name: number for number, name in enumerate(ids(data["province"]))}
    region_of = tuple(regions.index(p["region"]) for p in data["province"])
    slots = sorted(data["slot"], key=lambda slot: int(slot["index"]))
    slot_region = tuple(regions.index(slot["region"]) for slot in slots)
    features = tuple(frozenset(p["features"]) for p in data["province"])
    roads = tuple((index[m["road"][0]], index[m["road"][1]]) for m in data["mountain"])
    coastal = tuple(bool(p["coastal"]) for p in data["province"])
    return Board(
        id=data["board"],
        seats=(constants["players_min"], constants["players_max"]),
        eras=constants["eras"],
        armies=constants["armies_per_player"],
        castles=constants["castles_per_player"],
        tokens=(constants["food_tokens"], constants["bushido_tokens"]),
        start=(constants["start_food"], constants["start_bushido"]),
        start_armies=constants["start_armies_per_capital"],
        destiny_hand=constants["destiny_hand"],
        power_army=constants["power_army"],
        power_castle=constants["power_castle"],
        shrine_points=constants["shrine_points"],
        leftover=constants["leftover_resources_per_point"],
        placements=tuple(
            {int(seats): int(count) for seats, count in data["placements"][key].items()}
            for key in ("round1", "round2")
        ),
        costs={
            key: Cost(costs[key].get("food", 0), costs[key].get("bushido", 0))
            for key in (*IMPROVEMENTS, "journey_destroy")
        },
        cover_costs=tuple(costs["cover"]["bushido"]),
        kinds=tuple(data["order_tokens"][kind] for kind in KINDS),
        destiny=tuple(data["destiny"][region] for region in regions),
        seeding=(data["seeding"]["food"], data["seeding"]["bushido"]),
        influence=tuple(data["influence"]["values"]),
        colours=ids(data["player"]),
        houses=tuple(player.get("house", "") for player in data["player"]),
        regions=regions,
        region_names=tuple(region["name"] for region in data["region"]),
        bonus=tuple((r["bonus"][0], r["bonus"][1]) for r in data["region"]),
        provinces=tuple(index),
        province_names=tuple(map(names_of, data["province"])),
        region_of=region_of,
        coastal=coastal,
        features=features,
        adjacent=neighbours(data, index),
        mountains=ids(data["mountain"]),
        mountain_names=tuple(mountain["name"] for mountain in data["mountain"]),
        roads=roads,
        slots=ids(slots),
        slot_region=slot_region,
        slot_neutral=tuple(NEUTRALS.index(slot["neutral"]) for slot in slots),
        mountain_tokens=tuple(
            data["mountain_tokens"][kind] for kind in MOUNTAIN_TOKENS
        ),
        shrine_pieces=pieces_of(data),
        shrine_scale=tuple(data["sacred_shrines"]["scale"]),
        neutral_tokens=tuple(
            tuple(NEUTRALS.index(kind) for kind in data["neutral_tokens"][region])
            for region in regions
        ),
        tiles={
            t["id"]: Tile(t["id"], t["points"], t["decree"]) for t in data["agenda"]
        },
        editions={key: edition_of(key, e) for key, e in data["edition"].items()},
        provinces_of=grouped(range(len(index)), region_of, regions),
        resources_of=grouped(having(features, "resource"), region_of, regions),
        shrines_of=grouped(having(features, "shrine"), region_of, regions),
        slots_of=grouped(range(len(slots)), slot_region, regions),
        capitals=tuple(
            group[0]
            for group in grouped(having(features, "capital"), region_of, regions)
        ),
        resources=having(features, "resource"),
        shrines=having(features, "shrine"),
        ports=tuple(number for number, port in enumerate(coastal) if port),
        region_mask=tuple(
            sum(1 << number for number in group)
            for group in grouped(range(len(index)), region_of, regions)
        ),
        mountain_on={
            way: number
            for number, (one, two) in enumerate(roads)
            for way in ((one, two), (two, one))
        },
        index=index,
        region_index={name: number for number, name in enumerate(regions)},
        slot_index={name: number for number, name in enumerate(ids(slots))},
        mountain_index={name: n for n, name in enumerate(ids(data["mountain"]))},
        file=data,
    )


def names_of(province: Mapping[str, Any]) -> dict[str, str]:
    """A province's name by language; names may change, ids never."""
    english = province["name"]
    return {
        "en": english,
        "ru": province.get("name_ru", english),
        "uk": province.get("name_uk", english),
    }


def having(features: Sequence[frozenset[str]], wanted: str) -> tuple[int, ...]:
    return tuple(number for number, has in enumerate(features) if wanted in has)


def grouped(
    numbers: Iterable[int], region_of: Sequence[int], regions: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in regions]
    for number in numbers:
        found[region_of[number]].append(number)
    return tuple(map(tuple, found))


def edition_of(key: str, data: Mapping[str, Any]) -> Edition:
    """Where the editions really differ; what one clears up holds for both.

    [SSE-11.2, SSE-11.3, SSE-11.4]
    """
    steps = tuple(data["era_end"])
    return Edition(
        id=key,
        default=data["default"],
        each_opponent_once=data["cover_limit"] == "each-opponent-once",
        castle_in_capital=data["castle_in_capital"],
        one_castle=data["castles_per_province"] == "one",
        agenda_any_time=data["agenda_timing"] == "any-time",
        agenda_3b_control=data["agenda_3b"] == "control-castle-province",
        era_end=steps,
        game_end=steps[: data["game_end_steps"]],
    )


# --------------------------------------------------------------------- the boards


def read_boards(folder: Path) -> dict[str, Board]:
    """Every board*.toml, by its id: an old match finds the board it was played on."""
    found: dict[str, Board] = {}
    for file in sorted(folder.glob("board*.toml")):
        board = read_board(file.read_text(encoding="utf-8"))
        if board.id in found:
            raise BoardRefused(f"{file.name}: there is a board “{board.id}” already.")
        found[board.id] = board
    return found


def first_board(boards: Mapping[str, Board]) -> Board:
    """The board of logs and positions that name none, whatever files are added."""
    if FIRST not in boards:
        raise BoardRefused(
            f"The board “{FIRST}” is gone; old matches were played on it. "
            "A corrected board is a file beside it, with an id of its own."
        )
    return boards[FIRST]


FIRST = "reconstruction-1"  # `unsaid` in game.toml
BOARDS = read_boards(Path(__file__).parent / "data")
BOARD = first_board(BOARDS)
EDITION = next(edition.id for edition in BOARD.editions.values() if edition.default)

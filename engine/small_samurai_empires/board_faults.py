"""Whether a board file can be played on: every fault gets its sentence. [SSE-2.12]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from engine.small_samurai_empires.box import (
    ERA_STEPS,
    FEATURES,
    IMPROVEMENTS,
    KINDS,
    MOUNTAIN_TOKENS,
    RESOURCES,
    TILES,
    ids,
    neighbours,
    pairs,
    pieces_of,
)

MOST = 15  # of a kind in a hand: it is kept in four bits
MOST_SEATS = 8
SWITCHES = {  # SSE-11.2
    "cover_limit": ("each-opponent-once", "each-victim-once"),
    "castles_per_province": ("one-per-player", "one"),
    "agenda_timing": ("any-time", "own-turn"),
    "agenda_3b": ("own-castle", "control-castle-province"),
}


GAME_END = {"full-harvest", "influence", "region-bonus", "shrines"}  # SSE-9.1
NOT_AT_GAME_END = {"destiny", "turn-order"}
AT_LEAST_ONE = ("players_min", "eras", "destiny_hand", "leftover_resources_per_point")


def data_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for everything that SSE-2.12 forbids; later ones rely on earlier."""
    found = [*id_faults(data)]
    found = found or [*map_faults(data)]
    found = found or [*count_faults(data), *box_faults(data)]
    yield from found


def id_faults(data: Mapping[str, Any]) -> Iterator[str]:
    for table in ("player", "region", "province", "mountain", "slot", "agenda"):
        for name, times in Counter(ids(data[table])).items():
            if times > 1:
                yield f"The {table} id “{name}” is there {times} times."
            if not name or any(mark.isspace() or mark in "()|#" for mark in name):
                yield f"“{name}” cannot be an id: no blanks, no ( ) | #."
    regions = set(ids(data["region"]))
    for table in ("province", "slot"):
        for item in data[table]:
            if item["region"] not in regions:
                yield f"{item['id']} lies in “{item['region']}”, which is no region."
    for region in sorted(regions):
        for table in ("destiny", "neutral_tokens"):
            if region not in data[table]:
                yield f"[{table}] says nothing of {region}."


def map_faults(data: Mapping[str, Any]) -> Iterator[str]:
    known = {province["id"]: province for province in data["province"]}
    for region in ids(data["region"]):
        capitals = [
            key
            for key, province in known.items()
            if province["region"] == region and "capital" in province["features"]
        ]
        if len(capitals) != 1:
            listed = ", ".join(capitals) or "none"
            yield f"{region} needs exactly one capital; it has {listed}."
    for key, province in known.items():
        for feature in province["features"]:
            if feature not in FEATURES:
                yield f"{key} has the feature “{feature}”, which there is not."
    borders = data["adjacency"]
    yield from pair_faults("adjacency", [*borders["land"], *borders["sea"]], known)
    yield from pair_faults(
        "mountain roads", [m["road"] for m in data["mountain"]], known
    )
    land = {frozenset(pair) for pair in borders["land"]}
    for mountain in data["mountain"]:
        if frozenset(mountain["road"]) not in land:
            yield f"{mountain['id']} does not lie on a land border."
    for pair in borders["sea"]:
        for end in pair:
            if end in known and not known[end]["coastal"]:
                yield f"The sea link {' ~ '.join(pair)}: {end} has no coast."
    if all(end in known for pair in pairs(data) for end in pair):
        cut_off = unreached(data, list(known))
        if cut_off:
            yield f"The map is not connected: {', '.join(cut_off)} cannot be reached."


def pair_faults(
    where: str, listed: Iterable[Sequence[str]], known: Mapping[str, Any]
) -> Iterator[str]:
    seen: set[frozenset[str]] = set()
    for pair in listed:
        if len(pair) != 2 or len(set(pair)) != 2:
            yield f"In {where}, {list(pair)} is not a pair of two provinces."
        for end in pair:
            if end not in known:
                yield f"In {where}, “{end}” is no province."
        if frozenset(pair) in seen:
            yield f"In {where}, {' and '.join(pair)} are there twice."
        seen.add(frozenset(pair))


def unreached(data: Mapping[str, Any], known: list[str]) -> list[str]:
    index = {name: number for number, name in enumerate(known)}
    around, reached, todo = neighbours(data, index), {0}, [0]
    while todo:
        for near in around[todo.pop()]:
            if near not in reached:
                reached.add(near)
                todo.append(near)
    return [name for name in known if index[name] not in reached]


def count_faults(data: Mapping[str, Any]) -> Iterator[str]:
    indices = sorted(slot["index"] for slot in data["slot"])
    if indices != list(range(1, len(indices) + 1)):
        yield f"Slot indices run from 1 without gaps; {indices} do not."
    constants = data["constants"]
    for seats in range(constants["players_min"], constants["players_max"] + 1):
        for key in ("round1", "round2"):
            if str(seats) not in data["placements"][key]:
                yield f"[placements] {key} says nothing of {seats} players."
                return
        wanted = seats * data["placements"]["round1"][str(seats)]
        if len(indices) < wanted:
            yield f"{seats} players need {wanted} slots; there are {len(indices)}."
    if len(data["player"]) < constants["players_max"]:
        yield f"{constants['players_max']} players need as many colours."
    for feature, piece, most in (
        ("resource", "seeding tokens", sum(data["seeding"].values())),
        ("shrine", "shrine pieces", sum(pieces_of(data).values())),
    ):
        count = sum(feature in province["features"] for province in data["province"])
        if count > most or (feature == "resource" and count != most):
            yield f"There are {count} {feature} provinces, but {most} {piece}."
    tokens = sum(data["mountain_tokens"].values())
    if len(data["mountain"]) > tokens:
        yield f"{len(data['mountain'])} mountains, but only {tokens} mountain tokens."
    values = data["influence"]["values"]
    if any(later < earlier for earlier, later in pairwise(values)):
        yield f"Influence values must not fall; {values} do."


def box_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """The kinds of pieces are those the rules know."""
    for table, known in (
        ("order_tokens", KINDS),
        ("seeding", RESOURCES),
        ("mountain_tokens", MOUNTAIN_TOKENS),
    ):
        if set(data[table]) != set(known):
            wanted = ", ".join(known)
            yield f"[{table}] has {', '.join(data[table])}; wanted are {wanted}."
    if data["constants"]["rounds_per_era"] != len(data["placements"]):
        yield "An era has as many rounds as [placements] speaks of: two."
    for table in ("order_tokens", "destiny"):
        if max(data[table].values()) > MOST:
            yield f"[{table}] has more than {MOST} of a kind."
    if data["constants"]["players_max"] > MOST_SEATS:
        yield f"There are at most {MOST_SEATS} players."
    yield from constant_faults(data)
    yield from tile_faults(data)
    longest = max(pieces_of(data).values(), default=0)
    if len(data["sacred_shrines"]["scale"]) <= longest:
        yield f"The shrine scale must reach {longest} shrines of a colour."
    for key, edition in data["edition"].items():
        for switch, values in SWITCHES.items():
            if edition[switch] not in values:
                yield f"{key}: {switch} is one of {', '.join(values)}."
        if sorted(edition["era_end"]) != sorted(ERA_STEPS):
            yield f"{key}: era_end has each of {', '.join(ERA_STEPS)} once."
        last = {*edition["era_end"][: edition["game_end_steps"]]}
        if not last >= GAME_END or last & NOT_AT_GAME_END:
            yield f"{key}: game_end_steps stops after the scoring of era_end."
    if sum(edition["default"] for edition in data["edition"].values()) != 1:
        yield "Exactly one edition is the default."


def constant_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """Enough in the box to set up and to play every era. [SSE-3, SSE-8.7]"""
    constants, cards = data["constants"], sum(data["destiny"].values())
    for key, number in constants.items():
        if number < (key in AT_LEAST_ONE):
            yield f"[constants] {key} cannot be {number}."
    eras = constants["eras"]
    for seats in range(constants["players_min"], constants["players_max"] + 1):
        wanted = seats * (constants["destiny_hand"] + eras - 1)
        wanted += eras * (seats == 2)  # SSE-4.2.2
        if cards < wanted:
            yield f"{cards} destiny cards are too few: {seats} players use {wanted}."
    for name in ("food", "bushido"):
        wanted = constants[f"start_{name}"] * constants["players_max"]
        if constants[f"{name}_tokens"] < wanted:
            yield f"Players begin with {wanted} {name}; there are not so many."
    wanted = constants["start_armies_per_capital"] * len(data["region"])
    if constants["armies_per_player"] < wanted:
        yield f"Players begin with {wanted} armies; they have not so many."


def tile_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """Tiles the rules know, each with both its sides. [SSE-10.1.1, SSE-10.1.5]"""
    known = set(ids(data["agenda"]))
    for tile in data["agenda"]:
        if tile["id"] not in TILES or tile["decree"] not in IMPROVEMENTS:
            yield f"Agenda tile {tile['id']} with decree {tile['decree']} is unknown."
        elif not {tile["id"][0] + side for side in "ab"} <= known:
            yield f"Agenda tile {tile['id'][0]} lacks a side."

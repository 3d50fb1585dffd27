"""What a board file must fulfil: the data checks of the sheet. [SHO-2.8]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

NAMED = (  # tables whose entries have a name in every language [SHO-2.11]
    *("daimyo", "action", "slot", "building", "special", "event_kind", "region"),
    *("province", "favour", "samurai", "season", "setup_mode", "term"),
)


def data_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """Sentences; none if the file can be played on."""
    yield from province_faults(data["province"])
    for name, side in data["sides"].items():
        yield from side_faults(name, side, data)
    for setup in data["setup"]:
        yield from setup_faults(setup, data)
    for table in NAMED:
        yield from name_faults(table, data[table], data["languages"])


def doubled(values: Iterable[Any]) -> list[Any]:
    return [value for value, count in Counter(values).items() if count > 1]


def province_faults(provinces: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Ids and codes are unique, and stand in the order of ids. [SHO-2.6, SHO-18.2]"""
    ids = [province["id"] for province in provinces]
    if ids != sorted(ids):
        yield "The provinces do not stand in the order of their ids."
    for key in ("id", "abbr"):
        if twice := doubled(province[key] for province in provinces):
            yield f"Two provinces have the {key} {twice[0]}."


def side_faults(
    name: str, side: Mapping[str, Any], data: Mapping[str, Any]
) -> Iterator[str]:
    """Known and unique borders, equal regions, and no part cut off. [SHO-2.2, 2.5]"""
    ids = [province["id"] for province in data["province"]]
    edges = [tuple(sorted(edge)) for edge in (*side["land"], *side["sea"])]
    unknown = {end for edge in edges for end in edge} | {*side["unused3"]}
    if unknown - {*ids}:
        yield f"{name}: there is no province {sorted(unknown - {*ids})[0]}."
        return
    if twice := doubled(edges):
        yield f"{name}: {twice[0]} is there twice."
    regions = Counter(province[name] for province in data["province"])
    if {*regions} != {region["id"] for region in data["region"]} or len(
        {*regions.values()}
    ) != 1:
        yield f"{name}: the regions are not of the same size."
    for unused in ((), side["unused3"]):
        if not is_connected([one for one in ids if one not in unused], edges):
            yield f"{name}: the board falls apart without {', '.join(unused)}."


def is_connected(ids: Sequence[str], edges: Sequence[tuple[str, ...]]) -> bool:
    reached, new = {ids[0]}, [ids[0]]
    while new:
        at = new.pop()
        near = {end for edge in edges if at in edge for end in edge}
        found = (near & {*ids}) - reached
        reached |= found
        new += found
    return reached == {*ids}


def setup_faults(setup: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    """Each seat has exactly the groups of its player count. [SHO-3.3, SHO-3.7]"""
    players, armies = setup["players"], setup["armies"]
    where = f"setup of {players}, seat {setup['seat']}"
    groups = data["constants"]["army_groups"][str(players)]
    if sorted(armies.values()) != sorted(groups):
        yield f"{where}: the groups are not {groups}."
    unused = data["sides"]["sun"]["unused3"] if players == 3 else ()
    if set(armies) & set(unused):
        yield f"{where}: a province is not in the game."


def name_faults(
    table: str, entries: Sequence[Mapping[str, Any]], languages: Sequence[str]
) -> Iterator[str]:
    """Every entry has a name of its own in every language. [SHO-2.11]"""
    for language in languages:
        if missing := [entry for entry in entries if not entry.get(language)]:
            yield f"{table}: an entry has no name in {language}: {dict(missing[0])}."
        elif twice := doubled(entry[language] for entry in entries):
            yield f"{table}: two entries are called {twice[0]} in {language}."

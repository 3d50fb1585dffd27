"""A scenario file as a whole: read, checked, and its faults found in it. [SB-15.7]"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.positions import shown
from engine.samurai_battles.scenario_faults import ScenarioCheck, Seen, nearest
from engine.samurai_battles.scenario_kinds import Fault, is_number

GAME = "samurai-battles"
SCHEMA = 2
LARGEST = 200_000  # bytes
FIELDS = ("schema", "game", "scenario")
BEGIN = "[[scenario]]"


def file_faults(content: bytes) -> tuple[list[Fault], list[dict[str, Any]]]:
    """The faults of a file, and its scenarios if it has none. [SB-15.10]"""
    if len(content) > LARGEST:
        return [Fault("E_SIZE", "The file has more than 200 000 bytes.")], []
    try:
        data = tomllib.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return [Fault("E_TOML", f"The file cannot be read: {one_line(error)}.")], []
    if faults := list(head_faults(data)):
        return faults, []
    faults = scenarios_faults(data["scenario"])
    return faults, [] if faults else data["scenario"]


def one_line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".")[:200]


def head_faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """The first lines of a file. [SB-15.7]"""
    schema, game, listed = (data.get(field) for field in FIELDS)
    if schema != SCHEMA or not is_number(schema):
        said = "none" if schema is None else shown(schema)
        sentence = f"The file has schema {said}; this program reads schema {SCHEMA}."
        yield Fault("E_SCHEMA", sentence, "schema", f"Write schema = {SCHEMA}.")
    if game != GAME:
        said = "no game" if game is None else shown(game)
        sentence = f"The file is for {said}, not for {GAME}."
        yield Fault("E_GAME", sentence, "game", f'Write game = "{GAME}".')
    if not listed or not isinstance(listed, list):
        help = f"A scenario begins with the line {BEGIN}."
        yield Fault("E_NO_SCENARIO", "The file holds no scenario.", help=help)
    for field in data.keys() - set(FIELDS):
        near = nearest(field, FIELDS)
        yield Fault("E_UNKNOWN", f"There is no field {field}.", field, near)


def scenarios_faults(
    scenarios: Iterable[Any], loaded: Iterable[Mapping[str, Any]] = ()
) -> list[Fault]:
    """Every fault of each; what they share with each other, or with those loaded."""
    seen: Seen = set()
    for data in loaded:
        ScenarioCheck(data).once_in_files(seen)
    faults = []
    for number, data in enumerate(scenarios, start=1):
        name = str(data.get("id", number)) if isinstance(data, dict) else str(number)
        check = ScenarioCheck(data)
        check.run(seen)
        faults += [
            fault._replace(sentence=f"Scenario {name[:20]}: {fault.sentence}")
            for fault in check.faults
        ]
    return faults


# ------------------------------------------------------------------ where it is


def line_of(fault: Fault, lines: Sequence[str]) -> int:
    """The line in which a fault probably is, from 1; 0 if nobody can say.

    That is the first with what the fault is about, in the scenario that it names.
    """
    if not fault.clue:
        return 0
    start, end = block_of(fault.sentence, lines)
    wanted = (f'"{fault.clue}"', f"{fault.clue} ", f"{fault.clue}=", fault.clue)
    for sign in wanted:
        for number in range(start, end):
            if sign in lines[number].partition(" #")[0]:
                return number + 1
    return 0


def block_of(sentence: str, lines: Sequence[str]) -> tuple[int, int]:
    """Where the scenario begins and ends that a sentence names."""
    begins = [number for number, line in enumerate(lines) if line.strip() == BEGIN]
    named = sentence.removeprefix("Scenario ").partition(":")[0]
    for place, begin in enumerate(begins, start=1):
        end = begins[place] if place < len(begins) else len(lines)
        ids = [line for line in lines[begin:end] if line.replace(" ", "")[:4] == 'id="']
        if named == str(place) or (ids and f'"{named}"' in ids[0]):
            return begin, end
    return 0, len(lines)

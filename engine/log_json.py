"""The log as JSON, for programs: docs/json-format.md tells it, a schema beside it.

It says what the text says, and gives it back: the same entries, the same hash.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.audit import Made, draws_made
from engine.contract import Position
from engine.errors import LogBroken
from engine.log import (
    MARK,
    Entry,
    Log,
    first_link,
    is_position,
    is_text,
    log_text,
    next_link,
    read_entry,
)

FORMAT = "hikyaku json 1"
RESULT = re.compile(r"seat (\d+) place (\d+) points (-?\d+)")


def log_json(log: Log) -> str:
    """The log for programs, with what each draw was drawn from."""
    chain, entries, made = first_link(log), [], iter(draws_made(log))
    for number, entry in enumerate(log.entries):
        chain = next_link(chain, number, entry)
        draws = [draw_data(next(made)) for _ in entry.draws]
        data = entry_data(number, entry) | {"draws": draws, "mark": chain[:MARK]}
        entries.append(data)
    data = {
        "format": FORMAT,
        "game": log.game,
        "version": log.version,
        "choices": log.choices,
        "seats": log.seats,
        "commitment": log.commitment,
        "words": log.words,
        **from_data(log),
        "players": [{"seat": seat, "name": name} for seat, name in log.players],
        "notes": log.notes,
        "seed": log.seed or None,
        "result": result_data(log.result),
        "entries": entries,
        "state": log.state,
        "log": chain,
    }
    return (
        "{\n" + ",\n".join(f" {line(k)}: {lines(v)}" for k, v in data.items()) + "\n}\n"
    )


def lines(value: Any) -> str:
    """A value on one line; of a list of objects each on its own."""
    if not isinstance(value, list) or not value or not isinstance(value[0], dict):
        return line(value)
    return "[\n" + ",\n".join(f"  {line(item)}" for item in value) + "\n ]"


def line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def entry_data(number: int, entry: Entry) -> dict[str, Any]:
    """What an entry says; who decided, if it was not the player."""
    data: dict[str, Any] = {"number": number, "text": entry.text, "kind": entry.kind}
    if entry.seat >= 0:
        data["seat"] = entry.seat
    if entry.order is not None:
        data["order"] = entry.order.text
    if entry.by:
        data["by"] = entry.by
    if entry.kind == "back":
        data["back_to"] = entry.back_to
    return data


def draw_data(made: Made) -> dict[str, Any]:
    """The rules say what is drawn from; who reads the log back asks them again."""
    return {"name": made.name, "values": made.values, "how": made.how, "of": made.of}


def from_data(log: Log) -> dict[str, Any]:
    """What the match is taken up from; nothing in one that begins at its beginning."""
    if log.position is None:
        return {}
    return {"from": {"branch": log.branch, "position": log.position}}


def result_data(result: str) -> list[dict[str, int]] | None:
    found = RESULT.findall(result)
    names = ("seat", "place", "points")
    return [dict(zip(names, map(int, row), strict=True)) for row in found] or None


# ------------------------------------------------------------------------ and back


def log_from_json(text: str) -> Log:
    """The log of a JSON file, every mark checked. Raises LogBroken with the place."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LogBroken(0, "no_json") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise LogBroken(0, "json_format", format=FORMAT)
    reader = Fields(data)
    log = Log(
        game=reader.text("game"),
        version=reader.number("version"),
        choices=dict(sorted(reader.texts("choices").items())),
        seats=reader.number("seats"),
        commitment=reader.text("commitment"),
        words=reader.words("words"),
        notes=reader.texts("notes"),
        seed=reader.text("seed", missing=""),
        state=reader.text("state"),
    )
    log.branch, log.position = taken_up_from(reader)
    log.players = [
        (row.number("seat"), row.text("name")) for row in reader.rows("players")
    ]
    log.result = "; ".join(
        f"seat {row.number('seat')} place {row.number('place')}"
        f" points {row.number('points')}"
        for row in reader.rows("result")
    )
    chain = first_link(log)
    for number, row in enumerate(reader.rows("entries")):
        log.entries.append(entry_from(row, number))
        chain = next_link(chain, number, log.entries[-1])
        if row.text("mark") != chain[:MARK]:
            raise row.broken("mark", "field_mark")
    if reader.text("log") != chain:
        raise reader.broken("log", "field_hash")
    return log


def taken_up_from(reader: Fields) -> tuple[int, Position | None]:
    data = reader.data.get("from")
    if data is None:
        return 0, None
    position = data.get("position") if isinstance(data, dict) else None
    if not is_position(position):
        raise reader.broken("from", "field_from")
    branch = Fields(data, "from ").number("branch")
    if branch < 0:
        raise reader.broken("from", "field_from")
    return branch, position


def entry_from(row: Fields, number: int) -> Entry:
    """Its text counts; what stands beside it for programs must say the same."""
    if row.number("number") != number:
        raise row.broken("number", "field_not", number=number)
    try:
        entry = read_entry(row.text("text"))
    except ValueError as error:
        raise row.broken("text", "field_entry") from error
    for name, value in entry_data(number, entry).items():
        if row.data.get(name) != value:
            raise row.broken(name, "field_other")
    draws = [(d.text("name"), tuple(d.words("values"))) for d in row.rows("draws")]
    if draws != list(entry.draws):
        raise row.broken("draws", "field_other")
    return entry


class Fields:
    """Values of a JSON object by name, each of its right kind. Raises LogBroken."""

    def __init__(self, data: Mapping[str, Any], place: str = "") -> None:
        self.data, self.place = data, place

    def broken(self, name: str, code: str, **facts: object) -> LogBroken:
        return LogBroken(0, code, field=f"{self.place}{name}", **facts)

    def text(self, name: str, missing: str | None = None) -> str:
        value = self.data.get(name)
        if value is None and missing is not None:
            return missing
        if not is_text(value) or "\n" in value:
            raise self.broken(name, "field_text")
        return value

    def number(self, name: str) -> int:
        value = self.data.get(name)
        if type(value) is not int or not abs(value) < 10**9:
            raise self.broken(name, "field_number")
        return value

    def words(self, name: str) -> list[str]:
        values = self.data.get(name)
        if not isinstance(values, list) or not all(map(is_text, values)):
            raise self.broken(name, "field_words")
        return values

    def texts(self, name: str) -> dict[str, str]:
        values = self.data.get(name)
        if not isinstance(values, dict) or not all(
            is_text(part) for pair in values.items() for part in pair
        ):
            raise self.broken(name, "field_texts")
        return values

    def rows(self, name: str) -> Iterator[Fields]:
        values = self.data.get(name) or []
        if not isinstance(values, list) or not all(isinstance(v, dict) for v in values):
            raise self.broken(name, "field_rows")
        for number, value in enumerate(values):
            yield Fields(value, f"{self.place}{name} {number} ")


def text_from_json(text: str) -> str:
    """The log file that a JSON file stands for."""
    return log_text(log_from_json(text))

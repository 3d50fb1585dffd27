"""Where a match begins if not at its beginning: a position, complete and checked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.chance import Seeded
from engine.contract import Game, Position, Seat
from engine.errors import OrderError, PositionImpossible, StartRefused
from engine.files import Files, dealt, files_of
from engine.log import DEEPEST, is_flat
from engine.registry import game, games

LONGEST = 50_000  # characters of a position; those of our games have a tenth of that
TRIAL = "00" * 32  # a seed of no match: cards are only dealt to see whether it goes on
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")  # PostgreSQL takes no NUL
CURLY = re.compile("[“”„«»]")  # what mail programs make of quotation marks


class Start(NamedTuple):
    """What a match begins from. Choices that the position tells are as it tells them.

    Others only say how a table is laid, and this one is laid already.
    """

    position: Position
    seats: int
    choices: dict[str, str]


def start_from(
    name: str,
    position: object,
    choices: Mapping[str, str] | None = None,
    people: bool = True,
) -> Start:
    """A position, also a partial one, made complete. [StartRefused, ChoiceRefused]"""
    rules, state = game(name), state_in(name, position)
    check_goes_on(rules, dealt(name, state, Seeded(TRIAL))[0])
    seats = len(rules.score(state))
    check_agreed(rules, state, choices or {})
    said = {**(choices or {}), **rules.agreed(state)}
    complete = games()[name].complete(seats, said, people)
    return Start(rules.position(state), seats, complete)


def read_position(text: str, name: str = "") -> Position:
    """What somebody wrote as JSON, or as a file of the game. Raises StartRefused."""
    files = files_of(name) if name else None
    if files and not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return read_file(files, text.encode())
    try:
        found = json.loads(CURLY.sub('"', text)) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        found = None
    return check_position(found)


def read_file(files: Files, content: bytes) -> Position:
    """The position that a file of the game describes. Raises StartRefused."""
    try:
        return check_position(files.read(content))
    except PositionImpossible as error:
        raise StartRefused("position_impossible", why=str(error)) from error


def is_undealt(name: str, position: Position) -> bool:
    """Whether something is drawn when the match begins, and nobody knows it yet."""
    state = game(name).from_position(position)
    return bool(dealt(name, state, Seeded(TRIAL))[0] != state)


def check_position(value: object) -> Position:
    if not isinstance(value, dict) or not is_flat(value, DEEPEST):
        raise StartRefused("start_no_json")
    if has_control(value):
        why = "A text in it has control characters."
        raise StartRefused("position_impossible", why=why)
    return value


def has_control(value: object) -> bool:
    """Whether any text of a flat value has signs that nobody can see."""
    if isinstance(value, dict):
        return any(map(has_control, (*value, *value.values())))
    if isinstance(value, list):
        return any(map(has_control, value))
    return isinstance(value, str) and CONTROL.search(value) is not None


def state_in(name: str, position: object) -> Any:
    try:
        return game(name).from_position(check_position(position))
    except PositionImpossible as error:
        raise StartRefused("position_impossible", why=str(error)) from error


def check_goes_on(rules: Game[Any], state: Any) -> None:
    """Somebody has to decide, and every seat can be somebody's."""
    if not rules.decisions(state):
        raise StartRefused("start_over")
    for standing in rules.score(state):
        if is_given_up(rules, state, standing.seat):
            raise StartRefused("start_given_up", seat=standing.seat)


def is_given_up(rules: Game[Any], state: Any, seat: Seat) -> bool:
    """Nobody can resign twice."""
    try:
        rules.resign(state, seat)
    except OrderError:
        return True
    return False


def check_agreed(rules: Game[Any], state: Any, choices: Mapping[str, str]) -> None:
    """What was chosen must not contradict what lies on the table. [StartRefused]"""
    for name, told in rules.agreed(state).items():
        said = choices.get(name, told)
        if said != told:
            raise StartRefused("start_choice", name=name, told=told, said=said)


def check_seats(start: Start, seats: int) -> None:
    if seats != start.seats:
        raise StartRefused("start_seats", right=start.seats, seats=seats)

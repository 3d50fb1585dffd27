"""What happened in a match, from the public events of its log.

Which events count is what the game's game.toml says. A *term* is a kind of event, alone
or with the value of one field: `goods_sold`, `goods_sold place=harbour`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import structlog

from engine.contract import Event, Seat, visible
from engine.errors import LogBroken, ReplayBroken
from engine.log import Log
from engine.registry import Annals, Happening, games
from engine.replay import replay

log = structlog.get_logger()
LONGEST = 60  # of a value; no key of any game is longer


class Told(NamedTuple):
    step: int
    event: Event


@dataclass
class Tale:
    """What becomes a Story and the openings of its parts."""

    happened: dict[str, list[int]] = field(default_factory=dict)  # count, first, last
    first: dict[str, int] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    openings: dict[Seat, dict[str, str]] = field(default_factory=dict)
    turns: list[Seat] = field(default_factory=list)  # seats in order of play


def tale_of(match_log: Log) -> Tale:
    """Nothing where the rules of the match are not here any more."""
    about = games().get(match_log.game)
    if about is None or about.version != match_log.version:
        return Tale()
    try:
        told = lasting_events(match_log)
    except (LogBroken, ReplayBroken):  # our fault: found like any other, but by less
        log.exception("story broken", game=match_log.game)
        return Tale()
    annals, tale = about.annals, Tale()
    for group in annals.happenings:
        add_happenings(tale, told, group)
    for opening in annals.openings:
        add_openings(tale, told, opening)
    tale.turns = turn_order(told, annals, match_log.seats)
    return tale


def lasting_events(match_log: Log) -> list[Told]:
    """Public events, in order; what was taken back has not happened."""
    frames, told = list(replay(match_log)), list[Told]()
    number = len(frames) - 1
    while number >= 0:
        frame = frames[number]
        public = visible(frame.events, None)
        told += [Told(number, event) for event in reversed(public)]
        is_back = frame.entry.kind == "back"
        number = frame.entry.back_to if is_back else number - 1
    return told[::-1]


def add_happenings(tale: Tale, told: list[Told], group: tuple[Happening, ...]) -> None:
    """How often each term of the group happened; and its first and its last."""
    found = [(one.step, terms) for one in told if (terms := terms_of(one.event, group))]
    for step, terms in found:
        for term in terms:
            count = tale.happened.setdefault(term, [0, step, step])
            count[0], count[2] = count[0] + 1, step
    if found:
        tale.first |= dict.fromkeys(found[0][1], found[0][0])
        tale.last |= dict.fromkeys(found[-1][1], found[-1][0])


def terms_of(event: Event, group: tuple[Happening, ...]) -> list[str]:
    """`goods_sold` and `goods_sold place=harbour`, if such events count."""
    found = []
    for kind, name in group:
        if kind == event.kind:
            found.append(kind)
            if name in event.data:
                found.append(f"{kind} {name}={str(event.data[name])[:LONGEST]}")
    return list(dict.fromkeys(found))


def read_term(text: str) -> tuple[Happening, str]:
    """The happening of a term, and its value."""
    kind, _, rest = text.partition(" ")
    name, _, value = rest.partition("=")
    return Happening(kind, name), value


def add_openings(tale: Tale, told: list[Told], opening: Happening) -> None:
    name = f"{opening.kind} {opening.field}".strip()
    for _, event in told:
        seat = event.data.get("seat")
        if event.kind == opening.kind and isinstance(seat, int):
            value = str(event.data.get(opening.field, ""))[:LONGEST]
            tale.openings.setdefault(seat, {}).setdefault(name, value)


def turn_order(told: list[Told], annals: Annals, seats: int) -> list[Seat]:
    """Seats as the game's event first names them; nothing if it does not name all."""
    found: list[Seat] = []
    for _, event in told:
        if event.kind == annals.turn_order:
            found += [seat for seat in event.seats if seat not in found]
    return found if len(found) == seats else []

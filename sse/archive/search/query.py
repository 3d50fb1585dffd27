"""What a reader looks for, from the address of a page; odd wishes are told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from engine.registry import Happening, games
from sse.archive.index.facts import ABANDONED, SPANS, WHENS, GameFor, spans
from sse.archive.index.models import Record, first_id
from sse.archive.index.story import read_term
from sse.archive.index.terms import words_of
from sse.archive.search.people import Named, people_named
from sse.archive.tags import tag_key
from sse.matches.clock.arithmetic import PRESETS
from sse.matches.models import Match

STATES = ("finished", "running", "abandoned")
PICKED: dict[str, tuple[str, ...]] = {  # fields with a few values
    "seats": tuple(map(str, range(1, 13))),
    "tempo": tuple(Match.Tempo.values),
    "clock": (*PRESETS, "own"),
    "players": tuple(Record.Players.values),
    "result": ("single", "shared", "resigned"),
    **{name: tuple(spans(edges)) for name, edges in SPANS.items()},
}
OUTCOMES = ("won", "lost")
CHOICE = "choice_"  # begins the fields of what a game lets one choose
MOST_HAPPENED = 3
LONGEST = 200  # of anything typed


@dataclass
class Wanted:
    state: str = "finished"
    game: str = ""
    picked: dict[str, str] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    player: str = ""  # as typed
    named: list[Named] = field(default_factory=list)
    outcome: str = ""
    first_day: date | None = None
    last_day: date | None = None
    tag: str = ""
    words: str = ""
    happened: list[str] = field(default_factory=list)
    when: str = "happened"
    faults: list[str] = field(default_factory=list)

    @property
    def facts(self) -> list[str]:
        """What must be true of a record, as index/facts.py writes it."""
        found = [f"tag={self.tag}"] if self.tag else []
        found += [f"player={named.key}" for named in self.named]
        if self.outcome:
            found += [f"{self.outcome}={named.key}" for named in self.named[:1]]
        if not self.game:
            found += [f"{name}={value}" for name, value in self.picked.items()]
        elif not self.either:
            found.append(f"game={self.game}")
        is_by_more = bool(found or self.either or self.words)
        is_abandoned = self.state == "abandoned" and is_by_more
        return [*found, ABANDONED] if is_abandoned else found

    @property
    def either(self) -> list[list[str]]:
        """What must be true beside it, for one of the numbers of seats there may be."""
        if not self.game or not (self.picked or self.choices or self.happened):
            return []
        lowest, highest = games()[self.game].seats
        if seats := self.picked.get("seats"):
            lowest = highest = int(seats)
        kinds = [GameFor(self.game, n) for n in range(lowest, highest + 1)]
        return [list(self.facts_for(kind)) for kind in kinds]

    def facts_for(self, kind: GameFor) -> Iterator[str]:
        """The seats are in each of them: they are told only where nothing else is."""
        others = {n: value for n, value in self.picked.items() if n != "seats"}
        if not (others or self.choices or self.happened):
            yield kind.fact("seats", str(kind.seats))
        yield from (kind.fact(name, value) for name, value in others.items())
        yield from (kind.choice(name, value) for name, value in self.choices.items())
        yield from (kind.fact(self.when, term) for term in self.happened)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """As the address of a page says it; `wanted_of` reads the same from it."""
        one = {
            "state": self.state if self.state != STATES[0] else "",
            "words": self.words,
            "game": self.game,
            "player": self.player,
            "outcome": self.outcome,
            **{CHOICE + name: value for name, value in self.choices.items()},
            **self.picked,
            "from": self.first_day.isoformat() if self.first_day else "",
            "to": self.last_day.isoformat() if self.last_day else "",
            "tag": self.tag,
        }
        found = [(name, value) for name, value in one.items() if value]
        found += [("happened", term) for term in self.happened]
        if self.happened and self.when != WHENS[0]:
            found.append(("when", self.when))
        return found

    @property
    def has_more(self) -> bool:
        """Something that only who looks closely looks for."""
        days = self.first_day or self.last_day
        return bool(self.picked or self.choices or self.outcome or days or self.tag)

    @property
    def is_impossible(self) -> bool:
        """Somebody is wanted whom nobody knows, or words without a letter."""
        return any(not named.key for named in self.named) or bool(
            self.words and not words_of(self.words)
        )

    @property
    def ids(self) -> tuple[int | None, int | None]:
        """From which id on, and before which: days are ids."""
        first = first_id(start_of_day(self.first_day)) if self.first_day else None
        after = self.last_day + timedelta(days=1) if self.last_day else None
        return first, first_id(start_of_day(after)) if after else None


def start_of_day(day: date) -> datetime:
    """When a day begins for the reader."""
    begin = datetime(day.year, day.month, day.day)
    try:
        return timezone.make_aware(begin)
    except (OverflowError, ValueError):
        return begin.replace(tzinfo=UTC)


def read_query(data: QueryDict) -> Wanted:
    wanted = Wanted()
    wanted.state = known_value(wanted, parameter(data, "state"), STATES) or STATES[0]
    wanted.game = known_value(wanted, parameter(data, "game"), games())
    for name, values in PICKED.items():
        if value := known_value(wanted, parameter(data, name), values):
            wanted.picked[name] = value
    read_choices(wanted, data)
    read_people(wanted, data)
    wanted.first_day = read_day(wanted, parameter(data, "from"))
    wanted.last_day = read_day(wanted, parameter(data, "to"))
    wanted.tag = tag_key(parameter(data, "tag"))
    wanted.words = parameter(data, "words")
    read_happened(wanted, data)
    return wanted


def parameter(data: QueryDict, name: str) -> str:
    return str(data.get(name, "")).replace("\x00", "").strip()[:LONGEST]


def known_value(wanted: Wanted, value: str, values: Collection[str]) -> str:
    """One of these values; anything else is told and counts as nothing."""
    if not value or value in values:
        return value
    sentence = gettext("“%(value)s” is not an option here and was ignored.")
    wanted.faults.append(sentence % {"value": value})
    return ""


def read_choices(wanted: Wanted, data: Mapping[str, object]) -> None:
    """Only those of the game that is wanted: others are left over from another game."""
    about = games().get(wanted.game)
    for name, choice in (about.choices if about else {}).items():
        value = str(data.get(CHOICE + name, ""))[:LONGEST]
        if choice.values and (value := known_value(wanted, value, choice.values)):
            wanted.choices[name] = value


def read_people(wanted: Wanted, data: QueryDict) -> None:
    wanted.player = parameter(data, "player")
    wanted.named = people_named(wanted.player, wanted.game)
    if (outcome := parameter(data, "outcome")) in OUTCOMES and wanted.named:
        wanted.outcome = outcome


def read_day(wanted: Wanted, value: str) -> date | None:
    with suppress(ValueError):
        day = date.fromisoformat(value)
        if 1970 < day.year < 9000:
            return day
    if value:
        sentence = gettext("“%(value)s” is not a date. Write it like 2026-12-31.")
        wanted.faults.append(sentence % {"value": value})
    return None


def happenings_of(game: str) -> list[Happening]:
    """What can be searched for in matches of a game; of none, nothing."""
    about = games().get(game)
    groups = about.annals.happenings if about else ()
    return [happening for group in groups for happening in group]


def read_happened(wanted: Wanted, data: QueryDict) -> None:
    known = set(happenings_of(wanted.game))
    kinds = {happening.kind for happening in known}
    for term in dict.fromkeys(data.getlist("happened")[:MOST_HAPPENED]):
        happening, value = read_term(term[:LONGEST])
        if happening in known if value else happening.kind in kinds:
            wanted.happened.append(term[:LONGEST])
    if (when := parameter(data, "when")) in WHENS:
        wanted.when = when

"""A match as a replay shows it, with one pair of eyes and in one language.

Pictures and sentences are made from `view` and `visible` alone. What is kept of them is
kept under the hash of its entry and under everything that it depends on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from django.core.cache import cache
from django.utils import translation
from django.utils.translation import gettext as _

from engine.contract import Picture, View, visible
from engine.ranks import Rank
from engine.words import Narrator, Telling, entry_telling
from sse.archive.replay.course import Course, course_of, neighbour
from sse.archive.replay.moments import STRETCH, Moment, Row, rows_of, stretch_of
from sse.archive.replay.spots import changed_spots
from sse.archive.replay.viewpoint import Eyes
from sse.matches.models import Match, Tenure
from sse.platform.recent import Recent

PICTURES: Recent[tuple[Any, ...], Picture] = Recent(48)  # this process's own
KEY_LENGTH = 16  # hexadecimal digits of what is the same for ever


class Told(NamedTuple):
    """What one entry tells a reader."""

    number: int
    at: datetime
    sentences: list[str]
    rank: Rank

    @property
    def is_detail(self) -> bool:
        return self.rank is Rank.DETAIL


@dataclass
class Replay:
    match: Match
    eyes: Eyes = None
    language: str = "en"
    _rows: dict[int, Row] = field(default_factory=dict, init=False)

    # ------------------------------------------------------------------- the match

    @cached_property
    def course(self) -> Course:
        return course_of(self.match)

    @cached_property
    def held(self) -> list[tuple[int, int, str]]:
        """From which entry on, which seat, by whom."""
        tenures = Tenure.objects.filter(seat__match=self.match).order_by("entry", "pk")
        return list(tenures.values_list("entry", "seat__number", "name"))

    def names(self, step: int) -> tuple[str, ...]:
        """Who sat where after an entry."""
        with translation.override(self.language):
            places = range(1, self.match.seats_wanted + 1)
            found = [_("Seat %(n)s") % {"n": place} for place in places]
        for entry, seat, name in self.held:
            if entry <= step:
                found[seat] = name
        return tuple(found)

    def read(self, first: int, last: int) -> None:
        """The entries between two steps, at once, and each once."""
        if not self._rows.keys() >= set(range(first, last + 1)):
            found = rows_of(self.match, first, last)
            self._rows |= {row.number: row for row in found}

    def row(self, step: int) -> Row:
        self.read(step, step)
        return self._rows[step]

    def stretch(self, step: int) -> range:
        """The steps of the stretch that a step is in."""
        first = step - step % STRETCH
        return range(first, min(first + STRETCH, self.match.head))

    def moment(self, step: int) -> Moment:
        rows = [self.row(number) for number in self.stretch(step)]
        return stretch_of(self.match, rows)[step % STRETCH]

    def view(self, step: int) -> View:
        return self.match.game.view(self.moment(step).state, self.eyes)

    # ---------------------------------------------------------------------- pictures

    def picture(self, step: int) -> Picture:
        """The board after an entry."""
        chain, names = self.row(step).chain, self.names(step)
        key = (self.match.pk, chain, self.eyes, self.language, names)
        found = PICTURES.get(key)
        if found is None:
            found = self.match.game.render(self.view(step), self.language, names)
        PICTURES.keep(key, found)
        return found

    def key(self, step: int) -> str:
        """Names what the picture shows: language and hash of the very bytes."""
        digest = sha256(self.picture(step).svg.encode()).hexdigest()
        return f"{self.language}-{digest[:KEY_LENGTH]}"

    # ----------------------------------------------------------------------- changes

    def changed(self, step: int) -> list[str]:
        """Words of the spots that look different since the step before."""
        before = self.course.before(step)
        if before is None:
            return []
        events = visible(self.moment(step).events, self.eyes)
        return changed_spots(self.picture(before).svg, self.picture(step).svg, events)

    def changes(self, steps: range) -> dict[int, list[str]]:
        """Which spots each step of a stretch has changed; drawn once, then kept."""
        key = self.cache_key("lit", steps[-1])
        found = cache.get(key)
        if found is None:
            found = {step: self.changed(step) for step in steps}
            cache.set(key, found)
        return dict(found)

    def change(self, step: int, word: str, way: int, detours: bool) -> int | None:
        """The nearest step before (way -1) or after (way 1) that changed a spot."""
        steps, known = self.course.steps(detours), dict[int, list[str]]()
        at = neighbour(steps, step, way)
        while at is not None:
            if at not in known:
                known |= self.changes(self.stretch(at))
            if word in known[at]:
                return at
            at = neighbour(steps, at, way)
        return None

    # ------------------------------------------------------------------------- words

    def told(self, steps: Sequence[int]) -> list[Told]:
        """What these steps tell; some tell nothing."""
        if not steps:
            return []
        self.read(steps[0], steps[-1])
        keys = {step: self.cache_key("ranked", step) for step in steps}
        kept = cache.get_many(keys.values())
        new = {key: self.tell(step) for step, key in keys.items() if key not in kept}
        if new:
            cache.set_many(new)
        found, narrator = kept | new, Narrator()
        return [
            Told(step, self.row(step).at, narrator.say(found[key]), found[key].rank)
            for step, key in keys.items()
        ]

    def tell(self, step: int) -> Telling:
        line, names, eyes = self.moment(step).line, self.names(step), self.eyes
        events = visible(self.moment(step).events, eyes)
        view = self.view(step) if events else {}
        return entry_telling(line, events, view, self.language, names, eyes)

    def cache_key(self, what: str, step: int) -> str:
        """For what follows from the entries up to this one, as these eyes see it."""
        chain, names = self.row(step).chain, self.names(step)
        parts = (self.match.pk, self.eyes, self.language, chain, names)
        digest = sha256(repr(parts).encode()).hexdigest()
        return f"replay:{what}:{self.match.version}:{digest[:32]}"

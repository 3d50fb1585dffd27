"""A step of a replay as one reader sees it: what its page is made of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.contract import OPEN, Picture
from sse.archive.remarks import steps_with_remarks
from sse.archive.replay.course import Course, neighbour, ranges_of
from sse.archive.replay.frames import Replay, Told
from sse.archive.replay.spots import spots_in, with_marks
from sse.archive.replay.viewpoint import Eyes, eyes_word, may_look
from sse.matches.access import Person, may_see
from sse.matches.models import Match
from sse.matches.presentation import ListedPerson, page_of

BEFORE, AFTER = 30, 10  # steps that are told round the one shown
BAR = 1000  # how wide the bar of phases is drawn


class Look(NamedTuple):
    """Eyes one may choose."""

    name: str
    href: str
    is_chosen: bool


class Phase(NamedTuple):
    step: int
    name: str
    href: str
    x: str  # on the bar
    width: str


class Line(NamedTuple):
    """A step in the list of what happened."""

    told: Told
    href: str
    is_now: bool
    is_undone: bool
    has_remarks: bool


class Change(NamedTuple):
    """A spot that this step has changed."""

    word: str
    name: str
    before: str  # address of the step that changed it before
    after: str


@dataclass
class Step:
    match: Match
    person: Person
    number: int
    language: str
    eyes: Eyes = None
    wants_detours: bool = False

    def __post_init__(self) -> None:
        self.replay = Replay(self.match, self.eyes, self.language)

    def read(self) -> None:
        """All that a page tells, before a picture asks for less."""
        list(self.lines)

    # -------------------------------------------------------------------- addresses

    def query(self, **more: object) -> str:
        """How one looks, and what else an address has to say."""
        look = {"as": self.eyes_word, "detours": self.wants_detours and "yes"}
        said = {name: value for name, value in look.items() if value} | more
        return f"?{urlencode(said)}" if said else ""

    @property
    def eyes_query(self) -> str:
        """With whose eyes, and no more."""
        return replace(self, wants_detours=False).query()

    def to(self, step: int | None) -> str:
        """The address of a step, with the same eyes; nowhere leads nowhere."""
        return "" if step is None else f"{self.base}{step}{self.query()}"

    @cached_property
    def base(self) -> str:
        return reverse("steps", args=[self.match.pk])

    def here(self, name: str, **more: object) -> str:
        """The address of something that belongs to this step."""
        return reverse(name, args=[self.match.pk, self.number]) + self.query(**more)

    @property
    def href(self) -> str:
        return self.to(self.number)

    @property
    def eyes_word(self) -> str:
        return eyes_word(self.eyes)

    @property
    def remark_href(self) -> str:
        """Where a remark at this step goes."""
        return self.here("remark")

    @cached_property
    def frame(self) -> str:
        """The picture's, which may be kept for ever."""
        return self.here("step-board", v=self.replay.key(self.number))

    # --------------------------------------------------------------------- the way

    @cached_property
    def course(self) -> Course:
        return self.replay.course

    @cached_property
    def is_undone(self) -> bool:
        """Whether the match was taken back to before this step."""
        return self.course.is_undone(self.number)

    @property
    def detours(self) -> bool:
        return self.wants_detours or self.is_undone

    @property
    def has_detours(self) -> bool:
        return bool(self.course.backs)

    @property
    def detours_href(self) -> str:
        """The same step with what was taken back, or without."""
        return replace(self, wants_detours=not self.wants_detours).href

    @cached_property
    def steps(self) -> Sequence[int]:
        """Those that one steps through: what tells these eyes nothing is passed by."""
        course, here = self.course, self.number
        every = course.steps(self.detours)
        return [n for n in every if n == here or not course.is_silent(n, self.eyes)]

    @property
    def last(self) -> int:
        return self.steps[-1]

    @property
    def is_last(self) -> bool:
        return self.number == self.last

    @cached_property
    def at(self) -> int:
        """Where the step is among those shown."""
        return bisect_left(self.steps, self.number)

    @cached_property
    def ways(self) -> dict[str, str]:
        """Where the buttons lead."""
        begins = [step for step, _ in self.marks]
        return {
            "first": self.to(self.steps[0] if self.at else None),
            "phase_before": self.to(neighbour(begins, self.number, -1)),
            "before": self.to(neighbour(self.steps, self.number, -1)),
            "after": self.to(neighbour(self.steps, self.number, 1)),
            "phase_after": self.to(neighbour(begins, self.number, 1)),
            "last": self.to(None if self.is_last else self.last),
        }

    # --------------------------------------------------------------------- phases

    @cached_property
    def marks(self) -> list[tuple[int, str]]:
        return self.course.marks_on(self.steps)

    def phase_name(self, span: str) -> str:
        if not span:
            return _("The end")
        return self.match.game.label(self.view, "span", span, self.language)

    @cached_property
    def view(self) -> dict[str, Any]:
        return self.replay.view(self.number)

    @cached_property
    def phase(self) -> str:
        """The one in which the step is."""
        spans = [span for step, span in self.marks if step <= self.number]
        return self.phase_name(spans[-1]) if spans else ""

    @cached_property
    def phase_begin(self) -> int:
        return max((step for step, _ in self.marks if step <= self.number), default=0)

    @property
    def phases(self) -> Iterator[Phase]:
        places = {step: at for at, step in enumerate(self.steps)}
        wide = BAR / max(1, len(self.steps) - 1)
        ends = [*(places[step] for step, _ in self.marks), len(self.steps) - 1]
        for (step, span), end in zip(self.marks, ends[1:], strict=True):
            x, width = places[step] * wide, (end - places[step]) * wide
            name = self.phase_name(span)
            yield Phase(step, name, self.to(step), f"{x:.1f}", f"{width:.1f}")

    @property
    def data(self) -> dict[str, Any]:
        """What the script has to know to step by itself."""
        return {
            "ranges": ranges_of(self.steps),
            "phases": [step for step, _ in self.marks],
            "base": self.base,
            "query": self.query(),
        }

    # ---------------------------------------------------------------------- picture

    @property
    def picture(self) -> Picture:
        return self.replay.picture(self.number)

    @cached_property
    def changed(self) -> list[str]:
        return self.replay.changed(self.number)

    @property
    def svg(self) -> SafeString:
        """The picture in the page; the engine has escaped every name in it."""
        return mark_safe(with_marks(self.picture.svg, self.changed))

    @cached_property
    def changes(self) -> list[Change]:
        return [
            Change(
                word,
                self.spot_name(word),
                self.here("step-changes", spot=word, go="before"),
                self.here("step-changes", spot=word, go="after"),
            )
            for word in self.changed
        ]

    @cached_property
    def spots(self) -> list[tuple[str, str]]:
        """All that can be asked about, by name."""
        words = spots_in(self.picture.svg)
        named = [(word, self.spot_name(word)) for word in words]
        return sorted(named, key=lambda pair: pair[1].casefold())

    def change(self, word: str, way: int) -> int | None:
        """The step nearest before (-1) or after (1) that changed a spot."""
        return self.replay.change(self.number, word, way, self.detours)

    def spot_name(self, word: str) -> str:
        """What it is called, to begin a sentence with; a seat by its player."""
        seats = self.match.game.colours(self.view)
        if word in seats:
            return self.names[seats.index(word)]
        name = self.match.game.label(self.view, "spot", word, self.language)
        return name[:1].upper() + name[1:]

    # ------------------------------------------------------------------------- words

    @cached_property
    def lines(self) -> list[Line]:
        wanted = self.steps[max(0, self.at - BEFORE) : self.at + AFTER + 1]
        remarked = set(self.remarked)
        return [
            Line(
                told,
                self.to(told.number),
                told.number == self.number,
                self.detours and self.course.is_undone(told.number),
                told.number in remarked,
            )
            for told in self.replay.told(wanted)
            if told.sentences or told.number == self.number
        ]

    @cached_property
    def now(self) -> Told:
        """The step by itself, as it stands beside the board."""
        return self.replay.told([self.number])[0]

    @cached_property
    def past(self) -> list[Line]:
        """This step, and those before it, back in time."""
        return [line for line in self.lines if line.told.number <= self.number][::-1]

    @cached_property
    def future(self) -> list[Line]:
        """The steps to come; what comes next stands last, above this one."""
        return [line for line in self.lines if line.told.number > self.number][::-1]

    @property
    def earlier(self) -> str:
        """Where the list begins before what is shown."""
        return self.to(self.steps[self.at - BEFORE]) if self.at > BEFORE else ""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return self.replay.names(self.number)

    @property
    def people(self) -> list[ListedPerson]:
        """The people at this step; those who stay to the end have a page."""
        last, game = self.replay.names(self.match.head), self.match.game_name
        pages = [page_of(s.player_id, game, s.bot) for s in self.match.seats.all()]
        return [
            ListedPerson(name, page if name == kept else "")
            for name, kept, page in zip(self.names, last, pages, strict=True)
        ]

    @property
    def results(self) -> list[dict[str, Any]]:
        names = self.replay.names(self.match.head)
        rows = sorted(self.match.result or [], key=lambda row: int(row["place"]))
        return [{**row, "name": names[row["seat"]]} for row in rows]

    @cached_property
    def remarked(self) -> list[int]:
        """Steps at which somebody said something."""
        return steps_with_remarks(self.match) if self.match.has_ended else []

    # -------------------------------------------------------------------------- eyes

    @cached_property
    def looks(self) -> list[Look]:
        """The eyes this reader may choose; where nothing is hidden there are none."""
        if not self.match.about.hidden:
            return []
        seats = enumerate(self.names)
        named = [(None, _("Spectator")), *seats, (OPEN, _("All cards open"))]
        allowed = [
            Look(name, replace(self, eyes=eyes).href, eyes == self.eyes)
            for eyes, name in named
            if may_look(self.match, self.person, eyes)
        ]
        return allowed if len(allowed) > 1 else []

    @property
    def is_public(self) -> bool:
        """Whether anybody at all may see just this."""
        nobody = AnonymousUser()
        return may_see(self.match, nobody) and may_look(self.match, nobody, self.eyes)

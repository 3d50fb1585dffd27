"""Statistics of a game, as a page shows them: tables whose rows are bars."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, sqrt

from django.db.models import Sum
from django.utils.translation import gettext

from engine.registry import About, games
from sse.archive.index.facts import DAYS, LENGTHS, spans
from sse.archive.index.models import Tally
from sse.archive.labels import phrase, value_text
from sse.archive.search.names import text_of
from sse.archive.statistics.counts import MATCHES, OPENING
from sse.archive.statistics.intervals import Share
from sse.matches.presentation import choice_name, choice_value

BINS = 12  # rows of a distribution
MOST_OPENINGS = 12

Cases = dict[str, tuple[int, int]]  # by value: how many, and how many of them won


@dataclass(frozen=True)
class Bar:
    """A row: something, how often, and how much of it won."""

    label: str
    n: int
    share: Share  # of those that won, or of all
    most: int = 0  # the n of the longest bar
    part: float = 0.0  # of the bar that is marked

    @property
    def length(self) -> float:
        return round(100 * self.n / self.most, 1) if self.most else 0.0

    @property
    def marked(self) -> float:
        return round(self.length * self.part, 1)

    @property
    def at(self) -> float:
        return round(100 * self.share.value, 1)

    @property
    def low(self) -> float:
        return round(100 * self.share.interval[0], 1)

    @property
    def width(self) -> float:
        """Of the interval."""
        return round(100 * self.share.interval[1] - self.low, 1)


@dataclass(frozen=True)
class Summary:
    n: int
    mean: float
    deviation: float


@dataclass(frozen=True)
class Opening:
    title: str
    bars: list[Bar]
    others: int  # kinds that are not shown
    n: int


class Figures:
    """All counts of one part of a game's matches with one number of seats."""

    def __init__(self, about: About, seats: int, part: str) -> None:
        self.about, self.seats, self.part = about, seats, part
        self.cases: defaultdict[str, Cases] = defaultdict(dict)
        rows = Tally.objects.filter(game_name=about.name, seats=seats, part=part)
        kept = rows.filter(n__gt=0).exclude(figure="happened")
        for figure, value, n, won in kept.values_list("figure", "value", "n", "won"):
            self.cases[figure][value] = (n, won)

    @property
    def matches(self) -> int:
        return self.cases[MATCHES].get("", (0, 0))[0]

    # ------------------------------------------------------------------ who wins

    @property
    def by_seat(self) -> list[Bar]:
        return self.winning("seat", gettext("Seat %(n)s"), first=1)

    @property
    def by_turn(self) -> list[Bar]:
        return self.winning("turn", gettext("%(n)s."))

    @property
    def fair(self) -> float:
        """What each would win if nothing but luck decided."""
        return round(100 / self.seats, 1)

    def winning(self, figure: str, label: str, first: int = 0) -> list[Bar]:
        """By number; `first` is what people call the one that is 0 here."""
        cases = {int(v) + first: case for v, case in self.cases[figure].items()}
        return [
            Bar(label % {"n": number}, n, Share(won, n))
            for number, (n, won) in sorted(cases.items())
        ]

    # ----------------------------------------------------------------- how much

    @property
    def lengths(self) -> list[Bar]:
        return self.spread("entries", "length", LENGTHS)

    @property
    def days(self) -> list[Bar]:
        return self.spread("days", "days", DAYS)

    def spread(self, figure: str, field: str, edges: tuple[int, ...]) -> list[Bar]:
        cases = self.cases[figure]
        names = [name for name in spans(edges) if name in cases]
        return bars((text_of(field, name), cases[name]) for name in names)

    @property
    def scores(self) -> list[Bar]:
        return binned_bars(self.cases["points"])

    @property
    def margins(self) -> list[Bar]:
        return binned_bars(self.cases["margin"])

    @property
    def winners_points(self) -> Summary | None:
        return summary({v: won for v, (_, won) in self.cases["points"].items()})

    @property
    def all_points(self) -> Summary | None:
        return summary({v: n for v, (n, _) in self.cases["points"].items()})

    # ---------------------------------------------------------------- openings

    @property
    def openings(self) -> list[Opening]:
        found = []
        for opening in self.about.annals.openings:
            name = f"{opening.kind} {opening.field}".strip()
            if cases := self.cases[OPENING + name]:
                title = phrase(self.about.name, opening.kind)
                found.append(self.opening(title, name, cases))
        return found

    def opening(self, title: str, name: str, cases: Cases) -> Opening:
        by_use = sorted(cases.items(), key=lambda row: (-row[1][0], row[0]))
        total = sum(n for n, _ in cases.values())
        shown = by_use[:MOST_OPENINGS]
        game, field = self.about.name, name.partition(" ")[2]
        called = (value_text(game, field, value, self.chosen) for value, _ in shown)
        rows = [
            Bar(text, n, Share(won, n), total)
            for text, (_, (n, won)) in zip(called, shown, strict=True)
        ]
        return Opening(title, rows, len(by_use) - len(shown), total)

    @property
    def chosen(self) -> dict[str, str]:
        """The part as a choice of the game, if it is one."""
        name, _, value = self.part.partition("=")
        return {name: value} if name in self.about.choices else {}


def bars(rows: Iterable[tuple[str, tuple[int, int]]]) -> list[Bar]:
    found = list(rows)
    total = sum(n for _, (n, _) in found)
    most = max((n for _, (n, _) in found), default=0)
    return [
        Bar(label, n, Share(n, total), most, won / n if n else 0.0)
        for label, (n, won) in found
    ]


def binned_bars(cases: Cases) -> list[Bar]:
    """Whole numbers, in at most so many bins of one width."""
    if not cases:
        return []
    low, high = min(map(int, cases)), max(map(int, cases))
    width = max(1, ceil((high - low + 1) / BINS))
    every, won = Counter[int](), Counter[int]()
    for value, (n, hits) in cases.items():
        edge = int(value) // width * width
        every[edge] += n
        won[edge] += hits
    edges = range(low // width * width, high + 1, width)
    return bars((bin_name(edge, width), (every[edge], won[edge])) for edge in edges)


def bin_name(edge: int, width: int) -> str:
    return str(edge) if width == 1 else f"{edge}–{edge + width - 1}"


def summary(counts: dict[str, int]) -> Summary | None:
    n = sum(counts.values())
    if not n:
        return None
    mean = sum(int(value) * count for value, count in counts.items()) / n
    square = sum((int(value) - mean) ** 2 * count for value, count in counts.items())
    return Summary(n, mean, sqrt(square / (n - 1)) if n > 1 else 0.0)


# ------------------------------------------------------------------- what there is


def games_counted() -> dict[str, int]:
    """Matches by game."""
    rows = Tally.objects.filter(part="", figure=MATCHES, n__gt=0)
    counted = dict(rows.values_list("game_name").annotate(Sum("n")))
    return {name: counted[name] for name in games() if name in counted}


def seats_counted(game: str) -> dict[int, int]:
    rows = Tally.objects.filter(game_name=game, part="", figure=MATCHES, n__gt=0)
    return dict(rows.order_by("seats").values_list("seats", "n"))


def parts_counted(about: About, seats: int) -> list[tuple[str, str, int]]:
    """The parts of a game's matches: key, name, how many; unless all are in it."""
    rows = Tally.objects.filter(game_name=about.name, seats=seats, figure=MATCHES)
    counted = dict(rows.filter(n__gt=0).values_list("part", "n"))
    total = counted.pop("", 0)
    fewer = sorted((part, n) for part, n in counted.items() if n < total)
    found = [(part, part_name(about, part), n) for part, n in fewer]
    return [row for row in found if row[1]]


def part_name(about: About, part: str) -> str:
    name, _, value = part.partition("=")
    if name == "players":
        return text_of("players", value)
    if name == "version":
        return gettext("rules version %(version)s") % {"version": value}
    if choice := about.choices.get(name):
        return f"{choice_name(about, choice)}: {choice_value(about, choice, value)}"
    return ""

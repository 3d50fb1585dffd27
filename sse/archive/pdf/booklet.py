"""A match as a booklet: what stands on its pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from django.conf import settings
from django.template import Context, Engine
from django.utils import translation
from django.utils.translation import gettext as _

from engine import chronicle
from engine.drawing import mix
from engine.ending import winner_by_resignation
from engine.log import Log
from engine.registry import About
from engine.shape import Shape
from sse.archive.draws import Draws, draws_by_kind
from sse.archive.pdf import page_parts, people, tables
from sse.archive.pdf.charts import chart
from sse.archive.pdf.cover import cover_svg, qr_svg, seal_svg
from sse.archive.pdf.page_parts import INK, Gallery, Image, Told
from sse.archive.pdf.paper import Attached, pdf_of
from sse.archive.pdf.story import Part, Reader, Step, Story, story_of
from sse.archive.pdf.vectors import board_drawing, drawing_of
from sse.matches.agreement import origin_text
from sse.matches.file_names import ascii_only, match_file
from sse.matches.models import Match
from sse.matches.presentation import choice_value, language_in
from sse.matches.selectors import log_file, log_shown
from sse.platform.environment import RESOURCES
from sse.platform.times import day_in_log, day_in_words

# How wide and high, in mm, a map is at most: in a chapter, and on a cover.
MAPS = {"": (96.0, 140.0), "wide": (172.0, 92.0), "tall": (96.0, 140.0)}
HALF_PAGE = (96.0, 91.0)  # of a short chapter, so that two find room on a page
NARROWEST = 70.0  # mm; a board that would become narrower keeps its size
SHORT = 1300  # letters that find room beside and below such a map
COVERS = {
    "a4": {"": (78.0, 105.0), "wide": (174.0, 58.0), "tall": (78.0, 105.0)},
    "letter": {"": (78.0, 93.0), "wide": (174.0, 46.0), "tall": (78.0, 93.0)},
}
SLIM = dict.fromkeys("▲◆✚", "\u2009")  # what makes them as wide as the others
LONG = 26  # letters without a blank, that do not fit into a line beside a map
Progress = Callable[[int], None]


class Wanted(NamedTuple):
    """What somebody asks for."""

    match: Match
    seat: int | None = None  # whose eyes, while the match runs
    language: str = "en"
    paper: str = "a4"
    qr: bool = False


def booklet_pdf(wanted: Wanted, progress: Progress = lambda done: None) -> bytes:
    """The finished booklet."""
    with translation.override(wanted.language):
        page = Pages(wanted, progress)
        html, drawings, files = html_of(page), page.gallery.drawings, page.attached()
        del page  # the story and its boards: laying out needs all the room there is
        progress(50)
        identity = sha256(html.encode()).hexdigest()[:32]
        pdf = pdf_of(html, drawings, wanted.paper, files, identity)
    progress(100)
    return pdf


@cache
def engine() -> Engine:
    """Templates without all that pages of the web load besides."""
    folder = str(RESOURCES / "templates")
    return Engine(dirs=[folder], libraries={"i18n": "django.templatetags.i18n"})


def html_of(page: Pages) -> str:
    template = engine().get_template("pdf/booklet.html")
    return str(template.render(Context(page.facts())))


def tied(text: str) -> str:
    """What keeps a step's number on the line of its first word, if that is no giant."""
    return "\u2060" if len(text.partition(" ")[0]) < LONG else ""


class Pages:
    """Gathers what the template shows."""

    def __init__(self, wanted: Wanted, progress: Progress) -> None:
        self.wanted, self.match, self.progress = wanted, wanted.match, progress
        self.about: About = self.match.about
        self.language = language_in(self.match, wanted.language)
        self.log: Log = log_shown(self.match)
        self.seat = None if self.match.has_ended else wanted.seat
        reader = Reader(self.seat, self.language, self.match.has_ended)
        self.story: Story = story_of(self.log, reader)
        self.gallery = Gallery()
        self.names = self.story.names
        self.game_title = self.about.titles.get(self.language, self.about.title)
        self.title = self.match.title or f"{self.game_title} {self.match.pk}"
        self.link = f"{settings.SITE}/matches/{self.match.pk}/"
        self.log_name = ascii_only(match_file(self.match, "log"))
        progress(20)

    def facts(self) -> dict[str, Any]:
        scorings = tables.scorings_of(self.story)
        charts = self.charts()
        winner = winner_by_resignation(self.log.entries)
        houses = [self.house(seat) for seat in range(self.log.seats)]
        parts = [self.part(part) for part in self.story.parts]
        self.progress(40)
        return {
            "match": self.match,
            "language": self.wanted.language,
            "title": self.title,
            "game_title": self.game_title,
            "has_ended": self.match.has_ended,
            "seat_name": self.names[self.seat] if self.seat is not None else "",
            "site_name": settings.SITE_NAME,
            "link": self.link,
            "last_step": len(self.log.entries) - 1,
            "seats": self.seats(houses),
            "columns": self.columns(houses),
            "agreed": self.agreed(),
            "subtitle": self.subtitle(),
            "origin": origin_text(self.match),
            "is_abandoned": self.match.status == Match.Status.ABANDONED,
            "conceded_to": "" if winner is None else self.names[winner],
            "created": day.isoformat() if (day := self.day()) else "",
            "cover": self.cover(),
            "has_houses": any(map(self.house_name, range(self.log.seats))),
            "seals": self.seals(),
            "colours": [mix(house.fill, INK, 0.7) for house in self.story.houses],
            "charts": charts,
            "parts": parts,
            "sources": self.source_rows(scorings),
            "cells": self.story.words.get("cells", {}),
            "scorings": [self.scoring(scoring) for scoring in scorings],
            "counts": [*self.deciders(), *tables.statistics_rows(self.story)],
            "has_undone": bool(self.story.undone),
            "audit": self.audit(),
            "draws": sum(len(entry.draws) for entry in self.log.entries),
            "remarks": people.remarks_on(self.match),
            "diaries": people.diaries_of(self.match),
            "talk": people.talk_at(self.match),
            "log_lines": log_file(self.match) if self.match.has_ended else "",
            "log_name": self.log_name,
        }

    # ------------------------------------------------------------------------ cover

    def cover(self) -> dict[str, Any]:
        paper, alt = self.wanted.paper, _("Dusk over a mountain and the sea")
        last = board_drawing(self.story.parts[-1].picture.svg)
        kind = last.shape.kind
        board = self.gallery.add(last, _("The board"), *COVERS[paper][kind])
        beside = f"left:{26 + board.width:.2f}mm;min-height:{board.height:.2f}mm"
        return {
            "scene": self.drawn(cover_svg(paper), alt, 210, 297),
            "map": board,
            "kind": kind,
            "beside": "" if kind == "wide" else beside,
            "seal": self.seal() if self.match.has_ended else None,
            "qr": self.qr() if self.wanted.qr else None,
        }

    def seal(self) -> Image:
        alt = _("Seal of the log %(hash)s") % {"hash": self.match.chain[:12]}
        return self.drawn(seal_svg(self.match.chain), alt, 27, 27)

    def qr(self) -> Image:
        """The address of the match, for a telephone."""
        alt = _("QR code of %(link)s") % {"link": self.link}
        return self.drawn(qr_svg(self.link), alt, 24, 24)

    def drawn(self, svg: str, alt: str, width: float, height: float) -> Image:
        return self.gallery.add(drawing_of(svg), alt, width, height)

    def subtitle(self) -> str:
        """Which game, and from when to when."""
        days = [day_in_words(at) for at in self.days()]
        parts = [self.game_title] if self.match.title else []
        parts += [" – ".join(dict.fromkeys(days))] if days else []
        return " · ".join(parts)

    def days(self) -> list[datetime]:
        """First and last, as the log knows them; one from elsewhere may know none."""
        noted = (self.log.notes.get(name, "") for name in ("started", "ended"))
        return [day for text in noted if (day := day_in_log(text))]

    def day(self) -> datetime | None:
        """The PDF's own date: the last of the match that is known."""
        return max(self.days(), default=None)

    def seals(self) -> list[tuple[str, str]]:
        log = [(_("Log"), self.match.chain)] if self.match.has_ended else []
        if not self.match.about.chance:
            return log
        seed = [(_("Seed"), self.match.seed)] if self.match.has_ended else []
        return [*log, (_("Commitment"), self.match.commitment), *seed]

    def house(self, seat: int) -> Image:
        svg = page_parts.house_svg(self.story.houses[seat])
        return self.drawn(svg, self.house_name(seat), 3.1, 3.1)

    def house_name(self, seat: int) -> str:
        name = self.story.houses[seat].name
        return self.story.words.get("houses", {}).get(name, "")

    def seats(self, houses: Sequence[Image]) -> list[dict[str, Any]]:
        """Who played, the best first."""
        points = self.story.steps[-1].points
        places = {row["seat"]: row["place"] for row in self.match.result or []}
        held = [
            {
                **column,
                "former": self.former(seat),
                "points": points[seat] if points else None,
                "place": places.get(seat),
            }
            for seat, column in enumerate(self.columns(houses))
        ]
        return sorted(held, key=lambda row: (row["place"] or 0, -(row["points"] or 0)))

    def columns(self, houses: Sequence[Image]) -> list[dict[str, Any]]:
        """Heads of tables, by seat."""
        return [
            {"name": name, "house": house, "house_name": self.house_name(seat)}
            for seat, (name, house) in enumerate(zip(self.names, houses, strict=True))
        ]

    def former(self, seat: int) -> list[str]:
        """Who held the seat before."""
        return [name for number, name in self.log.players if number == seat][:-1]

    def agreed(self) -> list[tuple[str, str]]:
        """What was chosen before the match, in words."""
        words = self.story.words.get("choices", {})
        titles = {
            name: choice.title(self.language)
            for name, choice in self.about.choices.items()
        }
        return [
            (words.get(name) or titles.get(name, name), self.choice_value(name, value))
            for name, value in self.log.choices.items()
        ]

    def choice_value(self, name: str, value: str) -> str:
        """As the booklet calls it, else as the page does where a match is opened."""
        opening, players = self.story.opening, self.log.names(0)
        said = chronicle.value_called(opening, name, value, self.language, players)
        choice = self.about.choices.get(name)
        is_bare = choice and said == value
        return choice_value(self.about, choice, value) if choice and is_bare else said

    # --------------------------------------------------------------------- the match

    def charts(self) -> list[tuple[str, Image]]:
        """Points, and whatever the game measures besides."""
        steps = self.story.steps
        wanted = [(_("Points"), [step.points for step in steps])]
        named = self.story.words.get("measures", {})
        for key in steps[0].measures:
            title = named.get(key, key)
            wanted.append((title, [list(step.measures[key]) for step in steps]))
        begins = [part.first for part in self.story.parts]
        found = []
        for title, rows in wanted:
            if not rows[0]:
                continue
            series = [list(column) for column in zip(*rows, strict=True)]
            svg = chart(title, series, self.story.houses, self.names, begins)
            ends = zip(self.names, rows[-1], strict=True)
            alt = ", ".join(f"{name} {value}" for name, value in ends)
            found.append((title, self.drawn(svg, f"{title}: {alt}", 172, 60)))
        return found

    def part(self, part: Part) -> dict[str, Any]:
        drawing, is_first = board_drawing(part.picture.svg), part is self.story.parts[0]
        kind, steps = drawing.shape.kind, page_parts.joined_orders(part.steps)
        room = self.room_of_map(part, drawing.shape)
        return {
            "legend": self.legend() if is_first else None,
            "title": self.part_title(part),
            "caption": self.caption(part),
            "anchor": part.anchor,
            "map": self.gallery.add(drawing, part.picture.prose, *room),
            "kind": kind,
            "rows": [(row, self.small(row)) for row in self.rows(part)],
            "last": part.last,
            "steps": [line for step in steps for line in self.lines(step)],
        }

    def room_of_map(self, part: Part, shape: Shape) -> tuple[float, float]:
        """Return how wide and high a map may be; short neighbours share a page."""
        is_narrow = shape.within(*HALF_PAGE).width < NARROWEST
        if shape.kind or is_narrow or not self.is_short(part):
            return MAPS[shape.kind]
        at = self.story.parts.index(part)
        beside = self.story.parts[at - 1 : at] + self.story.parts[at + 1 : at + 2]
        return HALF_PAGE if any(map(self.is_short, beside)) else MAPS[shape.kind]

    def is_short(self, part: Part) -> bool:
        """Whether half a page has room for it; the first has the legend too."""
        told = (line for step in part.steps for line in self.lines(step))
        letters = sum(len(line["text"]) + len(line["order"]) for line in told)
        return part is not self.story.parts[0] and letters <= SHORT

    def rows(self, part: Part) -> list[tables.Row]:
        """How everybody stood: points and measures, part by part where that changed."""
        shown, words = part.shown, self.story.words.get("measures", {})
        opening, called = self.story.opening, chronicle.part_called
        before = self.story.steps[max(0, part.first - 1)].parts
        rows = [tables.Row(_("Points"), [*shown.points])] if shown.points else []
        for key, values in shown.measures.items():
            parts = [
                tables.Row(called(opening, key, part_key, self.language), [*some])
                for part_key, some in shown.parts.get(key, {}).items()
                if shown.parts != before
            ]
            rows.append(tables.Row(words.get(key, key), [*values], parts))
        return rows

    def small(self, row: tables.Row) -> list[str]:
        return tables.below_each_other(
            [[part.label, *part.cells] for part in row.parts]
        )

    def legend(self) -> Image | None:
        """What the signs of the board mean, where the board itself does not say it."""
        svg = self.match.game.legend(self.story.opening, self.language)
        return self.drawn(svg, _("What the signs mean"), 172, 60) if svg else None

    def part_title(self, part: Part) -> str:
        if not part.is_anew:
            return part.title
        return _("%(chapter)s, played again") % {"chapter": part.title}

    def caption(self, part: Part) -> str:
        """Which steps, and which moment the board beside them shows."""
        if part.first == part.last:
            steps = _("Step %(step)s.") % {"step": part.first}
        else:
            ends = {"first": part.first, "last": part.last}
            steps = _("Steps %(first)s to %(last)s.") % ends
        return f"{steps} {self.moment(part)}"

    def moment(self, part: Part) -> str:
        if part.shown is not part.steps[-1]:
            return _(
                "The board and these numbers show the table before it was taken back."
            )
        if part is not self.story.parts[-1]:
            return _(
                "The board and these numbers show the table as the next chapter begins."
            )
        if self.match.has_ended:
            return _("The board and these numbers show the end of the match.")
        return _("The board and these numbers show the table as it is now.")

    def lines(self, step: Step) -> list[dict[str, Any]]:
        """A step; where much happened, in several lines, with its order at the end."""
        by = {"clock": _("(clock)"), "default": _("(default)")}.get(step.by, "")
        texts = page_parts.step_lines(step)
        if step.number == 0 and self.log.position is not None:
            texts = [Told(_("The starting position."), is_detail=False)]
        lines: list[dict[str, Any]] = [{**t._asdict(), "order": ""} for t in texts]
        mark = self.mark(step) + tied(texts[0].text)
        lines[0] |= {"number": step.number, "seat": step.seat, "mark": mark}
        order = f"{step.order} {by}".strip()
        lines[-1] |= {"order": order, "is_long": len(order) > LONG, "is_last": True}
        return lines

    def mark(self, step: Step) -> str:
        """The number and the sign of the player who acted, always about as wide."""
        sign = "\u2003" if step.seat is None else self.story.houses[step.seat].sign
        return f"{step.number:\u2007>3}\u00a0{sign}{SLIM.get(sign, '')}\u2002"

    # --------------------------------------------------------------------- the rest

    @property
    def sources(self) -> dict[str, str]:
        """What points can come from."""
        found = {tables.FOUND: _("On the table at the start")}
        beside = {tables.BACK: _("Taken back"), tables.OTHER: _("Other")}
        return {**found, **self.story.words.get("scorings", {}), **beside}

    def source_rows(self, scorings: Sequence[tables.Scoring]) -> list[tables.Row]:
        rows = tables.source_rows(self.sources, scorings, self.log.seats)
        if not rows or not self.story.words.get("scorings"):  # all would be “other”
            return []
        last: list[int | None] = [*self.story.steps[-1].points]
        return [*rows, tables.Row(_("Total"), last)]

    def scoring(self, scoring: tables.Scoring) -> dict[str, Any]:
        return {
            "step": scoring.step,
            "after": scoring.after if len(scoring.gains) > 1 else [],
            "gains": [self.gain(gain) for gain in scoring.gains],
        }

    def gain(self, gain: tables.Gain) -> dict[str, Any]:
        """Where points came from: in sentences, or part by part."""
        label, opening = self.match.game.label, self.story.opening
        seats, cell = range(self.log.seats), chronicle.cell_of(self.log.game, gain.kind)
        found = tables.by_part(gain, cell, len(seats)) if cell else {}
        parts = {key: found[key] for key in sorted(found, key=self.part_place)}
        legend = self.story.words["cells"][gain.kind] if parts else ""
        return {
            "label": self.sources[gain.kind],
            "text": f"({legend})" if parts else gain.text,
            "cells": [
                page_parts.signed_number(gain.points.get(seat, 0)) for seat in seats
            ],
            "parts": tables.below_each_other(
                [
                    [label(opening, cell.by, key, self.language), *parts[key]]
                    for key in parts
                    if cell
                ]
            ),
        }

    def part_place(self, part: str) -> int:
        """Where it stands in every table, whoever scored there first."""
        steps = self.story.steps
        filled = (list(of) for step in steps for of in step.parts.values())
        parts = max(filled, key=len, default=[])
        return parts.index(part) if part in parts else len(parts)

    def deciders(self) -> list[tables.Row]:
        return tables.decision_rows(
            self.story,
            {
                "": _("Own orders"),
                "bot": _("Orders of a bot"),
                "clock": _("Decided by the clock"),
                "default": _("Decided by default"),
            },
        )

    def audit(self) -> list[Draws]:
        """What chance did; nothing while the match runs."""
        return draws_by_kind(self.log, self.language) if self.match.has_ended else []

    def attached(self) -> list[Attached]:
        """The log; of a match that runs it holds secrets."""
        if not self.match.has_ended:
            return []
        day = self.day() or datetime(2000, 1, 1)
        description = _("The whole match as text, for checking and replaying")
        return [Attached(self.log_name, log_file(self.match), description, day)]

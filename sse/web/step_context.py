"""What a page shows beside a step: remarks, variations and files."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.accounts.permissions import has_staff_power
from sse.archive import players
from sse.archive.forks import bots_for, seats_to_play, variations_of
from sse.archive.models import Remark
from sse.archive.remarks import may_remark, may_remove, threads_at
from sse.archive.replay.step import Step
from sse.archive.replay.viewpoint import eyes_word
from sse.matches.access import seat_in
from sse.matches.models import Match
from sse.web.forms import bot_title
from sse.web.templatetags.pages import called

# A frame for other sites, in pixels.
FRAME, FRAME_HIGHEST, MARGINS, BELOW_BOARD = 640, 800, 24, 256


class Said(NamedTuple):
    remark: Remark
    may_remove: bool
    link: str = ""  # to its author, if the reader may know of them


@dataclass
class Beside:
    step: Step

    @property
    def match(self) -> Match:
        return self.step.match

    # ------------------------------------------------------------------- remarks

    @property
    def may_remark(self) -> bool:
        return may_remark(self.match, self.step.person)

    @cached_property
    def threads(self) -> list[list[Said]]:
        """Return each remark, followed by its answers."""
        if not self.match.has_ended:
            return []
        found = threads_at(self.match, self.step.number)
        threads = [(thread.remark, *thread.answers) for thread in found]
        authors = [said.player_id for thread in threads for said in thread]
        known = players.known_players(filter(None, authors), self.step.person)
        return [
            [self.with_rights(remark, known) for remark in thread] for thread in threads
        ]

    def with_rights(self, remark: Remark, known: Collection[int]) -> Said:
        who = remark.player_id
        link = reverse("player", args=[who]) if who in known else ""
        return Said(remark, may_remove(self.match, remark, self.step.person), link)

    # ------------------------------------------------------------------------ what if

    @property
    def may_fork(self) -> bool:
        """Tell whether there is a decision here, in a match that has ended."""
        if not self.match.has_ended:
            return False
        state = self.step.replay.moment(self.step.number).state
        return bool(self.match.game.decisions(state)) and len(self.seats) > 1

    @property
    def may_open(self) -> bool:
        """Tell whether a match with people can begin here: every seat is needed."""
        return self.may_fork and len(self.seats) == self.match.seats_wanted

    @cached_property
    def seats(self) -> list[tuple[int, str]]:
        """Return the seats that can be played from here, with their names."""
        names = self.step.names
        free = seats_to_play(self.match, self.step.number)
        return [(seat, names[seat]) for seat in free]

    @property
    def programs(self) -> list[tuple[str, Any]]:
        """Return the bots, each with its title."""
        game = self.match.game_name
        return [(name, bot_title(game, name)) for name in bots_for(self.match)]

    @cached_property
    def variations(self) -> list[Match]:
        person = self.step.person
        if not isinstance(person, Player) or not self.match.has_ended:
            return []
        return variations_of(self.match, person)

    # ---------------------------------------------------------------------- take back

    @property
    def may_take_back(self) -> bool:
        """Tell whether the reader may propose to take the match back to here."""
        person, match = self.step.person, self.match
        if match.has_ended or self.step.number >= match.head - 1:
            return False
        if not isinstance(person, Player):
            return False
        organises = has_staff_power(person) or match.organiser_id == person.pk
        return organises or seat_in(match, person) is not None

    # -------------------------------------------------------------------- to be shared

    @property
    def link(self) -> str:
        return f"{settings.SITE}{self.step.href}"

    @property
    def files(self) -> list[tuple[str, str]]:
        """Return the files of this step and of this match."""
        step, here = self.step, f"/matches/{self.match.pk}"
        number, query = step.number, step.query()
        found = [
            (_("Picture (PNG)"), f"{here}/steps/{number}.png{query}"),
            (_("Drawing (SVG)"), step.frame),
        ]
        if self.match.has_ended:
            steps = f"{min(step.phase_begin, max(0, number - 1))}-{number}"
            film = f"{here}/steps/{steps}.gif{step.eyes_query}"
            found += [
                (_("This phase, animated (GIF)"), film),
                (_("Booklet (PDF)"), f"{here}/booklet/"),
                (_("Log file"), f"{here}/log"),
                (_("The whole match (JSON)"), f"{here}/export.json"),
            ]
        return found

    @property
    def frame_height(self) -> int:
        """Return the height in pixels: the board and some lines of text below it."""
        board = self.step.picture.shape.within(FRAME - MARGINS, FRAME_HIGHEST)
        return min(round(board.height) + BELOW_BOARD, FRAME_HIGHEST)

    @property
    def embed(self) -> str:
        """Return a line of HTML for other sites; only for what everyone may see."""
        step = self.step
        if not step.is_public:
            return ""
        range_of_steps = (self.match.pk, step.phase_begin, step.number)
        address = settings.SITE + reverse("embed", args=range_of_steps)
        if step.eyes is not None:
            address += f"?{urlencode({'as': eyes_word(step.eyes)})}"
        return (
            f'<iframe src="{address}" width="{FRAME}" height="{self.frame_height}"'
            f' loading="lazy"'
            f' title="{called(self.match.about)}"></iframe>'
        )

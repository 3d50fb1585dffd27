"""What chance did in a match, in the reader's words."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from engine.audit import SHUFFLE, TALLY, Face, Kind, Made, draws_made, kinds_of
from engine.chance import Tally
from engine.chronicle import draws_title, value_called
from engine.contract import View
from engine.log import Log
from engine.registry import game
from engine.replay import replay


class Drawn(NamedTuple):
    """One draw: what came, of how many things that could have come."""

    step: int
    number: int
    of: int
    said: str

    @property
    def is_single(self) -> bool:
        return self.number == 1


class Draws(NamedTuple):
    """All draws of one kind; how often each face came up, or each chance came true."""

    title: str
    kind: Kind
    drawn: list[Drawn]
    faces: list[tuple[str, Face]]

    @property
    def is_counted(self) -> bool:
        """One throw alone is told: there is nothing to expect of it."""
        return self.kind.how != SHUFFLE and len(self.drawn) > 1

    @property
    def is_tally(self) -> bool:
        return self.kind.how == TALLY


def draws_by_kind(log: Log, language: str) -> list[Draws]:
    """Every draw of a match that has ended, by kind."""
    first = next(iter(replay(log)))
    speaker = Speaker(log, game(log.game).view(first.state, None), language)
    return [speaker.told(kind) for kind in kinds_of(draws_made(log))]


class Speaker:
    """Calls what was drawn by the names that the game has for it."""

    def __init__(self, log: Log, view: View, language: str) -> None:
        self.log, self.view, self.language = log, view, language

    def told(self, kind: Kind) -> Draws:
        title = draws_title(self.log.game, kind.name, self.language)
        drawn = [self.drawn(kind, made) for made in kind.draws]
        faces = [(self.face(kind, face), face) for face in kind.faces]
        return Draws(title, kind, drawn, faces)

    def drawn(self, kind: Kind, made: Made) -> Drawn:
        said = [tally_text(group) for group in made.groups if group.draws]
        said = said or [self.called(kind, value, made.entry) for value in made.values]
        return Drawn(made.entry, made.thrown, len(made.of), ", ".join(said))

    def face(self, kind: Kind, face: Face) -> str:
        """In words, and as orders write it; a chance as so many tries with it."""
        if kind.how == TALLY:
            return f"{face.thrown} × {percent(int(face.value) / 1000)}"
        said = self.called(kind, face.value, 0)
        return said if face.value in said.split() else f"{said} ({face.value})"

    def called(self, kind: Kind, value: str, step: int) -> str:
        names = self.log.names(step)
        return value_called(self.view, kind.name, value, self.language, names)


def tally_text(group: Tally) -> str:
    said = _("{hits} of {tries} ({chance})")
    return said.format(hits=group.hits, tries=group.draws, chance=percent(group.chance))


def percent(chance: float) -> str:
    return f"{number_format(100 * chance, 1)} %"

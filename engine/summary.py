"""What happened, as long as there is room for it: headlines first, details folded.

A scene is a turn, an action, a fight: it goes from an event that begins one (`begins`
in `game.toml`) to the next, or to the end of its span. It is told whole or in its
headlines, and is never cut in two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.ranks import Rank
from engine.words import Narrator, Sentence, Telling


class Record(NamedTuple):
    """What one entry tells a reader, and in which span it was decided."""

    number: int
    span: str
    telling: Telling

    def only(self, least: int, most: int = Rank.OWN) -> Record:
        return self._replace(telling=self.telling.only(least, most))


class Line(NamedTuple):
    """One sentence, the entry that tells it, and how much it matters."""

    number: int
    text: str
    rank: Rank

    @property
    def is_detail(self) -> bool:
        return self.rank is Rank.DETAIL


class Scene(NamedTuple):
    """Part of a summary: what of a scene is told, and what is folded, in order."""

    span: str
    lines: list[Line]
    folded: list[Line]


class Summary(NamedTuple):
    """Scenes in their order. The reader's own headlines are always among the lines."""

    scenes: list[Scene]

    @property
    def lines(self) -> list[Line]:
        return [line for scene in self.scenes for line in scene.lines]

    @property
    def folded(self) -> list[Line]:
        return [line for scene in self.scenes for line in scene.folded]

    @property
    def blocks(self) -> list[Scene]:
        """The scenes of which something is told; what is folded is folded together."""
        found, waiting = [], list[Line]()
        for scene in self.scenes:
            waiting += scene.folded
            if scene.lines or (waiting and scene is self.scenes[-1]):
                found.append(scene._replace(folded=waiting))
                waiting = []
        return found


def summary(records: Iterable[Record], budget: int) -> Summary:
    """Return what entries tell in about so many lines; everything else is folded.

    The headlines of the newest scenes come first, then the details of as many scenes
    as still fit, the newest first. The reader's own headlines, and all those of the
    newest scene that has any, are told even where they are more than the budget.
    """
    drafts = [Draft(scene) for scene in scenes_of(records)]
    newest, own = drafts[::-1], sum(draft.costs[Rank.OWN] for draft in drafts)
    admit_details(newest, admit_headlines(newest, budget - own))
    admit_something(newest)
    narrator = Narrator()
    return Summary([draft.told(narrator) for draft in drafts])


class Draft:
    """A scene in the making, and down to which rank it is told."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self.least = Rank.OWN
        self.costs = {rank: self.cost(rank) for rank in Rank}

    def cost(self, least: Rank) -> int:
        """Return how many lines it has when it is told down to this rank."""
        return len(lines_of([r.only(least) for r in self.records], Narrator()))

    def told(self, narrator: Narrator) -> Scene:
        """Say who decided among the lines, and once more among what is folded."""
        shown = [record.only(self.least) for record in self.records]
        rest = [record.only(Rank.DETAIL, self.least - 1) for record in self.records]
        lines, folded = lines_of(shown, narrator), lines_of(rest, Narrator())
        return Scene(self.records[-1].span, lines, folded)


def admit_headlines(drafts: Iterable[Draft], room: int) -> int:
    """Tell the headlines of scenes until one has too many; return the room left.

    Of the first scene that has any, they are told in any case.
    """
    is_first = True
    for draft in drafts:
        more = draft.costs[Rank.HEADLINE] - draft.costs[Rank.OWN]
        if more > max(room, 0) and not is_first:
            break
        draft.least, room = Rank.HEADLINE, room - more
        is_first = is_first and not more
    return room


def admit_details(drafts: Iterable[Draft], room: int) -> None:
    """Tell those scenes whole for which there is room."""
    for draft in drafts:
        more = draft.costs[Rank.DETAIL] - draft.costs[Rank.HEADLINE]
        if draft.least is Rank.HEADLINE and more <= room:
            draft.least, room = Rank.DETAIL, room - more


def admit_something(drafts: Sequence[Draft]) -> None:
    """Where there is no headline at all, tell the first scene whole, however long."""
    if drafts and not any(draft.costs[draft.least] for draft in drafts):
        drafts[0].least = Rank.DETAIL


def lines_of(records: Iterable[Record], narrator: Narrator) -> list[Line]:
    found = []
    for number, _, telling in records:
        if instead := narrator.decider(telling):
            found.append(Line(number, instead, telling.rank))
        found += [Line(number, s.text, s.rank) for s in telling.sentences]
    return found


def scenes_of(records: Iterable[Record]) -> list[list[Record]]:
    """Return the records in scenes; one that begins a scene in its middle is parted.

    What an entry begins belongs to the span that comes after it.
    """
    found: list[list[Record]] = []
    is_begun = False  # in the entry before, after which the span may change
    for record in records:
        parts = parted(record)
        for place, part in enumerate(parts):
            is_other = bool(found) and found[-1][-1].span != part.span
            is_new = part.telling.sentences[0].begins or (is_other and not is_begun)
            if not found or place or is_new:
                found.append([])
            found[-1].append(part)
        if parts:
            is_begun = parts[-1].telling.sentences[0].begins
    return found


def parted(record: Record) -> list[Record]:
    """Return the record in parts, each of which but the first begins a scene.

    Several such events in a row begin one scene.
    """
    parts: list[list[Sentence]] = []
    was_begun = False
    for sentence in record.telling.sentences:
        if not parts or (sentence.begins and not was_begun):
            parts.append([])
        parts[-1].append(sentence)
        was_begun = sentence.begins
    return [record._replace(telling=part_of(record.telling, part)) for part in parts]


def part_of(telling: Telling, part: list[Sentence]) -> Telling:
    """Who decided an entry did not decide what begins after it: the next turn, say."""
    is_decided = part[0] is telling.sentences[0] or any(s.is_chosen for s in part)
    by = telling.by if is_decided else ""
    return telling._replace(sentences=part, by=by)

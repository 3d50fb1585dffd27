"""A form to plan with: slots, cards that lie in them, moves, and what all of it costs.

A game may offer one (`form` in its package) where a player plans many things at once. A
page shows it beside the board; a mail does without. The form is a picture of a text and
nothing more: what lies in it is written as order text, the same that a mail would hold,
and any text is read back into it by the game. So there is one way to send orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine import defaults
from engine.contract import Seat


class Card(NamedTuple):
    """What can be laid into slots; `key` is its word in an order."""

    key: str
    name: str
    note: str = ""  # what it is good for, in a few words
    copies: int = 1  # how many there are
    pool: str = ""  # cards of one pool share its number: see `Form.pools`
    spot: str = ""  # the word of the picture that stands for it


class Target(NamedTuple):
    """Where something goes from a card that lies in a slot; `most` of it can."""

    key: str
    name: str
    note: str = ""
    most: int = 1


class Slot(NamedTuple):
    """A place for one card, and the line that is written for it.

    `line` holds {card}; `move`, if anything can go on from here, {target} and {number};
    it follows the line. `stay` is written instead where nothing moves.
    """

    key: str
    name: str
    line: str
    cards: tuple[str, ...]  # keys of those that fit
    note: str = ""
    mark: str = ""  # a number or a sign before its name
    effects: Mapping[str, Mapping[str, int]] = {}  # by card and account: + gain, - cost
    move: str = ""
    stay: str = ""
    whole: str = ""  # the number word for as many as there are then
    targets: Mapping[str, tuple[Target, ...]] = {}  # by card


class Item(NamedTuple):
    """What can be ranked."""

    key: str
    name: str
    note: str = ""


class Ranking(NamedTuple):
    """What a player would like best, second and so on; `line` holds {items}."""

    key: str
    name: str
    line: str
    items: tuple[Item, ...]
    places: int = 3  # at most
    between: str = " > "
    note: str = ""


class Account(NamedTuple):
    """What is spent and earned: how much there is, and how much will be needed."""

    key: str
    name: str
    held: int
    needed: int = 0
    note: str = ""
    due: bool = True  # False: more may come before it is needed


class Entry(NamedTuple):
    """What lies in a slot. `more` is what was written besides and no control shows."""

    card: str
    target: str = ""
    number: str = ""
    more: str = ""


@dataclass(frozen=True)
class Filling:
    """A text as the form shows it; `others` are its lines that no slot holds.

    `written` are rankings that stand among the others, in a way no control can show.
    """

    entries: Mapping[str, Entry] = field(default_factory=dict)  # by slot
    ranked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by ranking
    others: tuple[str, ...] = ()
    written: tuple[str, ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        return {
            "entries": {key: one._asdict() for key, one in self.entries.items()},
            "ranked": {key: list(items) for key, items in self.ranked.items()},
            "others": list(self.others),
            "written": list(self.written),
        }


@dataclass(frozen=True)
class Form:
    """Everything that a page needs to plan; all words are the reader's."""

    slots: tuple[Slot, ...]
    cards: tuple[Card, ...]
    accounts: tuple[Account, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    pools: Mapping[str, int] = field(default_factory=dict)
    help: tuple[str, ...] = ()  # how to plan, in a few sentences
    unit: str = ""  # what moves: “armies”
    filling: Filling = field(default_factory=Filling)  # what lies in it at first

    @property
    def data(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "slots": [slot_data(slot) for slot in self.slots],
            "cards": [card._asdict() for card in self.cards],
            "accounts": [account._asdict() for account in self.accounts],
            "rankings": [ranking_data(ranking) for ranking in self.rankings],
            "pools": dict(self.pools),
            "help": list(self.help),
            "unit": self.unit,
            **self.filling.data,
        }


def slot_data(slot: Slot) -> dict[str, Any]:
    targets = {
        card: [target._asdict() for target in those]
        for card, those in slot.targets.items()
    }
    effects = {card: dict(effect) for card, effect in slot.effects.items()}
    return slot._asdict() | {"targets": targets, "effects": effects}


def ranking_data(ranking: Ranking) -> dict[str, Any]:
    return ranking._asdict() | {"items": [item._asdict() for item in ranking.items]}


def line_of(slot: Slot, entry: Entry) -> str:
    """The line that is written for what lies in a slot."""
    line = slot.line.replace("{card}", entry.card)
    if entry.more:
        return line + entry.more
    if entry.target:
        move = slot.move.replace("{target}", entry.target)
        return line + move.replace("{number}", entry.number)
    return line + slot.stay * bool(slot.targets.get(entry.card))


def text_of(form: Form, filling: Filling) -> str:
    """The order text of what lies in the form; a page writes the same."""
    laid = [
        line_of(slot, filling.entries[slot.key])
        for slot in form.slots
        if slot.key in filling.entries
    ]
    ranked = [
        ranking.line.replace("{items}", ranking.between.join(items))
        for ranking in form.rankings
        if (items := filling.ranked.get(ranking.key))
    ]
    return "\n".join([*laid, *ranked, *filling.others])


def form_of(
    game: Any,
    state: Any,
    seat: Seat,
    text: str = "",
    language: str = "en",
    names: Sequence[str] = (),
) -> Form | None:
    """The form that the game offers the seat now, with the text read into it."""
    offered = getattr(game, "form", defaults.form)
    found: Form | None = offered(state, seat, text, language, names)
    return found

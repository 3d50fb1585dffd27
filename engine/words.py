"""Sentences for events and refusals, from each game's words files.

A template holds `{name}` for a value by its label and `{name|one|few|many}` for a
number with the right form of a noun. `[{seat} rolls|You roll]` holds what everybody
reads and what the player in that seat reads; without a seat it goes by `seat`. Values
are put in as they are: what a player wrote is never read as a template.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.contract import Event, Seat, View, is_seat
from engine.errors import OrderError, OrderIllegal
from engine.euphony import euphonic
from engine.log import Entry
from engine.plural import plural
from engine.ranks import Rank, begins_scene, rank_of
from engine.reading.text import fold
from engine.registry import game, games

MISSING = "…"  # the word at which a text ended too early
FIELD = re.compile(r"\{(\w+)(?:\|([^}]*))?\}")
ADDRESS = re.compile(r"\[((?:\{[^}]*\}|[^][{|])*)\|((?:\{[^}]*\}|[^][{])*)\]")


@cache
def common(language: str) -> Mapping[str, str]:
    """The kit's own words; English where a language is missing."""
    data = tomllib.loads(
        (Path(__file__).parent / "words.toml").read_text(encoding="utf-8")
    )
    return {**data["en"], **data.get(language, {})}


@cache
def commands() -> Mapping[str, str]:
    """What a person can ask besides giving orders, by every word for it."""
    data = tomllib.loads(
        (Path(__file__).parent / "words.toml").read_text(encoding="utf-8")
    )
    named = data["commands"].items()
    return {fold(word): command for command, all_words in named for word in all_words}


@cache
def common_refusals(language: str) -> Mapping[str, str]:
    """Return the refusals that every game has; English where a language is missing."""
    data = tomllib.loads(
        (Path(__file__).parent / "refusals.toml").read_text(encoding="utf-8")
    )
    return {**data["en"], **data.get(language, {})}


@cache
def words(name: str, language: str) -> Mapping[str, Any]:
    """A game's words by table; English where it does not speak the language.

    Its refusals are its own and those that every game has.
    """
    folder = games()[name].folder
    file = folder / f"words.{language}.toml"
    if not file.exists():
        file = folder / "words.en.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    own = data.get("refusals", {})
    return {**data, "refusals": {**common_refusals(language), **own}}


def seat_name(seat: int, names: Sequence[str], language: str) -> str:
    if 0 <= seat < len(names):
        return names[seat]
    return common(language)["seat"].replace("{seat}", str(seat + 1))


def fill(template: str, values: Mapping[str, str], language: str) -> str:
    """The template with its values; a number may choose the form of a noun."""

    def put(found: re.Match[str]) -> str:
        value = values[found[1]]
        if found[2] is None:
            return value
        forms = found[2].split("|")
        number = int(value) if value.isdigit() else 0
        return f"{value} {forms[min(plural(language, number), len(forms) - 1)]}"

    return FIELD.sub(put, euphonic(template, values, language))


def addressed(
    template: str, data: Mapping[str, Any], reader: Seat | None = None
) -> str:
    """Return the template as this reader reads it: “{seat} rolls” or “You roll”."""

    def choose(found: re.Match[str]) -> str:
        fields = [name for name, _ in FIELD.findall(found[1]) if is_seat(name)]
        seats = [data.get(field) for field in fields or ["seat"]]
        is_reader = reader is not None and (reader in seats or [reader] in seats)
        return found[2] if is_reader else found[1]

    return ADDRESS.sub(choose, template) if "[" in template else template


def sentence(
    event: Event,
    view: View,
    language: str = "en",
    names: Sequence[str] = (),
    reader: Seat | None = None,
) -> str:
    """Tell what happened in one sentence, and the reader's own deeds as theirs.

    The view tells which game, set and names.
    """
    templates = words(view["game"], language)["events"]
    template = templates.get(event.kind) or common(language)[event.kind]
    if isinstance(template, dict):  # one sentence for each reason
        template = template[event.reason]
    values = labels(event.data, view, language, names)
    return fill(addressed(template, event.data, reader), values, language)


class Sentence(NamedTuple):
    """What one event tells a reader, and how much it matters to them."""

    text: str
    rank: Rank
    begins: bool  # a scene: see engine/summary.py
    is_chosen: bool  # somebody decided it


class Telling(NamedTuple):
    """What one entry tells a reader, and who decided it if not the player."""

    seat: int
    by: str  # `clock`, `default`, `bot`; nothing where that is not to be told
    is_chance: bool  # chance made the choice
    instead: str  # the sentence that tells who decided
    sentences: list[Sentence]

    @property
    def texts(self) -> list[str]:
        return [sentence.text for sentence in self.sentences]

    def only(self, least: int, most: int = Rank.OWN) -> Telling:
        """The same without the sentences of other ranks."""
        kept = [s for s in self.sentences if least <= s.rank <= most]
        return self._replace(sentences=kept)

    @property
    def rank(self) -> Rank:
        """Of the most important thing that it tells."""
        return max((s.rank for s in self.sentences), default=Rank.DETAIL)


class Narrator:
    """Tells entries in their order: who decided instead, once in a row of them.

    Entries that tell the reader nothing do not end a row.
    """

    def __init__(self) -> None:
        self.said: tuple[int, str] | None = None  # for which seat, who decided
        self.said_chance = False

    def say(self, telling: Telling) -> list[str]:
        instead = self.decider(telling)
        return [instead, *telling.texts] if instead else telling.texts

    def decider(self, telling: Telling) -> str:
        """Return the sentence that tells who decided, if it is to be told here."""
        if not telling.sentences:
            return ""
        now = (telling.seat, telling.by) if telling.by else None
        is_said = now == self.said and (self.said_chance or not telling.is_chance)
        self.said_chance = telling.is_chance or (now == self.said and self.said_chance)
        self.said = now
        return "" if now is None or is_said else telling.instead


def entry_telling(
    entry: Entry,
    events: Sequence[Event],
    view: View,
    language: str = "en",
    names: Sequence[str] = (),
    reader: Seat | None = None,
) -> Telling:
    """What an entry tells; for a row of them, see `Narrator`.

    What chance, a default or a stand-in decided is told as that; but of a secret choice
    nobody else is told by whom it was made. The events are those the reader may see,
    and are ranked for the reader's seat.
    """
    if not events:
        return Telling(entry.seat, "", False, "", [])
    name = view["game"]
    chosen = games()[name].chosen
    is_chosen = any(event.kind in chosen for event in events)
    by = decided_by(entry, names) if is_chosen else ""
    other = words(name, language).get("decided", {}) if by else {}
    least = least_rank(by) if entry.seat == reader else Rank.DETAIL
    told = [
        Sentence(
            decided_sentence(event, other, view, language, names, reader),
            max(rank_of(event, name, reader), least)
            if event.kind in chosen
            else rank_of(event, name, reader),
            begins_scene(event, name),
            event.kind in chosen,
        )
        for event in events
    ]
    is_chance = by in ("clock", "default") and is_left_to_chance(entry, name)
    instead = (
        decider_text(entry.seat, by, is_chance, language, names, reader) if by else ""
    )
    return Telling(entry.seat, by, is_chance, instead, told)


def least_rank(by: str) -> Rank:
    """Of what was decided for the reader: never folded, or if a stand-in did, last."""
    if by in ("clock", "default"):
        return Rank.OWN
    return Rank.HEADLINE if by else Rank.DETAIL


def decider_text(
    seat: Seat,
    by: str,
    is_chance: bool,
    language: str,
    names: Sequence[str],
    reader: Seat | None = None,
) -> str:
    key = f"decided_{by}_chance" if is_chance else f"decided_{by}"
    template = addressed(common(language)[key], {"seat": seat}, reader)
    return fill(template, {"seat": seat_name(seat, names, language)}, language)


def is_left_to_chance(entry: Entry, name: str) -> bool:
    """Whether chance made the choice; dice rolled after it did not."""
    order = entry.order.text if entry.order else ""
    return bool(entry.draws) and order in games()[name].left_to_chance


def decided_sentence(
    event: Event,
    instead: Mapping[str, Any],
    view: View,
    language: str,
    names: Sequence[str],
    reader: Seat | None,
) -> str:
    template = instead.get(event.kind)
    if template is None:
        return sentence(event, view, language, names, reader)
    values = labels(event.data, view, language, names)
    return fill(addressed(template, event.data, reader), values, language)


def decided_by(entry: Entry, names: Sequence[str]) -> str:
    """`clock`, `default` or `bot` where the holder of the seat did not decide.

    A bot that holds a seat of its own goes by its own name.
    """
    who, _, bot = entry.by.partition(" ")
    if entry.order is None or who not in ("clock", "default", "bot"):
        return ""
    holder = names[entry.seat] if 0 <= entry.seat < len(names) else ""
    return "" if bot and is_program(holder, bot) else who


def is_program(holder: str, bot: str) -> bool:
    """Whether a seat is held by the bot itself.

    Two of the same bot have numbers, and a name may end in a mark that is no letter:
    imported ones do.
    """
    return bool(re.fullmatch(rf"{re.escape(bot)}(?: \d+)?\W?", holder))


def pattern(
    kind: str, given: Mapping[str, Any], view: View, language: str = "en"
) -> str:
    """The sentence of events of which only some values are known.

    “X builds a castle in Kii.” Nothing where a missing value chooses the sentence.
    """
    templates = words(view["game"], language)["events"]
    template = templates.get(kind) or common(language)[kind]
    if isinstance(template, dict):
        template = template.get(given.get("reason") or given.get("how"), "")
    template = addressed(template, given)
    values, unknown = labels(given, view, language, ()), iter("XYZ")
    for name, _ in FIELD.findall(template):
        if name not in values:
            values[name] = next(unknown, MISSING) if is_seat(name) else MISSING
    return fill(template, values, language)


def reason_text(name: str, reason: str, language: str = "en") -> str:
    """Why a plan did not answer and its writer is asked."""
    shared = common(language)
    return str(words(name, language)["reasons"].get(reason) or shared[reason])


def refusals(
    errors: Sequence[OrderError],
    view: View,
    language: str = "en",
    names: Sequence[str] = (),
    offered: Sequence[bool] = (),
) -> list[str]:
    """Every fault in words, and no list twice.

    What would be right is left out where it was told before, or where it is `offered`
    beside the sentence, to be chosen from.
    """
    said, told = [], set()
    for number, error in enumerate(errors):
        beside = number < len(offered) and offered[number]
        is_new = error.legal not in told
        told.add(error.legal)
        said.append(refusal(error, view, language, names, is_new and not beside))
    return said


def refusal(
    error: OrderError,
    view: View,
    language: str = "en",
    names: Sequence[str] = (),
    with_legal: bool = True,
) -> str:
    """Which line, why, by which rule, and what would be right."""
    shared = common(language)
    own = words(view["game"], language)["refusals"]
    reason = own.get(error.said) or shared[error.said]
    values = labels(error.data, view, language, names)
    said = fill(reason, values, language)
    spoken_of = [value for value in values.values() if value != MISSING]
    if said == reason and spoken_of:  # a plain sentence: name what it speaks of
        said = f"{said.rstrip('.')} ({', '.join(spoken_of)})."
    parts = [f"{said} [{error.rule}]"]
    if error.legal and with_legal:
        key = "near" if error.near else "legal"
        found = [legal_text(error, item, view, language) for item in error.legal]
        called = list(dict.fromkeys(found))
        legal = listed(called, shared["or"] if key == "near" else "")
        parts.append(fill(shared[key], {"legal": legal}, language))
    line = fill(shared["line"], {"line": str(error.line)}, language)
    return (line if error.line else "") + " ".join(parts)


def skipped_reason(
    skipped: str | Mapping[str, Any],
    view: View,
    language: str,
    names: Sequence[str] = (),
) -> str:
    """Why a line could not be used, from the data of a `Skipped`, if it is known."""
    if isinstance(skipped, str):
        return ""
    facts = dict(skipped.get("facts", {}))
    fault = OrderIllegal(
        skipped["rule"], skipped["code"], said=skipped["said"], **facts
    )
    return refusal(fault, view, language, names)


def legal_text(error: OrderError, item: str, view: View, language: str) -> str:
    """What would be right, in quotation marks; keys by their names."""
    if error.legal_kind:
        item = game(view["game"]).label(view, error.legal_kind, item, language)
    return common(language)["quoted"].replace("{text}", item)


def listed(items: Sequence[str], last: str) -> str:
    """“a, b or c”; with no last word “a; b; c”."""
    if not last:
        return "; ".join(items)
    *head, tail = items
    return f"{', '.join(head)} {last} {tail}" if head else tail


def labels(
    data: Mapping[str, Any], view: View, language: str, names: Sequence[str]
) -> dict[str, str]:
    """Every value as the reader calls it."""
    rules = game(view["game"])
    found = {}
    for key, value in data.items():
        if is_seat(key):
            seats = value if isinstance(value, list | tuple) else [value]
            people = [seat_name(seat, names, language) for seat in seats]
            found[key] = listed(people, common(language)["and"])
        else:
            found[key] = rules.label(view, key, value, language)
    return found

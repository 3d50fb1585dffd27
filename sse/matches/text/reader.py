"""Read a player's text: orders, and what is said and noted with them.

A text is all or nothing. The game reads all of it first; only what it cannot read is
searched for greetings, speech and notes. The worker that applies a text and everybody
who looks at one before it is sent call `understand` and `fault_data`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from engine.asking import hands_in
from engine.contract import Plan
from engine.errors import OrderError, Refused
from engine.languages import LANGUAGES
from engine.reading.verbs import begins_order
from engine.words import refusals
from sse.accounts.models import Player
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat, Submission
from sse.matches.play.locked_match import LockedMatch
from sse.matches.play.talk import (
    check_note,
    check_speech,
    note_write,
    speech_relay,
)
from sse.matches.presentation import language_in
from sse.matches.text.choices import Edit, choices_for
from sse.matches.text.command_words import shown
from sse.matches.text.recipients import (
    Addressee,
    AddresseeUnclear,
    Speech,
    speech_of,
)
from sse.matches.text.sections import Begins, Sections, sections_of

LONGEST_TRIED = 4000  # letters of a text for which choices are looked for


class TextRefused(Exception):
    """Faults that are no game's, in the writer's language."""

    def __init__(self, faults: Sequence[dict[str, Any]]) -> None:
        super().__init__([fault["code"] for fault in faults])
        self.faults = list(faults)


class Understood(NamedTuple):
    """What a text means: the orders to keep, and what goes with them."""

    plan: Plan | None  # nothing: no line of it is an order
    speech: tuple[Speech, ...] = ()
    notes: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    hands_in: bool = True  # at tempo `phase`: not if it only asks (engine/asking.py)
    is_anew: bool = False  # what was kept is taken back


class Writer(NamedTuple):
    """The seat for which a text is written, and all that is needed to read it."""

    match: Match
    state: Any  # the common table: a sealed step of one's own may be replaced
    seat: int
    kept: Plan
    names: Sequence[str]
    language: str
    is_bot: bool = False

    def parse(self, text: str) -> Plan:
        """Let the game read a text. [Refused]"""
        game = self.match.game
        return game.parse(self.state, self.seat, text, self.kept, self.names)

    def sections(self, text: str) -> Sections:
        return sections_of(text, order_verbs(self.match, self.state, self.seat))


def writer_at(table: LockedMatch, seat: int, is_bot: bool = False) -> Writer:
    player, kept = table.seats[seat].player, table.table.plans.get(seat, "")
    language = player.language if player else "en"
    return Writer(table.match, table.state, seat, kept, table.names, language, is_bot)


def understand(writer: Writer, text: str) -> Understood:
    """Return what a text means. [Refused, TextRefused]"""
    try:
        found = Understood(writer.parse(text))
        return found._replace(hands_in=hands_in(writer.match.game, text))
    except Refused:
        sections = writer.sections(text)
        is_ours = sections.commands or sections.orders.strip() or sections.is_talk
        if writer.is_bot or not is_ours:  # bots do not greet
            raise
    is_anew = sections.replaces_all
    if is_anew:
        writer = writer._replace(kept="")
        others = tuple(found for found in sections.commands if found.name != "withdraw")
        sections = sections._replace(commands=others)
    with translation.override(writer.language):
        check_sections(sections)
        table = addressees(writer.match, writer.names, writer.state)
        speech = speech_in(sections, table)
    notes = tuple(found.said for found in sections.speech if found.name == "note")
    plan = writer.parse(sections.orders) if sections.orders.strip() else None
    decides = hands_in(writer.match.game, sections.orders)
    return Understood(plan, speech, notes, sections.ignored, decides, is_anew)


def order_verbs(match: Match, state: Any, seat: int) -> Begins:
    return lambda word: begins_order(match.game, state, seat, word)


# ------------------------------------------------------------------- faults of orders


def fault_data(
    writer: Writer, text: str, faults: Sequence[OrderError]
) -> list[dict[str, Any]]:
    """Return faults in the writer's language, with the choices that cure them."""
    match = writer.match
    language = language_in(match, writer.language)
    view = match.game.view(writer.state, writer.seat)
    cures = cures_of(writer, text, faults) or [{} for _fault in faults]
    texts = refusals(faults, view, language, writer.names, list(map(bool, cures)))

    def name(kind: str, legal: str) -> str:
        return match.game.label(view, kind, legal, language) if kind else legal

    return [
        {
            "line": fault.line,
            "kind": fault.kind,
            "rule": fault.rule,
            "code": fault.code,
            "legal": list(fault.legal),
            "text": text,
            "choices": [
                {"text": name(fault.legal_kind, legal), "edit": list(edit)}
                for legal, edit in cure.items()
            ],
        }
        for fault, cure, text in zip(faults, cures, texts, strict=True)
    ]


def cures_of(
    writer: Writer, text: str, faults: Sequence[OrderError]
) -> list[dict[str, Edit]]:
    """Return what cures each fault; nothing where one has no cure, and for bots."""
    if writer.is_bot or len(text) > LONGEST_TRIED:
        return []
    shape = shape_of(writer.sections(text))

    def read_again(text: str) -> None:
        """A line that is no order any more is no cure."""
        sections = writer.sections(text)
        if shape_of(sections) != shape:
            raise Refused(faults)
        writer.parse(sections.orders)

    return choices_for(text, faults, read_again)


def shape_of(sections: Sections) -> list[bool]:
    """Tell of each line whether it is an order."""
    return [bool(line.strip()) for line in sections.orders.split("\n")]


# ---------------------------------------------------------------- faults besides them


def check_sections(sections: Sections) -> None:
    """Refuse what may be said or ordered: nothing is guessed. [TextRefused]"""
    language = translation.get_language() or "en"
    faults = [doubt_fault(line) for line in sections.doubtful]
    if sections.is_talk:
        raise TextRefused([text_fault("talk", no_order(language))])
    for line, name in sections.mistyped:
        word = saying(language) if name == "say" else shown("commands", name, language)
        sentence = _("This is not an order. Did you mean “{word}”?")
        faults.append(text_fault("command", sentence.format(word=word), line))
    for wish in sections.wishes:
        word = shown("commands", wish.name, language)
        sentence = _(
            "“{word}” is not an order. Send it in an email of its own, or leave it out."
        )
        faults.append(text_fault("command", sentence.format(word=word), wish.line))
    if faults:
        raise TextRefused(faults)


def no_order(language: str) -> str:
    sentence = _(
        "There is no order in it. To talk to the others, begin with “{say}”; to "
        "look up a rule, write “{rules}” and a few words."
    )
    return sentence.format(
        say=saying(language), rules=shown("commands", "rules", language)
    )


def saying(language: str) -> str:
    say, to = shown("commands", "say", language), shown("to", "to", language)
    return f"{say} {to} {shown('all', 'all', language)}: …"


def doubt_fault(line: int) -> dict[str, Any]:
    end = shown("end", "end", translation.get_language() or "en")
    sentence = _(
        "Is this an order or part of your message? Leave an empty line above an "
        "order; below a message write “{end}” on a line of its own."
    )
    return text_fault("doubt", sentence.format(end=end), line)


def text_fault(code: str, sentence: str, line: int = 0) -> dict[str, Any]:
    where = _("Line {line}: ").format(line=line) if line else ""
    empty: dict[str, Any] = {"kind": "unreadable", "rule": "", "legal": []}
    return {**empty, "line": line, "code": code, "text": f"{where}{sentence}"}


# ------------------------------------------------------------------- speech and notes


def addressees(match: Match, names: Sequence[str], state: Any) -> list[Addressee]:
    """Return every seat with all that it is called in this match."""
    colours = seat_colours(match, state) if state is not None else [()] * len(names)
    return [
        Addressee(seat, name, colours[seat])
        for seat, name in enumerate(names)
        if name or colours[seat]
    ]


def seat_colours(match: Match, state: Any) -> list[tuple[str, ...]]:
    """Return the colour of each seat in all languages; many games have none."""
    game, view = match.game, match.game.view(state, None)
    named = game.colours(view) or [""] * match.seats_wanted
    return [
        tuple(game.label(view, "colour", colour, each) for each in LANGUAGES)
        if colour
        else ()
        for colour in named
    ]


def speech_in(sections: Sections, table: Sequence[Addressee]) -> tuple[Speech, ...]:
    """Return what is said, and to whom. [TextRefused]"""
    found, faults = [], []
    for command in sections.speech:
        if command.name != "say":
            continue
        try:
            found.append(speech_of(command, table))
        except AddresseeUnclear as unclear:
            sentence = addressee_question(unclear)
            faults.append(text_fault("who", sentence, command.line))
    if faults:
        raise TextRefused(faults)
    return tuple(found)


def addressee_question(unclear: AddresseeUnclear) -> str:
    if not unclear.possible and not unclear.word:
        return _("To whom? Write it like this: “say to all: …”.")
    if not unclear.possible:
        say = shown("commands", "say", translation.get_language() or "en")
        sentence = _("What should we say? Write it after a colon: “{say} {word}: …”.")
        return sentence.format(say=say, word=unclear.word[:40])
    sentence = _("Who do you mean by “{word}”? The people here are {people}.")
    people = ", ".join(unclear.possible)
    return sentence.format(word=unclear.word[:40], people=people)


def keep_speech(table: LockedMatch, submission: Submission, text: Understood) -> None:
    """Relay speech and keep notes, in the transaction of the orders. [TextRefused]"""
    player = table.seats[submission.seat].player
    match, key = table.match, submission.key
    if player is None or not (text.speech or text.notes):
        return
    with translation.override(player.language), speech_faults(), transaction.atomic():
        for count, said in enumerate(text.speech):
            said_key = f"{key}:{count}"
            speech_relay(match, table.seats, player, said.to, said.text, said_key)
        for count, note in enumerate(text.notes):
            note_write(match, submission.seat, player, note, f"{key}:{count}")


def check_speech_in(
    match: Match, seats: Sequence[Seat], player: Player, text: Understood
) -> None:
    """Check that speech could be relayed and notes be kept now. [TextRefused]"""
    with speech_faults():
        for count, said in enumerate(text.speech):
            check_speech(match, seats, player, said.to, said.text, before=count)
        for count, note in enumerate(text.notes):
            check_note(match, player, note, before=count)


@contextmanager
def speech_faults() -> Iterator[None]:
    """Turn a refusal into a fault of the text."""
    try:
        yield
    except MatchRefused as refused:
        raise TextRefused([text_fault(refused.code, str(refused))]) from None

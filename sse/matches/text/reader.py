"""What a player's text holds besides orders: said with them, or not at all.

A text is all or nothing. First the game reads all of it; only what it cannot read is
looked at for greetings, speech and notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from engine.asking import hands_in
from engine.contract import Plan
from engine.errors import OrderError, Refused
from engine.languages import LANGUAGES
from engine.reading.verbs import begins_order
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
from sse.matches.text.choices import Edit, choices_for
from sse.matches.text.command_words import shown
from sse.matches.text.recipients import Hearable, Speech, WhoUnclear, speech_of
from sse.matches.text.sections import Begins, Pieces, pieces_of

BESIDES = ("said", "noted", "ignored")
LONGEST_TRIED = 4000  # letters of a text for which choices are looked for


class TextRefused(Exception):
    """Faults that are no game's: each told already, in the writer's language."""

    def __init__(self, faults: Sequence[dict[str, Any]]) -> None:
        super().__init__([fault["code"] for fault in faults])
        self.faults = list(faults)


class Heard(NamedTuple):
    """A text, understood: what to keep of its orders, and what goes with them."""

    plan: Plan | None  # nothing: no line of it is an order
    speech: tuple[Speech, ...] = ()
    notes: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    hands_in: bool = True  # at tempo `phase`: not if it only asks (engine/asking.py)
    is_anew: bool = False  # what was kept is taken back


class Listener(NamedTuple):
    """A seat that is written for, and what is known there: all that a reader needs."""

    match: Match
    state: Any  # what lies on the table: a sealed step of one's own may be replaced
    seat: int
    kept: Plan
    names: Sequence[str]
    is_program: bool = False

    def read(self, text: str) -> Plan:
        """What the game makes of a text. [Refused]"""
        game = self.match.game
        return game.parse(self.state, self.seat, text, self.kept, self.names)

    def pieces(self, text: str) -> Pieces:
        return pieces_of(text, verbs_of(self.match, self.state, self.seat))


def understand(listener: Listener, text: str) -> Heard:
    """What a text means, in the language of now. [Refused, TextRefused]

    Whoever takes a text and whoever looks at one before it is sent calls this.
    """
    try:
        found = Heard(listener.read(text))
        return found._replace(hands_in=hands_in(listener.match.game, text))
    except Refused:
        pieces = listener.pieces(text)
        is_ours = pieces.commands or pieces.orders.strip() or pieces.is_talk
        if listener.is_program or not is_ours:  # programs do not greet
            raise
    is_anew = pieces.replaces_all
    if is_anew:
        listener = listener._replace(kept="")
        kept = tuple(found for found in pieces.commands if found.name != "withdraw")
        pieces = pieces._replace(commands=kept)
    check(pieces)
    match, names = listener.match, listener.names
    speech = speech_in(pieces, hearables(match, names, listener.state))
    notes = tuple(found.said for found in pieces.speech if found.name == "note")
    plan = listener.read(pieces.orders) if pieces.orders.strip() else None
    decides = hands_in(match.game, pieces.orders)
    return Heard(plan, speech, notes, pieces.ignored, decides, is_anew)


def listener_at(table: LockedMatch, seat: int, is_program: bool = False) -> Listener:
    kept = table.table.plans.get(seat, "")
    return Listener(table.match, table.state, seat, kept, table.names, is_program)


def hear(table: LockedMatch, submission: Submission) -> Heard:
    """[Refused, TextRefused]"""
    seat = submission.seat
    with translation.override(language_at(table, seat)):
        listener = listener_at(table, seat, bool(submission.by))
        return understand(listener, submission.text)


def verbs_of(match: Match, state: Any, seat: int) -> Begins:
    return lambda word: begins_order(match.game, state, seat, word)


def cures_of(
    listener: Listener, text: str, faults: Sequence[OrderError]
) -> list[dict[str, Edit]]:
    """What would cure each fault; nothing where one has no cure, and for programs."""
    if listener.is_program or len(text) > LONGEST_TRIED:
        return []
    shape = shape_of(listener.pieces(text))

    def read_again(text: str) -> None:
        """A line that is no order any more is no cure."""
        pieces = listener.pieces(text)
        if shape_of(pieces) != shape:
            raise Refused(faults)
        listener.read(pieces.orders)

    return choices_for(text, faults, read_again)


def shape_of(pieces: Pieces) -> list[bool]:
    """Which lines are orders."""
    return [bool(line.strip()) for line in pieces.orders.split("\n")]


def language_at(table: LockedMatch, seat: int) -> str:
    player = table.seats[seat].player
    return player.language if player else "en"


def check(pieces: Pieces) -> None:
    """Nothing is guessed: what may be said or ordered is asked for again."""
    language = translation.get_language() or "en"
    faults = [doubt(line) for line in pieces.doubtful]
    if pieces.is_talk:
        raise TextRefused([fault("talk", no_order(language))])
    for line, name in pieces.mistyped:
        word = saying(language) if name == "say" else shown("commands", name, language)
        sentence = _("This is no order. Did you mean “{word}”?")
        faults.append(fault("command", sentence.format(word=word), line))
    for wish in pieces.wishes:
        word = shown("commands", wish.name, language)
        sentence = _(
            "“{word}” is no order. Send it in a mail of its own, or leave it out."
        )
        faults.append(fault("command", sentence.format(word=word), wish.line))
    if faults:
        raise TextRefused(faults)


def no_order(language: str) -> str:
    sentence = _(
        "There is no order in it. To speak to the others begin with “{say}”; “{rules}”"
        " and some words explain a rule."
    )
    return sentence.format(
        say=saying(language), rules=shown("commands", "rules", language)
    )


def saying(language: str) -> str:
    say, to = shown("commands", "say", language), shown("to", "to", language)
    return f"{say} {to} {shown('all', 'all', language)}: …"


def doubt(line: int) -> dict[str, Any]:
    end = shown("end", "end", translation.get_language() or "en")
    sentence = _(
        "Is this an order, or part of what you say? Above an order leave an empty"
        " line; below what you say write “{end}” on a line of its own."
    )
    return fault("doubt", sentence.format(end=end), line)


def fault(code: str, sentence: str, line: int = 0) -> dict[str, Any]:
    where = _("Line {line}: ").format(line=line) if line else ""
    text = f"{where}{sentence}"
    empty: dict[str, Any] = {"kind": "unreadable", "rule": "", "legal": []}
    return {**empty, "line": line, "code": code, "text": text}


# -------------------------------------------------------------------------- speech


def hearables(match: Match, names: Sequence[str], state: Any) -> list[Hearable]:
    """Every seat, by all that it is called in this match."""
    colours = colours_of(match, state) if state is not None else [()] * len(names)
    return [
        Hearable(seat, name, colours[seat])
        for seat, name in enumerate(names)
        if name or colours[seat]
    ]


def colours_of(match: Match, state: Any) -> list[tuple[str, ...]]:
    """What each seat is called in its game, in all languages; often nothing."""
    view = match.game.view(state, None)
    named = match.game.colours(view) or [""] * match.seats_wanted
    return [
        tuple(
            match.game.label(view, "colour", colour, language) for language in LANGUAGES
        )
        if colour
        else ()
        for colour in named
    ]


def speech_in(pieces: Pieces, table: Sequence[Hearable]) -> tuple[Speech, ...]:
    """What is said, and to whom. [TextRefused]"""
    found, faults = [], []
    for command in pieces.speech:
        if command.name != "say":
            continue
        try:
            found.append(speech_of(command, table))
        except WhoUnclear as unclear:
            faults.append(fault("who", who_unclear(unclear), command.line))
    if faults:
        raise TextRefused(faults)
    return tuple(found)


def who_unclear(unclear: WhoUnclear) -> str:
    if not unclear.possible and not unclear.word:
        return _("To whom? Write it like this: “say to all: …”.")
    if not unclear.possible:
        say = shown("commands", "say", translation.get_language() or "en")
        sentence = _("What shall we say? Write it behind a colon: “{say} {word}: …”.")
        return sentence.format(say=say, word=unclear.word[:40])
    sentence = _("Whom do you mean by “{word}”? Here are {people}.")
    people = ", ".join(unclear.possible)
    return sentence.format(word=unclear.word[:40], people=people)


def speak(table: LockedMatch, submission: Submission, heard: Heard) -> None:
    """Says it and writes it down, in the transaction of the orders. [TextRefused]"""
    player = table.seats[submission.seat].player
    if player is None or not (heard.speech or heard.notes):
        return
    with translation.override(player.language):
        try:
            with transaction.atomic():
                say_all(table, submission, player, heard)
        except MatchRefused as refused:
            raise TextRefused([fault(refused.code, str(refused))]) from None


def check_said(
    match: Match, seats: Sequence[Seat], player: Player, heard: Heard
) -> None:
    """Whether all of it could be said and written down now. [TextRefused]"""
    try:
        for count, said in enumerate(heard.speech):
            check_speech(match, seats, player, said.to, said.text, before=count)
        for count, text in enumerate(heard.notes):
            check_note(match, player, text, before=count)
    except MatchRefused as refused:
        raise TextRefused([fault(refused.code, str(refused))]) from None


def say_all(
    table: LockedMatch, submission: Submission, player: Player, heard: Heard
) -> None:
    match, key = table.match, submission.key
    for count, said in enumerate(heard.speech):
        speech_relay(match, table.seats, player, said.to, said.text, f"{key}:{count}")
    for count, text in enumerate(heard.notes):
        note_write(match, submission.seat, player, text, f"{key}:{count}")


# ----------------------------------------------------------------------- in letters


def besides_of(table: LockedMatch, heard: Heard) -> dict[str, Any]:
    """What else became of a text, for its receipt."""
    names = table.names
    said = [
        {"to": None if s.to is None else [names[n] for n in s.to], "text": s.text}
        for s in heard.speech
    ]
    found = {"said": said, "noted": list(heard.notes), "ignored": list(heard.ignored)}
    return {name: value for name, value in found.items() if value}


def told_besides(submission: Submission) -> dict[str, Any]:
    """The same as a letter's data, and the questions of a refusal."""
    answer = submission.answer
    found = {name: answer[name] for name in BESIDES if name in answer}
    questions = [
        {"line": fault["line"], "choices": [c["text"] for c in fault["choices"]]}
        for fault in answer.get("faults", [])
        if fault.get("choices")
    ]
    return found | ({"questions": questions} if questions else {})

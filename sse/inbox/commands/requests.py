"""Shared by all commands: the player who asks, the match they mean, the layout."""

from __future__ import annotations

import re
import textwrap
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.registry import About
from sse.accounts.models import Player
from sse.matches.access import Mine, match_at, matches_of
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat
from sse.matches.reader_view import Reading
from sse.matches.text.command_words import Command, shown
from sse.platform.mail_addresses import address_make, office
from sse.platform.times import day_name

MARKED_NUMBER = re.compile(r"#(\d{1,9})\b", re.ASCII)
MOST_QUESTIONS = 20
WIDTH = 72  # as all prose of letters: see outbox/writing.py
NUMBER = re.compile(r"#?(\d{1,9})(?=\s|$|[,:.!?])", re.ASCII)


class Reply(NamedTuple):
    """The answer to a command, and the seat or match it is about."""

    text: str
    seat: Seat | None = None  # else that of the mail
    match: Match | None = None
    attached: str = ""  # what goes with the letter: see outbox/writing.py
    last: str = ""  # told once, below all answers of the letter


class Asker(NamedTuple):
    """The player whose mail is processed, and the match it was sent to."""

    player: Player
    key: str  # of the mail: what is done with it is done once
    match: Match | None = None
    seat: Seat | None = None

    @property
    def language(self) -> str:
        return str(self.player.language)

    def word(self, name: str) -> str:
        """Return a command as the player writes it."""
        return shown("commands", name, self.language)

    def fill(self, sentence: str, **values: object) -> str:
        """Fill in values, and the commands that are named, in the player's language."""
        return fill(sentence, self.language, **values)


class Values(dict[str, object]):
    """The values of a sentence; any other name in it is that of a command."""

    language = "en"

    def __missing__(self, name: str) -> str:
        return shown("commands", name, self.language)


def fill(sentence: str, language: str = "", **values: object) -> str:
    """Fill in values and names of commands, in this language or the active one."""
    known = Values(values)
    known.language = language or get_language() or "en"
    return sentence.format_map(known)


def match_of(asker: Asker, command: Command) -> tuple[Match, Command]:
    """Return the match that is meant, and the command without its number.

    That is the one named, else that of the address, else the only one. [MatchRefused]
    """
    if named := number_in(command, asker.match):
        rest = command.rest[: named.start()] + command.rest[named.end() :]
        found = match_numbered(asker, int(named[1]))
        return found, command._replace(rest=rest.strip())
    if asker.match:
        return match_numbered(asker, asker.match.pk), command
    return only_match(asker, command), command


def number_in(command: Command, match: Match | None) -> re.Match[str] | None:
    """Find the number of a match that the command itself names."""
    is_counting = match is not None or command.name in COMMANDS_WITH_NUMBERS
    bare = None if is_counting else NUMBER.match(command.rest)
    return MARKED_NUMBER.search(command.rest) or bare


COMMANDS_WITH_NUMBERS = ("rules", "extend", "undo", "word", "choose")  # other numbers


def match_numbered(asker: Asker, match_id: int) -> Match:
    """Return a match that this player may see. [MatchRefused]"""
    found = match_at(match_id, asker.player)
    if found is None:
        sentence = _("There is no such match, or you may not see it.")
        raise MatchRefused("no_match", sentence)
    return found


def only_match(asker: Asker, command: Command) -> Match:
    mine = [one.match for one in matches_of(asker.player)]
    if len(mine) == 1:
        return mine[0]
    sentence = _(
        "Which match do you mean? Write its number, as in “{example}”, or answer an"
        " email of that match. “{games}” lists your matches."
    )
    example = f"{asker.word(command.name)} #12"
    raise MatchRefused("which", asker.fill(sentence, example=example))


def reading_for(asker: Asker, command: Command) -> tuple[Reading, Command]:
    """Return the match as this player sees it. [MatchRefused]"""
    match, command = match_of(asker, command)
    if not match.has_begun:
        sentence = _("{match} has not begun yet.")
        raise MatchRefused("not_begun", sentence.format(match=match))
    return Reading(match, asker.player), command


def open_questions(player: Player | None) -> str:
    """List what waits for a player, each with the address that answers it.

    Show it in an email to that player and nowhere else.
    """
    if player is None:
        return ""
    lines = []
    for mine in matches_of(player):
        if (seat := mine.seat) and mine.waits:
            match, turn = mine.match, your_turn(mine, player)
            address = address_make(office(), "o", seat.pk, match.head, seat.token_epoch)
            lines.append(f"  {match}: {turn}\n  {address}")
    return "\n\n".join(lines[:MOST_QUESTIONS])


def your_turn(mine: Mine, player: Player) -> str:
    due = mine.seat.due_at if mine.seat else None
    if not due:
        return _("it is your turn")
    return _("it is your turn, until {when}").format(when=local_time(due, player))


# -------------------------------------------------------------------------- words


def local_time(at: datetime, player: Player) -> str:
    """Format a moment in the reader's time zone and language."""
    local = timezone.localtime(at, ZoneInfo(player.time_zone))
    return f"{day_name(local)}, {local:%H:%M} {local:%Z}"


def game_title(about: About) -> str:
    return about.title_in(get_language() or "en")


def origin_lines(match: Match) -> list[str]:
    """Say of an imported match that it is one, as its pages do."""
    if not match.is_imported:
        return []
    sentence = _(
        "This match was imported from a file; it was not played here. Names marked with"
        " * come from the file and are not players of this service. The match doesn’t"
        " count in ratings or statistics."
    )
    return ["", sentence]


def page_line(match: Match) -> str:
    return f"  {settings.SITE}/matches/{match.pk}/"


def hanging_line(line: str) -> str:
    """Wrap a line of a list, with its continuation lines indented further."""
    return "\n".join(
        textwrap.wrap(
            line,
            WIDTH,
            initial_indent="  ",
            subsequent_indent="      ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def indent_lines(lines: list[str]) -> list[str]:
    """Indent lines, so that no email wraps them."""
    return [f"  {line}" for line in lines]

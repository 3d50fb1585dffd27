"""What the commands of a mail do and answer, in the language of who wrote.

looking asks only; people, settings, speaking, opening and hosting change something.
"""

from __future__ import annotations

from collections.abc import Callable

from sse.inbox.commands import Command
from sse.inbox.doing import (
    helping,
    hosting,
    looking,
    opening,
    people,
    settings,
    speaking,
)
from sse.inbox.doing.asking import Asker, Reply
from sse.inbox.doing.helping import help_text

__all__ = ["ACTING", "BOUND", "Asker", "Reply", "do", "help_text"]

LOOKING: dict[str, Callable[[Asker, Command], Reply | str]] = {
    "help": helping.help_,
    "status": looking.status,
    "board": looking.board,
    "history": looking.history,
    "rules": looking.rules,
    "preview": looking.preview,
    "send": looking.send,
    "games": people.games,
}
ACTING: dict[str, Callable[[Asker, Command], Reply | str]] = {
    "say": speaking.say,
    "note": speaking.note,
    "join": people.join,
    "leave": people.leave,
    "word": people.word,
    "accept": people.accept,
    "decline": people.decline,
    "away": people.away,
    "back": people.back,
    "settings": settings.settings_,
    "renew": people.renew,
    "create": opening.create,
    "invite": hosting.invite,
    "bot": hosting.bot,
    "start": hosting.start,
    "pause": hosting.pause,
    "resume": hosting.resume,
    "extend": hosting.extend,
    "replace": hosting.replace,
    "undo": hosting.undo,
    "abandon": hosting.abandon,
}
# What is about the present turn and means nothing any more when that has passed.
BOUND = ("preview", "withdraw", "resign", "choose", "accept", "decline")


def do(asker: Asker, command: Command) -> Reply:
    """Does it, and says what was done. [MatchRefused, AccountRefused]"""
    done = (LOOKING | ACTING)[command.name](asker, command)
    return done if isinstance(done, Reply) else Reply(done)

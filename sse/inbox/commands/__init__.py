"""What the commands of a mail do and answer, in the language of who wrote.

looking asks only; people, settings, speaking, opening and hosting change something.
"""

from __future__ import annotations

from collections.abc import Callable

from sse.inbox.commands import (
    create,
    help,
    membership,
    organiser,
    settings,
    talk,
    views,
)
from sse.inbox.commands.help import help_text
from sse.inbox.commands.requests import Asker, Reply
from sse.matches.text.command_words import Command

__all__ = ["ACTING", "BOUND", "Asker", "Reply", "do", "help_text"]

LOOKING: dict[str, Callable[[Asker, Command], Reply | str]] = {
    "help": help.help_,
    "status": views.status,
    "board": views.board,
    "history": views.history,
    "rules": views.rules,
    "preview": views.preview,
    "send": views.send,
    "games": membership.games,
}
ACTING: dict[str, Callable[[Asker, Command], Reply | str]] = {
    "say": talk.say,
    "note": talk.note,
    "join": membership.join,
    "leave": membership.leave,
    "word": membership.word,
    "accept": membership.accept,
    "decline": membership.decline,
    "away": membership.away,
    "back": membership.back,
    "settings": settings.settings_,
    "renew": membership.renew,
    "create": create.create,
    "invite": organiser.invite,
    "bot": organiser.bot,
    "start": organiser.start,
    "pause": organiser.pause,
    "resume": organiser.resume,
    "extend": organiser.extend,
    "replace": organiser.replace,
    "undo": organiser.undo,
    "abandon": organiser.abandon,
}
# What is about the present turn and means nothing any more when that has passed.
BOUND = ("preview", "withdraw", "resign", "choose", "accept", "decline")


def do(asker: Asker, command: Command) -> Reply:
    """Does it, and says what was done. [MatchRefused, AccountRefused]"""
    done = (LOOKING | ACTING)[command.name](asker, command)
    return done if isinstance(done, Reply) else Reply(done)

"""The commands that a mail may hold, by name: each is carried out and answered."""

from __future__ import annotations

from collections.abc import Callable

from sse.inbox.commands import (
    create,
    help,
    membership,
    organiser,
    settings,
    views,
)
from sse.inbox.commands.help import help_text
from sse.inbox.commands.requests import Asker, Reply
from sse.matches.text.command_words import Command

__all__ = ["ACTING", "BOUND", "Asker", "Reply", "execute", "help_text"]

READING: dict[str, Callable[[Asker, Command], Reply | str]] = {
    "help": help.send_help,
    "status": views.show_status,
    "board": views.show_board,
    "history": views.show_history,
    "rules": views.show_rules,
    "preview": views.preview_orders,
    "send": views.send_file,
    "games": membership.list_matches,
}
ACTING: dict[str, Callable[[Asker, Command], Reply | str]] = {
    "say": membership.say,
    "note": membership.note,
    "join": membership.join,
    "leave": membership.leave,
    "word": membership.add_dice_word,
    "accept": membership.accept,
    "decline": membership.decline,
    "away": membership.add_absence,
    "back": membership.end_absence,
    "settings": settings.change_settings,
    "renew": membership.renew_addresses,
    "create": create.create,
    "invite": organiser.invite,
    "bot": organiser.add_bot,
    "start": organiser.start,
    "pause": organiser.pause,
    "resume": organiser.resume,
    "extend": organiser.extend,
    "replace": organiser.replace_player,
    "undo": organiser.propose_undo,
    "abandon": organiser.abandon,
}
# Commands about the present turn: they mean nothing once it has passed.
BOUND = ("preview", "withdraw", "resign", "choose", "accept", "decline")


def execute(asker: Asker, command: Command) -> Reply:
    """Execute a command and return its reply. [MatchRefused, AccountRefused]"""
    done = (READING | ACTING)[command.name](asker, command)
    return done if isinstance(done, Reply) else Reply(done)

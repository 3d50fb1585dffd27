"""What `help` sends: a page that tells everything, and a paragraph for each command.

It is a short form of docs/playing-by-mail.md.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sse.inbox.commands.requests import Asker
from sse.matches.text.command_words import Command, meaning, shown

COLUMN = 26


class Topic(NamedTuple):
    """How a command is used, what it does in a line, and more about it."""

    use: str | Promise  # {word} is the command
    line: str | Promise
    more: str | Promise


COMMANDS: dict[str, Topic] = {
    "status": Topic(
        "{word}",
        gettext_lazy("whose turn it is, until when, what is kept"),
        gettext_lazy(
            "Tells whom the match waits for and until when, what is kept of your"
            " orders, and what you could write now."
        ),
    ),
    "board": Topic(
        "{word}",
        gettext_lazy("the table as you may see it"),
        gettext_lazy("Shows the table in words, with what only you may know."),
    ),
    "history": Topic(
        "{word}",
        gettext_lazy("what happened lately"),
        gettext_lazy("Tells the last steps of the match with their numbers."),
    ),
    "rules": Topic(
        "{word} 5.4",
        gettext_lazy("a rule by its number, or by words"),
        gettext_lazy(
            "Sends a rule by its number, as refusals name it, or all rules that speak"
            " of some words. The rule sheets are in English."
        ),
    ),
    "preview": Topic(
        gettext_lazy("{word} and orders below"),
        gettext_lazy("are they right? Nothing is kept"),
        gettext_lazy(
            "Write the word alone, and your orders below it. You are told how they"
            " would be understood, or what is wrong with them. Nothing is kept."
        ),
    ),
    "withdraw": Topic(
        "{word}",
        gettext_lazy("takes back orders that were not yet used"),
        gettext_lazy(
            "Takes back what you wrote and was not yet used. What was carried out"
            " stays."
        ),
    ),
    "resign": Topic(
        "{word} {really}",
        gettext_lazy("gives up your seat for good"),
        gettext_lazy("Gives up your seat for good. The match goes on without you."),
    ),
    "say": Topic(
        gettext_lazy("{word} to blue: text"),
        gettext_lazy("a letter to others at the table"),
        gettext_lazy(
            "Says something to one player, to several, or to all: by name, colour or"
            " number of the seat. It goes on to the next empty line. For more than one"
            " paragraph write nothing behind the colon, the text below it, and “{end}”"
            " on a line of its own. Nobody sees your address, and nothing you say is"
            " an order. It may stand in one mail with orders: then both are taken, or"
            " neither."
        ),
    ),
    "note": Topic(
        gettext_lazy("{word}: text"),
        gettext_lazy("into your diary, sealed until the end"),
        gettext_lazy(
            "Keeps a page of your diary with the match. Nobody reads it before the"
            " match has ended; then it stands beside your moves."
        ),
    ),
    "away": Topic(
        "{word} 24.12.-2.1.",
        gettext_lazy("your clocks stand on these days"),
        gettext_lazy(
            "Your clocks stand on these days, both included, as far as your matches"
            " allow holidays. Alone it tells the days that are known."
        ),
    ),
    "back": Topic(
        "{word}",
        gettext_lazy("here again, earlier than said"),
        gettext_lazy("Ends your holiday today; or forgets the next one."),
    ),
    "extend": Topic(
        gettext_lazy("{word} 2 days"),
        gettext_lazy("asks the organiser for more time"),
        gettext_lazy(
            "Asks the organiser for more time for the present question. From the"
            " organiser it gives that time: to the one named behind it, or to all who"
            " are waited for."
        ),
    ),
    "games": Topic(
        "{word}",
        gettext_lazy("your matches, and those you can join"),
        gettext_lazy("Lists your matches, invitations to you, and what you can join."),
    ),
    "join": Topic(
        "{word} 12",
        gettext_lazy("sit down at match 12"),
        gettext_lazy(
            "Takes a free seat at the match of that number, or a seat that was given"
            " up."
        ),
    ),
    "leave": Topic(
        "{word}",
        gettext_lazy("gives up your seat before the start"),
        gettext_lazy("Gives up your seat while the match has not begun."),
    ),
    "word": Topic(
        gettext_lazy("{word} cherry"),
        gettext_lazy("your own word for the dice, before the start"),
        gettext_lazy(
            "A word of yours is mixed into the dice before the first is thrown, so"
            " that nobody could have chosen them, not even we."
        ),
    ),
    "accept": Topic(
        "{word}",
        gettext_lazy("an invitation, or to take a match back"),
        gettext_lazy(
            "Accepts an invitation: answer it from the invited address. Or agrees to"
            " take a match back, if that is proposed."
        ),
    ),
    "decline": Topic(
        "{word}",
        gettext_lazy("the same, but no"),
        gettext_lazy("Declines an invitation, or does not agree to take a match back."),
    ),
    "undo": Topic(
        gettext_lazy("{word} 41"),
        gettext_lazy("proposes to take the match back to step 41"),
        gettext_lazy(
            "Proposes to take the match back to a step. It is done if all players"
            " agree; the dice are new then."
        ),
    ),
    "choose": Topic(
        "{word} 2",
        gettext_lazy("your choice, where a letter asks by numbers"),
        gettext_lazy(
            "Where a word of yours fits two things, the letter numbers them. Answer"
            " with the number alone: then your mail counts with it. Several questions"
            " are answered in their order, as in “2 1”."
        ),
    ),
    "create": Topic(
        gettext_lazy("{word} age of war, 3 seats"),
        gettext_lazy("opens a match"),
        gettext_lazy(
            "Opens a match. Behind the game you can say, in any order and separated by"
            " commas: how many seats, which bots, tempo, clock, who may see it, whom"
            " to invite, a title, and what the game lets one choose. What we do not"
            " know is answered with everything that is possible."
        ),
    ),
    "invite": Topic(
        "{word} a@example.org",
        gettext_lazy("a letter to who shall play"),
        gettext_lazy(
            "Keeps a seat for whoever reads mail at these addresses, and writes to"
            " them. They can accept by answering."
        ),
    ),
    "bot": Topic(
        "{word}",
        gettext_lazy("lets a program play on a free seat"),
        gettext_lazy(
            "Lets a program play on the first free seat, before the start. Behind the"
            " word you can name the program; a wrong name is answered with all of them."
        ),
    ),
    "start": Topic(
        "{word}",
        gettext_lazy("begins, when all seats are taken"),
        gettext_lazy("Begins the match, when all seats are taken."),
    ),
    "pause": Topic(
        "{word}",
        gettext_lazy("all clocks stand still"),
        gettext_lazy(
            "All clocks of the match stand still. Who wants to may go on playing."
        ),
    ),
    "resume": Topic(
        "{word}",
        gettext_lazy("the clocks run again"),
        gettext_lazy("The clocks run again, with what was left on them."),
    ),
    "replace": Topic(
        gettext_lazy("{word} Botan: a@example.org"),
        gettext_lazy("another player for a seat"),
        gettext_lazy(
            "Invites somebody to take over a seat of a running match. Without an"
            " address the seat is open to everybody."
        ),
    ),
    "abandon": Topic(
        "{word} {really}",
        gettext_lazy("ends a match without a result"),
        gettext_lazy("Ends a match for good, without a result."),
    ),
    "renew": Topic(
        "{word}",
        gettext_lazy("if others know your reply address"),
        gettext_lazy(
            "Makes the reply addresses of your seats void and gives you new ones. Write"
            " it when a letter answers a mail that you never wrote."
        ),
    ),
    "settings": Topic(
        "{word}",
        gettext_lazy("your settings, and how to change them"),
        gettext_lazy(
            "Tells what is set for you: name, language, time zone, how often letters"
            " come, quiet hours, weekends, addresses; and how to change it."
        ),
    ),
    "send": Topic(
        "{word} {booklet}",
        gettext_lazy("to print; or “{log}”: all orders and dice"),
        gettext_lazy(
            "Sends the booklet of a match, a PDF to print and to keep; or, with “{log}”"
            " instead, its log: every order and every die, when the match has ended."
        ),
    ),
    "help": Topic(
        gettext_lazy("{word} say"),
        gettext_lazy("more about one of these words"),
        gettext_lazy("Tells about one of these words; alone it tells of all."),
    ),
}
PARTS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (
        gettext_lazy("To look:"),
        ("status", "board", "history", "rules", "preview", "games", "send"),
    ),
    (
        gettext_lazy("At the table:"),
        ("say", "note", "withdraw", "choose", "undo", "resign"),
    ),
    (
        gettext_lazy("Time, seats, and yourself:"),
        (
            *("extend", "away", "back", "join", "accept", "decline", "leave", "word"),
            *("settings", "renew", "help"),
        ),
    ),
    (
        gettext_lazy("For who organises a match:"),
        (
            *("create", "invite", "bot", "start", "pause", "resume", "replace"),
            "abandon",
        ),
    ),
)


def send_help(asker: Asker, command: Command) -> str:
    topic = meaning("commands", command.rest)
    if topic in COMMANDS:
        return help_about(topic, asker.language)
    return help_text(asker.language)


def help_text(language: str) -> str:
    """One page, in the language that is active."""
    lines = [
        _(
            "Answer a letter of a match with your orders, one on each line, above"
            " everything else. One mail is all or nothing: if a line is wrong you are"
            " told what would be right, and nothing changed. Until they are used,"
            " another mail changes your orders. What else you can write:"
        )
    ]
    for title, names in PARTS:
        lines += ["", str(title), "", *(line_about(name, language) for name in names)]
    lines += ["", _("The words of all languages are understood: {languages}.")]
    spoken = "English, Deutsch, Italiano, русский, українська"
    return "\n".join(lines).format(languages=spoken)


def line_about(name: str, language: str) -> str:
    use = use_of(name, language)
    line = fill_words(COMMANDS[name].line, name, language)
    if len(use) > COLUMN - 1:
        return f"  {use}\n  {'':{COLUMN}}{line}"
    return f"  {use:{COLUMN}}{line}"


def help_about(name: str, language: str) -> str:
    more = fill_words(COMMANDS[name].more, name, language)
    return f"  {use_of(name, language)}\n\n{more}"


def use_of(name: str, language: str) -> str:
    return fill_words(COMMANDS[name].use, name, language)


def fill_words(text: str | Promise, name: str, language: str) -> str:
    """With the words that this language has for what one writes."""
    return str(text).format(
        word=shown("commands", name, language),
        really=shown("really", "really", language),
        log=shown("sendable", "log", language),
        booklet=shown("sendable", "booklet", language),
        end=shown("end", "end", language),
    )

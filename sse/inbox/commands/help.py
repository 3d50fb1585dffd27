"""The command `help`: an overview, and a paragraph for each command.

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
    """What a command does in a line, more about it, and how it is used."""

    line: str | Promise
    more: str | Promise
    use: str | Promise = "{word}"  # which is the command


LOOKING_UP = {
    "status": Topic(
        gettext_lazy("whose turn it is, until when, queued orders"),
        gettext_lazy(
            "Shows whom the match is waiting for and until when, which of your orders"
            " are queued, and what you could write now."
        ),
    ),
    "board": Topic(
        gettext_lazy("the board as you see it"),
        gettext_lazy("Shows the board in words, with what only you know."),
    ),
    "history": Topic(
        gettext_lazy("what happened recently"),
        gettext_lazy("Lists the last steps of the match with their numbers."),
    ),
    "rules": Topic(
        gettext_lazy("a rule by its number, or by keywords"),
        gettext_lazy(
            "Sends a rule by its number, as error messages quote it, or all rules that"
            " contain certain words. The rules are in English."
        ),
        "{word} 5.4",
    ),
    "preview": Topic(
        gettext_lazy("checks orders; nothing is saved"),
        gettext_lazy(
            "Write the word alone on a line, and your orders below it. The answer says"
            " how they would be understood, or what is wrong with them. Nothing is"
            " saved."
        ),
        gettext_lazy("{word} and orders below"),
    ),
    "games": Topic(
        gettext_lazy("your matches, and those you can join"),
        gettext_lazy(
            "Lists your matches, your invitations, and the matches you can join."
        ),
    ),
    "send": Topic(
        gettext_lazy("to print; or “{log}”: all orders and dice"),
        gettext_lazy(
            "Sends the booklet of a match, a PDF to print and keep; or, with “{log}”"
            " instead, its log: every order and every die, once the match has ended."
        ),
        "{word} {booklet}",
    ),
}
AT_THE_TABLE = {
    "say": Topic(
        gettext_lazy("a message to other players"),
        gettext_lazy(
            "Sends a message to one player, to several, or to all: by name, colour or"
            " seat number. It ends at the next empty line. For more than one"
            " paragraph, write nothing after the colon, the text below it, and “{end}”"
            " on a line of its own. Nobody sees your address, and nothing in the"
            " message is an order. You can send it in one email with orders: then both"
            " are accepted, or neither."
        ),
        gettext_lazy("{word} to blue: text"),
    ),
    "note": Topic(
        gettext_lazy("for your diary, sealed until the end"),
        gettext_lazy(
            "Adds a page to your diary of the match. Nobody can read it before the"
            " match has ended; then it is shown beside your moves."
        ),
        gettext_lazy("{word}: text"),
    ),
    "withdraw": Topic(
        gettext_lazy("takes back orders not used yet"),
        gettext_lazy(
            "Takes back your orders that have not been used yet. Orders that were"
            " carried out stay."
        ),
    ),
    "choose": Topic(
        gettext_lazy("your choice, where an email offers numbers"),
        gettext_lazy(
            "If something you wrote fits two things, our email numbers them. Answer"
            " with just the number, and your orders are read with that choice. Answer"
            " several questions in their order, as in “2 1”."
        ),
        "{word} 2",
    ),
    "undo": Topic(
        gettext_lazy("proposes to take the match back to step 41"),
        gettext_lazy(
            "Proposes to take the match back to an earlier step. It happens if all"
            " players agree; the dice are thrown anew from there."
        ),
        gettext_lazy("{word} 41"),
    ),
    "resign": Topic(
        gettext_lazy("gives up your seat for good"),
        gettext_lazy("Gives up your seat for good. The match goes on without you."),
        "{word} {really}",
    ),
}
ACCOUNT = {
    "extend": Topic(
        gettext_lazy("asks the organiser for more time"),
        gettext_lazy(
            "Asks the organiser for more time for the current turn. If the organiser"
            " writes it, it gives that time: to the player named after it, or to"
            " everyone the match is waiting for."
        ),
        gettext_lazy("{word} 2 days"),
    ),
    "away": Topic(
        gettext_lazy("your clocks stop on these days"),
        gettext_lazy(
            "Your clocks stop on these days, both included, as far as your matches"
            " allow holidays. Without dates, it lists the days you have entered."
        ),
        "{word} 24.12.-2.1.",
    ),
    "back": Topic(
        gettext_lazy("back earlier than planned"),
        gettext_lazy("Ends your holiday today, or cancels the next one."),
    ),
    "join": Topic(
        gettext_lazy("joins match 12"),
        gettext_lazy(
            "Takes a free seat in the match with that number, or a seat that was given"
            " up."
        ),
        "{word} 12",
    ),
    "accept": Topic(
        gettext_lazy("an invitation, or a proposal to go back"),
        gettext_lazy(
            "Accepts an invitation: answer it from the invited address. Or agrees to"
            " take a match back, if that was proposed."
        ),
    ),
    "decline": Topic(
        gettext_lazy("says no to either"),
        gettext_lazy("Declines an invitation, or a proposal to take a match back."),
    ),
    "leave": Topic(
        gettext_lazy("gives up your seat before the start"),
        gettext_lazy("Gives up your seat before the match has begun."),
    ),
    "word": Topic(
        gettext_lazy("your own word for the dice, before the start"),
        gettext_lazy(
            "Your word is mixed into the dice before the first one is thrown, so that"
            " nobody can choose the results, not even us."
        ),
        gettext_lazy("{word} cherry"),
    ),
    "settings": Topic(
        gettext_lazy("your settings, and how to change them"),
        gettext_lazy(
            "Lists your settings and how to change them: name, language, time zone,"
            " how often emails come, quiet hours, weekends, addresses."
        ),
    ),
    "renew": Topic(
        gettext_lazy("if others know your reply address"),
        gettext_lazy(
            "Cancels the reply addresses of your seats and gives you new ones. Use it"
            " if you get an answer to an email that you never wrote."
        ),
    ),
    "help": Topic(
        gettext_lazy("more about one of these commands"),
        gettext_lazy(
            "Explains one of these commands; on its own, it lists all of them."
        ),
        gettext_lazy("{word} say"),
    ),
}
ORGANISING = {
    "create": Topic(
        gettext_lazy("opens a match"),
        gettext_lazy(
            "Opens a match. After the game you can write, in any order and separated"
            " by commas: how many seats, which bots, tempo, clock, who may see it,"
            " whom to invite, a title, and the options of the game. If we do not"
            " understand something, our answer lists everything that is possible."
        ),
        gettext_lazy("{word} age of war, 3 seats"),
    ),
    "invite": Topic(
        gettext_lazy("invites someone to play"),
        gettext_lazy(
            "Reserves a seat for each of these addresses and sends them an invitation."
            " They can accept by answering."
        ),
        "{word} a@example.org",
    ),
    "bot": Topic(
        gettext_lazy("lets a bot play a free seat"),
        gettext_lazy(
            "Lets a bot play the first free seat, before the start. You can name the"
            " bot after the word; if there is no such bot, our answer lists all of"
            " them."
        ),
    ),
    "start": Topic(
        gettext_lazy("starts, when all seats are taken"),
        gettext_lazy("Starts the match, when all seats are taken."),
    ),
    "pause": Topic(
        gettext_lazy("all clocks stand still"),
        gettext_lazy(
            "Stops all clocks of the match. Anyone who wants to may go on playing."
        ),
    ),
    "resume": Topic(
        gettext_lazy("starts the clocks again"),
        gettext_lazy("The clocks run again, with what was left on them."),
    ),
    "replace": Topic(
        gettext_lazy("another player for a seat"),
        gettext_lazy(
            "Invites someone to take over a seat of a running match. Without an"
            " address, the seat is open to everyone."
        ),
        gettext_lazy("{word} Botan: a@example.org"),
    ),
    "abandon": Topic(
        gettext_lazy("ends a match without a result"),
        gettext_lazy("Ends a match for good, without a result."),
        "{word} {really}",
    ),
}
PARTS = (
    (gettext_lazy("To look something up:"), LOOKING_UP),
    (gettext_lazy("At the table:"), AT_THE_TABLE),
    (gettext_lazy("Time, seats and your account:"), ACCOUNT),
    (gettext_lazy("For organisers:"), ORGANISING),
)
COMMANDS = LOOKING_UP | AT_THE_TABLE | ACCOUNT | ORGANISING


def send_help(asker: Asker, command: Command) -> str:
    topic = meaning("commands", command.rest)
    if topic in COMMANDS:
        return help_about(topic, asker.language)
    return help_text(asker.language)


def help_text(language: str) -> str:
    """Return the overview in the active language."""
    lines = [
        _(
            "Answer an email of a match with your orders, one on each line, above"
            " everything else. An email is all or nothing: if a line is wrong, nothing"
            " changes, and we tell you what would be right. You can change your orders"
            " by another email until they are used. What else you can write:"
        )
    ]
    for title, names in PARTS:
        lines += ["", str(title), "", *(line_about(name, language) for name in names)]
    lines += ["", _("You can use the words of any of these languages: {languages}.")]
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
    """Fill in the command words of this language."""
    return str(text).format(
        word=shown("commands", name, language),
        really=shown("really", "really", language),
        log=shown("sendable", "log", language),
        booklet=shown("sendable", "booklet", language),
        end=shown("end", "end", language),
    )

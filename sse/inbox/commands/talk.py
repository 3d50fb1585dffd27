"""The commands `say` and `note` of a mail without orders."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sse.inbox.commands.requests import Asker, match_of
from sse.matches import states
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.matches.play import note_keep, talk_say
from sse.matches.play.locked_match import names_of
from sse.matches.text.command_words import Command
from sse.matches.text.reader import addressee_question, addressees
from sse.matches.text.recipients import AddresseeUnclear, speech_of


def say(asker: Asker, command: Command) -> str:
    match, command = match_of(asker, command)
    names = names_of(list(match.seats.all()))
    try:
        speech = speech_of(command, addressees(match, names, state_if_begun(match)))
    except AddresseeUnclear as unclear:
        raise MatchRefused("who", addressee_question(unclear)) from None
    talk_say(
        match_id=match.pk,
        by=asker.player,
        to=speech.to,
        text=speech.text,
        key=f"{asker.key}:{command.line}",
    )
    if speech.to is None:
        return _("Your message was sent to everyone in {match}.").format(match=match)
    people = ", ".join(names[seat] for seat in speech.to)
    return _("Your message was sent to {people} in {match}.").format(
        people=people, match=match
    )


def state_if_begun(match: Match) -> object:
    return states.state_now(match) if match.has_begun else None


def note(asker: Asker, command: Command) -> str:
    match, command = match_of(asker, command)
    text = command.said.lstrip(": ")
    note_keep(
        match_id=match.pk,
        by=asker.player,
        text=text,
        key=f"{asker.key}:{command.line}",
    )
    count = match.notes.filter(player=asker.player).count()
    return ngettext(
        "Added to your diary of {match}: {count} page. It is sealed until the end.",
        "Added to your diary of {match}: {count} pages. It is sealed until the end.",
        count,
    ).format(match=match, count=count)

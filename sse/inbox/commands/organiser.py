"""Commands of a match's organiser, from the invitations to the end."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import zip_longest

from django.utils.translation import gettext as _

from engine.bots import bots
from sse.accounts.names import email_checked
from sse.inbox.commands.create import invite_one, start_hint
from sse.inbox.commands.dates import duration_of
from sse.inbox.commands.requests import Asker, Reply, match_of
from sse.matches import play, states
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat
from sse.matches.play.locked_match import names_of
from sse.matches.play.time_requests import duration_text
from sse.matches.reader_view import Reading
from sse.matches.table import table_of
from sse.matches.text.command_words import LAST, Command, leading, meaning, shown
from sse.matches.text.reader import addressee_question, addressees
from sse.matches.text.recipients import AddresseeUnclear, after_preposition, seat_named

ADDRESS = re.compile(r"(?<![^\s@<>,;])[^\s@<>,;]++@[^\s@<>,;]+")
TRAILING_PUNCTUATION = ".,;:)>"  # that belong to the sentence


# ------------------------------------------------------------------ before the start


def invite(asker: Asker, command: Command) -> Reply:
    match, command = match_of(asker, command)
    found = [
        address.rstrip(TRAILING_PUNCTUATION)
        for address in ADDRESS.findall(command.said)
    ]
    if not found:
        sentence = _(
            "Whom do you want to invite? Write “{invite} somebody@example.org”."
        )
        raise MatchRefused("whom", asker.fill(sentence))
    emails = [email_checked(address) for address in dict.fromkeys(found)]
    for email in emails:
        invite_one(asker, match, email)
    sentence = _("Invitations to {match} are on their way to {people}.")
    text = sentence.format(match=match, people=", ".join(emails))
    return Reply(f"{text}\n\n{start_hint(asker, match)}", match=match)


def add_bot(asker: Asker, command: Command) -> Reply:
    match, command = match_of(asker, command)
    known = list(bots(match.game_name))
    name = command.rest.strip(". ").lower() or known[-1]
    play.seat_fill(match_id=match.pk, by=asker.player, bot=name)
    sentence = _("The bot {name} plays in {match}.")
    text = sentence.format(name=name, match=match)
    return Reply(f"{text}\n\n{start_hint(asker, match)}", match=match)


def start(asker: Asker, command: Command) -> Reply:
    match, _command = match_of(asker, command)
    try:
        play.match_start(match_id=match.pk, by=asker.player)
    except MatchRefused as refused:
        if refused.code != "not_full":
            raise
        text = f"{refused}\n\n{start_hint(asker, match)}"
        raise MatchRefused("not_full", text) from None
    return Reply(_("{match} has begun.").format(match=match), match=match)


# --------------------------------------------------------------------- while it runs


def pause(asker: Asker, command: Command) -> Reply:
    match, _command = match_of(asker, command)
    play.match_pause(match_id=match.pk, by=asker.player)
    sentence = _("{match} is paused. Write “{resume}” to go on.")
    return Reply(asker.fill(sentence, match=match), match=match)


def resume(asker: Asker, command: Command) -> Reply:
    match, _command = match_of(asker, command)
    play.match_resume(match_id=match.pk, by=asker.player)
    return Reply(_("{match} goes on.").format(match=match), match=match)


def abandon(asker: Asker, command: Command) -> Reply:
    """End the match without a result, if the player confirms it."""
    match, command = match_of(asker, command)
    if not meaning("really", command.rest):
        sentence = _(
            "Nothing was done. An abandoned match ends for good, without a result. If"
            " you want that, answer with\n\n  {abandon} {really}"
        )
        really = shown("really", "really", asker.language)
        raise MatchRefused("really", asker.fill(sentence, really=really))
    play.match_abandon(match_id=match.pk, by=asker.player)
    return Reply(_("{match} is abandoned.").format(match=match), match=match)


def propose_undo(asker: Asker, command: Command) -> str:
    """Propose to take the match back, which is done if all players agree."""
    match, command = match_of(asker, command)
    number = re.search(r"\d{1,9}", command.rest, re.ASCII)
    if not number:
        sentence = _(
            "Back to which step? Write “{undo} 41”; “{history}” lists the steps."
        )
        raise MatchRefused("which", asker.fill(sentence))
    entry = int(number[0])
    play.back_propose(match_id=match.pk, by=asker.player, entry=entry)
    match.refresh_from_db()
    if table_of(match.table).back_to is None:
        sentence = _("{match} was taken back to step {entry}.")
    else:
        sentence = _(
            "We have asked the other players of {match} to take it back to step"
            " {entry}."
        )
    return sentence.format(match=match, entry=entry)


# --------------------------------------------------------------------------- time


def extend(asker: Asker, command: Command) -> Reply | str:
    """Give more time if the organiser writes, else ask the organiser for it."""
    match, command = match_of(asker, command)
    more = duration_of(command.rest)
    if not more:
        sentence = _("How long? Write “{extend} 2 days”.")
        raise MatchRefused("long", asker.fill(sentence))
    if match.organiser_id != asker.player.pk:
        return ask_for_time(asker, match, more)
    seats = seats_to_extend(asker, match, command)
    for seat in seats:
        play.time_give(match_id=match.pk, by=asker.player, seat=seat.number, more=more)
    names = names_of(list(match.seats.all()))
    people = ", ".join(names[seat.number] for seat in seats)
    sentence = _("{people} in {match}: {more} more.")
    said = sentence.format(people=people, match=match, more=duration_text(more))
    return Reply(said, match=match)


def seats_to_extend(asker: Asker, match: Match, command: Command) -> list[Seat]:
    """Return the named seat, or else all seats the match publicly waits for."""
    seats = list(match.seats.all())
    name = after_preposition(without_time(without_courtesy(command.rest)))
    if name := name.strip(LAST):
        return [seats[seat_by_name(match, name)]]
    places = Reading(match, asker.player).places
    asked = [place.seat for place in places if place.is_asked and place.seat.player]
    if not asked:
        raise MatchRefused("no_deadline", _("No clock is running in this match."))
    return asked


def without_courtesy(text: str) -> str:
    """Drop words like `please` and `grazie`, which are nobody's name."""
    left, said = text.split(), []
    while left:
        found = leading("please", " ".join(left))
        said += [] if found.meaning else left[:1]
        left = left[len(found.phrase.split()) or 1 :]
    return " ".join(said)


def without_time(text: str) -> str:
    """Drop the duration and its preposition: `Botan by 2 days` becomes `Botan`."""
    said = text.split()
    return " ".join(
        word
        for word, after in zip_longest(said, said[1:], fillvalue="")
        if not is_about_time(word)
        and not (meaning("by", word) and is_about_time(after))
    )


def is_about_time(word: str) -> bool:
    return word.isdigit() or bool(meaning("units", word) or meaning("numbers", word))


def seat_by_name(match: Match, name: str) -> int:
    """Return the number of the seat of that name, colour or number. [MatchRefused]"""
    state = states.state_now(match) if match.has_begun else None
    names = names_of(list(match.seats.all()))
    try:
        return seat_named(name, addressees(match, names, state))
    except AddresseeUnclear as unclear:
        raise MatchRefused("who", addressee_question(unclear)) from None


def ask_for_time(asker: Asker, match: Match, more: timedelta) -> str:
    """Ask the organiser, who can grant it by answering the email."""
    play.time_ask(match_id=match.pk, player=asker.player, more=more, key=asker.key)
    sentence = _("We have asked {name}, the organiser of {match}, for {more} more.")
    name = match.organiser.name if match.organiser else ""
    return sentence.format(name=name, match=match, more=duration_text(more))


# -------------------------------------------------------------------------- seats


def replace_player(asker: Asker, command: Command) -> Reply:
    """`replace blue` opens a seat to all; `replace blue by a@b.c` invites somebody."""
    match, command = match_of(asker, command)
    found = ADDRESS.findall(command.said)
    name = ADDRESS.sub(" ", command.rest).strip(" :,")
    name = " ".join(drop_last_preposition(name.split()))
    if not name:
        sentence = _(
            "Whom do you want to replace? Write “{replace} Botan:"
            " somebody@example.org”."
        )
        raise MatchRefused("whom", asker.fill(sentence))
    seat = seat_by_name(match, name)
    if found:
        email = email_checked(found[0].rstrip(TRAILING_PUNCTUATION))
        invite_one(asker, match, email, seat)
        sentence = _("An invitation to that seat of {match} is on its way to {email}.")
        return Reply(sentence.format(match=match, email=email), match=match)
    play.seat_open(match_id=match.pk, by=asker.player, seat=seat)
    sentence = _("That seat of {match} is open: anyone may take it now.")
    return Reply(sentence.format(match=match), match=match)


def drop_last_preposition(words: list[str]) -> list[str]:
    return words[:-1] if words and leading("to", words[-1]).meaning else words

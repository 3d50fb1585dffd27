"""Commands of a player: matches, invitations, messages, diary and holidays."""

from __future__ import annotations

from datetime import date

from django.db.models import F
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from sse.accounts.errors import AccountRefused
from sse.accounts.selectors import absences_of, today_of
from sse.accounts.services import absence_add, absence_remove
from sse.inbox.commands.dates import DaysUnclear, days_of
from sse.inbox.commands.requests import (
    NUMBER,
    Asker,
    Reply,
    game_title,
    hanging_line,
    match_numbered,
    match_of,
    page_line,
    your_turn,
)
from sse.inbox.commands.views import STATUS
from sse.matches import play, states
from sse.matches.access import (
    Mine,
    invitations_to,
    matches_of,
    matches_to_join,
    seat_in,
)
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation, Match, Seat
from sse.matches.play.locked_match import names_of
from sse.matches.table import table_of
from sse.matches.text.command_words import Command
from sse.matches.text.reader import addressee_question, addressees
from sse.matches.text.recipients import AddresseeUnclear, speech_of
from sse.platform.times import day_in_words, italian_elision

MOST_LISTED = 20


def list_matches(asker: Asker, command: Command) -> str:
    mine = [line_of_mine(one, asker) for one in matches_of(asker.player)]
    free = [match_line(match) for match in matches_to_join(asker.player)]
    asked = [invitation_line(one) for one in invitations_to(asker.player)]
    title = _("Your matches:") if mine else _("You are not playing any match now.")
    lines = [title, ""]
    lines += [*mine[:MOST_LISTED], ""]
    if asked:
        sentence = _("You are invited (write “{accept}” and the number):")
        lines += [asker.fill(sentence), ""]
        lines += [*asked[:MOST_LISTED], ""]
    if free:
        sentence = _("Matches you can join (write “{join}” and the number):")
        lines += [asker.fill(sentence), ""]
        lines += free[:MOST_LISTED]
    else:
        sentence = _(
            "There is no match you can join now. “{create}” opens one; see “{help}"
            " {create}”."
        )
        lines.append(asker.fill(sentence))
    return "\n".join(lines).rstrip()


def line_of_mine(one: Mine, asker: Asker) -> str:
    return match_line(one.match, your_turn(one, asker.player) if one.waits else "")


def match_line(match: Match, state: str = "") -> str:
    state = state or str(STATUS[Match.Status(match.status)])
    return hanging_line(f"{match.pk:>4}  {match} ({game_title(match.about)}, {state})")


def invitation_line(invitation: Invitation) -> str:
    sentence = _("{match}, invited by {name}")
    said = sentence.format(match=invitation.match, name=invitation.invited_by.name)
    return hanging_line(f"{invitation.match_id:>4}  {said}")


# -------------------------------------------------------------------------- seats


def join(asker: Asker, command: Command) -> Reply:
    """Take a free seat before the start, or one that was given up."""
    match = match_named(asker, command)
    return seat_reply(seat_in(match, asker.player) or take_seat(asker, match))


def take_seat(asker: Asker, match: Match) -> Seat:
    """Accept the player's invitation, if there is one, or take a free seat."""
    invited = invitations_to(asker.player).filter(match=match).first()
    if invited:
        return play.invitation_accept(invitation_id=invited.pk, player=asker.player)
    if not match.has_begun:
        return play.seat_join(match_id=match.pk, player=asker.player)
    free = next((seat for seat in match.seats.all() if seat.is_open), None)
    number = free.number if free else -1
    return play.seat_take(match_id=match.pk, player=asker.player, seat=number)


def match_named(asker: Asker, command: Command) -> Match:
    named = NUMBER.match(command.rest)
    if not named:
        sentence = _("Which match? Write “{example} 12”; “{games}” lists them.")
        example = asker.word(command.name)
        raise MatchRefused("which", asker.fill(sentence, example=example))
    return match_numbered(asker, int(named[1]))


def leave(asker: Asker, command: Command) -> Reply:
    """Give up a seat before the start; later, players resign instead."""
    match, _command = match_of(asker, command)
    if match.has_begun:
        sentence = _("The match has begun. “{resign}” gives up your seat in it.")
        raise MatchRefused("begun", asker.fill(sentence))
    play.seat_leave(match_id=match.pk, player=asker.player)
    sentence = _("You have left {match}. Your seat is free again.")
    return Reply(sentence.format(match=match), match=match)


def add_dice_word(asker: Asker, command: Command) -> str:
    match, command = match_of(asker, command)
    play.seat_word(match_id=match.pk, player=asker.player, word=command.rest)
    return _("Your word will be mixed into the dice of {match}.").format(match=match)


def renew_addresses(asker: Asker, command: Command) -> Reply:
    """Replace the reply addresses of all seats of this player."""
    mine = Seat.objects.filter(player=asker.player)
    mine.update(token_epoch=F("token_epoch") + 1)
    sentence = _(
        "You have new reply addresses, and the old ones are no longer valid. Please"
        " answer this email or later ones, not earlier ones."
    )
    here = asker.seat and mine.select_related("match").filter(pk=asker.seat.pk).first()
    return Reply(sentence, seat=here or None)


# -------------------------------------------------------- invitations and agreement


def accept(asker: Asker, command: Command) -> Reply | str:
    """Accept a proposal to take a match back, or an invitation."""
    if back := match_to_take_back(asker):
        play.back_consent(match_id=back.pk, player=asker.player)
        return _("You agree to take {match} back.").format(match=back)
    invitation = invitation_meant(asker, command)
    seat = play.invitation_accept(invitation_id=invitation.pk, player=asker.player)
    return seat_reply(seat)


def seat_reply(seat: Seat) -> Reply:
    """Welcome a player to a seat, in an email from the seat's address."""
    seat = Seat.objects.select_related("match").get(pk=seat.pk)
    sentence = _("Welcome! You have a seat in {match}.")
    lines = [sentence.format(match=seat.match)]
    if not seat.match.has_begun:
        lines.append(_("We will email you when it begins."))
    return Reply("\n".join([" ".join(lines), "", page_line(seat.match)]), seat=seat)


def decline(asker: Asker, command: Command) -> str:
    if back := match_to_take_back(asker):
        play.back_refuse(match_id=back.pk, player=asker.player)
        return _("You do not agree. Everything stays as it is.")
    invitation = invitation_meant(asker, command)
    play.invitation_decline(invitation_id=invitation.pk, player=asker.player)
    return _("You have declined the invitation to {match}.").format(
        match=invitation.match
    )


def match_to_take_back(asker: Asker) -> Match | None:
    """Return the match of the address if somebody proposed to take it back."""
    match = asker.match
    is_asked = match is not None and table_of(match.table).back_to is not None
    return match if is_asked else None


def invitation_meant(asker: Asker, command: Command) -> Invitation:
    waiting, named = list(invitations_to(asker.player)), NUMBER.match(command.rest)
    if named:
        waiting = [one for one in waiting if one.match_id == int(named[1])]
    if not waiting:
        raise MatchRefused("none", _("Nothing is waiting for your answer."))
    if len(waiting) > 1:
        sentence = _("Which one? Write the number, as in “{example} {number}”:")
        example, number = asker.word(command.name), waiting[0].match_id
        said = asker.fill(sentence, example=example, number=number)
        lines = [said, "", *map(invitation_line, waiting)]
        raise MatchRefused("which", "\n".join(lines))
    return waiting[0]


# ------------------------------------------------------------- messages and the diary


def say(asker: Asker, command: Command) -> str:
    match, command = match_of(asker, command)
    names = names_of(list(match.seats.all()))
    try:
        speech = speech_of(command, addressees(match, names, state_if_begun(match)))
    except AddresseeUnclear as unclear:
        raise MatchRefused("who", addressee_question(unclear)) from None
    play.talk_say(
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
    play.note_keep(
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


# --------------------------------------------------------------------------- days


def add_absence(asker: Asker, command: Command) -> str:
    """Enter a holiday; without dates, list those that are entered."""
    player = asker.player
    if not command.rest:
        return known_absences(asker)
    try:
        first, last = days_of(command.rest, today_of(asker.player))
    except DaysUnclear:
        raise AccountRefused("days", which_days_text(asker)) from None
    if not player.absences.filter(first_day=first, last_day=last).exists():
        absence_add(player=player, first_day=first, last_day=last)
    sentence = _("You are away from {first} to {last}, both days included.")
    return format_days(sentence, first, last)


def which_days_text(asker: Asker) -> str:
    sentence = _(
        "Which days? Write “{away} 24.12.-2.1.” or “{away} 2026-12-24 to 2027-01-02”."
    )
    return asker.fill(sentence)


def known_absences(asker: Asker) -> str:
    lines = [
        f"  {day_in_words(one.first_day)} – {day_in_words(one.last_day)}"
        for one in absences_of(asker.player)
    ]
    if not lines:
        return "\n\n".join(
            [_("You have no holidays coming up."), which_days_text(asker)]
        )
    sentence = _("You are away on these days. “{back}” ends your holiday.")
    return "\n".join([asker.fill(sentence), "", *lines])


def end_absence(asker: Asker, command: Command) -> str:
    """End the current holiday today, or else cancel the next one."""
    now, player = today_of(asker.player), asker.player
    running = player.absences.filter(first_day__lte=now, last_day__gte=now).first()
    coming = player.absences.filter(first_day__gt=now).order_by("first_day").first()
    if running:
        if running.last_day > now:
            absence_remove(player=player, absence_id=running.pk)
        return _("Welcome back! Your clocks run again from tomorrow on.")
    if coming:
        absence_remove(player=player, absence_id=coming.pk)
        sentence = _("You are no longer away from {first} to {last}.")
        return format_days(sentence, coming.first_day, coming.last_day)
    return _("You have no holidays coming up.")


def format_days(sentence: str, first: date, last: date) -> str:
    said = sentence.format(first=day_in_words(first), last=day_in_words(last))
    return italian_elision(said) if get_language() == "it" else said

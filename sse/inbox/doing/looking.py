"""What the commands of a mail say and do. English; the game's part in the reader's."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import translation

from engine.errors import Refused
from engine.rulebook import look_up
from engine.words import refusal
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.accounts.services import absence_add, player_settings
from sse.inbox.cases import Case
from sse.inbox.commands import Command, days, meaning
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat
from sse.matches.selectors import seat_state
from sse.matches.services import seat_join
from sse.matches.telling import told
from sse.web.reading import Reading
from sse.web.selectors import match_at, matches_of, matches_to_join, seat_in

MOST_ENTRIES = 20  # of a history
MOST_MATCHES = 20
HELP = """Answer a letter of a match with your orders, one on each line, above
everything else. One mail is all or nothing. Or write one of these words alone:

  status          whose turn it is, until when, and what is kept of your orders
  board           the table as you may see it
  history         what happened lately
  rules 5.4       a rule by its number, or by words: rules castle
  preview         and orders below it: are they right? Nothing is kept
  withdraw        takes back your orders that were not yet used
  resign really   gives up your seat for good
  away 2026-12-24 2027-01-02    your clocks stand on these days
  games           your matches, and those that you can join
  join 12         sit down at match 12
  settings        what is set for you, and how to change it

The same words are understood in English, Deutsch, Italiano, русский and українська."""
NOT_YET = (
    "“{name}” does not work by mail yet. Until it does, you can do this on the pages:"
    "\n\n  {site}/"
)


def help_text() -> str:
    return HELP


def about(case: Case, name: str = "") -> str:
    """The subject of an answer."""
    what = str(case.seat.match) if case.seat else settings.SITE_NAME
    return f"{what}: {name}" if name else what


def reply_to(case: Case, command: Command) -> str:
    """What to answer to a command, after it was done. [MatchRefused, AccountRefused]"""
    player = case.player
    assert player is not None
    with translation.override(player.language):
        if command.name in ABOUT_A_MATCH:
            reading = reading_for(case, player, command)
            return ABOUT_A_MATCH[command.name](reading, command)
        if command.name in ABOUT_A_PLAYER:
            return ABOUT_A_PLAYER[command.name](player, command)
    return NOT_YET.format(name=command.name, site=settings.SITE)


# ------------------------------------------------------------------- about a match


def reading_for(case: Case, player: Player, command: Command) -> Reading:
    """The match of the reply address; without one the only match, or the one named."""
    if case.seat:
        found = match_at(case.seat.match_id, player)
    else:
        found = match_meant(player, command)
    if found is None:
        raise MatchRefused("no_match", "There is no such match, or not for you.")
    if not found.has_begun:
        raise MatchRefused("not_begun", f"{found} has not begun yet.")
    return Reading(found, player)


def match_meant(player: Player, command: Command) -> Match | None:
    number = command.rest.lstrip("#")
    if number.isascii() and number.isdigit() and command.name != "rules":
        return match_at(int(number[:9]), player)
    mine = [one.match for one in matches_of(player) if one.match.has_begun]
    if len(mine) != 1:
        raise MatchRefused(
            "which",
            f"Which match? Write its number, as in “{command.name} 12”, or answer a"
            " letter of that match. “games” lists yours.",
        )
    return mine[0]


def status(reading: Reading, command: Command) -> str:
    match, seat = reading.match, reading.seat
    lines = [f"{match}: {match.status}."]
    if reading.is_asked:
        due = instant(seat.due_at, reading.person) if seat and seat.due_at else ""
        lines.append(f"You are to decide{f', by {due}' if due else ''}.")
        lines += [reading.why] if reading.why else []
    elif reading.waited_for:
        lines.append(f"The match waits for {', '.join(reading.waited_for)}.")
    if kept := kept_lines(reading):
        lines += ["", "Kept of your orders:", "", *(f"  {line}" for line in kept)]
    if hints := reading.hints:
        lines += ["", "Possible now, for example:", ""]
        lines += [f"  {hint.text}\n      {hint.note}" for hint in hints[:6]]
    return "\n".join([*lines, "", address_of(match)])


def kept_lines(reading: Reading) -> list[str]:
    game, view = (
        reading.match.game,
        reading.match.game.view(reading.state, reading.number),
    )
    plan = reading.plan.splitlines()
    said = [game.label(view, "plan", line, reading.language) for line in plan]
    return [line for line in said if line]


def board(reading: Reading, command: Command) -> str:
    return f"{reading.match}:\n\n{reading.board.text}"


def history(reading: Reading, command: Command) -> str:
    match = reading.match
    entries = told(
        match,
        first=max(match.head - MOST_ENTRIES, 0),
        last=match.head - 1,
        seat=reading.number,
        language=reading.language,
        names=reading.names,
    )
    lines = [f"- {sentence}" for entry in entries for sentence in entry.sentences]
    return "\n".join([f"What happened lately in {match}:", "", *lines])


def rules(reading: Reading, command: Command) -> str:
    if not command.rest:
        raise MatchRefused("which", "Which one? As “rules 5.4” or “rules castle”.")
    found = look_up(reading.match.game_name, command.rest)
    if not found:
        raise MatchRefused("no_rule", f"No rule speaks of “{command.rest[:80]}”.")
    return "\n\n".join(found)


def preview(reading: Reading, command: Command) -> str:
    """What would be kept, and what is wrong with it; nothing is kept."""
    match, seat = reading.match, reading.seat
    if seat is None:
        raise MatchRefused("no_seat", "You have no seat at this match.")
    text = "\n".join(filter(None, (command.rest, command.below)))
    game, state, number = match.game, seat_state(match, seat.number), seat.number
    try:
        plan = game.parse(state, number, text, reading.plan, reading.names)
    except Refused as refused:
        faults = preview_faults(reading, state, refused)
        return "\n".join(["Only looked at. This would not be taken:", "", *faults])
    view, language = game.view(state, number), reading.language
    lines = [game.label(view, "plan", line, language) for line in plan.splitlines()]
    remarks = [f"- {said}" for said in game.remarks(state, number, plan, language)]
    return "\n".join(
        [
            "Only looked at; nothing is kept. It would be understood like this:",
            "",
            *(f"  {line}" for line in lines if line),
            *(["", "But mind:", "", *remarks] if remarks else []),
        ]
    )


def preview_faults(reading: Reading, state: Any, refused: Refused) -> list[str]:
    view = reading.match.game.view(state, reading.number)
    return [
        f"- {refusal(fault, view, reading.language, reading.names)}"
        for fault in refused.errors
    ]


ABOUT_A_MATCH: dict[str, Callable[[Reading, Command], str]] = {
    "status": status,
    "board": board,
    "history": history,
    "rules": rules,
    "preview": preview,
}


# ------------------------------------------------------------------ about a player


def help_(player: Player, command: Command) -> str:
    return help_text()


def games(player: Player, command: Command) -> str:
    mine = [line_of(one.match, one.seat, one.waits) for one in matches_of(player)]
    free = [line_of(match) for match in matches_to_join(player)]
    return "\n".join(
        [
            "Your matches:" if mine else "You play no match now.",
            "",
            *mine[:MOST_MATCHES],
            "",
            "To join (write “join” and the number):"
            if free
            else "None is open to you.",
            "",
            *free[:MOST_MATCHES],
        ]
    )


def line_of(match: Match, seat: Seat | None = None, waits: bool = False) -> str:
    state = "it is your turn" if waits else str(match.status)
    return f"  {match.pk:>4}  {match} ({match.about.title}, {state})"


def join(player: Player, command: Command) -> str:
    number = command.rest.lstrip("#")
    if not (number.isascii() and number.isdigit()):
        raise MatchRefused("which", "Which match? As “join 12”; “games” lists them.")
    match = match_at(int(number[:9]), player)
    if match is None:
        raise MatchRefused("no_match", "There is no such match, or not for you.")
    if seat_in(match, player) is None:
        seat_join(match_id=match.pk, player=player)
    said = f"You have a seat at {match}. You are written to when it begins."
    return f"{said}\n\n{address_of(match)}"


def away(player: Player, command: Command) -> str:
    try:
        found = days(command.rest)
    except ValueError:
        found = []
    if len(found) not in (1, 2):
        raise AccountRefused("days", "When? As “away 2026-12-24 2027-01-02”.")
    first, last = found[0], found[-1]
    if not player.absences.filter(first_day=first, last_day=last).exists():
        absence_add(player=player, first_day=first, last_day=last)
    return f"You are away from {first} to {last}, both days included."


def settings_(player: Player, command: Command) -> str:
    word, _, value = command.rest.partition(" ")
    if command.rest:
        name = meaning("settings", word)
        if not name:
            raise AccountRefused("setting", f"There is no setting “{word}”.\n\n{SET}")
        player_settings(player=player, **(values_of(player) | SETTING[name](value)))
    return "\n".join(["These are your settings:", "", *settings_lines(player), "", SET])


SET = """Change one by “settings” and what to set, such as

  settings language de
  settings zone Europe/Berlin
  settings letters daily
  settings quiet 22:00-07:00
  settings weekends yes"""


def values_of(player: Player) -> dict[str, Any]:
    return {
        "language": player.language,
        "time_zone": player.time_zone,
        "quiet_from": player.quiet_from,
        "quiet_to": player.quiet_to,
        "rests_at_weekends": player.rests_at_weekends,
        "letters": player.letters,
    }


def settings_lines(player: Player) -> list[str]:
    quiet = "none"
    if player.quiet_from and player.quiet_to:
        quiet = f"{player.quiet_from:%H:%M}-{player.quiet_to:%H:%M}"
    return [
        f"  language  {player.language}",
        f"  zone      {player.time_zone}",
        f"  letters   {player.letters}",
        f"  quiet     {quiet}",
        f"  weekends  {'rest' if player.rests_at_weekends else 'play'}",
    ]


def quiet_hours(value: str) -> dict[str, Any]:
    if meaning("yes", value) == "no":
        return {"quiet_from": None, "quiet_to": None}
    found = re.fullmatch(r"(\d{1,2}):(\d\d)\D{1,5}(\d{1,2}):(\d\d)", value, re.ASCII)
    try:
        hours = [int(part) for part in found.groups()] if found else []
        begin, end = time(hours[0], hours[1]), time(hours[2], hours[3])
    except (ValueError, IndexError):
        raise AccountRefused("quiet", "Quiet hours read 22:00-07:00, or no.") from None
    return {"quiet_from": begin, "quiet_to": end}


def weekends(value: str) -> dict[str, Any]:
    said = meaning("yes", value)
    if not said:
        raise AccountRefused("weekends", "Do you rest at weekends? Write yes or no.")
    return {"rests_at_weekends": said == "yes"}


SETTING: dict[str, Callable[[str], dict[str, Any]]] = {
    "language": lambda value: {"language": value.lower()},
    "zone": lambda value: {"time_zone": value},
    "letters": lambda value: {"letters": value.lower()},
    "quiet": quiet_hours,
    "weekends": weekends,
}
ABOUT_A_PLAYER: dict[str, Callable[[Player, Command], str]] = {
    "help": help_,
    "games": games,
    "join": join,
    "away": away,
    "settings": settings_,
}
ACTING = ("join", "away", "settings")  # these change something


# --------------------------------------------------------- through the match's door


def no_problem(command: Command) -> str:
    return ""


def is_meant(command: Command) -> str:
    """Nobody resigns by one careless word."""
    if meaning("really", command.rest):
        return ""
    return (
        "Nothing was done. Who resigns does not come back: the seat is given up for"
        " good. If you want that, answer this letter with\n\n  resign really"
    )


SUBMITTED: dict[str, Callable[[Command], str]] = {
    "withdraw": no_problem,
    "resign": is_meant,
}


# -------------------------------------------------------------------------- words


def instant(at: datetime, person: Any) -> str:
    zone = ZoneInfo(person.time_zone if isinstance(person, Player) else "UTC")
    return f"{at.astimezone(zone):%A, %-d %B %Y, %H:%M %Z}"


def address_of(match: Match) -> str:
    return f"  {settings.SITE}/matches/{match.pk}/"

"""Commands that change nothing: status, board, history, rules, preview, send."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.rulebook import look_up
from engine.sheet_text import as_text
from engine.summary import Summary, summary
from sse.archive.reports import email_booklet
from sse.inbox.commands.requests import (
    Asker,
    Reply,
    indent_lines,
    local_time,
    match_of,
    origin_lines,
    page_line,
    reading_for,
)
from sse.matches.agreement import agreement
from sse.matches.errors import MatchRefused
from sse.matches.models import Match
from sse.matches.play.locked_match import names_of
from sse.matches.play.seat_holders import check_goes_on, check_kept
from sse.matches.presentation import records_of
from sse.matches.reader_view import Reading
from sse.matches.text.command_words import Command, meaning, shown
from sse.matches.text.preview import Preview, preview_of
from sse.outbox.context import MOST_HINTS, as_one_block

MOST_ENTRIES, MOST_LINES = 60, 24  # of a history
STATUS = {
    Match.Status.OPEN: gettext_lazy("seats are being filled"),
    Match.Status.RUNNING: gettext_lazy("running"),
    Match.Status.PAUSED: gettext_lazy("paused"),
    Match.Status.FINISHED: gettext_lazy("finished"),
    Match.Status.ABANDONED: gettext_lazy("abandoned"),
}


def show_status(asker: Asker, command: Command) -> str:
    match, _command = match_of(asker, command)
    if not match.has_begun:
        return text_before_start(asker, match)
    return status_text(Reading(match, asker.player))


def agreed_lines(match: Match) -> list[str]:
    return [f"- {name}: {words}" for name, words in agreement(match)]


def text_before_start(asker: Asker, match: Match) -> str:
    """Describe a match that has not begun: its seats, settings and next steps."""
    lines = [f"{match}: {STATUS[Match.Status.OPEN]}.", "", *seat_lines(match), ""]
    lines += [*agreed_lines(match), ""]
    if match.organiser_id == asker.player.pk:
        words = {name: asker.word(name) for name in ("invite", "bot", "start")}
        lines.append(
            _(
                "You can write “{invite}” and an address, “{bot}” to let a bot play,"
                " and “{start}” when all seats are taken."
            ).format(**words)
        )
    return "\n".join([*lines, "", page_line(match)])


def seat_lines(match: Match) -> list[str]:
    """List the seats: taken, reserved for invited people, or free."""
    names = names_of(list(match.seats.select_related("player").order_by("number")))
    kept = [_("(invited)")] * match.invitations.filter(answer="").count()
    free = iter([*kept, *([_("(free)")] * len(names))])
    return [f"  {place}  {name or next(free)}" for place, name in enumerate(names, 1)]


def status_text(reading: Reading) -> str:
    match, player = reading.match, reading.person
    lines = [f"{match}: {STATUS[Match.Status(match.status)]}.", *origin_lines(match)]
    if reading.is_asked:
        lines += question_lines(reading, player)
    elif reading.waited_for:
        people = ", ".join(reading.waited_for)
        lines.append(_("The match is waiting for {people}.").format(people=people))
    if kept := kept_lines(reading):
        lines += ["", _("Your queued orders:"), "", *indent_lines(kept)]
    if hints := reading.hints:
        lines += ["", _("Possible now, for example:"), ""]
        lines += [f"  {hint.text}\n      {hint.note}" for hint in hints[:MOST_HINTS]]
    return "\n".join([*lines, "", page_line(match)])


def question_lines(reading: Reading, player: Any) -> list[str]:
    due = reading.seat.due_at if reading.seat else None
    if due:
        sentence = _("It is your turn, until {when}.")
        lines = [sentence.format(when=local_time(due, player))]
    else:
        lines = [_("It is your turn.")]
    return [*lines, *([reading.why] if reading.why else [])]


def kept_lines(reading: Reading) -> list[str]:
    game, language = reading.match.game, reading.language
    view = game.view(reading.state, reading.number)
    plan = reading.plan.splitlines()
    return [
        line for line in (game.label(view, "plan", p, language) for p in plan) if line
    ]


def show_board(asker: Asker, command: Command) -> str:
    reading, _command = reading_for(asker, command)
    board, match = as_one_block(reading.board.text), reading.match
    return "\n".join([f"{match}:", *origin_lines(match), "", board])


def show_history(asker: Asker, command: Command) -> str:
    reading, _command = reading_for(asker, command)
    match = reading.match
    records = records_of(
        match,
        first=max(match.head - MOST_ENTRIES, 0),
        last=match.head - 1,
        seat=reading.number,
        language=reading.language,
        names=reading.names,
    )
    told = summary(records, MOST_LINES)
    lines = [f"- {line.number}: {line.text}" for line in told.lines]
    title = _("What happened recently in {match}, by steps:").format(match=match)
    lines += left_out_lines(told, match)
    return "\n".join([title, *origin_lines(match), "", *lines])


def left_out_lines(told: Summary, match: Match) -> list[str]:
    """Say how many events are left out, with a link to them."""
    if not told.folded:
        return []
    number = len(told.folded)
    sentence = ngettext(
        "And %(number)s more thing that happened:",
        "And %(number)s more things that happened:",
        number,
    )
    step = f"{settings.SITE}/matches/{match.pk}/steps/{told.folded[0].number}"
    return ["", sentence % {"number": number}, "", f"  {step}"]


def show_rules(asker: Asker, command: Command) -> str:
    match, command = match_of(asker, command)
    example = asker.word("rules")
    if not command.rest:
        sentence = _("Which one? Write “{rules} 5.4”, or “{rules} end”.")
        raise MatchRefused("which", sentence.format(rules=example))
    found = look_up(match.game_name, command.rest)
    if not found:
        sentence = _("No rule contains “{words}”. The rules are in English.")
        raise MatchRefused("no_rule", sentence.format(words=command.rest[:80]))
    return "\n\n".join(map(as_text, found))


# ------------------------------------------------------------------------ preview


def preview_orders(asker: Asker, command: Command) -> str:
    """Say what orders would do, or what is wrong with them; save nothing."""
    reading, command = reading_for(asker, command)
    match, seat = reading.match, reading.seat
    if seat is None:
        raise MatchRefused("no_seat", _("You have no seat in this match."))
    check_goes_on(match)
    check_kept(seat)
    said = "\n" * (command.line - bool(command.rest)) + command.said
    found = preview_of(reading, said)
    if found.faults:
        faults = [line for fault in found.faults for line in fault_lines(fault)]
        return "\n".join(
            [_("Only a preview. These orders would not be accepted:"), "", *faults]
        )
    return check_text(found)


def fault_lines(fault: dict[str, Any]) -> list[str]:
    """Describe a fault and name what would cure it, as emails have no buttons."""
    lines = [f"- {fault['text']}"]
    if choices := fault.get("choices"):
        names = ", ".join(dict.fromkeys(choice["text"] for choice in choices))
        lines += [f"  {_('These would work here:')} {names}"]
    return lines


def check_text(found: Preview) -> str:
    said = [_("Only a preview; nothing was saved. Your orders would do this:")]
    if found.steps:
        said += ["", _("Right away:")]
    for step in found.steps:
        said += ["", *indent_lines([step.order])]
        said += ["", *(f"- {sentence}" for sentence in step.happens)]
    if found.stop_text:
        said += ["", found.stop_text]
    if found.then:
        said += ["", _("Then:"), "", *(f"- {line}" for line in found.then)]
    if found.kept:
        said += ["", _("Queued for later:"), "", *indent_lines(found.kept)]
    if found.remarks:
        said += [
            "",
            _("Please note:"),
            "",
            *(f"- {remark}" for remark in found.remarks),
        ]
    for title, lines in (
        (_("Messages to the others:"), [speech.text for speech in found.said]),
        (_("Added to your diary:"), found.noted),
        (_("These lines are not orders:"), found.ignored),
    ):
        if lines:
            said += ["", title, "", *indent_lines(lines)]
    return "\n".join(said)


# --------------------------------------------------------------------------- send


def send_file(asker: Asker, command: Command) -> Reply:
    """Send the log of a match that has ended, or its booklet."""
    said = command.rest.split()
    named = [word for word in said if meaning("sendable", word)]
    rest = " ".join(word for word in said if word not in named)
    match, _command = match_of(asker, command._replace(rest=rest))
    if not named:
        raise MatchRefused("what", what_to_send(asker))
    wanted = meaning("sendable", named[0])
    if wanted == "booklet":
        email_booklet(match=match, player=asker.player)
        sentence = _("The booklet of {match} will come soon, in a separate email.")
        return Reply(with_origin(sentence.format(match=match), match), match=match)
    if not match.has_ended:
        raise MatchRefused("not_ended", _("Logs are sent when the match has ended."))
    sentence = _(
        "Here is the log of {match}: every order, every random draw, and the seed of"
        " the draws. “python -m engine verify FILE” checks it."
    )
    text = with_origin(sentence.format(match=match), match)
    return Reply(text, match=match, attached="log")


def with_origin(text: str, match: Match) -> str:
    return "\n".join([text, *origin_lines(match)])


def what_to_send(asker: Asker) -> str:
    sentence = _("What should we send? Write “{send} {booklet}”, or “{send} {log}”.")
    words = {name: shown("sendable", name, asker.language) for name in SENDABLE}
    return sentence.format(send=asker.word("send"), **words)


SENDABLE = ("booklet", "log")

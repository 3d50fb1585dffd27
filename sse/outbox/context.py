"""The facts that the templates of each kind of email may name."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from engine.contract import Hint
from engine.words import reason_text, skipped_reason
from sse.accounts.models import Player, Ticket
from sse.accounts.tickets import code_of, token_of
from sse.matches.agreement import agreement
from sse.matches.clock.arithmetic import Clock
from sse.matches.models import Invitation, Match, Submission
from sse.matches.presentation import language_note
from sse.matches.selectors import is_conceded
from sse.matches.text.command_words import shown
from sse.outbox.draft import Draft
from sse.outbox.letters import facts_of_kind, is_superseded
from sse.outbox.models import Letter
from sse.outbox.reply_addresses import held_token, reply_address
from sse.platform.times import moment, time_left

WIDTH = 72  # columns
SUMMARY_LINES, LONG_SUMMARY_LINES = 16, 24  # the second after a phase or a match
MOST_HINTS = 7  # two orders with their single steps, and what is always possible
OBVIOUS = ("", "none", "turn")  # reasons that say no more than the first line
PLAN = "plan"  # the point of a question for a whole phase: see engine/run.py
DRAWN = "──"  # is in every board
UNBROKEN = "\u00a0"  # for an empty line inside a board, so that it stays one block
INSTANTS = ("due_at", "late_at")
OWN = ("match", "ticket", "invitation", "submission", "letters", "who", *INSTANTS)

SUPERSEDED = Letter.Status.SUPERSEDED
WAITING = (Letter.Status.QUEUED, Letter.Status.SENDING)

Facts = dict[str, Any]


class Choice(NamedTuple):
    """An order to copy, or to send by one click."""

    text: str
    note: str
    mailto: str

    @property
    def lines(self) -> list[str]:
        """The text broken only between orders, so that it can be copied."""
        return [
            line for part in self.text.splitlines() for line in lines_of_orders(part)
        ]


def lines_of_orders(part: str) -> list[str]:
    """Return lines, each with as many whole orders as it has room for."""
    found = [""]
    for order in part.split("; "):
        longer = f"{found[-1]}; {order}" if found[-1] else order
        found[-1:] = [longer] if len(longer) < WIDTH - 4 else [found[-1], order]
    return [line for line in found if line]


def facts_of(draft: Draft) -> Facts:
    """Return everything a template of this kind may name."""
    letter = draft.letter
    facts: Facts = {
        "letter": letter,
        "player": letter.player,
        "site_name": settings.SITE_NAME,
        "site": settings.SITE,
        "letters_url": f"{settings.SITE}/letters/",
        "settings_url": f"{settings.SITE}/settings/#sessions",
        "language": draft.language,
        **{name: value for name, value in letter.data.items() if name not in OWN},
    }
    if draft.has_match:
        facts |= match_facts(draft)
    if draft.due_at:
        facts["due"] = moment(draft.due_at, draft.zone)
        facts["left"] = time_left(draft.due_at, draft.now)
    if draft.late_at:
        facts["late"] = moment(draft.late_at, draft.zone)
    if draft.has_match and draft.match.old_rules:
        facts |= facts_without_rules(draft)
    elif letter.kind in OWN_FACTS:
        facts |= OWN_FACTS[letter.kind](draft)
    return facts


def facts_without_rules(draft: Draft) -> Facts:
    """Return the facts for a match whose rules are no longer installed."""
    own = OWN_FACTS.get(draft.letter.kind)
    facts = own(draft) if own in NEED_NO_RULES else {}
    written = Submission.objects.filter(pk=draft.data.get("submission")).first()
    return {"no_board": draft.match.old_rules, **mail_facts(written), **facts}


def short_subject(letter: Letter, facts: Facts) -> str:
    """Return what the email is about, in a few words."""
    return " ".join(render_to_string(f"mail/{letter.kind}.subject.txt", facts).split())


def match_facts(draft: Draft) -> Facts:
    match, names = draft.match, draft.names
    return {
        "match": match,
        "match_name": draft.match_name,
        "game_title": draft.game_title,
        "url": draft.url,
        "booklet_url": f"{draft.url}booklet/",
        "spoken": draft.spoken,
        "language_lacked": missing_language_note(draft),
        "people": people_of(draft),
        "changed_name": name_at(names, draft.data.get("changed")),
    }


def missing_language_note(draft: Draft) -> str:
    """Return it for the first email of a match to a player only."""
    note = language_note(draft.match.about, draft.language)
    if not note:
        return ""
    letter = draft.letter
    theirs = Letter.objects.filter(match=draft.match, player=letter.player)
    return "" if theirs.filter(pk__lt=letter.pk).exists() else note


def people_of(draft: Draft) -> str:
    """Return the names of the players; bots are marked."""
    bot, names = _("{name} (bot)"), zip(draft.seats, draft.names, strict=True)
    called = [bot.format(name=n) if seat.bot else n for seat, n in names if n]
    return ", ".join(called)


def name_at(names: Sequence[str], seat: Any) -> str:
    return names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else ""


def mailto(address: str, subject: str, body: str = "") -> str:
    """Return a link that opens a new email, ready to be sent."""
    query = f"subject={quote(f'Re: {subject}', safe='')}"
    if body:
        lines = "\r\n".join(body.splitlines())  # as RFC 6068 wants them
        query += f"&body={quote(lines, safe='')}"
    return f"mailto:{address}?{query}"


# ----------------------------------------------------------------------- the match


def board_facts(draft: Draft) -> Facts:
    """Return the board as the seat sees it; `rendering.py` draws its picture."""
    board, player = draft.board, draft.letter.player
    is_prose = bool(player and player.boards_as_prose)
    return {
        "board": board.prose if is_prose else board.text,
        "is_prose": is_prose,
        "notes": board.notes,
        "secrets": board.secrets.splitlines(),
    }


def summary_facts(draft: Draft, first: int) -> Facts:
    """Return what happened, headlines first, and what is left out."""
    told = draft.summary(first, summary_lines(draft.letter))
    return {
        "told": told.lines,
        "left_out": told.folded,
        "steps_url": f"{draft.url}steps/",
        "first_step": first,
    }


def summary_lines(letter: Letter) -> int:
    """Return how many lines; a question for a whole phase also tells of the last."""
    is_long = letter.kind in ("phase", "ended") or letter.data.get("point") == PLAN
    return LONG_SUMMARY_LINES if is_long else SUMMARY_LINES


def happened_facts(draft: Draft) -> Facts:
    """Return what happened since the last email to the reader."""
    data = merged_data([*unsent_before(draft.letter), draft.letter])
    skipped = skipped_lines(draft, data["skipped"])
    return {
        **summary_facts(draft, data["since"]),
        **board_facts(draft),
        "skipped": skipped,
    }


def merged_data(letters: Sequence[Letter]) -> dict[str, Any]:
    """Return the data of the last of them, for all of them."""
    data = letters[-1].data
    usual = data.get("since", 0)
    since = min(int(one.data.get("since", usual)) for one in letters)
    skipped = [line for one in letters for line in one.data.get("skipped") or []]
    return {**data, "since": since, "skipped": skipped}


class Unused(NamedTuple):
    """A line of the reader's plan that could not be used, and why."""

    line: str
    why: str


def skipped_lines(draft: Draft, lines: Sequence[Any]) -> list[Unused]:
    """Return unused lines as the reader would write them."""
    game, spoken = draft.match.game, draft.spoken
    view = game.view(draft.state, draft.letter.seat)
    return [
        Unused(
            game.label(view, "order", text_of_skipped(one), spoken),
            skipped_reason(one, view, spoken, draft.names),
        )
        for one in lines
    ]


def text_of_skipped(skipped: Any) -> str:
    """Return the line; older letters have no reason beside it."""
    return str(skipped if isinstance(skipped, str) else skipped["line"])


def kept_lines(draft: Draft, lines: Sequence[str]) -> list[str]:
    """Return queued lines as the reader would write them; not those under way."""
    game, spoken = draft.match.game, draft.spoken
    view = game.view(draft.state, draft.letter.seat)
    labels = (game.label(view, "plan", line, spoken) for line in lines)
    return [label for label in labels if label]


def unsent_before(letter: Letter) -> list[Letter]:
    """Return letters right before it that were never sent: this one tells it all.

    Another worker may be about to find out that one is superseded.
    """
    found: list[Letter] = []
    earlier = letter.same_seat().filter(kind__in=("turn", "phase"))
    for before in earlier.filter(pk__lt=letter.pk or 0).order_by("-pk")[:5]:
        before.match, is_waiting = letter.match, before.status in WAITING
        if before.status != SUPERSEDED and not (is_waiting and is_superseded(before)):
            break
        found.insert(0, before)
    return found


def ended_facts(draft: Draft) -> Facts:
    rows = sorted(draft.match.result or [], key=lambda row: int(row["place"]))
    results = [{**row, "name": draft.names[row["seat"]]} for row in rows]
    winner = results[0]["name"] if is_conceded(draft.match) else ""
    facts = {"results": results, "is_end": True, "conceded_to": winner}
    facts["has_chance"] = draft.match.about.chance
    return {**happened_facts(draft), **facts}


def choices(draft: Draft, hints: Sequence[Hint]) -> list[Choice]:
    """Return orders that are legal now, each with a link that sends it."""
    address = reply_address(draft.letter, draft.seat)
    return [
        Choice(hint.text, hint.note, mailto(address, draft.thread_name, hint.text))
        for hint in hints[:MOST_HINTS]
    ]


def hint_facts(draft: Draft) -> Facts:
    seat, match = draft.seat, draft.match
    if seat is None or match.has_ended:
        return {}
    hints = match.game.hints(draft.own_state, seat.number, draft.spoken)
    return {"hints": choices(draft, hints)}


def has_open_places(draft: Draft) -> bool:
    """Tell whether the seat has handed in a part of what no default decides.

    Then it is waited for, and no other email asks for the rest.
    """
    seat, match = draft.seat, draft.match
    if seat is None or match.has_ended:
        return False
    open = match.game.decisions(draft.own_state)
    return any(one.seat == seat.number and one.asked for one in open)


def question_facts(draft: Draft) -> Facts:
    """Return what is asked, why, and what happens without an answer."""
    seat = draft.letter.seat
    asked = draft.table.asks(seat) if seat is not None else None
    reason = draft.data.get("reason") or (asked.reason if asked else "")
    name = draft.match.game_name
    plan = draft.table.plans.get(seat, "") if seat is not None else ""
    return {
        "kept": kept_lines(draft, plan.splitlines()),
        "is_plan": bool(asked and asked.point == PLAN),
        "why": "" if reason in OBVIOUS else reason_text(name, reason, draft.spoken),
        "at_end": Clock.from_data(draft.match.clock).at_end if draft.due_at else "",
        **hint_facts(draft),
    }


def turn_facts(draft: Draft) -> Facts:
    facts = {**happened_facts(draft), **question_facts(draft)}
    return {**facts, "is_turn": bool(facts["first_step"])}


def reminder_facts(draft: Draft) -> Facts:
    return {**board_facts(draft), **question_facts(draft)}


def talk_facts(draft: Draft) -> Facts:
    """Return the message; reply addresses in it stay private."""
    text = without_reply_addresses(str(draft.data.get("text", "")))
    lines = [part for line in text.splitlines() for part in narrow_lines(line)]
    return {"said": lines, "to_names": ", ".join(draft.data.get("to") or [])}


def without_reply_addresses(text: str) -> str:
    domain = re.escape(settings.MAIL_DOMAIN)
    return re.sub(rf"[\w.+-]{{0,40}}[a-z2-7]{{32}}@{domain}", "…", text, flags=re.I)


def narrow_lines(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH - 4, break_long_words=False) or [""]


# --------------------------------------------------------------- answers to mails


def outcome_facts(draft: Draft) -> Facts:
    """Return what a mail did: what happened at once, and what is queued."""
    letter = draft.letter
    submission = Submission.objects.get(pk=letter.data["submission"])
    facts = mail_facts(submission)
    return {
        **facts,
        **summary_facts(draft, letter.data["first"]),
        "kept": kept_lines(draft, facts["kept"]),
    }


def receipt_facts(draft: Draft) -> Facts:
    """Add what completes a plan, as long as a part of it is missing."""
    hints = hint_facts(draft) if has_open_places(draft) else {}
    return {**outcome_facts(draft), **hints}


def refusal_facts(draft: Draft) -> Facts:
    """Return what was wrong; and what would be legal, if it is the reader's turn."""
    seat = draft.letter.seat
    is_asked = seat is not None and draft.table.asks(seat) is not None
    hints = hint_facts(draft) if is_asked or has_open_places(draft) else {}
    return {**outcome_facts(draft), **hints}


def mail_facts(submission: Submission | None) -> Facts:
    """Return what was written, and the answer to it; needs no rules."""
    if submission is None:
        return {}
    answer = submission.answer
    return {
        "submission": submission,
        "written": submission.text.splitlines(),
        "kept": answer.get("kept", "").splitlines(),
        "remarks": answer.get("remarks", []),
        "faults": [fault["text"] for fault in answer.get("faults", [])],
    }


class Block(NamedTuple):
    """A part of a text of 72 columns, and how to show it as HTML."""

    shape: str  # prose, list, lines (to copy), board
    lines: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def answer_facts(draft: Draft) -> Facts:
    return {"blocks": blocks_of(str(draft.data.get("text", "")))}


def blocks_of(text: str) -> list[Block]:
    """Split a text at empty lines; prose may be wrapped anew, boards may not."""
    between = r"\n(?:[ \t]*\n)+"
    parts = [part.splitlines() for part in re.split(between, text.strip("\n"))]
    return [
        Block(block_shape(lines), ["" if line == UNBROKEN else line for line in lines])
        for lines in parts
        if lines
    ]


def block_shape(lines: list[str]) -> str:
    if any(DRAWN in line for line in lines):
        return "board"
    if any(line.startswith("  ") for line in lines):
        return "lines"
    return "list" if any(line.startswith("- ") for line in lines) else "prose"


def as_one_block(board: str) -> str:
    """Return a drawn board that `blocks_of` does not split."""
    return "\n".join(line or UNBROKEN for line in board.splitlines())


def stale_facts(draft: Draft) -> Facts:
    """Return the match as it is now, legal orders, and what was written."""
    data = draft.letter.data
    written = data.get("written", [])
    if "submission" in data:
        written = Submission.objects.get(pk=data["submission"]).text.splitlines()
    return {**board_facts(draft), **hint_facts(draft), "written": written}


def held_facts(draft: Draft) -> Facts:
    return {"held_url": f"{settings.SITE}/mails/{held_token(draft.data['mail'])}/"}


# ----------------------------------------------------------------------- accounts


def ticket_facts(draft: Draft) -> Facts:
    ticket = draft.ticket
    assert ticket is not None
    page = "log-in" if ticket.purpose == Ticket.Purpose.LOG_IN else "confirm"
    return {
        "ticket": ticket,
        "who": ticket.player or draft.reader,
        "url": f"{settings.SITE}/{page}/{token_of(ticket)}/",
        "code": code_of(ticket),
        "minutes": settings.LOGIN_LINK_MINUTES,
    }


def invitation_facts(draft: Draft) -> Facts:
    assert draft.invitation is not None
    address, spoken = reply_address(draft.letter, None), draft.language
    return {
        "invitation": draft.invitation,
        "inviter": draft.invited_by.name,
        "agreement": agreement(draft.match),
        "url": f"{settings.SITE}/invitations/{draft.invitation.pk}/",
        "accept": mailto(
            address, draft.match_name, shown("commands", "accept", spoken)
        ),
    }


def news_facts(draft: Draft) -> Facts:
    """Return who joined or left, by their name of now; they may be erased."""
    who = Player.objects.filter(pk=draft.data.get("who")).first()
    invitation = Invitation.objects.filter(pk=draft.data.get("invitation")).first()
    # A person who declines is known only by the address the organiser wrote to.
    name = invitation.email if invitation else who.name if who else ""
    is_open = draft.match.status == Match.Status.OPEN
    free = sum(not seat.is_taken for seat in draft.seats)
    return {"name": name, "free": free if is_open else None}


def bounced_facts(draft: Draft) -> Facts:
    reply = str(draft.data.get("reply", ""))
    return {"reply_lines": narrow_lines(reply), "reply": reply}


OWN_FACTS: dict[str, Callable[[Draft], Facts]] = {
    "log_in": ticket_facts,
    "confirm": ticket_facts,
    "prove": ticket_facts,
    "invitation": invitation_facts,
    "joined": news_facts,
    "left": news_facts,
    "declined": news_facts,
    "started": board_facts,
    "turn": turn_facts,
    "reminder": reminder_facts,
    "phase": happened_facts,
    "ended": ended_facts,
    "talk": talk_facts,
    "receipt": receipt_facts,
    "refusal": refusal_facts,
    "stale": stale_facts,
    "answer": answer_facts,
    "held": held_facts,
    "bounced": bounced_facts,
    "booklet": lambda draft: facts_of_kind["booklet"](draft.letter),
}
NEED_NO_RULES = (
    ticket_facts,
    invitation_facts,
    news_facts,
    held_facts,
    talk_facts,
    answer_facts,
    bounced_facts,
)

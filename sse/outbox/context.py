"""What the templates of each kind of letter may name. Sentences stand there."""

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
from sse.outbox.draft import Sheet
from sse.outbox.headers import reply_address
from sse.outbox.held_links import held_token
from sse.outbox.letter_parts import facts_of_kind
from sse.outbox.models import Letter
from sse.outbox.relevance import is_needless
from sse.platform import rows
from sse.platform.times import left, moment

WIDTH = 72
MOST_TOLD = {"phase": 24, "ended": 24}  # lines; of others
FEW_TOLD = 16
MOST_HINTS = 7  # two orders and their single steps, and what can always be done
OBVIOUS = ("", "none", "turn")  # reasons that say no more than the first line
PLAN = "plan"  # the point of a question for a whole phase: see engine/run.py
DRAWN = "──"  # stands in every board
UNBROKEN = "\u00a0"  # stands for an empty line inside one, so that it stays one block
INSTANTS = ("due_at", "late_at")
OWN = ("match", "ticket", "invitation", "submission", "letters", "who", *INSTANTS)

BEFORE = rows.Select(
    lambda match, seat, player, pk: (
        Letter.objects.filter(match=match, seat=seat, player=player, pk__lt=pk)
        .filter(kind__in=("turn", "phase"))
        .order_by("-pk")[:5]
    ),
    *(int, int, int, int),
)
SUBMISSION = rows.Select(lambda pk: Submission.objects.filter(pk=pk), int)

SUPERSEDED = Letter.Status.SUPERSEDED
WAITING = (Letter.Status.QUEUED, Letter.Status.SENDING)

Facts = dict[str, Any]


class Choice(NamedTuple):
    """An order to copy, or to send by one touch."""

    text: str
    note: str
    mailto: str

    @property
    def lines(self) -> list[str]:
        """In plain text: broken only between orders, so that it can be copied."""
        return [line for part in self.text.splitlines() for line in broken(part)]


def broken(part: str) -> list[str]:
    """Lines of a letter, each with as many whole orders as it has room for."""
    found = [""]
    for order in part.split("; "):
        longer = f"{found[-1]}; {order}" if found[-1] else order
        found[-1:] = [longer] if len(longer) < WIDTH - 4 else [found[-1], order]
    return [line for line in found if line]


def facts_of(sheet: Sheet) -> Facts:
    """Everything a template of this kind may name."""
    letter = sheet.letter
    facts: Facts = {
        "letter": letter,
        "player": letter.player,
        "site_name": settings.SITE_NAME,
        "site": settings.SITE,
        "letters_url": f"{settings.SITE}/letters/",
        "language": sheet.language,
        **{name: value for name, value in letter.data.items() if name not in OWN},
    }
    if sheet.has_match:
        facts |= match_facts(sheet)
    if sheet.due_at:
        facts["due"] = moment(sheet.due_at, sheet.zone)
        facts["left"] = left(sheet.due_at, sheet.now)
    if sheet.late_at:
        facts["late"] = moment(sheet.late_at, sheet.zone)
    if sheet.has_match and sheet.match.old_rules:
        facts |= facts_without_rules(sheet)
    elif letter.kind in OWN_FACTS:
        facts |= OWN_FACTS[letter.kind](sheet)
    return facts


def facts_without_rules(sheet: Sheet) -> Facts:
    """What can be said where nobody knows what lies on the board."""
    own = OWN_FACTS.get(sheet.letter.kind)
    facts = own(sheet) if own in NEED_NO_RULES else {}
    written = Submission.objects.filter(pk=sheet.data.get("submission")).first()
    return {"no_board": sheet.match.old_rules, **mail_facts(written), **facts}


def what_of(letter: Letter, facts: Facts) -> str:
    """What the letter is about, in a few words."""
    return " ".join(render_to_string(f"mail/{letter.kind}.subject.txt", facts).split())


def match_facts(sheet: Sheet) -> Facts:
    match, names = sheet.match, sheet.names
    return {
        "match": match,
        "match_name": sheet.match_name,
        "game_title": sheet.game_title,
        "url": sheet.url,
        "booklet_url": f"{sheet.url}booklet/",
        "spoken": sheet.spoken,
        "language_lacked": language_lacked(sheet),
        "people": people_of(sheet),
        "changed_name": name_at(names, sheet.data.get("changed")),
    }


def language_lacked(sheet: Sheet) -> str:
    """Told once: in the first letter of a match to a player."""
    note = language_note(sheet.match.about, sheet.language)
    if not note:
        return ""
    letter = sheet.letter
    theirs = Letter.objects.filter(match=sheet.match, player=letter.player)
    return "" if theirs.filter(pk__lt=letter.pk).exists() else note


def people_of(sheet: Sheet) -> str:
    """Who sits there; a program is not a person's name."""
    program, names = _("{name} (a program)"), zip(sheet.seats, sheet.names, strict=True)
    called = [program.format(name=n) if seat.bot else n for seat, n in names if n]
    return ", ".join(called)


def name_at(names: Sequence[str], seat: Any) -> str:
    return names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else ""


def mailto(address: str, subject: str, body: str = "") -> str:
    """A link that opens a mail with everything in it but the stamp."""
    said = f"subject={quote(f'Re: {subject}', safe='')}"
    if body:
        lines = "\r\n".join(body.splitlines())  # as RFC 6068 wants them
        said += f"&body={quote(lines, safe='')}"
    return f"mailto:{address}?{said}"


# ----------------------------------------------------------------------- the table


def board_facts(sheet: Sheet) -> Facts:
    """The board with the seat's own eyes; the picture of it is drawn elsewhere."""
    board, player = sheet.board, sheet.letter.player
    is_prose = bool(player and player.boards_as_prose)
    return {
        "board": board.prose if is_prose else board.text,
        "is_prose": is_prose,
        "notes": board.notes,
        "secrets": board.secrets.splitlines(),
    }


def told_facts(sheet: Sheet, first: int) -> Facts:
    """What happened, headlines first, and what is left out."""
    told = sheet.summary(first, most_told(sheet.letter))
    return {
        "told": told.lines,
        "left_out": told.folded,
        "steps_url": f"{sheet.url}steps/",
        "first_step": first,
    }


def most_told(letter: Letter) -> int:
    """Who is asked once in a phase reads in that letter what their plan has done."""
    kind = "phase" if letter.data.get("point") == PLAN else letter.kind
    return MOST_TOLD.get(kind, FEW_TOLD)


def happened_facts(sheet: Sheet) -> Facts:
    """Since the reader was last told."""
    letters = [*untold(sheet.letter), sheet.letter]
    since = int(sheet.data.get("since", 0))
    first = min(int(one.data.get("since", since)) for one in letters)
    told = told_facts(sheet, first)
    skipped = [line for one in letters for line in one.data.get("skipped") or []]
    return {**told, **board_facts(sheet), "skipped": skipped_lines(sheet, skipped)}


class Unused(NamedTuple):
    """A line of the reader's that could not be used, and why."""

    line: str
    why: str


def skipped_lines(sheet: Sheet, lines: Sequence[Any]) -> list[Unused]:
    """Of the reader's plan, as they would write them; older letters know no reasons."""
    game, spoken = sheet.match.game, sheet.spoken
    view = game.view(sheet.state, sheet.letter.seat)
    return [
        Unused(
            game.label(view, "order", line_in(one), spoken),
            skipped_reason(one, view, spoken, sheet.names),
        )
        for one in lines
    ]


def line_in(skipped: Any) -> str:
    return str(skipped if isinstance(skipped, str) else skipped["line"])


def kept_lines(sheet: Sheet, lines: Sequence[str]) -> list[str]:
    """As they would write them, and when they are used; what is under way is not."""
    game, spoken = sheet.match.game, sheet.spoken
    view = game.view(sheet.state, sheet.letter.seat)
    labels = (game.label(view, "plan", line, spoken) for line in lines)
    return [label for label in labels if label]


def untold(letter: Letter) -> list[Letter]:
    """Letters right before it that never left: what they would have told is told here.

    Somebody may be about to find out that one is not wanted any more.
    """
    found: list[Letter] = []
    for before in BEFORE(
        letter.match_id, letter.seat, letter.player_id, letter.pk or 0
    ):
        before.match, is_waiting = letter.match, before.status in WAITING
        if before.status != SUPERSEDED and not (is_waiting and is_needless(before)):
            break
        found.insert(0, before)
    return found


def ended_facts(sheet: Sheet) -> Facts:
    rows = sorted(sheet.match.result or [], key=lambda row: int(row["place"]))
    results = [{**row, "name": sheet.names[row["seat"]]} for row in rows]
    winner = results[0]["name"] if is_conceded(sheet.match) else ""
    facts = {"results": results, "is_end": True, "conceded_to": winner}
    facts["has_chance"] = sheet.match.about.chance
    return {**happened_facts(sheet), **facts}


def choices(sheet: Sheet, hints: Sequence[Hint]) -> list[Choice]:
    """Orders that are legal now, each with a mail that gives it."""
    address = reply_address(sheet.letter, sheet.seat)
    return [
        Choice(hint.text, hint.note, mailto(address, sheet.thread_name, hint.text))
        for hint in hints[:MOST_HINTS]
    ]


def hint_facts(sheet: Sheet) -> Facts:
    letter, match = sheet.letter, sheet.match
    if letter.seat is None or match.has_ended:
        return {}
    hints = match.game.hints(sheet.state, letter.seat, sheet.spoken)
    return {"hints": choices(sheet, hints)}


def question_facts(sheet: Sheet) -> Facts:
    """What is wanted, why, and what happens if nobody answers."""
    seat = sheet.letter.seat
    asked = sheet.table.asks(seat) if seat is not None else None
    reason = sheet.data.get("reason") or (asked.reason if asked else "")
    name = sheet.match.game_name
    plan = sheet.table.plans.get(seat, "") if seat is not None else ""
    return {
        "kept": kept_lines(sheet, plan.splitlines()),
        "is_plan": bool(asked and asked.point == PLAN),
        "why": "" if reason in OBVIOUS else reason_text(name, reason, sheet.spoken),
        "at_end": Clock.from_data(sheet.match.clock).at_end if sheet.due_at else "",
        **hint_facts(sheet),
    }


def turn_facts(sheet: Sheet) -> Facts:
    facts = {**happened_facts(sheet), **question_facts(sheet)}
    return {**facts, "is_turn": bool(facts["first_step"])}


def reminder_facts(sheet: Sheet) -> Facts:
    return {**board_facts(sheet), **question_facts(sheet)}


def talk_facts(sheet: Sheet) -> Facts:
    """Who spoke and what; reply addresses in it are nobody else's business."""
    text = without_tokens(str(sheet.data.get("text", "")))
    lines = [part for line in text.splitlines() for part in wrapped(line)]
    return {"said": lines, "to_names": ", ".join(sheet.data.get("to") or [])}


def without_tokens(text: str) -> str:
    domain = re.escape(settings.MAIL_DOMAIN)
    return re.sub(rf"[\w.+-]{{0,40}}[a-z2-7]{{32}}@{domain}", "…", text, flags=re.I)


def wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH - 4, break_long_words=False) or [""]


# --------------------------------------------------------------- answers to mails


def outcome_facts(sheet: Sheet) -> Facts:
    """What became of a mail: what happened at once, and what is kept for later."""
    letter = sheet.letter
    (submission,) = SUBMISSION(letter.data["submission"])
    facts = mail_facts(submission)
    return {
        **facts,
        **told_facts(sheet, letter.data["first"]),
        "kept": kept_lines(sheet, facts["kept"]),
    }


def refusal_facts(sheet: Sheet) -> Facts:
    """What was wrong; and, for who is asked, what would be right."""
    seat = sheet.letter.seat
    is_asked = seat is not None and sheet.table.asks(seat) is not None
    return {**outcome_facts(sheet), **(hint_facts(sheet) if is_asked else {})}


def mail_facts(submission: Submission | None) -> Facts:
    """What was written, and the answer to it; nothing needs the rules."""
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
    """A part of a text that was written for 72 columns, and how else to show it."""

    shape: str  # prose, list, lines (to copy), board
    lines: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def answer_facts(sheet: Sheet) -> Facts:
    return {"blocks": blocks_of(str(sheet.data.get("text", "")))}


def blocks_of(text: str) -> list[Block]:
    """Prose may be wrapped anew; what is indented, or drawn, may not."""
    between = r"\n(?:[ \t]*\n)+"
    parts = [part.splitlines() for part in re.split(between, text.strip("\n"))]
    return [
        Block(shape_of(lines), ["" if line == UNBROKEN else line for line in lines])
        for lines in parts
        if lines
    ]


def shape_of(lines: list[str]) -> str:
    if any(DRAWN in line for line in lines):
        return "board"
    if any(line.startswith("  ") for line in lines):
        return "lines"
    return "list" if any(line.startswith("- ") for line in lines) else "prose"


def unbroken(board: str) -> str:
    """A drawn board as one block of an answer."""
    return "\n".join(line or UNBROKEN for line in board.splitlines())


def stale_facts(sheet: Sheet) -> Facts:
    """The table as it is now, what can be written now, and what was written."""
    data = sheet.letter.data
    written = data.get("written", [])
    if "submission" in data:
        (submission,) = SUBMISSION(data["submission"])
        written = submission.text.splitlines()
    return {**board_facts(sheet), **hint_facts(sheet), "written": written}


def held_facts(sheet: Sheet) -> Facts:
    return {"held_url": f"{settings.SITE}/mails/{held_token(sheet.data['mail'])}/"}


# ------------------------------------------------------------------ about letters


def ticket_facts(sheet: Sheet) -> Facts:
    ticket = sheet.ticket
    assert ticket is not None
    page = "log-in" if ticket.purpose == Ticket.Purpose.LOG_IN else "confirm"
    return {
        "ticket": ticket,
        "who": ticket.player or sheet.reader,
        "url": f"{settings.SITE}/{page}/{token_of(ticket)}/",
        "code": code_of(ticket),
        "minutes": settings.LOGIN_LINK_MINUTES,
        "settings_url": f"{settings.SITE}/settings/#sessions",
    }


def account_facts(sheet: Sheet) -> Facts:
    return {"settings_url": f"{settings.SITE}/settings/#sessions"}


def invitation_facts(sheet: Sheet) -> Facts:
    assert sheet.invitation is not None
    address, spoken = reply_address(sheet.letter, None), sheet.language
    return {
        "invitation": sheet.invitation,
        "inviter": sheet.invited_by.name,
        "agreement": agreement(sheet.match),
        "url": f"{settings.SITE}/invitations/{sheet.invitation.pk}/",
        "accept": mailto(
            address, sheet.match_name, shown("commands", "accept", spoken)
        ),
    }


def news_facts(sheet: Sheet) -> Facts:
    """Who came or went; under the name of now, for they may be gone altogether."""
    who = Player.objects.filter(pk=sheet.data.get("who")).first()
    invitation = Invitation.objects.filter(pk=sheet.data.get("invitation")).first()
    # who declines is known by the address the organiser wrote to, and by no more
    name = invitation.email if invitation else who.name if who else ""
    is_open = sheet.match.status == Match.Status.OPEN
    free = sum(not seat.is_taken for seat in sheet.seats)
    return {"name": name, "free": free if is_open else None}


def bounced_facts(sheet: Sheet) -> Facts:
    reply = str(sheet.data.get("reply", ""))
    return {"reply_lines": wrapped(reply), "reply": reply}


def report_facts(sheet: Sheet) -> Facts:
    return facts_of_kind[sheet.letter.kind](sheet.letter)


OWN_FACTS: dict[str, Callable[[Sheet], Facts]] = {
    "log_in": ticket_facts,
    "confirm": ticket_facts,
    "prove": ticket_facts,
    "account": account_facts,
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
    "receipt": outcome_facts,
    "refusal": refusal_facts,
    "stale": stale_facts,
    "answer": answer_facts,
    "held": held_facts,
    "bounced": bounced_facts,
    "booklet": report_facts,
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

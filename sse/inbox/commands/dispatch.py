"""What a mail that may act does: orders, choices, commands; one letter about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from sse.accounts.errors import AccountRefused
from sse.inbox import replies
from sse.inbox.commands import ACTING, Asker, Reply, do
from sse.inbox.identity.cases import Case
from sse.inbox.identity.confirmations import hold
from sse.inbox.identity.scope import needs_proof, only_tells
from sse.inbox.models import RawMail
from sse.inbox.replies import answer, may_answer
from sse.inbox.services import Fate
from sse.matches.errors import MatchRefused
from sse.matches.models import Submission
from sse.matches.play import plan_submit
from sse.matches.selectors import is_open_still
from sse.matches.text.choices import NoSuchChoice, with_choices
from sse.matches.text.command_words import Command, meaning, shown
from sse.matches.text.reader import doubt_fault
from sse.matches.text.sections import Sections
from sse.platform import rows

Status = RawMail.Status
UNUSED = ("choose", "stop")
SUBMITTED_AS = rows.Select(
    lambda key: Submission.objects.filter(key=key).only("pk"), str
)


def submit(case: Case, kind: str, text: str) -> Fate:
    """A worker takes it in order of receipt; the letter about it is written then."""
    assert case.seat is not None
    assert case.player is not None
    key = f"mail:{case.mail.pk}"
    knowing: dict[str, Any] = {"turn": case.turn}
    is_new = not SUBMITTED_AS(key)
    is_acting = kind != Submission.Kind.ORDERS
    if is_new and may_answer(case, kind, is_order=True, is_acting=is_acting):
        knowing["letter"] = replies.beside(case)
    try:
        plan_submit(
            match_id=case.seat.match_id,
            player=case.player,
            text=text,
            source="mail",
            key=key,
            kind=kind,
            received_at=case.mail.received_at,
            knowing=knowing,
        )
    except MatchRefused as error:
        if "letter" in knowing:
            about = replies.about(case)
            replies.letter(case, "answer", about=about, text=str(error))
        return replies.fate(case, Status.DONE, str(error))
    return replies.fate(case, Status.DONE, kind=kind)._replace(has_acted=True)


def choose(case: Case, numbers: Sequence[int]) -> Fate:
    """A number answers the last refusal, if that asked: its text counts with it."""
    assert case.seat is not None
    theirs = Submission.objects.filter(
        match=case.seat.match_id, seat=case.seat.number, player=case.player
    )
    last = theirs.order_by("-pk").first()
    is_open = last is not None and is_open_still(case.seat.match, last)
    faults = last.answer.get("faults", []) if last and is_open else []
    try:
        text = with_choices(last.text if last else "", faults, numbers)
    except NoSuchChoice as none:
        text = no_choice(int(none.args[0]))
        return answer(case, text, "choose", is_acting=True)
    return submit(case, Submission.Kind.ORDERS, text)


def no_choice(questions: int) -> str:
    if not questions:
        return _("No question is open that a number could answer.")
    return _(
        "That is not one of the choices. Write one number for each question, in their"
        " order."
    )


def obey(case: Case, pieces: Sections) -> Fate:
    """What commands say or do, all or none, and one letter about them."""
    commands, orders = pieces.commands, pieces.orders.strip()
    if commands[0].name in SUBMITTED and len(commands) == 1 and not orders:
        return hand_in(case, commands[0])
    acting = [c for c in commands if c.name in ACTING or c.name in SUBMITTED]
    if (acting and orders) or any(c.name in SUBMITTED for c in commands):
        alone = in_the_way(pieces)
        return answer(case, not_together(alone), alone.name, is_acting=True)
    is_acting = any(not only_tells(found) for found in acting)
    known = [c for c in commands if c.name not in UNUSED]
    if not known:
        return answer(case, not_by_mail(commands[0]), commands[0].name)
    if pieces.doubtful:
        return answer(case, doubtful(pieces), "doubt", is_acting=is_acting)
    if needs_proof(case, known):
        return hold(case, "not proved, and more than the seat's")
    unread = [line.strip() for line in orders.splitlines() if line.strip()]
    reply, is_done = done_all(case, known)
    name = commands[0].name
    fate = answer(
        case,
        reply.text,
        name,
        is_acting=is_acting,
        reply=reply,
        unread=unread,
        ignored=[*pieces.ignored],
    )
    return fate._replace(has_acted=is_done and bool(acting))


def hand_in(case: Case, command: Command) -> Fate:
    if case.seat is None:
        return answer(case, answer_a_letter(), command.name, is_acting=True)
    if problem := SUBMITTED[command.name](command):
        return answer(case, problem, command.name, is_acting=True)
    if command.name == "withdraw" and is_part(command):  # which the game knows
        return submit(case, Submission.Kind.ORDERS, case.reading.text)
    return submit(case, Submission.Kind(command.name), "")


def is_part(command: Command) -> bool:
    """Whether something is named that is to be taken back, and not all."""
    return bool(command.rest) and not meaning("all", command.rest)


def done_all(case: Case, commands: Sequence[Command]) -> tuple[Reply, bool]:
    """One after the other; if one is refused, nothing is done. Whether it is."""
    assert case.player is not None
    key = f"mail:{case.mail.pk}"
    asker = Asker(case.player, key, match=case.match, seat=case.seat)
    replies = []
    try:
        with transaction.atomic():
            for command in commands:
                replies.append(do(asker, command))
    except (MatchRefused, AccountRefused) as error:
        return Reply(refused(str(error), commands, len(replies))), False
    last = [reply.last for reply in replies if reply.last][-1:]
    said = [*(reply.text for reply in replies), *last]
    return replies[-1]._replace(text="\n\n".join(filter(None, said))), True


def refused(sentence: str, commands: Sequence[Command], at: int) -> str:
    if len(commands) == 1:
        return sentence
    said = _("Nothing was done. Line {line}: {sentence}")
    return said.format(line=commands[at].line, sentence=sentence)


def in_the_way(pieces: Sections) -> Command:
    """What cannot be in one mail with the rest: speech can be with orders."""
    submitted = [found for found in pieces.wishes if found.name in SUBMITTED]
    acting = [found for found in pieces.wishes if found.name in ACTING]
    return next(iter([*submitted, *acting, *pieces.wishes, *pieces.commands]))


def not_together(alone: Command) -> str:
    word = shown("commands", alone.name, translation.get_language() or "en")
    sentence = _(
        "Nothing was done: “{word}” wants a mail of its own, without orders or other"
        " words."
    )
    return sentence.format(word=word)


def doubtful(pieces: Sections) -> str:
    return "\n".join(doubt_fault(line)["text"] for line in pieces.doubtful)


def not_by_mail(command: Command) -> str:
    word = shown("commands", command.name, translation.get_language() or "en")
    return _("“{word}” does nothing here.").format(word=word)


# --------------------------------------------------------- through the match's door


def no_problem(command: Command) -> str:
    return ""


def is_meant(command: Command) -> str:
    """Nobody resigns by one careless word."""
    if meaning("really", command.rest):
        return ""
    language = translation.get_language() or "en"
    word = shown("commands", "resign", language)
    sentence = _(
        "Nothing was done. Who resigns does not come back: the seat is given up for"
        " good. If you want that, answer this letter with\n\n  {resign} {really}"
    )
    return sentence.format(resign=word, really=shown("really", "really", language))


SUBMITTED: dict[str, Callable[[Command], str]] = {
    "withdraw": no_problem,
    "resign": is_meant,
}


def answer_a_letter() -> str:
    return _(
        "Which match do you mean? Answer a letter of that match: its reply address says"
        " which seat is yours."
    )

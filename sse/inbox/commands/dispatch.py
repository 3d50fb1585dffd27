"""Do what a mail says, by what is known of its writer: orders, choices or commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sse.accounts.errors import AccountRefused
from sse.inbox import replies
from sse.inbox.commands import ACTING, BOUND, execute, help_text
from sse.inbox.commands.requests import Asker, Reply, open_questions
from sse.inbox.identity.address_answers import answer_invitation
from sse.inbox.identity.cases import Case
from sse.inbox.identity.held_mail import hold, needs_proof, only_tells, refuse
from sse.inbox.identity.trust import Action
from sse.inbox.models import RawMail
from sse.inbox.reading.types import Kind
from sse.inbox.replies import NOT_TAKEN, answer, may_answer
from sse.inbox.services import Fate
from sse.matches import states
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat, Submission
from sse.matches.play import plan_submit
from sse.matches.selectors import is_open_still
from sse.matches.text.choices import NoSuchChoice, with_choices
from sse.matches.text.command_words import Command, meaning, shown
from sse.matches.text.reader import doubt_fault, order_verbs
from sse.matches.text.sections import Sections, nothing_begins, numbers_of, sections_of

Status = RawMail.Status
SUBMITTED = ("withdraw", "resign")  # commands that the match's queue takes, like orders
OF_A_SEAT = (*SUBMITTED, "preview")
UNUSED = ("choose", "stop")  # do nothing on their own
MOST_OFFERED = 4_000  # characters of an old mail that its writer is shown again
UNREADABLE = {
    Kind.EMPTY: gettext_lazy(
        "We found nothing to read in your email: without quotations and signatures"
        " nothing was left. Subjects are not read. Write your orders, or “help”, above"
        " everything else."
    ),
    Kind.WINMAIL: gettext_lazy(
        "Your email came as a file winmail.dat, which only Outlook opens. Please write"
        " plain text."
    ),
    Kind.ENCRYPTED: gettext_lazy(
        "Your email is encrypted, and we have no key. Please write plain text."
    ),
    Kind.OVERSIZED: gettext_lazy(
        "Your email is longer than any orders, so it was not read. Please write your"
        " orders only."
    ),
    Kind.MALFORMED: gettext_lazy(
        "Your email could not be read: its parts cannot be told apart. Please write"
        " plain text."
    ),
}

# ---------------------------------------------------------------- by the judgement


def apply_mail(case: Case) -> Fate:
    """Do what a mail says whose writer is known: commands, or orders."""
    if case.leaked and case.seat:
        Seat.objects.filter(pk=case.seat.pk).update(token_epoch=F("token_epoch") + 1)
    if case.place.invitation:
        return answer_invitation(case)
    pieces = pieces_in(case)
    if case.seat is None:
        return apply_without_seat(case, pieces)
    numbers = numbers_in(pieces)
    if numbers is not None:
        return submit_choice(case, numbers)
    if pieces.is_polite:
        sentence = _(
            "Thank you for your kind words! Nothing in your email was an order, so"
            " nothing was changed. To say something to the others, begin the line with"
            " “{word}”."
        )
        text = sentence.format(word=command_word("say"))
        return answer(case, text, "thanks", is_refusal=True)
    is_command = pieces.wishes or (pieces.commands and not pieces.orders.strip())
    if is_command and not pieces.replaces_all:
        return run_commands(case, pieces)
    return submit_text(case, Submission.Kind.ORDERS, case.reading.text)


def apply_stale(case: Case) -> Fate:
    """Do what counts at any time; what is about a turn was meant for another one."""
    pieces = pieces_in(case)
    if is_timeless(pieces):
        return run_commands(case, pieces)
    if may_answer(case, NOT_TAKEN, is_acting=wants_to_act(pieces)):
        written = case.reading.text[:MOST_OFFERED].splitlines()
        replies.letter(case, "stale", written=written)
    return replies.fate(case, Status.DONE, "an old turn")


def apply_void(case: Case) -> Fate:
    """Answer a mail to a void address of a known seat with its new address.

    Each such mail is answered, because it may have been an order.
    """
    pieces, match = pieces_in(case), case.match
    if is_timeless(pieces):
        return apply_without_seat(case, pieces)
    is_acting = wants_to_act(pieces)
    if match is None or not is_played(match):
        text = _(
            "Your email came to a reply address that is no longer valid: others have"
            " seen it, or you asked for a new one. Nothing was done. Answer this email"
            " instead: its address is valid."
        )
        return answer(case, text, "void", is_acting=is_acting)
    if may_answer(case, NOT_TAKEN, is_acting=is_acting):
        replies.letter(case, "stale", is_void=True)
    return replies.fate(case, Status.DONE, "a void address")


def apply_help(case: Case) -> Fate:
    """Do what needs no seat, if it is proved who wrote."""
    case = case._replace(place=case.place._replace(seat=None, turn=None, match=None))
    return apply_without_seat(case, pieces_in(case))


def apply_without_seat(case: Case, pieces: Sections) -> Fate:
    """Run commands only: orders need an address that says which seat is meant."""
    names = [found.name for found in pieces.commands]
    bound = next((name for name in names if name in OF_A_SEAT), "")
    if names and not bound:
        return run_commands(case, pieces)
    questions = open_questions(case.player)
    if questions:
        sentence = _(
            "Nothing was done: the address you wrote to does not say which match you"
            " mean. Answer an email of that match. These matches wait for you now, each"
            " with its own reply address:"
        )
        text = f"{sentence}\n\n{questions}"
    else:
        text = which_match()
    if bound:
        return answer(case, text, bound, is_acting=bound in SUBMITTED)
    if questions:
        return answer(case, text, "no seat")
    text = f"{text}\n\n{help_text(translation.get_language() or 'en')}"
    return answer(case, text, "no seat", is_refusal=True)  # help once a day is enough


def readable_only(act: Callable[[Case], Fate]) -> Callable[[Case], Fate]:
    """Answer a mail without text by what is wrong with it."""

    def checked(case: Case) -> Fate:
        kind = case.reading.kind
        if kind is Kind.ORDER:
            return act(case)
        return answer(case, str(UNREADABLE[kind]), kind, is_refusal=True)

    return checked


ACTIONS: dict[Action, Callable[[Case], Fate]] = {
    Action.APPLY: readable_only(apply_mail),
    Action.STALE: readable_only(apply_stale),
    Action.VOID: readable_only(apply_void),
    Action.HELP: readable_only(apply_help),
    Action.HOLD: hold,
    Action.REFUSE: refuse,
}

# ------------------------------------------------------------------- what it holds


def pieces_in(case: Case) -> Sections:
    match, seat = case.match, case.seat
    if match is None or seat is None or not is_played(match):
        return sections_of(case.reading.text, nothing_begins)
    verbs = order_verbs(match, states.state_now(match), seat.number)
    return sections_of(case.reading.text, verbs)


def is_played(match: Match) -> bool:
    return match.has_begun and not match.has_ended and match.is_current


def numbers_in(pieces: Sections) -> list[int] | None:
    """Return the choice of `2`, or of `answer 2`, where an email asked."""
    if not pieces.commands:
        return numbers_of(pieces.orders)
    first, *others = pieces.commands
    is_alone = not others and not pieces.orders.strip()
    return numbers_of(first.rest) if first.name == "choose" and is_alone else None


def wants_to_act(pieces: Sections) -> bool:
    """Say whether the writer may believe that a command changed something."""
    names = (*ACTING, *SUBMITTED)
    return any(one.name in names and not only_tells(one) for one in pieces.commands)


def is_timeless(pieces: Sections) -> bool:
    """Say whether there are only commands, none of which is about the turn."""
    is_bound = any(found.name in BOUND for found in pieces.commands)
    return bool(pieces.commands) and not is_bound and not pieces.orders.strip()


def command_word(name: str) -> str:
    return shown("commands", name, translation.get_language() or "en")


# ---------------------------------------------------------------- orders and choices


def submit_text(case: Case, kind: str, text: str) -> Fate:
    """Submit it: a worker takes it in order of receipt, and answers then."""
    assert case.seat is not None
    assert case.player is not None
    key = f"mail:{case.mail.pk}"
    knowing: dict[str, Any] = {"turn": case.turn}
    is_new = not Submission.objects.filter(key=key).exists()
    is_acting = kind != Submission.Kind.ORDERS
    if is_new and may_answer(case, kind, is_order=True, is_acting=is_acting):
        knowing["letter"] = replies.reply_context(case)
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
            about = replies.subject_of(case)
            replies.letter(case, "answer", about=about, text=str(error))
        return replies.fate(case, Status.DONE, str(error))
    return replies.fate(case, Status.DONE, kind=kind)._replace(has_acted=True)


def submit_choice(case: Case, numbers: Sequence[int]) -> Fate:
    """Submit the last refused text again, with the choices it was asked for."""
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
        sentence = _("There is no open question that a number could answer.")
        if int(none.args[0]):
            sentence = _(
                "That is not one of the choices. Write one number for each question, in"
                " their order."
            )
        return answer(case, sentence, "choose", is_acting=True)
    return submit_text(case, Submission.Kind.ORDERS, text)


# ----------------------------------------------------------------------- commands


def run_commands(case: Case, pieces: Sections) -> Fate:
    """Run commands, all or none, and answer with one email."""
    commands, orders = pieces.commands, pieces.orders.strip()
    if commands[0].name in SUBMITTED and len(commands) == 1 and not orders:
        return submit_command(case, commands[0])
    acting = [c for c in commands if c.name in ACTING or c.name in SUBMITTED]
    if (acting and orders) or any(c.name in SUBMITTED for c in commands):
        alone = blocking_command(pieces).name
        sentence = _(
            "Nothing was done: please send “{word}” in a separate email, without orders"
            " or other commands."
        )
        text = sentence.format(word=command_word(alone))
        return answer(case, text, alone, is_acting=True)
    is_acting = any(not only_tells(found) for found in acting)
    known = [c for c in commands if c.name not in UNUSED]
    name = commands[0].name
    if not known:
        sentence = _("“{word}” does nothing here.")
        return answer(case, sentence.format(word=command_word(name)), name)
    if pieces.doubtful:
        text = "\n".join(doubt_fault(line)["text"] for line in pieces.doubtful)
        return answer(case, text, "doubt", is_acting=is_acting)
    if needs_proof(case, known):
        return hold(case, "not proved, and more than the seat's")
    reply, is_done = execute_all(case, known)
    fate = answer(
        case,
        reply.text,
        name,
        is_acting=is_acting,
        reply=reply,
        unread=[line.strip() for line in orders.splitlines() if line.strip()],
        ignored=[*pieces.ignored],
    )
    return fate._replace(has_acted=is_done and bool(acting))


def submit_command(case: Case, command: Command) -> Fate:
    if case.seat is None:
        return answer(case, which_match(), command.name, is_acting=True)
    if command.name == "resign" and not meaning("really", command.rest):
        really = shown("really", "really", translation.get_language() or "en")
        sentence = _(
            "Nothing was done. If you resign, you cannot come back: your seat is given"
            " up for good. If you want that, answer this email with\n\n"
            "  {resign} {really}"
        )
        text = sentence.format(resign=command_word("resign"), really=really)
        return answer(case, text, command.name, is_acting=True)
    is_part = bool(command.rest) and not meaning("all", command.rest)
    if command.name == "withdraw" and is_part:  # the game knows what is named
        return submit_text(case, Submission.Kind.ORDERS, case.reading.text)
    return submit_text(case, Submission.Kind(command.name), "")


def execute_all(case: Case, commands: Sequence[Command]) -> tuple[Reply, bool]:
    """Execute commands one by one; undo them all, and return False, if one fails."""
    assert case.player is not None
    key = f"mail:{case.mail.pk}"
    asker = Asker(case.player, key, match=case.match, seat=case.seat)
    done: list[Reply] = []
    try:
        with transaction.atomic():
            for command in commands:
                done.append(execute(asker, command))
    except (MatchRefused, AccountRefused) as error:
        if len(commands) == 1:
            return Reply(str(error)), False
        sentence = _("Nothing was done. Line {line}: {sentence}")
        line = commands[len(done)].line
        return Reply(sentence.format(line=line, sentence=error)), False
    last = [reply.last for reply in done if reply.last][-1:]
    texts = [*(reply.text for reply in done), *last]
    return done[-1]._replace(text="\n\n".join(filter(None, texts))), True


def blocking_command(pieces: Sections) -> Command:
    """Return the command that cannot be in one mail with the rest."""
    submitted = [found for found in pieces.wishes if found.name in SUBMITTED]
    acting = [found for found in pieces.wishes if found.name in ACTING]
    return next(iter([*submitted, *acting, *pieces.wishes, *pieces.commands]))


def which_match() -> str:
    return _(
        "Which match do you mean? Answer an email of that match: its reply address says"
        " which seat is yours."
    )

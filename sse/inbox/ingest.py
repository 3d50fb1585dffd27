"""A mail that was kept, read and acted upon: the processor of `mails_process`.

It may run twice for a mail and acts once: what it does has the mail's key, and is
written in the transaction that settles the mail.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sse.inbox import replies
from sse.inbox.bounces import report_take
from sse.inbox.commands import ACTING, BOUND, help_text
from sse.inbox.commands.dispatch import SUBMITTED, answer_a_letter, choose, obey, submit
from sse.inbox.commands.questions import questions_to, which_of
from sse.inbox.errors import Later
from sse.inbox.identity.address_answers import (
    assent_in,
    by_itself,
    invited,
    is_by_itself,
)
from sse.inbox.identity.cases import READABLE, Case, case_of, reading_of
from sse.inbox.identity.confirmations import hold, refuse
from sse.inbox.identity.copies import copied
from sse.inbox.identity.scope import only_tells
from sse.inbox.identity.trust import Action
from sse.inbox.limits import NOT_TAKEN
from sse.inbox.models import RawMail
from sse.inbox.reading.types import Kind, Reading
from sse.inbox.replies import answer, may_answer
from sse.inbox.services import Fate, mail_lock, mail_settle
from sse.matches import states
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Seat, Submission
from sse.matches.text.command_words import shown
from sse.matches.text.reader import verbs_of
from sse.matches.text.sections import Pieces, nothing_begins, numbers_of, pieces_of
from sse.outbox.unsubscribe import leave_by_letter, letters_off
from sse.platform.mail_addresses import address_read, office

Status = RawMail.Status
ELSEWHERE = ("b", "l")  # tokens that are not for reading
MOST_OFFERED = 4_000  # letters of an old mail that are shown to its writer again
KNOWN = ("kind", "match_id", "seat_id", "player_id", "read_as", "said", "proof")
UNREADABLE = {
    Kind.EMPTY: gettext_lazy(
        "Your mail said nothing that we could read: without quotations and signatures"
        " nothing was left. Subjects are not read. Write your orders, or “help”, above"
        " everything else."
    ),
    Kind.WINMAIL: gettext_lazy(
        "Your mail came as a file winmail.dat, which only Outlook opens. Please write"
        " plain text."
    ),
    Kind.ENCRYPTED: gettext_lazy(
        "Your mail is encrypted, and we have no key. Please write plain text."
    ),
    Kind.OVERSIZED: gettext_lazy(
        "Your mail is longer than any orders, so it was not read. Please write your"
        " orders only."
    ),
    Kind.MALFORMED: gettext_lazy(
        "Your mail could not be read: its parts cannot be told apart. Please write"
        " plain text."
    ),
}


def mail_ingest(mail: RawMail) -> Fate | None:
    """What a mail is, whose it is, and what it does. [Later]"""
    reading = reading_of(mail)
    token = address_read(office(), mail.recipient)
    if reading.kind in (Kind.BOUNCE, Kind.COMPLAINT):
        reported(mail, reading)
        return None
    if token and token.kind == "l" and reading.kind in READABLE:
        return left(mail, token.number)
    if token and token.kind in ELSEWHERE:
        return Fate(Status.IGNORED, f"for {token.kind}: {reading.why}", reading.kind)
    if reading.kind not in READABLE:
        return Fate(Status.IGNORED, reading.why, reading.kind, read_as=reading.kind)
    case = case_of(mail, reading)
    act = by_itself if is_by_itself(case) else ACT.get(case.judgement.action)
    if act is None:
        raise Later(case.judgement.why)
    with transaction.atomic(), translation.override(language_of(case)):
        locked = mail_lock(mail)
        if locked is None:
            return None
        fate = done_before(locked.mail)
        if fate is None:
            copy = copied(case) if locked.has_copies else None
            fate = seen(case, copy or act(case))
        mail_settle(mail=mail, fate=fate)
    return None


def done_before(mail: RawMail) -> Fate | None:
    """As it ended when it acted: whoever runs it again finds it so."""
    if mail.acted_at is None:
        return None
    known = {name: getattr(mail, name) for name in KNOWN}
    return Fate(why="had acted already", **known)


def reported(mail: RawMail, reading: Reading) -> None:
    """A letter came back, or its reader complains."""
    with transaction.atomic():
        why = report_take(mail=mail, reading=reading)
        mail_settle(mail=mail, fate=Fate(Status.IGNORED, why, reading.kind))


def left(mail: RawMail, letter_id: int) -> Fate:
    """By the address that mail programs use for it: no more letters of that match."""
    try:
        letters_off(leave=leave_by_letter(letter_id))
    except MatchRefused as error:
        return Fate(Status.IGNORED, str(error), "leave")
    return Fate(Status.DONE, "no more letters of this match", "leave")


def seen(case: Case, fate: Fate) -> Fate:
    """With what was read, for who looks at it or reads it again."""
    reading, proof = case.reading, case.judgement.proof
    return fate._replace(read_as=reading.kind, said=reading.text, proof=proof)


def language_of(case: Case) -> str:
    """The player's; else that in which they seem to write."""
    if case.player:
        return str(case.player.language)
    text, hint = case.reading.text, case.reading.language_hint
    command = next(iter(pieces_of(text).commands), None)
    return hint or (command.language if command else "") or assent_in(text)[1] or "en"


# ---------------------------------------------------------------- by the judgement


def apply(case: Case) -> Fate:
    """Who wrote is known: commands, or orders."""
    if case.reading.kind is not Kind.ORDER:
        return unreadable(case)
    if case.leaked and case.seat:
        Seat.objects.filter(pk=case.seat.pk).update(token_epoch=F("token_epoch") + 1)
    if case.place.invitation:
        return invited(case)
    pieces = pieces_in(case)
    if case.seat is None:
        return without_orders(case, pieces)
    numbers = numbers_in(pieces)
    if numbers is not None:
        return choose(case, numbers)
    if pieces.is_polite:
        return answer(case, you_are_welcome(), "thanks", is_refusal=True)
    if pieces.replaces_all:
        return submit(case, Submission.Kind.ORDERS, case.reading.text)
    if pieces.wishes or (pieces.commands and not pieces.orders.strip()):
        return obey(case, pieces)
    return submit(case, Submission.Kind.ORDERS, case.reading.text)


def you_are_welcome() -> str:
    return _(
        "Thank you for your kind words! Nothing in your mail was an order, so nothing"
        " was changed. To say something to the others, begin the line with “{word}”."
    ).format(word=shown("commands", "say", translation.get_language() or "en"))


def pieces_in(case: Case) -> Pieces:
    match, seat = case.match, case.seat
    if match is None or seat is None or not is_played(match):
        return pieces_of(case.reading.text, nothing_begins)
    verbs = verbs_of(match, states.state_now(match), seat.number)
    return pieces_of(case.reading.text, verbs)


def is_played(match: Match) -> bool:
    return match.has_begun and not match.has_ended and match.is_current


def numbers_in(pieces: Pieces) -> list[int] | None:
    """`2`, or `answer 2`: the choice where a letter asked."""
    if not pieces.commands:
        return numbers_of(pieces.orders)
    first, *others = pieces.commands
    is_alone = not others and not pieces.orders.strip()
    return numbers_of(first.rest) if first.name == "choose" and is_alone else None


def stale(case: Case) -> Fate:
    """What is about the turn was meant for another moment; all else still counts."""
    if case.reading.kind is not Kind.ORDER:
        return unreadable(case)
    pieces = pieces_in(case)
    if is_timeless(pieces):
        return obey(case, pieces)
    if may_answer(case, NOT_TAKEN, is_acting=wants_to_act(pieces)):
        written = case.reading.text[:MOST_OFFERED].splitlines()
        replies.letter(case, "stale", written=written)
    return replies.fate(case, Status.DONE, "an old turn")


def wants_to_act(pieces: Pieces) -> bool:
    """Whether the writer may believe that something was changed by a command."""
    names = (*ACTING, *SUBMITTED)
    return any(one.name in names and not only_tells(one) for one in pieces.commands)


def is_timeless(pieces: Pieces) -> bool:
    """Commands only, none of which is about the turn."""
    is_bound = any(found.name in BOUND for found in pieces.commands)
    return bool(pieces.commands) and not is_bound and not pieces.orders.strip()


def void(case: Case) -> Fate:
    """Which seat was meant is known, but not who meant it: the answer can be answered.

    Each such mail has one, for it may have been an order.
    """
    if case.reading.kind is not Kind.ORDER:
        return unreadable(case)
    pieces, match = pieces_in(case), case.match
    if is_timeless(pieces):
        return without_orders(case, pieces)
    if match is None or not is_played(match):
        return answer(case, address_is_void(), "void", is_acting=wants_to_act(pieces))
    if may_answer(case, NOT_TAKEN, is_acting=wants_to_act(pieces)):
        replies.letter(case, "stale", is_void=True)
    return replies.fate(case, Status.DONE, "a void address")


def address_is_void() -> str:
    return _(
        "Your mail came to a reply address that is good no more: others have seen it,"
        " or you asked for a new one. Nothing was done. Answer this letter instead: its"
        " address is good."
    )


def without_seat(case: Case) -> Fate:
    """About no seat: what needs none is done, if it is proved who wrote."""
    if case.reading.kind is not Kind.ORDER:
        return unreadable(case)
    case = case._replace(place=case.place._replace(seat=None, turn=None, match=None))
    return without_orders(case, pieces_in(case))


def without_orders(case: Case, pieces: Pieces) -> Fate:
    """Commands only: orders need an address that says which seat is meant."""
    if not pieces.commands:
        return to_no_match(case)
    names = [found.name for found in pieces.commands]
    if bound := next((name for name in names if name in OF_A_SEAT), ""):
        asked = questions_to(case.player)
        text = which_of(asked) if asked else answer_a_letter()
        return answer(case, text, bound, is_acting=bound in SUBMITTED)
    return obey(case, pieces)


def to_no_match(case: Case) -> Fate:
    """Perhaps orders: which match wants some is told each time, and help once a day."""
    if asked := questions_to(case.player):
        return answer(case, which_of(asked), "no seat")
    text = f"{answer_a_letter()}\n\n{help_text(translation.get_language() or 'en')}"
    return answer(case, text, "no seat", is_refusal=True)


OF_A_SEAT = (*SUBMITTED, "preview")


ACT: dict[Action, Callable[[Case], Fate]] = {
    Action.APPLY: apply,
    Action.HOLD: hold,
    Action.STALE: stale,
    Action.VOID: void,
    Action.HELP: without_seat,
    Action.REFUSE: refuse,
}


def unreadable(case: Case) -> Fate:
    kind = case.reading.kind
    return answer(case, str(UNREADABLE[kind]), kind, is_refusal=True)

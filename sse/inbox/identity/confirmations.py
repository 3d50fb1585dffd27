"""Mails that wait: their owner is asked, and nothing is done until they say yes."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from sse.inbox import replies
from sse.inbox.doors.incoming import plain
from sse.inbox.identity.cases import Case
from sse.inbox.identity.held_mail import ACCOUNT
from sse.inbox.identity.scope import is_beyond
from sse.inbox.limits import hash_of
from sse.inbox.models import RawMail
from sse.inbox.reading.types import Kind
from sse.inbox.replies import may_answer
from sse.inbox.services import Fate
from sse.matches.text.command_words import Command
from sse.matches.text.sections import pieces_of

Status = RawMail.Status
NOTHING = ""  # is answered by letters about a mail that may be somebody else's


def refuse(case: Case) -> Fate:
    """No letter to anybody; nor is the mail put to anybody's account."""
    return Fate(Status.IGNORED, case.judgement.why, case.reading.kind)


def hold(case: Case, why: str = "") -> Fate:
    """The owner is asked; nothing is done until they say so.

    Whoever wrote, the letter goes to the owner alone, and answers to it are never held:
    so this goes round in no circle.
    """
    is_anybodys = case.player is None and replies.reader_of(case) is None
    if case.reading.kind is not Kind.ORDER or is_anybodys:
        return refuse(case)
    is_account = any(is_beyond(case, one) for one in commands_of(case))
    if case.player is None:
        tell_invited(case)
    elif replies.may_ask(case):
        ask_owner(case, is_account)
    elif replies.may_tell_of_more(case):
        tell_of_more(case)
    return replies.fate(case, Status.HELD, why, ACCOUNT if is_account else "")


def commands_of(case: Case) -> tuple[Command, ...]:
    return pieces_of(case.reading.text).commands


def ask_owner(case: Case, is_account: bool) -> None:
    replies.letter(
        case,
        "held",
        mail=case.mail.pk,
        sender=plain(case.reading.sender),
        written=case.reading.text.splitlines(),
        is_account=is_account,
        in_reply_to=NOTHING,
    )


def tell_of_more(case: Case) -> None:
    sentence = _(
        "So many mails came today of which we do not know whether you wrote them that"
        " you are not asked about each. Nothing was done; they wait here, where you can"
        " say of each that it is yours:"
    )
    text = f"{sentence}\n\n  {settings.SITE}/letters/"
    about = _("Mails that wait for your word")
    replies.letter(case, "answer", about=about, text=text, in_reply_to=NOTHING)


def tell_invited(case: Case) -> None:
    reason = f"hold {hash_of(case.reading.sender)[:32]}"
    if may_answer(case, reason, is_refusal=True):
        about = _("Your invitation")
        replies.letter(case, "answer", text=another_address(case), about=about)


def another_address(case: Case) -> str:
    """To who is invited and no player yet: an answer of theirs, or somebody's."""
    sentence = _(
        "An answer to your invitation came from {sender}, or in a way that does not"
        " prove who wrote it. Nothing was done. If it was you, answer from this very"
        " address, or open the link in the invitation."
    )
    return sentence.format(sender=plain(case.reading.sender))

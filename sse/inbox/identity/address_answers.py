"""Answers to emails whose reply address alone proves that the writer read them.

Such an address was sent to one email address only, like the link in the same email. An
answer to it does what the button behind the link does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext as _

from engine.reading.text import squeeze
from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.accounts.names import name_checked
from sse.accounts.selectors import emails_of, player_at
from sse.accounts.services import address_confirm, player_make, zone_guess
from sse.accounts.tickets import token_of
from sse.inbox import replies
from sse.inbox.commands import Reply
from sse.inbox.commands.membership import seat_reply
from sse.inbox.commands.requests import fill
from sse.inbox.errors import MailRefused
from sse.inbox.identity.cases import Case
from sse.inbox.identity.held_mail import held_confirm
from sse.inbox.identity.trust import Proof
from sse.inbox.models import ACCOUNT, RawMail
from sse.inbox.reading.types import Kind
from sse.inbox.replies import answer
from sse.inbox.services import Fate, storable_text
from sse.matches.errors import MatchRefused
from sse.matches.models import Invitation
from sse.matches.play import invitation_accept, invitation_decline
from sse.matches.text.command_words import (
    LAST,
    Command,
    leading,
    meaning,
    meanings,
    shown,
)
from sse.matches.text.sections import sections_of
from sse.platform.mail_addresses import folded

Status = RawMail.Status
NOT_WORDS = re.compile(r"[^\w\s'’]")
CLAUSE_ENDS = re.compile(r"[,;.:!?()–—]+")
MOST_NAME_WORDS = 3
HOUR = timedelta(hours=1)
MOST_OFFSET_HOURS = 12
USUAL_ZONES = {  # by language, the likely ones first
    "en": (
        *("Europe/London", "America/New_York", "America/Chicago"),
        *("America/Denver", "America/Los_Angeles"),
    ),
    "de": ("Europe/Berlin",),
    "it": ("Europe/Rome",),
    "ru": ("Europe/Moscow", "Asia/Yekaterinburg", "Asia/Novosibirsk"),
    "uk": ("Europe/Kyiv",),
}


def assent_to(case: Case) -> tuple[str, Command | None]:
    """Return `yes`, `no` or nothing, and the command that said it, if any."""
    text = case.reading.text if case.reading.kind is Kind.ORDER else ""
    found = next(iter(sections_of(text).commands), None)
    if found and found.name in ("accept", "decline"):
        return ("yes" if found.name == "accept" else "no"), found
    return assent_in(text)[0], None


def assent_in(text: str) -> tuple[str, str]:
    """Read the first line that is not just a greeting; return its language too.

    “Yes, that was me!” is a yes, and so is “Thanks for asking! With pleasure.”; “yes,
    but not today” is neither.
    """
    for line in filter(str.strip, text.splitlines()):
        if found := meanings("assent").get(squeeze(NOT_WORDS.sub(" ", line))):
            return found
        before, said, behind = split_courtesies(clauses_of(line))
        if said:
            return unless_contradicted(said, [*before, *behind])
        if any(contradicts(clause, "not") for clause in before):
            break
    return "", ""


def clauses_of(line: str) -> list[str]:
    plain = (NOT_WORDS.sub(" ", clause).strip() for clause in CLAUSE_ENDS.split(line))
    return [clause for clause in plain if clause]


def split_courtesies(clauses: list[str]) -> tuple[list[str], str, list[str]]:
    """Split a line into courtesies, the clause that counts, and the rest."""
    courtesies = list(takewhile(is_courtesy, clauses))
    said, behind = clauses[len(courtesies) :][:1], clauses[len(courtesies) + 1 :]
    return courtesies, "".join(said), behind


def is_courtesy(clause: str) -> bool:
    is_answer = squeeze(clause) in meanings("assent")
    return not is_answer and bool(leading("pleasantries", clause).meaning)


def unless_contradicted(clause: str, others: Sequence[str]) -> tuple[str, str]:
    """Return what a clause says, unless others leave it open."""
    said, language = meanings("assent").get(squeeze(clause), ("", ""))
    against = "not" if said == "yes" else "assent"
    return (
        ("", "") if any(contradicts(o, against) for o in others) else (said, language)
    )


def contradicts(clause: str, against: str) -> bool:
    return any(meanings(against).get(squeeze(word)) for word in clause.split())


def answer_confirmation(case: Case) -> Fate:
    """Act on a yes; anything else does nothing."""
    said, _command = assent_to(case)
    if said != "yes":
        return answer(case, neither_text(said), "proof", is_refusal=True)
    if case.place.held:
        if case.place.held.kind == ACCOUNT and not is_from_the_owner(case):
            return answer(case, wrong_sender_text(case), "proof", is_refusal=True)
        return confirm_held_mail(case, case.place.held)
    return confirm_address(case)


def is_from_the_owner(case: Case) -> bool:
    """Say whether a yes about the account came from one of its addresses."""
    theirs = {folded(email) for email in emails_of(case.player)} if case.player else ()
    has_failed = case.judgement.proof == Proof.FAIL
    return folded(case.reading.sender) in theirs and not has_failed


def wrong_sender_text(case: Case) -> str:
    sentence = _(
        "A “yes” came from {sender}, and nothing was done: for changes to your account"
        " it counts only from one of your own addresses. Answer that email from one of"
        " them, or open the link in it."
    )
    return sentence.format(sender=storable_text(case.reading.sender))


def neither_text(said: str) -> str:
    if said == "no":
        return _("Nothing was done, and nothing will be.")
    sentence = _(
        "Nothing was done: your answer was neither yes nor no. Answer that email once"
        " more, with just “{yes}”, or open the link in it."
    )
    return sentence.format(yes=shown("yes", "yes", translation.get_language() or "en"))


def confirm_held_mail(case: Case, held: RawMail) -> Fate:
    """Let the held mail act; it is answered itself."""
    try:
        held_confirm(mail_id=held.pk)
    except MailRefused as refused:
        return replies.fate(case, Status.DONE, str(refused), "proof")
    fate = replies.fate(case, Status.DONE, f"confirms mail {held.pk}", "proof")
    return fate._replace(has_acted=True)


def confirm_address(case: Case) -> Fate:
    ticket = case.place.ticket
    assert ticket is not None
    try:
        with transaction.atomic():
            address = address_confirm(token=token_of(ticket))
    except AccountRefused as refused:
        return answer(case, str(refused), "address", is_acting=True)
    text = _("The address {email} is yours now.").format(email=address.email)
    return answer(case, text, "address", is_acting=True)._replace(has_acted=True)


# -------------------------------------------------------------------- invitations


def answer_invitation(case: Case) -> Fate:
    """Accept or decline for the invited address, or ask what is meant."""
    invitation = case.place.invitation
    assert invitation is not None
    said, command = assent_to(case)
    if not said:
        return answer(case, ask_yes_or_no(case, invitation), "invitation")
    try:
        with transaction.atomic():
            if said == "no":
                return decline_invitation(case, invitation)
            case, reply = accept_invitation(case, invitation, command)
    except (MatchRefused, AccountRefused) as refused:
        return answer(case, str(refused), "invitation", is_acting=True)
    with translation.override(case.player.language if case.player else "en"):
        fate = answer(case, reply.text, "invitation", is_acting=True, reply=reply)
        return fate._replace(has_acted=True)


def accept_invitation(
    case: Case, invitation: Invitation, command: Command | None
) -> tuple[Case, Reply]:
    """Take the seat, and open an account if the invited person has none."""
    player = player_at(invitation.email)
    is_new = player is None
    player = player or make_newcomer(case, invitation, command)
    seat = invitation_accept(invitation_id=invitation.pk, player=player)
    with translation.override(player.language):
        reply = seat_reply(seat)
        if is_new:
            reply = reply._replace(text=f"{welcome_text(player)}\n\n{reply.text}")
    return case._replace(player=player), reply


def make_newcomer(
    case: Case, invitation: Invitation, command: Command | None
) -> Player:
    name = chosen_name(case, command)
    language = translation.get_language() or "en"
    try:
        player = player_make(email=invitation.email, name=name, language=language)
    except IntegrityError:  # they have just joined by another way
        known = player_at(invitation.email)
        if known is None:
            raise
        return known
    zone_guess(player=player, time_zone=guess_time_zone(case.reading.date, language))
    return player


def chosen_name(case: Case, command: Command | None) -> str:
    """Return the name in the text, else that in From; never the address."""
    told = (name_in_text(case.reading.text), name_after_command(command))
    for wanted in (*told, case.reading.sender_name):
        with suppress(AccountRefused):
            return name_checked(wanted)
    return ""


def name_in_text(text: str) -> str:
    """Find the name in `my name is Max and …`."""
    clauses = (clause for line in text.splitlines() for clause in clauses_of(line))
    for clause in clauses:
        said = leading("called", clause).rest.split()
        words = list(takewhile(lambda word: not meaning("and", word), said))
        if 0 < len(words) <= MOST_NAME_WORDS:
            return " ".join(words)
    return ""


def name_after_command(command: Command | None) -> str:
    """Find the name in `accept as Botan`; there is none in `accept with pleasure`."""
    rest = command.rest.strip(LAST + " ") if command else ""
    after = leading("as", rest)
    if after.meaning:
        return after.rest
    is_courtesy_only = is_courtesy(rest) or squeeze(rest) in meanings("assent")
    return "" if is_courtesy_only else rest


def guess_time_zone(date: datetime | None, language: str) -> str:
    """Guess where a newcomer lives by the date of their mail; empty if unsure.

    A zone with summer time is preferred, else the offset alone. Programs that do not
    know where they are write +0000.
    """
    offset = date.utcoffset() if date else None
    if date is None or not offset:
        return ""
    for name in USUAL_ZONES.get(language, ()):
        if date.astimezone(ZoneInfo(name)).utcoffset() == offset:
            return name
    hours = offset // HOUR
    if offset % HOUR or abs(hours) > MOST_OFFSET_HOURS:
        return ""
    return f"Etc/GMT{-hours:+d}"  # these count the other way


def welcome_text(player: Player) -> str:
    values = {
        "name": player.name,
        "label": shown("settings", "name", player.language),
        "zone": player.time_zone,
        "zone_label": shown("settings", "zone", player.language),
    }
    sentence = _(
        "You are a player now, called {name}. “{settings} {label} …” changes the name,"
        " “{help}” lists what you can write. Times are shown in the time zone {zone};"
        " “{settings} {zone_label} …” changes that."
    )
    return fill(sentence, player.language, **values)


def decline_invitation(case: Case, invitation: Invitation) -> Fate:
    """Decline; an invited person needs no account for that."""
    invitation_decline(invitation_id=invitation.pk, player=case.player)
    sentence = _("You have declined the invitation to {match}.")
    text = sentence.format(match=invitation.match)
    fate = answer(case, text, "invitation", is_acting=True)
    return fate._replace(has_acted=True)


def ask_yes_or_no(case: Case, invitation: Invitation) -> str:
    sentence = _(
        "Do you want to play {match}? Answer this email with “{accept}” or"
        " “{decline}”. You can choose your name: “{accept} {as_} Botan”."
    )
    as_ = shown("as", "as", translation.get_language() or "en")
    return fill(sentence, match=invitation.match, as_=as_)

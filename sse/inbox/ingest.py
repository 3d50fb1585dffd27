"""Process stored mails: classify each, find its sender and match, do what it says.

A mail may be processed twice and acts once: what it does carries the mail's key, and is
written in the transaction that settles the mail.
"""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from sse.accounts.models import Player
from sse.accounts.selectors import address_for
from sse.inbox import tasks
from sse.inbox.bounces import report_take
from sse.inbox.commands.dispatch import ACTIONS
from sse.inbox.errors import Later
from sse.inbox.identity.address_answers import answer_confirmation, assent_in
from sse.inbox.identity.cases import READABLE, Case, case_of, read_stored_mail
from sse.inbox.identity.trust import Action
from sse.inbox.models import ACCOUNT, RawMail
from sse.inbox.reading.types import Kind, Reading
from sse.inbox.replies import answer, answer_allow
from sse.inbox.services import Fate, mail_claim, mail_lock, mail_settle, mail_update
from sse.matches.errors import MatchRefused
from sse.matches.text.sections import sections_of
from sse.outbox.letters import letter_to
from sse.outbox.reply_addresses import unsubscribe, unsubscription_of_letter
from sse.platform import leases, wake
from sse.platform.mail_addresses import address_read, office
from sse.platform.times import day_in_words

log = structlog.get_logger()
Status = RawMail.Status
RETRY_DELAYS = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360)]
MOST_ATTEMPTS = len(RETRY_DELAYS)
PASSING = (Later, OperationalError, InterfaceError)
UNREAD_TOKENS = ("b", "l")  # mail to these addresses is not read
KNOWN_WRITER = (Action.APPLY, Action.STALE, Action.VOID)
KEPT_FIELDS = ("kind", "match_id", "seat_id", "player_id", "read_as", "said", "proof")

# -------------------------------------------------------------------------- queue


def mails_process(*, limit: int = 100) -> int:
    """Process whatever is due, one by one; return how many were taken up."""
    for count in range(limit):
        mail = mail_claim()
        if mail is None:
            return count
        mail_process(mail)
    wake.ring_now(tasks.process_mails)
    return limit


def mail_process(mail: RawMail) -> None:
    """Process one mail that we have claimed, and try it again later if that fails."""
    if why := why_hopeless(mail):
        return give_up(mail, why)
    try:
        with leases.held(leases.lease_of(mail)):
            fate = mail_ingest(mail)
        if fate is not None:
            mail_settle(mail=mail, fate=fate)
    except PASSING as error:
        return put_off(mail, Status.NEW, error)
    except Exception as error:  # our fault: kept, logged for the operator, tried again
        log.exception("mail broken", mail=mail.pk)
        return put_off(mail, Status.BROKEN, error)
    return None


def why_hopeless(mail: RawMail) -> str:
    """Return why a mail is not tried again, if so."""
    if mail.attempts > MOST_ATTEMPTS:
        return mail.why or "Workers died of it."
    later = RawMail.objects.filter(line=mail.line, pk__gt=mail.pk, status=Status.DONE)
    if mail.attempts > 1 and later.exists():
        return f"A later mail was first; before that: {mail.why}"
    return ""


def put_off(mail: RawMail, status: str, error: Exception) -> None:
    why = f"{type(error).__module__}.{type(error).__qualname__}"  # its text may quote
    if mail.attempts >= MOST_ATTEMPTS:
        return give_up(mail, why)
    return leases.put_off(mail, RETRY_DELAYS, status=status, why=why)


def give_up(mail: RawMail, why: str) -> None:
    """Leave the mail to the operator, and tell its writer that it is safe."""
    log.error("mail dead", mail=mail.pk)
    mail_update(mail, status=Status.DEAD, why=why, done_at=timezone.now())
    try:
        with transaction.atomic():
            player = known_writer(mail)
            if player and may_apologise(player):
                apologise(mail, player)
    except Exception:  # what broke while the mail was processed may break here as well
        log.exception("not told", mail=mail.pk)


def known_writer(mail: RawMail) -> Player | None:
    reading = read_stored_mail(mail)
    if reading.kind not in READABLE or reading.quiet:
        return None
    case = case_of(mail, reading)
    return case.player if case.judgement.action in KNOWN_WRITER else None


def may_apologise(player: Player) -> bool:
    address = address_for(player)
    return address is not None and answer_allow(
        mail=None, address=address.email, reason="broken"
    )


def apologise(mail: RawMail, player: Player) -> None:
    local = timezone.localtime(mail.received_at, ZoneInfo(player.time_zone))
    with translation.override(player.language):
        when = f"{day_in_words(local)}, {local:%H:%M} {local:%Z}"
        sentence = _(
            "Your email of {when} arrived and is safe, but something broke on our side"
            " when we read it. Nothing was changed. A person will look at it."
        )
        about, text = _("Your email is safe"), sentence.format(when=when)
        key = f"dead:mail:{mail.pk}"
        letter_to(player=player, kind="answer", key=key, about=about, text=text)


# ----------------------------------------------------------------------- one mail


def mail_ingest(mail: RawMail) -> Fate | None:
    """Do what a mail says; return its fate unless it is settled already. [Later]"""
    reading = read_stored_mail(mail)
    token = address_read(office(), mail.recipient)
    if reading.kind in (Kind.BOUNCE, Kind.COMPLAINT):
        ingest_report(mail, reading)
        return None
    if token and token.kind == "l" and reading.kind in READABLE:
        return ingest_unsubscription(token.number)
    if token and token.kind in UNREAD_TOKENS:
        return Fate(Status.IGNORED, f"for {token.kind}: {reading.why}", reading.kind)
    if reading.kind not in READABLE:
        return Fate(Status.IGNORED, reading.why, reading.kind, read_as=reading.kind)
    case = case_of(mail, reading)
    action = case.judgement.action
    act = answer_confirmation if case.is_confirmation else ACTIONS.get(action)
    if act is None:
        raise Later(case.judgement.why)
    with transaction.atomic(), translation.override(reply_language(case)):
        locked = mail_lock(mail)
        if locked is None:
            return None
        fate = fate_before(locked.mail)
        if fate is None:
            copy = fate_of_copy(case) if locked.has_copies else None
            fate = with_reading(case, copy or act(case))
        mail_settle(mail=mail, fate=fate)
    return None


def ingest_report(mail: RawMail, reading: Reading) -> None:
    """Note that an email of ours came back, or that its reader complains."""
    with transaction.atomic():
        why = report_take(mail=mail, reading=reading)
        mail_settle(mail=mail, fate=Fate(Status.IGNORED, why, reading.kind))


def ingest_unsubscription(letter_id: int) -> Fate:
    """Stop the emails of a match, by the address that mail programs use for that."""
    try:
        unsubscribe(wish=unsubscription_of_letter(letter_id))
    except MatchRefused as error:
        return Fate(Status.IGNORED, str(error), "leave")
    return Fate(Status.DONE, "no more letters of this match", "leave")


def fate_before(mail: RawMail) -> Fate | None:
    """Return the fate of a mail that has acted already and is run again."""
    if mail.acted_at is None:
        return None
    kept = {name: getattr(mail, name) for name in KEPT_FIELDS}
    return Fate(why="had acted already", **kept)


def with_reading(case: Case, fate: Fate) -> Fate:
    """Add the text and the proof, so that operators see them and re-runs agree."""
    reading, proof = case.reading, case.judgement.proof
    return fate._replace(read_as=reading.kind, said=reading.text, proof=proof)


def reply_language(case: Case) -> str:
    """Return the player's language, or else the one they seem to write in."""
    if case.player:
        return str(case.player.language)
    text, hint = case.reading.text, case.reading.language_hint
    command = next(iter(sections_of(text).commands), None)
    return hint or (command.language if command else "") or assent_in(text)[1] or "en"


# ------------------------------------------------------------------------- copies
# A message to several of our addresses is a row for each, but it acts and is answered
# once. Whichever row is read first counts for the best of the addresses that the
# message names (see `place_of`); the others are copies of it.


def fate_of_copy(case: Case) -> Fate | None:
    first = earlier_copy(case)
    if first is None:
        return None
    why = f"a copy of mail {first.pk}"
    if is_for_another_seat(case, first):
        sentence = _(
            "Your email went to several of our addresses. It counted for {match} only,"
            " and nothing was done here: please write a separate email to each match."
        )
        return answer(case, sentence.format(match=first.match), "copy")._replace(
            why=why
        )
    return Fate(Status.IGNORED, why, case.reading.kind)


def earlier_copy(case: Case) -> RawMail | None:
    """Return a copy that acted for the same player, or was about the same thing.

    A copy stops only the player who wrote it: anyone can send the same words earlier.
    A mail without a Message-ID is never a copy: `pass` is written in many turns.
    """
    mail, player = case.mail, case.player
    if not mail.message_id:
        return None
    alike = RawMail.objects.filter(
        message_id=mail.message_id, body_hash=mail.body_hash, player=player
    )
    if player is None:  # invited, and no player yet
        alike = alike.filter(match=case.match)
    ends = [Status.DONE]
    if case.judgement.action == Action.HOLD:
        ends.append(Status.HELD)
    same = Q(status__in=ends, seat=case.seat, match=case.match)
    if not case.is_sure:  # the owner is asked about the first one
        same |= Q(status=Status.HELD, kind=ACCOUNT)
    before = alike.exclude(pk=mail.pk).filter(Q(acted_at__isnull=False) | same)
    return before.select_related("match").defer("raw").order_by("pk").first()


def is_for_another_seat(case: Case, first: RawMail) -> bool:
    """Say whether the writer has both seats, and may think both have their orders."""
    if case.seat is None or case.judgement.action != Action.APPLY:
        return False
    return first.seat_id is not None and first.seat_id != case.seat.pk

"""Texts of players and bots: stored at once, applied by a worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Count, Exists, OuterRef, Q
from django.db.models.expressions import RawSQL
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from engine.bots import bots
from engine.errors import Refused
from engine.log import Entry as Line
from sse.accounts.models import Player
from sse.matches import tasks
from sse.matches.clock.deadlines import resume, ring_due
from sse.matches.errors import MatchRefused
from sse.matches.happened import refusal_limits
from sse.matches.models import Match, Seat, Submission, of_current_rules
from sse.matches.play.locked_match import LockedMatch, locked_match
from sse.matches.play.notices import seat_notice
from sse.matches.play.seat_holders import check_goes_on, check_kept, given_up, no_seat
from sse.matches.positions import CHANGED, waiting_name
from sse.matches.presentation import language_in
from sse.matches.selectors import seat_state
from sse.matches.table import table_of
from sse.matches.text.reader import (
    TextRefused,
    Understood,
    fault_data,
    keep_speech,
    text_fault,
    understand,
    writer_at,
)
from sse.platform import rows, wake
from sse.platform.notices import notify

log = structlog.get_logger()
LEFT_BEHIND = timedelta(seconds=3)  # a wake-up call must have been lost
MOST_SWEPT = 200
LONGEST = 100_000  # letters of a text
THEIR_SEAT = rows.Select(
    lambda match, player: (
        Seat.objects.filter(match=match, player=player)
        .select_related("match")
        .only("number", "has_resigned", "match__status")
    ),
    *(int, int),
)
IS_WAITING = RawSQL("'waiting'", ())  # said in the text: the index is for it alone
WAITING = rows.Select(
    lambda match: Submission.objects.filter(match=match, status=IS_WAITING).order_by(
        "received_at", "pk"
    )[:2],
    int,
)
SAFE = gettext_lazy(
    "Something went wrong on our side. Your email is safe, nothing was changed, and"
    " the operator will look at it."
)
BESIDES = ("said", "noted", "ignored")
DATABASE_AWAY = (OperationalError, InterfaceError)


def plan_submit(
    *,
    match_id: int,
    player: Player,
    text: str,
    source: str,
    key: str,
    kind: str = Submission.Kind.ORDERS,
    received_at: datetime | None = None,
    knowing: Mapping[str, Any] | None = None,
) -> Submission:
    """Keep a text for the player's seat; a worker applies it. The same key acts once.

    `knowing`: the `turn` that the writer had read of, or the name of the `position`
    that they saw, and what goes with the `letter` that tells them what became of it.
    What comes back may be the submission of before.
    [MatchRefused]
    """
    seat = seat_for(match_id, player)
    match = seat.match
    check_goes_on(match)
    if kind != Submission.Kind.RESIGN:
        check_kept(seat)
    if len(text) > LONGEST:
        sentence = _("That is more than {number} characters.")
        raise MatchRefused("too_long", sentence, number=LONGEST)
    submission, __ = submission_keep(
        Submission(
            match=match,
            seat=seat.number,
            player=player,
            text=text.replace("\0", ""),  # PostgreSQL keeps no such letter
            kind=kind,
            source=source,
            key=key,
            answer=dict(knowing or {}),
            received_at=received_at or timezone.now(),
        )
    )
    if submission.player_id != player.pk or submission.match_id != match.pk:
        raise MatchRefused("key", _("This key was used for something else."))
    return submission


def seat_for(match_id: int, player: Player) -> Seat:
    """The player's seat, with its match."""
    mine = THEIR_SEAT(match_id, player.pk)
    if mine:
        return mine[0]
    if Match.objects.filter(pk=match_id).exists():
        raise no_seat()
    raise MatchRefused("no_match", _("There is no such match."))


def submission_keep(submission: Submission) -> tuple[Submission, bool]:
    """The row, or the one with the same key that is there already."""
    new = rows.insert([submission], unless="key")
    if not new:
        return Submission.objects.get(key=submission.key), False
    (submission.pk,) = new
    wake.ring(tasks.apply_submissions, submission.match_id)
    return submission, True


# ------------------------------------------------------------------ in a worker


def submissions_apply(*, match_id: int) -> None:
    """Everything that waits for a match, in order of receipt, each by itself."""
    while apply_next(match_id):
        pass


def apply_next(match_id: int) -> bool:
    """The text that came first; whether more are waiting."""
    submission, more = None, False
    try:
        with locked_match(match_id) as table:
            if table.match.is_current:  # else what was written waits for its rules
                submission, more = first_waiting(match_id)
            if submission is None:
                table.is_idle = True
            else:
                ring_due(table, by=submission.received_at)
                apply_submission(table, submission)
    except DATABASE_AWAY:  # nobody's fault: it goes on waiting, and is swept
        raise
    except Exception:  # our fault: kept, told to the operator, and the match goes on
        if submission is None:
            raise
        log.exception("submission broken", submission=submission.pk)
        give_up(submission)
    return more


@transaction.atomic
def give_up(submission: Submission) -> None:
    """Unless it is applied after all: what follows a commit may break as well.

    What its writer knew stays with it: it may be tried again.
    """
    waiting = Submission.objects.filter(
        pk=submission.pk, status=Submission.Status.WAITING
    )
    broken = Submission.Status.BROKEN
    if waiting.update(status=broken, done_at=timezone.now()):
        submission.refresh_from_db(fields=["answer"])
        tell_it_is_safe(submission)


def tell_it_is_safe(submission: Submission) -> None:
    """Tell a player who wrote by email."""
    their_seats = Seat.objects.select_related("match", "player").filter(
        match=submission.match_id, number=submission.seat, player=submission.player_id
    )
    if "letter" in submission.answer and (seat := their_seats.first()):
        with override(seat.player.language if seat.player else None):
            text = str(SAFE)
        notice = seat_notice(
            seat=seat,
            kind="answer",
            key=f"broken:{submission.key}",
            about=str(seat.match),
            text=text,
            **submission.answer["letter"],
        )
        notify([notice])


def first_waiting(match_id: int) -> tuple[Submission | None, bool]:
    found = WAITING(match_id)
    return (found[0] if found else None), len(found) > 1


def apply_submission(table: LockedMatch, submission: Submission) -> None:
    """Apply one text; a player who wrote by email is answered by email."""
    beside = submission.answer.get("letter")
    decide(table, submission)
    if beside is None:
        return
    is_always_told = submission.status == Submission.Status.APPLIED
    more = [] if is_always_told or not submission.player else refusal_limits(submission)
    if None not in more:
        told = {**beside, **letter_data(submission.answer)}
        for found in more:
            told |= found or {}
        table.notices.outcome(submission, told)


def decide(table: LockedMatch, submission: Submission) -> None:
    """Kept and played on, or refused with every fault found."""
    if table.match.has_ended or table.concede():  # one of before, with one seat left
        return set_outcome(submission, Submission.Status.REFUSED, {"code": "over"})
    if is_stale(table, submission):
        moment = {"code": CHANGED, **moment_of(table, submission)}
        return set_outcome(submission, Submission.Status.STALE, moment)
    table.received_at = min(submission.received_at, table.now)
    try:
        check_may_write(table, submission)
        besides = TAKE[submission.kind](table, submission)
    except Refused as refused:
        writer = writer_at(table, submission.seat, bool(submission.by))
        faults = fault_data(writer, submission.text, refused.errors)
        return refuse(table, submission, faults)
    except TextRefused as refused:
        return refuse(table, submission, refused.faults)
    answer = receipt(table, submission) | besides
    return set_outcome(submission, Submission.Status.APPLIED, answer)


def check_may_write(table: LockedMatch, submission: Submission) -> None:
    """Nothing is taken from a seat that was given up. [TextRefused]"""
    seat = table.seats[submission.seat]
    if submission.kind != Submission.Kind.RESIGN and seat.has_resigned:
        with override(seat.player.language if seat.player else "en"):
            raise TextRefused([text_fault("resigned", given_up())])


def refuse(
    table: LockedMatch, submission: Submission, faults: list[dict[str, Any]]
) -> None:
    """With the moment: a number answers it only as long as the seat is still there."""
    answer = {"faults": faults, **moment_of(table, submission)}
    set_outcome(submission, Submission.Status.REFUSED, answer)


def moment_of(table: LockedMatch, submission: Submission) -> dict[str, Any]:
    """Say where the seat was when nothing was done with its text."""
    asked = table.table.asks(submission.seat)
    return {"head": table.match.head, "question": asked.key if asked else ""}


def receipt(table: LockedMatch, submission: Submission) -> dict[str, Any]:
    """Return what is kept for later and remarks on it, for the writer only."""
    seat, match = submission.seat, table.match
    plan = table.table.plans.get(seat, "")
    language = language_in(match, writer_at(table, seat).language)
    said = match.game.remarks(table.state, seat, plan, language)
    return {"entry": match.head, "kept": plan, "remarks": said}


def is_stale(table: LockedMatch, submission: Submission) -> bool:
    """Tell whether a bot, or a player who lost the seat, answers too late."""
    seat = table.seats[submission.seat]
    if submission.player_id:
        is_past = table.table.is_past(submission.seat, submission.answer.get("turn"))
        is_lost = seat.player_id != submission.player_id
        return is_past or is_lost or has_changed(table, submission)
    asked = table.table.asks(submission.seat)
    chain = submission.answer.get("chain")
    return not seat.program or asked is None or chain != table.match.chain


def has_changed(table: LockedMatch, submission: Submission) -> bool:
    """Tell whether the writer saw another position than the seat's present one."""
    seen = submission.answer.get("position")
    if seen is None or submission.kind == Submission.Kind.RESIGN:
        return False
    if seen == table.position(submission.seat):
        return False
    before = table.match.submissions.filter(
        seat=submission.seat, player=submission.player_id, pk__lt=submission.pk
    )
    last = before.order_by("-pk").values_list("pk", flat=True).first()
    if last is None:
        return True
    waiting = waiting_name(table.match, table.state, table.table, submission.seat, last)
    return bool(seen != waiting)


def set_outcome(submission: Submission, status: str, answer: dict[str, Any]) -> None:
    submission.status, submission.answer = status, answer
    submission.done_at = timezone.now()
    rows.update(submission, ["status", "answer", "done_at"])


def take_orders(table: LockedMatch, submission: Submission) -> dict[str, Any]:
    """Take all of a text or nothing; return what came besides the orders."""
    seat, match, beside = submission.seat, table.match, table.table
    state = table.state
    read = understand(writer_at(table, seat, bool(submission.by)), submission.text)
    keep_speech(table, submission, read)
    if read.plan is not None:
        player_returns(table, submission)
        beside.writers[seat] = submission.by
        if read.hands_in or read.is_anew:
            others = {pair for pair in beside.handed if pair[0] != seat}
            open = match.game.decisions(state) if read.hands_in else []
            beside.handed = others | {(seat, decision.span) for decision in open}
        table.play_on({**beside.plans, seat: read.plan})
    return besides_orders(table.names, read)


def besides_orders(names: Sequence[str], read: Understood) -> dict[str, Any]:
    """Return what else became of a text, for its receipt."""
    said = [
        {"to": None if s.to is None else [names[n] for n in s.to], "text": s.text}
        for s in read.speech
    ]
    found = {"said": said, "noted": list(read.notes), "ignored": list(read.ignored)}
    return {name: value for name, value in found.items() if value}


def letter_data(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same for a letter, with the questions of a refusal."""
    found = {name: answer[name] for name in BESIDES if name in answer}
    questions = [
        {"line": fault["line"], "choices": [c["text"] for c in fault["choices"]]}
        for fault in answer.get("faults", [])
        if fault.get("choices")
    ]
    return found | ({"questions": questions} if questions else {})


def player_returns(table: LockedMatch, submission: Submission) -> None:
    """A stand-in goes, and an open seat is the player's again."""
    if submission.player_id:
        seat = table.seats[submission.seat]
        if seat.stand_in or seat.is_open:
            table.happen("is back", seat.number)
        seat.stand_in, seat.is_open, seat.missed = "", False, 0
        if table.table.paused in ("forsaken", "out_of_time"):
            resume(table)


def take_withdrawal(table: LockedMatch, submission: Submission) -> dict[str, Any]:
    """Take back what was written and not used yet."""
    seat = submission.seat
    player_returns(table, submission)
    table.table.handed = {pair for pair in table.table.handed if pair[0] != seat}
    table.play_on({**table.table.plans, seat: ""})
    return {}


def take_resignation(table: LockedMatch, submission: Submission) -> dict[str, Any]:
    """For good, and once; whoever stood in for the player goes as well."""
    seat, match = submission.seat, table.match
    place = table.seats[seat]
    if place.has_resigned:
        return {}
    player_returns(table, submission)
    state, events = match.game.resign(table.state, seat)
    table.append(Line("resigns", seat=seat), state, events)
    place.has_resigned = True
    table.play_on({**table.table.plans, seat: ""})
    if not match.has_ended:
        table.notices.to_all("resigned", changed=seat)
    return {}


TAKE: dict[str, Callable[[LockedMatch, Submission], dict[str, Any]]] = {
    Submission.Kind.ORDERS: take_orders,
    Submission.Kind.WITHDRAW: take_withdrawal,
    Submission.Kind.RESIGN: take_resignation,
}


# ------------------------------------------------------------------------ bots


def bots_play(*, match_id: int) -> None:
    """Let every bot that is asked write its orders, as people do.

    It thinks outside the lock. Its dice follow from the match and the moment, so that
    it writes the same however often it is asked.
    """
    match = Match.objects.filter(pk=match_id, bots_due=True).first()
    if match is None or match.has_ended or not match.is_current:
        return
    table, seats = table_of(match.table), list(match.seats.order_by("number"))
    for asked in table.asked:
        seat = seats[asked.seat]
        if seat.program:
            write_for(match, seat, table.plans.get(seat.number, ""))


def write_for(match: Match, seat: Seat, plan: str) -> None:
    moment = f"{match.seed} {match.head} {seat.number} {plan}"
    key = sha256(f"{match.pk} {match.chain} {moment}".encode()).hexdigest()
    state = seat_state(match, seat.number)
    before = Submission.objects.filter(key=key).first()
    if before is None:
        bot = bots(match.game_name)[seat.program]
        text = bot(match.game, state, seat.number, Random(moment))
    elif before.status == Submission.Status.WAITING:
        return wake.ring_now(tasks.apply_submissions, match.pk)
    else:  # what it wrote was of no use
        text = match.game.default(state, seat.number).text
        key = f"{key} default"
    submission_keep(
        Submission(
            match=match,
            seat=seat.number,
            text=text,
            by=f"bot {seat.program}",
            source="bot",
            key=key,
            answer={"chain": match.chain},
        )
    )
    return None


# ----------------------------------------------------------------------- sweep


def submissions_sweep(*, now: datetime | None = None) -> int:
    """Wake workers for everything left behind; return how many matches."""
    limit = (now or timezone.now()) - LEFT_BEHIND
    waiting = Submission.objects.filter(
        of_current_rules("match__"),
        status=Submission.Status.WAITING,
        received_at__lte=limit,
    )
    left = waiting.order_by("match_id").values_list("match_id", flat=True).distinct()
    to_apply = set(left[:MOST_SWEPT])
    thinking = Match.objects.filter(
        of_current_rules(), bots_due=True, changed_at__lte=limit
    )
    newest = thinking.order_by("-changed_at")  # what is stuck for long keeps no others
    to_think = set(newest.values_list("pk", flat=True)[:MOST_SWEPT]) - to_apply
    for match_id in sorted(to_apply):
        wake.ring_again(tasks.apply_submissions, match_id)
    for match_id in sorted(to_think):
        wake.ring_again(tasks.play_bots, match_id)
    end_conceded()
    return len(to_apply) + len(to_think)


def end_conceded() -> None:
    """End the matches of before that go on though one seat is left."""
    left = Count("seats", filter=Q(seats__has_resigned=False))
    is_given_up = Seat.objects.filter(match=OuterRef("pk"), has_resigned=True)
    going_on = Match.objects.filter(of_current_rules(), Exists(is_given_up))
    going_on = going_on.filter(status=Match.Status.RUNNING).annotate(left=left)
    for match_id in going_on.filter(left=1).values_list("pk", flat=True)[:MOST_SWEPT]:
        try:
            with locked_match(match_id) as table:
                table.is_idle = table.match.has_ended or not table.concede()
        except Exception:  # our fault: told to the operator; the others end
            log.exception("conceding broken", match_id=match_id)

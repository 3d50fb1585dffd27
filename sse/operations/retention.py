"""How long fields that can hold an email address are kept, table by table.

One task carries out `RULES`, in batches. What stands in docs/operating.md besides them
is kept as long as its match or player; `NO_ADDRESS` cannot hold an address. A test
checks that every text field is either in that document or in `NO_ADDRESS`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import structlog
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session as OldSession
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from sse.accounts.models import Address, Session, Ticket
from sse.api.idempotency import answers_forget as api_answers_forget
from sse.hooks.services import deliveries_forget
from sse.inbox.replies import answers_forget
from sse.inbox.services import mails_forget
from sse.matches.models import Invitation, Match
from sse.outbox.models import Bounce, Letter
from sse.outbox.services import texts_forget
from sse.platform.rates import tries_forget

log = structlog.get_logger()
BATCH_ROWS = 1000  # at once, so that locks are short
MOST_BATCHES = 100  # in one run; the next one goes on
ON_THE_WAY = (Letter.Status.QUEUED, Letter.Status.SENDING)
ENDED = (Match.Status.FINISHED, Match.Status.ABANDONED)
FORGOTTEN = "@invalid"  # the end of what replaces an address


class Rule(NamedTuple):
    """Fields that are emptied, or rows that are deleted, some time after their use."""

    fields: tuple[str, ...]  # `app.Model.field`
    purge: Callable[..., int]  # by `now`: one batch, or all at once; how many rows


def days_before(now: datetime, days: int) -> datetime:
    return now - timedelta(days=days)


def deleted(rows: QuerySet[Any]) -> int:
    """Delete one batch, the oldest first; return how many rows."""
    model: type[Model] = rows.model
    keys = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH_ROWS])
    model._default_manager.filter(pk__in=keys).delete()
    return len(keys)


# ----------------------------------------------------------------------- batches


def tickets_forget(now: datetime) -> int:
    limit = days_before(now, settings.TICKET_DAYS)
    return deleted(Ticket.objects.filter(expires_at__lte=limit))


def addresses_forget(now: datetime) -> int:
    """Delete addresses that were never confirmed: they may be anybody's."""
    limit = days_before(now, settings.UNCONFIRMED_DAYS)
    unread = Address.objects.filter(confirmed_at=None, created_at__lte=limit)
    return deleted(unread)


def sessions_forget(now: datetime) -> int:
    old = deleted(OldSession.objects.all())  # of an older release
    return deleted(Session.objects.filter(expire_date__lte=now)) or old


def letters_forget(now: datetime) -> int:
    """Forget where old emails went and what they said, not that they were sent."""
    limit = days_before(now, settings.LETTER_DAYS)
    old = Letter.objects.filter(created_at__lte=limit, forgotten_at=None)
    keys = old.exclude(status__in=ON_THE_WAY).values_list("pk", flat=True)[:BATCH_ROWS]
    return Letter.objects.filter(pk__in=list(keys)).update(
        email="", data={}, text="", trouble="", forgotten_at=now
    )


def bounces_forget(now: datetime) -> int:
    """Delete bounces, not complaints: that a person wants no emails still holds."""
    limit = days_before(now, settings.BOUNCE_DAYS)
    old = Bounce.objects.filter(at__lte=limit)
    return deleted(old.exclude(kind=Bounce.Kind.COMPLAINT))


def invitations_forget(now: datetime) -> int:
    """Forget the address once it is answered, or nobody can answer any more.

    People are invited into running matches too. An answer that comes meanwhile stays.
    """
    limit = days_before(now, settings.INVITATION_DAYS)
    is_over = ~Q(answer="") | Q(match__status__in=ENDED)
    old = Invitation.objects.filter(is_over, created_at__lte=limit)
    rows = list(old.exclude(email__endswith=FORGOTTEN).order_by("pk")[:BATCH_ROWS])
    unanswered = Invitation.objects.filter(pk__in=[row.pk for row in rows], answer="")
    unanswered.update(answer="revoked")
    for row in rows:
        row.email = f"forgotten-{row.pk}{FORGOTTEN}"
    Invitation.objects.bulk_update(rows, ["email"], BATCH_ROWS)
    return len(rows)


def operator_log_forget(now: datetime) -> int:
    limit = days_before(now, settings.OPERATOR_LOG_DAYS)
    return deleted(LogEntry.objects.filter(action_time__lte=limit))


# ------------------------------------------------------------------------- rules


def fields_of(model: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{model}.{name}" for name in names)


RULES = [
    Rule(fields_of("accounts.Ticket", "email", "name", "after"), tickets_forget),
    Rule(fields_of("accounts.Address", "email"), addresses_forget),
    Rule(fields_of("accounts.Session", "session_data", "device"), sessions_forget),
    Rule(fields_of("sessions.Session", "session_data"), sessions_forget),
    Rule(fields_of("platform.Tries", "key", "times"), tries_forget),
    Rule(fields_of("outbox.Letter", "email", "data", "trouble"), letters_forget),
    Rule(fields_of("outbox.Letter", "text"), texts_forget),
    Rule(fields_of("outbox.Bounce", "email", "why"), bounces_forget),
    Rule(fields_of("matches.Invitation", "email"), invitations_forget),
    Rule(
        fields_of("inbox.RawMail", "raw", "envelope_from", "message_id", "said", "why"),
        mails_forget,
    ),
    Rule(fields_of("inbox.Answer", "who"), answers_forget),
    Rule(fields_of("api.KeptAnswer", "key", "headers", "body"), api_answers_forget),
    Rule(fields_of("hooks.Delivery", "data", "trouble"), deliveries_forget),
    Rule(
        fields_of("admin.LogEntry", "object_id", "object_repr", "change_message"),
        operator_log_forget,
    ),
]

# Hashes, keys, numbers and words of the software.
NO_ADDRESS = {
    *fields_of("auth.Permission", "name", "codename"),
    *fields_of("auth.Group", "name"),
    *fields_of("contenttypes.ContentType", "app_label", "model"),
    *fields_of("sessions.Session", "session_key"),
    *fields_of("otp_totp.TOTPDevice", "name", "key"),
    *fields_of("otp_static.StaticDevice", "name"),
    *fields_of("otp_static.StaticToken", "token"),
    *fields_of("accounts.Player", "password", "time_zone", "calendar_key"),
    *fields_of("accounts.Ticket", "language"),
    *fields_of("accounts.Session", "session_key"),
    *fields_of("matches.Match", "game_name", "clock", "seed", "commitment", "chain"),
    *fields_of("matches.Match", "result", "last_state"),
    *fields_of("matches.Seat", "bot", "stand_in", "reminders"),
    *fields_of("matches.Tenure", "bot"),
    *fields_of("matches.Invitation", "answer"),
    *fields_of("matches.Submission", "by", "source", "key"),
    *fields_of("matches.Talk", "key"),
    *fields_of("matches.Note", "key"),
    *fields_of("matches.Entry", "chain"),
    *fields_of("matches.Snapshot", "mark"),
    *fields_of("matches.Heartbeat", "name"),
    *fields_of("inbox.RawMail", "door", "recipient", "key", "body_hash", "line"),
    *fields_of("inbox.RawMail", "kind", "read_as", "proof"),
    *fields_of("inbox.Answer", "reason", "text_hash"),
    *fields_of("outbox.Letter", "kind", "key"),
    *fields_of("outbox.Bounce", "key"),
    *fields_of("archive.Record", "game_name", "tempo", "clock"),
    *fields_of("archive.Part", "game_name", "bot"),
    *fields_of("archive.Tally", "game_name", "part", "figure", "value"),
    *fields_of("archive.Career", "game_name", "bot"),
    *fields_of("archive.Report", "key"),
    *fields_of("archive.Import", "chain"),
    *fields_of("accounts.Token", "digest", "begins", "scopes"),
    *fields_of("api.KeptAnswer", "request"),
    *fields_of("hooks.Hook", "secret", "events"),
    *fields_of("hooks.Delivery", "event", "key"),
}


def purge_all(*, now: datetime | None = None) -> int:
    """Carry out every rule, even if one of them fails."""
    now, count = now or timezone.now(), 0
    for purge in dict.fromkeys(rule.purge for rule in RULES):
        try:
            for _batch in range(MOST_BATCHES):
                count += (done := purge(now=now))
                if done < BATCH_ROWS:
                    break
        except Exception:  # the other rules must run all the same
            log.exception("retention broken", rule=purge.__name__)
    return count

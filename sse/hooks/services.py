"""Hooks are set and taken away; what they are told is sent, for a day if need be."""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from urllib3.exceptions import HTTPError

from sse.accounts.errors import AccountRefused
from sse.accounts.models import Player
from sse.hooks import tasks
from sse.hooks.destinations import Forbidden, place_of, url_checked
from sse.hooks.events import EVENTS, TEST
from sse.hooks.http_call import SIGNATURE, call, signature
from sse.hooks.models import Delivery, Hook
from sse.platform import leases, wake

log = structlog.get_logger()
MOST = 10  # hooks of one player
LONGEST_URL = 500
DELAYS = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360)]
PATIENCE = timedelta(hours=24)  # then it has failed
REMEMBERED = timedelta(days=14)  # deliveries that are done
AT_ONCE = 50  # of one run of a worker
Status = Delivery.Status


# --------------------------------------------------------------------------- setting


@transaction.atomic
def hook_set(*, player: Player, url: str, events: Collection[str]) -> Hook:
    """A new hook with a secret of its own. [AccountRefused]"""
    try:
        url_checked(url)
    except Forbidden as forbidden:
        raise AccountRefused("url", str(forbidden)) from None
    if len(url) > LONGEST_URL:
        raise AccountRefused("url", _("This address is too long."))
    wanted = [event for event in EVENTS if event in events]
    if not wanted:
        raise AccountRefused("events", _("Say what it is to be told of."))
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.hooks.count() >= MOST:
        raise AccountRefused("too_many", _("Take one away first."))
    return Hook.objects.create(
        player=player, url=url, events=wanted, secret=token_hex(32)
    )


def hook_remove(*, player: Player, hook_id: int) -> None:
    """What was not sent yet goes with it."""
    if not player.hooks.filter(pk=hook_id).delete()[0]:
        raise AccountRefused("unknown", _("There is no such hook."))


def hook_test(*, hook: Hook) -> Delivery:
    """Something to hear, so that one knows that it is heard."""
    key = f"test:{uuid4().hex}"
    made = Delivery.objects.create(hook=hook, event=TEST, key=key)
    wake.ring_once(tasks.send_deliveries)
    return made


# --------------------------------------------------------------------------- sending


def deliveries_send() -> int:
    """Whatever is due, one after the other. How many were sent."""
    sent = 0
    while sent < AT_ONCE and (delivery := delivery_claim()):
        with leases.held(leases.lease_of(delivery)):
            delivery_send(delivery)
        sent += 1
    if sent == AT_ONCE:
        wake.ring_now(tasks.send_deliveries)
    return sent


def delivery_claim() -> Delivery | None:
    """The oldest that is due, for us alone, until the lease ends."""
    due = leases.due(Delivery, timezone.now()).order_by("not_before", "pk")
    return next(iter(leases.claim(due[:1])), None)


def delivery_send(delivery: Delivery) -> None:
    """To the machine as it is found now; outside of any transaction."""
    hook, body = delivery.hook, body_of(delivery)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"{settings.SITE_NAME} ({settings.SITE})",
        "Hikyaku-Event": delivery.event,
        "Hikyaku-Delivery": str(delivery.pk),
        SIGNATURE: signature(hook.secret, int(time.time()), body),
    }
    try:
        answer = call(place_of(hook.url), body, headers)
    except Forbidden as forbidden:
        return end(delivery, None, str(forbidden), is_final=True)
    except (OSError, HTTPError, UnicodeError) as error:
        return end(delivery, None, f"{type(error).__name__}: {error}"[:200])
    trouble = "" if 200 <= answer < 300 else f"HTTP {answer}"
    return end(delivery, answer, trouble)


def body_of(delivery: Delivery) -> bytes:
    said = {
        "id": delivery.pk,
        "event": delivery.event,
        "at": delivery.created_at.isoformat(),
        **delivery.data,
    }
    return json.dumps(said, ensure_ascii=False).encode()


def end(
    delivery: Delivery, answer: int | None, trouble: str, is_final: bool = False
) -> None:
    """Heard; or later again, with growing patience; or after a day never."""
    now, attempts = timezone.now(), delivery.attempts + 1
    ended: dict[str, Any] = {"attempts": attempts, "answer": answer, "trouble": trouble}
    again = now + DELAYS[min(attempts, len(DELAYS)) - 1]
    if trouble and not is_final and again <= delivery.created_at + PATIENCE:
        leases.give_back(delivery, at=again, **ended)
    else:
        status = Status.FAILED if trouble else Status.DELIVERED
        leases.finish(delivery, status=status, done_at=now, **ended)


def deliveries_forget(*, now: datetime | None = None) -> int:
    old = (now or timezone.now()) - REMEMBERED
    return Delivery.objects.filter(created_at__lte=old).delete()[0]

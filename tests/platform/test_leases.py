"""A claim lives as long as its worker, ends soon after it, and is nobody else's."""

from __future__ import annotations

import os
import threading
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from sse.accounts.models import Player
from sse.outbox.models import Letter
from sse.platform import leases

MINUTE = timedelta(minutes=1)
SWEEPS = ("letters", "mails", "booklets", "hooks")


def claimed(player: Player) -> Letter:
    claim = leases.new_claim(timezone.now())
    return Letter.objects.create(
        kind="talk", key=os.urandom(8).hex(), player=player, status="sending", **claim
    )


def until(letter: Letter) -> Any:
    return Letter.objects.values_list("lease_until", flat=True).get(pk=letter.pk)


def test_what_a_dead_worker_held_is_free_within_a_minute() -> None:
    """Its lease ends, and then the next sweep finds the row."""
    for name in SWEEPS:
        sweep: Any = settings.CELERY_BEAT_SCHEDULE[name]["schedule"]
        assert leases.LEASE + timedelta(seconds=sweep) < MINUTE, name


def test_a_claim_is_renewed_several_times_before_it_ends() -> None:
    """The first renewal comes after two pauses at the latest."""
    assert 3 * timedelta(seconds=leases.RENEWAL_SECONDS) < leases.LEASE


@pytest.mark.django_db(transaction=True)
def test_a_claim_is_renewed_while_work_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tests.support.people import new_player

    monkeypatch.setattr(leases, "RENEWAL_SECONDS", 0.02)
    letter = claimed(new_player("Aki"))
    renewed, real = threading.Semaphore(0), leases.Renewer.renew_all

    def renew_all(renewer: leases.Renewer) -> None:
        real(renewer)
        renewed.release()

    monkeypatch.setattr(leases.Renewer, "renew_all", renew_all)
    renewer = leases.Renewer()
    monkeypatch.setattr(leases, "renewer", renewer)
    with leases.held(leases.lease_of(letter)):
        before = until(letter)
        for _ in range(6):
            assert renewed.acquire(timeout=60)
        assert until(letter) > before
    assert not renewer.renewals


@pytest.mark.django_db
def test_a_worker_that_hangs_is_not_waited_for(
    aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = []
    monkeypatch.setattr(leases.Lease, "renew", lambda lease: count.append(lease))
    monkeypatch.setattr(leases, "MOST_RENEWALS", 5)
    monkeypatch.setattr(connection, "close", lambda: None)
    renewer = leases.Renewer()
    renewer.renewals[leases.lease_of(claimed(aki))] = 0
    for _ in range(20):
        renewer.renew_all()
    assert len(count) == 4  # the first pause may have been a short one


@pytest.mark.parametrize("error", [InterfaceError, OperationalError])
def test_a_lost_connection_ends_one_renewal_and_not_all(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, ...]] = []

    def renew(lease: leases.Lease) -> bool:
        asked.append(lease.keys)
        if lease.keys == (1,):
            raise error("connection already closed")
        return True

    monkeypatch.setattr(leases.Lease, "renew", renew)
    monkeypatch.setattr(connection, "close", lambda: None)
    renewer = leases.Renewer()
    renewer.renewals = {
        leases.Lease(Letter, frozenset([uuid4()]), (key,)): 1 for key in (1, 2)
    }
    for _ in range(2):
        renewer.renew_all()
    assert asked == [(1,), (2,), (1,), (2,)]


@pytest.mark.django_db
def test_a_claim_that_was_taken_over_is_ours_no_more(aki: Player) -> None:
    letter = claimed(aki)
    assert leases.still_ours(letter)
    Letter.objects.update(**leases.new_claim(timezone.now()))
    assert not leases.ours(letter).exists()
    with time_machine.travel(timezone.now() + MINUTE):
        assert not leases.still_ours(letter)
    Letter.objects.update(**leases.FREE)
    letter.lease_by = None
    assert not leases.ours(letter).exists()


# ------------------------------------------------------ nobody acts for another worker


@pytest.mark.django_db
def test_a_slow_sender_writes_nothing_about_a_letter(aki: Player) -> None:
    from sse.outbox import services
    from sse.outbox.relevance import End

    letter = claimed(aki)
    Letter.objects.update(**leases.new_claim(timezone.now()))
    services.letter_put_off(letter, "too late")
    leases.give_back(letter, at=timezone.now())
    ends = services.Ends()
    ends.note(letter, End("failed", "too late"))
    ends.write()
    assert (Letter.objects.get().status, Letter.objects.get().trouble) == (
        "sending",
        "",
    )


@pytest.mark.django_db
def test_a_slow_caller_writes_nothing_about_a_hook(
    aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sse.hooks import services
    from sse.hooks.models import Delivery, Hook

    hook = Hook.objects.create(player=aki, url="https://example.org/", secret="s")
    Delivery.objects.create(hook=hook, event="test", key="one")
    slow = services.delivery_claim()
    assert slow
    with time_machine.travel(timezone.now() + MINUTE):
        assert services.delivery_claim()
    services.end(slow, 200, "")
    assert Delivery.objects.get().status == "sending"


@pytest.mark.django_db
@pytest.mark.usefixtures("own_files_and_cache")
def test_a_slow_printer_keeps_no_booklet(
    aki: Player,
    botan: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from sse.archive import reports
    from sse.archive.models import Report
    from tests.support.tables import running

    match = running(aki, botan)
    report = reports.booklet_ask(match=match, seat=0)

    def slow(report: Report) -> bytes:
        Report.objects.update(**leases.new_claim(timezone.now()))
        return b"%PDF"

    monkeypatch.setattr(reports, "report_file_data", slow)
    assert not reports.report_make(report_id=report.pk)
    report.refresh_from_db()
    assert (report.status, report.file) == ("making", "")


def test_a_fork_begins_without_claims() -> None:
    lease = leases.Lease(Letter, frozenset(), (1,))
    leases.renewer.add(lease)
    try:
        child = os.fork()
        if not child:
            is_new = not leases.renewer.renewals and leases.renewer.thread is None
            os._exit(0 if is_new else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        leases.renewer.remove(lease)

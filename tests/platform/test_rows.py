"""The short way to the database reads and writes what Django's long way does."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError

from sse.accounts.models import Player
from sse.inbox.models import Answer
from sse.matches.models import Entry, Match, Seat, Submission
from sse.matches.play.locked_match import LOCKED, SEATS
from sse.matches.play.submissions import WAITING
from sse.outbox.models import Letter
from sse.platform import rows
from tests.support.tables import running, write

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
NOON = datetime(2026, 7, 1, 12, 0, 0, 123456, tzinfo=UTC)


def held(row: Model) -> dict[str, Any]:
    return {name: value for name, value in row.__dict__.items() if name[0] != "_"}


@pytest.fixture
def match(aki: Player, botan: Player) -> Match:
    Player.objects.filter(pk=aki.pk).update(quiet_from=time(22), quiet_to=time(7, 30))
    match = running(aki, botan, bots=1, clock={"each": 86_400, "bank": 3600})
    match.seats.filter(number=1).update(stand_in="random", is_open=True, missed=2)
    return match


def test_a_match_is_read_as_django_reads_it(match: Match) -> None:
    with transaction.atomic():
        (found,) = LOCKED(match.pk)
    assert held(found) == held(Match.objects.get(pk=match.pk))
    assert found == match
    assert not found._state.adding


def test_seats_are_read_with_their_players(match: Match) -> None:
    found = SEATS(match.pk)
    wanted = list(match.seats.select_related("player").order_by("number"))
    for seat, same in zip(found, wanted, strict=True):
        assert held(seat).items() <= held(same).items()
        assert seat.word == same.word  # was left out: Django reads it when it is wanted
        assert seat.player == same.player
    assert found[0].player is not None
    assert found[0].player.quiet_to == time(7, 30)
    assert found[1].player is None


def test_what_waits_is_read_in_order_of_receipt(match: Match, aki: Player) -> None:
    at = [NOON + timedelta(seconds=late) for late in (2, 1, 3)]
    for number, received_at in enumerate(at):
        Submission.objects.create(
            match=match,
            seat=0,
            player=aki,
            key=str(number),
            source="web",
            answer={"turn": number},
            received_at=received_at,
        )
    Submission.objects.filter(key="2").update(status="applied")
    assert [held(row) for row in WAITING(match.pk)] == [
        held(Submission.objects.get(key=key)) for key in ("1", "0")
    ]


def test_new_rows_are_written_as_django_writes_them(match: Match, aki: Player) -> None:
    letter = Letter(
        kind="turn",
        key="a key",
        player=aki,
        match=match,
        seat=0,
        entry=1,
        data={"said": "“Ünï” <b> 50 %s"},
        created_at=NOON,
        not_before=NOON,
    )
    (letter.pk,) = rows.insert([letter], unless="key")
    assert held(Letter.objects.get(key="a key")) == held(letter)
    assert rows.insert([letter], unless="key") == []
    assert rows.insert([]) == []


def test_changes_are_written_as_django_writes_them(match: Match) -> None:
    (seat, *_) = SEATS(match.pk)
    seat.budget, seat.due_at, seat.asked_at = (
        timedelta(days=2, microseconds=5),
        NOON,
        None,
    )
    seat.reminders, seat.is_open, seat.missed = [NOON.isoformat()], True, 3
    names = ["budget", "due_at", "asked_at", "reminders", "is_open", "missed"]
    rows.update(seat, names)
    now = Seat.objects.get(pk=seat.pk)
    assert [getattr(now, name) for name in names] == [
        getattr(seat, name) for name in names
    ]


def test_statements_are_counted_like_any_other(
    match: Match, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        SEATS(match.pk)


def test_errors_are_those_of_django(match: Match) -> None:
    twice = Entry(match=match, number=0, text="setup", chain="", at=NOON)
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.insert([twice])
    with transaction.atomic():
        connection.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            SEATS(match.pk)


def test_an_order_takes_a_dozen_statements(
    aki: Player, botan: Player, django_assert_max_num_queries: Any
) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 2")
    with django_assert_max_num_queries(16):  # two of them are the test's
        write(match, botan, "pick 3")


def test_a_query_keeps_its_own_values_and_takes_ours_in_any_order(
    match: Match, aki: Player
) -> None:
    """Those that stand in the query itself are not asked for again."""
    ours = rows.Select(
        lambda since, kinds, seat: (
            Letter.objects.exclude(kind=kinds)
            .filter(created_at__gt=since, status__in=["sent", "failed"])
            .filter(seat=seat)
            .order_by("-pk")[:2]
        ),
        *(datetime, str, int),
    )
    Letter.objects.all().delete()
    for number, status in enumerate(["sent", "queued", "failed", "sent", "sent"]):
        Letter.objects.create(
            kind="turn" if number else "phase",
            key=str(number),
            player=aki,
            seat=7,
            status=status,
            created_at=NOON + timedelta(hours=number),
        )
    assert [row.key for row in ours(NOON, "phase", 7)] == ["4", "3"]
    assert [row.key for row in ours(NOON - timedelta(1), "turn", 7)] == ["0"]
    assert [row.key for row in ours(NOON + timedelta(hours=3), "phase", 7)] == ["4"]
    assert ours(NOON, "phase", 6) == []


def test_a_value_that_stands_nowhere_is_a_mistake() -> None:
    unused = rows.Select(lambda pk, seat: Letter.objects.filter(pk=pk), *(int, int))
    with pytest.raises(AssertionError):
        unused(1, 2)


def test_what_anything_forbids_is_not_written(aki: Player) -> None:
    first = Answer(who="a", reason="b", day=NOON.date(), at=NOON)
    (first.pk,) = rows.insert([first], unless="*")
    assert rows.insert([first], unless="*") == []  # no error, as Django's would be
    Answer.objects.create(who="c", reason="d", at=NOON)
    assert Answer.objects.count() == 2

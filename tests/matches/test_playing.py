"""What players write becomes entries and letters, once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction

from engine.replay import verify
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.errors import MatchRefused
from sse.matches.models import Entry, Match, Snapshot, Submission
from sse.matches.play import (
    bots_play,
    match_open,
    match_start,
    plan_submit,
    submissions_apply,
    submissions_sweep,
)
from sse.matches.selectors import log_file, seat_state
from sse.outbox.models import Letter
from sse.outbox.rendering import message_of
from sse.platform.notices import Notice
from tests.support.tables import asked, beside, letters, log, running, write

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
Work = Callable[[], int]


@pytest.mark.parametrize(
    ("game", "bot", "seats", "tempo"),
    [
        ("age_of_war", "auto", 3, "each"),
        ("small_samurai_empires", "greedy", 2, "each"),
        ("small_samurai_empires", "random", 4, "phase"),
        ("toy", "random", 3, "phase"),
    ],
)
def test_bots_play_a_match_to_its_end(
    aki: Player, work: Work, game: str, bot: str, seats: int, tempo: str
) -> None:
    match = match_open(
        organiser=aki,
        game=game,
        seats=seats,
        plays=False,
        bot_seats=[bot] * seats,
        tempo=tempo,
    )
    match_start(match_id=match.pk, by=aki)
    work()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert verify(log_file(match)).endswith("and the match is finished.")
    assert letters(match, aki) == ["started", "ended"]
    assert [standing["seat"] for standing in match.result or ()] == list(range(seats))


def test_a_tally_is_played_told_and_proved(aki: Player, botan: Player) -> None:
    """TOY-10: what the wind took stands in the log, the state and the letter."""
    match = running(aki, botan, choices={"wind": "yes", "rounds": "1"})
    write(match, botan, "pick 1")
    write(match, aki, "pick 5; take gold")
    (group,) = re.findall(r"round 1 wind: (\d)/(\d)<1431655765 0/0<", log(match)[-1])
    lost, prize = map(int, group)
    assert states.state_at(match, match.head - 1).points == (prize - lost, 0)
    assert verify(log_file(match)).endswith("and the match is finished.")
    ended = Letter.objects.get(match=match, player=botan, kind="ended")
    assert f"The wind takes {lost} point" in str(
        message_of(ended, "x@example.org").body
    )


def test_the_same_seed_and_bots_give_the_same_match(aki: Player, work: Work) -> None:
    logs = []
    for _ in range(2):
        match = match_open(
            organiser=aki,
            game="toy",
            seats=3,
            plays=False,
            bot_seats=["random"] * 3,
            seed="77" * 32,
        )
        match_start(match_id=match.pk, by=aki)
        work()
        logs.append(log(match))
    assert logs[0] == logs[1]


# ------------------------------------------------------------ sealed decisions


def test_nothing_is_in_the_log_before_the_last_has_decided(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    assert asked(match) == [(0, "pick"), (1, "pick")]
    assert write(match, aki, "pick 2").status == "applied"
    assert log(match)[1:] == []
    assert asked(match) == [(1, "pick")]
    assert letters(match, botan) == ["started", "turn"]  # tells nothing of it
    write(match, botan, "pick 5")
    assert log(match)[1:3] == ["0 pick 2", "1 pick 5"]


def test_who_decides_first_does_not_matter(aki: Player, botan: Player) -> None:
    one, other = running(aki, botan), running(aki, botan)
    write(one, aki, "pick 2")
    write(one, botan, "pick 5")
    write(other, botan, "pick 5")
    write(other, aki, "pick 2")
    assert log(one) == log(other)
    assert asked(one) == asked(other)


def test_orders_can_be_replaced_until_they_are_used(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 2")
    write(match, aki, "pick 3")
    write(match, botan, "pick 5")
    assert log(match)[1:3] == ["0 pick 3", "1 pick 5"]


def test_orders_can_be_withdrawn_until_they_are_used(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 2")
    write(match, aki, "", kind=Submission.Kind.WITHDRAW)
    assert asked(match) == [(0, "pick"), (1, "pick")]
    write(match, botan, "pick 5")
    assert log(match)[1:] == []


def test_a_seat_sees_its_own_sealed_steps_and_nobody_elses(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, choices={"wishes": "yes"})
    write(match, aki, "wish odd")
    assert asked(match) == [(0, "pick"), (1, "wish")]
    assert seat_state(match, 0).wishes == ("odd", "")
    assert seat_state(match, 1).wishes == ("", "")
    assert states.state_now(match).wishes == ("", "")


# ---------------------------------------------------------------- all or nothing


def test_one_bad_line_and_nothing_is_kept(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    before = match.table
    answer = write(match, aki, "pick 2\nfly home")
    assert answer.status == "refused"
    (fault,) = answer.answer["faults"]
    assert (fault["line"], fault["kind"]) == (2, "unreadable")
    assert fault["text"].startswith("Line 2: ")
    assert match.table == before
    assert log(match)[1:] == []


def test_a_receipt_tells_what_is_kept(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    answer = write(match, aki, "pick 2; take gold")
    assert answer.status == "applied"
    assert answer.answer["kept"] == beside(match).plans[0]


@pytest.mark.parametrize("text", ["", "   \n", "\0", "pick", "p" * 5000])
def test_bad_texts_are_refused_with_reasons(
    aki: Player, botan: Player, text: str
) -> None:
    match = running(aki, botan)
    answer = write(match, aki, text)
    assert answer.status == "refused"
    assert answer.answer["faults"]


def test_who_may_not_write_is_told_and_nothing_is_kept(
    aki: Player, botan: Player, doi: Player
) -> None:
    match = running(aki, botan)
    unstarted = match_open(organiser=aki, game="toy", seats=2)
    cases = [
        (10**9, aki, "no_match"),
        (match.pk, doi, "no_seat"),
        (unstarted.pk, aki, "not_begun"),
    ]
    for match_id, player, code in cases:
        with pytest.raises(MatchRefused) as refused:
            plan_submit(
                match_id=match_id, player=player, text="pick 1", source="web", key=code
            )
        assert refused.value.code == code
    assert not Submission.objects.exists()


def test_a_finished_match_takes_nothing(aki: Player, botan: Player) -> None:
    match = running(aki, botan, choices={"rounds": "1"})
    write(match, aki, "pick 5; take gold")
    write(match, botan, "pick 1; hold")
    assert match.status == Match.Status.FINISHED
    with pytest.raises(MatchRefused) as refused:
        write(match, aki, "pick 1")
    assert refused.value.code == "over"
    assert letters(match, botan)[-1] == "ended"


# ------------------------------------------------------------------ exactly once


def test_the_same_submission_three_times_acts_once(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    for _ in range(3):
        write(match, aki, "pick 2", key="mail 17")
    assert Submission.objects.count() == 1


def test_another_player_cannot_use_a_key(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 2", key="mail 17")
    with pytest.raises(MatchRefused) as refused:
        write(match, botan, "pick 3", key="mail 17")
    assert refused.value.code == "key"


def test_a_program_that_is_asked_twice_writes_once(aki: Player, work: Work) -> None:
    match = running(aki, bots=1)
    bots_play(match_id=match.pk)
    bots_play(match_id=match.pk)
    assert Submission.objects.filter(source="bot").count() == 1


def test_a_program_that_thought_too_long_changes_nothing(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan, bots=1)
    bots_play(match_id=match.pk)  # written, not yet applied
    Submission.objects.update(answer={"chain": "of long ago"})
    submissions_apply(match_id=match.pk)
    assert Submission.objects.get().status == Submission.Status.STALE
    assert beside(match).plans == {}


def test_what_no_worker_heard_is_swept(
    aki: Player, rings: list[object], work: Work
) -> None:
    match = running(aki, bots=1)
    plan_submit(match_id=match.pk, player=aki, text="pick 2", source="web", key="once")
    rings.clear()  # Redis was flushed
    assert submissions_sweep() == 0  # somebody may still be at it
    Submission.objects.update(received_at="2020-01-01T00:00Z")
    Match.objects.update(changed_at="2020-01-01T00:00Z")
    assert submissions_sweep() > 0
    work()
    match.refresh_from_db()
    assert len(log(match)) > 2


def test_our_own_fault_is_kept_and_the_match_goes_on(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tests.toy as toy

    match = running(aki, botan)
    good = toy.parse

    def breaks(state: object, seat: int, text: str, *rest: object) -> str:
        if text == "pick 1":
            raise ZeroDivisionError
        return good(state, seat, text, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(toy, "parse", breaks)
    assert write(match, aki, "pick 1").status == Submission.Status.BROKEN
    assert log(match)[1:] == []
    assert write(match, aki, "pick 2").status == Submission.Status.APPLIED


# ------------------------------------------------------------- the log, for ever


@pytest.mark.parametrize(
    "statement",
    [
        "update matches_entry set text = 'setup' where number = 0",
        "delete from matches_entry",
    ],
)
def test_the_database_itself_keeps_the_log(
    aki: Player, botan: Player, statement: str
) -> None:
    match = running(aki, botan)
    before = log(match)
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert log(match) == before


@pytest.mark.parametrize("table", ["matches_entry", "matches_match"])
def test_the_log_cannot_be_truncated(aki: Player, botan: Player, table: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no TRUNCATE; DELETE without WHERE is refused above")
    match = running(aki, botan)
    before = log(match)
    with connection.cursor() as cursor:  # or waiting checks would refuse it before us
        cursor.execute("set constraints all immediate")
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"truncate {table} cascade")
    assert log(match) == before


def test_a_match_with_a_log_cannot_be_deleted(aki: Player, botan: Player) -> None:
    match = running(aki, botan)
    with pytest.raises(DatabaseError), transaction.atomic():
        match.delete()
    assert Entry.objects.filter(match=match).exists()


def test_deleting_every_snapshot_changes_nothing_but_time(
    aki: Player, work: Work
) -> None:
    match = match_open(
        organiser=aki, game="age_of_war", seats=2, plays=False, bot_seats=["auto"] * 2
    )
    match_start(match_id=match.pk, by=aki)
    work()
    match.refresh_from_db()
    assert Snapshot.objects.filter(match=match).count() >= 2
    whole = [states.state_at(match, number) for number in range(match.head)]
    Snapshot.objects.all().delete()
    states.NEAR.clear()
    assert whole == [states.state_at(match, number) for number in range(match.head)]
    assert verify(log_file(match)).endswith("finished.")


def test_the_chain_in_the_database_is_that_of_the_log_file(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 2")
    write(match, botan, "pick 3")
    lines = log_file(match).splitlines()
    marks = [line.rpartition(" #")[2] for line in lines if line[:1].isdigit()]
    assert marks == [row.chain[:12] for row in match.entries.order_by("number")]


def test_a_letter_is_written_with_its_cause_or_not_at_all(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sse.outbox import letters

    match = running(aki, botan)
    write(match, aki, "pick 2")
    before = Letter.objects.count()

    def breaks(notice: Notice) -> Letter:
        raise ZeroDivisionError

    monkeypatch.setattr(letters, "letter_of", breaks)
    assert write(match, botan, "pick 3").status == Submission.Status.BROKEN
    assert log(match)[1:] == []
    assert Letter.objects.count() == before


# -------------------------------------------------------------------- resigning


def test_who_resigns_is_not_asked_again(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie)
    assert write(match, aki, "", kind=Submission.Kind.RESIGN).status == "applied"
    assert "seat 0 resigns" in log(match)
    assert asked(match) == [(1, "pick"), (2, "pick")]
    assert verify(log_file(match)).endswith("still running.")

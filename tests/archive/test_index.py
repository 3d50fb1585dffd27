"""A match that ends comes into the archive, with what happened in it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from engine.errors import ReplayBroken
from engine.log import Log, read_entry
from engine.registry import games
from sse.accounts.models import Player
from sse.accounts.services import player_erase
from sse.archive.index import records, story
from sse.archive.index.facts import LENGTHS, span, spans
from sse.archive.index.maintenance import archive_index, archive_keep
from sse.archive.index.models import SECOND, Part, Record, Story
from sse.archive.index.records import archive_enter, match_reword, records_reword
from sse.archive.index.story import tale_of
from sse.archive.index.terms import question, terms_put, token, words_of
from sse.archive.models import Remark
from sse.matches.clock.arithmetic import PRESETS
from sse.matches.models import Match, Submission
from sse.matches.play import (
    back_consent,
    back_propose,
    clocks_ring,
    match_abandon,
    match_open,
    seat_open,
    seat_take,
)
from tests.support.short_matches import begun, besieged, ended, lanterns, record_of
from tests.support.tables import running, write

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


def found(*facts: str, words: str = "") -> list[int]:
    """The matches that are found by these."""
    rows = Record.objects.filter(terms__terms__matches=question(facts, words))
    return list(rows.order_by("-pk").values_list("match_id", flat=True))


# ------------------------------------------------------------------------ entering


def test_what_was_found_by_older_terms_is_worded_anew(
    aki: Player, botan: Player
) -> None:
    matches = [lanterns(aki, botan), lanterns(aki, botan, title="Two lanterns")]
    terms_put(record_of(matches[1]).pk, ["of=yesterday"], [])
    Record.objects.update(is_worded=False)
    assert found("seats=toy 2 2") == [matches[0].pk]
    archive_keep()
    assert found("seats=toy 2 2") == [match.pk for match in reversed(matches)]
    assert found("seats=2", words="lanterns") == [matches[1].pk]
    assert found("of=yesterday") == []
    assert not Record.objects.filter(is_worded=False).exists()
    assert records_reword(most=9) == 0


def test_a_record_that_cannot_be_worded_keeps_no_other_from_it(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [lanterns(aki, botan) for _ in range(3)]
    Record.objects.update(is_worded=False)
    reword = records.record_reword

    def fails(*, record: Record) -> None:
        reword(record=record)
        assert record.match_id != matches[2].pk

    monkeypatch.setattr(records, "record_reword", fails)
    archive_keep()
    left = Record.objects.filter(is_worded=False).values_list("match", flat=True)
    assert list(left) == [matches[2].pk]
    assert archive_index(only_missing=True) == 0  # and it comes to an end


def test_a_match_that_ends_is_in_the_archive(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan, title="Two lanterns", clock=PRESETS["daily"].data)
    record = record_of(match)
    assert (record.game_name, record.version, record.seats) == ("toy", 1, 2)
    assert record.choices == match.choices
    assert (record.tempo, record.clock, record.players) == ("each", "daily", "people")
    assert (record.entries, record.days) == (match.head, 1)
    assert record.is_public
    assert record.is_finished
    assert record.winners == 1
    assert record.margin == max(row["points"] for row in match.result or [])
    parts = record.parts.order_by("seat")
    assert [(p.name, p.place, p.is_last) for p in parts] == [
        ("Aki", 1, True),
        ("Botan", 2, True),
    ]
    assert [p.answers for p in parts] == [1, 1]


def test_ids_ascend_with_the_end_whenever_they_are_made(
    aki: Player, botan: Player
) -> None:
    late = ended("2026-03-02T10:00", aki, botan)
    early = ended("2026-03-01T10:00", aki, botan)
    assert early.match_id > late.match_id
    assert early.pk < late.pk
    assert early.pk // SECOND == int(early.ended_at.timestamp())
    Record.objects.all().delete()
    again = archive_enter(match=Match.objects.get(pk=early.match_id))
    assert again
    assert again.pk == early.pk


def test_what_never_began_is_not_kept(aki: Player) -> None:
    match = match_open(organiser=aki, game="toy", seats=2)
    match_abandon(match_id=match.pk, by=aki)
    assert not Record.objects.exists()
    assert archive_enter(match=Match.objects.get(pk=match.pk)) is None


def test_an_abandoned_match_is_kept_without_a_result(
    aki: Player, botan: Player
) -> None:
    match = running(aki, botan)
    match_abandon(match_id=match.pk, by=aki)
    record = record_of(match)
    assert (record.is_finished, record.winners, record.margin) == (False, 0, None)
    assert record.is_rated
    assert found("state=abandoned") == [match.pk]
    assert [part.place for part in record.parts.all()] == [None, None]


@pytest.mark.parametrize(
    ("privacy", "finishes", "is_public"),
    [
        ("listed", True, True),
        ("listed", False, True),
        ("listed when finished", True, True),
        ("listed when finished", False, False),
        ("private", True, False),
        ("private", False, False),
    ],
)
def test_who_may_see_it_follows_from_the_match(
    aki: Player, botan: Player, privacy: str, finishes: bool, is_public: bool
) -> None:
    if finishes:
        match = lanterns(aki, botan, privacy=privacy)
    else:
        match = begun(aki, botan, privacy=privacy)
        match_abandon(match_id=match.pk, by=aki)
    record = record_of(match)
    assert record.is_public is is_public
    assert {part.is_public for part in record.parts.all()} == {is_public}


def test_whatever_breaks_here_the_match_ends_and_is_entered_later(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(records, "parts_of", broken)
        match = lanterns(aki, botan)
        assert not Record.objects.exists()
        archive_keep()
        assert not Record.objects.exists()
    assert not Submission.objects.filter(status="broken").exists()
    archive_keep()
    assert record_of(match).parts.count() == 2


def test_what_ended_long_ago_is_entered_by_the_command(
    aki: Player, botan: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    match = lanterns(aki, botan)
    Record.objects.all().delete()
    long_ago = timezone.now() - timedelta(days=99)
    Match.objects.filter(pk=match.pk).update(ended_at=long_ago)
    archive_keep()
    assert not Record.objects.exists()
    call_command("archive_index", "--missing")
    assert "1 matches" in capsys.readouterr().out
    assert Record.objects.get().ended_at == long_ago
    call_command("archive_index", "--missing")
    assert "0 matches" in capsys.readouterr().out


def test_entering_twice_changes_nothing(aki: Player, botan: Player) -> None:
    match = besieged(aki)
    before = snapshot(match)
    archive_enter(match=match)
    assert snapshot(match) == before
    archive_index()
    assert snapshot(match) == before


def snapshot(match: Match) -> list[Any]:
    record = record_of(match)
    hidden = {"id", "record_id", "is_counted", "is_rated"}
    rows: list[Any] = [record, record.story, *record.parts.order_by("seat")]
    return [
        {
            field.attname: getattr(row, field.attname)
            for field in row._meta.concrete_fields
            if field.attname not in hidden
        }
        for row in rows
    ]


# ---------------------------------------------------------------------- who played


def test_a_seat_that_changed_hands_has_two_parts(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, choices={"rounds": "1"})
    seat_open(match_id=match.pk, by=aki, seat=1)
    seat_take(match_id=match.pk, player=chie, seat=1)
    write(match, aki, "pick 5")
    write(match, chie, "pick 4")
    write(match, aki, "take gold")
    parts = record_of(match).parts.order_by("pk")
    told = [(p.name, p.is_last, p.place, p.is_rateable) for p in parts]
    assert told == [
        ("Aki", True, 1, True),
        ("Botan", False, None, False),
        ("Chie", True, 2, False),
    ]
    assert found(f"player={botan.pk}") == [match.pk]
    assert found(f"lost={botan.pk}") == []


def test_missed_deadlines_and_resignations_are_theirs(
    aki: Player, botan: Player, chie: Player
) -> None:
    match = running(aki, botan, chie, choices={"rounds": "1"}, clock={"each": 3600})
    write(match, botan, "", kind=Submission.Kind.RESIGN)
    hours = 2
    while not match.has_ended:
        clocks_ring(now=timezone.now() + timedelta(hours=hours))
        match.refresh_from_db()
        hours += 2
    mine, theirs, _others = record_of(match).parts.order_by("seat")
    assert mine.missed >= 1
    assert (mine.has_resigned, theirs.has_resigned) == (False, True)


def test_an_organiser_who_does_not_play_has_a_part_without_a_seat(aki: Player) -> None:
    match = besieged(aki, privacy="private")
    organiser = record_of(match).parts.get(player=aki)
    assert (organiser.seat, organiser.place) == (None, None)
    assert found(f"player={aki.pk}") == []
    assert record_of(match).players == "programs"


def test_the_order_of_play_is_what_the_game_tells(aki: Player) -> None:
    match = besieged(aki, bots=3, choices={"first_player": "1"})
    parts = record_of(match).parts.filter(seat__isnull=False).order_by("seat")
    assert [part.turn for part in parts] == [3, 1, 2]


# ------------------------------------------------------------------- what happened


def test_what_happened_is_told_with_its_steps(aki: Player) -> None:
    match = besieged(aki)
    told = record_of(match).story
    cities = {t for t in told.happened if t.startswith("card_conquered card=")}
    assert cities
    count, first, last = told.happened["card_conquered"]
    assert count == sum(told.happened[city][0] for city in cities)
    assert 0 < first <= last < match.head
    assert found("happened=age_of_war 2 card_conquered") == [match.pk]
    assert found("happened=age_of_war 2 card_conquered card=ZZ") == []
    assert told.happened["match_ended how=conquest"][0] == 1
    openings = record_of(match).parts.filter(seat=0).get().openings
    assert f"card_conquered card={openings['card_conquered card']}" in cities


def test_first_and_last_are_those_of_the_group(aki: Player, botan: Player) -> None:
    match = running(aki, botan, choices={"rounds": "2"})
    for orders in (("pick 5", "pick 4", "take rice"), ("pick 3", "pick 3", "")):
        write(match, aki, orders[0])
        write(match, botan, orders[1])
        if orders[2]:
            write(match, aki, orders[2])
    told = record_of(match).story
    assert set(told.first) >= {"prize_taken", "prize_taken what=rice"}
    assert "prize_lost" in told.last
    assert "prize_lost" not in told.first
    facts = "last=toy 2 prize_lost", "first=toy 2 prize_taken what=rice"
    assert found(*facts) == [match.pk]
    assert found("last=toy 2 prize_taken") == []


def test_what_was_taken_back_has_not_happened(aki: Player, botan: Player) -> None:
    match = running(aki, botan, choices={"rounds": "2"})
    write(match, aki, "pick 5")
    write(match, botan, "pick 4")
    write(match, aki, "take rice")
    back_propose(match_id=match.pk, by=aki, entry=0)
    back_consent(match_id=match.pk, player=botan)
    for orders in (("pick 1", "pick 2", "take gold"), ("pick 2", "pick 1", "")):
        write(match, aki, orders[0])
        write(match, botan, orders[1])
        taker = botan if orders[2] else aki
        write(match, taker, "take gold")
    told = record_of(match).story.happened
    assert "prize_taken what=rice" not in told
    assert told["prize_taken what=gold"][0] == 2
    assert told["prize_taken"][1] > 5


def test_steps_that_were_taken_up_again_have_happened() -> None:
    """Back to 0, then back to a step of the branch that was left."""
    lines = ["setup | prizes: 5 6", "0 pick 5", "1 pick 4", "0 take rice", "back to 0"]
    lines += ["0 pick 1", "back to 3"]
    log = Log("toy", 1, {}, 2, "0" * 64, entries=[read_entry(line) for line in lines])
    log.choices = games()["toy"].complete(2, {"deal": "open", "rounds": "2"})
    assert tale_of(log).happened["prize_taken what=rice"] == [1, 3, 3]


def test_without_its_rules_a_match_keeps_what_was_told(
    aki: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = besieged(aki)
    before = snapshot(match)
    older = {"version": 0}
    Match.objects.filter(pk=match.pk).update(**older)
    match.refresh_from_db()
    archive_enter(match=match)
    changed = snapshot(match)
    assert changed[0].pop("version") == 0
    before[0].pop("version")
    assert changed == before
    Story.objects.all().delete()
    Part.objects.all().delete()
    Record.objects.all().delete()
    archive_enter(match=match)
    assert record_of(match).story.happened == {}
    assert record_of(match).parts.count() == 3


def test_a_log_that_does_not_replay_is_found_by_less(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(log: Any) -> None:
        raise ReplayBroken("draw_missing", 1, name="no")

    monkeypatch.setattr(story, "replay", broken)
    match = lanterns(aki, botan)
    assert record_of(match).story.happened == {}
    assert found("game=toy", f"player={aki.pk}") == [match.pk]


# --------------------------------------------------------------------------- words


def test_words_of_titles_names_and_remarks_find_a_match(
    aki: Player, botan: Player
) -> None:
    match = lanterns(aki, botan, title="Der große Überfall, 本能寺の変")
    assert found(words="überf") == [match.pk]
    assert found(words="GROSSE ueber") == []
    assert found(words="grosse uberfall") == [match.pk]
    assert found(words="能寺") == [match.pk]
    assert found(words="寺") == [match.pk]
    assert found(words="botan") == [match.pk]
    assert found(words="разговор") == []
    remark = Remark.objects.create(match=match, step=2, player=aki, text="Разговоры!")
    match_reword(match_id=match.pk)
    assert found(words="разговор") == [match.pk]
    remark.removed_at = timezone.now()
    remark.save()
    match_reword(match_id=match.pk)
    assert found(words="разговор") == []


@pytest.mark.parametrize(
    "odd",
    ["'", '"', "a'b", ":* & | !", "%s", "\\", "\x00", "()", "NEAR(a b)", "𞤀𞤁", "_"],
)
def test_odd_words_are_only_words(aki: Player, botan: Player, odd: str) -> None:
    match = lanterns(aki, botan, title="Plain title")
    assert found("game=toy", words=f"plain {odd}") in ([match.pk], [])
    assert found("game=toy", words=odd + " zzz") == []


def test_nobody_writes_a_fact(aki: Player, botan: Player) -> None:
    fact = token("state=abandoned")
    lanterns(aki, botan, title=f"{fact} {fact.upper()}")
    assert found("state=abandoned") == []
    assert words_of(fact) == []


def test_an_erased_player_is_found_by_nobody(aki: Player, botan: Player) -> None:
    match = lanterns(aki, botan)
    player_erase(player=botan)
    assert found(words="botan") == []
    assert found(words="wanderer") == [match.pk]
    assert sorted(record_of(match).parts.values_list("name", flat=True)) == [
        "Aki",
        f"Wanderer {botan.pk}",
    ]
    archive_index()
    assert found(words="botan") == []


def test_spans_have_no_gaps() -> None:
    assert spans(LENGTHS)[:2] == ["0-25", "26-50"]
    assert span(LENGTHS, 25) == "0-25"
    assert span(LENGTHS, 26) == "26-50"
    assert span(LENGTHS, 801) == "801-"
    assert spans(LENGTHS)[-1] == "801-"

"""What is kept of states saves time, and is never a wrong one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache

from engine import registry
from engine.summary import Record
from sse.accounts.models import Player
from sse.matches import states
from sse.matches.models import Match, Snapshot
from sse.matches.play import match_open, match_start
from sse.matches.presentation import records_of
from tests.support.tables import running, write

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
Work = Callable[[], int]


@pytest.fixture
def played(aki: Player, work: Work) -> Match:
    """A match of two programs, long enough for snapshots."""
    match = match_open(
        organiser=aki, game="age_of_war", seats=2, plays=False, bot_seats=["auto"] * 2
    )
    match_start(match_id=match.pk, by=aki)
    work()
    match.refresh_from_db()
    return match


def marks(match: Match) -> set[str]:
    return set(match.snapshots.values_list("mark", flat=True))


def test_a_snapshot_of_other_code_is_not_read_but_made_anew(played: Match) -> None:
    truth = states.state_at(played, played.head - 1)
    played.snapshots.update(mark="of old", position={"layout": "of old"})
    assert states.state_at(played, played.head - 1) == truth
    assert marks(played) == {registry.layout("age_of_war")}
    assert played.snapshots.count() == played.head // settings.SNAPSHOT_EVERY


def test_lost_snapshots_come_again(played: Match) -> None:
    truth = states.state_at(played, played.head - 1)
    Snapshot.objects.all().delete()
    assert states.state_at(played, played.head - 1) == truth
    assert played.snapshots.count() == played.head // settings.SNAPSHOT_EVERY > 0


def test_a_cached_state_of_other_code_is_not_read(
    played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = states.state_now(played)
    position = {"layout": "of old"}
    cache.set(states.cache_key(played), (played.head - 1, played.chain, position))
    monkeypatch.setattr(states, "layout", lambda name: "new")
    states.NEAR.clear()
    assert states.state_now(played) == truth


def test_what_a_restored_backup_undid_is_not_taken_up(
    aki: Player, botan: Player
) -> None:
    match, other = running(aki, botan), running(aki, botan, seed="7a" * 32)
    write(match, aki, "pick 2")
    write(match, botan, "pick 3")
    truth = states.state_at(match, match.head - 1)
    undone = states.Kept(match.head - 2, other.chain, states.state_now(other))
    states.NEAR[match.pk] = undone
    cache.set(states.cache_key(match), tuple(undone._replace(state={"undone": 1})))
    assert states.state_now(match) == truth


def test_another_process_plays_on_from_what_it_remembers(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running(aki, botan)
    states.state_now(match)
    remembered = states.NEAR[match.pk]
    write(match, aki, "pick 2")
    write(match, botan, "pick 3")
    states.NEAR[match.pk] = remembered
    truth = states.state_at(match, match.head - 1)
    monkeypatch.setattr(states, "state_at", None)  # no need to begin at a snapshot
    monkeypatch.setattr(states, "from_cache", None)
    assert states.state_now(match) == truth


def test_what_was_told_once_is_not_played_again(
    aki: Player, botan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running(aki, botan)
    write(match, aki, "pick 2")
    write(match, botan, "pick 3")
    match.refresh_from_db()

    def tell(first: int) -> list[Record]:
        return records_of(
            match, first=first, last=match.head - 1, seat=0, language="en", names="ab"
        )

    states.PAST.clear()
    every = tell(1)
    monkeypatch.setattr(states, "state_at", None)
    assert tell(2) == every[-1:]


def test_a_past_that_a_restored_backup_undid_is_not_told(
    aki: Player, botan: Player
) -> None:
    match, other = running(aki, botan), running(aki, botan, seed="7a" * 32)
    write(match, aki, "pick 2")
    entry = match.entries.get(number=match.entries.count() - 1)
    undone = states.Kept(entry.number, other.chain, "never happened")
    states.PAST[match.pk, entry.number] = undone
    assert states.state_past(match, entry) == states.state_at(match, entry.number)
    states.keep_past(match, entry, "happened")
    assert states.state_past(match, entry) == "happened"


def test_the_mark_follows_from_the_code_and_data_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = registry.games()["toy"]
    folder = tmp_path / "toy"
    shutil.copytree(about.folder, folder)
    moved = {"toy": about._replace(folder=folder)}
    monkeypatch.setattr(registry, "games", lambda: moved)
    fresh = registry.layout.__wrapped__
    first = fresh("toy")
    (folder / "words.uk.toml").write_text("")
    assert fresh("toy") == first
    (folder / "__init__.py").write_text("changed = True\n")
    assert fresh("toy") != first

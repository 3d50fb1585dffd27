"""What if: variations of ended matches, for practice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as conf
from django.test import Client

from engine.chance import commitment
from engine.replay import verify
from sse.accounts.models import Player
from sse.accounts.services import player_erase
from sse.archive.forks import match_fork, seats_to_play
from sse.archive.replay import Replay
from sse.matches import states
from sse.matches.errors import MatchRefused
from sse.matches.models import Match, Tenure
from sse.matches.play import match_abandon
from sse.matches.play.locked_match import names_of
from sse.matches.selectors import log_file
from sse.outbox.models import Letter
from tests.support.golden_matches import SIEGE, archived, golden
from tests.support.tables import asked, write

pytestmark = pytest.mark.django_db
Work = Callable[[], int]
BOTS = {"age_of_war": "auto", "small_samurai_empires": "random", "toy": "random"}
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


def fork(origin: Match, step: int, player: Player, **fields: Any) -> Match:
    usual: dict[str, Any] = {"seat": 0, "dice": "fresh", "bot": BOTS[origin.game_name]}
    return match_fork(origin=origin, step=step, player=player, **usual | fields)


def play_out(match: Match, player: Player, work: Work) -> None:
    """The player does what the clock would do."""
    work()
    match.refresh_from_db()
    seat = match.seats.get(player=player).number
    while not match.has_ended:
        order = match.game.default(states.state_now(match), seat)
        assert write(match, player, order.text).status == "applied"
        work()
        match.refresh_from_db()


@pytest.mark.parametrize("dice", ["same", "fresh"])
@pytest.mark.parametrize("name", [SIEGE, "small_samurai_empires/2-players-crowd-games"])
def test_a_variation_is_a_match_whose_log_proves_itself(
    name: str, dice: str, chie: Player, work: Work
) -> None:
    origin = archived(golden(name))
    step = origin.head - 25
    match = fork(origin, step, chie, dice=dice, seat=1)
    found = states.state_at(origin, step)
    assert match.game.position(states.state_at(match, 0)) == origin.game.position(found)
    play_out(match, chie, work)
    text = log_file(match)
    assert "taken up from a position" in verify(text)
    assert verify(text).endswith("the match is finished.")
    assert f"variation: what if, from step {step} of match {origin.pk}" in text
    assert ("seed: " + origin.seed in text) == (dice == "same")
    assert commitment(match.seed) == match.commitment


def test_the_same_dice_fall_for_the_same_draws(chie: Player, work: Work) -> None:
    """Whoever plays on as it was played gets what was got; others get other dice."""
    origin = archived(golden(SIEGE))
    step = next(
        moment.number - 1
        for moment in map(Replay(origin).moment, range(30, origin.head))
        if moment.line.order and moment.line.draws and moment.line.seat == 1
    )
    line = Replay(origin).moment(step + 1).line
    assert line.order
    drawn = []
    for dice in ("same", "fresh", "fresh"):
        match = fork(origin, step, chie, seat=1, dice=dice)
        write(match, chie, line.order.text)
        drawn.append(match.entries.get(number=1).text.partition(" | ")[2])
    assert drawn[0] == " | ".join(draw.text for draw in line.draws)
    assert len(set(drawn)) == 3


def test_the_dice_after_a_take_back_are_those_of_its_branch(
    chie: Player, work: Work
) -> None:
    origin = archived(golden(SIEGE))  # taken back once, at 24
    before, after = (fork(origin, n, chie, dice="same", seat=2) for n in (5, 30))
    assert (before.branch, before.first_branch) == (0, 0)
    assert (after.branch, after.first_branch) == (1, 1)
    match_abandon(match_id=after.pk, by=chie)
    after.refresh_from_db()
    assert "from: 1 {" in log_file(after)
    assert verify(log_file(after))


def test_practice_is_private_brings_no_letters_and_is_in_no_list(
    chie: Player,
    doi: Player,
    aki: Player,
    work: Work,
    client_of: Callable[[Player | None], Client],
) -> None:
    origin = archived(golden(SIEGE), [aki])
    match = fork(origin, origin.head - 12, chie, seat=1)
    play_out(match, chie, work)
    assert match.status == Match.Status.FINISHED
    assert match.is_practice
    assert match.privacy == "private"
    assert not Letter.objects.filter(match=match).exists()
    for player in (doi, aki, None):  # not even for who played the original
        answer = client_of(player).get(f"/matches/{match.pk}/")
        assert answer.status_code == 404
    assert not Tenure.objects.filter(seat__match=match, player=aki).exists()


def test_who_may_not_and_what_cannot_be(aki: Player, chie: Player) -> None:
    origin = archived(golden(SIEGE))
    going_on = archived(replace(golden(), entries=golden().entries[:40], result=""))
    for match, fields, code in (
        (going_on, {"step": 3}, "running"),
        (origin, {"step": origin.head - 1}, "over"),
        (origin, {"step": origin.head}, "no_step"),
        (origin, {"step": 3, "seat": 4}, "no_seat"),
        (origin, {"step": 3, "seat": -1}, "no_seat"),
        (origin, {"step": 3, "bot": "deep"}, "no_bot"),
        (origin, {"step": 3, "dice": "loaded"}, "dice"),
    ):
        with pytest.raises(MatchRefused) as refused:
            fork(match, player=chie, **fields)
        assert refused.value.code == code
    Match.objects.filter(pk=origin.pk).update(version=0)
    with pytest.raises(MatchRefused) as refused:
        fork(Match.objects.get(pk=origin.pk), 3, chie)
    assert refused.value.code == "old_rules"
    assert Match.objects.count() == 2


def test_a_seat_given_up_before_cannot_be_played(chie: Player, work: Work) -> None:
    origin = archived(golden(SIEGE))  # seat 0 resigns at 25
    assert seats_to_play(origin, 24) == [0, 1, 2, 3]
    assert seats_to_play(origin, 25) == [1, 2, 3]
    with pytest.raises(MatchRefused):
        fork(origin, 30, chie, seat=0)
    match = fork(origin, origin.head - 20, chie, seat=1)
    play_out(match, chie, work)
    assert verify(log_file(match))


def test_nobody_tries_too_many_at_once(chie: Player, settings: Any) -> None:
    settings.MOST_OPEN_MATCHES = 2
    origin = archived(golden(SIEGE))
    for _ in range(2):
        mine = fork(origin, 3, chie, seat=1)
    with pytest.raises(MatchRefused) as refused:
        fork(origin, 3, chie, seat=1)
    assert refused.value.code == "too_many"
    match_abandon(match_id=mine.pk, by=chie)
    assert fork(origin, 3, chie, seat=1)


def test_a_variation_of_a_variation(chie: Player, work: Work) -> None:
    origin = archived(golden(SIEGE))
    first = fork(origin, origin.head - 30, chie, seat=1, dice="same")
    play_out(first, chie, work)
    second = fork(first, first.head - 10, chie, seat=1, dice="same")
    assert second.forked_from == first
    assert second.first_branch == first.branch
    play_out(second, chie, work)
    assert verify(log_file(second))


def test_who_goes_leaves_the_variation_to_nobody(chie: Player) -> None:
    origin = archived(golden(SIEGE))
    match = fork(origin, 3, chie, seat=1)
    player_erase(player=chie)
    match.refresh_from_db()
    assert verify(log_file(match))
    assert "Chie" not in log_file(match)


# ------------------------------------------------------------------------------ pages


@pytest.fixture
def client_of(settings: Any) -> Callable[[Player | None], Client]:
    settings.STORAGES = {**conf.STORAGES, "staticfiles": PLAIN}
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": str(uuid4())}}

    def client(player: Player | None) -> Client:
        found = Client()
        if player:
            found.force_login(player)
        return found

    return client


def test_programs_are_called_as_they_were(chie: Player) -> None:
    """Chie takes the seat of greedy 1: greedy 2 and 3 stay who they are."""
    origin = archived(golden("small_samurai_empires/3-players-archona-2019"))
    origin.seats.update(player=None, bot="greedy", name="")
    match = fork(origin, 20, chie, seat=0, bot="greedy")
    assert names_of(list(match.seats.order_by("number"))) == [
        chie.name,
        "greedy 2",
        "greedy 3",
    ]
    other = fork(origin, 20, chie, seat=0, bot="random")
    assert names_of(list(other.seats.order_by("number"))) == [
        chie.name,
        "random 1",
        "random 2",
    ]


def test_a_variation_leads_back_and_has_no_clock_to_stop(
    chie: Player, client_of: Callable[[Player | None], Client]
) -> None:
    origin = archived(golden(SIEGE), title="Winter <1>")
    match = fork(origin, 40, chie, seat=1)
    text = client_of(chie).get(f"/matches/{match.pk}/").content.decode()
    link = (
        f'<a href="/matches/{origin.pk}/steps/40">from step 40 of Winter &lt;1&gt;</a>'
    )
    assert link in text
    assert "Organiser tools" in text
    assert "Pause all clocks" not in text
    assert "Give more time to" not in text


def test_a_reader_plays_on_from_a_step(
    chie: Player, client_of: Callable[[Player | None], Client], work: Work
) -> None:
    origin = archived(golden(SIEGE))
    path = f"/matches/{origin.pk}/steps/40/what-if"
    stranger: Any = client_of(None).get(path)
    assert stranger.url == f"/log-in/?next={path}"
    client = client_of(chie)
    form = client.get(path).content.decode()
    assert "Play on from here" in form
    assert '<option value="auto">Bot: plays by the odds</option>' in form
    assert not Match.objects.exclude(forked_from=None).exists()  # nothing on GET
    answer: Any = client.post(path, {"seat": "1", "dice": "same", "bot": "auto"})
    match = Match.objects.get(forked_from=origin)
    assert answer.url == f"/matches/{match.pk}/"
    work()
    assert asked(match)
    here = client.get(f"/matches/{origin.pk}/steps/3").content.decode()
    assert f'href="/matches/{match.pk}/"' in here
    own = client.get(f"/matches/{match.pk}/steps/0").content.decode()
    assert f'href="/matches/{origin.pk}/steps/40"' in own
    assert "The starting position." in own
    other = client_of(None).get(f"/matches/{origin.pk}/steps/3").content.decode()
    assert f'href="/matches/{match.pk}/"' not in other
    said = client.post(path, {"seat": "9"}).content.decode()
    assert Match.objects.filter(forked_from=origin).count() == 1
    assert "You can’t play this seat from here." in said
    last = f"/matches/{origin.pk}/steps/{origin.head - 1}/what-if"
    assert client.get(last).status_code == 404
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(chie)
    assert strict.post(path, {"seat": "1"}).status_code == 403


def test_a_limit_keeps_programs_from_making_matches(
    chie: Player, client_of: Callable[[Player | None], Client], settings: Any
) -> None:
    framework: dict[str, Any] = {**conf.REST_FRAMEWORK}
    rates = framework["DEFAULT_THROTTLE_RATES"]
    framework["DEFAULT_THROTTLE_RATES"] = {**rates, "variations": "2/hour"}
    settings.REST_FRAMEWORK = framework
    origin = archived(golden(SIEGE))
    path = f"/matches/{origin.pk}/steps/40/what-if"
    client = client_of(chie)
    codes = [client.post(path, {"seat": "1"}).status_code for _ in range(3)]
    assert codes == [302, 302, 429]
    assert Match.objects.filter(forked_from=origin).count() == 2

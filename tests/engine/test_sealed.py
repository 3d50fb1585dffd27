"""A sealed round is not played anew for a seat of which nothing has changed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.errors import Refused
from engine.match import Match
from engine.run import Alone

NAMES = ["Aki", "Botan", "Chie", "Daichi", "Emi"]
ALL = dict.fromkeys(("court", "samurai", "generals", "dajokan"), "yes")


class Forgetful(Match):
    """Plays every seat's sealed steps anew each time."""

    def _play_on(self, *args: Any) -> None:
        self.sealed.clear()
        super()._play_on(*args)


def pair_of(tempo: str) -> tuple[Match, Match]:
    same: dict[str, Any] = {"seed": "07" * 32, "tempo": tempo}
    return Match("shogun", NAMES, ALL, **same), Forgetful("shogun", NAMES, ALL, **same)


def act(match: Match, dice: Random) -> None:
    """A step, nonsense, the clock, or what organisers do."""
    kind = dice.random()
    question = dice.choice(match.asked)
    options = match.game.options(match.state_for(question.seat), question.seat)
    if kind < 0.03:
        match.take_back(dice.randrange(len(match.states)))
    elif kind < 0.05:
        match.change_hands(question.seat, "Fuji")
    elif kind < 0.15 or not options:
        match.ring([question.seat])
    elif kind < 0.3:
        text = dice.choice(["ready", "bid 0", "special six", "castle -", "cancel"])
        try:
            match.write(dice.randrange(len(NAMES)), text)
        except Refused:
            return
    else:
        match.write(question.seat, dice.choice(options).text)


def told(match: Match) -> list[object]:
    waits = [match.plans, match.asked, match.private, match.skipped]
    return [match.state, match.late, match.handed, match.events, *waits]


@pytest.mark.parametrize("tempo", ["each", "phase"])
def test_what_is_remembered_is_what_would_be_played(tempo: str) -> None:  # SHO-18.12
    match, forgetful = pair_of(tempo)
    for number in range(300):
        act(match, Random(number))
        act(forgetful, Random(number))
        assert told(match) == told(forgetful)
    assert match.text() == forgetful.text()


def test_only_the_seat_that_wrote_is_played_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # SHO-18.12
    match, _ = pair_of("each")
    while match.state.point != "plan":
        match.ring([question.seat for question in match.asked])
    played: list[int] = []
    step = Alone._step

    def counted(self: Alone, run: Any, decision: Any) -> bool:
        played.append(decision.seat)
        return step(self, run, decision)

    monkeypatch.setattr(Alone, "_step", counted)
    for seat in (3, 1):
        match.write(seat, "bid 0")
        assert set(played) == {seat}
        played.clear()
    match.ring([2])  # it is ready, and the others still wait
    assert set(played) == {2}


def test_nobody_sees_steps_they_have_not_written() -> None:  # SHO-18.13, SSE-13.7
    """While others are asked, a board shows own steps, but none of a default."""
    names, placed = NAMES[:3], "place attack at grey-1"
    shogun = Match("shogun", names, {}, seed="07" * 32, tempo="phase")
    shogun.write(0, "bid 1")
    assert len(shogun.asked) > 1
    assert shogun.state_for(0) != shogun.state
    assert shogun.state_for(1) == shogun.state
    empires = Match("small_samurai_empires", names, seed="07" * 32, tempo="phase")
    empires.write(0, placed)
    assert {question.seat for question in empires.asked} >= {1, 2}
    assert empires.state_for(0) == empires.state  # a destiny card would be chosen

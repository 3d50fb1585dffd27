"""What is rehearsed happens, and tells its writer nothing that is hidden."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.chance import Seeded
from engine.contract import Event, Game, visible
from engine.match import Match
from engine.registry import game as game_of
from engine.registry import games
from engine.rehearsal import (
    DRAW,
    END,
    HIDDEN,
    OTHER,
    QUESTION,
    Rehearsal,
    rehearse,
)
from engine.run import advance
from tests.engine.test_contract import (
    Moment,
    alike_of,
    every_game,
    plain,
    random_match,
    seats_of,
)

MOST = 200


def moments(name: str, every: int = 3) -> list[Moment]:
    return list(islice(random_match(name), 0, MOST * every, every))


def of_order(name: str, moment: Moment) -> Rehearsal:
    game, about = game_of(name), games()[name]
    plan = game.parse(moment.state, moment.seat, moment.order.text)
    return rehearse(about, game, moment.state, moment.seat, plan)


def told(events: list[Event]) -> list[Any]:
    return [(event.kind, dict(event.data)) for event in events]


def ends_sealed_round(game: Game[Any], moment: Moment, after: Any) -> bool:
    """Whether it was the last that was waited for: its writer could not know."""
    spans = {d.span for d in game.decisions(moment.state) if d.sealed}
    return bool(spans - {d.span for d in game.decisions(after)})


@every_game
def test_what_is_rehearsed_happens(name: str) -> None:
    """With other dice and other secrets on the real table than on the imagined one."""
    game, whole = game_of(name), 0
    for moment in moments(name):
        found = of_order(name, moment)
        step, rest = found.steps[0], found.steps[1:]
        assert step.order == moment.order
        state, events = game.apply(
            moment.state, moment.seat, moment.order, moment.chance.again()
        )
        real = told(visible(events, moment.seat))
        is_cut = found.is_cut and not rest
        if found.stop == OTHER:  # for all its writer knows others are waited for
            is_cut = is_cut or ends_sealed_round(game, moment, state)
        assert real[: len(step.events)] == told(step.events), moment.order
        if not is_cut:
            assert len(real) == len(step.events)
            whole += 1
        if not is_cut and not rest:
            seen = plain(game.view(found.state, moment.seat))
            assert seen == plain(game.view(state, moment.seat)), moment.order
    assert whole or not games()[name].hidden


@every_game
def test_a_whole_plan_is_carried_out_as_it_was_rehearsed(name: str) -> None:
    """Hints are such plans; what is sealed waits for the others: not here."""
    game, about, longest = game_of(name), games()[name], 0
    for moment in moments(name, 13)[:40]:
        state, seat = moment.state, moment.seat
        if any(decision.sealed for decision in game.decisions(state)):
            continue
        for hint in game.hints(state, seat)[:4]:
            plan = game.parse(state, seat, hint.text)
            found = rehearse(about, game, state, seat, plan)
            done = advance(game, state, {seat: plan}, moment.chance)
            for step, real in zip(found.steps, done.steps, strict=False):
                assert (real.seat, real.order) == (seat, step.order)
                events = visible(real.events, seat)
                assert told(events)[: len(step.events)] == told(step.events)
            assert len(done.steps) >= len(found.steps)
            longest = max(longest, len(found.steps))
    assert longest


@every_game
def test_a_rehearsal_leaves_the_table_alone(name: str) -> None:
    game = game_of(name)
    for moment in moments(name, 11):
        before = plain(game.position(moment.state))
        of_order(name, moment)
        assert plain(game.position(moment.state)) == before


@pytest.mark.parametrize("is_declared", [True, False])
@every_game
def test_a_rehearsal_is_the_same_whatever_is_hidden(
    name: str, is_declared: bool
) -> None:
    """Change a secret: steps, board, and where it stops stay the same.

    Also where a game forgot to say what reveals: then a guess is shown, no secret.
    """
    game, about, alike = game_of(name), games()[name], alike_of(name)
    about = about if is_declared else about._replace(reveals={})
    compared = 0
    for moment in moments(name, 5):
        plan = game.parse(moment.state, moment.seat, moment.order.text)
        for other in alike(moment.state, moment.seat):
            shown = [
                rehearse(about, game, state, moment.seat, plan)
                for state in (moment.state, other)
            ]
            assert len({seen(game, moment, found) for found in shown}) == 1
            compared += 1
    assert compared or not about.hidden


def seen(game: Any, moment: Moment, found: Rehearsal) -> str:
    steps = [[step.order.text, told(step.events)] for step in found.steps]
    view = game.view(found.state, moment.seat)
    return plain([steps, found.stop, found.reason, found.plan, view])


@every_game
def test_an_imagined_table_looks_the_same_and_knows_nothing_more(name: str) -> None:
    game, about, alike = game_of(name), games()[name], alike_of(name)
    if not about.hidden:
        return
    for moment in moments(name):
        for seat in (*seats_of(game, moment.state), None):
            table = game.imagine(moment.state, seat, Random(7))
            assert plain(game.view(table, seat)) == plain(game.view(moment.state, seat))
            assert game.faults(table) == []
            for other in alike(moment.state, seat):
                again = game.imagine(other, seat, Random(7))
                assert game.position(again) == game.position(table)


# ------------------------------------------------------------------- where it stops


def lanterns(**choices: str) -> Match:
    return Match("toy", ["Aki", "Botan"], choices, seed="05" * 32)


def rehearsed(match: Match, seat: int, text: str, mode: str = "each") -> Rehearsal:
    plan = match.game.parse(match.state, seat, text, match.plans.get(seat, ""))
    return rehearse(match.about, match.game, match.state, seat, plan, mode)


def orders(found: Rehearsal) -> list[str]:
    return [step.order.text for step in found.steps]


def test_a_turn_of_two_parts_is_rehearsed_as_a_whole() -> None:  # TOY-11
    match = lanterns(parts="yes")
    match.write(1, "pick 1")
    match.write(0, "pick 5")
    found = rehearsed(match, 0, "take gold; share 1")
    assert orders(found) == ["take gold", "share 1"]
    assert [e.kind for e in found.steps[1].events] == ["point_shared"]
    assert (found.stop, found.is_cut) == (HIDDEN, True)  # the next prize


def test_a_question_to_the_writer_stops_it() -> None:  # TOY-11
    match = lanterns(parts="yes")
    match.write(1, "pick 1")
    match.write(0, "pick 5")
    found = rehearsed(match, 0, "take gold")
    assert (found.stop, found.reason) == (QUESTION, "share")
    assert match.game.view(found.state, 0)["sharing"]
    assert {o.verb for o in match.game.options(found.state, 0)} == {"share"}


def test_at_tempo_phase_the_default_goes_on() -> None:  # TOY-7, TOY-11
    match = lanterns(parts="yes")
    match.write(1, "pick 1")
    match.write(0, "pick 5")
    found = rehearsed(match, 0, "take gold", "phase")
    steps = [(step.order.text, step.by) for step in found.steps]
    assert steps == [("take gold", ""), ("share none", "default")]
    assert (found.stop, found.last) == (HIDDEN, None)


@pytest.mark.parametrize("mode", ["each", "phase"])
def test_what_was_asked_for_is_a_question_and_no_other_reaction(mode: str) -> None:
    match = lanterns()  # TOY-5, TOY-12
    match.write(1, "pick 1")
    match.write(0, "pick 5")
    assert rehearsed(match, 1, "ask objections", mode).stop == QUESTION
    match.write(1, "ask objections")
    assert rehearsed(match, 1, "ask no objections", mode).stop == OTHER


def test_in_a_sealed_round_it_goes_to_the_end_of_the_own_steps() -> None:  # TOY-9
    match = lanterns(wishes="yes")
    assert rehearsed(match, 0, "wish odd").stop == QUESTION
    found = rehearsed(match, 0, "wish odd; pick 5; take gold")
    assert orders(found) == ["wish odd", "pick 5"]
    assert (found.stop, found.plan) == (OTHER, "take gold")


def test_who_has_nothing_to_decide_rehearses_nothing() -> None:
    match = lanterns()
    match.write(1, "pick 1")
    match.write(0, "pick 5")
    match.write(1, "hold")
    found = rehearsed(match, 1, "pick 4")
    assert (found.steps, found.stop, found.plan) == ([], OTHER, "pick 4")


def test_a_draw_stops_it_and_what_is_certain_is_told() -> None:  # AOW-5.1
    match = Match("age_of_war", ["Aki", "Botan"], seed="05" * 32)
    seat = match.asked[0].seat
    order = next(o for o in match.game.options(match.state, seat) if o.verb == "fill")
    found = rehearsed(match, seat, f"step {order.text}")
    assert found.stop == DRAW
    assert found.state is match.state


def test_the_end_of_the_match_stops_it() -> None:
    match = lanterns(rounds="1", parts="yes")
    match.write(1, "pick 1")
    match.write(0, "pick 5; take gold")
    assert rehearsed(match, 0, "share none").stop == END


@pytest.mark.parametrize("name", ["age_of_war", "toy"])
def test_no_real_chance_is_asked(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice that show what is certain are none of a match's own."""
    keys: list[str] = []
    begin = Seeded.__init__

    def noted(self: Seeded, seed: str, *rest: Any) -> None:
        keys.append(seed)
        begin(self, seed, *rest)

    monkeypatch.setattr(Seeded, "__init__", noted)
    match = Match(name, ["Aki", "Botan"], seed="05" * 32)
    keys.clear()
    seat = match.asked[0].seat
    rehearsed(match, seat, match.game.options(match.state, seat)[0].text)
    assert "05" * 32 not in keys

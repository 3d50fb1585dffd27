"""What always holds, in random matches of every edition, variant and number."""

from __future__ import annotations

import copy
import json
import re
from itertools import permutations
from random import Random
from typing import Any

import pytest

from engine.chance import Recorded
from engine.contract import Order, visible
from engine.errors import OrderError
from engine.small_samurai_empires.positions import from_position, position
from engine.small_samurai_empires.rules import (
    ahead,
    apply,
    decisions,
    default,
    faults,
    options,
    score,
)
from engine.small_samurai_empires.view import view
from tests.engine.small_samurai_empires.secrets import alike, twins
from tests.engine.small_samurai_empires.table import Moment, random_match

pytestmark = pytest.mark.heavy(4)

PLAIN = re.compile(r"[^\s|#()]+( [^\s|#()]+)*")
few = pytest.mark.parametrize("seed", range(3))
many = pytest.mark.parametrize("seed", range(8))


def plain(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


@many
def test_play_ends_and_the_invariants_hold(seed: int) -> None:  # SSE-4.1, SSE-1.6
    last = None
    for last in random_match(seed, leaving=0.002):
        assert faults(last.state) == []
    assert last is not None
    state, _ = apply(last.state, last.seat, last.order, last.chance.again())
    assert faults(state) == []
    assert state.over == "points" or len(state.left) > 0
    assert {standing.place for standing in score(state)} >= {1}


@many
def test_options_defaults_and_decisions_belong_together(seed: int) -> None:  # SSE-13.6
    for moment in random_match(seed, leaving=0.002):
        state = moment.state
        deciding = {decision.seat for decision in decisions(state)}
        for seat in range(state.setup.seats):
            listed = options(state, seat)
            assert bool(listed) == (seat in deciding)
            assert len(set(listed)) == len(listed)
            assert bool(ahead(state, seat)) or seat not in deciding
            if listed:
                assert default(state, seat) in listed
                assert len(listed) > 1 or state.point == "destiny"


@few
def test_every_option_applies_and_survives_its_text(seed: int) -> None:  # SSE-5.1.3
    for moment in random_match(seed):
        for order in options(moment.state, moment.seat)[::7]:
            assert PLAIN.fullmatch(order.text)
            assert Order.read(order.text) == order
            apply(moment.state, moment.seat, order, moment.chance.again())


@many
def test_nothing_unlisted_applies(seed: int) -> None:  # SSE-5.1.4
    dice, seen = Random(seed), set[Order]()
    for moment in random_match(seed):
        state, listed = moment.state, set(options(moment.state, moment.seat))
        seen |= listed
        strange = [order for order in sorted(seen) if order not in listed]
        dice.shuffle(strange)
        for order in [*strange[:12], spoilt(moment.order, dice)]:
            if order not in listed:
                with pytest.raises(OrderError):
                    apply(state, moment.seat, order, moment.chance.again())


def spoilt(order: Order, dice: Random) -> Order:
    args = [*order.args, dice.choice(["", "0", "A", "99", "x", "１"])]
    dice.shuffle(args)
    return Order(order.verb, tuple(args))


@few
def test_who_has_no_decision_cannot_act(seed: int) -> None:  # SSE-4.3.1
    for moment in random_match(seed):
        deciding = {decision.seat for decision in decisions(moment.state)}
        for seat in {*range(-1, moment.state.setup.seats + 1)} - deciding:
            with pytest.raises(OrderError):
                apply(moment.state, seat, moment.order, moment.chance.again())


@many
def test_apply_leaves_its_argument_alone(seed: int) -> None:
    for moment in random_match(seed, limit=150):
        before = copy.deepcopy(moment.state)
        twin = moment.state.copy()
        after, _ = apply(moment.state, moment.seat, moment.order, moment.chance.again())
        assert moment.state == before == twin
        assert after is not moment.state
        assert after != before


@many
def test_a_position_gives_its_state_back(seed: int) -> None:  # SSE-13.10
    for moment in random_match(seed, leaving=0.002):
        again = from_position(json.loads(plain(position(moment.state))))
        assert again == moment.state
        assert options(again, moment.seat) == options(moment.state, moment.seat)


@many
def test_what_was_drawn_can_be_repeated(seed: int) -> None:  # SSE-3.7
    for moment in random_match(seed, limit=200):
        chance = moment.chance.again()
        one = apply(moment.state, moment.seat, moment.order, chance)
        drawn = Recorded(chance.drawn)
        assert apply(moment.state, moment.seat, moment.order, drawn) == one


@few
def test_nothing_secret_is_shown(seed: int) -> None:  # SSE-13.2, SSE-4.3.3, SSE-12.24
    compared = 0
    for moment in random_match(seed, limit=120):
        for seat in (None, *range(moment.state.setup.seats)):
            seen = plain(view(moment.state, seat))
            for other in (
                *twins(moment.state, seat),
                *alike(moment.state, seat),
            ):
                assert faults(other) == []
                assert plain(view(other, seat)) == seen
                compared += 1
    assert compared


@many
def test_a_view_changes_only_by_an_event_the_seat_may_see(seed: int) -> None:
    for moment in random_match(seed):
        state, events = apply(
            moment.state, moment.seat, moment.order, moment.chance.again()
        )
        for seat in (None, *range(state.setup.seats)):
            if plain(view(state, seat)) != plain(view(moment.state, seat)):
                assert visible(events, seat)


@few
def test_events_are_plain_json(seed: int) -> None:  # SSE-13.10
    for moment in random_match(seed):
        _, events = apply(
            moment.state, moment.seat, moment.order, moment.chance.again()
        )
        for event in events:
            assert json.loads(plain(dict(event.data))) == dict(event.data)
            assert re.fullmatch(r"[a-z]+(_[a-z]+)+", event.kind)


@few
def test_what_the_others_hear_of_a_secret_does_not_depend_on_it(
    seed: int,
) -> None:  # SSE-13.2, SSE-4.2.1
    """Destiny before the last choice, and the kind of a placed token."""
    for moment in random_match(seed, limit=90):
        state, seat = moment.state, moment.seat
        if state.point == "destiny" and state.chosen.count(-1) < 2:
            continue
        if state.point not in ("destiny", "placement") or sum(state.todo) == 1:
            continue  # after the last placement tokens are turned up at once
        groups: dict[tuple[str, ...], list[Order]] = {}
        for order in options(state, seat):
            key = (order.verb, *order.args[1:])
            groups.setdefault(key, []).append(order)
        for orders in groups.values():
            seen = {outcome(moment, order) for order in orders}
            assert len(seen) == 1


def outcome(moment: Moment, order: Order) -> str:
    """What everybody but the mover sees and hears."""
    seats = moment.state.setup.seats
    state, events = apply(moment.state, moment.seat, order, moment.chance.again())
    others: list[int | None] = [None, *range(seats)]
    others.remove(moment.seat)
    return plain(
        [
            [view(state, seat), [[e.kind, dict(e.data)] for e in visible(events, seat)]]
            for seat in others
        ]
    )


@few
def test_the_order_of_destiny_choices_does_not_matter(seed: int) -> None:  # SSE-4.2.1
    moment = next(random_match(seed))
    seats = range(moment.state.setup.seats)
    chosen = {seat: options(moment.state, seat)[-1] for seat in seats}
    ends = []
    for arrival in permutations(seats):
        state = moment.state
        for seat in arrival:
            state, _ = apply(state, seat, chosen[seat], moment.chance.again())
        ends.append(state)
    assert all(end == ends[0] for end in ends)


@few
def test_names_of_draws_are_unique_in_a_match(seed: int) -> None:  # SSE-3.7
    names: list[str] = []
    for moment in random_match(seed):
        chance = moment.chance.again()
        apply(moment.state, moment.seat, moment.order, chance)
        names += [draw.name for draw in chance.drawn]
    assert len(names) == len(set(names))

"""How fast a game's rules are: rates per second of the things that are done most."""

from __future__ import annotations

import copy
import gc
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from time import process_time
from timeit import repeat
from typing import Any

from engine.bots import random_order
from engine.chance import Chance, Recorded, Seeded
from engine.contract import Answer, Event, Game, Order, Plan, Seat
from engine.log import Log, log_read
from engine.match import Match
from engine.registry import game, games
from engine.rehearsal import rehearse
from engine.replay import replay, rules_of, verify

WINDOWS = 4
UNITS = {  # what is counted
    "playouts": "orders of random play",
    "early orders": "orders of a match's first third: options listed, one applied",
    "late orders": "the same of its last third",
    "replay": "entries of a log, checked",
    "replay all": "whole logs, checked",
    "seek": "jumps to a step",
    "worst seek": "jumps to the farthest step",
    "verify": "files of finished matches, verified",
    "copy": "copies of a state",
    "deepcopy": "deep copies of a state",
    "parse": "texts read",
    "picture": "boards drawn",
    "tallies": "hundreds of tallies of 17 values",
    "plan applied": "plans of ten steps, carried out",
    "rehearsal": "plans of ten steps, rehearsed",
}
STEPS = 10  # of a long plan
KEEP_EVERY = 8  # entries, of whose states one is kept to seek from


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many a second of the processor: the best of four windows counts.

    A busy machine stretches the seconds of a clock, but not those of a processor. What
    lies in memory from before is set aside, or the garbage collector would walk through
    it again and again and measure that instead.
    """
    work()
    gc.collect()
    gc.freeze()
    return max(rate_once(work, seconds / WINDOWS) for _ in range(WINDOWS))


def rate_once(work: Callable[[], int], seconds: float) -> float:
    done, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        done += work()
    return done / spent


def playouts(name: str, seats: int, seconds: float) -> float:
    """Orders a second in random matches: options listed, one applied."""
    rules, about, dice = game(name), games()[name], Random(1)
    choices = about.complete(seats, {}, people=False)

    def match() -> int:
        chance, orders = Seeded(dice.randbytes(32).hex()), 0
        state, _ = rules.setup(seats, choices, chance.again())
        while open := rules.decisions(state):
            seat = open[0].seat
            options = rules.options(state, seat)
            order = options[int(dice.random() * len(options))]
            state, _ = rules.apply(state, seat, order, chance.again())
            orders += 1
        return orders

    return rate(match, seconds)


def random_match(name: str, seats: int) -> Match:
    """A whole match of random play, always the same."""
    dice = Random(2)
    match = Match(name, ["random"] * seats, seed="02" * 32, people=False)
    while not match.over:
        seat = match.asked[0].seat
        match.write(seat, random_order(match.game, match.state_for(seat), seat, dice))
    return match


def orders_in(match: Match, part: slice, seconds: float) -> float:
    """Orders a second in a part of a match that was played: listed, and applied."""
    rules, entries = match.game, match.log.entries
    found = [
        (state, entry.seat, entry.order, entry.draws)
        for state, entry in list(zip(match.states, entries[1:], strict=False))[part]
        if entry.order is not None and entry.order in rules.options(state, entry.seat)
    ]

    def once() -> int:
        for state, seat, order, draws in found:
            rules.decisions(state)
            rules.options(state, seat)
            rules.apply(state, seat, order, Recorded(draws))
        return len(found)

    return rate(once, seconds)


def replays(log: Log, seconds: float) -> float:
    """Entries a second, every order checked and every draw repeated."""
    return rate(lambda: sum(1 for _ in replay(log)), seconds)


def seeks(log: Log, seconds: float) -> float:
    """Jumps a second to steps at random, with some states of the match kept."""
    kept, dice, steps = kept_states(log), Random(3), len(log.entries)

    def hundred() -> int:
        for _ in range(100):
            seek(kept, log, int(dice.random() * steps))
        return 100

    return rate(hundred, seconds)


def worst_seek(log: Log, seconds: float) -> float:
    """Jumps a second to the step that takes longest to reach, once that is found."""
    kept = kept_states(log)

    def shortest(number: int) -> float:
        return min(repeat(lambda: seek(kept, log, number), number=1, repeat=5))

    worst = max(range(len(log.entries)), key=shortest)
    return rate(lambda: 1 if seek(kept, log, worst) else 0, seconds)


def kept_states(log: Log) -> list[Any]:
    return [frame.state for frame in replay(log) if frame.number % KEEP_EVERY == 0]


def seek(kept: Sequence[Any], log: Log, number: int) -> Any:
    """The state after an entry, from the last one kept. All entries are orders."""
    game, place = rules_of(log), number // KEEP_EVERY
    state = kept[place]
    for entry in log.entries[place * KEEP_EVERY + 1 : number + 1]:
        assert entry.order is not None
        chance = Recorded(entry.draws)
        state, _ = game.apply(state, entry.seat, entry.order, chance)
    return state


def verifies(text: str, seconds: float) -> float:
    """Finished matches a second, from the bytes of the file to the verdict."""
    return rate(lambda: 1 if verify(text) else 0, seconds)


def copies(state: Any, seconds: float) -> float:
    def thousand() -> int:
        for _ in range(1000):
            state.copy()
        return 1000

    return rate(thousand, seconds)


def deep_copies(state: Any, seconds: float) -> float:
    return rate(lambda: 1 if copy.deepcopy(state) else 0, seconds)


def pictures(name: str, state: Any, seconds: float) -> float:
    """Boards a second as text, SVG and prose, from the state to what a seat sees."""
    rules = game(name)
    return rate(lambda: 1 if rules.render(rules.view(state, 0)) else 0, seconds)


def hundred_tallies(seconds: float) -> float:
    """Hundreds of tallies a second: a throw into a tower that is half full."""
    chance, groups = Seeded("04" * 32), [(3, 1 << 30), (7, 1 << 31), (7, 1 << 20)]

    def hundred() -> int:
        for number in range(100):
            chance.again().tally(f"throw {number}", groups)
        return 1

    return rate(hundred, seconds)


def parses(match: Match, text: str, seconds: float) -> float:
    """Texts a second, read and checked."""
    seat = match.asked[0].seat

    def one() -> int:
        match.game.parse(match.state, seat, text, "", match.names)
        return 1

    return rate(one, seconds)


class TenTimes:
    """A game with a turn of ten steps: the same order, again and again."""

    def __init__(self, rules: Game[Any]) -> None:
        self.rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)

    def answer(self, state: Any, seat: Seat, plan: Plan, mode: str = "each") -> Answer:
        first, _, rest = plan.partition("\n")
        return self.rules.answer(state, seat, first, mode)._replace(plan=rest)

    def apply(
        self, state: Any, seat: Seat, order: Order, chance: Chance
    ) -> tuple[Any, list[Event]]:
        return state, self.rules.apply(state, seat, order, chance)[1]


def plans_applied(name: str, state: Any, seconds: float) -> float:
    rules, seat, line = long_turn(name, state)
    dice = Seeded("04" * 32)

    def one() -> int:
        plan = "\n".join([line] * STEPS)
        while plan:
            rules.decisions(state)
            answer = rules.answer(state, seat, plan)
            assert answer.order
            rules.apply(state, seat, answer.order, dice.again())
            plan = answer.plan
        return 1

    return rate(one, seconds)


def rehearsals(name: str, state: Any, seconds: float) -> float:
    rules, seat, line = long_turn(name, state)
    about, plan = games()[name], "\n".join([line] * STEPS)
    assert len(rehearse(about, rules, state, seat, plan).steps) == STEPS
    return rate(lambda: 1 if rehearse(about, rules, state, seat, plan) else 0, seconds)


def long_turn(name: str, state: Any) -> tuple[Any, Seat, Plan]:
    """A game, a seat and a line whose order can be foreseen to its end."""
    rules = game(name)
    for decision in rules.decisions(state):
        for order in rules.options(state, decision.seat):
            plan = rules.parse(state, decision.seat, order.text)
            if "\n" not in plan:
                found = rehearse(games()[name], rules, state, decision.seat, plan)
                if found.has_moved:
                    return TenTimes(rules), decision.seat, plan
    raise LookupError(f"nothing in {name} can be foreseen here")


def foreseeable(name: str, states: Sequence[Any]) -> Any:
    """The first state where something can be rehearsed."""
    for state in states:
        with suppress(LookupError):
            long_turn(name, state)
            return state
    raise LookupError(f"nothing in {name} can be foreseen")


def measure(name: str, seconds: float = 1.0, seats: int = 0) -> dict[str, float]:
    """All rates of a game that need only the engine; 0 seats means the fewest."""
    seats = seats or games()[name].seats[0]
    match = random_match(name, seats)
    text = match.text()
    log, middle = log_read(text), match.states[len(match.states) // 2]
    third = len(match.states) // 3
    fresh = Match(name, match.names, seed="03" * 32)
    hint = fresh.game.hints(fresh.state, fresh.asked[0].seat)[0].text
    entries, turn = replays(log, seconds), foreseeable(name, match.states)
    return {
        "playouts": playouts(name, seats, seconds),
        "early orders": orders_in(match, slice(third), seconds),
        "late orders": orders_in(match, slice(-third, None), seconds),
        "replay": entries,
        "replay all": entries / len(log.entries),
        "seek": seeks(log, seconds),
        "worst seek": worst_seek(log, seconds),
        "verify": verifies(text, seconds),
        "copy": copies(middle, seconds),
        "deepcopy": deep_copies(middle, seconds),
        "parse": parses(fresh, hint, seconds),
        "picture": pictures(name, middle, seconds),
        "tallies": hundred_tallies(seconds),
        "plan applied": plans_applied(name, turn, seconds),
        "rehearsal": rehearsals(name, turn, seconds),
    }

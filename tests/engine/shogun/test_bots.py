"""The bots play by the rules, and by what their seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from random import Random
from typing import Any

import pytest

from engine.bots import bots
from engine.chance import Seeded
from engine.match import Match
from engine.registry import game, games
from engine.shogun.board import BOARD
from engine.shogun.bots.assignment import assigned
from engine.shogun.bots.daimyo import LEAST, daimyo_sheet
from engine.shogun.bots.greedy import greedy_sheet
from engine.shogun.bots.ideas import Mind
from engine.shogun.bots.odds import attack_odds, fallen, revolt_odds
from engine.shogun.bots.season import play_season
from engine.shogun.bots.worth import realm_points
from engine.shogun.rules import faults
from engine.shogun.state import BLUFF, NOTHING, State
from engine.shogun.tower import throw

GAME = game("shogun")
ALL = dict.fromkeys(("court", "samurai", "generals", "dajokan"), "yes")
TABLES: list[tuple[int, dict[str, str]]] = [
    *((seats, {}) for seats in (3, 4, 5)),
    (3, ALL),
    (5, ALL),
]
every_table = pytest.mark.parametrize(("seats", "choices"), TABLES)


def table_of(seats: int = 3, choices: Mapping[str, str] = {}, seed: int = 1) -> State:
    """A match of this kind in its first planning."""
    wanted = games()["shogun"].complete(seats, choices)
    state: State = GAME.setup(seats, wanted, Seeded(f"{seed:064x}"))[0]
    return state


# ------------------------------------------------------------------------------ odds


def test_the_odds_of_a_colour_are_those_of_its_cubes() -> None:  # SHO-16.3
    assert fallen(1, 0, 5)[1] == pytest.approx(2 / 3, abs=1e-6)
    assert fallen(0, 1, 8)[1] == pytest.approx(1 - 0.95**8, abs=1e-6)
    assert sum(fallen(7, 4, 12)) == pytest.approx(1)
    mean = sum(n * chance for n, chance in enumerate(fallen(6, 3, 8)))
    assert mean == pytest.approx(6 * 2 / 3 + 3 * (1 - 0.95**8), abs=1e-5)


def test_the_odds_of_an_attack_are_what_the_tower_does() -> None:  # SHO-9.6
    state = table_of()
    target = BOARD.index["KOZ"]
    state.owner[target], state.armies[target] = 1, 3
    state.inside, state.tray = (2, 3, 1, 4), (1, 0, 2, 1)
    found = attack_odds(state, 0, target, 5)
    chance = Seeded("07" * 32)
    won, left = 0, 0
    trials = 4000
    for number in range(trials):
        done = throw(chance.again(), f"throw {number}", state.inside, (6, 3, 2, 1))
        ahead = done.fallen[0] - done.fallen[1] - done.fallen[3]
        won += ahead > 0
        left += max(0, ahead)
    assert found.win == pytest.approx(won / trials, abs=0.03)
    assert found.left == pytest.approx(left / trials, abs=0.12)


def test_unrest_keeps_the_farmers_out() -> None:  # SHO-9.5
    state = table_of()
    target = BOARD.index["KOZ"]
    state.owner[target], state.armies[target] = 1, 3
    state.inside = (0, 0, 0, 9)
    calm = attack_odds(state, 0, target, 4).win
    state.unrest[target] = 1
    assert attack_odds(state, 0, target, 4).win > calm


def test_a_revolt_that_ties_is_lost() -> None:  # SHO-9.8
    state = table_of()
    state.inside = state.tray = (0, 0, 0, 0)
    odds = revolt_odds(state, 0, 1, 1)
    assert odds.win == pytest.approx(2 / 3 * 1 / 3, abs=1e-6)


# ----------------------------------------------------------------------------- plans


def test_the_best_assignment_is_found() -> None:
    dice = Random(5)
    for _ in range(20):
        worth = [[dice.uniform(-2, 5) for _ in range(5)] for _ in range(4)]
        found = assigned(worth)
        assert len(set(found)) == 4
        sums = [
            sum(row[at] for row, at in zip(worth, columns, strict=False))
            for columns in permutations(range(5), 4)
        ]
        mine = sum(row[at] for row, at in zip(worth, found, strict=True))
        assert mine == pytest.approx(max(sums))


def test_rows_without_a_column_get_none() -> None:
    found = assigned([[1.0, 2.0], [3.0, 1.0], [0.0, 0.5]])
    assert sorted(found) == [-1, 0, 1]
    assert found[1] == 0


@every_table
def test_plans_are_legal_whatever_their_writer_has(
    seats: int, choices: dict[str, str]
) -> None:  # SHO-4.3, SHO-17.5
    state = table_of(seats, choices)
    dice = Random(3)
    own = [p for p in state.setup.used if state.owner[p] == 0]
    for count in (len(own), 6, 3, 1, 0):
        for province in own[count:]:
            state.owner[province], state.armies[province] = NOTHING, 0
        for sheet in (greedy_sheet(state, 0, dice), Mind(state, 0, dice, 1.0).sheet()):
            plan = GAME.parse(state, 0, sheet.text(), "")
            coverage = GAME.coverage(state, 0, plan)
            assert coverage.is_complete, sheet.text()


@every_table
def test_a_season_in_the_head_is_a_season_of_the_rules(
    seats: int, choices: dict[str, str]
) -> None:  # SHO-1.8
    dice = Random(seats)
    state = table_of(seats, choices)
    while state.phase != "over":
        sheets = [Mind(state, seat, dice, 0.5).sheet() for seat in range(seats)]
        before = GAME.position(state)
        after = play_season(state, sheets, dice)
        assert GAME.position(state) == before
        assert not faults(after)
        state = after


def test_what_a_realm_scores_is_what_winter_gives() -> None:  # SHO-10.7
    state = table_of()
    dice = Random(4)
    for _ in range(3):
        sheets = [Mind(state, seat, dice).sheet() for seat in range(3)]
        before, state = state, play_season(state, sheets, dice)
    gained = [now - then for now, then in zip(state.points, before.points, strict=True)]
    assert realm_points(state) == gained


def test_a_plan_says_which_card_lies_where() -> None:  # SHO-18.13
    text = greedy_sheet(table_of(), 0, Random(1)).text(["revolts SUR"])
    lines = text.splitlines()
    assert [line.split()[0] for line in lines[:11]] == list(BOARD.slots[:11])
    assert lines[-1] == "revolts SUR"
    assert any("> " in line and line.endswith("| hold") for line in lines)


# ------------------------------------------------------------------------------ bots


@pytest.mark.parametrize("bot", ["greedy", "daimyo"])
def test_bots_know_only_what_their_seat_sees(bot: str) -> None:  # SHO-1.5
    state, other = table_of(seed=2), table_of(seed=2)
    hidden = other.actions[5:]
    other.actions = (*other.actions[:5], *hidden[::-1])
    other.event_deck = other.event_deck[::-1]
    board = tuple(BLUFF for _ in state.boards[1])
    other.boards = (other.boards[0], board, *other.boards[2:])
    texts = [bots("shogun")[bot](GAME, s, 0, Random(9)) for s in (state, other)]
    assert texts[0] == texts[1]


def test_a_search_decides_alike_with_equal_dice() -> None:
    state = table_of()
    one, two = (daimyo_sheet(state, 0, Random(9), LEAST) for _ in range(2))
    assert one.text() == two.text()


@pytest.mark.parametrize("choices", [{}, {**ALL, "mode": "draft", "side": "moon"}])
def test_a_bot_is_asked_once_a_season(choices: dict[str, str]) -> None:  # SHO-18.10
    match = Match("shogun", ["a", "b", "c"], seed="05" * 32, choices=choices)
    asked: dict[str, int] = {}
    dice = Random(1)
    while not match.over:
        seat = match.asked[0].seat
        span = next(
            d.span for d in GAME.decisions(match.state_for(seat)) if d.seat == seat
        )
        asked[span] = asked.get(span, 0) + 1
        text = bots("shogun")["greedy"](GAME, match.state_for(seat), seat, dice)
        match.write(seat, text)
    seasons = {span: count for span, count in asked.items() if "draft" not in span}
    assert set(seasons) == {
        f"Y{year} {season} planning" for year in (1, 2) for season in BOARD.seasons
    }
    assert set(seasons.values()) == {3}


def test_greedy_beats_random() -> None:
    wins = 0
    for number in range(4):
        names = ["random", "random", "random"]
        names[number % 3] = "greedy"
        wins += winner(names, number) == number % 3
    assert wins >= 3


def winner(names: list[str], number: int) -> int:
    match = Match("shogun", names, seed=f"{number:064x}", people=False)
    dice: Any = Random(number)
    while not match.over:
        seat = match.asked[0].seat
        bot = bots("shogun")[names[seat]]
        match.write(seat, bot(match.game, match.state_for(seat), seat, dice))
    return next(s.seat for s in match.standings if s.place == 1)

"""Programs that play: they write legal orders, know what their seat knows, and win."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engine.bots import bots
from engine.match import Match
from engine.registry import game
from engine.samurai_battles.bots.odds import odds
from engine.samurai_battles.bots.reactions import LINES, standing_lines
from engine.samurai_battles.box import FACES
from engine.samurai_battles.cards import COMMAND, DRAGON
from engine.samurai_battles.scenarios import SCENARIO

NAME = "samurai_battles"
RULES = game(NAME)
BOTS = bots(NAME)


def battle(players: tuple[str, str], scenario: str, seed: int) -> Match:
    choices = {"scenario": scenario}
    match = Match(NAME, list(players), choices, f"{seed:064x}", people=False)
    dice = Random(seed)
    while not match.over:
        seat = match.asked[0].seat
        text = BOTS[players[seat]](RULES, match.state_for(seat), seat, dice)
        match.write(seat, text)
    return match


def places(match: Match) -> list[int]:
    return [standing.place for standing in match.standings]


@pytest.mark.parametrize("scenario", SCENARIO)
def test_the_tactician_beats_chance_in_every_scenario(scenario: str) -> None:
    assert places(battle(("tactician", "random"), scenario, 1)) == [1, 2]


def test_it_beats_chance_from_the_other_side() -> None:
    assert places(battle(("random", "tactician"), "first-skirmish", 2)) == [2, 1]


def test_the_greedy_one_plays_to_the_end() -> None:
    match = battle(("greedy", "tactician"), "first-skirmish", 3)
    assert match.over
    assert not RULES.faults(match.state)


@pytest.mark.parametrize("bot", ["greedy", "tactician"])
def test_a_program_knows_no_more_than_its_seat(bot: str) -> None:  # SB-17.2
    match = Match(NAME, ["A", "B"], seed="5a" * 32)
    for step in range(60):
        seat = match.asked[0].seat
        state = match.state_for(seat)
        texts = {
            BOTS[bot](RULES, RULES.imagine(state, seat, Random(deal)), seat, Random(7))
            for deal in range(3)
        }
        texts.add(BOTS[bot](RULES, state, seat, Random(7)))
        assert len(texts) == 1, step
        match.write(seat, texts.pop())
        if match.over:
            break


def test_lines_that_stand_are_about_cards_that_react() -> None:  # SB-17.16
    assert all(card in COMMAND or card in DRAGON for card in LINES)
    match = Match(NAME, ["A", "B"], seed="5b" * 32)
    seat = match.asked[0].seat
    lines = standing_lines(match.state, seat)
    held = match.state.command_hands[seat] + match.state.dragon_hands[seat]
    assert {card for card, line in LINES.items() if line in lines} <= set(held)
    RULES.parse(match.state, seat, "\n".join([*LINES.values(), *lines[-1:]]))


@pytest.mark.parametrize(("dice", "ignored", "figures"), [(3, 1, 2), (4, 0, 4)])
def test_odds_are_what_counting_all_rolls_gives(
    dice: int, ignored: int, figures: int
) -> None:  # SB-8.6, SB-8.7, SB-9.3
    total = kills = stays = 0
    rolls = list(product(FACES, repeat=dice))
    for faces in rolls:
        hits = faces.count("T") + max(0, faces.count("X") - ignored)
        total += min(hits, figures)
        kills += hits >= figures
        stays += hits < figures and faces.count("F") <= 1
    found = odds(dice, True, True, ignored, figures, 1)
    assert found.hits == pytest.approx(total / len(rolls))
    assert found.kill == pytest.approx(kills / len(rolls))
    assert found.stays == pytest.approx(stays / len(rolls))

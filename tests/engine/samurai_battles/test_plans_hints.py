"""Hints, remarks, coverage, and plans as text. [SB-17.13]"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.languages import LANGUAGES
from engine.match import Match
from engine.registry import game as game_of
from engine.samurai_battles.plans.kept import read_kept
from engine.samurai_battles.plans.writing import as_written
from engine.samurai_battles.scenarios import SCENARIO
from engine.samurai_battles.state import State
from tests.engine.samurai_battles.orders import GAME, RED, YELLOW, parse, table

GAME_OF = game_of(GAME)
CARDS = {RED: ["order-3-center", "shogun", "first-strike", "order-1-left"]}


def skirmish(**more: Any) -> State:
    red = {"D5": "SN", "D6": "AB", "C6": "AY", "A1": "AY"}
    yellow = {"F6": "AB", "G7": "AY", "F8": "AB", "K1": "AY"}
    return table(red, yellow, commands=CARDS, **more)


# ---------------------------------------------------------------------------- hints


@pytest.mark.parametrize("scenario", sorted(SCENARIO))
def test_the_first_hint_is_a_turn_that_can_be_sent(scenario: str) -> None:  # SB-17.13
    """One letter for each turn, and none for the other player."""
    match = Match(GAME, ["Aki", "Botan"], {"scenario": scenario}, seed="05" * 32)
    asked = []
    for _ in range(24):
        if match.over:
            break
        (question,) = match.asked
        asked.append((question.seat, question.point))
        hints = match.game.hints(match.state, question.seat, "en")
        match.write(question.seat, hints[0].text)
    begun = [seat for seat, point in asked if point == "D-01"]
    assert all(one != other for one, other in pairwise(begun))
    late = [point for _, point in asked if point not in ("D-01", "D-22")]
    assert not late, late


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_in_each_language_are_the_same_orders(language: str) -> None:  # SB-18.1
    state = skirmish(dragons={RED: ["insult", "ambush"]})
    english = GAME_OF.hints(state, RED, "en")
    hints = GAME_OF.hints(state, RED, language)
    assert len(hints) == len(english)
    for hint, other in zip(hints, english, strict=True):
        assert parse(state, RED, hint.text) == parse(state, RED, other.text)


def test_hints_tell_of_the_own_hand_alone() -> None:  # SB-17.2
    one = skirmish(dragons={YELLOW: ["insult", "ambush"]})
    two = skirmish(dragons={YELLOW: ["mired", "physician"]})
    assert GAME_OF.hints(one, RED) == GAME_OF.hints(two, RED)


def test_a_card_in_hand_is_prepared() -> None:  # SB-17.16
    texts = [hint.text for hint in GAME_OF.hints(skirmish(), RED)]
    assert "react attacked any: strike" in texts


# ---------------------------------------------------------------- remarks and coverage


def said(text: str, seat: int = RED) -> str:
    state = skirmish(dragons={RED: ["tea-ceremony", "war-cry"]})
    return " ".join(GAME_OF.remarks(state, seat, parse(state, seat, text)))


def test_remarks() -> None:  # SB-17.13, SB-17.14, SB-17.16
    assert "DRAW" in said("CARD order-3-center; ORDER D5")
    assert said("CARD order-3-center; ORDER D5; DRAW TOKENS") == ""
    assert "next turn" in said("CARD shogun; DRAW TOKENS", YELLOW)
    assert "never" in said("REACT STRUCK any: DRAGON ambush")
    assert "never" in said("REACT THREATENED any: DRAGON ambush")
    assert said("REACT ATTACKED any: DRAGON ambush") == ""
    two = "CARD order-3-center WITH tea-ceremony; ORDER D5; MOVE D5-E6;"
    assert "one Dragon card" not in said(f"{two} ATTACK E6 X F6; DRAW TOKENS")


def test_coverage() -> None:  # SB-17.3, SB-17.13
    state = skirmish()

    def covered(text: str, seat: int = RED) -> tuple[int, int, tuple[str, ...]]:
        found = GAME_OF.coverage(state, seat, parse(state, seat, text))
        return found.decided, found.due, found.spans

    assert covered("CARD order-3-center; DRAW TOKENS") == (2, 2, ())
    assert covered("CARD order-3-center; ORDER D5") == (1, 2, ())
    assert covered("PREFER RETREAT left") == (0, 2, ())
    assert covered("PREFER RETREAT left", YELLOW) == (0, 0, ())
    assert covered("CARD shogun; DRAW TOKENS", YELLOW) == (0, 0, ("turn 8",))


def test_one_letter_a_turn_at_tempo_phase() -> None:  # SB-17.3
    match = Match(GAME, ["Aki", "Botan"], seed="06" * 32, tempo="phase")
    for turn in range(1, 7):
        (question,) = match.asked
        assert question.span == f"turn {turn}"
        match.write(question.seat, match.game.hints(match.state, question.seat)[0].text)


# ------------------------------------------------------------------------ kept as text


def test_a_plan_survives_as_text() -> None:  # SB-17.9
    state = skirmish()
    text = (
        "REACT ATTACKED any: STRIKE; PREFER RETREAT left; CARD order-3-center;"
        "ORDER D5; MOVE D5-E6; IF OWN E6: ATTACK E6 X F6 THEN WAIT; DRAW TOKENS"
    )
    plan = parse(state, RED, text)
    assert read_kept(plan).text == plan
    assert [as_written(line) for line in plan.splitlines()] == [
        *("react attacked any: strike", "prefer retreat left", "card order-3-center"),
        *("order D5", "move D5-E6", "if own E6: attack E6 x F6 then wait"),
        "draw tokens",
    ]


def test_notes_of_ours_are_shown_to_nobody() -> None:  # SB-17.18
    for line in ("gone 7: E6 3", "told 7: react none", "doing 7 0+: draw tokens"):
        assert as_written(line) == ""
    assert as_written("step 7: move leader C5 C6") == "move leader C5-C6"
    assert as_written("dragon insult E6") == "dragon insult on E6"


def test_plans_of_any_kind_never_raise() -> None:  # SB-17.19
    """A plan written for one table is answered at every other one."""
    dice, plans = (
        Random(1),
        [
            "turn 3: attack E6 x F6 then advance bonus G7\nturn 3: draw tokens",
            "react: react rolled any hits = 0: dragon fortunes-smile\nturn 3: wait",
            "react: react moved any near any: dragon mired\nprefer: prefer lone far",
            "doing 3 0: attack E6 x F6 then advance bonus G7 then advance",
            "now 3: dragon ambush\nstep 3: advance\ntold 3: react attacked any: strike",
        ],
    )
    match = Match(GAME, ["Aki", "Botan"], seed="07" * 32, people=False)
    for _ in range(60):
        if match.over:
            break
        for seat in (RED, YELLOW):
            for mode in ("each", "phase", "late"):
                for plan in plans:
                    GAME_OF.answer(match.state, seat, plan, mode)
        question = match.asked[0]
        options = match.game.options(match.state, question.seat)
        match.write(question.seat, dice.choice(options).text)

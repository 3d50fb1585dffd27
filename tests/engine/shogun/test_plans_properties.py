"""Whatever is written at whatever moment: refused, or kept and used. [SHO-18.5]"""

from __future__ import annotations

from random import Random

import engine.shogun as game
from engine.errors import Refused
from engine.shogun.board import BOARD
from engine.shogun.plans.kept import read_kept
from engine.shogun.plans.vocabulary import LANGUAGES
from engine.shogun.plans.writing import plan_line
from engine.shogun.state import State
from tests.engine.shogun.mails import LINES_OF_THE_SHEET
from tests.engine.test_contract import NAMES, moments

MODES = ("each", "phase", "late")


def some_text(dice: Random, codes: list[str]) -> str:
    """A few lines of the sheet, with provinces of the board in them."""
    found = []
    for line in dice.sample(LINES_OF_THE_SHEET, dice.randint(1, 2)):
        words = line.split(" ")
        if dice.random() < 0.5:
            words = [dice.choice(codes) if w in BOARD.index else w for w in words]
        found.append(" ".join(words))
    return "\n".join(found)


def plan_of(state: State, seat: int, dice: Random) -> tuple[str, int]:
    """What is kept of four mails, and how many of them were taken."""
    mine = [BOARD.codes[p] for p, owner in enumerate(state.owner) if owner == seat]
    plan, taken, faults = "", 0, []
    for _ in range(4):
        text = some_text(dice, mine or list(BOARD.codes))
        try:
            plan = game.parse(state, seat, text, plan, NAMES)
            taken += 1
        except Refused as refused:
            faults += refused.errors
    assert all(fault.rule and fault.code and fault.legal for fault in faults)
    return plan, taken


def test_plans_never_fail_and_answer_with_options() -> None:  # SHO-18.3, SHO-18.5
    dice, count = Random(18), 0
    for moment in moments("shogun", 250):
        for seat in range(moment.state.setup.seats):
            plan, taken = plan_of(moment.state, seat, dice)
            check_plan(moment.state, seat, plan)
            count += taken
    assert count > 500


def check_plan(state: State, seat: int, plan: str) -> None:
    assert read_kept(plan).text == plan
    options = game.options(state, seat)
    for mode in MODES:
        answer = game.answer(state, seat, plan, mode)
        assert answer.order is None or answer.order in options
        assert read_kept(answer.plan).text == answer.plan
    covered = game.coverage(state, seat, plan)
    assert 0 <= covered.decided <= covered.due
    for language in LANGUAGES:
        assert all(game.remarks(state, seat, plan, language))
        assert all(game.afterwards(state, seat, plan, language))
        for line in plan.splitlines():
            said = plan_line(line, language)
            assert said or line.startswith("ready")


def test_a_plan_reads_the_same_in_every_language() -> None:  # SHO-18.15
    """What is shown as kept, sent again, is kept again."""
    dice = Random(15)
    for moment in moments("shogun", 60):
        state, seat = moment.state, moment.seat
        try:
            plan = game.parse(state, seat, some_text(dice, list(BOARD.codes)))
        except Refused:
            continue
        if read_kept(plan).step:
            continue
        language = dice.choice(LANGUAGES)
        shown = "\n".join(plan_line(line, language) for line in plan.splitlines())
        if shown.strip():
            assert game.parse(state, seat, shown) == plan

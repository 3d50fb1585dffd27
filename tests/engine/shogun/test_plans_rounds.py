"""Spans, what covers them, and how many letters a match needs. [SHO-18.8 to 18.10]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

import engine.shogun as game
from engine.bots import bots
from engine.errors import Refused
from engine.match import Match
from engine.shogun.board import BOARD
from engine.shogun.plans.kept import read_kept
from engine.shogun.plans.spans import covered_spans
from engine.shogun.state import NOTHING
from tests.engine.shogun.mails import (
    EXPANSIONS,
    ONE_LINE,
    PEOPLE,
    PURPLE,
    WHOLE_MAIL,
    plan,
    position_p,
    position_q,
)

NAMES = (*PEOPLE, "Emi")
ALL = dict.fromkeys(EXPANSIONS, "yes")
CARDS = ONE_LINE.rpartition(";")[0]  # with moves, without the special card
Writer = Callable[[Match, int, Random], str]


def spans(*texts: str, is_q: bool = False) -> list[str]:
    """What a plan covers when it becomes ready."""
    state = position_q() if is_q else position_p()
    return covered_spans(state, PURPLE, read_kept(plan(state, *texts)))


# --------------------------------------------------------------- what covers [18.9]


def test_the_one_line_covers_the_season() -> None:  # SHO-18.9, SHO-18.23
    assert spans(ONE_LINE) == ["choices", "actions"]
    assert spans(WHOLE_MAIL, is_q=True) == ["choices", "actions", "end"]


def test_nothing_but_cards_covers_nothing() -> None:  # SHO-18.9
    bare = CARDS.replace(" > BIN 1", "").replace(" > SUR 3 | hold", "")
    assert spans(bare) == []
    assert spans(bare, "special six") == ["choices"]
    assert spans(CARDS) == ["actions"]


def test_each_province_that_may_move_wants_moves() -> None:  # SHO-18.9
    assert spans(CARDS.replace(" > BIN 1", ""), "special six") == ["choices"]
    assert spans(CARDS.replace("BIN 1", "hold")) == ["actions"]


def test_an_ask_leaves_its_span_uncovered() -> None:  # SHO-18.9, SHO-18.22
    assert spans(ONE_LINE, "ask special") == ["actions"]
    assert spans(ONE_LINE, "ask defend") == ["choices"]
    assert spans(ONE_LINE, "move battleA SUR 2 | ask") == ["choices"]
    assert spans(ONE_LINE, "cover actions", "ask battleA") == ["choices"]
    assert spans(ONE_LINE, "ask battleA", "cover actions") == ["choices", "actions"]


def test_cover_covers_whatever_the_plan_has() -> None:  # SHO-18.9
    assert spans("castle MUS; bid 2; cover actions") == ["actions"]
    assert spans("cover season", is_q=True) == ["choices", "actions", "end"]


@pytest.mark.parametrize(
    ("missing", "left"),
    [
        ("special", ["actions", "end"]),
        ("post", ["actions", "end"]),
        ("favour", ["actions", "end"]),
        ("general", ["choices", "actions"]),
        ("office", ["choices", "actions"]),
        ("defend", ["choices", "actions", "end"]),
    ],
)
def test_what_a_span_needs_where_it_can_come_up(
    missing: str, left: list[str]
) -> None:  # SHO-18.9
    text = "\n".join(x for x in WHOLE_MAIL.splitlines() if not x.startswith(missing))
    assert spans(text, is_q=True) == left


def test_a_samurai_line_is_needed_with_four_regions() -> None:  # SHO-18.9
    text = "\n".join(x for x in WHOLE_MAIL.splitlines() if not x.startswith("samurai"))
    regions = {
        position_q().setup.region_of[p]
        for p, owner in enumerate(position_q().owner)
        if owner == PURPLE
    }
    assert len(regions) < BOARD.samurai_regions
    assert "choices" in spans(text, is_q=True)
    state = position_q()
    for code in ("IYO", "ETC"):
        state.owner[BOARD.index[code]] = PURPLE
    kept = read_kept(plan(state, text))
    assert "choices" not in covered_spans(state, PURPLE, kept)


def test_a_favour_line_is_needed_from_two_officials_on() -> None:  # SHO-18.9
    text = "\n".join(x for x in WHOLE_MAIL.splitlines() if not x.startswith("favour"))
    state = position_q()
    state.waiting = (3, 3, 3, 0)
    assert "choices" not in covered_spans(state, PURPLE, read_kept(plan(state, text)))
    poor = text.replace("court2    official", "court2 -")
    poor = poor.replace("recruit3  -", "recruit3 official")
    assert "choices" in covered_spans(state, PURPLE, read_kept(plan(state, poor)))


def test_a_standing_line_after_the_lock_spares_nobody_the_actions() -> None:  # SHO-18.8
    """Whoever has nothing to move is asked as well, or the letter would tell it."""
    people = list(PEOPLE[:3])
    match = Match("shogun", people, seed="07" * 32, people=False, tempo="phase")
    slots = ("castle", "temple", "theatre", "rice", "tax", "recruit5", "recruit3")
    for seat in range(3):
        own = own_codes(match, seat)
        cards = [f"{slot} {code}" for slot, code in zip(slots, own, strict=False)]
        moving = own[len(slots)] if seat == 2 else "-"
        cards += ["bid 1", "recruit1 -", "battleB -", f"battleA {moving}"]
        match.write(seat, "\n".join(cards))
    for seat in range(3):
        match.write(seat, "special six > chest > rice > attack > defend; defend yes")
    asked = [(question.seat, question.span) for question in match.asked]
    assert asked == [(seat, "Y1 spring actions") for seat in range(3)]


def own_codes(match: Match, seat: int) -> list[str]:
    return [BOARD.codes[p] for p, of in enumerate(match.state.owner) if of == seat]


def test_autumn_may_cover_winter() -> None:  # SHO-18.9
    state = position_q()
    state.season = 2
    state.generals = (NOTHING, NOTHING, NOTHING, BOARD.index["KAI"])
    text = plan(state, WHOLE_MAIL.replace("Y1 spring", "Y1 autumn"))
    found = covered_spans(state, PURPLE, read_kept(text))
    assert found == ["choices", "actions", "end"]
    more = game.parse(state, PURPLE, "revolts AKI > BIN", text)
    found = covered_spans(state, PURPLE, read_kept(more))
    assert found == ["choices", "actions", "end", "winter"]
    assert game.coverage(state, PURPLE, more).spans[-1] == "Y1 winter"


def test_coverage_counts_slots_and_names_the_spans() -> None:  # SHO-18.8, SHO-18.9
    state = position_p()
    found = game.coverage(state, PURPLE, plan(state, "castle MUS; bid 2"))
    assert (found.decided, found.due, found.missing[0]) == (2, 11, "temple")
    found = game.coverage(state, PURPLE, plan(state, ONE_LINE))
    assert found.is_complete
    assert found.spans == ("Y1 spring choices", "Y1 spring actions")


# ------------------------------------------------------------------ rounds of letters


def rounds_of(
    seats: int, choices: dict[str, str], write: Writer, tempo: str = "phase"
) -> tuple[list[str], Counter[int]]:
    """The spans for which letters were sent, in order, and how many each seat got."""
    match = Match("shogun", NAMES[:seats], choices, "5a" * 32, tempo=tempo)
    dice, found = Random(18), []
    letters: Counter[int] = Counter()
    while not match.over:
        (span,) = {question.span for question in match.asked}
        found.append(span)
        letters.update(question.seat for question in match.asked)
        for seat in [question.seat for question in match.asked]:
            text = write(match, seat, dice)
            if text:
                match.write(seat, text)
            else:
                match.ring([seat])
    return found, letters


def silent(match: Match, seat: int, dice: Random) -> str:
    return ""


def whole_plan(match: Match, seat: int, dice: Random) -> str:
    return match.game.hints(match.state, seat)[0].text


def cards_alone(match: Match, seat: int, dice: Random) -> str:
    """A plan that covers nothing; then one line at a time."""
    text = match.game.hints(match.state, seat)[0].text
    if match.state.point != "plan":
        return text.splitlines()[0]
    cards = [line.partition(" > ")[0] for line in text.splitlines()]
    return "\n".join(c for c in cards if c.split()[0] not in LATER)


LATER = ("special", "post", "samurai", "favour", "general", "office", "revolts")


def changing(match: Match, seat: int, dice: Random) -> str:
    return dice.choice([silent, whole_plan, cards_alone])(match, seat, dice)


WRITERS = (silent, whole_plan, cards_alone, changing)
TABLES = [
    (5, {**ALL, "mode": "draft"}, 4, 28),
    (3, {**ALL, "mode": "draft", "side": "moon"}, 4, 28),
    (4, {**ALL, "mode": "recommended"}, 4, 26),
    (4, {"mode": "recommended"}, 3, 20),
    (3, {"mode": "recommended", "court": "yes", "samurai": "yes"}, 3, 20),
]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize(("seats", "choices", "season", "match"), TABLES)
def test_letters_are_sent_once_for_each_span(
    write: Writer, seats: int, choices: dict[str, str], season: int, match: int
) -> None:  # SHO-18.8, SHO-18.10
    found, _ = rounds_of(seats, choices, write)
    assert len(set(found)) == len(found)
    assert len(found) <= match
    for number in Counter(span.rpartition(" ")[0] for span in found).values():
        assert number <= season
    assert Counter(s for s in found if s.startswith("draft")).total() <= 2


@pytest.mark.parametrize("choices", [{}, ALL, {**ALL, "mode": "draft"}])
def test_one_mail_a_season_is_enough(
    choices: dict[str, str],
) -> None:  # SHO-18.1, 18.10
    """Six letters, and two for a draft: plans cover every season and winter."""
    found, letters = rounds_of(4, choices, whole_plan)
    draft = 2 if "mode" in choices else 0
    assert [span for span in found if "planning" in span] == found[draft:]
    assert set(letters.values()) == {6 + draft}


def test_a_plan_for_the_season_leaves_no_question_at_tempo_each() -> None:  # 18.10
    def first_plan(match: Match, seat: int, dice: Random) -> str:
        assert match.state.point == "plan"
        return match.game.hints(match.state, seat)[0].text

    found, letters = rounds_of(4, {}, first_plan, "each")
    assert len(found) == 6
    assert set(letters.values()) == {6}


def test_bots_need_no_more_letters_than_people() -> None:  # SHO-18.10
    """Steps at random, one by one; what counts is for how many spans they are asked."""
    random = bots("shogun")["random"]
    match = Match(
        "shogun", NAMES[:3], {**ALL, "mode": "draft"}, "5b" * 32, tempo="phase"
    )
    dice, asked = Random(7), set()
    for _ in range(5000):
        if match.over:
            break
        question = match.asked[0]
        asked.add(question.span)
        state = match.state_for(question.seat)
        if not match.game.options(state, question.seat):
            match.write(question.seat, "defend yes")
            continue
        text = random(match.game, state, question.seat, dice)
        match.write(question.seat, text)
    assert match.over
    assert len(asked) <= 28


def test_an_unfinished_plan_is_waited_for_at_tempo_phase() -> None:  # SHO-18.13
    match = Match("shogun", PEOPLE, seed="5c" * 32, tempo="phase")
    for seat in range(3):
        match.write(seat, whole_plan(match, seat, Random(0)))
    match.write(PURPLE, "castle MUS; bid 2")
    assert [(q.seat, q.reason) for q in match.asked] == [(PURPLE, "slots")]
    assert len(match.log.entries) == 1
    match.ring([PURPLE])
    assert match.state.phase != "planning" or match.state.season == 1
    laid = [e.order.text for e in match.log.entries if e.order and e.seat == PURPLE]
    assert laid[:2] == ["bid 2", "lay castle MUS"]


def test_a_seat_that_asked_is_waited_for_at_its_moment() -> None:  # SHO-18.1, SHO-18.22
    match = Match("shogun", PEOPLE, seed="5c" * 32)
    for seat in range(3):
        match.write(seat, whole_plan(match, seat, Random(0)))
    match.write(PURPLE, ONE_LINE.replace("SUR 3 | hold", "ask"))
    (question,) = match.asked
    assert (question.seat, question.point, question.reason) == (
        PURPLE,
        "battle-a",
        "ask",
    )
    with pytest.raises(Refused):
        match.write(PURPLE, "cover actions")
    match.write(PURPLE, "move SUR 2")
    assert match.state.season == 1


def test_a_seat_that_is_covered_may_still_send_better_lines() -> None:  # SHO-18.9
    match = Match("shogun", PEOPLE, seed="5c" * 32)
    match.write(PURPLE, ONE_LINE)
    for seat in range(2):
        match.write(seat, whole_plan(match, seat, Random(0)))
    match.write(2, cards_alone(match, 2, Random(0)))
    assert match.asked[0].seat == 2
    if match.state.phase == "choices" and match.state.special_of[PURPLE] == NOTHING:
        match.write(PURPLE, "special rice")
    match.write(PURPLE, "attack no")
    assert "attack no" in match.plans[PURPLE]

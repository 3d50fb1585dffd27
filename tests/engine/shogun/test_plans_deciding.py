"""What a plan does when its moment comes. [SHO-18.3, SHO-18.6, SHO-18.17 to 18.22]"""

from __future__ import annotations

import pytest

import engine.shogun as game
from engine.contract import Skipped
from engine.shogun.board import BOARD
from engine.shogun.state import NOTHING, State
from tests.engine.shogun.mails import (
    EXPANSIONS,
    ONE_LINE,
    PURPLE,
    acting,
    given,
    opening,
    own,
    plan,
    position_p,
    position_q,
    put_card,
    steps,
)


def moves(text: str, slot: str = "battle-a") -> str:
    """A plan with moves for a slot, as it is kept when the cards lie."""
    return f"move Y1 spring: move {slot} {text}"


def choice(text: str) -> str:
    return f"choice Y1 spring: {text}"


def at_point(state: State, point: str, phase: str = "choices", step: str = "") -> State:
    new = state.copy()
    new.phase, new.step, new.point, new.seat = phase, step or point, point, PURPLE
    return new


# ------------------------------------------------------------------- moves [18.17-18]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("SUR 3", "move SUR 3"),
        ("SUR all", "move SUR 4"),
        ("SUR all-2", "move SUR 2"),
        ("SUR half", "move SUR 2"),
        ("SUR 3 if owner neutral | hold", "move SUR 3"),
        ("SUR 3 if owner me | hold", "hold"),
        ("SUR 3 if unrest >= 1 | SNN all", "move SNN 4"),
        ("SNN all if armies <= 2 | hold", "hold"),
        ("SNN all if armies <= 3 and owner red | hold", "move SNN 4"),
        ("SNN 2 if armies = 3 | hold", "move SNN 2"),
        ("SNN 2 if here < 5 | SUR 1", "move SUR 1"),
        ("SNN 2 if here > 4", "move SNN 2"),
        ("SUR 2 if event castle-guard | hold", "move SUR 2"),
        ("SUR 2 if event neutral-two | SUR 1", "move SUR 1"),
        ("hold if armies > 1 | SUR 1", "move SUR 1"),
        ("MUS 2", "move MUS 2"),
    ],
)
def test_the_first_entry_that_holds_is_done(
    said: str, done: str
) -> None:  # 18.17, 18.18
    state = acting(position_p(), "battle-a", "KAI", kind="castle-guard")
    assert given(state, moves(said)) == done


def test_amounts_of_recruit1_count_the_new_army() -> None:  # SHO-18.17
    state = acting(position_p(), "recruit1", "AKI")
    state.armies[BOARD.index["AKI"]] = 3
    assert given(state, moves("BIN all", "recruit1")) == "move BIN 2"


def test_an_entry_that_has_become_illegal_costs_nothing() -> None:  # SHO-18.3, SHO-5.17
    state = acting(position_p(), "battle-a", "KAI")
    found = game.answer(state, PURPLE, moves("SUR 7 | SUR 2"))
    assert found.order
    assert found.order.text == "move SUR 2"
    (lost,) = found.skipped
    assert isinstance(lost, Skipped)
    assert lost == "move battle-a SUR 7"
    assert lost.why
    assert lost.why.code == "E_TOO_MANY"


def test_a_list_that_fails_has_still_answered() -> None:  # SHO-18.3
    state = acting(position_p(), "battle-a", "KAI")
    found = game.answer(state, PURPLE, moves("SUR 7 | SNN 9"))
    assert found.order
    assert found.order.text == "hold"
    assert len(found.skipped) == 2
    found = game.answer(state, PURPLE, moves("SUR 2 if armies > 3"))
    assert found.order
    assert found.order.text == "hold"
    assert len(found.skipped) == 1


def test_ask_among_moves_stops_the_table() -> None:  # SHO-18.18, SHO-18.22
    state = acting(position_p(), "battle-b", "MIN")
    text = moves("OWA all if event neutral-two | ask", "battle-b")
    found = game.answer(state, PURPLE, text)
    assert (found.order, found.reason) == (None, "ask")
    assert given(state, moves("OWA 2 | ask", "battle-b")) == "move OWA 2"
    later = moves("ask if event neutral-two | OWA 1", "battle-b")
    assert given(state, later) == "move OWA 1"


def test_ask_for_a_slot_or_a_point_is_asked() -> None:  # SHO-18.22
    state = acting(position_p(), "battle-a", "KAI")
    found = game.answer(state, PURPLE, "ask Y1 spring: ask battle-a")
    assert (found.order, found.reason) == (None, "ask")
    found = game.answer(state, PURPLE, "")
    assert (found.order, found.reason) == (None, "battle-a")


def test_temples_and_shields_lead_to_the_fallback() -> None:  # SHO-7.4, SHO-12.13
    state = acting(position_q(), "battle-a", "KAI", kind="temple-peace")
    state.buildings[BOARD.index["SNN"]] = 2
    assert given(state, moves("SNN all | SUR 2 | hold")) == "move SUR 2"
    state = acting(position_q(), "battle-a", "KAI")
    assert given(state, moves("SNN all | SUR 2 | hold")) == "move SNN 4"
    state.protected = (0, 1, 0, 0)
    assert given(state, moves("SNN all | SUR 2 | hold")) == "move SUR 2"


# --------------------------------------------------------------------- rankings [18.19]


def special_state() -> State:
    state = at_point(position_p(), "special")
    state.specials = tuple(BOARD.special_index[s] for s in ("rice", "six", "chest"))
    state.specials += tuple(BOARD.special_index[s] for s in ("attack", "defend"))
    state.special_of = (BOARD.special_index["six"], NOTHING, NOTHING, NOTHING)
    state.event = [card.kind for card in BOARD.events].index("castle-guard")
    return state


def test_special_cards_by_name_place_and_event() -> None:  # SHO-18.19
    state = special_state()
    assert given(state, choice("special six > place1 > attack")) == "special rice"
    both = "special defend if event castle-guard > chest"
    assert given(state, choice(both)) == "special defend"
    other = "special defend if event tax-max-5 > chest"
    assert given(state, choice(other)) == "special chest"
    found = game.answer(state, PURPLE, choice("special six > place2"))
    assert found.order
    assert found.order.text == "special rice"  # the lowest place left
    assert len(found.skipped) == 1


def test_a_ranking_of_the_samurai() -> None:  # SHO-18.19, SHO-13.4
    state = at_point(position_q(), "samurai")
    state.stages = (1, 1, 1, 1)
    assert given(state, choice("samurai rice > tray > chests")) == "samurai tray"
    assert given(state, choice("samurai none")) == "samurai none"


def favour_state(
    officials: int = 4, favours: tuple[int, int, int] = (21, 12, 2)
) -> State:
    state = at_point(position_q(), "favour")
    state.favours, state.waiting = favours, (0, 0, 0, 0)
    state.audience = (0, 0, 0, officials)
    state.event = 0
    return state


def test_favours_are_taken_if_they_can_be_paid() -> None:  # SHO-18.19
    line = choice("favour 21@SGM > 12@neutral SUR > 2 > none")
    assert given(favour_state(4), line) == "favour 21@SGM"
    assert given(favour_state(3), line) == "favour 12@SUR"
    assert given(favour_state(2), line) == "favour 2"
    state = favour_state(3)
    own(state, "SUR", 0, 1)
    assert given(state, line) == "favour 2"


def test_a_bare_four_keeps_the_card_where_there_is_no_token() -> None:  # SHO-18.19
    state = favour_state(4, (12, 4, 1))
    assert given(state, choice("favour 4")) == "favour 4@keep"
    assert given(state, choice("favour 1@keep")) == "favour 1@keep"
    assert given(state, choice("favour 1")) == "favour 1"
    state.unrest[BOARD.index["MIN"]] = 1
    assert given(state, choice("favour 4 > none")) == "favour none"
    assert given(state, choice("favour 4@MIN > none")) == "favour 4@MIN"


def test_offices_are_taken_as_often_as_the_seat_decides() -> None:  # SHO-18.19
    state = at_point(position_q(), "office", "end")
    state.offices = tuple(-2 if o in ("A1", "E1") else -1 for o in BOARD.offices)
    line = choice("office A1 > E1 > B3")
    found = game.answer(state, PURPLE, line)
    assert found.order
    assert (found.order.text, found.plan) == ("office A1", line)
    state.offices = tuple(-2 if o in ("E1", "B3") else -1 for o in BOARD.offices)
    assert given(state, found.plan) == "office E1"
    step = game.parse(state, PURPLE, "office E1")
    assert game.answer(state, PURPLE, step).plan == ""


def test_revolts_in_the_order_written() -> None:  # SHO-18.19, SHO-10.6
    state = at_point(position_p(), "revolts", "winter")
    state.season, state.missing = 3, (0, 0, 0, 3)
    state.order, state.queue = (0, 1, 2, 3), ()
    state.revolts = (BOARD.index["AKI"], BOARD.index["KAI"])
    line = "choice Y1 autumn: revolts MUS > KAI > AKI"
    assert given(state, line) == "revolts KAI"
    assert given(state, "choice Y1 spring: revolts MUS") == "revolts AKI"  # the default


def test_generals_leave_a_statue_where_they_may() -> None:  # SHO-18.19, SHO-14.6
    state = at_point(position_q(), "general", "end")
    state.generals = (NOTHING, NOTHING, NOTHING, BOARD.index["KAI"])
    assert given(state, choice("general MUS")) == "general MUS statue"
    assert given(state, choice("general MUS nostatue")) == "general MUS nostatue"
    assert given(state, choice("general AKI")) == "general AKI"
    assert given(state, choice("general AKI nostatue")) == "general AKI"
    assert given(state, choice("general AKI statue > MUS")) == "general MUS statue"
    own(state, "MUS", 0, 1)
    line = choice("general MUS statue > TOT statue")
    assert given(state, line) == "general TOT statue"


def test_a_post_of_the_draft_ends_with_it() -> None:  # SHO-18.4
    state = at_point(position_q(), "post", "winter", "back")
    state.season = 3
    assert given(state, "choice draft: post MUS") == ""
    assert given(state, "choice Y1 summer: post MUS") == "post MUS"


def test_a_post_is_kept_until_the_general_stands() -> None:  # SHO-18.4, SHO-18.19
    state = at_point(position_q(), "post")
    found = game.answer(state, PURPLE, choice("post YAM > MUS"))
    assert found.order
    assert (found.order.text, found.plan) == ("post MUS", "")


def draft_state() -> State:
    state = opening(4, "draft", *EXPANSIONS).copy()
    state.seat = PURPLE
    return state


def drafted(text: str) -> str:
    return f"choice draft: {text}"


def test_the_draft_goes_by_its_list() -> None:  # SHO-18.19
    state = draft_state()
    state.offered = (BOARD.index["KAI"], BOARD.index["AKI"])
    line = drafted("draft SUR > AKI > blind")
    found = game.answer(state, PURPLE, line)
    assert found.order
    assert (found.order.text, found.plan) == ("draft AKI", line)
    assert given(state, drafted("draft left")) == "draft KAI"
    assert given(state, drafted("draft right")) == "draft AKI"
    assert given(state, drafted("draft SUR > refresh > blind")) == "draft blind"
    state.was_blind = True
    assert given(state, drafted("draft SUR > refresh > blind")) == "draft refresh"
    state.refreshed = True
    assert given(state, drafted("draft SUR > refresh > blind")) == "draft blind"


def test_groups_and_posts_in_the_draft() -> None:  # SHO-18.2, SHO-18.19
    state = draft_state()
    state.point, state.step, state.taken = "group", "group", BOARD.index["KAI"]
    assert given(state, drafted("group smallest")) == "group 2"
    assert given(state, drafted("group largest")) == "group 5"
    assert given(state, drafted("group 4")) == "group 4"
    state.point, state.step = "post", "station"
    line = drafted("post MUS > KAI")
    found = game.answer(state, PURPLE, line)
    assert found.order
    assert (found.order.text, found.plan) == ("post here", "")
    state.taken = BOARD.index["AKI"]
    found = game.answer(state, PURPLE, line)
    assert found.order
    assert (found.order.text, found.plan) == ("post later", line)
    assert not found.skipped


# ------------------------------------------------------- standing answers [18.20-18.21]


def test_attack_and_defend_hold_every_time() -> None:  # SHO-18.20
    for point in ("attack", "defend"):
        state = at_point(position_p(), point, "actions")
        line = f"choice Y1 spring: {point} no"
        found = game.answer(state, PURPLE, line)
        assert found.order
        assert (found.order.text, found.plan) == (f"{point} no", line)
        state.year = 2
        assert given(state, line) == f"{point} no"
        assert given(state, "") == ""


def test_an_answer_to_the_question_is_that_answer_alone() -> None:  # SHO-18.11
    state = at_point(position_p(), "defend", "actions")
    state.asked = frozenset({(PURPLE, "defend")})
    before = "choice Y1 spring: defend no\nask Y1 spring: ask defend"
    assert given(state, before) == ""
    text = game.parse(state, PURPLE, "defend yes", before)
    found = game.answer(state, PURPLE, text)
    assert found.order
    assert (found.order.text, found.plan) == ("defend yes", before)


def calm_state(province: str, phase: str = "actions") -> State:
    state = at_point(position_q(), "calm", phase)
    state.calmer, state.token = PURPLE, BOARD.index[province]
    state.season = 3 if phase == "winter" else 0
    return state


@pytest.mark.parametrize(
    ("line", "mino", "totomi", "winter"),
    [
        ("calm now", "calm now", "calm now", ""),
        ("calm never", "calm later", "calm later", "calm later"),
        ("calm MIN > KAI", "calm now", "calm later", "calm now"),
    ],
)
def test_calm_as_it_was_ordered(
    line: str, mino: str, totomi: str, winter: str
) -> None:  # SHO-18.21, SHO-17.36
    kept = choice(line)
    assert given(calm_state("MIN"), kept) == mino
    assert given(calm_state("TOT"), kept) == totomi
    assert given(calm_state("MIN", "winter"), kept) == winter


def test_calm_later_is_a_step() -> None:  # SHO-18.21
    state = calm_state("MIN")
    text = game.parse(state, PURPLE, "calm later", choice("calm now"))
    assert given(state, text) == "calm later"
    assert given(state, game.answer(state, PURPLE, text).plan) == "calm now"


# ------------------------------------------------------------------ time is up [18.6]


def test_a_plan_that_is_missing_is_filled() -> None:  # SHO-18.6
    assert steps(position_p(), "", "late") == [
        "bid 0",
        "lay rice MIN",
        "lay tax MIK",
        "lay castle bluff",
        "lay temple bluff",
        "lay recruit5 bluff",
        "lay recruit3 bluff",
        "lay theatre AKI",
        "lay recruit1 BIN",
        "lay battle-a KAI",
        "lay battle-b MUS",
        "ready",
    ]


def test_what_is_there_stands_and_the_rest_is_filled() -> None:  # SHO-18.6, SHO-17.63
    state = position_p()
    found = steps(state, plan(state, "bid 3; lay battleA KAI > SUR 3"), "late")
    assert found == [
        "bid 3",
        "lay battle-a KAI",
        "lay rice MIN",
        "lay tax MIK",
        "lay castle bluff",
        "lay temple bluff",
        "lay recruit5 bluff",
        "lay recruit3 bluff",
        "lay theatre AKI",
        "lay recruit1 BIN",
        "lay battle-b MUS",
        "ready",
    ]


def test_a_late_bid_leaves_the_cards_of_kept_lines_alone() -> None:  # SHO-18.6
    state = position_p()
    assert steps(state, plan(state, "lay castle 0"), "late")[0] == "bid AKI"
    found = plan(state, "lay castle 0; lay tax AKI; lay rice TOT")
    assert steps(state, found, "late")[0] == "bid SGM"
    state = position_q()
    assert steps(state, plan(state, "lay castle 0"), "late")[0] == "bid official"
    five = "lay castle -; lay temple -; lay recruit5 -; lay recruit3 -; lay tax -"
    assert steps(position_p(), plan(position_p(), five), "late")[0] == "bid AKI"


def test_a_plan_sealed_by_the_clock_covers_what_it_says() -> None:  # SHO-18.9
    state = position_p()
    text = plan(state, "bid 2; lay battleA KAI > hold; special six; cover actions")
    assert [s for s in steps(state, text, "late") if s.startswith("cover")] == [
        "cover actions"
    ]


def test_why_a_plan_does_not_answer() -> None:  # SHO-18.12
    state = position_p()
    assert game.answer(state, PURPLE, "").reason == "plan"
    assert game.answer(state, PURPLE, plan(state, "lay castle MUS")).reason == "slots"
    assert game.answer(state, PURPLE, plan(state, "bid 2")).reason != "slots"


def test_a_province_that_was_lost_is_no_card_any_more() -> None:  # SHO-18.6
    state = position_p()
    text = plan(state, ONE_LINE)
    own(state, "MUS", 0, 4)
    found = game.answer(state, PURPLE, text)
    state, _ = game.apply(state, PURPLE, found.order, None)  # type: ignore[arg-type]
    found = game.answer(state, PURPLE, found.plan)
    assert found.skipped == ("castle MUS",)
    assert found.order
    assert found.order.text == "lay temple bluff"


def test_moves_stay_when_their_card_lies() -> None:  # SHO-18.5
    state = position_p()
    put_card(state, PURPLE, "bid", 102)
    found = game.answer(state, PURPLE, plan(state, "lay battleA KAI > SUR 3"))
    assert found.order
    assert found.order.text == "lay battle-a KAI"
    assert found.plan == moves("SUR 3")

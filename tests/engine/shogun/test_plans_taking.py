"""What is kept of a mail, what it replaces, what is refused. [SHO-18.5 to SHO-18.23]"""

from __future__ import annotations

import pytest

import engine.shogun as game
from engine.chance import Seeded
from engine.errors import Refused
from engine.shogun.board import BOARD
from engine.shogun.plans.kept import kept_now, read_kept
from engine.shogun.plans.sheet import Sheet
from engine.shogun.state import INTRIGUE, State
from tests.engine.shogun.mails import (
    ONE_LINE,
    PEOPLE,
    PURPLE,
    WHOLE_MAIL,
    acting,
    codes,
    faults,
    kept,
    lines,
    opening,
    own,
    plan,
    position_p,
    position_q,
    put_card,
    steps,
)


def open_slots(state: State, text: str) -> list[str]:
    return Sheet(state, PURPLE, read_kept(text).cards).open


# ----------------------------------------------------------------- sheets and steps


def test_the_whole_mail_is_kept_and_sealed() -> None:  # SHO-18.4, SHO-18.13
    found = kept(position_q(), WHOLE_MAIL)
    assert found.is_ready
    assert len(found.cards) == 14
    assert steps(position_q(), found.text)[-5:] == [
        "lay court1 official",
        "cover choices",
        "cover actions",
        "cover end",
        "ready",
    ]


def test_a_sheet_that_leaves_slots_open_is_kept_without_being_sealed() -> None:  # 18.13
    found = plan(position_p(), "castle MUS; bid 2")
    assert not read_kept(found).is_ready
    assert len(open_slots(position_p(), found)) == 9
    (remark,) = game.remarks(position_p(), PURPLE, found)
    assert remark.startswith("Still open: temple, theatre,")


def test_steps_keep_what_they_name() -> None:  # SHO-18.12
    found = plan(position_p(), "bid 2; lay castle MUS; lay temple bluff")
    assert len(open_slots(position_p(), found)) == 8
    found = plan(position_p(), "bid 2; lay castle MUS; lay temple -", "lay castle KAI")
    assert "castle KAI" in found
    assert "MUS" not in found
    assert lines(position_p(), "lay castle KAI; bid 2", "lay tax MUS")[-1] == "tax MUS"


def test_a_card_that_is_laid_again_takes_its_moves_with_it() -> None:  # SHO-18.12
    found = lines(position_p(), "lay battleA KAI > SUR 3", "lay battleA MUS")
    assert found == ["battle-a MUS"]


def test_a_sheet_takes_all_cards_back_and_leaves_choices() -> None:  # SHO-18.13
    found = lines(position_p(), "bid 2; lay castle MUS; special six", "tax KAI")
    assert found == ["special six", "tax KAI"]


def test_a_bid_alone_is_a_step() -> None:  # SHO-18.13
    assert lines(position_p(), "castle MUS; bid 2", "bid 3") == ["castle MUS", "bid 3"]


def test_a_full_sheet_counts_as_ready_and_lay_does_not() -> None:  # SHO-18.12, 18.13
    assert kept(position_p(), ONE_LINE).is_ready
    laid = "; ".join(
        f"lay {part}" if part.split()[0] not in ("bid", "special") else part
        for part in ONE_LINE.split("; ")
    )
    found = plan(position_p(), laid)
    assert not read_kept(found).is_ready
    assert steps(position_p(), found)[-1] != "ready"
    assert steps(position_p(), plan(position_p(), laid, "ready"))[-1] == "ready"


def test_cards_open_a_sealed_plan_and_choices_do_not() -> None:  # SHO-18.9, SHO-18.12
    state = position_p()
    assert not read_kept(plan(state, ONE_LINE, "bid 3")).is_ready
    assert not read_kept(plan(state, ONE_LINE, "lay castle BIN")).is_ready
    for text in ("attack no", "move battleA SUR 2", "ask battleA", "cover actions"):
        assert read_kept(plan(state, ONE_LINE, text)).is_ready, text


def test_ready_with_an_open_slot_is_refused() -> None:  # SHO-4.3, SHO-18.12
    (fault,) = faults(position_p(), "ready", plan(position_p(), "castle MUS; bid 2"))
    assert (fault.rule, fault.code) == ("SHO-4.3", "E_SLOTS_OPEN")
    assert fault.legal[0] == "temple"


def test_two_cards_may_change_places_in_one_mail() -> None:  # SHO-18.12
    state = position_p()
    before = plan(state, "lay castle MUS; lay temple KAI")
    assert codes(state, "lay castle KAI", before) == [("SHO-4.3", "E_CARD_USED")]
    found = kept(state, "lay castle KAI; lay temple MUS", before)
    assert [card.text for card in found.cards] == ["castle KAI", "temple MUS"]


@pytest.mark.parametrize(
    ("before", "bid", "left"),
    [
        ("castle MUS; battleA KAI > SUR 3 | hold", "bid KAI", ["castle MUS"]),
        ("castle MUS; tax 2", "bid 2", ["castle MUS"]),
        ("castle -; tax -; rice -; temple -; theatre -", "bid 1", 4),
        ("castle MUS; tax KAI", "bid 3", ["castle MUS", "tax KAI"]),
    ],
)
def test_the_first_bid_takes_its_card_from_lines_that_wait(
    before: str, bid: str, left: list[str] | int
) -> None:  # SHO-18.11, SHO-18.12
    state = position_p()
    found = kept(state, bid, plan(state, before))
    others = [card.text for card in found.cards if card.slot != "bid"]
    assert (len(others) if isinstance(left, int) else others) == left
    assert steps(state, found.text)[0] == bid


def test_a_bid_takes_no_card_from_its_own_mail_nor_one_that_lies() -> None:  # 18.12
    state = position_p()
    used = [("SHO-4.3", "E_CARD_USED")]
    assert codes(state, "lay tax KAI; bid KAI") == used
    assert codes(state, "bid KAI", plan(state, "castle KAI; bid 2")) == used


@pytest.mark.parametrize(
    ("text", "rule", "code"),
    [
        ("castle YAM", "SHO-4.3", "E_NOT_YOURS"),
        ("castle MUS; tax MUS", "SHO-4.3", "E_CARD_USED"),
        ("court1 official", "SHO-12.4", "E_NO_SLOT"),
        ("castle official", "SHO-12.4", "E_NO_OFFICIAL"),
        ("castle empty", "SHO-4.3", "E_NOT_EMPTY"),
        ("bid 2; castle 2", "SHO-18.16", "E_DIGIT_USED"),
        ("temple 1; castle 1", "SHO-18.16", "E_DIGIT_USED"),
        ("battleA KAI > AKI 3", "SHO-5.15", "E_NOT_ADJACENT"),
        ("recruit1 AKI > KAI 1", "SHO-5.14", "E_NOT_ADJACENT"),
        ("battleA KAI > SUR 0", "SHO-5.15", "E_NO_ARMIES"),
        ("battleA KAI > SUR 3 if owner black", "SHO-1.9", "E_NO_PLAYER"),
        ("samurai chests", "SHO-13.1", "E_NOT_IN_PLAY"),
        ("favour 2", "SHO-12.1", "E_NOT_IN_PLAY"),
        ("office A1", "SHO-15.1", "E_NOT_IN_PLAY"),
        ("general MUS", "SHO-14.1", "E_NOT_IN_PLAY"),
        ("calm now", "SHO-12.11", "E_NOT_IN_PLAY"),
        ("draft KAI", "SHO-3.4", "E_NO_DRAFT"),
        ("ask draft", "SHO-3.4", "E_NO_DRAFT"),
        ("cover end", "SHO-18.9", "E_NO_SPAN"),
        ("cover winter", "SHO-18.9", "E_NO_SPAN"),
        ("move SUR 3", "SHO-18.11", "nothing_open"),
        ("hold", "SHO-18.11", "nothing_open"),
        ("move battleA SUR 3", "SHO-18.11", "E_NO_PROVINCE_THERE"),
        ("SHOGUN Y1 summer", "SHO-18.14", "E_STALE"),
        ("SHOGUN draft; castle MUS", "SHO-18.14", "E_STALE"),
    ],
)
def test_what_the_rules_forbid_is_refused(text: str, rule: str, code: str) -> None:
    assert (rule, code) in codes(position_p(), text)


def test_nothing_of_a_refused_mail_is_kept() -> None:  # SHO-18.5
    state = position_p()
    found = faults(state, "castle MUS\ntemple YAM\nbid 2\nbattleA KAI > AKI 1")
    assert [(fault.line, fault.code) for fault in found] == [
        (2, "E_NOT_YOURS"),
        (4, "E_NOT_ADJACENT"),
    ]
    assert "SUR" in found[1].legal
    assert "KAI" in found[0].legal


def test_every_refusal_says_what_would_be_legal() -> None:  # SHO-18.5
    for text in ("zzqx", "castle", "hold", "cover end", "samurai rice", "castle YAM"):
        assert all(fault.legal for fault in faults(position_p(), text)), text


# ------------------------------------------------------------------------- headers


def test_a_header_of_the_running_season_is_accepted() -> None:  # SHO-18.14
    assert lines(position_p(), "SHOGUN Y1 spring\ncastle MUS") == ["castle MUS"]
    assert lines(position_p(), "shogun 1234; castle MUS") == ["castle MUS"]
    assert lines(position_p(), "SHOGUN Y1 spring") == []


# -------------------------------------------------------------------------- bluffs


def test_dashes_take_the_intrigue_cards_that_are_left() -> None:  # SHO-18.16
    state = position_p()
    two = "bid 2; temple -; recruit3 -; battleB -"
    four = "bid 0; castle -; temple -; recruit5 -; recruit3 -"
    assert Sheet(state, PURPLE, kept(state, two).cards).spare == 1
    assert Sheet(state, PURPLE, kept(state, four).cards).spare == 0
    five = "bid 2; castle -; temple -; recruit5 -; recruit3 -; battleB -"
    assert codes(state, five) == [("SHO-18.16", "E_NO_INTRIGUE")]


def test_officials_lie_as_bluffs_where_intrigue_cards_run_out() -> None:  # SHO-18.16
    state = position_q()
    text = "bid 2; castle -; temple -; recruit5 -; recruit3 -; battleB -; court1 -"
    found = steps(state, plan(state, text))
    assert found[:2] == ["bid 2", "lay court1 bluff"]  # court slots first
    assert codes(state, f"{text}; battleA -; theatre -") == [
        ("SHO-18.16", "E_NO_INTRIGUE")
    ]
    full = "bid 2; court3 -; court2 -; court1 -; castle -; temple -"
    state, left = position_q(), plan(position_q(), full)
    for _ in range(6):
        answer = game.answer(state, PURPLE, left)
        assert answer.order
        state, _ = game.apply(state, PURPLE, answer.order, Seeded("00" * 32))
        left = answer.plan
    assert game.view(state, PURPLE)
    assert [str(card) for card in state.boards[PURPLE]].count("-4") == 1  # an official


def test_a_digit_lies_as_that_very_card() -> None:  # SHO-18.16, SHO-17.64
    state = position_p()
    found = plan(state, "bid 2; castle 3; temple 1")
    assert steps(state, found) == ["bid 2", "lay castle bluff", "lay temple bluff"]


def test_with_no_card_left_a_dash_stays_empty() -> None:  # SHO-18.16, SHO-17.5
    state = position_p()
    for code in ("KAI", "MUS", "MIN", "MIK", "BIN", "AKI"):
        own(state, code, 0, 1)
    text = (
        "bid 0; castle TOT; tax SGM; rice -; temple -; theatre -; recruit5 -; "
        "recruit3 -; recruit1 -; battleA empty; battleB empty"
    )
    found = kept(state, text)
    assert found.is_ready
    assert steps(state, found.text)[-1] == "ready"


def test_a_bid_above_the_chests_is_refused() -> None:  # SHO-17.6
    state = position_p()
    state.chests = (15, 15, 15, 2)
    (fault,) = faults(state, "bid 3")
    assert (fault.rule, fault.legal) == ("SHO-17.6", ("bid 0", "bid 1", "bid 2"))


# ----------------------------------------------------------------- choices refused


def test_favours_say_what_their_kind_wants() -> None:  # SHO-18.19, SHO-12.17
    state = position_q()
    assert codes(state, "favour 21") == [("SHO-18.19", "E_WHERE")]
    assert codes(state, "favour 2@keep") == [("SHO-18.19", "E_NO_KEEP")]
    assert codes(state, "favour 2@KAI") == [("SHO-18.19", "E_NO_PLACE")]
    assert codes(state, "favour 22") == [("SHO-12.1", "E_NO_FAVOUR")]
    for text in ("favour 4", "favour 4@keep", "favour 1@keep", "favour 12@neutral SUR"):
        assert lines(state, text) == [text]


def test_a_favour_without_effect_is_warned_of() -> None:  # SHO-18.5, SHO-12.17
    state = position_q()
    for province in range(len(BOARD.codes)):
        state.buildings[province] = 7
    (remark,) = game.remarks(state, PURPLE, plan(state, "favour 21 > 2"))
    assert "favour 21" in remark


def test_calm_later_wants_a_token() -> None:  # SHO-18.21
    assert codes(position_q(), "calm later") == [("SHO-18.21", "E_NO_TOKEN")]
    assert lines(position_q(), "calm MIN > KAI") == ["calm MIN > KAI"]
    assert lines(position_q(), "calm never") == ["calm never"]


def test_provinces_that_are_not_in_play_are_refused() -> None:  # SHO-2.4, SHO-5.17
    state = opening(3).copy()
    fault = faults(state, "battleA SUR > TOS 2", seat=0)[0]
    assert (fault.rule, fault.code) == ("SHO-2.4", "E_UNUSED")
    state = opening(3, "recommended", "court").copy()
    assert faults(state, "favour 12@TOS", seat=0)[0].rule == "SHO-2.4"


# --------------------------------------------------------------- sent when it is open


def test_the_text_of_an_option_is_that_step() -> None:  # SHO-18.11
    state = acting(position_p(), "battle-a", "KAI")
    found = kept(state, "move SUR 3")
    assert found.step
    assert found.step[1].text == "move SUR 3"
    assert not game.answer(state, PURPLE, found.text).plan


def test_an_order_sent_live_is_refused_if_it_is_illegal() -> None:  # SHO-5.17
    state = acting(position_p(), "battle-a", "KAI")
    assert codes(state, "move SUR 5") == [("SHO-5.15", "E_TOO_MANY")]
    assert codes(state, "move AKI 1") == [("SHO-5.15", "E_NOT_ADJACENT")]
    assert codes(state, "move SUR 3 if armies > 5") == [("SHO-18.18", "guard_failed")]
    peace = acting(position_p(), "battle-a", "KAI", kind="temple-peace")
    peace.buildings[BOARD.index["SNN"]] = 2
    assert codes(peace, "move SNN 3") == [("SHO-7.4", "E_TEMPLE")]
    assert kept(peace, "move SNN 3 | SUR 2").moves("battle-a")
    recruit = acting(position_p(), "recruit1", "AKI")
    assert codes(recruit, "move IWA 1") == [("SHO-5.14", "E_OWN_ONLY")]


def test_moves_of_a_slot_may_be_sent_until_they_are_used() -> None:  # SHO-18.11
    state = acting(position_p(), "battle-a", "KAI")
    put_card(state, PURPLE, "battle-b", BOARD.index["MIN"])
    put_card(state, PURPLE, "recruit1", -3)
    assert lines(state, "move battleB OWA 2 | hold") == ["move battle-b OWA 2 | hold"]
    assert codes(state, "move recruit1 BIN 1") == [("SHO-18.11", "E_NO_PROVINCE_THERE")]
    state.phase = "end"
    assert codes(state, "move battleB OWA 2") == [("SHO-18.11", "E_NO_PROVINCE_THERE")]


def test_a_choice_open_now_must_be_possible() -> None:  # SHO-18.5
    state = position_p()
    state.phase, state.step, state.point, state.seat = (
        "choices",
        "special",
        "special",
        3,
    )
    state.special_of = (BOARD.special_index["six"], -1, -1, -1)
    (fault,) = faults(state, "special six")
    assert (fault.rule, fault.code) == ("SHO-18.3", "E_NONE_POSSIBLE")
    assert "special chest" in fault.legal
    assert kept(state, "special six > chest").choice("special")


# ------------------------------------------------------------------ how long it holds


def test_lines_hold_as_long_as_the_sheet_says() -> None:  # SHO-18.4
    state = position_q()
    text = plan(
        state, WHOLE_MAIL, "attack no; calm never", "revolts AKI > KAI", "ask special"
    )
    summer = state.copy()
    summer.season = 1
    left = [order.text for order in kept_now(summer, PURPLE, text).orders]
    assert left == [
        "post KAI > MUS",
        "defend yes",
        "attack no",
        "calm never",
        "revolts AKI > KAI",
    ]
    later = state.copy()
    later.year = 2
    left = [order.text for order in kept_now(later, PURPLE, text).orders]
    assert left == ["defend yes", "attack no", "calm never"]


def test_ask_and_cover_of_autumn_hold_in_winter() -> None:  # SHO-18.4
    state = position_q()
    state.season = 2
    text = plan(state, "ask revolts", "cover end")
    state.season = 3
    state.phase = "winter"
    left = [order.text for order in kept_now(state, PURPLE, text).orders]
    assert left == ["ask revolts", "cover end"]


def test_seats_that_are_gone_and_matches_that_are_over_are_refused() -> None:  # 11.4
    state = position_p()
    state.left = frozenset({PURPLE})
    assert codes(state, "castle MUS") == [("SHO-11.4", "E_GONE")]
    state = position_p()
    state.point = ""
    assert codes(state, "castle MUS") == [("SHO-11.1", "E_GAME_OVER")]
    with pytest.raises(Refused):
        game.parse(position_p(), 9, "castle MUS", "", PEOPLE)


def test_the_bid_is_an_intrigue_card_of_its_value() -> None:  # SHO-18.12
    state, _ = game.apply(
        position_p(), PURPLE, game.options(position_p(), PURPLE)[2], Seeded("00" * 32)
    )
    assert state.boards[PURPLE][BOARD.slot_index["bid"]] == INTRIGUE + 2

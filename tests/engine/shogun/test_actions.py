"""The ten actions. [SHO-5, SHO-7, SHO-8]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.errors import OrderIllegal
from engine.shogun.board import BOARD
from engine.shogun.state import BLUFF, LOST, NOTHING, State
from tests.engine.shogun.table import (
    PURPLE,
    RED,
    Played,
    acting,
    at,
    begin,
    build,
    empty_supply,
    give,
    opening,
    play,
    put_in_tray,
    texts,
)

STOP = {"battle-b": "MUS"}


def act(state: State, action: str, code: str, seat: int = PURPLE, **how: Any) -> Played:
    """One action of one seat; then the match waits."""
    cards = {PURPLE: dict(STOP)}
    cards.setdefault(seat, {})[action] = code
    return begin(acting(state, cards, [action, "battle-b"], **how))


def moving(
    state: State,
    slot: str = "battle-a",
    code: str = "KAI",
    others: Mapping[int, Mapping[str, str]] | None = None,
    **how: Any,
) -> State:
    """Purple may move from the province now."""
    stop = "battle-b" if slot != "battle-b" else "battle-a"
    cards = {PURPLE: {slot: code, stop: "MUS"}, **(others or {})}
    return begin(acting(state, cards, [slot, stop], **how)).state


@pytest.mark.parametrize(
    ("building", "cost"), [("castle", 3), ("temple", 2), ("theatre", 1)]
)
def test_buildings(building: str, cost: int) -> None:  # SHO-5.5, SHO-5.6, SHO-5.7
    state = opening()
    after = act(state, building, "SGM")
    assert after.only("building_built")["building"] == building
    assert after.state.chests[PURPLE] == 15 - cost
    assert after.state.buildings[BOARD.index["SGM"]].bit_count() == 1


def test_a_building_needs_chests_a_site_and_a_new_type() -> None:  # SHO-5.2, SHO-5.8
    state = opening()
    build(state, "KAI", "temple")
    build(state, "SGM", "castle")
    assert act(state, "castle", "KAI").only("action_void")["reason"] == "site"
    assert act(state, "castle", "SGM").only("action_void")["reason"] == "built"
    state.chests = (0, 0, 0, 2)
    poor = act(state, "castle", "TOT")
    assert poor.only("action_void")["reason"] == "chests"
    assert poor.state.chests[PURPLE] == 2


def test_buildings_run_out() -> None:  # SHO-1.6, SHO-17.22
    state = opening()
    for province in range(len(BOARD.codes)):
        if BOARD.codes[province] != "SGM" and sum(b & 1 for b in state.buildings) < 28:
            state.buildings[province] = 1
    assert act(state, "castle", "SGM").only("action_void")["reason"] == "bank"


def test_a_theatre_may_calm() -> None:  # SHO-7.2, SHO-7.1, SHO-5.7
    state = opening()
    state.unrest[BOARD.index["SGM"]] = 2
    assert at(act(state, "theatre", "SGM", event="theatre-calms").state, "SGM")[2] == 1
    assert at(act(state, "theatre", "SGM").state, "SGM")[2] == 2
    assert at(act(state, "temple", "SGM", event="theatre-calms").state, "SGM")[2] == 2


@pytest.mark.parametrize(
    ("code", "event", "special", "chests"),
    [
        ("SUR", "", "", 7),
        ("SUR", "tax-max-5", "", 5),
        ("SUR", "tax-max-5", "chest", 6),
        ("MIN", "tax-min-6", "", 6),
        ("SUR", "tax-min-6", "chest", 8),
        ("MIN", "tax-max-5", "rice", 3),
    ],
)
def test_taxes(
    code: str, event: str, special: str, chests: int
) -> None:  # SHO-5.10, SHO-5.4, SHO-8.2
    state = opening()
    give(state, "SUR", PURPLE, 3)
    hold = {PURPLE: special} if special else {}
    after = act(state, "tax", code, event=event, special=hold)
    assert after.only("tax_collected")["chests"] == chests
    assert after.state.chests[PURPLE] == 15 + chests
    assert at(after.state, code)[2] == 1  # SHO-5.11


@pytest.mark.parametrize(
    ("code", "event", "special", "rice"),
    [
        ("MIN", "", "", 5),
        ("MIN", "rice-max-3", "", 3),
        ("MIN", "rice-max-3", "rice", 4),
        ("TOT", "rice-min-4", "", 4),
        ("TOT", "", "rice", 3),
    ],
)
def test_rice(
    code: str, event: str, special: str, rice: int
) -> None:  # SHO-5.9, SHO-17.49
    hold = {PURPLE: special} if special else {}
    after = act(opening(), "rice", code, event=event, special=hold)
    assert after.only("rice_collected")["rice"] == rice
    assert after.state.rice[PURPLE] == rice


@pytest.mark.parametrize(
    ("action", "event", "special", "armies"),
    [
        ("recruit5", "", "", 5),
        ("recruit5", "recruit-cut", "", 3),
        ("recruit5", "recruit-cut", "six", 6),
        ("recruit5", "", "six", 6),
        ("recruit3", "", "six", 3),
        ("recruit3", "recruit-cut", "", 2),
    ],
)
def test_recruits(
    action: str, event: str, special: str, armies: int
) -> None:  # SHO-5.12, SHO-5.13, SHO-17.20
    hold = {PURPLE: special} if special else {}
    after = act(opening(), action, "KAI", event=event, special=hold)
    assert at(after.state, "KAI")[1] == 5 + armies
    assert after.state.chests[PURPLE] == 15 - BOARD.costs[action]


@pytest.mark.parametrize(("left", "placed"), [(6, 6), (5, 5), (4, 0)])
def test_the_supply_limits_recruits(left: int, placed: int) -> None:
    # SHO-5.12, SHO-5.2, SHO-17.10
    state = opening()
    empty_supply(state, PURPLE, left)
    after = act(state, "recruit5", "KAI", special={PURPLE: "six"})
    assert at(after.state, "KAI")[1] == 5 + placed
    assert after.state.chests[PURPLE] == (12 if placed else 15)


def test_recruit1_places_and_moves_into_an_own_province() -> (
    None
):  # SHO-5.14, SHO-17.11
    state = moving(opening(), "recruit1", "AKI", event="recruit-cut")
    assert at(state, "AKI") == (PURPLE, 3, 0)
    assert texts(state, PURPLE) == ["move BIN 1", "move BIN 2", "hold"]
    after = play(state, PURPLE, "move BIN 2").state
    assert (at(after, "AKI")[1], at(after, "BIN")[1]) == (1, 5)
    assert after.chests[PURPLE] == 14


def test_recruit1_without_a_chest_does_nothing() -> None:  # SHO-5.14
    state = opening()
    state.chests = (0, 0, 0, 0)
    after = act(state, "recruit1", "AKI")
    assert after.only("action_void")["reason"] == "chests"
    assert after.state.point == "battle-b"


def test_recruit1_never_attacks() -> None:  # SHO-5.14
    state = moving(opening(), "recruit1", "KAI")
    targets = {text.split()[1] for text in texts(state, PURPLE) if text != "hold"}
    assert targets == {"MUS", "SGM", "TOT"}
    with pytest.raises(OrderIllegal) as refused:
        play(state, PURPLE, "move SUR 1")
    assert (refused.value.rule, refused.value.code) == ("SHO-5.14", "E_OWN_ONLY")


def test_a_move_leaves_one_army_and_has_one_target() -> None:
    # SHO-5.15, SHO-17.12, SHO-17.13
    state = moving(opening())
    moves = [text for text in texts(state, PURPLE) if "MUS" in text]
    assert moves == [f"move MUS {n}" for n in (1, 2, 3, 4)]
    assert texts(state, PURPLE)[-1] == "hold"
    with pytest.raises(OrderIllegal, match="E_TOO_MANY"):
        play(state, PURPLE, "move MUS 5")
    with pytest.raises(OrderIllegal, match="E_NOT_ADJACENT"):
        play(state, PURPLE, "move AKI 1")
    held = play(state, PURPLE, "hold").state
    assert at(held, "KAI") == (PURPLE, 5, 0)


def test_one_army_alone_cannot_move() -> None:  # SHO-5.15
    state = opening()
    give(state, "KAI", PURPLE, 1)
    after = act(state, "battle-a", "KAI")
    assert after.only("action_void")["reason"] == "armies"


def test_armies_move_several_times() -> None:  # SHO-5.16
    state = begin(
        acting(
            opening(),
            {PURPLE: {"battle-a": "KAI", "battle-b": "MUS"}},
            ["battle-a", "battle-b"],
        )
    ).state
    state = play(state, PURPLE, "move MUS 4").state
    state = play(state, PURPLE, "move SGM 7").state
    assert [at(state, code)[1] for code in ("KAI", "MUS", "SGM")] == [1, 1, 9]


def test_temples_are_at_peace() -> None:  # SHO-7.4, SHO-17.27, SHO-5.17
    state = opening()
    build(state, "SNN", "temple")
    build(state, "MUS", "temple")
    now = moving(state, event="temple-peace")
    targets = {text.split()[1] for text in texts(now, PURPLE) if text != "hold"}
    assert targets == {"MUS", "SGM", "SUR", "TOT"}
    with pytest.raises(OrderIllegal) as refused:
        play(now, PURPLE, "move SNN 2")
    assert refused.value.rule == "SHO-7.4"
    assert "move SNN 2" in texts(moving(state), PURPLE)


def test_nothing_happens_with_a_bluff_or_a_lost_province() -> None:  # SHO-5.1, SHO-4.6
    state = acting(
        opening(), {PURPLE: {"castle": "bluff", **STOP}}, ["castle", "battle-b"]
    )
    after = begin(state)
    shown = [told["card"] for told in after.told("card_revealed")]
    assert shown[:4] == ["empty", "empty", "empty", "bluff"]
    assert after.state.chests == state.chests


def test_one_seat_after_the_other_and_the_next_card_is_opened() -> None:
    # SHO-4.6, SHO-17.57
    cards = {
        seat: {"castle": code} for seat, code in enumerate(("KAG", "SNN", "KAZ", "SGM"))
    }
    cards[PURPLE] |= STOP
    state = acting(opening(), cards, ["castle", "battle-b"], order=(2, 0, 3, 1))
    after = begin(state)
    assert [told["seat"] for told in after.told("building_built")] == [2, 0, 3, 1]
    assert after.only("action_opened")["place"] == 6
    assert after.state.opened == 6
    assert (
        after.state.shown[PURPLE]
        == 1 << BOARD.slot_index["castle"] | 1 << BOARD.slot_index["battle-b"]
    )


def test_what_can_be_done_is_done() -> None:  # SHO-5.3, SHO-17.9
    assert act(opening(), "castle", "SGM").state.buildings[BOARD.index["SGM"]]
    assert "hold" in texts(moving(opening()), PURPLE)


def test_a_lost_card_leaves_the_board() -> None:  # SHO-4.7, SHO-17.24, SHO-17.25
    state = moving(opening(), others={RED: {"tax": "SNN", "rice": "HID"}})
    won = play(state, PURPLE, "move SNN 4", (0, 0, 0, 4, 0))
    assert won.only("card_lost") == {"former": RED, "slot": "tax", "province": "SNN"}
    assert won.state.boards[RED][BOARD.slot_index["tax"]] == LOST
    assert BOARD.index["SNN"] in won.state.won
    assert BOARD.index["SNN"] not in won.state.boards[PURPLE]


# -------------------------------------------------------------------- attack and defend


def fighting(state: State, **special: str) -> State:
    names = {"purple": PURPLE, "red": RED}
    hold = {names[who]: card for who, card in special.items()}
    return moving(state, special=hold)


def test_an_attacker_may_add_an_army() -> None:  # SHO-8.1, SHO-8.3, SHO-18.2
    state = play(fighting(opening(), purple="attack"), PURPLE, "move SNN 3").state
    assert (state.point, state.seat) == ("attack", PURPLE)
    assert at(state, "KAI")[1] == 5  # they have not left yet [SHO-18.8]
    yes = play(state, PURPLE, "attack yes", (0, 1, 0, 4, 0))
    assert yes.only("cubes_thrown")["dropped"] == [0, 3, 0, 4, 0]
    no = play(state, PURPLE, "attack no", (0, 1, 0, 3, 0))
    assert no.only("cubes_thrown")["dropped"] == [0, 3, 0, 3, 0]


def test_attack_also_works_against_neutral_provinces() -> None:  # SHO-17.59
    state = play(fighting(opening(), purple="attack"), PURPLE, "move SUR 2").state
    done = play(state, PURPLE, "attack yes", (0, 0, 0, 3, 1))
    assert at(done.state, "SUR") == (PURPLE, 2, 0)


def test_a_defender_may_add_an_army() -> None:  # SHO-8.1, SHO-18.2
    state = play(fighting(opening(), red="defend"), PURPLE, "move SNN 3").state
    assert (state.point, state.seat) == ("defend", RED)
    done = play(state, RED, "defend yes", (0, 4, 0, 3, 0))
    assert done.only("cubes_thrown")["dropped"] == [0, 4, 0, 3, 0]


def test_without_supply_nobody_is_asked() -> None:  # SHO-8.1
    state = opening()
    empty_supply(state, RED)
    empty_supply(state, PURPLE)
    after = play(fighting(state, purple="attack", red="defend"), PURPLE, "move SNN 3")
    assert after.only("cubes_thrown")["dropped"] == [0, 3, 0, 3, 0]


def test_the_castle_guard_comes_first() -> None:  # SHO-7.3, SHO-8.1, SHO-17.19
    state = opening()
    build(state, "SNN", "castle")
    empty_supply(state, RED, 1)
    hold = {RED: "defend"}
    now = moving(state, event="castle-guard", special=hold)
    after = play(now, PURPLE, "move SNN 3")
    assert after.only("guard_added")["armies"] == 1
    assert after.only("cubes_thrown")["dropped"] == [0, 4, 0, 3, 0]
    empty_supply(state, RED, 0)
    now = moving(state, event="castle-guard", special=hold)
    assert play(now, PURPLE, "move SNN 3").told("guard_added") == []


def test_revolts_are_not_defended_by_cards() -> None:  # SHO-17.18, SHO-7.3
    state = opening()
    build(state, "SGM", "castle")
    state.unrest[BOARD.index["SGM"]] = 2
    after = act(state, "rice", "SGM", event="castle-guard", special={PURPLE: "defend"})
    assert after.only("cubes_thrown")["dropped"] == [0, 0, 0, 2, 2]


# ------------------------------------------------------------------------------ battles


def test_a_battle_is_told_whole() -> None:  # SHO-18.7
    state = opening()
    put_in_tray(state, (1, 0, 0, 0, 0))
    after = play(moving(state), PURPLE, "move SNN 4", (1, 1, 0, 4, 0))
    thrown = after.only("cubes_thrown")
    assert (thrown["dropped"], thrown["fallen"]) == ([1, 3, 0, 4, 0], [1, 1, 0, 4, 0])
    assert after.only("province_conquered")["rule"] == "SHO-9.6"
    assert after.only("tray_left")["tray"] == [1, 0, 0, 0, 0]


def test_the_tray_is_thrown_again() -> None:  # SHO-9.3, SHO-9.13, SHO-9.4, SHO-9.1
    state = opening()
    put_in_tray(state, (0, 0, 2, 1, 1))
    after = play(moving(state), PURPLE, "move SNN 2", (0, 0, 2, 3, 1))
    assert after.only("cubes_thrown")["dropped"] == [0, 3, 2, 3, 1]
    assert at(after.state, "SNN") == (PURPLE, 2, 0)
    assert after.state.tray == (0, 0, 2, 0, 0)  # SHO-9.9


@pytest.mark.parametrize("fallen", [(0, 2, 0, 2, 0), (0, 0, 0, 0, 0)])
def test_a_tie_makes_the_province_neutral(fallen: tuple[int, ...]) -> None:
    # SHO-9.6, SHO-9.11, SHO-17.15
    state = opening("generals")
    build(state, "SNN", "castle", "theatre")
    state.generals = (NOTHING, BOARD.index["SNN"], NOTHING, NOTHING)
    after = play(moving(state), PURPLE, "move SNN 3", fallen)
    assert after.only("province_lost")["how"] == "tie"
    assert at(after.state, "SNN") == (NOTHING, 0, 0)
    assert after.state.buildings[BOARD.index["SNN"]] == 0
    assert after.state.generals[RED] == NOTHING
    assert at(after.state, "KAI")[1] == 2  # nobody goes home [SHO-9.12]


def test_a_conquered_province_keeps_its_buildings_and_unrest() -> None:
    # SHO-9.10, SHO-17.23
    state = opening()
    build(state, "SNN", "castle")
    state.unrest[BOARD.index["SNN"]] = 2
    after = play(moving(state), PURPLE, "move SNN 4", (0, 1, 0, 4, 0)).state
    assert at(after, "SNN") == (PURPLE, 3, 2)
    assert after.buildings[BOARD.index["SNN"]] == 1


@pytest.mark.parametrize(("event", "farmers"), [("", 1), ("neutral-two", 2)])
def test_neutral_provinces_are_defended_by_farmers(event: str, farmers: int) -> None:
    # SHO-9.2, SHO-9.7
    after = play(moving(opening(), event=event), PURPLE, "move SUR 3", (0, 0, 0, 2, 1))
    assert after.only("cubes_thrown")["dropped"] == [0, 0, 0, 3, farmers]
    assert at(after.state, "SUR") == (PURPLE, 1, 0)
    lost = play(moving(opening()), PURPLE, "move SUR 3", (0, 0, 0, 1, 1))
    assert at(lost.state, "SUR") == (NOTHING, 0, 0)
    assert lost.state.tray == (0,) * 5


def test_farmers_run_out() -> None:  # SHO-17.28, SHO-9.2
    state = opening()
    empty_supply(state, -1)
    after = play(moving(state), PURPLE, "move SUR 3", (0, 0, 0, 3, 0))
    assert after.only("cubes_thrown")["dropped"] == [0, 0, 0, 3, 0]


def test_a_bluff_shows_no_value() -> None:  # SHO-17.64
    after = begin(
        acting(opening(), {PURPLE: {"castle": "bluff", **STOP}}, ["castle", "battle-b"])
    )
    assert after.state.boards[PURPLE][0] == BLUFF


@pytest.mark.parametrize(
    ("action", "rule"), [("recruit1", "SHO-5.14"), ("battle-a", "SHO-5.15")]
)
def test_a_refused_move_names_the_rule_of_its_action(action: str, rule: str) -> None:
    found = begin(acting(opening(), {PURPLE: {action: "KAI"}}, [action]))
    with pytest.raises(OrderIllegal) as refused:
        play(found.state, PURPLE, "move NOT 1")
    assert (refused.value.rule, refused.value.code) == (rule, "E_NOT_ADJACENT")

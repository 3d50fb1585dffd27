"""Battles: attacks, revolts, and what becomes of the province. [SHO-9]

Every battle is one throw into the tower. [SHO-9.1]
"""

from __future__ import annotations

from typing import Any

from engine.contract import Order, Seat
from engine.flat import changed
from engine.shogun.board import BOARD, CASTLE
from engine.shogun.rules.auction import has_special
from engine.shogun.rules.hand import set_card
from engine.shogun.rules.steps import ATTACK, CALM, DEFEND
from engine.shogun.state import LOST, NOTHING, State
from engine.shogun.tower import Cubes, throw_into
from engine.table import Table

FARMERS = -1  # their place in a vector of cubes: the last
UNDECIDED = -1  # an ability that its holder was not asked about yet


# ----------------------------------------------------------------- before the throw


def begin_battle(
    table: Table[State], seat: Seat, origin: int, target: int, armies: int
) -> None:
    """The armies stay where they are until the throw. [SHO-18.8]"""
    state = table.state
    state.battle = (origin, target, armies, UNDECIDED, UNDECIDED)
    state.step = "battle"
    former = state.owner[target]
    facts: dict[str, Any] = {
        "seat": seat,
        "origin": BOARD.codes[origin],
        "armies": armies,
    }
    if former == NOTHING:
        table.tell("neutral_attacked", **facts, province=BOARD.codes[target])
    else:
        table.tell(
            "province_attacked", **facts, province=BOARD.codes[target], former=former
        )


def go_on_with_battle(table: Table[State]) -> None:
    """Ask for the extra armies, the attacker first; then throw. [SHO-18.2]"""
    state = table.state
    origin, target, armies, attack, defend = state.battle
    attacker, defender = state.owner[origin], state.owner[target]
    if attack == UNDECIDED:
        if may_add(state, attacker, "attack", 0):
            state.point, state.seat = "attack", attacker
            return
        attack = 0
    if defend == UNDECIDED:
        state.battle = (origin, target, armies, attack, defend)
        if may_add(state, defender, "defend", castle_guard(state, target)):
            state.point, state.seat = "defend", defender
            return
        defend = 0
    state.battle = (origin, target, armies, attack, defend)
    fight(table)
    state.battle, state.step = (), "action"


def may_add(state: State, seat: Seat, special: str, spent: int) -> bool:
    """Whether there is an army left for the ability: events come first. [SHO-8.1]"""
    return has_special(state, seat, special) and state.supply[seat] > spent


def castle_guard(state: State, target: int) -> int:
    """Armies that the event adds to a castle's defender. [SHO-7.3, SHO-17.19]"""
    defender = state.owner[target]
    if defender == NOTHING or state.kind != "castle-guard":
        return 0
    if not state.buildings[target] & CASTLE:
        return 0
    return min(BOARD.kinds["castle-guard"]["armies"], state.supply[defender])


def attack_steps(state: State, seat: Seat) -> list[Order]:
    return ATTACK


def defend_steps(state: State, seat: Seat) -> list[Order]:
    return DEFEND


def answer_attack(table: Table[State], seat: Seat, answer: int) -> None:
    """SHO-8.1: also against neutral provinces [SHO-17.59]"""
    state = table.state
    origin, target, armies, _, defend = state.battle
    state.battle = (origin, target, armies, answer, defend)
    told = "army_added" if answer else "ability_declined"
    table.tell(told, seat=seat, special="attack")


def answer_defend(table: Table[State], seat: Seat, answer: int) -> None:
    """SHO-8.1"""
    state = table.state
    state.battle = (*state.battle[:4], answer)
    told = "army_added" if answer else "ability_declined"
    table.tell(told, seat=seat, special="defend")


# ------------------------------------------------------------------------ the throw


def fight(table: Table[State]) -> None:
    """All that were moved against all that stand there. [SHO-9.2, SHO-9.12]"""
    state = table.state
    origin, target, armies, attack, defend = state.battle
    attacker, defender = state.owner[origin], state.owner[target]
    state.armies[origin] -= armies
    thrown = [0] * len(state.tray)
    thrown[attacker] = armies + extra_army(state, attacker, attack)
    if defender == NOTHING:
        thrown[FARMERS] = take_farmers(state, neutral_farmers(state))
    else:
        guard = castle_guard(state, target)
        if guard:
            state.supply = changed(state.supply, defender, -guard)
            table.tell("guard_added", seat=defender, armies=guard)
        extra = extra_army(state, defender, defend)
        thrown[defender] = state.armies[target] + guard + extra
        state.armies[target] = 0
    fallen = throw_in_season(table, tuple(thrown))
    if defender == NOTHING:
        settle_neutral(table, attacker, target, fallen)
    else:
        settle_attack(table, attacker, defender, target, fallen)


def extra_army(state: State, seat: Seat, answer: int) -> int:
    """From the supply into the tower; from then on an army like any. [SHO-8.3]"""
    if not answer:
        return 0
    state.supply = changed(state.supply, seat, -1)
    return 1


def neutral_farmers(state: State) -> int:
    """How many defend a neutral province. [SHO-9.2]"""
    if state.kind == "neutral-two":
        return BOARD.kinds["neutral-two"]["farmers"]
    return BOARD.neutral_farmers


def take_farmers(state: State, wanted: int) -> int:
    """From the bank, as many as there are. [SHO-9.2, SHO-17.28]"""
    farmers = min(wanted, state.supply[FARMERS])
    state.supply = changed(state.supply, FARMERS, -farmers)
    return farmers


def throw_in_season(table: Table[State], thrown: Cubes) -> Cubes:
    state = table.state
    state.throws += 1
    return throw_into(table, f"{state.when} throw {state.throws}", thrown)


# ----------------------------------------------------------------------- the result


def settle_attack(
    table: Table[State], attacker: Seat, defender: Seat, target: int, fallen: Cubes
) -> None:
    """Farmers help a defender whose province is calm. [SHO-9.4, SHO-9.5, SHO-9.6]

    All that lies in the tray counts, wherever it came from [SHO-9.13]. Where there is
    unrest the farmers stay in the tray [SHO-17.17].
    """
    state = table.state
    calm = not state.unrest[target]
    mine, theirs = fallen[attacker], fallen[defender]
    farmers = fallen[FARMERS] if calm else 0
    against = theirs + farmers
    clear_tray(state, attacker, defender, *([FARMERS] if calm else []))
    if mine > against:
        conquer(table, attacker, target, mine - against, "SHO-9.6")
    elif against > mine and theirs:  # farmers take the losses first [SHO-17.14]
        stand(state, defender, target, min(theirs, against - mine))
        table.tell(
            "province_held",
            seat=defender,
            province=BOARD.codes[target],
            armies=state.armies[target],
            rule="SHO-9.6",
        )
    else:  # also 0 against 0, and farmers alone [SHO-17.15, SHO-17.16]
        how = "tie" if mine == against else "farmers"
        become_neutral(table, target, how, "SHO-9.6")
    tell_tray(table)


def settle_neutral(
    table: Table[State], attacker: Seat, target: int, fallen: Cubes
) -> None:
    """SHO-9.7"""
    state = table.state
    mine, farmers = fallen[attacker], fallen[FARMERS]
    clear_tray(state, attacker, FARMERS)
    if mine > farmers:
        conquer(table, attacker, target, mine - farmers, "SHO-9.7")
    else:
        province = BOARD.codes[target]
        table.tell("attack_failed", seat=attacker, province=province, rule="SHO-9.7")
    tell_tray(table)


def revolt(table: Table[State], seat: Seat, province: int, farmers: int) -> None:
    """The farmers against the owner; castle guard and `defend` do not help.

    [SHO-9.2, SHO-9.8, SHO-17.18]
    """
    state = table.state
    thrown = [0] * len(state.tray)
    thrown[seat], state.armies[province] = state.armies[province], 0
    thrown[FARMERS] = take_farmers(state, farmers)
    table.tell(
        "revolt_begun",
        seat=seat,
        province=BOARD.codes[province],
        farmers=thrown[FARMERS],
        armies=thrown[seat],
    )
    fallen = throw_in_season(table, tuple(thrown))
    clear_tray(state, seat, FARMERS)
    left = fallen[seat] - fallen[FARMERS]
    if left > 0:
        stand(state, seat, province, left)
        table.tell(
            "revolt_suppressed",
            seat=seat,
            province=BOARD.codes[province],
            armies=left,
            rule="SHO-9.8",
        )
    else:
        become_neutral(table, province, "revolt", "SHO-9.8")
    tell_tray(table)
    if left > 0:
        place_token(table, seat, province)


def clear_tray(state: State, *parties: int) -> None:
    """The cubes of those who took part leave the tray. [SHO-9.6, SHO-9.9]"""
    tray, supply = list(state.tray), list(state.supply)
    for party in parties:
        supply[party] += tray[party]
        tray[party] = 0
    state.tray, state.supply = tuple(tray), tuple(supply)


def tell_tray(table: Table[State]) -> None:
    """What waits for the next throw. [SHO-9.9, SHO-18.7]"""
    if any(table.state.tray):
        table.tell("tray_left", tray=list(table.state.tray))


def stand(state: State, seat: Seat, province: int, armies: int) -> None:
    """Put armies of the seat's supply into its province."""
    state.supply = changed(state.supply, seat, -armies)
    state.armies[province] += armies


def conquer(
    table: Table[State], seat: Seat, province: int, armies: int, rule: str
) -> None:
    """Buildings and unrest stay, the card changes hands at once.

    [SHO-9.10, SHO-17.23, SHO-17.25]
    """
    state = table.state
    former = state.owner[province]
    code = BOARD.codes[province]
    facts: dict[str, Any] = {
        "seat": seat,
        "province": code,
        "armies": armies,
        "rule": rule,
    }
    state.owner[province] = seat
    state.won |= {province}
    stand(state, seat, province, armies)
    if former == NOTHING:
        table.tell("province_occupied", **facts)
    else:
        table.tell("province_conquered", **facts, former=former)
        lose_card(table, former, province)
        lose_general(table, former, province)


def become_neutral(table: Table[State], province: int, how: str, rule: str) -> None:
    """Armies, buildings and unrest leave; statues stay. [SHO-9.11, SHO-14.9]"""
    state = table.state
    former = state.owner[province]
    state.owner[province] = NOTHING
    state.unrest[province] = state.buildings[province] = 0
    table.tell(
        "province_lost",
        former=former,
        province=BOARD.codes[province],
        how=how,
        rule=rule,
    )
    lose_card(table, former, province)
    lose_general(table, former, province)


def lose_card(table: Table[State], former: Seat, province: int) -> None:
    """It leaves the board as well; the slot does nothing more. [SHO-4.7, SHO-17.24]"""
    state = table.state
    board = state.boards[former]
    if province not in board:
        return
    slot = board.index(province)
    set_card(state, former, slot, LOST)
    state.shown = set_bit(state.shown, former, slot)
    table.tell(
        "card_lost",
        former=former,
        slot=BOARD.slots[slot],
        province=BOARD.codes[province],
    )


def set_bit(masks: tuple[int, ...], seat: Seat, bit: int) -> tuple[int, ...]:
    return (*masks[:seat], masks[seat] | 1 << bit, *masks[seat + 1 :])


def lose_general(table: Table[State], former: Seat, province: int) -> None:
    """SHO-14.8"""
    state = table.state
    if state.generals and state.generals[former] == province:
        held = state.generals
        state.generals = (*held[:former], NOTHING, *held[former + 1 :])
        table.tell("general_lost", former=former, province=BOARD.codes[province])


# --------------------------------------------------------------------------- unrest


def place_token(table: Table[State], seat: Seat, province: int) -> None:
    """Unless favour 4 is kept: then its owner may save it. [SHO-5.11, SHO-12.11]"""
    state = table.state
    if state.calmer == seat:
        state.token, state.point, state.seat = province, "calm", seat
    else:
        add_token(table, province)


def add_token(table: Table[State], province: int) -> None:
    state = table.state
    state.unrest[province] += 1
    table.tell(
        "unrest_placed",
        seat=state.owner[province],
        province=BOARD.codes[province],
        unrest=state.unrest[province],
    )


def calm_steps(state: State, seat: Seat) -> list[Order]:
    return CALM


def calm(table: Table[State], seat: Seat, now: int) -> None:
    """The token is not placed, and favour 4 leaves the game. [SHO-12.11]"""
    state = table.state
    province, state.token = state.token, NOTHING
    if now:
        state.calmer = NOTHING
        table.tell("unrest_saved", seat=seat, province=BOARD.codes[province])
    else:
        add_token(table, province)

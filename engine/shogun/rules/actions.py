"""The ten actions. [SHO-4.6, SHO-5]"""

from __future__ import annotations

from collections.abc import Callable

from engine.contract import Order, Seat
from engine.errors import OrderIllegal
from engine.flat import changed
from engine.shogun.board import BOARD, BUILDINGS, TEMPLE, THEATRE
from engine.shogun.rules.auction import has_special
from engine.shogun.rules.battle import (
    begin_battle,
    place_token,
    revolt,
    set_bit,
    stand,
)
from engine.shogun.rules.hand import buildings_left, general_at
from engine.shogun.rules.steps import HOLD, MOVES
from engine.shogun.state import (
    BATTLE_A,
    BATTLE_B,
    NOTHING,
    RECRUIT1,
    State,
    card_name,
)
from engine.table import Table

RECRUIT5 = BOARD.slot_index["recruit5"]
RECRUIT3 = BOARD.slot_index["recruit3"]
RICE, TAX = BOARD.slot_index["rice"], BOARD.slot_index["tax"]
GUARDED = {BATTLE_A: 1, BATTLE_B: 2}  # bits of protection [SHO-12.13]


def carry_out(table: Table[State], seat: Seat, slot: int) -> None:
    """Reveal the seat's card and do what it plans. [SHO-4.6, SHO-5.1, SHO-17.57]

    What is possible is done: only movement may be declined. [SHO-5.3, SHO-17.9]
    """
    state = table.state
    card = state.boards[seat][slot]
    state.shown = set_bit(state.shown, seat, slot)
    name = BOARD.slots[slot]
    table.tell("card_revealed", seat=seat, slot=name, card=card_name(card))
    if card >= 0:  # no bluff, official, empty slot, or province that was lost
        DEEDS[slot](table, seat, card, slot)


def void(table: Table[State], seat: Seat, slot: int, province: int, why: str) -> None:
    """All or nothing: nothing is done and nothing is paid. [SHO-5.2, SHO-17.10]"""
    table.tell(
        "action_void",
        seat=seat,
        slot=BOARD.slots[slot],
        province=BOARD.codes[province],
        reason=why,
    )


def pay(table: Table[State], seat: Seat, chests: int) -> None:
    table.state.chests = changed(table.state.chests, seat, -chests)


# ------------------------------------------------------------------------- building


def build(table: Table[State], seat: Seat, province: int, slot: int) -> None:
    """SHO-5.5, SHO-5.6, SHO-5.7"""
    state = table.state
    building = BOARD.slots[slot]
    cost = BOARD.costs[building]
    if general_at(state, seat, province):  # SHO-14.4
        cost = max(0, cost - BOARD.general_discount)
    if why := obstacle(state, seat, province, building, cost):
        void(table, seat, slot, province, why)
        return
    pay(table, seat, cost)
    erect(table, seat, province, building, cost)


def obstacle(state: State, seat: Seat, province: int, building: str, cost: int) -> str:
    """Why it cannot be built there, in a word; nothing if it can. [SHO-5.8]"""
    bit, here = 1 << BUILDINGS.index(building), state.buildings[province]
    if here & bit:
        return "built"
    if here.bit_count() >= BOARD.sites[province]:
        return "site"
    if not buildings_left(state, bit):
        return "bank"
    return "chests" if state.chests[seat] < cost else ""


def erect(
    table: Table[State], seat: Seat, province: int, building: str, cost: int
) -> None:
    """A theatre may calm its province. [SHO-5.7, SHO-7.2, SHO-17.26]"""
    state = table.state
    bit, code = 1 << BUILDINGS.index(building), BOARD.codes[province]
    state.buildings[province] |= bit
    table.tell(
        "building_built", seat=seat, building=building, province=code, chests=cost
    )
    if bit == THEATRE and state.kind == "theatre-calms" and state.unrest[province]:
        remove_token(table, seat, province)


def remove_token(table: Table[State], seat: Seat, province: int) -> None:
    state = table.state
    state.unrest[province] -= 1
    table.tell(
        "unrest_removed",
        seat=seat,
        province=BOARD.codes[province],
        unrest=state.unrest[province],
    )


# --------------------------------------------------------------------------- income


def collect(table: Table[State], seat: Seat, province: int, slot: int) -> None:
    """First the income, then the unrest it stirs. [SHO-5.9, SHO-5.10, SHO-17.8]"""
    state = table.state
    amount = income(state, seat, province, slot)
    code = BOARD.codes[province]
    if slot == TAX:
        state.chests = changed(state.chests, seat, amount)
        table.tell("tax_collected", seat=seat, province=code, chests=amount)
    else:
        state.rice = changed(state.rice, seat, amount)
        table.tell("rice_collected", seat=seat, province=code, rice=amount)
    unrest = state.unrest[province]  # before this action [SHO-5.11]
    if unrest:
        revolt(table, seat, province, unrest)
    else:
        place_token(table, seat, province)


def income(state: State, seat: Seat, province: int, slot: int) -> int:
    """Printed value, then event, special card, general. [SHO-5.4, SHO-8.2, SHO-17.21]

    There is no cap. [SHO-17.49]
    """
    name = BOARD.slots[slot]
    amount = (BOARD.tax if slot == TAX else BOARD.rice)[province]
    kind = state.kind
    if kind.startswith(name):
        numbers = BOARD.kinds[kind]
        amount = max(min(amount, numbers.get("max", amount)), numbers.get("min", 0))
    special = "chest" if slot == TAX else "rice"
    if has_special(state, seat, special):
        amount += BOARD.special_amount[BOARD.special_index[special]]
    if general_at(state, seat, province):
        amount += BOARD.general_income
    return amount


# --------------------------------------------------------------------------- armies


def recruit(table: Table[State], seat: Seat, province: int, slot: int) -> bool:
    """The largest allowed number that the supply covers. [SHO-5.12, SHO-5.13]"""
    state = table.state
    cost = BOARD.costs[BOARD.slots[slot]]
    numbers = recruits(state, seat, province, slot)
    if state.chests[seat] < cost:
        void(table, seat, slot, province, "chests")
        return False
    if state.supply[seat] < numbers[0]:
        void(table, seat, slot, province, "supply")
        return False
    armies = max(number for number in numbers if number <= state.supply[seat])
    pay(table, seat, cost)
    stand(state, seat, province, armies)
    table.tell(
        "armies_recruited",
        seat=seat,
        province=BOARD.codes[province],
        armies=armies,
        chests=cost,
    )
    return True


def recruits(state: State, seat: Seat, province: int, slot: int) -> list[int]:
    """How many may be placed: without special card and general first. [SHO-5.12]

    Event, then special card, then general. [SHO-17.20, SHO-14.4]
    """
    name = BOARD.slots[slot]
    base = BOARD.recruits[name]
    if state.kind == "recruit-cut":
        base = BOARD.kinds["recruit-cut"].get(name, base)
    numbers = [base]
    if slot == RECRUIT5 and has_special(state, seat, "six"):
        numbers.append(BOARD.special_amount[BOARD.special_index["six"]])
    if general_at(state, seat, province):
        numbers += [number + BOARD.general_recruits for number in numbers]
    return numbers


# ------------------------------------------------------------------------- movement


def begin_move(table: Table[State], seat: Seat, province: int, slot: int) -> None:
    """Recruit1 pays and places first; then armies may move. [SHO-5.14, SHO-17.11]"""
    state = table.state
    if slot == RECRUIT1:
        if not recruit(table, seat, province, slot):
            return
    elif state.armies[province] < 2:  # one always stays behind [SHO-5.15]
        void(table, seat, slot, province, "armies")
        return
    state.point, state.seat = BOARD.slots[slot], seat
    if targets(state, seat, province, slot):
        return
    state.point = ""
    table.tell("armies_held", seat=seat, province=BOARD.codes[province])


def current_slot(state: State) -> int:
    """The slot of the action that is carried out."""
    return state.actions[state.action]


def origin_of(state: State, seat: Seat) -> int:
    """The province that acts now."""
    return state.boards[seat][current_slot(state)]


def targets(state: State, seat: Seat, origin: int, slot: int) -> list[int]:
    """Adjacent provinces into which armies may go. [SHO-5.14, SHO-5.15]"""
    if state.armies[origin] < 2:
        return []
    near = state.setup.adjacent[origin]
    if slot == RECRUIT1:
        return [p for p in near if state.owner[p] == seat]
    return [p for p in near if not is_closed(state, seat, p, slot)]


def is_closed(state: State, seat: Seat, target: int, slot: int) -> str:
    """Why a province may not be attacked. [SHO-7.4, SHO-12.13, SHO-17.27]"""
    owner = state.owner[target]
    if owner in (seat, NOTHING):
        return ""
    if state.kind == "temple-peace" and state.buildings[target] & TEMPLE:
        return "temple"
    if state.protected and state.protected[owner] & GUARDED[slot]:
        return "protected"
    return ""


def move_steps(state: State, seat: Seat) -> list[Order]:
    """Some armies into one province, or none. [SHO-17.12, SHO-17.13]"""
    slot, origin = current_slot(state), origin_of(state, seat)
    most = state.armies[origin] - 1
    found: list[Order] = []
    for target in targets(state, seat, origin, slot):
        found += MOVES[target][:most]
    found.append(HOLD)
    return found


def check_move(state: State, seat: Seat, target: int, armies: int) -> None:
    """What an order sent live is refused for. [SHO-5.17]"""
    slot, origin = current_slot(state), origin_of(state, seat)
    province = BOARD.codes[target]
    if target not in state.setup.adjacent[origin]:
        near = [BOARD.codes[p] for p in state.setup.adjacent[origin]]
        raise OrderIllegal(
            "SHO-5.14" if slot == RECRUIT1 else "SHO-5.15",
            "E_NOT_ADJACENT",
            legal=near,
            legal_kind="province",
            origin=BOARD.codes[origin],
            province=province,
        )
    if slot == RECRUIT1 and state.owner[target] != seat:
        raise OrderIllegal("SHO-5.14", "E_OWN_ONLY", province=province)
    if closed := is_closed(state, seat, target, slot):
        rule = "SHO-7.4" if closed == "temple" else "SHO-12.13"
        code = "E_TEMPLE" if closed == "temple" else "E_PROTECTED"
        raise OrderIllegal(rule, code, province=province)
    if armies >= state.armies[origin]:
        most = state.armies[origin] - 1
        raise OrderIllegal("SHO-5.15", "E_TOO_MANY", armies=armies, most=most)


def move(table: Table[State], seat: Seat, target: int, armies: int) -> None:
    """Into an own province, or into a battle. [SHO-5.15, SHO-5.16]"""
    state = table.state
    check_move(state, seat, target, armies)
    origin = origin_of(state, seat)
    if state.owner[target] != seat:
        begin_battle(table, seat, origin, target, armies)
        return
    state.armies[origin] -= armies
    state.armies[target] += armies
    table.tell(
        "armies_moved",
        seat=seat,
        origin=BOARD.codes[origin],
        province=BOARD.codes[target],
        armies=armies,
    )


def hold(table: Table[State], seat: Seat) -> None:
    """SHO-5.3"""
    province = BOARD.codes[origin_of(table.state, seat)]
    table.tell("armies_held", seat=seat, province=province)


Deed = Callable[[Table[State], Seat, int, int], object]  # seat, province, slot
MADE_BY: dict[str, Deed] = {
    "castle": build,
    "temple": build,
    "theatre": build,
    "rice": collect,
    "tax": collect,
    "recruit5": recruit,
    "recruit3": recruit,
    "recruit1": begin_move,
    "battle-a": begin_move,
    "battle-b": begin_move,
}
DEEDS = tuple(MADE_BY[action] for action in BOARD.actions)  # by slot [SHO-4.6]

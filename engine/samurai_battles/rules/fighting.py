"""Phase 4: fire and melee, from declaration to the last advance. [SB-7, SB-8]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.errors import OrderIllegal
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.hexes import (
    DISTANCE,
    INDEX,
    NAMES,
    NEIGHBOUR_MASK,
    NEIGHBOURS,
    Hex,
)
from engine.samurai_battles.rules.battle import begin_roll
from engine.samurai_battles.rules.frames import Battlefield, leave_trace, pop, push
from engine.samurai_battles.rules.hand import may_play, play_dragon
from engine.samurai_battles.rules.movement import march_of
from engine.samurai_battles.rules.ordering import DONE, card_of
from engine.samurai_battles.rules.pieces import (
    is_empty,
    kind_of,
    leader_with,
    mask_of,
    named,
    occupied,
    piece_on,
    put_together,
    seat_of,
    unit_class,
)
from engine.samurai_battles.rules.wavering import joined_by_attack
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.sight import is_free, lines
from engine.samurai_battles.state import (
    ATTACK,
    BACK,
    FIRE,
    LEADER,
    NOBODY,
    WAVERING,
    Battle,
    Fight,
    Piece,
    State,
)
from engine.samurai_battles.terrain import BATTLE_ON_ENTRY, FORD, IMPASSABLE, STOPS
from engine.samurai_battles.units import CAVALRY

CHALLENGE = DRAGON["issue-challenge"]
ADVANCE, REMAIN = Order("advance"), Order("remain")


def fought(state: State) -> Fight:
    """The battle that is being fought."""
    assert state.fight is not None
    return state.fight


# ------------------------------------------------------------ who may battle at all


def bar(state: State, unit: int) -> tuple[str, str] | None:
    """Why the unit may not attack in any way now: rule and code. [SB-7.2, SB-8.2]

    Leaders by themselves are not asked for: they do not fight. [SB-6.8]
    """
    if unit not in state.orders or state.unit_hex[unit] == NO_HEX:
        return "SB-8.1", "E_NO_ORDER"
    if state.unit_seat[unit] != state.active:
        return "SB-8.1", "E_NOT_YOURS"
    if unit in state.battled and unit not in (state.volley, state.bonus):
        return "SB-4.6", "E_HAS_BATTLED"
    leader = leader_with(state, unit)
    if leader != NOBODY and leader == state.insulted:
        return "SB-12.7", "E_INSULTED"
    moved = state.moved.get(unit, 0)
    has_entered = moved or unit in state.advanced
    if has_entered and not BATTLE_ON_ENTRY[state.ground[state.unit_hex[unit]]]:
        return "SB-13.2", "E_JUST_ENTERED"
    if moved and moved > march_of(state, unit).battle:
        return "SB-6.1", "E_MOVED_TOO_FAR"
    card = None if unit in state.plain else card_of(state)
    if card and card.no_battle and kind_of(state, unit).classes & {*card.no_battle}:
        return "SB-5.11", "E_NO_BATTLE"
    return None


def bar_melee(state: State, unit: int) -> tuple[str, str] | None:
    if found := bar(state, unit):
        return found
    if unit in state.battled and unit != state.bonus:
        return "SB-4.6", "E_HAS_BATTLED"
    card = None if unit in state.plain else card_of(state)
    if card and card.no_melee and kind_of(state, unit).classes & {*card.no_melee}:
        return "SB-5.10", "E_NO_BATTLE"
    return None


def bar_fire(state: State, unit: int) -> tuple[str, str] | None:
    """SB-7.1, SB-7.2"""
    kind = kind_of(state, unit)
    if not kind.ranged:
        return "SB-7.1", "E_NO_BOW"
    if found := bar(state, unit):
        return found
    if unit in state.battled and unit != state.volley:
        return "SB-4.6", "E_HAS_BATTLED"
    if state.moved.get(unit) and not kind.moved:
        return "SB-7.2", "E_MOVED_NO_FIRE"
    if NEIGHBOUR_MASK[state.unit_hex[unit]] & mask_of(state, 1 - state.active):
        return "SB-7.2", "E_ENEMY_NEAR"
    return None


def may_be_attacked(state: State, piece: Piece) -> bool:
    """Enemies, and a group that obeys nobody. [SB-8.1, SB-15.5]"""
    return piece != NOBODY and seat_of(state, piece) != state.active


def melee_targets(state: State, unit: int) -> list[Hex]:
    return [
        hex
        for hex in NEIGHBOURS[state.unit_hex[unit]]
        if may_be_attacked(state, piece_on(state, hex))
    ]


def fire_targets(state: State, unit: int) -> list[Hex]:
    """In range and in line of sight. [SB-7.1, SB-2.8]"""
    kind, here = kind_of(state, unit), state.unit_hex[unit]
    ranges = kind.moved if state.moved.get(unit) else kind.ranges
    enemies = mask_of(state, 1 - state.active) | mask_of(state, WAVERING)
    crowd = occupied(state)
    return [
        line.target
        for line in lines(state.ground)[here]
        if enemies >> line.target & 1 and line.range in ranges and is_free(line, crowd)
    ]


# ------------------------------------------------------------------------------- D-08


def battle_options(state: State) -> list[Order]:
    found: list[Order] = []
    for unit in state.orders:
        if unit >= LEADER:
            continue
        here = NAMES[state.unit_hex[unit]]
        if bar_melee(state, unit) is None:
            for hex in melee_targets(state, unit):
                found.append(Order("declare", (here, NAMES[hex])))
                if may_challenge(state, unit, hex):
                    found.append(Order("declare", (here, NAMES[hex], "challenge")))
        if bar_fire(state, unit) is None:
            targets = fire_targets(state, unit)
            found += [Order("aim", (here, NAMES[hex])) for hex in targets]
    return [*found, DONE]


def may_challenge(state: State, unit: int, hex: Hex) -> bool:
    return both_led(state, unit, hex) and may_play(state, state.active, CHALLENGE)


def both_led(state: State, unit: int, hex: Hex) -> bool:
    """Both units have a leader. [SB-12.9]"""
    there = state.unit_at[hex] != NOBODY and state.leader_at[hex] != NOBODY
    return there and leader_with(state, unit) != NOBODY


def attacker_on(state: State, name: str) -> int:
    unit = state.unit_at[INDEX[name]]
    if unit == NOBODY:
        raise OrderIllegal("SB-8.1", "E_NOBODY_THERE", hex=name)
    return unit


def check_declare(state: State, unit: int, hex: Hex, challenge: bool) -> None:
    """Raises OrderIllegal with the rule that forbids it. [SB-8.1, SB-8.2]"""
    here = NAMES[state.unit_hex[unit]]
    if found := bar_melee(state, unit):
        raise OrderIllegal(*found, hex=here)
    if hex not in melee_targets(state, unit):
        legal = [NAMES[target] for target in melee_targets(state, unit)]
        raise OrderIllegal("SB-8.1", "E_NO_TARGET", hex=NAMES[hex], legal=legal)
    if challenge and not both_led(state, unit, hex):
        raise OrderIllegal("SB-12.9", "E_NO_DUEL", hex=here)
    if challenge and not may_play(state, state.active, CHALLENGE):
        raise OrderIllegal("SB-12.2", "E_CARD_NOT_HELD", card=CHALLENGE.id)


def declare(table: Battlefield, origin: str, goal: str, *extra: str) -> None:
    """SB-8.3, step 1"""
    state = table.state
    unit, hex = attacker_on(state, origin), INDEX[goal]
    check_declare(state, unit, hex, bool(extra))
    kind = "bonus" if unit == state.bonus else "melee"
    begin_fight(table, kind, unit, hex)
    if kind == "bonus":
        state.bonused = state.bonused | {unit}
    push(state, "result")
    push(state, "attack")
    if extra:
        play_dragon(table, state.active, CHALLENGE.id)
        add_challenger(state, state.active)
        push(state, "duel")
        push(state, "challenge")


def begin_fight(table: Battlefield, kind: str, unit: int, hex: Hex) -> None:
    """A group that obeyed nobody joins the other side first. [SB-15.5]"""
    state = table.state
    target = piece_on(state, hex)
    state.fight = Fight(kind, unit, state.unit_hex[unit], target, hex)
    state.battled = state.battled | {unit}
    state.bonus = state.volley = NOBODY
    table.tell(
        "fire_declared" if kind == "fire" else "melee_declared",
        seat=state.active,
        **named(state, unit),
        hex=NAMES[state.unit_hex[unit]],
        goal=NAMES[hex],
    )
    if seat_of(state, target) == WAVERING:
        joined_by_attack(table)


def end_battles(table: Battlefield) -> None:
    state = table.state
    pop(state)
    state.bonus = state.volley = NOBODY
    table.tell("battles_ended", seat=state.active)


# ------------------------------------------------------------------------------- fire


def check_aim(state: State, unit: int, hex: Hex) -> None:
    """Raises OrderIllegal with the rule that forbids it. [SB-7.1, SB-7.2]"""
    here = NAMES[state.unit_hex[unit]]
    if found := bar_fire(state, unit):
        raise OrderIllegal(*found, hex=here)
    targets = fire_targets(state, unit)
    if hex in targets:
        return
    legal = [NAMES[target] for target in targets]
    if not may_be_attacked(state, piece_on(state, hex)):
        raise OrderIllegal("SB-7.1", "E_NO_TARGET", hex=NAMES[hex], legal=legal)
    kind = kind_of(state, unit)
    ranges = kind.moved if state.moved.get(unit) else kind.ranges
    is_far = DISTANCE[state.unit_hex[unit]][hex] not in ranges
    code = "E_RANGE" if is_far else "E_SIGHT"
    rule = "SB-7.1" if is_far else "SB-2.8"
    raise OrderIllegal(rule, code, hex=here, goal=NAMES[hex], legal=legal)


def aim(table: Battlefield, origin: str, goal: str) -> None:
    """SB-7.4"""
    state = table.state
    unit, hex = attacker_on(state, origin), INDEX[goal]
    check_aim(state, unit, hex)
    card = None if unit in state.plain else card_of(state)
    is_first = unit != state.volley
    begin_fight(table, "fire", unit, hex)
    fight = fought(state)
    push(state, "fire_over", int(card is not None and card.shots > 1 and is_first))
    push(state, "ready")
    begin_roll(state, FIRE, unit, fight.target, hex)


def fire_over(table: Battlefield, again: int) -> None:
    """The second shot is declared directly after the first. [SB-5.10]"""
    state = table.state
    fight = fought(state)
    keep_battle(state)
    state.fight = state.roll = None
    if again and state.unit_hex[fight.attacker] != NO_HEX:
        state.volley = fight.attacker


def keep_battle(state: State) -> None:
    fight = fought(state)
    won = has_left(state, fight.target, fight.target_hex)
    done = Battle(fight.kind, fight.attacker_hex, fight.target_hex, won, fight.hits)
    state.battles = (*state.battles, done)


def has_left(state: State, piece: Piece, hex: Hex) -> bool:
    """Destroyed, killed, or not on its hex any more. [SB-8.9]"""
    if piece >= LEADER:
        return state.leader_hex[piece - LEADER] != hex
    return state.unit_hex[piece] != hex


# ------------------------------------------------------------------------------ melee


def attack(table: Battlefield) -> None:
    """The attacker is next, if it is still there. [SB-8.3, step 3]"""
    state = table.state
    fight = fought(state)
    if has_left(state, fight.attacker, fight.attacker_hex):
        return
    begin_roll(state, ATTACK, fight.attacker, fight.target, fight.target_hex)
    push(state, "ready")
    if not fight.first:
        push(state, "defence")


def result(table: Battlefield) -> None:
    """Success, or battle back. [SB-8.3, steps 10 and 11]"""
    state = table.state
    fight = fought(state)
    if has_left(state, fight.attacker, fight.attacker_hex):
        end_melee(table)
    elif has_left(state, fight.target, fight.target_hex):
        push(state, "success")
    elif fight.first or fight.target >= LEADER:
        end_melee(table)
    else:
        push(state, "melee_over")
        begin_roll(state, BACK, fight.target, fight.attacker, fight.attacker_hex)
        push(state, "back")


def end_melee(table: Battlefield) -> None:
    state = table.state
    keep_battle(state)
    state.fight = state.roll = None


def refrain(table: Battlefield) -> None:
    """No battle back. [SB-8.12]"""
    state = table.state
    pop(state)
    fight = fought(state)
    seat = seat_of(state, fight.target)
    table.tell("battle_back_declined", seat=seat, hex=NAMES[fight.target_hex])


# ------------------------------------------------------- success and advance [D-17]


def may_advance(state: State) -> bool:
    """Onto the vacated hex, if it is empty and passable. [SB-8.9, SB-8.10, SB-16.6]"""
    fight = fought(state)
    unit, ground = fight.attacker, state.ground
    if not is_empty(state, fight.target_hex) or IMPASSABLE[ground[fight.target_hex]]:
        return False
    here = ground[fight.attacker_hex]
    if not STOPS[unit_class(state, unit)][here]:
        return True
    if unit in state.advanced:
        return here == FORD
    return not state.moved.get(unit)


def advance(table: Battlefield) -> None:
    """Then perhaps a bonus melee. [SB-8.9, SB-8.11]"""
    state = table.state
    if not may_advance(state):
        raise OrderIllegal("SB-8.9", "E_NO_ADVANCE")
    pop(state)
    fight = fought(state)
    unit, hex = fight.attacker, fight.target_hex
    end_melee(table)
    told = {**named(state, unit), "hex": NAMES[state.unit_hex[unit]]}
    leave_trace(state, "advance", state.active, (state.unit_hex[unit], hex))
    put_together(state, unit, hex)
    state.advanced[unit] = hex
    table.tell("unit_advanced", seat=state.active, **told, goal=NAMES[hex])
    if has_bonus(state, unit, fight.pursuit):
        state.bonus = unit
    push(state, "pit", unit)


def has_bonus(state: State, unit: int, pursuit: bool) -> bool:
    """Cavalry, or infantry with a leader, once a turn. [SB-8.11, SB-12.15]"""
    if not BATTLE_ON_ENTRY[state.ground[state.unit_hex[unit]]]:
        return False
    if pursuit:
        return True
    led = leader_with(state, unit) != NOBODY
    return unit not in state.bonused and (led or unit_class(state, unit) == CAVALRY)


def remain(table: Battlefield) -> None:
    state = table.state
    pop(state)
    fight = fought(state)
    end_melee(table)
    told = {**named(state, fight.attacker), "hex": NAMES[fight.attacker_hex]}
    table.tell("advance_declined", seat=state.active, **told)


def add_challenger(state: State, seat: Seat) -> None:
    fight = fought(state)
    state.fight = fight._replace(challengers=(*fight.challengers, seat))

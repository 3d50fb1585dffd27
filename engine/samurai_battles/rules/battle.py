"""Rolls of a battle: inspiration, dice, hits, and what follows. [SB-7, SB-8]"""

from __future__ import annotations

from engine.contract import Order, Seat
from engine.samurai_battles.box import FLAG, HONOR, SWORDS
from engine.samurai_battles.cards import DRAGON, DRAGONS, Dragon
from engine.samurai_battles.hexes import DISTANCE, NAMES, Hex
from engine.samurai_battles.rules.frames import Battlefield, pop, push, throw
from engine.samurai_battles.rules.hand import may_play, play_dragon
from engine.samurai_battles.rules.losses import (
    CHECK_DICE,
    CHECK_DICE_SHOT,
    check_leader,
    kill_leader,
    remove_figures,
)
from engine.samurai_battles.rules.ordering import card_of, keep_faces
from engine.samurai_battles.rules.pieces import (
    kind_of,
    leader_kind,
    leader_with,
    leaders_of,
    symbol_of,
)
from engine.samurai_battles.rules.tokens import gain, pay
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import (
    AMBUSH,
    ATTACK,
    BACK,
    FIRE,
    LEADER,
    NOBODY,
    STRIKE,
    Roll,
    State,
)
from engine.samurai_battles.terrain import INSPIRATION, MELEE_CAP, RANGED_CAP
from engine.samurai_battles.units import SWORDS_IGNORED

READY, ROLL, STAND = Order("ready"), Order("roll"), Order("stand")
INSPIRE = "inspire"
INSPIRATION_COST = 1  # SB-8.5
# What the data calls a roll of each kind. [SB-12.7]
KINDS = {
    FIRE: "ranged",
    ATTACK: "melee",
    STRIKE: "melee",
    AMBUSH: "melee",
    BACK: "battle-back",
}
BEFORE = tuple(  # cards that are played with `ready` [SB-8.3, step 4]
    card for card in DRAGONS if card.window in ("W6", "W7", "W13")
)


def begun(state: State) -> Roll:
    """The roll that is being made."""
    assert state.roll is not None
    return state.roll


def roller_seat(state: State, *_: int) -> Seat:
    return state.unit_seat[begun(state).roller]


def other_seat(state: State, *_: int) -> Seat:
    return 1 - roller_seat(state)


def begin_roll(
    state: State, kind: str, roller: int, target: int, target_hex: Hex
) -> None:
    """The dice are not yet fixed; `ready` is next."""
    added = DRAGON["ambush"].add_dice if kind == AMBUSH else 0
    hex = state.unit_hex[roller]
    state.roll = Roll(kind, roller, target, hex, target_hex, added=added)


# ------------------------------------------------------------------- dice


def dice_of(state: State, roll: Roll) -> int:
    """Base and caps, then bonuses; dust-cloud binds everything. [SB-7.3, SB-8.4]"""
    kind, ground = kind_of(state, roll.roller), state.ground
    here, there = ground[roll.roller_hex], ground[roll.target_hex]
    if roll.kind == FIRE:
        base = min(base_of_fire(state, roll), RANGED_CAP[here][there])
    else:
        base = min(kind.melee, MELEE_CAP[kind.kind][here][there])
    dice = base + roll.inspired + roll.added + card_dice(state, roll)
    if roll.most:
        dice = min(dice, roll.most)
    return max(1, dice)


def base_of_fire(state: State, roll: Roll) -> int:
    """By range; a unit that moved has its own line. [SB-1.2, SB-7.3]"""
    kind = kind_of(state, roll.roller)
    by_range = kind.moved if state.moved.get(roll.roller) else kind.ranges
    return by_range.get(DISTANCE[roll.roller_hex][roll.target_hex], 0)


def card_dice(state: State, roll: Roll) -> int:
    """Bonuses of the active player's Command card, for whom it ordered. [SB-8.4]"""
    card = card_of(state)
    if card is None or roll.kind not in (FIRE, ATTACK) or roll.roller in state.plain:
        return 0
    return card.battle_dice + (card.melee_dice if roll.kind == ATTACK else 0)


# ---------------------------------------------------------------------- D-11: ready


def may_inspire(state: State, roll: Roll) -> bool:
    """A leader of the owner is near enough, and a token is there. [SB-8.5]"""
    seat = state.unit_seat[roll.roller]
    if roll.kind == FIRE or state.tokens[seat] < INSPIRATION_COST:
        return False
    if not INSPIRATION[state.ground[roll.roller_hex]]:
        return False
    return any(
        leader != state.insulted
        and DISTANCE[state.leader_hex[leader]][roll.roller_hex]
        <= leader_kind(state, leader).inspires
        for leader in leaders_of(state, seat)
    )


def fits_roll(state: State, card: Dragon, roll: Roll) -> bool:
    """SB-12.12"""
    if KINDS[roll.kind] not in card.rolls:
        return False
    return card.swords_ignored is None or swords_ignored(state, roll) > 0


def swords_ignored(state: State, roll: Roll) -> int:
    """SB-8.7, SB-16.3; a lone leader ignores none."""
    if roll.target >= LEADER:
        return 0
    kinds = state.setup.unit_kinds
    return SWORDS_IGNORED[kinds[roll.roller]][kinds[roll.target]]


def cards_for(state: State, roll: Roll, tokens: int) -> list[Dragon]:
    """The cards in hand that can be played before the own roll. [SB-12.2]"""
    seat = state.unit_seat[roll.roller]
    return [
        card
        for card in BEFORE
        if card.cost <= tokens
        and may_play(state, seat, card)
        and fits_roll(state, card, roll)
    ]


def ready_options(state: State, *_: int) -> list[Order]:
    roll = begun(state)
    seat = state.unit_seat[roll.roller]
    tokens = state.tokens[seat]
    found = [READY]
    found += [Order("ready", (card.id,)) for card in cards_for(state, roll, tokens)]
    if may_inspire(state, roll):
        found.append(Order("ready", (INSPIRE,)))
        rest = cards_for(state, roll, tokens - INSPIRATION_COST)
        found += [Order("ready", (INSPIRE, card.id)) for card in rest]
    return found


def ready_default(state: State, *_: int) -> Order:
    """Nobody is inspired unless a line says so. [SB-17.5]"""
    return READY


def ready(table: Battlefield, *words: str) -> None:
    """Inspiration and a card; then the number of dice is fixed. [SB-8.3, step 4]"""
    state = table.state
    pop(state)
    roll = begun(state)
    seat = state.unit_seat[roll.roller]
    for word in words:
        if word == INSPIRE:
            pay(table, seat, INSPIRATION_COST, "inspiration")
            roll = roll._replace(inspired=True)
        else:
            card = DRAGON[word]
            play_dragon(table, seat, word)
            keen = roll.keen or card.swords_ignored is not None
            roll = roll._replace(added=roll.added + card.add_dice, keen=keen)
    set_dice(table, roll)
    push(state, "hits")
    push(state, "roll")
    push(state, "threat")


def set_dice(table: Battlefield, roll: Roll) -> None:
    state = table.state
    dice = dice_of(state, roll)
    state.roll = roll._replace(dice=dice)
    seat = state.unit_seat[roll.roller]
    table.tell(
        "roll_readied",
        seat=seat,
        reason=roll.kind,
        hex=NAMES[roll.roller_hex],
        dice=dice,
    )


# ---------------------------------------------------------------- D-11, D-13: the roll


def roll_options(state: State, *_: int) -> list[Order]:
    return [ROLL]


def roll_default(state: State, *_: int) -> Order:
    return ROLL


def roll_dice(table: Battlefield) -> None:
    """SB-7.4, SB-8.3, step 5"""
    state = table.state
    pop(state)
    roll, seat = begun(state), roller_seat(state)
    faces = throw(table, "battle", seat, roll.dice)
    set_faces(state, roll, faces)
    push(state, "stand")
    push(state, "reply")


def set_faces(state: State, roll: Roll, faces: tuple[str, ...]) -> None:
    state.roll = state.last_roll = roll._replace(faces=faces)
    keep_faces(state, state.unit_seat[roll.roller], faces)


def stand(table: Battlefield) -> None:
    pop(table.state)
    table.tell("roll_settled", seat=roller_seat(table.state))


# ------------------------------------------------------------------------------- hits


def hits_of(state: State, roll: Roll) -> int:
    """Faces that hit, less those that are ignored or cancelled. [SB-7.5, SB-8.6]"""
    swords = roll.faces.count(SWORDS)
    if roll.kind == FIRE:
        swords *= kind_of(state, roll.roller).swords_hit
    elif not roll.keen:
        swords = max(0, swords - swords_ignored(state, roll))
    if roll.target >= LEADER:
        return swords  # a leader has no symbol [SB-1.3, SB-8.13]
    symbol = symbol_of(state, roll.target)
    return max(0, swords + roll.faces.count(symbol) - roll.cancelled)


def hits(table: Battlefield) -> None:
    """Tokens, hits, leader check; then flags. [SB-7.4, SB-8.3, steps 7 to 9]"""
    state = table.state
    roll = begun(state)
    gain_tokens(table, roll)
    count = hits_of(state, roll)
    if roll.target >= LEADER:
        hit_leader(table, roll.target - LEADER, count)
    else:
        hit_unit(table, roll, count)


def gain_tokens(table: Battlefield, roll: Roll) -> None:
    """One for each H; the first of an inspired roll gives none. [SB-7.5, SB-8.8]"""
    state = table.state
    if roll.kind == FIRE and not kind_of(state, roll.roller).fire_tokens:
        return
    tokens = roll.faces.count(HONOR) - roll.inspired
    gain(table, state.unit_seat[roll.roller], tokens, "battle")


def hit_leader(table: Battlefield, leader: int, count: int) -> None:
    """Killed, or driven away, whatever else was rolled. [SB-7.6, SB-8.13, SB-16.4]"""
    if count:
        kill_leader(table, leader, "battle")
    else:
        push(table.state, "fate", leader)


def hit_unit(table: Battlefield, roll: Roll, count: int) -> None:
    state = table.state
    unit, leader = roll.target, leader_with(state, roll.target)
    lost = remove_figures(table, unit, count, "battle")
    if state.fight is not None and roll.kind in (FIRE, ATTACK):
        state.fight = state.fight._replace(hits=lost)
    survives = state.unit_hex[unit] != NO_HEX
    if survives and (flags := roll.faces.count(FLAG)):
        push(state, "flags", unit, flags)
    if leader == NOBODY or not lost:
        return
    if survives:
        if not roll.cancelled:  # loyal-retainer: no check [SB-12.7]
            shot = roll.kind == FIRE
            check_leader(table, leader, CHECK_DICE_SHOT if shot else CHECK_DICE)
    elif check_leader(table, leader, CHECK_DICE):
        push(state, "fate", leader)  # SB-10.4

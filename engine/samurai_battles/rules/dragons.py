"""What Dragon cards do. [SB-12]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.contract import Seat
from engine.errors import OrderIllegal
from engine.samurai_battles.box import FACES
from engine.samurai_battles.cards import DRAGON
from engine.samurai_battles.hexes import INDEX, NAMES
from engine.samurai_battles.rules.battle import begin_roll, begun, set_dice, set_faces
from engine.samurai_battles.rules.duels import fight_duel
from engine.samurai_battles.rules.ending import banners_of, without
from engine.samurai_battles.rules.fighting import add_challenger, fought
from engine.samurai_battles.rules.frames import Battlefield, pop, push, throw
from engine.samurai_battles.rules.hand import play_dragon
from engine.samurai_battles.rules.leaders import give_dragon
from engine.samurai_battles.rules.losses import kill_leader, remove_figures
from engine.samurai_battles.rules.movement import set_back
from engine.samurai_battles.rules.ordering import give_order
from engine.samurai_battles.rules.pieces import (
    kind_of,
    leader_kind,
    named,
    symbol_of,
    units_of,
)
from engine.samurai_battles.rules.tokens import gain, take
from engine.samurai_battles.rules.windows import (
    FIRST_STRIKE,
    TARGETS,
    cards_in,
    may_strike,
)
from engine.samurai_battles.state import AMBUSH, LEADER, NOBODY, STRIKE, State
from engine.samurai_battles.terrain import TERRAINS

SYMBOL = "symbol"  # in the data: the face equal to the unit's symbol


def check_dragon(state: State, seat: Seat, frame: str, words: tuple[str, ...]) -> None:
    """Raises OrderIllegal with the rule that forbids it. [SB-12.1, SB-12.2]"""
    card = DRAGON.get(words[0]) if words else None
    if card is None:
        raise OrderIllegal("SB-12.7", "E_NO_SUCH_CARD")
    if card not in cards_in(state, frame):
        raise OrderIllegal("SB-12.4", "E_WINDOW", card=card.id)
    if card.id not in state.dragon_hands[seat]:
        raise OrderIllegal("SB-12.2", "E_CARD_NOT_HELD", card=card.id)
    if state.has_played[seat]:
        raise OrderIllegal("SB-12.1", "E_SECOND_DRAGON", card=card.id)
    if card.cost > state.tokens[seat]:
        raise OrderIllegal("SB-12.2", "E_TOKENS", card=card.id, tokens=card.cost)
    if words[1:] not in TARGETS[card.id](state, seat):
        raise OrderIllegal("SB-12.12", "E_NO_CARD_TARGET", card=card.id)


def dragon(table: Battlefield, seat: Seat, words: tuple[str, ...]) -> None:
    """Pay, then carry it out. [SB-12.2]"""
    card, *rest = words
    play_dragon(table, seat, card, rest[0] if rest and rest[0] in INDEX else "")
    EFFECTS[card](table, seat, *rest)


# ------------------------------------------------------------------------------- W1


def unit_on(state: State, hex: str) -> int:
    return state.unit_at[INDEX[hex]]


def count_faces(state: State, unit: int, faces: tuple[str, ...], wanted: object) -> int:
    """How many of the faces count against this unit."""
    symbol = symbol_of(state, unit)
    assert isinstance(wanted, tuple)
    return sum(
        face in wanted or (face == symbol and SYMBOL in wanted) for face in faces
    )


def throw_at(table: Battlefield, seat: Seat, card: str, unit: int) -> None:
    """Figures off, without check, flags or tokens. [SB-12.5]"""
    state, data = table.state, DRAGON[card]
    faces = throw(table, "dragon", seat, data.dice)
    hits = count_faces(state, unit, faces, data.hit_faces)
    remove_figures(table, unit, hits * data.figures_per_face, "dragon")


def brave_messenger(table: Battlefield, seat: Seat, hex: str, *leader: str) -> None:
    """An order at once, by the plain rules. [SB-12.14]"""
    state = table.state
    piece = state.leader_at[INDEX[hex]] + LEADER if leader else unit_on(state, hex)
    state.messenger = piece
    state.plain = state.plain | {piece}
    give_order(table, piece)


def blue_dragon(table: Battlefield, seat: Seat, hex: str) -> None:
    """A retreat that nothing lets the unit ignore. [SB-12.6]"""
    state, data = table.state, DRAGON["blue-dragon"]
    unit = unit_on(state, hex)
    printed = TERRAINS[state.setup.scenario.terrain[INDEX[hex]]].id
    faces = throw(
        table, "dragon", seat, data.wet_dice if printed in data.wet else data.dice
    )
    hexes = sum(face in data.retreat_faces for face in faces) * data.hexes_per_face
    if hexes:
        push(state, "retreat", unit, hexes)


def red_dragon(table: Battlefield, seat: Seat, hex: str) -> None:
    throw_at(table, seat, "red-dragon", unit_on(table.state, hex))


def ninja_assassin(table: Battlefield, seat: Seat, hex: str) -> None:
    """A commander dies only on two swords. [SB-12.7, SB-10.7]"""
    state, data = table.state, DRAGON["ninja-assassin"]
    leader = state.leader_at[INDEX[hex]]
    faces = throw(table, "dragon", seat, data.dice)
    swords = sum(face in data.kill_faces for face in faces)
    if swords >= data.kills_at[leader_kind(state, leader).id]:
        kill_leader(table, leader, "ninja")


def ninja_thief(table: Battlefield, seat: Seat, what: str) -> None:
    """Not a loss of honor. [SB-12.7]"""
    state, other = table.state, 1 - seat
    if what == "card":
        give_dragon(table, other, "thief")
        return
    tokens = min(DRAGON["ninja-thief"].steal_tokens, state.tokens[other])
    take(table, other, tokens)
    take(table, seat, -tokens)
    table.tell("tokens_stolen", seat=seat, other_seat=other, tokens=tokens)


def physician(table: Battlefield, seat: Seat, hex: str) -> None:
    """Never above the starting strength. [SB-12.7]"""
    state, data = table.state, DRAGON["physician"]
    unit = unit_on(state, hex)
    faces = throw(table, "dragon", seat, data.dice)
    back = count_faces(state, unit, faces, data.heal_faces) * data.figures_per_face
    back = min(back, kind_of(state, unit).figures - state.figures[unit])
    if back:
        state.figures[unit] += back
        told = {**named(state, unit), "hex": hex, "figures": back}
        table.tell("figures_healed", seat=seat, **told)


def rice_famine(table: Battlefield, seat: Seat) -> None:
    """A die for each enemy C unit. [SB-12.11]"""
    state, data = table.state, DRAGON["rice-famine"]
    enemies = units_of(state, 1 - seat)
    hungry = sum(symbol_of(state, unit) == data.dice_symbol for unit in enemies)
    faces = throw(table, "dragon", seat, hungry * data.dice_per_enemy_unit)
    push(state, "famine", 1 - seat, *(FACES.index(face) for face in faces))


def tea_ceremony(table: Battlefield, seat: Seat) -> None:
    data = DRAGON["tea-ceremony"]
    gain(table, seat, data.tokens_own, "dragon")
    gain(table, 1 - seat, data.tokens_other, "dragon")


def turncoat(table: Battlefield, seat: Seat, hex: str) -> None:
    """More H than the opponent, and the unit changes sides. [SB-12.10]"""
    state, data = table.state, DRAGON["turncoat"]
    dice = [data.dice, data.dice]
    for numbers, bonus in (
        ([banners_of(state, s) for s in (0, 1)], data.more_banners_dice),
        (list(state.tokens), data.more_tokens_dice),
    ):
        if numbers[0] != numbers[1]:
            dice[numbers.index(max(numbers))] += bonus
    own, other = (
        throw(table, "turncoat", s, dice[s]).count(data.win_face)
        for s in (seat, 1 - seat)
    )
    if own >= other + data.win_by:
        unit = unit_on(state, hex)
        state.unit_seat[unit] = seat
        told = {**named(state, unit), "hex": hex}
        table.tell("unit_turned", seat=seat, other_seat=1 - seat, **told)


# ------------------------------------------------------------------------- W2 to W5


def insult(table: Battlefield, seat: Seat, hex: str) -> None:
    """He does not inspire, his unit does not attack, this turn. [SB-12.7]"""
    table.state.insulted = table.state.leader_at[INDEX[hex]]


def false_orders(table: Battlefield, seat: Seat) -> None:
    table.state.fewer = True


def forced_march(table: Battlefield, seat: Seat, hex: str, *leader: str) -> None:
    """SB-6.11"""
    state = table.state
    piece = state.leader_at[INDEX[hex]] + LEADER if leader else unit_on(state, hex)
    state.marching = piece


def mired(table: Battlefield, seat: Seat, hex: str) -> None:
    set_back(table, table.state.moves[-1].piece)


def hidden_traps(table: Battlefield, seat: Seat, hex: str) -> None:
    throw_at(table, seat, "hidden-traps", unit_on(table.state, hex))


def pit_of_spears(table: Battlefield, seat: Seat) -> None:
    """No bonus melee of this advance. [SB-12.7]"""
    state = table.state
    unit = next(reversed(state.advanced))
    state.bonus = NOBODY
    throw_at(table, seat, "pit-of-spears", unit)


# ------------------------------------------------------------------------ in a battle


def ambush(table: Battlefield, seat: Seat) -> None:
    """The defender fights first, and does not battle back. [SB-12.7]"""
    defend_first(table.state, AMBUSH)


def defend_first(state: State, how: str) -> None:
    """SB-8.3, step 3"""
    pop(state)  # the attacker's `ready` comes later
    fight = fought(state)
    state.fight = fight._replace(first=how)
    push(state, "attack")
    begin_roll(state, how, fight.target, fight.attacker, fight.attacker_hex)
    push(state, "ready")


def strike(table: Battlefield, seat: Seat) -> None:
    """First strike: the card is replaced at the end of the turn. [SB-5.9, SB-16.7]"""
    state = table.state
    if not may_strike(state, seat) or FIRST_STRIKE not in state.command_hands[seat]:
        raise OrderIllegal("SB-5.9", "E_CARD_NOT_HELD", card=FIRST_STRIKE)
    state.command_hands = without(state.command_hands, seat, FIRST_STRIKE)
    red, yellow = state.strikes
    state.strikes = (red + 1, yellow) if seat == 0 else (red, yellow + 1)
    hex = NAMES[fought(state).target_hex]
    table.tell("strike_played", seat=seat, card=FIRST_STRIKE, hex=hex)
    defend_first(state, STRIKE)


def dust_cloud(table: Battlefield, seat: Seat) -> None:
    """At most two dice, all bonuses included. [SB-8.4]"""
    most = DRAGON["dust-cloud"].most_dice or 0
    set_dice(table, begun(table.state)._replace(most=most))


def fortunes_smile(table: Battlefield, seat: Seat, *chosen: str) -> None:
    """The new faces stand; the other may answer them once more. [SB-8.3, step 6]"""
    state = table.state
    roll = begun(state)
    fresh = list(throw(table, "battle", seat, len(chosen)))
    again, faces = list(chosen), []
    for face in roll.faces:
        if face in again:
            again.remove(face)
            face = fresh.pop(0)
        faces.append(face)
    set_faces(state, roll._replace(again=True), tuple(faces))
    push(state, "reply")


def iron_resolve(table: Battlefield, seat: Seat) -> None:
    """Any number of flags. [SB-9.3]"""
    table.state.roll = begun(table.state)._replace(resolute=True)


def loyal_retainer(table: Battlefield, seat: Seat) -> None:
    """One hit less; no leader check if the unit survives. [SB-12.7]"""
    cancelled = DRAGON["loyal-retainer"].hits_cancelled
    table.state.roll = begun(table.state)._replace(cancelled=cancelled)


def take_cover(table: Battlefield, seat: Seat, *chosen: str) -> None:
    """These dice count as blank. [SB-12.7]"""
    state = table.state
    roll, blank = begun(state), list(chosen)
    faces = []
    for face in roll.faces:
        if face in blank:
            blank.remove(face)
            face = ""
        faces.append(face)
    set_faces(state, roll, tuple(faces))


def relentless_pursuit(table: Battlefield, seat: Seat) -> None:
    """SB-12.15"""
    table.state.fight = fought(table.state)._replace(pursuit=True)


def trophy_heads(table: Battlefield, seat: Seat) -> None:
    gain(table, seat, DRAGON["trophy-heads"].tokens_own, "dragon")


def issue_challenge(table: Battlefield, seat: Seat) -> None:
    """A challenge by the defender alone is fought at once. [SB-8.3, step 2]"""
    state = table.state
    add_challenger(state, seat)
    if len(fought(state).challengers) == 1:
        fight_duel(table)


EFFECTS: Mapping[str, Callable[..., None]] = {
    "brave-messenger": brave_messenger,
    "blue-dragon": blue_dragon,
    "red-dragon": red_dragon,
    "ninja-assassin": ninja_assassin,
    "ninja-thief": ninja_thief,
    "physician": physician,
    "rice-famine": rice_famine,
    "tea-ceremony": tea_ceremony,
    "turncoat": turncoat,
    "insult": insult,
    "false-orders": false_orders,
    "forced-march": forced_march,
    "mired": mired,
    "hidden-traps": hidden_traps,
    "pit-of-spears": pit_of_spears,
    "ambush": ambush,
    "dust-cloud": dust_cloud,
    "fortunes-smile": fortunes_smile,
    "iron-resolve": iron_resolve,
    "loyal-retainer": loyal_retainer,
    "take-cover": take_cover,
    "relentless-pursuit": relentless_pursuit,
    "trophy-heads": trophy_heads,
    "issue-challenge": issue_challenge,
}

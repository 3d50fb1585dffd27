"""Windows of Dragon cards: what can be played when, and on whom. [SB-12]

Whether a reaction is listed follows from public facts alone. [SB-17.2] Of two cards
the later one prevails, but terrain stays in force. [SB-0.3, SB-12.3]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from engine.contract import Order, Seat
from engine.samurai_battles.box import FACES, FLAG
from engine.samurai_battles.cards import COMMANDS, DRAGON, IN_WINDOW, Dragon
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.rules.battle import begun, fits_roll, hits_of
from engine.samurai_battles.rules.fighting import both_led, fought, may_advance
from engine.samurai_battles.rules.hand import may_play
from engine.samurai_battles.rules.movement import may_move, stayers
from engine.samurai_battles.rules.ordering import card_of, orders_given
from engine.samurai_battles.rules.pieces import (
    hex_of,
    is_lone,
    is_near_enemy,
    kind_of,
    leader_with,
    leaders_of,
    symbol_of,
    units_of,
)
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import FIRE, LEADER, NOBODY, State

Words = tuple[str, ...]
NOTHING: list[Words] = []
ALONE: list[Words] = [()]  # the card needs no more words
STRIKE = Order("strike")
PASS = Order("pass")
FIRST_STRIKE = next(card.id for card in COMMANDS if card.reaction)
AMBUSH = DRAGON["ambush"]


# ------------------------------------------------------------- targets of each card


def messenger(state: State, seat: Seat) -> list[Words]:
    """Telling a leader to detach needs a helmet for all orders. [SB-12.14]"""
    card = card_of(state)
    detaching = card is not None and card.helmet == "yes"
    units = [(NAMES[state.unit_hex[unit]],) for unit in units_of(state, seat)]
    leaders = [
        (NAMES[state.leader_hex[leader]], "leader")
        for leader in leaders_of(state, seat)
        if detaching or is_lone(state, leader)
    ]
    return [*units, *leaders]


def enemy_units(state: State, seat: Seat) -> list[Words]:
    return [(NAMES[state.unit_hex[unit]],) for unit in units_of(state, 1 - seat)]


def enemy_leaders(state: State, seat: Seat) -> list[Words]:
    """Attached or alone."""
    found = leaders_of(state, 1 - seat)
    return [(NAMES[state.leader_hex[leader]],) for leader in found]


def thief(state: State, seat: Seat) -> list[Words]:
    """The opponent has what is chosen. [SB-12.12]"""
    loot = {
        "card": bool(state.dragon_hands[1 - seat]),
        "tokens": state.tokens[1 - seat],
    }
    return [(what,) for what in DRAGON["ninja-thief"].steal if loot[what]]


def physician(state: State, seat: Seat) -> list[Words]:
    """A unit that has lost a figure, with no enemy adjacent. [SB-12.12]"""
    return [
        (NAMES[state.unit_hex[unit]],)
        for unit in units_of(state, seat)
        if state.figures[unit] < kind_of(state, unit).figures
        and not is_near_enemy(state, state.unit_hex[unit], seat)
    ]


def famine(state: State, seat: Seat) -> list[Words]:
    """The enemy has a C unit. [SB-12.12]"""
    symbol = DRAGON["rice-famine"].needs_enemy_symbol
    enemies = units_of(state, 1 - seat)
    return ALONE if any(symbol_of(state, one) == symbol for one in enemies) else NOTHING


def turncoat(state: State, seat: Seat) -> list[Words]:
    """A unit without leader, never a commander's unit. [SB-12.7]"""
    return [
        (NAMES[state.unit_hex[unit]],)
        for unit in units_of(state, 1 - seat)
        if leader_with(state, unit) == NOBODY
        and kind_of(state, unit).id not in DRAGON["turncoat"].not_units
    ]


def false_orders(state: State, seat: Seat) -> list[Words]:
    """The card gives two orders or more. [SB-12.13]"""
    card = DRAGON["false-orders"]
    is_fit = state.effect and state.effect not in card.not_cards
    return ALONE if is_fit and orders_given(state) >= card.needs_orders else NOTHING


def forced_march(state: State, seat: Seat) -> list[Words]:
    """An ordered unit or leader that has not moved. [SB-6.11]"""
    if state.effect in DRAGON["forced-march"].not_cards:
        return NOTHING
    return [
        (NAMES[hex_of(state, piece)], *(["leader"] if piece >= LEADER else []))
        for piece in state.orders
        if may_move(state, piece)
    ]


def mired(state: State, seat: Seat) -> list[Words]:
    """A piece that has just moved two hexes or more. [SB-6.12]"""
    last = state.moves[-1] if state.phase == 3 and state.moves else None
    if last is None or state.moved.get(last.piece, 0) < DRAGON["mired"].needs_hexes:
        return NOTHING
    return [(NAMES[last.path[-1]],)]


def hidden_traps(state: State, seat: Seat) -> list[Words]:
    """A unit that has just moved, or those that stay. [SB-6.9, SB-12.6]"""
    if state.phase != 3:
        return [(NAMES[state.unit_hex[unit]],) for unit in stayers(state)]
    last = state.moves[-1].piece if state.moves else NOBODY
    is_unit = 0 <= last < LEADER and state.unit_hex[last] != NO_HEX
    return [(NAMES[state.unit_hex[last]],)] if is_unit else NOTHING


def pit(state: State, seat: Seat) -> list[Words]:
    return ALONE


def ambush(state: State, seat: Seat) -> list[Words]:
    return ALONE if fought(state).target < LEADER else NOTHING


def dust_cloud(state: State, seat: Seat) -> list[Words]:
    """More than two dice are to be rolled in melee. [SB-12.12]"""
    card, roll = DRAGON["dust-cloud"], begun(state)
    is_fit = fits_roll(state, card, roll) and roll.dice > (card.most_dice or 0)
    return ALONE if is_fit else NOTHING


def some_faces(faces: Words, least: int, most: int) -> list[Words]:
    """Every choice of dice, one face for each die. [SB-17.1]"""
    ranges = [range(faces.count(face) + 1) for face in FACES]
    return [
        tuple(
            face
            for face, count in zip(FACES, counts, strict=True)
            for _ in range(count)
        )
        for counts in product(*ranges)
        if least <= sum(counts) <= most
    ]


def fortunes_smile(state: State, seat: Seat) -> list[Words]:
    """At least one die is thrown again. [SB-12.12]"""
    card, roll = DRAGON["fortunes-smile"], begun(state)
    if not fits_roll(state, card, roll):
        return NOTHING
    return some_faces(roll.faces, card.again_least, card.again_most or len(roll.faces))


def iron_resolve(state: State, seat: Seat) -> list[Words]:
    """At least one flag, against a unit. [SB-12.12]"""
    card, roll = DRAGON["iron-resolve"], begun(state)
    is_fit = fits_roll(state, card, roll) and roll.target < LEADER
    return ALONE if is_fit and FLAG in roll.faces else NOTHING


def loyal_retainer(state: State, seat: Seat) -> list[Words]:
    """At least one hit, against a unit. [SB-12.12]"""
    card, roll = DRAGON["loyal-retainer"], begun(state)
    is_fit = fits_roll(state, card, roll) and roll.target < LEADER
    return ALONE if is_fit and hits_of(state, roll) >= card.needs_hits else NOTHING


def take_cover(state: State, seat: Seat) -> list[Words]:
    """One or two dice of ranged fire. [SB-12.12]"""
    card, roll = DRAGON["take-cover"], begun(state)
    if not fits_roll(state, card, roll):
        return NOTHING
    return some_faces(roll.faces, card.blank_least, card.blank_most)


def relentless_pursuit(state: State, seat: Seat) -> list[Words]:
    return ALONE if may_advance(state) else NOTHING


def trophy_heads(state: State, seat: Seat) -> list[Words]:
    """The melee destroyed a unit or killed a leader. [SB-12.12]"""
    enough = fought(state).kills >= DRAGON["trophy-heads"].needs_kills
    return ALONE if enough else NOTHING


def issue_challenge(state: State, seat: Seat) -> list[Words]:
    """Both units have a leader, and no duel has been fought. [SB-12.9, SB-16.19]"""
    fight = fought(state)
    is_first = not fight.challengers or ("duel", ()) in state.stack
    is_fit = is_first and fight.target < LEADER and seat not in fight.challengers
    led = is_fit and both_led(state, fight.attacker, fight.target_hex)
    return ALONE if led else NOTHING


def is_challenge_possible(state: State, seat: Seat) -> bool:
    """By what all can see: D-09 and D-10 are one question then. [SB-17.2]"""
    has_card = bool(state.dragon_hands[seat]) and not state.has_played[seat]
    return has_card and bool(issue_challenge(state, seat))


def always(state: State, seat: Seat) -> list[Words]:
    return ALONE


TARGETS: Mapping[str, Callable[[State, Seat], list[Words]]] = {
    "brave-messenger": messenger,
    "blue-dragon": enemy_units,
    "red-dragon": enemy_units,
    "ninja-assassin": enemy_leaders,
    "ninja-thief": thief,
    "physician": physician,
    "rice-famine": famine,
    "tea-ceremony": always,
    "turncoat": turncoat,
    "insult": enemy_leaders,
    "false-orders": false_orders,
    "forced-march": forced_march,
    "mired": mired,
    "hidden-traps": hidden_traps,
    "pit-of-spears": pit,
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

# --------------------------------------------------------------- the cards of a frame

CARDS: Mapping[str, tuple[Dragon, ...]] = {  # by frame [SB-12.4]
    "omen": IN_WINDOW["W1"],
    "answer": IN_WINDOW["W2"],
    "moves": IN_WINDOW["W3"],
    "trap": IN_WINDOW["W4"],
    "pit": IN_WINDOW["W5"],
    "challenge": IN_WINDOW["W14"],
    "defence": (*IN_WINDOW["W14"], AMBUSH),
    "threat": tuple(card for card in IN_WINDOW["W8"] if card != AMBUSH),
    "stand": IN_WINDOW["W9"],
    "reply": IN_WINDOW["W10"],
    "reply to fire": IN_WINDOW["W11"],
    "success": IN_WINDOW["W12"],
}


def cards_in(state: State, frame: str) -> tuple[Dragon, ...]:
    if frame == "reply" and begun(state).kind == FIRE:
        frame = "reply to fire"
    return CARDS[frame]


def is_possible(state: State, seat: Seat, frame: str) -> bool:
    """By what all can see: a card of the deck could be played here. [SB-17.2]"""
    if state.has_played[seat] or not state.dragon_hands[seat]:
        return False
    tokens = state.tokens[seat]
    return any(
        card.cost <= tokens and TARGETS[card.id](state, seat)
        for card in cards_in(state, frame)
    )


def may_strike(state: State, seat: Seat) -> bool:
    """By what all can see; a lone leader never strikes. [SB-5.9, SB-17.2]"""
    return bool(state.command_hands[seat]) and fought(state).target < LEADER


def is_listed(state: State, seat: Seat, frame: str) -> bool:
    if is_possible(state, seat, frame):
        return True
    return frame == "defence" and may_strike(state, seat)


def dragon_options(state: State, seat: Seat, frame: str) -> list[Order]:
    """The cards in hand that can be played here, with every target."""
    if state.has_played[seat] or not state.dragon_hands[seat]:
        return []
    return [
        Order("dragon", (card.id, *words))
        for card in cards_in(state, frame)
        if may_play(state, seat, card)
        for words in TARGETS[card.id](state, seat)
    ]


def reaction_options(state: State, seat: Seat, frame: str) -> list[Order]:
    """`pass` is an answer to the question of ASK. [SB-17.1]"""
    found = dragon_options(state, seat, frame)
    held = FIRST_STRIKE in state.command_hands[seat]
    if frame == "defence" and held and may_strike(state, seat):
        found.append(STRIKE)
    return [*found, PASS]

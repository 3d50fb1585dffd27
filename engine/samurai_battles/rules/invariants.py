"""What no legal match can show. [SB-1.6]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.samurai_battles.box import TOKENS
from engine.samurai_battles.cards import COMMAND_DECK, DRAGON_DECK
from engine.samurai_battles.hexes import NAMES
from engine.samurai_battles.rules.ending import is_held
from engine.samurai_battles.rules.pieces import kind_of, may_lead
from engine.samurai_battles.rules.windows import FIRST_STRIKE
from engine.samurai_battles.scenario import NO_HEX
from engine.samurai_battles.state import NOBODY, ON_FIELD, State
from engine.samurai_battles.terrain import IMPASSABLE


def faults(state: State) -> list[str]:
    """Nothing is lost or doubled; everybody stands where he may."""
    return [*card_faults(state), *token_faults(state), *field_faults(state)]


def card_faults(state: State) -> Iterator[str]:
    strikes = (FIRST_STRIKE,) * sum(state.strikes)
    commands = (
        *state.command_deck,
        *state.command_discard,
        *(card for hand in state.command_hands for card in hand),
        *state.drawn,
        *([state.card] if state.card else []),
        *strikes,
    )
    if Counter(commands) != Counter(COMMAND_DECK):
        yield "The Command cards are not those of the box."
    dragons = (
        *state.dragon_deck,
        *state.dragon_discard,
        *(card for hand in state.dragon_hands for card in hand),
        *(one.card for one in state.in_play),
    )
    if Counter(dragons) != Counter(DRAGON_DECK):
        yield "The Dragon cards are not those of the box."
    for hands in (state.command_hands, state.dragon_hands):
        if any(hand != tuple(sorted(hand)) for hand in hands):
            yield "A hand is not kept by id."


def token_faults(state: State) -> Iterator[str]:
    on_cards = sum(one.tokens for one in state.in_play)
    if state.pool + sum(state.tokens) + on_cards != TOKENS:
        yield f"There are not {TOKENS} tokens."
    if state.pool < 0 or min(state.tokens) < 0:
        yield "Nobody can have fewer than no tokens."


def field_faults(state: State) -> Iterator[str]:
    yield from unit_faults(state)
    yield from leader_faults(state)
    for seat, hex in enumerate(state.camps):
        if not state.over and hex != NO_HEX and not is_held(state, seat, hex):
            yield f"Nobody holds the camp on {NAMES[hex]}."  # SB-13.4
    for hex, unit in enumerate(state.unit_at):
        if unit != NOBODY and state.unit_hex[unit] != hex:
            yield f"The unit on {NAMES[hex]} is somewhere else."
    for hex, leader in enumerate(state.leader_at):
        if leader != NOBODY and state.leader_hex[leader] != hex:
            yield f"The leader on {NAMES[hex]} is somewhere else."


def unit_faults(state: State) -> Iterator[str]:
    for unit, hex in enumerate(state.unit_hex):
        name = state.setup.units[unit].id
        if hex == NO_HEX:
            if state.figures[unit]:
                yield f"{name} has figures but no hex."
            continue
        if state.unit_at[hex] != unit:
            yield f"Two units are on {NAMES[hex]}."
        if not 1 <= state.figures[unit] <= kind_of(state, unit).figures:
            yield f"{name} has {state.figures[unit]} figures."
        if IMPASSABLE[state.ground[hex]] and hex not in state.camps:
            yield f"{name} stands on impassable ground on {NAMES[hex]}."


def leader_faults(state: State) -> Iterator[str]:
    for leader, hex in enumerate(state.leader_hex):
        name = state.setup.leaders[leader].id
        if (hex == NO_HEX) != (state.fates[leader] != ON_FIELD):
            yield f"It is not clear where the leader {name} is."
        if hex == NO_HEX:
            continue
        unit = state.unit_at[hex]
        if state.leader_at[hex] != leader:
            yield f"Two leaders are on {NAMES[hex]}."
        if unit != NOBODY and state.unit_seat[unit] != state.leader_seat[leader]:
            yield f"Both armies stand on {NAMES[hex]}."
        elif unit != NOBODY and not may_lead(state, leader, unit):
            yield f"The leader {name} may not lead the unit on {NAMES[hex]}."

"""The bot that fills slot after slot with whatever gains most at once."""

from __future__ import annotations

from random import Random

from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.bots.ideas import complete
from engine.shogun.bots.odds import attack_odds
from engine.shogun.bots.sheet import Move, Sheet
from engine.shogun.bots.worth import counts_of, shares
from engine.shogun.state import (
    BATTLE_A,
    BATTLE_B,
    BID,
    BLUFF,
    EMPTY,
    INTRIGUE,
    RECRUIT1,
    State,
)

RICE, TAX = BOARD.slot_index["rice"], BOARD.slot_index["tax"]
ORDER = (  # in which slots are filled: what scores comes first
    *(BATTLE_A, BATTLE_B, 0, TAX, RICE, 1, 2),
    *(BOARD.slot_index["recruit5"], BOARD.slot_index["recruit3"], RECRUIT1),
)
SURE = 0.55  # the least chance of an attack that is tried


class Look:
    """What a card would gain at once, in points or what comes near to them."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.counts = counts_of(state)
        self.chests = state.chests[seat]

    def gain(self, slot: int, province: int) -> tuple[float, Move | None]:
        if slot < len(BUILDINGS):
            return self.build(slot, province), None
        if slot == TAX:
            return self.calm(province) * BOARD.tax[province] / 4, None
        if slot == RICE:
            return self.calm(province) * BOARD.rice[province] / 3, None
        if slot in (BATTLE_A, BATTLE_B):
            return self.attack(province)
        return self.recruit(slot, province), None

    def calm(self, province: int) -> float:
        """Income where there is unrest is risky. [SHO-5.11]"""
        return 1.0 if not self.state.unrest[province] else -1.0

    def build(self, building: int, province: int) -> float:
        here = self.state.buildings[province]
        cost = BOARD.costs[BUILDINGS[building]]
        is_full = here.bit_count() >= BOARD.sites[province]
        if here >> building & 1 or is_full or self.chests < cost:
            return 0.0
        region = self.state.setup.region_of[province]
        before = self.counts[3 * region + building]
        after = list(before)
        after[self.seat] += 1
        got = shares(after, building)[self.seat] - shares(before, building)[self.seat]
        return 1.0 + got

    def attack(self, province: int) -> tuple[float, Move | None]:
        """The weakest neighbour that is likely to fall. [SHO-5.15]"""
        state, best, move = self.state, 0.0, None
        armies = state.armies[province] - 1
        for target in state.setup.adjacent[province]:
            if state.owner[target] == self.seat or armies < 1:
                continue
            win = attack_odds(state, self.seat, target, armies).win
            gain = win * (1 + state.buildings[target].bit_count())
            if win >= SURE and gain > best:
                best, move = gain, Move(target)
        return best, move

    def recruit(self, slot: int, province: int) -> float:
        """Beside an enemy, if it can be paid. [SHO-5.12]"""
        state = self.state
        name = BOARD.slots[slot]
        if self.chests < BOARD.costs[name] + 3:
            return 0.0
        owners = {state.owner[near] for near in state.setup.adjacent[province]}
        is_border = bool(owners - {self.seat})
        return 0.1 * BOARD.recruits[name] * is_border


def greedy_sheet(state: State, seat: int, dice: Random) -> Sheet:
    """One slot after another, each with the best card that is left. [SHO-4.3]"""
    look = Look(state, seat)
    left = [p for p in state.setup.used if state.owner[p] == seat]
    bluffs = len(BOARD.intrigue) - 1
    cards = [EMPTY] * BID
    moves: dict[int, Move] = {}
    for slot in ORDER:
        found = [(look.gain(slot, province), province) for province in left]
        (gain, move), best = max(
            found, key=lambda one: (one[0][0], dice.random()), default=((0.0, None), 0)
        )
        if found and (gain > 0 or not bluffs):
            cards[slot] = best
            left.remove(best)
            look.chests -= BOARD.costs.get(BOARD.slots[slot], 0)
            if move is not None:
                moves[slot] = move
        elif bluffs:
            cards[slot] = BLUFF
            bluffs -= 1
    bid = 1 if look.chests > 2 else 0
    board = complete(state, seat, [*cards, INTRIGUE + bid])
    return Sheet(board, moves, tuple(state.specials))

"""Plans for a season: which card does most good in which slot. [SHO-4.3]

Every card is given a worth in every slot, and the best assignment of all is found. With
some noise in the worths there is another plan every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.bots.assignment import assigned
from engine.shogun.bots.odds import attack_odds, revolt_odds
from engine.shogun.bots.sheet import Move, Sheet
from engine.shogun.bots.worth import (
    WEIGHTS,
    Weights,
    chest_worth,
    counts_of,
    scorings,
    seasons_left,
    shares,
    threatened,
)
from engine.shogun.state import (
    BATTLE_A,
    BATTLE_B,
    BID,
    BLUFF,
    EMPTY,
    INTRIGUE,
    NOTHING,
    OFFICIAL,
    RECRUIT1,
    State,
)

SLOT = BOARD.slot_index
RICE, TAX = SLOT["rice"], SLOT["tax"]
RECRUIT5, RECRUIT3 = SLOT["recruit5"], SLOT["recruit3"]
NEVER = -50.0


@dataclass
class Mind:
    """How a seat looks at the table before it plans."""

    state: State
    seat: int
    dice: Random
    noise: float = 0.0
    weights: Weights = WEIGHTS

    def __post_init__(self) -> None:
        state = self.state
        self.own = [p for p in state.setup.used if state.owner[p] == self.seat]
        self.winters = scorings(state, self.weights)
        self.left = seasons_left(state)
        self.chest = chest_worth(state, self.weights)
        self.counts = counts_of(state)
        self.is_last = self.left == 1
        self.fear = {p: threatened(state, p) for p in self.own}
        self.value = {p: self.worth_of(p, self.seat) for p in self.own}

    def noisy(self, worth: float) -> float:
        if not self.noise:
            return worth
        spread = self.noise * (0.3 + 0.5 * abs(worth))
        return worth + self.dice.gauss(0, spread)

    # -------------------------------------------------------------------- provinces

    def share(self, region: int, building: int, change: dict[int, int]) -> float:
        """What own points in a majority change by, and half of what rivals lose."""
        before = self.counts[3 * region + building]
        after = [count + change.get(seat, 0) for seat, count in enumerate(before)]
        old, new = shares(before, building), shares(after, building)
        gain = new[self.seat] - old[self.seat]
        rivals = [
            o - n
            for s, (o, n) in enumerate(zip(old, new, strict=True))
            if s != self.seat
        ]
        return gain + 0.4 * sum(rivals)

    def worth_of(self, province: int, owner: int) -> float:
        """What a province is worth to this seat, held or taken from its owner."""
        state = self.state
        here, region = state.buildings[province], state.setup.region_of[province]
        worth = 1.0 + here.bit_count()
        for building in range(len(BUILDINGS)):
            if here >> building & 1:
                change = (
                    {owner: -1} if owner == self.seat else {self.seat: 1, owner: -1}
                )
                got = self.share(region, building, change)
                worth += -got if owner == self.seat else got
        worth *= self.winters
        free = BOARD.sites[province] - here.bit_count()
        if not self.is_last:
            worth += 0.25 * free + 0.05 * (BOARD.tax[province] + BOARD.rice[province])
        return worth

    # ------------------------------------------------------------------------ slots

    def building(self, province: int, building: int) -> float:
        """SHO-5.5 to SHO-5.8"""
        state = self.state
        here, cost = state.buildings[province], BOARD.costs[BUILDINGS[building]]
        if state.generals and state.generals[self.seat] == province:
            cost -= BOARD.general_discount
        is_full = here.bit_count() >= BOARD.sites[province]
        if here >> building & 1 or is_full or state.chests[self.seat] < cost:
            return -0.05  # nothing would happen
        region = state.setup.region_of[province]
        gain = 1 + self.share(region, building, {self.seat: 1})
        sure = 1 - 0.6 * self.fear[province]
        return gain * self.winters * sure - cost * self.chest

    def income(self, province: int, slot: int) -> float:
        """SHO-5.9 to SHO-5.11"""
        state = self.state
        if slot == TAX:
            worth = BOARD.tax[province] * self.chest
        else:
            worth = self.rice_worth(BOARD.rice[province])
        unrest = state.unrest[province]
        if not unrest:
            return worth - (0.2 if not self.is_last else 0.0)
        odds = revolt_odds(state, self.seat, state.armies[province], unrest)
        lost = (1 - odds.win) * self.value[province]
        lost += 0.2 * (state.armies[province] - odds.left)
        return worth - lost - 0.2

    def rice_worth(self, rice: int) -> float:
        """Every rice that will be missing in winter costs something. [SHO-10.4]"""
        state = self.state
        losses = [BOARD.events[event].loss for event in state.events]
        seasons = len(BOARD.seasons) - state.season - 1
        need = len(self.own) + sum(losses) / len(losses)
        need -= state.rice[self.seat] + self.weights.harvest * seasons
        useful = max(0.0, min(rice, need + 1.5))
        return 0.75 * useful + 0.08 * (rice - useful)

    def recruiting(self, province: int, slot: int) -> float:
        """SHO-5.12, SHO-5.13"""
        state = self.state
        name = BOARD.slots[slot]
        armies, cost = BOARD.recruits[name], BOARD.costs[name]
        if state.chests[self.seat] < cost or state.supply[self.seat] < armies:
            return -0.05
        return armies * self.army_worth(province) - cost * self.chest

    def army_worth(self, province: int) -> float:
        """More where enemies or prizes are near, less where many stand already."""
        state, fear = self.state, self.fear[province]
        worth = 0.45 * fear * self.value[province] / 5
        if not self.is_last:
            near = state.setup.adjacent[province]
            prizes = [p for p in near if state.owner[p] != self.seat]
            worth += 0.12 + (0.22 if prizes else 0.0)
        return worth / (1 + state.armies[province] / 8)

    def moving(self, province: int) -> tuple[float, Move | None]:
        """An army, and a move to where armies are needed more. [SHO-5.14]"""
        state = self.state
        worth = self.recruiting(province, RECRUIT1)
        if state.armies[province] < 3 or worth < 0:
            return worth, None
        best, move = 0.0, None
        here = self.army_worth(province) + 0.3 * self.fear[province]
        for target in state.setup.adjacent[province]:
            if state.owner[target] == self.seat:
                gain = (self.army_worth(target) - here) * (state.armies[province] - 1)
                if gain > best:
                    best, move = gain, Move(target, 1)
        return worth + best, move

    def attack(self, province: int) -> tuple[float, Move | None]:
        """The best attack from here. [SHO-5.15, SHO-9.2]"""
        best, found = 0.0, None
        for target in self.state.setup.adjacent[province]:
            for stay in (0, 1, 2):
                worth = self.attack_worth(province, target, stay)
                if worth > best:
                    best, found = worth, Move(target, stay)
        return best, found

    def attack_worth(self, province: int, target: int, stay: int) -> float:
        state = self.state
        armies = state.armies[province] - 1 - stay
        owner = state.owner[target]
        if armies < 1 or owner == self.seat:
            return 0.0
        odds = attack_odds(state, self.seat, target, armies)
        gain = odds.win * self.noisy(self.worth_of(target, owner))
        if owner != NOTHING:
            neutral = 1 - odds.win - odds.held
            gain += (
                0.35 * (odds.win + neutral) * (1 + state.buildings[target].bit_count())
            )
        lost = armies - odds.left
        price = 0.08 if self.is_last else 0.22
        bare = self.exposed(province, 1 + stay) - self.fear[province]
        return gain - price * lost - 0.5 * max(0.0, bare) * self.value[province]

    def exposed(self, province: int, armies: int) -> float:
        state = self.state
        former, state.armies[province] = state.armies[province], armies
        fear = threatened(state, province)
        state.armies[province] = former
        return fear

    # ------------------------------------------------------------------------ sheet

    def sheet(self) -> Sheet:
        """The best plan in these eyes; what cannot be paid is thought over again."""
        state = self.state
        bid = self.bid()
        for _ in range(3):
            sheet, cost = self.assign(bid)
            if cost + max(0, bid) <= state.chests[self.seat]:
                break
            self.chest *= 1.6
        return sheet

    def bid(self) -> int:
        """How many chests: turn order is worth a little. [SHO-6]"""
        chests = self.state.chests[self.seat]
        wanted = self.dice.choice((0, 1, 1, 2)) if self.noise else 1
        return min(wanted, chests // 4)

    def assign(self, bid: int) -> tuple[Sheet, int]:
        """Ten slots, and a card for each; bluffs do nothing. [SHO-17.9]"""
        actions = range(BID)
        moves: dict[tuple[int, int], Move] = {}
        rows = []
        for slot in actions:
            row = []
            for province in self.own:
                worth, move = self.look(slot, province)
                if move is not None:
                    moves[slot, province] = move
                row.append(self.noisy(worth))
            rows.append(row)
        bluffs = len(BOARD.intrigue) - 1
        chosen = assigned([row + [0.0] * bluffs for row in rows])
        return self.written(bid, chosen, moves)

    def look(self, slot: int, province: int) -> tuple[float, Move | None]:
        if slot < len(BUILDINGS):
            return self.building(province, slot), None
        if slot in (RICE, TAX):
            return self.income(province, slot), None
        if slot in (RECRUIT5, RECRUIT3):
            return self.recruiting(province, slot), None
        if slot == RECRUIT1:
            return self.moving(province)
        return self.attack(province)

    def written(
        self, bid: int, chosen: list[int], moves: dict[tuple[int, int], Move]
    ) -> tuple[Sheet, int]:
        own = self.own
        cards = [own[at] if 0 <= at < len(own) else BLUFF for at in chosen]
        cards = [
            card if at >= 0 else EMPTY for card, at in zip(cards, chosen, strict=True)
        ]
        made = {
            slot: moves[slot, card]
            for slot, card in enumerate(cards)
            if (slot, card) in moves
        }
        cost = sum(
            BOARD.costs.get(BOARD.slots[slot], 0)
            for slot, card in enumerate(cards)
            if card >= 0
        )
        board = complete(self.state, self.seat, [*cards, INTRIGUE + bid])
        return Sheet(board, made, self.specials(made, board)), cost

    def specials(
        self, moves: dict[int, Move], board: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Which special card is wanted most. [SHO-8]"""
        state = self.state
        attacks = [
            m
            for s, m in moves.items()
            if s in (BATTLE_A, BATTLE_B) and state.owner[m.target] != self.seat
        ]
        worth = {
            "chest": self.chest * (board[TAX] >= 0),
            "rice": 0.6 * (board[RICE] >= 0),
            "six": 0.3 * (board[RECRUIT5] >= 0),
            "attack": 0.55 * len(attacks),
            "defend": 0.5 * max(self.fear.values(), default=0),
        }
        early = 0.12 if attacks else -0.03
        return tuple(
            sorted(
                state.specials,
                key=lambda card: (
                    -self.noisy(
                        worth[BOARD.specials[card]] - early * state.specials.index(card)
                    )
                ),
            )
        )


def complete(state: State, seat: int, cards: list[int]) -> tuple[int, ...]:
    """A legal board: the court gets officials, and no card is left over. [SHO-12.4]"""
    board = list(cards)
    for _ in range(len(state.setup.slots) - len(board)):
        board.append(OFFICIAL)
    return tuple(board)

"""What places and attacks are worth to an army, in figures. Public facts only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.contract import Seat
from engine.samurai_battles.bots.odds import Odds, odds
from engine.samurai_battles.hexes import DISTANCE, NEIGHBOURS, Hex
from engine.samurai_battles.rules.movement import march_of
from engine.samurai_battles.rules.ordering import card_of
from engine.samurai_battles.rules.pieces import (
    kind_of,
    leader_with,
    lone_leaders_of,
    occupied,
    units_of,
)
from engine.samurai_battles.sight import is_free, lines
from engine.samurai_battles.state import LEADER, NOBODY, Piece, State
from engine.samurai_battles.terrain import BATTLE_ON_ENTRY, FLAGS, MELEE_CAP, RANGED_CAP
from engine.samurai_battles.units import BODYGUARD, SWORDS_IGNORED, UNIT_CLASS, Unit

BANNER = 3.0  # what a banner is worth
RETREAT = 0.5  # a hex of retreat: honor and a place in the line
BACK = 0.8  # how much of the enemy's answer counts
ORDERED = 0.25  # how likely an enemy is ordered in the next turn
NEARER = 0.18  # a hex towards the enemy
SUPPORT = 0.12  # two friends beside
LEADER_CHECK = 1 / 6
WOUNDED = 0.35  # a figure that is lost already makes the next one dearer


@dataclass
class Field:
    """The field as one seat sees it at one moment."""

    state: State
    seat: Seat

    @cached_property
    def own(self) -> list[int]:
        return units_of(self.state, self.seat)

    @cached_property
    def enemies(self) -> list[int]:
        return units_of(self.state, 1 - self.seat)

    @cached_property
    def lone_enemies(self) -> list[int]:
        return lone_leaders_of(self.state, 1 - self.seat)

    @cached_property
    def enemy_on(self) -> dict[Hex, Piece]:
        state = self.state
        found = {state.unit_hex[unit]: unit for unit in self.enemies}
        lone = {state.leader_hex[one]: one + LEADER for one in self.lone_enemies}
        return found | lone

    @cached_property
    def friends_on(self) -> set[Hex]:
        state, seat = self.state, self.seat
        lone = {state.leader_hex[one] for one in lone_leaders_of(state, seat)}
        return {state.unit_hex[unit] for unit in self.own} | lone

    @cached_property
    def occupied(self) -> int:
        return occupied(self.state)

    # ------------------------------------------------------------------ battles

    def steady(self, unit: int, hex: Hex, friends: set[Hex]) -> int:
        """Flags that a unit may ignore there, two at most. [SB-9.2, SB-9.3]"""
        state = self.state
        found = FLAGS[state.ground[hex]] + (kind_of(state, unit).symbol == "S")
        found += leader_with(state, unit) != NOBODY
        here = state.unit_hex[unit]
        beside = sum(near in friends and near != here for near in NEIGHBOURS[hex])
        return min(2, found + (beside >= 2))

    def strike(
        self, unit: int, hex: Hex, target: int, at: Hex, more: int, friends: set[Hex]
    ) -> Odds:
        """A unit on a hex rolls in melee against another."""
        state = self.state
        kinds, ground = state.setup.unit_kinds, state.ground
        kind, other = kind_of(state, unit), kind_of(state, target)
        cap = MELEE_CAP[UNIT_CLASS[kinds[unit]]][ground[hex]][ground[at]]
        return odds(
            max(1, min(kind.melee, cap) + more),
            True,
            True,
            SWORDS_IGNORED[kinds[unit]][kinds[target]],
            state.figures[target],
            self.steady(target, at, friends) if other else 0,
        )

    def gain(self, target: int, found: Odds) -> float:
        """What the roll takes from the owner of the target."""
        leader = leader_with(self.state, target) != NOBODY
        lost = kind_of(self.state, target).figures - self.state.figures[target]
        prize = BANNER * (found.kill + leader * LEADER_CHECK * min(1.0, found.hits))
        guard = kind_of(self.state, target).id == BODYGUARD
        dear = 1 + WOUNDED * lost + guard
        return found.hits * dear + prize * (1 + guard) + found.hexes * RETREAT

    def melee(self, unit: int, hex: Hex, at: Hex, more: int = 0) -> float:
        """What an attack brings, less what the answer costs. [SB-8.12]"""
        target = self.enemy_on[at]
        if target >= LEADER:
            return BANNER * 0.5 + 0.4
        rivals = set(self.enemy_on)
        found = self.strike(unit, hex, target, at, more, rivals)
        back = self.strike(target, at, unit, hex, 0, self.friends_on)
        return self.gain(target, found) - BACK * found.stays * self.gain(unit, back)

    def fire(self, unit: int, hex: Hex, at: Hex, away: int, moved: bool) -> float:
        state = self.state
        kind, target = kind_of(state, unit), self.enemy_on[at]
        dice = (kind.moved if moved else kind.ranges).get(away, 0)
        dice = min(dice, RANGED_CAP[state.ground[hex]][state.ground[at]])
        if not dice:
            return 0.0
        if target >= LEADER:
            return 0.3 + BANNER * 0.3 * kind.swords_hit
        steady = self.steady(target, at, set(self.enemy_on))
        figures = state.figures[target]
        found = odds(dice, True, kind.swords_hit, 0, figures, steady)
        return self.gain(target, found)

    def best_attack(self, unit: int, hex: Hex, hexes: int) -> float:
        """The best battle that a unit can have on a hex, so many hexes away."""
        state = self.state
        march = march_of(state, unit)
        if hexes > march.battle or (hexes and not BATTLE_ON_ENTRY[state.ground[hex]]):
            return 0.0
        more = self.extra_dice(unit)
        near = [at for at in NEIGHBOURS[hex] if at in self.enemy_on]
        if near:
            return max(0.0, max(self.melee(unit, hex, at, more) for at in near))
        return self.best_shot(unit, hex, hexes > 0)

    def extra_dice(self, unit: int) -> int:
        """Of the card that ordered it. [SB-8.4]"""
        card = card_of(self.state)
        if card is None or unit not in self.state.orders:
            return 0
        return card.battle_dice + card.melee_dice

    def best_shot(self, unit: int, hex: Hex, moved: bool) -> float:
        kind = kind_of(self.state, unit)
        reach = kind.moved if moved else kind.ranges
        if not reach:
            return 0.0
        others = self.occupied & ~(1 << self.state.unit_hex[unit])
        found = [
            self.fire(unit, hex, line.target, line.range, moved)
            for line in lines(self.state.ground)[hex]
            if line.range in reach
            and line.target in self.enemy_on
            and is_free(line, others)
        ]
        return max(found, default=0.0)

    # ------------------------------------------------------------------- places

    def danger(self, unit: int, hex: Hex) -> float:
        """What the enemy may do to a unit on a hex in the next turn."""
        state, away = self.state, DISTANCE[hex]
        blows = []
        for enemy in self.enemies:
            kind = kind_of(state, enemy)
            far = away[state.unit_hex[enemy]]
            if far <= kind.move_battle + 1:
                found = self.strike(
                    enemy, state.unit_hex[enemy], unit, hex, 0, self.friends_on
                )
                blows.append(self.gain(unit, found))
            elif far in kind.ranges:
                dice = min(kind.ranges[far], RANGED_CAP[0][state.ground[hex]])
                steady = self.steady(unit, hex, self.friends_on)
                figures = state.figures[unit]
                found = odds(dice, True, kind.swords_hit, 0, figures, steady)
                blows.append(self.gain(unit, found))
        blows.sort(reverse=True)
        return ORDERED * sum(blows[:4])

    def place(self, unit: int, hex: Hex) -> float:
        """A hex by itself: near the enemy, beside friends, out of danger."""
        state, kind = self.state, kind_of(self.state, unit)
        here = state.unit_hex[unit]
        beside = sum(
            near in self.friends_on and near != here for near in NEIGHBOURS[hex]
        )
        worth = SUPPORT * min(2, beside) - self.danger(unit, hex)
        worth -= NEARER * self.apart(kind, hex)
        return worth + self.held(hex, here)

    def apart(self, kind: Unit, hex: Hex) -> int:
        """Hexes between a unit and where it wants to be."""
        if not self.enemy_on:
            return 0
        far = min(DISTANCE[hex][at] for at in self.enemy_on)
        wanted = max(kind.ranges) - 1 if kind.ranged else 1
        return abs(far - wanted)

    def held(self, hex: Hex, here: Hex) -> float:
        """Hexes that bring banners, and the own camp. [SB-13.4, SB-15.11]"""
        worth = 0.0
        for group in self.state.setup.scenario.special.victory_hexes:
            if self.seat in group.armies and hex in group.hexes:
                worth += group.banners * BANNER / group.need
        if here == self.state.camps[self.seat] != hex:
            worth -= 4 * BANNER
        return worth

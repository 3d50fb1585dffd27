"""What lies on the table: the field, cards, tokens, and the steps that are pending.

Hexes, units and leaders are numbers. A unit is its place in the scenario's two lists,
red's first, and so is a leader. A **piece** is one number for either of them: a unit as
it is, a leader plus LEADER. Cards are named by their ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from engine.asking import NOBODY as NO_ASKS
from engine.asking import Asks
from engine.flat import FlatState, flat
from engine.samurai_battles.hexes import COUNT, Hex
from engine.samurai_battles.scenario import NO_HEX, PlacedLeader, PlacedUnit, Scenario
from engine.samurai_battles.terrain import PLAIN

Piece: TypeAlias = int
Frame: TypeAlias = tuple[str, tuple[int, ...]]  # a pending step: its name, its numbers
LEADER = 128  # what is added to a leader to make a piece of him
NOBODY = -1
WAVERING = 2  # the master of a group that obeys nobody yet [SB-15.5]

# What became of a leader. [SB-14.1]
ON_FIELD, KILLED, GONE, DUELLED, SEPPUKU = "", "killed", "gone", "duelled", "seppuku"

# Kinds of rolls in battle. [SB-7.4, SB-8.3]
FIRE, ATTACK, STRIKE, AMBUSH, BACK = "fire", "attack", "strike", "ambush", "back"


@dataclass(frozen=True)
class Setup:
    """Agreed before the match, never changed in it. [SB-3.5]"""

    scenario: Scenario
    turn_cap: int = 0  # 0: none [SB-14.6]

    @cached_property
    def units(self) -> tuple[PlacedUnit, ...]:
        red, yellow = self.scenario.armies
        return (*red.units, *yellow.units)

    @cached_property
    def leaders(self) -> tuple[PlacedLeader, ...]:
        red, yellow = self.scenario.armies
        return (*red.leaders, *yellow.leaders)

    @cached_property
    def unit_kinds(self) -> tuple[int, ...]:
        """By unit: its place in UNITS."""
        return tuple(unit.kind for unit in self.units)

    @cached_property
    def leader_kinds(self) -> tuple[int, ...]:
        return tuple(leader.kind for leader in self.leaders)

    @cached_property
    def unit_owners(self) -> tuple[int, ...]:
        """By unit: in whose list it stands."""
        return tuple(
            seat
            for seat, army in enumerate(self.scenario.armies)
            for _ in range(len(army.units))
        )

    @cached_property
    def leader_owners(self) -> tuple[int, ...]:
        return tuple(
            seat
            for seat, army in enumerate(self.scenario.armies)
            for _ in range(len(army.leaders))
        )

    @cached_property
    def grounds(self) -> Mapping[tuple[Hex, Hex], tuple[int, ...]]:
        """By the camps that stand: the terrain whose rules hold. [SB-13.3, SB-13.4]"""
        red, yellow = (army.camp for army in self.scenario.armies)
        found = {}
        for camps in ((r, y) for r in (red, NO_HEX) for y in (yellow, NO_HEX)):
            ground = list(self.scenario.ground)
            for hex in {red, yellow} - {*camps, NO_HEX}:
                ground[hex] = PLAIN
            found[camps] = tuple(ground)
        return found

    @cached_property
    def journeys(self) -> dict[tuple[object, ...], Any]:
        """What rules/movement.py remembers of moves on this ground."""
        return {}

    def __deepcopy__(self, memo: object) -> Setup:
        return self


class Fight(NamedTuple):
    """One battle, from its declaration to its end. [SB-7.4, SB-8.3]"""

    kind: str  # "fire", "melee" or "bonus"
    attacker: int  # a unit
    attacker_hex: Hex
    target: Piece  # a unit with its leader, or a lone leader
    target_hex: Hex
    challengers: tuple[int, ...] = ()  # seats that played issue-challenge
    first: str = ""  # STRIKE or AMBUSH: the defender has fought first
    kills: int = 0  # units destroyed and leaders killed of the defender
    hits: int = 0  # figures the target lost by the attack
    pursuit: bool = False  # relentless-pursuit was played [SB-12.15]


class Roll(NamedTuple):
    """The battle roll that is being made, or was made last. [SB-8.3, steps 4 to 9]"""

    kind: str  # FIRE, ATTACK, STRIKE, AMBUSH or BACK
    roller: int  # a unit
    target: Piece
    roller_hex: Hex
    target_hex: Hex
    inspired: bool = False
    added: int = 0  # dice by Dragon cards of the roller
    most: int = 0  # dice at most, by dust-cloud; 0 is no limit
    keen: bool = False  # unerring-blade: no swords are ignored
    dice: int = 0  # how many are thrown
    faces: tuple[str, ...] = ()  # as they lie; "" is a die that take-cover made blank
    cancelled: int = 0  # hits, by loyal-retainer
    resolute: bool = False  # iron-resolve: any number of flags is ignored
    again: bool = False  # fortunes-smile was played


class Move(NamedTuple):
    """A move of this turn. [SB-6.13]"""

    piece: Piece
    path: tuple[Hex, ...]  # with the hex where it began
    exit: bool = False  # off the field [SB-6.7]


class Battle(NamedTuple):
    """A battle of this turn that is over. [SB-17.15]"""

    kind: str  # as in Fight
    origin: Hex
    target: Hex
    won: bool  # the target was destroyed or driven from its hex
    hits: int  # figures the target lost by the attack


class Trace(NamedTuple):
    """What pictures show of a turn besides its moves and battles."""

    kind: str  # "retreat" (of units and leaders), "advance" or "fallen"
    seat: int
    path: tuple[Hex, ...]  # with the hex where it began


class InPlay(NamedTuple):
    """A Dragon card played this turn, and the tokens on it. [SB-12.2]"""

    seat: int
    card: str
    tokens: int


@flat
class State(FlatState):
    """Flat and cheap to copy: numbers, words, tuples, and lists of numbers."""

    setup: Setup
    # ------------------------------------------------------------------- the field
    unit_hex: list[int] = field(init=False)  # by unit; NO_HEX when it is destroyed
    figures: list[int] = field(init=False)
    unit_seat: list[int] = field(init=False)  # its master now, or WAVERING
    leader_hex: list[int] = field(init=False)  # by leader; NO_HEX when he is gone
    leader_seat: list[int] = field(init=False)
    fates: tuple[str, ...] = field(init=False)  # by leader: ON_FIELD, KILLED …
    unit_at: list[int] = field(init=False)  # by hex, or NOBODY; the same the other way
    leader_at: list[int] = field(init=False)
    camps: tuple[Hex, Hex] = field(init=False)  # by seat; NO_HEX once it has fallen
    # -------------------------------------------------------------- cards and tokens
    command_deck: tuple[str, ...] = ()  # the top one first
    command_discard: tuple[str, ...] = ()
    command_hands: tuple[tuple[str, ...], ...] = ((), ())  # by id
    dragon_deck: tuple[str, ...] = ()
    dragon_discard: tuple[str, ...] = ()
    dragon_hands: tuple[tuple[str, ...], ...] = ((), ())
    drawn: tuple[str, ...] = ()  # Command cards of which one is kept, as drawn [D-22]
    tokens: tuple[int, int] = (0, 0)
    pool: int = 0
    banners: tuple[int, int] = (0, 0)  # won for good; see ending.banners_of
    kept: frozenset[tuple[int, int]] = frozenset()  # victory_hexes and seat [SB-15.11]
    # ---------------------------------------------------------------------- the turn
    turn: int = 0  # of both players together, from 1
    active: int = 0  # whose turn it is
    own_turns: tuple[int, int] = (0, 0)  # how many each has begun
    phase: int = 1  # 1 card, 2 orders, 3 movement, 4 battle, 5 end [SB-4.1]
    card: str = ""  # the Command card of phase 1, until the end of the turn
    effect: str = ""  # the card whose text holds: what counter-attack copies; "" none
    mirrored: bool = False  # left and right are exchanged [SB-5.8]
    last_effects: tuple[str, str] = ("", "")  # of each seat's last turn [SB-16.18]
    last_mirrored: tuple[bool, bool] = (False, False)
    strikes: tuple[int, int] = (0, 0)  # First strikes in play as reactions
    in_play: tuple[InPlay, ...] = ()
    has_played: tuple[bool, bool] = (False, False)  # a Dragon card this turn [SB-12.1]
    fewer: bool = False  # false-orders hold [SB-12.13]
    faces: tuple[str, ...] = ()  # of the Shogun roll [SB-5.14]
    orders: tuple[Piece, ...] = ()  # a unit; a leader by himself; as they were given
    plain: frozenset[Piece] = frozenset()  # ordered by messenger or fallback
    messenger: Piece = NOBODY  # ordered by brave-messenger [SB-12.14]
    marching: Piece = NOBODY  # by forced-march [SB-6.11]
    insulted: int = NOBODY  # a leader
    moved: dict[int, int] = field(default_factory=dict)  # hexes, by piece
    settled: frozenset[Piece] = frozenset()  # may not move (again) this turn
    advanced: dict[int, int] = field(default_factory=dict)  # by unit: onto which hex
    battled: frozenset[int] = frozenset()  # units
    volley: int = NOBODY  # the unit whose second shot is next [SB-5.10]
    bonus: int = NOBODY  # the unit whose bonus melee is next [SB-8.11]
    bonused: frozenset[int] = frozenset()  # units that have had their bonus melee
    fight: Fight | None = None
    roll: Roll | None = None
    moves: tuple[Move, ...] = ()  # of this turn, kept until the next card is played
    battles: tuple[Battle, ...] = ()
    traces: tuple[Trace, ...] = ()  # kept as long as the moves
    last_roll: Roll | None = None  # the last battle roll, kept as long as the moves
    last_faces: tuple[tuple[str, ...], ...] = ((), ())  # of each seat's last own roll
    rolls: int = 0  # dice thrown so far this turn: their names are counted
    # ------------------------------------------------------------------ what is next
    stack: tuple[Frame, ...] = ()  # pending steps, the next one last
    asks: Asks = NO_ASKS
    asked: Asks = NO_ASKS  # what was changed of it this turn: once for each [SB-17.3]
    left: frozenset[int] = frozenset()  # seats that were given up
    over: str = ""  # banners, surrender, empty, cap, resigned: why the match ended
    winner: int = NOBODY  # nobody: not over, or the first place is shared

    def __post_init__(self) -> None:
        setup = self.setup
        self.unit_hex = [unit.hex for unit in setup.units]
        self.figures = [unit.figures for unit in setup.units]
        self.unit_seat = [*setup.unit_owners]
        self.leader_hex = [leader.hex for leader in setup.leaders]
        self.leader_seat = [*setup.leader_owners]
        self.fates = (ON_FIELD,) * len(setup.leaders)
        red, yellow = setup.scenario.armies
        self.camps = (red.camp, yellow.camp)
        self.unit_at, self.leader_at = [NOBODY] * COUNT, [NOBODY] * COUNT
        for unit, hex in enumerate(self.unit_hex):
            self.unit_at[hex] = unit
        for leader, hex in enumerate(self.leader_hex):
            self.leader_at[hex] = leader

    @property
    def ground(self) -> tuple[int, ...]:
        """By hex: the terrain whose rules hold now."""
        return self.setup.grounds[self.camps]

"""What lies on the table. [SSE-1.6, SSE-3]"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.flat import FlatState, flat
from engine.small_samurai_empires.board import BOARD, EDITION, Board, Edition
from engine.small_samurai_empires.box import KINDS, NOTHING

BITS = 4  # a hand is one number: so many bits for each kind of token or card
ONES = (1 << BITS) - 1
MOST_SEATS = 8
OWNER: tuple[int, ...] = (  # whose a token in a slot is; 0 is an empty place
    NOTHING,
    *(seat for seat in range(MOST_SEATS) for _ in KINDS),
)
KIND: tuple[int, ...] = (NOTHING, *(tuple(range(len(KINDS))) * MOST_SEATS))


def token_of(seat: int, kind: int) -> int:
    return 1 + seat * len(KINDS) + kind


def packed(counts: tuple[int, ...]) -> int:
    """Counts of kinds as one number."""
    return sum(count << BITS * kind for kind, count in enumerate(counts))


def unpacked(hand: int, kinds: int) -> tuple[int, ...]:
    return tuple(hand >> BITS * kind & ONES for kind in range(kinds))


@dataclass(frozen=True, slots=True)  # read at every step: slots are the fastest
class Setup:
    """Agreed before the match, never changed in it. [SSE-3.7]"""

    board: Board = BOARD
    edition: Edition = BOARD.editions[EDITION]
    seats: int = 2
    agenda: bool = False
    mountain: bool = False
    shrines: bool = False
    random_neutral: bool = False
    screens: bool = False  # SSE-13.1

    @property
    def variants(self) -> list[str]:
        flags = (self.agenda, self.mountain, self.shrines, self.random_neutral)
        return [name for name, on in zip(VARIANTS, flags, strict=True) if on]


VARIANTS = ("agenda", "mountain", "shrines", "random-neutral")  # SSE-10


@dataclass(frozen=True, slots=True)
class Layout:
    """Drawn before the first era and then left alone. [SSE-3.3, SSE-10]"""

    seeds: tuple[int, ...]  # by province: food, bushido or nothing
    neutral: tuple[int, ...]  # by slot
    shrines: tuple[str, ...] = ()  # by province: a colour or nothing
    tiles: tuple[str, ...] = ()  # by region
    decrees: tuple[str, ...] = ()  # by region: the improvement that is free


@flat
class State(FlatState):
    """Flat and cheap to copy: numbers, words, tuples and one list, the armies."""

    setup: Setup
    layout: Layout
    era: int = 1
    round: int = 1
    phase: str = "destiny"  # then "placement", "resolution"; "over" at the end
    point: str = "destiny"  # what is to be decided; "" when the match is over
    seat: int = NOTHING  # who decides, except in the destiny phase
    slot: int = NOTHING  # where a token was just placed, or acts
    track: tuple[int, ...] = field(init=False)
    armies: list[int] = field(init=False)  # province * seats + seat
    castles: tuple[int, ...] = field(init=False)  # the provinces as bits
    reserve: tuple[int, ...] = field(init=False)
    food: tuple[int, ...] = field(init=False)
    bushido: tuple[int, ...] = field(init=False)
    hands: tuple[int, ...] = field(init=False)
    first: tuple[int, ...] = field(init=False)  # round 1, by slot
    second: tuple[int, ...] = field(init=False)  # round 2, on top
    todo: tuple[int, ...] = field(init=False)  # placements left in this round
    covers: int = 0  # bit seats * who + whom: has covered in this era
    cards: tuple[int, ...] = field(init=False)  # destiny hands
    chosen: tuple[int, ...] = field(init=False)  # regions, before the reveal
    shown: tuple[int, ...] = field(init=False)
    deck: tuple[int, ...] = ()  # regions, the top one first
    influence: tuple[int, ...] = field(init=False)
    scores: tuple[int, ...] = field(init=False)  # SSE-3.5
    agenda: int = 0  # bit seats * region + seat: has scored the tile
    mountains: tuple[int, ...] = ()  # face-down tokens; nothing when gone
    step: int = 0  # how many steps of the action are done
    movers: tuple[int, ...] = ()  # where armies stand that may move [SSE-5.3.2]
    target: int = NOTHING  # the province attacked [SSE-5.6.2]
    explored: bool = False  # the one expedition of the action is made [SSE-10.2.3]
    climb: tuple[int, ...] = ()  # from, mountain, to: an army is on the way
    left: frozenset[int] = frozenset()  # seats that were given up
    over: str = ""  # "points" when the match has ended

    def __post_init__(self) -> None:
        board, seats = self.setup.board, self.setup.seats
        none_each, none_there = (0,) * seats, (0,) * len(board.slots)
        self.track = tuple(range(seats))
        self.armies = [0] * (len(board.provinces) * seats)
        self.reserve = (board.armies,) * seats
        self.food = (board.start[0],) * seats
        self.bushido = (board.start[1],) * seats
        self.hands = (packed(board.kinds),) * seats
        self.castles = self.todo = self.cards = self.scores = none_each
        self.first = self.second = none_there
        self.chosen = (NOTHING,) * seats
        self.shown = (0,) * len(board.regions)
        self.influence = (0,) * (seats * len(board.regions))

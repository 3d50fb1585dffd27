"""What lies on the table. [SSE-1.6, SSE-3]"""

from __future__ import annotations

from dataclasses import dataclass

from engine.flat import FlatState
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


class State(FlatState):
    """Flat and cheap to copy: numbers, words, tuples and one list, the armies."""

    __slots__ = (
        "agenda",
        "armies",
        "bushido",
        "cards",
        "castles",
        "chosen",
        "climb",
        "covers",
        "deck",
        "era",
        "explored",
        "first",
        "food",
        "hands",
        "influence",
        "layout",
        "left",
        "mountains",
        "movers",
        "over",
        "phase",
        "point",
        "reserve",
        "round",
        "scores",
        "seat",
        "second",
        "setup",
        "shown",
        "slot",
        "step",
        "target",
        "todo",
        "track",
    )

    def __init__(self, setup: Setup, layout: Layout) -> None:
        board, seats = setup.board, setup.seats
        self.setup = setup
        self.layout = layout
        self.era = 1
        self.round = 1
        self.phase = "destiny"  # then "placement", "resolution"; "over" at the end
        self.point = "destiny"  # what is to be decided; "" when the match is over
        self.seat = NOTHING  # who decides, except in the destiny phase
        self.slot = NOTHING  # where a token was just placed, or acts
        self.track: tuple[int, ...] = tuple(range(seats))
        self.armies = [0] * (len(board.provinces) * seats)  # province * seats + seat
        self.castles: tuple[int, ...] = (0,) * seats  # the provinces as bits
        self.reserve: tuple[int, ...] = (board.armies,) * seats
        self.food: tuple[int, ...] = (board.start[0],) * seats
        self.bushido: tuple[int, ...] = (board.start[1],) * seats
        self.hands: tuple[int, ...] = (packed(board.kinds),) * seats
        self.first: tuple[int, ...] = (0,) * len(board.slots)  # round 1, by slot
        self.second: tuple[int, ...] = (0,) * len(board.slots)  # round 2, on top
        self.todo: tuple[int, ...] = (0,) * seats  # placements left in this round
        self.covers = 0  # bit seats * who + whom: has covered in this era
        self.cards: tuple[int, ...] = (0,) * seats  # destiny hands
        self.chosen: tuple[int, ...] = (NOTHING,) * seats  # regions, before the reveal
        self.shown: tuple[int, ...] = (0,) * len(board.regions)
        self.deck: tuple[int, ...] = ()  # regions, the top one first
        self.influence: tuple[int, ...] = (0,) * (seats * len(board.regions))
        self.scores: tuple[int, ...] = (0,) * seats  # SSE-3.5
        self.agenda = 0  # bit seats * region + seat: has scored the tile
        self.mountains: tuple[int, ...] = ()  # face-down tokens; nothing when gone
        self.step = 0  # how many steps of the action are done
        self.movers: tuple[
            int, ...
        ] = ()  # where armies stand that may move [SSE-5.3.2]
        self.target = NOTHING  # the province attacked [SSE-5.6.2]
        self.explored = False  # the one expedition of the action is made [SSE-10.2.3]
        self.climb: tuple[int, ...] = ()  # from, mountain, to: an army is on the way
        self.left: frozenset[int] = frozenset()  # seats that were given up
        self.over = ""  # "points" when the match has ended

    def copy(self) -> State:
        new: State = State.__new__(State)
        new.setup = self.setup
        new.layout = self.layout
        new.era = self.era
        new.round = self.round
        new.phase = self.phase
        new.point = self.point
        new.seat = self.seat
        new.slot = self.slot
        new.track = self.track
        new.armies = self.armies[:]
        new.castles = self.castles
        new.reserve = self.reserve
        new.food = self.food
        new.bushido = self.bushido
        new.hands = self.hands
        new.first = self.first
        new.second = self.second
        new.todo = self.todo
        new.covers = self.covers
        new.cards = self.cards
        new.chosen = self.chosen
        new.shown = self.shown
        new.deck = self.deck
        new.influence = self.influence
        new.scores = self.scores
        new.agenda = self.agenda
        new.mountains = self.mountains
        new.step = self.step
        new.movers = self.movers
        new.target = self.target
        new.explored = self.explored
        new.climb = self.climb
        new.left = self.left
        new.over = self.over
        return new

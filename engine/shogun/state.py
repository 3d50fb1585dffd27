"""What lies on the table. [SHO-1, SHO-3]

Seats, provinces, slots and cards are numbers. Vectors of cubes run over the seats, the
farmers last. A card on a planning board is one number: a province, or one of the codes
below; an intrigue card that bids is INTRIGUE and its value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from engine.flat import FlatState, flat
from engine.shogun.board import BOARD, Side

NOTHING = -1  # no seat, no province, no card: neutral, not chosen, not there

# Cards of a planning board; provinces are their numbers from 0 up.
UNLAID = -1  # the slot is still open, in the planning
EMPTY = -2  # nothing lies there: there were too few cards [SHO-17.5]
BLUFF = -3  # an intrigue card that is no bid; which one makes no difference [17.64]
OFFICIAL = -4  # SHO-12.4
LOST = -5  # the province was lost, and its card with it [SHO-4.7]
INTRIGUE = 100  # and the value: an intrigue card in the bid slot

# Offices of the Dajokan board; a seat's marker is its number. [SHO-15]
IN_BAG = -1
TILE = -2  # lies open
FACE_DOWN = -3  # the neutral player's

BID = BOARD.slot_index["bid"]
COURT = tuple(range(BID + 1, len(BOARD.slots)))  # court3, court2, court1
RECRUIT1, BATTLE_A, BATTLE_B = (
    BOARD.slot_index[name] for name in ("recruit1", "battle-a", "battle-b")
)
MOVING = (RECRUIT1, BATTLE_A, BATTLE_B)  # actions that move armies

EXPANSIONS = ("court", "samurai", "generals", "dajokan")


@dataclass(frozen=True, slots=True)  # read at every step: slots are the fastest
class Setup:
    """Agreed before the match, never changed in it. [SHO-3.1]"""

    seats: int = 3
    side: str = "sun"
    mode: str = "recommended"
    court: bool = False
    samurai: bool = False
    generals: bool = False
    dajokan: bool = False
    # What follows from them, set below:
    board: Side = field(init=False, repr=False, compare=False)
    used: tuple[int, ...] = field(init=False, repr=False, compare=False)
    adjacent: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    slots: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Provinces that are not used are not on the board. [SHO-2.4, SHO-17.54]"""
        board = BOARD.sides[self.side]
        unused = board.unused if self.seats == 3 else frozenset()
        near = [
            () if here in unused else tuple(p for p in others if p not in unused)
            for here, others in enumerate(board.adjacent)
        ]
        slots = range(len(BOARD.slots) if self.court else BID + 1)
        provinces = range(len(BOARD.codes))
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "used", tuple(p for p in provinces if p not in unused))
        object.__setattr__(self, "adjacent", tuple(near))
        object.__setattr__(self, "slots", tuple(slots))

    @property
    def region_of(self) -> tuple[int, ...]:
        return self.board.region_of

    @property
    def expansions(self) -> list[str]:
        return [name for name in EXPANSIONS if getattr(self, name)]


@cache
def setup_of(seats: int, side: str, mode: str, *expansions: bool) -> Setup:
    """One of each kind, shared by all states."""
    return Setup(seats, side, mode, *expansions)


def chosen(seats: int, choices: Mapping[str, str]) -> Setup:
    flags = (choices[name] == "yes" for name in EXPANSIONS)
    return setup_of(seats, choices["side"], choices["mode"], *flags)


@flat
class State(FlatState):
    """Flat and cheap to copy. By seat, by province, or as the comment says.

    Hidden from all: `actions` beyond the open ones, the order of `deck`,
    `event_deck` and `favour_deck`. Hidden from other seats: `boards` where `shown` has
    no bit; and in the planning also `ready`, `covers` and `asked`; a card that was
    `taken` blind, before its group stands.
    """

    setup: Setup
    # When, and who decides:
    year: int = 1
    season: int = 0  # 0 to 2 are spring to autumn, 3 is winter [SHO-1.7]
    phase: str = "draft"  # draft, planning, choices, actions, end, winter, over
    step: str = ""  # where in the phase: special, post, samurai, favour, office, …
    point: str = ""  # what is open: `plan` in the planning; "" when the match is over
    seat: int = NOTHING  # who decides it, except in the planning
    queue: tuple[int, ...] = ()  # who, or which region, comes after in this step
    # The map, by province:
    owner: list[int] = field(init=False)  # a seat; NOTHING is neutral
    armies: list[int] = field(init=False)
    unrest: list[int] = field(init=False)
    buildings: list[int] = field(init=False)  # bits CASTLE, TEMPLE, THEATRE
    # Cubes: the seats in order, then farmers:
    supply: tuple[int, ...] = field(init=False)  # the farmers' is the bank
    inside: tuple[int, ...] = field(init=False)  # the tower [SHO-16.1]
    tray: tuple[int, ...] = field(init=False)
    throws: int = 0  # how many there were in this season
    # What the players have, by seat:
    chests: tuple[int, ...] = field(init=False)
    rice: tuple[int, ...] = field(init=False)
    points: tuple[int, ...] = field(init=False)
    # The season:
    actions: tuple[int, ...] = ()  # in their order; the first `opened` lie open
    action: int = 0  # the place of the one that is carried out, from 0
    specials: tuple[int, ...] = ()  # by place
    special_of: tuple[int, ...] = field(init=False)  # the card; NOTHING has none yet
    order: tuple[int, ...] = ()  # seats in turn order; nobody before the auction
    events: tuple[int, ...] = ()  # this year's cards that lie open
    event: int = NOTHING  # this season's card
    cancelled: bool = False  # by favour 1 [SHO-12.10]
    event_deck: tuple[int, ...] = ()
    # Planning boards:
    boards: tuple[tuple[int, ...], ...] = field(init=False)  # by seat, by slot
    shown: tuple[int, ...] = field(init=False)  # slots that were revealed, as bits
    ready: frozenset[int] = frozenset()  # seats, in the planning
    covers: frozenset[tuple[int, str]] = frozenset()  # seat and span [SHO-18.9]
    asked: frozenset[tuple[int, str]] = frozenset()  # seat and reaction [SHO-18.22]
    won: frozenset[int] = frozenset()  # provinces won since the plans were locked
    # What is under way while a reaction is open:
    # Source, target, armies, then 1 or 0 if `attack` or `defend` adds one; -1: not said
    battle: tuple[int, ...] = ()
    token: int = NOTHING  # the province where a token may still be saved
    # Winter:
    missing: tuple[int, ...] = ()  # rice, by seat [SHO-10.2]
    revolts: tuple[int, ...] = ()  # provinces of the seat whose turn it is, to come
    # The draft:
    deck: tuple[int, ...] = ()  # province cards, the top first
    known: int = 0  # so many cards at the bottom of it everybody has seen
    offered: tuple[int, ...] = ()  # the two open cards, left and right
    groups: tuple[tuple[int, ...], ...] = ()  # by seat, to be placed yet
    taken: int = NOTHING  # the card that waits for its group
    is_blind: bool = False  # whether it came from the deck unseen
    was_blind: bool = False  # whether the seat before took a card so [SHO-3.5]
    refreshed: bool = False  # in this turn
    # Tenno's Court:
    waiting: tuple[int, ...] = ()  # officials in the waiting hall, by seat
    audience: tuple[int, ...] = ()
    favours: tuple[int, ...] = ()  # open, by place of cost 4, 3, 2; 0 is taken
    favour_deck: tuple[int, ...] = ()
    calmer: int = NOTHING  # who keeps favour 4
    protected: tuple[int, ...] = ()  # bit 1 from battle-a, bit 2 from battle-b
    # Samurai:
    stages: tuple[int, ...] = ()
    # Generals:
    generals: tuple[int, ...] = ()  # the province, by seat; NOTHING is off the board
    statues: tuple[int, ...] = ()  # on the board: province * seats + seat
    statues_left: tuple[int, ...] = ()
    trophies: tuple[int, ...] = ()
    # Dajokan:
    tokens: tuple[int, ...] = ()  # regions in their row
    offices: tuple[int, ...] = ()  # IN_BAG, TILE, FACE_DOWN or whose marker
    # Seats that were given up:
    left: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        seats, provinces = self.setup.seats, len(BOARD.codes)
        none_each = (0,) * seats
        self.owner = [NOTHING] * provinces
        self.armies, self.unrest, self.buildings = ([0] * provinces for _ in range(3))
        self.supply = (*(BOARD.armies,) * seats, BOARD.farmers)
        self.inside = self.tray = (*none_each, 0)
        self.chests = (BOARD.chests[seats],) * seats
        self.rice = self.points = self.shown = none_each
        self.special_of = (NOTHING,) * seats
        self.boards = ((UNLAID,) * len(self.setup.slots),) * seats
        if self.setup.court:
            self.waiting = self.audience = self.protected = none_each
        if self.setup.samurai:
            self.stages = none_each
        if self.setup.generals:
            self.generals = (NOTHING,) * seats
            self.statues = (0,) * (seats * provinces)
            self.statues_left = (BOARD.statues,) * seats
            self.trophies = none_each
        if self.setup.dajokan:
            self.offices = (IN_BAG,) * len(BOARD.offices)

    @property
    def opened(self) -> int:
        """How many action cards lie open. [SHO-4.1, SHO-4.6]"""
        return min(BOARD.open_actions + self.action, len(self.actions))

    @property
    def kind(self) -> str:
        """The kind of the event in force; nothing before it, or if cancelled."""
        if self.event == NOTHING or self.cancelled:
            return ""
        return BOARD.events[self.event].kind

    @property
    def season_name(self) -> str:
        return (*BOARD.seasons, BOARD.winter)[self.season]

    @property
    def when(self) -> str:
        """`Y1 spring`: how draws and spans begin."""
        return f"Y{self.year} {self.season_name}"


def card_name(card: int) -> str:
    """As orders, events and views have it: KAI, bluff, 3, official, empty, lost."""
    if card >= INTRIGUE:
        return str(card - INTRIGUE)
    return BOARD.codes[card] if card >= 0 else CARD_NAMES[card]


CARD_NAMES = {
    UNLAID: "",
    EMPTY: "empty",
    BLUFF: "bluff",
    OFFICIAL: "official",
    LOST: "lost",
}

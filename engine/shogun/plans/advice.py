"""A sensible plan for the season, by what the seat may know. [SHO-18.4, SHO-18.9]

It is a hint to send as it is or to change, not a bot: rice and taxes where they bring
most, buildings and armies as far as the chests go, attacks that are likely to succeed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.contract import Seat
from engine.shogun.board import BOARD, BUILDINGS
from engine.shogun.plans.tree import (
    Card,
    Choice,
    Entry,
    Favour,
    Goal,
    Move,
    Order,
    Special,
    Word,
)
from engine.shogun.rules.actions import obstacle
from engine.shogun.rules.court import uses
from engine.shogun.rules.dajokan import open_offices
from engine.shogun.rules.defaults import office_value
from engine.shogun.rules.generals import posts_this_season
from engine.shogun.rules.hand import (
    intrigue_left,
    officials_left,
    open_slots,
    owned,
    provinces_left,
)
from engine.shogun.rules.planning import AUTUMN
from engine.shogun.state import BID, COURT, MOVING, NOTHING, UNLAID, State

SLOT = BOARD.slot_index
RICH = 6  # chests from which a bid of 1 is no loss
MARGIN = 2  # armies more than the defenders that make an attack likely to succeed
# What chests are spent on, the best first.
DEAR = ("castle", "recruit3", "theatre", "temple", "recruit5", "recruit1")
# Where a card does least harm that has to be laid somewhere.
IDLE = (
    *("battle-b", "battle-a", "recruit1", "theatre", "temple", "castle"),
    *("recruit3", "recruit5", "rice", "tax"),
)


class Attack(NamedTuple):
    """Armies from one province into another."""

    origin: int
    target: int
    armies: int
    worth: int


class Adviser:
    """Fills the open slots of a seat, one thing after another."""

    def __init__(self, state: State, seat: Seat, attacks: bool = True) -> None:
        self.state, self.seat, self.is_bold = state, seat, attacks
        self.open = [BOARD.slots[slot] for slot in open_slots(state, seat)]
        self.provinces = provinces_left(state, seat)
        self.bluffs = intrigue_left(state, seat)
        self.officials = officials_left(state, seat)
        self.chests = state.chests[seat]
        self.cards: dict[str, Card] = {}

    # --------------------------------------------------------------------- cards

    def sheet(self) -> list[Card]:
        """A card for every slot that is open, in the order of the sheet."""
        self.bid()
        self.income()
        if self.is_bold:
            self.attacks()
        self.spend()
        self.court()
        self.rest()
        return [self.cards[slot] for slot in BOARD.slots if slot in self.cards]

    def lay(self, slot: str, card: str, moves: tuple[Move, ...] = ()) -> None:
        if not moves and SLOT[slot] in MOVING and card in BOARD.index:
            moves = (Move("hold"),)
        self.cards[slot] = Card(slot, card, moves)
        self.open.remove(slot)

    def lay_province(
        self, slot: str, province: int, moves: tuple[Move, ...] = ()
    ) -> None:
        self.provinces.remove(province)
        self.lay(slot, BOARD.codes[province], moves)

    def bid(self) -> None:
        if "bid" not in self.open:
            return
        value = 1 if self.chests >= RICH else 0
        self.lay("bid", str(value))
        self.bluffs -= 1
        self.chests -= value

    def income(self) -> None:
        """Most rice and most taxes where there is no unrest yet. [SHO-5.11]"""
        for slot, printed in (("tax", BOARD.tax), ("rice", BOARD.rice)):
            calm = [p for p in self.provinces if not self.state.unrest[p]]
            if slot in self.open and calm:
                self.lay_province(slot, max(calm, key=printed.__getitem__))

    def attacks(self) -> None:
        """The two best ones from different provinces. [SHO-5.15]"""
        aimed: set[int] = set()
        for slot in ("battle-a", "battle-b"):
            found = [a for a in self.promising() if a.target not in aimed]
            if slot in self.open and found:
                best = max(found, key=lambda attack: attack.worth)
                aimed.add(best.target)
                move = Move(BOARD.codes[best.target], str(best.armies))
                self.lay_province(slot, best.origin, (move, Move("hold")))

    def promising(self) -> list[Attack]:
        state = self.state
        return [
            Attack(p, target, state.armies[p] - 1, self.worth(p, target))
            for p in self.provinces
            for target in state.setup.adjacent[p]
            if state.owner[target] != self.seat
            and state.armies[p] - 1 >= defenders(state, target) + MARGIN
        ]

    def worth(self, origin: int, target: int) -> int:
        """Income and buildings, and how sure it is."""
        state = self.state
        gain = BOARD.tax[target] + BOARD.rice[target]
        gain += 4 * state.buildings[target].bit_count()
        return gain + 3 * (state.armies[origin] - 1 - defenders(state, target))

    def spend(self) -> None:
        """As far as the chests go; taxes may come too late."""
        for slot in DEAR:
            cost = BOARD.costs[slot]
            found = self.places(slot)
            if slot in self.open and found and cost <= self.chests:
                self.chests -= cost
                self.lay_province(slot, max(found, key=self.need))

    def places(self, slot: str) -> list[int]:
        if slot not in BUILDINGS:
            return self.provinces
        return [
            p for p in self.provinces if not obstacle(self.state, self.seat, p, slot, 0)
        ]

    def need(self, province: int) -> tuple[int, int]:
        """How much it is threatened, and what it is worth."""
        state = self.state
        foes = [
            state.armies[p]
            for p in state.setup.adjacent[province]
            if state.owner[p] not in (NOTHING, self.seat)
        ]
        threat = max(foes, default=0) - state.armies[province]
        return threat, BOARD.tax[province] + BOARD.rice[province]

    def court(self) -> None:
        """Official cards fetch the armies that lie in the tray. [SHO-12.6]"""
        for slot in COURT:
            name = BOARD.slots[slot]
            if name in self.open and self.officials:
                self.officials -= 1
                self.lay(name, "official")

    def rest(self) -> None:
        """Bluffs for what is dear, then whatever is left. [SHO-4.3, SHO-17.5]"""
        dear = [slot for slot in (*reversed(IDLE), *COURT_NAMES) if slot in self.open]
        for slot in dear:
            if self.bluffs:
                self.bluffs -= 1
                self.lay(slot, "bluff")
        for slot in [slot for slot in IDLE if slot in self.open]:
            if self.provinces:
                weak = min(self.provinces, key=lambda p: self.need(p)[1])
                self.lay_province(slot, weak)
            elif self.officials:
                self.officials -= 1
                self.lay(slot, "bluff")


COURT_NAMES = tuple(BOARD.slots[slot] for slot in COURT)


def defenders(state: State, target: int) -> int:
    """Who will be met there, roughly: farmers help an owner whose province is calm."""
    return state.armies[target] + (0 if state.unrest[target] else 1)


# --------------------------------------------------------------------------- choices


def choices(state: State, seat: Seat, cards: Sequence[Card]) -> list[Choice]:
    """A line for every later decision of the season. [SHO-18.9]"""
    setup = state.setup
    found = [special_choice(cards)]
    if posts_this_season(state) and owned(state, seat):
        found.append(ranking("post", by_armies(state, owned(state, seat))[:2]))
    if setup.samurai:
        found.append(ranking("samurai", ("chests", "tray"), "bonus"))
    if setup.court:
        found.append(favour_choice(state, seat))
    if setup.dajokan:
        found.append(office_choice(state))
    if setup.generals and len(owned(state, seat)) > 1:
        found.append(general_choice(state, seat))
    if state.season == AUTUMN:
        found += winter_choices(state, seat)
    return found


def ranking(point: str, keys: Iterable[str], table: str = "province") -> Choice:
    return Choice(point, tuple(Word(key, table) for key in keys))


def by_armies(state: State, provinces: Sequence[int], most: bool = True) -> list[str]:
    ranked = sorted(
        provinces, key=lambda p: -state.armies[p] if most else state.armies[p]
    )
    return [BOARD.codes[p] for p in ranked]


def special_choice(cards: Sequence[Card]) -> Choice:
    """First what the plan has a use for."""
    laid = {card.slot: card for card in cards if card.card in BOARD.index}
    attacking = any(len(card.moves) > 1 for card in cards)
    useful = {
        "attack": attacking,
        "six": "recruit5" in laid,
        "chest": "tax" in laid,
        "rice": "rice" in laid,
        "defend": False,
    }
    ranked = sorted(useful, key=lambda card: not useful[card])
    return Choice("special", tuple(Special(card) for card in ranked))


def favour_choice(state: State, seat: Seat) -> Choice:
    """The dearest that has an effect first; at last none. [SHO-12.8]"""
    entries: list[Entry] = []
    for number in state.favours:
        if number:
            entries += [as_favour(uses(state, seat, number)[0].args[0])]
    return Choice("favour", (*entries, Favour(0)))


def as_favour(said: str) -> Favour:
    number, _, place = said.partition("@")
    return Favour(int(number), place)


def office_choice(state: State) -> Choice:
    """By the value of row and column. [SHO-15.7]"""
    ranked = sorted(open_offices(state), key=office_value, reverse=True)
    names = [BOARD.offices[office] for office in ranked]
    return ranking("office", names or ["none"], "office")


def general_choice(state: State, seat: Seat) -> Choice:
    """Into a neighbour, so that a statue can be left behind. [SHO-14.6]"""
    mine = owned(state, seat)
    start = state.generals[seat]
    if start == NOTHING:
        start = BOARD.index[by_armies(state, mine)[0]]
    near = [p for p in mine if p in state.setup.adjacent[start]]
    far = [p for p in mine if p not in near and p != start]
    ranked = [*by_armies(state, near)[:2], *by_armies(state, far)[:2]]
    return Choice("general", tuple(Goal(code) for code in ranked))


def winter_choices(state: State, seat: Seat) -> list[Choice]:
    """The weakest province revolts first. [SHO-10.6]"""
    mine = owned(state, seat)
    if not mine:
        return []
    found = [ranking("revolts", by_armies(state, mine, most=False)[:4])]
    if state.setup.generals and state.year < BOARD.years:
        found.append(ranking("post", by_armies(state, mine)[:3]))
    return found


def season_plan(state: State, seat: Seat, attacks: bool = True) -> list[Order]:
    """All that is still to be said for the season, in the order of the sheet."""
    is_fresh = state.boards[seat][BID] == UNLAID
    cards = Adviser(state, seat, attacks).sheet()
    said = [card._replace(is_step=not is_fresh) for card in cards]
    later = choices(state, seat, cards)
    return [*said, *later]
